//! Rows that were not announced: input that is read as lines because that is what it is.
//!
//! A file is rows when its name says so. Any other input is rows when its beginning holds enough lines that are each a
//! document. A document on several lines has few such lines, because commas follow its items; what looks like rows
//! inside an array or a fence is told by the line that opens it, and by the indentation or the line that closes it.

use std::io::{self, Read};
use std::path::Path;

use super::input::{Open, Source};
use super::records::{Framing, split};
use crate::core::json::{BOM, MAX_DEPTH, scan_document};
use crate::core::repair::engine::{Options, Risk, Truncated, repair};
use crate::core::results::stats::shape;

/// How much of the input is looked at.
const HEAD: u64 = 64 << 10;

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

/// Finds out how a source is to be read, and puts what was looked at back in front of the rest.
pub(super) fn settle(source: &Source, open: Open) -> io::Result<(Framing, Open)> {
    let named = source
        .path()
        .and_then(Path::extension)
        .is_some_and(|extension| EXTENSIONS.iter().any(|known| extension.eq_ignore_ascii_case(known)));
    looked_at(open, |head| are_rows(head, named))
}

/// The same for a log: each line is read on its own, but for metrics and for a document that spans lines.
pub(super) fn settle_log(open: Open) -> io::Result<(Framing, Open)> {
    looked_at(open, |head| {
        let first = head.trim_ascii_start().split(|byte| *byte == b'\n').next().unwrap_or_default();
        !shape::begins(head) && !matches!(first.trim_ascii_end(), b"{" | b"[")
    })
}

/// Reads the beginning of a source, and puts it back.
fn looked_at(mut open: Open, are_rows: impl FnOnce(&[u8]) -> bool) -> io::Result<(Framing, Open)> {
    let mut head = Vec::new();
    open.reader.by_ref().take(HEAD).read_to_end(&mut head)?;
    let framing = if are_rows(&head) { Framing::Lines } else { Framing::Document };
    // A terminal that has said that it ends must not be asked again.
    let is_all = (head.len() as u64) < HEAD;
    let head = io::Cursor::new(head);
    let reader: Box<dyn Read + Send> =
        if is_all { Box::new(head) } else { Box::new(head.chain(open.reader)) };
    Ok((framing, Open { reader, ..open }))
}

/// Is this the beginning of rows? `named` where the name of the file says so.
pub fn are_rows(head: &[u8], named: bool) -> bool {
    let is_cut = head.len() as u64 == HEAD;
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
