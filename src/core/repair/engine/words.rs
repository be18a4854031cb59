//! The words for the options of a repair, which flags, configuration, reports and bindings share, with what each one means.
//! And what `nan` does.

use super::{Options, Repaired, Risk, Select, Source, Strategies, Strategy, Truncated, notation};
use crate::core::json::escape::quoted;
use crate::core::repair::confidence::Confidence;
use crate::core::repair::edit::{Code, Documents, apply};

/// A vocabulary: name, meaning, what the help says.
pub type Table<T> = &'static [(&'static str, T, &'static str)];

pub const RISKS: Table<Risk> = &[
    ("syntax", Risk::Syntax, "only where the meaning is certain"),
    ("inferred", Risk::Inferred, "also where one reading is clearly the best"),
    ("lossy", Risk::Lossy, "also where something is gone or was never there"),
];

pub const TRUNCATED: Table<Truncated> = &[
    ("close", Truncated::Close, "close what is open, and warn"),
    ("refuse", Truncated::Refuse, "refuse the record: half a command must not run"),
];

pub const SELECT: Table<Select> = &[
    ("answer", Select::Answer, "all where they are alike (rows, calls), else the one that is the answer"),
    ("first", Select::First, "the first"),
    ("last", Select::Last, "the last"),
    ("largest", Select::Largest, "the longest"),
    ("all", Select::All, "every one, one a line"),
];

pub const NAN: Table<Nan> = &[
    ("null", Nan::Null, "null, which is reported as a loss"),
    ("string", Nan::Text, "a string with the word"),
    ("error", Nan::Error, "the record is refused"),
];

/// The switches of `Strategies` by name, short and as reports spell them.
pub const STRATEGIES: Table<Strategies> = &[
    ("ast", Strategies { ast: true, ..NO_STRATEGY }, "Python literals"),
    ("regex", Strategies { regex: true, ..NO_STRATEGY }, "only quotes were wrong"),
    ("structural", Strategies { structural: true, ..NO_STRATEGY }, "structure, and JSON inside other text"),
    ("manual", Strategies { manual: true, ..NO_STRATEGY }, "rules for a tool"),
];

pub const NO_STRATEGY: Strategies = Strategies { ast: false, regex: false, structural: false, manual: false };

/// The names of strategies: short, and as reports spell them.
pub fn strategy_names() -> impl Iterator<Item = &'static str> {
    let short = STRATEGIES.iter().map(|(name, ..)| *name);
    let long = [Strategy::PythonAst, Strategy::RegexQuotes, Strategy::Structural, Strategy::ManualRepair];
    // Valid text needs no permission, so listing it is not wrong.
    let long = long.into_iter().chain([Strategy::Direct]).map(Strategy::name);
    short.chain(long.filter(|long| STRATEGIES.iter().all(|(short, ..)| short != long)))
}

/// The switch of this name.
pub fn strategy(name: &str) -> Option<Strategies> {
    let short = match name {
        "python_ast" => "ast",
        "regex_quotes" => "regex",
        "manual_repair" => "manual",
        "direct" => return Some(NO_STRATEGY),
        short => short,
    };
    STRATEGIES.iter().find(|(name, ..)| *name == short).map(|(_, strategies, _)| *strategies)
}

/// What either allows.
pub fn with(one: Strategies, other: Strategies) -> Strategies {
    Strategies {
        ast: one.ast | other.ast,
        regex: one.regex | other.regex,
        structural: one.structural | other.structural,
        manual: one.manual | other.manual,
    }
}

/// The name of a value in its vocabulary.
pub fn name<T: Copy + PartialEq>(table: Table<T>, value: T) -> &'static str {
    table.iter().find(|(_, one, _)| *one == value).map_or("", |(name, ..)| name)
}

/// The value of this name, or the names that there are.
pub(crate) fn value<T: Copy>(table: Table<T>, word: &str) -> Result<T, String> {
    let row = table.iter().find(|(name, ..)| *name == word);
    row.map(|(_, value, _)| *value).ok_or_else(|| one_of(table.iter().map(|(name, ..)| *name)))
}

fn one_of<'n>(names: impl Iterator<Item = &'n str>) -> String {
    format!("one of {}", names.collect::<Vec<_>>().join(", "))
}

/// The names of the options that `set` knows.
pub(crate) const OPTIONS: [&str; 8] =
    ["max-risk", "min-confidence", "truncated", "select", "from", "nan", "strategies", "max-depth"];

/// Sets one option by its name; the error says what the option takes, or which ones there are.
pub(crate) fn set(options: &mut Options, name: &str, word: &str) -> Result<(), String> {
    let takes = |what: String| format!("{name} is {what}, not {word:?}");
    match name {
        "max-risk" => options.max_risk = value(RISKS, word).map_err(takes)?,
        "min-confidence" => {
            options.min_confidence =
                word.parse::<Confidence>().map_err(|spelling| takes(spelling.to_owned()))?;
        }
        "truncated" => options.truncated = value(TRUNCATED, word).map_err(takes)?,
        "select" => options.select = value(SELECT, word).map_err(takes)?,
        "nan" => options.nan = value(NAN, word).map_err(takes)?,
        "from" => options.from = source(word).map_err(takes)?,
        "max-depth" => {
            let depth = word.parse().ok().filter(|depth| *depth > 0);
            options.max_depth = depth.ok_or_else(|| takes("a number of levels, at least 1".to_owned()))?;
        }
        "strategies" => {
            options.strategies = word.split(',').map(str::trim).try_fold(NO_STRATEGY, |sum, word| {
                let one = strategy(word).ok_or_else(|| takes(one_of(strategy_names())))?;
                Ok::<_, String>(with(sum, one))
            })?;
        }
        _ => return Err(format!("there is no option {name:?}: {}", one_of(OPTIONS.into_iter()))),
    }
    Ok(())
}

/// The notation of this name.
pub fn source(word: &str) -> Result<Source, String> {
    match word {
        "auto" => Ok(Source::Auto),
        "json" => Ok(Source::Json),
        word => notation(word).map(Source::Notation).ok_or_else(|| {
            one_of(["auto", "json"].into_iter().chain(super::NOTATIONS.iter().map(|notation| notation.name)))
        }),
    }
}

// Numbers that JSON does not have.

/// What becomes of NaN and Infinity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nan {
    /// Null, which is a loss.
    Null,
    /// A string with the word.
    Text,
    /// The record is refused.
    Error,
}

/// The same record with the words of the input as strings where there is null for them.
#[cold]
pub(super) fn with_words<'a>(input: &[u8], repaired: Repaired<'a>) -> Repaired<'a> {
    let Ok(text) = std::str::from_utf8(input) else { return repaired };
    // Where the output grows, and by how much.
    let (mut shift, mut growth) = (0, Vec::new());
    let mut words = Vec::new();
    for fix in &repaired.fixes {
        let Some(old) = &fix.replacement else { continue };
        let start = fix.start.wrapping_add_signed(shift);
        shift += old.len() as isize - (fix.end - fix.start) as isize;
        if fix.code == Code::NonFinite && old == "null" {
            let word = quoted(&text[fix.start..fix.end]);
            let before = growth.last().map_or(0, |(_, by)| *by);
            growth.push((start, before + word.len() - old.len()));
            words.push((fix.start, word));
        }
    }
    if words.is_empty() {
        return repaired;
    }
    let moved = |at: usize| {
        let before = growth.partition_point(|(start, _)| *start < at);
        at + before.checked_sub(1).map_or(0, |last| growth[last].1)
    };
    let documents: Documents =
        repaired.documents.iter().map(|place| moved(place.start)..moved(place.end)).collect();
    let mut words = words.into_iter().peekable();
    let fixes = repaired.fixes.changed(|fix| {
        if fix.code == Code::NonFinite
            && let Some((_, word)) = words.next_if(|(start, _)| *start == fix.start)
        {
            fix.replacement = Some(word.into());
        }
        true
    });
    Repaired { text: apply(text, &fixes).into(), documents, fixes, ..repaired }
}
