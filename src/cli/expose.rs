//! `jmend expose`: who may see which tool.

use super::console::Console;
use super::exit::Exit;
use super::json_input::{JsonArgs, Product};
use super::options::choice;
use super::output::{LayoutArgs, OutputArgs};
use crate::core::repair::engine::words::Table;
use crate::core::results::expose::{self, ExposeOptions, Layer, Mode, Provider};

const EXAMPLES: &str = "\
Examples:
  jmend expose --allow native,both tools.json       the tools for the provider's own tool calling
  jmend expose --allow ptc_lisp,both tools.json     the tools for programs
  jmend expose tools.json                           every tool, with who may see it
  jmend expose --to anthropic --strip tools.json    for a request: in the provider's words alone";

const MODES: Table<Mode> = &[
    ("text", Mode::Text, "Text, and calls of the provider's kind: what says nothing is native"),
    ("ptc_lisp", Mode::PtcLisp, "Programs: what says nothing is for them"),
];

/// It makes no difference, so a value is its name.
const TRANSPORTS: Table<&str> = &[
    ("content", "content", "In the text"),
    ("tool_call", "tool_call", "In a call of the provider's kind"),
    ("none", "none", "Not at all"),
];

const LAYERS: Table<Layer> = &[
    ("native", Layer::Native, "The provider's own tool calling"),
    ("ptc_lisp", Layer::PtcLisp, "Programs"),
    ("both", Layer::Both, "Either"),
];

const PROVIDERS: Table<Provider> = &[
    ("anthropic", Provider::Anthropic, "`direct` and `code_execution_20250825`"),
    ("openai", Provider::OpenAi, "`direct` and `programmatic`"),
];

/// Say who may see which tool: the model, programs, or both
///
/// PTC is programmatic tool calling: a model writes a program that calls tools, in PTC-Lisp (`ptc_lisp`) for example.
///
/// Reads tools as an array, as an object from names to tools (printed sorted by name), or as the `tools` of a request or
/// an MCP answer; plain, OpenAI, Anthropic or MCP. A tool says `expose` beside its name or under
/// `x-jmend`, or `allowed_callers` as Anthropic and OpenAI have it.
#[derive(Debug, clap::Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{}", super::EXIT_CODES))]
pub(super) struct Args {
    /// What the agent writes; decides about tools without `expose` [default: `output` beside `tools`, else text]
    #[arg(long, value_name = "MODE", value_parser = choice(MODES))]
    mode: Option<Mode>,
    /// How programs travel. Makes no difference to who sees a tool: with text, also beside programs in tool calls, a
    /// tool reaches programs only when it says so
    #[arg(long, value_name = "HOW", default_value = "none", value_parser = choice(TRANSPORTS))]
    ptc_transport: &'static str,
    /// Keep the tools of these layers
    #[arg(long, value_name = "LAYERS", value_delimiter = ',', value_parser = choice(LAYERS))]
    allow: Option<Vec<Layer>>,
    /// Add `effective_expose` to each tool; the default without another flag
    #[arg(long)]
    resolve: bool,
    /// Say who may call each tool as this provider does, in `allowed_callers`
    #[arg(long, value_name = "PROVIDER", value_parser = choice(PROVIDERS))]
    to: Option<Provider>,
    /// Remove keys that strict endpoints refuse: `expose`, `cache`, `native_result`, `x-jmend`, `effective_expose`
    #[arg(long, conflicts_with = "resolve")]
    strip: bool,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    input: JsonArgs,
    #[command(flatten)]
    layout: LayoutArgs,
}

pub(super) fn run(args: &Args, console: Console) -> anyhow::Result<Exit> {
    tracing::info!(mode = ?args.mode, transport = args.ptc_transport, "resolving; the transport makes no difference");
    let is_bare = args.allow.is_none() && args.to.is_none() && !args.strip;
    let options = ExposeOptions {
        mode: args.mode,
        allow: args.allow.clone(),
        resolve: args.resolve || is_bare,
        strip: args.strip,
        to: args.to,
        limits: args.input.limits(),
    };
    let sink = args.output.open()?;
    let product = Product::Styled(args.layout.style_for(&args.output));
    args.input.each(sink, product, console, move |input, output, report| {
        expose::expose(input, output, &options, report)
    })
}
