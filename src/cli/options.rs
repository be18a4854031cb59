//! The flags of a repair, turned into `core::repair::Options`. The core never sees clap.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::core::json::MAX_DEPTH;
use crate::core::repair::{Options, Risk, Select, Strategies, Truncated};

/// A flag's vocabulary: name, meaning, what the help says.
type Table<T> = &'static [(&'static str, T, &'static str)];

const RISKS: Table<Risk> = &[
    ("syntax", Risk::Syntax, "only where the meaning is certain"),
    ("inferred", Risk::Inferred, "also where one reading is clearly the best"),
    ("lossy", Risk::Lossy, "also where something is gone or was never there"),
];

const TRUNCATED: Table<Truncated> = &[
    ("close", Truncated::Close, "close what is open, and warn"),
    ("refuse", Truncated::Refuse, "refuse the record: half a command must not run"),
];

const SELECT: Table<Select> = &[
    ("answer", Select::Answer, "all where they are alike (rows, calls), else the one that is the answer"),
    ("first", Select::First, "the first"),
    ("last", Select::Last, "the last"),
    ("largest", Select::Largest, "the longest"),
    ("all", Select::All, "every one, one a line"),
];

/// The switches of `Strategies` by name, short and as reports spell them.
const STRATEGIES: Table<Strategies> = &[
    ("ast", Strategies { ast: true, ..NO_STRATEGY }, "Python literals"),
    ("regex", Strategies { regex: true, ..NO_STRATEGY }, "only quotes were wrong"),
    ("structural", Strategies { structural: true, ..NO_STRATEGY }, "structure, and JSON inside other text"),
    ("manual", Strategies { manual: true, ..NO_STRATEGY }, "rules for a tool"),
];

const NO_STRATEGY: Strategies = Strategies { ast: false, regex: false, structural: false, manual: false };

/// How far a repair may go; flattened into every command that repairs.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Repair")]
pub(crate) struct RepairArgs {
    /// The riskiest change accepted; a record that needs more is not repaired
    #[arg(long, value_name = "RISK", default_value = "lossy", value_parser = choice(RISKS))]
    max_risk: Risk,
    /// What becomes of input that was cut off
    /// [default: close; with --calls and --at: refuse]
    #[arg(long, value_name = "WHAT", value_parser = choice(TRUNCATED))]
    truncated: Option<Truncated>,
    /// Which documents are wanted where a text holds several
    #[arg(long, value_name = "WHICH", default_value = "answer", value_parser = choice(SELECT))]
    select: Select,
    /// The strategies that may run, separated by commas [default: all]
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = choice(STRATEGIES))]
    strategies: Vec<Strategies>,
    /// Levels of nesting accepted
    #[arg(long, value_name = "N", default_value_t = MAX_DEPTH, value_parser = parse_depth)]
    max_depth: usize,
}

impl RepairArgs {
    /// What the core needs to know.
    pub(crate) fn options(&self) -> Options {
        self.options_for(Truncated::Close)
    }

    /// The same where the text is a call unless said otherwise: half a command must not run.
    pub(crate) fn options_for_calls(&self) -> Options {
        self.options_for(Truncated::Refuse)
    }

    fn options_for(&self, truncated: Truncated) -> Options {
        let strategies = if self.strategies.is_empty() {
            Strategies::ALL
        } else {
            self.strategies.iter().fold(NO_STRATEGY, |sum, one| Strategies {
                ast: sum.ast | one.ast,
                regex: sum.regex | one.regex,
                structural: sum.structural | one.structural,
                manual: sum.manual | one.manual,
            })
        };
        Options {
            max_depth: self.max_depth,
            max_risk: self.max_risk,
            select: self.select,
            strategies,
            truncated: self.truncated.unwrap_or(truncated),
        }
    }
}

/// Parses the names of a table, and shows them in the help.
fn choice<T: Copy + Send + Sync + 'static>(table: Table<T>) -> impl TypedValueParser<Value = T> {
    let names = table.iter().map(|(name, _, help)| PossibleValue::new(*name).help(*help));
    PossibleValuesParser::new(names).try_map(move |wanted| {
        let row = table.iter().find(|(name, ..)| *name == wanted);
        row.map(|(_, value, _)| *value).ok_or("no such value")
    })
}

fn parse_depth(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(depth @ 1..) => Ok(depth),
        _ => Err("a number of levels, at least 1".to_owned()),
    }
}
