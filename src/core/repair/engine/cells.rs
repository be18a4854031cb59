//! Documents in the cells of CSV: `7,"{""a"": 1}",x`. Each quote of one is doubled, or has a backslash before it.

use std::ops::Range;

use crate::core::repair::edit::{Code, Fixes};

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

/// Returns whether `text` holds a document from a cell whose outer quotes are gone: its first quotes stand around a key and are doubled,
/// as in `{""a"": """"}`, and no quote stands alone.
pub(super) fn is_bare(text: &str) -> bool {
    let Some(first) = memchr::memchr(b'"', text.as_bytes()) else { return false };
    let (before, mut rest) = text.split_at(first);
    let is_key = |key: &str| {
        let after = key.trim_start_matches(|sign| sign != '"');
        let rest = after.strip_prefix("\"\"").filter(|_| after.len() < key.len());
        rest.is_some_and(|rest| rest.trim_start().starts_with(':'))
    };
    if !before.trim_end().ends_with(['{', '[']) || !rest.strip_prefix("\"\"").is_some_and(is_key) {
        return false;
    }
    while let Some(quote) = memchr::memchr(b'"', rest.as_bytes()) {
        let Some(after) = rest[quote..].strip_prefix("\"\"") else { return false };
        rest = after;
    }
    true
}

/// The fixes that leave one of two quotes.
#[cold]
pub(super) fn without_doubles(text: &str) -> Fixes {
    let mut fixes = Fixes::default();
    for at in memchr::memchr_iter(b'"', text.as_bytes()).step_by(2) {
        fixes.push(Code::DoubledQuotes, at, at + 1, "");
        fixes.pack();
    }
    fixes
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
        let mut at = start;
        while let Some(found) = memchr::memchr(cell.mark, &text.as_bytes()[at..close]) {
            at += found;
            if matches!(text.as_bytes()[at + 1], b'"' | b'\\') && at + 1 < close {
                fixes.push(Code::DoubledQuotes, at, at + 1, "");
                fixes.pack();
                at += 1;
            }
            at += 1;
        }
        fixes.push(Code::DoubledQuotes, close, close + 1, "");
        end = close + 1;
    }
    if !text[end..].trim().is_empty() {
        fixes.push(Code::Prose, end, text.len(), "");
    }
    fixes
}
