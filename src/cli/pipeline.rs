//! Records through a handler, in input order, on one thread or on many.
//!
//! ```text
//! Reader ─batches→ Handler (pure, on any thread) ─Done, in order→ Writer → stdout, stderr, tally
//! ```
//! Small inputs and `-j 1` never start a thread; the threads of large ones are in `crew.rs`. What is written is sent on
//! before anything that could wait for more input.

use std::ops::ControlFlow;
use std::thread;

use super::console::{Console, Severity, details, the_other};
use super::crew;
use super::diagnosis::Reporter;
use super::output::Sink;
use super::records::{Batch, Event, Reader};
use super::stats::Meter;
use crate::report::Finding;
use crate::report::diff::{Edit, Hunk};
use crate::report::record::Numbers;
pub(crate) use crate::report::tally::Tally;

/// Bytes handled on the first thread before others are worth starting.
const ALONE: usize = 128 << 10;

/// `-j N`; flattened into the commands that handle records.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct JobsArgs {
    /// Records handled at a time; 1 starts no thread [default: one per core]
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

/// What happens to a batch. It knows nothing of streams, so it may run anywhere.
pub(crate) trait Handler: Send + Sync + 'static {
    /// Handles every record of the batch.
    fn handle(&self, batch: &mut Batch) -> Done;
}

/// What came of a batch.
#[derive(Debug, Default)]
pub(crate) struct Done {
    /// What becomes of which bytes of the batch; a handler makes hunks of them.
    pub(crate) edits: Vec<Edit<'static>>,
    /// What to report of records, where that is the product.
    pub(crate) findings: Vec<Finding>,
    /// Changed lines, where they are the product.
    pub(crate) hunks: Vec<Hunk>,
    /// Lines in the batch, to number those of the next.
    pub(crate) lines: usize,
    /// What became of the calls, where metrics are wanted.
    pub(crate) meter: Meter,
    /// What to tell people.
    pub(crate) notes: Vec<Note>,
    /// The numbers of records that belong into `out`.
    pub(crate) numbers: Numbers,
    /// What to write.
    pub(crate) out: Vec<u8>,
    /// Handle nothing after this batch.
    pub(crate) stop: bool,
    /// What was counted.
    pub(crate) tally: Tally,
}

/// A message about a record.
#[derive(Debug)]
pub(crate) struct Note {
    /// What can be done about it.
    pub(crate) advice: &'static str,
    /// Stable name of the kind of message.
    pub(crate) code: &'static str,
    /// Column from 1; `None` where the text is not that of the file.
    pub(crate) column: Option<usize>,
    /// Line within the batch, from 0.
    pub(crate) line: usize,
    /// What is the matter.
    pub(crate) message: String,
    /// Where the other of two things is: a line within the batch, from 0, and a column.
    pub(crate) other: Option<(usize, usize)>,
    /// JSON Pointer into the record; empty where all of it is meant.
    pub(crate) path: String,
    /// Number within the batch, from 1; `None` where a source is one record.
    pub(crate) record: Option<u64>,
    /// How grave it is.
    pub(crate) severity: Severity,
}

/// Takes what was done in order: writes it, tells about it, counts it.
pub(crate) struct Writer {
    console: Console,
    last_byte: u8,
    line: usize,
    meter: Meter,
    names: Vec<String>,
    reporter: Option<Reporter>,
    sink: Sink,
    source: usize,
    stopped: bool,
    tally: Tally,
}

impl Writer {
    /// `names` are the sources' names, safe to show.
    pub(crate) fn new(sink: Sink, console: Console, names: Vec<String>) -> Self {
        Self {
            console,
            last_byte: b'\n',
            line: 1,
            meter: Meter::default(),
            names,
            reporter: None,
            sink,
            source: 0,
            stopped: false,
            tally: Tally::default(),
        }
    }

    /// What is found is the product, and this writes it.
    pub(crate) fn reporting(mut self, reporter: Option<Reporter>) -> Self {
        self.reporter = reporter;
        self
    }

    /// Counts the calls of every batch too.
    pub(crate) fn with_meter(self, meter: Meter) -> Self {
        Self { meter, ..self }
    }

    /// What became of the calls so far.
    pub(crate) fn take_meter(&mut self) -> Meter {
        std::mem::take(&mut self.meter)
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
        Ok((self.sink, self.tally, self.stopped))
    }

    /// Takes what came of the next batch.
    pub(super) fn accept(
        &mut self,
        source: usize,
        lines_before: usize,
        done: &mut Done,
    ) -> anyhow::Result<ControlFlow<()>> {
        let Tally { records, changed, failed, .. } = done.tally;
        tracing::debug!(source, records, changed, failed, bytes = done.out.len(), "handled a batch");
        if source != self.source {
            self.source = source;
            self.line = 1;
        }
        self.line += lines_before;
        self.put(&done.numbers.filled(&done.out, self.tally.records))?;
        if let Some(reporter) = &mut self.reporter {
            reporter.batch(source, self.line - 1, self.tally.records, done);
            reporter.send(&mut self.sink)?;
        }
        // One write for all: a terminal or a pipe takes long for each.
        let mut lines = String::new();
        for note in &done.notes {
            self.push_line_of(note, &mut lines);
        }
        self.console.tell(&lines);
        self.line += done.lines;
        self.tally.add(done.tally);
        self.meter.absorb(&done.meter);
        self.meter.emit();
        self.stopped = done.stop;
        Ok(if done.stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    /// Writes, on a new line where the document before ended without one.
    fn put(&mut self, out: &[u8]) -> anyhow::Result<()> {
        let Some(&last) = out.last() else { return Ok(()) };
        if self.last_byte != b'\n' {
            self.sink.put(b"\n")?;
        }
        self.last_byte = last;
        self.sink.put(out)
    }

    fn push_line_of(&self, note: &Note, lines: &mut String) {
        // `write!` would take most of the time.
        lines.extend([&*self.names[self.source], ":", &(self.line + note.line).to_string()]);
        if let Some(column) = note.column {
            lines.extend([":", &column.to_string()]);
        }
        lines.push_str(": ");
        self.console.push_message(lines, note.severity, note.code, &note.message);
        let record = note.record.map(|record| self.tally.records + record);
        let other = note.other.map(|(line, column)| the_other(self.line + line, column));
        lines.push_str(&details(record, &note.path, other.as_deref()));
        if !note.advice.is_empty() {
            lines.extend(["; ", note.advice]);
        }
        lines.push('\n');
    }

    /// A source that could not be opened or read.
    pub(super) fn trouble(&mut self, source: usize, error: &std::io::Error) {
        self.tally.troubles += 1;
        self.console.error(&format!("{}: {error}", self.names[source]));
    }
}

/// Takes every record of the reader through the handler, on at most `jobs` threads.
pub(crate) fn run<H: Handler>(
    mut reader: Reader,
    handler: H,
    jobs: usize,
    mut writer: Writer,
) -> anyhow::Result<Writer> {
    let mut batch = Batch::default();
    let mut taken = 0;
    while jobs == 1 || taken < ALONE {
        if reader.may_wait() {
            writer.flush()?;
        }
        match reader.next(&mut batch) {
            Event::Batch => {
                taken += batch.bytes().len();
                let (source, lines_before) = (batch.source, batch.lines_before);
                let mut done = handler.handle(&mut batch);
                if writer.accept(source, lines_before, &mut done)?.is_break() {
                    return Ok(writer);
                }
                batch.reuse(done.out);
            }
            Event::Trouble { source, error } => writer.trouble(source, &error),
            Event::End => return Ok(writer),
        }
    }
    tracing::debug!(jobs, "the input is large: starting threads");
    // The threads have buffers of their own.
    drop(batch);
    crew::run(reader, handler, jobs, writer)
}
