//! `jmend normalize`: the same JSON with `_` for `-` in keys.

use super::console::Console;
use super::diagnosis::FormatArgs;
use super::exit::Exit;
use super::in_place::{self, InPlaceArgs};
use super::input::Source;
use super::json_input::{JsonArgs, Product};
use super::options::choice;
use super::output::{LayoutArgs, OutputArgs, Sink};
use crate::core::json::Layout;
use crate::core::repair::engine::words::Table;
use crate::core::results::keys::{self, CanonicalOptions, Numbers, OnCollision, Options};

const EXAMPLES: &str = "\
Examples:
  jmend normalize < calls.ndjson            one identity for was-improved and was_improved
  jmend normalize --check answer.json       which names have hyphens; status 1 if any
  jmend normalize --on-collision last x.json
  jmend normalize --canonical x.json        RFC 8785 text, to sign or to compare
  jmend normalize --repair answer.txt       repair what a model wrote, then normalize";

/// Which of two members wins that become the same name and have different values.
pub(super) const COLLISIONS: Table<OnCollision> = &[
    ("error", OnCollision::Error, "Neither: the record fails"),
    ("first", OnCollision::First, "The first in document order, with a warning"),
    ("last", OnCollision::Last, "The last in document order, with a warning"),
];

/// Turn hyphens in keys into underscores, at every depth
///
/// Reads one document, several, NDJSON, or an RFC 7464 sequence. Values, their digits, member order and white space
/// stay as they are; each document ends with one LF. Memory does not grow with the input.
#[derive(Debug, clap::Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{}", super::EXIT_CODES),
          mut_arg("repair", |arg| arg.conflicts_with("in_place")),
          mut_arg("format", |arg| arg.requires("check")))]
pub(super) struct Args {
    /// Which value to keep if two keys become the same key; equal values are merged
    #[arg(long, value_name = "WHICH", default_value = "error", value_parser = choice(COLLISIONS))]
    on_collision: OnCollision,
    /// Write canonical text (RFC 8785), one line per document; refuse numbers that a double cannot hold
    #[arg(long, conflicts_with_all = ["layout", "compact", "pretty", "indent", "sort_keys", "ascii"])]
    canonical: bool,
    /// Write no JSON; report what would change, and exit with 1 if anything would. Uses one thread
    #[arg(long, conflicts_with_all = ["canonical", "in_place", "layout", "compact", "pretty", "indent", "sort_keys",
                                      "ascii"])]
    check: bool,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    in_place: InPlaceArgs,
    #[command(flatten)]
    input: JsonArgs,
    #[command(flatten)]
    layout: LayoutArgs,
}

pub(super) fn run(args: &Args, console: Console) -> anyhow::Result<Exit> {
    if args.in_place.in_place {
        return in_place::each(&args.in_place, &args.input.input.files, console, |source, sink| {
            normalize(args, Vec::from([source]), sink, console)
        });
    }
    normalize(args, args.input.input.sources(console), args.output.open()?, console)
}

/// Takes the documents of the sources to the sink.
fn normalize(args: &Args, sources: Vec<Source>, sink: Sink, console: Console) -> anyhow::Result<Exit> {
    let (on_collision, limits) = (args.on_collision, args.input.limits());
    if args.canonical {
        let options = CanonicalOptions { numbers: Numbers::Double, on_collision, limits };
        return args.input.each_of(sources, sink, Product::Plain, console, move |input, output, report| {
            keys::canonicalize(input, output, &options, report)
        });
    }
    let options = Options { on_collision, check: args.check, limits };
    let product = if args.check {
        Product::Check(args.format.format)
    } else {
        Product::Styled(args.layout.style(Layout::Keep))
    };
    args.input.each_of(sources, sink, product, console, move |input, output, report| {
        keys::normalize(input, output, &options, report)
    })
}
