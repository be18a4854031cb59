use jmend::core::json::moment::*;

#[test]
fn moments_go_there_and_back() {
    assert_eq!(rfc3339(0), "1970-01-01T00:00:00Z");
    assert_eq!(rfc3339(951_782_399), "2000-02-28T23:59:59Z");
    assert_eq!(rfc3339(1_800_000_000), "2027-01-15T08:00:00Z");
    for seconds in (0..4_000_000_000).step_by(7_654_321) {
        assert_eq!(date_time(&rfc3339(seconds)), Some(seconds));
    }
}
