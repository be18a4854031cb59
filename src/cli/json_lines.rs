//! JSON where each line is a record: batches of lines through a core function, on any thread.

use std::borrow::Cow;
use std::ops::ControlFlow;

use super::console::Severity;
use super::json_input::{Product, Run};
use super::pipeline::{Done, Handler, Note};
use super::records::{Batch, Framing, count_lines, split};
use super::trouble::{Trouble, unwrap};
use crate::core::json::relayout::Relayout;
use crate::core::json::stream::{Input, Notice};
use crate::core::json::{Style, is_space};
use crate::core::repair::{Options, repair};

/// What happens to a batch of lines.
pub(super) struct JsonLines<F> {
    pub(super) product: Product,
    /// How each line is mended first, if that is asked for.
    pub(super) repair: Option<Options>,
    /// Does the first record that fails end the run?
    pub(super) stops: bool,
    pub(super) run: F,
}

impl<F: Run> Handler for JsonLines<F> {
    fn handle(&self, batch: &mut Batch) -> Done {
        let mut done = Done::default();
        let whole = if batch.cut {
            // The last record is too long, and only its beginning is here.
            memchr::memrchr(b'\n', batch.bytes()).map_or(0, |at| at + 1)
        } else {
            batch.bytes().len()
        };
        let mut out = batch.take_spare();
        let (lines, too_long) = batch.bytes().split_at(whole);
        done.lines = count_lines(lines);
        let is_too_long = !too_long.is_empty();
        out.reserve(lines.len());
        match &self.repair {
            None => {
                let input = Input::Memory { bytes: batch.memory(), len: whole };
                self.lines(input, &mut out, &mut done);
            }
            Some(options) => self.mended(lines, options, &mut out, &mut done),
        }
        if is_too_long && !done.stop {
            done.tally.records += 1;
            self.fail(Trouble::too_long(), (done.lines, 1), &mut done);
        }
        done.out = self.styled(out);
        done
    }
}

impl<F: Run> JsonLines<F> {
    /// Handles lines as they are; places are those in the text.
    fn lines(&self, lines: Input<'_>, out: &mut Vec<u8>, done: &mut Done) {
        let mut stop = false;
        let mut notes = Vec::new();
        let mut report = |notice: &Notice| {
            notes.push(note(notice, done.tally.records));
            stop |= self.stops && !notice.fault.warning;
            if stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        // Reading from memory and writing into memory do not fail.
        if let Ok(summary) = (self.run)(lines, out, &mut report) {
            done.tally.records += summary.records;
            done.tally.failed += summary.failed;
        }
        done.stop |= stop;
        done.notes.append(&mut notes);
    }

    /// Mends line by line; the places in mended text are nobody's, so messages name the line alone.
    fn mended(&self, lines: &[u8], options: &Options, out: &mut Vec<u8>, done: &mut Done) {
        let mut text = Vec::new();
        for (line, record) in split(lines, b'\n').enumerate() {
            if done.stop {
                return;
            }
            if record.iter().copied().all(is_space) {
                continue;
            }
            text.clear();
            match mend(record, Framing::Lines, options, &mut text) {
                Ok(mended) => {
                    let number = done.tally.records + 1;
                    for loss in mended.losses {
                        let column = loss.place(record).column;
                        done.notes.push(of_record(loss, (line, column), number, Severity::Warning));
                    }
                    let told = done.notes.len();
                    let len = text.len();
                    self.lines(Input::Memory { bytes: &mut text, len }, out, done);
                    for note in &mut done.notes[told..] {
                        (note.line, note.column, note.other, note.record) = (line, None, None, Some(number));
                        note.advice = "";
                    }
                    done.tally.records = number;
                }
                Err(trouble) => {
                    done.tally.records += 1;
                    let column = trouble.place(record).column;
                    self.fail(trouble, (line, column), done);
                }
            }
        }
    }

    /// Tells about the record that was counted last, at a line from 0 and a column.
    fn fail(&self, trouble: Trouble, place: (usize, usize), done: &mut Done) {
        done.tally.failed += 1;
        done.stop = self.stops;
        done.notes.push(of_record(trouble, place, done.tally.records, Severity::Error));
    }

    fn styled(&self, out: Vec<u8>) -> Vec<u8> {
        match self.product {
            Product::Styled(style) if !style.is_verbatim() => {
                let mut styled = Vec::with_capacity(out.len());
                Relayout::new(style).push(&out, &mut styled);
                styled
            }
            _ => out,
        }
    }
}

/// A message about a record, at a line from 0 and a column.
fn of_record(trouble: Trouble, (line, column): (usize, usize), record: u64, severity: Severity) -> Note {
    let Trouble { advice, code, message, .. } = trouble;
    let (column, record) = (Some(column), Some(record));
    Note { advice, code, column, line, message, other: None, path: String::new(), record, severity }
}

/// A message about a fault; `before` records of the batch came before those that were run.
fn note(notice: &Notice, before: u64) -> Note {
    let fault = &notice.fault;
    Note {
        advice: if matches!(fault.code, "syntax" | "encoding") { "try --repair" } else { "" },
        code: fault.code,
        column: notice.position.map(|at| at.column),
        line: notice.position.map_or(0, |at| at.line - 1),
        message: fault.message.clone(),
        other: notice.other.map(|at| (at.line - 1, at.column)),
        path: fault.pointer.clone(),
        record: Some(before + fault.record),
        severity: if fault.warning { Severity::Warning } else { Severity::Error },
    }
}

/// A record that was mended.
pub(super) struct MendedRecord<L> {
    /// How many documents it holds.
    pub(super) documents: usize,
    /// What may be lost of it.
    pub(super) losses: L,
}

/// Appends the documents of a record after mending, one a line.
pub(super) fn mend(
    record: &[u8],
    framing: Framing,
    options: &Options,
    out: &mut Vec<u8>,
) -> Result<MendedRecord<impl Iterator<Item = Trouble> + use<>>, Trouble> {
    let text = if framing == Framing::Strings { unwrap(record)? } else { Cow::Borrowed(record) };
    let repaired = repair(&text, options).map_err(|failure| Trouble::of(&failure))?;
    for document in &repaired.documents {
        let text = &repaired.text[document.clone()];
        // Where a record is one line, what becomes of it is one, too.
        if framing != Framing::Document && memchr::memchr2(b'\n', b'\r', text.as_bytes()).is_some() {
            Style::compact().write_text(text, out);
        } else {
            out.extend_from_slice(text.as_bytes());
        }
        out.push(b'\n');
    }
    let losses = repaired.losses(text.len()).map(Trouble::loss);
    Ok(MendedRecord { documents: repaired.documents.len(), losses })
}
