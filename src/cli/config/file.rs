//! A configuration file: TOML → what it says, with the line of every setting. What is not known, not of the right type
//! or not allowed where it stands is a fault with its line and column.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;

use clap::ValueEnum;
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::super::options::PreviewChoice;
use super::keys::{About, KEYS, Key, Place, TABLES, named};
use crate::core::calls::FORMATS;
use crate::core::json::suggest;
use crate::core::json::{Position, position};
use crate::core::repair::confidence::Confidence;
use crate::core::repair::engine::{Risk, Strategies, Truncated, words};

/// Tables of other programs of this kind, and what takes their place here.
const OTHER_NAMES: [(&str, &str); 3] = [
    ("provider_overrides", "did you mean `providers`?"),
    ("tool_overrides", "did you mean `tools`?"),
    ("argument_normalization", "its keys stand at the top of this file, without a table"),
];

/// A setting and the line it stands on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said<T> {
    pub value: T,
    pub line: usize,
}

/// What is logged of calls that were not valid as they were.
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

/// Lists of patterns, by their keys.
pub(crate) type Globs = Vec<(Key, Said<Vec<String>>)>;

/// What is said at the top of the file, about a provider or about a tool.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Section {
    /// Names that models write, each with the name that the tool knows.
    pub aliases: Option<Said<Vec<(String, String)>>>,
    pub(crate) call_format: Option<Said<&'static str>>,
    pub(crate) enabled: Option<Said<bool>>,
    pub(crate) fail_on_failure: Option<Said<bool>>,
    pub(crate) json_keys: Option<Said<Vec<String>>>,
    pub(crate) log: Option<Said<Logs>>,
    pub(crate) preview: Option<Said<PreviewChoice>>,
    pub max_risk: Option<Said<Risk>>,
    pub(crate) min_confidence: Option<Said<Confidence>>,
    pub(crate) raw_keys: Option<Said<Vec<String>>>,
    /// As it was written; a relative path begins at the file's own directory.
    pub(crate) schema: Option<Said<PathBuf>>,
    pub(crate) strategies: Option<Said<Strategies>>,
    pub(crate) truncated: Option<Said<Truncated>>,
    /// The lists of patterns in `[check]`, by their keys.
    pub(crate) globs: Globs,
}

/// A whole file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct File {
    pub top: Section,
    pub(crate) check: Section,
    pub(crate) providers: BTreeMap<String, Section>,
    pub tools: BTreeMap<String, Section>,
}

/// What is wrong with a file, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub at: Position,
    pub message: String,
}

/// Reads a file; all its faults, in the order of the text, where it has any.
pub fn read(text: &str) -> Result<File, Vec<Fault>> {
    let mut reader = Reader { text, faults: Vec::new() };
    let (root, errors) = DeTable::parse_recoverable(text);
    for error in errors {
        reader.fault(error.span().unwrap_or_default(), format!("this is not TOML: {}", error.message()));
    }
    if reader.faults.is_empty() {
        let file = reader.file(root.get_ref());
        if reader.faults.is_empty() {
            return Ok(file);
        }
    }
    let mut faults = reader.faults;
    faults.sort_by_key(|fault| (fault.at.line, fault.at.column));
    Err(faults)
}

type Value<'t> = Spanned<DeValue<'t>>;

struct Reader<'t> {
    text: &'t str,
    faults: Vec<Fault>,
}

impl Reader<'_> {
    pub fn file(&mut self, root: &DeTable<'_>) -> File {
        let mut file = File::default();
        for (key, value) in root {
            match key.get_ref().as_ref() {
                "check" => self.section(key.span(), value, Place::Check, &mut file.check),
                "providers" => file.providers = self.sections(value, Place::Provider),
                "tools" => file.tools = self.sections(value, Place::Tool),
                name => self.setting(name, key.span(), value, Place::Top, &mut file.top),
            }
        }
        file
    }

    /// The tables in `providers` or `tools`.
    fn sections(&mut self, value: &Value<'_>, place: Place) -> BTreeMap<String, Section> {
        let mut sections = BTreeMap::new();
        let DeValue::Table(table) = value.get_ref() else {
            self.fault(value.span(), format!("settings stand {}, and this is {}", place.name(), a(value)));
            return sections;
        };
        for (name, value) in table {
            let mut section = Section::default();
            if name.get_ref().is_empty() {
                self.fault(name.span(), "a name has at least one character".to_owned());
            }
            self.section(name.span(), value, place, &mut section);
            sections.insert(name.get_ref().to_string(), section);
        }
        sections
    }

    /// Reads the settings of one table, whose name stands at `name`.
    fn section(&mut self, name: Range<usize>, value: &Value<'_>, place: Place, into: &mut Section) {
        match value.get_ref() {
            DeValue::Table(settings) => {
                for (key, value) in settings {
                    self.setting(key.get_ref(), key.span(), value, place, into);
                }
            }
            // Most likely a key that belongs into a table of its own.
            _ => self.fault(name, format!("settings stand {}, and this is {}", place.name(), a(value))),
        }
    }

    fn setting(
        &mut self,
        name: &str,
        span: Range<usize>,
        value: &Value<'_>,
        place: Place,
        into: &mut Section,
    ) {
        let Some(about) = named(name) else { return self.unknown(name, span, place) };
        if !about.places.contains(&place) {
            let places: Vec<_> = about.places.iter().map(|place| place.name()).collect();
            let message = format!("`{name}` stands {}, not {}", places.join(" or "), place.name());
            return self.fault(span, message);
        }
        let line = position(self.text.as_bytes(), span.start).line;
        let of = |value| Some(Said { value, line });
        match about.key {
            Key::Enabled => into.enabled = self.boolean(about, value).and_then(of),
            Key::LogNormalizations => into.log = self.logs(about, value).map(|value| Said { value, line }),
            Key::Preview => {
                let known = PreviewChoice::value_variants().iter().map(|choice| (choice.name(), *choice));
                into.preview = self.choice(about, value, known).map(|value| Said { value, line });
            }
            Key::FailOnNormalizationFailure => into.fail_on_failure = self.boolean(about, value).and_then(of),
            Key::MaxRisk => {
                let known = words::RISKS.iter().map(|(name, value, _)| (*name, *value));
                into.max_risk = self.choice(about, value, known).map(|value| Said { value, line });
            }
            Key::MinConfidence => {
                into.min_confidence = self.confidence(about, value).map(|value| Said { value, line });
            }
            Key::Truncated => {
                let known = words::TRUNCATED.iter().map(|(name, value, _)| (*name, *value));
                into.truncated = self.choice(about, value, known).map(|value| Said { value, line });
            }
            Key::CallFormat => {
                let known = FORMATS.iter().map(|format| format.id).chain(["auto"]).map(|id| (id, id));
                into.call_format = self.choice(about, value, known).map(|value| Said { value, line });
            }
            Key::Strategies => {
                into.strategies = self.strategies(about, value).map(|value| Said { value, line });
            }
            Key::Aliases => into.aliases = self.aliases(about, value).map(|value| Said { value, line }),
            Key::RawKeys => into.raw_keys = self.names(about, value).map(|value| Said { value, line }),
            Key::JsonKeys => into.json_keys = self.names(about, value).map(|value| Said { value, line }),
            Key::Schema => {
                let path = self.string(about, value).map(PathBuf::from);
                into.schema = path.map(|value| Said { value, line });
            }
            Key::Ignore | Key::Json | Key::Json5 | Key::Jsonc => {
                let globs = self.globs(about, value).map(|value| (about.key, Said { value, line }));
                into.globs.extend(globs);
            }
        }
    }

    fn unknown(&mut self, name: &str, span: Range<usize>, place: Place) {
        let mut known: Vec<_> = KEYS.iter().map(|about| about.name).collect();
        if place == Place::Top {
            known.extend(TABLES);
        }
        // A key that may stand here first.
        known.sort_by_key(|name| (!named(name).is_none_or(|about| about.places.contains(&place)), *name));
        // Names that other programs of this kind have.
        let other = OTHER_NAMES.iter().find(|(other, _)| name.eq_ignore_ascii_case(other));
        let advice = other.map(|(_, advice)| (*advice).to_owned());
        let advice =
            advice.or_else(|| suggest::best(name, known).map(|like| format!("did you mean `{like}`?")));
        let advice = advice.map(|advice| format!("; {advice}"));
        self.fault(span, format!("there is no key `{name}`{}", advice.unwrap_or_default()));
    }

    fn boolean(&mut self, about: &About, value: &Value<'_>) -> Option<bool> {
        match value.get_ref() {
            DeValue::Boolean(is) => Some(*is),
            _ => self.wrong(about, value),
        }
    }

    fn logs(&mut self, about: &About, value: &Value<'_>) -> Option<Logs> {
        match value.get_ref() {
            DeValue::Boolean(true) => Some(Logs::Changes),
            DeValue::Boolean(false) => Some(Logs::Nothing),
            DeValue::String(_) => self.choice(about, value, [("texts", Logs::Texts)].into_iter()),
            _ => self.wrong(about, value),
        }
    }

    pub fn confidence(&mut self, about: &About, value: &Value<'_>) -> Option<Confidence> {
        let spelled = match value.get_ref() {
            DeValue::Integer(number) => number.as_str(),
            DeValue::Float(number) => number.as_str(),
            _ => return self.wrong(about, value),
        };
        let found = spelled.parse().ok();
        if found.is_none() {
            self.fault(value.span(), format!("`{}` is {}, not {spelled}", about.name, about.kind));
        }
        found
    }

    pub fn string<'v>(&mut self, about: &About, value: &'v Value<'_>) -> Option<&'v str> {
        match value.get_ref() {
            DeValue::String(text) if !text.is_empty() => Some(text.as_ref()),
            _ => self.wrong(about, value),
        }
    }

    /// One of the words of a vocabulary.
    fn choice<T>(
        &mut self,
        about: &About,
        value: &Value<'_>,
        known: impl Iterator<Item = (&'static str, T)>,
    ) -> Option<T> {
        let wanted = self.string(about, value)?;
        let known: Vec<_> = known.collect();
        let like = suggest::best(wanted, known.iter().map(|(name, _)| *name));
        if let Some((_, found)) = known.into_iter().find(|(name, _)| *name == wanted) {
            return Some(found);
        }
        let like = like.map(|like| format!("; did you mean `{like}`?")).unwrap_or_default();
        self.fault(value.span(), format!("`{}` is {}, not `{wanted}`{like}", about.name, about.kind));
        None
    }

    fn items<'v, 't>(&mut self, about: &About, value: &'v Value<'t>) -> Option<Vec<&'v Value<'t>>> {
        match value.get_ref() {
            DeValue::Array(items) => Some(items.iter().collect()),
            _ => self.wrong(about, value),
        }
    }

    pub fn names(&mut self, about: &About, value: &Value<'_>) -> Option<Vec<String>> {
        let items = self.items(about, value)?;
        items.into_iter().map(|item| self.string(about, item).map(str::to_owned)).collect()
    }

    /// Reads a list of lines of a `.gitignore`.
    fn globs(&mut self, about: &About, value: &Value<'_>) -> Option<Vec<String>> {
        let lines = self.names(about, value)?;
        match globs(&lines) {
            Ok(_) => Some(lines),
            Err(error) => {
                self.fault(value.span(), format!("`{}` holds no pattern: {error}", about.name));
                None
            }
        }
    }

    pub fn strategies(&mut self, about: &About, value: &Value<'_>) -> Option<Strategies> {
        let mut sum = words::NO_STRATEGY;
        for item in self.items(about, value)? {
            let known = words::strategy_names().map(|name| (name, words::strategy(name)));
            sum = words::with(sum, self.choice(about, item, known)??);
        }
        Some(sum)
    }

    pub fn aliases(&mut self, about: &About, value: &Value<'_>) -> Option<Vec<(String, String)>> {
        let DeValue::Table(table) = value.get_ref() else { return self.wrong(about, value) };
        let mut aliases = Vec::new();
        for (alias, target) in table {
            let target = self.string(about, target)?;
            if alias.get_ref() == target {
                self.fault(alias.span(), format!("`{target}` cannot be an alias of itself"));
                return None;
            }
            aliases.push((alias.get_ref().to_string(), target.to_owned()));
        }
        let chained = aliases.iter().find(|(_, target)| aliases.iter().any(|(alias, _)| alias == target));
        if let Some((alias, target)) = chained {
            let message = format!("`{alias}` stands for `{target}`, which is an alias itself");
            self.fault(value.span(), message);
            return None;
        }
        Some(aliases)
    }

    fn wrong<T>(&mut self, about: &About, value: &Value<'_>) -> Option<T> {
        self.fault(value.span(), format!("`{}` is {}, and this is {}", about.name, about.kind, a(value)));
        None
    }

    fn fault(&mut self, span: Range<usize>, message: String) {
        self.faults.push(Fault { at: position(self.text.as_bytes(), span.start), message });
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

/// A value's type for a sentence.
pub fn a(value: &Value<'_>) -> &'static str {
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
