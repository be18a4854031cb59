//! Messages that hold values: each value is cut, and what is left says how long it was. A message goes to a model or to a
//! terminal, so its size must not depend on the data that it is about.

use std::borrow::Cow;
use std::fmt::Write as _;

use super::scan::scan_value;

/// Characters of a value in a message.
const VALUE: usize = 100;

/// Bytes of a message, counted as they are in a JSON string.
const MESSAGE: usize = 800;

/// Levels of a value in a message.
const LEVELS: usize = 64;

/// A message whose values have at most 100 characters each, and which has at most 800 bytes itself. A value is a JSON text,
/// or a text in backticks.
pub fn brief(message: &str) -> Cow<'_, str> {
    if message.len() <= VALUE {
        return Cow::Borrowed(message);
    }
    let mut out = String::new();
    let mut room = MESSAGE;
    let (mut pos, mut may_scan) = (0, true);
    while let Some(c) = message[pos..].chars().next() {
        let end = match c {
            '"' | '[' | '{' if may_scan => {
                let end = scan_value(message.as_bytes(), pos, LEVELS);
                // A text that is no JSON is looked at once, so that this stays linear.
                may_scan = end.is_ok();
                end.unwrap_or(pos)
            }
            '`' => message[pos + 1..].find('`').map_or(pos, |len| pos + 1 + len + 1),
            _ => pos,
        };
        let is_value = end > pos + VALUE && message[pos..end].chars().nth(VALUE).is_some();
        let part = match (end == pos, is_value) {
            (true, _) => &message[pos..pos + c.len_utf8()],
            (false, false) => &message[pos..end],
            (false, true) => first(&message[pos..end], VALUE),
        };
        if !push(&mut out, part, &mut room) {
            let _ = write!(out, "… ({} bytes)", message.len());
            return Cow::Owned(out);
        }
        if is_value {
            let closing = if c == '`' { "`" } else { "" };
            let _ = write!(out, "…{closing} ({} bytes)", end - pos);
        }
        pos = end.max(pos + c.len_utf8());
    }
    if out == message { Cow::Borrowed(message) } else { Cow::Owned(out) }
}

/// A text that is a value as a whole, such as a path, cut as values in messages are.
pub fn brief_value(text: &str) -> Cow<'_, str> {
    let shown = first(text, VALUE);
    if shown.len() == text.len() {
        return Cow::Borrowed(text);
    }
    Cow::Owned(format!("{shown}… ({} bytes)", text.len()))
}

/// The first characters of a text.
fn first(text: &str, number: usize) -> &str {
    text.char_indices().nth(number).map_or(text, |(end, _)| &text[..end])
}

/// Appends as much as there is room for; returns whether that was all.
fn push(out: &mut String, part: &str, room: &mut usize) -> bool {
    for c in part.chars() {
        let bytes = match c {
            '"' | '\\' => 2,
            c if c.is_control() => 6,
            c => c.len_utf8(),
        };
        if bytes > *room {
            return false;
        }
        *room -= bytes;
        out.push(c);
    }
    true
}
