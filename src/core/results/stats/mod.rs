//! The metrics of a run: plain counters that add up.
//!
//! Every call that was handled is counted once, under the strongest strategy it needed or as a failure, for its
//! provider and, where the tool's name is known, for its tool. Merging is associative and commutative, so the counters
//! of threads, processes and machines add up to those of one run over everything, in any order.
//!
//! `shape` writes the counters as JSON and reads them back.

pub mod shape;

use std::collections::BTreeMap;

use crate::core::repair::engine::Strategy;

/// The strategies under which a call that was handled is counted, in the order of strength.
pub const STRATEGIES: [Strategy; 5] = [
    Strategy::Direct,
    Strategy::PythonAst,
    Strategy::RegexQuotes,
    Strategy::Structural,
    Strategy::ManualRepair,
];

/// Tools that a run counts by name: names come from model text, and memory must not grow with what a model invents.
pub const MAX_TOOLS: usize = 4096;

/// Bytes of a tool's name that is counted by name.
pub const MAX_NAME: usize = 256;

/// Under this name a run counts the tools beyond [`MAX_TOOLS`] and those with longer names than [`MAX_NAME`].
pub const OTHER_TOOLS: &str = "(other tools)";

/// What was counted of some calls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Calls that came out as valid JSON, by what they needed; in the order of [`STRATEGIES`].
    normalizations: [u64; STRATEGIES.len()],
    /// Calls that could not be handled, or were refused.
    pub failures: u64,
    /// Calls that were cut off, whether they were closed or refused.
    pub truncated: u64,
    /// Fixes of the calls that came out, by code.
    pub fixes: BTreeMap<String, u64>,
}

impl Counts {
    /// Counts a call that came out as valid JSON.
    #[inline]
    pub fn handled(&mut self, strategy: Strategy) {
        if let Some(index) = STRATEGIES.iter().position(|one| *one == strategy) {
            self.normalizations[index] = self.normalizations[index].saturating_add(1);
        }
    }

    fn count<'c>(&mut self, outcome: Outcome, is_cut: bool, fixes: impl Iterator<Item = &'c str>) {
        match outcome {
            Outcome::Handled(strategy) => self.handled(strategy),
            Outcome::Failed => self.failures = self.failures.saturating_add(1),
        }
        self.truncated = self.truncated.saturating_add(u64::from(is_cut));
        for code in fixes {
            add(&mut self.fixes, code, 1);
        }
    }

    /// Calls that needed this strategy and no stronger one.
    pub fn normalizations(&self, strategy: Strategy) -> u64 {
        STRATEGIES.iter().position(|one| *one == strategy).map_or(0, |index| self.normalizations[index])
    }

    /// All calls.
    pub fn total(&self) -> u64 {
        self.normalizations.iter().fold(self.failures, |sum, count| sum.saturating_add(*count))
    }

    /// How many of a hundred calls came out as valid JSON: 100 where there were none, for then nothing failed.
    #[expect(clippy::cast_precision_loss, reason = "a percentage; no run counts more than 2^53 calls")]
    pub fn success_rate(&self) -> f64 {
        match self.total() {
            0 => 100.0,
            total => (total - self.failures) as f64 * 100.0 / total as f64,
        }
    }

    /// Adds what was counted elsewhere. Counters stay at their highest value rather than wrap.
    pub fn merge(&mut self, other: &Self) {
        for (count, more) in self.normalizations.iter_mut().zip(&other.normalizations) {
            *count = count.saturating_add(*more);
        }
        self.failures = self.failures.saturating_add(other.failures);
        self.truncated = self.truncated.saturating_add(other.truncated);
        for (code, more) in &other.fixes {
            add(&mut self.fixes, code, *more);
        }
    }

    /// What is left of these calls without `part`, which is some of them. Counters stop at 0.
    #[must_use]
    pub fn without(&self, part: &Self) -> Self {
        let mut rest = self.clone();
        for (count, less) in rest.normalizations.iter_mut().zip(&part.normalizations) {
            *count = count.saturating_sub(*less);
        }
        rest.failures = rest.failures.saturating_sub(part.failures);
        rest.truncated = rest.truncated.saturating_sub(part.truncated);
        for (code, count) in &mut rest.fixes {
            *count = count.saturating_sub(part.fixes.get(code).copied().unwrap_or(0));
        }
        rest.fixes.retain(|_, count| *count > 0);
        rest
    }

    /// Returns whether `part` could be some of these calls.
    fn covers(&self, part: &Self) -> bool {
        self.normalizations.iter().zip(&part.normalizations).all(|(all, some)| some <= all)
            && part.failures <= self.failures
            && part.truncated <= self.truncated
            && part.fixes.iter().all(|(code, some)| self.fixes.get(code).is_some_and(|all| some <= all))
    }
}

fn add(fixes: &mut BTreeMap<String, u64>, code: &str, more: u64) {
    if let Some(count) = fixes.get_mut(code) {
        *count = count.saturating_add(more);
    } else {
        fixes.insert(code.to_owned(), more);
    }
}

/// What became of one call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It came out as valid JSON, and needed this.
    Handled(Strategy),
    /// It did not.
    Failed,
}

/// What was counted of the calls of one provider.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Provider {
    /// All calls.
    pub all: Counts,
    /// Those of the tools whose names are known.
    pub by_tool: BTreeMap<String, Counts>,
}

impl Provider {
    /// Counts one call: what became of it, whether it was cut off, and the codes of its fixes where it came out.
    pub fn count<'c>(
        &mut self,
        tool: Option<&str>,
        outcome: Outcome,
        is_cut: bool,
        fixes: impl Iterator<Item = &'c str> + Clone,
    ) {
        if let Some(tool) = tool {
            self.tool(tool, MAX_TOOLS).count(outcome, is_cut, fixes.clone());
        }
        self.all.count(outcome, is_cut, fixes);
    }

    /// The counters of a tool; beyond `limit` names those of all other tools.
    fn tool(&mut self, name: &str, limit: usize) -> &mut Counts {
        let is_known = self.by_tool.contains_key(name);
        let is_welcome = self.by_tool.len() < limit && (name.len() <= MAX_NAME || limit == usize::MAX);
        let name = if is_known || is_welcome { name } else { OTHER_TOOLS };
        self.by_tool.entry(name.to_owned()).or_default()
    }

    /// Adds what another thread of the same run counted, within [`MAX_TOOLS`] as every run is.
    pub fn absorb(&mut self, other: &Self) {
        self.add(other, MAX_TOOLS);
    }

    /// Adds what another run counted, every tool by its name.
    pub fn merge(&mut self, other: &Self) {
        self.add(other, usize::MAX);
    }

    fn add(&mut self, other: &Self, limit: usize) {
        self.all.merge(&other.all);
        for (name, counts) in &other.by_tool {
            self.tool(name, limit).merge(counts);
        }
    }

    /// Says that every call so far was one of this tool.
    pub fn all_of(&mut self, tool: &str) {
        self.by_tool = BTreeMap::from([(tool.to_owned(), self.all.clone())]);
    }
}

/// The metrics of one run or of several: counters by provider, `None` being the runs that named none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// What was counted for each.
    pub providers: BTreeMap<Option<String>, Provider>,
}

impl Stats {
    /// The metrics of one run. A provider with the name of runs without one does not count.
    pub fn of(provider: Option<&str>, counted: Provider) -> Self {
        let provider = provider.filter(|name| *name != shape::UNKNOWN);
        Self { providers: BTreeMap::from([(provider.map(str::to_owned), counted)]) }
    }

    /// Adds the metrics of other runs.
    pub fn merge(&mut self, other: &Self) {
        for (name, counted) in &other.providers {
            self.providers.entry(name.clone()).or_default().merge(counted);
        }
    }

    /// The counters of all providers together.
    pub fn together(&self) -> Provider {
        let mut all = Provider::default();
        for counted in self.providers.values() {
            all.merge(counted);
        }
        all
    }
}
