//! `jmend cache-key`: the canonical key of a call.

use std::ffi::OsString;
use std::path::Path;

use anyhow::bail;

use super::console::Console;
use super::exit::Exit;
use super::json_input::{JsonArgs, Product};
use super::normalize::COLLISIONS;
use super::options::choice;
use super::output::OutputArgs;
use crate::core::results::keys::{self, Calls, KeyOptions, KeyOutput, OnCollision};

const EXAMPLES: &str = "\
Examples:
  jmend cache-key search args.json                the key of a call of `search` with these arguments
  jmend cache-key search --namespace v2 args.json  the same tool, another version
  jmend cache-key --text search args.json | sha256sum
  jmend cache-key --calls response.json           every call in an API response
  jmend cache-key --repair search answer.txt      repair what a model wrote, then make the key";

/// Print the canonical key of a tool call: equal calls, equal keys
///
/// The order of keys, hyphens or underscores, spellings of numbers and strings, and white space make no difference; values,
/// the tool, and the namespace do. One key per record; key format 1.
#[derive(Debug, clap::Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{}", super::EXIT_CODES))]
pub(super) struct Args {
    /// The tool that is called; its name stays as it is
    #[arg(value_name = "TOOL", required_unless_present = "calls")]
    tool: Option<OsString>,
    /// Read whole calls: {"name":…,"arguments":…}, API responses, MCP requests; needs no TOOL
    #[arg(long)]
    calls: bool,
    /// What else the result depends on: tenant, model, tool version
    #[arg(long, value_name = "NS")]
    namespace: Option<String>,
    /// Print the key text, which the hash is made of; the last one without a line end
    #[arg(long, conflicts_with = "json")]
    text: bool,
    /// Print {"key":…,"text":…}, one line per call
    #[arg(long)]
    json: bool,
    /// Which value to keep if two keys become the same key; equal values are merged
    #[arg(long, value_name = "WHICH", default_value = "error", value_parser = choice(COLLISIONS))]
    on_collision: OnCollision,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    input: JsonArgs,
}

pub(super) fn run(args: &Args, console: Console) -> anyhow::Result<Exit> {
    let mut input = args.input.clone();
    // Half a call is another call, and a value that was lost is another value.
    input.is_kept = Some("cache-key");
    let calls = if args.calls {
        // Without TOOL every positional argument is a file.
        input.input.files.splice(0..0, args.tool.clone().map(Into::into));
        input.holds_calls = true;
        Calls::Whole(input.repair(console)?)
    } else {
        let tool = tool(args)?;
        if input.input.files.is_empty() && Path::new(&tool).exists() {
            input.if_empty = format!(
                "; the first argument is the name of the tool, so {tool} was not read: jmend cache-key TOOL {tool}"
            );
        }
        Calls::Of(tool)
    };
    let output = match (args.text, args.json) {
        (true, _) => KeyOutput::Text,
        (_, true) => KeyOutput::Json,
        _ => KeyOutput::Key,
    };
    let options = KeyOptions {
        calls,
        namespace: args.namespace.clone(),
        output,
        on_collision: args.on_collision,
        limits: input.limits(),
    };
    let sink = args.output.open()?;
    // A single key text without a line end is what `sha256sum` has to see.
    let product = if args.text { Product::Unended } else { Product::Plain };
    input.each(sink, product, console, move |input, output, report| {
        keys::cache_keys(input, output, &options, report)
    })
}

fn tool(args: &Args) -> anyhow::Result<String> {
    let tool = args.tool.clone().unwrap_or_default();
    match tool.into_string() {
        Ok(tool) if tool.is_empty() => {
            bail!("TOOL is empty; a key needs the name of the tool that is called")
        }
        Ok(tool) => Ok(tool),
        Err(_) => bail!("TOOL is not UTF-8; the key text is JSON, which is"),
    }
}
