//! JSON string text ↔ bytes: what a string stands for, and its one canonical spelling (RFC 8785, section 3.2.2.2).

use super::Out;
use crate::core::json::escape::escapes;
use crate::core::json::escape_at;
use crate::core::json::scan::{backslash, content_end, sound_end, string_end};

/// What stands between the quotes of the string at `at`, as it is written.
pub(super) fn raw_string(bytes: &[u8], at: usize) -> Option<&[u8]> {
    let end = string_end(bytes, at).ok()?;
    bytes.get(at + 1..end - 1)
}

/// Appends the UTF-8 that the inside of a valid JSON string stands for; says whether it has any. Half a surrogate
/// pair has none: it is written as if it were a character (as in WTF-8), which equals nothing else.
pub fn decode(raw: &[u8], out: &mut Vec<u8>) -> bool {
    let (mut whole, mut pos) = (true, 0);
    loop {
        let at = backslash(raw, pos);
        out.extend_from_slice(&raw[pos..at]);
        if at >= raw.len() {
            return whole;
        }
        let (code, used) = escape_at(raw, at);
        whole &= char::from_u32(code).is_some();
        push_code(code, out);
        pos = at + used;
    }
}

fn push_code(code: u32, out: &mut Vec<u8>) {
    match char::from_u32(code) {
        Some(c) => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        None => out.extend_from_slice(&[
            0xe0 | (code >> 12) as u8,
            0x80 | (code >> 6 & 0x3f) as u8,
            0x80 | (code & 0x3f) as u8,
        ]),
    }
}

/// Returns whether the inside of a valid JSON string names no half of a surrogate pair.
pub fn is_whole(raw: &[u8]) -> bool {
    let mut pos = 0;
    loop {
        pos = sound_end::<true>(raw, pos);
        if pos >= raw.len() {
            return true;
        }
        let (code, used) = escape_at(raw, pos);
        if char::from_u32(code).is_none() {
            return false;
        }
        pos += used;
    }
}

/// Writes the canonical spelling of the valid JSON string at `start` and returns where it ends.
pub fn put_string(document: &[u8], start: usize, out: &mut impl Out) -> usize {
    // Escapes of two characters are the canonical spelling of what they stand for, but for that of the slash.
    let is_canonical = |byte: u8| matches!(byte, b'"' | b'\\' | b'b' | b'f' | b'n' | b'r' | b't');
    let (mut from, mut pos) = (start, start + 1);
    loop {
        pos = content_end::<true, false>(document, pos, is_canonical);
        if document.get(pos) != Some(&b'\\') {
            let end = (pos + 1).min(document.len());
            out.put(&document[from..end]);
            return end;
        }
        out.put(&document[from..pos]);
        let (code, used) = escape_at(document, pos);
        let mut bytes = [0; 4];
        match char::from_u32(code) {
            Some(c) if c >= ' ' && c != '"' && c != '\\' => out.put(c.encode_utf8(&mut bytes).as_bytes()),
            Some(c) => put_escaped(c.encode_utf8(&mut bytes).as_bytes(), out),
            None => out.put("\u{fffd}".as_bytes()),
        }
        pos += used;
        from = pos;
    }
}

/// Writes plain UTF-8 with the escapes that a JSON string needs, and no other.
pub(super) fn put_escaped(plain: &[u8], out: &mut impl Out) {
    for (run, escape) in escapes(plain) {
        out.put(&plain[run]);
        out.put(escape.as_bytes());
    }
}
