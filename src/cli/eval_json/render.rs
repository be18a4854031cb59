//! What is said of each turn: the result alone, the envelope, or what a check found.

use super::Args;
use super::turns::Program;
use crate::cli::console::{Console, Severity};
use crate::cli::output::Sink;
use crate::core::json::Style;
use crate::core::ptc::lint::Lint;
use crate::core::ptc::write::quoted;
use crate::core::ptc::{Error, Outcome, Value, write_json};
use crate::report::text::escape;

/// Writes the product, and what failed to standard error.
pub(super) struct Printer<'r> {
    args: &'r Args,
    console: Console,
    /// What messages call the input.
    name: String,
    sink: Sink,
    style: Style,
}

impl<'r> Printer<'r> {
    pub(super) fn new(args: &'r Args, sink: Sink, console: Console, name: String) -> Self {
        Self { args, console, name, sink, style: args.layout.style_for(&args.output) }
    }

    pub(super) fn flush(&mut self) -> anyhow::Result<()> {
        self.sink.flush()
    }

    pub(super) fn finish(self) -> anyhow::Result<()> {
        self.sink.finish()
    }

    /// One JSON text, laid out, on a line of its own.
    fn json(&mut self, text: &str) -> anyhow::Result<()> {
        let mut out = Vec::with_capacity(text.len() + 1);
        self.style.write_text(text, &mut out);
        out.push(b'\n');
        self.sink.put(&out)
    }

    /// What a turn gave.
    pub(super) fn outcome(
        &mut self,
        program: &Program,
        outcome: &Result<Outcome<'_>, Error>,
    ) -> anyhow::Result<()> {
        match outcome {
            Ok(outcome) => {
                let mut text = String::new();
                if self.args.envelope {
                    text.push_str(r#"{"ok":true,"result":"#);
                    write_json(&outcome.result, &mut text);
                    text.push_str(r#","memory_delta":"#);
                    write_json(&Value::Map(outcome.delta.clone()), &mut text);
                    text.push_str(r#","memory":"#);
                    write_json(&Value::Map(outcome.memory.clone()), &mut text);
                    text.push('}');
                } else {
                    write_json(&outcome.result, &mut text);
                }
                self.json(&text)
            }
            Err(error) if self.args.envelope => self.json(&failure(error)),
            Err(error) => {
                let place = self.place(program, error);
                self.console.at(&place, Severity::Error, error.kind.name(), &error.to_string());
                Ok(())
            }
        }
    }

    /// What a check found. It is the product of `--check`, so it goes to standard output.
    pub(super) fn lints(
        &mut self,
        program: &Program,
        found: &Result<Vec<Lint>, Error>,
    ) -> anyhow::Result<()> {
        if self.args.envelope {
            let text = match found {
                Ok(lints) => {
                    let all: Vec<_> = lints.iter().map(lint).collect();
                    format!(r#"{{"ok":true,"lints":[{}]}}"#, all.join(","))
                }
                Err(error) => failure(error),
            };
            return self.json(&text);
        }
        let mut text = String::new();
        match found {
            Ok(lints) => {
                for lint in lints {
                    let place = format!("{}:{}", self.name, program.line);
                    let line = format!(
                        "{place}: warning[{}]: {} (at {})",
                        lint.code.name(),
                        lint.message,
                        lint.pointer
                    );
                    text.push_str(&escape(&line));
                    text.push('\n');
                }
            }
            Err(error) => {
                let line = format!("{}: error[{}]: {error}", self.place(program, error), error.kind.name());
                text.push_str(&escape(&line));
                text.push('\n');
            }
        }
        self.sink.put(text.as_bytes())
    }

    /// `file:line` or `file:line:column` of a failure.
    fn place(&self, program: &Program, error: &Error) -> String {
        match error.position {
            Some(at) => format!("{}:{}:{}", self.name, program.line + at.line - 1, at.column),
            None => format!("{}:{}", self.name, program.line),
        }
    }
}

/// The envelope of a failure.
fn failure(error: &Error) -> String {
    let mut members = vec![("type", quoted(error.kind.name())), ("message", quoted(&error.message))];
    members.extend(error.pointer.as_ref().map(|pointer| ("path", quoted(pointer))));
    members.extend(error.suggestion.as_ref().map(|name| ("suggestion", quoted(name))));
    if let Some(at) = error.position {
        members.push(("line", at.line.to_string()));
        members.push(("column", at.column.to_string()));
    }
    members.push(("formatted", quoted(&error.formatted())));
    format!(r#"{{"ok":false,"error":{}}}"#, object(&members))
}

fn lint(lint: &Lint) -> String {
    object(&[
        ("code", quoted(lint.code.name())),
        ("message", quoted(&lint.message)),
        ("path", quoted(&lint.pointer)),
    ])
}

/// An object of members that are JSON already.
fn object(members: &[(&str, String)]) -> String {
    let members: Vec<_> = members.iter().map(|(name, value)| format!("\"{name}\":{value}")).collect();
    format!("{{{}}}", members.join(","))
}
