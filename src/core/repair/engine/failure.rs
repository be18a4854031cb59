//! Why a record could not be read, or may not be handed out; and why it reads as it does.

use std::ops::Range;

use super::readers::python_literal;
use super::{Code, CutPlace, EditMap, Notation, Options, Repaired, Risk, Source, Strategy, decode, extract};
use crate::core::json::{ScanError, ScanErrorKind, scan_document};
use crate::core::repair::confidence::Confidence;
use crate::core::repair::notation;
use crate::core::repair::parser::Choice;
use crate::core::repair::violation::{self, Violation};

/// Why a record could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "internal"), non_exhaustive)]
pub enum FailureCode {
    /// There is no JSON in the text.
    NoJson,
    /// Nested too deep; holds the limit.
    Depth(usize),
    /// The record was cut off and cut-off records are refused.
    Truncated(CutPlace),
    /// The repair would go further than `max_risk`; holds the fix that does.
    Risk(Code, Risk),
    /// The confidence in the repair, and the least that is accepted.
    Confidence(Confidence, Confidence),
    /// The repair needs a strategy that may not run; holds the fix that needs it.
    Strategy(Code, Strategy),
    /// The bytes are in an encoding that is not read.
    Encoding,
    /// A document of 4 GiB or more cannot be held against a schema or a rule.
    TooLarge,
    /// To hold the record against its schema takes more work or memory than one record may.
    SchemaWork,
    /// The text as a whole is not in the notation that was asked for.
    Notation(&'static Notation),
    /// The value does not fit its schema.
    Schema,
}

impl FailureCode {
    /// Stable name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::NoJson => "no-json",
            Self::Depth(_) => "depth",
            Self::Truncated(_) => "truncated",
            Self::Risk(..) => "risk",
            Self::Confidence(..) => "confidence",
            Self::Strategy(..) => "strategy",
            Self::Encoding => "encoding",
            Self::TooLarge => "too-large",
            Self::SchemaWork => "schema-work",
            Self::Notation(_) => "notation",
            Self::Schema => "schema",
        }
    }
}

impl std::fmt::Display for FailureCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoJson => write!(f, "there is no JSON in this text"),
            Self::Depth(limit) => write!(f, "nested deeper than {limit} levels"),
            Self::Truncated(place) => {
                write!(f, "the text is cut off ({}) and cut-off input is refused", place.name())
            }
            Self::Risk(code, risk) => too_risky(f, code.name(), *risk, code.about().summary),
            Self::Confidence(confidence, least) => {
                write!(
                    f,
                    "the confidence in this repair is {confidence}, less than {least}, the least accepted"
                )
            }
            Self::Strategy(code, strategy) => barred(f, code.name(), *strategy),
            Self::Encoding => write!(f, "the bytes are UTF-16 or another encoding without a byte order mark"),
            Self::TooLarge => {
                write!(f, "a document of 4 GiB or more cannot be held against a schema or a rule")
            }
            Self::SchemaWork => {
                write!(f, "the schema leads to more comparisons and changes than one record may take")
            }
            Self::Notation(notation) => {
                write!(f, "the text as a whole is not what {} writes ({})", notation.name, notation.about)
            }
            Self::Schema => write!(f, "the value does not fit the schema"),
        }
    }
}

/// Says that a fix goes further than it may.
pub(crate) fn too_risky(
    f: &mut std::fmt::Formatter<'_>,
    name: &str,
    risk: Risk,
    summary: &str,
) -> std::fmt::Result {
    write!(f, "`{name}` has the risk `{risk}`, more than is accepted: {summary}")
}

/// Says that a fix needs a strategy that may not run.
pub(crate) fn barred(f: &mut std::fmt::Formatter<'_>, name: &str, strategy: Strategy) -> std::fmt::Result {
    write!(f, "`{name}` needs the strategy {}, which may not run here", strategy.name())
}

/// A record that could not be read or does not fit its schema, and where that showed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Says why.
    pub code: FailureCode,
    /// Byte offset into the input.
    pub offset: usize,
    /// What remains wrong once everything was done: at least one where the value does not fit its schema, otherwise none.
    pub violations: Vec<Violation>,
}

impl Failure {
    /// Returns the failure of a record at this offset.
    pub fn new(code: FailureCode, offset: usize) -> Self {
        Self { code, offset, violations: Vec::new() }
    }

    /// Returns the failure of a value that violates its schema.
    pub fn unfit(violations: Vec<Violation>) -> Self {
        let offset = violations.first().map_or(0, |first| first.offset);
        Self { code: FailureCode::Schema, offset, violations }
    }

    /// Returns the cause as a sentence, with the first violations.
    pub fn message(&self) -> String {
        if self.violations.is_empty() { self.code.to_string() } else { violation::message(&self.violations) }
    }

    /// There is no JSON in this input.
    pub(super) fn no_json(input: &[u8]) -> Self {
        let offset = input.len() - input.trim_ascii_start().len();
        Self::new(FailureCode::NoJson, if offset == input.len() { 0 } else { offset })
    }

    /// JSON that a schema or a rule is to be held against could not be indexed.
    pub(crate) fn unindexed(error: ScanError) -> Self {
        let code = match error.kind {
            ScanErrorKind::Depth(limit) => FailureCode::Depth(limit),
            _ => FailureCode::TooLarge,
        };
        Self::new(code, error.offset)
    }
}

/// Returns whether a text is code of a Lisp: data of EDN with such code in it, or words in parentheses of which nothing but a
/// string was made, as in `(->> xs (map f))`.
pub(super) fn is_code(text: &str, found: &Repaired<'_>, options: &Options) -> bool {
    let is_words = || {
        text.trim_start().starts_with('(')
            && found.text.trim_start().starts_with('"')
            && found.fixes.kinds().any(|fix| fix.code == Code::UnquotedValue)
    };
    let is_lisp =
        || memchr::memchr(b'(', text.as_bytes()).is_some() && notation::is_lisp_code(text, options.max_depth);
    is_words() || options.from == Source::Auto && is_lisp()
}

// Why a repair reads a text as it does: the same way as `repair`, with all that was considered on it.

/// How a text is read. All offsets are bytes of the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Readings {
    /// It is JSON, perhaps in another encoding: there is nothing to choose.
    Json,
    /// It is a Python literal: there is nothing to choose.
    PythonLiteral,
    /// It was searched for documents: every bracket that can begin one, in the order in which they were tried.
    Searched(Vec<Try>),
}

/// One bracket where a document may begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Try {
    /// Where it stands.
    pub start: usize,
    /// What came of it.
    pub outcome: Outcome,
    /// Every character of the document that could be taken in several ways.
    pub choices: Vec<Choice>,
}

/// What came of a try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Strict JSON up to the end of this range.
    Strict(Range<usize>),
    /// A document in this range whose fixes cost so much.
    Document(Range<usize>, u32),
    /// Every reading costs more than the text is worth, or makes no document: the bracket is prose.
    Prose,
    /// The best reading is nested deeper than allowed.
    TooDeep,
}

/// How much a search for the documents of `text` does: steps of readings, and bytes looked at. It grows with the length of
/// the text and no faster; unlike seconds it is the same in every run.
#[cfg(feature = "internal")]
pub fn effort(text: &str, options: &Options) -> usize {
    extract::effort(text, options.max_depth)
}

/// All that is considered when `input` is repaired with these options. Fails where the bytes are no text.
///
/// Takes the time of a repair, and memory for up to 65,536 readings of each document.
pub fn readings(input: &[u8], options: &Options) -> Result<Readings, Failure> {
    let is_json = |text: &[u8]| scan_document(text, options.max_depth).is_ok();
    if is_json(input) {
        return Ok(Readings::Json);
    }
    let (text, fixes) = decode::decode(input, std::str::from_utf8(input).ok())?;
    if !fixes.is_empty() && is_json(text.as_bytes()) {
        return Ok(Readings::Json);
    }
    if options.strategies.ast && python_literal(&text, &fixes, options).is_some() {
        return Ok(Readings::PythonLiteral);
    }
    let (text, fixes) = decode::undressed(text, fixes);
    let map = EditMap::of(&fixes);
    let origin = |offset| map.to_input(offset);
    let mut tries = extract::tries(&text, options.max_depth);
    for one in &mut tries {
        one.start = origin(one.start);
        if let Outcome::Strict(range) | Outcome::Document(range, _) = &mut one.outcome {
            *range = origin(range.start)..origin(range.end);
        }
        for choice in &mut one.choices {
            choice.offset = origin(choice.offset);
            for reading in &mut choice.readings {
                reading.reached.0 = origin(reading.reached.0);
            }
        }
    }
    Ok(Readings::Searched(tries))
}
