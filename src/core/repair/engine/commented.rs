//! JSON with comments and trailing commas, read strictly: one pass from the first of these to the end. A text that is this as a
//! whole has no other reading, unless a key comes twice in an object: then another object may begin there.

use crate::core::json::scan::string_end;
use crate::core::json::{ScanError, is_space};
use crate::core::repair::edit::duplicates::{self, Merged};
use crate::core::repair::edit::{self, Code, Fix, Fixes, Risk, whole_line};
use crate::core::repair::parser::evidence::content::lone_surrogates;
use crate::core::repair::parser::text::keys::key_at;
use crate::core::repair::parser::text::lexer::{Comment, comment_at, comment_end, sign_before};

/// The document that `text` is without its comments and trailing commas; `error` says where the first of them stands.
pub(super) fn read(text: &str, error: ScanError, max_depth: usize) -> Option<Merged> {
    let bytes = text.as_bytes();
    let is_trailing = || sign_before(bytes, error.offset) == Some(b',');
    match bytes.get(error.offset)? {
        b'/' => {}
        b'}' | b']' if is_trailing() => {}
        _ => return None,
    }
    let fixes = dropped(bytes, error.offset)?;
    let output = edit::apply(text, &fixes);
    let merged = duplicates::merged(0, fixes, output, max_depth).filter(|merged| !merged.repeats)?;
    let halves = lone_surrogates(merged.output.as_bytes(), 0, merged.output.len());
    if halves.is_empty() {
        return Some(merged);
    }
    let output = edit::apply(&merged.output, &halves);
    Some(Merged { fixes: edit::compose(merged.fixes, text, halves), output, ..merged })
}

/// The fixes that drop comments and trailing commas from `start` on, before which the text is JSON.
fn dropped(bytes: &[u8], start: usize) -> Option<Fixes> {
    let mut fixes = Fixes::default();
    let before = bytes[..start].iter().rposition(|byte| !is_space(*byte));
    let mut comma = before.filter(|at| bytes[*at] == b',');
    // Where the last token or fix ends.
    let mut end = before.map_or(0, |at| at + 1);
    let mut pos = start;
    while let Some(byte) = bytes.get(pos) {
        match byte {
            b'/' => {
                let comment = comment_at(bytes, pos)?;
                let close = comment_end(bytes, pos, comment);
                if comment == Comment::Block && !bytes[..close].ends_with(b"*/") {
                    return None;
                }
                let place = whole_line(bytes, end, pos, close);
                fixes.push(Code::Comment, place.start, place.end, "");
                (end, pos) = (place.end, place.end);
                continue;
            }
            b',' => comma = Some(pos),
            b'}' | b']' => {
                if let Some(comma) = comma.take() {
                    fixes.push(Code::TrailingComma, comma, comma + 1, "");
                }
            }
            byte if is_space(*byte) => {
                pos += 1;
                continue;
            }
            b'"' => {
                (comma, pos) = (None, string_end(bytes, pos).ok()?);
                end = pos;
                continue;
            }
            _ => comma = None,
        }
        pos += 1;
        end = pos;
    }
    let fixes = fixes.settled();
    Some(fixes.changed(|fix| {
        if holds_data(bytes, fix) {
            fix.risk = Risk::Lossy;
        }
        true
    }))
}

/// Returns whether this comment ends the text, stands after data on its line, and holds a member: `{"a": 1} // , "b": 2` may have lost the end
/// of a line.
fn holds_data(bytes: &[u8], fix: &Fix<'_>) -> bool {
    if fix.code != Code::Comment {
        return false;
    }
    let comment = &bytes[fix.start..fix.end];
    if comment.trim_ascii_start().starts_with(b"/*") || comment.ends_with(b"\n") {
        return false;
    }
    let is_after_data = bytes[..fix.start].iter().rev().find(|byte| !matches!(byte, b' ' | b'\t'));
    let holds_member =
        || memchr::memchr_iter(b'"', comment).any(|at| at > 0 && key_at(bytes, fix.start + at));
    fix.end == bytes.len() && is_after_data.is_some_and(|byte| *byte != b'\n') && holds_member()
}
