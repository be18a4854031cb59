//! What a reader found, before anything was settled.

use std::ops::Range;

use super::call::names;
use crate::core::calls::formats::Format;
use crate::core::calls::readers::json::sets_ends;
use crate::core::calls::readers::{Builder, Member};
use crate::core::calls::types::call::Reason;
use crate::core::calls::types::change::{Change, What};
use crate::core::repair::confidence::Evidence;
use crate::core::repair::engine::{Code, CutPlace, Risk};

/// Arguments as a reader left them.
#[derive(Clone, Debug)]
pub(in crate::core::calls) enum Arguments {
    /// The text of a JSON object.
    Json(String),
    /// Tagged parameters, and whether text that is JSON is JSON where no tool says otherwise.
    Tagged { members: Vec<Member>, decodes: Decodes },
}

/// States whether text that is JSON is meant as JSON, where no tool says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::core::calls) enum Decodes {
    Never,
    /// Yes, but the word `null`: elements leave out what is not there.
    NotNull,
    Always,
}

impl From<bool> for Decodes {
    fn from(decodes: bool) -> Self {
        if decodes { Self::Always } else { Self::Never }
    }
}

/// A call before anything was settled.
#[derive(Clone, Debug)]
pub struct Draft {
    pub(in crate::core::calls) name: Option<String>,
    /// The call's id as JSON text.
    pub(in crate::core::calls) id: Option<String>,
    pub(in crate::core::calls) arguments: Arguments,
    pub(in crate::core::calls) format: &'static Format,
    pub(in crate::core::calls) span: Range<usize>,
    /// The bytes of the input that the arguments were read from.
    pub(in crate::core::calls) place: Range<usize>,
    /// The number of its message among the answers of one request.
    pub(in crate::core::calls) choice: usize,
    /// Its name or its arguments stand there more than once.
    pub(in crate::core::calls) is_ambiguous: bool,
    /// States whether what follows may show that it has more arguments.
    pub(in crate::core::calls) may_gain_arguments: bool,
    /// States whether what follows may show that the text only mentions it.
    pub(in crate::core::calls) may_move: bool,
    pub(in crate::core::calls) cut: Option<CutPlace>,
    pub(in crate::core::calls) changes: Vec<Change>,
    /// What the readers know beside that.
    pub(in crate::core::calls) evidence: Evidence,
    /// What keeps it from being a call.
    pub(in crate::core::calls) problem: Option<Reason>,
}

impl Draft {
    /// A call whose arguments a tagged or keyword reader collected.
    pub(in crate::core::calls) fn built(
        name: &str,
        mut builder: Builder,
        decodes: impl Into<Decodes>,
        format: &'static Format,
        span: Range<usize>,
    ) -> Self {
        let arguments = match builder.whole.take() {
            Some(object) => Arguments::Json(object),
            None => Arguments::Tagged { members: builder.take_members(), decodes: decodes.into() },
        };
        let cut = builder.cut();
        Self {
            name: Some(name.to_owned()),
            id: None,
            arguments,
            format,
            place: span.clone(),
            span,
            choice: 0,
            is_ambiguous: false,
            may_gain_arguments: false,
            may_move: false,
            cut,
            changes: builder.changes,
            evidence: Evidence::NONE,
            problem: None,
        }
    }

    /// The names of the arguments.
    pub(in crate::core::calls) fn keys(&self) -> Vec<String> {
        match &self.arguments {
            Arguments::Json(text) => names(text),
            Arguments::Tagged { members, .. } => members.iter().map(|member| member.name.clone()).collect(),
        }
    }

    /// Marks this call as cut off if the rest of `text` lacks its closing marker, and a quote follows the arguments, or a bracket or a
    /// quote of them was repaired. The quote counts only in a format with a closing marker.
    pub(in crate::core::calls) fn cut_if_open(&mut self, text: &str) {
        let is_unsure = |change: &Change| match change.what {
            What::Text(Code::MissingCloser | Code::WrongCloser) => true,
            What::Text(code) => sets_ends(code) && self.format.has_closer(),
            What::Call(_) => false,
        };
        let is_apart = self.place != self.span;
        let begin = if is_apart { self.place.end } else { self.span.start };
        let rest = text.get(begin..).unwrap_or_default();
        let is_in_string = is_apart && rest.starts_with('"');
        if (is_in_string || self.changes.iter().any(is_unsure)) && !self.format.is_closed_in(rest) {
            self.cut.get_or_insert(CutPlace::BetweenMembers);
        }
    }

    /// A block that is no call.
    pub(in crate::core::calls) fn problem(
        reason: Reason,
        format: &'static Format,
        span: Range<usize>,
    ) -> Self {
        Self { problem: Some(reason), ..Self::new(format, span, String::new()) }
    }

    /// Returns a call that has no arguments yet.
    pub(in crate::core::calls) fn named(
        name: Option<String>,
        format: &'static Format,
        span: Range<usize>,
    ) -> Self {
        Self { name, ..Self::new(format, span, "{}".to_owned()) }
    }

    /// A call without a name, whose arguments are this JSON.
    pub(in crate::core::calls) fn new(
        format: &'static Format,
        span: Range<usize>,
        arguments: String,
    ) -> Self {
        Self {
            name: None,
            id: None,
            arguments: Arguments::Json(arguments),
            format,
            place: span.clone(),
            span,
            choice: 0,
            is_ambiguous: false,
            may_gain_arguments: false,
            may_move: false,
            cut: None,
            changes: Vec::new(),
            evidence: Evidence::NONE,
            problem: None,
        }
    }
}

/// Returns whether this was meant as a call, though its arguments are no object: it names a tool, and nothing about it
/// was guessed.
pub(in crate::core::calls) fn is_told(draft: &Draft) -> bool {
    draft.problem == Some(Reason::Arguments)
        && draft.name.is_some()
        && draft.changes.iter().all(|change| change.risk < Risk::Lossy)
}
