//! Judges a candidate by its place: whether the model calls the tool there, or speaks of a call.
//!
//! The table below is the only one. Bare calls are those that nothing but their own shape announces: JSON, and lists in
//! Python's syntax.

use super::change::CallCode;
use crate::core::repair::engine::Risk;

/// Tells what a place makes of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::core::calls) enum Meaning {
    /// The model calls the tool.
    Call,
    /// The model may call the tool, or speak of the call: it is given, and a gate can refuse it.
    Unsure(CallCode, Risk),
    /// The text speaks of a call: it is not given.
    Mention,
}

use Meaning::{Call, Mention};

/// The call stands in a sentence.
const SENTENCE: Meaning = Meaning::Unsure(CallCode::CallInSentence, Risk::Inferred);
/// It stands beside other text in a fence.
const CODE: Meaning = Meaning::Unsure(CallCode::CallInCode, Risk::Inferred);
/// It stands in a fence that an example was announced for.
const EXAMPLE: Meaning = Meaning::Unsure(CallCode::CallInExample, Risk::Inferred);
/// It is all that follows the reasoning that it ends.
const THOUGHT: Meaning = Meaning::Unsure(CallCode::CallInReasoning, Risk::Inferred);
/// It stands in reasoning that never ended.
const OPEN_THOUGHT: Meaning = Meaning::Unsure(CallCode::CallInReasoning, Risk::Lossy);

macro_rules! places {
    ($($place:ident $name:literal $markup:ident $bare:ident $summary:literal;)*) => {
        /// Says where a candidate stands.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum Place { $(#[doc = $summary] $place,)* }

        impl Place {
            /// Every place, in the order of the table.
            pub const ALL: &[Self] = &[$(Self::$place,)*];

            /// Returns what a call in markup, or else a bare one, means here.
            pub(in crate::core::calls) fn meaning(self, is_markup: bool) -> Meaning {
                let (markup, bare) = match self { $(Self::$place => ($markup, $bare),)* };
                if is_markup { markup } else { bare }
            }

            /// Returns the name of the place, as one word.
            pub fn name(self) -> &'static str {
                match self { $(Self::$place => $name,)* }
            }

            /// Returns what stands there, as the end of a sentence.
            pub fn summary(self) -> &'static str {
                match self { $(Self::$place => $summary,)* }
            }
        }
    };
}

places! {
    Own      "own-lines"  Call         Call         "on lines of its own, after a label, or alone in a fence";
    Start    "line-start" Call         Call         "at the beginning of a line, before words";
    End      "line-end"   Call         Mention      "at the end of a sentence";
    Middle   "sentence"   SENTENCE     Mention      "in the middle of a sentence";
    Quoted   "quoted"     Mention      Mention      "in a quotation, a comment, or the source of a program";
    Code     "code"       CODE         CODE         "beside other text in a fence";
    Sample   "example"    EXAMPLE      EXAMPLE      "in a fence after words such as `for example`, at the end of the message";
    Example  "described"  Mention      Mention      "in a fence after words such as `for example`, before more words";
    Others   "others"     Mention      Mention      "in the turn of a user, a system, or a tool";
    Answered "answered"   Mention      Mention      "in an earlier turn of the model, which is answered already";
    Imagined "imagined"   Mention      Mention      "after the turn of the model ended";
    Thought  "reasoning"  Mention      Mention      "in reasoning, before an answer";
    Alone    "alone"      THOUGHT      THOUGHT      "in reasoning, with no answer after it";
    Unclosed "unclosed"   OPEN_THOUGHT OPEN_THOUGHT "in reasoning that has no end";
}
