//! The preview as JSON, compact and in one line.
//!
//! A preview is shown to people and models alike, so characters that steer terminals or turn text around are escaped:
//! the same JSON value, in another spelling.

use std::fmt::Write as _;

use super::hint::Hint;
use super::shape::{Items, Kind, MAX_PROPERTIES, Properties, Shape};
use crate::core::json::write::push_quoted;
use crate::core::json::{Style, Value};

/// The members that every preview has, and that no custom builder can change.
const FIXED: [&str; 3] = ["status", "full_result_cached", "cache_hint"];

/// The preview of a shape.
pub fn inferred(shape: &Shape, hint: &Hint) -> String {
    let mut out = String::from(r#"{"status":"ok""#);
    match shape {
        Shape::Array { count, items, rows } => {
            let _ = write!(out, r#","result_count":{count},"schema":{{"type":"array","items":"#);
            push_items(items, &mut out);
            out.push('}');
            if let Items::Rows(properties) = items {
                push_keys(properties, &mut out, if rows.is_some() { usize::MAX } else { MAX_PROPERTIES });
            }
            if let Some(rows) = rows {
                let _ = write!(out, r#","rows":[{}]"#, rows.join(","));
            }
        }
        Shape::Object(properties) => {
            out.push_str(r#","schema":"#);
            if properties.kinds.is_empty() {
                out.push_str(r#"{"type":"object"}"#);
            } else {
                push_object(properties, &mut out);
            }
            push_keys(properties, &mut out, MAX_PROPERTIES);
        }
        Shape::Scalar(kind) => {
            let _ = write!(out, r#","schema":{{"type":"{}"}}"#, kind.name());
        }
    }
    push_tail(hint, &mut out);
    tame(out)
}

/// The preview with the members that a custom builder made, if it made an object.
pub fn custom(value: &Value<'_>, hint: &Hint) -> Option<String> {
    let Value::Object(members) = value else { return None };
    let mut out = String::from(r#"{"status":"ok""#);
    for (name, value) in members {
        if FIXED.contains(&name.decode_lossy().as_ref()) {
            continue;
        }
        let mut text = Vec::new();
        Style::compact().write_value(value, &mut text);
        let _ = write!(out, r#","{}":{}"#, name.raw(), String::from_utf8_lossy(&text));
    }
    push_tail(hint, &mut out);
    Some(tame(out))
}

fn push_tail(hint: &Hint, out: &mut String) {
    out.push_str(r#","full_result_cached":true,"cache_hint":"#);
    push_quoted(out, &hint.0);
    out.push('}');
}

fn push_items(items: &Items, out: &mut String) {
    match items {
        Items::None => out.push_str("{}"),
        Items::Rows(properties) => push_object(properties, out),
        Items::Mixed => out.push_str(r#"{"type":"object"}"#),
        Items::Plain(kind) => {
            let _ = write!(out, r#"{{"type":"{}"}}"#, kind.map_or("any", Kind::name));
        }
    }
}

/// The schema of an object with its first properties.
fn push_object(properties: &Properties, out: &mut String) {
    out.push_str(r#"{"type":"object","properties":{"#);
    for (number, (name, kind)) in properties.kinds.iter().take(MAX_PROPERTIES).enumerate() {
        out.push_str(if number == 0 { "" } else { "," });
        push_quoted(out, name);
        let _ = write!(out, r#":"{}""#, kind.name());
    }
    out.push('}');
    if properties.truncated || properties.kinds.len() > MAX_PROPERTIES {
        out.push_str(r#","truncated":true"#);
    }
    out.push('}');
}

fn push_keys(properties: &Properties, out: &mut String, limit: usize) {
    out.push_str(r#","sample_keys":["#);
    for (number, name) in properties.kinds.keys().take(limit).enumerate() {
        out.push_str(if number == 0 { "" } else { "," });
        push_quoted(out, name);
    }
    out.push(']');
}

/// Escapes DEL, C1 controls and the controls of writing direction. They can only stand in strings.
fn tame(text: String) -> String {
    let is_wild = |c: char| {
        matches!(c, '\u{7f}'..='\u{9f}' | '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}')
    };
    if !text.contains(is_wild) {
        return text;
    }
    let mut out = String::with_capacity(text.len() + 32);
    for c in text.chars() {
        if is_wild(c) {
            let _ = write!(out, "\\u{:04x}", u32::from(c));
        } else {
            out.push(c);
        }
    }
    out
}
