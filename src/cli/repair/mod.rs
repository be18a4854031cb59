//! `jmend repair`: raw model output in, valid JSON out.
//!
//! What is written:
//! - A document that was valid goes out byte for byte, its final newline or lack of one included; a document that had
//!   to be repaired ends with one LF. What follows another document begins on a new line.
//! - With `--framing lines`, `nul` and `strings` every document is one line, except in the `pretty` layout. A file that
//!   is rewritten keeps its valid lines, blank lines and line ends as they are.

mod job;

use std::sync::Arc;

use super::at::{self, At};
use super::calls::CallArgs;
use super::config::{self, Asks, Policy, PrintArgs};
use super::console::Console;
use super::diagnosis::DiagnosisArgs;
use super::exit::{Ending, Exit};
use super::explain_code;
use super::guide::Guide;
use super::in_place::{self, InPlaceArgs};
use super::input::{InputArgs, Source, hint_if_terminal, limit};
use super::logging;
use super::options::{OnError, RepairArgs};
use super::output::{LayoutArgs, OutputArgs, Sink};
use super::pass;
use super::pipeline::{self, JobsArgs, Writer};
use super::readings;
use super::records::{Framing, Reader};
use super::rules::RuleArgs;
use super::schema::SchemaArgs;
use super::stats::{self, Meter, StatsArgs};
use crate::core::repair::{Risk, Select, Truncated};
use job::Job;

const EXAMPLES: &str = "\
Examples:
  jmend repair answer.txt                   mend what a model wrote
  jmend repair --lines < calls.jsonl        one record a line, each on its own
  jmend repair --explain answer.txt         what was wrong and what was done, against the source
  jmend repair --report answer.txt          the value and every change, as JSON
  jmend repair --explain=readings answer.txt  every reading that was weighed, and its cost
  jmend repair --truncated refuse call.txt  status 1 where a call was cut off
  jmend repair --check config.json          what would change; status 1 if anything would
  jmend repair --in-place config.json       repair the syntax of the file itself
  jmend repair --calls message.txt          the tool calls of a message or an API's answer
  jmend repair --tools tools.json --tool search args.txt  coerced to what the tool takes
  jmend repair --at '/choices/*/message/tool_calls/*/function/arguments' < log.ndjson";

/// Mend almost-JSON: raw model output in, valid JSON out
///
/// Valid JSON passes byte for byte. Everything else is read by one tolerant parser that names each change it makes,
/// with its risk; --report shows them. Places in messages and reports are those of the input.
#[derive(Debug, clap::Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{}", super::EXIT_CODES))]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(super) struct Args {
    #[command(flatten)]
    pub(super) input: InputArgs,
    /// Where one record ends [default: document; lines where each line is a document]
    #[arg(long, value_enum, value_name = "FRAMING")]
    framing: Option<Framing>,
    /// Short for --framing lines
    #[arg(long, conflicts_with = "framing")]
    lines: bool,
    /// Write one JSON object per record: value, strategy, risk and every fix, or the error
    #[arg(long, conflicts_with_all = ["layout", "pretty", "indent", "in_place"])]
    report: bool,
    /// Exit with 1 when anything had to be repaired; the output is written all the same
    #[arg(short, long)]
    exit_status: bool,
    /// What becomes of a record that could not be handled [default: skip]
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(super) on_error: Option<OnError>,
    /// Leave excerpts of the text out of the feedback in reports
    #[arg(long, requires = "report")]
    redact: bool,
    #[command(flatten)]
    pub(super) jobs: JobsArgs,
    #[command(flatten)]
    pub(super) output: OutputArgs,
    #[command(flatten)]
    pub(super) in_place: InPlaceArgs,
    /// With --in-place, leave out comments and what stands around the JSON
    #[arg(long, requires = "in_place")]
    extract: bool,
    #[command(flatten)]
    pub(super) diagnosis: DiagnosisArgs,
    #[command(flatten)]
    pub(super) repair: RepairArgs,
    #[command(flatten)]
    calls: CallArgs,
    #[command(flatten)]
    pub(super) schema: SchemaArgs,
    #[command(flatten)]
    pub(super) rules: RuleArgs,
    #[command(flatten)]
    pub(super) at: at::AtArgs,
    #[command(flatten)]
    layout: LayoutArgs,
    #[command(flatten)]
    pub(super) stats: StatsArgs,
    #[command(flatten)]
    print: PrintArgs,
}

impl Args {
    /// Is anything that changed a reason for status 1?
    fn asks_for_changes(&self) -> bool {
        self.exit_status || self.diagnosis.is_check()
    }

    /// What becomes of cut-off input where nobody says: half a command must not run.
    fn cut_off(&self) -> Truncated {
        if self.calls.calls || self.at.is_given() || self.schema.tool().is_some() {
            Truncated::Refuse
        } else {
            Truncated::Close
        }
    }

    /// Where a record ends, where that was said.
    fn framing(&self) -> Option<Framing> {
        if self.lines { Some(Framing::Lines) } else { self.framing }
    }

    /// May input that is rows be read as lines? Calls and places are looked for in a whole text, and one of several
    /// documents is chosen from a whole text.
    fn finds_rows(&self) -> bool {
        self.framing().is_none() && !self.calls.calls && self.repair.select == Select::Answer
    }

    /// What the flags ask for.
    fn asks(&self) -> Asks {
        let gates = [
            (self.exit_status, "--exit-status"),
            (self.in_place.in_place, "--in-place"),
            (self.report, "--report"),
            (self.diagnosis.is_check(), "--check"),
            (self.diagnosis.is_wanted(), "--explain or --diff"),
            (self.calls.calls, "--calls"),
            (self.at.is_given(), "--at"),
            (self.schema.is_given(), "--schema, --tools or --tool"),
        ];
        let gate = gates.into_iter().find(|(is_given, _)| *is_given).map(|(_, flag)| flag);
        let ceiling = self.in_place.in_place.then_some((Risk::Syntax, "--in-place"));
        Asks { gate: gate.or(self.repair.gate()), ceiling }
    }
}

/// What a run goes by, beside its arguments.
pub(super) struct Setting<'p> {
    console: Console,
    /// What records and calls are for.
    guide: Arc<Guide>,
    /// What is in force.
    policy: &'p Policy,
}

pub(super) fn run(args: &Args, console: Console) -> anyhow::Result<Exit> {
    if let Some(code) = args.diagnosis.explain_code {
        let mut sink = Sink::open(None)?;
        sink.put(explain_code::explain(code).as_bytes())?;
        return sink.finish().map(|()| Exit::Done);
    }
    if args.report && matches!(args.on_error, Some(OnError::Null | OnError::Raw)) {
        anyhow::bail!("--report has a line for every record already: with it, --on-error takes skip or stop");
    }
    let policy = Policy::new(&args.repair, args.asks(), console)?;
    if let Some(tool) = args.schema.tool() {
        policy.warn_of_tool(tool, console);
    }
    if args.print.print_config {
        return config::print(&policy, args.schema.tool(), args.cut_off(), &args.output);
    }
    if args.diagnosis.wants_readings() {
        if args.calls.calls {
            anyhow::bail!(
                "--explain=readings is about one text, not about the calls in it: leave --calls out"
            );
        }
        return readings::run(
            &args.input,
            args.framing().unwrap_or_default(),
            &args.output,
            &policy.options(None, Truncated::Close),
            console,
        );
    }
    if args.stats.merges() {
        return stats::merge(&args.input, &args.output, console);
    }
    config::ensure_wanted(&policy, args.report)?;
    policy.tell_disabled(console);
    logging::show_normalizations(policy.logs(), console);
    if !policy.is_enabled() {
        return pass_through(args, &policy, console);
    }
    let guide = Arc::new(Guide::new(&args.schema, &args.rules, &policy, args.calls.calls, args.cut_off())?);
    let setting = Setting { console, guide, policy: &policy };
    let metrics = args.stats.open(&policy, args.schema.tool(), args.output.output.as_deref())?;
    let mut meter = metrics.meter();
    let exit = if args.in_place.in_place {
        in_place::each(&args.in_place, &args.input.files, console, |source, sink| {
            repair(args, &setting, Vec::from([source]), sink, &mut meter)
        })?
    } else {
        let sources = Source::list(&args.input.files);
        hint_if_terminal(&sources, console);
        let sink = Sink::open(args.output.output.as_deref())?;
        repair(args, &setting, sources, sink, &mut meter)?
    };
    metrics.finish(meter, console)?;
    Ok(exit)
}

/// Repair is disabled: every source goes to the output untouched. No call is counted, because nothing is read as calls.
fn pass_through(args: &Args, policy: &Policy, console: Console) -> anyhow::Result<Exit> {
    if args.in_place.in_place || args.diagnosis.is_wanted() {
        // Nothing changes, so there is nothing to write or to report.
        return Ok(Exit::Done);
    }
    let sources = Source::list(&args.input.files);
    hint_if_terminal(&sources, console);
    tracing::info!("{}: bytes pass through untouched", policy.why_disabled());
    let metrics = args.stats.open(policy, args.schema.tool(), args.output.output.as_deref())?;
    let (sink, tally) = pass::run(&sources, Sink::open(args.output.output.as_deref())?, console)?;
    let exit = ending(args, policy, false).finish(sink, tally, console)?;
    let meter = metrics.meter();
    metrics.finish(meter, console)?;
    Ok(exit)
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
    let (look, jobs) = (console.look(sink.is_terminal()), args.jobs.count());
    let names = sources.iter().map(Source::name).collect();
    let writer = |sink| Writer::new(sink, console, names).with_meter(meter.fresh());
    let mut writer = if args.at.is_given() {
        let (guide, severity) = (Arc::clone(&setting.guide), setting.policy.on_failure().1);
        let max_bytes = limit(args.input.max_bytes);
        let at = At::new(&args.at, args.on_error, max_bytes, guide, severity, meter.fresh())?;
        let reader = Reader::new(sources, Framing::Pieces, at::LONGEST_LINE);
        pipeline::run(reader, at, jobs, writer(sink).verbatim())?
    } else {
        let job = Job::new(args, setting, look, meter.fresh());
        let sink = if job.view.is_none() { sink.of_json(console) } else { sink };
        let writer = writer(sink).reporting(args.diagnosis.reporter(look, &sources));
        let reader = Reader::new(sources, args.framing().unwrap_or_default(), args.input.max_bytes);
        let reader = if args.finds_rows() { reader.finding_rows() } else { reader };
        pipeline::run(reader, job, jobs, writer)?
    };
    meter.absorb(&writer.take_meter());
    let (mut sink, tally, stopped) = writer.finish()?;
    sink.count_fixes(tally.fixes);
    ending(args, setting.policy, stopped).finish(sink, tally, console)
}

/// How the run ends.
///
/// A record that failed counts as handled where it stands in the report, or where the user said what becomes of it.
fn ending(args: &Args, policy: &Policy, stopped: bool) -> Ending {
    let is_reported = args.report || args.diagnosis.tells_failures();
    // What the configuration tolerates goes on as it came, with a warning. A check finds it all the same, and a file that
    // is rewritten stays as it was.
    let tolerates_failures = !policy.fails_on_failure() && !stopped && !args.diagnosis.is_check();
    let goes_on = args.on_error.is_some() || tolerates_failures && !args.in_place.in_place;
    Ending {
        accounts_for_failures: !stopped && (is_reported || goes_on),
        tolerates_failures,
        refuses_changes: args.asks_for_changes(),
        incomplete: ("not every record could be repaired", "; --on-error skip writes the others"),
    }
}
