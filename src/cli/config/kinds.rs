//! The kinds of values that keys have: each is read from TOML, printed as TOML, and compared with a stricter one, in one
//! place.

use std::fmt::Write;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use toml::Spanned;
use toml::de::DeValue;

use super::super::options::PreviewChoice;
use super::keys::Found;
use crate::core::calls::FORMATS;
use crate::core::json::escape::push_escaped;
use crate::core::json::fault::Fault;
use crate::core::json::suggest;
use crate::core::repair::confidence::{Confidence, SPELLING};
use crate::core::repair::engine::{Risk, Strategies, Truncated, words};

/// Returns what is wrong with a file at `at`.
pub(super) fn fault(at: Range<usize>, message: String) -> Fault {
    Fault::new("config", message, at.start as u64)
}

pub(crate) type Value<'t> = Spanned<DeValue<'t>>;

/// Names that models write, each with the name that the tool knows.
pub type Aliases = Vec<(String, String)>;

/// Lines as in `.gitignore`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Globs(pub(super) Vec<String>);

/// Says how much is logged of calls that were not valid as they were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Logs {
    /// Nothing.
    #[default]
    Nothing,
    /// That they were changed, and how.
    Changes,
    /// Also their texts.
    Texts,
}

/// The part of a value that a file keeps that was found, not named, and the clause that tells of the rest. The clause is made
/// from the key and from the table.
pub(crate) type Withheld<T> = (Option<T>, fn(key: &str, table: &str) -> String);

/// A value of a key.
pub(crate) trait Setting: Clone + PartialEq + 'static {
    /// Says for messages what it is.
    const KIND: &'static str;

    /// Reads it; what is wrong is a fault.
    fn read(value: &Value<'_>, reading: &mut Reading<'_>) -> Option<Self>;

    /// Returns it as TOML.
    fn print(&self) -> String;

    /// Returns whether it lets more through.
    fn is_looser(&self, _than: &Self) -> bool {
        false
    }

    /// Returns what does not count of it in a file that was found in this folder.
    fn withheld(&self, _found: Found, _folder: &Path) -> Option<Withheld<Self>> {
        None
    }
}

/// Reads the value of one key.
pub(crate) struct Reading<'f> {
    pub(super) name: &'static str,
    pub(super) kind: &'static str,
    pub(super) faults: &'f mut Vec<Fault>,
}

impl Reading<'_> {
    fn fault<T>(&mut self, at: Range<usize>, message: String) -> Option<T> {
        self.faults.push(fault(at, message));
        None
    }

    /// Says that the value has another type.
    fn wrong<T>(&mut self, value: &Value<'_>) -> Option<T> {
        let message = format!("`{}` is {}, and this is {}", self.name, self.kind, a(value));
        self.fault(value.span(), message)
    }

    /// Says that the value is not one of those that there are.
    fn unknown<T>(&mut self, value: &Value<'_>, said: &str) -> Option<T> {
        let message = format!("`{}` is {}, not {said}", self.name, self.kind);
        self.fault(value.span(), message)
    }

    fn string<'v>(&mut self, value: &'v Value<'_>) -> Option<&'v str> {
        match value.get_ref() {
            DeValue::String(text) if !text.is_empty() => Some(text.as_ref()),
            _ => self.wrong(value),
        }
    }

    /// Reads one of the words of a vocabulary.
    fn choice<T>(&mut self, value: &Value<'_>, known: impl Iterator<Item = (&'static str, T)>) -> Option<T> {
        let wanted = self.string(value)?;
        let known: Vec<_> = known.collect();
        let like = suggest::best(wanted, known.iter().map(|(name, _)| *name));
        let like = like.map(|like| format!("; did you mean `{like}`?")).unwrap_or_default();
        let found = known.into_iter().find(|(name, _)| *name == wanted).map(|(_, found)| found);
        found.or_else(|| self.unknown(value, &format!("`{wanted}`{like}")))
    }

    fn word<T: Copy>(&mut self, value: &Value<'_>, table: words::Table<T>) -> Option<T> {
        self.choice(value, table.iter().map(|(name, value, _)| (*name, *value)))
    }

    fn items<'v, 't>(&mut self, value: &'v Value<'t>) -> Option<Vec<&'v Value<'t>>> {
        match value.get_ref() {
            DeValue::Array(items) => Some(items.iter().collect()),
            _ => self.wrong(value),
        }
    }
}

impl Setting for bool {
    const KIND: &'static str = "true or false";

    fn read(value: &Value<'_>, reading: &mut Reading<'_>) -> Option<Self> {
        match value.get_ref() {
            DeValue::Boolean(is) => Some(*is),
            _ => reading.wrong(value),
        }
    }

    fn print(&self) -> String {
        self.to_string()
    }

    /// `false` switches off.
    fn is_looser(&self, than: &Self) -> bool {
        !self && *than
    }

    fn withheld(&self, found: Found, _: &Path) -> Option<Withheld<Self>> {
        let does_not_count = found == Found::Ignored && !self;
        does_not_count.then_some((None, |key, _| format!("`{key} = false` does not count")))
    }
}

impl Setting for Logs {
    const KIND: &'static str = "true, false or \"texts\"";

    fn read(value: &Value<'_>, reading: &mut Reading<'_>) -> Option<Self> {
        match value.get_ref() {
            DeValue::Boolean(true) => Some(Self::Changes),
            DeValue::Boolean(false) => Some(Self::Nothing),
            DeValue::String(_) => reading.choice(value, [("texts", Self::Texts)].into_iter()),
            _ => reading.wrong(value),
        }
    }

    fn print(&self) -> String {
        match self {
            Self::Nothing => "false".to_owned(),
            Self::Changes => "true".to_owned(),
            Self::Texts => quoted("texts"),
        }
    }

    fn withheld(&self, _: Found, _: &Path) -> Option<Withheld<Self>> {
        (*self == Self::Texts).then_some((Some(Self::Changes), |key, _| format!("`{key}` logs no texts")))
    }
}

impl Setting for PreviewChoice {
    const KIND: &'static str = "\"metadata\", \"rows\" or \"profile\"";

    fn read(value: &Value<'_>, reading: &mut Reading<'_>) -> Option<Self> {
        reading.choice(value, Self::value_variants().iter().map(|choice| (choice.name(), *choice)))
    }

    fn print(&self) -> String {
        quoted(self.name())
    }
}

impl Setting for Risk {
    const KIND: &'static str = "\"syntax\", \"inferred\" or \"lossy\"";

    fn read(value: &Value<'_>, reading: &mut Reading<'_>) -> Option<Self> {
        reading.word(value, words::RISKS)
    }

    fn print(&self) -> String {
        quoted(self.name())
    }

    fn is_looser(&self, than: &Self) -> bool {
        self > than
    }
}

impl Setting for Confidence {
    const KIND: &'static str = SPELLING;

    fn read(value: &Value<'_>, reading: &mut Reading<'_>) -> Option<Self> {
        let spelled = match value.get_ref() {
            DeValue::Integer(number) => number.as_str(),
            DeValue::Float(number) => number.as_str(),
            _ => return reading.wrong(value),
        };
        spelled.parse().ok().or_else(|| reading.unknown(value, spelled))
    }

    fn print(&self) -> String {
        self.to_string()
    }

    fn is_looser(&self, than: &Self) -> bool {
        self < than
    }
}

impl Setting for Truncated {
    const KIND: &'static str = "\"close\" or \"refuse\"";

    fn read(value: &Value<'_>, reading: &mut Reading<'_>) -> Option<Self> {
        reading.word(value, words::TRUNCATED)
    }

    fn print(&self) -> String {
        quoted(words::name(words::TRUNCATED, *self))
    }

    fn is_looser(&self, than: &Self) -> bool {
        (*self, *than) == (Self::Close, Self::Refuse)
    }
}

impl Setting for Strategies {
    const KIND: &'static str = "a list of \"ast\", \"regex\", \"structural\" and \"manual\"";

    fn read(value: &Value<'_>, reading: &mut Reading<'_>) -> Option<Self> {
        let mut sum = words::NO_STRATEGY;
        for item in reading.items(value)? {
            let known = words::strategy_names().map(|name| (name, words::strategy(name)));
            sum = words::with(sum, reading.choice(item, known)??);
        }
        Some(sum)
    }

    fn print(&self) -> String {
        let allowed = words::STRATEGIES.iter().filter(|(_, one, _)| words::with(*self, *one) == *self);
        list(allowed.map(|(name, ..)| *name))
    }
}

/// The name of a format of calls.
impl Setting for &'static str {
    const KIND: &'static str = "the name of a call format";

    fn read(value: &Value<'_>, reading: &mut Reading<'_>) -> Option<Self> {
        reading.choice(value, FORMATS.iter().map(|format| format.id).chain(["auto"]).map(|id| (id, id)))
    }

    fn print(&self) -> String {
        quoted(self)
    }
}

impl Setting for Aliases {
    const KIND: &'static str = "a table of names, as in { command = \"cmd\" }";

    fn read(value: &Value<'_>, reading: &mut Reading<'_>) -> Option<Self> {
        let DeValue::Table(table) = value.get_ref() else { return reading.wrong(value) };
        let mut aliases = Self::new();
        for (alias, target) in table {
            let target = reading.string(target)?;
            if alias.get_ref() == target {
                return reading.fault(alias.span(), format!("`{target}` cannot be an alias of itself"));
            }
            aliases.push((alias.get_ref().to_string(), target.to_owned()));
        }
        let chained = aliases.iter().find(|(_, target)| aliases.iter().any(|(alias, _)| alias == target));
        if let Some((alias, target)) = chained {
            let message = format!("`{alias}` stands for `{target}`, which is an alias itself");
            return reading.fault(value.span(), message);
        }
        Some(aliases)
    }

    fn print(&self) -> String {
        let pairs = self.iter().map(|(alias, target)| format!("{} = {}", quoted(alias), quoted(target)));
        format!("{{ {} }}", pairs.collect::<Vec<_>>().join(", "))
    }
}

impl Setting for Vec<String> {
    const KIND: &'static str = "a list of names";

    fn read(value: &Value<'_>, reading: &mut Reading<'_>) -> Option<Self> {
        let items = reading.items(value)?;
        items.into_iter().map(|item| reading.string(item).map(str::to_owned)).collect()
    }

    fn print(&self) -> String {
        list(self.iter().map(String::as_str))
    }
}

/// A path as it was written; one that is relative begins at the file's own directory.
impl Setting for PathBuf {
    const KIND: &'static str = "the path of a file";

    fn read(value: &Value<'_>, reading: &mut Reading<'_>) -> Option<Self> {
        reading.string(value).map(Self::from)
    }

    fn print(&self) -> String {
        quoted(&self.to_string_lossy())
    }

    fn withheld(&self, _: Found, folder: &Path) -> Option<Withheld<Self>> {
        let clause = |key: &str, table: &str| {
            format!("the `{key}` of `{table}` is outside of its folder and not read")
        };
        (!is_below(folder, self)).then_some((None, clause))
    }
}

impl Setting for Globs {
    const KIND: &'static str = "a list of lines as in .gitignore";

    fn read(value: &Value<'_>, reading: &mut Reading<'_>) -> Option<Self> {
        let globs = Self(Vec::read(value, reading)?);
        let error = globs.build().err();
        let name = reading.name;
        match error {
            Some(error) => reading.fault(value.span(), format!("`{name}` holds no pattern: {error}")),
            None => Some(globs),
        }
    }

    fn print(&self) -> String {
        self.0.print()
    }
}

impl Globs {
    /// Builds what the lines match, or says which of them is no pattern, and why.
    pub(crate) fn build(&self) -> Result<Gitignore, String> {
        globs(&self.0)
    }
}

/// Builds what lines of a `.gitignore` match, or says which of them is no pattern, and why.
pub(crate) fn globs(lines: &[String]) -> Result<Gitignore, String> {
    let mut globs = GitignoreBuilder::new("");
    for line in lines {
        globs.add_line(None, line).map_err(|error| format!("{line}: {error}"))?;
    }
    globs.build().map_err(|error| error.to_string())
}

/// Returns whether a file lies in a folder or below, wherever links lead. One that is not there does, by its name.
fn is_below(folder: &Path, path: &Path) -> bool {
    let goes_down = path.is_relative() && path.components().all(|part| part.as_os_str() != "..");
    let real = |path: &Path| fs::canonicalize(path).ok();
    let (Some(file), Some(folder)) = (real(&folder.join(path)), real(folder)) else { return goes_down };
    goes_down && file.starts_with(folder)
}

/// Names a value's type for a sentence.
pub(super) fn a(value: &Value<'_>) -> &'static str {
    match value.get_ref() {
        DeValue::String(text) if text.is_empty() => "an empty string",
        DeValue::String(_) => "a string",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date or time",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

/// A basic string of TOML: JSON's escapes are TOML's, and what could steer a terminal is escaped too.
pub(super) fn quoted(text: &str) -> String {
    let mut raw = String::new();
    push_escaped(&mut raw, text);
    let mut out = String::from("\"");
    for c in raw.chars() {
        if crate::core::json::shown::is_unsafe(c) {
            let _ = write!(out, "\\U{:08X}", u32::from(c));
        } else {
            out.push(c);
        }
    }
    out.push('"');
    out
}

fn list<'n>(items: impl Iterator<Item = &'n str>) -> String {
    format!("[{}]", items.map(quoted).collect::<Vec<_>>().join(", "))
}
