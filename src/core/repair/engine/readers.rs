//! The ways in which a text is read as JSON: each takes the text, and the fixes that lead from the input to it, and returns the
//! record that it finds.

use std::borrow::Cow;
use std::mem::take;

use super::contest::{Asked, Layer, Reading};
use super::extract::{self, Contents};
use super::{Failure, FailureCode, Options, Repaired, brackets, doubt, select};
use crate::core::json::scan_text;
use crate::core::repair::confidence::{Evidence, Margin};
use crate::core::repair::edit::duplicates::{self, Merged};
use crate::core::repair::edit::{self, Documents, EditMap, Fixes, Strategy};
use crate::core::repair::notation::{self as notations, Notation, python};
use crate::core::repair::parser::evidence::content::lone_surrogates;
use crate::core::repair::parser::model::weights::Feature::{OtherNotation, OtherToken};

/// Returns the record with the brackets that its lines prove, if nothing else is wrong with its brackets.
#[cold]
pub(super) fn by_lines(asked: &Asked<'_>, layer: Layer<'_>) -> Option<Reading> {
    let fixes = brackets::fixes(layer.text)?;
    let of_brackets = |fixes: &Fixes| fixes.iter().filter(|fix| brackets::is_of_bracket(fix.code)).count();
    let before = of_brackets(&fixes);
    let plain = edit::apply(layer.text, &fixes);
    // A bracket that the lines prove says no more than one token for another.
    let cost = before as u32 * OtherToken.weight();
    let max_depth = asked.options.max_depth;
    if scan_text(&plain, max_depth).is_ok() {
        let merged = duplicates::merged(0, fixes, plain, max_depth).filter(|merged| !merged.repeats)?;
        return Some(Reading::new(as_document(layer.text, layer.fixes.clone(), merged), cost));
    }
    let fixes = edit::compose(layer.fixes.clone(), layer.text, fixes);
    let mut read = searched(asked, Layer::new(&plain, &fixes)).ok()?;
    read.cost += cost;
    let is_whole = read.record.truncated.is_none() && of_brackets(&read.record.fixes) == before;
    is_whole.then_some(read)
}

/// Returns the record of a text that is JSON as soon as it is decoded, to which `fixes` led.
#[cold]
pub(super) fn decoded(text: &str, fixes: Fixes) -> Repaired<'static> {
    let halves = lone_surrogates(text.as_bytes(), 0, text.len());
    let repaired = edit::apply(text, &halves);
    let fixes = edit::compose(fixes, text, halves);
    whole(repaired, fixes, Strategy::Structural, None)
}

/// The record that `merged` makes of `text`, to which `decoded` led.
#[cold]
pub(super) fn as_document(text: &str, decoded: Fixes, merged: Merged) -> Repaired<'static> {
    let fixes = edit::compose(decoded, text, merged.fixes);
    let strategy = strategy_of(&fixes);
    whole(merged.output, fixes, strategy, None)
}

/// A record that is one document from its beginning to its end.
fn whole(
    output: String,
    fixes: Fixes,
    strategy: Strategy,
    notation: Option<&'static Notation>,
) -> Repaired<'static> {
    Repaired {
        documents: Documents::whole(&output),
        text: Cow::Owned(output),
        fixes,
        strategy,
        truncated: None,
        notation,
        evidence: Evidence::NONE,
    }
}

/// Returns what a search finds in the text of this layer.
#[cold]
pub(super) fn searched(asked: &Asked<'_>, layer: Layer<'_>) -> Result<Reading, Failure> {
    let Asked { input, options, expect } = *asked;
    let Layer { text, fixes, .. } = layer;
    let mut documents = match extract::documents(layer, options.max_depth, expect) {
        Contents::TooDeep(offset) => {
            let offset = EditMap::of(fixes).to_input(offset);
            return Err(Failure::new(FailureCode::Depth(options.max_depth), offset));
        }
        Contents::Documents(documents) => documents,
    };
    if documents.is_empty() {
        return Err(Failure::no_json(input));
    }
    let margin = documents.iter().map(|document| document.margin).min().unwrap_or(Margin::WIDE);
    let cost = documents.iter().map(|document| document.cost).sum();
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
    let fixes = doubt::of_dropped(edit::compose(fixes.clone(), text, changes), input);
    let fixes = doubt::of_whole(fixes, text);
    let strategy = strategy_of(&fixes);
    let text = Cow::Owned(output);
    let evidence = Evidence { margin, ..Evidence::NONE };
    let record = Repaired { text, documents: ranges, fixes, strategy, truncated, notation: None, evidence };
    Ok(Reading::new(record, cost))
}

/// The strongest thing that was needed.
fn strategy_of(fixes: &Fixes) -> Strategy {
    fixes.kinds().map(|fix| fix.code.about().strategy).max().unwrap_or(Strategy::Direct)
}

/// The record as a Python literal, if it is one.
pub(super) fn python_literal(text: &str, decoded: &Fixes, options: &Options) -> Option<Reading> {
    let depth = options.max_depth;
    let (merged, literal) = duplicates::fixed_by(text, depth, |names| python::fixes(text, depth, names))?;
    // Repeated keys are Python's business only where no other notation writes so.
    if merged.repeats && !literal.is_python {
        return None;
    }
    let fixes = edit::compose(decoded.clone(), text, merged.fixes);
    let cost = if literal.has_doubtful_escapes { OtherNotation.weight() } else { 0 };
    let record = whole(merged.output, fixes, Strategy::PythonAst, Some(notations::python()));
    Some(Reading { record, cost })
}

/// The record in another notation, if it is in one as a whole.
#[cold]
pub(super) fn in_notation(text: &str, decoded: &Fixes, options: &Options) -> Option<Reading> {
    let depth = options.max_depth;
    read_with(text, decoded, depth, || notations::read(text, depth, options.from))
}

/// The record as a reader of notations has it. What the notation spells in its own way is not in doubt.
#[cold]
pub(super) fn read_with(
    text: &str,
    decoded: &Fixes,
    depth: usize,
    read: impl FnOnce() -> Option<(Fixes, &'static Notation)>,
) -> Option<Reading> {
    let (merged, notation) = duplicates::fixed_by(text, depth, |names| {
        names.doubt();
        read()
    })?;
    // What has no quotes and the same key twice was split in the wrong place.
    if merged.repeats && !notation.ambiguity.is_empty() {
        return None;
    }
    let fixes = edit::compose(decoded.clone(), text, merged.fixes);
    Some(Reading::new(whole(merged.output, fixes, Strategy::Structural, Some(notation)), 0))
}
