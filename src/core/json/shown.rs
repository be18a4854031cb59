//! Text from outside on one line of a message: no control character, no escape sequence, no change of writing direction, nothing
//! without width, and no command to a build service.

use std::borrow::Cow;
use std::fmt::Write;
use std::path::Path;

/// `text` on one line, with every character that could steer a terminal or hide other text written as an escape.
pub fn escape(text: &str) -> Cow<'_, str> {
    // Nearly all text is ASCII to be seen, and many lines are shown: all bytes are looked at together.
    let is_plain = text.bytes().fold(true, |plain, byte| plain & matches!(byte, b' '..=b'~'));
    if (is_plain || !text.contains(is_unsafe)) && !text.contains(MARK) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if is_unsafe(c) || c == '[' && begins_command(&out) => {
                let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// Returns a file name for messages; bytes that are not UTF-8 appear as `\xff`.
pub fn path(path: &Path) -> String {
    let mut out = String::new();
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        out.push_str(&escape(chunk.valid()));
        for byte in chunk.invalid() {
            let _ = write!(out, "\\x{byte:02x}");
        }
    }
    out
}

/// Begins a command to a build service anywhere in a line, with a word and a bracket after it: `##[error]`, `##vso[…]`.
pub const MARK: &str = "##";

/// Returns whether a bracket after `before` would begin such a command.
pub fn begins_command(before: &str) -> bool {
    before.trim_end_matches(|c: char| c.is_ascii_alphabetic()).ends_with(MARK)
}

/// C0, DEL and C1 controls, line and paragraph separators, the marks that change the direction of writing, and what has no
/// width.
pub fn is_unsafe(c: char) -> bool {
    c.is_control()
        || is_invisible(c)
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Characters that take no room: spaces and joiners without width, the byte order mark, soft hyphens, and tags.
pub fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{180e}' | '\u{200b}'..='\u{200d}' | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}'
    )
}
