//! `Stats` of the library: the metrics of `--stats`, counted in process.

use crate::core::calls::{Calls, Change};
use crate::core::json::{MAX_DEPTH, parse};
use crate::core::repair::engine::{Repaired, Strategy};
use crate::core::results::stats::{self, Outcome, Provider, shape};
use crate::error::Error;

/// Counts what became of texts and calls. The counts add up, and their JSON is that of `--stats`, which `jmend stats` reads.
///
/// ```
/// use jmend::{CallOptions, Options, Stats};
///
/// let mut stats = Stats::new(Some("openai"));
/// stats.repaired(Some("search"), &jmend::repair("{'q': 'rust'}", &Options::default())?);
/// stats.calls(&jmend::extract_calls("[TOOL_CALLS]ls[ARGS]{\"path\": \"/\"}", &CallOptions::new())?);
/// stats.failed(None, "truncated");
/// assert!(stats.to_json().starts_with(r#"{"argument_normalization":{"provider":"openai","total_calls":3,"#));
///
/// let mut sum = Stats::parse(&stats.to_json())?;
/// sum.merge(&stats);
/// assert!(sum.to_json().contains(r#""total_calls":6,"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stats {
    provider: Option<String>,
    all: stats::Stats,
}

impl Stats {
    /// Starts at zero. `provider` is who made the model's answers.
    #[must_use]
    pub fn new(provider: Option<&str>) -> Self {
        Self { provider: provider.map(str::to_owned), all: stats::Stats::of(provider, Provider::default()) }
    }

    fn counted(&mut self) -> &mut Provider {
        self.all.providers.entry(self.provider.clone()).or_default()
    }

    /// Counts a text or a call that came out as valid JSON: its tool if it is known, the strategy, whether the text was cut off, and the
    /// codes of the fixes.
    pub fn handled<'c, C>(&mut self, tool: Option<&str>, strategy: Strategy, is_cut: bool, codes: C)
    where
        C: Iterator<Item = &'c str> + Clone,
    {
        self.counted().count(tool, Outcome::Handled(strategy), is_cut, codes);
    }

    /// Counts a text or a call that was refused with this code, which says whether it was cut off.
    pub fn failed(&mut self, tool: Option<&str>, code: &str) {
        self.counted().count(tool, Outcome::Failed, code == "truncated", std::iter::empty());
    }

    /// Counts what [`repair`](crate::repair) found.
    pub fn repaired(&mut self, tool: Option<&str>, repaired: &Repaired<'_>) {
        let codes: Vec<_> = repaired.fixes.iter().map(|fix| fix.code.name()).collect();
        self.handled(tool, repaired.strategy, repaired.truncated.is_some(), codes.into_iter());
    }

    /// Counts what [`extract_calls`](crate::extract_calls) found, and what it refused.
    pub fn calls(&mut self, found: &Calls) {
        for call in &found.calls {
            let codes = call.changes.iter().map(Change::name);
            self.handled(Some(&call.name), call.strategy(), !call.complete, codes);
        }
        for refused in &found.refused {
            self.failed(refused.name.as_deref(), refused.reason.name());
        }
    }

    /// Adds what was counted elsewhere.
    pub fn merge(&mut self, other: &Self) {
        self.all.merge(&other.all);
    }

    /// Returns the counts as one JSON object, as `--stats` writes them.
    pub fn to_json(&self) -> String {
        let mut out = String::new();
        shape::write(&self.all, &mut out);
        out
    }

    /// Reads what [`to_json`](Self::to_json) or `--stats` wrote.
    ///
    /// # Errors
    /// The text is not JSON (`syntax`), or not the counts of a run (`metrics`).
    pub fn parse(text: &str) -> Result<Self, Error> {
        let value = parse(text, MAX_DEPTH)
            .map_err(|error| Error::new("syntax", error.to_string(), text.as_bytes(), error.offset))?;
        let all =
            shape::read(&value).map_err(|why| Error::new("metrics", why.to_string(), text.as_bytes(), 0))?;
        let provider =
            if all.providers.len() == 1 { all.providers.keys().next().cloned().flatten() } else { None };
        Ok(Self { provider, all })
    }
}
