//! What is said of each turn: the result alone, the envelope, or what a check found.

use super::args::{Args, Envelope};
use super::turns::Program;
use crate::cli::console::{Console, Severity};
use crate::cli::diagnosis::{Format, Reporter};
use crate::cli::input::Source;
use crate::cli::output::Sink;
use crate::core::json::pointer::locate;
use crate::core::json::{Position, Style, quoted};
use crate::core::ptc::lint::Lint;
use crate::core::ptc::value::Map;
use crate::core::ptc::{self, Error, ErrorKind, Outcome, Value};
use crate::report::Finding;
use crate::report::diagnostic::{Diagnostic, Finder, Place};
use crate::report::repaired::Detail;
use crate::report::tally::Tally;

/// Findings of one program whose places are looked up, which takes a look at the program each.
const PLACED: usize = 100;

/// Writes the product, and what failed to standard error.
pub(super) struct Printer<'r> {
    args: &'r Args,
    console: Console,
    /// What messages call the input.
    name: String,
    /// What writes the findings of a check.
    reporter: Option<Reporter>,
    sink: Sink,
    style: Style,
    tally: Tally,
}

impl<'r> Printer<'r> {
    pub(super) fn new(args: &'r Args, sink: Sink, console: Console, source: &Source) -> Self {
        let name = if args.expr.is_some() { "<expr>".to_owned() } else { source.name() };
        let reporter = (args.check && args.envelope.is_none()).then(|| {
            let source = if args.expr.is_some() { Source::Stdin } else { source.clone() };
            let reporter = Reporter::of_check(args.format.format, "program", console, &sink, &[source]);
            if args.expr.is_some() { reporter.named("<expr>") } else { reporter }
        });
        let style = args.layout.style_for(&args.output);
        Self { args, console, name, reporter, sink, style, tally: Tally::default() }
    }

    pub(super) fn flush(&mut self) -> anyhow::Result<()> {
        self.sink.flush()
    }

    pub(super) fn finish(mut self) -> anyhow::Result<()> {
        if let Some(reporter) = &mut self.reporter {
            reporter.end(self.tally, &mut self.sink)?;
        }
        self.sink.finish()
    }

    /// One JSON text, laid out, on a line of its own.
    fn json(&mut self, text: &str) -> anyhow::Result<()> {
        let mut out = Vec::with_capacity(text.len() + 1);
        self.style.write_text(text, &mut out);
        out.push(b'\n');
        self.sink.put(&out)
    }

    /// What the repair lost on the way to a program.
    pub(super) fn losses(&self, program: &Program) {
        for (at, loss) in &program.losses {
            let place = Some(Place::line(program.line + at.line - 1, Some(at.column)));
            self.console.about(&self.name, &Diagnostic { place, ..loss.diagnostic(Severity::Warning) });
        }
    }

    /// What a turn gave; `shown` is the preview of a result that is not printed whole.
    pub(super) fn outcome(
        &mut self,
        program: &Program,
        outcome: &Result<Outcome<'_>, Error>,
        shown: Option<&str>,
    ) -> anyhow::Result<()> {
        match outcome {
            Ok(outcome) => {
                let result = match shown {
                    Some(preview) => preview.to_owned(),
                    None => ptc::to_json(&outcome.result),
                };
                let text = match self.args.envelope {
                    None => result,
                    Some(Envelope::Values) => format!(
                        r#"{{"ok":true,"result":{result},"memory_delta":{},"memory":{}}}"#,
                        ptc::to_json(&Value::Map(outcome.delta.clone())),
                        ptc::to_json(&Value::Map(outcome.memory.clone())),
                    ),
                    Some(Envelope::Sizes) => format!(
                        r#"{{"ok":true,"result":{result},"memory_delta":{},"memory":{}}}"#,
                        sizes(&outcome.delta),
                        sizes(&outcome.memory),
                    ),
                };
                self.json(&text)
            }
            Err(error) if self.args.envelope.is_some() => self.json(&failure(error)),
            Err(error) => {
                let at = error.position.unwrap_or(Position { line: 1, column: 1 });
                let column = error.position.map(|at| at.column);
                let place = Some(Place::line(program.line + at.line - 1, column));
                let failed = self.failed(program, error, error.to_string());
                self.console.about(&self.name, &Diagnostic { place, ..failed });
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
        if self.args.envelope.is_some() {
            let text = match found {
                Ok(lints) => {
                    let all: Vec<_> = lints.iter().map(lint).collect();
                    format!(r#"{{"ok":true,"lints":[{}]}}"#, all.join(","))
                }
                Err(error) => failure(error),
            };
            return self.json(&text);
        }
        self.tally.records += 1;
        match found {
            Ok(lints) => self.tally.warned += lints.len() as u64,
            Err(_) => self.tally.failed += 1,
        }
        let look =
            (self.args.format.format == Format::Human).then(|| self.console.look(self.sink.is_terminal()));
        let detail = Detail { is_inner: false, explains: false, look };
        let diagnostics = match found {
            Ok(lints) => lints
                .iter()
                .enumerate()
                .map(|(index, lint)| {
                    let place = (index < PLACED).then_some(lint.pointer.as_str());
                    let diagnostic =
                        Diagnostic::new(Severity::Warning, lint.code.name(), lint.message.clone());
                    placed(
                        program,
                        Diagnostic { path: Some(lint.pointer.clone()), ..diagnostic },
                        place,
                        None,
                        detail,
                    )
                })
                .collect(),
            Err(error) => {
                let failed = self.failed(program, error, error.formatted());
                let diagnostic = Diagnostic { path: error.pointer.clone(), ..failed };
                let place = error.pointer.as_deref();
                vec![placed(program, diagnostic, place, error.position, detail)]
            }
        };
        let Some(reporter) = &mut self.reporter else { return Ok(()) };
        if !diagnostics.is_empty() {
            reporter.finding(0, Finding { diagnostics, ..Finding::default() });
        }
        reporter.send(&mut self.sink)
    }

    /// The message about a failure, still without its place.
    fn failed(&self, program: &Program, error: &Error, message: String) -> Diagnostic {
        let is_broken_json = error.kind == ErrorKind::Parse && error.position.is_some() && !self.args.repair;
        let advice = if is_broken_json { "try --repair" } else { program.advice };
        Diagnostic { advice: advice.into(), ..Diagnostic::new(Severity::Error, error.kind.name(), message) }
    }
}

/// A diagnostic with its place in a program: that of the node, or the one given.
fn placed(
    program: &Program,
    mut diagnostic: Diagnostic,
    pointer: Option<&str>,
    position: Option<Position>,
    detail: Detail,
) -> Diagnostic {
    let text = program.text.as_deref().unwrap_or_default();
    let offset = position.map(|at| offset_of(text, at));
    let span = match offset {
        Some(at) => Some(at..at),
        // The first line of a node says which one it is.
        None => pointer.and_then(|pointer| locate(text, pointer)),
    };
    if let Some(span) = span.filter(|_| !text.is_empty()) {
        diagnostic.excerpt = detail.excerpt(text.as_bytes(), span.clone());
        diagnostic.place = Some(detail.place(&mut Finder::new(text.as_bytes()), span));
    } else if let Some(at) = position {
        diagnostic.place = Some(Place::at(at));
    }
    if let Some(place) = &mut diagnostic.place {
        place.shift(program.line - 1);
    }
    diagnostic
}

/// The byte at a line and column.
fn offset_of(text: &str, at: Position) -> usize {
    let mut line = text;
    for _ in 1..at.line {
        let Some(end) = line.find('\n') else { break };
        line = &line[end + 1..];
    }
    let column = line.char_indices().nth(at.column - 1).map_or(line.len(), |(offset, _)| offset);
    text.len() - line.len() + column
}

/// What is in a map, as types and sizes.
fn sizes(map: &Map<'_>) -> String {
    let one = |(name, value): &(ptc::value::Name<'_>, Value<'_>)| {
        let items = value.as_list().map_or(String::new(), |list| format!(r#","items":{}"#, list.items.len()));
        let bytes = ptc::to_json(value).len();
        format!(r#"{}:{{"type":"{}"{items},"bytes":{bytes}}}"#, quoted(name.as_str()), value.kind())
    };
    format!("{{{}}}", map.entries().iter().map(one).collect::<Vec<_>>().join(","))
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
