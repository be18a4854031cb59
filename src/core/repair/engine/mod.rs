//! Text that is almost JSON in, strict JSON out, with every change named.
//!
//! ```text
//! bytes ─decode→ text ─scan→ valid? ─────────────────────────────→ Repaired (direct)
//!                      └ not → contest of readers ─ as a whole: a Python literal; JSON5
//!                                                 ─ without layers: documents by extract + parser; brackets by lines;
//!                                                   another notation as a whole, or after words
//!                                                 ─ with layers: documents once more
//!                              └ the cheapest reading → fixes → apply → Repaired
//! ```
//! The product of the engine is a list of fixes against the input; the output is the input with the fixes applied,
//! so nothing can change without a fix that says so.
//!
//! Records are short and damaged in many ways, so what takes the time is code that is not in the processor's cache.
//! `#[cold]` marks what few records need: the compiler keeps it apart from what all of them run through.

mod beside;
mod brackets;
mod cells;
mod closer;
mod conflict;
mod contest;
mod cut;
mod decode;
pub mod doubt;
mod extract;
mod failure;
mod json5;
mod lines;
mod neighbours;
mod open;
mod readers;
mod select;
mod slips;
pub mod words;
mod wrappers;

pub use crate::core::repair::edit::{Code, Documents, EditMap, Fix, Fixes, Risk, Strategy, apply};
pub(crate) use crate::core::repair::edit::{compose, settle};
pub use crate::core::repair::expect::Expect;
#[cfg(feature = "schema")]
pub(crate) use crate::core::repair::notation::number::respell;
#[cfg(feature = "internal")]
pub use crate::core::repair::notation::of as notation_of;
pub use crate::core::repair::notation::{Notation, Source, TABLE as NOTATIONS, named as notation};
pub use crate::core::repair::parser::{Choice, CutPlace, Reading};
pub use doubt::{CUT, Loss};
pub(crate) use doubt::{doubted, is_open_before_quote, is_told};
#[cfg(feature = "internal")]
pub use failure::effort;
use failure::is_code;
pub use failure::{Failure, FailureCode, Outcome, Readings, Try, readings};
pub(crate) use failure::{barred, too_risky};
pub use words::Nan;

use std::borrow::Cow;
use std::mem::take;

use crate::core::json::tape::Tape;
use crate::core::json::{MAX_DEPTH, ScanError, ScanErrorKind, scan_text};
use crate::core::repair::confidence::{Confidence, Evidence};
use crate::core::repair::edit;
use crate::core::repair::notation::shell;
use contest::{Asked, Contest, Layer};
use readers::decoded;

/// What happens to input that was cut off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Truncated {
    /// Close what is open, mark the record as truncated.
    Close,
    /// Refuse it with `truncated`.
    Refuse,
}

/// Which documents of a text are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Select {
    /// All when they are alike in kind, else the one that is the answer.
    Answer,
    /// The first.
    First,
    /// The last.
    Last,
    /// The longest.
    Largest,
    /// Every one.
    All,
}

/// Which strategies may run; a record that needs another one is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "four independent switches, named as in the configuration")]
#[cfg_attr(not(feature = "internal"), non_exhaustive)]
pub struct Strategies {
    /// `python_ast`
    pub ast: bool,
    /// `regex_quotes`
    pub regex: bool,
    /// `structural`
    pub structural: bool,
    /// `manual_repair`
    pub manual: bool,
}

impl Strategies {
    /// Every strategy.
    pub const ALL: Self = Self { ast: true, regex: true, structural: true, manual: true };

    /// Returns whether this strategy may run.
    pub fn allows(self, strategy: Strategy) -> bool {
        match strategy {
            Strategy::Direct | Strategy::Failed => true,
            Strategy::PythonAst => self.ast,
            Strategy::RegexQuotes => self.regex,
            Strategy::Structural => self.structural,
            Strategy::ManualRepair => self.manual,
        }
    }
}

/// How a record is repaired.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(feature = "internal"), non_exhaustive)]
pub struct Options {
    /// Levels of nesting accepted.
    pub max_depth: usize,
    /// The riskiest fix accepted.
    pub max_risk: Risk,
    /// The least confidence accepted.
    pub min_confidence: Confidence,
    /// Which documents are wanted.
    pub select: Select,
    /// Which strategies may run.
    pub strategies: Strategies,
    /// What happens to cut-off input.
    pub truncated: Truncated,
    /// The notation of the text.
    pub from: Source,
    /// What becomes of numbers that JSON does not have.
    pub nan: Nan,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            max_depth: MAX_DEPTH,
            max_risk: Risk::Lossy,
            min_confidence: Confidence::NONE,
            select: Select::Answer,
            strategies: Strategies::ALL,
            truncated: Truncated::Close,
            from: Source::Auto,
            nan: Nan::Null,
        }
    }
}

/// A record that could be read.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Repaired<'a> {
    /// The output: the input with all fixes applied, each document strict JSON; several stand one a line.
    pub text: Cow<'a, str>,
    /// Where each document lies in `text`, without the white space around it.
    pub documents: Documents,
    /// Every change, in ascending order.
    pub fixes: Fixes,
    /// The strongest thing that was needed.
    pub strategy: Strategy,
    /// Where the text was cut off, if it was.
    pub truncated: Option<CutPlace>,
    /// The notation in which it was read, where that is not JSON's.
    pub notation: Option<&'static Notation>,
    /// What the search knows about its winner.
    pub(crate) evidence: Evidence,
}

impl Repaired<'_> {
    /// The highest risk of all fixes; `None` when nothing was changed.
    #[inline]
    pub fn risk(&self) -> Option<Risk> {
        self.fixes.kinds().map(|fix| fix.risk).max()
    }

    /// Returns whether the repair dropped another document, or text around the JSON that is neither white space nor a wrapper
    /// (a fence, a label, a token of a model's format, reasoning).
    pub fn drops_text(&self) -> bool {
        self.fixes.kinds().any(|fix| matches!(fix.code, Code::Prose | Code::DroppedDocument))
    }

    /// Takes the record, as one that borrows nothing; what stays has no text and no fixes.
    #[doc(hidden)]
    #[must_use]
    pub fn take(&mut self) -> Repaired<'static> {
        Repaired {
            text: Cow::Owned(take(&mut self.text).into_owned()),
            documents: self.documents.clone(),
            fixes: take(&mut self.fixes),
            strategy: self.strategy,
            truncated: self.truncated,
            notation: self.notation,
            evidence: self.evidence,
        }
    }

    /// Leaves the memory of the output to the next record of this thread.
    #[inline]
    #[doc(hidden)]
    pub fn give_back(self) {
        if let Cow::Owned(text) = self.text {
            edit::keep_text(text);
        }
    }
}

/// Reads one record. Valid JSON comes back as it is, borrowed; anything else is repaired or refused.
pub fn repair<'a>(input: &'a [u8], options: &Options) -> Result<Repaired<'a>, Failure> {
    repair_expecting(input, options, None)
}

/// `repair`, with what is known beforehand about the value.
pub fn repair_expecting<'a>(
    input: &'a [u8],
    options: &Options,
    expect: Option<&Expect>,
) -> Result<Repaired<'a>, Failure> {
    let Ok(text) = crate::core::json::from_utf8(input) else {
        return repair_broken(input, None, options, expect);
    };
    let mut tape = Tape::take();
    let scanned = match &mut tape {
        None => scan_text(text, options.max_depth),
        Some(tape) => tape.scan(text, options.max_depth),
    };
    let error = match scanned {
        Ok(()) => return Ok(direct(text, expect.is_some())),
        Err(ScanError { kind: ScanErrorKind::Depth(limit), offset }) => {
            return Err(Failure::new(FailureCode::Depth(limit), offset));
        }
        Err(error) => error,
    };
    let repaired = repair_broken(input, Some(Scanned { text, error, tape: tape.as_ref() }), options, expect);
    Tape::give_back(tape);
    repaired
}

/// A text that is no JSON, as the scan found it.
#[derive(Clone, Copy)]
struct Scanned<'t> {
    text: &'t str,
    error: ScanError,
    tape: Option<&'t Tape>,
}

fn direct(text: &str, is_guided: bool) -> Repaired<'_> {
    Repaired {
        text: Cow::Borrowed(text),
        documents: Documents::whole(text),
        fixes: Fixes::default(),
        strategy: Strategy::Direct,
        truncated: None,
        notation: None,
        evidence: Evidence { is_guided, ..Evidence::NONE },
    }
}

/// Repairs what is not JSON; `utf8` is the input where that is UTF-8.
fn repair_broken<'a>(
    input: &'a [u8],
    utf8: Option<Scanned<'_>>,
    options: &Options,
    expect: Option<&Expect>,
) -> Result<Repaired<'a>, Failure> {
    let (mut text, mut fixes) = decode::decode(input, utf8.map(|scanned| scanned.text))?;
    let mut error = utf8.map(|scanned| scanned.error);
    if !fixes.is_empty() {
        error = scan_text(&text, options.max_depth).err();
    }
    for peel in [conflict::first_sides, shell::unquoted] {
        let Some(more) = error.filter(|_| options.from == Source::Auto).and_then(|error| peel(&text, error))
        else {
            continue;
        };
        let more = more.settled();
        let plain = edit::apply(&text, &more);
        fixes = edit::compose(fixes, &text, more);
        error = scan_text(&plain, options.max_depth).err();
        text = Cow::Owned(plain);
    }
    let Some(error) = error else { return accept(input, decoded(&text, fixes), options, expect) };
    let mut contest = Contest::new(Asked { input, options, expect });
    let tape = utf8.filter(|_| fixes.is_empty()).and_then(|scanned| scanned.tape);
    contest.hear(contest::WHOLE, Layer { error: Some(error), tape, ..Layer::new(&text, &fixes) });
    if !contest.is_settled() {
        let (plain, all) = decode::undressed(Cow::Borrowed(&text), fixes.clone());
        let has_layers = plain != text;
        // What the scanner said is true of the text that it read.
        let known = utf8.filter(|_| all.is_empty());
        let (error, tape) = (known.map(|scanned| scanned.error), known.and_then(|scanned| scanned.tape));
        contest.hear(contest::ALL, Layer { error, tape, ..Layer::new(&plain, &all) });
        if has_layers {
            contest.hear(contest::WITH_LAYERS, Layer::new(&text, &fixes));
        }
        let read = contest.decided()?;
        if read.cost > 0 && read.record.notation.is_none() && is_code(&plain, &read.record, options) {
            return Err(Failure::no_json(input));
        }
        return accept(input, read.record, options, expect);
    }
    accept(input, contest.decided()?.record, options, expect)
}

/// Hands out what was repaired, unless that went further than it may.
#[inline]
fn accept<'a>(
    input: &[u8],
    repaired: Repaired<'a>,
    options: &Options,
    expect: Option<&Expect>,
) -> Result<Repaired<'a>, Failure> {
    let mut repaired = if options.nan == Nan::Text { words::with_words(input, repaired) } else { repaired };
    repaired.evidence.is_guided = expect.is_some();
    // What is due says which of the two values is meant.
    repaired.evidence.is_unsettled |= expect.is_none()
        && (doubt::has_half_quoted_literal(input, &repaired.fixes) || doubt::has_movable_closer(&repaired));
    match refusal(&repaired, options) {
        None => Ok(repaired),
        Some(failure) => Err(failure),
    }
}

/// Why this goes further than it may, if it does.
fn refusal(repaired: &Repaired<'_>, options: &Options) -> Option<Failure> {
    if let (Some(place), Truncated::Refuse) = (repaired.truncated, options.truncated) {
        let offset = repaired.fixes.last().map_or(0, |fix| fix.end);
        return Some(Failure::new(FailureCode::Truncated(place), offset));
    }
    if options.nan == Nan::Error
        && let Some(fix) = repaired.fixes.iter().find(|fix| fix.code == Code::NonFinite)
    {
        return Some(Failure::new(FailureCode::Risk(fix.code, fix.risk), fix.start));
    }
    if options.max_risk < Risk::Lossy
        && let Some(fix) = repaired.fixes.iter().find(|fix| fix.risk > options.max_risk)
    {
        return Some(Failure::new(FailureCode::Risk(fix.code, fix.risk), fix.start));
    }
    if let Some(failure) = doubted(repaired, options) {
        return Some(failure);
    }
    // Read as a whole by that strategy, whatever its fixes belong to by themselves.
    if repaired.strategy == Strategy::PythonAst || options.strategies == Strategies::ALL {
        return None;
    }
    let needs = |fix: &Fix<'_>| !options.strategies.allows(fix.code.about().strategy);
    let fix = repaired.fixes.iter().find(needs)?;
    let code = FailureCode::Strategy(fix.code, fix.code.about().strategy);
    Some(Failure::new(code, fix.start))
}
