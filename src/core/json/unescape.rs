//! What a JSON string says: the characters behind its escapes.
//!
//! JSON in a string has an escape every few bytes, so what lies between two of them is copied as a block of sixteen bytes,
//! of which the next escape overwrites what it does not need.

use std::borrow::Cow;

use super::stops::{BLOCK, before_backslash};
use super::value::LoneSurrogate;

/// What an escape of two characters stands for, by its second; 0 where that says more, or is none.
const NAMED: [u8; 256] = {
    let mut table = [0; 256];
    let mut at = 1;
    while at < 0x80 {
        // An escape that JSON does not have names its character, as `\"`, `\\` and `\/` do.
        table[at] = at as u8;
        at += 1;
    }
    (table[b'b' as usize], table[b'f' as usize]) = (0x08, 0x0c);
    (table[b'n' as usize], table[b'r' as usize], table[b't' as usize]) = (b'\n', b'\r', b'\t');
    table[b'u' as usize] = 0;
    table
};

/// Decodes the inside of a valid JSON string; `lone` says what a lone surrogate becomes. Borrowed when it holds no escape.
pub(super) fn unescape(
    raw: &str,
    lone: impl Fn() -> Result<char, LoneSurrogate>,
) -> Result<Cow<'_, str>, LoneSurrogate> {
    let bytes = raw.as_bytes();
    let Some(first) = memchr::memchr(b'\\', bytes) else { return Ok(Cow::Borrowed(raw)) };
    // An escape is longer than what it stands for, so no block reaches beyond this.
    let mut out = vec![0; bytes.len() + BLOCK];
    out[..first].copy_from_slice(&bytes[..first]);
    let (mut pos, mut len) = (first, first);
    while let Some(&escape) = bytes.get(pos + 1) {
        let named = NAMED[escape as usize];
        if named != 0 {
            (out[len], len) = (named, len + 1);
            pos += 2;
        } else if escape == b'u' {
            let (character, used) = character(bytes, pos);
            let character = character.map_or_else(&lone, Ok)?;
            len += character.encode_utf8(&mut out[len..]).len();
            pos += used;
        } else {
            // No escape, but names are matched before they are checked: the character follows as it is.
            pos += 1;
        }
        (pos, len) = copy_plain(bytes, pos, &mut out, len);
    }
    out.truncate(len);
    Ok(Cow::Owned(String::from_utf8(out).unwrap_or_default()))
}

/// Copies from `bytes[pos..]` to `out[len..]` up to the next backslash or the end; returns both places behind it.
#[inline]
fn copy_plain(bytes: &[u8], mut pos: usize, out: &mut [u8], mut len: usize) -> (usize, usize) {
    while let Some((block, plain)) = before_backslash(bytes, pos) {
        out[len..len + BLOCK].copy_from_slice(block);
        (pos, len) = (pos + plain, len + plain);
        if plain < BLOCK {
            return (pos, len);
        }
    }
    while let Some(byte) = bytes.get(pos).filter(|byte| **byte != b'\\') {
        out[len] = *byte;
        (pos, len) = (pos + 1, len + 1);
    }
    (pos, len)
}

/// The character that `\u` at `pos` names, with its other half if it is one of a pair, and the bytes of both; `None` for
/// a half alone.
fn character(bytes: &[u8], pos: usize) -> (Option<char>, usize) {
    let high = hex4(bytes, pos + 2);
    let low = if bytes.get(pos + 6..pos + 8) == Some(b"\\u") { hex4(bytes, pos + 8) } else { 0 };
    if (0xd800..0xdc00).contains(&high) && (0xdc00..0xe000).contains(&low) {
        return (char::from_u32(0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00)), 12);
    }
    (char::from_u32(high), 6)
}

/// The four hex digits at `at`; 0 where there are none, which no surrogate test accepts.
fn hex4(bytes: &[u8], at: usize) -> u32 {
    let digits = bytes.get(at..at + 4).and_then(|digits| std::str::from_utf8(digits).ok());
    digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(raw: &str) -> String {
        unescape(raw, || Ok('\u{fffd}')).expect("nothing is refused").into_owned()
    }

    #[test]
    fn every_escape_at_every_place() {
        let escapes = [
            (r#"\""#, "\""),
            (r"\\", "\\"),
            (r"\/", "/"),
            (r"\b\f\n\r\t", "\u{8}\u{c}\n\r\t"),
            (r"\u0041", "A"),
            (r"\u00e9", "é"),
            (r"\u2028", "\u{2028}"),
            (r"\ud83d\ude00", "😀"),
            (r"\ud83dx", "\u{fffd}x"),
            (r"\ud83d\ud83d\ude00", "\u{fffd}😀"),
            (r"\ud83d\u0041", "\u{fffd}A"),
            ("é", "é"),
            // What is no JSON passes as it can.
            (r"\x", "x"),
            ("\\é", "é"),
        ];
        for (raw, plain) in escapes {
            for before in 0..20 {
                for after in 0..20 {
                    let around =
                        |middle: &str| format!("{}{middle}{}", "b".repeat(before), "a".repeat(after));
                    assert_eq!(decoded(&around(raw)), around(plain));
                    assert_eq!(decoded(&around(&raw.repeat(3))), around(&plain.repeat(3)));
                }
            }
        }
    }

    #[test]
    fn a_last_backslash_is_none() {
        for len in 0..40 {
            assert_eq!(decoded(&format!("{}\\", "x".repeat(len))), "x".repeat(len));
        }
    }

    #[test]
    fn broken_hex_names_no_half() {
        assert_eq!(decoded(r"\u12"), "\0");
    }
}
