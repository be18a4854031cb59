//! `jmend config`: every setting that is in force, and where it comes from, as TOML.

use std::fmt::Write;

use super::keys::{KEYS, Origin, Place, Section};
use super::kinds::quoted;
use super::policy::Policy;
use crate::core::json::shown::escape;
use crate::core::repair::engine::Truncated;

/// The column at which origins stand, where settings are not longer.
const COLUMN: usize = 40;

/// The settings for this tool, if one is given, else for all; `truncated` is the default for cut-off input.
pub(crate) fn print(policy: &Policy, tool: Option<&str>, truncated: Truncated) -> String {
    let mut out = match &policy.loaded {
        Some(loaded) => format!("# {}\n", loaded.name()),
        None => "# no configuration file\n".to_owned(),
    };
    if let Some(name) = policy.provider() {
        let _ = writeln!(out, "# provider: {}", escape(name));
    }
    if let Some(name) = tool {
        let _ = writeln!(out, "# tool: {}", escape(name));
    }
    let mut print = Print { out, file: policy.loaded.as_ref().map_or_else(String::new, super::Loaded::name) };
    let scope = policy.scope(tool, truncated);
    for row in KEYS.rows().filter(|row| is_of_runs(row.about().places)) {
        let (value, origin) = row.printed(&scope);
        print.line(row.about().name, &value, origin);
    }
    let Some(file) = policy.file() else { return print.out };
    if file.check != Section::default() {
        let _ = writeln!(print.out, "\n[check]");
        print.section(&file.check, true);
    }
    for (name, section) in file.tools.iter().filter(|(name, _)| tool.is_none_or(|tool| tool == *name)) {
        let _ = writeln!(print.out, "\n[tools.{}]", quoted(name));
        print.section(section, tool.is_none());
    }
    print.out
}

/// Returns whether a key decides about a whole run, because it may stand at the top or with a provider.
fn is_of_runs(places: &[Place]) -> bool {
    places.iter().any(|place| matches!(place, Place::Top | Place::Provider))
}

struct Print {
    /// The file's name, safe to show.
    file: String,
    out: String,
}

impl Print {
    /// Prints what is said in a section. What is in force for the one tool at hand stands above already.
    fn section(&mut self, section: &Section, with_limits: bool) {
        let is_shown = |places: &[Place]| with_limits || !is_of_runs(places);
        for (about, value, line) in section.settings().filter(|(about, ..)| is_shown(about.places)) {
            self.line(about.name, &value, Origin::Line(Place::Tool, line));
        }
    }

    fn line(&mut self, name: &str, value: &str, origin: Origin) {
        let setting = format!("{name} = {value}");
        let _ = write!(self.out, "{setting:<COLUMN$}  # ");
        let _ = match origin {
            Origin::Default => writeln!(self.out, "default"),
            Origin::Line(_, line) => writeln!(self.out, "{}:{line}", self.file),
            Origin::Flag(flag) => writeln!(self.out, "{flag}"),
        };
    }
}
