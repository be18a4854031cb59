//! Changes to text that is JSON already, carried out after a repair and composed with its fixes.
//!
//! A rule (of `manual`, or a schema) looks at the repaired text and answers with edits of it. `apply` carries them out, so
//! that applying the fixes of the result to the input still yields the output.

use std::borrow::Cow;
use std::ops::Range;

use crate::core::repair::engine::{
    Code, Documents, EditMap, Failure, FailureCode, Fix, Fixes, Options, Repaired, Risk, Strategy, compose,
    doubted, settle,
};

/// One change by a rule: bytes of the repaired text become others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What the rule did; a code whose strategy is `manual_repair`.
    pub code: Code,
    /// The bytes of the repaired text concerned. Empty for an insertion.
    pub span: Range<usize>,
    /// What stands there now. `None` for a note on a change that a larger edit around it made.
    pub replacement: Option<String>,
    /// That of its code, or a higher one.
    pub risk: Risk,
}

impl Edit {
    /// Other bytes for those of `span`.
    pub fn new(code: Code, span: Range<usize>, replacement: impl Into<String>) -> Self {
        Self { code, span, replacement: Some(replacement.into()), risk: code.about().risk }
    }

    /// A change that a larger edit around `span` carries out.
    pub fn note(code: Code, span: Range<usize>) -> Self {
        Self { code, span, replacement: None, risk: code.about().risk }
    }

    /// The same, with this risk at least.
    #[must_use]
    pub fn at_risk(self, risk: Risk) -> Self {
        Self { risk: self.risk.max(risk), ..self }
    }
}

/// Carries out the edits of a rule: any order; of edits that overlap the larger one is carried out.
///
/// The result has the strongest strategy of its record and of the edits, and its fixes are those of the whole way from the
/// input. Refused like any repair: with `Strategy` where the options do not let `manual` run, with `Risk` where an edit is
/// riskier than they accept. Without edits the record comes back as it was.
pub fn apply<'a>(
    repaired: Repaired<'a>,
    edits: Vec<Edit>,
    options: &Options,
) -> Result<Repaired<'a>, Failure> {
    if edits.is_empty() {
        return Ok(repaired);
    }
    let refused = edits.iter().find_map(|edit| refusal(edit, options));
    let strategy = edits.iter().map(|edit| edit.code.about().strategy).fold(repaired.strategy, Strategy::max);
    let (notes, changes): (Vec<_>, Vec<_>) = edits.into_iter().partition(|edit| edit.replacement.is_none());
    let changes = settle(changes.into_iter().map(fix).collect());
    let text = crate::core::repair::engine::apply(&repaired.text, &changes);
    let documents = moved(&repaired.documents, &changes);
    let mut second = changes.into_vec();
    second.extend(notes.into_iter().map(fix));
    second.sort_by_key(|fix| (fix.start, fix.start < fix.end));
    let fixes = compose(repaired.fixes, &repaired.text, second.into());
    if let Some(code) = refused {
        let (FailureCode::Risk(culprit, _) | FailureCode::Strategy(culprit, _)) = code else {
            return Err(Failure::new(code, 0));
        };
        let offset = fixes.iter().find(|fix| fix.code == culprit).map_or(0, |fix| fix.start);
        return Err(Failure::new(code, offset));
    }
    let repaired = Repaired {
        text: Cow::Owned(text),
        documents,
        fixes,
        strategy,
        truncated: repaired.truncated,
        notation: repaired.notation,
        evidence: repaired.evidence,
    };
    doubted(&repaired, options).map_or(Ok(repaired), Err)
}

/// Why this edit may not be carried out.
fn refusal(edit: &Edit, options: &Options) -> Option<FailureCode> {
    let about = edit.code.about();
    if !options.strategies.allows(about.strategy) {
        return Some(FailureCode::Strategy(edit.code, about.strategy));
    }
    (edit.risk > options.max_risk).then_some(FailureCode::Risk(edit.code, edit.risk))
}

pub fn fix(edit: Edit) -> Fix<'static> {
    Fix {
        code: edit.code,
        start: edit.span.start,
        end: edit.span.end,
        replacement: edit.replacement.map(Into::into),
        risk: edit.risk,
    }
}

/// Where the documents lie once `changes` were made. Both ascend, and each change lies in one document.
pub fn moved(documents: &[Range<usize>], changes: &Fixes) -> Documents {
    let map = EditMap::of(changes);
    documents.iter().map(|document| map.to_output(document.start)..map.to_output(document.end)).collect()
}
