//! Options, which come as one JSON object.

use jmend::{Confidence, Nan, Options, Risk, Rules, Select, Truncated};
use serde_json::{Map, Value};

/// An object of options, of which each key is taken once.
pub struct Given(Map<String, Value>);

impl Given {
    /// Reads the options that were given; an absent text is none.
    pub fn of(text: Option<&str>) -> Result<Self, String> {
        let Some(text) = text else { return Ok(Self(Map::new())) };
        match serde_json::from_str(text) {
            Ok(Value::Object(given)) => Ok(Self(given)),
            _ => Err("options must be an object".to_owned()),
        }
    }

    /// The word given for a key, as one of those that there are.
    pub fn word<T: Copy>(&mut self, key: &str, words: &[(&str, T)]) -> Result<Option<T>, String> {
        let Some(value) = self.0.remove(key) else { return Ok(None) };
        let found = words.iter().find(|(word, _)| value == *word);
        let names = || words.iter().map(|(word, _)| format!("'{word}'")).collect::<Vec<_>>().join(", ");
        found
            .map(|(_, item)| Some(*item))
            .ok_or_else(|| format!("{key} must be one of {}, not {value}", names()))
    }

    /// The text given for a key.
    pub fn text(&mut self, key: &str) -> Result<Option<String>, String> {
        match self.0.remove(key) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(value) => Err(format!("{key} must be a string, not {value}")),
        }
    }

    /// The whole number given for a key.
    pub fn whole(&mut self, key: &str) -> Result<Option<usize>, String> {
        let Some(value) = self.0.remove(key) else { return Ok(None) };
        let whole = value.as_u64().and_then(|whole| usize::try_from(whole).ok());
        whole.map(Some).ok_or_else(|| format!("{key} must be a whole number, not {value}"))
    }

    /// The switch given for a key.
    pub fn switch(&mut self, key: &str) -> Result<Option<bool>, String> {
        match self.0.remove(key) {
            None => Ok(None),
            Some(Value::Bool(switch)) => Ok(Some(switch)),
            Some(value) => Err(format!("{key} must be true or false, not {value}")),
        }
    }

    /// How far a repair may go.
    pub fn repair(&mut self, otherwise: Options) -> Result<Options, String> {
        let mut options = otherwise;
        let risks = [("syntax", Risk::Syntax), ("inferred", Risk::Inferred), ("lossy", Risk::Lossy)];
        if let Some(risk) = self.word("maxRisk", &risks)? {
            options = options.max_risk(risk);
        }
        if let Some(value) = self.0.remove("minConfidence") {
            let text = value.to_string();
            let confidence: Option<Confidence> = text.parse().ok();
            options.min_confidence = confidence.ok_or_else(|| {
                format!("minConfidence must be a number from 0 to 1 with two digits, not {value}")
            })?;
        }
        if let Some(depth) = self.whole("maxDepth")? {
            options = options.max_depth(depth);
        }
        let selects = [
            ("answer", Select::Answer),
            ("first", Select::First),
            ("last", Select::Last),
            ("largest", Select::Largest),
            ("all", Select::All),
        ];
        if let Some(select) = self.word("select", &selects)? {
            options = options.select(select);
        }
        if let Some(nan) =
            self.word("nan", &[("null", Nan::Null), ("string", Nan::Text), ("error", Nan::Error)])?
        {
            options = options.nan(nan);
        }
        let cuts = [("close", Truncated::Close), ("refuse", Truncated::Refuse)];
        if let Some(truncated) = self.word("truncated", &cuts)? {
            options = options.truncated(truncated);
        }
        Ok(options)
    }

    /// How far values may be changed for a schema.
    pub fn rules(&mut self) -> Result<Rules, String> {
        let defaults = self.switch("defaults")?.unwrap_or_default();
        let lossy = self.switch("lossyCoercions")?.unwrap_or_default();
        Ok(Rules { defaults, lossy })
    }

    /// Refuses what was not taken: an option that does nothing is a mistake.
    pub fn done(self) -> Result<(), String> {
        self.0.keys().next().map_or(Ok(()), |key| Err(format!("there is no option '{key}'")))
    }
}
