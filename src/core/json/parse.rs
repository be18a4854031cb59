//! Text → `Value`, strict RFC 8259, on an explicit stack.

use super::scan::{self, ScanError, ScanErrorKind, skip_space};
use super::value::{Text, Value};
use std::borrow::Cow;

/// An open container and, for an object, the name whose value is being read.
enum Frame<'a> {
    Array(Vec<Value<'a>>),
    Object(Vec<(Text<'a>, Value<'a>)>, Text<'a>),
}

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
pub fn parse_at(text: &str, mut pos: usize, max_depth: usize) -> Result<(Value<'_>, usize), ScanError> {
    let bytes = text.as_bytes();
    let mut open: Vec<Frame<'_>> = Vec::new();
    loop {
        let mut value = if let Some(&bracket @ (b'{' | b'[')) = bytes.get(pos) {
            if open.len() >= max_depth {
                return Err(ScanError::new(ScanErrorKind::Depth(max_depth), pos));
            }
            let is_object = bracket == b'{';
            pos = skip_space(bytes, pos + 1);
            if bytes.get(pos) == Some(&if is_object { b'}' } else { b']' }) {
                pos += 1;
                if is_object { Value::Object(Vec::new()) } else { Value::Array(Vec::new()) }
            } else if is_object {
                let name = name(text, &mut pos)?;
                open.push(Frame::Object(Vec::new(), name));
                continue;
            } else {
                open.push(Frame::Array(Vec::new()));
                continue;
            }
        } else {
            let start = pos;
            pos = scan::scalar_end(bytes, pos)?;
            match bytes[start] {
                b'"' => Value::String(Text::from_raw(&text[start + 1..pos - 1])),
                b't' => Value::Bool(true),
                b'f' => Value::Bool(false),
                b'n' => Value::Null,
                _ => Value::Number(Cow::Borrowed(&text[start..pos])),
            }
        };
        // The value is complete: put it into its container, and close the containers that end here.
        loop {
            let Some(frame) = open.last_mut() else { return Ok((value, pos)) };
            pos = skip_space(bytes, pos);
            let close = match frame {
                Frame::Array(items) => {
                    items.push(value);
                    b']'
                }
                Frame::Object(members, name) => {
                    members.push((name.clone(), value));
                    b'}'
                }
            };
            match bytes.get(pos) {
                Some(b',') => {
                    pos = skip_space(bytes, pos + 1);
                    if let Frame::Object(_, next) = frame {
                        *next = name(text, &mut pos)?;
                    }
                    break;
                }
                Some(&b) if b == close => pos += 1,
                None => return Err(ScanError::new(ScanErrorKind::UnexpectedEnd, pos)),
                Some(_) => return Err(ScanError::new(ScanErrorKind::ExpectedCommaOrEnd, pos)),
            }
            value = match open.pop() {
                Some(Frame::Array(items)) => Value::Array(items),
                Some(Frame::Object(members, _)) => Value::Object(members),
                None => return Err(ScanError::new(ScanErrorKind::UnexpectedEnd, pos)),
            };
        }
    }
}

/// Reads `"name" :` and leaves `pos` where the value starts.
fn name<'a>(text: &'a str, pos: &mut usize) -> Result<Text<'a>, ScanError> {
    let start = *pos;
    *pos = scan::name_end(text.as_bytes(), start)?;
    let end = scan::string_end(text.as_bytes(), start)?;
    Ok(Text::from_raw(&text[start + 1..end - 1]))
}
