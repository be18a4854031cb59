//! Moments: seconds since 1970 ↔ date and time of RFC 3339.

use std::fmt::Write;

/// Seconds of a day.
pub const DAY: i64 = 24 * 60 * 60;

/// `2026-11-26T09:05:00Z`
pub fn rfc3339(time: i64) -> String {
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

/// The reverse, with any zone, without one (UTC), without seconds, and for a date alone.
pub fn date_time(text: &str) -> Option<i64> {
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
