//! What an answer is, which command reads it, and what it shows.

use std::fmt;

use super::{Clue, Clues};
use crate::core::calls::envelope::lines::{self, kind};
use crate::core::calls::envelope::shapes::is_limit;
use crate::core::calls::find::extract;
use crate::core::calls::formats::Format;
use crate::core::calls::types::call::Calls;
use crate::core::calls::types::options;
use crate::core::calls::types::said::Saying;
use crate::core::json::{MAX_DEPTH, ScanError, scan_document, unquote};
use crate::core::repair::edit::Code;
use crate::core::repair::engine::{FailureCode, Options, Repaired, Truncated, repair};
use crate::core::repair::notation::Notation;

/// What an answer is.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Kind {
    /// One strict JSON value.
    Json,
    /// A JSON string that holds JSON.
    Encoded,
    /// Lines, each with its own JSON.
    Rows,
    /// The answer of an API, with calls in it.
    Response(&'static Format),
    /// A tool call, or several.
    Call(&'static Format),
    /// Several JSON values one after the other.
    Documents,
    /// The printed form of a value in another language.
    Printed(&'static Notation),
    /// JSON with comments, and perhaps trailing commas.
    Jsonc,
    /// One JSON value with something wrong about it, or something around it.
    Damaged,
    /// A text that ends inside a JSON value.
    Cut,
    /// No JSON at all.
    Prose,
    /// Bytes that are no text.
    Bytes,
}

impl Kind {
    /// The command that handles it; `None` where there is nothing to do or nothing that can be done.
    pub fn command(self) -> Option<&'static str> {
        Some(match self {
            Self::Json | Self::Prose => return None,
            Self::Encoded => "jmend repair --framing strings",
            Self::Rows => "jmend repair --lines",
            Self::Response(_) | Self::Call(_) => "jmend calls",
            Self::Documents => "jmend repair --select all",
            Self::Bytes => "iconv",
            Self::Printed(_) | Self::Jsonc | Self::Damaged | Self::Cut => "jmend repair",
        })
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json => write!(f, "strict JSON"),
            Self::Encoded => write!(f, "JSON that was encoded twice: a string that holds JSON"),
            Self::Rows => write!(f, "lines, each with its own JSON"),
            Self::Response(format) => write!(f, "the answer of an API with tool calls ({})", format.id),
            Self::Call(format) => write!(f, "a tool call ({})", format.id),
            Self::Documents => write!(f, "several JSON values"),
            Self::Printed(notation) => write!(f, "the notation `{}`: {}", notation.name, notation.about),
            Self::Jsonc => write!(f, "JSON with comments (JSONC)"),
            Self::Damaged => write!(f, "one JSON value, damaged or wrapped"),
            Self::Cut => write!(f, "JSON that is cut off"),
            Self::Prose => write!(f, "text without JSON"),
            Self::Bytes => write!(f, "bytes that are not UTF-8"),
        }
    }
}

/// What was found out about one answer.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Answer {
    /// What it is.
    pub kind: Kind,
    /// What a strict parser says to it; `None` where it takes the text.
    pub strict: Option<ScanError>,
    /// What it shows.
    pub clues: Clues,
    /// Its calls, where they make it what it is.
    pub calls: Option<Calls>,
}

/// Finds out what an answer is. `outcome` is what its repair with `options`
/// gave, or why there is none; no code means that the value does not fit its schema. Linear in the text.
pub fn examine(
    text: &[u8],
    outcome: Result<&Repaired<'_>, Option<FailureCode>>,
    options: &Options,
) -> Answer {
    let strict = scan_document(text, MAX_DEPTH).err();
    let mut clues = outcome.map_or_else(Clues::of_failure, Clues::of_repair);
    let calls = extract(text, &options::Options { repair: *options, ..options::Options::default() }).ok();
    let format = calls.as_ref().and_then(format_of);
    let kind = if let Some(format) = format.filter(|format| format.is_envelope) {
        clues = Clues::default();
        if calls.as_ref().is_some_and(|calls| is_limit_reached(calls, text)) {
            clues.add(Clue::LimitReached);
        }
        Kind::Response(format)
    } else if strict.is_none() {
        if holds_json(text) {
            clues.add(Clue::EncodedTwice);
            Kind::Encoded
        } else {
            Kind::Json
        }
    } else if let Some(rows) = Rows::of(text) {
        if rows.prefixed > 0 {
            clues.add(Clue::PrefixedRows);
        }
        Kind::Rows
    } else if let Some(format) = format.filter(|format| format.is_markup()) {
        Kind::Call(format)
    } else {
        kind_of(outcome)
    };
    let calls = calls.filter(|_| matches!(kind, Kind::Response(_) | Kind::Call(_)));
    if let Some(calls) = &calls {
        clues.add_calls(calls);
    }
    Answer { kind, strict, clues, calls }
}

fn kind_of(outcome: Result<&Repaired<'_>, Option<FailureCode>>) -> Kind {
    match outcome {
        Ok(repaired) => match repaired.notation {
            _ if repaired.truncated.is_some() => Kind::Cut,
            Some(notation) => Kind::Printed(notation),
            None if repaired.documents.len() > 1 => Kind::Documents,
            None if is_jsonc(repaired) => Kind::Jsonc,
            None => Kind::Damaged,
        },
        Err(Some(FailureCode::NoJson)) => Kind::Prose,
        Err(Some(FailureCode::Encoding)) => Kind::Bytes,
        Err(Some(FailureCode::Truncated(_))) => Kind::Cut,
        Err(_) => Kind::Damaged,
    }
}

fn is_jsonc(repaired: &Repaired<'_>) -> bool {
    let codes = || repaired.fixes.kinds().map(|fix| fix.code);
    codes().any(|code| code == Code::Comment)
        && codes().all(|code| matches!(code, Code::Comment | Code::TrailingComma))
}

/// The format of the first call, or of the first block that should be one.
fn format_of(calls: &Calls) -> Option<&'static Format> {
    let first = calls.calls.first().map(|call| call.format);
    first.or_else(|| calls.refused.first().map(|refused| refused.format))
}

/// Returns whether an answer says that one of its messages ended at a limit.
fn is_limit_reached(calls: &Calls, text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    let mut reasons = calls.said.iter().flatten().filter(|said| said.what == Saying::Finish);
    reasons.any(|reason| is_limit(&reason.text(&text)))
}

/// Says why an answer that is cut off gives no calls.
pub const HALF_AN_ANSWER: &str = "the answer is cut off, and half a call is refused";

/// Returns whether a text is an answer or a message in JSON of which only the end is missing, nothing that was `found` in it tells
/// so, and `options` accept no such text. Strings in it are no text of a model.
pub fn is_half_an_answer(text: &[u8], found: &Calls, options: &Options) -> bool {
    let begins_json = || matches!(text.trim_ascii_start().first(), Some(b'{' | b'['));
    let is_known = found.is_json || !found.refused.is_empty();
    if is_known || options.truncated == Truncated::Close || !begins_json() {
        return false;
    }
    let ends_early = scan_document(text, MAX_DEPTH).is_err_and(|error| error.offset == text.len());
    let closed = Options { truncated: Truncated::Close, ..Options::default() };
    ends_early
        && repair(text, &closed).is_ok_and(|whole| {
            !matches!(kind(whole.text.as_bytes(), MAX_DEPTH), lines::Kind::Call | lines::Kind::Other)
        })
}

/// Returns whether a JSON string holds a container.
fn holds_json(text: &[u8]) -> bool {
    let is_container = |text: &str| text.trim_start().starts_with(['{', '[']);
    unquote(text.trim_ascii())
        .is_some_and(|inner| is_container(&inner) && inner.trim_end().ends_with(['}', ']']))
}

/// The lines of a log.
struct Rows {
    /// Lines that have other text before their JSON.
    prefixed: usize,
}

impl Rows {
    /// Text whose lines end with JSON of their own, half of them at least.
    fn of(text: &[u8]) -> Option<Self> {
        let (mut lines, mut whole, mut prefixed) = (0, 0, 0);
        for line in text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii) {
            if line.is_empty() {
                continue;
            }
            lines += 1;
            let is_json = |text: &[u8]| scan_document(text, MAX_DEPTH).is_ok();
            if matches!(line[0], b'{' | b'[') && is_json(line) {
                whole += 1;
            } else if memchr::memchr(b'{', line).is_some_and(|start| is_json(&line[start..])) {
                (whole, prefixed) = (whole + 1, prefixed + 1);
            }
        }
        (whole > 1 && whole * 2 >= lines).then_some(Self { prefixed })
    }
}
