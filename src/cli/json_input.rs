//! Streams of JSON texts for the commands that read JSON: every source in order, mended first where that is asked for,
//! and messages about records with their file, line, column and pointer.

use std::cell::RefCell;
use std::ffi::OsString;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::rc::Rc;
use std::thread;

use anyhow::bail;
use clap::ValueEnum;

use super::console::Console;
use super::diagnosis::{Format, RECORD, Reporter};
use super::exit::Exit;
use super::input::{InputArgs, Source, hint_if_terminal};
use super::json_lines::JsonLines;
use super::json_messages::Messages;
use super::mended::{Mended, Setting};
use super::options::RepairArgs;
use super::origins::Origins;
use super::output::Sink;
use super::pipeline::{self, Tally, Writer, parse_jobs};
use super::records::{Framing, Reader};
use super::store::StoreError;
use super::tail::{Tail, Tee};
use crate::core::json::Style;
use crate::core::json::relayout::Relayout;
use crate::core::json::stream::{Fault, Input, Limits, Notice, Summary};
use crate::core::repair::Options;
use crate::report::tally::Verdict;

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
    /// Are these calls, of which half must not run?
    #[arg(skip)]
    pub(super) holds_calls: bool,
}

/// A run of a core function over one open source.
pub(super) trait Run:
    Fn(Input<'_>, &mut dyn Write, Report<'_>) -> io::Result<Summary> + Send + Sync + 'static
{
}

impl<F> Run for F where
    F: Fn(Input<'_>, &mut dyn Write, Report<'_>) -> io::Result<Summary> + Send + Sync + 'static
{
}

/// Hears of every fault, and may stop the run.
pub(super) type Report<'r> = &'r mut dyn FnMut(&Notice) -> ControlFlow<()>;

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

    /// The files that were named.
    pub(super) fn files(&self) -> &[PathBuf] {
        &self.input.files
    }

    /// The sources, with a word to whoever sits at a terminal that is one.
    pub(super) fn list(&self, console: Console) -> Vec<Source> {
        let sources = Source::list(&self.input.files);
        hint_if_terminal(&sources, console);
        sources
    }

    /// How many sources there are.
    pub(super) fn sources(&self) -> usize {
        self.input.files.len().max(1)
    }

    /// How input is mended, if that is asked for; half a call is refused unless said otherwise.
    pub(super) fn repair(&self, console: Console) -> anyhow::Result<Option<Options>> {
        let mending = if self.repair { self.mending.mending(console)? } else { None };
        Ok(mending.map(|mending| if self.holds_calls { mending.calls } else { mending.text }))
    }

    /// Takes every source that was named through `run`, as `each_of` does.
    pub(super) fn each(
        &self,
        sink: Sink,
        product: Product,
        console: Console,
        run: impl Run,
    ) -> anyhow::Result<Exit> {
        self.each_of(self.list(console), sink, product, console, run)
    }

    /// Takes every source through `run` and says how the command ends. What `run` writes goes to
    /// `sink` as `product` says; messages go to standard error, but for a check, whose product they are.
    pub(super) fn each_of(
        &self,
        sources: Vec<Source>,
        sink: Sink,
        product: Product,
        console: Console,
        run: impl Run,
    ) -> anyhow::Result<Exit> {
        let jobs = self.jobs()?;
        let sink = match product {
            Product::Styled(_) => sink.of_json(console),
            Product::Plain | Product::Unended | Product::Check(_) => sink,
        };
        // Lines that are mended are read whole anyway.
        let are_apart = jobs > 1 || self.lines && self.repair;
        if are_apart && !matches!(product, Product::Check(_) | Product::Unended) {
            return self.in_batches(jobs, sources, sink, product, console, run);
        }
        let reporter = match product {
            Product::Check(format) => Some(Reporter::of_check(format, RECORD, console, &sink, &sources)),
            _ => None,
        };
        let (repair, out) = (self.repair(console)?, Out::new(sink, product, reporter));
        let mut job = Job { args: self, console, product, repair, out, index: 0, tally: Tally::default() };
        for source in sources {
            tracing::info!(source = source.name(), "reading");
            if !job.source(source, &run)? {
                break;
            }
            job.index += 1;
        }
        job.out.put_end(job.tally)?;
        self.end(job.out.sink, job.tally, product, console)
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

    /// Takes lines through, on as many threads as may work.
    fn in_batches(
        &self,
        jobs: usize,
        sources: Vec<Source>,
        sink: Sink,
        product: Product,
        console: Console,
        run: impl Run,
    ) -> anyhow::Result<Exit> {
        let names = sources.iter().map(Source::name).collect();
        let writer = Writer::new(sink, console, names);
        let reader = Reader::new(sources, Framing::Lines, self.input.max_bytes);
        let stops = self.on_error == Some(OnError::Stop);
        let lines = JsonLines { product, repair: self.repair(console)?, stops, run };
        let writer = pipeline::run(reader, lines, jobs, writer)?;
        let (sink, tally, _) = writer.finish()?;
        self.end(sink, tally, product, console)
    }

    /// Puts the output in place where everything was handled, and says how the command ends.
    fn end(&self, sink: Sink, tally: Tally, product: Product, console: Console) -> anyhow::Result<Exit> {
        let is_empty = tally.records + tally.failed + tally.troubles == 0;
        if is_empty {
            console.error("there is no JSON in the input");
        }
        let accounted = tally.failed == 0 || product.is_check() || self.on_error == Some(OnError::Skip);
        if tally.troubles == 0 && !is_empty && accounted {
            sink.finish()?;
        } else {
            let advice = "; --on-error skip writes the records that could be";
            sink.abandon(console, "not everything could be handled", advice)?;
        }
        Ok(match tally.verdict() {
            Verdict::Unread => Exit::Failed,
            Verdict::Refused => Exit::Data,
            Verdict::Found if product.is_check() => Exit::Data,
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
    Check(Format),
}

impl Product {
    fn is_check(self) -> bool {
        matches!(self, Self::Check(_))
    }
}

struct Job<'j> {
    args: &'j JsonArgs,
    console: Console,
    product: Product,
    /// How input is mended, if it is.
    repair: Option<Options>,
    out: Out,
    /// Which source is read, from 0.
    index: usize,
    tally: Tally,
}

impl Job<'_> {
    /// Handles one source; says whether the next one follows.
    fn source(&mut self, source: Source, run: &impl Run) -> anyhow::Result<bool> {
        let name = source.name();
        let (args, console, product) = (self.args, self.console, self.product);
        let tail = Rc::<RefCell<Tail>>::default();
        let is_repaired = self.repair.is_some();
        let messages =
            Messages { console, name: &name, index: self.index, is_repaired, tail: Rc::clone(&tail) };
        let reporter = self.out.reporter.clone();
        let origins = Rc::<RefCell<Origins>>::default();
        let mut goes_on = true;
        let mut warned = 0;
        let mut report = |notice: &Notice| {
            warned += u64::from(notice.fault.warning);
            let record = origins.borrow().record_of(notice.fault.record);
            let notice = &Notice { fault: Fault { record, ..notice.fault.clone() }, ..*notice };
            match &reporter {
                Some(reporter) => messages.find(notice, product, &mut reporter.borrow_mut()),
                None => messages.tell(notice),
            }
            if !notice.fault.warning && args.on_error == Some(OnError::Stop) {
                goes_on = false;
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        };
        let done = if let Some(options) = self.repair {
            let framing = if args.lines { Framing::Lines } else { args.framing };
            let reader = Reader::new(Vec::from([source]), framing, args.input.max_bytes);
            let stops = args.on_error == Some(OnError::Stop);
            let setting = Setting { framing, options, console, name: &name, stops };
            let mut mended = Mended::new(reader, setting, &origins);
            let done = run((&mut mended).into(), &mut self.out, &mut report);
            self.tally.failed += mended.failed;
            goes_on &= mended.failed == 0 || !stops;
            // What a record became may be several documents, or none.
            done.map(|summary| Summary { records: mended.records, ..summary })
        } else if product == Product::Check(Format::Human) {
            source.open().and_then(|open| {
                run((&mut Tee { reader: open.reader, tail }).into(), &mut self.out, &mut report)
            })
        } else {
            source.open().and_then(|mut open| run((&mut open.reader).into(), &mut self.out, &mut report))
        };
        self.tally.warned += warned;
        if let Some(error) = self.out.error.take() {
            return Err(error);
        }
        self.out.put_findings()?;
        match done {
            Ok(summary) => {
                self.tally.records += summary.records;
                self.tally.failed += summary.failed;
                if summary.cut && goes_on && !product.is_check() {
                    console.error(&format!("{name}: what follows this fault was not read: {CUT}"));
                }
            }
            Err(error) => {
                self.tally.troubles += 1;
                let place = if StoreError::is(&error) { String::new() } else { format!("{name}: ") };
                console.error(&format!("{place}{error}"));
            }
        }
        Ok(goes_on)
    }
}

const CUT: &str = "where the next record begins cannot be told";

/// The sink as the core sees it: a writer that lays JSON out where asked, and keeps the error that a write ended in.
struct Out {
    sink: Sink,
    /// For text whose last line end is left out: is one owed?
    owes_end: Option<bool>,
    /// What writes the findings, where they are the product; they wait for the next flush.
    reporter: Option<Rc<RefCell<Reporter>>>,
    relayout: Option<Relayout>,
    styled: Vec<u8>,
    error: Option<anyhow::Error>,
}

impl Out {
    fn new(sink: Sink, product: Product, reporter: Option<Reporter>) -> Self {
        let relayout = match product {
            Product::Styled(style) if !style.is_verbatim() => Some(Relayout::new(style)),
            _ => None,
        };
        let reporter = reporter.map(|reporter| Rc::new(RefCell::new(reporter)));
        let owes_end = (product == Product::Unended).then_some(false);
        Self { sink, owes_end, reporter, relayout, styled: Vec::new(), error: None }
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

    fn put_findings(&mut self) -> anyhow::Result<()> {
        let Some(reporter) = &self.reporter else { return Ok(()) };
        reporter.borrow_mut().send(&mut self.sink)
    }

    fn put_end(&mut self, tally: Tally) -> anyhow::Result<()> {
        let Some(reporter) = &self.reporter else { return Ok(()) };
        reporter.borrow_mut().end(tally, &mut self.sink)
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
        if self.reporter.is_some() {
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
        let done = self.put_findings().and_then(|()| self.sink.flush());
        self.keep(done)
    }
}
