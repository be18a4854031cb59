//! Records through a handler, in input order, on one thread or on many. Every command that reads records is a handler.
//!
//! ```text
//! Reader ─batches→ Handler (on any thread) ─Done, in order→ Writer → stdout, stderr, tally
//! ```
//! Small inputs and `-j 1` never start a thread; the threads of large ones are in `pool`. What is written is flushed
//! before any read that can block. A source that is not held in memory goes to the handler as it is, and what comes of it
//! goes to the writer as it comes.

use std::collections::BTreeMap;
use std::io::{self, IoSlice, Write};
use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::thread;

use super::console::Console;
use super::input::{Open, Source};
use super::missing;
use super::output::Sink;
use super::pool;
use super::reader::Reader;
use super::records::Batch;
use super::reporter::Reporter;
use super::resume::Failed;
use super::stats::{Meter, Publisher};
use super::window::Valid;
use crate::report::Finding;
use crate::report::diagnostic::Diagnostic;
use crate::report::diff::{Edit, Hunk};
use crate::report::insight::Part;
use crate::report::record::Numbers;
pub(crate) use crate::report::tally::{Files, Tally};

/// Messages of one code that people read one by one; of more, the number is told.
const MOST_TOLD: u64 = 10;

/// Bytes handled on the first thread before others are worth starting.
const ALONE: usize = 128 << 10;

/// `-j N`; flattened into the commands that handle records.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct JobsArgs {
    /// Number of threads; 1 starts none [default: one per core]
    #[arg(short, long, value_name = "N", value_parser = parse_jobs)]
    jobs: Option<usize>,
}

impl JobsArgs {
    /// How many threads may work.
    pub(crate) fn count(&self) -> usize {
        self.jobs.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from))
    }
}

pub(crate) fn parse_jobs(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(jobs @ 1..=1024) => Ok(jobs),
        _ => Err("a number of threads from 1 to 1024".to_owned()),
    }
}

/// What happens to a batch.
pub(crate) trait Handler {
    /// Handles every record of the batch. It knows nothing of streams and of other batches, so it may run anywhere.
    fn handle(&self, batch: &mut Batch) -> Done;

    /// Handles a source that is not held in memory (`Framing::Stream`), in input order.
    fn stream(&self, open: &mut Open, outlet: &mut Outlet<'_>, done: &mut Done) -> io::Result<()> {
        let _ = (open, outlet, done);
        Ok(())
    }

    /// Sees every batch and its result in input order, before the result is written: for what depends on the batches before.
    fn in_order(&self, batch: &mut Batch, done: Done) -> Done {
        let _ = batch;
        done
    }

    /// Returns whether `in_order` does all of the work for now. Then the thread that read the batch does it best.
    fn is_serial(&self) -> bool {
        false
    }
}

/// Handles a batch, unless it only says that a source could not be read, or hands the source on.
pub(super) fn handle(handler: &impl Handler, batch: &mut Batch) -> Done {
    let has_records = batch.error.is_none() && batch.stream.is_none();
    if has_records { handler.handle(batch) } else { Done::default() }
}

/// What came of a batch. Places count lines from 1 and records from 1, within the batch.
#[derive(Debug, Default)]
pub(crate) struct Done {
    /// What becomes of which bytes of the batch; a handler makes hunks of them.
    pub(crate) edits: Vec<Edit<'static>>,
    /// What to report of records, where that is the product.
    pub(crate) findings: Vec<Finding>,
    /// The places of the records that failed.
    pub(crate) failed: Vec<Range<usize>>,
    /// Changed lines, where they are the product.
    pub(crate) hunks: Vec<Hunk>,
    /// Bytes of the batch to write unchanged, each before the rest of `out` from an offset on.
    pub(crate) kept: Vec<(usize, Range<usize>)>,
    /// Lines in the batch, to number those of the next.
    pub(crate) lines: usize,
    /// What became of the calls, where metrics are wanted.
    pub(crate) meter: Meter,
    /// What to tell people.
    pub(crate) notes: Vec<Diagnostic>,
    /// The numbers of records that belong into `out`.
    pub(crate) numbers: Numbers,
    /// What to write.
    pub(crate) out: Vec<u8>,
    /// What a part of a log says, where that is the product.
    pub(crate) part: Option<Box<Part>>,
    /// Handle nothing after this batch.
    pub(crate) stop: bool,
    /// Bytes of the batch that were handled, where a handler may leave some to `in_order`.
    pub(crate) taken: usize,
    /// What was counted.
    pub(crate) tally: Tally,
}

/// Takes results in order: writes them, tells people about them, counts them.
pub(crate) struct Writer {
    console: Console,
    /// Takes the records that failed.
    failed: Option<Failed>,
    /// Where the last line end is left out, whether one is owed as soon as more comes.
    owes_end: Option<bool>,
    /// Says whether the output of a batch begins on a new line.
    joins_lines: bool,
    last_byte: u8,
    /// Lines of the source before the batch.
    lines: usize,
    meter: Meter,
    names: Vec<String>,
    /// Writes the metrics while the run goes on.
    publisher: Option<Arc<Publisher>>,
    reporter: Option<Reporter>,
    sink: Sink,
    source: usize,
    stopped: bool,
    /// Records that were left out.
    skipped: u64,
    tally: Tally,
    /// Counts the messages by severity and code.
    told: BTreeMap<(&'static str, &'static str), u64>,
}

impl Writer {
    /// What becomes of these sources goes to the sink.
    pub(crate) fn new(sink: Sink, console: Console, sources: &[Source]) -> Self {
        Self {
            console,
            failed: None,
            owes_end: None,
            joins_lines: true,
            last_byte: b'\n',
            lines: 0,
            meter: Meter::default(),
            names: sources.iter().map(Source::name).collect(),
            publisher: None,
            reporter: None,
            sink,
            source: 0,
            stopped: false,
            skipped: 0,
            tally: Tally::default(),
            told: BTreeMap::new(),
        }
    }

    /// Findings are the product, and this writes them.
    pub(crate) fn reporting(mut self, reporter: impl Into<Option<Reporter>>) -> Self {
        self.reporter = reporter.into();
        self
    }

    /// Writes the output of batches without a line end between them.
    pub(crate) fn verbatim(self) -> Self {
        Self { joins_lines: false, ..self }
    }

    /// Leaves out the last line end of all that is written.
    pub(crate) fn unended(self) -> Self {
        Self { owes_end: Some(false), ..self }
    }

    /// Writes the records that fail.
    pub(crate) fn keeping(self, failed: Option<Failed>) -> Self {
        Self { failed, ..self }
    }

    /// Counts the calls of every batch too.
    pub(crate) fn with_meter(self, meter: Meter) -> Self {
        Self { meter, ..self }
    }

    /// Hands what every batch counts to a publisher, too.
    pub(crate) fn publishing(self, publisher: Option<Arc<Publisher>>) -> Self {
        Self { publisher, ..self }
    }

    /// What became of the calls so far.
    pub(crate) fn take_meter(&mut self) -> Meter {
        std::mem::take(&mut self.meter)
    }

    /// The files that were checked so far, where files are.
    pub(crate) fn files(&self) -> Option<Files> {
        self.reporter.as_ref().and_then(Reporter::files)
    }

    /// Returns the number of records before the next one.
    fn number(&self) -> u64 {
        self.tally.records + self.skipped
    }

    /// Sends on what was written.
    pub(super) fn flush(&mut self) -> anyhow::Result<()> {
        self.sink.flush()
    }

    /// The sink, what was counted, and whether the run was stopped early.
    pub(crate) fn finish(mut self) -> anyhow::Result<(Sink, Tally, bool)> {
        if let Some(reporter) = &mut self.reporter {
            reporter.end(self.tally, &mut self.sink)?;
        }
        for ((severity, code), count) in self.told.iter().filter(|_| self.console.is_brief()) {
            let Some(more @ 1..) = count.checked_sub(MOST_TOLD) else { continue };
            self.console.hint(&format!("{more} more of {severity}[{code}]; -v shows all"));
        }
        if let Some(failed) = self.failed {
            let left_out = failed.finish()?;
            if left_out > 0 {
                self.console
                    .error(&format!("{left_out} records were too long to be held, so --errors lacks them"));
            }
        }
        let tally = self.tally;
        tracing::info!(tally.records, tally.changed, tally.failed, tally.troubles, "done");
        Ok((self.sink, tally, self.stopped))
    }

    /// Takes what came of the next batch.
    pub(super) fn accept(
        &mut self,
        handler: &impl Handler,
        batch: &mut Batch,
        done: Done,
    ) -> anyhow::Result<ControlFlow<()>> {
        let mut done = match batch.stream.take() {
            Some(open) => self.stream(handler, open, batch)?,
            None => handler.in_order(batch, done),
        };
        if batch.source != self.source {
            self.source = batch.source;
            self.lines = 0;
        }
        self.lines += batch.lines_before;
        self.skipped += batch.records_before;
        if let Some(failed) = &mut self.failed {
            failed.put(batch.bytes(), &done.failed, batch.cut)?;
        }
        let Tally { records, changed, failed, .. } = done.tally;
        tracing::debug!(batch.source, records, changed, failed, bytes = done.out.len(), "handled a batch");
        self.put(batch.bytes(), &done)?;
        if let Some(valid) = batch.valid.take() {
            batch.error = self.pass(valid)?;
        }
        let number = self.number();
        if let Some(reporter) = &mut self.reporter {
            reporter.batch(self.source, self.lines, number, &mut done);
            reporter.send(&mut self.sink)?;
        }
        // One write for all: a terminal or a pipe takes long for each.
        let mut lines = String::new();
        for note in &mut done.notes {
            let told = self.told.entry((note.severity.name(), note.code)).or_default();
            *told += 1;
            if *told > MOST_TOLD && self.console.is_brief() {
                continue;
            }
            note.shift(self.lines, number);
            self.console.push(&mut lines, &self.names[self.source], note);
        }
        self.console.tell(&lines);
        if let Some(error) = batch.error.take() {
            self.tally.troubles += 1;
            self.console.error(&missing::message(&self.names[self.source], &error));
        }
        self.lines += done.lines;
        self.tally.add(done.tally);
        self.meter.absorb(&done.meter);
        self.meter.emit();
        if let Some(publisher) = &self.publisher {
            publisher.take(&done.meter, done.tally.records)?;
        }
        self.stopped = done.stop;
        batch.reuse(done.out);
        Ok(if done.stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    /// Hands a source that is not held in memory to the handler.
    fn stream(&mut self, handler: &impl Handler, mut open: Open, batch: &mut Batch) -> anyhow::Result<Done> {
        let mut done = Done::default();
        let may_wait = open.size.is_none();
        let mut outlet = Outlet { writer: self, source: batch.source, may_wait, error: None };
        batch.error = handler.stream(&mut open, &mut outlet, &mut done).err();
        outlet.error.map_or(Ok(done), Err)
    }

    /// Writes text, all but a last line end that may be left out.
    fn put_text(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        if bytes.is_empty() {
            return Ok(());
        }
        let Some(owes) = self.owes_end else { return self.sink.put(bytes) };
        if owes {
            self.sink.put(b"\n")?;
        }
        let text = bytes.strip_suffix(b"\n");
        self.owes_end = Some(text.is_some());
        self.sink.put(text.unwrap_or(bytes))
    }

    /// Copies a valid document from its file, and says what is wrong with the file.
    fn pass(&mut self, valid: Valid) -> anyhow::Result<Option<io::Error>> {
        if self.joins_lines && self.last_byte != b'\n' {
            self.sink.put(b"\n")?;
        }
        valid.copy(|piece| {
            self.last_byte = *piece.last().unwrap_or(&self.last_byte);
            self.sink.put(piece)
        })
    }

    /// Writes the output of a batch.
    fn put(&mut self, input: &[u8], done: &Done) -> anyhow::Result<()> {
        let out = done.numbers.filled(&done.out, self.lines, self.number());
        let mut pieces = Vec::with_capacity(2 * done.kept.len() + 1);
        let mut written = 0;
        for (at, kept) in &done.kept {
            pieces.extend([&out[written..*at], &input[kept.clone()]]);
            written = *at;
        }
        pieces.push(&out[written..]);
        pieces.retain(|piece| !piece.is_empty());
        let Some(&last) = pieces.last().and_then(|piece| piece.last()) else { return Ok(()) };
        if self.joins_lines && self.last_byte != b'\n' {
            self.sink.put(b"\n")?;
        }
        self.last_byte = last;
        match pieces[..] {
            [piece] => self.put_text(piece),
            _ => self.sink.put_all(&mut pieces.into_iter().map(IoSlice::new).collect::<Vec<_>>()),
        }
    }
}

/// Where what comes of a source goes that is not held in memory.
pub(crate) struct Outlet<'w> {
    writer: &'w mut Writer,
    source: usize,
    /// Says whether the next read can block.
    may_wait: bool,
    /// Why nothing more can be written.
    error: Option<anyhow::Error>,
}

impl Outlet<'_> {
    /// What messages call the source.
    pub(crate) fn name(&self) -> &str {
        &self.writer.names[self.source]
    }

    /// Reports a finding, where findings are the product.
    pub(crate) fn find(&mut self, finding: Finding) {
        let Writer { reporter, sink, .. } = &mut *self.writer;
        let Some(reporter) = reporter.as_mut().filter(|_| self.error.is_none()) else { return };
        reporter.finding(self.source, finding);
        let sent = reporter.send(sink);
        self.error = sent.and_then(|()| if self.may_wait { sink.flush() } else { Ok(()) }).err();
    }

    /// Returns whether the run should go on.
    pub(crate) fn is_open(&self) -> bool {
        self.error.is_none()
    }

    /// Keeps the error that a write ended in: the one that is returned does not say what could not be written.
    fn keep(&mut self, done: anyhow::Result<()>) -> io::Result<()> {
        done.map_err(|error| {
            self.error = Some(error);
            io::Error::other("cannot write")
        })
    }
}

impl Write for Outlet<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let done = self.writer.put_text(bytes);
        self.keep(done).map(|()| bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let done = self.writer.sink.flush();
        self.keep(done)
    }
}

/// Takes every record of the reader through the handler, on at most `jobs` threads.
pub(crate) fn run<H: Handler + Send + Sync + 'static>(
    mut reader: Reader,
    handler: H,
    jobs: usize,
    mut writer: Writer,
) -> anyhow::Result<Writer> {
    let most = if jobs == 1 { usize::MAX } else { ALONE };
    if begin(&mut reader, &handler, most, &mut writer)?.is_break() {
        return Ok(writer);
    }
    tracing::debug!(jobs, "the input is large: starting threads");
    pool::run(reader, handler, jobs, writer)
}

/// The same on this thread alone.
pub(crate) fn run_here(
    mut reader: Reader,
    handler: &impl Handler,
    mut writer: Writer,
) -> anyhow::Result<Writer> {
    let _ = begin(&mut reader, handler, usize::MAX, &mut writer)?;
    Ok(writer)
}

/// Handles the records of the first `most` bytes; `Break` where nothing is left to do.
fn begin(
    reader: &mut Reader,
    handler: &impl Handler,
    most: usize,
    writer: &mut Writer,
) -> anyhow::Result<ControlFlow<()>> {
    let mut batch = Batch::default();
    let mut taken = 0;
    while taken < most {
        if reader.may_wait() {
            writer.flush()?;
        }
        if !reader.next(&mut batch) {
            return Ok(ControlFlow::Break(()));
        }
        taken = taken.saturating_add(batch.bytes().len());
        let done = handle(handler, &mut batch);
        if writer.accept(handler, &mut batch, done)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}
