//! `jmend query`: a jq filter over JSON, bounded in time, memory and output.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{anyhow, bail};

use super::console::{Color, Console, Diagnostic, Severity};
use super::eval_json::sources::{Assignment, Shelf, ToolArgs, parse_assignment};
use super::exit::{Ending, Exit};
use super::input::{Source, limit, parse_bytes};
use super::jq::bounded::{Bounds, begin, run_in_child};
use super::jq::{self, End, Filter, NotJson};
use super::json_input::REPAIR_FLAGS;
use super::options::RepairArgs;
use super::output::{LayoutArgs, OutputArgs, Sink};
use super::pipeline::{self, Done, Handler, Writer};
use super::reader::Reader;
use super::records::{Batch, Framing};
use super::trouble::Trouble;
use crate::core::json::{Indent, Layout, MAX_DEPTH, Style, quoted};
use crate::core::programs::{self, Limits, Tools};
use crate::core::repair::engine::{Options, repair};
use crate::report::diagnostic::Place;
use jaq_json::Val;

const EXAMPLES: &str = r#"Examples:
  jmend query '.items | group_by(.status) | map({status: .[0].status, n: length})' orders.json
  jmend query '.items[] | select(.id == $id)' --let id=7 orders.json
  jmend query -r '.items[].name' orders.json
  jmend query -n 'call("search"; {q: "x"}) | map(.total) | add' --define-tool 'search=[{"total":2}]'"#;

/// Bytes of stack for a filter that recurses.
const STACK: usize = 64 << 20;

/// Time that a filter has for each MiB of its input, beside its own.
const PARSING: Duration = Duration::from_millis(100);

/// Run a jq filter over JSON, bounded in time, memory and output
///
/// Every document of the input is one input of the filter. The language is that of jaq. Filters do no I/O: they have no
/// modules and no environment; `call(TOOL; ARGS)` gives the results of tools, as in `eval-json`. A filter that does not end
/// is stopped at its limit, with status 1.
#[derive(Debug, clap::Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{}", super::EXIT_CODES),
          mut_args(|arg| if REPAIR_FLAGS.contains(&arg.get_id().as_str()) { arg.requires("repair") } else { arg }))]
#[expect(clippy::struct_excessive_bools, reason = "independent flags")]
pub(super) struct Args {
    /// The filter
    #[arg(value_name = "FILTER")]
    filter: String,
    /// Files to read; none or `-` is standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Run once, on null; `input` and `inputs` give the documents
    #[arg(short, long)]
    null_input: bool,
    /// Read all documents as one array
    #[arg(short, long)]
    slurp: bool,
    /// Print strings as they are, without quotes
    #[arg(short, long)]
    raw_output: bool,
    /// Exit with 1 if the last output is null or false, or missing
    #[arg(short = 'e', long)]
    exit_status: bool,
    /// A value that the filter sees as $NAME
    #[arg(long = "let", value_name = "NAME=JSON|@FILE", value_parser = parse_assignment)]
    lets: Vec<Assignment>,
    /// A string that the filter sees as $NAME
    #[arg(long, num_args = 2, value_names = ["NAME", "TEXT"])]
    arg: Vec<String>,
    /// The same as --let NAME=JSON
    #[arg(long, num_args = 2, value_names = ["NAME", "JSON"])]
    argjson: Vec<String>,
    #[command(flatten)]
    sources: ToolArgs,
    /// Repair the input first, as `jmend repair` does
    #[arg(long)]
    repair: bool,
    /// The same as --indent tab
    #[arg(long, hide = true, conflicts_with_all = ["layout", "compact", "indent"])]
    tab: bool,
    /// The same as --color always
    #[arg(short = 'C', long, hide = true)]
    color_output: bool,
    /// Milliseconds that the filter may take, beside 100 for each MiB of input; 0 means no limit
    #[arg(long, value_name = "MS", default_value_t = 10_000)]
    timeout: u64,
    /// Bytes that the filter may take beyond what its input needs, also with K, M or G; 0 means no limit
    #[arg(long, value_name = "N", default_value = "1G", value_parser = parse_bytes)]
    max_memory: u64,
    /// Bytes of output, also with K, M or G; 0 means no limit
    #[arg(long, value_name = "N", default_value = "256M", value_parser = parse_bytes)]
    max_output: u64,
    /// Bytes that one input may have, also with K, M or G; 0 means no limit
    #[arg(long, value_name = "N", default_value = "1G", value_parser = parse_bytes)]
    max_bytes: u64,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    layout: LayoutArgs,
    #[command(flatten)]
    settings: RepairArgs,
}

impl Args {
    /// Returns the style of the values.
    fn style(&self) -> Style {
        let style = self.layout.style_for(&self.output);
        if self.tab { Style { layout: Layout::Pretty(Indent::Tab), ..style } } else { style }
    }

    /// Returns the values that the filter sees by a name.
    fn values(&self) -> anyhow::Result<Vec<(String, Val)>> {
        let mut texts = Vec::new();
        for given in &self.lets {
            texts.push(("--let", given.name(), given.text(self.max_bytes)?));
        }
        // The parser of the flags takes them in pairs.
        for pair in self.argjson.chunks_exact(2) {
            texts.push(("--argjson", &pair[0], pair[1].clone().into_bytes()));
        }
        for pair in self.arg.chunks_exact(2) {
            texts.push(("--arg", &pair[0], quoted(&pair[1]).into_bytes()));
        }
        let value = |(flag, name, text): (&str, &str, Vec<u8>)| {
            let value = jq::value_of(&text);
            value.map(|value| (name.to_owned(), value)).map_err(|message| anyhow!("{flag} {name}: {message}"))
        };
        texts.into_iter().map(value).collect()
    }
}

pub(super) fn run(args: &Args, console: Console) -> anyhow::Result<Exit> {
    let choice = if args.color_output { Color::Always } else { console.choice };
    let console = Console { choice, ..console };
    let bounds = Bounds { memory: args.max_memory, time: Duration::from_millis(args.timeout) };
    if let Some(exit) = run_in_child(bounds, console)? {
        return Ok(exit);
    }
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, || query(args, bounds, console))?;
        thread.join().unwrap_or_else(|_| bail!("the filter ended early"))
    })
}

fn query(args: &Args, bounds: Bounds, console: Console) -> anyhow::Result<Exit> {
    let filter = match Filter::new(&args.filter, args.values()?) {
        Ok(filter) => filter,
        Err(wrong) => {
            let message = match &args.filter {
                file if Path::new(file).exists() => {
                    format!(
                        "{}; the filter comes first, and then the files: jmend query . {file}",
                        wrong.message
                    )
                }
                _ => format!("{}; this is the jq language", wrong.message),
            };
            let diagnostic = Diagnostic::new(Severity::Error, "filter", message);
            let place = wrong.at.map(Place::at);
            console.about("<filter>", &Diagnostic { place, ..diagnostic });
            return Ok(Exit::Failed);
        }
    };
    // Without a named input a filter that wants none does not wait for one.
    let reads = !args.null_input || !args.files.is_empty();
    let sources = if reads { Source::watched(&args.files, console) } else { Vec::new() };
    let names: Vec<_> = sources.iter().map(Source::name).collect();
    let sink = args.output.open()?;
    let sink = if args.raw_output { sink } else { sink.of_json(console) };
    let modes = if args.repair { args.settings.modes(None, console)? } else { None };
    let inputs = Inputs { texts: RefCell::default(), repair: modes.map(|modes| modes.text) };
    let writer = Writer::new(sink, console, &sources);
    let reader = Reader::new(sources, Framing::Document, args.max_bytes);
    let (sink, tally, _) = pipeline::run_here(reader, &inputs, writer)?.finish()?;
    let texts = inputs.texts.into_inner();
    if tally.failed + tally.troubles > 0 {
        return Ending::with_product().finish(sink, tally, console);
    }
    let fixed = args.sources.fixed(args.max_bytes)?;
    let limits = Limits { max_memory: limit(args.max_bytes), ..Limits::default() };
    let shelf = Shelf::default();
    let mut values = Vec::new();
    for (name, text) in &fixed {
        let text = std::str::from_utf8(text)?;
        match programs::read(text.trim(), MAX_DEPTH) {
            Ok(value) => values.push((name.clone(), value)),
            Err(error) => bail!("--define-tool {name}: {} (byte {})", error.message, error.offset),
        }
    }
    let mut tools = args.sources.tools(values, &shelf, args.max_bytes, limits);
    let read: usize = texts.iter().map(Vec::len).sum();
    // Inputs are parsed one by one while the filter runs.
    let parsing = PARSING * u32::try_from(read >> 20).unwrap_or(u32::MAX);
    let time = if bounds.time.is_zero() { bounds.time } else { bounds.time + parsing };
    begin(Bounds { time, ..bounds }, read, console);
    let mut calls = |tool: &str, given: &str| match tools.call(tool, given) {
        Ok(Some(value)) => Ok(programs::to_json(&value)),
        Ok(None) => Err(programs::tool::unknown(tool, tools.names()).message),
        Err(error) => Err(error.message),
    };
    let not_json = RefCell::new(None);
    let mut out = Out { args, sink, text: String::new(), written: 0, last: None, not_json: &not_json };
    let documents = names.iter().zip(texts).flat_map(|(name, text)| {
        let not_json = &not_json;
        jq::values(text).map(move |value| {
            value.map_err(|error| {
                let message = format!("{name}: {error}");
                *not_json.borrow_mut() = Some((name.clone(), error));
                message
            })
        })
    });
    let end = if args.slurp {
        let all: Result<Vec<Val>, String> = documents.collect();
        let one = std::iter::once(all.map(|all| all.into_iter().collect()));
        filter.run(one, args.null_input, &mut calls, |value| out.put(value))
    } else {
        filter.run(documents, args.null_input, &mut calls, |value| out.put(value))
    };
    out.finish(end, console)
}

/// What the filter is given, a text of each source: it runs over all of them, so they are read first.
struct Inputs {
    texts: RefCell<Vec<Vec<u8>>>,
    /// The options of the repair that comes first, if one is asked for.
    repair: Option<Options>,
}

impl Handler for Inputs {
    fn handle(&self, batch: &mut Batch) -> Done {
        let mut done = Done::default();
        if batch.cut {
            done.tally.failed = 1;
            done.notes.push(Trouble::too_long(batch.max_bytes).diagnostic(Severity::Error));
        }
        let bytes = batch.take_bytes();
        let text = match self.repair.as_ref().filter(|_| !batch.cut).map(|options| repair(&bytes, options)) {
            None => bytes,
            Some(Ok(repaired)) => {
                let losses = repaired.losses(bytes.len()).map(Trouble::loss);
                done.notes.extend(losses.map(|loss| placed(&loss, &bytes, Severity::Warning)));
                repaired.text.as_bytes().to_vec()
            }
            Some(Err(failure)) => {
                done.tally.failed = 1;
                done.notes.push(placed(&Trouble::of(failure), &bytes, Severity::Error));
                Vec::new()
            }
        };
        self.texts.borrow_mut().push(text);
        done
    }
}

/// Returns the message about a place in an input.
fn placed(trouble: &Trouble, input: &[u8], severity: Severity) -> Diagnostic {
    Diagnostic { place: Some(Place::at(trouble.place(input))), ..trouble.diagnostic(severity) }
}

/// Where outputs go.
struct Out<'r> {
    args: &'r Args,
    sink: Sink,
    text: String,
    written: u64,
    /// Says whether the last output was neither null nor false.
    last: Option<bool>,
    /// The source that is not JSON, and what is wrong with it. The filter may catch that, and fail for another reason.
    not_json: &'r RefCell<Option<(String, NotJson)>>,
}

/// Why no more is written.
enum Stop {
    /// The output cannot be written, or is not JSON.
    Failed(anyhow::Error),
    Wrong(String),
    /// The outputs have more than so many bytes.
    TooLong(u64),
}

impl Out<'_> {
    fn put(&mut self, value: &Val) -> Result<(), Stop> {
        self.text.clear();
        self.last = Some(!matches!(value, Val::Null | Val::Bool(false)));
        let mut bytes = Vec::new();
        match value {
            Val::TStr(text) if self.args.raw_output => bytes.extend_from_slice(text),
            value => {
                jq::write(value, &mut self.text).map_err(Stop::Wrong)?;
                self.args.style().write_text(&self.text, &mut bytes);
            }
        }
        bytes.push(b'\n');
        self.written += bytes.len() as u64;
        let most = self.args.max_output;
        if most > 0 && self.written > most {
            return Err(Stop::TooLong(most));
        }
        self.sink.put(&bytes).map_err(Stop::Failed)
    }

    fn finish(mut self, end: Result<End, Stop>, console: Console) -> anyhow::Result<Exit> {
        let failed = |message: &str| {
            if let Some((name, error)) = &*self.not_json.borrow()
                && message == format!("{name}: {error}")
            {
                let diagnostic = Diagnostic::new(Severity::Error, "syntax", error.message.clone());
                let advice = if self.args.repair { "" } else { "try --repair" }.into();
                return console
                    .about(name, &Diagnostic { place: Some(Place::at(error.at)), advice, ..diagnostic });
            }
            console.about("<filter>", &Diagnostic::new(Severity::Error, "filter", message.to_owned()));
        };
        let exit = match end {
            Ok(End::Done | End::Halt(0)) => Exit::Done,
            Ok(End::Halt(_)) => Exit::Data,
            Ok(End::Failed(message)) => {
                failed(&message);
                Exit::Data
            }
            Err(Stop::Wrong(message)) => {
                failed(&message);
                Exit::Data
            }
            Err(Stop::TooLong(most)) => {
                let why = format!("it gives more than {most} bytes");
                console.stopped(&why, "--max-output N allows more");
                Exit::Data
            }
            Err(Stop::Failed(error)) => return Err(error),
        };
        if exit == Exit::Done {
            self.sink.finish()?;
            let is_told = self.args.exit_status && self.last != Some(true);
            return Ok(if is_told { Exit::Data } else { Exit::Done });
        }
        // What came before is printed, as jq does; a file is not put in place.
        self.sink.flush()?;
        self.sink.abandon(console, "the filter failed", "")?;
        Ok(exit)
    }
}
