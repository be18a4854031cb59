//! What can stop a string, and what cannot.

use super::lexer::{Quote, is_string_stop};
use super::limits::LOOK;
use super::weights::Feature::BeforeStructure;
use crate::core::json::scan;
use crate::core::notation::backslash::{begins_path, ends_in_drive};

/// The next byte at which a string in these quotes may stop; in JSON's own, escapes of two characters are passed but
/// for `\"`.
pub(super) fn next_stop(text: &[u8], quote: Quote, raw: bool, mut pos: usize) -> usize {
    match quote {
        Quote::Double if raw => return scan::string_stop(text, pos),
        Quote::Double => return scan::sound_end::<false>(text, pos),
        _ => {}
    }
    loop {
        pos = scan::foreign_string_stop(text, pos);
        match text.get(pos) {
            Some(byte) if !is_string_stop(quote, *byte) => pos += 1,
            _ => return pos,
        }
        while text.get(pos).is_some_and(|byte| !byte.is_ascii() && !is_string_stop(quote, *byte)) {
            pos += 1;
        }
    }
}

/// The offset after the byte, or the escape, that stands at `pos` in a string.
pub(super) fn after_content(text: &[u8], pos: usize) -> usize {
    pos + if text[pos] == b'\\' { 1 + char_len(text, pos + 1) } else { 1 }
}

/// The bytes of the character at `pos`.
fn char_len(text: &[u8], pos: usize) -> usize {
    match text.get(pos) {
        None => 0,
        Some(0xc0..=0xdf) => 2,
        Some(0xe0..=0xef) => 3,
        Some(0xf0..) => 4,
        Some(_) => 1,
    }
}

/// Can a string that ends here be followed by a separator?
pub(super) fn may_end_at(text: &[u8], pos: usize) -> bool {
    text.get(pos).is_none_or(|byte| {
        // White space of whatever kind, too.
        matches!(byte, 0..=b' ' | b',' | b';' | b'}' | b']' | b')' | b'<' | 0x80..)
    })
}

/// What it costs to end the string at the escaped quote at `pos`, if it can end there: nothing where it ends a path.
pub(super) fn escaped_end(text: &[u8], start: usize, pos: usize) -> Option<u32> {
    let content = &text[start..=pos];
    let is_clean = memchr::memchr(b'"', &content[..content.len().min(LOOK)]).is_none();
    if begins_path(content) || is_clean && content.len() <= LOOK && ends_in_drive(content) {
        return Some(0);
    }
    is_clean.then_some(BeforeStructure.weight())
}

/// The offset after the escape at `pos`, if JSON has it and it names no half of a pair.
pub(super) fn sound_escape(text: &[u8], pos: usize) -> Option<usize> {
    let end = scan::escape_end(text, pos).ok()?;
    let half = end == pos + 6
        && matches!(text[pos + 2..pos + 4], [b'd' | b'D', b'8' | b'9' | b'a'..=b'f' | b'A'..=b'F']);
    (!half).then_some(end)
}
