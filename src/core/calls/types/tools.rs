//! The list of tools, where it is known: names and the types of parameters. Definitions are read by `core::schema`;
//! checking arguments against a whole schema is not done here.

use std::collections::HashMap;

use crate::core::json::pointer::{Pattern, resolve};
use crate::core::json::suggest;
use crate::core::json::{MAX_DEPTH, ScanError, Value, parse};
use crate::core::repair::schema::{Definition, definitions};

/// Schemas that are looked at for one parameter: its own, those it refers to, and their branches.
const MOST_SCHEMAS: usize = 64;

/// Levels of a parameter, and parts of all parameters of a tool, that are looked at.
const MOST_LEVELS: usize = 8;
const MOST_PARTS: usize = 4096;

/// What a parameter wants, as far as untyped text needs to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::core::calls) enum Kind {
    /// A string and nothing else.
    Text,
    /// Anything but a string.
    Other,
    /// A string or something else.
    Mixed,
}

/// What the definition says about a parameter, or a part of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "a set of types")]
pub(in crate::core::calls) struct Wanted {
    /// The kind of its value, where the definition says so.
    pub(in crate::core::calls) kind: Option<Kind>,
    /// States whether it may be an array.
    pub(in crate::core::calls) is_list: bool,
    /// States whether it may be an object.
    pub(in crate::core::calls) is_object: bool,
    /// States whether it may be a boolean.
    pub(in crate::core::calls) is_boolean: bool,
    /// States whether it may be a number.
    pub(in crate::core::calls) is_number: bool,
    /// What the items of an array are.
    items: Option<Box<Wanted>>,
    /// What the members of an object are.
    members: Vec<(String, Wanted)>,
}

/// A part of which nothing is known.
static ANYTHING: Wanted = Wanted {
    kind: None,
    is_list: false,
    is_object: false,
    is_boolean: false,
    is_number: false,
    items: None,
    members: Vec::new(),
};

impl Wanted {
    /// What the items of an array are.
    pub(in crate::core::calls) fn items(&self) -> &Self {
        self.items.as_deref().unwrap_or(&ANYTHING)
    }

    /// What the member of this name is.
    pub(in crate::core::calls) fn member(&self, name: &str) -> &Self {
        self.members.iter().find(|(known, _)| known == name).map_or(&ANYTHING, |(_, wanted)| wanted)
    }
}

/// One tool.
#[derive(Clone, Debug)]
pub(in crate::core::calls) struct Tool {
    name: String,
    arguments: Wanted,
    needs_nothing: bool,
}

impl Tool {
    fn of(definition: &Definition) -> Self {
        // The reader of definitions has read it as JSON already.
        let root = definition.schema.as_deref().and_then(|schema| parse(schema, MAX_DEPTH).ok());
        let mut parts = MOST_PARTS;
        let requires = |schema: &&Value<'_>| matches!(schema.get("required"), Some(Value::Array(names)) if !names.is_empty());
        let needs_nothing = root.as_ref().is_some_and(|root| !schemas(root, root).iter().any(requires));
        let arguments = root.map(|root| wanted(&root, &root, 0, &mut parts)).unwrap_or_default();
        Self { name: definition.name.clone(), arguments, needs_nothing }
    }

    /// What the parameter of this name wants.
    pub(in crate::core::calls) fn wanted(&self, name: &str) -> &Wanted {
        self.arguments.member(name)
    }

    /// Returns whether a schema says that no parameter is required.
    pub(in crate::core::calls) fn needs_nothing(&self) -> bool {
        self.needs_nothing
    }

    /// Returns whether there is a parameter of this name.
    pub(in crate::core::calls) fn has(&self, name: &str) -> bool {
        self.arguments.members.iter().any(|(known, _)| known == name)
    }
}

/// The tools that a call can be for.
#[derive(Clone, Debug, Default)]
pub struct Tools {
    list: Vec<Tool>,
    /// Where each name stands in the list.
    names: HashMap<String, usize>,
}

impl Tools {
    /// Returns whether there is a tool of this name.
    pub fn knows(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// The names of the tools.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.list.iter().map(|tool| tool.name.as_str())
    }

    /// Reads the definitions in a text, as `core::schema::definitions` does.
    pub fn parse(text: &str) -> Result<Self, ScanError> {
        Ok(Self::of(&definitions(text)?))
    }

    /// The tools of these definitions; of two with one name the first counts.
    #[doc(hidden)]
    pub fn of(definitions: &[Definition]) -> Self {
        let list: Vec<Tool> = definitions.iter().map(Tool::of).collect();
        let mut names = HashMap::with_capacity(list.len());
        for (index, tool) in list.iter().enumerate() {
            names.entry(tool.name.clone()).or_insert(index);
        }
        Self { list, names }
    }

    /// Returns whether there is no tool.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The tool of this name.
    pub(in crate::core::calls) fn get(&self, name: &str) -> Option<&Tool> {
        self.names.get(name).map(|index| &self.list[*index])
    }

    /// The tool whose name is most like this one.
    pub(in crate::core::calls) fn like(&self, name: &str) -> Option<Box<str>> {
        let mut names: Vec<&str> = self.list.iter().map(|tool| tool.name.as_str()).collect();
        names.sort_unstable();
        suggest::best(name, names).map(Box::from)
    }

    /// The one tool that a damaged name stands for: the name with other characters in it, or the last part of a path. What a call
    /// id stands for (`is_id`) may also be a name that is glued to a counter, or else the only tool that has all these
    /// parameters.
    pub(in crate::core::calls) fn settle(&self, name: &str, keys: &[String], is_id: bool) -> Option<&str> {
        if let Some(found) = self.before_token(name) {
            return Some(found);
        }
        let plain =
            |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase();
        let wanted = plain(name);
        let has_counter = name
            .rsplit_once(':')
            .is_some_and(|(_, counter)| !counter.is_empty() && counter.bytes().all(|b| b.is_ascii_digit()));
        let is_id = is_id || has_counter || name.starts_with("functions");
        let inside = wanted.trim_start_matches("functions").trim_end_matches(|c: char| c.is_ascii_digit());
        let by_name = |tool: &&Tool| {
            let known = plain(&tool.name);
            known == wanted || is_id && known == inside
        };
        let last = name.rsplit(['.', ':', '/']).next().unwrap_or(name);
        let only = |test: &dyn Fn(&&Tool) -> bool| {
            let mut matching = self.list.iter().filter(test);
            matching.next().filter(|_| matching.next().is_none()).map(|tool| tool.name.as_str())
        };
        let counter = name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches(['_', '-', ':']);
        only(&by_name).or_else(|| only(&|tool| tool.name == last)).or_else(|| {
            // A call id says nothing about the tool; the parameters may.
            let is_bare =
                is_id && matches!(counter, "call" | "tool" | "function" | "functions" | "tool_call");
            (is_bare && (!keys.is_empty() || self.list.len() == 1)).then(|| self.with_parameters(keys))?
        })
    }

    /// The only tool that has all these parameters.
    pub(in crate::core::calls) fn with_parameters(&self, keys: &[String]) -> Option<&str> {
        let mut matching = self.list.iter().filter(|tool| keys.iter().all(|key| tool.has(key)));
        matching.next().filter(|_| matching.next().is_none()).map(|tool| tool.name.as_str())
    }

    /// Returns the tool whose name special tokens or a closing tag follow, as in `ls<|channel|>commentary` and `ls</arg_value>`.
    pub(in crate::core::calls) fn before_token(&self, name: &str) -> Option<&str> {
        let (name, _) = name.split_once("<|").or_else(|| name.split_once("</"))?;
        self.get(name.trim_end()).map(|tool| tool.name.as_str())
    }

    /// A tool's name at the start of `glued`, with a parameter of that tool after it.
    pub(in crate::core::calls) fn split<'g>(&self, glued: &'g str) -> Option<(&'g str, &'g str)> {
        self.list.iter().find_map(|tool| {
            let key = glued.strip_prefix(tool.name.as_str())?;
            tool.has(key).then(|| glued.split_at(tool.name.len()))
        })
    }
}

/// A schema, those it refers to within `root`, and the branches of all of them; each once.
fn schemas<'v, 'a>(root: &'v Value<'a>, schema: &'v Value<'a>) -> Vec<&'v Value<'a>> {
    let mut found: Vec<&Value<'_>> = Vec::new();
    let mut pending = Vec::from([schema]);
    while let Some(schema) = pending.pop() {
        if found.len() >= MOST_SCHEMAS || found.iter().any(|known| std::ptr::eq(*known, schema)) {
            continue;
        }
        found.push(schema);
        for name in ["allOf", "oneOf", "anyOf"] {
            if let Some(Value::Array(branches)) = schema.get(name) {
                pending.extend(branches.iter().take(MOST_SCHEMAS).rev());
            }
        }
        pending.extend(target(root, schema));
    }
    found
}

/// What a schema's `$ref` names, where that is a place in the same document.
fn target<'v, 'a>(root: &'v Value<'a>, schema: &Value<'a>) -> Option<&'v Value<'a>> {
    let Some(Value::String(reference)) = schema.get("$ref") else { return None };
    let reference = reference.decode_lossy();
    resolve(root, &Pattern::parse(reference.strip_prefix('#')?).ok()?)
}

/// What a schema wants. Schemas may refer to themselves, so levels and parts are limited.
fn wanted(root: &Value<'_>, schema: &Value<'_>, level: usize, parts: &mut usize) -> Wanted {
    let all = schemas(root, schema);
    let names = || all.iter().flat_map(|schema| types(schema));
    let mut found = Wanted {
        kind: kind(names()),
        is_list: names().any(|name| name == "array"),
        is_object: names().any(|name| name == "object"),
        is_boolean: names().any(|name| name == "boolean"),
        is_number: names().any(|name| matches!(name, "number" | "integer")),
        ..Wanted::default()
    };
    let mut inner = |schema| {
        *parts = parts.saturating_sub(1);
        (level < MOST_LEVELS && *parts > 0).then(|| wanted(root, schema, level + 1, parts))
    };
    found.items = all.iter().find_map(|schema| schema.get("items")).and_then(&mut inner).map(Box::new);
    for schema in all {
        let Some(Value::Object(members)) = schema.get("properties") else { continue };
        for (name, schema) in members {
            let known = name.decode_lossy().into_owned();
            found.members.push((known, inner(schema).unwrap_or_default()));
        }
    }
    found
}

/// The types that a schema names itself, by word or by the values it allows.
fn types<'v>(schema: &'v Value<'_>) -> Vec<&'v str> {
    let mut names: Vec<&'v str> = Vec::new();
    match schema.get("type") {
        Some(Value::String(name)) => names.push(name.raw()),
        Some(Value::Array(list)) => {
            names.extend(
                list.iter()
                    .filter_map(|name| if let Value::String(name) = name { Some(name.raw()) } else { None }),
            );
        }
        _ => {}
    }
    if let Some(Value::Array(values)) = schema.get("enum") {
        for value in values {
            names.push(value.kind());
        }
    }
    if let Some(value) = schema.get("const") {
        names.push(value.kind());
    }
    names
}

/// What types come to.
fn kind<'n>(names: impl Iterator<Item = &'n str>) -> Option<Kind> {
    let (mut text, mut other) = (false, false);
    for name in names {
        if name == "string" { text = true } else { other = true }
    }
    match (text, other) {
        (true, false) => Some(Kind::Text),
        (false, true) => Some(Kind::Other),
        (true, true) => Some(Kind::Mixed),
        (false, false) => None,
    }
}
