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
use crate::core::calls::formats::members::{ARGUMENTS, IDS, NAMES, is_about};
use crate::core::calls::formats::{Format, names};
use crate::core::calls::readers::json::{Reading, before_half};
use crate::core::calls::readers::{is_name, string};
use crate::core::calls::types::call::Reason;
use crate::core::calls::types::change::{CallCode, Change, What};
use crate::core::json::cursor::children;
use crate::core::json::tree::{Kind, Node, Tree};
use crate::core::json::unescape::unescape;
use crate::core::json::{lossy, scan_text};
use crate::core::repair::engine::{self, Code, CutPlace, FailureCode, Select, is_open_before_quote};

/// Types of JSON Schema, and keywords that a simple schema has.
const TYPES: [&str; 6] = ["object", "string", "array", "number", "integer", "boolean"];
const KEYWORDS: [&str; 8] =
    ["type", "description", "properties", "required", "items", "enum", "default", "additionalProperties"];

/// The tool that stands for several calls.
pub(in crate::core::calls) const PARALLEL: &str = "multi_tool_use.parallel";

/// How sure we are that an object is meant as a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::core::calls) enum Trust {
    /// A marker or an envelope says so: a name is enough.
    Marked,
    /// Only the object itself says so: it needs a name and arguments.
    Bare,
}

/// An object's members by name; of duplicates the last.
pub(in crate::core::calls) struct Object<'r> {
    tree: Rc<Tree<'r>>,
    node: Node,
    /// A filter over all keys: most of the keys that are asked for are not there.
    signs: u64,
}

/// One bit for a key; others may have the same.
#[inline]
fn sign(key: &[u8]) -> u64 {
    let (Some(first), Some(last)) = (key.first(), key.last()) else { return 1 };
    1 << ((key.len() * 7 + usize::from(*first) * 3 + usize::from(*last)) % 64)
}

impl<'r> Object<'r> {
    /// The object at `range` of a reading; nothing where another value stands.
    pub(in crate::core::calls) fn at(reading: &'r Reading<'_>, range: &Range<usize>) -> Option<Self> {
        if reading.text.as_bytes().get(range.start) != Some(&b'{') {
            return None;
        }
        let (tree, node) = reading.node(range)?;
        Self::of(&tree, node)
    }

    /// The object at a node.
    fn of(tree: &Rc<Tree<'r>>, node: Node) -> Option<Self> {
        if tree.kind(node) != Kind::Object {
            return None;
        }
        let names = tree.children(node).filter_map(|child| tree.raw_name(child));
        let signs = names.fold(0, |signs, name| signs | sign(name.as_bytes()));
        Some(Self { tree: Rc::clone(tree), node, signs })
    }

    /// Returns whether it may have a member of this name. `false` is sure.
    #[inline]
    pub(in crate::core::calls) fn may_have(&self, name: &str) -> bool {
        self.signs & sign(name.as_bytes()) != 0
    }

    /// The member of this name.
    #[inline]
    fn member(&self, name: &str) -> Option<Node> {
        if self.may_have(name) { self.find(name) } else { None }
    }

    fn find(&self, name: &str) -> Option<Node> {
        self.tree.children(self.node).filter(|child| self.tree.is_spelled(*child, name)).last()
    }

    #[inline]
    pub(in crate::core::calls) fn get(&self, name: &str) -> Option<Range<usize>> {
        self.member(name).map(|node| self.tree.span(node))
    }

    /// The text of the member of this name.
    pub(in crate::core::calls) fn source(&self, name: &str) -> Option<&'r str> {
        self.member(name).map(|node| self.tree.source(node))
    }

    /// The member of this name, where it is an object.
    pub(in crate::core::calls) fn object(&self, name: &str) -> Option<Self> {
        Self::of(&self.tree, self.member(name)?)
    }

    /// The keys, without their quotes, and the text of each value.
    pub(in crate::core::calls) fn members(&self) -> impl Iterator<Item = (&'r str, &'r str)> {
        let tree = &self.tree;
        tree.children(self.node).map(|child| (tree.raw_name(child).unwrap_or_default(), tree.source(child)))
    }

    pub(in crate::core::calls) fn first(&self, names: &[&str]) -> Option<Range<usize>> {
        names.iter().find_map(|name| self.get(name))
    }

    /// The value of a string member.
    #[inline]
    pub(in crate::core::calls) fn string(&self, name: &str) -> Option<Cow<'r, str>> {
        self.tree.raw(self.member(name)?).map(lossy)
    }

    /// Returns whether it names the tool twice, or holds arguments twice, however the names are spelled.
    fn is_ambiguous(&self) -> bool {
        let mut names = 0;
        let mut arguments = 0;
        for (key, _) in self.members() {
            let key = lossy(key);
            names += usize::from(NAMES[..NAMES.len() - 2].contains(&&*key));
            arguments += usize::from(ARGUMENTS.contains(&&*key));
        }
        names > 1 || arguments > 1
    }

    /// Returns whether it has members that are neither the call's name nor what is said about it.
    fn has_others(&self) -> bool {
        self.members().any(|(key, _)| !is_about(key))
    }

    /// The keys of the members that stand after `offset`.
    pub(in crate::core::calls) fn keys_after(&self, offset: usize) -> impl Iterator<Item = &'r str> {
        let tree = &self.tree;
        let late = tree.children(self.node).filter(move |child| tree.span(*child).start > offset);
        late.filter_map(|child| tree.raw_name(child))
    }

    /// The only member, where there is one.
    pub(in crate::core::calls) fn only(&self) -> Option<(Range<usize>, Range<usize>)> {
        let mut children = self.tree.children(self.node);
        let (Some(child), None) = (children.next(), children.next()) else { return None };
        let name = self.tree.name_span(child)?;
        Some((name.start + 1..name.end - 1, self.tree.span(child)))
    }
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
        .filter_map(|name| object.get(name))
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
            (Some(name), None) if !object.has_others() && cx.needs_nothing(&reading.text[name.clone()]) => {}
            _ => return None,
        }
    } else if object.get("description").is_some()
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
    let mut draft = named(cx, Some(name), reading, arguments.as_ref(), format, &span);
    // A custom tool takes text.
    if object.string("type").is_some_and(|kind| kind == names::CUSTOM_CALL)
        && let Some(text) = object.string("input")
    {
        (draft.arguments, draft.problem) = (scalar_arguments(&text), None);
    }
    if arguments.is_none() && !reading.is_original(range.end - 1) {
        // It was not closed, so more was to come.
        draft.cut.get_or_insert(CutPlace::BetweenMembers);
    }
    draft.id = object.first(&IDS).map(|id| reading.text[id].to_owned()).filter(|id| id.starts_with('"'));
    draft.is_ambiguous = object.is_ambiguous();
    if draft.is_ambiguous {
        draft.changes.push(Change::of(CallCode::RepeatedKey, span.clone()));
    }
    // What a model wrote beside the name may be the arguments: to run the tool without them would be another call. An API
    // knows where they belong.
    if arguments.is_none() && draft.cut.is_none() && !format.is_envelope && object.has_others() {
        draft.problem = draft.problem.or(Some(Reason::Arguments));
        draft.arguments = Arguments::Json(String::new());
    }
    let fixes = reading.fixes_in(&span);
    let own: Vec<Change> = fixes.iter().map(|fix| Change::at(fix, fix.start..fix.end)).collect();
    draft.changes.splice(0..0, own);
    if !format.is_envelope {
        match arguments {
            Some(arguments) => late::settle(cx, reading, (object, range), &arguments, trust, &mut draft),
            None => draft.may_gain_arguments = true,
        }
    }
    Some(draft)
}

/// Returns whether the text ends after the name of the arguments.
fn is_cut_before_arguments(text: &str, reading: &Reading<'_>) -> bool {
    let before = || text.trim_end().strip_suffix(':').map_or("", str::trim_end);
    let is_quoted =
        |name: &&str| before().strip_suffix(['"', '\'']).is_some_and(|text| text.ends_with(*name));
    reading.cut == Some(CutPlace::AfterColon) && ARGUMENTS.iter().any(is_quoted)
}

/// The call with this name and these arguments.
pub(in crate::core::calls) fn named(
    cx: &mut Context<'_>,
    name: Option<String>,
    reading: &Reading<'_>,
    arguments: Option<&Range<usize>>,
    format: &'static Format,
    span: &Range<usize>,
) -> Draft {
    let mut draft = Draft {
        name,
        id: None,
        arguments: Arguments::Json("{}".to_owned()),
        format,
        span: span.clone(),
        place: span.end..span.end,
        choice: 0,
        is_ambiguous: false,
        may_gain_arguments: false,
        may_move: false,
        cut: None,
        changes: Vec::new(),
        evidence: reading.evidence,
        problem: None,
    };
    let Some(range) = arguments else {
        draft.cut = reading.cut;
        draft.changes.push(Change::empty(span.end..span.end));
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
    let arguments = object.get("arguments").or(object.get("parameters"));
    object.string("name").is_some() && arguments.is_some_and(|arguments| !is_definition(object, &arguments))
}

/// `{"name":…,"description":…,"parameters":{schema}}` defines a tool and calls none.
fn is_definition(object: &Object<'_>, arguments: &Range<usize>) -> bool {
    if object.get("description").is_some()
        && (object.get("parameters").is_some() || object.get("input_schema").is_some())
    {
        return true;
    }
    let spelled = &object.tree.text().as_bytes()[arguments.clone()];
    if object.get("description").is_none() && memchr::memmem::find(spelled, b"\"properties\"").is_none() {
        return false;
    }
    let node = object.tree.node_at(arguments.start);
    let Some(schema) = node.and_then(|node| Object::of(&object.tree, node)) else { return false };
    let has_type = || schema.string("type").is_some_and(|kind| TYPES.contains(&&*kind));
    if object.get("description").is_some()
        && schema.members().all(|(key, _)| KEYWORDS.contains(&key))
        && has_type()
    {
        return true;
    }
    schema.member("properties").is_some_and(|value| schema.tree.kind(value) == Kind::Object)
        && (schema.get("$schema").is_some() || schema.string("type").is_some_and(|kind| kind == "object"))
}

/// Returns whether these can be the arguments of a call that no marker announces.
fn may_be_arguments(reading: &Reading<'_>, object: &Object<'_>, arguments: &Range<usize>) -> bool {
    match reading.text.as_bytes()[arguments.start] {
        b'{' | b'n' => true,
        b'"' if reading.is_bare(arguments) => false,
        b'"' => {
            let text = inside(&reading.text, arguments).unwrap_or_default();
            // With these two keys and no other, an object is nothing but a call.
            let is_pair = object.tree.count(object.node) == 2
                && object.get("name").is_some()
                && object.get("arguments").as_ref() == Some(arguments);
            object.get("action_input").is_some()
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
    let Ok(tree) = Tree::parse(text, usize::MAX).map(Rc::new) else { return Vec::new() };
    let Some(uses) = Object::of(&tree, Node::ROOT).and_then(|object| object.member(names::TOOL_USES)) else {
        return Vec::new();
    };
    let format = Format::named("openai-parallel-tool").filter(|_| !draft.format.is_envelope);
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
            format: format.unwrap_or(draft.format),
            problem,
            ..draft.clone()
        })
    };
    tree.children(uses).filter_map(one).collect()
}
