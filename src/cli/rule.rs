//! `jmend explain --code`: all that the tables say about one code or cause, or the list of them.

use std::fmt::Write;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::exit::Exit;
use super::output::Sink;
use crate::core::calls::CallCode;
use crate::core::calls::cause::reasons::{REASONS, Reason};
use crate::core::calls::cause::{CAUSES, Cause};
use crate::core::repair::engine::{Code, Risk, Strategy};

const EXAMPLES: &str = "\
Examples:
  jmend explain --code                   every code, and what it means
  jmend explain --code missing-comma     what one code means, how risky it is, and an example";

/// Explain the code of a fix; without CODE, list all codes
#[derive(Debug, clap::Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{}", super::EXIT_CODES))]
pub(super) struct Args {
    /// The code, as in reports and messages
    #[arg(value_name = "CODE", value_parser = CodeParser, hide_possible_values = true)]
    code: Option<&'static str>,
}

pub(super) fn run(args: &Args) -> anyhow::Result<Exit> {
    Sink::open(None)?.write_all(args.code.map_or_else(list, explain)).map(|()| Exit::Done)
}

/// Every code with its meaning, one a line.
fn list() -> String {
    let width = names().map(|(name, _)| name.len()).max().unwrap_or_default();
    names().fold(String::new(), |mut out, (name, summary)| {
        let _ = writeln!(out, "{name:width$}  {summary}");
        out
    })
}

/// Takes a code of either table. The list is long, and made only when it is looked at: not at every start.
#[derive(Clone, Copy)]
struct CodeParser;

fn names() -> impl Iterator<Item = (&'static str, &'static str)> {
    let texts = Code::ALL.iter().map(|code| (code.name(), code.about().summary));
    let calls = CallCode::ALL.iter().map(|code| (code.name(), code.summary()));
    let fixes = texts.chain(calls).chain(REASONS.iter().map(|reason| (reason.code, reason.about)));
    // Some causes are called like the fix or the reason that shows them.
    let is_new = |cause: &&Cause| Code::from_name(cause.id).is_none() && Reason::named(cause.id).is_none();
    fixes.chain(CAUSES.iter().filter(is_new).map(|cause| (cause.id, cause.why)))
}

/// Returns whether a word is a code or a cause.
pub(super) fn is_code(word: &str) -> bool {
    names().any(|(name, _)| name == word)
}

impl TypedValueParser for CodeParser {
    type Value = &'static str;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<Self::Value, clap::Error> {
        let known = PossibleValuesParser::new(names().map(|(name, _)| name));
        let wanted = known.parse_ref(command, arg, value)?;
        let found = names().find(|(name, _)| *name == wanted);
        found.map(|(name, _)| name).ok_or_else(|| clap::Error::new(clap::error::ErrorKind::InvalidValue))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(names().map(|(name, summary)| PossibleValue::new(name).help(summary))))
    }
}

/// What there is to know about a code.
fn explain(name: &str) -> String {
    let mut out = String::new();
    if let Some(code) = Code::from_name(name) {
        let about = code.about();
        let _ = write!(out, "{name}: {}\n\n", about.summary);
        let _ = writeln!(out, "risk      {}: {}", about.risk, of_risk(about.risk));
        let _ = writeln!(out, "strategy  {}: {}", about.strategy.name(), of_strategy(about.strategy));
        if about.before != about.after {
            example(&mut out, "before", about.before);
            example(&mut out, "after", about.after);
        }
    } else if let Some(code) = CallCode::ALL.iter().find(|code| code.name() == name) {
        let _ = write!(out, "{name}: {}\n\n", code.summary());
        let _ = writeln!(out, "risk      {}: {}", code.risk(), of_risk(code.risk()));
        out.push_str("where     in tool calls, with jmend calls\n");
    } else if let Some(reason) = Reason::named(name) {
        let _ =
            write!(out, "{name}: {}\n\nwhere     a reason why a record or call is refused\n", reason.about);
    }
    if let Some(cause) = Cause::named(name) {
        let _ =
            write!(out, "{}{name}: {}\n\n", if out.is_empty() { "" } else { "\nAs a cause:\n" }, cause.why);
        let _ = write!(out, "tell      {}\nprompt    {}\n", cause.tell, cause.prompt);
    }
    out
}

/// A text of one or several lines after a word.
fn example(out: &mut String, word: &str, text: &str) {
    for (index, line) in text.split('\n').enumerate() {
        let word = if index == 0 { word } else { "" };
        let _ = writeln!(out, "{}", format!("{word:<10}{}", visible(line)).trim_end());
    }
}

/// A tab, a byte order mark or an odd space that cannot be seen is shown as its escape.
fn visible(line: &str) -> String {
    line.chars().fold(String::new(), |mut out, c| {
        match c {
            ' ' | '!'..='~' => out.push(c),
            '\t' => out.push_str("\\t"),
            c if c.is_control() || c.is_whitespace() || c == '\u{feff}' => {
                let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
            }
            c => out.push(c),
        }
        out
    })
}

fn of_risk(risk: Risk) -> &'static str {
    match risk {
        Risk::Syntax => "the meaning is certain",
        Risk::Inferred => "one reading is clearly the best",
        Risk::Lossy => "data was dropped or filled in, or another reading fits nearly as well",
    }
}

fn of_strategy(strategy: Strategy) -> &'static str {
    match strategy {
        Strategy::Direct => "the text was valid",
        Strategy::PythonAst => "a Python literal",
        Strategy::RegexQuotes => "only quotes were wrong",
        Strategy::Structural => "structure was repaired, or the JSON was found inside other text",
        Strategy::ManualRepair => "a rule for this tool",
        Strategy::Failed => "the text could not be repaired",
    }
}
