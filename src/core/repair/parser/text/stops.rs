//! What can stop a string, and what cannot.

use crate::core::json::scan;
use crate::core::repair::parser::text::tokens::{Quote, is_string_stop};

/// The next byte at which a string in these quotes may stop; in JSON's own, escapes of two characters are passed but
/// for `\"`.
pub(in crate::core::repair) fn next_stop(text: &[u8], quote: Quote, raw: bool, mut pos: usize) -> usize {
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
pub(in crate::core::repair) fn after_content(text: &[u8], pos: usize) -> usize {
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

/// Returns whether a string that ends here can be followed by a separator.
pub(in crate::core::repair) fn may_end_at(text: &[u8], pos: usize) -> bool {
    text.get(pos).is_none_or(|byte| {
        // White space of whatever kind, too.
        matches!(byte, 0..=b' ' | b',' | b';' | b'}' | b']' | b')' | b'<' | 0x80..)
    })
}

/// The offset after the escape at `pos`, if JSON has it and it names no half of a pair.
pub(in crate::core::repair) fn sound_escape(text: &[u8], pos: usize) -> Option<usize> {
    let end = scan::escape_end(text, pos).ok()?;
    let half = end == pos + 6
        && matches!(text[pos + 2..pos + 4], [b'd' | b'D', b'8' | b'9' | b'a'..=b'f' | b'A'..=b'F']);
    (!half).then_some(end)
}
