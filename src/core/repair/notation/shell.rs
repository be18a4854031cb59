//! Single quotes of a shell around a whole document, and bytes of Python: `'{"a": 1}'`, `b'{"a": 1}'`. They are strings in other
//! languages, but a text that is nothing else holds a document, and the quotes come from its way here.

use crate::core::json::{MAX_DEPTH, ScanError, scan_text, skip_space};
use crate::core::repair::edit::{Code, Fixes, apply};

/// Spells the quote of a shell in single quotes.
const QUOTES_IN_QUOTES: [&str; 2] = ["'\\''", "'\"'\"'"];

/// The fixes that take the quotes off, if the first token already is no JSON.
pub(crate) fn unquoted(text: &str, error: ScanError) -> Option<Fixes> {
    if error.offset != skip_space(text.as_bytes(), 0) {
        return None;
    }
    let trimmed = text.trim();
    let is_bytes = trimmed.starts_with("b'") || trimmed.starts_with("b\"");
    let quoted = if is_bytes { &trimmed[1..] } else { trimmed };
    let quote = quoted.chars().next().filter(|mark| *mark == '\'' || is_bytes && *mark == '"')?;
    let inside = quoted.strip_prefix(quote)?.strip_suffix(quote)?;
    let is_document = |open, close| inside.trim().starts_with(open) && inside.trim().ends_with(close);
    if !is_document('{', '}') && !is_document('[', ']') {
        return None;
    }
    let start = inside.as_ptr() as usize - text.as_ptr() as usize;
    let opening = trimmed.as_ptr() as usize - text.as_ptr() as usize;
    let around = |inner: Fixes| {
        let mut fixes = Fixes::default();
        fixes.push(Code::Wrapper, opening, start, "");
        fixes.append(inner.settled().moved(isize::try_from(start).ok()?));
        fixes.push(Code::Wrapper, start + inside.len(), start + inside.len() + 1, "");
        Some(fixes)
    };
    let shell = || words_of_shell(inside);
    let python = || escapes_of_python(inside, quote);
    let mut readings = [if is_bytes { None } else { shell() }, python()].into_iter().flatten();
    around(readings.find(|fixes| is_json(&apply(inside, fixes)))?)
}

/// Returns whether this is a document of JSON, but for slips: strictly, with commas before closing brackets, or with a string
/// where one is due.
fn is_json(text: &str) -> bool {
    let Err(error) = scan_text(text, MAX_DEPTH) else { return true };
    let bytes = text.as_bytes();
    let head = text.trim_start().trim_start_matches(['{', '[', ' ', '\n', '\r', '\t']);
    let has_strings = head.starts_with('"') || head.starts_with("\\\"");
    let ends_list = || {
        let comma = text[..error.offset].trim_end().strip_suffix(',')?;
        let rest = &text[error.offset..];
        let is_last = skip_space(bytes, error.offset + 1) == bytes.len();
        Some(is_last && scan_text(&format!("{comma}{rest}"), MAX_DEPTH).is_ok())
    };
    has_strings || matches!(bytes.get(error.offset), Some(b'}' | b']')) && ends_list() == Some(true)
}

/// The fixes of a shell's words without their quotes; `None` where a quote is left that ends the word.
fn words_of_shell(inside: &str) -> Option<Fixes> {
    let (mut fixes, mut at) = (Fixes::default(), 0);
    while let Some(found) = inside[at..].find('\'') {
        at += found;
        let mark = QUOTES_IN_QUOTES.iter().find(|mark| inside[at..].starts_with(**mark))?;
        fixes.push(Code::Wrapper, at, at + mark.len(), "'");
        at += mark.len();
    }
    Some(fixes)
}

/// The fixes that decode Python's escapes; `None` where the quote that ends the string stands within.
fn escapes_of_python(inside: &str, quote: char) -> Option<Fixes> {
    let (bytes, mut fixes, mut at) = (inside.as_bytes(), Fixes::default(), 0);
    while let Some(found) = memchr::memchr2(b'\\', quote as u8, &bytes[at..]) {
        at += found;
        let (mut run, mut end) = (Vec::new(), at);
        while let Some((byte, len)) = escape(&bytes[end..]) {
            run.push(byte);
            end += len;
        }
        if run.is_empty() {
            return None;
        }
        fixes.push(Code::EscapedDocument, at, end, String::from_utf8(run).ok()?);
        fixes.pack();
        at = end;
    }
    Some(fixes)
}

/// The byte that an escape stands for, and how long it is.
fn escape(rest: &[u8]) -> Option<(u8, usize)> {
    let byte = match rest.strip_prefix(b"\\")?.first()? {
        plain @ (b'\\' | b'"' | b'\'') => *plain,
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        b'x' => return super::transport::hex_byte(rest, 0).map(|byte| (byte, "\\xHH".len())),
        _ => return None,
    };
    Some((byte, 2))
}
