//! What a text holds: calls, and blocks that were refused, each with its reason.

use std::fmt;
use std::mem::take;
use std::ops::Range;

use super::change::{self, CallCode, Change, What};
use super::place::Place;
use super::said::Said;
use crate::core::calls::formats::Format;
use crate::core::json::escape::push_quoted;
use crate::core::repair::confidence::{Confidence, Evidence};
use crate::core::repair::engine::{self, CutPlace, FailureCode, Fixes, Loss, Risk, Strategy, is_told};
use crate::core::repair::layer::Layer;
use crate::core::repair::violation::{self, Violation};

/// Bytes of a call as JSON beside its name and its arguments, about: its keys and an id.
const CALL_KEYS: usize = 80;

/// One call.
#[derive(Clone, Debug)]
#[non_exhaustive]
#[expect(clippy::struct_excessive_bools, reason = "four things that readers say independently")]
pub struct Call {
    /// The tool's name.
    pub name: String,
    /// The call's id as JSON text, where the text gives one.
    pub id: Option<String>,
    /// The arguments: the text of a JSON object, with the bytes of the source where they were valid.
    pub arguments: String,
    /// The format it was written in.
    pub format: &'static Format,
    /// The bytes of the input that it was read from.
    pub span: Range<usize>,
    /// The bytes of the input that the arguments were read from; none where there were no arguments.
    pub place: Range<usize>,
    /// The number of its message among the answers of one request.
    pub choice: usize,
    /// States whether its name or its arguments stand there twice, so that another reader may take it for another call.
    pub is_ambiguous: bool,
    /// States whether what follows may show that it has more arguments. Only text that still grows asks.
    pub(crate) may_gain_arguments: bool,
    /// States whether what follows may show that the text only mentions it. Only text that still grows asks.
    pub(crate) may_move: bool,
    /// States whether all of it is there. Only with `Truncated::Close` can this be `false`.
    pub complete: bool,
    /// Where it was cut off, if it was.
    pub cut: Option<CutPlace>,
    /// Everything that was repaired, in ascending order.
    pub changes: Vec<Change>,
    /// What the readers know beside that.
    pub(crate) evidence: Evidence,
}

impl Call {
    /// The highest risk of all changes; `None` when nothing was changed.
    pub fn risk(&self) -> Option<Risk> {
        self.changes.iter().map(|change| change.risk).max()
    }

    /// The strongest strategy that its changes needed.
    pub fn strategy(&self) -> Strategy {
        self.changes.iter().map(Change::strategy).max().unwrap_or(Strategy::Direct)
    }

    /// How likely it is that this is the call that the model meant; worked out of the changes each time.
    pub fn confidence(&self) -> Confidence {
        change::confidence(&self.changes, self.evidence, self.cut.is_some(), self.arguments.len())
    }

    /// The call as one JSON object, as the program writes it: `{"name":…,"arguments":…}`, with the id where there is one.
    pub fn to_json(&self) -> String {
        let mut out = String::with_capacity(self.json_len());
        self.push_json(&mut out);
        out
    }

    /// The bytes that the call takes as JSON, about.
    #[doc(hidden)]
    pub fn json_len(&self) -> usize {
        self.name.len() + self.arguments.len() + CALL_KEYS
    }

    /// Appends the call as JSON.
    #[doc(hidden)]
    pub fn push_json(&self, out: &mut String) {
        out.push_str("{\"name\":");
        push_quoted(out, &self.name);
        out.extend([",\"arguments\":", &self.arguments]);
        if let Some(id) = &self.id {
            out.push_str(",\"id\":");
            out.push_str(id);
        }
        // Only half a call says so: who asks for such must be able to tell.
        if !self.complete {
            out.push_str(",\"complete\":false");
        }
        out.push('}');
    }

    /// The first change of the call that may have lost something. That it was cut off stands in `cut`.
    pub fn loss(&self) -> Option<Loss> {
        let is_loss = |what: What| match what {
            What::Call(code) => code != CallCode::CallCutOff,
            What::Text(code) => is_told(code),
        };
        let lossy = self.changes.iter().filter(|change| change.risk == Risk::Lossy && is_loss(change.what));
        Loss::first(lossy.map(|change| (change.name(), change.summary(), change.span.start)))
    }

    /// The arguments once `fixes` were made to them. Places inside the arguments are not known in the message, so each
    /// change has the place of the call.
    #[doc(hidden)]
    pub fn replace_arguments(&mut self, arguments: String, fixes: &Fixes) {
        self.arguments = arguments;
        self.changes.extend(fixes.iter().map(|fix| Change::at(fix, self.span.clone())));
        self.changes.sort_by_key(|change| change.span.start);
    }
}

/// A block that was meant as a call and could not be handed out as one.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Refused {
    /// The tool's name, where it could be read.
    pub name: Option<String>,
    /// The format it was written in.
    pub format: &'static Format,
    /// Why.
    pub reason: Reason,
    /// The bytes of the input that it was read from; it shows at the start, or where the text is cut off at the end.
    pub span: Range<usize>,
    /// What stands where the arguments should, where that is JSON of another kind.
    pub arguments: Option<String>,
    /// The bytes of the input that this was read from.
    pub place: Range<usize>,
    /// The tool of the list whose name is most like that of an unknown one.
    pub like: Option<Box<str>>,
    /// Lists the violations of the tool's schema, if the reason is [`Reason::Schema`]; the offset of each is the place of the call.
    pub violations: Vec<Violation>,
}

impl fmt::Display for Refused {
    /// Writes the reason as a sentence, with the name of the call.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (false, Some(name)) = (self.violations.is_empty(), &self.name) {
            return write!(f, "{} (a call of `{name}`)", violation::message(&self.violations));
        }
        write!(f, "{}", self.reason)?;
        let id = self.format.id;
        write!(f, " ({} {id} call", if id.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" })?;
        if let Some(name) = &self.name {
            write!(f, " of `{name}`")?;
        }
        write!(f, ")")?;
        self.like.as_ref().map_or(Ok(()), |like| write!(f, "; did you mean `{like}`?"))
    }
}

impl Refused {
    /// The refusal of a call that was read.
    pub(in crate::core::calls) fn of(call: Call, reason: Reason) -> Self {
        Self {
            name: Some(call.name),
            format: call.format,
            reason,
            span: call.span,
            arguments: None,
            place: call.place,
            like: None,
            violations: Vec::new(),
        }
    }

    /// Byte offset into the input where the reason shows.
    pub fn offset(&self) -> usize {
        match self.reason {
            Reason::Repair(FailureCode::Truncated(_)) => self.span.end,
            _ => self.span.start,
        }
    }
}

/// Why a block is no call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "internal"), non_exhaustive)]
pub enum Reason {
    /// It names no tool.
    NoName,
    /// Its arguments are no object.
    Arguments,
    /// A marker announces a call, and what follows is not a call in any format.
    Unread,
    /// Its repair would go further than it may, or it was cut off.
    Repair(FailureCode),
    /// What was repaired about the call itself goes further than it may.
    Risk(CallCode),
    /// The same, for the strategies that may run.
    Strategy(CallCode),
    /// Only this layer may see the tool.
    Hidden(Layer),
    /// The list of tools has no such tool.
    UnknownTool,
    /// The arguments do not fit the schema of the tool.
    Schema,
    /// It stands in reasoning that has no end, and a text that was cut off may not be used.
    Unclosed,
    /// The text speaks of a call, or a later message answers it. That is no fault.
    Mention(Place),
}

impl Reason {
    /// Stable name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::NoName => "no-name",
            Self::Arguments => "arguments",
            Self::Unread => "unread",
            Self::Repair(code) => code.name(),
            Self::Risk(_) => "risk",
            Self::Strategy(_) => "strategy",
            Self::Hidden(_) => "hidden-tool",
            Self::UnknownTool => "unknown-tool",
            Self::Schema => "schema",
            Self::Unclosed => "truncated",
            Self::Mention(_) => "mention",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoName => write!(f, "this block names no tool"),
            Self::Arguments => write!(f, "the arguments of this call are no object"),
            Self::Unread => write!(f, "this block cannot be read as a call"),
            Self::Repair(FailureCode::Truncated(CutPlace::BetweenMembers)) => {
                write!(f, "the call is cut off between members, and half a call is refused")
            }
            Self::Repair(FailureCode::Truncated(place)) => {
                write!(f, "the call is cut off ({}), and half a call is refused", place.name())
            }
            Self::Repair(code) => code.fmt(f),
            Self::Risk(code) => engine::too_risky(f, code.name(), code.risk(), code.summary()),
            Self::Strategy(code) => engine::barred(f, code.name(), change::STRATEGY),
            Self::UnknownTool => write!(f, "the list of tools has no such tool"),
            Self::Schema => write!(f, "the arguments do not fit the schema of the tool"),
            Self::Unclosed => write!(f, "the call stands in reasoning that has no end"),
            Self::Mention(place) => write!(f, "this call stands {}", place.summary()),
            Self::Hidden(seen_by) => {
                write!(f, "the tool is exposed to {} and not to {}", seen_by.name(), Layer::Native.name())
            }
        }
    }
}

/// What a text holds.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Calls {
    /// The calls, in the order of the text.
    pub calls: Vec<Call>,
    /// What was meant as a call and cannot be read, in the order of the text.
    pub refused: Vec<Refused>,
    /// Holds what the text only mentions, in the order of the text.
    pub mentions: Vec<Refused>,
    /// Holds the texts and facts beside the calls of an API's answer; nothing where the text is not one.
    pub(crate) said: Option<Vec<Said>>,
    /// States whether the text was read as one strict JSON value, which no one needs to check again.
    pub(crate) is_json: bool,
}

impl Calls {
    /// Returns how many calls are left out because a later message answers them.
    pub fn answered(&self) -> usize {
        let is_answered = |mention: &&Refused| mention.reason == Reason::Mention(Place::Answered);
        self.mentions.iter().filter(is_answered).filter(|mention| mention.name.is_some()).count()
    }

    /// Returns whether the text is an answer of an API, a message, or a request, by its members.
    #[doc(hidden)]
    pub fn is_envelope(&self) -> bool {
        self.said.is_some()
    }

    /// Returns whether the text was read as one strict JSON value, which no one needs to check again.
    #[doc(hidden)]
    pub fn is_json(&self) -> bool {
        self.is_json
    }

    /// Takes the calls, and the facts beside them.
    #[doc(hidden)]
    #[must_use]
    pub fn take(&mut self) -> Self {
        Self { calls: take(&mut self.calls), said: self.said.take(), ..Self::default() }
    }

    /// The one call that is all of a text of strict JSON.
    pub(crate) fn of(call: Call) -> Self {
        Self { calls: Vec::from([call]), is_json: true, ..Self::default() }
    }
}
