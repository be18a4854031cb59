//! Text → `Value`, strict RFC 8259, on an explicit stack.

use super::cursor::{Cursor, Kind, Next};
use super::scan::{ScanError, ScanErrorKind, skip_space};
use super::value::{Text, Value};
use std::borrow::Cow;

/// Parses one JSON value with optional white space around it. Strings and numbers borrow from `text`.
pub fn parse(text: &str, max_depth: usize) -> Result<Value<'_>, ScanError> {
    let (value, end) = parse_at(text, skip_space(text.as_bytes(), 0), max_depth)?;
    let end = skip_space(text.as_bytes(), end);
    if end < text.len() {
        return Err(ScanError::new(ScanErrorKind::TrailingText, end));
    }
    Ok(value)
}

/// Parses the JSON value that starts at `pos` (no white space before it); also returns the offset after it.
pub fn parse_at(text: &str, pos: usize, max_depth: usize) -> Result<(Value<'_>, usize), ScanError> {
    let mut cursor = Cursor::new(text.as_bytes(), pos, max_depth);
    // The containers that are open, as far as they were read, each with its key.
    let mut open: Vec<(&str, Value<'_>)> = Vec::new();
    loop {
        let (key, value) = if cursor.advance()? == Next::Value {
            let key = &text[cursor.key()];
            if let Some(is_object) = cursor.enter()? {
                open.push((
                    key,
                    if is_object { Value::Object(Vec::new()) } else { Value::Array(Vec::new()) },
                ));
                continue;
            }
            (key, scalar(&text[cursor.scalar()?]))
        } else {
            // Only what is open is closed.
            open.pop().unwrap_or(("", Value::Null))
        };
        match open.last_mut() {
            Some((_, Value::Array(items))) => items.push(value),
            Some((_, Value::Object(members))) => members.push((Text::from_raw(key), value)),
            _ => return Ok((value, cursor.pos())),
        }
    }
}

/// The scalar that `token` spells.
fn scalar(token: &str) -> Value<'_> {
    match Kind::of(token.as_bytes()[0]) {
        Kind::String => Value::String(Text::from_raw(&token[1..token.len() - 1])),
        Kind::Bool => Value::Bool(token == "true"),
        Kind::Null => Value::Null,
        _ => Value::Number(Cow::Borrowed(token)),
    }
}
