//! JSON through a core function: sources that are not held in memory, batches of lines, or records that are repaired first.

use std::borrow::Cow;
use std::io::{self, Write};
use std::iter::repeat_n;
use std::ops::ControlFlow;

use super::console::Console;
use super::diagnosis::Format;
use super::input::Open;
use super::json_input::{Product, Run};
use super::options::OnError;
use super::pipeline::{Done, Handler, Outlet, Tally};
use super::records::{Batch, Framing, count_lines};
use super::trouble::{Trouble, unwrap};
use crate::core::json::fault::Fault;
use crate::core::json::relayout::Relayout;
use crate::core::json::scan::string_end;
use crate::core::json::stream::{Input, Notice};
use crate::core::json::{Style, is_space};
use crate::core::repair::engine::{Options, repair};
use crate::report::diagnostic::{Diagnostic, Place, Severity};
use crate::report::{Finding, excerpt};

/// Columns of a message for people before the source text.
const MARGIN: usize = 10;

/// What happens to a batch of records.
pub(super) struct JsonRecords<F> {
    pub(super) console: Console,
    /// Says whether the changes are counted.
    pub(super) counts: bool,
    /// Where a record ends that is repaired.
    pub(super) framing: Framing,
    pub(super) on_error: Option<OnError>,
    pub(super) product: Product,
    /// How each record is repaired first, if that is asked for.
    pub(super) repair: Option<Options>,
    pub(super) run: F,
}

/// Records after the repair.
#[derive(Default)]
struct Repaired {
    /// Their documents, one a line.
    text: Vec<u8>,
    /// The record of each document: its number from 1, and the lines before it.
    origins: Vec<(u64, usize)>,
}

impl<F: Run> Handler for JsonRecords<F> {
    fn handle(&self, batch: &mut Batch) -> Done {
        let mut done = Done { out: batch.take_spare(), lines: count_lines(batch.bytes()), ..Done::default() };
        done.out.reserve(batch.bytes().len());
        match &self.repair {
            None => self.lines(batch, &mut done),
            Some(options) => self.repaired(batch, options, &mut done),
        }
        if let Some(mut relayout) = self.product.relayout() {
            let mut styled = Vec::with_capacity(done.out.len());
            relayout.push(&done.out, &mut styled, &mut |_| {});
            done.out = styled;
        } else if self.product.is_check() {
            done.out.clear();
        }
        done
    }

    fn stream(&self, open: &mut Open, outlet: &mut Outlet<'_>, done: &mut Done) -> io::Result<()> {
        let input = Input::from(&mut open.reader);
        let summary = if self.product.is_check() {
            // What is found is the product; the JSON is not written.
            (self.run)(input, &mut io::sink(), &mut |notice| {
                outlet.find(finding(diagnostic(notice), notice, self.product, self.console));
                done.stop |= !outlet.is_open();
                self.heard(notice, done)
            })
        } else {
            let name = outlet.name().to_owned();
            let mut laid = Laid { outlet, relayout: self.product.relayout(), styled: Vec::new() };
            (self.run)(input, &mut laid, &mut |notice| {
                self.console.about(&name, &diagnostic(notice));
                self.heard(notice, done)
            })
        }?;
        done.tally.records += summary.records;
        done.tally.failed += summary.failed;
        if summary.cut && !done.stop && !self.product.is_check() {
            let name = outlet.name();
            self.console.error(&format!("{name}: the text after this error was not read: {CUT}"));
        }
        Ok(())
    }
}

/// Why a source is not read to its end.
const CUT: &str = "the start of the next record is unknown";

/// JSON on its way out, laid out where that is asked for.
struct Laid<'o, 'w> {
    outlet: &'o mut Outlet<'w>,
    relayout: Option<Relayout>,
    styled: Vec<u8>,
}

impl Write for Laid<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(relayout) = &mut self.relayout else { return self.outlet.write(bytes) };
        let (outlet, mut done) = (&mut *self.outlet, Ok(()));
        self.styled.clear();
        relayout.push(bytes, &mut self.styled, &mut |styled| {
            if done.is_ok() {
                done = outlet.write_all(styled);
            }
            styled.clear();
        });
        done?;
        self.outlet.write_all(&self.styled)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.outlet.flush()
    }
}

impl<F: Run> JsonRecords<F> {
    /// Returns whether a record that fails ends the run.
    fn stops(&self) -> bool {
        self.on_error == Some(OnError::Stop)
    }

    /// Counts what is told, and says whether it ends the run.
    fn heard(&self, notice: &Notice<'_>, done: &mut Done) -> ControlFlow<()> {
        done.tally.warned += u64::from(notice.fault.warning);
        done.stop |= self.stops() && !notice.fault.warning;
        if done.stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Handles lines as they are; places are those in the text.
    fn lines(&self, batch: &mut Batch, done: &mut Done) {
        // The last record is too long, and only a piece of it is here.
        let last = batch.cut.then(|| memchr::memrchr(b'\n', batch.bytes()).map_or(0, |at| at + 1));
        let len = last.unwrap_or(batch.bytes().len());
        let ran = self.run(Input::Memory { bytes: batch.memory(), len }, done, diagnostic);
        batch.error = ran.err();
        if last.is_some() && !done.stop {
            done.tally.records += 1;
            self.fail(&Trouble::too_long(batch.max_bytes), Place::line(done.lines + 1, Some(1)), done);
        }
    }

    /// Repairs the records of a batch, and handles the documents that they become.
    fn repaired(&self, batch: &mut Batch, options: &Options, done: &mut Done) {
        let mut repaired = Repaired::default();
        let mut ran = Ok(());
        for record in batch.records(self.framing) {
            if self.framing != Framing::Document
                && !record.is_too_long
                && record.bytes.iter().copied().all(is_space)
            {
                continue;
            }
            done.tally.records += 1;
            let number = done.tally.records;
            let read = if record.is_too_long {
                Err(Trouble::too_long(batch.max_bytes))
            } else {
                self.record(record.bytes, options, &mut repaired.text, &mut done.tally)
            };
            let place = |trouble: &Trouble| {
                let at = trouble.place(record.bytes);
                Place::line(record.line + at.line, Some(at.column))
            };
            match read {
                Ok((documents, losses)) => {
                    repaired.origins.extend(repeat_n((number, record.line), documents));
                    for loss in losses {
                        note(loss.diagnostic(Severity::Warning), place(&loss), done);
                    }
                }
                Err(trouble) => self.fail(&trouble, place(&trouble), done),
            }
            if self.stops() {
                // What comes after a record that fails must not be handled.
                ran = self.run_repaired(std::mem::take(&mut repaired), done);
                if done.stop || ran.is_err() {
                    break;
                }
            }
        }
        batch.error = ran.and_then(|()| self.run_repaired(repaired, done)).err();
        done.notes.sort_by_key(|note| note.record);
    }

    /// Runs the function over repaired records. Places in repaired text mean nothing to people, so messages name the record.
    fn run_repaired(&self, Repaired { mut text, origins }: Repaired, done: &mut Done) -> io::Result<()> {
        let records = done.tally.records;
        let len = text.len();
        let ran = self.run(Input::Memory { bytes: &mut text, len }, done, |notice| {
            let document = usize::try_from(notice.fault.record).unwrap_or(usize::MAX);
            let origin = origins.get(document.wrapping_sub(1)).or(origins.last());
            let place = origin.filter(|_| self.framing == Framing::Lines);
            Diagnostic {
                advice: Cow::Borrowed(""),
                other: None,
                place: place.map(|(_, line)| Place::line(line + 1, None)),
                record: origin.map(|(number, _)| *number),
                ..diagnostic(notice)
            }
        });
        // A record counts once, however many documents it became.
        done.tally.records = records;
        ran
    }

    /// Runs the function over records, and keeps what it says.
    fn run(
        &self,
        input: Input<'_>,
        done: &mut Done,
        tell: impl Fn(&Notice<'_>) -> Diagnostic,
    ) -> io::Result<()> {
        let mut out = std::mem::take(&mut done.out);
        let mut report = |notice: &Notice<'_>| {
            let told = tell(notice);
            if self.product.is_check() {
                let found = if self.repair.is_none() {
                    finding(told, notice, self.product, self.console)
                } else {
                    Finding { diagnostics: vec![told], ..Finding::default() }
                };
                done.findings.push(found);
            } else {
                done.notes.push(told);
            }
            self.heard(notice, done)
        };
        let ran = (self.run)(input, &mut out, &mut report);
        done.out = out;
        ran.map(|summary| {
            done.tally.records += summary.records;
            done.tally.failed += summary.failed;
        })
    }

    /// Appends the documents of a record after the repair, one a line; returns how many they are and what may be lost.
    fn record(
        &self,
        record: &[u8],
        options: &Options,
        out: &mut Vec<u8>,
        tally: &mut Tally,
    ) -> Result<(usize, impl Iterator<Item = Trouble> + use<F>), Trouble> {
        let text = if self.framing == Framing::Strings { unwrap(record)? } else { Cow::Borrowed(record) };
        let repaired = repair(&text, options).map_err(Trouble::of)?;
        if self.counts {
            let changes = repaired.fixes.iter().filter(|fix| fix.replacement.is_some());
            tally.count(changes.map(|fix| fix.risk));
        }
        for document in &repaired.documents {
            let text = &repaired.text[document.clone()];
            // Where a record is one line, what becomes of it is one, too.
            let spans_lines = || memchr::memchr2(b'\n', b'\r', text.as_bytes()).is_some();
            if self.framing != Framing::Document && spans_lines() {
                Style::compact().write_text(text, out);
            } else {
                out.extend_from_slice(text.as_bytes());
            }
            out.push(b'\n');
        }
        Ok((repaired.documents.len(), repaired.losses(text.len()).map(Trouble::loss)))
    }

    /// The record that was counted last could not be handled.
    fn fail(&self, trouble: &Trouble, place: Place, done: &mut Done) {
        done.tally.failed += 1;
        done.stop = self.stops();
        note(trouble.diagnostic(Severity::Error), place, done);
    }
}

/// Tells people about the record that was counted last.
fn note(note: Diagnostic, place: Place, done: &mut Done) {
    done.notes.push(Diagnostic { place: Some(place), record: Some(done.tally.records), ..note });
}

/// A fault as people are told about it.
pub(super) fn diagnostic(notice: &Notice<'_>) -> Diagnostic {
    let Fault { code, message, other, pointer, record, warning, .. } = &notice.fault;
    let severity = if *warning { Severity::Warning } else { Severity::Error };
    let message = match other.filter(|_| notice.other.is_none()) {
        Some(offset) => format!("{message}; the other is at byte {offset}"),
        None => message.clone(),
    };
    Diagnostic {
        advice: advice(&notice.fault).into(),
        other: notice.other.map(|at| (at.line, at.column)),
        path: Some(pointer.clone()),
        place: notice.position.map(Place::at),
        record: Some(*record),
        ..Diagnostic::new(severity, code, message)
    }
}

/// Returns what the user can do about a fault.
fn advice(fault: &Fault) -> &'static str {
    match fault.code {
        "syntax" | "encoding" => "try --repair",
        // Of a call that has its arguments twice, neither is chosen.
        "key-collision" if fault.other.is_some() && !fault.warning => {
            "--on-collision first or last settles that"
        }
        _ => "",
    }
}

/// A fault where faults are the product.
pub(super) fn finding(
    mut diagnostic: Diagnostic,
    notice: &Notice<'_>,
    product: Product,
    console: Console,
) -> Finding {
    if let Some((line, column)) = diagnostic.other.take() {
        diagnostic.message = format!("{}; the other at {line}:{column}", diagnostic.message).into();
    }
    if product == Product::Check(Format::Human) && notice.position.is_some() {
        diagnostic.excerpt = excerpt_of(notice, console);
    }
    Finding { diagnostics: vec![diagnostic], ..Finding::default() }
}

/// The line of a fault, if it is still in memory.
fn excerpt_of(notice: &Notice<'_>, console: Console) -> Option<excerpt::Excerpt> {
    let (text, base) = (notice.context.bytes, notice.context.base);
    let start = usize::try_from(notice.fault.offset.checked_sub(base)?).ok()?;
    let width = console.look(false).columns() - MARGIN;
    // A line that begins before what is in memory would be shown from its middle.
    let is_seen = base == 0 || start > excerpt::REACH * width || text[..start].contains(&b'\n');
    // A key is marked whole.
    let is_string = text.get(start) == Some(&b'"');
    let end = if is_string { string_end(text, start).ok() } else { None };
    is_seen.then(|| excerpt::excerpt(text, start..end.unwrap_or(start), width))
}
