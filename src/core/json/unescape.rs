//! What a JSON string says: the characters after its escapes.
//!
//! JSON in a string has an escape every few bytes, so what lies between two of them is copied as a block of sixteen bytes,
//! of which the next escape overwrites what it does not need.

use std::borrow::Cow;

use super::scan::{SIMPLE_ESCAPES, escape_end, is_space, skip_space};
use super::stops::{BLOCK, copy_plain, string_stop};

/// Decodes the inside of a valid JSON string, borrowed when it holds no escape; `None` for a lone surrogate, unless `lone`
/// says what that becomes.
pub fn unescape(raw: &str, lone: Option<char>) -> Option<Cow<'_, str>> {
    let Some(first) = memchr::memchr(b'\\', raw.as_bytes()) else { return Some(Cow::Borrowed(raw)) };
    let out = decode::<false>(raw.as_bytes(), first, lone)?;
    Some(Cow::Owned(String::from_utf8(out).unwrap_or_default()))
}

/// The characters that the inside of a valid JSON string stands for, with U+FFFD for every lone surrogate.
pub fn lossy(raw: &str) -> Cow<'_, str> {
    unescape(raw, Some('\u{fffd}')).unwrap_or(Cow::Borrowed(""))
}

/// What the JSON string says that is all of `text`, white space aside, in one pass; `None` where it is not a string, or not text.
pub fn unquote(text: &[u8]) -> Option<Cow<'_, str>> {
    let end = text.iter().rposition(|byte| !is_space(*byte))? + 1;
    let raw = text[skip_space(text, 0)..end].strip_prefix(b"\"")?.strip_suffix(b"\"")?;
    match string_stop(raw, 0) {
        first if first == raw.len() => super::from_utf8(raw).ok().map(Cow::Borrowed),
        first if raw[first] == b'\\' => {
            String::from_utf8(decode::<true>(raw, first, None)?).ok().map(Cow::Owned)
        }
        _ => None,
    }
}

/// Decodes the inside of a JSON string, of which the first escape stands at `first`; where it is not known to be valid,
/// that is checked, but for its UTF-8. `None` where it is not, or holds a lone surrogate that becomes nothing.
fn decode<const CHECKED: bool>(bytes: &[u8], first: usize, lone: Option<char>) -> Option<Vec<u8>> {
    // An escape is longer than what it stands for, so no block reaches beyond this.
    let mut out = vec![0; bytes.len() + BLOCK];
    out[..first].copy_from_slice(&bytes[..first]);
    let (mut pos, mut len) = (first, first);
    loop {
        let escape = match bytes.get(pos..).unwrap_or_default() {
            [] => break,
            [b'\\', escape, ..] => *escape,
            _ if CHECKED => return None,
            _ => break,
        };
        let named = SIMPLE_ESCAPES[escape as usize];
        if named != 0 {
            (out[len], len) = (named, len + 1);
            pos += 2;
        } else if CHECKED && escape_end(bytes, pos).is_err() {
            return None;
        } else if escape == b'u' {
            let (code, used) = escape_at(bytes, pos);
            len += char::from_u32(code).or(lone)?.encode_utf8(&mut out[len..]).len();
            pos += used;
        } else {
            // No escape; but names are matched before they are checked. The character follows as it is.
            pos += 1;
        }
        (pos, len) = copy_plain::<CHECKED>(bytes, pos, &mut out, len);
    }
    out.truncate(len);
    Some(out)
}

/// The code point of the escape at `pos` of a valid string, and its length: that of both where two are the halves of a
/// pair. A half alone is itself.
pub fn escape_at(bytes: &[u8], pos: usize) -> (u32, usize) {
    let Some(&byte) = bytes.get(pos + 1) else { return (u32::from(b'\\'), 1) };
    if byte != b'u' {
        return (u32::from(SIMPLE_ESCAPES[byte as usize]), 2);
    }
    let high = hex4(bytes, pos + 2);
    let low = if bytes.get(pos + 6..pos + 8) == Some(b"\\u") { hex4(bytes, pos + 8) } else { 0 };
    if (0xd800..0xdc00).contains(&high) && (0xdc00..0xe000).contains(&low) {
        return (0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00), 12);
    }
    (high, 6)
}

/// The four hex digits at `at`; 0 where there are none, which no surrogate test accepts.
fn hex4(bytes: &[u8], at: usize) -> u32 {
    let digits = bytes.get(at..at + 4).unwrap_or_default();
    digits.iter().try_fold(0, |code, digit| Some(code << 4 | char::from(*digit).to_digit(16)?)).unwrap_or(0)
}
