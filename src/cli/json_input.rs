//! Streams of JSON texts for the commands that read JSON: every source in order, mended first where that is asked for,
//! and messages about records with their file, line, column and pointer.

use std::cell::RefCell;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::rc::Rc;
use std::thread;

use anyhow::bail;
use clap::ValueEnum;

use super::console::{Console, Severity};
use super::exit::Exit;
use super::input::{InputArgs, Source, hint_if_terminal};
use super::json_lines::{JsonLines, mend};
use super::options::RepairArgs;
use super::output::Sink;
use super::pipeline::{self, Tally, Writer, parse_jobs};
use super::records::{Batch, Event, Framing, Reader, split};
use crate::core::json::relayout::Relayout;
use crate::core::json::stream::{Limits, Notice, Summary};
use crate::core::json::{Style, is_space, position};
use crate::core::repair::Options;

/// What becomes of a record that could not be handled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum OnError {
    /// Leave it out
    Skip,
    /// End there
    Stop,
}

/// The flags of a repair that mean nothing without `--repair`.
pub(super) const MENDING: [&str; 7] =
    ["max_risk", "truncated", "select", "strategies", "config", "no_config", "provider"];

/// Input that is JSON; flattened into the commands that read it.
#[derive(Clone, Debug, clap::Args)]
#[command(mut_args(|arg| if MENDING.contains(&arg.get_id().as_str()) { arg.requires("repair") } else { arg }))]
pub(super) struct JsonArgs {
    #[command(flatten)]
    input: InputArgs,
    /// What becomes of a record that could not be handled [default: skip]
    #[arg(long, value_enum, value_name = "WHAT")]
    on_error: Option<OnError>,
    /// Each line is one record: a document that spans lines is a fault
    #[arg(long)]
    lines: bool,
    /// Records handled at a time; more than 1 needs --lines [default: with --lines one per core, else 1]
    #[arg(short, long, value_name = "N", value_parser = parse_jobs)]
    jobs: Option<usize>,
    /// Mend the input first, as `jmend repair` does
    #[arg(long)]
    repair: bool,
    /// Where one record ends that is to be mended
    #[arg(
        long,
        value_enum,
        value_name = "FRAMING",
        default_value = "document",
        requires = "repair",
        conflicts_with = "lines"
    )]
    framing: Framing,
    #[command(flatten)]
    mending: RepairArgs,
}

/// A run of a core function over one open source.
pub(super) trait Run:
    Fn(&mut dyn Read, &mut dyn Write, Report<'_>) -> io::Result<Summary> + Send + Sync + 'static
{
}

impl<F> Run for F where
    F: Fn(&mut dyn Read, &mut dyn Write, Report<'_>) -> io::Result<Summary> + Send + Sync + 'static
{
}

/// Hears of every fault, and may stop the run.
pub(super) type Report<'r> = &'r mut dyn FnMut(&Notice) -> ControlFlow<()>;

/// What was counted over all sources.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    records: u64,
    failed: u64,
    warned: u64,
    troubles: u64,
}

impl JsonArgs {
    /// What the core needs to know of depth and memory.
    pub(super) fn limits(&self) -> Limits {
        let max_depth = self.mending.max_depth();
        Limits { max_depth, max_bytes: self.input.max_bytes, lines: self.lines }
    }

    /// Puts a positional argument in front of the files, for it is one.
    pub(super) fn put_first(&mut self, file: Option<OsString>) {
        if let Some(file) = file {
            self.input.files.insert(0, file.into());
        }
    }

    /// How many sources there are.
    pub(super) fn sources(&self) -> usize {
        self.input.files.len().max(1)
    }

    /// How input is mended, if that is asked for.
    pub(super) fn repair(&self, console: Console) -> anyhow::Result<Option<Options>> {
        if self.repair { self.mending.mending(console) } else { Ok(None) }
    }

    /// Takes every source through `run` and says how the command ends. With `check` the messages are the product and
    /// go to `sink`, one a line; otherwise they go to standard error, and what `run` writes to `sink` in `style`.
    pub(super) fn each(
        &self,
        sink: Sink,
        product: Product,
        console: Console,
        run: impl Run,
    ) -> anyhow::Result<Exit> {
        let jobs = self.jobs()?;
        let sources = Source::list(&self.input.files);
        hint_if_terminal(&sources, console);
        if jobs > 1 && !matches!(product, Product::Check | Product::Unended) {
            return self.in_parallel(jobs, sources, sink, product, console, run);
        }
        let (repair, out) = (self.repair(console)?, Out::new(sink, product));
        let mut job = Job { args: self, console, product, repair, out, counts: Counts::default() };
        for source in sources {
            tracing::info!(source = source.name(), "reading");
            if !job.source(source, &run)? {
                break;
            }
        }
        self.end(job.out.sink, job.counts, product, console)
    }

    /// How many threads may work.
    fn jobs(&self) -> anyhow::Result<usize> {
        match self.jobs {
            Some(jobs @ 2..) if !self.lines => {
                bail!(
                    "-j {jobs} needs --lines: only where each line is a record can records be told apart unread"
                )
            }
            Some(jobs) => Ok(jobs),
            None if self.lines => Ok(thread::available_parallelism().map_or(1, usize::from)),
            None => Ok(1),
        }
    }

    fn in_parallel(
        &self,
        jobs: usize,
        sources: Vec<Source>,
        sink: Sink,
        product: Product,
        console: Console,
        run: impl Run,
    ) -> anyhow::Result<Exit> {
        let names = sources.iter().map(Source::name).collect();
        let mut writer = Writer::new(sink, console, names);
        let reader = Reader::new(sources, Framing::Lines, self.input.max_bytes);
        let stops = self.on_error == Some(OnError::Stop);
        let lines = JsonLines { product, repair: self.repair(console)?, stops, run };
        pipeline::run(reader, lines, jobs, &mut writer)?;
        let (sink, tally, _) = writer.finish();
        let Tally { records, failed, troubles, .. } = tally;
        self.end(sink, Counts { records, failed, troubles, warned: 0 }, product, console)
    }

    /// Puts the output in place where everything was handled, and says how the command ends.
    fn end(&self, sink: Sink, counts: Counts, product: Product, console: Console) -> anyhow::Result<Exit> {
        let is_empty = counts.records + counts.failed + counts.troubles == 0;
        if is_empty {
            console.error("there is no JSON in the input");
        }
        let accounted =
            counts.failed == 0 || product == Product::Check || self.on_error == Some(OnError::Skip);
        if counts.troubles == 0 && !is_empty && accounted {
            sink.finish()?;
        } else {
            let is_file = sink.is_file();
            sink.abandon()?;
            if is_file {
                console.error(
                    "not everything could be handled, so the output file was not written; \
                     --on-error skip writes the records that could be",
                );
            }
        }
        Ok(match counts {
            Counts { troubles: 1.., .. } => Exit::Failed,
            Counts { failed: 1.., .. } => Exit::Data,
            Counts { warned: 1.., .. } if product == Product::Check => Exit::Data,
            _ if is_empty => Exit::Data,
            _ => Exit::Done,
        })
    }
}

/// What a command puts out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Product {
    /// Text as the core writes it.
    Plain,
    /// The same without the last line end.
    Unended,
    /// JSON in a style, from JSON in documents of which each ends with one LF.
    Styled(Style),
    /// What there is to say about the input, and no JSON.
    Check,
}

struct Job<'j> {
    args: &'j JsonArgs,
    console: Console,
    product: Product,
    /// How input is mended, if it is.
    repair: Option<Options>,
    out: Out,
    counts: Counts,
}

impl Job<'_> {
    /// Handles one source; says whether the next one follows.
    fn source(&mut self, source: Source, run: &impl Run) -> anyhow::Result<bool> {
        let name = source.name();
        let (args, console, product) = (self.args, self.console, self.product);
        let lines = Rc::clone(&self.out.lines);
        let messages = Messages { console, name: &name, is_repaired: self.repair.is_some(), lines };
        let mut goes_on = true;
        let mut warned = 0;
        let mut report = |notice: &Notice| {
            warned += u64::from(notice.fault.warning);
            messages.record(notice, product == Product::Check);
            if !notice.fault.warning && args.on_error == Some(OnError::Stop) {
                goes_on = false;
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        };
        let done = if let Some(options) = self.repair {
            let framing = if args.lines { Framing::Lines } else { args.framing };
            let reader = Reader::new(Vec::from([source]), framing, args.input.max_bytes);
            let mut mended = Mended::new(reader, framing, options, console, &name);
            let done = run(&mut mended, &mut self.out, &mut report);
            self.counts.failed += mended.failed;
            self.counts.records += mended.failed;
            goes_on &= mended.failed == 0 || args.on_error != Some(OnError::Stop);
            done
        } else {
            source.open().and_then(|mut open| run(&mut *open.reader, &mut self.out, &mut report))
        };
        self.counts.warned += warned;
        if let Some(error) = self.out.error.take() {
            return Err(error);
        }
        self.out.put_lines()?;
        match done {
            Ok(summary) => {
                self.counts.records += summary.records;
                self.counts.failed += summary.failed;
                if summary.cut && goes_on && product != Product::Check {
                    console.error(&format!("{name}: what follows this fault was not read: {CUT}"));
                }
            }
            Err(error) => {
                self.counts.troubles += 1;
                console.error(&format!("{name}: {error}"));
            }
        }
        Ok(goes_on)
    }
}

const CUT: &str = "where the next record begins cannot be told";

/// Turns notices into messages.
struct Messages<'m> {
    console: Console,
    name: &'m str,
    /// Are places those of the mended text, which nobody sees?
    is_repaired: bool,
    /// Messages that are the product.
    lines: Rc<RefCell<Vec<u8>>>,
}

impl Messages<'_> {
    fn record(&self, notice: &Notice, is_product: bool) {
        let fault = &notice.fault;
        let place = match notice.position {
            Some(at) if !self.is_repaired => format!("{}:{}:{}", self.name, at.line, at.column),
            _ => self.name.to_owned(),
        };
        let mut message = format!("{} (record {}", fault.message, fault.record);
        if !fault.pointer.is_empty() {
            let _ = write!(message, ", at {}", fault.pointer);
        }
        match (notice.other, fault.other) {
            (Some(at), _) if !self.is_repaired => {
                let _ = write!(message, ", the other at {}:{}", at.line, at.column);
            }
            (None, Some(offset)) if !self.is_repaired => {
                let _ = write!(message, ", the other at byte {offset}");
            }
            _ => {}
        }
        message.push(')');
        if matches!(fault.code, "syntax" | "encoding") && !self.is_repaired {
            message.push_str("; try --repair");
        }
        let severity = if fault.warning { Severity::Warning } else { Severity::Error };
        if is_product {
            let line = self.console.line(&place, severity, fault.code, &message);
            self.lines.borrow_mut().extend_from_slice(line.as_bytes());
        } else {
            self.console.at(&place, severity, fault.code, &message);
        }
    }
}

/// The sink as the core sees it: a writer that lays JSON out where asked, and keeps the error that a write ended in.
struct Out {
    sink: Sink,
    is_check: bool,
    /// For text whose last line end is left out: is one owed?
    owes_end: Option<bool>,
    /// Messages that are the product and wait for the next flush.
    lines: Rc<RefCell<Vec<u8>>>,
    relayout: Option<Relayout>,
    styled: Vec<u8>,
    error: Option<anyhow::Error>,
}

impl Out {
    fn new(sink: Sink, product: Product) -> Self {
        let relayout = match product {
            Product::Styled(style) if !style.is_verbatim() => Some(Relayout::new(style)),
            _ => None,
        };
        let lines = Rc::default();
        let is_check = product == Product::Check;
        let owes_end = (product == Product::Unended).then_some(false);
        Self { sink, is_check, owes_end, lines, relayout, styled: Vec::new(), error: None }
    }

    /// Writes text, holding the last line end back until more comes.
    fn put_unended(&mut self, bytes: &[u8], owes: bool) -> anyhow::Result<()> {
        let text = bytes.strip_suffix(b"\n").unwrap_or(bytes);
        if bytes.is_empty() {
            return Ok(());
        }
        if owes {
            self.sink.put(b"\n")?;
        }
        self.owes_end = Some(text.len() < bytes.len());
        self.sink.put(text)
    }

    fn put_lines(&mut self) -> anyhow::Result<()> {
        self.sink.put(&std::mem::take(&mut *self.lines.borrow_mut()))
    }

    fn keep(&mut self, done: anyhow::Result<()>) -> io::Result<()> {
        done.map_err(|error| {
            self.error = Some(error);
            io::Error::other("cannot write")
        })
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_check {
            return Ok(bytes.len());
        }
        let done = match (&mut self.relayout, self.owes_end) {
            (_, Some(owes)) => self.put_unended(bytes, owes),
            (None, None) => self.sink.put(bytes),
            (Some(relayout), None) => {
                self.styled.clear();
                relayout.push(bytes, &mut self.styled);
                self.sink.put(&self.styled)
            }
        };
        self.keep(done).map(|()| bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let done = self.put_lines().and_then(|()| self.sink.flush());
        self.keep(done)
    }
}

/// A source that is mended as it is read: every record becomes its documents, one a line.
struct Mended<'m> {
    reader: Reader,
    framing: Framing,
    options: Options,
    console: Console,
    name: &'m str,
    batch: Batch,
    line: usize,
    records: u64,
    failed: u64,
    text: Vec<u8>,
    taken: usize,
}

impl<'m> Mended<'m> {
    fn new(reader: Reader, framing: Framing, options: Options, console: Console, name: &'m str) -> Self {
        let (batch, text) = (Batch::default(), Vec::new());
        Self {
            reader,
            framing,
            options,
            console,
            name,
            batch,
            line: 0,
            records: 0,
            failed: 0,
            text,
            taken: 0,
        }
    }

    /// Mends the next batch of records; `false` at the end.
    fn fill(&mut self) -> io::Result<bool> {
        self.text.clear();
        self.taken = 0;
        let mut batch = std::mem::take(&mut self.batch);
        match self.reader.next(&mut batch) {
            Event::End => return Ok(false),
            Event::Trouble { error, .. } => return Err(error),
            Event::Batch => {}
        }
        self.line += batch.lines_before;
        match self.framing.separator() {
            None => self.record(batch.bytes(), batch.cut),
            Some(separator) => {
                let mut rest = batch.bytes().len();
                for record in split(batch.bytes(), separator) {
                    rest = rest.saturating_sub(record.len() + 1);
                    self.record(record, batch.cut && rest == 0);
                    self.line += 1;
                }
            }
        }
        self.batch = batch;
        Ok(true)
    }

    fn record(&mut self, raw: &[u8], is_cut: bool) {
        if self.framing != Framing::Document && raw.iter().copied().all(is_space) {
            return;
        }
        self.records += 1;
        let mended = if is_cut {
            Err(("size", "the record is longer than --max-bytes".to_owned(), 0))
        } else {
            mend(raw, self.framing, &self.options, &mut self.text)
        };
        if let Err((code, message, offset)) = mended {
            self.failed += 1;
            let at = position(raw, offset);
            let place = format!("{}:{}:{}", self.name, self.line + at.line, at.column);
            let message = format!("{message} (record {})", self.records);
            self.console.at(&place, Severity::Error, code, &message);
        }
    }
}

impl Read for Mended<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.taken == self.text.len() {
            if !self.fill()? {
                return Ok(0);
            }
        }
        let len = buffer.len().min(self.text.len() - self.taken);
        buffer[..len].copy_from_slice(&self.text[self.taken..self.taken + len]);
        self.taken += len;
        Ok(len)
    }
}
