//! The one table of configuration keys: the reader, `--print-config`, the messages and the documentation go by it.

/// Where a key may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// At the top of the file.
    Top,
    /// In `[providers.NAME]`.
    Provider,
    /// In `[tools.NAME]`.
    Tool,
}

impl Place {
    /// What messages call it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Top => "at the top of the file",
            Self::Provider => "in [providers.NAME]",
            Self::Tool => "in [tools.NAME]",
        }
    }
}

/// A key's name, once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    Enabled,
    LogNormalizations,
    FailOnNormalizationFailure,
    MaxRisk,
    Truncated,
    Strategies,
    CallFormat,
    Aliases,
    RawKeys,
    JsonKeys,
    Schema,
}

/// What the table says about a key.
pub(super) struct About {
    pub(super) key: Key,
    pub(super) name: &'static str,
    pub(super) places: &'static [Place],
    /// What its value is, for messages.
    pub(super) kind: &'static str,
}

use Place::{Provider, Tool, Top};

pub(super) const KEYS: &[About] = &[
    About { key: Key::Enabled, name: "enabled", places: &[Top, Provider], kind: "true or false" },
    About { key: Key::LogNormalizations, name: "log_normalizations", places: &[Top], kind: "true or false" },
    About {
        key: Key::FailOnNormalizationFailure,
        name: "fail_on_normalization_failure",
        places: &[Top],
        kind: "true or false",
    },
    About {
        key: Key::MaxRisk,
        name: "max_risk",
        places: &[Top, Provider, Tool],
        kind: "\"syntax\", \"inferred\" or \"lossy\"",
    },
    About { key: Key::Truncated, name: "truncated", places: &[Top, Tool], kind: "\"close\" or \"refuse\"" },
    About {
        key: Key::Strategies,
        name: "strategies",
        places: &[Provider],
        kind: "a list of \"ast\", \"regex\", \"structural\" and \"manual\"",
    },
    About {
        key: Key::CallFormat,
        name: "call_format",
        places: &[Provider],
        kind: "the name of a call format",
    },
    About {
        key: Key::Aliases,
        name: "aliases",
        places: &[Tool],
        kind: "a table of names, as in { command = \"cmd\" }",
    },
    About { key: Key::RawKeys, name: "raw_keys", places: &[Tool], kind: "a list of names" },
    About { key: Key::JsonKeys, name: "json_keys", places: &[Tool], kind: "a list of names" },
    About { key: Key::Schema, name: "schema", places: &[Tool], kind: "the path of a file" },
];

/// The tables that hold others, at the top of the file.
pub(super) const TABLES: [&str; 2] = ["providers", "tools"];

/// What the table says about the key of this name.
pub(super) fn named(name: &str) -> Option<&'static About> {
    KEYS.iter().find(|about| about.name == name)
}

impl Key {
    /// Its name in the file.
    pub(super) fn name(self) -> &'static str {
        KEYS.iter().find(|about| about.key == self).map_or("", |about| about.name)
    }
}
