//! The joining of pieces: a call that comes in several events, and what of it counts as whole.

use std::collections::HashMap;
use std::ops::Range;

use super::parts::Parts;
use super::walk;
use crate::core::calls::formats::Format;
use crate::core::calls::judge::call::{scalar_arguments, string_arguments};
use crate::core::calls::judge::context::Context;
use crate::core::calls::judge::draft::{Arguments, Draft};
use crate::core::calls::readers::is_name;
use crate::core::calls::types::call::Reason;
use crate::core::calls::types::change::Change;
use crate::core::repair::engine::{CutPlace, FailureCode};

/// A call in pieces.
#[expect(clippy::struct_excessive_bools, reason = "four things that events say independently")]
pub(super) struct Piece {
    pub(super) name: String,
    pub(super) id: Option<String>,
    pub(super) arguments: Parts,
    /// Arguments that came whole.
    pub(super) whole: Option<String>,
    pub(super) format: &'static Format,
    pub(super) span: Range<usize>,
    /// Counts the events that were lost before its last fragment came; `has_gap` says that one was lost between its
    /// fragments, or before it ended.
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
            arguments: Parts::default(),
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

    /// Adds one more fragment of its arguments.
    pub(super) fn add(&mut self, fragment: &str, end: usize, gaps: usize) {
        self.has_gap |= self.gaps != gaps;
        self.gaps = gaps;
        self.arguments.push(fragment);
        self.span.end = end;
    }

    /// Takes its arguments as an event says that they are, all of them.
    pub(super) fn settle(&mut self, arguments: &str, end: usize) {
        (self.arguments, self.has_gap, self.closed) = (Parts::of(arguments), false, true);
        self.span.end = end;
    }

    /// Returns whether more of its arguments may follow.
    fn is_open(&mut self) -> bool {
        !self.closed && !self.arguments.is_whole()
    }

    /// Notes that it is complete: an event that was lost may have gone on with what is open.
    fn close(&mut self, gaps: usize) {
        self.has_gap |= self.gaps != gaps && self.is_open();
        self.closed = true;
    }
}

/// The calls of a stream so far.
#[derive(Default)]
pub(super) struct Pieces {
    begun: Vec<Piece>,
    /// Those of the message that later events can add to, by what names them there: choice and index.
    known: HashMap<(String, String), usize>,
    /// Holds those that no event has ended yet, by the number of their message.
    unended: HashMap<usize, Vec<usize>>,
    /// Holds those that began or went on, the last one at the end, without those that turned out to be complete.
    recent: Vec<usize>,
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

    /// An event could not be read. Calls that it may have gone on with are cut off when they end; a call that began in it is
    /// refused.
    pub(super) fn lose(&mut self, cx: &mut Context<'_>, line: Range<usize>) {
        self.gaps += 1;
        while let Some(last) = self.recent.last()
            && !self.begun[*last].is_open()
        {
            self.recent.pop();
        }
        if let Some(format) = walk::held(&cx.text[line.clone()]).filter(|_| self.recent.is_empty()) {
            let cut = Reason::Repair(FailureCode::Truncated(CutPlace::BetweenMembers));
            cx.push(Draft::problem(cut, format, line));
        }
    }

    /// An event says that a message is complete, or all of them.
    pub(super) fn finish(&mut self, choice: Option<usize>) {
        let ended: Vec<usize> = match choice {
            Some(choice) => self.unended.remove(&choice).unwrap_or_default(),
            None => self.unended.drain().flat_map(|(_, pieces)| pieces).collect(),
        };
        for piece in ended {
            self.begun[piece].close(self.gaps);
        }
    }

    /// An event says that a message ended at a limit: calls of it whose arguments are not whole are cut off.
    pub(super) fn cut(&mut self, choice: usize) {
        for piece in self.unended.remove(&choice).unwrap_or_default() {
            let piece = &mut self.begun[piece];
            piece.has_gap |= piece.is_open();
            piece.close(self.gaps);
        }
    }

    /// An event says that this call is complete.
    pub(super) fn close(&mut self, index: &str) {
        let gaps = self.gaps;
        if let Some(piece) = self.find("", index) {
            piece.close(gaps);
        }
    }

    /// A call begins; later pieces find it by its choice and index.
    pub(super) fn begin(&mut self, choice: &str, index: &str, piece: Piece) {
        let number = self.begun.len();
        self.known.insert((choice.to_owned(), index.to_owned()), number);
        self.unended.entry(piece.choice).or_default().push(number);
        self.recent.push(number);
        self.begun.push(piece);
    }

    /// Returns the last piece of this message that began there, which goes on or ends.
    pub(super) fn find(&mut self, choice: &str, index: &str) -> Option<&mut Piece> {
        let at = *self.known.get(&(choice.to_owned(), index.to_owned()))?;
        self.recent.push(at);
        self.begun.get_mut(at)
    }

    /// Hands over what the pieces make.
    pub(super) fn flush(&mut self, cx: &mut Context<'_>) {
        self.begun.retain(|piece| !piece.is_replaced);
        for mut piece in self.begun.drain(..) {
            piece.has_gap |= piece.gaps != self.gaps && piece.is_open();
            let Piece { name, id, arguments, whole, format, span, has_gap, closed, is_text, choice, .. } =
                piece;
            if !is_name(&name) && !cx.is_name_with_tokens(&name) {
                cx.push(Draft::problem(Reason::NoName, format, span));
                continue;
            }
            let (arguments, is_certain) = arguments.into_text(is_text);
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
            if has_gap || !is_certain && !closed {
                draft.cut = draft.cut.or(Some(CutPlace::BetweenMembers));
            } else if is_empty && !closed {
                draft.cut = Some(CutPlace::AfterColon);
            }
            cx.push(draft);
        }
    }
}
