//! Definitions of tools in every usual shape: OpenAI (`tools`, `functions`, `function`), Anthropic (`input_schema`),
//! MCP (`inputSchema`), Gemini (`functionDeclarations`), alone, in a list, in the object of a request, or as members of an
//! object that gives them their names. This is the one reader of definitions.

use crate::core::json::pointer::{push_index, push_name};
use crate::core::json::tree::{Kind, Node, Tree};
use crate::core::json::{MAX_DEPTH, ScanError};

/// Members that hold definitions; `result` is that of an MCP answer.
const LISTS: [&str; 6] =
    ["tools", "functions", "function", "functionDeclarations", "function_declarations", "result"];

/// Members that hold the schema of a definition's arguments.
const SCHEMAS: [&str; 6] = [
    "parameters",
    "input_schema",
    "inputSchema",
    "parametersJsonSchema",
    "parameters_json_schema",
    "arguments",
];

/// Members that show, beside a schema, that an object is a tool: texts, and objects.
const TEXTS: [&str; 3] = ["name", "description", "expose"];
const OBJECTS: [&str; 3] = ["function", "native_result", "x-jmend"];

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

/// A value that may be a definition or hold some.
struct Place {
    node: Node,
    /// Its JSON Pointer.
    pointer: String,
    /// Lists around it.
    level: usize,
}

/// The definitions in a text, in its order; none where it has none.
///
/// They stand in lists, alone, or as members of one object that gives them their names.
pub fn definitions(text: &str) -> Result<Vec<Definition>, ScanError> {
    let tree = Tree::parse(text.strip_prefix('\u{feff}').unwrap_or(text), MAX_DEPTH)?;
    let mut found = Vec::new();
    let mut pending = Vec::from([Place { node: Node::ROOT, pointer: String::new(), level: 0 }]);
    while let Some(place) = pending.pop() {
        if place.level > MOST_LEVELS {
            continue;
        }
        let Place { node, pointer, level } = &place;
        let inside = |node, step: &dyn Fn(&mut String)| {
            let mut pointer = pointer.clone();
            step(&mut pointer);
            Place { node, pointer, level: level + 1 }
        };
        if tree.kind(*node) == Kind::Object {
            if let Some(definition) = definition(&tree, &place, None) {
                found.push(definition);
            } else {
                let lists = LISTS.iter().rev().filter_map(|name| Some((name, tree.member(*node, name)?)));
                pending.extend(lists.map(|(name, list)| inside(list, &|path| push_name(path, name))));
            }
        } else {
            let items: Vec<_> = tree.children(*node).enumerate().collect();
            let items = items.into_iter().rev();
            pending.extend(items.map(|(index, item)| inside(item, &|path| push_index(path, index))));
        }
    }
    if found.is_empty() { Ok(named(&tree).unwrap_or_default()) } else { Ok(found) }
}

/// The members of an object that are definitions, named by it: all are objects, and one of them at least is plainly a
/// tool.
fn named(tree: &Tree<'_>) -> Option<Vec<Definition>> {
    let is = |node, members: &[&str], kind| {
        members.iter().any(|name| tree.member(node, name).is_some_and(|node| tree.kind(node) == kind))
    };
    let is_tool = |node| {
        is(node, &SCHEMAS, Kind::Object) || is(node, &TEXTS, Kind::String) || is(node, &OBJECTS, Kind::Object)
    };
    let all_are_objects = || tree.children(Node::ROOT).all(|node| tree.kind(node) == Kind::Object);
    if !tree.children(Node::ROOT).any(is_tool) || !all_are_objects() {
        return None;
    }
    let one = |node| {
        let key = tree.name(node)?.decode_lossy().into_owned();
        let mut pointer = String::new();
        push_name(&mut pointer, &key);
        let function = tree.member(node, "function").filter(|node| tree.kind(*node) == Kind::Object);
        if function.is_some() {
            push_name(&mut pointer, "function");
        }
        let place = Place { node: function.unwrap_or(node), pointer, level: 1 };
        definition(tree, &place, Some(key))
    };
    tree.children(Node::ROOT).map(one).collect()
}

/// A definition, if this object is one: it has a name, or is given one.
fn definition(tree: &Tree<'_>, place: &Place, key: Option<String>) -> Option<Definition> {
    let own = tree.member(place.node, "name").and_then(|name| tree.string(name));
    let name = own.map(|name| name.decode_lossy().into_owned()).or(key)?;
    let mut pointer = place.pointer.clone();
    let found = SCHEMAS
        .iter()
        .filter_map(|member| Some((*member, tree.member(place.node, member)?)))
        .find(|(_, node)| tree.kind(*node) == Kind::Object || tree.kind(*node) == Kind::Bool);
    let schema = found.map(|(member, schema)| {
        push_name(&mut pointer, member);
        in_json_schema(tree, schema)
    });
    Some(Definition { name, schema, pointer })
}

/// The type of JSON Schema that a word means; `None` for a word that is one already, or that is unknown.
fn standard_type(word: &str) -> Option<&'static str> {
    Some(match word {
        "str" | "text" | "char" | "varchar" => "\"string\"",
        "int" | "uint" | "long" | "int32" | "int64" | "uint32" | "uint64" => "\"integer\"",
        "float" | "double" | "decimal" => "\"number\"",
        "bool" => "\"boolean\"",
        "dict" | "hashmap" | "map" => "\"object\"",
        "list" | "tuple" | "set" | "arraylist" => "\"array\"",
        "none" => "\"null\"",
        "any" | "" => "[\"string\", \"number\", \"boolean\", \"object\", \"array\", \"null\"]",
        _ => return None,
    })
}

/// A schema in the dialects of `OpenAPI` and of hand-made lists as JSON Schema: types with capitals become small, types of
/// programming languages the ones that they mean, and `nullable` becomes a type. A schema without these comes out as it is.
fn in_json_schema(tree: &Tree<'_>, schema: Node) -> String {
    let mut edits: Vec<(std::ops::Range<usize>, String)> = Vec::new();
    let end = tree.span(schema).end;
    for node in tree.within(schema).filter(|node| tree.kind(*node) == Kind::Object) {
        let Some(at) = tree.member(node, "type") else { continue };
        if tree.kind(at) == Kind::Array {
            let words = tree.children(at).filter_map(|word| Some((word, standard_type(tree.raw(word)?)?)));
            let plain = words.filter(|(_, word)| !word.starts_with('['));
            edits.extend(plain.map(|(node, word)| (tree.span(node), word.to_owned())));
            continue;
        }
        let Some(name) = tree.raw(at) else { continue };
        let nullable = tree.member(node, "nullable").is_some_and(|node| tree.source(node) == "true");
        let small = name.to_ascii_lowercase();
        let standard = standard_type(&small);
        let word = standard.map_or_else(|| format!("\"{small}\""), str::to_owned);
        if nullable && !word.starts_with('[') {
            edits.push((tree.span(at), format!("[{word}, \"null\"]")));
            if let Some(words) = tree.member(node, "enum").filter(|words| tree.count(*words) > 0) {
                let end = tree.span(words).end - 1;
                edits.push((end..end, ", null".to_owned()));
            }
        } else if small != name || standard.is_some() {
            edits.push((tree.span(at), word));
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
