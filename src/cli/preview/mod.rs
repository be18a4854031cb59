//! `jmend preview`: what a model should see of a tool's result, and how it reaches the rest.

mod builder;
mod call;
mod job;

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use clap::ValueEnum;

use super::console::Console;
use super::exit::Exit;
use super::json_input::{JsonArgs, Product, Report};
use super::output::{LayoutArgs, OutputArgs, Sink};
use super::{command, tools_file};
use crate::core::expose::Layer;
use crate::core::json::stream::Input;
use crate::core::keys::cache_key;
use crate::core::preview::{DEFAULT_LIMIT, Hint, InferOptions, NativeResult, Style};
use builder::Builder;
use job::Job;

const EXAMPLES: &str = r#"Examples:
  jmend preview --tool search --args '{"q":"x"}' result.json
  jmend preview --tool search --args @args.json --cache-dir cache result.json
  jmend preview --call '{"name":"search","arguments":{"q":"x"}}' result.json
  jmend preview --tool search --preview rows --limit 3 result.json
  jmend preview --tool search --tools tools.json --args '{}' result.json
  jmend preview --tool log --ndjson events.ndjson
  jmend preview --tool search --preview-command 'jq {n:length}' result.json"#;

/// What is shown of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Choice {
    /// Its shape and size
    Metadata,
    /// Also its first rows
    Rows,
}

/// Preview a tool's result for a model: its shape and size
///
/// Reads one result of any size in constant memory; in a stream every document is a result. A custom builder is given
/// the whole result, and what it returns must be an object; where it fails, the metadata is shown, with a warning.
#[derive(Debug, clap::Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{}", super::EXIT_CODES))]
pub(super) struct Args {
    /// The tool that gave the result; its name is taken as it is
    #[arg(long, value_name = "NAME", required_unless_present = "call")]
    tool: Option<String>,
    /// The arguments it was called with, a JSON object [default: {}]
    #[arg(long = "args", value_name = "JSON|@FILE")]
    arguments: Option<String>,
    /// The call that gave the result, instead of --tool and --args: {"name":…,"arguments":…}, or an API's answer with
    /// one call in it
    #[arg(long, value_name = "JSON|@FILE", conflicts_with_all = ["tool", "arguments"])]
    call: Option<String>,
    /// File with the tool's definition: its `native_result` is used, and it must be exposed to native tool calling
    #[arg(long, value_name = "FILE")]
    tools: Option<PathBuf>,
    /// What is shown [default: as --tools has it, else metadata]
    #[arg(long, value_enum, value_name = "WHAT", conflicts_with_all = ["preview_program", "preview_command"])]
    preview: Option<Choice>,
    /// Rows shown, at least 1 [default: 20]
    #[arg(long, value_name = "N", value_parser = parse_limit, allow_negative_numbers = true)]
    limit: Option<NonZeroUsize>,
    /// File with a PTC-JSON program that makes the preview from `load "result"`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["preview_command", "lines", "jobs"])]
    preview_program: Option<PathBuf>,
    /// A command that makes the preview: the result on its input, an object on its output. It is split into words as
    /// a shell would and run without a shell; for one, say `sh -c '…'`
    #[arg(long, value_name = "CMD", value_parser = parse_command, conflicts_with_all = ["lines", "jobs"])]
    preview_command: Option<Words>,
    /// Milliseconds that a custom builder may take; 0 means no limit
    #[arg(long, value_name = "MS", default_value_t = 10_000)]
    timeout: u64,
    /// The sentence that leads to the full result, with `{tool}` and `{args}`
    #[arg(long, value_name = "TEXT")]
    hint: Option<String>,
    /// Each line is a row, and all rows are one result
    #[arg(long, conflicts_with_all = ["lines", "jobs"])]
    ndjson: bool,
    /// Store the full result here under the cache key of the call, where `eval-json --cache-dir` finds it
    #[arg(long, value_name = "DIR", conflicts_with_all = ["lines", "jobs"])]
    cache_dir: Option<PathBuf>,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    input: JsonArgs,
    #[command(flatten)]
    layout: LayoutArgs,
}

/// The words of a command.
#[derive(Clone, Debug)]
struct Words(Vec<String>);

fn parse_limit(text: &str) -> Result<NonZeroUsize, &'static str> {
    text.parse().map_err(|_| "it is a whole number of rows, at least 1")
}

fn parse_command(text: &str) -> Result<Words, String> {
    let words = command::split(text)?;
    if words.is_empty() { Err("the command is missing".to_owned()) } else { Ok(Words(words)) }
}

pub(super) fn run(args: &Args, console: Console) -> anyhow::Result<Exit> {
    let job = job(args, console)?;
    ensure!(
        job.is_streamed() || args.input.input.files.len() <= 1,
        "--cache-dir and custom previews take one result, so one FILE"
    );
    let mut input = args.input.clone();
    input.is_one_result = args.ndjson || !job.is_streamed();
    let sink = Sink::open(args.output.output.as_deref())?;
    let product = Product::Styled(args.layout.style_for(&args.output));
    let run =
        move |input: Input<'_>, output: &mut dyn Write, report: Report<'_>| job.run(input, output, report);
    input.each(sink, product, console, run)
}

/// Flags and files → what is done with each result.
fn job(args: &Args, console: Console) -> anyhow::Result<Job> {
    ensure!(
        args.cache_dir.is_none() || args.arguments.is_some() || args.call.is_some(),
        "--cache-dir needs --args or --call: the key of a result is made of the call's arguments"
    );
    let (tool, arguments) = called(args)?;
    let given = if args.call.is_some() { "--call" } else { "--args" };
    let hint = Hint::new(&tool, &arguments, args.hint.as_deref()).context(given)?;
    let store = match &args.cache_dir {
        None => None,
        Some(directory) => {
            let key = cache_key(&tool, None, &arguments).map_err(|fault| anyhow::anyhow!(fault.message))?;
            Some((directory.clone(), key.key))
        }
    };
    let from_file = match &args.tools {
        Some(file) => tools_file::native_result(file, &tool, Layer::Native)?,
        None => None,
    };
    let (style, builder) = shown(args, from_file)?;
    let ndjson = args.ndjson;
    Ok(Job {
        options: InferOptions { style, ndjson, limits: args.input.limits() },
        hint,
        builder,
        store,
        tool,
        timeout: (args.timeout > 0).then(|| Duration::from_millis(args.timeout)),
        console,
    })
}

/// The tool and the arguments of the call that gave the result.
fn called(args: &Args) -> anyhow::Result<(String, String)> {
    if let Some(call) = &args.call {
        return call::read(call);
    }
    let tool = args.tool.clone().unwrap_or_default();
    ensure!(!tool.is_empty(), "--tool is empty; a call needs the name of the tool");
    let arguments = match args.arguments.as_deref() {
        None => "{}".to_owned(),
        Some(text) => match text.strip_prefix('@') {
            Some(file) => tools_file::read_text(Path::new(file))?,
            None => text.to_owned(),
        },
    };
    Ok((tool, arguments))
}

/// What is shown: flags go before the file.
fn shown(args: &Args, from_file: Option<NativeResult>) -> anyhow::Result<(Style, Option<Builder>)> {
    let file = from_file.unwrap_or(NativeResult { style: Style::Metadata, program: None });
    let limit = args.limit.map(NonZeroUsize::get);
    let style = match (args.preview, file.style) {
        (Some(Choice::Metadata), _) => Style::Metadata,
        (Some(Choice::Rows), Style::Metadata) => Style::Rows(limit.unwrap_or(DEFAULT_LIMIT)),
        (_, Style::Rows(rows)) => Style::Rows(limit.unwrap_or(rows)),
        (None, Style::Metadata) => Style::Metadata,
    };
    let builder = if let Some(file) = &args.preview_program {
        Some(Builder::Program(tools_file::read_text(file)?))
    } else if let Some(Words(words)) = &args.preview_command {
        Some(Builder::Command(words.clone()))
    } else if args.preview.is_none() {
        file.program.map(Builder::Program)
    } else {
        None
    };
    // A custom builder takes the place of what the file says, also as what is fallen back to.
    let style = if builder.is_some() { Style::Metadata } else { style };
    if limit.is_some() && style == Style::Metadata {
        bail!("--limit says how many rows are shown, so it needs --preview rows");
    }
    Ok((style, builder))
}
