//! `jmend expose`: who may see which tool.

use std::io::Write;

use clap::ValueEnum;

use super::console::Console;
use super::exit::Exit;
use super::json_input::{JsonArgs, Product, Report};
use super::output::{LayoutArgs, OutputArgs, Sink};
use crate::core::expose::{self, ExposeOptions, Layer, Mode, Provider};
use crate::core::json::stream::Input;

const EXAMPLES: &str = "\
Examples:
  jmend expose --allow native,both tools.json       the tools for the provider's own tool calling
  jmend expose --allow ptc_lisp,both tools.json     the tools for programs
  jmend expose tools.json                           every tool, with who may see it
  jmend expose --to anthropic --strip tools.json    for a request: in the provider's words alone";

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ModeChoice {
    /// Text, and calls of the provider's kind: what says nothing is native
    Text,
    /// Programs: what says nothing is for them
    #[value(name = "ptc_lisp")]
    PtcLisp,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Transport {
    /// In the text
    Content,
    /// In a call of the provider's kind
    #[value(name = "tool_call")]
    ToolCall,
    /// Not at all
    None,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LayerChoice {
    /// The provider's own tool calling
    Native,
    /// Programs
    #[value(name = "ptc_lisp")]
    PtcLisp,
    /// Either
    Both,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ProviderChoice {
    /// `direct` and `code_execution_20250825`
    Anthropic,
    /// `direct` and `programmatic`
    Openai,
}

/// Say who may see which tool: the model, programs, or both
///
/// Reads tools as an array, as an object from names to tools (printed sorted by name), or as the `tools` of a request or
/// an MCP answer; plain, OpenAI, Anthropic or MCP. A tool says `expose` beside its name or under
/// `x-jmend`, or `allowed_callers` as Anthropic and OpenAI have it.
#[derive(Debug, clap::Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{}", super::EXIT_CODES))]
pub(super) struct Args {
    /// What the agent writes; decides about tools without `expose` [default: `output` beside `tools`, else text]
    #[arg(long, value_enum, value_name = "MODE")]
    mode: Option<ModeChoice>,
    /// How programs travel. Makes no difference to who sees a tool: with text, also beside programs in tool calls, a
    /// tool reaches programs only when it says so
    #[arg(long, value_enum, value_name = "HOW", default_value = "none")]
    ptc_transport: Transport,
    /// Keep the tools of these layers
    #[arg(long, value_enum, value_name = "LAYERS", value_delimiter = ',')]
    allow: Option<Vec<LayerChoice>>,
    /// Add `effective_expose` to each tool; the default without another flag
    #[arg(long)]
    resolve: bool,
    /// Say who may call each tool as this provider does, in `allowed_callers`
    #[arg(long, value_enum, value_name = "PROVIDER")]
    to: Option<ProviderChoice>,
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
    let mode = args.mode.map(|mode| match mode {
        ModeChoice::Text => Mode::Text,
        ModeChoice::PtcLisp => Mode::PtcLisp,
    });
    tracing::info!(?mode, transport = ?args.ptc_transport, "resolving; the transport makes no difference");
    let layer = |choice: &LayerChoice| match choice {
        LayerChoice::Native => Layer::Native,
        LayerChoice::PtcLisp => Layer::PtcLisp,
        LayerChoice::Both => Layer::Both,
    };
    let allow = args.allow.as_ref().map(|choices| choices.iter().map(layer).collect());
    let to = args.to.map(|provider| match provider {
        ProviderChoice::Anthropic => Provider::Anthropic,
        ProviderChoice::Openai => Provider::OpenAi,
    });
    let is_bare = args.allow.is_none() && to.is_none() && !args.strip;
    let limits = args.input.limits();
    let options =
        ExposeOptions { mode, allow, resolve: args.resolve || is_bare, strip: args.strip, to, limits };
    let sink = Sink::open(args.output.output.as_deref())?;
    let product = Product::Styled(args.layout.style_for(&args.output));
    let run = move |input: Input<'_>, output: &mut dyn Write, report: Report<'_>| {
        expose::expose(input, output, &options, report)
    };
    args.input.each(sink, product, console, run)
}
