//! Looks into the text of small containers without building them.
//!
//! The text comes from `read`, which has checked it: valid JSON, names unique and without escapes. Nothing here
//! panics if it were not; it would find less.

use super::number;
use super::value::{Name, Value, text_value};
use crate::core::json::scan::string_stop;
use crate::core::json::{Text, skip_space};

/// The offset after the string whose opening quote is at `pos`.
#[inline]
fn string_end(bytes: &[u8], pos: usize) -> usize {
    let mut pos = pos + 1;
    loop {
        pos = string_stop(bytes, pos);
        match bytes.get(pos) {
            Some(b'\\') => pos += 2,
            _ => return (pos + 1).min(bytes.len()),
        }
    }
}

/// The offset after the value at `pos`, and its nesting.
#[inline]
fn value_end(bytes: &[u8], pos: usize) -> (usize, u16) {
    match bytes.get(pos) {
        Some(b'"') => (string_end(bytes, pos), 0),
        Some(b'{' | b'[') => container_end(bytes, pos),
        _ => {
            let ends = |b: &u8| matches!(b, b',' | b'}' | b']' | b' ' | b'\n' | b'\r' | b'\t');
            (bytes[pos..].iter().position(ends).map_or(bytes.len(), |length| pos + length), 0)
        }
    }
}

fn container_end(bytes: &[u8], mut pos: usize) -> (usize, u16) {
    let (mut open, mut deepest) = (0u16, 0u16);
    while let Some(byte) = bytes.get(pos) {
        match byte {
            b'"' => {
                pos = string_end(bytes, pos);
                continue;
            }
            b'{' | b'[' => {
                open += 1;
                deepest = deepest.max(open);
            }
            b'}' | b']' => {
                open -= 1;
                if open == 0 {
                    return (pos + 1, deepest);
                }
            }
            _ => {}
        }
        pos += 1;
    }
    (pos, deepest)
}

/// The value that `token`, a scalar or small container, spells.
pub fn value(token: &str, depth: u16) -> Value<'_> {
    match token.as_bytes().first() {
        Some(b'"') => string(token),
        Some(b'{') => Value::RawMap { depth, text: token },
        Some(b'[') => Value::RawList { depth, text: token },
        Some(b't') => Value::Bool(true),
        Some(b'f') => Value::Bool(false),
        Some(b'n') | None => Value::Null,
        Some(_) => number::parse(token),
    }
}

/// The string that `token`, quotes included, spells.
fn string(token: &str) -> Value<'_> {
    let inner = token.get(1..token.len() - 1).unwrap_or_default();
    if memchr::memchr(b'\\', inner.as_bytes()).is_none() {
        return Value::Text(inner);
    }
    text_value(Text::from_raw(inner).decode_lossy().into_owned().into())
}

/// The name that `token`, quotes included, spells.
pub(super) fn name(token: &str) -> Name<'_> {
    match string(token) {
        Value::Shared(text) => Name::Shared(text),
        Value::Text(text) => Name::Text(text),
        _ => Name::Text(""),
    }
}

/// The items of a list's text.
pub fn items(text: &str) -> Vec<Value<'_>> {
    let bytes = text.as_bytes();
    let mut items = Vec::new();
    let mut pos = skip_space(bytes, 1);
    while pos < bytes.len() && bytes[pos] != b']' {
        let (end, depth) = value_end(bytes, pos);
        items.push(value(&text[pos..end], depth));
        pos = after_comma(bytes, end);
    }
    items
}

/// The members of a map's text.
pub fn members(text: &str) -> Vec<(Name<'_>, Value<'_>)> {
    let bytes = text.as_bytes();
    let mut members = Vec::new();
    let mut pos = skip_space(bytes, 1);
    while bytes.get(pos) == Some(&b'"') {
        let name_end = string_end(bytes, pos);
        let start = after_colon(bytes, name_end);
        let (end, depth) = value_end(bytes, start);
        members.push((Name::Text(&text[pos + 1..name_end - 1]), value(&text[start..end], depth)));
        pos = after_comma(bytes, end);
    }
    members
}

/// The value of one member of a map's text. Its names hold no escapes, so characters compare as bytes, and the first
/// quote ends a name.
#[inline]
pub fn member<'a>(text: &'a str, name: &str) -> Option<Value<'a>> {
    let bytes = text.as_bytes();
    let mut pos = skip_space(bytes, 1);
    while bytes.get(pos) == Some(&b'"') {
        let rest = &bytes[pos + 1..];
        if rest.get(name.len()) == Some(&b'"') && rest.starts_with(name.as_bytes()) {
            let start = after_colon(bytes, pos + name.len() + 2);
            let (end, depth) = value_end(bytes, start);
            return Some(value(&text[start..end], depth));
        }
        let start = after_colon(bytes, string_end(bytes, pos));
        pos = after_comma(bytes, value_end(bytes, start).0);
    }
    None
}

#[inline]
fn after_colon(bytes: &[u8], pos: usize) -> usize {
    skip_space(bytes, skip_space(bytes, pos) + 1)
}

/// The start of the next name or item; the closing bracket where there is none.
#[inline]
fn after_comma(bytes: &[u8], pos: usize) -> usize {
    let pos = skip_space(bytes, pos);
    if bytes.get(pos) == Some(&b',') { skip_space(bytes, pos + 1) } else { pos }
}
