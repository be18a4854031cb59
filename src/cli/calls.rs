//! `jmend calls`: whole model messages and API responses in, one call a line out.
//!
//! A record without a call writes nothing and is no failure unless `--require-call`. A block that could not be read is
//! reported, and the other calls of its record are written.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::guide::Guide;
use crate::core::calls::{Call, Calls, FORMATS, Format, Options, Reason, Refused, extract};
use crate::core::json::{Layout, Style};
use crate::core::repair::{self, Failure};
use crate::report::call;

/// What `--call-format` says when the format is to be found out.
const AUTO: &str = "auto";

/// Which calls are wanted; flattened into `calls`.
#[derive(Debug, clap::Args)]
pub(super) struct CallArgs {
    /// The format of the calls [default: auto, which finds it out]
    #[arg(long, value_name = "NAME", value_parser = formats(), hide_possible_values = true,
          long_help = long_help())]
    call_format: Option<&'static str>,
    /// A record without a call is a failure (status 1)
    #[arg(long)]
    require_call: bool,
}

fn formats() -> impl TypedValueParser<Value = &'static str> {
    let names = FORMATS.iter().map(|format| PossibleValue::new(format.id).help(format.models));
    let auto = PossibleValue::new(AUTO).help("find it out");
    PossibleValuesParser::new(std::iter::once(auto).chain(names)).try_map(|wanted| {
        let known = FORMATS.iter().map(|format| format.id).chain([AUTO]).find(|id| *id == wanted);
        known.ok_or("no such format")
    })
}

fn long_help() -> String {
    let mut help = String::from("The format of the calls [default: auto, which finds it out]\n\nFormats:");
    for format in FORMATS {
        help.push_str("\n- ");
        help.push_str(format.id);
        help.push_str(": ");
        help.push_str(format.models);
    }
    help
}

/// What is wanted of every record.
pub(super) struct Wanted {
    format: Option<&'static Format>,
    require: bool,
}

/// What a record gave.
pub(super) enum Outcome {
    /// It could be read.
    Read(Calls),
    /// It could not.
    Unread(Failure),
}

impl CallArgs {
    /// What is wanted; `configured` is the format where no flag names one.
    pub(super) fn wanted(&self, configured: Option<&'static str>) -> Wanted {
        let format = self.call_format.or(configured).and_then(Format::named);
        Wanted { format, require: self.require_call }
    }
}

impl Wanted {
    /// The calls of one record.
    pub(super) fn read(&self, text: &[u8], guide: &Guide) -> Outcome {
        let (tools, limits, expect) = (guide.tools(), Some(guide.limits()), Some(guide.expectations()));
        let options = Options { expect, format: self.format, limits, repair: guide.options(), tools };
        extract(text, &options).map_or_else(Outcome::Unread, Outcome::Read)
    }

    /// Is a record that gave this a failure, because it has no call at all?
    pub(super) fn misses(&self, found: &Calls) -> bool {
        self.require && found.calls.is_empty() && found.refused.is_empty()
    }
}

/// Writes a call on one line, unless the layout spans lines.
pub(super) fn write(call: &Call, style: Style, out: &mut Vec<u8>) {
    let text = call::text(call);
    match style.layout {
        Layout::Keep if !style.sort_keys && !style.ascii && !text.contains(['\n', '\r']) => {
            out.extend_from_slice(text.as_bytes());
        }
        Layout::Keep => Style { layout: Layout::Compact, ..style }.write_text(&text, out),
        _ => style.write_text(&text, out),
    }
    out.push(b'\n');
}

/// One sentence about a refused block, with the tool's name where there is one.
pub(super) fn message(refused: &Refused) -> String {
    let of = refused.name.as_ref().map(|name| format!(" of `{name}`")).unwrap_or_default();
    let id = refused.format.id;
    let article = if id.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" };
    format!("{} ({article} {id} call{of})", refused.reason)
}

/// What the user can do about a refused block.
pub(super) fn advice(reason: Reason) -> &'static str {
    match reason {
        Reason::NoName | Reason::Arguments | Reason::Unread | Reason::Hidden(_) => "",
        Reason::Risk(_) => super::trouble::RISK,
        Reason::Strategy(_) => super::trouble::STRATEGY,
        Reason::Repair(repair::FailureCode::Truncated(_)) => {
            "--truncated close writes what is complete of it"
        }
        Reason::Repair(code) => super::trouble::advice(code),
    }
}
