//! The text beside the documents: prose, or data that no rule took, whose loss is told.

use std::ops::Range;

use crate::core::json::scan_value;
use crate::core::repair::edit::{Code, Fixes, Risk};
use crate::core::repair::parser::text::keys::{key_at, key_with_equals_at};
use crate::core::repair::parser::text::lexer::{self, near, value_at};
use crate::core::repair::parser::text::limits::LOOK_WIDE;

/// Prose that was dropped may be a part of what the document stands in, or of what it was given up for: `{a: () => ({x: 1}),
/// b: 2}`, `{a: 1, f() { return 1; }, b: 2}`. Where a member begins after a bracket that is not closed in it, or it closes
/// what an `abandoned` document before it left open, that is data, and its loss is told.
pub(super) fn of_prose(fixes: &mut Fixes, text: &str, abandoned: bool) {
    let Some(fix) = fixes.latest.last_mut().filter(|fix| fix.code == Code::Prose) else { return };
    let gap = &text.as_bytes()[fix.start..fix.end];
    // Counted from its end: closing brackets that nothing opened yet, and opening ones that nothing closes.
    let (mut closed, mut is_open) = (0_usize, false);
    for (at, byte) in gap.iter().enumerate().rev() {
        match byte {
            b'}' | b']' => closed += 1,
            b'{' | b'[' if closed > 0 => closed -= 1,
            b'{' => {
                let first = near(gap, at + 1);
                is_open |= key_at(gap, first) || key_with_equals_at(gap, first);
            }
            _ => {}
        }
    }
    let looks_like_data = abandoned && closed > 0 && memchr::memchr3(b':', b',', b'"', gap).is_some();
    // After a comma, a member or a container that no rule took.
    let comma = near(gap, 0);
    let item = near(gap, comma + 1);
    is_open |=
        gap.get(comma) == Some(&b',') && (key_at(gap, item) || matches!(gap.get(item), Some(b'{' | b'[')));
    // `[]string{"a"}`: what sticks to a document belongs to it.
    let after = fix.start.checked_sub(1).map(|at| text.as_bytes()[at]);
    let is_glued = matches!(after, Some(b'}' | b']')) && gap.first().is_some_and(u8::is_ascii_alphanumeric);
    let is_part = is_glued && memchr::memchr3(b'"', b'{', b'[', gap).is_some();
    // What was given up may be a copy of the document after it.
    let begins_anew = abandoned || text[..fix.start].trim_end().ends_with(['{', '[']);
    let document = lexer::window(text.as_bytes(), fix.end, LOOK_WIDE);
    let is_copy = |string: &[u8]| begins_anew && memchr::memmem::find(document, string).is_some();
    let place = fix.start..fix.end;
    if is_open
        || looks_like_data
        || is_part
        || holds_items(gap, fix.start > 0)
        || holds_member(gap, is_copy)
        || is_item(text, place, is_copy)
    {
        fix.risk = Risk::Lossy;
    }
}

/// Levels of a value that stands between documents. What is deeper was tried as a document.
const ITEM_DEPTH: usize = 64;

/// Returns whether items of a list that lost its opening bracket stand here. They are JSON values of any type; words are
/// prose.
fn holds_items(gap: &[u8], is_after: bool) -> bool {
    goes_on_with_value(gap) || if is_after { goes_on_with_item(gap) } else { ends_list(gap) }
}

/// `{}: 20`: returns whether a colon comes first, and then a string, a number or a word of JSON, or a line with a string.
fn goes_on_with_value(text: &[u8]) -> bool {
    let colon = near(text, 0);
    let value = near(text, colon + 1);
    let is_value = || value_at(text, value) && !matches!(text.get(value), Some(b'(' | b'.' | b'`'));
    let has_string =
        || matches!(memchr::memchr2(b'"', b'\n', &text[colon..]), Some(at) if text[colon + at] == b'"');
    text.get(colon) == Some(&b':') && (is_value() || has_string())
}

/// `1, 2] [3]`: returns whether the text begins with values that commas stand between, and a bracket after them.
fn ends_list(text: &[u8]) -> bool {
    let (mut at, mut has_comma) = (near(text, 0), false);
    loop {
        let Ok(end) = scan_value(text, at, ITEM_DEPTH) else { return false };
        at = near(text, end);
        match text.get(at) {
            Some(b',') => (at, has_comma) = (near(text, at + 1), true),
            Some(b']' | b'}') => return has_comma,
            _ => return false,
        }
    }
}

/// `[1],2]` and `[1, 2][x, "y"]`: returns whether a value follows a comma after a document, and a comma, a bracket or the end
/// follows it. A list may begin with a word.
fn goes_on_with_item(text: &[u8]) -> bool {
    let mut comma = near(text, 0);
    if text.get(comma) == Some(&b'[') {
        comma += memchr::memchr3(b',', b']', b'\n', &text[comma..]).unwrap_or(0);
    }
    let is_item = |end| matches!(text.get(near(text, end)), None | Some(b',' | b']' | b'}'));
    text.get(comma) == Some(&b',') && scan_value(text, near(text, comma + 1), ITEM_DEPTH).is_ok_and(is_item)
}

/// `{"a": 1} "b": 2`: returns whether a key in quotes stands here, with its colon. It begins a line or follows punctuation; in a
/// sentence, a word stands before it. A single quote begins one only at the beginning of a line and after a comma: most are
/// apostrophes.
fn holds_member(gap: &[u8], is_copy: impl Fn(&[u8]) -> bool) -> bool {
    let begins_key = |at: usize| {
        let before = gap[..at].iter().rev().find(|byte| !matches!(byte, b' ' | b'\t'));
        before.is_none_or(|byte| {
            byte.is_ascii_whitespace() || *byte == b',' || gap[at] == b'"' && byte.is_ascii_punctuation()
        })
    };
    let string = |at: usize| {
        let content = &gap[at + 1..];
        &content[..memchr::memchr(gap[at], content).unwrap_or(content.len())]
    };
    memchr::memchr2_iter(b'"', b'\'', gap).any(|at| begins_key(at) && key_at(gap, at) && !is_copy(string(at)))
}

/// `"a" {"b": 1}`, `{"a": 1} 5.0`: returns whether a string, or values, are all that stands beside a document on its line.
fn is_item(text: &str, gap: Range<usize>, is_copy: impl Fn(&[u8]) -> bool) -> bool {
    let follows_document = !text[..gap.start].trim_end().is_empty();
    let precedes_document = !text[gap.end..].trim_start().is_empty();
    let gap = &text[gap];
    let is_data =
        |line: &str, follows: bool| is_string(line, &is_copy) || is_of_values(line, follows, &is_copy);
    follows_document && gap.lines().next().is_some_and(|line| is_data(line, true))
        || precedes_document && gap.rsplit('\n').next().is_some_and(|line| is_data(line, false))
}

/// Returns whether a string is all that stands in a line. Punctuation around the string does not count.
fn is_string(line: &str, is_copy: impl Fn(&[u8]) -> bool) -> bool {
    let quotes = ['"', '\''];
    let line = line.trim_matches(|char: char| !char.is_alphanumeric() && !quotes.contains(&char));
    let content = line.strip_prefix(quotes).and_then(|line| line.strip_suffix(quotes)).unwrap_or_default();
    content.contains(char::is_alphanumeric) && content.trim() == content && !is_copy(content.as_bytes())
}

/// `"a" 5.0, "b": true`: returns whether strings, numbers and words of JSON are all that stands in a line, with punctuation, and
/// a string is among them, which may have lost its end. A number is enough after a document, where only signs of JSON stand
/// beside it, because people number what they write.
fn is_of_values(line: &str, follows: bool, is_copy: impl Fn(&[u8]) -> bool) -> bool {
    let bytes = line.as_bytes();
    let (mut at, mut has_string, mut has_number, mut is_bare) = (0, false, false, true);
    while let Some(&byte) = bytes.get(at) {
        let rest = &bytes[at..];
        at += match byte {
            b'"' => {
                let content = &rest[1..];
                let content = &content[..memchr::memchr(b'"', content).unwrap_or(content.len())];
                has_string |= content.iter().any(u8::is_ascii_alphanumeric) && !is_copy(content);
                content.len() + 2
            }
            b'0'..=b'9' => {
                has_number = true;
                rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || b"+-._".contains(byte)).count()
            }
            b'a'..=b'z' | b'A'..=b'Z' => {
                let word = &rest[..rest.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count()];
                if !lexer::VALUES.contains(&word) {
                    return false;
                }
                word.len()
            }
            0x80.. => return false,
            b'\\' if lexer::is_written_space(bytes, at) => 2,
            _ => {
                is_bare &= byte.is_ascii_whitespace() || b":;,.)]}>`\\".contains(&byte);
                1
            }
        };
    }
    has_string || follows && has_number && is_bare
}
