//! What stands after the last document of a text, and whether it is the rest of the document, which was cut off.

use std::ops::Range;

use super::CutPlace;
use super::extract::Document;
use super::wrappers::gap_code;
use crate::core::edit::{Code, Fixes, Risk};
use crate::core::notation::backslash::holds_escape;
use crate::core::parser::lexer;
use crate::core::parser::limits::{LOOK, LOOK_WIDE};

/// Where the last document of a text was cut off, as far as what follows it says so.
pub(super) fn end_open(text: &str, last: &mut Document) {
    if last.cut.is_some() {
        return;
    }
    let tail = text[last.end..].trim();
    let has = |codes: &[Code]| last.fixes.kinds().any(|fix| codes.contains(&fix.code));
    let ends_in_string = || goes_on_in_string(text, last) || closes_in_string(text, last);
    if has(LOST_QUOTE) && ends_in_string()
        || is_open_before_quote(text, last.start..last.end)
        || is_open_before_escape(text, last)
    {
        last.cut = Some(CutPlace::String);
        // What stands for the end of the string is no end.
        let guess = last.fixes.last().map(|fix| (fix.start, fix.end));
        last.fixes = std::mem::take(&mut last.fixes).changed(|fix| {
            if Some((fix.start, fix.end)) == guess {
                fix.risk = Risk::Lossy;
            }
            true
        });
    } else if tail == "," && (has(ODD_BRACKET) || has(LOST_QUOTE)) {
        last.cut = Some(CutPlace::BetweenMembers);
    } else if last.abandoned && may_be_rest(tail) {
        last.cut = Some(CutPlace::BetweenMembers);
        let at = closers_at(&last.fixes);
        last.fixes = std::mem::take(&mut last.fixes).changed(|fix| {
            if fix.code == Code::MissingCloser && Some(fix.start) == at {
                (fix.code, fix.risk) = (Code::CutOff, Code::CutOff.about().risk);
            }
            true
        });
    }
}

/// What follows the last document: the part that was cut off, where the document was cut and goes on there.
pub(super) fn code(tail: &str, is_cut: bool) -> Code {
    match gap_code(tail, true) {
        Code::Prose if is_cut && (tail.starts_with('"') || holds_escape(tail.as_bytes())) => Code::CutPart,
        Code::Assignment if is_cut => Code::CutPart,
        code => code,
    }
}

/// A string or a value lost a quote: where it ends is a guess.
const LOST_QUOTE: &[Code] =
    &[Code::UnquotedValue, Code::NumberText, Code::MissingValue, Code::InnerQuote, Code::MissingOpenQuote];

/// The brackets of a document do not fit: with a comma after it, it stood in a list that goes on.
const ODD_BRACKET: &[Code] = &[Code::DoubledBraces, Code::MissingCloser, Code::StrayText, Code::WrongCloser];

/// Does the string that lost a quote go on right after this document? Whatever seems to be a document after that is content of it.
pub(super) fn holds_what_follows(text: &str, document: &Document) -> bool {
    let after = lexer::window(text.as_bytes(), document.end, LOOK);
    let words = &after[..memchr::memchr3(b'{', b'[', b'"', after).unwrap_or(after.len())];
    let first = lexer::after_written_spaces(words, 0).last().unwrap_or(0);
    document.cut.is_none()
        && first < words.len()
        && holds_escape(words)
        && document.fixes.kinds().any(|fix| LOST_QUOTE.contains(&fix.code))
}

/// What follows the document has the escapes of a string, or ends within one.
fn goes_on_in_string(text: &str, last: &Document) -> bool {
    let after = lexer::window(text.as_bytes(), last.end, LOOK_WIDE);
    holds_escape(after) || after.ends_with(b"\\")
}

/// Is the last bracket of the document rather content of a string that goes on? The last thing that was repaired says so.
fn closes_in_string(text: &str, last: &Document) -> bool {
    let Some(fix) = last.fixes.last() else { return false };
    match fix.code {
        // A line end is written out right before it, and not at the beginning of the document, as in one that is escaped.
        Code::EscapedSpace => {
            let first = lexer::near(text.as_bytes(), last.start + 1);
            let is_bracket = text[fix.end..last.end].trim_start().len() == 1;
            is_bracket && !lexer::is_written_space(text.as_bytes(), first)
        }
        // A text without quotes that has escapes is a string that lost the first, and ends at the other one.
        Code::UnquotedValue => {
            let quotes = last.fixes.iter().filter(|fix| fix.code == Code::UnquotedValue);
            let (opening, closing) = quotes.fold((fix.start, fix.start), |(_, last), fix| (last, fix.start));
            holds_escape(&text.as_bytes()[opening..closing])
        }
        // `{"a": "import { "b" } from`: a quote in the last string is not escaped, and words follow on the line.
        Code::InnerQuote => follows_on_line(text, last.end),
        // `[{"a": "x["key"] is`: a closer is missing before it, a quote in the string before is not escaped, and words follow.
        Code::MissingCloser => {
            let before = last.fixes.iter().filter(|other| other.start < fix.start).last();
            let is_inner = before.is_some_and(|fix| fix.code == Code::InnerQuote);
            is_inner && text[..fix.start].ends_with('"') && follows_on_line(text, last.end)
        }
        // It is of the wrong kind, right after a quote.
        Code::WrongCloser => fix.end == last.end && text[..fix.start].trim_end().ends_with('"'),
        _ => false,
    }
}

/// Do words follow on the same line that are no sentence, and no tag or quotation around the document?
fn follows_on_line(text: &str, end: usize) -> bool {
    let tail = text[end..].trim();
    let line = text[end..].lines().next().unwrap_or_default();
    line.contains(|sign: char| sign.is_alphanumeric())
        && !tail.starts_with(['<', '`'])
        && !tail.ends_with(['.', '!', '?', ':', '>', '`'])
}

/// `{"a": "line\nsay "}" and`: the quote right after a value makes a pair with one in it, so its bracket is content of a string,
/// as escapes around it say. A quote alone is one too many.
pub(crate) fn is_open_before_quote(text: &str, value: Range<usize>) -> bool {
    let is_quoted = text[..value.start].ends_with('"');
    let rest = text.get(value.end..).and_then(|rest| rest.strip_prefix('"'));
    let Some(rest) = rest.filter(|_| !is_quoted) else { return false };
    let around = value.start.max(value.end.saturating_sub(LOOK));
    rest.chars().take(LOOK).any(char::is_alphanumeric)
        && holds_escape(lexer::window(text.as_bytes(), around, LOOK_WIDE))
}

/// `{"a": "if {\n  "}\n\n"  end",`: an escape right after the last bracket and a quote after that say that the string goes on.
/// White space around a document may be written out too, but then it is before the document as well.
fn is_open_before_escape(text: &str, last: &Document) -> bool {
    let bytes = text.as_bytes();
    let is_after_string = text[last.start..last.end].trim_end_matches(['}', ']']).ends_with('"');
    let is_apart = last.start >= 2 && lexer::is_written_space(bytes, last.start - 2);
    if !is_after_string || is_apart {
        return false;
    }
    let has_comma = bytes.get(last.end) == Some(&b',');
    let escape = last.end + usize::from(has_comma);
    let next = lexer::after_written_spaces(bytes, escape).last().unwrap_or(escape);
    // After a comma, a bracket or a quote begins another item.
    let is_item = has_comma && matches!(bytes.get(next), Some(b'{' | b'[' | b'"'));
    !is_item
        && lexer::is_written_space(bytes, escape)
        && lexer::window(bytes, escape, LOOK_WIDE).contains(&b'"')
}

/// Only words follow a document that ended although brackets were open: they may be the rest of it. A fence says that it was
/// finished, and so do closing brackets on the last line.
fn may_be_rest(tail: &str) -> bool {
    let last_line = tail.lines().next_back().unwrap_or_default();
    let is_closed = tail.starts_with("```") || last_line.trim_matches(['}', ']', ' ']).is_empty();
    !is_closed && gap_code(tail, true) == Code::Prose
}

/// Where a document that ended early got its closing brackets.
pub(super) fn closers_at(fixes: &Fixes) -> Option<usize> {
    fixes
        .iter()
        .filter(|fix| fix.start == fix.end && fix.code == Code::MissingCloser)
        .last()
        .map(|fix| fix.start)
}
