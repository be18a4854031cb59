//! The one table of configuration keys: the reader, `jmend config`, the messages and the documentation go by it.

use crate::core::repair::confidence::SPELLING;

/// Where a key may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// At the top of the file.
    Top,
    /// In `[providers.NAME]`.
    Provider,
    /// In `[tools.NAME]`.
    Tool,
}

impl Place {
    /// What messages call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Top => "at the top of the file",
            Self::Provider => "in [providers.NAME]",
            Self::Tool => "in [tools.NAME]",
        }
    }
}

/// A key's name, once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    Enabled,
    LogNormalizations,
    Preview,
    FailOnNormalizationFailure,
    MaxRisk,
    MinConfidence,
    Truncated,
    Strategies,
    CallFormat,
    Aliases,
    RawKeys,
    JsonKeys,
    Schema,
}

/// What the table says about a key.
pub struct About {
    pub key: Key,
    pub name: &'static str,
    pub places: &'static [Place],
    /// What its value is, for messages.
    pub kind: &'static str,
    /// Does a looser value of it let through what flags ask to be refused? Such a value of a file that was found, not
    /// named, yields to them. What is looser is said by `Gate`.
    pub is_gate: bool,
}

use Place::{Provider, Tool, Top};

const BOOLEAN: &str = "true or false";
const LOGS: &str = "true, false or \"texts\"";
const PREVIEW: &str = "\"metadata\", \"rows\" or \"profile\"";
const NAMES: &str = "a list of names";
const RISK: &str = "\"syntax\", \"inferred\" or \"lossy\"";
const CUT: &str = "\"close\" or \"refuse\"";
const STRATEGIES: &str = "a list of \"ast\", \"regex\", \"structural\" and \"manual\"";
const FORMAT: &str = "the name of a call format";
const ALIASES: &str = "a table of names, as in { command = \"cmd\" }";
const PATH: &str = "the path of a file";

pub const KEYS: &[About] = &[
    about(Key::Enabled, "enabled", &[Top, Provider], BOOLEAN, true),
    about(Key::LogNormalizations, "log_normalizations", &[Top], LOGS, false),
    about(Key::FailOnNormalizationFailure, "fail_on_normalization_failure", &[Top], BOOLEAN, true),
    about(Key::Preview, "preview", &[Top], PREVIEW, false),
    about(Key::MaxRisk, "max_risk", &[Top, Provider, Tool], RISK, true),
    about(Key::MinConfidence, "min_confidence", &[Top, Provider, Tool], SPELLING, true),
    about(Key::Truncated, "truncated", &[Top, Tool], CUT, true),
    about(Key::Strategies, "strategies", &[Provider], STRATEGIES, false),
    about(Key::CallFormat, "call_format", &[Provider], FORMAT, false),
    about(Key::Aliases, "aliases", &[Tool], ALIASES, false),
    about(Key::RawKeys, "raw_keys", &[Tool], NAMES, false),
    about(Key::JsonKeys, "json_keys", &[Tool], NAMES, false),
    about(Key::Schema, "schema", &[Tool], PATH, false),
];

pub const fn about(
    key: Key,
    name: &'static str,
    places: &'static [Place],
    kind: &'static str,
    is_gate: bool,
) -> About {
    About { key, name, places, kind, is_gate }
}

/// The tables that hold others, at the top of the file.
pub(super) const TABLES: [&str; 2] = ["providers", "tools"];

/// What the table says about the key of this name.
pub(super) fn named(name: &str) -> Option<&'static About> {
    KEYS.iter().find(|about| about.name == name)
}

impl Key {
    pub fn about(self) -> Option<&'static About> {
        KEYS.iter().find(|about| about.key == self)
    }

    /// Its name in the file.
    pub fn name(self) -> &'static str {
        self.about().map_or("", |about| about.name)
    }

    /// Returns whether a looser value of the key lets through what flags ask to be refused.
    pub(super) fn is_gate(self) -> bool {
        self.about().is_some_and(|about| about.is_gate)
    }
}
