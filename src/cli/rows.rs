//! Records that were not announced: input that is split because of its name, or because of what it holds.
//!
//! | shape | read as |
//! |---|---|
//! | one strict JSON document | itself; an array of answers by its items |
//! | a stream of events, with `data:` or without | one text, because pieces are joined |
//! | documents that NUL bytes separate | those |
//! | JSON strings, one a line | the text of each |
//! | rows: lines that are each a document, but for one in five | lines |
//! | documents one after the other, on any number of lines | those |
//!
//! A file is rows when its name says so. Any other input is rows when its beginning holds enough lines that are each a
//! document. A document on several lines has few such lines, because commas follow its items; what looks like rows
//! inside an array or a fence is told by the line that opens it, and by the indentation or the line that closes it.

use std::io::{self, Read};
use std::path::Path;

use super::input::{Open, Source, first};
use super::records::{Framing, split};
use super::texts::end_of_first;
use crate::core::calls::envelope::lines::{Kind, kind};
use crate::core::json::{BOM, MAX_DEPTH, RS, is_space, scan_document, scan_value, unquote};
use crate::core::repair::engine::{Options, Risk, Truncated, repair};
use crate::core::results::stats::shape;
use crate::report::diagnostic::{self, Diagnostic, Severity};

/// How much of the input is looked at.
const HEAD: usize = 64 << 10;

/// Fewer lines are no evidence, unless all are strict JSON.
const FEWEST: usize = 3;
const FEWEST_STRICT: usize = 2;

/// Extensions of files that hold one document a line.
const EXTENSIONS: [&str; 3] = ["jsonl", "ndjson", "jsonlines"];

/// Returns whether the name of a source promises one document.
pub(super) fn holds_one(source: &Source) -> bool {
    let extension = source.path().and_then(Path::extension);
    extension.is_some_and(|extension| extension.eq_ignore_ascii_case("json"))
}

/// Which sources are split into records by what they hold, and for what reader.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Rows {
    /// None: it was said how sources are read.
    #[default]
    Unsought,
    /// Lines are found in all of them. A repair reads the other shapes as one text.
    Anywhere,
    /// The same, but in those that one document is due in.
    ButInJson,
    /// Messages and answers are read, in every shape that logs have.
    InMessages,
    /// The same, and where no shape is found, each line is read on its own. A file of metrics is read as a whole.
    InLogs,
}

impl Rows {
    /// Returns whether messages and answers are read.
    fn reads_messages(self) -> bool {
        matches!(self, Self::InMessages | Self::InLogs)
    }
}

/// Says how a source is to be read.
pub(super) struct Settled {
    pub(super) framing: Framing,
    /// Neither a flag nor the name of the file says so.
    pub(super) is_guess: bool,
    pub(super) open: Open,
}

/// Finds out how a source is to be read, and puts what was looked at back in front of the rest.
pub(super) fn settle(source: &Source, mut open: Open, rows: Rows) -> io::Result<Settled> {
    let mut head = Vec::new();
    open.reader.by_ref().take(HEAD as u64).read_to_end(&mut head)?;
    // A terminal that has said that it ends must not be asked again.
    let is_all = head.len() < HEAD;
    let named = is_named(source);
    let framing = found(&head, is_all, named, rows);
    let head = io::Cursor::new(head);
    let reader: Box<dyn Read + Send> =
        if is_all { Box::new(head) } else { Box::new(head.chain(open.reader)) };
    Ok(Settled { framing, is_guess: !named, open: Open { reader, ..open } })
}

/// Returns whether the name of the source says that each line is a document.
pub(super) fn is_named(source: &Source) -> bool {
    let extension = source.path().and_then(Path::extension);
    extension.is_some_and(|extension| EXTENSIONS.iter().any(|known| extension.eq_ignore_ascii_case(known)))
}

/// Returns whether the first line of a stream that may wait is a whole answer. Reads no further than to its end, and only where
/// it begins as JSON. What was read is appended to `head`.
pub(super) fn begins_with_answer(reader: &mut dyn Read, head: &mut Vec<u8>) -> io::Result<bool> {
    loop {
        let text = head.trim_ascii_start();
        let is_json = text.first().is_none_or(|first| *first == b'{');
        if !is_json || head.len() >= HEAD {
            return Ok(false);
        }
        if let Some(end) = memchr::memchr(b'\n', text) {
            return Ok(kind(&text[..end], MAX_DEPTH) == Kind::Answer);
        }
        let read = first(reader)?;
        if read.is_empty() {
            return Ok(false);
        }
        head.extend_from_slice(&read);
    }
}

/// Returns how a text is read that is whole.
pub(super) fn found_in(text: &[u8], rows: Rows) -> Framing {
    let head = &text[..text.len().min(HEAD)];
    found(head, head.len() < HEAD, false, rows)
}

/// Returns how a text is read that begins with `head`, which may be all of it; `named` where the name of the file says lines.
pub(super) fn found(head: &[u8], is_all: bool, named: bool, rows: Rows) -> Framing {
    if !rows.reads_messages() {
        return if are_rows(head, named) { Framing::Lines } else { Framing::Document };
    }
    let text = head.strip_prefix(BOM).unwrap_or(head);
    let start = text.trim_ascii_start();
    let otherwise = if rows == Rows::InLogs && !is_open(start) { Framing::Lines } else { Framing::Document };
    if rows == Rows::InLogs && shape::begins(head)
        || EVENT_FIELDS.iter().any(|field| start.starts_with(field))
    {
        return Framing::Document;
    }
    if is_all && scan_document(text, MAX_DEPTH).is_ok() && !start.starts_with(b"\"") {
        return match start.first() {
            Some(b'[') if holds_answers(start) => Framing::Items,
            _ if named && !goes_on(start.split(|byte| *byte == b'\n').next().unwrap_or_default()) => {
                Framing::Lines
            }
            _ => otherwise,
        };
    }
    if !is_all && start.starts_with(b"[") && holds_answers(start) {
        return Framing::Items;
    }
    let whole = if is_all { text } else { &text[..memchr::memrchr(b'\n', text).map_or(0, |at| at + 1)] };
    let lines = || split(whole, b'\n').map(<[u8]>::trim_ascii).filter(|line| !line.is_empty());
    if lines().any(|line| kind(line, MAX_DEPTH) == Kind::Piece) {
        return Framing::Document;
    }
    let calls_alone = |line: &[u8]| kind(line, MAX_DEPTH) == Kind::Call;
    if memchr::memchr(0, text).is_some() {
        let pieces = || split(text, 0).map(<[u8]>::trim_ascii).filter(|piece| !piece.is_empty());
        let count = pieces().filter(|piece| is_document(piece)).count();
        return if count > 1 && count * 5 >= pieces().count() * 4 { Framing::Nul } else { otherwise };
    }
    if lines().count() > 1 && lines().all(|line| line.starts_with(b"\"") && unquote(line).is_some()) {
        return Framing::Strings;
    }
    // A whole answer on one line is a record of a log, whatever half of the other lines are.
    let hold_answers = || {
        let kinds = || lines().map(|line| kind(line, MAX_DEPTH));
        lines().count() > 1
            && kinds().any(|kind| kind == Kind::Answer)
            && kinds().filter(|kind| *kind != Kind::Other).count() * 2 >= lines().count()
    };
    if are_rows(head, named) || hold_answers() {
        // Calls on lines of their own may be one message.
        let is_message = !named && rows == Rows::InMessages && lines().all(calls_alone);
        return if is_message { Framing::Document } else { Framing::Lines };
    }
    if holds_texts(text, is_all) { Framing::Texts(MAX_DEPTH) } else { otherwise }
}

/// Lists how a stream of events begins.
const EVENT_FIELDS: [&[u8]; 4] = [b"data:", b"event:", b"id:", b":"];

/// Returns whether the first line only opens a bracket.
fn is_open(first: &[u8]) -> bool {
    matches!(first.split(|byte| *byte == b'\n').next().unwrap_or_default().trim_ascii_end(), b"{" | b"[")
}

/// Returns whether the first item of this array is a whole answer.
fn holds_answers(array: &[u8]) -> bool {
    let inner = array[1..].trim_ascii_start();
    scan_value(inner, 0, MAX_DEPTH).is_ok_and(|end| kind(&inner[..end], MAX_DEPTH) == Kind::Answer)
}

/// The text after white space and separators of records (RFC 7464).
fn after_space(text: &[u8]) -> &[u8] {
    let space = text.iter().take_while(|byte| is_space(**byte) || **byte == RS).count();
    &text[space..]
}

/// Returns whether these are JSON documents one after the other, with at most one other line in five between them.
fn holds_texts(text: &[u8], is_all: bool) -> bool {
    let (mut strict, mut others, mut calls, mut rest) = (0, 0, 0, after_space(text));
    while let Some(end) = (!rest.is_empty()).then(|| end_of_first(rest, is_all, MAX_DEPTH)).flatten() {
        let (first, after) = rest.split_at(end);
        match kind(first, MAX_DEPTH) {
            Kind::Piece => return false,
            Kind::Call => calls += 1,
            _ => {}
        }
        let is_strict = matches!(first.first(), Some(b'{' | b'[')) && scan_document(first, MAX_DEPTH).is_ok();
        *(if is_strict { &mut strict } else { &mut others }) += 1;
        rest = after_space(after);
    }
    // The last one may only have begun.
    let begun = usize::from(!is_all && rest.starts_with(b"{"));
    strict + begun >= 2 && calls < strict && strict * 5 >= (strict + others) * 4
}

/// Returns whether this is the beginning of rows. `named` states whether the name of the file says so.
pub fn are_rows(head: &[u8], named: bool) -> bool {
    let is_cut = head.len() == HEAD;
    let whole = if is_cut { memchr::memrchr(b'\n', head).map_or(0, |at| at + 1) } else { head.len() };
    let text = head[..whole].strip_prefix(BOM).unwrap_or(&head[..whole]);
    let lines = || split(text, b'\n').map(<[u8]>::trim_ascii).filter(|line| !line.is_empty());
    let is_most = |count| count * 5 >= lines().count() * 4;
    let looks_alone = |line: &&[u8]| matches!(line, [b'{', .., b'}'] | [b'[', .., b']']);
    let are_strict = || {
        lines().count() >= FEWEST_STRICT
            && lines().all(|line| looks_alone(&line) && scan_document(line, MAX_DEPTH).is_ok())
    };
    let are_most = (lines().count() >= FEWEST || are_strict())
        && is_most(lines().filter(looks_alone).count())
        && is_most(lines().filter(|line| is_document(line)).count());
    match lines().next() {
        Some(first) if named => are_most || !goes_on(first),
        Some(_) if holds_all(text) => false,
        // A fence after the first row is a stray line of a log.
        Some(first) => {
            are_most && !goes_on(first) && !lines().take_while(|line| !is_document(line)).any(is_frame)
        }
        None => named,
    }
}

/// Returns whether the line is a document of its own, as it is or after a repair that leaves nothing out.
fn is_document(line: &[u8]) -> bool {
    // Words in brackets are as often the beginning of a log line as a list.
    let max_risk = match line {
        [b'{', .., b'}'] => Risk::Inferred,
        [b'[', .., b']'] => Risk::Syntax,
        _ => return false,
    };
    let options = Options { max_risk, truncated: Truncated::Refuse, ..Options::default() };
    scan_document(line, MAX_DEPTH).is_ok()
        || repair(line, &options).is_ok_and(|repaired| repaired.documents.len() == 1)
}

/// Returns whether a document begins in this line and goes on in the next one.
fn goes_on(line: &[u8]) -> bool {
    let opens = |byte| matches!(byte, b'[' | b'{' | b'(');
    let ends_open = line.last().is_some_and(|last| opens(*last) || *last == b',');
    let holds_one =
        || line.split_first().is_some_and(|(open, rest)| opens(*open) && is_document(rest.trim_ascii()));
    !is_document(line) && (ends_open || holds_one())
}

/// Returns whether the first line opens brackets that the last one closes, or for which the last one is indented less, as in
/// `{"rows": [{"a": 1}` and further rows.
fn holds_all(text: &[u8]) -> bool {
    let mut lines = split(text, b'\n').filter(|line| !line.trim_ascii().is_empty());
    let indent = |line: &[u8]| line.len() - line.trim_ascii_start().len();
    let (Some(first), Some(second)) = (lines.next(), lines.next()) else { return false };
    let last = lines.last().unwrap_or(second);
    open_after(first) > 0 && (indent(second) > indent(first) || open_after(last) < 0)
}

/// How many more brackets open than close in a line, outside of strings.
fn open_after(line: &[u8]) -> i32 {
    let (mut open, mut rest) = (0, line.iter());
    while let Some(byte) = rest.next() {
        match byte {
            b'{' | b'[' => open += 1,
            b'}' | b']' => open -= 1,
            b'"' => {
                while rest.next().is_some_and(|byte| match byte {
                    b'\\' => rest.next().is_some(),
                    byte => *byte != b'"',
                }) {}
            }
            _ => {}
        }
    }
    open
}

/// Returns whether the line only begins what holds the lines after it: a fence, or an opening bracket.
fn is_frame(line: &[u8]) -> bool {
    line.starts_with(b"```") || line.iter().all(|byte| matches!(byte, b'[' | b'{' | b'('))
}

/// Says how a source is read although no flag and no name asks for it.
pub(super) fn read_as(framing: Framing) -> Option<Diagnostic> {
    let (code, message) = match framing {
        Framing::Lines => ("lines", "each line is a document, so each is read on its own"),
        Framing::Texts(_) => ("documents", "the text holds several documents, so each is read on its own"),
        Framing::Nul => ("nul", "NUL bytes separate documents, so each is read on its own"),
        Framing::Strings => ("strings", "each line is a JSON string, so the text in each is read on its own"),
        _ => return None,
    };
    Some(Diagnostic {
        advice: "--framing document reads the whole text as one".into(),
        place: Some(diagnostic::Place::line(1, None)),
        ..Diagnostic::new(Severity::Note, code, message)
    })
}
