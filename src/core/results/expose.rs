//! Exposure: who may see a tool, and what a tool file says of its results.
//!
//! Tools come as an array, as an object from names to tools, or as the `tools` of a request or an MCP answer; each tool
//! is plain, or has the form of OpenAI (`function.name`), Anthropic or MCP. Our fields (`expose`, `cache`,
//! `native_result`) stand beside `name` or under `x-jmend`.

use std::fmt;
use std::io::{self, Write};
use std::ops::ControlFlow;

use crate::core::json::fault::Fault;
use crate::core::json::records::each_document;
use crate::core::json::stream::{Input, Limits, Notice, Summary};
use crate::core::json::suggest;
use crate::core::json::tree::{Kind, Tree};
use crate::core::json::{self, Style, Text, Value};
pub use crate::core::repair::layer::{Hidden, Layer};

/// Members that hold tools, or lists of tools, in requests and answers of some API.
const LISTS: [&str; 5] = ["tools", "functions", "functionDeclarations", "function_declarations", "result"];

/// How deep such lists nest at most.
const LIST_LEVELS: usize = 6;

/// Where our fields stand in tools that are not ours, and what they are.
const OURS: &str = "x-jmend";
/// Where providers say who may call a tool.
const CALLERS: &str = "allowed_callers";

/// What `--resolve` adds.
const RESOLVED: &str = "effective_expose";

const FIELDS: [&str; 3] = ["cache", "expose", "native_result"];

/// What an agent writes, which decides about tools that do not say who may see them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Text, and calls of the provider's kind. Programs may be carried by such a call: they still see only the tools
    /// that say so.
    #[default]
    Text,
    /// Programs.
    PtcLisp,
}

/// What is wrong with tools.
fn wrong(message: String) -> Fault {
    Fault::new("tools", message, 0)
}

/// Says that a layer asks for a tool that only another may see.
pub fn refusal(name: &str, seen_by: Layer, asking: Layer) -> Fault {
    wrong(format!("tool `{name}`: it is exposed to {} and not to {}", seen_by.name(), asking.name()))
}

/// One tool of a file.
#[derive(Clone, Debug)]
pub struct Tool<'v, 'a> {
    /// Its name: its own, or that under which it stands.
    pub name: String,
    /// The whole of it.
    pub value: &'v Value<'a>,
    /// The part that has the name.
    named: &'v Value<'a>,
}

impl Tool<'_, '_> {
    pub(super) fn error(&self, message: impl fmt::Display) -> Fault {
        wrong(format!("tool `{}`: {message}", self.name))
    }

    /// One of our fields; null counts as missing.
    pub(super) fn field(&self, name: &str) -> Option<&Value<'_>> {
        let places = [self.named, self.value];
        let found = places.into_iter().find_map(|place| {
            place.get(name).or_else(|| place.get(OURS).and_then(|fields| fields.get(name)))
        });
        found.filter(|value| **value != Value::Null)
    }

    /// The layer that the tool itself names, in our words or in those of a provider.
    pub fn explicit(&self) -> Result<Option<Layer>, Fault> {
        let Some(value) = self.field("expose") else { return self.callers() };
        match string(value).and_then(|name| Layer::from_name(&name)) {
            Some(layer) => Ok(Some(layer)),
            None => Err(self.error(format_args!(
                "`expose` is {}; it can be \"native\", \"ptc_lisp\" or \"both\"",
                shown(value)
            ))),
        }
    }

    /// The layer that `allowed_callers` names: `direct` is the model, `programmatic` (OpenAI) and `code_execution_…`
    /// (Anthropic) are programs. Null counts as missing: clients write it for what was not set.
    fn callers(&self) -> Result<Option<Layer>, Fault> {
        let found = [self.named, self.value].into_iter().find_map(|place| place.get(CALLERS));
        let Some(value) = found.filter(|value| **value != Value::Null) else { return Ok(None) };
        let (mut native, mut programs) = (false, false);
        let Value::Array(callers) = value else {
            return Err(self.error(format_args!("`{CALLERS}` is {}; it is an array", shown(value))));
        };
        for caller in callers {
            match string(caller).as_deref() {
                Some("direct") => native = true,
                Some("programmatic") => programs = true,
                Some(name) if name.starts_with("code_execution") => programs = true,
                _ => {
                    let message = format!("`{CALLERS}` names {}, which is not a known caller", shown(caller));
                    return Err(self.error(message));
                }
            }
        }
        Ok(match (native, programs) {
            (true, true) => Some(Layer::Both),
            (true, false) => Some(Layer::Native),
            (false, true) => Some(Layer::PtcLisp),
            (false, false) => None,
        })
    }

    /// Who may see the tool.
    pub fn layer(&self, mode: Mode) -> Result<Layer, Fault> {
        let default = match mode {
            Mode::Text => Layer::Native,
            Mode::PtcLisp => Layer::PtcLisp,
        };
        Ok(self.explicit()?.unwrap_or(default))
    }

    /// Refuses the tool where `layer` may not see it.
    pub fn guard(&self, layer: Layer, mode: Mode) -> Result<(), Fault> {
        let seen_by = self.layer(mode)?;
        if seen_by.admits(layer) { Ok(()) } else { Err(refusal(&self.name, seen_by, layer)) }
    }
}

pub(super) fn string(value: &Value<'_>) -> Option<String> {
    if let Value::String(text) = value { Some(text.decode_lossy().into_owned()) } else { None }
}

pub(super) fn shown(value: &Value<'_>) -> String {
    let mut text = Vec::new();
    Style::compact().write_value(value, &mut text);
    String::from_utf8_lossy(&text).into_owned()
}

/// What a definition beside its tools says that the agent writes: `output` is `"text"` or `"ptc_lisp"`; `ptc_transport` says
/// how programs travel, which makes no difference.
pub fn mode_of(document: &Value<'_>) -> Result<Option<Mode>, Fault> {
    if !matches!(document.get("tools"), Some(Value::Array(_) | Value::Object(_))) {
        return Ok(None);
    }
    let unknown =
        |name, value: &Value<'_>, words| wrong(format!("`{name}` is {}; it can be {words}", shown(value)));
    match document.get("ptc_transport") {
        None | Some(Value::Null) => {}
        Some(value) if matches!(string(value).as_deref(), Some("content" | "tool_call")) => {}
        Some(value) => return Err(unknown("ptc_transport", value, "\"content\" or \"tool_call\"")),
    }
    match document.get("output") {
        None | Some(Value::Null) => Ok(None),
        Some(value) => match string(value).as_deref() {
            Some("text") => Ok(Some(Mode::Text)),
            Some("ptc_lisp") => Ok(Some(Mode::PtcLisp)),
            _ => Err(unknown("output", value, "\"text\" or \"ptc_lisp\"")),
        },
    }
}

/// The tools of a document: an array in its order, an object from names to tools sorted by name.
pub fn tools<'v, 'a>(document: &'v Value<'a>) -> Result<Vec<Tool<'v, 'a>>, Fault> {
    let list = document.get("tools").or_else(|| document.get("result")?.get("tools"));
    match list {
        Some(Value::Array(items)) => return from_list(items),
        Some(Value::Object(members)) if document.get("name").is_none() => return from_members(members),
        _ => {}
    }
    match document {
        Value::Array(items) => from_list(items),
        // Where members of tools stand, there is one tool.
        Value::Object(_) if ["name", "type"].iter().any(|name| is_string(document.get(name))) => {
            from_list(std::slice::from_ref(document))
        }
        Value::Object(members) => from_members(members),
        other => Err(wrong(format!("tools are an array or an object, and this is {}", shown(other)))),
    }
}

fn is_string(value: Option<&Value<'_>>) -> bool {
    matches!(value, Some(Value::String(_)))
}

fn from_list<'v, 'a>(items: &'v [Value<'a>]) -> Result<Vec<Tool<'v, 'a>>, Fault> {
    let one = |(index, item): (usize, &'v Value<'a>)| {
        let nameless = || wrong(format!("tool number {} has no name", index + 1));
        tool(item, None).ok_or_else(nameless)
    };
    items.iter().enumerate().map(one).collect()
}

fn from_members<'v, 'a>(members: &'v [(Text<'a>, Value<'a>)]) -> Result<Vec<Tool<'v, 'a>>, Fault> {
    let mut sorted: Vec<_> = members.iter().map(|(name, value)| (name.decode_lossy(), value)).collect();
    sorted.sort_by(|(a, _), (b, _)| a.cmp(b));
    if let Some(twins) = sorted.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        return Err(wrong(format!("tool `{}` is defined twice", twins[0].0)));
    }
    let one = |(name, value): &(std::borrow::Cow<'_, str>, &'v Value<'a>)| {
        tool(value, Some(name))
            .ok_or_else(|| wrong(format!("tool `{name}`: a tool is an object, and this is {}", shown(value))))
    };
    sorted.iter().map(one).collect()
}

/// A value as a tool; `key` is the name under which it stands.
fn tool<'v, 'a>(value: &'v Value<'a>, key: Option<&str>) -> Option<Tool<'v, 'a>> {
    if !matches!(value, Value::Object(_)) {
        return None;
    }
    let function = value.get("function").filter(|function| matches!(function, Value::Object(_)));
    let named = if is_string(value.get("name")) { value } else { function.unwrap_or(value) };
    let name = named.get("name").and_then(string).or_else(|| key.map(str::to_owned))?;
    Some(Tool { name, value, named })
}

/// The tool of this name.
pub fn find<'v, 'a>(tools: &[Tool<'v, 'a>], name: &str) -> Result<Tool<'v, 'a>, Fault> {
    let mut found = tools.iter().filter(|tool| tool.name == name);
    match (found.next(), found.next()) {
        (Some(tool), None) => Ok(tool.clone()),
        (Some(tool), Some(_)) => Err(tool.error("it is there twice")),
        (None, _) => Err(wrong(suggest::unknown(
            "there is no tool",
            name,
            tools.iter().map(|tool| tool.name.as_str()),
        ))),
    }
}

/// The tools that `layer` may not see. Of two tools with one name the one that is not seen counts.
///
/// The document may be a list that was not written for us, of whatever API: where it has none of our shapes, all that
/// has a name in its lists is a tool.
pub fn hidden_from(layer: Layer, mode: Mode, document: &Value<'_>) -> Result<Hidden, Fault> {
    let mut hidden = Hidden::new();
    for tool in tools(document).unwrap_or_else(|_| in_lists(document)) {
        let seen_by = tool.layer(mode)?;
        if !seen_by.admits(layer) {
            hidden.insert(tool.name, seen_by);
        }
    }
    Ok(hidden)
}

/// What has a name in the lists of a document, and in lists inside of those.
fn in_lists<'v, 'a>(document: &'v Value<'a>) -> Vec<Tool<'v, 'a>> {
    let mut found = Vec::new();
    let mut pending = Vec::from([(document, 0)]);
    while let Some((value, level)) = pending.pop() {
        if let Some(tool) = tool(value, None) {
            found.push(tool);
        } else if level < LIST_LEVELS {
            let items = if let Value::Array(items) = value { items.as_slice() } else { &[] };
            let lists = LISTS.iter().filter_map(|name| value.get(name));
            pending.extend(items.iter().chain(lists).map(|value| (value, level + 1)));
        }
    }
    found
}

/// A key under `x-jmend` that nothing reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownField {
    /// One sentence about it.
    pub message: String,
    /// Where it stands in the text.
    pub offset: usize,
}

/// The code of such a key in messages.
pub const UNKNOWN_FIELD: &str = "unknown-key";

/// The keys under `x-jmend` that nothing reads, anywhere in a text of tools or schemas.
pub fn unknown_fields(text: &str) -> Vec<UnknownField> {
    if !text.contains(OURS) {
        return Vec::new();
    }
    let Ok(tree) = Tree::parse(text, json::MAX_DEPTH) else { return Vec::new() };
    let ours = tree.nodes().filter_map(|node| tree.member(node, OURS));
    let fields = ours.filter(|ours| tree.kind(*ours) == Kind::Object).flat_map(|ours| tree.children(ours));
    let unknown = fields.filter_map(|field| {
        let (name, span) = (tree.name(field)?, tree.name_span(field)?);
        let name = name.decode_lossy();
        let is_known = FIELDS.contains(&&*name);
        let message = || suggest::unknown(&format!("`{OURS}` has no key"), &name, FIELDS.into_iter());
        (!is_known).then(|| UnknownField { message: message(), offset: span.start })
    });
    unknown.collect()
}

/// Whose words say who may call a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Provider {
    /// `code_execution_20250825`
    Anthropic,
    /// `programmatic`
    OpenAi,
}

impl Provider {
    /// What it calls these layers.
    fn callers(self, layer: Layer) -> Value<'static> {
        let programs = match self {
            Self::Anthropic => "code_execution_20250825",
            Self::OpenAi => "programmatic",
        };
        let names: &[&str] = match layer {
            Layer::Native => &["direct"],
            Layer::PtcLisp => &[programs],
            Layer::Both => &["direct", programs],
        };
        Value::Array(names.iter().map(|name| Value::String(Text::from_plain(name).into_owned())).collect())
    }
}

/// What `expose` is asked for.
#[derive(Clone, Debug)]
pub struct ExposeOptions {
    /// What the agent writes; `None` goes by the definition, else text.
    pub mode: Option<Mode>,
    /// The layers that are kept; `None` keeps all tools.
    pub allow: Option<Vec<Layer>>,
    /// Add `effective_expose` to each tool.
    pub resolve: bool,
    /// Take our own fields out, which strict endpoints refuse.
    pub strip: bool,
    /// Say in the words of a provider who may call each tool.
    pub to: Option<Provider>,
    /// Depth and memory.
    pub limits: Limits,
}

/// Writes for every document of a stream the array of its tools that are kept, one a line.
///
/// Faults: those of a stream of JSON, `tools`: a tool without a name, or with an unknown `expose`, and `unknown-key`.
pub fn expose<'i>(
    input: impl Into<Input<'i>>,
    output: &mut dyn Write,
    options: &ExposeOptions,
    report: &mut dyn FnMut(&Notice) -> ControlFlow<()>,
) -> io::Result<Summary> {
    let make = |document: &[u8], out: &mut Vec<u8>, _: &mut Vec<Fault>| {
        // The stream has checked both.
        let text = std::str::from_utf8(document).unwrap_or_default();
        let value = json::parse(text, options.limits.max_depth)?;
        if let Some(UnknownField { message, offset }) = unknown_fields(text).into_iter().next() {
            return Err(Fault::new(UNKNOWN_FIELD, message, offset as u64));
        }
        let kept = kept(&value, options)?;
        Style::compact().write_value(&kept, out);
        out.push(b'\n');
        Ok(())
    };
    each_document(input, output, &options.limits, make, report)
}

/// The tools of a document that are kept, as an array.
pub fn kept<'a>(document: &Value<'a>, options: &ExposeOptions) -> Result<Value<'a>, Fault> {
    let mode = match options.mode {
        Some(mode) => mode,
        None => mode_of(document)?.unwrap_or_default(),
    };
    let mut kept = Vec::new();
    for tool in tools(document)? {
        let layer = tool.layer(mode)?;
        if options.allow.as_ref().is_some_and(|allow| !allow.contains(&layer)) {
            continue;
        }
        let mut value = tool.value.clone();
        if let Value::Object(members) = &mut value {
            // What stood under its name needs the name from here on.
            if tool.named.get("name").is_none() {
                let name = Value::String(Text::from_plain(&tool.name).into_owned());
                members.insert(0, (Text::from_plain("name"), name));
            }
            let mut put = |name: &'static str, value: Value<'a>| {
                members.retain(|(known, _)| known.decode_lossy() != name);
                members.push((Text::from_plain(name), value));
            };
            if options.resolve {
                put(RESOLVED, Value::String(Text::from_plain(layer.name())));
            }
            if let Some(provider) = options.to {
                put(CALLERS, provider.callers(layer));
            }
        }
        if options.strip {
            strip(&mut value);
        }
        kept.push(value);
    }
    Ok(Value::Array(kept))
}

/// Takes our fields out of a tool.
fn strip(tool: &mut Value<'_>) {
    let Value::Object(members) = tool else { return };
    let is_ours = |name: &str| FIELDS.contains(&name) || name == OURS || name == RESOLVED;
    members.retain(|(name, _)| !is_ours(&name.decode_lossy()));
    for (_, value) in members.iter_mut().filter(|(name, _)| name.decode_lossy() == "function") {
        strip(value);
    }
}
