//! Definitions of tools in every usual shape: OpenAI (`tools`, `functions`, `function`), Anthropic (`input_schema`),
//! MCP (`inputSchema`), Gemini (`functionDeclarations`), alone, in a list, or in the object of a request.

use crate::core::json::tree::{Kind, Node, Tree};
use crate::core::json::{MAX_DEPTH, ScanError};

/// Members that hold definitions.
const LISTS: [&str; 5] = ["tools", "functions", "function", "functionDeclarations", "function_declarations"];

/// Members that hold the schema of a definition's arguments.
const SCHEMAS: [&str; 6] = [
    "parameters",
    "input_schema",
    "inputSchema",
    "parametersJsonSchema",
    "parameters_json_schema",
    "arguments",
];

/// How deep definitions may lie: a request, its tools, their declarations, a function.
const MOST_LEVELS: usize = 6;

/// One tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// The tool's name.
    pub name: String,
    /// The JSON Schema of its arguments; `None` where it declares none.
    pub schema: Option<String>,
    /// Where the schema, or else the definition, stands in the file: a JSON Pointer.
    pub pointer: String,
}

/// The definitions in a text, in its order.
pub fn definitions(text: &str) -> Result<Vec<Definition>, ScanError> {
    let tree = Tree::parse(text.strip_prefix('\u{feff}').unwrap_or(text), MAX_DEPTH)?;
    let mut found = Vec::new();
    let mut pending = Vec::from([(Node::ROOT, 0)]);
    while let Some((node, level)) = pending.pop() {
        if level > MOST_LEVELS {
            continue;
        }
        if tree.kind(node) == Kind::Object {
            if let Some(definition) = definition(&tree, node) {
                found.push(definition);
            } else {
                let lists = LISTS.iter().rev().filter_map(|name| tree.member(node, name));
                pending.extend(lists.map(|list| (list, level + 1)));
            }
        } else {
            let items: Vec<Node> = tree.children(node).collect();
            pending.extend(items.into_iter().rev().map(|item| (item, level + 1)));
        }
    }
    Ok(found)
}

/// A definition, if this object is one.
fn definition(tree: &Tree<'_>, node: Node) -> Option<Definition> {
    let name = tree.string(tree.member(node, "name")?)?.decode_lossy().into_owned();
    let found = SCHEMAS
        .iter()
        .filter_map(|member| Some((*member, tree.member(node, member)?)))
        .find(|(_, node)| tree.kind(*node) == Kind::Object || tree.kind(*node) == Kind::Bool);
    let schema = found.map(|(member, schema)| {
        // Only OpenAPI's dialect, which Gemini's declarations are written in, is written otherwise.
        if member == "parameters" { from_openapi(tree, schema) } else { tree.source(schema).to_owned() }
    });
    Some(Definition { name, schema, pointer: tree.pointer(found.map_or(node, |(_, schema)| schema)) })
}

/// A schema in `OpenAPI`'s dialect as JSON Schema: types in capitals become small, `nullable` becomes a type. A schema
/// that has neither comes out as it is.
fn from_openapi(tree: &Tree<'_>, schema: Node) -> String {
    let mut edits: Vec<(std::ops::Range<usize>, String)> = Vec::new();
    let end = tree.span(schema).end;
    let inside = tree.nodes().filter(|node| *node >= schema && tree.span(*node).start < end);
    for node in inside.filter(|node| tree.kind(*node) == Kind::Object) {
        let Some(at) = tree.member(node, "type") else { continue };
        let Some(name) = tree.raw(at) else { continue };
        let is_capital = !name.is_empty() && name.bytes().all(|b| b.is_ascii_uppercase());
        let nullable = tree.member(node, "nullable").is_some_and(|node| tree.source(node) == "true");
        let small = name.to_ascii_lowercase();
        if nullable {
            edits.push((tree.span(at), format!("[\"{small}\", \"null\"]")));
            if let Some(words) = tree.member(node, "enum").filter(|words| tree.count(*words) > 0) {
                let end = tree.span(words).end - 1;
                edits.push((end..end, ", null".to_owned()));
            }
        } else if is_capital {
            edits.push((tree.span(at), format!("\"{small}\"")));
        }
    }
    edits.sort_by_key(|(span, _)| span.start);
    let mut out = String::new();
    let mut done = tree.span(schema).start;
    for (span, text) in edits {
        out.push_str(&tree.text()[done..span.start]);
        out.push_str(&text);
        done = span.end;
    }
    out.push_str(&tree.text()[done..end]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_are_found_in_every_shape() {
        let schema = r#"{"type":"object","properties":{"q":{"type":"string"}}}"#;
        for text in [
            format!(r#"[{{"type":"function","function":{{"name":"f","parameters":{schema}}}}}]"#),
            format!(r#"{{"tools":[{{"type":"function","name":"f","parameters":{schema}}}]}}"#),
            format!(r#"{{"name":"f","input_schema":{schema}}}"#),
            format!(r#"{{"tools":[{{"name":"f","inputSchema":{schema},"description":"x"}}]}}"#),
            format!(r#"{{"functions":[{{"name":"f","parameters":{schema}}}]}}"#),
            format!(r#"{{"tools":[{{"functionDeclarations":[{{"name":"f","parameters":{schema}}}]}}]}}"#),
            format!(r#"[{{"function_declarations":[{{"name":"f","parametersJsonSchema":{schema}}}]}}]"#),
        ] {
            let found = definitions(&text).unwrap();
            assert_eq!(found.len(), 1, "{text}");
            assert_eq!((found[0].name.as_str(), found[0].schema.as_deref()), ("f", Some(schema)), "{text}");
            let tree = Tree::parse(&text, MAX_DEPTH).unwrap();
            assert_eq!(tree.at(&found[0].pointer).map(|node| tree.source(node)), Some(schema));
        }
        let two = definitions(r#"[{"name":"a"},{"name":"b","parameters":true}]"#).unwrap();
        let names: Vec<_> = two.iter().map(|tool| (tool.name.as_str(), tool.schema.as_deref())).collect();
        assert_eq!(names, [("a", None), ("b", Some("true"))]);
        assert!(definitions("[1, \"x\", {}]").unwrap().is_empty() && definitions("{").is_err());
    }

    #[test]
    fn the_dialect_of_openapi_becomes_json_schema() {
        let text = r#"{"name":"f","parameters":{"type":"OBJECT","properties":{
            "a":{"type":"STRING","nullable":true,"enum":["x"]},"b":{"type":"ARRAY","items":{"type":"NUMBER"}}}}}"#;
        let schema = definitions(text).unwrap().remove(0).schema.unwrap();
        let plain: String = schema.split_whitespace().collect();
        assert_eq!(
            plain,
            r#"{"type":"object","properties":{"a":{"type":["string","null"],"nullable":true,"enum":["x",null]},"b":{"type":"array","items":{"type":"number"}}}}"#
        );
    }
}
