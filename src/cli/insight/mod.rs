//! `jmend stats` and `jmend stats --html`: what became of the answers in logs.
//!
//! Logs are read line by line on all cores, counted in parts, and merged in their order, so the report is the same for every
//! `-j`. A file of metrics, as `--stats` writes them, is read as a whole; the sum of metrics alone is metrics again.

pub mod answers;
pub mod facts;
mod metrics;
mod own;
mod pointers;
pub mod read;

use std::io::{IsTerminal, stdout};
use std::path::PathBuf;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex};

use clap::ValueEnum;

use super::console::Console;
use super::exit::Exit;
use super::input::{InputArgs, Source};
use super::lock;
use super::output::{OutputArgs, Sink};
use super::pipeline::{self, JobsArgs, Writer};
use super::reader::Reader;
use super::records::Framing;
use super::rows::Rows;
use crate::core::json::pointer::Pattern;
use crate::core::results::stats::{Stats, shape};
use crate::report::insight::codes::CodeId;
use crate::report::insight::view::View;
use crate::report::insight::{
    Insight, MODEL, PROVIDER, Part, TOOL, json, markdown, openmetrics, page, terminal,
};
use crate::report::tally::counted;
use facts::Fields;
use read::{Reading, Sum};

/// What answers are grouped by where the user does not say.
const FOUND: [&str; 3] = [PROVIDER, MODEL, TOOL];

const STATS: &str = "\
Examples:
  jmend stats log.ndjson                    how many answers broke, how, and in which tools
  jmend stats --by /choices/0/finish_reason log.ndjson  grouped by what stands there
  jmend stats --format markdown log.ndjson  for the summary of a workflow step
  jmend repair --lines --report calls.jsonl | jmend stats  of what a repair reports
  jmend stats monday.json tuesday.json      the sum of what two runs wrote with --stats=FILE";

const REPORT: &str = "\
Examples:
  jmend stats --html log.ndjson -o report.html    one page: open it in a browser
  jmend stats --html --redact log.ndjson -o report.html  with all text in its examples hidden
  jmend stats --html --baseline log.ndjson calls.jsonl -o report.html  with what got worse";

/// Which logs are read, and how; flattened into both commands.
#[derive(Debug, clap::Args)]
#[command(mut_arg("files", |arg| arg.value_name("LOG").help("Logs to read; none or `-` is standard input")))]
struct LogArgs {
    #[command(flatten)]
    input: InputArgs,
    /// Group by what stands at a JSON Pointer, or by model, tool or provider [default: those that the log has]
    #[arg(long, value_name = "POINTER", value_parser = dimension)]
    by: Vec<String>,
    /// The answers are the strings at this JSON Pointer of each line; `*` is any key or index
    #[arg(long, value_name = "POINTER", value_parser = Pattern::parse)]
    at: Vec<Pattern>,
    /// Say what got worse since this log
    #[arg(long, value_name = "LOG")]
    baseline: Vec<PathBuf>,
    /// Hide letters and digits in examples
    #[arg(long)]
    redact: bool,
    #[command(flatten)]
    jobs: JobsArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// What answers can be grouped by.
fn dimension(text: &str) -> Result<String, String> {
    if FOUND.contains(&text) {
        return Ok(text.to_owned());
    }
    match Pattern::parse(text) {
        Ok(pattern) if !pattern.0.is_empty() => Ok(text.to_owned()),
        Ok(_) => Err("all answers are one group then".to_owned()),
        Err(error) => Err(format!("{error}; or one of model, tool and provider")),
    }
}

/// The form of the statistics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// A table as wide as the terminal
    Terminal,
    /// For step summaries and pull requests
    Markdown,
    /// One object on one line
    Json,
    /// For a monitoring system
    Openmetrics,
}

/// Say how many answers in a log broke, how, and in which models
///
/// A line of a LOG is the answer of an API, a message, raw text, a line of --report, or a log line of jmend; raw text and calls
/// are repaired to see what they need. A file can also hold the metrics that --stats wrote; the sum of such files is metrics.
#[derive(Debug, clap::Args)]
#[command(after_help = format!("{STATS}\n\n{}", super::EXIT_CODES))]
pub(super) struct StatsCommand {
    /// The form of the output [default: terminal on a terminal, else json]
    #[arg(long, value_enum, value_name = "FORM")]
    format: Option<Form>,
    #[command(flatten)]
    logs: LogArgs,
}

/// Make an HTML page of what became of the answers in a log
///
/// The page is one file that needs no network: shares, trend, models and tools, kinds of faults with examples, and what to
/// change in the prompt. A LOG is what `jmend stats` reads.
#[derive(Debug, clap::Args)]
#[command(after_help = format!("{REPORT}\n\n{}", super::EXIT_CODES))]
pub(super) struct ReportCommand {
    #[command(flatten)]
    logs: LogArgs,
}

impl StatsCommand {
    pub(super) fn run(self, console: Console) -> anyhow::Result<Exit> {
        let Self { format, logs } = self;
        let is_seen = logs.output.output.is_none() && stdout().is_terminal();
        let form = format.unwrap_or(if is_seen { Form::Terminal } else { Form::Json });
        logs.run(console, |_, read, sink| {
            let view = View::new(&read.insight, read.baseline.as_ref());
            let look = console.look(sink.is_terminal());
            console.hint(&closing(&view));
            match form {
                Form::Terminal => sink.put_safe(terminal::table(&view, look).as_bytes()),
                Form::Markdown => sink.put(markdown::render(&view).as_bytes()),
                Form::Openmetrics => sink.put(openmetrics::render(&view).as_bytes()),
                Form::Json => match &read.metrics {
                    Some(metrics) if read.baseline.is_none() => sink.put(written(metrics).as_bytes()),
                    _ => sink.put(json::render(&view).as_bytes()),
                },
            }
        })
    }
}

impl ReportCommand {
    pub(super) fn run(self, console: Console) -> anyhow::Result<Exit> {
        if self.logs.output.output.is_none() && stdout().is_terminal() {
            anyhow::bail!("a page of HTML is not for a terminal: -o FILE writes it to a file");
        }
        self.logs.run(console, |logs, read, sink| {
            let view = View::new(&read.insight, read.baseline.as_ref());
            console.hint(&closing(&view));
            sink.put(page::render(&view, &logs.names(), logs.redact).as_bytes())
        })
    }
}

/// The last word about logs: records, answers, and what became of these.
fn closing(view: &View<'_>) -> String {
    let insight = view.insight;
    let rest = [(insight.without_json, "without JSON"), (insight.skipped, "no answer")];
    let outcomes = view.outcomes.iter().map(|(outcome, share)| (share.count, outcome.name()));
    let classes: Vec<_> = outcomes
        .chain(rest)
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    let (records, answers) = (counted(insight.records, "record"), counted(view.total, "answer"));
    let classes = if classes.is_empty() { String::new() } else { format!(": {}", classes.join(", ")) };
    format!("{records}, {answers}{classes}")
}

/// The sum of metrics, as metrics.
fn written(metrics: &Stats) -> String {
    let mut out = String::new();
    shape::write(metrics, &mut out);
    out.push('\n');
    out
}

/// What was read.
struct Read {
    insight: Insight,
    /// The same as metrics, where it is nothing else.
    metrics: Option<Stats>,
    baseline: Option<Insight>,
}

impl LogArgs {
    /// Reads the logs, and writes what `write` makes of them, unless one could not be read.
    fn run(
        self,
        console: Console,
        write: impl FnOnce(&Self, &Read, &mut Sink) -> anyhow::Result<()>,
    ) -> anyhow::Result<Exit> {
        let sources = self.input.sources(console);
        let mut sink = self.output.open()?;
        let (part, mut exit) = self.read(sources, console)?;
        let mut baseline = None;
        if !self.baseline.is_empty() {
            let (part, status) = self.read(Source::list(&self.baseline), console)?;
            baseline = Some(Self::whole(part).0);
            exit = exit.max(status);
        }
        if exit != Exit::Done {
            console.error("a source could not be read, so nothing was counted: figures without a part of the log would be wrong");
            return Ok(exit);
        }
        let (insight, metrics) = Self::whole(part);
        write(&self, &Read { insight, metrics, baseline }, &mut sink)?;
        sink.finish()?;
        Ok(Exit::Done)
    }

    /// The logs, safe to show.
    fn names(&self) -> Vec<String> {
        Source::list(&self.input.files).iter().map(Source::name).collect()
    }

    fn dimensions(&self) -> Arc<[String]> {
        let found = || FOUND.iter().map(|name| (*name).to_owned()).collect();
        if self.by.is_empty() { found() } else { self.by.iter().cloned().collect() }
    }

    /// All that was counted, and the metrics where there is nothing else.
    fn whole(part: Part) -> (Insight, Option<Stats>) {
        let Part { mut insight, metrics } = part;
        let is_metrics_alone = insight.records == 0 && !metrics.providers.is_empty();
        insight.add_metrics(&metrics);
        (insight, is_metrics_alone.then_some(metrics))
    }

    fn read(&self, sources: Vec<Source>, console: Console) -> anyhow::Result<(Part, Exit)> {
        let dimensions = self.dimensions();
        let part = Part { insight: Insight::new(Arc::clone(&dimensions)), ..Part::default() };
        let sum = Arc::new(Mutex::new(Sum::of(part)));
        let writer = Writer::new(Sink::open(None)?, console, &sources);
        let reading = Reading {
            fields: Fields::new(&dimensions, !self.by.is_empty(), &self.at),
            tool: dimensions.iter().position(|dimension| dimension == TOOL),
            dimensions,
            has_places: !self.at.is_empty(),
            redact: self.redact,
            names: sources.iter().map(Source::name).collect(),
            sum: Arc::clone(&sum),
            bars: (0..CodeId::count()).map(|_| AtomicU64::new(u64::MAX)).collect(),
        };
        let reader = Reader::new(sources, Framing::Lines, self.input.max_bytes).finding(Rows::InLogs);
        let (_, tally, _) = pipeline::run(reader, reading, self.jobs.count(), writer)?.finish()?;
        let exit = match (tally.troubles, tally.failed) {
            (1.., _) => Exit::Failed,
            (0, 1..) => Exit::Data,
            (0, 0) => Exit::Done,
        };
        let part = std::mem::take(&mut lock(&sum).part);
        Ok((part, exit))
    }
}
