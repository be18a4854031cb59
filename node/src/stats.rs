//! Metrics: what became of texts and calls.

use jmend::Strategy;
use napi::bindgen_prelude::Result;
use napi_derive::napi;

/// Counts that add up.
#[napi]
pub struct Stats(jmend::Stats);

#[napi]
impl Stats {
    /// Starts at zero, or with counts as JSON.
    #[napi(constructor, catch_unwind)]
    pub fn new(provider: Option<String>, text: Option<String>) -> Result<Self> {
        let read = text
            .map_or_else(|| Ok(jmend::Stats::new(provider.as_deref())), |text| jmend::Stats::parse(&text));
        read.map(Self).map_err(|error| napi::Error::from_reason(error.message()))
    }

    /// Counts what came out as valid JSON.
    #[napi(catch_unwind)]
    pub fn handled(
        &mut self,
        tool: Option<String>,
        strategy: String,
        is_cut: bool,
        codes: Vec<String>,
    ) -> Result<()> {
        let strategy = Strategy::named(&strategy)
            .ok_or_else(|| napi::Error::from_reason(format!("there is no strategy '{strategy}'")))?;
        self.0.handled(tool.as_deref(), strategy, is_cut, codes.iter().map(String::as_str));
        Ok(())
    }

    /// Counts what was refused with this code.
    #[napi(catch_unwind)]
    pub fn failed(&mut self, tool: Option<String>, code: String) {
        self.0.failed(tool.as_deref(), &code);
    }

    /// Adds what was counted elsewhere.
    #[napi(catch_unwind)]
    pub fn merge(&mut self, other: &Stats) {
        self.0.merge(&other.0);
    }

    /// The counts as `--stats` of the program writes them.
    #[napi(catch_unwind)]
    pub fn to_text(&self) -> String {
        self.0.to_json()
    }
}
