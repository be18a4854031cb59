//! Documents in the cells of CSV: `7,"{""a"": 1}",x`. Each quote of one is doubled, or has a backslash before it. A cell may have lost its
//! own quotes: `{""a"": 1}`.

use std::ops::Range;

use crate::core::repair::edit::{Code, Fixes};
use crate::core::repair::parser::text::lexer::near;

/// A cell that holds a document.
pub(super) struct Cell {
    /// The cell without its quotes.
    inside: Range<usize>,
    /// Holds what stands before a quote of the document.
    mark: u8,
}

/// Separates cells.
const SEPARATORS: &[u8] = b",;\t\r\n";

/// The cells of `text` that hold documents, if it is made of cells. A text that begins with a bracket is a document.
pub(super) fn documents(text: &str) -> Vec<Cell> {
    let bytes = text.as_bytes();
    let first = text.trim_ascii_start();
    if first.starts_with(['{', '[', '(', '\'']) || memchr::memchr(b'"', bytes).is_none() {
        return Vec::new();
    }
    let (mut cells, mut at) = (Vec::new(), text.len() - first.len());
    while let Some(quote) = memchr::memchr(b'"', &bytes[at..]).map(|found| at + found) {
        let is_start = quote == text.len() - first.len() || SEPARATORS.contains(&bytes[quote - 1]);
        let is_doubled = head(&text[quote + 1..]).starts_with("\"\"");
        let Some(end) = is_start.then(|| end(bytes, quote + 1, is_doubled)).flatten() else {
            // A quote that begins no cell: the text is no CSV.
            return Vec::new();
        };
        let inside = quote + 1..end;
        cells.extend(mark(&text[inside.clone()]).map(|mark| Cell { inside, mark }));
        at = end + 1;
    }
    cells
}

/// Returns where the first string begins of a document from a cell that lost its outer quotes, as in `{""a"": """"}`: the first quotes
/// after `from` stand around some text, and no quote from there on stands alone.
pub(super) fn doubled(text: &str, from: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let is_pair = |at: usize| bytes.get(at..at + 2) == Some(b"\"\"");
    let first = from + memchr::memchr(b'"', &bytes[from..])?;
    let start = first + 2;
    let end = start + memchr::memchr(b'"', bytes.get(start..)?)?;
    // `["", x, ""]` has two empty strings.
    let content = bytes[start..end].trim_ascii();
    let is_between = |sign: Option<&u8>| sign.is_none_or(|sign| b",:[]{}".contains(sign));
    let is_string =
        is_pair(first) && is_pair(end) && !is_between(content.first()) && !is_between(content.last());
    let is_begun = matches!(bytes[from..first].trim_ascii_end().last(), Some(b'{' | b'['));
    let is_ended = matches!(bytes.get(near(bytes, end + 2)), Some(b':' | b',' | b']' | b'}'));
    if !(is_string && is_begun && is_ended) {
        return None;
    }
    let mut at = first;
    while let Some(quote) = memchr::memchr(b'"', &bytes[at..]) {
        at += quote + 2;
        if !is_pair(at - 2) {
            return None;
        }
    }
    Some(first)
}

/// Returns where the cell ends whose content begins at `at`: at a quote that stands alone, before a separator. Where quotes are
/// doubled, a backslash is content: `"{""a"": ""say \""hi\""""}"`.
fn end(bytes: &[u8], mut at: usize, is_doubled: bool) -> Option<usize> {
    loop {
        at += memchr::memchr2(b'"', b'\\', &bytes[at..])?;
        match (bytes[at], bytes.get(at + 1)) {
            (b'\\', _) if is_doubled => at += 1,
            (b'"' | b'\\', Some(b'"')) => at += 2,
            (b'\\', _) => at += 1,
            (_, next) => return next.is_none_or(|next| SEPARATORS.contains(next)).then_some(at),
        }
    }
}

/// Returns what stands before each quote of the document that a cell holds, if it holds one.
fn mark(inside: &str) -> Option<u8> {
    let inside = inside.trim();
    let is_document =
        inside.starts_with('{') && inside.ends_with('}') || inside.starts_with('[') && inside.ends_with(']');
    let mark = [b'"', b'\\'].into_iter().find(|mark| head(inside).as_bytes().starts_with(&[*mark, b'"']))?;
    is_document.then_some(mark)
}

/// Returns the text after the brackets at its beginning.
fn head(text: &str) -> &str {
    text.trim_start_matches(['{', '[', ' ', '\n', '\r', '\t'])
}

/// The fixes that leave the documents of these cells, one a line.
#[cold]
pub(super) fn without(text: &str, cells: &[Cell]) -> Fixes {
    let mut fixes = Fixes::default();
    let mut end = 0;
    for (number, cell) in cells.iter().enumerate() {
        let Range { start, end: close } = cell.inside;
        let gap = text[end..start - 1].trim();
        let between = if number == 0 { "" } else { "\n" };
        if !gap.is_empty() || number > 0 {
            fixes.push(Code::Prose, end, start - 1, between);
        }
        fixes.push(Code::DoubledQuotes, start - 1, start, "");
        unmark(&mut fixes, text, start..close, cell.mark);
        fixes.push(Code::DoubledQuotes, close, close + 1, "");
        end = close + 1;
    }
    if !text[end..].trim().is_empty() {
        fixes.push(Code::Prose, end, text.len(), "");
    }
    fixes
}

/// The fixes that leave one of the two quotes in each pair from `start` on.
#[cold]
pub(super) fn without_doubles(text: &str, start: usize) -> Fixes {
    let mut fixes = Fixes::default();
    unmark(&mut fixes, text, start..text.len(), b'"');
    fixes
}

/// Adds the fixes that drop the mark before each quote and each backslash in `inside`.
fn unmark(fixes: &mut Fixes, text: &str, inside: Range<usize>, mark: u8) {
    let bytes = &text.as_bytes()[..inside.end];
    let mut at = inside.start;
    while let Some(found) = memchr::memchr(mark, &bytes[at..]) {
        at += found + 1;
        if matches!(bytes.get(at), Some(b'"' | b'\\')) {
            fixes.push(Code::DoubledQuotes, at - 1, at, "");
            fixes.pack();
            at += 1;
        }
    }
}
