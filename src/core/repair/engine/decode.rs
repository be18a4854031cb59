//! Bytes → text: byte order marks, UTF-16, bytes that are not UTF-8, and documents that were escaped once too often.
//!
//! Every step gives the text and the fixes that lead to it, so that nothing changes in silence.

use std::borrow::Cow;
use std::mem::replace;
use std::ops::Range;

use super::cells::{self, Cell};
use super::wrappers::{content_start, end_of_leading};
use super::{Failure, FailureCode};
use crate::core::json::BOM;
use crate::core::repair::edit::{Code, Fixes, apply, compose};
use crate::core::repair::notation::transport::{self, Peeled};
use crate::core::repair::parser::text::keys;
use crate::core::repair::parser::text::lexer::{self, near, token_at};
use crate::core::repair::parser::text::limits::LOOK;
use crate::core::repair::parser::text::tokens::TokenKind;

/// The text of a record, and the fixes that made it out of the bytes.
///
/// `utf8` is the input where that is UTF-8. Offsets of fixes are bytes of `input`. UTF-16 is read with a byte order mark
/// and refused without one.
pub(super) fn decode<'a>(input: &'a [u8], utf8: Option<&'a str>) -> Result<(Cow<'a, str>, Fixes), Failure> {
    let mut fixes = Fixes::default();
    if let Some(big) = utf16_mark(input) {
        let text = utf16(&input[2..], big);
        fixes.push(Code::Utf16, 0, input.len(), text.clone());
        return Ok((Cow::Owned(text), fixes));
    }
    if let Some(offset) = looks_like_utf16(input) {
        return Err(Failure::new(FailureCode::Encoding, offset));
    }
    let skip = if input.starts_with(BOM) { BOM.len() } else { 0 };
    if skip > 0 {
        fixes.push(Code::Bom, 0, skip, "");
    }
    if let Some(text) = utf8 {
        let text = &text[skip..];
        let Some(inside) = inside_triple_quotes(text) else { return Ok((Cow::Borrowed(text), fixes)) };
        fixes.push(Code::Fence, skip, skip + inside.start, "");
        fixes.push(Code::Fence, skip + inside.end, skip + text.len(), "");
        return Ok((Cow::Borrowed(&text[inside]), fixes));
    }
    let body = &input[skip..];
    let mut text = String::with_capacity(body.len() + 16);
    let mut at = skip;
    let mut half = 0..0;
    for chunk in body.utf8_chunks() {
        text.push_str(chunk.valid());
        at += chunk.valid().len();
        let end = at + chunk.invalid().len();
        if half.contains(&at) {
            // A part of the half that was told.
        } else if is_half(&input[at..]) {
            half = at..at + HALF;
            fixes.push(Code::InvalidUtf8, at, half.end, "\u{fffd}");
            text.push('\u{fffd}');
        } else if end == input.len() && is_cut(chunk.invalid()) {
            // Half a character at the end is no bad byte: it goes the way of half an escape.
            fixes.push(Code::CutPart, at, end, "");
        } else if at < end {
            text.push('\u{fffd}');
            fixes.push(Code::InvalidUtf8, at, end, "\u{fffd}");
        }
        at = end;
    }
    Ok((Cow::Owned(text), fixes))
}

/// What stands inside the triple quotes around a whole text, if that begins and ends as a document does: the quotes are a
/// fence then, as some models write it, and no string of Python.
fn inside_triple_quotes(text: &str) -> Option<Range<usize>> {
    const QUOTES: [&str; 2] = ["\"\"\"", "'''"];
    let trimmed = text.trim();
    let quotes = QUOTES.into_iter().find(|quotes| trimmed.starts_with(quotes))?;
    let rest = trimmed.strip_prefix(quotes)?;
    // Where nothing closes them, they must stand on a line of their own.
    let inside = rest.strip_suffix(quotes).or_else(|| rest.starts_with(['\n', '\r']).then_some(rest))?;
    let inside = inside.strip_prefix("json").unwrap_or(inside).trim();
    let is_fence = inside.starts_with("```") && inside.ends_with("```");
    let is_document = inside.starts_with(['{', '[']) && inside.ends_with(['}', ']']);
    let is_document = (is_document || is_fence) && !inside.contains(quotes);
    let start = inside.as_ptr() as usize - text.as_ptr() as usize;
    is_document.then_some(start..start + inside.len())
}

/// Bytes of half a pair of UTF-16 in which each half was encoded alone, as Python does it with `surrogatepass`.
const HALF: usize = 3;

/// Returns whether these bytes begin with such a half: one character was lost, not three.
fn is_half(bytes: &[u8]) -> bool {
    matches!(bytes, [0xed, 0xa0..=0xbf, 0x80..=0xbf, ..])
}

/// Returns whether these bytes could go on to be a character.
fn is_cut(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_err_and(|error| error.error_len().is_none())
}

/// Returns whether the UTF-16 byte order mark is big-endian, or nothing without a mark.
fn utf16_mark(input: &[u8]) -> Option<bool> {
    match input {
        [0xff, 0xfe, ..] => Some(false),
        [0xfe, 0xff, ..] => Some(true),
        _ => None,
    }
}

#[cold]
fn utf16(bytes: &[u8], big: bool) -> String {
    let units = bytes.chunks(2).map(|pair| match *pair {
        [a, b] if big => u16::from_be_bytes([a, b]),
        [a, b] => u16::from_le_bytes([a, b]),
        _ => 0xfffd,
    });
    char::decode_utf16(units).map(|c| c.unwrap_or('\u{fffd}')).collect()
}

/// ASCII in UTF-16 has a NUL as every second byte; four pairs of that are no accident.
fn looks_like_utf16(input: &[u8]) -> Option<usize> {
    let head = &input[..input.len().min(8)];
    if !head.contains(&0) {
        return None;
    }
    let little = head.chunks(2).all(|pair| matches!(pair, [1..=0x7f, 0]));
    let big = head.chunks(2).all(|pair| matches!(pair, [0, 1..=0x7f]));
    (head.len() >= 4 && (little || big)).then_some(usize::from(little))
}

/// How the characters of a document are written that was encoded once more.
enum Dress {
    /// With backslashes, from here on: `{\"a\": …`.
    Escapes(usize),
    /// As entities of HTML: `{&quot;a&quot;: …`.
    Entities,
    /// As cells of CSV: `"{""a"": 1}"`; their documents lie here.
    Cells(Vec<Cell>),
    /// As the content of such a cell, with the first string here: `{""a"": 1}`.
    Doubles(usize),
}

/// Takes escapes, entities and a cell off a text whose document is written in them, each once: the text, and the fixes of the
/// input that lead to it from `text`, to which `fixes` lead.
pub(super) fn undressed(mut text: Cow<'_, str>, mut fixes: Fixes) -> (Cow<'_, str>, Fixes) {
    let (mut escapes, mut entities, mut in_cells) = (false, false, false);
    let mut peeled = Peeled::default();
    loop {
        let more = match dress(&text) {
            Some(Dress::Escapes(start)) if !replace(&mut escapes, true) => without_escapes(&text, start),
            Some(Dress::Entities) if !replace(&mut entities, true) => without_entities(&text),
            Some(Dress::Cells(found)) if !replace(&mut in_cells, true) => cells::without(&text, &found),
            Some(Dress::Doubles(first)) if !replace(&mut in_cells, true) => {
                cells::without_doubles(&text, first)
            }
            _ => match transport::peel(&text, &mut peeled) {
                Some(more) => more,
                None => return (text, fixes),
            },
        };
        let more = more.settled();
        let plain = apply(&text, &more);
        fixes = compose(fixes, &text, more);
        text = Cow::Owned(plain);
    }
}

/// Returns the other dress that the structure of this text is written in, if there is one. Reasoning before it says
/// nothing about that.
fn dress(text: &str) -> Option<Dress> {
    let bytes = text.as_bytes();
    // Most texts begin so.
    if bytes.starts_with(b"{\"") && bytes.get(2) != Some(&b'"') {
        return None;
    }
    // `\"a\": 1`: the outer brackets may be missing, too.
    let content = content_start(text);
    if bytes[content..].starts_with(b"\\\"") && keys::key_at(bytes, content) {
        return Some(Dress::Escapes(content));
    }
    let cells = cells::documents(text);
    if !cells.is_empty() {
        return Some(Dress::Cells(cells));
    }
    let leading = end_of_leading(text);
    if let Some(first) = cells::doubled(text, leading) {
        return Some(Dress::Doubles(first));
    }
    let start = first_bracket(bytes, leading)?;
    let at = lexer::after_brackets(bytes, start);
    // A plain quote, as in most texts.
    if bytes.get(at) == Some(&b'"') {
        return None;
    }
    // The first name may have lost its opening quote.
    let name = at + keys::key_len(&bytes[at.min(bytes.len())..bytes.len().min(at + LOOK)]);
    let quoted = |at: usize| bytes.get(at..at + 2) == Some(b"\\\"");
    let ends_name = name > at && quoted(name) && bytes.get(near(bytes, name + 2)) == Some(&b':');
    if quoted(at) || ends_name {
        return Some(Dress::Escapes(start));
    }
    has_entities(bytes, at, name).then_some(Dress::Entities)
}

/// The first bracket from `from` on, in whatever dress.
fn first_bracket(text: &[u8], mut from: usize) -> Option<usize> {
    loop {
        let at = from + memchr::memchr3(b'{', b'[', 0xef, &text[from..])?;
        if matches!(token_at(text, at).kind, TokenKind::Open(_)) {
            return Some(at);
        }
        from = at + 1;
    }
}

/// The fixes that take one level of escapes off the text from `start` on.
#[cold]
fn without_escapes(text: &str, start: usize) -> Fixes {
    let mut fixes = Fixes::default();
    let bytes = text.as_bytes();
    let mut pos = start;
    while let Some(found) = memchr::memchr(b'\\', &bytes[pos..]) {
        let at = pos + found;
        let with = match bytes.get(at + 1) {
            Some(b'"') => "\"",
            Some(b'\\') => "\\",
            Some(b'/') => "/",
            Some(b'n') => "\n",
            Some(b'r') => "\r",
            Some(b't') => "\t",
            _ => {
                pos = at + 1;
                continue;
            }
        };
        fixes.push(Code::EscapedDocument, at, at + 2, with);
        fixes.pack();
        pos = at + 2;
    }
    fixes
}

/// Returns whether the structure of this text is written with `&quot;` or `&#39;`. It is where the first name, `at..name`, is
/// written so, or has lost its opening quote. It also is where the first value is, in a text without any plain quote.
fn has_entities(bytes: &[u8], at: usize, name: usize) -> bool {
    let quote = |at: usize| {
        let rest = bytes.get(at..).unwrap_or_default();
        ENTITIES
            .iter()
            .find(|(entity, sign)| matches!(*sign, "\"" | "'") && rest.starts_with(entity.as_bytes()))
    };
    let is_escaped = bytes.get(at) == Some(&b'\\');
    if quote(at + usize::from(is_escaped)).is_some() {
        return true;
    }
    if let Some((entity, _)) = quote(name).filter(|_| name > at) {
        return token_at(bytes, near(bytes, name + entity.len())).kind == TokenKind::Colon;
    }
    // Most texts hold a plain quote, and that is found at once; others hold no entity.
    let Some(first) = memchr::memchr2(b'"', b'&', bytes).filter(|at| bytes[*at] == b'&') else {
        return false;
    };
    let rest = &bytes[first..];
    let is_value = |at: usize| bytes[..first + at].ends_with(b":") || bytes[..first + at].ends_with(b": ");
    memchr::memchr2(b'"', b'\'', &bytes[..first]).is_none()
        && memchr::memchr(b'"', rest).is_none()
        && memchr::memmem::find_iter(rest, b"&quot;").any(is_value)
}

/// The entities of HTML for the characters that JSON and code are made of.
const ENTITIES: &[(&str, &str)] = &[
    ("&quot;", "\""),
    ("&#34;", "\""),
    ("&#x22;", "\""),
    ("&amp;", "&"),
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&#39;", "'"),
    ("&#x27;", "'"),
    ("&apos;", "'"),
];

/// The fixes that decode them.
#[cold]
fn without_entities(text: &str) -> Fixes {
    let mut fixes = Fixes::default();
    for at in memchr::memchr_iter(b'&', text.as_bytes()) {
        if let Some(&(name, with)) = ENTITIES.iter().find(|(name, _)| text[at..].starts_with(name)) {
            fixes.push(Code::Entities, at, at + name.len(), with);
            fixes.pack();
        }
    }
    fixes
}
