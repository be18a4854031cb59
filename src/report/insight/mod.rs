//! What became of the answers in a log: counts by group, code and time, in memory that does not grow with the log.
//!
//! | file | promise |
//! |---|---|
//! | `counts`, `codes` | how many answers came to which outcome, and with which codes |
//! | `time` | buckets of time that become wider rather than more |
//! | `sample` | a few examples of each code, the same in every run |
//! | `interval` | how sure a share is, and whether two differ |
//! | `view` | the rows that every form shows, in their order |
//! | `terminal`, `markdown`, `json`, `openmetrics`, `page` | the forms |
//!
//! Parts of a log are counted apart and merged in their order.

pub mod codes;
pub mod counts;
pub mod figures;
pub mod interval;
pub mod json;
pub mod markdown;
pub mod openmetrics;
pub mod page;
pub mod sample;
pub mod terminal;
pub mod time;
pub mod view;

use std::collections::HashMap;
use std::sync::Arc;

use crate::core::calls::cause::Cause;
use crate::core::repair::engine::Strategy;
use crate::core::results::stats::{self, STRATEGIES, Stats};
use codes::{CodeId, Codes, Times};
use counts::{Counts, Outcome};
use sample::Samples;
use time::Trend;

/// Groups that are counted by name: names come from the log, and memory must not grow with it.
pub const MOST_GROUPS: usize = 2000;

/// Characters of a name.
const NAME: usize = 80;

/// Stands between the names of a group in its key.
const BETWEEN: char = '\u{1f}';

/// The name of all groups beyond [`MOST_GROUPS`].
const OTHER: &str = "(other)";

/// What answers are grouped by by default: the names that the log has for them.
pub(crate) const PROVIDER: &str = "provider";
pub const MODEL: &str = "model";
pub const TOOL: &str = "tool";

/// One answer.
#[derive(Debug)]
pub struct Answer<'a> {
    pub outcome: Outcome,
    pub is_cut: bool,
    /// Each code once, with the number of its fixes.
    pub codes: &'a [(CodeId, u64)],
    /// The key of its group.
    pub group: &'a str,
    /// Seconds since 1970.
    pub time: Option<i64>,
}

/// What was counted of some answers.
#[derive(Clone, Debug, Default)]
pub struct Cell {
    pub counts: Counts,
    pub codes: Codes,
}

impl Cell {
    pub fn add(&mut self, answer: &Answer<'_>) {
        self.counts.add(answer.outcome, 1);
        self.counts.cut += u64::from(answer.is_cut);
        for (code, fixes) in answer.codes {
            self.codes.add(*code, Times { answers: 1, fixes: *fixes });
        }
    }

    pub fn merge(&mut self, other: &Self) {
        self.counts.merge(&other.counts);
        self.codes.merge(&other.codes);
    }
}

/// What was counted by group, in the order in which the groups were seen.
#[derive(Clone, Debug, Default)]
pub struct Groups {
    pub cells: Vec<(String, Cell)>,
    known: HashMap<String, usize>,
}

impl Groups {
    fn at(&mut self, key: &str) -> &mut Cell {
        let index = match self.known.get(key) {
            Some(index) => *index,
            None if self.cells.len() < MOST_GROUPS || key == OTHER => {
                self.cells.push((key.to_owned(), Cell::default()));
                self.known.insert(key.to_owned(), self.cells.len() - 1);
                self.cells.len() - 1
            }
            None => return self.at(OTHER),
        };
        &mut self.cells[index].1
    }
}

/// What a part of a log says.
#[derive(Debug, Default)]
pub struct Part {
    pub(crate) insight: Insight,
    /// The metrics in it, which are added to the rest at the end.
    pub(crate) metrics: Stats,
}

impl Part {
    /// Adds the next part, which begins so many lines into its log.
    pub fn merge(&mut self, other: Self, lines: usize) {
        self.insight.merge(other.insight, lines);
        self.metrics.merge(&other.metrics);
    }
}

/// What was counted of a log, or of a part of one.
#[derive(Clone, Debug, Default)]
pub struct Insight {
    /// What answers are grouped by.
    dimensions: Arc<[String]>,
    pub all: Cell,
    pub groups: Groups,
    pub(crate) trend: Trend,
    /// Answers with a code of each cause.
    pub causes: Vec<(&'static Cause, u64)>,
    pub(crate) samples: Samples,
    /// Lines and records that were read.
    pub(crate) records: u64,
    /// Answers of an API that hold no call and begin with prose: they are no broken JSON.
    pub(crate) without_json: u64,
    /// Lines that are no answers: other messages of the program.
    pub(crate) skipped: u64,
    /// Answers that were counted by a run and not by the record: their codes are known by the fix alone.
    pub(crate) summed: u64,
}

impl Insight {
    /// Nothing yet; grouped by these.
    pub fn new(dimensions: Arc<[String]>) -> Self {
        Self { dimensions, ..Self::default() }
    }

    /// Counts an answer.
    pub fn add(&mut self, answer: &Answer<'_>) {
        self.all.add(answer);
        self.groups.at(answer.group).add(answer);
        if let Some(time) = answer.time {
            self.trend.at(time).add(answer);
        }
        for (index, (code, _)) in answer.codes.iter().enumerate() {
            let Some(cause) = code.known().cause else { continue };
            let is_counted = |(code, _): &(CodeId, u64)| code.known().cause == Some(cause);
            if !answer.codes[..index].iter().any(is_counted) {
                self.add_cause(cause, 1);
            }
        }
    }

    fn add_cause(&mut self, cause: &'static Cause, answers: u64) {
        match self.causes.iter_mut().find(|(known, _)| *known == cause) {
            Some((_, count)) => *count += answers,
            None => self.causes.push((cause, answers)),
        }
    }

    /// What answers are grouped by, and the groups: names and what was counted.
    pub fn groups(&self) -> (&[String], impl Iterator<Item = (Vec<&str>, &Cell)>) {
        let count = self.dimensions.len();
        let groups = self.groups.cells.iter().map(move |(key, cell)| (names(key, count), cell));
        (&self.dimensions, groups)
    }

    /// What was counted of a group.
    pub fn group(&self, key: &str) -> Option<&Cell> {
        self.groups.known.get(key).map(|index| &self.groups.cells[*index].1)
    }

    /// Adds what was counted of the next part, which begins so many lines into its log.
    pub fn merge(&mut self, other: Self, lines: usize) {
        self.all.merge(&other.all);
        for (key, cell) in &other.groups.cells {
            self.groups.at(key).merge(cell);
        }
        self.trend.merge(&other.trend);
        for (advice, answers) in other.causes {
            self.add_cause(advice, answers);
        }
        self.samples.merge(other.samples, lines);
        self.records += other.records;
        self.without_json += other.without_json;
        self.skipped += other.skipped;
        self.summed += other.summed;
    }

    /// Adds the metrics of runs. They have no times and no examples.
    pub(crate) fn add_metrics(&mut self, metrics: &Stats) {
        for (provider, counted) in &metrics.providers {
            let key = |tool: Option<&str>| {
                let names = self.dimensions.iter().map(|dimension| match dimension.as_str() {
                    PROVIDER => provider.as_deref(),
                    TOOL => tool,
                    _ => None,
                });
                key(names)
            };
            let mut others = counted.all.clone();
            for (tool, counts) in &counted.by_tool {
                others = others.without(counts);
                let key = key(Some(tool));
                self.groups.at(&key).merge(&cell(counts));
            }
            if others.total() > 0 {
                let key = key(None);
                self.groups.at(&key).merge(&cell(&others));
            }
            self.all.merge(&cell(&counted.all));
            self.summed += counted.all.total();
        }
    }
}

/// The same counters, by what they say about the outcome.
pub fn cell(counts: &stats::Counts) -> Cell {
    let mut cell = Cell::default();
    for strategy in STRATEGIES {
        let outcome = if strategy == Strategy::Direct { Outcome::Valid } else { Outcome::Unrated };
        cell.counts.add(outcome, counts.normalizations(strategy));
    }
    cell.counts.add(Outcome::Refused, counts.failures);
    cell.counts.cut = counts.truncated;
    for (code, fixes) in &counts.fixes {
        cell.codes.add(CodeId::named(code), Times { answers: 0, fixes: *fixes });
    }
    cell
}

/// The key of a group: its names, each cut to a bounded length, in the order of what answers are grouped by.
pub fn key<'n>(names: impl Iterator<Item = Option<&'n str>>) -> String {
    // Room for usual names, so that the key does not grow in steps.
    let mut key = String::with_capacity(64);
    for (index, name) in names.enumerate() {
        if index > 0 {
            key.push(BETWEEN);
        }
        push_name(&mut key, name.unwrap_or_default());
    }
    key
}

/// The names in the key of a group, by so many dimensions.
fn names(key: &str, count: usize) -> Vec<&str> {
    if key == OTHER { vec![OTHER; count] } else { key.split(BETWEEN).collect() }
}

fn push_name(key: &mut String, name: &str) {
    if name.len() <= NAME && !name.contains(BETWEEN) {
        return key.push_str(name);
    }
    let mut chars = name.chars();
    key.extend(chars.by_ref().take(NAME).map(|c| if c == BETWEEN { ' ' } else { c }));
    if chars.next().is_some() {
        key.push('…');
    }
}
