//! Plain text → the inside of a JSON string.

use std::borrow::Cow;
use std::ops::Range;

use super::stops::{BLOCK, copy_plain, string_stop};

/// `plain` as a JSON string.
pub fn quoted(plain: &str) -> String {
    let mut out = String::with_capacity(plain.len() + 2);
    push_quoted(&mut out, plain);
    out
}

/// Appends `plain` as a JSON string.
pub fn push_quoted(out: &mut String, plain: &str) {
    out.push('"');
    push_escaped(out, plain);
    out.push('"');
}

/// Appends `plain` with the escapes of RFC 8785: short ones where JSON has them, `\u00xx` for other controls.
pub fn push_escaped(out: &mut String, plain: &str) {
    for (run, escape) in escapes(plain.as_bytes()) {
        out.extend([&plain[run], &*escape]);
    }
}

/// `push_escaped` for bytes. JSON in a string has a quote every few bytes: what lies between two of them is copied in
/// blocks.
pub fn push_escaped_bytes(out: &mut Vec<u8>, plain: &str) {
    let bytes = plain.as_bytes();
    let (mut pos, mut len) = (0, out.len());
    while pos < bytes.len() {
        // Room for what is left as it stands, and for an escape.
        let rest = bytes.len() - pos;
        if out.len() < len + rest + BLOCK {
            out.resize(len + rest + rest / 4 + 2 * BLOCK, 0);
        }
        (pos, len) = copy_plain::<true>(bytes, pos, out, len);
        match bytes.get(pos) {
            Some(&byte @ (b'"' | b'\\')) => {
                (out[len], out[len + 1]) = (b'\\', byte);
                len += 2;
            }
            Some(byte) => {
                for byte in escape_of(*byte).bytes() {
                    (out[len], len) = (byte, len + 1);
                }
            }
            None => break,
        }
        pos += 1;
    }
    out.truncate(len);
}

/// The runs of `plain` that may stand in a string as they are, each with the escape of what follows it.
pub fn escapes(plain: &[u8]) -> impl Iterator<Item = (Range<usize>, Cow<'static, str>)> {
    let mut pos = 0;
    std::iter::from_fn(move || {
        let run = pos..string_stop(plain, pos);
        pos = run.end + 1;
        let escape = plain.get(run.end).map_or(Cow::Borrowed(""), |byte| escape_of(*byte));
        (run.start < plain.len()).then_some((run, escape))
    })
}

/// The escape of one ASCII byte that may not stand raw in a string; only rare ones take memory.
pub fn escape_of(byte: u8) -> Cow<'static, str> {
    Cow::Borrowed(match byte {
        b'"' => "\\\"",
        b'\\' => "\\\\",
        0x08 => "\\b",
        0x0c => "\\f",
        b'\n' => "\\n",
        b'\r' => "\\r",
        b'\t' => "\\t",
        other => return Cow::Owned(format!("\\u{other:04x}")),
    })
}

/// A character as it may stand in a JSON string.
pub(crate) fn escaped(c: char) -> Cow<'static, str> {
    if c < ' ' || c == '"' || c == '\\' { escape_of(c as u8) } else { String::from(c).into() }
}
