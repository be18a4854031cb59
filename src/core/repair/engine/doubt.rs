//! The confidence of a repair: which fixes are less sure than their code says, whether the text was cut off after the last
//! document, and what users are told of losses.

use std::mem::replace;
use std::ops::Range;

use super::extract::Document;
use super::wrappers::gap_code;
use super::{CutPlace, Failure, FailureCode, Options, Repaired, Strategy};
use crate::core::json::scan::{Names, scalar_end, scan_text_with};
use crate::core::json::skip_space;
use crate::core::repair::confidence::{Confidence, Signs};
use crate::core::repair::edit::{Code, Fix, Fixes, Risk};
use crate::core::repair::notation;
use crate::core::repair::notation::backslash::holds_escape;
use crate::core::repair::parser::model::cost;
use crate::core::repair::parser::text::lexer;
use crate::core::repair::parser::text::limits::{LOOK, LOOK_WIDE};

impl Repaired<'_> {
    /// How likely it is that this is what the writer meant; worked out of the fixes each time.
    pub fn confidence(&self) -> Confidence {
        if self.fixes.is_empty() { Confidence::CERTAIN } else { self.signs().confidence(self.text.len()) }
    }

    /// For the script that fits the weights of signals: the level of each.
    #[doc(hidden)]
    pub fn levels(&self) -> Vec<u8> {
        self.signs().levels(self.text.len()).into()
    }

    fn signs(&self) -> Signs {
        let mut signs = Signs::new(self.evidence, self.truncated.is_some());
        self.fixes.iter().for_each(|fix| signs.add(&fix));
        signs
    }
}

/// Why this is less sure than it must be, if it is; it shows at the first of the riskiest fixes.
pub(crate) fn doubted(repaired: &Repaired<'_>, options: &Options) -> Option<Failure> {
    let least = options.min_confidence;
    if least == Confidence::NONE {
        return None;
    }
    let confidence = repaired.confidence();
    let risk = repaired.risk();
    let riskiest = repaired.fixes.iter().find(|fix| Some(fix.risk) == risk);
    let code = FailureCode::Confidence(confidence, least);
    (confidence < least).then(|| Failure::new(code, riskiest.map_or(0, |fix| fix.start)))
}

/// A writer who does not escape quotes in strings may have meant as content what was dropped after a string: the rest of a
/// line as a comment, the rest of the text as prose, where a quote is in it, and what joins two strings. These fixes become
/// `lossy`.
pub(super) fn of_dropped(fixes: Fixes, input: &[u8]) -> Fixes {
    let may_be_content = |fix: &Fix<'_>| {
        let dropped = &input[fix.start..fix.end];
        let is_after = || matches!(input[..fix.start].trim_ascii_end().last(), Some(b'"' | b','));
        let holds_quote = || memchr::memchr(b'"', dropped).is_some();
        match fix.code {
            Code::Comment => !dropped.trim_ascii_start().starts_with(b"/*") && is_after() && holds_quote(),
            Code::Prose => fix.start > 0 && fix.end == input.trim_ascii_end().len() && holds_quote(),
            Code::JoinedStrings => true,
            _ => false,
        }
    };
    let holds_quotes = fixes.iter().any(|fix| fix.code == Code::InnerQuote);
    if !holds_quotes || !fixes.iter().any(|fix| may_be_content(&fix)) {
        return fixes;
    }
    fixes.changed(|fix| {
        if may_be_content(fix) {
            fix.risk = Risk::Lossy;
        }
        true
    })
}

/// Makes all fixes `lossy` if the text has a merge conflict, because it holds two versions, or if it begins as data of another
/// language that no reader could read.
pub(super) fn of_whole(fixes: Fixes, text: &str) -> Fixes {
    const CONFLICT: [&str; 2] = ["\n=======", "\n>>>>>>> "];
    let has_lines = memchr::memchr(b'\n', text.as_bytes()).is_some();
    let holds = |mark: &&str| has_lines && memchr::memmem::find(text.as_bytes(), mark.as_bytes()).is_some();
    if fixes.is_empty() || !(CONFLICT.iter().all(holds) || notation::begins_dump(text)) {
        return fixes;
    }
    fixes.changed(|fix| {
        fix.risk = Risk::Lossy;
        true
    })
}

/// Returns whether a number or word of JSON became a string because one quote stands at it: `{"a": 6"}`, `{"a": 6'}`. That quote may
/// be one too many, so nothing says whether the value is the string. A key is a string, and so is an item after a string.
pub(super) fn has_half_quoted_literal(input: &[u8], fixes: &Fixes) -> bool {
    let may_be = |code| HALF_QUOTED.contains(&code);
    fixes.kinds().any(|fix| may_be(fix.code))
        && fixes.iter().any(|fix| may_be(fix.code) && is_half_quoted_literal(input, &fix))
}

/// What makes a string of a text with one quote.
const HALF_QUOTED: &[Code] =
    &[Code::MissingOpenQuote, Code::MissingCloseQuote, Code::NumberText, Code::UnquotedValue];

fn is_half_quoted_literal(input: &[u8], fix: &Fix<'_>) -> bool {
    let is_sign = |byte: &&u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
    let (start, end) = if fix.code == Code::MissingCloseQuote {
        let before = &input[..fix.start];
        (fix.start - before.iter().rev().take(LOOK).take_while(is_sign).count(), fix.start)
    } else {
        (fix.end, fix.end + input[fix.end..].iter().take(LOOK).take_while(is_sign).count())
    };
    let is_quote = |byte: Option<&u8>| matches!(byte, Some(b'"' | b'\''));
    let is_closed = is_quote(input.get(end));
    let is_opened = start > 0 && is_quote(input.get(start - 1));
    let has_quote = if fix.code == Code::MissingCloseQuote { is_opened } else { is_closed };
    let literal = &input[start..end];
    let next = lexer::near(input, end + usize::from(is_closed));
    let before = input[..start].strip_suffix(b"\"").unwrap_or(&input[..start]).trim_ascii_end();
    let is_after_string =
        before.strip_suffix(b",").is_some_and(|item| item.trim_ascii_end().ends_with(b"\""));
    let is_value = matches!(input.get(next), None | Some(b',' | b']' | b'}'));
    has_quote && is_value && !is_after_string && scalar_end(literal, 0) == Ok(literal.len())
}

/// Returns whether a bracket that was added may stand elsewhere: it closes a container right after one of its own kind with several
/// items, as in `[[1, [2, 3]]` for `[[1], [2, 3]]`. The bracket of the inner one could be missing as well, before some of its items.
pub(super) fn has_movable_closer(repaired: &Repaired<'_>) -> bool {
    if repaired.fixes.kinds().all(|fix| fix.code != Code::MissingCloser) {
        return false;
    }
    let (mut grown, mut shrunk) = (0, 0);
    let mut ends = Vec::new();
    for fix in &repaired.fixes {
        let Some(with) = &fix.replacement else { continue };
        if fix.code == Code::MissingCloser {
            let brackets = with.bytes().enumerate().filter(|(_, byte)| matches!(byte, b'}' | b']'));
            ends.extend(brackets.map(|(at, _)| fix.start + grown - shrunk + at + 1));
        }
        grown += with.len();
        shrunk += fix.end - fix.start;
    }
    repaired.documents.iter().any(|document| {
        let text = &repaired.text[document.clone()];
        let mut closers =
            Closers { base: document.start, text: text.as_bytes(), ends: &ends, ..Closers::default() };
        scan_text_with(text, usize::MAX, &mut closers).is_ok() && closers.is_movable
    })
}

/// Looks for such a bracket.
#[derive(Default)]
struct Closers<'t> {
    /// Holds where the document begins in the text of all of them.
    base: usize,
    text: &'t [u8],
    /// Holds where the containers end whose brackets were added, in ascending order.
    ends: &'t [usize],
    /// Holds where each open container begins, and how many items it has.
    open: Vec<(usize, usize)>,
    /// Holds the container that ended last: its place, whether it is an object, and how many items it has.
    ended: (Range<usize>, bool, usize),
    is_movable: bool,
}

impl Closers<'_> {
    fn count(&mut self) {
        if let Some((_, count)) = self.open.last_mut() {
            *count += 1;
        }
    }
}

impl Names for Closers<'_> {
    fn begin(&mut self, at: usize, _: bool) {
        self.count();
        self.open.push((at, 0));
    }

    fn key(&mut self, _: &[u8], _: Range<usize>) {}

    fn leaf(&mut self, _: u8, _: usize, _: usize) {
        self.count();
    }

    fn end(&mut self, end: usize, is_object: bool) {
        let (start, count) = self.open.pop().unwrap_or_default();
        let (inner, kind, items) = replace(&mut self.ended, (start..end, is_object, count));
        let is_last = kind == is_object && skip_space(self.text, inner.end) == end - 1;
        // Lines say more than the order of the brackets.
        let is_on_line = || memchr::memchr(b'\n', &self.text[inner.clone()]).is_none();
        self.is_movable |=
            is_last && items > 1 && self.ends.binary_search(&(self.base + end)).is_ok() && is_on_line();
    }
}

// What a repair may have lost, in a line or two, for users who ask for no report: that the text was cut off, and the first
// of the fixes that are `lossy`.

/// One thing that may be lost.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Loss {
    /// Stable kebab-case code: that of the fix, or [`CUT`].
    pub code: &'static str,
    /// One line for people.
    pub message: String,
    /// Where it is, in bytes of the text.
    pub offset: usize,
}

/// The code of a text that was cut off.
pub const CUT: &str = "truncated";

impl Loss {
    /// The text was cut off, and what was open is closed.
    pub(crate) fn cut_off(cut: CutPlace, offset: usize) -> Self {
        let message = format!("the text is cut off ({}); what was open is closed", cut.name());
        Self { code: CUT, message, offset }
    }

    /// The first of all changes that lost something, which are given by name, summary and offset.
    pub(crate) fn first(
        mut changes: impl Iterator<Item = (&'static str, &'static str, usize)>,
    ) -> Option<Self> {
        let (code, summary, offset) = changes.next()?;
        let message = match changes.count() {
            0 => summary.to_owned(),
            1 => format!("{summary}, and one more change is lossy"),
            more => format!("{summary}, and {more} more changes are lossy"),
        };
        Some(Self { code, message, offset })
    }
}

/// Returns whether a change of this kind is told by itself. A cut is told once for all that it took. What a schema coerces with
/// loss was asked for.
pub(crate) fn is_told(code: Code) -> bool {
    !is_cut(code) && code.about().strategy != Strategy::ManualRepair
}

fn is_cut(code: Code) -> bool {
    matches!(code, Code::CutOff | Code::CutPart)
}

impl Repaired<'_> {
    /// What may be lost of a text of `len` bytes, the cut first.
    #[inline]
    pub fn losses(&self, len: usize) -> impl Iterator<Item = Loss> + use<> {
        let loses = self.truncated.is_some() || self.risk() == Some(Risk::Lossy);
        let [cut, lossy] = if loses { self.cut_and_first(len) } else { [None, None] };
        cut.into_iter().chain(lossy)
    }

    #[cold]
    fn cut_and_first(&self, len: usize) -> [Option<Loss>; 2] {
        let cut = self.truncated.map(|cut| {
            let fix = self.fixes.iter().find(|fix| is_cut(fix.code));
            Loss::cut_off(cut, fix.map_or(len, |fix| fix.start))
        });
        let lossy = self.fixes.iter().filter(|fix| fix.risk == Risk::Lossy && is_told(fix.code));
        [cut, Loss::first(lossy.map(|fix| (fix.code.name(), fix.code.about().summary, fix.start)))]
    }
}

// What stands after the last document of a text, and whether it is the rest of the document, which was cut off.

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

/// Returns whether the string that lost a quote goes on right after this document. Whatever seems to be a document after that is
/// content of the string.
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

/// Returns whether the last bracket of the document is rather content of a string that goes on. The last thing that was repaired
/// says so.
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

/// Returns whether words follow on the same line that are no sentence, and no tag or quotation around the document.
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

/// Raises the risk of fixes that are less sure than their code says: those that another reading, nearly as good, would not
/// have made, and line comments that do not end with their line, which may hide what was to follow them. After an assignment a
/// word without quotes is the variable of a program, and what it holds is not here.
pub(super) fn raise_risk(text: &[u8], fixes: Fixes, doubtful: &[Range<usize>], is_code: bool) -> Fixes {
    let is_doubted = |fix: &Fix<'_>| {
        cost::of(fix.code) > 0 && doubtful.iter().any(|span| span.start <= fix.start && fix.end <= span.end)
    };
    let hides_data = |fix: &Fix<'_>| {
        fix.code == Code::Comment
            && !text[fix.start..fix.end].trim_ascii_start().starts_with(b"/*")
            && !text[..fix.end].ends_with(b"\n")
            && !matches!(text.get(fix.end), Some(b'\n' | b'\r'))
    };
    let is_variable = |fix: &Fix<'_>| is_code && fix.code == Code::UnquotedValue;
    let may_rise = |code| code == Code::Comment || is_code && code == Code::UnquotedValue;
    if doubtful.is_empty() && !fixes.kinds().any(|fix| may_rise(fix.code)) {
        return fixes;
    }
    fixes.changed(|fix| {
        if is_doubted(fix) || hides_data(fix) || is_variable(fix) {
            fix.risk = Risk::Lossy;
        }
        true
    })
}
