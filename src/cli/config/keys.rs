//! The one table of configuration keys. The reader, `jmend config`, `jmend config suggest`, the messages and the
//! reference walk it; the other place of a key is where a command asks for its value: `KEYS.max_risk.in_force(…)`.

use std::path::{Path, PathBuf};

use super::super::options::{PreviewChoice, RepairArgs};
use super::kinds::{Aliases, Globs, Logs, Reading, Setting, Value};
use crate::core::json::fault::Fault;
use crate::core::repair::confidence::Confidence;
use crate::core::repair::engine::{Risk, Strategies, Truncated};

use Place::{Check, Provider, Tool, Top};

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
    /// Lists the places in the order of the reference.
    pub const ALL: [Self; 4] = [Top, Provider, Tool, Check];

    /// Names it for messages.
    pub fn name(self) -> &'static str {
        match self {
            Top => "at the top of the file",
            Provider => "in [providers.NAME]",
            Tool => "in [tools.NAME]",
            Check => "in [check]",
        }
    }

    /// Returns the table at the top of the file that holds it.
    pub(super) fn table(self) -> Option<&'static str> {
        match self {
            Top => None,
            Provider => Some("providers"),
            Tool => Some("tools"),
            Check => Some("check"),
        }
    }
}

/// Says what becomes of a key in a file that was found, not named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// It holds: it lets nothing through.
    Holds,
    /// A value of it that lets through what flags ask to be refused yields to them. `Setting` says which is looser.
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

#[cfg_attr(not(feature = "internal"), allow(dead_code, reason = "the reference is made from it"))]
impl Found {
    /// Says it for the reference.
    pub fn words(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Yields => "may only tighten",
            Self::Ignored => "`false` does not count",
            Self::WithoutTexts => "`\"texts\"` counts as `true`",
            Self::Below => "only in the folder of the file or below",
            Self::Inferred => "counts as `inferred`",
            Self::Counted => "holds, and the last line counts",
        }
    }
}

/// Describes a key for people, as the table has it.
#[derive(Clone, Copy, Debug)]
pub struct About {
    pub name: &'static str,
    pub places: &'static [Place],
    /// Says for the reference what its value is, and what it does.
    #[cfg_attr(not(feature = "internal"), allow(dead_code, reason = "the reference is made from it"))]
    pub meaning: &'static str,
    /// Says for the reference what holds without it.
    #[cfg_attr(not(feature = "internal"), allow(dead_code, reason = "the reference is made from it"))]
    pub default: &'static str,
    /// Says what becomes of it in a file that was found, not named.
    pub found: Found,
}

/// A setting and the line it stands on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said<T> {
    pub value: T,
    pub line: usize,
}

/// Says where a setting comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// There is no setting.
    Default,
    /// This line of the file.
    Line(Place, usize),
    /// This flag.
    Flag(&'static str),
}

/// A setting that is in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct InForce<T> {
    pub(super) key: &'static str,
    pub(super) value: T,
    pub(super) origin: Origin,
    /// The line of a setting that yields to what the flags ask for.
    pub(super) yielded: Option<usize>,
}

/// Holds the requests of a command's own flags, beside those of a repair.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Asks {
    /// A flag that asks for something to be refused or found.
    pub(crate) gate: Option<&'static str>,
    /// The riskiest change accepted where neither a flag nor a file says, and the flag that asks for that.
    pub(crate) ceiling: Option<(Risk, &'static str)>,
}

/// All that decides what is in force: the flags, the sections of the file, and the defaults of the command.
#[derive(Clone, Copy)]
pub(super) struct Scope<'p> {
    pub(super) args: &'p RepairArgs,
    pub(super) asks: Asks,
    /// Says what becomes of cut-off input by default.
    pub(super) cut_off: Truncated,
    /// The file was found, not named.
    pub(super) is_found: bool,
    pub(super) tool: Option<&'p Section>,
    pub(super) provider: Option<&'p Section>,
    pub(super) top: Option<&'p Section>,
}

/// Names something in reports that a setting would have changed.
pub(crate) enum Shown {
    /// These strategies are needed.
    Needed(Strategies),
    /// Models write these names for others.
    Renamed(Aliases),
    /// The strings at these keys hold JSON or Python.
    Structures(Vec<String>),
}

/// Returns what holds where nothing says, and the flag that wants it.
type Fallback<T> = fn(&Scope<'_>) -> (T, Option<&'static str>);

/// A row of the table.
pub(super) struct Rule<T> {
    about: About,
    default: Fallback<T>,
    /// Returns whether the flags ask for the default, so that a looser value of a found file yields.
    asked: fn(&Scope<'_>) -> bool,
    /// The flag that beats the file.
    flag: &'static str,
    /// Returns the value of the flag.
    given: fn(&RepairArgs) -> Option<T>,
    /// Returns the value that reports suggest.
    suggested: fn(&Shown) -> Option<T>,
}

impl<T: Setting> Rule<T> {
    const fn of(
        places: &'static [Place],
        found: Found,
        meaning: &'static str,
        shown_default: &'static str,
        default: Fallback<T>,
    ) -> Self {
        let about = About { name: "", places, meaning, default: shown_default, found };
        Self { about, default, asked: |_| false, flag: "", given: |_| None, suggested: |_| None }
    }

    const fn asked(self, asked: fn(&Scope<'_>) -> bool) -> Self {
        Self { asked, ..self }
    }

    const fn flag(self, flag: &'static str, given: fn(&RepairArgs) -> Option<T>) -> Self {
        Self { flag, given, ..self }
    }

    const fn suggested(self, suggested: fn(&Shown) -> Option<T>) -> Self {
        Self { suggested, ..self }
    }
}

macro_rules! keys {
    ($($name:ident: $kind:ty = $rule:expr;)*) => {
        /// Holds the settings of one place of a file.
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct Section {
            $($name: Option<Said<$kind>>,)*
        }

        /// A field for each key.
        pub struct Keys {
            $(pub(crate) $name: Key<$kind>,)*
        }

        impl Keys {
            /// Returns the rows of the table.
            pub(super) fn rows(&'static self) -> impl Iterator<Item = &'static dyn Row> {
                [$(&self.$name as &dyn Row,)*].into_iter()
            }

            /// Returns what the table says about each key.
            pub fn about(&'static self) -> impl Iterator<Item = About> {
                self.rows().map(Row::about)
            }
        }

        impl Section {
            /// Returns what is said: the key, its value as TOML, and its line.
            pub fn settings(&self) -> impl Iterator<Item = (About, String, usize)> {
                KEYS.rows().filter_map(|row| row.said(self).map(|(value, line)| (row.about(), value, line)))
            }
        }

        pub static KEYS: Keys = Keys {
            $($name: Key {
                name: stringify!($name),
                rule: $rule,
                said: |section| section.$name.as_ref(),
                slot: |section| &mut section.$name,
            },)*
        };
    };
}

keys! {
    enabled: bool = Rule::of(&[Top, Provider], Found::Yields, "`false`: bytes pass through unread", "true",
        |_| (true, None))
        .asked(|scope| scope.asks.gate.is_some());
    log_normalizations: Logs = Rule::of(&[Top], Found::WithoutTexts,
        "`true` logs each call that was not valid; `\"texts\"` also logs its text", "false",
        |_| (Logs::Nothing, None));
    fail_on_normalization_failure: bool = Rule::of(&[Top], Found::Ignored,
        "`false`: a record that cannot be repaired is not a failure", "true", |_| (true, None));
    preview: PreviewChoice = Rule::of(&[Top], Found::Holds,
        "`\"metadata\"`, `\"rows\"`, or `\"profile\"`: what `jmend preview` shows", "`\"metadata\"`",
        |_| (PreviewChoice::Metadata, None));
    max_risk: Risk = Rule::of(&[Top, Provider, Tool], Found::Yields,
        "`\"syntax\"`, `\"inferred\"`, or `\"lossy\"`, as `--max-risk`", "`\"lossy\"`",
        |scope| scope.asks.ceiling.map_or((Risk::Lossy, None), |(risk, flag)| (risk, Some(flag))))
        .asked(|scope| scope.asks.ceiling.is_some())
        .flag("--max-risk", |args| args.limits.max_risk);
    min_confidence: Confidence = Rule::of(&[Top, Provider, Tool], Found::Yields,
        "0 to 1, at most two decimals, as `--min-confidence`", "0", |_| (Confidence::NONE, None))
        .flag("--min-confidence", |args| args.limits.min_confidence);
    // What is refused by default is calls, and a flag asks for those.
    truncated: Truncated = Rule::of(&[Top, Tool], Found::Yields,
        "`\"close\"` or `\"refuse\"`, as `--truncated`", "`\"close\"`", |scope| (scope.cut_off, None))
        .asked(|_| true)
        .flag("--truncated", |args| args.limits.truncated);
    strategies: Strategies = Rule::of(&[Provider], Found::Holds,
        "those that may run: `\"ast\"`, `\"regex\"`, `\"structural\"`, `\"manual\"`", "all",
        |_| (Strategies::ALL, None))
        .flag("--strategies", |args| args.limits.strategies())
        .suggested(|shown| if let Shown::Needed(some) = shown { Some(*some) } else { None });
    call_format: &'static str = Rule::of(&[Provider], Found::Holds, "a [format](formats.md), as `--call-format`", "detected",
        |_| ("auto", None));
    aliases: Aliases = Rule::of(&[Tool], Found::Inferred,
        "keys that models write, each with the tool's own: `{ command = \"cmd\" }`", "none", nothing)
        .suggested(|shown| if let Shown::Renamed(names) = shown { Some(names.clone()) } else { None });
    raw_keys: Vec<String> = Rule::of(&[Tool], Found::Inferred, "more keys whose values are text", "none", nothing);
    json_keys: Vec<String> = Rule::of(&[Tool], Found::Inferred, "keys whose values are strings that hold JSON", "none",
        nothing)
        .suggested(|shown| if let Shown::Structures(keys) = shown { Some(keys.clone()) } else { None });
    schema: PathBuf = Rule::of(&[Tool], Found::Below,
        "a file with the JSON Schema of the arguments, relative to the configuration", "none", nothing);
    ignore: Globs = Rule::of(&[Check], Found::Counted,
        "files and folders that `check` leaves out, as lines of `.gitignore`", "none", nothing);
    json: Globs = Rule::of(&[Check], Found::Holds,
        "files that are JSON, as lines of `.gitignore` from the folder of the configuration on", "by their names",
        nothing);
    json5: Globs = Rule::of(&[Check], Found::Holds, "files that are JSON5", "by their names", nothing);
    jsonc: Globs = Rule::of(&[Check], Found::Holds, "files that are JSON with comments", "by their names",
        nothing);
}

/// Returns the default of keys that only tables have.
fn nothing<T: Default>(_: &Scope<'_>) -> (T, Option<&'static str>) {
    (T::default(), None)
}

impl Keys {
    /// Returns the keys that give files a dialect, by the names of the dialects.
    pub(crate) fn dialects(&'static self) -> impl Iterator<Item = (&'static str, &'static Key<Globs>)> {
        [&self.json, &self.json5, &self.jsonc].into_iter().map(|key| (key.name, key))
    }
}

/// A key whose values have the type `T`.
pub(crate) struct Key<T: 'static> {
    name: &'static str,
    rule: Rule<T>,
    said: fn(&Section) -> Option<&Said<T>>,
    /// Returns the place of its value in a section.
    slot: fn(&mut Section) -> &mut Option<Said<T>>,
}

impl<T: Setting> Key<T> {
    /// Returns its name, for messages.
    pub(crate) fn name(&self) -> &'static str {
        self.name
    }

    /// Returns its value in a section.
    pub(crate) fn of<'s>(&self, section: &'s Section) -> Option<&'s T> {
        (self.said)(section).map(|said| &said.value)
    }

    /// Returns the first value that is said, in the order of precedence. Where the file was found, one that is looser
    /// than the flags ask is passed over. What is said of a provider counts as named, because `--provider` named it.
    pub(super) fn in_force(&self, scope: &Scope<'_>) -> InForce<T> {
        let in_force = |value, origin| InForce { key: self.name, value, origin, yielded: None };
        let Rule { about, default, asked, flag, given, .. } = &self.rule;
        if let Some(value) = given(scope.args) {
            return in_force(value, Origin::Flag(flag));
        }
        let (default, wanted_by) = default(scope);
        let may_yield = scope.is_found && about.found == Found::Yields && asked(scope);
        let mut yielded = None;
        let places = [(Tool, scope.tool), (Provider, scope.provider), (Top, scope.top)];
        for (place, section) in places {
            let Some(said) = section.and_then(self.said) else { continue };
            if may_yield && place != Provider && said.value.is_looser(&default) {
                yielded = Some(said.line);
            } else {
                return in_force(said.value.clone(), Origin::Line(place, said.line));
            }
        }
        InForce { yielded, ..in_force(default, wanted_by.map_or(Origin::Default, Origin::Flag)) }
    }
}

/// A key without the type of its values.
pub(super) trait Row: Sync {
    fn about(&self) -> About;

    /// Reads its value, which stands on this line, into a section.
    fn read(&self, value: &Value<'_>, line: usize, faults: &mut Vec<Fault>, into: &mut Section);

    /// Returns what is said in a section, as TOML, and its line.
    fn said(&self, section: &Section) -> Option<(String, usize)>;

    /// Returns what is in force, as TOML.
    fn printed(&self, scope: &Scope<'_>) -> (String, Origin);

    /// Takes out of a section of a file, which was found in this folder, what does not count; returns a clause about it.
    fn withhold(&self, section: &mut Section, table: &str, folder: &Path) -> Option<Said<String>>;

    /// Returns the line of a configuration that reports suggest.
    fn suggested(&self, shown: &Shown) -> Option<String>;
}

impl<T: Setting> Row for Key<T> {
    fn about(&self) -> About {
        About { name: self.name, ..self.rule.about }
    }

    fn read(&self, value: &Value<'_>, line: usize, faults: &mut Vec<Fault>, into: &mut Section) {
        let mut reading = Reading { name: self.name, kind: T::KIND, faults };
        *(self.slot)(into) = T::read(value, &mut reading).map(|value| Said { value, line });
    }

    fn said(&self, section: &Section) -> Option<(String, usize)> {
        (self.said)(section).map(|said| (said.value.print(), said.line))
    }

    fn printed(&self, scope: &Scope<'_>) -> (String, Origin) {
        let InForce { value, origin, .. } = self.in_force(scope);
        (value.print(), origin)
    }

    fn withhold(&self, section: &mut Section, table: &str, folder: &Path) -> Option<Said<String>> {
        let Said { value, line } = (self.said)(section)?;
        let (line, (kept, clause)) = (*line, value.withheld(self.rule.about.found, folder)?);
        *(self.slot)(section) = kept.map(|value| Said { value, line });
        Some(Said { value: clause(self.name, &crate::core::json::shown::escape(table)), line })
    }

    fn suggested(&self, shown: &Shown) -> Option<String> {
        Some(format!("{} = {}", self.name, (self.rule.suggested)(shown)?.print()))
    }
}
