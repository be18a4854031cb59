//! The commands that read JSON: their flags, and every source in order through a core function: as a stream in constant
//! memory, or in batches of records where lines are handled in parallel or records are repaired first.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::thread;

use anyhow::bail;

use super::console::Console;
use super::diagnosis::{Format, RECORD};
use super::exit::{Ending, Exit, FailOn};
use super::input::{InputArgs, Source};
use super::json_records::JsonRecords;
use super::options::{OnError, PreviewChoice, RepairArgs};
use super::output::Sink;
use super::pipeline::{self, Tally, Writer, parse_jobs};
use super::reader::Reader;
use super::records::Framing;
use super::reporter::Reporter;
use crate::core::json::Style;
use crate::core::json::relayout::Relayout;
use crate::core::json::stream::{Input, Limits, Notice, Summary};
use crate::core::repair::engine::{Options, Risk};

/// The flags of a repair that mean nothing without `--repair`.
pub(super) const REPAIR_FLAGS: [&str; 9] =
    ["max_risk", "min_confidence", "truncated", "select", "from", "nan", "strategies", "config", "provider"];

/// Input that is JSON; flattened into the commands that read it.
#[derive(Clone, Debug, clap::Args)]
#[command(mut_args(|arg| if REPAIR_FLAGS.contains(&arg.get_id().as_str()) { arg.requires("repair") } else { arg }))]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(super) struct JsonArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,
    /// What to do with a record that fails [default: skip]
    #[arg(long, value_name = "WHAT", value_parser = OnError::skip_or_stop())]
    on_error: Option<OnError>,
    /// Treat each line as a record; a document on several lines is an error
    #[arg(short, long)]
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
    /// States whether the input is calls. Then truncated input is refused, because half a call must not run.
    #[arg(skip)]
    pub(super) holds_calls: bool,
    /// All records of a source are one result.
    #[arg(skip)]
    pub(super) is_one_result: bool,
    /// What is read is kept, or a key is made of it, as this flag or command asks: what is cut off or lost something is
    /// refused unless said otherwise.
    #[arg(skip)]
    pub(super) is_kept: Option<&'static str>,
    /// Goes on after the message that the input is empty.
    #[arg(skip)]
    pub(super) if_empty: String,
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
        self.each_of(self.input.sources(console), sink, product, console, run)
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
        let is_held = repair.is_some() || self.lines;
        let framing = if self.lines { Framing::Lines } else { self.framing };
        let of_reader = match is_held {
            false => Framing::Stream,
            true if self.is_one_result => Framing::Document,
            true => framing,
        };
        let writer = Writer::new(sink, console, &sources).reporting(reporter);
        let writer = if product == Product::Unended { writer.unended() } else { writer };
        let reader = Reader::new(sources, of_reader, self.input.max_bytes);
        let (counts, on_error) = (console.is_watched(), self.on_error);
        let records = JsonRecords { console, counts, framing, on_error, product, repair, run };
        let (sink, tally, _) = pipeline::run(reader, records, jobs, writer)?.finish()?;
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
            console.error(&format!("there is no JSON in the input{}", self.if_empty));
            tally.failed = 1;
        }
        console.sum_up(&tally, "jmend explain");
        let ending = Ending {
            accounts_for_failures: !is_empty && (product.is_check() || self.on_error == Some(OnError::Skip)),
            tolerates_failures: false,
            fail_on: FailOn::any_change(product.is_check()),
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
    pub(super) fn is_check(self) -> bool {
        matches!(self, Self::Check(_))
    }

    /// What lays JSON out that passes by, where its layout changes.
    pub(super) fn relayout(self) -> Option<Relayout> {
        match self {
            Self::Styled(style) if !style.is_verbatim() => Some(Relayout::new(style)),
            _ => None,
        }
    }
}
