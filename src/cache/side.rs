//! What is known of a stored result: the call that gave it, its size, and when it came.

use std::io::{self, Write};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use super::entry::{put_at, temporary};
use super::{Call, Facts, open};
use crate::core::json::moment::{date_time, rfc3339};
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
    pub(crate) created: i64,
    pub(crate) state: State,
    /// Says whether the entry is text that is not JSON.
    pub(crate) is_text: bool,
}

/// Bytes of side data: arguments have a size, and one that is large must not make a listing expensive.
const MAX_BYTES: u64 = 1 << 20;

impl Side {
    pub(super) fn of(call: &Call, facts: Facts) -> Self {
        Self {
            key: call.key.clone(),
            tool: call.tool.clone(),
            namespace: call.namespace.clone(),
            args: call.args.clone(),
            bytes: facts.bytes,
            rows: facts.rows,
            created: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64),
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
            rfc3339(self.created),
            self.state.name(),
        )
    }

    pub(super) fn write(&self, path: &Path) -> io::Result<()> {
        let file = temporary(path.parent().unwrap_or(Path::new(".")))?;
        file.as_file().write_all(format!("{}\n", self.json()).as_bytes())?;
        put_at(file, path)
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
            created: date_time(&string("created")?)?,
            state: if string("state")? == "error" { State::Error } else { State::Ok },
            is_text: string("format").is_some_and(|format| format == "text"),
        })
    }
}
