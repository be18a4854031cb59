//! A message that carries a result, opened: the one text that it holds, or all of its parts as one document, so that
//! nothing of it is lost.
//!
//! `{"text":"Found 2 rows","json":[…],"image":{…},"structured":{…},"message":{"/_meta":…}}`: a text that is JSON is
//! `json`, a further part of one kind has a number (`text_2`), and what stands beside the parts is in `message`, by its
//! JSON Pointer.

use std::fmt::Write as _;

use crate::core::json::cursor::{Cursor, Next};
use crate::core::json::scan::skip_space;
use crate::core::json::{BOM, MAX_DEPTH, Style, Text, Value, parse, pointer, quoted};

/// Says how deep the parts lie at most in their message.
const LEVELS: usize = 6;

/// Types of blocks that say that what holds them is a message.
const BLOCKS: [&[u8]; 7] = [
    b"\"text\"",
    b"\"output_text\"",
    b"\"image\"",
    b"\"audio\"",
    b"\"resource\"",
    b"\"resource_link\"",
    b"\"tool_result\"",
];

/// Keys that say whose result it is and how it is carried, and nothing of the result.
const PLUMBING: [&str; 9] =
    ["type", "jsonrpc", "id", "role", "name", "tool_call_id", "tool_use_id", "isError", "is_error"];

/// Holds the parts of a message, and what stands beside them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opened {
    /// The result, as a JSON text or as the one text that the message holds.
    pub text: String,
    /// The parts by type and size, where there are several.
    pub parts: Vec<String>,
    /// Set where the message says that the tool failed.
    pub is_error: bool,
}

/// One part, its kind, and the block that carries it.
enum Part<'p, 't> {
    Text(&'p Text<'t>),
    Structured(&'p Value<'t>),
    Block(&'p Value<'t>),
}

#[derive(Default)]
struct Found<'p, 't> {
    parts: Vec<Part<'p, 't>>,
    /// Holds what stands beside the parts, by its place.
    beside: Vec<(String, &'p Value<'t>)>,
    is_error: bool,
}

/// Returns whether the text that begins with `head` is a message with parts.
pub fn is_message(head: &[u8]) -> bool {
    let start = skip_space(head, if head.starts_with(BOM) { BOM.len() } else { 0 });
    has_parts(head, start, LEVELS).unwrap_or(false)
}

fn has_parts(head: &[u8], at: usize, levels: usize) -> Option<bool> {
    let mut cursor = Cursor::new(head, at, MAX_DEPTH);
    if levels == 0 || cursor.advance().ok()? != Next::Value || cursor.enter().ok()? != Some(true) {
        return None;
    }
    let mut is_rpc = false;
    while cursor.advance().ok()? == Next::Value {
        let (name, value) = (&head[cursor.key()], cursor.pos());
        match (name, head.get(value)?) {
            (b"structuredContent", b'{') => return Some(true),
            (b"content", b'[') => return is_block(head, skip_space(head, value + 1)),
            (b"result", b'{') if is_rpc => return has_parts(head, value, levels - 1),
            (b"jsonrpc", _) => is_rpc = true,
            _ => {}
        }
        cursor.skip().ok()?;
    }
    None
}

fn is_block(head: &[u8], at: usize) -> Option<bool> {
    let mut cursor = Cursor::new(head, at, MAX_DEPTH);
    if cursor.advance().ok()? != Next::Value || cursor.enter().ok()? != Some(true) {
        return None;
    }
    while cursor.advance().ok()? == Next::Value {
        let is_type = head[cursor.key()] == *b"type";
        let value = cursor.skip().ok()?;
        if is_type {
            return Some(BLOCKS.contains(&&head[value]));
        }
    }
    None
}

/// Reads the message `text`, if it is one with several parts, or with one that is not a text alone.
pub fn opened(text: &str) -> Option<Opened> {
    let value = parse(text.trim_start_matches('\u{feff}'), MAX_DEPTH).ok()?;
    let mut found = Found::default();
    collect(&value, "", LEVELS, &mut found);
    let is_error = found.is_error;
    let mut parts = found.parts;
    drop_repeated(&mut parts);
    match &parts[..] {
        [] => None,
        [Part::Text(_)] if found.beside.is_empty() => None,
        [Part::Structured(value)] if found.beside.is_empty() => {
            Some(Opened { text: compact(value), parts: Vec::new(), is_error })
        }
        parts => {
            let (mut names, mut members, mut told) = (Vec::new(), Vec::new(), Vec::new());
            for part in parts {
                let (kind, text, size) = written(part);
                let count = names.iter().filter(|name| **name == kind).count();
                let name = if count == 0 { kind.clone() } else { format!("{kind}_{}", count + 1) };
                told.push(format!("{kind}, {size}"));
                members.push(format!("{}:{text}", quoted(&name)));
                names.push(kind);
            }
            if !found.beside.is_empty() {
                let beside =
                    found.beside.iter().map(|(place, value)| format!("{}:{}", quoted(place), compact(value)));
                members.push(format!("\"message\":{{{}}}", beside.collect::<Vec<_>>().join(",")));
            }
            Some(Opened { text: format!("{{{}}}", members.join(",")), parts: told, is_error })
        }
    }
}

/// A text that says the same as the structured content, as MCP has it for old clients, is that.
fn drop_repeated(parts: &mut Vec<Part<'_, '_>>) {
    let structured: Vec<String> = parts
        .iter()
        .filter_map(|part| if let Part::Structured(value) = part { Some(sorted(value)) } else { None })
        .collect();
    parts.retain(|part| {
        let Part::Text(text) = part else { return true };
        let text = text.decode_lossy();
        parse(&text, MAX_DEPTH).map_or(true, |value| !structured.contains(&sorted(&value)))
    });
}

fn collect<'p, 't>(value: &'p Value<'t>, place: &str, levels: usize, found: &mut Found<'p, 't>) {
    let Value::Object(members) = value else { return };
    let has = |wanted: &str| members.iter().any(|(name, _)| name.decode_lossy() == wanted);
    let is_rpc = has("jsonrpc");
    for (name, value) in members {
        let name = name.decode_lossy();
        let mut here = place.to_owned();
        pointer::push_name(&mut here, &name);
        match (&*name, value) {
            ("isError" | "is_error", Value::Bool(is)) => found.is_error |= is,
            ("structuredContent", value) => found.parts.push(Part::Structured(value)),
            ("content", Value::String(text)) => found.parts.push(Part::Text(text)),
            ("content", Value::Array(blocks)) => {
                for (index, block) in blocks.iter().enumerate() {
                    let mut here = here.clone();
                    pointer::push_index(&mut here, index);
                    collect_block(block, &here, levels, found);
                }
            }
            ("result", value) if is_rpc && levels > 0 => collect(value, &here, levels - 1, found),
            (name, _) if PLUMBING.contains(&name) => {}
            (_, value) => found.beside.push((here, value)),
        }
    }
}

fn collect_block<'p, 't>(block: &'p Value<'t>, place: &str, levels: usize, found: &mut Found<'p, 't>) {
    let Value::Object(members) = block else { return found.parts.push(Part::Block(block)) };
    let get =
        |wanted: &str| members.iter().find(|(name, _)| name.decode_lossy() == wanted).map(|(_, value)| value);
    let kind = if let Some(Value::String(kind)) = get("type") { kind.decode_lossy() } else { "".into() };
    match (&*kind, get("text")) {
        ("text" | "output_text", Some(Value::String(text))) => {
            found.parts.push(Part::Text(text));
            for (name, value) in members {
                let name = name.decode_lossy();
                if name != "text" && !PLUMBING.contains(&&*name) {
                    let mut here = place.to_owned();
                    pointer::push_name(&mut here, &name);
                    found.beside.push((here, value));
                }
            }
        }
        ("tool_result", _) if levels > 0 => collect(block, place, levels - 1, found),
        _ => found.parts.push(Part::Block(block)),
    }
}

/// The kind of a part, its JSON text, and its size in words.
fn written(part: &Part<'_, '_>) -> (String, String, String) {
    match part {
        Part::Text(raw) => {
            let text = raw.decode_lossy();
            if let Ok(value @ (Value::Object(_) | Value::Array(_))) = parse(&text, MAX_DEPTH) {
                return ("json".to_owned(), compact(&value), size(&value));
            }
            let characters = text.chars().count();
            let written = compact(&Value::String((*raw).clone()));
            ("text".to_owned(), written, format!("{characters} characters"))
        }
        Part::Structured(value) => ("structured".to_owned(), compact(value), size(value)),
        Part::Block(value) => {
            let text = compact(value);
            let said = |wanted: &str| {
                let Value::Object(members) = value else { return None };
                let value =
                    members.iter().find(|(name, _)| name.decode_lossy() == wanted).map(|(_, value)| value);
                if let Some(Value::String(text)) = value {
                    Some(text.decode_lossy().into_owned())
                } else {
                    None
                }
            };
            let kind = said("type").filter(|kind| !kind.is_empty() && kind.len() <= 20);
            let mut size = said("mimeType").unwrap_or_default();
            let _ = write!(size, "{}{} bytes", if size.is_empty() { "" } else { ", " }, text.len());
            (kind.unwrap_or_else(|| "block".to_owned()), text, size)
        }
    }
}

fn size(value: &Value<'_>) -> String {
    match value {
        Value::Array(items) => format!("array of {}", items.len()),
        Value::Object(members) => format!("object of {}", members.len()),
        _ => "a value".to_owned(),
    }
}

fn compact(value: &Value<'_>) -> String {
    let mut out = Vec::new();
    Style::compact().write_value(value, &mut out);
    String::from_utf8_lossy(&out).into_owned()
}

fn sorted(value: &Value<'_>) -> String {
    let mut out = Vec::new();
    Style { sort_keys: true, ..Style::compact() }.write_text(&compact(value), &mut out);
    String::from_utf8_lossy(&out).into_owned()
}
