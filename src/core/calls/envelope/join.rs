//! The joining of pieces: a call that comes in several events, and what of it counts as whole.

use std::collections::HashMap;
use std::ops::Range;

use super::walk;
use crate::core::calls::formats::Format;
use crate::core::calls::judge::call::{scalar_arguments, string_arguments};
use crate::core::calls::judge::context::Context;
use crate::core::calls::judge::draft::{Arguments, Draft};
use crate::core::calls::readers::is_name;
use crate::core::calls::types::call::Reason;
use crate::core::calls::types::change::Change;
use crate::core::json::{MAX_DEPTH, scan_text};
use crate::core::repair::engine::{CutPlace, FailureCode};

/// A call in pieces.
#[expect(clippy::struct_excessive_bools, reason = "four things that events say independently")]
pub(super) struct Piece {
    pub(super) name: String,
    pub(super) id: Option<String>,
    pub(super) arguments: String,
    /// Arguments that came whole.
    pub(super) whole: Option<String>,
    pub(super) format: &'static Format,
    pub(super) span: Range<usize>,
    /// Counts the events that were lost before its last fragment came; `has_gap` says that one was lost between its
    /// fragments.
    pub(super) gaps: usize,
    pub(super) has_gap: bool,
    /// States whether an event said that it is complete.
    pub(super) closed: bool,
    /// States whether the call came once more, whole.
    pub(super) is_replaced: bool,
    /// States whether the tool takes text in place of arguments.
    pub(super) is_text: bool,
    /// The number of its message.
    pub(super) choice: usize,
}

impl Piece {
    /// A call begins in the event at `span`, before which `gaps` events were lost.
    pub(super) fn new(format: &'static Format, span: Range<usize>, gaps: usize) -> Self {
        Self {
            name: String::new(),
            id: None,
            arguments: String::new(),
            whole: None,
            format,
            span,
            gaps,
            has_gap: false,
            closed: false,
            is_replaced: false,
            is_text: false,
            choice: 0,
        }
    }

    /// Adds one more fragment of its arguments. Some servers repeat in each all that came so far.
    pub(super) fn add(&mut self, fragment: &str, end: usize, gaps: usize) {
        self.has_gap |= self.gaps != gaps;
        self.gaps = gaps;
        if self.arguments.starts_with('{') && fragment.starts_with(&self.arguments) {
            self.arguments.clear();
        }
        self.arguments.push_str(fragment);
        self.span.end = end;
    }

    /// Returns whether more of its arguments may follow.
    fn is_open(&self) -> bool {
        !self.closed && !is_object(&self.arguments)
    }
}

/// The calls of a stream so far.
#[derive(Default)]
pub(super) struct Pieces {
    begun: Vec<Piece>,
    /// Those of the message that later events can add to, by what names them there: choice and index.
    known: HashMap<(String, String), usize>,
    /// Events that could not be read.
    pub(super) gaps: usize,
}

impl Pieces {
    /// Returns whether no call has begun.
    pub(super) fn is_empty(&self) -> bool {
        self.begun.is_empty()
    }

    /// Another message begins: later events do not go on with the calls before it.
    pub(super) fn forget(&mut self) {
        self.known.clear();
    }

    /// An event could not be read. Calls that it may have gone on with are cut off; a call that began in it is refused.
    pub(super) fn lose(&mut self, cx: &mut Context<'_>, line: Range<usize>) {
        self.gaps += 1;
        let mut goes_on = false;
        for piece in self.begun.iter_mut().filter(|piece| piece.is_open()) {
            piece.has_gap = true;
            goes_on = true;
        }
        if let Some(format) = walk::held(&cx.text[line.clone()]).filter(|_| !goes_on) {
            let cut = Reason::Repair(FailureCode::Truncated(CutPlace::BetweenMembers));
            cx.push(Draft::problem(cut, format, line));
        }
    }

    /// An event says that a message is complete, or all of them.
    pub(super) fn finish(&mut self, choice: Option<usize>) {
        let ended = self.begun.iter_mut().filter(|piece| choice.is_none_or(|choice| piece.choice == choice));
        ended.for_each(|piece| piece.closed = true);
    }

    /// An event says that a message ended at a limit: calls of it whose arguments are not whole are cut off.
    pub(super) fn cut(&mut self, choice: usize) {
        let open = self.begun.iter_mut().filter(|piece| piece.choice == choice && piece.is_open());
        open.for_each(|piece| piece.has_gap = true);
    }

    /// An event says that this call is complete.
    pub(super) fn close(&mut self, index: &str) {
        if let Some(piece) = self.find("", index) {
            piece.closed = true;
        }
    }

    /// A call begins; later pieces find it by its choice and index.
    pub(super) fn begin(&mut self, choice: &str, index: &str, piece: Piece) {
        self.known.insert((choice.to_owned(), index.to_owned()), self.begun.len());
        self.begun.push(piece);
    }

    /// The last piece of this message that began there.
    pub(super) fn find(&mut self, choice: &str, index: &str) -> Option<&mut Piece> {
        let at = self.known.get(&(choice.to_owned(), index.to_owned()))?;
        self.begun.get_mut(*at)
    }

    /// Hands over what the pieces make.
    pub(super) fn flush(&mut self, cx: &mut Context<'_>) {
        self.begun.retain(|piece| !piece.is_replaced);
        for piece in self.begun.drain(..) {
            let Piece { name, id, arguments, whole, format, span, has_gap, closed, is_text, choice, .. } =
                piece;
            if !is_name(&name) && !cx.is_name_with_tokens(&name) {
                cx.push(Draft::problem(Reason::NoName, format, span));
                continue;
            }
            let draft = Draft::new(format, span.clone(), "{}".to_owned());
            let mut draft = Draft { name: Some(name), id, choice, ..draft };
            let is_empty = arguments.is_empty() && whole.as_ref().is_none_or(|whole| whole.trim() == "{}");
            match whole.filter(|_| arguments.is_empty()) {
                Some(whole) if whole.starts_with('{') => draft.arguments = Arguments::Json(whole),
                _ if is_text => {
                    draft.arguments = scalar_arguments(&arguments);
                    draft.cut = (!closed).then_some(CutPlace::String);
                }
                _ if arguments.is_empty() => draft.changes.push(Change::empty(span)),
                _ => string_arguments(cx, arguments.into(), span, &mut draft),
            }
            if has_gap {
                draft.cut = draft.cut.or(Some(CutPlace::BetweenMembers));
            } else if is_empty && !closed {
                draft.cut = Some(CutPlace::AfterColon);
            }
            cx.push(draft);
        }
    }
}

/// Returns whether a text is a whole object.
pub(super) fn is_object(text: &str) -> bool {
    text.starts_with('{') && scan_text(text, MAX_DEPTH).is_ok()
}
