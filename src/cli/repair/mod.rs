//! `jmend repair`: raw model output in, valid JSON out.
//!
//! What is written:
//! - A document that was valid goes out byte for byte, its final newline or lack of one included; a document that had
//!   to be repaired ends with one LF. What follows another document begins on a new line.
//! - With `--framing lines`, `nul` and `strings` every document is one line, except in the `pretty` layout. A file that
//!   is rewritten keeps its valid lines, blank lines and line ends as they are.

mod at;
pub(super) mod check;
pub(super) mod commands;
mod due;
mod fallback;
mod fix;
mod job;
mod live;

use std::sync::Arc;

use super::calls::CallArgs;
use super::config::{self, Asks, Policy};
use super::console::Console;
use super::diagnosis::Product;
use super::exit::{Ending, Exit, FailOn};
use super::guide::Guide;
use super::in_place::{self, InPlaceArgs};
use super::input::{InputArgs, Source, hint_if_terminal};
use super::logging;
use super::options::{OnError, RepairArgs, choice};
use super::output::{LayoutArgs, OutputArgs, Sink};
use super::pipeline::{self, Done, Handler, JobsArgs, Writer};
use super::reader::Reader;
use super::records::{Batch, Framing};
use super::resume::ResumeArgs;
use super::rows::{self, Rows};
use super::rules::{self, RuleArgs};
use super::schema::SchemaArgs;
use super::stats::{Meter, Publisher, StatsArgs};
use crate::core::calls::partial::Snapshots;
use crate::core::json::Layout;
use crate::core::repair::engine::words::Table;
use crate::core::repair::engine::{Risk, Select, Truncated};
use crate::report::record::Fixes;
use at::{At, AtArgs, DecodeArgs, Seen};
use due::Checking;
use fallback::FallbackArgs;
use job::Job;
use live::{GrowingCalls, Grown, Live};

const EXAMPLES: &str = "\
Examples:
  jmend repair answer.txt                   repair what a model wrote
  jmend repair --lines < calls.jsonl        one record per line
  jmend repair --report answer.txt          the value and every change, as JSON
  jmend repair --truncated refuse call.txt  status 1 if a call was cut off
  jmend repair --in-place config.json       repair the syntax of a file
  jmend repair --tools tools.json --tool search args.txt  coerced to what the tool takes
  jmend repair --at '/choices/*/message/tool_calls/*/function/arguments' < log.ndjson";

/// Which records are read, and what holds for all of them; flattened into `repair` and the commands of `commands`.
#[derive(Debug, clap::Args)]
pub(super) struct RecordArgs {
    #[command(flatten)]
    input: InputArgs,
    /// How to split the input into records [default: document; lines if each line is one]
    #[arg(long, value_enum, value_name = "FRAMING")]
    framing: Option<Framing>,
    /// Treat each line as a record: --framing lines
    #[arg(short, long, conflicts_with = "framing")]
    lines: bool,
    #[command(flatten)]
    jobs: JobsArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    rules: RuleArgs,
    #[command(flatten)]
    stats: StatsArgs,
}

impl RecordArgs {
    /// Where a record ends, where that was said.
    fn framing(&self) -> Option<Framing> {
        if self.lines { Some(Framing::Lines) } else { self.framing }
    }
}

/// What a run does about records that change or fail; flattened into all of these commands but `check`.
#[derive(Debug, Default, clap::Args)]
pub(super) struct EndArgs {
    /// Exit with 1 if anything needed repair; the output is still written
    #[arg(short, long)]
    exit_status: bool,
    /// What to write for a record that fails [default: skip]
    #[arg(long, value_enum, value_name = "WHAT")]
    on_error: Option<OnError>,
}

/// Names which fixes a report shows.
const FIXES: Table<Fixes> = &[
    ("full", Fixes::Full, "Each with its place and its replacement"),
    ("short", Fixes::Short, "One of each code: how many there are, and where the first is"),
];

/// `--report`; flattened into `repair` and `calls`.
#[derive(Debug, Default, clap::Args)]
pub(super) struct ReportArgs {
    /// Write one JSON object per record or call: value, risk, and fixes, or the error; =short groups fixes of one code
    #[arg(long, visible_alias = "json", value_parser = choice(FIXES), value_name = "FORM", num_args = 0..=1, require_equals = true,
          default_missing_value = "full", conflicts_with_all = ["layout", "pretty", "indent"])]
    report: Option<Fixes>,
    /// Leave excerpts of the text out of reports
    #[arg(long, requires = "report")]
    redact: bool,
}

/// Repair almost-JSON: raw model output in, valid JSON out
///
/// Valid JSON passes byte for byte. Everything else is read by one tolerant parser that names each change it makes,
/// with its risk; --report shows them. Places in messages and reports are those of the input.
#[derive(Debug, clap::Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{}", super::EXIT_CODES),
          mut_arg("in_place", |arg| arg.conflicts_with_all(["report", "errors", "skip"])),
          mut_arg("at", |arg| arg.conflicts_with_all(["report", "errors", "skip", "layout", "compact", "pretty", "indent",
                                                      "sort_keys", "ascii"])))]
pub(super) struct Args {
    #[command(flatten)]
    end: EndArgs,
    #[command(flatten)]
    report: ReportArgs,
    #[command(flatten)]
    resume: ResumeArgs,
    #[command(flatten)]
    in_place: InPlaceArgs,
    /// With --in-place, remove comments and wrappers
    #[arg(long, requires = "in_place")]
    extract: bool,
    #[command(flatten)]
    records: RecordArgs,
    #[command(flatten)]
    repair: RepairArgs,
    #[command(flatten)]
    schema: SchemaArgs,
    #[command(flatten)]
    at: AtArgs,
    #[command(flatten)]
    decode: DecodeArgs,
    #[command(flatten)]
    layout: LayoutArgs,
    #[command(flatten)]
    fallback: FallbackArgs,
    /// From a pipe, show the document as it grows
    #[arg(long, conflicts_with_all = ["report", "in_place", "at", "lines", "framing", "schema", "tools", "tool", "on_error",
                                      "layout", "pretty", "indent"])]
    partial: bool,
    /// Which calls are read in place of values.
    #[arg(skip)]
    calls: Option<CallArgs>,
    /// What is written of the records.
    #[arg(skip)]
    product: Product,
    /// The text is in the clipboard.
    #[arg(skip)]
    clipboard: bool,
    /// Says how files are checked, where that is the job.
    #[arg(skip)]
    checked: Option<Checking>,
}

impl Args {
    /// The job of another command: no file is rewritten.
    fn of(records: RecordArgs, repair: RepairArgs, schema: SchemaArgs, product: Product) -> Self {
        Self {
            end: EndArgs::default(),
            report: ReportArgs::default(),
            resume: ResumeArgs::default(),
            records,
            in_place: InPlaceArgs::default(),
            extract: false,
            repair,
            schema,
            at: AtArgs::default(),
            decode: DecodeArgs::default(),
            layout: LayoutArgs::default(),
            fallback: FallbackArgs::default(),
            partial: false,
            calls: None,
            product,
            clipboard: false,
            checked: None,
        }
    }

    /// Returns which changes are a reason for status 1.
    fn fail_on(&self) -> FailOn {
        let is_asked = self.end.exit_status || self.product.is_check();
        self.checked.as_ref().map_or(FailOn::any_change(is_asked), |checking| checking.fail_on)
    }

    /// What becomes of cut-off input by default: half a command must not run.
    fn cut_off(&self) -> Truncated {
        if self.calls.is_some() || self.at.is_given() || self.schema.tool().is_some() {
            Truncated::Refuse
        } else {
            Truncated::Close
        }
    }

    /// What is shown while the input still comes: calls, each of which is a line of standard output, or with `--partial` the
    /// document. Nothing else is where anything stands in the way.
    fn grown(&self, setting: &Setting<'_>) -> Option<Grown> {
        let (guide, style) = (&setting.guide, self.layout.style(Layout::Keep));
        if self.partial {
            // What rules change is not known before the end.
            return guide
                .is_idle()
                .then(|| Grown::Document(Box::new(Snapshots::new(guide.options())), style));
        }
        let is_plain = self.records.framing().is_none()
            && self.product == Product::Json
            && self.report.report.is_none()
            && !self.resume.is_given()
            && self.records.output.output.is_none();
        let wanted = self.calls.as_ref().filter(|_| is_plain)?.wanted(setting.policy);
        (!wanted.with_content).then(|| Grown::Calls(GrowingCalls::new(Arc::clone(guide), wanted, style)))
    }

    /// Returns which input is split into records by what it holds. Places are looked for in a whole text, and one of several
    /// documents is chosen from a whole text.
    fn rows(&self) -> Rows {
        let may_be =
            self.records.framing().is_none() && !self.partial && self.repair.select == Select::Answer;
        match (may_be, self.checked.as_ref().is_some_and(|checking| checking.wants_one)) {
            (false, _) => Rows::Unsought,
            (true, _) if self.calls.is_some() || self.product.explains() => Rows::InMessages,
            (true, false) => Rows::Anywhere,
            (true, true) => Rows::ButInJson,
        }
    }

    /// What the flags ask for.
    fn asks(&self) -> Asks {
        let gates = [
            (self.end.exit_status, "--exit-status"),
            (self.in_place.in_place, "--in-place"),
            (self.report.report.is_some(), "--report"),
            (self.fallback.is_given(), "--fallback-command"),
            (self.calls.is_some(), "jmend calls"),
            (self.at.is_given(), "--at"),
            (self.schema.is_given(), "--schema, --tools or --tool"),
        ];
        let gate = gates.into_iter().find(|(is_given, _)| *is_given).map(|(_, flag)| flag);
        let gate = gate.or(self.product.command()).or(self.repair.limits.gate());
        let ceiling = self.in_place.in_place.then_some((Risk::Syntax, "--in-place"));
        Asks { gate, ceiling }
    }
}

/// What a run goes by, beside its arguments.
pub(super) struct Setting<'p> {
    console: Console,
    /// What records and calls are for.
    guide: Arc<Guide>,
    /// What is in force.
    policy: &'p Policy,
    /// Says whether a person learns how much was guessed. Files that are rewritten have lines of their own, and so have
    /// records in reports.
    sums_up: bool,
    /// Writes the metrics while the run goes on.
    publisher: Option<Arc<Publisher>>,
    /// Which of the places of `--at` were seen.
    seen: Arc<Seen>,
}

/// Prints the settings that such a run goes by.
pub(super) fn print_config(args: &Args, console: Console) -> anyhow::Result<Exit> {
    let policy = Policy::new(&args.repair, args.asks(), console)?;
    config::print(&policy, args.schema.tool(), args.cut_off(), &args.records.output)
}

pub(super) fn run(args: &Args, console: Console) -> anyhow::Result<Exit> {
    let is_given_twice = match args.end.on_error {
        // Only the calls have lines.
        Some(OnError::Null) => args.calls.is_none(),
        on_error => on_error == Some(OnError::Raw),
    };
    if args.report.report.is_some() && is_given_twice {
        anyhow::bail!("--report already has a line for every record; use --on-error skip or stop");
    }
    if args.in_place.in_place && args.records.framing().is_some_and(Framing::joins) {
        anyhow::bail!(
            "--in-place would leave out what the log driver wrote; -o FILE writes the lines elsewhere"
        );
    }
    run_by(args, &Policy::new(&args.repair, args.asks(), console)?, console)
}

/// Runs a job by the settings that were read for it.
fn run_by(args: &Args, policy: &Policy, console: Console) -> anyhow::Result<Exit> {
    if let Some(tool) = args.schema.tool() {
        policy.warn_of_tool(tool, console);
    }
    config::ensure_wanted(policy, args.report.report.is_some())?;
    policy.tell_disabled(console);
    logging::show_normalizations(policy.logs() != config::Logs::Nothing, console);
    if !policy.is_enabled() {
        return pass_through(args, policy, console);
    }
    let guide = Arc::new(Guide::new(
        &args.schema,
        &args.records.rules,
        policy,
        args.calls.is_some(),
        args.cut_off(),
    )?);
    policy.tell_found(args.schema.tool(), args.calls.is_some(), console);
    guide.tell_unreadable(console);
    let is_told = args.in_place.in_place || args.report.report.is_some() || args.product != Product::Json;
    let sums_up = !is_told && console.is_watched();
    let metrics =
        args.records.stats.open(policy, args.schema.tool(), args.records.output.output.as_deref())?;
    let publisher = metrics.publisher();
    let setting = Setting { console, guide, policy, sums_up, publisher, seen: Arc::default() };
    let mut meter = metrics.meter();
    args.schema.tell_bare_tool(policy, metrics.are_wanted(), console);
    let exit = if args.in_place.in_place {
        in_place::each(&args.in_place, &args.records.input.files, console, |source, sink| {
            repair(args, &setting, Vec::from([source]), sink, &mut meter)
        })?
    } else {
        let files = &args.records.input.files;
        let sources = match &args.checked {
            // No file is no standard input: all of them were left out.
            Some(_) => files.iter().map(|file| Source::new(file)).collect(),
            None if args.clipboard => Vec::from([Source::Clipboard]),
            None => Source::list(files),
        };
        hint_if_terminal(&sources, console);
        let sink = args.records.output.open()?;
        repair(args, &setting, sources, sink, &mut meter)?
    };
    metrics.finish(meter, console)?;
    Ok(exit.max(setting.seen.finish(&args.at, console)))
}

/// Repair is disabled: every source goes to the output untouched. No call is counted, because nothing is read as calls.
fn pass_through(args: &Args, policy: &Policy, console: Console) -> anyhow::Result<Exit> {
    if args.in_place.in_place || args.product != Product::Json {
        // Nothing changes, so there is nothing to write or to report.
        return Ok(Exit::Done);
    }
    let RecordArgs { input, output, stats, .. } = &args.records;
    let sources = input.sources(console);
    tracing::info!("{}: bytes pass through untouched", policy.why_disabled());
    let metrics = stats.open(policy, args.schema.tool(), output.output.as_deref())?;
    let writer = Writer::new(output.open()?, console, &sources).verbatim();
    let reader = Reader::new(sources, Framing::Reads, 0);
    let (sink, tally, _) = pipeline::run_here(reader, &Pass, writer)?.finish()?;
    let exit = ending(args, policy, false).finish(sink, tally, console)?;
    let meter = metrics.meter();
    metrics.finish(meter, console)?;
    Ok(exit)
}

/// Leaves bytes as they are, whatever they are.
struct Pass;

impl Handler for Pass {
    fn handle(&self, batch: &mut Batch) -> Done {
        Done { kept: Vec::from([(0, 0..batch.bytes().len())]), ..Done::default() }
    }
}

/// Takes the records of the sources to the sink, and counts into `meter` what it counts.
fn repair(
    args: &Args,
    setting: &Setting<'_>,
    sources: Vec<Source>,
    sink: Sink,
    meter: &mut Meter,
) -> anyhow::Result<Exit> {
    let console = setting.console;
    let (look, jobs) = (console.look(sink.is_terminal()), args.records.jobs.count());
    let max_bytes = args.records.input.max_bytes;
    let failed = args.resume.open(args.records.output.output.as_deref())?;
    let writer = |sink, sources: &[Source]| {
        let writer = Writer::new(sink, console, sources).with_meter(meter.fresh());
        let writer = writer.publishing(setting.publisher.clone()).keeping(failed);
        let reporter = args.product.reporter(look, sources);
        writer.reporting(match &args.checked {
            Some(checking) => reporter.of_files(checking.skipped),
            None => reporter,
        })
    };
    let mut writer = if args.at.is_given() {
        let at = At::new(args, setting, look, meter.fresh())?;
        let writer = writer(sink, &sources).verbatim();
        pipeline::run(Reader::new(sources, Framing::Pieces, at::LONGEST_LINE), at, jobs, writer)?
    } else {
        let job = Job::new(args, setting, look, meter.fresh(), &sources);
        let sink = if job.view.is_none() { sink.of_json(console) } else { sink };
        let writer = writer(sink, &sources);
        if let Some(grown) = args.grown(setting).filter(|_| live::is_pipe(&sources)) {
            let mut ahead = Vec::new();
            // Pieces of a growing call, and a growing document, are shown before their line has ended.
            let has_rows = args.calls.is_some()
                && !job.shows_pieces()
                && rows::begins_with_answer(&mut Source::Stdin.open()?.reader, &mut ahead)?;
            if has_rows {
                let reader = Reader::new(sources, Framing::Lines, max_bytes).after(ahead);
                pipeline::run(reader, job, jobs, writer)?
            } else {
                let reader = Reader::new(sources, Framing::Reads, max_bytes).after(ahead);
                pipeline::run_here(reader, &Live::new(job, grown), writer)?
            }
        } else {
            let framing = args.records.framing().unwrap_or_default();
            let reader = Reader::new(sources, framing, max_bytes).finding(args.rows());
            let reader = reader.skipping(args.resume.skip);
            pipeline::run(reader.passing(job.passes()), job, jobs, writer)?
        }
    };
    meter.absorb(&writer.take_meter());
    let files = writer.files();
    let (mut sink, tally, stopped) = writer.finish()?;
    sink.count_fixes(tally.fixes);
    if args.product.closes(tally) && !args.in_place.in_place {
        console.close(&tally, args.calls.is_some(), args.product.is_check(), files);
    } else if setting.sums_up {
        let shows = if args.calls.is_some() { "jmend calls --report" } else { "jmend explain" };
        console.sum_up(&tally, shows);
    }
    rules::tell_python(tally.python, console);
    ending(args, setting.policy, stopped).finish(sink, tally, console)
}

/// How the run ends.
///
/// A record that failed counts as handled where it stands in the report, or where the user said what becomes of it.
fn ending(args: &Args, policy: &Policy, stopped: bool) -> Ending {
    let is_reported = args.report.report.is_some() || args.product.tells_failures();
    // What the configuration tolerates goes on as it came, with a warning. A check finds it all the same, and a file that
    // is rewritten stays as it was.
    let fail_on = args.fail_on();
    let tolerates_failures = match &args.checked {
        Some(_) => fail_on == FailOn::Never,
        None => !policy.fails_on_failure() && !stopped && !args.product.is_check(),
    };
    let goes_on = args.end.on_error.is_some()
        || args.resume.keeps_errors()
        || tolerates_failures && !args.in_place.in_place;
    Ending {
        accounts_for_failures: !stopped && (is_reported || goes_on),
        tolerates_failures,
        fail_on,
        incomplete: ("not every record could be repaired", "; --on-error skip writes the others"),
    }
}
