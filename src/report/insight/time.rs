//! When an answer was given, and a bounded number of buckets for any span of time.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::codes::Codes;
use super::counts::Counts;

/// Seconds of a bucket. Each is a multiple of the one before, so buckets can become wider at any time.
const WIDTHS: [i64; 9] = [60, 5 * 60, 15 * 60, 60 * 60, 6 * 60 * 60, DAY, 7 * DAY, 28 * DAY, 364 * DAY];

const DAY: i64 = 24 * 60 * 60;

/// So many buckets at most; a chart has no room for more.
const MOST: usize = 120;

/// Weeks begin on Mondays, and the epoch was a Thursday.
const MONDAY: i64 = 3 * DAY;

/// Times outside of these years are no times of an answer: 1990 to 2100. The widest buckets cover them all.
const YEARS: std::ops::Range<i64> = 631_152_000..4_102_444_800;

/// What was counted in a stretch of time.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bucket {
    pub(crate) counts: Counts,
    pub(crate) codes: Codes,
}

impl Bucket {
    fn merge(&mut self, other: &Self) {
        self.counts.merge(&other.counts);
        self.codes.merge(&other.codes);
    }
}

/// What was counted over time.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trend {
    /// An index into `WIDTHS`.
    width: usize,
    buckets: BTreeMap<i64, Bucket>,
}

impl Trend {
    /// The bucket of a time in seconds since 1970.
    pub(crate) fn at(&mut self, time: i64) -> &mut Bucket {
        let number = |width: usize| (time + MONDAY).div_euclid(WIDTHS[width]);
        if self.buckets.len() >= MOST && !self.buckets.contains_key(&number(self.width)) {
            self.buckets.entry(number(self.width)).or_default();
            self.fit();
        }
        self.buckets.entry(number(self.width)).or_default()
    }

    /// Adds what was counted elsewhere. The buckets are the same whatever is added first.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.widen(other.width);
        let factor = WIDTHS[self.width] / WIDTHS[other.width];
        for (number, bucket) in &other.buckets {
            self.buckets.entry(number.div_euclid(factor)).or_default().merge(bucket);
        }
        self.fit();
    }

    fn fit(&mut self) {
        while self.buckets.len() > MOST && self.width + 1 < WIDTHS.len() {
            self.widen(self.width + 1);
        }
    }

    fn widen(&mut self, width: usize) {
        if width <= self.width {
            return;
        }
        let factor = WIDTHS[width] / WIDTHS[self.width];
        self.width = width;
        for (number, bucket) in std::mem::take(&mut self.buckets) {
            self.buckets.entry(number.div_euclid(factor)).or_default().merge(&bucket);
        }
    }

    /// Seconds of a bucket.
    pub(crate) fn seconds(&self) -> i64 {
        WIDTHS[self.width]
    }

    /// The buckets that hold anything, each with the second it begins.
    pub(crate) fn buckets(&self) -> impl DoubleEndedIterator<Item = (i64, &Bucket)> {
        self.buckets.iter().map(|(number, bucket)| (number * WIDTHS[self.width] - MONDAY, bucket))
    }

    /// `minute`, `6 hours`, `week`.
    pub(crate) fn unit(&self) -> &'static str {
        ["minute", "5 minutes", "15 minutes", "hour", "6 hours", "day", "week", "4 weeks", "52 weeks"]
            [self.width]
    }

    /// How a time in a bucket is shown: no finer than the buckets are.
    pub(crate) fn label(&self, time: i64) -> String {
        let text = rfc3339(time);
        if WIDTHS[self.width] < DAY { text[..16].replace('T', " ") } else { text[..10].to_owned() }
    }
}

/// `2026-11-26T09:05:00Z`
pub(crate) fn rfc3339(time: i64) -> String {
    let (days, second) = (time.div_euclid(DAY), time.rem_euclid(DAY));
    // Days since 1970 as a date of the Gregorian calendar, after Howard Hinnant's `civil_from_days`.
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    let mut out = String::with_capacity(20);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    let _ = write!(out, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z");
    out
}

/// Seconds since 1970 of what a log writes: a number of seconds, milliseconds, microseconds or nanoseconds, or a date and
/// time of RFC 3339, also without a zone, which is taken as UTC.
pub(crate) fn parse(text: &str) -> Option<i64> {
    let time = if text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
        let whole: i64 = text.split('.').next()?.parse().ok()?;
        match whole {
            0..100_000_000_000 => whole,
            100_000_000_000..100_000_000_000_000 => whole / 1_000,
            100_000_000_000_000..100_000_000_000_000_000 => whole / 1_000_000,
            _ => whole / 1_000_000_000,
        }
    } else {
        date_time(text)?
    };
    YEARS.contains(&time).then_some(time)
}

fn date_time(text: &str) -> Option<i64> {
    let bytes = text.as_bytes();
    let number = |from: usize, to: usize| -> Option<i64> {
        let digits = bytes.get(from..to)?;
        digits
            .iter()
            .all(u8::is_ascii_digit)
            .then(|| digits.iter().fold(0, |n, b| n * 10 + i64::from(b - b'0')))
    };
    let is = |at: usize, signs: &[u8]| bytes.get(at).is_some_and(|byte| signs.contains(byte));
    let (year, month, day) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
    if !(is(4, b"-") && is(7, b"-") && (1..=12).contains(&month) && (1..=31).contains(&day)) {
        return None;
    }
    // The reverse of `rfc3339`, after the same author's `days_from_civil`.
    let shifted_year = if month <= 2 { year - 1 } else { year };
    let era = shifted_year.div_euclid(400);
    let year_of_era = shifted_year.rem_euclid(400);
    let day_of_year = (153 * (if month > 2 { month - 3 } else { month + 9 }) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    let days = era * 146_097 + day_of_era - 719_468;
    if bytes.len() == 10 {
        return Some(days * DAY);
    }
    let (hour, minute) = (number(11, 13)?, number(14, 16)?);
    if !(is(10, b"Tt ") && is(13, b":")) {
        return None;
    }
    let second = if is(16, b":") { number(17, 19)? } else { 0 };
    let zone = text.get(16..)?.rfind(['+', '-']).map(|at| at + 16);
    let offset = match zone {
        None => 0,
        Some(at) => {
            let minutes = if is(at + 3, b":") { number(at + 4, at + 6) } else { number(at + 3, at + 5) };
            let away = number(at + 1, at + 3)? * 60 + minutes.unwrap_or(0);
            if bytes[at] == b'-' { -away } else { away }
        }
    };
    Some(days * DAY + hour * 3600 + minute * 60 + second - offset * 60)
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
