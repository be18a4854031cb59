//! What is in force: a flag beats the file; in the file a tool beats its provider, and a provider what stands at the top;
//! where nothing is said the default holds. Every setting knows where it comes from.
//!
//! A file that was found, not named, never loosens what flags ask for: a looser value of a key that is a gate is passed
//! over. What is said of a provider counts as named, for `--provider` named it.

use std::path::{Path, PathBuf};

use super::super::console::{Console, Diagnostic, Severity};
use super::super::options::{OnError, RepairArgs};
use super::file::{File, Globs, Logs, Said, Section};
use super::keys::Key;
use super::{ConfigArgs, Loaded, warn_of_misspelling};
use crate::core::repair::confidence::Confidence;
use crate::core::repair::engine::{Options, Risk, Strategies, Truncated};
use crate::report::diagnostic::Place;

/// Where a setting comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// There is no setting.
    Default,
    /// This line of the file.
    Line(usize),
    /// This flag.
    Flag(&'static str),
}

/// A setting that is in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct InForce<T> {
    pub(super) value: T,
    pub(super) origin: Origin,
}

/// What the flags of a command ask for, beside those of a repair.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Asks {
    /// A flag that asks for something to be refused or found.
    pub(crate) gate: Option<&'static str>,
    /// The riskiest change accepted where neither a flag nor a file says, and the flag that asks for that.
    pub(crate) ceiling: Option<(Risk, &'static str)>,
}

/// A setting that can be stricter or looser.
trait Gate: Copy {
    /// Returns whether the value lets more through.
    fn is_looser(self, than: Self) -> bool;
}

impl Gate for bool {
    /// `false` switches off.
    fn is_looser(self, than: Self) -> bool {
        !self && than
    }
}

impl Gate for Logs {
    /// Logs let nothing through.
    fn is_looser(self, _: Self) -> bool {
        false
    }
}

impl Gate for Risk {
    fn is_looser(self, than: Self) -> bool {
        self > than
    }
}

impl Gate for Confidence {
    fn is_looser(self, than: Self) -> bool {
        self < than
    }
}

impl Gate for Truncated {
    fn is_looser(self, than: Self) -> bool {
        (self, than) == (Self::Close, Self::Refuse)
    }
}

/// What the sections of a file say of one key.
struct Sections<'f, T> {
    tool: Option<&'f Said<T>>,
    provider: Option<&'f Said<T>>,
    top: Option<&'f Said<T>>,
}

/// The settings of a run.
#[derive(Clone, Debug)]
pub(crate) struct Policy {
    args: RepairArgs,
    asks: Asks,
    pub(super) loaded: Option<Loaded>,
}

impl Policy {
    /// Reads the configuration, where there is one.
    pub(crate) fn new(args: &RepairArgs, asks: Asks, console: Console) -> anyhow::Result<Self> {
        Ok(Self { args: args.clone(), asks, loaded: args.limits.config.load(console)? })
    }

    /// Tells that a file that was found would disable the repair, and whether it does.
    pub(crate) fn tell_disabled(&self, console: Console) {
        let said = self.top().and_then(|top| top.enabled.as_ref()).filter(|said| !said.value);
        let (Some(said), Some(loaded)) = (said, self.loaded.as_ref().filter(|loaded| loaded.is_found)) else {
            return;
        };
        let message = match (self.enabled().origin, self.asks.gate) {
            (Origin::Line(line), _) if line == said.line => {
                "repair is disabled, so bytes pass through untouched; --no-config reads no file".to_owned()
            }
            (Origin::Default, Some(flag)) => {
                format!("`enabled = false` yields to {flag}; --config {} makes it hold", loaded.name())
            }
            _ => return,
        };
        let place = Some(Place::line(said.line, None));
        let warning = Diagnostic { place, ..Diagnostic::new(Severity::Warning, "config", message) };
        console.about(&loaded.name(), &warning);
    }

    /// Returns whether the configuration was found, and not named.
    pub(crate) fn is_found(&self) -> bool {
        self.loaded.as_ref().is_some_and(|loaded| loaded.is_found)
    }

    /// Tells in one line what a file that was found changes, and what of it does not count. `tool` is the one that every record
    /// is for, and `all` says that calls are of any.
    pub(crate) fn tell_found(&self, tool: Option<&str>, all: bool, console: Console) {
        let Some(loaded) = self.loaded.as_ref().filter(|loaded| loaded.is_found) else { return };
        let mut clauses: Vec<Said<String>> = loaded.withheld.clone();
        let is_meant = |name: &str| all && tool.is_none() || tool == Some(name);
        for (name, section) in loaded.file.tools.iter().filter(|(name, _)| is_meant(name)) {
            let lines = [
                section.aliases.as_ref().map(|said| (Key::Aliases, said.line)),
                section.json_keys.as_ref().map(|said| (Key::JsonKeys, said.line)),
                section.raw_keys.as_ref().map(|said| (Key::RawKeys, said.line)),
            ];
            for (key, line) in lines.into_iter().flatten() {
                let name = crate::report::text::escape(name);
                let value = format!("`{}` of `{name}` counts as `inferred`", key.name());
                clauses.push(Said { value, line });
            }
        }
        clauses.sort_by_key(|said| said.line);
        let Some(first) = clauses.first() else { return };
        let said: Vec<&str> = clauses.iter().map(|said| said.value.as_str()).collect();
        let message = format!(
            "this file was found, not named: {}; --config {} makes all of it hold",
            said.join(", "),
            loaded.name()
        );
        let place = Some(Place::line(first.line, None));
        let warning = Diagnostic { place, ..Diagnostic::new(Severity::Warning, "config", message) };
        console.about(&loaded.name(), &warning);
    }

    /// Warns a user who names a tool that is nearly one of the configuration, whose settings do not apply then.
    pub(crate) fn warn_of_tool(&self, name: &str, console: Console) {
        if let Some(loaded) = &self.loaded {
            warn_of_misspelling(loaded, "tool", &loaded.file.tools, name, console);
        }
    }

    /// Whose output this is.
    pub(crate) fn provider(&self) -> Option<&str> {
        let ConfigArgs { provider, .. } = &self.args.limits.config;
        provider.as_deref()
    }

    /// May anything be repaired? Otherwise bytes pass through untouched.
    pub(crate) fn is_enabled(&self) -> bool {
        self.enabled().value
    }

    /// One clause about who disabled the repair.
    pub(crate) fn why_disabled(&self) -> String {
        let place = match (self.enabled().origin, &self.loaded) {
            (Origin::Line(line), Some(loaded)) => format!("{}:{line}: ", loaded.name()),
            _ => String::new(),
        };
        match self.provider() {
            Some(name) => format!("{place}repair is disabled for the provider `{name}`"),
            None => format!("{place}repair is disabled"),
        }
    }

    /// Returns whether a record that cannot be repaired is a failure of the run.
    pub(crate) fn fails_on_failure(&self) -> bool {
        self.fail_on_failure().value
    }

    /// What becomes of a record that cannot be repaired, where no flag says, and how grave it is: one that is not a failure
    /// goes on as it came, as a JSON string, because it must not be lost.
    pub(crate) fn on_failure(&self) -> (OnError, Severity) {
        if self.fails_on_failure() {
            (OnError::Skip, Severity::Error)
        } else {
            (OnError::Raw, Severity::Warning)
        }
    }

    /// Returns what is logged of normalizations.
    pub(crate) fn logs(&self) -> Logs {
        self.log().value
    }

    /// How far a repair may go for records of this tool, if it is known; `truncated` is what becomes of cut-off input by default.
    pub(crate) fn options(&self, tool: Option<&str>, truncated: Truncated) -> Options {
        Options {
            max_depth: self.args.limits.max_depth,
            max_risk: self.max_risk(tool).value,
            min_confidence: self.min_confidence(tool).value,
            select: self.args.select,
            strategies: self.strategies().value,
            truncated: self.truncated(tool, truncated).value,
            from: self.args.from,
            nan: self.args.nan,
        }
    }

    /// The format of calls that the provider writes, where that is configured.
    pub(crate) fn call_format(&self) -> Option<&'static str> {
        self.said_call_format().map(|said| said.value)
    }

    /// The tools that something is said about.
    pub(crate) fn tools(&self) -> impl Iterator<Item = &str> {
        self.file().into_iter().flat_map(|file| file.tools.keys().map(String::as_str))
    }

    /// The file with the schema of a tool's arguments, where one is configured; its path begins where the configuration
    /// lies.
    pub(crate) fn schema(&self, tool: &str) -> Option<PathBuf> {
        let said = self.tool(tool)?.schema.as_ref()?;
        let folder = self.loaded.as_ref()?.path.parent()?;
        Some(folder.join(&said.value))
    }

    /// Returns what the configuration says of files that are checked: its folder, its name, and the patterns of each key.
    pub(crate) fn check(&self) -> Option<(&Path, String, &Globs)> {
        let loaded = self.loaded.as_ref().filter(|loaded| !loaded.file.check.globs.is_empty())?;
        Some((loaded.folder(), loaded.name(), &loaded.file.check.globs))
    }

    /// What is said about a tool.
    pub(crate) fn tool(&self, name: &str) -> Option<&Section> {
        self.file()?.tools.get(name)
    }

    pub(super) fn file(&self) -> Option<&File> {
        self.loaded.as_ref().map(|loaded| &loaded.file)
    }

    fn top(&self) -> Option<&Section> {
        self.file().map(|file| &file.top)
    }

    fn of_provider(&self) -> Option<&Section> {
        self.file()?.providers.get(self.provider()?)
    }

    pub(super) fn enabled(&self) -> InForce<bool> {
        let said = self.said(None, |section| section.enabled.as_ref());
        self.in_force(Key::Enabled, None, &said, true, self.asks.gate.map(|_| true))
    }

    pub(super) fn log(&self) -> InForce<Logs> {
        let said = self.said(None, |section| section.log.as_ref());
        self.in_force(Key::LogNormalizations, None, &said, Logs::Nothing, None)
    }

    pub(super) fn fail_on_failure(&self) -> InForce<bool> {
        let said = self.said(None, |section| section.fail_on_failure.as_ref());
        self.in_force(Key::FailOnNormalizationFailure, None, &said, true, self.asks.gate.map(|_| true))
    }

    pub(super) fn max_risk(&self, tool: Option<&str>) -> InForce<Risk> {
        let said = self.said(tool, |section| section.max_risk.as_ref());
        let flag = self.args.limits.max_risk.map(|risk| (risk, "--max-risk"));
        let Some((ceiling, asking)) = self.asks.ceiling else {
            return self.in_force(Key::MaxRisk, flag, &said, Risk::Lossy, None);
        };
        let in_force = self.in_force(Key::MaxRisk, flag, &said, ceiling, Some(ceiling));
        match in_force.origin {
            Origin::Default => InForce { origin: Origin::Flag(asking), ..in_force },
            _ => in_force,
        }
    }

    pub(super) fn min_confidence(&self, tool: Option<&str>) -> InForce<Confidence> {
        let said = self.said(tool, |section| section.min_confidence.as_ref());
        let flag = self.args.limits.min_confidence.map(|least| (least, "--min-confidence"));
        self.in_force(Key::MinConfidence, flag, &said, Confidence::NONE, None)
    }

    pub(super) fn truncated(&self, tool: Option<&str>, default: Truncated) -> InForce<Truncated> {
        let said = self.said(tool, |section| section.truncated.as_ref());
        let flag = self.args.limits.truncated.map(|wanted| (wanted, "--truncated"));
        // What is refused by default is calls, and a flag asks for those.
        self.in_force(Key::Truncated, flag, &said, default, Some(default))
    }

    /// Returns whether the user wants cut-off input refused, rather than a default.
    pub(crate) fn refuses_cut_off(&self) -> bool {
        self.truncated(None, Truncated::Close).value == Truncated::Refuse
    }

    pub(super) fn strategies(&self) -> InForce<Strategies> {
        match (
            self.args.limits.strategies(),
            self.of_provider().and_then(|provider| provider.strategies.as_ref()),
        ) {
            (Some(value), _) => InForce { value, origin: Origin::Flag("--strategies") },
            (None, Some(said)) => InForce { value: said.value, origin: Origin::Line(said.line) },
            (None, None) => InForce { value: Strategies::ALL, origin: Origin::Default },
        }
    }

    pub(super) fn said_call_format(&self) -> Option<&Said<&'static str>> {
        self.of_provider()?.call_format.as_ref()
    }

    fn said<'f, T>(
        &'f self,
        tool: Option<&str>,
        key: impl Fn(&'f Section) -> Option<&'f Said<T>>,
    ) -> Sections<'f, T> {
        let tool = tool.and_then(|name| self.tool(name));
        let [tool, provider, top] = [tool, self.of_provider(), self.top()].map(|section| key(section?));
        Sections { tool, provider, top }
    }

    /// The first that is said, in the order of precedence. Where the file was found, what is looser than the flags ask
    /// is passed over.
    fn in_force<T: Gate>(
        &self,
        key: Key,
        flag: Option<(T, &'static str)>,
        said: &Sections<'_, T>,
        default: T,
        asked: Option<T>,
    ) -> InForce<T> {
        if let Some((value, flag)) = flag {
            return InForce { value, origin: Origin::Flag(flag) };
        }
        let is_found = self.loaded.as_ref().is_some_and(|loaded| loaded.is_found) && key.is_gate();
        let holds = |said: &&Said<T>| !is_found || asked.is_none_or(|asked| !said.value.is_looser(asked));
        let said = said.tool.filter(holds).or(said.provider).or(said.top.filter(holds));
        match said {
            Some(said) => InForce { value: said.value, origin: Origin::Line(said.line) },
            None => InForce { value: default, origin: Origin::Default },
        }
    }
}
