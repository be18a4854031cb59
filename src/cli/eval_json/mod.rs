//! `jmend eval-json`: runs PTC-JSON programs over data that the model who wrote them never sees in full.
//!
//! Every program of the input is a turn: it sees the memory that the last successful one left. A failed program
//! leaves memory as it was, and the next one still runs.

mod args;
mod cache;
mod calls;
mod inputs;
mod render;
mod tools;
mod turns;

use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::Context;

use super::console::Console;
use super::exit::Exit;
use super::input::{Source, hint_if_terminal, limit};
use super::output::Sink;
use crate::core::ptc::{self, Limits, Session};
pub(super) use args::Args;

/// Where values and results of tools come from, also for `query`.
pub(super) mod sources {
    pub(in crate::cli) use super::cache::{Cache, Shelf};
    pub(in crate::cli) use super::inputs::{Assignment, parse_assignment, parse_command};
    pub(in crate::cli) use super::tools::CliTools;
}
use cache::{Cache, Shelf};
use inputs::Texts;
use render::Printer;
use tools::CliTools;
use turns::{Program, Programs};

/// Levels of nesting that one thread's stack is made for at most.
const MAX_DEPTH: usize = 20_000;

pub(super) fn run(args: &Args, console: Console) -> anyhow::Result<Exit> {
    let max_depth = args.repair_options.limits.max_depth;
    anyhow::ensure!(max_depth <= MAX_DEPTH, "eval-json takes a --max-depth of up to {MAX_DEPTH}");
    let limits = Limits { max_memory: limit(args.max_memory), max_depth };
    // Evaluation recurses as deep as programs and values are nested, so it brings its own stack.
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .stack_size(limits.stack())
            .spawn_scoped(scope, || evaluate(args, limits, console))
            .context("cannot start a thread with a stack for this --max-depth")?;
        thread.join().unwrap_or_else(|_| Err(anyhow::anyhow!("the evaluation broke off")))
    })
}

fn evaluate(args: &Args, limits: Limits, console: Console) -> anyhow::Result<Exit> {
    let mut sink = Sink::open(args.output.output.as_deref())?;
    if args.print_schema || args.print_prompt {
        let text = if args.print_schema { ptc::describe::schema() } else { ptc::describe::prompt() };
        sink.put(text.as_bytes())?;
        sink.finish()?;
        return Ok(Exit::Done);
    }
    let source = args.program.as_deref().map_or(Source::Stdin, Source::new);
    if args.expr.is_none() {
        let context_on_stdin = args.context.as_ref().is_some_and(|path| path.as_os_str() == "-");
        anyhow::ensure!(
            source != Source::Stdin || !context_on_stdin,
            "the program and --context cannot both be standard input"
        );
        hint_if_terminal(std::slice::from_ref(&source), console);
    }
    let shelf = Shelf::default();
    let texts = Texts::read(args)?;
    let inputs = match texts.values(limits.max_depth) {
        Ok(inputs) => inputs,
        Err(refused) => {
            console.error(&refused.to_string());
            return Ok(Exit::Data);
        }
    };
    let memory_before = Rc::clone(&inputs.memory);
    let mut session = Session::new(inputs.context, limits);
    session.memory = inputs.memory;
    session.input_bytes = texts.bytes();
    let cache = args.cache_dir.as_deref();
    let cache = cache.map(|directory| Cache::new(directory, args.namespace.as_deref(), &shelf, args.max_bytes, limits.max_depth));
    let mending = if args.repair { args.repair_options.mending(None, console)? } else { None };
    let programs = match &args.expr {
        Some(text) => Programs::of_text(text, args, mending),
        None => Programs::open(&source, args, mending)?,
    };
    let mut turns = Turns {
        args,
        session,
        tools: CliTools::new(inputs.tools, &args.tool_command, cache, limits),
        printer: Printer::new(args, if args.check { sink } else { sink.of_json(console) }, console, &source),
    };
    let exit = turns.all(programs)?;
    turns.printer.finish()?;
    if args.save_memory && !Rc::ptr_eq(&memory_before, &turns.session.memory) {
        inputs::save(args, &turns.session.memory)?;
    }
    Ok(exit)
}

/// The programs of one invocation, one after the other.
struct Turns<'r, 'a> {
    args: &'r Args,
    session: Session<'a>,
    tools: CliTools<'a>,
    printer: Printer<'r>,
}

impl Turns<'_, '_> {
    fn all(&mut self, mut programs: Programs) -> anyhow::Result<Exit> {
        let mut exit = Exit::Done;
        while let Some(program) = programs.next()? {
            self.printer.losses(&program);
            let fine = if self.args.check { self.check(&program)? } else { self.run(&program)? };
            if !fine {
                exit = Exit::Data;
            }
            if programs.may_wait() {
                self.printer.flush()?;
            }
        }
        Ok(exit)
    }

    /// Runs one program; false when it failed.
    fn run(&mut self, program: &Program) -> anyhow::Result<bool> {
        let started = Instant::now();
        let timeout = (self.args.timeout > 0).then(|| Duration::from_millis(self.args.timeout));
        self.tools.start(timeout.map(|timeout| started + timeout));
        let mut expired = || timeout.is_some_and(|timeout| started.elapsed() >= timeout);
        let outcome = match &program.text {
            Ok(text) => self.session.turn(text, &mut self.tools, &mut expired),
            Err(error) => Err(error.clone()),
        };
        tracing::info!(line = program.line, ok = outcome.is_ok(), elapsed = ?started.elapsed(), "turn");
        self.printer.outcome(program, &outcome)?;
        Ok(outcome.is_ok())
    }

    /// Checks one program; false when anything was found.
    fn check(&mut self, program: &Program) -> anyhow::Result<bool> {
        let checked = match &program.text {
            Ok(text) => ptc::compile(text, &self.session.limits),
            Err(error) => Err(error.clone()),
        };
        let lints = checked.map(|checked| ptc::lint::lint(&checked, &self.session.context));
        self.printer.lints(program, &lints)?;
        Ok(lints.is_ok_and(|lints| lints.is_empty()))
    }
}
