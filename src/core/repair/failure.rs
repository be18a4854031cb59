//! Why a record could not be read, or may not be handed out.

use super::{Code, CutPlace, Notation, Risk, Strategy};
use crate::core::confidence::Confidence;
use crate::core::json::{ScanError, ScanErrorKind};

/// Why a record could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
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
    /// The text as a whole is not in the notation that was asked for.
    Notation(&'static Notation),
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
            Self::Notation(_) => "notation",
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
            Self::Notation(notation) => {
                write!(f, "the text as a whole is not what {} writes ({})", notation.name, notation.about)
            }
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

/// A record that could not be read, and where that showed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Why.
    pub code: FailureCode,
    /// Byte offset into the input.
    pub offset: usize,
}

impl Failure {
    /// JSON that a schema or a rule is to be held against could not be indexed.
    pub(crate) fn unindexed(error: ScanError) -> Self {
        let code = match error.kind {
            ScanErrorKind::Depth(limit) => FailureCode::Depth(limit),
            _ => FailureCode::TooLarge,
        };
        Self { code, offset: error.offset }
    }
}
