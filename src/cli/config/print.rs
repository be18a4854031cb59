//! `jmend config`: every setting that is in force, and where it comes from, as TOML.

use std::fmt::Write;

use super::file::{Logs, Said, Section};
use super::keys::Key;
use super::policy::{InForce, Origin, Policy};
use crate::core::json::escape::push_escaped;
use crate::core::repair::engine::{Strategies, Truncated, words};
use crate::report::text::escape;

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
    let boolean = |setting: InForce<bool>| (setting.value.to_string(), setting.origin);
    print.line(Key::Enabled, boolean(policy.enabled()));
    let log = policy.log();
    let logs = match log.value {
        Logs::Nothing => "false".to_owned(),
        Logs::Changes => "true".to_owned(),
        Logs::Texts => quoted("texts"),
    };
    print.line(Key::LogNormalizations, (logs, log.origin));
    print.line(Key::FailOnNormalizationFailure, boolean(policy.fail_on_failure()));
    let risk = policy.max_risk(tool);
    print.line(Key::MaxRisk, (quoted(risk.value.name()), risk.origin));
    let least = policy.min_confidence(tool);
    print.line(Key::MinConfidence, (least.value.to_string(), least.origin));
    let cut = policy.truncated(tool, truncated);
    print.line(Key::Truncated, (quoted(words::name(words::TRUNCATED, cut.value)), cut.origin));
    let strategies = policy.strategies();
    print.line(Key::Strategies, (list(&names(strategies.value)), strategies.origin));
    match policy.said_call_format() {
        Some(said) => print.line(Key::CallFormat, (quoted(said.value), Origin::Line(said.line))),
        None => print.line(Key::CallFormat, (quoted("auto"), Origin::Default)),
    }
    if let Some(globs) = policy.file().map(|file| &file.check.globs).filter(|globs| !globs.is_empty()) {
        let _ = writeln!(print.out, "\n[check]");
        for (key, said) in globs {
            print.said(*key, Some(said), |globs| list(globs));
        }
    }
    let tools = policy.file().map(|file| &file.tools);
    for (name, section) in
        tools.into_iter().flatten().filter(|(name, _)| tool.is_none_or(|tool| tool == *name))
    {
        let _ = writeln!(print.out, "\n[tools.{}]", quoted(name));
        print.tool(section, tool.is_none());
    }
    print.out
}

struct Print {
    /// The file's name, safe to show.
    file: String,
    out: String,
}

impl Print {
    /// What is said about a tool; what is in force for the one tool at hand stands above already.
    fn tool(&mut self, section: &Section, with_limits: bool) {
        if with_limits {
            self.said(Key::MaxRisk, section.max_risk.as_ref(), |risk| quoted(risk.name()));
            self.said(Key::MinConfidence, section.min_confidence.as_ref(), ToString::to_string);
            let name = |wanted: &Truncated| quoted(words::name(words::TRUNCATED, *wanted));
            self.said(Key::Truncated, section.truncated.as_ref(), name);
        }
        self.said(Key::Aliases, section.aliases.as_ref(), |aliases| {
            let pairs: Vec<_> = aliases
                .iter()
                .map(|(alias, target)| format!("{} = {}", quoted(alias), quoted(target)))
                .collect();
            format!("{{ {} }}", pairs.join(", "))
        });
        self.said(Key::RawKeys, section.raw_keys.as_ref(), |names| list(names));
        self.said(Key::JsonKeys, section.json_keys.as_ref(), |names| list(names));
        self.said(Key::Schema, section.schema.as_ref(), |path| quoted(&path.to_string_lossy()));
    }

    fn said<T>(&mut self, key: Key, said: Option<&Said<T>>, value: impl Fn(&T) -> String) {
        if let Some(said) = said {
            self.line(key, (value(&said.value), Origin::Line(said.line)));
        }
    }

    fn line(&mut self, key: Key, (value, origin): (String, Origin)) {
        let setting = format!("{} = {value}", key.name());
        let _ = write!(self.out, "{setting:<COLUMN$}  # ");
        let _ = match origin {
            Origin::Default => writeln!(self.out, "default"),
            Origin::Line(line) => writeln!(self.out, "{}:{line}", self.file),
            Origin::Flag(flag) => writeln!(self.out, "{flag}"),
        };
    }
}

/// A basic string of TOML: JSON's escapes are TOML's, and what could steer a terminal is escaped too.
fn quoted(text: &str) -> String {
    let mut raw = String::new();
    push_escaped(&mut raw, text);
    let mut out = String::from("\"");
    for c in raw.chars() {
        if crate::report::text::is_unsafe(c) {
            let _ = write!(out, "\\U{:08X}", u32::from(c));
        } else {
            out.push(c);
        }
    }
    out.push('"');
    out
}

fn list<T: AsRef<str>>(items: &[T]) -> String {
    let items: Vec<_> = items.iter().map(|item| quoted(item.as_ref())).collect();
    format!("[{}]", items.join(", "))
}

fn names(strategies: Strategies) -> Vec<&'static str> {
    let allowed = words::STRATEGIES.iter().filter(|(_, one, _)| words::with(strategies, *one) == strategies);
    allowed.map(|(name, ..)| *name).collect()
}
