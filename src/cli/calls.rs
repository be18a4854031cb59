//! `jmend calls`: whole model messages and API responses in, one call a line out.
//!
//! A record without a call writes nothing and is not a failure unless `--require-call`. A block that could not be read is
//! reported, and the other calls of its record are written.

use std::ffi::OsStr;
use std::path::Path;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command};

use super::config::Policy;
use super::guide::Guide;
use super::options::choice;
use super::tools_file::read_text;
use crate::core::calls::{Call, Calls, FORMATS, Format, Options, Reason, UnknownTools, extract, messages};
use crate::core::json::{Layout, Style};
use crate::core::repair::engine::{self, Failure, Truncated};
use crate::report::call;
use crate::report::provider::Provider;

/// The value of `--call-format` that asks for detection.
const AUTO: &str = "auto";

/// Which calls are wanted; flattened into `calls`.
#[derive(Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
pub(super) struct CallArgs {
    /// Read only this format, or the one that a file describes
    #[arg(long, value_name = "FORMAT", value_parser = FormatParser, hide_possible_values = true,
          long_help = long_help())]
    call_format: Option<Chosen>,
    /// Fail if a record has no call (status 1)
    #[arg(long)]
    require_call: bool,
    /// keep (the default), drop or refuse calls of other tools
    #[arg(long, value_name = "WHAT", value_parser = choice(UnknownTools::WORDS), hide_possible_values = true, requires = "tools")]
    unknown_tools: Option<UnknownTools>,
    /// Write calls that a later message answers, too
    #[arg(long)]
    history: bool,
    /// Write whole messages: text, reasoning, and calls
    #[arg(long, conflicts_with_all = ["report", "check"])]
    with_content: bool,
    /// Write the shape of: openai, responses, anthropic, gemini, mcp, bedrock
    #[arg(long, value_name = "PROVIDER", value_parser = choice(&Provider::ALL), hide_possible_values = true,
          conflicts_with_all = ["report", "check"])]
    to: Option<Provider>,
    /// From a pipe, show calls as they grow
    #[arg(long, conflicts_with_all = ["report", "check", "with_content", "to", "lines", "framing"])]
    partial: bool,
}

/// The formats that a flag can name, and files that describe one.
#[derive(Clone)]
struct FormatParser;

impl TypedValueParser for FormatParser {
    type Value = Chosen;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<Chosen, clap::Error> {
        let known = value.to_str().filter(|name| *name == AUTO || Format::named(name).is_some());
        if let Some(name) = known {
            return Ok(Chosen(Format::named(name)));
        }
        let path = Path::new(value);
        if !path.is_file() {
            let names = PossibleValuesParser::new(format_names());
            return names.parse_ref(command, arg, value).map(|_| Chosen(None));
        }
        let format = read_text(path).and_then(|text| Format::described(&text).map_err(anyhow::Error::msg));
        format.map(|format| Chosen(Some(format))).map_err(|error| {
            let message = format!("{}: this file describes no call format: {error:#}\n", path.display());
            clap::Error::raw(ErrorKind::ValueValidation, message).with_cmd(command)
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(format_names()))
    }
}

/// The only format to look for; `None` to detect it.
#[derive(Clone, Copy, Debug)]
struct Chosen(Option<&'static Format>);

fn format_names() -> impl Iterator<Item = PossibleValue> {
    let names = FORMATS.iter().map(|format| PossibleValue::new(format.id).help(format.models));
    std::iter::once(PossibleValue::new(AUTO).help("find it out")).chain(names)
}

fn long_help() -> String {
    let mut help = String::from(
        "The format of the calls, or a file that describes it [default: auto, which finds it out]\n\nA file holds one JSON \
         object: `template` spells a call, as in \"<|call|>{name}<|args|>{arguments}<|end|>\"; docs/guide/call-formats.md has more.\n\n\
         Formats:",
    );
    for format in FORMATS {
        help.push_str("\n- ");
        help.push_str(format.id);
        help.push_str(": ");
        help.push_str(format.models);
    }
    help
}

/// What is wanted of every record.
#[derive(Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
pub(super) struct Wanted {
    format: Option<&'static Format>,
    require: bool,
    unknown: UnknownTools,
    history: bool,
    /// Says whether a call in reasoning that has no end is refused.
    refuses_unclosed: bool,
    to: Option<Provider>,
    /// Says whether whole messages are wanted.
    pub(super) with_content: bool,
    /// Says whether calls are shown while they grow.
    pub(super) is_partial: bool,
}

/// What a record gave.
pub(super) enum Outcome {
    /// It could be read.
    Read(Calls),
    /// It could not.
    Unread(Failure),
}

impl CallArgs {
    /// Returns what is wanted, by the flags and the configuration.
    pub(super) fn wanted(&self, policy: &Policy) -> Wanted {
        let format = match self.call_format {
            Some(Chosen(format)) => format,
            None => Format::named(policy.call_format()),
        };
        Wanted {
            format,
            require: self.require_call,
            unknown: self.unknown_tools.unwrap_or_default(),
            history: self.history || self.with_content,
            refuses_unclosed: policy.refuses_cut_off(),
            to: self.to,
            with_content: self.with_content,
            is_partial: self.partial,
        }
    }
}

impl Wanted {
    /// The calls of one record.
    pub(super) fn read(&self, text: &[u8], guide: &Guide) -> Outcome {
        extract(text, &self.options(guide)).map_or_else(Outcome::Unread, Outcome::Read)
    }

    /// The calls of a text that may go on.
    pub(super) fn read_as(&self, text: &[u8], guide: &Guide, truncated: Truncated) -> Result<Calls, Failure> {
        let options = self.options(guide);
        extract(
            text,
            &Options { limits: None, repair: engine::Options { truncated, ..options.repair }, ..options },
        )
    }

    fn options<'g>(&self, guide: &'g Guide) -> Options<'g> {
        let (tools, limits, expect) = (guide.tools(), Some(guide.limits()), Some(guide.expectations()));
        Options {
            expect,
            format: self.format,
            limits,
            repair: guide.options(),
            tools,
            unknown: self.unknown,
            history: self.history,
            refuses_unclosed: self.refuses_unclosed,
        }
    }

    /// Returns the messages of a record as they are written, with those of its calls that may be handed out.
    pub(super) fn messages(&self, text: &[u8], guide: &Guide, found: Calls) -> impl Iterator<Item = String> {
        let mut first = 1;
        messages(text, found, &self.options(guide)).into_iter().flat_map(move |message| {
            let plain = || Vec::from([call::message(&message)]);
            let lines = self.to.map_or_else(plain, |to| to.message(&message, first));
            first += message.calls.len();
            lines
        })
    }

    /// A call as it is written: the one with this number, from 1, among `calls`.
    pub(super) fn line(&self, call: &Call, number: usize, calls: &[Call]) -> String {
        if self.is_partial {
            let index = calls.iter().take(number - 1).filter(|other| other.choice == call.choice).count();
            return call::snapshot(call, index);
        }
        self.to.map_or_else(|| call.to_json(), |provider| provider.call(call, number))
    }

    /// Returns whether a record that gave this is a failure, because it has no call at all.
    pub(super) fn misses(&self, found: &Calls) -> bool {
        self.require && found.calls.is_empty() && found.refused.is_empty()
    }
}

/// Writes JSON on one line, unless the layout spans lines.
pub(super) fn write_line(text: &str, style: Style, out: &mut Vec<u8>) {
    match style.layout {
        Layout::Keep
            if !style.sort_keys
                && !style.ascii
                && memchr::memchr2(b'\n', b'\r', text.as_bytes()).is_none() =>
        {
            out.extend_from_slice(text.as_bytes());
        }
        Layout::Keep => Style { layout: Layout::Compact, ..style }.write_text(text, out),
        _ => style.write_text(text, out),
    }
    out.push(b'\n');
}

/// What the user can do about a refused block.
pub(super) fn advice(reason: Reason) -> &'static str {
    match reason {
        Reason::NoName
        | Reason::Arguments
        | Reason::Unread
        | Reason::Hidden(_)
        | Reason::UnknownTool
        | Reason::Schema
        | Reason::Unclosed
        | Reason::Mention(_) => "",
        Reason::Risk(code) => super::trouble::accepting(code.risk()),
        Reason::Strategy(_) => super::trouble::STRATEGY,
        Reason::Repair(engine::FailureCode::Truncated(_)) => {
            "--truncated close writes what is complete of it"
        }
        Reason::Repair(code) => super::trouble::advice(code),
    }
}
