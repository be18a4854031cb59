//! Turns: each program of the input is run or checked, and what came of it is said: the result alone, the envelope, or
//! what a check found.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use super::args::{Args, Envelope};
use super::envelope::{failure, findings, success};
use super::tools::CliTools;
use crate::cli::calls;
use crate::cli::console::Console;
use crate::cli::pipeline::{Done, Handler};
use crate::cli::records::{Batch, count_lines};
use crate::cli::trouble::{self, Trouble};
use crate::core::json::pointer::locate;
use crate::core::json::position::offset_of;
use crate::core::json::{Position, Style};
use crate::core::programs::lint::lint;
use crate::core::programs::{Error, ErrorKind, Outcome, Session, Tools, program};
use crate::eval::exposed::Exposed;
use crate::eval::reading::{Program, Reading, Why};
use crate::eval::{self, run};
use crate::report::Finding;
use crate::report::diagnostic::{Diagnostic, Finder, Place, Severity};
use crate::report::repaired::Detail;

/// Findings of one program whose places are looked up, which takes a look at the program each.
const PLACED: usize = 100;

/// Runs the programs of one invocation, one after the other: each sees the memory that the one before it left.
pub(super) struct Handled<'r, 'a>(pub(super) RefCell<Turns<'r, 'a>>);

impl Handler for Handled<'_, '_> {
    fn handle(&self, batch: &mut Batch) -> Done {
        let mut turns = self.0.borrow_mut();
        let mut done = Done { lines: count_lines(batch.bytes()), ..Done::default() };
        for program in programs(batch, turns.reading) {
            turns.take(&program, &mut done);
        }
        done
    }
}

/// What programs are run with.
pub(super) struct Turns<'r, 'a> {
    pub(super) args: &'r Args,
    pub(super) console: Console,
    /// What findings need to know of the output.
    pub(super) detail: Detail,
    /// The tools that programs may call, where a file says that.
    pub(super) exposed: Option<Exposed>,
    pub(super) reading: Reading,
    pub(super) session: Session<'a>,
    pub(super) style: Style,
    pub(super) tools: CliTools<'a>,
}

impl<'a> Turns<'_, 'a> {
    /// One turn, and what is said of it.
    fn take(&mut self, program: &Program, done: &mut Done) {
        for (at, loss) in &program.losses {
            let place = Some(Place::line(program.line + at.line - 1, Some(at.column)));
            done.notes
                .push(Diagnostic { place, ..Trouble::loss(loss.clone()).diagnostic(Severity::Warning) });
        }
        done.tally.records += 1;
        if self.args.check {
            self.check(program, done);
            return;
        }
        let started = Instant::now();
        // A turn can still fail where its result is printed.
        let before = self.args.max_result.map(|_| Rc::clone(&self.session.memory));
        let deadline = self.timeout().map(|timeout| started + timeout);
        self.tools.start(deadline);
        let outcome = match &program.text {
            Ok(text) if self.args.jq => self.filtered(text),
            Ok(text) => self.compiled(text).and_then(|program| {
                let mut expired = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
                self.session.run(&program, &mut self.tools, &mut expired)
            }),
            Err(error) => Err(error.clone()),
        };
        tracing::info!(line = program.line, ok = outcome.is_ok(), elapsed = ?started.elapsed(), "turn");
        match outcome.and_then(|outcome| self.success(outcome)) {
            Ok(text) => self.json(&text, done),
            Err(error) => {
                if let Some(before) = before {
                    self.session.memory = before;
                }
                done.tally.failed += 1;
                if self.args.envelope.is_some() {
                    return self.json(&failure(&error), done);
                }
                let at = error.position.unwrap_or(Position { line: 1, column: 1 });
                let column = error.position.map(|at| at.column);
                let place = Some(Place::line(program.line + at.line - 1, column));
                let failed = self.failed(program, &error, error.to_string());
                done.notes.push(Diagnostic { place, ..failed });
            }
        }
    }

    /// Time that one program may take, if that is limited.
    pub(super) fn timeout(&self) -> Option<Duration> {
        (self.args.timeout > 0).then(|| Duration::from_millis(self.args.timeout))
    }

    /// A checked program that calls no tool which it may not see, also where it was written in the other language that can
    /// say as much.
    fn compiled(&self, text: &str) -> Result<program::Program, Error> {
        eval::compiled(text, &self.session.limits, self.exposed.as_ref(), &self.tools.names())
    }

    /// What is printed of an outcome. Of a result that is too long that is a profile, and memory keeps the whole.
    fn success(&mut self, mut outcome: Outcome<'a>) -> Result<String, Error> {
        let most = self.args.max_result.map(|most| usize::try_from(most).unwrap_or(usize::MAX));
        let result = run::shown(&mut outcome, &mut self.session, most)?;
        Ok(match self.args.envelope {
            None => result,
            Some(envelope) => success(&result, &outcome, envelope == Envelope::Values),
        })
    }

    /// Checks one program. What is found is the product.
    fn check(&mut self, program: &Program, done: &mut Done) {
        let checked = match &program.text {
            Ok(text) => self.compiled(text),
            Err(error) => Err(error.clone()),
        };
        let tools = &mut self.tools;
        let mut known = |tool: &str, args: &str| tools.known(tool, args);
        let lints = checked.map(|checked| lint(&checked, &self.session.context, &mut known));
        match &lints {
            Ok(lints) => done.tally.warned += lints.len() as u64,
            Err(_) => done.tally.failed += 1,
        }
        if self.args.envelope.is_some() {
            return self.json(&lints.map_or_else(|error| failure(&error), |lints| findings(&lints)), done);
        }
        let diagnostics: Vec<_> = match lints {
            Ok(lints) => lints
                .into_iter()
                .enumerate()
                .map(|(index, lint)| {
                    let span = program.text.as_ref().ok().filter(|_| index < PLACED);
                    // The first line of a node says which one it is.
                    let span = span.and_then(|text| locate(text, &lint.pointer));
                    let diagnostic = Diagnostic::new(Severity::Warning, lint.code.name(), lint.message);
                    self.placed(program, Diagnostic { path: Some(lint.pointer), ..diagnostic }, span)
                })
                .collect(),
            Err(error) => {
                let text = program.text.as_deref().unwrap_or_default();
                let span = match (error.position, &error.pointer) {
                    (Some(at), _) => Some(offset_of(text, at)).map(|at| at..at),
                    (None, Some(pointer)) => locate(text, pointer),
                    (None, None) => None,
                };
                let place = error
                    .position
                    .filter(|_| text.is_empty())
                    .map(|at| Place::line(program.line + at.line - 1, Some(at.column)));
                let failed = self.failed(program, &error, error.formatted());
                let failed = Diagnostic { path: error.pointer, place, ..failed };
                Vec::from([self.placed(program, failed, span)])
            }
        };
        if !diagnostics.is_empty() {
            done.findings.push(Finding { diagnostics, ..Finding::default() });
        }
    }

    /// The message about a failure, still without its place.
    fn failed(&self, program: &Program, error: &Error, message: String) -> Diagnostic {
        let is_broken_json = error.kind == ErrorKind::Parse && error.position.is_some();
        let may_repair = !self.args.repair && !self.args.jq;
        let advice =
            if is_broken_json && may_repair { "try --repair" } else { program.why.map_or("", advice) };
        Diagnostic { advice: advice.into(), ..Diagnostic::new(Severity::Error, error.kind.name(), message) }
    }

    /// A diagnostic with its place in a program that has a text.
    fn placed(
        &self,
        program: &Program,
        diagnostic: Diagnostic,
        span: Option<std::ops::Range<usize>>,
    ) -> Diagnostic {
        let text = program.text.as_deref().unwrap_or_default().as_bytes();
        let Some(span) = span.filter(|_| !text.is_empty()) else { return diagnostic };
        let mut place = self.detail.place(&mut Finder::new(text), span.clone());
        place.shift(program.line - 1);
        Diagnostic { excerpt: self.detail.excerpt(text, span), place: Some(place), ..diagnostic }
    }

    /// One JSON text, laid out, on a line of its own.
    fn json(&self, text: &str, done: &mut Done) {
        self.style.write_text(text, &mut done.out);
        done.out.push(b'\n');
    }
}

/// The programs of a batch, which holds one text.
fn programs(batch: &Batch, reading: Reading) -> Vec<Program> {
    if batch.cut {
        let message = format!("the program is longer than {} bytes", batch.max_bytes);
        return Vec::from([Program::wrong(message, 1)]);
    }
    reading.programs(batch.bytes())
}

/// Returns the advice to the user about a text without a program.
fn advice(why: Why) -> &'static str {
    match why {
        Why::Call(reason) => calls::advice(reason),
        Why::Repair(code) => trouble::advice(code),
    }
}
