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
    /// In `[check]`.
    Check,
}

impl Place {
    /// What messages call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Top => "at the top of the file",
            Self::Provider => "in [providers.NAME]",
            Self::Tool => "in [tools.NAME]",
            Self::Check => "in [check]",
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
    Ignore,
    Json,
    Json5,
    Jsonc,
}

/// What the table says about a key.
pub struct About {
    pub key: Key,
    pub name: &'static str,
    pub places: &'static [Place],
    /// What its value is, for messages.
    pub kind: &'static str,
    /// Says what becomes of it in a file that was found, not named.
    pub found: Found,
}

/// Says what becomes of a key in a file that was found, not named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// It holds: it lets nothing through.
    Holds,
    /// A value of it that lets through what flags ask to be refused yields to them. `Gate` says which is looser.
    Yields,
    /// It does not count, because it turns a failure into success.
    Ignored,
    /// Logs are written, without the texts.
    WithoutTexts,
    /// It names a file, which must lie in the folder of the configuration or below.
    Below,
    /// Its changes have the risk `inferred` at least, and it yields to `--max-risk syntax`. Aliases of keys that the schema
    /// of the tool has do not count.
    Inferred,
    /// It holds, and the last line of a check counts the files that it takes out.
    Counted,
}

use Place::{Check, Provider, Tool, Top};

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
const GLOBS: &str = "a list of lines as in .gitignore";

pub const KEYS: &[About] = &[
    about(Key::Enabled, "enabled", &[Top, Provider], BOOLEAN, Found::Yields),
    about(Key::LogNormalizations, "log_normalizations", &[Top], LOGS, Found::WithoutTexts),
    about(Key::FailOnNormalizationFailure, "fail_on_normalization_failure", &[Top], BOOLEAN, Found::Ignored),
    about(Key::Preview, "preview", &[Top], PREVIEW, Found::Holds),
    about(Key::MaxRisk, "max_risk", &[Top, Provider, Tool], RISK, Found::Yields),
    about(Key::MinConfidence, "min_confidence", &[Top, Provider, Tool], SPELLING, Found::Yields),
    about(Key::Truncated, "truncated", &[Top, Tool], CUT, Found::Yields),
    about(Key::Strategies, "strategies", &[Provider], STRATEGIES, Found::Holds),
    about(Key::CallFormat, "call_format", &[Provider], FORMAT, Found::Holds),
    about(Key::Aliases, "aliases", &[Tool], ALIASES, Found::Inferred),
    about(Key::RawKeys, "raw_keys", &[Tool], NAMES, Found::Inferred),
    about(Key::JsonKeys, "json_keys", &[Tool], NAMES, Found::Inferred),
    about(Key::Schema, "schema", &[Tool], PATH, Found::Below),
    about(Key::Ignore, "ignore", &[Check], GLOBS, Found::Counted),
    about(Key::Json, "json", &[Check], GLOBS, Found::Holds),
    about(Key::Json5, "json5", &[Check], GLOBS, Found::Holds),
    about(Key::Jsonc, "jsonc", &[Check], GLOBS, Found::Holds),
];

pub const fn about(
    key: Key,
    name: &'static str,
    places: &'static [Place],
    kind: &'static str,
    found: Found,
) -> About {
    About { key, name, places, kind, found }
}

/// The tables that hold others, at the top of the file.
pub(super) const TABLES: [&str; 3] = ["check", "providers", "tools"];

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
        self.about().is_some_and(|about| about.found == Found::Yields)
    }
}
