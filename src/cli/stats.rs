//! `--stats[=FILE]`, `--stats-every N`: the metrics of a run. `jmend stats` adds up those of many.
//!
//! A `Meter` goes with every batch of records, counts what became of its calls, and is added to that of the run in
//! input order. Without a request for metrics it holds nothing and does nothing.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::bail;

use super::config::{Logs, Policy};
use super::console::{Console, send};
use super::logging::{LogFormat, NORMALIZATION};
use super::output::Sink;
use crate::core::calls::{Call, Change};
use crate::core::json::shown::escape;
use crate::core::repair::engine::{Code, Repaired, Strategy};
use crate::core::results::stats::{Outcome, Provider, Stats, shape};
use crate::report::Look;
use crate::report::insight::view::View;
use crate::report::insight::{Insight, PROVIDER, TOOL, terminal};

/// `--stats`; flattened into the commands whose records are counted.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Metrics")]
pub(super) struct StatsArgs {
    /// Write the metrics to FILE as JSON, or to standard error
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    #[expect(clippy::option_option, reason = "how clap knows a flag whose value may be left out")]
    stats: Option<Option<PathBuf>>,
    /// Write FILE again after every N records, while the run goes on
    #[arg(long, value_name = "N", requires = "stats", value_parser = clap::value_parser!(u64).range(1..))]
    stats_every: Option<u64>,
}

impl StatsArgs {
    /// Prepares what is wanted, so that a file that cannot be written is known before the work begins.
    ///
    /// `tool` is what every call is one of, where that is known.
    pub(super) fn open(
        &self,
        policy: &Policy,
        tool: Option<&str>,
        output: Option<&Path>,
    ) -> anyhow::Result<Metrics> {
        let to = match &self.stats {
            None => None,
            Some(None) => Some(To::Stderr),
            Some(Some(file)) if file != Path::new("-") && output == Some(file) => {
                bail!("--stats and --output name the same file")
            }
            Some(Some(file)) => Some(To::Sink(Sink::open(Some(file))?)),
        };
        let (provider, tool): (Option<Arc<str>>, Option<Arc<str>>) =
            (policy.provider().map(Arc::from), tool.map(Arc::from));
        let publisher = match (self.stats_every, &self.stats) {
            (None, _) => None,
            (Some(every), Some(Some(file))) if file != Path::new("-") => Some(Arc::new(Publisher {
                every,
                file: file.clone(),
                provider: provider.clone(),
                sum: Mutex::default(),
                tool: tool.clone(),
            })),
            (Some(_), _) => bail!("--stats-every needs a file: --stats=FILE"),
        };
        Ok(Metrics { logs: policy.logs(), provider, publisher, to, tool })
    }
}

/// Where the metrics of a run go, if anywhere.
pub(super) struct Metrics {
    logs: Logs,
    provider: Option<Arc<str>>,
    publisher: Option<Arc<Publisher>>,
    to: Option<To>,
    /// Names the tool of all calls, where that is known.
    tool: Option<Arc<str>>,
}

enum To {
    Stderr,
    Sink(Sink),
}

impl Metrics {
    /// Returns whether the outcomes of calls are counted.
    pub(super) fn are_wanted(&self) -> bool {
        self.logs != Logs::Nothing || self.to.is_some()
    }

    /// A meter for a batch, or for the run.
    pub(super) fn meter(&self) -> Meter {
        let log = (self.logs != Logs::Nothing).then(|| Log {
            entries: Vec::new(),
            has_texts: self.logs == Logs::Texts,
            is_new: false,
            provider: self.provider.clone(),
            tool: self.tool.clone(),
        });
        Meter { counted: self.to.as_ref().map(|_| Box::default()), log }
    }

    /// Writes what was counted while the run goes on, where that is wanted.
    pub(super) fn publisher(&self) -> Option<Arc<Publisher>> {
        self.publisher.clone()
    }

    /// Writes what was counted.
    pub(super) fn finish(self, meter: Meter, console: Console) -> anyhow::Result<()> {
        let (Some(to), Some(counted)) = (self.to, meter.counted) else { return Ok(()) };
        let stats = summed(*counted, self.tool.as_deref(), self.provider.as_deref());
        match to {
            To::Stderr => {
                let for_people = io::stderr().is_terminal() && console.form == LogFormat::Text;
                send(&rendered(&stats, for_people, console));
            }
            To::Sink(sink) => sink.write_all(rendered(&stats, false, console))?,
        }
        Ok(())
    }
}

/// The metrics of what was counted.
fn summed(mut counted: Provider, tool: Option<&str>, provider: Option<&str>) -> Stats {
    // Counting by the same name for every call would cost more than the call.
    if let Some(tool) = tool {
        counted.all_of(tool);
    }
    Stats::of(provider, counted)
}

/// Writes the metrics to their file while the run goes on (`--stats-every N`). It adds up on its own what the writers of all
/// files of a run hand to it, because each of those knows its own file alone.
pub(crate) struct Publisher {
    every: u64,
    file: PathBuf,
    provider: Option<Arc<str>>,
    sum: Mutex<Sum>,
    /// Names the tool of all calls, where that is known.
    tool: Option<Arc<str>>,
}

/// Holds what a publisher was handed so far.
#[derive(Default)]
struct Sum {
    counted: Provider,
    /// Records since the file was written.
    records: u64,
}

impl Publisher {
    /// Takes what a batch of so many records counted, and writes the file if it is time.
    pub(super) fn take(&self, part: &Meter, records: u64) -> anyhow::Result<()> {
        let mut sum = self.sum.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(counted) = &part.counted {
            sum.counted.absorb(counted);
        }
        sum.records += records;
        if sum.records < self.every {
            return Ok(());
        }
        sum.records = 0;
        let stats = summed(sum.counted.clone(), self.tool.as_deref(), self.provider.as_deref());
        Sink::open(Some(&self.file))?.write_all(json(&stats))
    }
}

/// A table for people, JSON for programs.
fn rendered(stats: &Stats, for_people: bool, console: Console) -> String {
    if for_people {
        let mut insight = Insight::new(Arc::from([PROVIDER.to_owned(), TOOL.to_owned()]));
        insight.add_metrics(stats);
        let width = terminal_size::terminal_size_of(io::stderr()).map(|(width, _)| usize::from(width.0));
        return terminal::table(&View::new(&insight, None), Look { color: console.color, width });
    }
    json(stats)
}

/// The metrics as one line of JSON.
fn json(stats: &Stats) -> String {
    let mut out = String::new();
    shape::write(stats, &mut out);
    out.push('\n');
    out
}

/// Counts what becomes of calls, and keeps what is to be logged of them, where that is wanted.
#[derive(Debug, Default)]
pub(crate) struct Meter {
    counted: Option<Box<Provider>>,
    log: Option<Log>,
}

/// What `log_normalizations` wants to see. Threads collect it, and the one that writes logs it in input order.
#[derive(Clone, Debug)]
struct Log {
    entries: Vec<Entry>,
    has_texts: bool,
    /// Says whether the last entry was made for the call that was counted last.
    is_new: bool,
    provider: Option<Arc<str>>,
    tool: Option<Arc<str>>,
}

/// One call that was not valid as it was.
#[derive(Clone, Debug)]
struct Entry {
    tool: Option<String>,
    outcome: Outcome,
    /// Codes of its fixes, each once; or why it could not be handled.
    codes: Vec<&'static str>,
    /// Its text as it was and as it is now, safe to show and cut, where that is wanted.
    texts: Option<(String, Option<String>)>,
}

/// Characters of a text that are logged.
const LOGGED: usize = 1000;

/// A text as a log shows it.
fn logged(text: &[u8]) -> String {
    // No character has more than four bytes.
    let start = &text[..text.len().min(4 * LOGGED)];
    let start = String::from_utf8_lossy(start);
    let few: String = start.chars().take(LOGGED).collect();
    let is_cut = few.len() < text.len();
    format!("{}{}", escape(&few), if is_cut { "…" } else { "" })
}

impl Meter {
    /// An empty meter that counts what this one counts.
    pub(super) fn fresh(&self) -> Self {
        let log = self.log.as_ref().map(|log| Log { entries: Vec::new(), ..log.clone() });
        Self { counted: self.counted.as_ref().map(|_| Box::default()), log }
    }

    /// Counts a text that came out as valid JSON.
    #[inline]
    pub(super) fn repaired(&mut self, repaired: &Repaired<'_>) {
        match (&mut self.counted, &self.log) {
            (None, None) => {}
            (Some(counted), None) if repaired.strategy == Strategy::Direct => {
                counted.all.handled(Strategy::Direct);
            }
            _ => self.count_repaired(repaired),
        }
    }

    fn count_repaired(&mut self, repaired: &Repaired<'_>) {
        let fixes = repaired.fixes.iter().map(|fix| fix.code.name());
        self.count(None, Outcome::Handled(repaired.strategy), repaired.truncated.is_some(), fixes);
    }

    /// Counts a text that came out without a list of fixes: valid as it was, or by this one.
    pub(super) fn handled(&mut self, strategy: Strategy, fix: Option<Code>) {
        self.count(None, Outcome::Handled(strategy), false, fix.into_iter().map(Code::name));
    }

    /// Counts a call that came out.
    pub(super) fn call(&mut self, call: &Call) {
        let fixes = call.changes.iter().map(Change::name);
        self.count(Some(&call.name), Outcome::Handled(call.strategy()), !call.complete, fixes);
    }

    /// Counts a call or a text that could not be handled.
    pub(super) fn failed(&mut self, tool: Option<&str>, code: &'static str) {
        self.count(tool, Outcome::Failed, code == "truncated", std::iter::once(code));
    }

    fn count(
        &mut self,
        tool: Option<&str>,
        outcome: Outcome,
        is_cut: bool,
        codes: impl Iterator<Item = &'static str> + Clone,
    ) {
        let failed = outcome == Outcome::Failed;
        if let Some(counted) = &mut self.counted {
            // What kept a call from coming out is no fix.
            counted.count(tool, outcome, is_cut, codes.clone().take(if failed { 0 } else { usize::MAX }));
        }
        if let Some(log) = &mut self.log {
            log.is_new = false;
        }
        if let Some(log) = &mut self.log
            && outcome != Outcome::Handled(Strategy::Direct)
        {
            let mut once = Vec::new();
            for code in codes {
                if !once.contains(&code) {
                    once.push(code);
                }
            }
            log.entries.push(Entry { tool: tool.map(str::to_owned), outcome, codes: once, texts: None });
            log.is_new = true;
        }
    }

    /// Keeps the texts of the call that was counted last, as it was and as it is now, where they are logged.
    pub(super) fn texts(&mut self, original: &[u8], normalized: Option<&str>) {
        if let Some(log) = &mut self.log
            && log.has_texts
            && std::mem::take(&mut log.is_new)
            && let Some(entry) = log.entries.last_mut()
        {
            entry.texts = Some((logged(original), normalized.map(|text| logged(text.as_bytes()))));
        }
    }

    /// Adds what a part of the run counted.
    pub(super) fn absorb(&mut self, part: &Self) {
        if let (Some(counted), Some(more)) = (&mut self.counted, &part.counted) {
            counted.absorb(more);
        }
        if let (Some(log), Some(more)) = (&mut self.log, &part.log) {
            log.entries.extend_from_slice(&more.entries);
        }
    }

    /// Logs what was kept for it.
    pub(super) fn emit(&mut self) {
        let Some(Log { entries, provider, tool: of_all, .. }) = &mut self.log else { return };
        let provider = provider.as_deref().map(escape);
        let provider = provider.as_deref();
        for Entry { tool, outcome, codes, texts } in entries.drain(..) {
            let tool = tool.as_deref().or(of_all.as_deref()).map(escape);
            let codes = codes.join(",");
            let tool = tool.as_deref();
            let (original, normalized) = texts.unzip();
            let (original, normalized) = (original.as_deref(), normalized.flatten());
            let normalized = normalized.as_deref();
            match outcome {
                Outcome::Handled(strategy) => {
                    let strategy = strategy.name();
                    tracing::info!(target: NORMALIZATION, tool, strategy, provider, fixes = codes, original, normalized, "normalized");
                }
                Outcome::Failed => {
                    let strategy = Strategy::Failed.name();
                    tracing::warn!(target: NORMALIZATION, tool, strategy, provider, error = codes, original, "not normalized");
                }
            }
        }
    }
}
