//! `jmend config suggest`: settings that reports suggest, with the counts they rest on.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Arc, Mutex};

use super::config::{Shown, suggested};
use super::console::Console;
use super::exit::{Ending, Exit};
use super::input::InputArgs;
use super::lock;
use super::output::OutputArgs;
use super::pipeline::{self, Done, Handler, JobsArgs, Writer};
use super::reader::Reader;
use super::records::{Batch, Framing};
use crate::core::json::parse::parse;
use crate::core::json::value::Value;
use crate::core::json::{MAX_DEPTH, pointer, quoted};
use crate::core::repair::engine::Strategy;
use crate::core::repair::engine::words::{self, NO_STRATEGY};

const EXAMPLES: &str = "\
Examples:
  jmend calls --tools tools.json --report < log.ndjson | jmend config suggest
  jmend repair --tool ls --report < calls.jsonl | jmend config suggest --tool ls --least 20";

/// Suggest settings for jmend.toml from reports
///
/// Reads what --report wrote and prints, for each tool, the aliases and keys with JSON that were seen, and the
/// strategies that were needed. Nothing is written to the configuration: read the suggestions before you add them.
#[derive(Debug, clap::Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{}", super::EXIT_CODES))]
pub(super) struct Args {
    /// The tool of records that do not say theirs, as those of `jmend repair --tool NAME`
    #[arg(long, value_name = "NAME")]
    tool: Option<String>,
    /// Suggest what was seen in at least so many records
    #[arg(long, value_name = "N", default_value_t = 3)]
    least: u64,
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    jobs: JobsArgs,
    #[command(flatten)]
    output: OutputArgs,
}

pub(super) fn run(args: &Args, console: Console) -> anyhow::Result<Exit> {
    let sources = args.input.sources(console);
    let sink = args.output.open()?;
    let seen = Arc::new(Mutex::new(Seen::default()));
    let writer = Writer::new(sink, console, &sources);
    let reader = Reader::new(sources, Framing::Lines, args.input.max_bytes);
    let learning = Learning { tool: args.tool.clone(), seen: Arc::clone(&seen) };
    let (mut sink, mut tally, _) = pipeline::run(reader, learning, args.jobs.count(), writer)?.finish()?;
    let seen = lock(&seen);
    if tally.troubles == 0 {
        sink.put(seen.settings(args.least).as_bytes())?;
        if seen.records == 0 {
            let commands = "`jmend repair --report` and `jmend calls --report`";
            console.error(&format!("there is no report in the input; {commands} write them"));
            tally.failed = 1;
        }
    }
    Ending::with_product().finish(sink, tally, console)
}

/// Reads reports, a line each.
struct Learning {
    tool: Option<String>,
    seen: Arc<Mutex<Seen>>,
}

impl Handler for Learning {
    fn handle(&self, batch: &mut Batch) -> Done {
        let mut done = Done::default();
        let mut lines = Vec::new();
        for record in batch.records(batch.framing) {
            done.lines = record.line + record.lines;
            if !record.bytes.trim_ascii().is_empty() {
                let text = std::str::from_utf8(record.bytes).unwrap_or_default();
                lines.push(parse(text.trim(), MAX_DEPTH).ok().filter(|_| !record.is_too_long));
            }
        }
        // Counts add up in any order.
        let mut seen = lock(&self.seen);
        for line in &lines {
            match line {
                Some(report) if matches!(report.get("ok"), Some(Value::Bool(_))) => {
                    seen.add(report, self.tool.as_deref());
                }
                _ => seen.others += 1,
            }
        }
        done
    }
}

/// Keys and pairs of keys that are counted of one tool. A model that invents keys cannot fill the memory.
const MOST_KEYS: usize = 1000;

/// The strategies that are suggested, with their names in a configuration.
const STRATEGIES: [(Strategy, &str); 4] = [
    (Strategy::PythonAst, "ast"),
    (Strategy::RegexQuotes, "regex"),
    (Strategy::Structural, "structural"),
    (Strategy::ManualRepair, "manual"),
];

/// What reports show.
#[derive(Debug, Default)]
struct Seen {
    records: u64,
    refused: u64,
    /// Lines that are no reports.
    others: u64,
    strategies: BTreeMap<String, u64>,
    tools: BTreeMap<String, Tool>,
}

/// What they show of one tool.
#[derive(Debug, Default)]
struct Tool {
    records: u64,
    /// A key that the tool does not know, and the one that was missing.
    renamed: BTreeMap<(String, String), u64>,
    /// Keys whose strings held JSON or Python.
    structures: BTreeMap<String, u64>,
}

impl Seen {
    fn add(&mut self, report: &Value<'_>, tool: Option<&str>) {
        self.records += 1;
        self.refused += u64::from(matches!(report.get("ok"), Some(Value::Bool(false))));
        if let Some(strategy) = report.get("strategy").and_then(Value::text) {
            *self.strategies.entry(strategy).or_default() += 1;
        }
        let Some(name) = report.get("name").and_then(Value::text).or_else(|| tool.map(str::to_owned)) else {
            return;
        };
        if self.tools.len() == MOST_KEYS && !self.tools.contains_key(&name) {
            return;
        }
        let tool = self.tools.entry(name).or_default();
        tool.records += 1;
        for fix in items(report.get("fixes")) {
            tool.add_fix(fix);
        }
        if let Some(error) = report.get("error") {
            tool.add_violations(items(error.get("violations")));
        }
    }

    /// The settings as TOML.
    fn settings(&self, least: u64) -> String {
        let mut out = String::new();
        let Self { records, refused, others, .. } = self;
        let _ = writeln!(out, "# {records} records, {refused} refused; {others} lines are no reports.");
        let count = |strategy: Strategy| self.strategies.get(strategy.name()).copied().unwrap_or_default();
        let counts: Vec<_> =
            STRATEGIES.iter().map(|(strategy, word)| format!("{word} {}", count(*strategy))).collect();
        let used: Vec<_> = STRATEGIES
            .iter()
            .filter(|(strategy, _)| count(*strategy) >= least)
            .map(|(_, word)| word)
            .collect();
        if !used.is_empty() {
            let needed = used.iter().filter_map(|word| words::strategy(word)).fold(NO_STRATEGY, words::with);
            let _ = writeln!(out, "\n# Strategies by records: {}.", counts.join(", "));
            let _ = writeln!(out, "{}", suggested(&Shown::Needed(needed)));
        }
        for (name, tool) in &self.tools {
            tool.settings(name, least, &mut out);
        }
        out
    }
}

impl Tool {
    fn add_fix(&mut self, fix: &Value<'_>) {
        let holds_json = fix.get("code").and_then(Value::text).is_some_and(|code| {
            matches!(
                &*code,
                "nested-json" | "nested-text" | "decoded-json" | "decoded-text" | "nested-string"
            )
        });
        let path = fix.get("path").and_then(Value::text).unwrap_or_default();
        // Items of a list have no key; their list has.
        let key = path.rsplit('/').find(|step| step.parse::<u64>().is_err()).unwrap_or_default();
        if holds_json && !key.is_empty() {
            count(&mut self.structures, pointer::unescaped(key).unwrap_or_else(|_| key.to_owned()));
        }
    }

    /// One key is missing and one is not known: the one may be the other.
    fn add_violations<'v>(&mut self, violations: impl Iterator<Item = &'v Value<'v>>) {
        let (mut missing, mut unknown) = (Vec::new(), Vec::new());
        for violation in violations {
            // `"path" is a required property`, and `('file_path' was unexpected)`, with several keys between quotes.
            let message = violation.get("message").and_then(Value::text).unwrap_or_default();
            let named =
                |quote| message.split(quote).skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
            match violation.get("keyword").and_then(Value::text).as_deref() {
                Some("required") => missing.extend(named('"')),
                Some("additionalProperties" | "unevaluatedProperties") => unknown.extend(named('\'')),
                _ => {}
            }
        }
        if let ([missing], [unknown]) = (&missing[..], &unknown[..]) {
            count(&mut self.renamed, (unknown.clone(), missing.clone()));
        }
    }

    fn settings(&self, name: &str, least: u64, out: &mut String) {
        let renamed: Vec<_> = self.renamed.iter().filter(|(_, count)| **count >= least).collect();
        let structures: Vec<_> = self.structures.iter().filter(|(_, count)| **count >= least).collect();
        if renamed.is_empty() && structures.is_empty() {
            return;
        }
        let _ = writeln!(out, "\n# {} records.\n[tools.{}]", self.records, quoted(name));
        if !renamed.is_empty() {
            for ((alias, key), count) in &renamed {
                let (alias, key) = (quoted(alias), quoted(key));
                let _ = writeln!(out, "# {count} records have {alias}, which is not known, and lack {key}.");
            }
            let pairs = renamed.into_iter().map(|(pair, _)| pair.clone()).collect();
            let _ = writeln!(out, "{}", suggested(&Shown::Renamed(pairs)));
        }
        if !structures.is_empty() {
            for (key, count) in &structures {
                let _ = writeln!(out, "# {count} strings at {} held JSON or Python.", quoted(key));
            }
            let keys = structures.into_iter().map(|(key, _)| key.clone()).collect();
            let _ = writeln!(out, "{}", suggested(&Shown::Structures(keys)));
        }
    }
}

fn count<K: Ord>(counts: &mut BTreeMap<K, u64>, key: K) {
    if counts.len() < MOST_KEYS || counts.contains_key(&key) {
        *counts.entry(key).or_default() += 1;
    }
}

fn items<'v>(value: Option<&'v Value<'v>>) -> impl Iterator<Item = &'v Value<'v>> {
    let items = match value {
        Some(Value::Array(items)) => items.as_slice(),
        _ => &[],
    };
    items.iter()
}
