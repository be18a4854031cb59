//! The preview as JSON, compact and in one line.
//!
//! A preview is shown to people and models alike, so characters that steer terminals or turn text around are escaped:
//! the same JSON value, in another spelling.

use std::fmt::Write as _;

use super::hint::Hint;
use super::shape::{Items, Kind, MAX_PROPERTIES, Properties, Shape};
use crate::core::json::escape::push_quoted;
use crate::core::json::{MAX_DEPTH, Style, Value, quoted, scan_document};

/// The members that no custom builder can make.
const FIXED: [&str; 3] = ["status", "full_result_cached", "cache_hint"];

/// What a preview says besides what it shows of the result.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ending<'h> {
    /// The tool failed, and its result says why.
    pub is_error: bool,
    /// How to reach the full result, where it is kept.
    pub hint: Option<&'h Hint>,
}

/// The members of a preview between its status and its hint: names, and values that are JSON texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Preview {
    /// In the order in which they are shown.
    pub members: Vec<(String, String)>,
}

impl Preview {
    /// Appends a member.
    pub fn put(&mut self, name: &str, value: impl Into<String>) {
        self.members.push((name.to_owned(), value.into()));
    }

    /// The preview of a shape.
    pub fn of_shape(shape: &Shape) -> Self {
        let mut preview = Self::default();
        let keys = |properties: &Properties, limit| {
            let mut out = String::new();
            push_keys(properties, &mut out, limit);
            out
        };
        match shape {
            Shape::Array { count, items, rows } => {
                preview.put("result_count", count.to_string());
                let mut schema = String::from(r#"{"type":"array","items":"#);
                push_items(items, &mut schema);
                schema.push('}');
                preview.put("schema", schema);
                if let Items::Rows(properties) = items {
                    let limit = if rows.is_some() { usize::MAX } else { MAX_PROPERTIES };
                    preview.put("sample_keys", keys(properties, limit));
                }
                if let Some(rows) = rows {
                    preview.put("rows", format!("[{}]", rows.join(",")));
                }
            }
            Shape::Object(properties) => {
                let mut schema = String::new();
                if properties.kinds.is_empty() {
                    schema.push_str(r#"{"type":"object"}"#);
                } else {
                    push_object(properties, &mut schema);
                }
                preview.put("schema", schema);
                preview.put("sample_keys", keys(properties, MAX_PROPERTIES));
            }
            Shape::Scalar(kind) => preview.put("schema", format!(r#"{{"type":"{}"}}"#, kind.name())),
        }
        preview
    }

    /// The preview that is the result itself.
    pub fn whole(text: &[u8]) -> Self {
        let mut preview = Self::default();
        let text = String::from_utf8_lossy(text);
        let text = text.trim_start_matches('\u{feff}').trim();
        if scan_document(text.as_bytes(), MAX_DEPTH).is_ok() {
            let mut out = Vec::new();
            Style::compact().write_text(text, &mut out);
            preview.put("result", String::from_utf8_lossy(&out));
        } else {
            preview.put("result", quoted(text));
        }
        preview
    }

    /// The members that a custom builder made, if it made an object; those that every preview has are left out.
    pub fn custom(value: &Value<'_>) -> Option<Self> {
        let Value::Object(members) = value else { return None };
        let mut preview = Self::default();
        for (name, value) in members {
            let name = name.decode_lossy();
            if !FIXED.contains(&name.as_ref()) {
                let mut text = Vec::new();
                Style::compact().write_value(value, &mut text);
                preview.put(&name, String::from_utf8_lossy(&text));
            }
        }
        Some(preview)
    }

    /// The whole preview as one line of JSON, without a line end.
    pub fn text(&self, ending: Ending<'_>) -> String {
        let mut out = format!(r#"{{"status":"{}""#, if ending.is_error { "error" } else { "ok" });
        for (name, value) in &self.members {
            out.push(',');
            push_quoted(&mut out, name);
            let _ = write!(out, ":{value}");
        }
        if let Some(hint) = ending.hint {
            out.push_str(r#","full_result_cached":true,"cache_hint":"#);
            push_quoted(&mut out, &hint.0);
        }
        out.push('}');
        tame(out)
    }
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
        out.push(':');
        kind.push(out);
    }
    out.push('}');
    if properties.truncated || properties.kinds.len() > MAX_PROPERTIES {
        out.push_str(r#","truncated":true"#);
    }
    out.push('}');
}

fn push_keys(properties: &Properties, out: &mut String, limit: usize) {
    out.push('[');
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
