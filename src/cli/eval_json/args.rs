//! The flags of `eval-json`.

use std::path::PathBuf;

use clap::ValueEnum;

use super::inputs::{self, Assignment};
use super::tools::ToolArgs;
use crate::cli::diagnosis::FormatArgs;
use crate::cli::input::parse_bytes;
use crate::cli::json_input::REPAIR_FLAGS;
use crate::cli::options::RepairArgs;
use crate::cli::output::{LayoutArgs, OutputArgs};

const EXAMPLES: &str = r#"Examples:
  jmend eval-json --let orders=@orders.json program.json
  jmend eval-json --expr '{"program":{"op":"load","name":"n"}}' --let n=5
  model | jmend eval-json --repair --envelope --context data.json
  jmend eval-json --memory state.json --save-memory turn2.json
  jmend eval-json --tool-command 'search=./search --json' program.json
  jmend eval-json --jq --context data.json --expr '.n + 1'
  jmend eval-json --check --context data.json program.json"#;

/// What an envelope says of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Envelope {
    /// Names, types and sizes
    Sizes,
    /// Everything in it
    Values,
}

/// Which programs the schema describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum SchemaForm {
    /// Every program
    Full,
    /// Those of strict output formats
    Strict,
}

/// How much a model is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Prompt {
    /// Every operation with an example
    Full,
    /// All names on a card
    Card,
}

/// Run PTC-JSON programs over JSON, bounded in time and memory
///
/// PTC is programmatic tool calling: a model writes a program that calls tools, in place of one call after the other. A PTC-JSON
/// program is {"program": {"op": …}}; --print-prompt shows the language as a model should be told. Several programs
/// in the input are turns that share a memory.
#[derive(Debug, clap::Args)]
#[command(mut_args(|arg| if REPAIR_FLAGS.contains(&arg.get_id().as_str()) { arg.requires("repair") } else { arg }))]
#[command(mut_arg("format", |arg| arg.conflicts_with("envelope").requires("check")))]
#[command(name = "eval-json", after_help = format!("{EXAMPLES}\n\n{}", crate::cli::EXIT_CODES))]
#[expect(clippy::struct_excessive_bools, reason = "independent flags")]
pub(in crate::cli) struct Args {
    /// File with the program or programs; none or `-` is standard input
    #[arg(value_name = "PROGRAM", conflicts_with = "expr")]
    pub(super) program: Option<PathBuf>,
    /// The program itself
    #[arg(long, value_name = "TEXT")]
    pub(super) expr: Option<String>,
    /// A JSON object whose members programs `load` by name; `-` is standard input
    #[arg(long, value_name = "FILE")]
    pub(super) context: Option<PathBuf>,
    /// One entry of the context; it overrides --context
    #[arg(long = "let", value_name = "NAME=JSON|@FILE", value_parser = inputs::parse_assignment)]
    pub(super) lets: Vec<Assignment>,
    /// A JSON object that programs read with `var`; the memory of earlier turns
    #[arg(long, value_name = "FILE")]
    pub(super) memory: Option<PathBuf>,
    /// Write the memory back when all programs are done, completely or not at all; a missing file starts empty
    #[arg(long, requires = "memory")]
    pub(super) save_memory: bool,
    #[command(flatten)]
    pub(super) sources: ToolArgs,
    /// Time limit of one program in milliseconds; 0 means no limit
    #[arg(long, value_name = "MS", default_value_t = 1000)]
    pub(super) timeout: u64,
    /// Bytes of values that one program may build, also with K, M or G; 0 means no limit
    #[arg(long, value_name = "N", default_value = "64M", value_parser = parse_bytes)]
    pub(super) max_memory: u64,
    /// File with the definitions of tools: programs may call those that are exposed to them, and no others
    #[arg(long, value_name = "FILE")]
    pub(super) tools: Option<PathBuf>,
    /// The program is a filter of jq: its input is the context, whose members are also its variables, as $memory is; with
    /// `call(TOOL; ARGS)` it calls tools
    #[arg(long, conflicts_with_all = ["repair", "check"])]
    pub(super) jq: bool,
    /// Fail if values of several types are ordered, such as a number and text or null
    #[arg(long)]
    pub(super) strict_types: bool,
    /// Of a result with more bytes, also with K or M, a profile is printed, and memory keeps the whole as `last_result`
    #[arg(long, value_name = "N", value_parser = parse_bytes)]
    pub(super) max_result: Option<u64>,
    /// Write `{"ok":true,"result":…,"memory_delta":…,"memory":…}` or `{"ok":false,"error":{…}}` for every program
    #[arg(long, value_enum, value_name = "MEMORY", num_args = 0..=1, require_equals = true, default_missing_value = "sizes")]
    pub(super) envelope: Option<Envelope>,
    /// Repair the program text first: fences, prose, Python quotes and all that `jmend repair` repairs
    #[arg(long)]
    pub(super) repair: bool,
    /// Run nothing; check the programs, and warn about likely mistakes
    #[arg(long)]
    pub(super) check: bool,
    #[command(flatten)]
    pub(super) format: FormatArgs,
    /// Print the JSON Schema of programs; `strict` is what endpoints with strict output take, without `object` and
    /// arguments of tools, whose names are free
    #[arg(long, value_enum, value_name = "FORM", num_args = 0..=1, require_equals = true, default_missing_value = "full", conflicts_with_all = ["program", "expr", "print_prompt"])]
    pub(super) print_schema: Option<SchemaForm>,
    /// Print the instructions for a model: all of them, or a card of less than 2 KB; after it the tools, and the fields and
    /// types of the context, that the other flags give
    #[arg(long, value_enum, value_name = "SIZE", num_args = 0..=1, require_equals = true, default_missing_value = "full", conflicts_with_all = ["program", "expr"])]
    pub(super) print_prompt: Option<Prompt>,
    /// Bytes that a program or an input file may have, also with K, M or G; 0 means no limit
    #[arg(long, value_name = "N", default_value = "256M", value_parser = parse_bytes)]
    pub(super) max_bytes: u64,
    #[command(flatten)]
    pub(super) output: OutputArgs,
    #[command(flatten)]
    pub(super) repair_options: RepairArgs,
    #[command(flatten)]
    pub(super) layout: LayoutArgs,
}
