//! The commands that read JSON: every source in order through a core function, as a stream in constant memory, or in
//! batches of records (`json_records`) where lines are handled in parallel or records are repaired first.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::thread;

use anyhow::bail;

use super::console::Console;
use super::diagnosis::{Format, RECORD, Reporter};
use super::exit::{Ending, Exit};
use super::input::{InputArgs, Source, hint_if_terminal};
use super::json_records::{JsonRecords, diagnostic, finding};
use super::options::{OnError, PreviewChoice, RepairArgs};
use super::output::Sink;
use super::pipeline::{self, Tally, Writer, parse_jobs};
use super::records::{Framing, Reader};
use super::store;
use crate::core::json::Style;
use crate::core::json::relayout::Relayout;
use crate::core::json::stream::{Input, Limits, Notice, Summary};
use crate::core::repair::{Options, Risk};

/// The flags of a repair that mean nothing without `--repair`.
pub(super) const MENDING: [&str; 10] = [
    "max_risk",
    "min_confidence",
    "truncated",
    "select",
    "from",
    "nan",
    "strategies",
    "config",
    "no_config",
    "provider",
];

/// Input that is JSON; flattened into the commands that read it.
#[derive(Clone, Debug, clap::Args)]
#[command(mut_args(|arg| if MENDING.contains(&arg.get_id().as_str()) { arg.requires("repair") } else { arg }))]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(super) struct JsonArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,
    /// What to do with a record that fails [default: skip]
    #[arg(long, value_name = "WHAT", value_parser = OnError::skip_or_stop())]
    on_error: Option<OnError>,
    /// Treat each line as a record; a document on several lines is an error
    #[arg(long)]
    lines: bool,
    /// Number of threads; more than 1 needs --lines [default: with --lines one per core, else 1]
    #[arg(short, long, value_name = "N", value_parser = parse_jobs)]
    jobs: Option<usize>,
    /// Repair the input first, as `jmend repair` does
    #[arg(long)]
    repair: bool,
    /// How to split the input into records to repair
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
    repair_args: RepairArgs,
    /// Is the input calls? Then truncated input is refused, because half a call must not run.
    #[arg(skip)]
    pub(super) holds_calls: bool,
    /// All records of a source are one result.
    #[arg(skip)]
    pub(super) is_one_result: bool,
    /// What is read is kept, or a key is made of it, as this flag or command asks: what is cut off or lost something is
    /// refused unless said otherwise.
    #[arg(skip)]
    pub(super) is_kept: Option<&'static str>,
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
pub(super) type Report<'r> = &'r mut dyn FnMut(&Notice<'_>) -> ControlFlow<()>;

impl JsonArgs {
    /// What the core needs to know of depth and memory.
    pub(super) fn limits(&self) -> Limits {
        let max_depth = self.repair_args.limits.max_depth;
        Limits { max_depth, max_bytes: self.input.max_bytes, lines: self.lines }
    }

    /// The sources, with a hint to the user if one is a terminal.
    pub(super) fn list(&self, console: Console) -> Vec<Source> {
        let sources = Source::list(&self.input.files);
        hint_if_terminal(&sources, console);
        sources
    }

    /// How input is repaired, if that is asked for; half a call is refused unless said otherwise.
    pub(super) fn repair(&self, console: Console) -> anyhow::Result<Option<Options>> {
        let ceiling = self.is_kept.map(|asking| (Risk::Inferred, asking));
        let modes = if self.repair { self.repair_args.modes(ceiling, console)? } else { None };
        let refuses = self.holds_calls || self.is_kept.is_some();
        Ok(modes.map(|modes| if refuses { modes.calls } else { modes.text }))
    }

    /// What the configuration says that previews show.
    pub(super) fn configured_preview(&self, console: Console) -> anyhow::Result<Option<PreviewChoice>> {
        self.repair_args.limits.config.preview(console)
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
        let reporter = match product {
            Product::Check(format) => Some(Reporter::of_check(format, RECORD, console, &sink, &sources)),
            _ => None,
        };
        // A check takes one thread.
        let jobs = if product.is_check() { 1 } else { jobs };
        let repair = self.repair(console)?;
        let (sink, tally) = if repair.is_some() || self.lines {
            let framing = if self.lines { Framing::Lines } else { self.framing };
            let of_reader = if self.is_one_result { Framing::Document } else { framing };
            let names = sources.iter().map(Source::name).collect();
            let writer = Writer::new(sink, console, names).reporting(reporter);
            let reader = Reader::new(sources, of_reader, self.input.max_bytes);
            let (counts, on_error) = (console.is_watched(), self.on_error);
            let records = JsonRecords { console, counts, framing, on_error, product, repair, run };
            let (sink, tally, _) = pipeline::run(reader, records, jobs, writer)?.finish()?;
            (sink, tally)
        } else {
            let out = Out::new(sink, product, reporter);
            let mut stream = Stream { args: self, product, console, out, tally: Tally::default() };
            for (index, source) in sources.iter().enumerate() {
                tracing::info!(source = source.name(), "reading");
                if !stream.source(index, source, &run)? {
                    break;
                }
            }
            stream.out.end(stream.tally)?;
            (stream.out.sink, stream.tally)
        };
        self.end(sink, tally, product, console)
    }

    /// How many threads may work.
    fn jobs(&self) -> anyhow::Result<usize> {
        match self.jobs {
            Some(jobs @ 2..) if !self.lines => {
                bail!("-j {jobs} needs --lines, because only lines can be split without reading them")
            }
            Some(jobs) => Ok(jobs),
            None if self.lines => Ok(thread::available_parallelism().map_or(1, usize::from)),
            None => Ok(1),
        }
    }

    /// Puts the output in place where everything was handled, and says how the command ends.
    fn end(&self, sink: Sink, mut tally: Tally, product: Product, console: Console) -> anyhow::Result<Exit> {
        let is_empty = tally.records + tally.failed + tally.troubles == 0;
        if is_empty {
            console.error("there is no JSON in the input");
            tally.failed = 1;
        }
        console.sum_up(&tally, "jmend explain");
        let ending = Ending {
            accounts_for_failures: !is_empty && (product.is_check() || self.on_error == Some(OnError::Skip)),
            tolerates_failures: false,
            refuses_changes: product.is_check(),
            incomplete: (
                "some records could not be handled",
                "; --on-error skip writes the records that could be",
            ),
        };
        ending.finish(sink, tally, console)
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

/// Sources that are not held in memory, one after the other.
struct Stream<'s> {
    args: &'s JsonArgs,
    console: Console,
    product: Product,
    out: Out,
    tally: Tally,
}

/// Why a source is not read to its end.
const CUT: &str = "the start of the next record is unknown";

impl Stream<'_> {
    /// Handles one source; returns whether the next one follows.
    fn source(&mut self, index: usize, source: &Source, run: &impl Run) -> anyhow::Result<bool> {
        let name = source.name();
        let mut goes_on = true;
        let mut told = |notice: &Notice<'_>| {
            self.tally.warned += u64::from(notice.fault.warning);
            goes_on &= notice.fault.warning || self.args.on_error != Some(OnError::Stop);
            if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let (console, out) = (self.console, &mut self.out);
        let ran = source.open().and_then(|mut open| {
            let may_wait = open.size.is_none();
            let input = Input::from(&mut open.reader);
            let Some(reporter) = &mut out.reporter else {
                return run(input, out, &mut |notice| {
                    console.about(&name, &diagnostic(notice));
                    told(notice)
                });
            };
            // Findings are the product; the JSON is not written.
            let sink = &mut out.sink;
            let error = &mut out.error;
            run(input, &mut io::sink(), &mut |notice| {
                reporter.finding(index, finding(diagnostic(notice), notice, self.product, console));
                let sent = reporter.send(sink);
                match sent.and_then(|()| if may_wait { sink.flush() } else { Ok(()) }) {
                    Ok(()) => told(notice),
                    Err(failed) => {
                        *error = Some(failed);
                        ControlFlow::Break(())
                    }
                }
            })
        });
        if let Some(error) = self.out.error.take() {
            return Err(error);
        }
        match ran {
            Ok(summary) => {
                self.tally.records += summary.records;
                self.tally.failed += summary.failed;
                if summary.cut && goes_on && !self.product.is_check() {
                    console.error(&format!("{name}: the text after this error was not read: {CUT}"));
                }
            }
            Err(error) => {
                self.tally.troubles += 1;
                console.error(&store::message(&name, &error));
            }
        }
        Ok(goes_on)
    }
}

/// The sink as the core sees it: a writer that lays JSON out where asked, and keeps the error that a write ended in.
struct Out {
    sink: Sink,
    /// For text whose last line end is left out: is one owed?
    owes_end: Option<bool>,
    /// What writes the findings, where they are the product.
    reporter: Option<Reporter>,
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

    fn end(&mut self, tally: Tally) -> anyhow::Result<()> {
        self.reporter.as_mut().map_or(Ok(()), |reporter| reporter.end(tally, &mut self.sink))
    }

    fn keep(&mut self, done: anyhow::Result<()>) -> io::Result<()> {
        done.map_err(|error| {
            self.error = Some(error);
            io::Error::other("cannot write")
        })
    }
}

/// Writes what becomes of a piece of text; `styled` is a buffer.
fn put_styled(
    relayout: &mut Relayout,
    piece: &[u8],
    styled: &mut Vec<u8>,
    sink: &mut Sink,
) -> anyhow::Result<()> {
    let mut done = Ok(());
    styled.clear();
    relayout.push(piece, styled, &mut |styled| {
        if done.is_ok() {
            done = sink.put(styled);
        }
        styled.clear();
    });
    done?;
    sink.put(styled)
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let done = match (&mut self.relayout, self.owes_end) {
            (_, Some(owes)) => self.put_unended(bytes, owes),
            (None, None) => self.sink.put(bytes),
            (Some(relayout), None) => put_styled(relayout, bytes, &mut self.styled, &mut self.sink),
        };
        self.keep(done).map(|()| bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let done = self.sink.flush();
        self.keep(done)
    }
}
