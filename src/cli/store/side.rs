//! What is known of a stored result: the call that gave it, its size, and when it came.

use std::io::{self, Write};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use super::{Call, Facts, Temporary, open};
use crate::core::json::{MAX_DEPTH, Style, Value, parse, quoted};

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// With a result.
    Ok,
    /// With an error: there is no result.
    Error,
}

impl State {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Error => "error",
        }
    }
}

/// Side data of a result.
#[derive(Clone, Debug)]
pub(crate) struct Side {
    pub(crate) key: String,
    pub(crate) tool: String,
    pub(crate) namespace: Option<String>,
    /// Canonical JSON.
    pub(crate) args: String,
    pub(crate) bytes: u64,
    pub(crate) rows: Option<u64>,
    /// Seconds since 1970.
    pub(crate) created: u64,
    pub(crate) state: State,
    /// Is it text that is not JSON?
    pub(crate) is_text: bool,
}

/// Bytes of side data: arguments have a size, and one that is large must not make a listing expensive.
const MAX_BYTES: u64 = 1 << 20;

/// Seconds since 1970.
pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

impl Side {
    pub(super) fn of(call: &Call, facts: Facts) -> Self {
        Self {
            key: call.key.clone(),
            tool: call.tool.clone(),
            namespace: call.namespace.clone(),
            args: call.args.clone(),
            bytes: facts.bytes,
            rows: facts.rows,
            created: now(),
            state: facts.state,
            is_text: facts.is_text,
        }
    }

    /// As one line of JSON, without a line end.
    pub(crate) fn json(&self) -> String {
        let namespace =
            self.namespace.as_ref().map_or(String::new(), |name| format!(r#","namespace":{}"#, quoted(name)));
        let rows = self.rows.map_or(String::new(), |rows| format!(r#","rows":{rows}"#));
        let format = if self.is_text { r#","format":"text""# } else { "" };
        format!(
            r#"{{"key":"{}","tool":{}{namespace},"args":{},"bytes":{}{rows},"created":"{}","state":"{}"{format}}}"#,
            self.key,
            quoted(&self.tool),
            self.args,
            self.bytes,
            moment(self.created),
            self.state.name(),
        )
    }

    pub(super) fn write(&self, path: &Path) -> io::Result<()> {
        let mut file = Temporary::private(path.parent().unwrap_or(Path::new(".")))?;
        file.write_all(self.json().as_bytes())?;
        file.write_all(b"\n")?;
        file.put_at(path)
    }

    /// Reads side data; `None` where it is not what it should be.
    pub(super) fn read(path: &Path) -> Option<Self> {
        let file =
            open(path).ok().filter(|file| file.metadata().is_ok_and(|about| about.len() <= MAX_BYTES))?;
        let text = io::read_to_string(file).ok()?;
        let value = parse(text.trim_end(), MAX_DEPTH).ok()?;
        let string = |name: &str| value.get(name)?.text();
        let number = |name: &str| match value.get(name)? {
            Value::Number(digits) => digits.parse().ok(),
            _ => None,
        };
        let mut args = Vec::new();
        Style::compact().write_value(value.get("args")?, &mut args);
        Some(Self {
            key: string("key")?,
            tool: string("tool")?,
            namespace: string("namespace"),
            args: String::from_utf8(args).ok()?,
            bytes: number("bytes")?,
            rows: number("rows"),
            created: seconds(&string("created")?)?,
            state: if string("state")? == "error" { State::Error } else { State::Ok },
            is_text: string("format").is_some_and(|format| format == "text"),
        })
    }
}

/// Seconds since 1970 as RFC 3339 writes them, in UTC.
pub(crate) fn moment(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    // The calendar counted from 1 March of the year 0, so that leap days come last (Hinnant's days-to-civil).
    let shifted = days + 719_468;
    let (era, of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let day_of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// The same backwards.
fn seconds(moment: &str) -> Option<u64> {
    let number = |range: std::ops::Range<usize>| moment.get(range)?.parse::<u64>().ok();
    let (year, month, day) = (number(0..4)?, number(5..7)?, number(8..10)?);
    let (hour, minute, second) = (number(11..13)?, number(14..16)?, number(17..19)?);
    let year = year - u64::from(month <= 2);
    let day_of_year = (153 * (if month > 2 { month - 3 } else { month + 9 }) + 2) / 5 + day.checked_sub(1)?;
    let days = year / 400 * 146_097 + year % 400 * 365 + year % 400 / 4 - year % 400 / 100 + day_of_year;
    Some((days.checked_sub(719_468)? * 24 + hour) * 3600 + minute * 60 + second)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_go_there_and_back() {
        assert_eq!(moment(0), "1970-01-01T00:00:00Z");
        assert_eq!(moment(951_782_399), "2000-02-28T23:59:59Z");
        assert_eq!(moment(1_800_000_000), "2027-01-15T08:00:00Z");
        for seconds_since in (0..4_000_000_000).step_by(7_654_321) {
            assert_eq!(seconds(&moment(seconds_since)), Some(seconds_since));
        }
    }
}
