//! What stands after the last document of a text, and whether it is the rest of the document, which was cut off.

use super::CutPlace;
use super::extract::Document;
use super::wrappers::gap_code;
use crate::core::edit::{Code, Fixes};
use crate::core::notation::backslash::holds_escape;
use crate::core::parser::lexer;
use crate::core::parser::limits::LOOK_WIDE;

/// Where the last document of a text was cut off, as far as what follows it says so.
pub(super) fn end_open(text: &str, last: &mut Document) {
    if last.cut.is_some() {
        return;
    }
    let tail = text[last.end..].trim();
    let has = |codes: &[Code]| last.fixes.kinds().any(|fix| codes.contains(&fix.code));
    if goes_on_in_string(text, last) && has(LOST_QUOTE) {
        last.cut = Some(CutPlace::String);
    } else if tail == "," && has(ODD_BRACKET) {
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
        Code::Prose if is_cut && holds_escape(tail.as_bytes()) => Code::CutPart,
        Code::Assignment if is_cut => Code::CutPart,
        code => code,
    }
}

/// A string or a value lost a quote: where it ends is a guess.
const LOST_QUOTE: &[Code] =
    &[Code::UnquotedValue, Code::NumberText, Code::MissingValue, Code::InnerQuote, Code::MissingOpenQuote];

/// The brackets of a document do not fit: with a comma after it, it stood in a list that goes on.
const ODD_BRACKET: &[Code] = &[Code::DoubledBraces, Code::MissingCloser, Code::StrayText, Code::WrongCloser];

/// What follows the document has the escapes of a string.
fn goes_on_in_string(text: &str, last: &Document) -> bool {
    holds_escape(lexer::window(text.as_bytes(), last.end, LOOK_WIDE))
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
