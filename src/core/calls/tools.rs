//! The list of tools, where it is known: names and the types of parameters, out of any of the usual shapes of
//! definitions. Checking arguments against a whole schema is not done here.

use crate::core::json::{MAX_DEPTH, ScanError, Value, parse};

/// What a parameter wants, as far as untyped text needs to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A string and nothing else.
    Text,
    /// Anything but a string.
    Other,
    /// A string or something else.
    Mixed,
}

/// One tool.
#[derive(Clone, Debug)]
pub(super) struct Tool {
    name: String,
    properties: Vec<(String, Option<Kind>)>,
}

impl Tool {
    /// What the parameter of this name wants, where the definition says so.
    pub(super) fn kind(&self, name: &str) -> Option<Kind> {
        self.properties.iter().find(|(known, _)| known == name).and_then(|(_, kind)| *kind)
    }

    fn has(&self, name: &str) -> bool {
        self.properties.iter().any(|(known, _)| known == name)
    }
}

/// The tools that a call can be for.
#[derive(Clone, Debug, Default)]
pub struct Tools(Vec<Tool>);

impl Tools {
    /// Reads definitions: an array of them, an object with `tools` or `functions`, or one definition; each in the shape
    /// of OpenAI, Anthropic, Gemini or MCP.
    pub fn parse(text: &str) -> Result<Self, ScanError> {
        let value = parse(text, MAX_DEPTH)?;
        let mut tools = Vec::new();
        // The lists nest at most three deep: tools, declarations, functions.
        let mut pending = Vec::from([(&value, 0)]);
        while let Some((value, level)) = pending.pop() {
            match value {
                Value::Array(items) if level < 6 => {
                    pending.extend(items.iter().rev().map(|item| (item, level + 1)));
                }
                Value::Object(_) => {
                    if let Some(tool) = definition(value) {
                        tools.push(tool);
                    } else if level < 6 {
                        let lists = [
                            "tools",
                            "functions",
                            "function",
                            "functionDeclarations",
                            "function_declarations",
                        ];
                        pending.extend(
                            lists.iter().filter_map(|name| value.get(name)).map(|list| (list, level + 1)),
                        );
                    }
                }
                _ => {}
            }
        }
        Ok(Self(tools))
    }

    pub(super) fn get(&self, name: &str) -> Option<&Tool> {
        self.0.iter().find(|tool| tool.name == name)
    }

    /// The one tool that a damaged name or call id stands for: the name with other signs around it or glued to it, or
    /// else the only tool that has all these parameters.
    pub(super) fn settle(&self, name: &str, keys: &[String]) -> Option<&str> {
        let plain =
            |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase();
        let wanted = plain(name);
        let inside = wanted.trim_start_matches("functions").trim_end_matches(|c: char| c.is_ascii_digit());
        let by_name = |tool: &&Tool| {
            let known = plain(&tool.name);
            known == wanted || known == inside
        };
        let last = name.rsplit(['.', ':', '/']).next().unwrap_or(name);
        let only = |test: &dyn Fn(&&Tool) -> bool| {
            let mut matching = self.0.iter().filter(test);
            matching.next().filter(|_| matching.next().is_none()).map(|tool| tool.name.as_str())
        };
        let counter = name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches(['_', '-', ':']);
        only(&by_name).or_else(|| only(&|tool| tool.name == last)).or_else(|| {
            // A call id says nothing about the tool; the parameters may.
            let is_id = matches!(counter, "call" | "tool" | "function" | "functions" | "tool_call");
            (is_id && !keys.is_empty()).then(|| only(&|tool| keys.iter().all(|key| tool.has(key))))?
        })
    }

    /// A tool's name at the start of `glued`, with a parameter of that tool behind it.
    pub(super) fn split<'g>(&self, glued: &'g str) -> Option<(&'g str, &'g str)> {
        self.0.iter().find_map(|tool| {
            let key = glued.strip_prefix(tool.name.as_str())?;
            tool.has(key).then(|| glued.split_at(tool.name.len()))
        })
    }
}

/// A definition, if this object is one.
fn definition(value: &Value<'_>) -> Option<Tool> {
    let Some(Value::String(name)) = value.get("name") else { return None };
    let schema = ["parameters", "input_schema", "inputSchema", "parametersJsonSchema", "arguments"]
        .iter()
        .find_map(|key| value.get(key));
    let properties = schema.and_then(|schema| schema.get("properties"));
    let mut known = Vec::new();
    if let Some(Value::Object(properties)) = properties {
        for (name, schema) in properties {
            known.push((name.decode_lossy().into_owned(), kind(schema)));
        }
    }
    Some(Tool { name: name.decode_lossy().into_owned(), properties: known })
}

/// What a property's schema wants.
fn kind(schema: &Value<'_>) -> Option<Kind> {
    let mut text = false;
    let mut other = false;
    let mut pending = Vec::from([(schema, 0)]);
    while let Some((schema, level)) = pending.pop() {
        let mut see = |name: &str| if name == "string" { text = true } else { other = true };
        match schema.get("type") {
            Some(Value::String(name)) => see(name.raw()),
            Some(Value::Array(names)) => {
                for name in names {
                    if let Value::String(name) = name {
                        see(name.raw());
                    }
                }
            }
            _ => {}
        }
        if let Some(Value::Array(values)) = schema.get("enum") {
            for value in values {
                see(value.kind());
            }
        }
        for name in ["anyOf", "oneOf", "allOf"] {
            if let (Some(Value::Array(branches)), true) = (schema.get(name), level < 4) {
                pending.extend(branches.iter().map(|branch| (branch, level + 1)));
            }
        }
    }
    match (text, other) {
        (true, false) => Some(Kind::Text),
        (false, true) => Some(Kind::Other),
        (true, true) => Some(Kind::Mixed),
        (false, false) => None,
    }
}
