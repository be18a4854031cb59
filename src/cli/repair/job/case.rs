//! One record at work.

use crate::cli::diagnosis::{Spot, Subject};
use crate::cli::pipeline::Done;
use crate::cli::records::{Framing, Record};
use crate::cli::trouble::Trouble;
use crate::core::json::Position;
use crate::core::repair::engine::Loss;
use crate::report::diagnostic::{Diagnostic, Place, Severity};
use crate::report::repaired::Detail;

/// A record, which was counted last, and what becomes of its batch.
pub(super) struct Case<'c> {
    /// The text that is handled: the record, or the content of the string that is the record.
    pub(super) text: &'c [u8],
    pub(super) place: &'c Record<'c>,
    pub(super) done: &'c mut Done,
}

impl<'c> Case<'c> {
    #[cold]
    pub(super) fn warn(&mut self, loss: Loss, at: Position) {
        self.note(Trouble::loss(loss).diagnostic(Severity::Warning), at);
    }

    /// Tells people about a place in the text.
    pub(super) fn note(&mut self, note: Diagnostic, at: Position) {
        // The lines and columns inside a string are not those of the file.
        let is_inner = self.place.framing == Framing::Strings;
        let line = 1 + self.place.line + if is_inner { 0 } else { at.line - 1 };
        let at = Some(Place::line(line, (!is_inner).then_some(at.column)));
        self.done.notes.push(Diagnostic { place: at, record: self.spot().record, ..note });
    }

    /// Returns what findings are about.
    pub(super) fn subject(&self, detail: Detail) -> Subject<'c> {
        Subject { text: self.text, detail, spot: self.spot() }
    }

    fn spot(&self) -> Spot {
        let record = (self.place.framing != Framing::Document).then_some(self.done.tally.records);
        Spot { line: self.place.line, record }
    }
}
