//! A configuration file: TOML → what it says, with the line of every setting. What is not known, not of the right type
//! or not allowed where it stands is a fault with its line and column.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;

use clap::ValueEnum;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::super::options::PreviewChoice;
use super::keys::{About, KEYS, Key, Place, TABLES, named};
use crate::core::calls::FORMATS;
use crate::core::confidence::Confidence;
use crate::core::json::{Position, position};
use crate::core::repair::{Risk, Strategies, Truncated, words};
use crate::core::suggest;

/// What other programs call a table of ours.
const OTHER_NAMES: [(&str, &str); 2] = [("provider_overrides", "providers"), ("tool_overrides", "tools")];

/// A setting and the line it stands on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Said<T> {
    pub(crate) value: T,
    pub(crate) line: usize,
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

/// What is said at the top of the file, about a provider or about a tool.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Section {
    /// Names that models write, each with the name that the tool knows.
    pub(crate) aliases: Option<Said<Vec<(String, String)>>>,
    pub(crate) call_format: Option<Said<&'static str>>,
    pub(crate) enabled: Option<Said<bool>>,
    pub(crate) fail_on_failure: Option<Said<bool>>,
    pub(crate) json_keys: Option<Said<Vec<String>>>,
    pub(crate) log: Option<Said<Logs>>,
    pub(crate) preview: Option<Said<PreviewChoice>>,
    pub(crate) max_risk: Option<Said<Risk>>,
    pub(crate) min_confidence: Option<Said<Confidence>>,
    pub(crate) raw_keys: Option<Said<Vec<String>>>,
    /// As it was written; a relative path begins at the file's own directory.
    pub(crate) schema: Option<Said<PathBuf>>,
    pub(crate) strategies: Option<Said<Strategies>>,
    pub(crate) truncated: Option<Said<Truncated>>,
}

/// A whole file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct File {
    pub(crate) top: Section,
    pub(crate) providers: BTreeMap<String, Section>,
    pub(crate) tools: BTreeMap<String, Section>,
}

/// What is wrong with a file, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) at: Position,
    pub(crate) message: String,
}

/// Reads a file; all its faults, in the order of the text, where it has any.
pub(crate) fn read(text: &str) -> Result<File, Vec<Fault>> {
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
    fn file(&mut self, root: &DeTable<'_>) -> File {
        let mut file = File::default();
        for (key, value) in root {
            match key.get_ref().as_ref() {
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
            match value.get_ref() {
                DeValue::Table(settings) => {
                    for (key, value) in settings {
                        self.setting(key.get_ref(), key.span(), value, place, &mut section);
                    }
                }
                // Most likely a key that belongs into a table of its own.
                _ => self
                    .fault(name.span(), format!("settings stand {}, and this is {}", place.name(), a(value))),
            }
            sections.insert(name.get_ref().to_string(), section);
        }
        sections
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
        let alias = OTHER_NAMES.iter().find(|(other, _)| *other == name).map(|(_, ours)| *ours);
        let like =
            alias.or_else(|| suggest::best(name, known)).map(|like| format!("; did you mean `{like}`?"));
        self.fault(span, format!("there is no key `{name}`{}", like.unwrap_or_default()));
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

    fn confidence(&mut self, about: &About, value: &Value<'_>) -> Option<Confidence> {
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

    fn string<'v>(&mut self, about: &About, value: &'v Value<'_>) -> Option<&'v str> {
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

    fn names(&mut self, about: &About, value: &Value<'_>) -> Option<Vec<String>> {
        let items = self.items(about, value)?;
        items.into_iter().map(|item| self.string(about, item).map(str::to_owned)).collect()
    }

    fn strategies(&mut self, about: &About, value: &Value<'_>) -> Option<Strategies> {
        let mut sum = words::NO_STRATEGY;
        for item in self.items(about, value)? {
            let known = words::strategy_names().map(|name| (name, words::strategy(name)));
            sum = words::with(sum, self.choice(about, item, known)??);
        }
        Some(sum)
    }

    fn aliases(&mut self, about: &About, value: &Value<'_>) -> Option<Vec<(String, String)>> {
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

/// A value's type for a sentence.
fn a(value: &Value<'_>) -> &'static str {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// (file, faults as `line:column: message`)
    const FAULTS: &[(&str, &[&str])] = &[
        ("enabeld = true", &["1:1: there is no key `enabeld`; did you mean `enabled`?"]),
        ("\n  max_risc = \"lossy\"", &["2:3: there is no key `max_risc`; did you mean `max_risk`?"]),
        ("colour = 1", &["1:1: there is no key `colour`"]),
        ("enabled = \"yes\"", &["1:11: `enabled` is true or false, and this is a string"]),
        (
            "log_normalizations = 1",
            &["1:22: `log_normalizations` is true, false or \"texts\", and this is a number"],
        ),
        (
            "max_risk = \"sintax\"",
            &[
                "1:12: `max_risk` is \"syntax\", \"inferred\" or \"lossy\", not `sintax`; did you mean `syntax`?",
            ],
        ),
        ("max_risk = \"x\"", &["1:12: `max_risk` is \"syntax\", \"inferred\" or \"lossy\", not `x`"]),
        (
            "min_confidence = 0.955",
            &[
                "1:18: `min_confidence` is a number from 0 to 1 with at most two digits after the point, not 0.955",
            ],
        ),
        (
            "min_confidence = \"high\"",
            &[
                "1:18: `min_confidence` is a number from 0 to 1 with at most two digits after the point, and this is a \
                 string",
            ],
        ),
        ("truncated = false", &["1:13: `truncated` is \"close\" or \"refuse\", and this is true or false"]),
        ("truncated = \"\"", &["1:13: `truncated` is \"close\" or \"refuse\", and this is an empty string"]),
        ("strategies = []", &["1:1: `strategies` stands in [providers.NAME], not at the top of the file"]),
        (
            "[tools.a]\nstrategies = []",
            &["2:1: `strategies` stands in [providers.NAME], not in [tools.NAME]"],
        ),
        (
            "[providers.a]\ntruncated = \"close\"",
            &["2:1: `truncated` stands at the top of the file or in [tools.NAME], not in [providers.NAME]"],
        ),
        (
            "[providers.a]\nstrategies = [\"ast\", \"regexp\"]",
            &[
                "2:22: `strategies` is a list of \"ast\", \"regex\", \"structural\" and \"manual\", not `regexp`; \
               did you mean `regex`?",
            ],
        ),
        (
            "[providers.a]\nstrategies = \"ast\"",
            &[
                "2:14: `strategies` is a list of \"ast\", \"regex\", \"structural\" and \"manual\", and this is a string",
            ],
        ),
        (
            "[providers.a]\ncall_format = \"hermis\"",
            &["2:15: `call_format` is the name of a call format, not `hermis`; did you mean `hermes`?"],
        ),
        (
            "[provider_overrides.a]\nenabled = true",
            &["1:2: there is no key `provider_overrides`; did you mean `providers`?"],
        ),
        ("[provider.a]\nenabled = true", &["1:2: there is no key `provider`; did you mean `providers`?"]),
        (
            "[providers]\nenabled = true",
            &["2:1: settings stand in [providers.NAME], and this is true or false"],
        ),
        ("providers = 1", &["1:13: settings stand in [providers.NAME], and this is a number"]),
        ("[tools.\"\"]", &["1:8: a name has at least one character"]),
        ("[tools.a]\nraw_keys = [\"a\", 1]", &["2:18: `raw_keys` is a list of names, and this is a number"]),
        ("[tools.a]\nschema = []", &["2:10: `schema` is the path of a file, and this is a list"]),
        (
            "[tools.a]\naliases = [\"a\"]",
            &["2:11: `aliases` is a table of names, as in { command = \"cmd\" }, and this is a list"],
        ),
        ("[tools.a]\naliases = { a = \"a\" }", &["2:13: `a` cannot be an alias of itself"]),
        (
            "[tools.a]\naliases = { a = \"b\", b = \"c\" }",
            &["2:11: `a` stands for `b`, which is an alias itself"],
        ),
        (
            "x = 1\nmax_risk = 2\n[tools.\"é\"]\ny = 3",
            &[
                "1:1: there is no key `x`",
                "2:12: `max_risk` is \"syntax\", \"inferred\" or \"lossy\", and this is a number",
                "4:1: there is no key `y`",
            ],
        ),
    ];

    fn faults(text: &str) -> Vec<String> {
        let faults = read(text).err().unwrap_or_default();
        let line = |Fault { at, message }: &Fault| format!("{}:{}: {message}", at.line, at.column);
        faults.iter().map(line).collect()
    }

    #[test]
    fn every_fault_has_its_place_and_the_nearest_name() {
        for (text, expected) in FAULTS {
            assert_eq!(faults(text), *expected, "{text}");
        }
    }

    #[test]
    fn what_is_no_toml_is_refused_at_its_place() {
        for (text, place) in [
            ("enabled = ", "1:"),
            ("a = 1\n= 2", "2:1"),
            ("[tools", "1:"),
            ("max_risk = \"lossy\"\nmax_risk = \"lossy\"", "2:1"),
        ] {
            let faults = faults(text);
            assert!(
                faults[0].starts_with(place) && faults[0].contains("this is not TOML"),
                "{text}: {faults:?}"
            );
        }
    }

    #[test]
    fn every_key_can_be_said_wherever_it_may_stand() {
        for About { name, places, key, .. } in KEYS {
            let value = match key {
                Key::Enabled | Key::LogNormalizations | Key::FailOnNormalizationFailure => "false",
                Key::Preview => "\"profile\"",
                Key::MaxRisk => "\"syntax\"",
                Key::MinConfidence => "0.9",
                Key::Truncated => "\"refuse\"",
                Key::Strategies => "[\"ast\", \"manual_repair\"]",
                Key::CallFormat => "\"auto\"",
                Key::Aliases => "{ a = \"b\" }",
                Key::RawKeys | Key::JsonKeys => "[\"a\"]",
                Key::Schema => "\"x.json\"",
            };
            for place in *places {
                let head = match place {
                    Place::Top => "",
                    Place::Provider => "[providers.x]\n",
                    Place::Tool => "[tools.x]\n",
                };
                let file = read(&format!("{head}{name} = {value}")).expect(name);
                assert_ne!(file, read(head).expect("valid"), "{name} is read and kept");
            }
        }
    }

    #[test]
    fn settings_know_their_lines() {
        let file = read("# a\nmax_risk = \"syntax\"\n\n[tools.\"a b\".aliases]\nx = \"y\"\n").expect("valid");
        assert_eq!(file.top.max_risk, Some(Said { value: Risk::Syntax, line: 2 }));
        let aliases = file.tools["a b"].aliases.as_ref().expect("aliases");
        assert_eq!((aliases.line, aliases.value.as_slice()), (4, &[("x".to_owned(), "y".to_owned())][..]));
    }
}
