//! `jmend calls`, `check`, `diff` and `explain`: the job of `repair` with another product.

use super::at::{AtArgs, DecodeArgs};
use super::{Args, EndArgs, RecordArgs, ReportArgs, run};
use crate::cli::EXIT_CODES;
use crate::cli::calls::CallArgs;
use crate::cli::config::Policy;
use crate::cli::console::Console;
use crate::cli::diagnosis::{FormatArgs, Product};
use crate::cli::exit::Exit;
use crate::cli::options::{LimitArgs, OnError, RepairArgs};
use crate::cli::output::LayoutArgs;
use crate::cli::readings;
use crate::cli::resume::ResumeArgs;
use crate::cli::schema::{SchemaArgs, ToolsArgs};
use crate::core::repair::engine::{Nan, Select, Source, Truncated};

const CALLS: &str = "\
Examples:
  jmend calls message.txt                   the tool calls of a message or an API's answer
  jmend calls --lines < log.ndjson          one message or answer a line
  jmend calls --tools tools.json message.txt  each call as its tool takes it
  jmend calls --report message.txt          each call with every change, as JSON
  jmend calls --check message.txt           what would change in calls; status 1 if anything would";

/// Read tool calls out of messages and API responses, in any format
///
/// Each call is one line, {"name":…,"arguments":…}, with its id where it has one. A call that was cut off is refused
/// unless --truncated close says otherwise.
#[derive(Debug, clap::Args)]
#[command(after_help = format!("{CALLS}\n\n{EXIT_CODES}"), mut_arg("format", |arg| arg.requires("check")))]
pub(in crate::cli) struct Calls {
    #[command(flatten)]
    wanted: CallArgs,
    /// Write no calls; report what would change, and exit with 1 if anything would
    #[arg(long, conflicts_with_all = ["report", "on_error", "layout", "compact", "pretty", "indent", "sort_keys",
                                      "ascii"])]
    check: bool,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    end: EndArgs,
    #[command(flatten)]
    report: ReportArgs,
    #[command(flatten)]
    resume: ResumeArgs,
    #[command(flatten)]
    records: RecordArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    tools: ToolsArgs,
    #[command(flatten)]
    layout: LayoutArgs,
}

impl Calls {
    pub(in crate::cli) fn run(self, console: Console) -> anyhow::Result<Exit> {
        run(&self.job(), console)
    }

    pub(in crate::cli) fn job(self) -> Args {
        let repair =
            RepairArgs { select: Select::Answer, from: Source::Auto, nan: Nan::Null, limits: self.limits };
        let product = if self.check { Product::Check(self.format.format) } else { Product::Json };
        let job = Args::of(self.records, repair, self.tools.into(), product);
        let (calls, end, layout, report) = (Some(self.wanted), self.end, self.layout, self.report);
        Args { end, report, resume: self.resume, layout, calls, ..job }
    }
}

/// Which records are repaired, and how; flattened into `check`, `diff` and `explain`.
#[derive(Debug, clap::Args)]
pub(super) struct JobArgs {
    #[command(flatten)]
    pub(super) records: RecordArgs,
    #[command(flatten)]
    pub(super) repair: RepairArgs,
    #[command(flatten)]
    schema: SchemaArgs,
    #[command(flatten)]
    at: AtArgs,
}

impl JobArgs {
    /// The job of `repair` with this product.
    pub(super) fn of(self, product: Product) -> Args {
        Args { at: self.at, ..Args::of(self.records, self.repair, self.schema, product) }
    }
}

/// Nothing is written of a record that fails, where records are not what is written.
fn skip_or_stop(arg: clap::Arg) -> clap::Arg {
    arg.value_parser(OnError::skip_or_stop())
}

const DIFF: &str = "\
Examples:
  jmend repair --diff config.json                    what a repair changes, as a patch
  jmend repair --diff -e config.json                 status 1 if anything changes";

/// Show the lines that a repair changes, as a unified diff
#[derive(Debug, clap::Args)]
#[command(after_help = format!("{DIFF}\n\n{EXIT_CODES}"), mut_arg("on_error", skip_or_stop))]
pub(in crate::cli) struct Diff {
    #[command(flatten)]
    end: EndArgs,
    #[command(flatten)]
    job: JobArgs,
    #[command(flatten)]
    decode: DecodeArgs,
}

impl Diff {
    pub(in crate::cli) fn run(self, console: Console) -> anyhow::Result<Exit> {
        run(&self.job(), console)
    }

    pub(in crate::cli) fn job(self) -> Args {
        Args { end: self.end, decode: self.decode, ..self.job.of(Product::Diff) }
    }
}

const EXPLAIN: &str = "\
Examples:
  jmend explain answer.txt                  what is wrong, why, what changes, what to tell the model
  jmend explain --clipboard --copy          the same for what you copied; copies the advice
  jmend explain --readings answer.txt       every reading that was weighed, and its cost";

/// Show what was wrong with a text, and what a repair does
#[derive(Debug, clap::Args)]
#[command(after_help = format!("{EXPLAIN}\n\n{EXIT_CODES}"), mut_arg("on_error", skip_or_stop))]
pub(in crate::cli) struct Explain {
    /// Show each token of one text that has several readings, and what each costs
    #[arg(long, conflicts_with_all = ["exit_status", "on_error", "jobs", "stats", "schema", "tools", "tool", "defaults",
                                      "lossy_coercions", "nested", "raw_keys", "at"])]
    readings: bool,
    /// Read the text from the clipboard
    #[arg(long, conflicts_with_all = ["files", "readings"])]
    clipboard: bool,
    /// Put what to tell the model into the clipboard
    #[arg(long, conflicts_with_all = ["readings", "at"])]
    copy: bool,
    #[command(flatten)]
    end: EndArgs,
    #[command(flatten)]
    job: JobArgs,
}

impl Explain {
    pub(in crate::cli) fn run(self, console: Console) -> anyhow::Result<Exit> {
        let readings = self.readings;
        let job = self.job();
        if readings {
            let RecordArgs { input, output, .. } = &job.records;
            let options = Policy::new(&job.repair, job.asks(), console)?.options(None, Truncated::Close);
            return readings::run(input, job.records.framing(), output, options, console);
        }
        run(&job, console)
    }

    pub(in crate::cli) fn job(self) -> Args {
        let (end, clipboard) = (self.end, self.clipboard);
        Args { end, clipboard, ..self.job.of(Product::Explain { copies: self.copy }) }
    }
}
