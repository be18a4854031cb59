//! How sure a repair is, and which of its fixes are less sure than their code says.

use std::ops::Range;

use super::{Failure, FailureCode, Options, Repaired};
use crate::core::confidence::{Confidence, Signs};
use crate::core::edit::{Code, Fix, Fixes, Risk};
use crate::core::notation;
use crate::core::parser::keys::{key_at, key_with_equals_at};
use crate::core::parser::lexer::{self, near};
use crate::core::parser::limits::LOOK_WIDE;

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
    (confidence < least).then(|| Failure { code, offset: riskiest.map_or(0, |fix| fix.start) })
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

/// What is made of a text is a guess where two versions of it were merged and did not fit, for both stand in it, and where it
/// begins as data of another language does that no reader could read.
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
    if is_open || looks_like_data || is_part || holds_member(gap, is_copy) || is_item(text, place, is_copy) {
        fix.risk = Risk::Lossy;
    }
}

/// `{"a": 1} "b": 2`: does a key in quotes stand here, with its colon? It begins a line or follows punctuation; in a sentence, a
/// word stands before it. A single quote begins one only at the beginning of a line and after a comma: most are apostrophes.
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

/// `"a" {"b": 1}`: is a string all that stands beside a document on its line? Punctuation around the string does not count.
fn is_item(text: &str, gap: Range<usize>, is_copy: impl Fn(&[u8]) -> bool) -> bool {
    let quotes = ['"', '\''];
    let is_string = |line: &str| {
        let line = line.trim_matches(|char: char| !char.is_alphanumeric() && !quotes.contains(&char));
        let content =
            line.strip_prefix(quotes).and_then(|line| line.strip_suffix(quotes)).unwrap_or_default();
        content.contains(char::is_alphanumeric) && content.trim() == content && !is_copy(content.as_bytes())
    };
    let follows_document = !text[..gap.start].trim_end().is_empty();
    let precedes_document = !text[gap.end..].trim_start().is_empty();
    let gap = &text[gap];
    follows_document && gap.lines().next().is_some_and(is_string)
        || precedes_document && gap.rsplit('\n').next().is_some_and(is_string)
}
