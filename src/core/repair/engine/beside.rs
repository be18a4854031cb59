//! The text beside the documents: prose, or data that no rule took, whose loss is told.

use std::ops::Range;

use crate::core::json::{scan, scan_value};
use crate::core::repair::edit::{Code, Fixes, Risk};
use crate::core::repair::parser::text::keys::{key_at, key_with_equals_at};
use crate::core::repair::parser::text::lexer::{self, near, value_at};
use crate::core::repair::parser::text::limits::{LOOK_FAR, LOOK_WIDE};

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
    // `[]string{"a"}`, `{}5`: what sticks to a document belongs to it.
    let after = fix.start.checked_sub(1).map(|at| text.as_bytes()[at]);
    let is_glued = matches!(after, Some(b'}' | b']')) && gap.first().is_some_and(u8::is_ascii_alphanumeric);
    let is_number = gap.first().is_some_and(u8::is_ascii_digit);
    let is_part = is_glued && (is_number || memchr::memchr3(b'"', b'{', b'[', gap).is_some());
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

/// `{}: 20` and `} [ : 20`: returns whether a colon comes first, which brackets may stand before, and then a string, a number or a
/// word of JSON, or a line with a string.
fn goes_on_with_value(text: &[u8]) -> bool {
    let is_beside = |byte: &&u8| byte.is_ascii_whitespace() || b"{}[]".contains(byte);
    let colon = text.iter().take(LOOK_FAR).take_while(is_beside).count();
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

/// `"a" {"b": 1}`, `{"a": 1} 5.0`: returns whether data are all that stands beside a document on its line, or strings on the line
/// before or after that.
fn is_item(text: &str, gap: Range<usize>, is_copy: impl Fn(&[u8]) -> bool) -> bool {
    let follows_document = !text[..gap.start].trim_end().is_empty();
    let precedes_document = !text[gap.end..].trim_start().is_empty();
    let gap = &text[gap];
    let tally = |line: &str| Tally::of(line, &is_copy).unwrap_or_default();
    let is_data = |line: &str| is_string(line, &is_copy) || tally(line).is_data();
    let is_after = |line: &str| is_data(line) || tally(line).has_bare_number();
    // People number what they write, and a sign or a blank stands after that number.
    let is_before = |line: &str| {
        is_data(line)
            || goes_on_with_value(line.as_bytes())
            || line.ends_with(|sign: char| sign.is_ascii_digit()) && tally(line).has_bare_number()
    };
    let has_strings =
        |line: Option<&str>| line.map(tally).is_some_and(|tally| tally.strings > 1 && tally.label.is_none());
    let is_blank = |line: &&str| line.trim().is_empty();
    let is_data_after =
        || gap.lines().next().is_some_and(is_after) || has_strings(gap.lines().find(|line| !is_blank(line)));
    let is_data_before = || {
        let mut lines = gap.rsplit('\n');
        lines.clone().next().is_some_and(is_before) || has_strings(lines.find(|line| !is_blank(line)))
    };
    follows_document && is_data_after() || precedes_document && is_data_before()
}

/// Returns whether a string is all that stands in a line. Punctuation around the string does not count.
fn is_string(line: &str, is_copy: impl Fn(&[u8]) -> bool) -> bool {
    let quotes = ['"', '\''];
    let line = line.trim_matches(|char: char| !char.is_alphanumeric() && !quotes.contains(&char));
    let content = line.strip_prefix(quotes).and_then(|line| line.strip_suffix(quotes)).unwrap_or_default();
    content.contains(char::is_alphanumeric) && content.trim() == content && !is_copy(content.as_bytes())
}

/// The values of a line that is no sentence: `"a" 5.0, "b": true`, `json "key":`.
#[derive(Default)]
struct Tally {
    /// Strings that say something, the last of which may have lost its end, and words that lost their first quote.
    strings: usize,
    has_number: bool,
    /// A word that JSON does not know.
    label: Option<Label>,
    /// Only punctuation of JSON stands beside the values.
    is_bare: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Label {
    /// It comes first, with a capital letter.
    BeginsSentence,
    Word,
}

impl Tally {
    /// Counts what stands in a line; `None` where two words make a sentence.
    fn of(line: &str, is_copy: impl Fn(&[u8]) -> bool) -> Option<Self> {
        let bytes = line.as_bytes();
        let (mut at, mut tally) = (0, Self { is_bare: true, ..Self::default() });
        while let Some(&byte) = bytes.get(at) {
            let rest = &bytes[at..];
            at += match byte {
                b'"' => {
                    let end = scan::string_end(bytes, at).unwrap_or(bytes.len() + 1);
                    let content = &bytes[at + 1..end - 1];
                    let says = content.iter().any(u8::is_ascii_alphanumeric) && !is_copy(content);
                    tally.strings += usize::from(says);
                    end - at
                }
                b'0'..=b'9' => {
                    tally.has_number = true;
                    rest.iter().take_while(|byte| is_of_number(**byte)).count()
                }
                b'-' if rest.get(1).is_some_and(u8::is_ascii_digit) => 1,
                b'a'..=b'z' | b'A'..=b'Z' => tally.word(line, at)?,
                b'<' => tag_len(rest),
                b'\\' if lexer::is_written_space(bytes, at) => 2,
                // A bracket around a number is a citation.
                b'[' => {
                    tally.is_bare &= !bytes.get(near(bytes, at + 1)).is_some_and(u8::is_ascii_digit);
                    1
                }
                0x80.. => typographic_len(&line[at..])?,
                _ => {
                    tally.is_bare &= byte.is_ascii_whitespace() || b":;,.)]}>`\\=".contains(&byte);
                    1
                }
            };
        }
        Some(tally)
    }

    /// Takes the word at `at`, and returns its length; `None` where it makes a sentence, or an aside, as in `(see "a")`.
    fn word(&mut self, line: &str, at: usize) -> Option<usize> {
        let rest = &line.as_bytes()[at..];
        let len = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
        if rest.get(len) == Some(&b'"') {
            self.strings += 1;
            return Some(len + 1);
        }
        if lexer::VALUES.contains(&&rest[..len]) {
            return Some(len);
        }
        let before = line[..at].trim_end();
        if self.label.is_some() || before.ends_with('(') {
            return None;
        }
        let begins = rest[0].is_ascii_uppercase() && before.trim_start().is_empty();
        let label = if begins { Label::BeginsSentence } else { Label::Word };
        (self.label, self.is_bare) = (Some(label), false);
        Some(len)
    }

    /// Returns whether strings stand there that no sentence holds.
    const fn is_data(&self) -> bool {
        self.strings > if matches!(self.label, Some(Label::BeginsSentence)) { 1 } else { 0 }
    }

    /// Returns whether a number stands there where only signs of JSON stand beside it.
    const fn has_bare_number(&self) -> bool {
        self.has_number && self.is_bare
    }
}

/// Returns whether this byte may stand within a number, a date or the like.
const fn is_of_number(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.' | b'_')
}

/// The length of a tag such as `<br>`, or that of its first character.
fn tag_len(text: &[u8]) -> usize {
    let name = text[1..].iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'/').count();
    if text.get(1 + name) == Some(&b'>') { name + 2 } else { 1 }
}

/// The length of a typographic quote; `None` for another character that is not ASCII.
fn typographic_len(text: &str) -> Option<usize> {
    text.chars().next().filter(|sign| "“”„«»".contains(*sign)).map(char::len_utf8)
}
