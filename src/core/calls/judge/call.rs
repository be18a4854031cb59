//! A JSON object → a call, or not one.
//!
//! A call has a name and arguments. Which members those are differs by API (`members.rs`). What looks like the
//! *definition* of a tool is no call, and neither is an object that merely has a name.

use std::borrow::Cow;
use std::ops::Range;
use std::rc::Rc;

use super::context::Context;
use super::draft::{Arguments, Draft};
use super::late;
use crate::core::calls::formats::Format;
use crate::core::calls::formats::members::{ABOUT, ARGUMENTS, IDS, NAMES};
use crate::core::calls::formats::names::{self, Key, Keys};
use crate::core::calls::readers::json::{Reading, before_half};
use crate::core::calls::readers::object::{Object, tree};
use crate::core::calls::readers::{is_name, string};
use crate::core::calls::types::call::Reason;
use crate::core::calls::types::change::{CallCode, Change, What};
use crate::core::json::cursor::children;
use crate::core::json::tree::Node;
use crate::core::json::unescape::unescape;
use crate::core::json::{lossy, scan_text};
use crate::core::repair::engine::{self, Code, CutPlace, FailureCode, Select, is_open_before_quote};

/// Types of JSON Schema, and keywords that a simple schema has.
const TYPES: [&str; 6] = ["object", "string", "array", "number", "integer", "boolean"];
const KEYWORDS: Keys = Keys::of(&[
    names::TYPE,
    names::DESCRIPTION,
    names::PROPERTIES,
    names::REQUIRED,
    names::ITEMS,
    names::ENUM,
    names::DEFAULT,
    names::ADDITIONAL_PROPERTIES,
]);

/// Members that name nothing but the tool.
const SURE_NAMES: Keys = {
    let [sure @ .., _, _] = NAMES;
    Keys::of(&sure)
};
const ALL_ARGUMENTS: Keys = Keys::of(&ARGUMENTS);

/// The tool that stands for several calls.
pub(in crate::core::calls) const PARALLEL: &str = "multi_tool_use.parallel";
const SEVERAL: &Format = Format::known("openai-parallel-tool");

/// How sure we are that an object is meant as a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::core::calls) enum Trust {
    /// A marker or an envelope says so: a name is enough.
    Marked,
    /// Only the object itself says so: it needs a name and arguments.
    Bare,
}

/// The characters of the JSON string at `range`; nothing where another value stands.
pub(in crate::core::calls) fn inside<'r>(text: &'r str, range: &Range<usize>) -> Option<Cow<'r, str>> {
    Some(lossy(text.get(range.clone())?.strip_prefix('"')?.strip_suffix('"')?))
}

/// The names of an object's members.
pub(in crate::core::calls) fn names(object: &str) -> Vec<String> {
    let object = object.trim();
    let members = children(object.as_bytes(), 0).filter(|_| object.starts_with('{'));
    members.map(|(name, _)| lossy(&object[name]).into_owned()).collect()
}

/// Reads an object, which stands at `range` of a reading, as a call. `None` where it is not meant as one.
pub(in crate::core::calls) fn from_object(
    cx: &mut Context<'_>,
    reading: &Reading<'_>,
    (object, range): (&Object<'_>, &Range<usize>),
    trust: Trust,
    format: &'static Format,
) -> Option<Draft> {
    let name = NAMES
        .iter()
        .filter_map(|name| object.get(*name))
        .find(|value| reading.text.as_bytes()[value.start] == b'"')
        .filter(|value| !reading.is_bare(value));
    // Half a name is no name, and no other member takes its place.
    let is_half = |value: &Range<usize>| reading.cut.is_some() && !reading.is_original(value.end - 1);
    if name.as_ref().is_some_and(is_half) {
        let reason = reading.cut.map_or(Reason::NoName, |cut| Reason::Repair(FailureCode::Truncated(cut)));
        return (trust == Trust::Marked).then(|| Draft::problem(reason, format, reading.source(range)));
    }
    let arguments = object.first(&ARGUMENTS);
    let span = reading.source(range);
    if trust == Trust::Bare {
        match (&name, &arguments) {
            (Some(_), Some(arguments)) => {
                if is_definition(object, arguments) || !may_be_arguments(reading, object, arguments) {
                    return None;
                }
            }
            // Half a call, too.
            (Some(_), None) if is_cut_before_arguments(cx.text, reading) => {}
            // A tool that needs no arguments, beside another call: `Found` leaves it out without one.
            (Some(name), None)
                if object.held().is_within(ABOUT) && cx.needs_nothing(&reading.text[name.clone()]) => {}
            _ => return None,
        }
    } else if object.has(names::DESCRIPTION)
        && arguments.as_ref().is_some_and(|arguments| is_definition(object, arguments))
    {
        // After a marker, arguments may as well be a schema.
        return None;
    }
    // An API knows its names, whatever is in them.
    let is_of_api = trust == Trust::Marked || format.is_envelope && format.id != "langchain-message";
    let is_some_name = |name: &str| {
        is_name(name) || is_of_api && is_name(&name.replace(['"', '\''], "")) || cx.is_name_with_tokens(name)
    };
    let name = name.and_then(|value| inside(&reading.text, &value)).filter(|name| is_some_name(name));
    let name = name.map(|name| cx.tool_name(&name).to_owned());
    let Some(name) = name else { return Some(Draft::problem(Reason::NoName, format, span)) };
    let draft = Draft::named(Some(name), format, span.clone());
    let mut draft = with_arguments(cx, draft, reading, arguments.as_ref());
    // A custom tool takes text.
    if object.string(names::TYPE).is_some_and(|kind| kind == names::CUSTOM_CALL.name())
        && let Some(text) = object.string(names::INPUT)
    {
        (draft.arguments, draft.problem) = (scalar_arguments(&text), None);
    }
    if arguments.is_none() && !reading.is_original(range.end - 1) {
        // It was not closed, so more was to come.
        draft.cut.get_or_insert(CutPlace::BetweenMembers);
    }
    draft.id = object.first(&IDS).map(|id| reading.text[id].to_owned()).filter(|id| id.starts_with('"'));
    draft.is_ambiguous = object.repeats([SURE_NAMES, ALL_ARGUMENTS]);
    if draft.is_ambiguous {
        draft.changes.push(Change::of(CallCode::RepeatedKey, span.clone()));
    }
    // What a model wrote beside the name may be the arguments: to run the tool without them would be another call. An API
    // knows where they belong.
    if arguments.is_none() && draft.cut.is_none() && !format.is_envelope && !object.held().is_within(ABOUT) {
        draft.problem = draft.problem.or(Some(Reason::Arguments));
        draft.arguments = Arguments::Json(String::new());
    }
    let fixes = reading.fixes_in(&span);
    let own: Vec<Change> = fixes.iter().map(|fix| Change::at(fix, fix.start..fix.end)).collect();
    draft.changes.splice(0..0, own);
    if !format.is_envelope {
        late::settle(cx, reading, (object, range), trust, &mut draft);
    }
    Some(draft)
}

/// Returns whether the text ends after the name of the arguments.
fn is_cut_before_arguments(text: &str, reading: &Reading<'_>) -> bool {
    let before = || text.trim_end().strip_suffix(':').map_or("", str::trim_end);
    let is_quoted =
        |name: &Key| before().strip_suffix(['"', '\'']).is_some_and(|text| text.ends_with(name.name()));
    reading.cut == Some(CutPlace::AfterColon) && ARGUMENTS.iter().any(is_quoted)
}

/// Gives a call the arguments that stand there in a reading.
pub(in crate::core::calls) fn with_arguments(
    cx: &mut Context<'_>,
    draft: Draft,
    reading: &Reading<'_>,
    arguments: Option<&Range<usize>>,
) -> Draft {
    let end = draft.span.end;
    let mut draft = Draft { place: end..end, evidence: reading.evidence, ..draft };
    let Some(range) = arguments else {
        draft.cut = reading.cut;
        draft.changes.push(Change::empty(end..end));
        return draft;
    };
    let place = reading.source(range);
    if !reading.is_whole(range) {
        draft.cut = reading.cut;
    } else if is_open_before_quote(cx.text, place.start..reading.source_end(range)) {
        draft.cut = Some(CutPlace::String);
    }
    draft.place = place.clone();
    match reading.text.as_bytes()[range.start] {
        b'{' if is_prose(cx.text, reading, range, &place) => {
            draft.arguments = Arguments::Json(String::new());
            draft.problem = Some(Reason::Arguments);
        }
        b'{' => draft.arguments = Arguments::Json(reading.text[range.clone()].to_owned()),
        b'"' if !reading.is_bare(range) => {
            let raw = reading.text.get(range.start + 1..range.end - 1).unwrap_or_default();
            let text = unescape(raw, None).unwrap_or_else(|| {
                let (what, risk) = (What::Text(Code::LoneSurrogate), Code::LoneSurrogate.about().risk);
                draft.changes.push(Change { what, span: place.clone(), risk });
                lossy(raw)
            });
            string_arguments(cx, text, place, &mut draft);
        }
        b'n' => draft.changes.push(Change::empty(place)),
        b'[' if reading.items(range).is_empty() => {
            draft.changes.push(Change::empty(place));
        }
        _ => {
            draft.arguments = Arguments::Json(reading.slice(range).to_owned());
            draft.problem = Some(Reason::Arguments);
        }
    }
    draft
}

/// Arguments that came as a JSON string, which itself may be broken. Opened at most twice.
pub(in crate::core::calls) fn string_arguments(
    cx: &mut Context<'_>,
    mut text: Cow<'_, str>,
    place: Range<usize>,
    draft: &mut Draft,
) {
    let is_api = draft.format.is_envelope;
    for level in 0..2 {
        let trimmed = text.trim();
        if trimmed.is_empty() || trimmed == "null" {
            draft.changes.push(Change::empty(place));
            return;
        }
        if scan_text(trimmed, cx.options.repair.max_depth).is_ok() {
            if trimmed.starts_with('{') {
                if level > 0 || !is_api {
                    draft.changes.push(Change::of(CallCode::NestedString, place));
                }
                let is_all = trimmed.len() == text.len();
                draft.arguments =
                    Arguments::Json(if is_all { text.into_owned() } else { trimmed.to_owned() });
                return;
            }
            let Some(inner) = inside(trimmed, &(0..trimmed.len())) else {
                draft.arguments = Arguments::Json(trimmed.to_owned());
                draft.problem = Some(Reason::Arguments);
                return;
            };
            text = Cow::Owned(inner.into_owned());
            continue;
        }
        if let Some(whole) = before_half(trimmed, cx.options.repair.max_depth) {
            draft.arguments = Arguments::Json(whole.to_owned());
            draft.cut = Some(CutPlace::BetweenMembers);
            return;
        }
        if repaired_arguments(cx, trimmed, place.clone(), draft) {
            // A key that holds a bracket was put together from pieces that do not belong together.
            if matches!(&draft.arguments, Arguments::Json(text) if names(text).iter().any(|key| key.contains('{')))
            {
                draft.problem = Some(Reason::Arguments);
            }
            return;
        }
        break;
    }
    draft.arguments = Arguments::Json(String::new());
    draft.problem = Some(Reason::Arguments);
}

/// Broken arguments in a string, through the engine. Only text that begins as an object, or holds one, is arguments.
fn repaired_arguments(cx: &mut Context<'_>, text: &str, place: Range<usize>, draft: &mut Draft) -> bool {
    if !text.contains('{') || !cx.spend(text.len()) {
        return false;
    }
    let options = engine::Options {
        max_depth: cx.options.repair.max_depth,
        select: Select::Answer,
        ..Default::default()
    };
    let expect = draft.name.as_deref().and_then(|name| cx.options.expect?.get(name));
    let Ok(repaired) = engine::repair_expecting(text.as_bytes(), &options, expect) else { return false };
    // It is unknown which of the two was meant.
    let is_left_out = |fix: &engine::Fix<'_>| fix.code == Code::DroppedDocument;
    if repaired.documents.len() > 1 || repaired.fixes.iter().any(|fix| is_left_out(&fix)) {
        return false;
    }
    let reading = Reading::repaired(repaired, 0);
    let Some(document) =
        reading.documents.first().filter(|range| reading.text.as_bytes()[range.start] == b'{')
    else {
        return false;
    };
    draft.arguments = Arguments::Json(reading.slice(document).to_owned());
    draft.cut = draft.cut.or(reading.cut);
    draft.evidence = draft.evidence.with(reading.evidence);
    draft.changes.extend(reading.fixes.iter().map(|fix| Change::at(fix, place.clone())));
    true
}

/// Braces with words but no separator between a key and a value hold prose, whatever can be made of it.
fn is_prose(source: &str, reading: &Reading<'_>, range: &Range<usize>, place: &Range<usize>) -> bool {
    let is_empty = reading.slice(range)[1..].trim_start().starts_with('}');
    !reading.fixes.is_empty() && !is_empty && !source[place.clone()].contains([':', '=', '：'])
}

/// Returns whether this object has a name and arguments as calls have them, whatever they are, and defines no tool.
pub(in crate::core::calls) fn names_a_tool(object: &Object<'_>) -> bool {
    let arguments = object.get(names::ARGUMENTS).or(object.get(names::PARAMETERS));
    object.string(names::NAME).is_some()
        && arguments.is_some_and(|arguments| !is_definition(object, &arguments))
}

/// `{"name":…,"description":…,"parameters":{schema}}` defines a tool and calls none.
fn is_definition(object: &Object<'_>, arguments: &Range<usize>) -> bool {
    if object.has(names::DESCRIPTION) && (object.has(names::PARAMETERS) || object.has(names::INPUT_SCHEMA)) {
        return true;
    }
    let spelled = &object.text().as_bytes()[arguments.clone()];
    if !object.has(names::DESCRIPTION) && memchr::memmem::find(spelled, b"\"properties\"").is_none() {
        return false;
    }
    let Some(schema) = object.beside(arguments.start) else { return false };
    let has_type = || schema.string(names::TYPE).is_some_and(|kind| TYPES.contains(&&*kind));
    if object.has(names::DESCRIPTION) && schema.held().is_within(KEYWORDS) && has_type() {
        return true;
    }
    schema.source(names::PROPERTIES).is_some_and(|value| value.starts_with('{'))
        && (schema.has(names::SCHEMA) || schema.string(names::TYPE).is_some_and(|kind| kind == "object"))
}

/// Returns whether these can be the arguments of a call that no marker announces.
fn may_be_arguments(reading: &Reading<'_>, object: &Object<'_>, arguments: &Range<usize>) -> bool {
    match reading.text.as_bytes()[arguments.start] {
        b'{' | b'n' => true,
        b'"' if reading.is_bare(arguments) => false,
        b'"' => {
            let text = inside(&reading.text, arguments).unwrap_or_default();
            // With these two keys and no other, an object is nothing but a call.
            let is_pair = object.count() == 2
                && object.has(names::NAME)
                && object.get(names::ARGUMENTS).as_ref() == Some(arguments);
            object.has(names::ACTION_INPUT)
                || is_pair
                || text.trim().is_empty()
                || text.trim_start().starts_with(['{', '"'])
        }
        _ => false,
    }
}

/// The value that a scalar becomes where a format allows it: `{"input": …}`.
pub(in crate::core::calls) fn scalar_arguments(text: &str) -> Arguments {
    Arguments::Json(format!("{{\"input\": {}}}", string(text)))
}

/// The calls that one of `multi_tool_use.parallel` stands for. Cut off before them, it is not a call itself: no tool has
/// this name.
pub(in crate::core::calls) fn unwrapped(cx: &Context<'_>, draft: &Draft) -> Vec<Draft> {
    let Arguments::Json(text) = &draft.arguments else { return Vec::new() };
    let Ok(tree) = tree(text, 0..text.len(), usize::MAX).map(|(tree, _)| Rc::new(tree)) else {
        return Vec::new();
    };
    let Some(uses) = Object::of(&tree, Node::ROOT).and_then(|object| object.member(names::TOOL_USES)) else {
        return Vec::new();
    };
    let format = if draft.format.is_envelope { draft.format } else { SEVERAL };
    let one = |node: Node| {
        let object = Object::of(&tree, node)?;
        let name = object
            .first(&NAMES)
            .and_then(|name| inside(text, &name))
            .filter(|name| is_name(name) && name != PARALLEL)?;
        let arguments = object.first(&ARGUMENTS).filter(|value| text.as_bytes()[value.start] == b'{');
        let problem = draft.problem.or(arguments.is_none().then_some(Reason::Arguments));
        let arguments = arguments.map_or_else(String::new, |value| text[value].to_owned());
        Some(Draft {
            name: Some(cx.tool_name(&name).to_owned()),
            arguments: Arguments::Json(arguments),
            format,
            problem,
            ..draft.clone()
        })
    };
    tree.children(uses).filter_map(one).collect()
}
