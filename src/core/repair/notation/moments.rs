//! Dates, times and spans of time in the words of ISO 8601: as they are printed, and as Python's constructors spell them.

use std::fmt::Write as _;

use super::kit::{Kit, Step, is_word};
use crate::core::repair::edit::Code;

/// Digits of a microsecond.
const MICRO: usize = 6;
/// Bytes of the longest call that is read.
const LONGEST: usize = 256;
const DAY_SECONDS: i64 = 86_400;

/// Reads a call of a class of `datetime` or pandas, from here on, whose parenthesis stands at `paren`.
pub(super) fn read(kit: &mut Kit<'_>, class: &str, paren: usize) -> Option<Step> {
    let iso = match class {
        "datetime" | "date" | "time" | "timedelta" => {
            let end = end_of(kit.text, paren)?;
            let arguments = kit.str(paren + 1..end)?;
            (end + 1, spelled(class, arguments)?)
        }
        "Timestamp" | "datetime64" => {
            let quote = kit.text.get(paren + 1).filter(|byte| matches!(byte, b'\'' | b'"'))?;
            let (len, iso) = date(&kit.text[paren + 2..])?;
            if kit.text.get(paren + 2 + len) != Some(quote) {
                return None;
            }
            let end = end_of(kit.text, paren)?;
            (end + 1, iso)
        }
        _ => return None,
    };
    kit.text_token(iso.0, &iso.1, Code::Notation)
}

/// Where the parenthesis at `paren` closes; another level may stand within.
fn end_of(text: &[u8], paren: usize) -> Option<usize> {
    let mut depth = 0;
    for (at, byte) in text.iter().enumerate().skip(paren).take(LONGEST) {
        match byte {
            b'(' => depth += 1,
            b')' if depth == 1 => return Some(at),
            b')' => depth -= 1,
            b'\n' => return None,
            _ => {}
        }
    }
    None
}

fn spelled(class: &str, arguments: &str) -> Option<String> {
    let (mut numbers, mut zone, mut names) = (Vec::new(), String::new(), Vec::new());
    for part in split(arguments) {
        if let Some(value) = part.strip_prefix("tzinfo=") {
            zone = offset(value)?;
        } else if part.starts_with("fold=") {
        } else if let Some((name, value)) = part.split_once('=') {
            names.push((name, value.parse::<i64>().ok()?));
        } else {
            numbers.push(part.parse::<i64>().ok()?);
        }
    }
    if class == "timedelta" {
        return span(&numbers, &names);
    }
    if !names.is_empty() {
        return None;
    }
    let (day, clock) = match class {
        "time" => (None, &numbers[..]),
        _ => (Some(numbers.get(..3)?), &numbers[3..]),
    };
    let day = day.map(|day| format!("{:04}-{:02}-{:02}", day[0], day[1], day[2]));
    if class == "date" {
        return day.filter(|_| clock.is_empty());
    }
    let at = |place: usize| clock.get(place).copied().unwrap_or(0);
    if clock.len() > 4 {
        return None;
    }
    let fraction = if at(3) > 0 { format!(".{:0MICRO$}", at(3)) } else { String::new() };
    let clock = format!("{:02}:{:02}:{:02}{fraction}{zone}", at(0), at(1), at(2));
    Some(day.map_or(clock.clone(), |day| format!("{day}T{clock}")))
}

/// The arguments between commas, as far as no parenthesis is open.
fn split(arguments: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_usize;
    arguments
        .split(move |c| {
            depth = match c {
                '(' => depth + 1,
                ')' => depth.saturating_sub(1),
                _ => depth,
            };
            c == ',' && depth == 0
        })
        .map(str::trim)
        .filter(|part| !part.is_empty())
}

/// The offset of a zone: that of UTC, or one that is spelled out; or the name of the zone.
fn offset(zone: &str) -> Option<String> {
    let class = zone.trim_start_matches("datetime.");
    if matches!(class, "timezone.utc" | "UTC" | "<UTC>")
        || zone.contains("'UTC'")
        || zone.contains("TzInfo(UTC)")
    {
        return Some("+00:00".into());
    }
    if matches!(class, "tzutc()" | "datetime.UTC") {
        return Some("+00:00".into());
    }
    if !class.starts_with("timezone(") {
        // A zone with a name, in the words of RFC 9557: its offset is not printed.
        let name = zone.split(['\'', '"']).nth(1)?;
        let is_zone = name.bytes().all(|byte| is_word(byte) || b"/+-".contains(&byte)) && !name.is_empty();
        return is_zone.then(|| format!("[{name}]"));
    }
    let inner = class.strip_prefix("timezone(")?.strip_suffix(')')?;
    let inner = inner.trim_start_matches("datetime.").strip_prefix("timedelta(")?;
    let inner = &inner[..inner.find(')')?];
    let mut seconds = 0;
    for part in split(inner) {
        let (name, value) = part.split_once('=').unwrap_or(("days", part));
        let value = value.parse::<i64>().ok()?;
        seconds += value.checked_mul(match name {
            "days" => DAY_SECONDS,
            "seconds" => 1,
            _ => return None,
        })?;
    }
    let (sign, minutes) = (if seconds < 0 { '-' } else { '+' }, seconds.abs() / 60);
    Some(format!("{sign}{:02}:{:02}", minutes / 60, minutes % 60))
}

/// A span of days, seconds and microseconds.
fn span(numbers: &[i64], names: &[(&str, i64)]) -> Option<String> {
    let part = |place: usize, name: &str| {
        let by_name = names.iter().find(|(key, _)| *key == name).map(|(_, value)| *value);
        by_name.or_else(|| numbers.get(place).copied()).unwrap_or(0)
    };
    let is_known = |(name, _): &(&str, i64)| matches!(*name, "days" | "seconds" | "microseconds");
    if numbers.len() > 3 || !names.iter().all(is_known) {
        return None;
    }
    let million = 1_000_000;
    let seconds = part(0, "days").checked_mul(DAY_SECONDS)?.checked_add(part(1, "seconds"))?;
    let micros = i128::from(seconds) * million + i128::from(part(2, "microseconds"));
    let (sign, micros) = (if micros < 0 { "-" } else { "" }, micros.abs());
    let (whole, fraction) = (micros / million, micros % million);
    let (days, rest) = (whole / i128::from(DAY_SECONDS), whole % i128::from(DAY_SECONDS));
    let days = if days > 0 { format!("{days}D") } else { String::new() };
    let fraction = if fraction > 0 { format!(".{fraction:0MICRO$}") } else { String::new() };
    let clock = if rest > 0 || !fraction.is_empty() || days.is_empty() {
        format!("T{rest}{fraction}S")
    } else {
        String::new()
    };
    Some(format!("{sign}P{days}{clock}"))
}

/// The date that a text begins with: how long it is, and how ISO 8601 writes it.
pub(super) fn date(text: &[u8]) -> Option<(usize, String)> {
    let digits = |at: usize, count: usize| {
        let digits = text.get(at..at + count).filter(|digits| digits.iter().all(u8::is_ascii_digit))?;
        std::str::from_utf8(digits).ok()
    };
    let sign = |at: usize, sign: u8| text.get(at) == Some(&sign);
    let (year, month, day) = (digits(0, 4)?, digits(5, 2)?, digits(8, 2)?);
    if !sign(4, b'-') || !sign(7, b'-') {
        return None;
    }
    let mut iso = format!("{year}-{month}-{day}");
    let mut len = 10;
    let hour = if sign(len, b'T') || sign(len, b' ') { digits(len + 1, 2) } else { None };
    if let (Some(hour), true, Some(minute)) = (hour, sign(len + 3, b':'), digits(len + 4, 2)) {
        let _ = write!(iso, "T{hour}:{minute}");
        len += 6;
        if let (true, Some(second)) = (sign(len, b':'), digits(len + 1, 2)) {
            let _ = write!(iso, ":{second}");
            len += 3;
            let fraction = text[len..].iter().skip(1).take_while(|byte| byte.is_ascii_digit()).count();
            if sign(len, b'.') && fraction > 0 {
                let _ = write!(iso, ".{}", digits(len + 1, fraction)?);
                len += 1 + fraction;
            }
        }
        let blank = usize::from(sign(len, b' '));
        let zone = &text[len + blank..];
        let hours = |at: usize| digits(len + blank + at, 2);
        match zone.first() {
            Some(b'Z') if blank == 0 => {
                iso.push('Z');
                len += 1;
            }
            Some(b'U') if zone.starts_with(b"UTC") => {
                iso.push('Z');
                len += blank + 3;
            }
            Some(mark @ (b'+' | b'-')) => {
                if let Some(hour) = hours(1) {
                    let colon = usize::from(zone.get(3) == Some(&b':'));
                    let minute = hours(3 + colon)?;
                    let _ = write!(iso, "{}{hour}:{minute}", char::from(*mark));
                    len += blank + 5 + colon;
                }
            }
            _ => {}
        }
    }
    (!text.get(len).is_some_and(|byte| is_word(*byte))).then_some((len, iso))
}
