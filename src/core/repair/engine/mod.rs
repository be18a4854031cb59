//! Text that is almost JSON in, strict JSON out, with every change named.
//!
//! ```text
//! bytes ─decode→ text ─scan→ valid? ─────────────────────────────────→ Repaired (direct)
//!                      └ not → python → a Python literal? ───────────→ Repaired (python_ast)
//!                              └ not → extract + parser → slips only? → fixes → apply → Repaired
//!                                      └ more → notation → read whole? → fixes → apply → Repaired
//! ```
//! The product of the engine is a list of fixes against the input; the output is the input with the fixes applied,
//! so nothing can change without a fix that says so.
//!
//! Records are short and damaged in many ways, so what takes the time is code that is not in the processor's cache.
//! `#[cold]` marks what few records need: the compiler keeps it apart from what all of them run through.

mod brackets;
mod cells;
mod commented;
mod conflict;
mod decode;
pub mod doubt;
mod extract;
mod failure;
mod lines;
mod neighbours;
mod readers;
mod select;
pub(crate) mod words;
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

use crate::core::json::{MAX_DEPTH, ScanError, ScanErrorKind, scan_text};
use crate::core::repair::confidence::{Confidence, Evidence};
use crate::core::repair::edit;
use crate::core::repair::notation::{self as notations, python, shell};
use readers::{as_document, by_lines, decoded, in_notation, is_slip, python_literal, read_with, searched};

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

    /// Leaves the memory of the output to the next record of this thread.
    #[inline]
    pub(crate) fn give_back(self) {
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
    match scan_text(text, options.max_depth) {
        Ok(()) => Ok(direct(text, expect.is_some())),
        Err(ScanError { kind: ScanErrorKind::Depth(limit), offset }) => {
            Err(Failure { code: FailureCode::Depth(limit), offset })
        }
        Err(error) => repair_broken(input, Some((text, error)), options, expect),
    }
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

/// Repairs what is not JSON; `utf8` is the input where that is UTF-8, and says why it is not JSON.
fn repair_broken<'a>(
    input: &'a [u8],
    utf8: Option<(&'a str, ScanError)>,
    options: &Options,
    expect: Option<&Expect>,
) -> Result<Repaired<'a>, Failure> {
    let (text, error) = utf8.unzip();
    let (mut text, mut fixes) = decode::decode(input, text)?;
    let mut error = error;
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
    // How a number is spelled matters where a text may be due.
    let is_open = |literal: &Repaired<'_>| {
        expect.is_some() && literal.fixes.iter().any(|fix| fix.code == Code::NumberSpelling)
    };
    // What stands in a fence of three quotes is no Python, which reads a string there.
    let is_fenced = fixes.kinds().any(|fix| fix.code == Code::Fence);
    if options.strategies.ast
        && options.from.allows(notations::python())
        && !is_fenced
        && python::may_be(text.as_bytes(), error)
        && let Some(literal) = python_literal(&text, &fixes, options).filter(|literal| !is_open(literal))
    {
        return accept(input, literal, options, expect);
    }
    if options.strategies.structural
        && options.from.allows_json()
        && let Some(merged) = commented::read(&text, error, options.max_depth)
    {
        return accept(input, as_document(&text, fixes, merged), options, expect);
    }
    let is_plain = fixes.is_empty();
    let (text, fixes) = decode::undressed(text, fixes);
    let is_undressed = fixes.kinds().any(|fix| matches!(fix.code, Code::Ansi | Code::LinePrefix));
    if is_undressed && scan_text(&text, options.max_depth).is_ok() {
        return accept(input, decoded(&text, fixes), options, expect);
    }
    if options.strategies.ast
        && options.from.allows(notations::python())
        && is_undressed
        && let Some(literal) = python_literal(&text, &fixes, options).filter(|literal| !is_open(literal))
    {
        return accept(input, literal, options, expect);
    }
    let notation = || {
        let may_be = options.strategies.structural && options.from != Source::Json;
        may_be.then(|| in_notation(&text, &fixes, options))?.filter(|read| !is_open(read))
    };
    if let Source::Notation(wanted) = options.from {
        let failure = Failure { code: FailureCode::Notation(wanted), offset: 0 };
        return accept(input, notation().ok_or(failure)?, options, expect);
    }
    // What the scanner said is true of the text that it read.
    let error = Some(error).filter(|_| is_plain && fixes.is_empty());
    let mut found = searched(input, &text, fixes.clone(), error, options, expect);
    if let Ok(read) = &found
        && let Some(read) = by_lines(input, &text, &fixes, read, options, expect)
    {
        found = Ok(read);
    }
    let has_only_slips = |in_words: bool| {
        found.as_ref().is_ok_and(|found| {
            let in_words = in_words || found.fixes.kinds().any(|fix| fix.code == Code::Fence);
            found.fixes.kinds().all(|fix| is_slip(fix.code, in_words))
        })
    };
    let mut read = if has_only_slips(false) { None } else { notation() };
    if read.is_none()
        && options.strategies.structural
        && options.from == Source::Auto
        && !has_only_slips(true)
    {
        let depth = options.max_depth;
        read = read_with(&text, &fixes, depth, || notations::read_after_words(&text, depth));
    }
    if read.is_none() && !has_only_slips(true) && is_code(&text, &found, options) {
        return Err(Failure::no_json(input));
    }
    accept(input, read.map_or(found, Ok)?, options, expect)
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
    match refusal(&repaired, options) {
        None => Ok(repaired),
        Some(failure) => Err(failure),
    }
}

/// Why this goes further than it may, if it does.
fn refusal(repaired: &Repaired<'_>, options: &Options) -> Option<Failure> {
    if let (Some(place), Truncated::Refuse) = (repaired.truncated, options.truncated) {
        let offset = repaired.fixes.last().map_or(0, |fix| fix.end);
        return Some(Failure { code: FailureCode::Truncated(place), offset });
    }
    if options.nan == Nan::Error
        && let Some(fix) = repaired.fixes.iter().find(|fix| fix.code == Code::NonFinite)
    {
        return Some(Failure { code: FailureCode::Risk(fix.code, fix.risk), offset: fix.start });
    }
    if options.max_risk < Risk::Lossy
        && let Some(fix) = repaired.fixes.iter().find(|fix| fix.risk > options.max_risk)
    {
        return Some(Failure { code: FailureCode::Risk(fix.code, fix.risk), offset: fix.start });
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
    Some(Failure { code, offset: fix.start })
}
