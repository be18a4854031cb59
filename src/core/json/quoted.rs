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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::json::value::Text;
    use crate::core::json::{MAX_DEPTH, scan_document};

    /// Is this inside of a string JSON?
    fn is_quoted_json(raw: &[u8], max_depth: usize) -> bool {
        quoted_json_end(raw, 0, max_depth) == Some(raw.len())
    }

    #[test]
    fn yes_is_said_of_json_alone_and_of_nearly_all_of_it() {
        let texts = [
            "{}",
            " [ ] ",
            "{\"a\": [1, -2.5e3, true, false, null], \"b\": {\"c\": \"d\"}}\n",
            "\"\"",
            "\"a\\n\\\"b\\\\ \\u00e9 é\"",
            "12",
            "{\n  \"a\":\t1\r\n}",
            "[[[]]]",
            "{\"a\": 'b'}",
            "{\"a\": 1,}",
            "{\"a\" 1}",
            "{a: 1}",
            "[1 2]",
            "[1}",
            "{\"a\": \"b\nc\"}",
            "{\"a\": \"b\tc\"}",
            "{\"a\": \"\\x\"}",
            "{\"a\": \"\\u12\"}",
            "{\"a\": 01}",
            "{\"a\": tru}",
            "{} {}",
            "",
            " ",
            "\"a",
            "\"a\\",
            "\"a\\\\\"b\"",
            "[",
            "nul",
        ];
        for text in texts {
            let raw = Text::from_plain(text);
            let expected = scan_document(text.as_bytes(), MAX_DEPTH).is_ok();
            assert_eq!(is_quoted_json(raw.raw().as_bytes(), MAX_DEPTH), expected, "{text:?}");
            let string = format!("{{\"a\": \"{}\", \"b\": \"\"}}", raw.raw());
            let end = quoted_json_end(string.as_bytes(), 7, MAX_DEPTH);
            let end = end.filter(|end| string.as_bytes().get(*end) == Some(&b'"'));
            assert_eq!(end, expected.then_some(7 + raw.raw().len()), "{string}");
            for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
                let raw = Text::from_plain(&text[..end]);
                let expected = scan_document(&text.as_bytes()[..end], MAX_DEPTH).is_ok();
                assert_eq!(is_quoted_json(raw.raw().as_bytes(), MAX_DEPTH), expected, "{:?}", &text[..end]);
            }
        }
        // No JSON string, or none that ends.
        for string in ["{\n}\"", "[\\\"\t\\\"]\"", "{}", "[1] \\", "[\"]", "12"] {
            let end = quoted_json_end(string.as_bytes(), 0, MAX_DEPTH);
            assert!(end.is_none_or(|end| string.as_bytes().get(end) != Some(&b'"')), "{string}");
        }
        // Spellings that are not looked through.
        assert!(!is_quoted_json(br"{\u0022a\u0022: 1}", MAX_DEPTH));
        // Deeper than is asked for.
        assert!(is_quoted_json(b"[[]]", 2) && !is_quoted_json(b"[[]]", 1));
    }
}
