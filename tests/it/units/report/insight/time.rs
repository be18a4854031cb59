use jmend::core::json::moment::rfc3339;
use jmend::report::insight::time::*;

#[test]
fn times_are_read_as_logs_write_them() {
    for (text, shown) in [
        ("1732608300", "2024-11-26T08:05:00Z"),
        ("1732608300.25", "2024-11-26T08:05:00Z"),
        ("1732608300123", "2024-11-26T08:05:00Z"),
        ("1732608300123456789", "2024-11-26T08:05:00Z"),
        ("2024-11-26T09:05:00+01:00", "2024-11-26T08:05:00Z"),
        ("2024-11-26T08:05:00.123Z", "2024-11-26T08:05:00Z"),
        ("2024-11-26 08:05", "2024-11-26T08:05:00Z"),
        ("2024-02-29", "2024-02-29T00:00:00Z"),
        ("2024-11-25T22:05:00-1000", "2024-11-26T08:05:00Z"),
    ] {
        assert_eq!(parse(text).map(rfc3339).as_deref(), Some(shown), "{text}");
    }
    for text in
        ["", "7", "x", "2024", "2024-13-01", "99999999999999999999", "2024-11-26T", "1.5e9", "2024-1é-26"]
    {
        assert_eq!(parse(text), None, "{text}");
    }
}

#[test]
fn buckets_are_bounded_and_the_same_in_any_order() {
    let times: Vec<i64> = (0..5000).map(|n| 1_700_000_000 + n * n * 13 % 90_000_000).collect();
    let count = |times: &[i64]| {
        let mut trend = Trend::default();
        for time in times {
            trend.at(*time).counts.cut += 1;
        }
        trend
    };
    let shown = |trend: &Trend| {
        let buckets = trend.buckets().map(|(start, bucket)| (start, bucket.counts.cut));
        (trend.seconds(), buckets.collect::<Vec<_>>())
    };
    let whole = count(&times);
    assert!(whole.buckets.len() <= MOST && whole.buckets.len() > 8, "{}", whole.buckets.len());
    let mut parts = Trend::default();
    for part in times.rchunks(37) {
        parts.merge(&count(part));
    }
    assert_eq!(shown(&parts), shown(&whole));
    assert_eq!(shown(&whole).1.iter().map(|(_, count)| count).sum::<u64>(), 5000);
    let all_years = count(&(0..4000).map(|n| YEARS.start + n * 867_000).collect::<Vec<_>>());
    assert!(all_years.buckets.len() <= MOST);
}
