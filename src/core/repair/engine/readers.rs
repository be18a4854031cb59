//! The ways in which a text is read as JSON: each takes the text, and the fixes that lead from the input to it, and returns the
//! record that it finds.

use std::borrow::Cow;
use std::mem::take;

use super::extract::{self, Contents};
use super::{Failure, FailureCode, Options, Repaired, brackets, doubt, select};
use crate::core::json::{ScanError, scan_text};
use crate::core::repair::confidence::{Evidence, Margin};
use crate::core::repair::edit::duplicates::{self, Merged};
use crate::core::repair::edit::{self, Code, Documents, EditMap, Fixes, Risk, Strategy};
use crate::core::repair::expect::Expect;
use crate::core::repair::notation::{self as notations, Notation, python};
use crate::core::repair::parser::evidence::content::lone_surrogates;

/// Returns the record with the brackets that its lines prove, if `found` has as many fixes of brackets or more.
#[cold]
pub(super) fn by_lines<'a>(
    input: &[u8],
    text: &str,
    decoded: &Fixes,
    found: &Repaired<'_>,
    options: &Options,
    expect: Option<&Expect>,
) -> Option<Repaired<'a>> {
    let of_brackets = |fixes: &Fixes| fixes.iter().filter(|fix| brackets::is_of_bracket(fix.code)).count();
    let most = of_brackets(&found.fixes);
    let fixes = (most > 0).then(|| brackets::fixes(text))?.filter(|fixes| of_brackets(fixes) <= most)?;
    let before = of_brackets(&fixes);
    // A person forgets one bracket. If several are missing, the text may as well be cut off.
    let is_doubtful = before > 1 && found.truncated.is_some();
    let fixes = fixes.changed(|fix| {
        fix.risk = if is_doubtful { Risk::Lossy } else { fix.risk };
        true
    });
    let plain = edit::apply(text, &fixes);
    if scan_text(&plain, options.max_depth).is_ok() {
        let merged =
            duplicates::merged(0, fixes, plain, options.max_depth).filter(|merged| !merged.repeats)?;
        return Some(as_document(text, decoded.clone(), merged));
    }
    let read =
        searched(input, &plain, edit::compose(decoded.clone(), text, fixes), None, options, expect).ok()?;
    let is_one = read.truncated.is_none() && read.documents.len() == 1;
    (is_one && of_brackets(&read.fixes) == before && !read.drops_text()).then_some(read)
}

/// Returns whether this is a slip of JSON that says nothing of another notation. A text with no other fix is broken JSON, in
/// a fence with words around it, too. Not among them are fixes that may hide what another notation writes: quotes and backslashes in
/// strings, and single quotes, in which quotes need no fix.
pub(super) fn is_slip(code: Code, in_words: bool) -> bool {
    match code {
        Code::Fence | Code::Prose => in_words,
        Code::SmartQuotes
        | Code::UnquotedKey
        | Code::MissingCloseQuote
        | Code::RawControl
        | Code::TrailingComma
        | Code::MissingComma
        | Code::MissingColon
        | Code::Comment
        | Code::CutOff
        | Code::MissingCloser
        | Code::SurplusCloser
        | Code::WrongCloser
        | Code::JoinedStrings => true,
        _ => false,
    }
}

/// What is JSON as soon as it is decoded, to which `fixes` led.
#[cold]
pub(super) fn decoded<'a>(text: &str, fixes: Fixes) -> Repaired<'a> {
    let halves = lone_surrogates(text.as_bytes(), 0, text.len());
    let repaired = edit::apply(text, &halves);
    let fixes = edit::compose(fixes, text, halves);
    let documents = Documents::whole(&repaired);
    let (text, strategy) = (Cow::Owned(repaired), Strategy::Structural);
    Repaired { text, documents, fixes, strategy, truncated: None, notation: None, evidence: Evidence::NONE }
}

/// The record that `merged` makes of `text`, to which `decoded` led.
#[cold]
pub(super) fn as_document<'a>(text: &str, decoded: Fixes, merged: Merged) -> Repaired<'a> {
    let fixes = edit::compose(decoded, text, merged.fixes);
    Repaired {
        documents: Documents::whole(&merged.output),
        strategy: strategy_of(&fixes),
        text: Cow::Owned(merged.output),
        fixes,
        truncated: None,
        notation: None,
        evidence: Evidence::NONE,
    }
}

/// What a search finds in `text`, to which `fixes` of the input lead and which is no JSON because of `error`.
#[cold]
pub(super) fn searched<'a>(
    input: &[u8],
    text: &str,
    fixes: Fixes,
    error: Option<ScanError>,
    options: &Options,
    expect: Option<&Expect>,
) -> Result<Repaired<'a>, Failure> {
    let mut documents = match extract::documents(text, options.max_depth, error, expect) {
        Contents::TooDeep(offset) => {
            let offset = EditMap::of(&fixes).to_input(offset);
            return Err(Failure { code: FailureCode::Depth(options.max_depth), offset });
        }
        Contents::Documents(documents) => documents,
    };
    if documents.is_empty() {
        return Err(Failure::no_json(input));
    }
    let margin = documents.iter().map(|document| document.margin).min().unwrap_or(Margin::WIDE);
    let (output, changes, ranges, truncated) = match &mut documents[..] {
        // A document that is all of the text was written already.
        [all] if (all.start, all.end) == (0, text.len()) => {
            let (output, changes) = (take(&mut all.output), take(&mut all.fixes));
            let ranges = Documents::whole(&output);
            (output, changes, ranges, all.cut)
        }
        _ => {
            let fates = select::fates(text, &documents, options.select, options.max_depth);
            let truncated = select::cut(&documents, &fates, options.select);
            let (changes, ranges) = select::assemble(text, &mut documents, &fates);
            // What each became is in the output once more.
            documents.clear();
            (edit::apply(text, &changes), changes, ranges.into_iter().collect(), truncated)
        }
    };
    let fixes = doubt::of_dropped(edit::compose(fixes, text, changes), input);
    let fixes = doubt::of_whole(fixes, text);
    let strategy = strategy_of(&fixes);
    let text = Cow::Owned(output);
    let evidence = Evidence { margin, ..Evidence::NONE };
    Ok(Repaired { text, documents: ranges, fixes, strategy, truncated, notation: None, evidence })
}

/// The strongest thing that was needed.
fn strategy_of(fixes: &Fixes) -> Strategy {
    fixes.kinds().map(|fix| fix.code.about().strategy).max().unwrap_or(Strategy::Direct)
}

/// The record as a Python literal, if it is one.
pub(super) fn python_literal<'a>(text: &str, decoded: &Fixes, options: &Options) -> Option<Repaired<'a>> {
    let depth = options.max_depth;
    let (merged, is_python) = duplicates::fixed_by(text, depth, |names| python::fixes(text, depth, names))?;
    // Repeated keys are Python's business only where no other notation writes so.
    if merged.repeats && !is_python {
        return None;
    }
    let fixes = edit::compose(decoded.clone(), text, merged.fixes);
    Some(Repaired {
        documents: Documents::whole(&merged.output),
        text: Cow::Owned(merged.output),
        fixes,
        strategy: Strategy::PythonAst,
        truncated: None,
        notation: Some(notations::python()),
        evidence: Evidence::NONE,
    })
}

/// The record in another notation, if it is in one as a whole.
#[cold]
pub(super) fn in_notation<'a>(text: &str, decoded: &Fixes, options: &Options) -> Option<Repaired<'a>> {
    let depth = options.max_depth;
    read_with(text, decoded, depth, || notations::read(text, depth, options.from))
}

/// The record as a reader of notations has it.
#[cold]
pub(super) fn read_with<'a>(
    text: &str,
    decoded: &Fixes,
    depth: usize,
    read: impl FnOnce() -> Option<(Fixes, &'static Notation)>,
) -> Option<Repaired<'a>> {
    let (merged, notation) = duplicates::fixed_by(text, depth, |names| {
        names.doubt();
        read()
    })?;
    // What has no quotes and the same key twice was split in the wrong place.
    if merged.repeats && !notation.ambiguity.is_empty() {
        return None;
    }
    let fixes = edit::compose(decoded.clone(), text, merged.fixes);
    Some(Repaired {
        documents: Documents::whole(&merged.output),
        text: Cow::Owned(merged.output),
        fixes,
        strategy: Strategy::Structural,
        truncated: None,
        notation: Some(notation),
        evidence: Evidence::NONE,
    })
}
