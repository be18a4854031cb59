//! `jmend eval-json`: runs PTC-JSON programs over data that the model who wrote them never sees in full.
//!
//! Every program of the input is a turn: it sees the memory that the last successful one left. A failed program
//! leaves memory as it was, and the next one still runs.

mod args;
mod bounded;
mod cache;
mod calls;
mod exposed;
mod filter;
mod inputs;
mod lisp;
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
use crate::core::ptc::{self, Error, Limits, Outcome, Session, Tools};
pub(super) use args::Args;

/// Where values and results of tools come from, also for `query`.
pub(super) mod sources {
    pub(in crate::cli) use super::cache::{Cache, Shelf};
    pub(in crate::cli) use super::inputs::{Assignment, parse_assignment, parse_command};
    pub(in crate::cli) use super::tools::CliTools;
}
use args::{Prompt, SchemaForm};
use cache::{Cache, Shelf};
use exposed::Exposed;
use inputs::Texts;
use render::Printer;
use tools::CliTools;
use turns::{Program, Programs};

/// Levels of nesting that one thread's stack is made for at most.
const MAX_DEPTH: usize = 20_000;

pub(super) fn run(args: &Args, console: Console) -> anyhow::Result<Exit> {
    let max_depth = args.repair_options.limits.max_depth;
    anyhow::ensure!(max_depth <= MAX_DEPTH, "eval-json takes a --max-depth of up to {MAX_DEPTH}");
    if args.jq {
        let bounds = filter::bounds(args);
        if let Some(exit) = super::jq::bounded::run_in_child(bounds, console)? {
            return Ok(exit);
        }
    }
    let limits = Limits { max_memory: limit(args.max_memory), max_depth, strict_types: args.strict_types };
    // Evaluation recurses as deep as programs and values are nested, so it brings its own stack.
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .stack_size(limits.stack())
            .spawn_scoped(scope, || evaluate(args, limits, console))
            .context("cannot start a thread with a stack for this --max-depth")?;
        thread.join().unwrap_or_else(|_| Err(anyhow::anyhow!("the evaluation ended early")))
    })
}

fn evaluate(args: &Args, limits: Limits, console: Console) -> anyhow::Result<Exit> {
    let mut sink = Sink::open(args.output.output.as_deref())?;
    let exposed = args.tools.as_deref().map(Exposed::read).transpose()?;
    let described = match (args.print_schema, args.print_prompt) {
        (Some(SchemaForm::Full), _) => Some(ptc::describe::schema()),
        (Some(SchemaForm::Strict), _) => Some(ptc::describe::strict()),
        (_, Some(Prompt::Full)) => Some(ptc::describe::prompt()),
        (_, Some(Prompt::Card)) => Some(card(args, exposed.as_ref(), limits)?),
        _ => None,
    };
    if let Some(text) = described {
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
    // Held to the end: what this turn reads of the memory is what it adds to.
    let _turn = if args.save_memory { inputs::Turn::take(args)? } else { None };
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
    let cache = cache.map(|directory| {
        Cache::new(directory, args.namespace.as_deref(), &shelf, args.max_bytes, limits.max_depth)
    });
    let modes = if args.repair { args.repair_options.modes(None, console)? } else { None };
    let programs = match &args.expr {
        _ if args.jq => Programs::of_text("", args, None),
        Some(text) => Programs::of_text(text, args, modes),
        None => Programs::open(&source, args, modes)?,
    };
    let mut turns = Turns {
        args,
        console,
        exposed,
        session,
        tools: CliTools::new(inputs.tools, &args.tool_command, cache, limits),
        printer: Printer::new(args, if args.check { sink } else { sink.of_json(console) }, console, &source),
    };
    let exit = if args.jq { turns.jq(&source)? } else { turns.all(programs)? };
    turns.printer.finish()?;
    if args.save_memory && !Rc::ptr_eq(&memory_before, &turns.session.memory) {
        inputs::save(args, &turns.session.memory)?;
    }
    Ok(exit)
}

/// The programs of one invocation, one after the other.
struct Turns<'r, 'a> {
    args: &'r Args,
    console: Console,
    /// The tools that programs may call, where a file says that.
    exposed: Option<Exposed>,
    session: Session<'a>,
    tools: CliTools<'a>,
    printer: Printer<'r>,
}

impl<'a> Turns<'_, 'a> {
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
            Ok(text) => compiled(text, &self.session.limits)
                .and_then(|program| self.allowed(program))
                .and_then(|program| self.session.run(&program, &mut self.tools, &mut expired)),
            Err(error) => Err(error.clone()),
        };
        tracing::info!(line = program.line, ok = outcome.is_ok(), elapsed = ?started.elapsed(), "turn");
        self.told(program, outcome)
    }

    /// Prints what a turn gave; of a result that is too long a profile, and memory keeps the whole.
    fn told(&mut self, program: &Program, mut outcome: Result<Outcome<'a>, Error>) -> anyhow::Result<bool> {
        let mut shown = None;
        if let (Ok(outcome), Some(most)) = (&mut outcome, self.args.max_result) {
            let text = ptc::to_json(&outcome.result);
            if text.len() as u64 > most {
                shown = Some(bounded::preview(&text, most)?);
                self.session.keep(bounded::KEPT, outcome.result.clone());
                outcome.memory = Rc::clone(&self.session.memory);
            }
        }
        self.printer.outcome(program, &outcome, shown.as_deref())?;
        Ok(outcome.is_ok())
    }

    /// A program that calls no tool which it may not see.
    fn allowed(&self, program: ptc::program::Program) -> Result<ptc::program::Program, Error> {
        let Some(exposed) = &self.exposed else { return Ok(program) };
        let given = self.tools.names();
        for (node, tool) in ptc::walk::calls(&program) {
            if let Some(error) = exposed.refused(tool, &given) {
                return Err(Error { pointer: Some(program.pointer(node)), ..error });
            }
        }
        Ok(program)
    }

    /// Checks one program; false when anything was found.
    fn check(&mut self, program: &Program) -> anyhow::Result<bool> {
        let checked = match &program.text {
            Ok(text) => compiled(text, &self.session.limits).and_then(|program| self.allowed(program)),
            Err(error) => Err(error.clone()),
        };
        let tools = &mut self.tools;
        let mut known = |tool: &str, args: &str| tools.known(tool, args);
        let lints = checked.map(|checked| ptc::lint::lint(&checked, &self.session.context, &mut known));
        self.printer.lints(program, &lints)?;
        Ok(lints.is_ok_and(|lints| lints.is_empty()))
    }
}

/// A checked program, also where it was written in the other language that can say as much.
fn compiled(text: &str, limits: &Limits) -> Result<ptc::program::Program, Error> {
    match lisp::translated(text) {
        Some(program) => ptc::compile(&program?, limits),
        None => ptc::compile(text, limits),
    }
}

/// The instructions on a card, with the tools and the context that the flags give.
fn card(args: &Args, exposed: Option<&Exposed>, limits: Limits) -> anyhow::Result<String> {
    let texts = Texts::read(args)?;
    let inputs = texts.values(limits.max_depth).map_err(|refused| anyhow::anyhow!("{refused}"))?;
    let mut tools: Vec<(String, String)> = exposed.map(|exposed| exposed.tools.clone()).unwrap_or_default();
    let given =
        inputs.tools.iter().map(|(name, _)| name).chain(args.tool_command.iter().map(|(name, _)| name));
    for name in given {
        if !tools.iter().any(|(known, _)| known == name) {
            tools.push((name.clone(), String::new()));
        }
    }
    let context: Vec<String> =
        inputs.context.entries().iter().map(|(name, _)| name.as_str().to_owned()).collect();
    Ok(ptc::describe::card(&tools, &context))
}
