//! The flags of a repair, whose words are those of `core::repair::words`. With the configuration they become
//! `core::repair::Options` (`config::Policy`); the core never sees clap.

use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::config::args::ConfigArgs;
use crate::core::json::MAX_DEPTH;
use crate::core::repair::confidence::Confidence;
use crate::core::repair::engine::words::{
    self, NAN, NO_STRATEGY, RISKS, SELECT, STRATEGIES, TRUNCATED, Table, strategy, strategy_names, with,
};
use crate::core::repair::engine::{NOTATIONS, Nan, Risk, Select, Source, Strategies, Truncated};

/// What to do with a record that fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OnError {
    /// Leave it out
    Skip,
    /// Write null, which keeps lines aligned
    Null,
    /// End there
    Stop,
    /// Write the original text as a JSON string
    Raw,
}

impl OnError {
    /// Parses the choices of commands that read JSON.
    pub(super) fn skip_or_stop() -> impl TypedValueParser<Value = Self> {
        let names = [Self::Skip, Self::Stop].iter().filter_map(ValueEnum::to_possible_value);
        PossibleValuesParser::new(names).try_map(|name| Self::from_str(&name, false))
    }
}

/// What `preview` shows of a result; a word of the configuration, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PreviewChoice {
    /// Its shape and size, from its first rows
    Metadata,
    /// Also its first rows
    Rows,
    /// Every field of all rows: presence, types, distinct values, least and greatest, most frequent (recommended)
    Profile,
}

impl PreviewChoice {
    /// Its word, for the flag and in a configuration.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Metadata => "metadata",
            Self::Rows => "rows",
            Self::Profile => "profile",
        }
    }
}

/// How far a repair may go, and which documents of a text it gives; flattened into every command that repairs texts.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Repair")]
pub(crate) struct RepairArgs {
    /// Which documents of a text to write
    #[arg(long, value_name = "WHICH", default_value = "answer", value_parser = choice(SELECT))]
    pub(super) select: Select,
    /// The notation of the text
    #[arg(long, value_name = "NOTATION", default_value = "auto", value_parser = source(), hide_possible_values = true)]
    pub(super) from: Source,
    /// What to write for NaN and Infinity
    #[arg(long, value_name = "WHAT", default_value = "null", value_parser = choice(NAN))]
    pub(super) nan: Nan,
    #[command(flatten)]
    pub(super) limits: LimitArgs,
}

/// How far a repair may go.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Repair")]
pub(crate) struct LimitArgs {
    /// Refuse riskier changes [default: lossy]
    #[arg(long, value_name = "RISK", value_parser = choice(RISKS))]
    pub(super) max_risk: Option<Risk>,
    /// Refuse results with less confidence [default: 0]
    #[arg(long, value_name = "P")]
    pub(super) min_confidence: Option<Confidence>,
    /// What to do with input that was cut off
    /// [default: close; refuse for calls, programs, and --at]
    #[arg(long, value_name = "WHAT", value_parser = choice(TRUNCATED))]
    pub(super) truncated: Option<Truncated>,
    /// Strategies that may run, separated by commas [default: all]
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = strategies())]
    strategies: Vec<Strategies>,
    /// Maximum depth of nesting
    #[arg(long, value_name = "N", default_value_t = MAX_DEPTH, value_parser = parse_depth)]
    pub(super) max_depth: usize,
    #[command(flatten)]
    pub(super) config: ConfigArgs,
}

impl LimitArgs {
    /// The flag that asks for something to be refused, where one does.
    pub(super) fn gate(&self) -> Option<&'static str> {
        match self {
            Self { max_risk: Some(Risk::Syntax | Risk::Inferred), .. } => Some("--max-risk"),
            Self { min_confidence: Some(least), .. } if *least > Confidence::NONE => Some("--min-confidence"),
            Self { truncated: Some(Truncated::Refuse), .. } => Some("--truncated"),
            Self { strategies, .. } if !strategies.is_empty() => Some("--strategies"),
            _ => None,
        }
    }

    /// The strategies that may run, where that was said.
    pub(super) fn strategies(&self) -> Option<Strategies> {
        (!self.strategies.is_empty())
            .then(|| self.strategies.iter().fold(NO_STRATEGY, |sum, one| with(sum, *one)))
    }
}

/// Parses the name of a strategy, long or short; the help shows the short ones.
fn strategies() -> impl TypedValueParser<Value = Strategies> {
    let names = strategy_names().map(|name| {
        let help = STRATEGIES.iter().find(|(short, ..)| *short == name).map(|(.., help)| *help);
        PossibleValue::new(name).hide(help.is_none()).help(help.unwrap_or_default())
    });
    PossibleValuesParser::new(names).try_map(|wanted| strategy(&wanted).ok_or("no such strategy"))
}

/// Parses the key of a notation.
fn source() -> impl TypedValueParser<Value = Source> {
    let about = |name: &'static str, help: &'static str| PossibleValue::new(name).help(help);
    let names = NOTATIONS.iter().map(move |notation| about(notation.name, notation.about));
    let any = [
        about("auto", "any notation that reads the whole text, else broken JSON"),
        about("json", "JSON, however broken, and no other notation"),
    ];
    PossibleValuesParser::new(any.into_iter().chain(names)).try_map(|name| words::source(&name))
}

/// Parses the names of a table, and shows them in the help.
pub(super) fn choice<T: Copy + Send + Sync + 'static>(table: Table<T>) -> impl TypedValueParser<Value = T> {
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
