//! JSON that stands in a JSON string, checked where it stands: `{\"a\": 1}` is read through its escapes, and nothing is
//! decoded or copied.
//!
//! The answer is yes or "not that I see": what is seldom written (`\u0022` for a quote, `\/`) is left to a reader that
//! decodes first.

use super::scan::{literal_end, number_end, string_stop};

/// Where the inside of a JSON string, which begins at `start`, has come after one JSON value and white space: at the end
/// of the string, if that is all it holds. `None` where it holds none, or not certainly; whether it is UTF-8 is not asked.
pub fn quoted_json_end(text: &[u8], start: usize, max_depth: usize) -> Option<usize> {
    value_end(text, start, max_depth.min(64)).map(|end| skip_space(text, end))
}

/// The offset after the value at `start`.
fn value_end(raw: &[u8], start: usize, max_depth: usize) -> Option<usize> {
    // One bit per open container: is it an object?
    let (mut open, mut depth) = (0u64, 0);
    let mut pos = skip_space(raw, start);
    loop {
        match raw.get(pos)? {
            &bracket @ (b'{' | b'[') => {
                if depth >= max_depth {
                    return None;
                }
                let is_object = bracket == b'{';
                pos = skip_space(raw, pos + 1);
                if raw.get(pos) == Some(&if is_object { b'}' } else { b']' }) {
                    pos += 1;
                } else {
                    open = open << 1 | u64::from(is_object);
                    depth += 1;
                    if is_object {
                        pos = name_end(raw, pos)?;
                    }
                    continue;
                }
            }
            b'\\' => pos = string_end(raw, pos)?,
            b'-' | b'0'..=b'9' => pos = number_end(raw, pos).ok()?,
            b't' => pos = literal_end(raw, pos, b"true").ok()?,
            b'f' => pos = literal_end(raw, pos, b"false").ok()?,
            b'n' => pos = literal_end(raw, pos, b"null").ok()?,
            _ => return None,
        }
        loop {
            if depth == 0 {
                return Some(pos);
            }
            let is_object = open & 1 == 1;
            pos = skip_space(raw, pos);
            match raw.get(pos)? {
                b',' => {
                    pos = skip_space(raw, pos + 1);
                    if is_object {
                        pos = name_end(raw, pos)?;
                    }
                    break;
                }
                b'}' if is_object => {}
                b']' if !is_object => {}
                _ => return None,
            }
            pos += 1;
            open >>= 1;
            depth -= 1;
        }
    }
}

/// Where the value of the member whose name begins at `pos` stands.
fn name_end(raw: &[u8], pos: usize) -> Option<usize> {
    let pos = skip_space(raw, string_end(raw, pos)?);
    (raw.get(pos) == Some(&b':')).then(|| skip_space(raw, pos + 1))
}

/// The offset after the string whose `\"` stands at `pos`.
fn string_end(raw: &[u8], pos: usize) -> Option<usize> {
    if raw.get(pos..pos + 2) != Some(br#"\""#) {
        return None;
    }
    let mut pos = pos + 2;
    loop {
        pos = string_stop(raw, pos);
        if raw.get(pos) != Some(&b'\\') {
            return None;
        }
        match raw.get(pos + 1)? {
            b'"' => return Some(pos + 2),
            // An escape of the string inside: `\\n`, `\\\"`, `\\\\`, `\\u0041`.
            b'\\' => match raw.get(pos + 2)? {
                b'/' | b'b' | b'f' | b'n' | b'r' | b't' => pos += 3,
                b'\\' if matches!(raw.get(pos + 3), Some(b'"' | b'\\')) => pos += 4,
                b'u' if raw.get(pos + 3..pos + 7)?.iter().all(u8::is_ascii_hexdigit) => pos += 7,
                _ => return None,
            },
            _ => return None,
        }
    }
}

/// After white space, written out or as escapes.
#[inline]
fn skip_space(raw: &[u8], mut pos: usize) -> usize {
    loop {
        match raw.get(pos) {
            Some(b' ') => pos += 1,
            Some(b'\\') if matches!(raw.get(pos + 1), Some(b'n' | b't' | b'r')) => pos += 2,
            _ => return pos,
        }
    }
}
