//! `jmend eval-json`: runs PTC-JSON programs over data that the model who wrote them never sees in full.
//!
//! Every program of the input is a turn: it sees the memory that the last successful one left. A failed program
//! leaves memory as it was, and the next one still runs.

mod args;
mod cache;
mod envelope;
mod filter;
mod inputs;
mod tools;
mod turns;

use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;

use anyhow::Context;

use super::console::Console;
use super::diagnosis::Format;
use super::exit::{Ending, Exit, FailOn};
use super::input::{Source, hint_if_terminal, limit};
use super::pipeline::{self, Writer};
use super::reader::Reader;
use super::records::Framing;
use super::reporter::Reporter;
use super::tools_file;
use crate::core::programs::{Limits, Session, describe};
use crate::eval::reading::Reading;
use crate::eval::run::MAX_DEPTH;
use crate::eval::{self, exposed::Exposed};
use crate::report::repaired::Detail;
pub(super) use args::Args;

/// Where values and results of tools come from, also for `query`.
pub(super) mod sources {
    pub(in crate::cli) use super::cache::Shelf;
    pub(in crate::cli) use super::inputs::{Assignment, parse_assignment};
    pub(in crate::cli) use super::tools::ToolArgs;
}
use args::{Prompt, SchemaForm};
use cache::Shelf;
use inputs::Texts;
use turns::{Handled, Turns};

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
    let sink = args.output.open()?;
    let exposed = args.tools.as_deref().map(exposed).transpose()?;
    let described = match (args.print_schema, args.print_prompt) {
        (Some(SchemaForm::Full), _) => Some(describe::schema()),
        (Some(SchemaForm::Strict), _) => Some(describe::strict()),
        (_, Some(Prompt::Full)) => Some(describe::prompt()),
        (_, Some(Prompt::Card)) => Some(card(args, exposed.as_ref(), limits)?),
        _ => None,
    };
    if let Some(text) = described {
        return sink.write_all(text).map(|()| Exit::Done);
    }
    let source = match &args.expr {
        Some(text) => Source::Expr(text.clone()),
        None => args.program.as_deref().map_or(Source::Stdin, Source::new),
    };
    let context_on_stdin = args.context.as_ref().is_some_and(|path| path.as_os_str() == "-");
    anyhow::ensure!(
        source != Source::Stdin || !context_on_stdin,
        "the program and --context cannot both be standard input"
    );
    let sources = [source];
    hint_if_terminal(&sources, console);
    // Held to the end: what this turn reads of the memory is what it adds to.
    let _turn = if args.save_memory { inputs::Turn::take(args)? } else { None };
    let shelf = Shelf::default();
    let texts = Texts::read(args)?;
    let inputs = match texts.values(limits.max_depth) {
        Ok(inputs) => inputs,
        Err(error) => {
            console.error(&error.to_string());
            return Ok(Exit::Data);
        }
    };
    let memory_before = Rc::clone(&inputs.memory);
    let mut session = Session::new(inputs.context, limits);
    session.memory = inputs.memory;
    session.input_bytes = texts.bytes();
    let modes = if args.repair { args.repair_options.modes(None, console)? } else { None };
    // Half a program is another program.
    let (reading, framing) = match modes {
        _ if args.jq => (Reading::Whole, Framing::Document),
        Some(modes) => (Reading::Repaired(modes.calls), Framing::Document),
        None => (Reading::Strict(limits.max_depth), Framing::Texts(limits.max_depth)),
    };
    let look = console.look(sink.is_terminal());
    let look = (args.format.format == Format::Human).then_some(look);
    let turns = Turns {
        args,
        console,
        detail: Detail { is_inner: false, explains: false, look, dialect: None },
        exposed,
        reading,
        session,
        style: args.layout.style_for(&args.output),
        tools: args.sources.tools(inputs.tools, &shelf, args.max_bytes, limits),
    };
    let handled = Handled(RefCell::new(turns));
    let reporter = (args.check && args.envelope.is_none())
        .then(|| Reporter::of_check(args.format.format, "program", console, &sink, &sources));
    let sink = if args.check { sink } else { sink.of_json(console) };
    let writer = Writer::new(sink, console, &sources).reporting(reporter);
    let reader = Reader::new(sources.into(), framing, args.max_bytes);
    let (sink, tally, _) = pipeline::run_here(reader, &handled, writer)?.finish()?;
    let ending = Ending { fail_on: FailOn::any_change(args.check), ..Ending::with_product() };
    let exit = ending.finish(sink, tally, console)?;
    let memory = handled.0.into_inner().session.memory;
    if args.save_memory && exit != Exit::Failed && !Rc::ptr_eq(&memory_before, &memory) {
        inputs::save(args, &memory)?;
    }
    Ok(exit)
}

/// The tools of a file that programs may call.
fn exposed(file: &Path) -> anyhow::Result<Exposed> {
    let name = Source::new(file).name();
    let text = tools_file::read_definitions(file)?;
    Exposed::of(name.clone(), &tools_file::parse(file, &text)?).context(name)
}

/// The instructions on a card, with the tools and the context that the flags give.
fn card(args: &Args, exposed: Option<&Exposed>, limits: Limits) -> anyhow::Result<String> {
    let texts = Texts::read(args)?;
    let inputs = texts.values(limits.max_depth)?;
    let commands = args.sources.tool_command.iter().map(|(name, _)| name.as_str());
    let given: Vec<_> = inputs.tools.iter().map(|(name, _)| name.as_str()).chain(commands).collect();
    Ok(eval::card(exposed, &given, &inputs.context))
}
