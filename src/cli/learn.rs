//! `jmend learn`: settings that reports suggest, with the counts they rest on.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::io::BufRead;

use super::console::Console;
use super::exit::Exit;
use super::input::{InputArgs, Source, hint_if_terminal};
use super::output::{OutputArgs, Sink};
use crate::core::json::parse::parse;
use crate::core::json::value::Value;
use crate::core::json::{MAX_DEPTH, pointer, quoted};
use crate::core::repair::Strategy;

const EXAMPLES: &str = "\
Examples:
  jmend calls --tools tools.json --report < log.ndjson | jmend learn
  jmend repair --tool ls --report < calls.jsonl | jmend learn --tool ls --least 20";

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
    output: OutputArgs,
}

pub(super) fn run(args: &Args, console: Console) -> anyhow::Result<Exit> {
    let sources = Source::list(&args.input.files);
    hint_if_terminal(&sources, console);
    let mut sink = Sink::open(args.output.output.as_deref())?;
    let mut seen = Seen::default();
    let mut exit = Exit::Done;
    for source in &sources {
        if let Err(error) = read(source, args.tool.as_deref(), &mut seen) {
            console.error(&format!("{}: {error}", source.name()));
            exit = Exit::Failed;
        }
    }
    if seen.records == 0 && exit == Exit::Done {
        console.error(
            "there is no report in the input; `jmend repair --report` and `jmend calls --report` write them",
        );
        exit = Exit::Data;
    }
    sink.put(seen.settings(args.least).as_bytes())?;
    sink.finish()?;
    Ok(exit)
}

/// Reads the reports of a source, a line each. What is no report is counted.
fn read(source: &Source, tool: Option<&str>, seen: &mut Seen) -> std::io::Result<()> {
    let mut lines = std::io::BufReader::new(source.open()?.reader);
    let mut line = Vec::new();
    while lines.read_until(b'\n', &mut line)? > 0 {
        let text = String::from_utf8_lossy(&line);
        match parse(text.trim(), MAX_DEPTH) {
            Ok(report) if matches!(report.get("ok"), Some(Value::Bool(_))) => seen.add(&report, tool),
            _ if text.trim().is_empty() => {}
            _ => seen.others += 1,
        }
        line.clear();
    }
    Ok(())
}

/// Keys and pairs of keys that are counted of one tool. A model that invents keys cannot fill the memory.
const MOST_KEYS: usize = 1000;

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
    aliases: BTreeMap<(String, String), u64>,
    /// Keys whose strings held JSON or Python.
    json_keys: BTreeMap<String, u64>,
}

impl Seen {
    fn add(&mut self, report: &Value<'_>, tool: Option<&str>) {
        self.records += 1;
        self.refused += u64::from(matches!(report.get("ok"), Some(Value::Bool(false))));
        if let Some(strategy) = report.get("strategy").and_then(text_of) {
            *self.strategies.entry(strategy).or_default() += 1;
        }
        let Some(name) = report.get("name").and_then(text_of).or_else(|| tool.map(str::to_owned)) else {
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
        let words = [
            (Strategy::PythonAst, "ast"),
            (Strategy::RegexQuotes, "regex"),
            (Strategy::Structural, "structural"),
            (Strategy::ManualRepair, "manual"),
        ];
        let count = |strategy: Strategy| self.strategies.get(strategy.name()).copied().unwrap_or_default();
        let counts: Vec<_> =
            words.iter().map(|(strategy, word)| format!("{word} {}", count(*strategy))).collect();
        let used: Vec<_> = words
            .iter()
            .filter(|(strategy, _)| count(*strategy) >= least)
            .map(|(_, word)| quoted(word))
            .collect();
        if !used.is_empty() {
            let _ = writeln!(out, "\n# Strategies by records: {}.", counts.join(", "));
            let _ = writeln!(out, "strategies = [{}]", used.join(", "));
        }
        for (name, tool) in &self.tools {
            tool.settings(name, least, &mut out);
        }
        out
    }
}

impl Tool {
    fn add_fix(&mut self, fix: &Value<'_>) {
        let holds_json = fix.get("code").and_then(text_of).is_some_and(|code| {
            matches!(
                &*code,
                "nested-json" | "nested-python" | "decoded-json" | "decoded-text" | "nested-string"
            )
        });
        let path = fix.get("path").and_then(text_of).unwrap_or_default();
        // Items of a list have no key; their list has.
        let key = path.rsplit('/').find(|step| step.parse::<u64>().is_err()).unwrap_or_default();
        if holds_json && !key.is_empty() {
            count(&mut self.json_keys, pointer::unescaped(key).unwrap_or_else(|_| key.to_owned()));
        }
    }

    /// One key is missing and one is not known: the one may be the other.
    fn add_violations<'v>(&mut self, violations: impl Iterator<Item = &'v Value<'v>>) {
        let (mut missing, mut unknown) = (Vec::new(), Vec::new());
        for violation in violations {
            // `"path" is a required property`, and `('file_path' was unexpected)`, with several keys between quotes.
            let message = violation.get("message").and_then(text_of).unwrap_or_default();
            let named =
                |quote| message.split(quote).skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
            match violation.get("keyword").and_then(text_of).as_deref() {
                Some("required") => missing.extend(named('"')),
                Some("additionalProperties" | "unevaluatedProperties") => unknown.extend(named('\'')),
                _ => {}
            }
        }
        if let ([missing], [unknown]) = (&missing[..], &unknown[..]) {
            count(&mut self.aliases, (unknown.clone(), missing.clone()));
        }
    }

    fn settings(&self, name: &str, least: u64, out: &mut String) {
        let aliases: Vec<_> = self.aliases.iter().filter(|(_, count)| **count >= least).collect();
        let keys: Vec<_> = self.json_keys.iter().filter(|(_, count)| **count >= least).collect();
        if aliases.is_empty() && keys.is_empty() {
            return;
        }
        let _ = writeln!(out, "\n# {} records.\n[tools.{}]", self.records, quoted(name));
        if !aliases.is_empty() {
            for ((alias, key), count) in &aliases {
                let (alias, key) = (quoted(alias), quoted(key));
                let _ = writeln!(out, "# {count} records have {alias}, which is not known, and lack {key}.");
            }
            let pairs: Vec<_> = aliases
                .iter()
                .map(|((alias, key), _)| format!("{} = {}", quoted(alias), quoted(key)))
                .collect();
            let _ = writeln!(out, "aliases = {{ {} }}", pairs.join(", "));
        }
        if !keys.is_empty() {
            for (key, count) in &keys {
                let _ = writeln!(out, "# {count} strings at {} held JSON or Python.", quoted(key));
            }
            let keys: Vec<_> = keys.iter().map(|(key, _)| quoted(key)).collect();
            let _ = writeln!(out, "json_keys = [{}]", keys.join(", "));
        }
    }
}

fn count<K: Ord>(counts: &mut BTreeMap<K, u64>, key: K) {
    if counts.len() < MOST_KEYS || counts.contains_key(&key) {
        *counts.entry(key).or_default() += 1;
    }
}

fn text_of(value: &Value<'_>) -> Option<String> {
    match value {
        Value::String(text) => Some(text.decode_lossy().into_owned()),
        _ => None,
    }
}

fn items<'v>(value: Option<&'v Value<'v>>) -> impl Iterator<Item = &'v Value<'v>> {
    let items = match value {
        Some(Value::Array(items)) => items.as_slice(),
        _ => &[],
    };
    items.iter()
}
