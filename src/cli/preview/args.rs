//! The flags of `preview`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::ValueEnum;

use crate::cli::command::Words;
use crate::cli::input::parse_bytes;
use crate::cli::json_input::JsonArgs;
use crate::cli::options::PreviewChoice;
use crate::cli::output::{LayoutArgs, OutputArgs};
use crate::core::results::preview::Sample;

const EXAMPLES: &str = r#"Examples:
  jmend preview --profile --tool search --args '{"q":"x"}' --cache-dir cache result.json
  jmend preview --profile --at /items --sample random:3 --tool search orders.json
  jmend preview --profile --inline-below 2K --max-tokens 500 --tool search result.json
  jmend preview --call '{"name":"search","arguments":{"q":"x"}}' result.json
  jmend preview --tool search --preview rows --limit 3 result.json
  jmend preview --tool log --ndjson events.ndjson
  jmend preview --tool search --preview-command 'jq {n:length}' result.json"#;

/// What the model is given to reach the full result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Audience {
    /// `eval_json`: the hint has a PTC-JSON program
    #[default]
    EvalJson,
    /// A tool that runs PTC-Lisp (programmatic tool calling): the hint has the call in that language
    Lisp,
}

/// Preview a tool's result for a model: its shape and size
///
/// Reads one result of any size in constant memory; in a stream every document is a result. `--profile` looks at
/// all rows, and finds them in messages and wrappers by itself. Text, CSV and logs are told by their lines. A custom
/// builder is given the whole result, and what it returns must be an object; where it fails, the metadata is shown, with a
/// warning.
#[derive(Debug, clap::Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{}", crate::cli::EXIT_CODES))]
#[expect(clippy::struct_excessive_bools, reason = "independent flags")]
pub(in crate::cli) struct Args {
    /// The tool that gave the result; its name stays as it is
    #[arg(long, value_name = "NAME", required_unless_present = "call")]
    pub(super) tool: Option<String>,
    /// The arguments of the call, a JSON object [default: {}]
    #[arg(long = "args", value_name = "JSON|@FILE")]
    pub(super) arguments: Option<String>,
    /// The call that gave the result, instead of --tool and --args: {"name":…,"arguments":…}, or an API's answer with
    /// one call in it
    #[arg(long, value_name = "JSON|@FILE", conflicts_with_all = ["tool", "arguments"])]
    pub(super) call: Option<String>,
    /// What else the result depends on: tenant, model, tool version
    #[arg(long, value_name = "NS")]
    pub(super) namespace: Option<String>,
    /// File with the tool's definition: its `native_result` is used, and it must be exposed to native tool calling. A tool
    /// without `expose: "both"` and `cache: true` gets its result as it is
    #[arg(long, value_name = "FILE")]
    pub(super) tools: Option<PathBuf>,
    /// What is shown [default: as --tools or jmend.toml has it, else metadata]
    #[arg(long, value_enum, value_name = "WHAT", conflicts_with_all = ["preview_program", "preview_command"])]
    pub(super) preview: Option<PreviewChoice>,
    /// Show a profile of all rows, as --preview profile does
    #[arg(long, conflicts_with_all = ["preview", "preview_program", "preview_command"])]
    pub(super) profile: bool,
    /// Rows shown, at least 1 [default: 20]
    #[arg(long, value_name = "N", value_parser = parse_limit, allow_negative_numbers = true)]
    pub(super) limit: Option<NonZeroUsize>,
    /// JSON Pointer to the rows of a profile [default: the array that makes up most of the result]
    #[arg(long, value_name = "POINTER")]
    pub(super) at: Option<String>,
    /// Add rows to a profile
    #[arg(long, value_name = "head:N|tail:N|random:N", value_parser = Sample::named)]
    pub(super) sample: Option<Sample>,
    /// Seed for --sample random
    #[arg(long, value_name = "N", default_value_t = 0, requires = "sample")]
    pub(super) seed: u64,
    /// Bytes that the preview may have, also with K: strings, items, levels and members are cut [profile: 2000]
    #[arg(long, value_name = "N", value_parser = parse_bytes)]
    pub(super) max_bytes_out: Option<u64>,
    /// Maximum size of the preview in tokens, estimated at 4 bytes each
    #[arg(long, value_name = "N", conflicts_with = "max_bytes_out")]
    pub(super) max_tokens: Option<u64>,
    /// Show a result of at most N bytes whole
    #[arg(long, value_name = "N", value_parser = parse_bytes)]
    pub(super) inline_below: Option<u64>,
    /// Also print the size of the result, the bytes saved, and the cache key
    #[arg(long)]
    pub(super) details: bool,
    /// File with a PTC-JSON program that makes the preview from `load "result"`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["preview_command", "lines", "jobs"])]
    pub(super) preview_program: Option<PathBuf>,
    /// A command that makes the preview: the result on its input, an object on its output. It is split into words as
    /// a shell would and run without a shell; for one, say `sh -c '…'`
    #[arg(long, value_name = "CMD", value_parser = Words::parse, conflicts_with_all = ["lines", "jobs"])]
    pub(super) preview_command: Option<Words>,
    /// Time limit of a custom preview in milliseconds; 0 means no limit [default: 10000]
    #[arg(long, value_name = "MS")]
    pub(super) timeout: Option<u64>,
    /// Exit with 1 if a custom preview failed and the metadata is shown
    #[arg(short = 'e', long)]
    pub(super) exit_status: bool,
    /// Who the hint is for
    #[arg(long, value_enum, value_name = "WHOM", default_value = "eval-json", conflicts_with = "hint")]
    pub(super) hint_for: Audience,
    /// The sentence that leads to the full result, with `{tool}`, `{args}` (PTC-Lisp), `{args_json}`, `{program}` (PTC-JSON),
    /// `{jq}` and `{key}`
    #[arg(long, value_name = "TEXT")]
    pub(super) hint: Option<String>,
    /// Treat each line as a row of one result
    #[arg(long, conflicts_with_all = ["lines", "jobs"])]
    pub(super) ndjson: bool,
    /// Store the full result here under the cache key of the call, where `eval-json`, `query` and `cache` find it
    #[arg(long, value_name = "DIR", conflicts_with_all = ["lines", "jobs"])]
    pub(super) cache_dir: Option<PathBuf>,
    /// Bytes that the cache directory may hold, also with K, M or G: the oldest results make room
    #[arg(long, value_name = "N", value_parser = parse_bytes, requires = "cache_dir")]
    pub(super) cache_max_size: Option<u64>,
    /// Say that the full result is cached, because you keep it yourself
    #[arg(long)]
    pub(super) assume_cached: bool,
    /// The tool failed and this is its message: do not store it as a result
    #[arg(long)]
    pub(super) result_error: bool,
    #[command(flatten)]
    pub(super) output: OutputArgs,
    #[command(flatten)]
    pub(super) input: JsonArgs,
    #[command(flatten)]
    pub(super) layout: LayoutArgs,
}

fn parse_limit(text: &str) -> Result<NonZeroUsize, &'static str> {
    text.parse().map_err(|_| "it is a whole number of rows, at least 1")
}
