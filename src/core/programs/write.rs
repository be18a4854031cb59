//! `Value` → compact JSON.
//!
//! Floats are written shortest and always with a fraction or exponent (`50.0`), so that they stay floats; members
//! keep their order.

use super::error::{Error, ErrorKind, Evaluated};
use super::limits::Budget;
use super::value::Value;
use crate::core::json::boundary;
use crate::core::json::escape::push_quoted;
use std::fmt::Write;

/// Characters of a value that an error message shows.
const SHOWN: usize = 200;

/// The value as compact JSON.
pub fn to_json(value: &Value<'_>) -> String {
    let mut out = String::new();
    write_json(value, &mut out);
    out
}

/// Appends the value as compact JSON.
pub fn write_json(value: &Value<'_>, out: &mut String) {
    write(value, out, usize::MAX);
}

/// The value as messages show it: compact JSON, cut where it gets long.
pub fn shown(value: &Value<'_>) -> String {
    let mut out = String::new();
    write(value, &mut out, 4 * SHOWN);
    cut(out)
}

/// A text as messages show it.
pub fn cut(mut text: String) -> String {
    if let Some((at, _)) = text.char_indices().nth(SHOWN) {
        text.truncate(at);
        text.push('…');
    }
    text
}

/// Takes the bytes that the value's text has, more or less, from `room`; fails when there is not enough.
pub fn measure(value: &Value<'_>, room: &mut usize, budget: &mut Budget<'_>) -> Evaluated<()> {
    budget.step()?;
    let own = match value {
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) => 8,
        Value::Big(big) => big.digits.len(),
        Value::Text(text) | Value::RawList { text, .. } | Value::RawMap { text, .. } => text.len(),
        Value::Shared(text) => text.len(),
        Value::List(list) => list.items.len(),
        Value::Map(map) => map.entries().iter().map(|(name, _)| name.as_str().len() + 4).sum(),
    };
    let Some(left) = room.checked_sub(own) else {
        return Err(Error::boxed(ErrorKind::Memory, "the result is too large to be written"));
    };
    *room = left;
    match value {
        Value::List(list) => list.items.iter().try_for_each(|item| measure(item, room, budget)),
        Value::Map(map) => map.entries().iter().try_for_each(|(_, value)| measure(value, room, budget)),
        _ => Ok(()),
    }
}

/// Writes until `limit` bytes are there; the value that passes it may be cut short.
pub fn write(value: &Value<'_>, out: &mut String, limit: usize) {
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(truth) => out.push_str(if *truth { "true" } else { "false" }),
        Value::Int(int) => {
            let _ = write!(out, "{int}");
        }
        Value::Big(big) => out.push_str(&big.digits),
        // Debug is the shortest form that reads back, with `.0` or an exponent.
        Value::Float(float) => {
            let _ = write!(out, "{float:?}");
        }
        Value::Text(text) => write_string(text, out, limit),
        Value::Shared(text) => write_string(text, out, limit),
        Value::List(_) | Value::RawList { .. } => {
            out.push('[');
            for (at, item) in value.as_list().iter().flat_map(|list| &list.items).enumerate() {
                if out.len() >= limit {
                    return;
                }
                if at > 0 {
                    out.push(',');
                }
                write(item, out, limit);
            }
            out.push(']');
        }
        Value::Map(_) | Value::RawMap { .. } => {
            out.push('{');
            for (at, (name, item)) in value.as_map().iter().flat_map(|map| map.entries()).enumerate() {
                if out.len() >= limit {
                    return;
                }
                if at > 0 {
                    out.push(',');
                }
                write_string(name.as_str(), out, limit);
                out.push(':');
                write(item, out, limit);
            }
            out.push('}');
        }
    }
}

fn write_string(text: &str, out: &mut String, limit: usize) {
    push_quoted(out, &text[..boundary::floor(text, text.len().min(limit))]);
}
