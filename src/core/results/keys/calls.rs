//! The keys of the calls in a message. The shapes of calls are those of `core::calls`, through its reader; what is
//! ambiguous has no key, and arguments that had to be repaired only where a repair was asked for.

use crate::core::calls::{self, Call, CallCode, Options, Reason, Refused, What};
use crate::core::json::fault::Fault;
use crate::core::json::pointer;
use crate::core::json::tree::{Kind, Node, Tree};
use crate::core::repair::engine::{self, Code, FailureCode, Loss, Truncated};

/// A call that a key is made of.
pub struct Whole {
    pub name: String,
    /// One JSON value.
    pub arguments: String,
    /// Where the arguments are in the message.
    place: usize,
    /// What the repair may have lost of it, as warnings.
    pub(super) losses: Vec<Fault>,
}

impl Whole {
    /// A fault in the arguments, as one in the message.
    pub fn placed(&self, fault: Fault, message: &str) -> Fault {
        let pointer = format!("{}{}", pointer::at(message, self.place), fault.pointer);
        // The place is one in the arguments, which need not stand in the document as they are.
        Fault { offset: 0, other: None, pointer, ..fault }
    }
}

/// The calls of a valid JSON document, in document order. `repair` says how arguments in strings are repaired, if they are.
pub fn calls_in(
    message: &str,
    max_depth: usize,
    repair: Option<&engine::Options>,
) -> Result<Vec<Whole>, Fault> {
    let strict = engine::Options { max_depth, truncated: Truncated::Refuse, ..engine::Options::default() };
    let options = Options { repair: repair.copied().unwrap_or(strict), ..Options::default() };
    let no_call = || Fault::new("no-call", "there is no tool call in this record", 0);
    let Some(found) = calls::envelopes(message, &options) else {
        return bare(message, max_depth).map(|call| Vec::from([call])).ok_or_else(no_call);
    };
    let mut wholes = Vec::with_capacity(found.calls.len());
    for call in found.calls {
        wholes.push(of_call(call, message, repair.is_some())?);
    }
    if !found.refused.is_empty() {
        for refused in found.refused {
            wholes.push(of_refused(refused, message)?);
        }
        wholes.sort_by_key(|whole| whole.place);
    }
    if wholes.is_empty() {
        wholes.extend(bare(message, max_depth));
    }
    if wholes.is_empty() { Err(no_call()) } else { Ok(wholes) }
}

/// `{"name":…,"arguments":…}` and nothing else, with arguments that are neither an object nor text: in an envelope such a
/// call has a key, so here it has one as well.
fn bare(message: &str, max_depth: usize) -> Option<Whole> {
    let tree = Tree::parse(message, max_depth).ok()?;
    let (name, arguments) = (tree.member(Node::ROOT, "name")?, tree.member(Node::ROOT, "arguments")?);
    let others = tree.children(Node::ROOT).filter(|child| {
        !tree.raw_name(*child).is_some_and(|name| matches!(name, "name" | "arguments" | "id" | "type"))
    });
    let name = tree.string(name)?.decode()?.into_owned();
    let is_other = !matches!(tree.kind(arguments), Kind::Object | Kind::String | Kind::Null);
    (is_other && others.count() == 0 && !name.is_empty()).then(|| Whole {
        name,
        arguments: tree.source(arguments).to_owned(),
        place: tree.span(arguments).start,
        losses: Vec::new(),
    })
}

pub fn fault(code: &'static str, message: impl Into<String>, text: &str, place: usize) -> Fault {
    Fault { pointer: pointer::at(text, place), ..Fault::new(code, message, 0) }
}

fn of_call(call: Call, message: &str, may_repair: bool) -> Result<Whole, Fault> {
    if call.is_ambiguous {
        let what = "the call has its name or its arguments more than once";
        return Err(fault("key-collision", what, message, call.span.start));
    }
    let repaired = call.changes.iter().find_map(|change| match change.what {
        What::Text(Code::EmptyInput) | What::Call(CallCode::NestedString) => None,
        What::Text(code) => Some(code),
        What::Call(_) => Some(Code::LeakedToken),
    });
    if let Some(code) = repaired.filter(|_| !may_repair) {
        let what = if code == Code::LoneSurrogate {
            "an escape in these arguments names half of a surrogate pair".to_owned()
        } else {
            format!("the arguments are a string that is no JSON: {}; try --repair", code.about().summary)
        };
        return Err(fault("arguments", what, message, call.place.start));
    }
    // Half of a surrogate pair reads as U+FFFD, and two names must not become one.
    if call.name.contains('\u{fffd}') {
        return Err(fault("empty-tool", "the call names no tool", message, call.span.start));
    }
    let cut = call.cut.map(|cut| Loss::cut_off(cut, call.place.end));
    let losses = cut.into_iter().chain(call.loss()).map(|loss| {
        let of_call = format!("{} (a call of `{}`)", loss.message, call.name);
        Fault { warning: true, ..fault(loss.code, of_call, message, call.place.start) }
    });
    let losses = losses.collect();
    Ok(Whole { name: call.name, arguments: call.arguments, place: call.place.start, losses })
}

/// A call with other arguments than an object has a key all the same; nothing else that was refused has.
fn of_refused(refused: Refused, message: &str) -> Result<Whole, Fault> {
    match (refused.reason, refused.name, refused.arguments) {
        (Reason::Arguments, Some(name), Some(arguments)) => {
            Ok(Whole { name, arguments, place: refused.place.start, losses: Vec::new() })
        }
        (Reason::NoName, ..) => {
            Err(fault("empty-tool", "the call names no tool", message, refused.span.start))
        }
        (Reason::Repair(FailureCode::Truncated(_)), ..) => {
            let what = "the arguments are a string that is cut off, and half a call has no key";
            Err(fault("arguments", what, message, refused.place.start))
        }
        (reason, ..) => Err(fault("arguments", reason.to_string(), message, refused.place.start)),
    }
}
