//! When an answer was given, and a bounded number of buckets for any span of time.

use std::collections::BTreeMap;

use super::Cell;
use crate::core::json::moment::{DAY, date_time, rfc3339};

/// Seconds of a bucket. Each is a multiple of the one before, so buckets can become wider at any time.
const WIDTHS: [i64; 9] = [60, 5 * 60, 15 * 60, 60 * 60, 6 * 60 * 60, DAY, 7 * DAY, 28 * DAY, 364 * DAY];

/// So many buckets at most; a chart has no room for more.
pub const MOST: usize = 120;

/// Weeks begin on Mondays, and the epoch was a Thursday.
const MONDAY: i64 = 3 * DAY;

/// Times outside of these years are no times of an answer: 1990 to 2100. The widest buckets cover them all.
pub const YEARS: std::ops::Range<i64> = 631_152_000..4_102_444_800;

/// What was counted over time.
#[derive(Clone, Debug, Default)]
pub struct Trend {
    /// An index into `WIDTHS`.
    width: usize,
    pub buckets: BTreeMap<i64, Cell>,
}

impl Trend {
    /// The bucket of a time in seconds since 1970.
    pub fn at(&mut self, time: i64) -> &mut Cell {
        let number = |width: usize| (time + MONDAY).div_euclid(WIDTHS[width]);
        if self.buckets.len() >= MOST && !self.buckets.contains_key(&number(self.width)) {
            self.buckets.entry(number(self.width)).or_default();
            self.fit();
        }
        self.buckets.entry(number(self.width)).or_default()
    }

    /// Adds what was counted elsewhere. The buckets are the same whatever is added first.
    pub fn merge(&mut self, other: &Self) {
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
    pub fn seconds(&self) -> i64 {
        WIDTHS[self.width]
    }

    /// The buckets that hold anything, each with the second it begins.
    pub fn buckets(&self) -> impl DoubleEndedIterator<Item = (i64, &Cell)> {
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

/// Seconds since 1970 of what a log writes: a number of seconds, milliseconds, microseconds or nanoseconds, or a date and
/// time of RFC 3339, also without a zone, which is taken as UTC.
pub fn parse(text: &str) -> Option<i64> {
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
