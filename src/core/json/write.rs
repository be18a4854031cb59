//! Writers: valid JSON text or a `Value` out, compact or pretty.
//!
//! Digits, escapes, member order and duplicates stay as they were; only white space changes (and order under
//! `sort_keys`, and non-ASCII characters under `ascii`). Text is re-laid without a tree.

use super::scan::{is_space, string_end};
use super::sorted;
use super::value::{Text, Value};
use std::fmt::Write as _;

/// One level of indentation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Indent {
    /// So many spaces.
    Spaces(u8),
    /// One tab.
    Tab,
}

/// Where white space goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// As the source has it.
    Keep,
    /// None at all.
    Compact,
    /// One member or item a line.
    Pretty(Indent),
}

/// Takes on what was written so far, and leaves the memory: large text need not be whole there before it goes out.
pub type Spill<'s> = &'s mut dyn FnMut(&mut Vec<u8>);

/// How much is written before it is spilled.
pub(crate) const SPILL: usize = 64 << 10;

/// How a value is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Non-ASCII characters as `\u` escapes.
    pub ascii: bool,
    /// White space.
    pub layout: Layout,
    /// Members ordered by the UTF-16 code units of their names (RFC 8785, section 3.2.3); duplicates keep their order.
    pub sort_keys: bool,
}

impl Style {
    /// Compact, with order and characters as they are.
    pub fn compact() -> Self {
        Self { ascii: false, layout: Layout::Compact, sort_keys: false }
    }

    /// Returns whether the style leaves valid text as it is.
    pub fn is_verbatim(self) -> bool {
        self.layout == Layout::Keep && !self.sort_keys && !self.ascii
    }

    /// Appends the valid JSON text `text`, re-laid in this style.
    pub fn write_text(self, text: &str, out: &mut Vec<u8>) {
        if self.sort_keys {
            return sorted::write(self, text, out, &mut |_| {});
        }
        if self.layout == Layout::Compact && !self.ascii {
            return write_compact(text.as_bytes(), out);
        }
        let bytes = text.as_bytes();
        let mut pos = 0;
        let mut depth = 0;
        while pos < bytes.len() {
            let start = pos;
            pos += 1;
            match bytes[start] {
                b if is_space(b) && self.layout != Layout::Keep => {}
                b'"' => {
                    pos = string_end(bytes, start).unwrap_or(bytes.len());
                    self.push_text(&text[start..pos], out);
                }
                b'{' | b'[' if self.layout == Layout::Keep => out.push(bytes[start]),
                open @ (b'{' | b'[') => {
                    out.push(open);
                    let next = super::skip_space(bytes, pos);
                    if matches!(bytes.get(next), Some(b'}' | b']')) {
                        out.push(bytes[next]);
                        pos = next + 1;
                    } else {
                        depth += 1;
                        self.push_line(depth, out);
                    }
                }
                close @ (b'}' | b']') => {
                    depth = depth.saturating_sub(1);
                    self.push_line(depth, out);
                    out.push(close);
                }
                b',' => {
                    out.push(b',');
                    self.push_line(depth, out);
                }
                b':' => {
                    out.push(b':');
                    self.push_gap(out);
                }
                other => out.push(other),
            }
        }
    }

    /// Appends `value` in this style; `Layout::Keep` writes it compact, because a value has no white space to keep.
    pub fn write_value(self, value: &Value<'_>, out: &mut Vec<u8>) {
        let style = if self.layout == Layout::Keep { Self { layout: Layout::Compact, ..self } } else { self };
        let mut open: Vec<Open<'_, '_>> = Vec::new();
        let mut next = Some(value);
        loop {
            if let Some(frame) = next.take().and_then(|value| style.write_start(value, out)) {
                open.push(frame);
                style.push_line(open.len(), out);
            }
            let Some(frame) = open.last_mut() else { return };
            let first = !std::mem::replace(&mut frame.begun, true);
            let close = if frame.names.is_some() { b'}' } else { b']' };
            let Some(item) = frame.items.next() else {
                open.pop();
                style.push_line(open.len(), out);
                out.push(close);
                continue;
            };
            let name = frame.names.as_mut().and_then(Iterator::next);
            if !first {
                out.push(b',');
                style.push_line(open.len(), out);
            }
            if let Some(name) = name {
                style.push_string(name, out);
                out.push(b':');
                style.push_gap(out);
            }
            next = Some(item);
        }
    }

    /// Writes a scalar or empty container whole, or opens a container.
    fn write_start<'v, 'a>(self, value: &'v Value<'a>, out: &mut Vec<u8>) -> Option<Open<'v, 'a>> {
        match value {
            Value::Null => out.extend_from_slice(b"null"),
            Value::Bool(true) => out.extend_from_slice(b"true"),
            Value::Bool(false) => out.extend_from_slice(b"false"),
            Value::Number(digits) => out.extend_from_slice(digits.as_bytes()),
            Value::String(text) => self.push_string(text, out),
            Value::Array(items) if items.is_empty() => out.extend_from_slice(b"[]"),
            Value::Object(members) if members.is_empty() => out.extend_from_slice(b"{}"),
            Value::Array(items) => {
                out.push(b'[');
                let items: Vec<_> = items.iter().collect();
                return Some(Open { items: items.into_iter(), names: None, begun: false });
            }
            Value::Object(members) => {
                out.push(b'{');
                let mut members: Vec<_> = members.iter().map(|(name, value)| (name, value)).collect();
                if self.sort_keys {
                    members.sort_by_cached_key(|(name, _)| {
                        name.decode_lossy().encode_utf16().collect::<Vec<u16>>()
                    });
                }
                let (names, items): (Vec<_>, Vec<_>) = members.into_iter().unzip();
                return Some(Open { items: items.into_iter(), names: Some(names.into_iter()), begun: false });
            }
        }
        None
    }

    fn push_string(self, text: &Text<'_>, out: &mut Vec<u8>) {
        out.push(b'"');
        self.push_text(text.raw(), out);
        out.push(b'"');
    }

    pub(super) fn push_text(self, raw: &str, out: &mut Vec<u8>) {
        if self.ascii {
            push_ascii(raw, out);
        } else {
            out.extend_from_slice(raw.as_bytes());
        }
    }

    pub(super) fn push_line(self, depth: usize, out: &mut Vec<u8>) {
        if let Layout::Pretty(indent) = self.layout {
            out.push(b'\n');
            let (byte, width) = match indent {
                Indent::Spaces(n) => (b' ', usize::from(n)),
                Indent::Tab => (b'\t', 1),
            };
            out.resize(out.len() + depth * width, byte);
        }
    }

    pub(super) fn push_gap(self, out: &mut Vec<u8>) {
        if matches!(self.layout, Layout::Pretty(_)) {
            out.push(b' ');
        }
    }
}

/// Bytes that are copied at once.
const PART: usize = 1 << 16;

/// Appends the valid JSON text `text` without its white space, in as few copies as there are pieces between.
fn write_compact(text: &[u8], out: &mut Vec<u8>) {
    let (mut pos, mut begin) = (0, 0);
    while let Some(&byte) = text.get(pos) {
        if byte == b'"' {
            pos = string_end(text, pos).unwrap_or(text.len());
        } else if byte > b' ' {
            pos += 1;
        } else {
            push_piece(&text[begin..pos], out);
            pos = super::skip_space(text, pos + 1);
            begin = pos;
        }
    }
    push_piece(&text[begin..], out);
}

/// Appends a piece in parts: room for one that is long would be room for that alone, and the next byte would double it.
#[inline]
fn push_piece(piece: &[u8], out: &mut Vec<u8>) {
    for part in piece.chunks(PART) {
        out.extend_from_slice(part);
    }
}

/// Appends the inside of a string with characters beyond ASCII as escapes, by their UTF-16 code units.
pub(super) fn push_ascii(raw: &str, out: &mut Vec<u8>) {
    if raw.is_ascii() {
        out.extend_from_slice(raw.as_bytes());
        return;
    }
    let mut escaped = String::with_capacity(raw.len() * 2);
    for c in raw.chars() {
        if c.is_ascii() {
            escaped.push(c);
        } else {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(escaped, "\\u{unit:04x}");
            }
        }
    }
    out.extend_from_slice(escaped.as_bytes());
}

/// An open container of `write_value`.
struct Open<'v, 'a> {
    items: std::vec::IntoIter<&'v Value<'a>>,
    names: Option<std::vec::IntoIter<&'v Text<'a>>>,
    begun: bool,
}
