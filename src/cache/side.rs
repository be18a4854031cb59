//! Side data of a stored result: the call that gave it, its size, and when it came.

use std::io::{self, Write};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use super::entry::{put_at, temporary};
use super::{Call, Facts, open};
use crate::core::json::moment::{date_time, rfc3339};
use crate::core::json::{MAX_DEPTH, Style, Value, parse, quoted};

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// With a result.
    Ok,
    /// With an error: there is no result.
    Error,
}

impl State {
    pub fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Error => "error",
        }
    }
}

/// Side data of a result: its call, the facts about it, and when it came.
#[derive(Clone, Debug)]
pub struct Side {
    pub call: Call,
    pub facts: Facts,
    /// Seconds since 1970.
    pub created: i64,
}

/// Bytes of side data: arguments have a size, and one that is large must not make a listing expensive.
const MAX_BYTES: u64 = 1 << 20;

impl Side {
    /// Returns the side data of a result that comes now.
    pub(super) fn now(call: Call, facts: Facts) -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        Self { call, facts, created: since.map_or(0, |since| since.as_secs() as i64) }
    }

    /// Returns one line of JSON, without a line end.
    pub fn json(&self) -> String {
        let Self { call: Call { key, tool, namespace, args }, facts, created } = self;
        let Facts { bytes, rows, state, is_text } = *facts;
        let namespace =
            namespace.as_ref().map_or(String::new(), |name| format!(r#","namespace":{}"#, quoted(name)));
        let rows = rows.map_or(String::new(), |rows| format!(r#","rows":{rows}"#));
        let format = if is_text { r#","format":"text""# } else { "" };
        let (tool, created, state) = (quoted(tool), rfc3339(*created), state.name());
        format!(
            r#"{{"key":"{key}","tool":{tool}{namespace},"args":{args},"bytes":{bytes}{rows},"created":"{created}","state":"{state}"{format}}}"#
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
        let call = Call {
            key: string("key")?,
            tool: string("tool")?,
            namespace: string("namespace"),
            args: String::from_utf8(args).ok()?,
        };
        let facts = Facts {
            bytes: number("bytes")?,
            rows: number("rows"),
            state: if string("state")? == "error" { State::Error } else { State::Ok },
            is_text: string("format").is_some_and(|format| format == "text"),
        };
        Some(Self { call, facts, created: date_time(&string("created")?)? })
    }
}
