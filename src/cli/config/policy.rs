//! What is in force: a flag beats the file; in the file a tool beats its provider, and a provider what stands at the top;
//! where nothing is said the default holds. Every setting knows where it comes from.
//!
//! A file that was found, not named, never loosens what flags ask for: a looser value of a key that is a gate is passed
//! over. What is said of a provider counts as named, for `--provider` named it.

use std::path::{Path, PathBuf};

use super::super::console::{Console, Diagnostic, Severity};
use super::super::options::{OnError, RepairArgs};
use super::args::ConfigArgs;
use super::file::File;
use super::keys::{Asks, Found, InForce, KEYS, Key, Origin, Place, Said, Scope, Section};
use super::kinds::{Logs, Setting};
use super::{Loaded, warn_of_misspelling};
use crate::core::repair::engine::{Options, Risk, Truncated};
use crate::report::diagnostic;

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
        let Some(loaded) = self.loaded.as_ref().filter(|loaded| loaded.is_found) else { return };
        let (line, message) = match (self.enabled(), self.asks.gate) {
            (InForce { value: false, origin: Origin::Line(Place::Top, line), .. }, _) => {
                let message =
                    "repair is disabled, so bytes pass through untouched; --no-config reads no file";
                (line, message.to_owned())
            }
            (InForce { key, origin: Origin::Default, yielded: Some(line), .. }, Some(flag)) => {
                let name = loaded.name();
                (line, format!("`{key} = false` yields to {flag}; --config {name} makes it hold"))
            }
            _ => return,
        };
        let place = Some(diagnostic::Place::line(line, None));
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
            let name = crate::core::json::shown::escape(name);
            for (about, _, line) in section.settings().filter(|(about, ..)| about.found == Found::Inferred) {
                let value = format!("`{}` of `{name}` counts as `inferred`", about.name);
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
        let place = Some(diagnostic::Place::line(first.line, None));
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

    /// Returns whether anything may be repaired. Otherwise bytes pass through untouched.
    pub(crate) fn is_enabled(&self) -> bool {
        self.enabled().value
    }

    /// One clause about who disabled the repair.
    pub(crate) fn why_disabled(&self) -> String {
        let place = match (self.enabled().origin, &self.loaded) {
            (Origin::Line(_, line), Some(loaded)) => format!("{}:{line}: ", loaded.name()),
            _ => String::new(),
        };
        match self.provider() {
            Some(name) => format!("{place}repair is disabled for the provider `{name}`"),
            None => format!("{place}repair is disabled"),
        }
    }

    /// Returns whether a record that cannot be repaired is a failure of the run.
    pub(crate) fn fails_on_failure(&self) -> bool {
        self.run(&KEYS.fail_on_normalization_failure)
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
        self.run(&KEYS.log_normalizations)
    }

    /// How far a repair may go for records of this tool, if it is known; `truncated` is what becomes of cut-off input by default.
    pub(crate) fn options(&self, tool: Option<&str>, truncated: Truncated) -> Options {
        let scope = self.scope(tool, truncated);
        Options {
            max_depth: self.args.limits.max_depth,
            max_risk: KEYS.max_risk.in_force(&scope).value,
            min_confidence: KEYS.min_confidence.in_force(&scope).value,
            select: self.args.select,
            strategies: KEYS.strategies.in_force(&scope).value,
            truncated: KEYS.truncated.in_force(&scope).value,
            from: self.args.from,
            nan: self.args.nan,
        }
    }

    /// Returns the format of calls that the provider writes, `auto` where that is not configured.
    pub(crate) fn call_format(&self) -> &'static str {
        self.run(&KEYS.call_format)
    }

    /// The tools that something is said about.
    pub(crate) fn tools(&self) -> impl Iterator<Item = &str> {
        self.file().into_iter().flat_map(|file| file.tools.keys().map(String::as_str))
    }

    /// The file with the schema of a tool's arguments, where one is configured; its path begins where the configuration
    /// lies.
    pub(crate) fn schema(&self, tool: &str) -> Option<PathBuf> {
        let said = KEYS.schema.of(self.tool(tool)?)?;
        let folder = self.loaded.as_ref()?.path.parent()?;
        Some(folder.join(said))
    }

    /// Returns what the configuration says of files that are checked: its folder, its name, and the section.
    pub(crate) fn check(&self) -> Option<(&Path, String, &Section)> {
        let loaded = self.loaded.as_ref().filter(|loaded| loaded.file.check != Section::default())?;
        Some((loaded.folder(), loaded.name(), &loaded.file.check))
    }

    /// What is said about a tool.
    pub(crate) fn tool(&self, name: &str) -> Option<&Section> {
        self.file()?.tools.get(name)
    }

    pub(super) fn file(&self) -> Option<&File> {
        self.loaded.as_ref().map(|loaded| &loaded.file)
    }

    /// Returns all that decides what is in force; `cut_off` is what becomes of cut-off input by default.
    pub(super) fn scope(&self, tool: Option<&str>, cut_off: Truncated) -> Scope<'_> {
        let file = self.file();
        Scope {
            args: &self.args,
            asks: self.asks,
            cut_off,
            is_found: self.is_found(),
            tool: tool.and_then(|name| self.tool(name)),
            provider: self.provider().and_then(|name| file?.providers.get(name)),
            top: file.map(|file| &file.top),
        }
    }

    fn enabled(&self) -> InForce<bool> {
        KEYS.enabled.in_force(&self.scope(None, Truncated::Close))
    }

    /// Returns the value that holds for the whole run.
    fn run<T: Setting>(&self, key: &Key<T>) -> T {
        key.in_force(&self.scope(None, Truncated::Close)).value
    }

    /// Returns whether the user wants cut-off input refused, rather than a default.
    pub(crate) fn refuses_cut_off(&self) -> bool {
        self.options(None, Truncated::Close).truncated == Truncated::Refuse
    }
}

/// Limits of the repair in a command that repairs its input.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RepairModes {
    /// Any text.
    pub(crate) text: Options,
    /// Calls and programs: half of one must not run, so truncated input is refused by default.
    pub(crate) calls: Options,
}

impl RepairArgs {
    /// Returns what the core needs to repair the input of another command; `None` if the configuration turns repair off. `ceiling` is the riskiest change accepted unless a flag or file says otherwise, and what asks for that.
    pub(crate) fn modes(
        &self,
        ceiling: Option<(Risk, &'static str)>,
        console: Console,
    ) -> anyhow::Result<Option<RepairModes>> {
        let policy = Policy::new(self, Asks { gate: self.limits.gate(), ceiling }, console)?;
        policy.tell_disabled(console);
        policy.tell_found(None, false, console);
        let options = |truncated| policy.options(None, truncated);
        Ok(policy
            .is_enabled()
            .then(|| RepairModes { text: options(Truncated::Close), calls: options(Truncated::Refuse) }))
    }
}
