//! What was repaired in a call: fixes of its text, and what only calls can lack. The table of the latter is here.

use std::borrow::Borrow;
use std::ops::Range;

use crate::core::repair::confidence::{Confidence, Evidence, Signs};
use crate::core::repair::engine::{Code, Fix, Risk, Strategy};

macro_rules! codes {
    ($($code:ident $risk:ident $name:literal: $summary:literal;)*) => {
        /// What can be wrong with a call apart from its JSON.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum CallCode { $(#[doc = $summary] $code,)* }

        impl CallCode {
            /// Every code, in the order of the table.
            pub const ALL: &[CallCode] = &[$(CallCode::$code,)*];

            fn row(self) -> (&'static str, Risk, &'static str) {
                match self { $(CallCode::$code => ($name, Risk::$risk, $summary),)* }
            }

            /// Stable kebab-case name.
            pub fn name(self) -> &'static str {
                self.row().0
            }

            /// How sure we are that it says what the writer meant.
            pub fn risk(self) -> Risk {
                self.row().1
            }

            /// One line: what was wrong and what is done.
            pub fn summary(self) -> &'static str {
                self.row().2
            }
        }
    };
}

codes! {
    BrokenHead        Inferred "broken-head": "the tags before the parameters are damaged, but name the tool";
    BrokenTag         Inferred "broken-tag": "the tag that begins a value is not closed";
    CallCutOff        Lossy    "call-cut-off": "the call is cut off; what is open is closed";
    CallInCode        Inferred "call-in-code": "the call stands beside other text in a fence";
    CallInExample     Inferred "call-in-example": "the call stands in a fence that an example was announced for";
    CallInReasoning   Inferred "call-in-reasoning": "the call stands in reasoning, and no answer follows";
    CallInSentence    Inferred "call-in-sentence": "the call stands in the middle of a sentence";
    EscapedName       Syntax   "escaped-name": "a backslash before an underscore of a name is dropped";
    ListOfValues      Inferred "list-of-values": "a parameter that is given more than once becomes the list that the tool wants";
    MissingClose      Inferred "missing-close": "the marker that ends a value or a call is missing";
    MissingKey        Lossy    "missing-value-of-key": "a key without a value is dropped";
    NameFromArguments Inferred "name-from-arguments": "the tool's name stands among the arguments";
    NameFromId        Inferred "name-from-id": "the tool's name is taken from a damaged call id";
    NameFromKeys      Inferred "name-from-keys": "no tool is named; the only one that has all these parameters is taken";
    NameFromTools     Inferred "name-from-tools": "the tool's name is settled by the list of tools";
    NestedString      Syntax   "nested-string": "the arguments are JSON in a string";
    PythonValue       Syntax   "python-value": "a Python value becomes the JSON one";
    RawText           Inferred "raw-text": "a value that is neither JSON nor Python is taken as text";
    RepeatedKey       Lossy    "repeated-key": "a parameter is given more than once; the last value wins";
}

impl CallCode {
    /// Returns whether it says that the place of the call leaves open whether it is meant, or that its name stands nowhere.
    fn is_unsure(self) -> bool {
        matches!(
            self,
            Self::CallInCode
                | Self::CallInExample
                | Self::CallInReasoning
                | Self::CallInSentence
                | Self::NameFromKeys
        )
    }
}

/// The highest confidence of a call that may only be mentioned, or that names no tool, in percent. No data says how many of them are
/// meant.
const MOST_UNSURE: u8 = 75;

/// What repairs a call apart from its JSON.
pub(in crate::core::calls) const STRATEGY: Strategy = Strategy::Structural;

/// What was wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "internal"), non_exhaustive)]
pub enum What {
    /// Something about the call.
    Call(CallCode),
    /// Something about its JSON.
    Text(Code),
}

/// One thing that was repaired.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Change {
    /// What was wrong.
    pub what: What,
    /// The bytes of the input concerned. For a fix inside a JSON string these are the bytes of the whole string.
    pub span: Range<usize>,
    /// How sure we are.
    pub risk: Risk,
}

impl Change {
    pub(in crate::core::calls) fn of(code: CallCode, span: Range<usize>) -> Self {
        Self { what: What::Call(code), span, risk: code.row().1 }
    }

    pub(in crate::core::calls) fn text(code: Code, span: Range<usize>) -> Self {
        Self { what: What::Text(code), span, risk: code.about().risk }
    }

    /// There were no arguments, and `{}` stands for them.
    pub(in crate::core::calls) fn empty(span: Range<usize>) -> Self {
        Self::text(Code::EmptyInput, span)
    }

    /// A fix of a text, at another place than its own.
    pub(in crate::core::calls) fn at<'f>(fix: impl Borrow<Fix<'f>>, span: Range<usize>) -> Self {
        let fix = fix.borrow();
        Self { what: What::Text(fix.code), span, risk: fix.risk }
    }

    /// Stable kebab-case name.
    pub fn name(&self) -> &'static str {
        match self.what {
            What::Call(code) => code.row().0,
            What::Text(code) => code.name(),
        }
    }

    /// One line: what was wrong and what is done.
    pub fn summary(&self) -> &'static str {
        match self.what {
            What::Call(code) => code.row().2,
            What::Text(code) => code.about().summary,
        }
    }

    /// The strategy it belongs to.
    pub fn strategy(&self) -> Strategy {
        match self.what {
            What::Call(_) => STRATEGY,
            What::Text(code) => code.about().strategy,
        }
    }
}

/// How likely it is that a call with these changes and so many bytes of arguments is what the model meant.
pub(in crate::core::calls) fn confidence(
    changes: &[Change],
    evidence: Evidence,
    is_cut: bool,
    kept: usize,
) -> Confidence {
    if changes.is_empty() {
        return Confidence::CERTAIN;
    }
    let mut signs = Signs::new(evidence, is_cut);
    for change in changes {
        match change.what {
            What::Text(code) => signs.add_code(code, change.risk),
            What::Call(code) => signs.add_kind((Code::ALL.len() + code as usize) as u32, change.risk),
        }
    }
    let is_unsure = |change: &Change| matches!(change.what, What::Call(code) if code.is_unsure());
    let most = if changes.iter().any(is_unsure) { MOST_UNSURE } else { u8::MAX };
    let confidence = signs.confidence(kept);
    Confidence::of_percent(most).map_or(confidence, |most| confidence.min(most))
}
