//! Makes a schema sound that is not: what is wrong costs the part that it stands in, and no more.
//!
//! | what is wrong | what it costs |
//! |---|---|
//! | a definition that is no schema | the definition |
//! | a reference that leads nowhere, out of the schema, or to such a definition | the value or definition that it stands in |
//! | a spelling of drafts 4 to 7 in a schema that names no draft | nothing: it is read as draft 2020-12 spells it |
//!
//! Each loss is told. The draft stays, so all other keywords count as before. Anything else that is wrong is an error of
//! the whole schema.

use std::collections::HashMap;
use std::ops::Range;

use jsonschema::{Draft, draft4, draft6, draft7, draft201909, draft202012};
use serde_json::Value as Serde;

use super::SchemaError;
use super::reference::References;
use crate::core::json::MAX_DEPTH;
use crate::core::json::tree::{Kind, Node, Tree};

/// What a keyword's schemas are for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    /// The value that the part itself is for.
    Same,
    /// Values inside of it.
    Inner,
    /// Nothing, until a reference names them.
    Definition,
}

/// How a keyword holds its schemas.
#[derive(Clone, Copy)]
enum Holds {
    One,
    List,
    /// By name.
    Named,
}

/// Keywords that hold schemas. `items` may also be a list, up to draft 2019-09.
const KEYWORDS: [(&str, Holds, Of); 23] = [
    ("$defs", Holds::Named, Of::Definition),
    ("definitions", Holds::Named, Of::Definition),
    ("properties", Holds::Named, Of::Inner),
    ("patternProperties", Holds::Named, Of::Inner),
    ("additionalProperties", Holds::One, Of::Inner),
    ("unevaluatedProperties", Holds::One, Of::Inner),
    ("propertyNames", Holds::One, Of::Inner),
    ("prefixItems", Holds::List, Of::Inner),
    ("items", Holds::One, Of::Inner),
    ("items", Holds::List, Of::Inner),
    ("additionalItems", Holds::One, Of::Inner),
    ("unevaluatedItems", Holds::One, Of::Inner),
    ("contains", Holds::One, Of::Inner),
    ("contentSchema", Holds::One, Of::Inner),
    ("allOf", Holds::List, Of::Same),
    ("anyOf", Holds::List, Of::Same),
    ("oneOf", Holds::List, Of::Same),
    ("not", Holds::One, Of::Same),
    ("if", Holds::One, Of::Same),
    ("then", Holds::One, Of::Same),
    ("else", Holds::One, Of::Same),
    ("dependentSchemas", Holds::Named, Of::Same),
    ("dependencies", Holds::Named, Of::Same),
];

/// A schema that may be used, and what it cost to make it so.
pub(super) struct Sound {
    pub(super) text: String,
    pub(super) losses: Vec<SchemaError>,
}

/// A part of a schema.
struct Part {
    node: Node,
    of: Of,
    /// The part that it stands in.
    parent: Option<usize>,
}

/// A change of the schema's text.
type Edit = (Range<usize>, String);

/// Returns the schema with what is wrong taken out; `None` if nothing can be done about it.
pub(super) fn sound(text: &str) -> Option<Sound> {
    let tree = Tree::parse(text, MAX_DEPTH).ok()?;
    let modern = (tree.member(Node::ROOT, "$schema").is_none()).then(|| modern(&tree)).flatten();
    let text = modern.as_deref().unwrap_or(text);
    let tree = Tree::parse(text, MAX_DEPTH).ok()?;
    let mut check = Check::new(&tree);
    check.definitions(text);
    check.references();
    let mut costs: Vec<(Node, String)> = check.costs.into_iter().collect();
    costs.sort_unstable_by_key(|(node, _)| *node);
    if costs.is_empty() {
        return modern.map(|text| Sound { text, losses: Vec::new() });
    }
    let mut losses = Vec::with_capacity(costs.len());
    let mut edits = Vec::with_capacity(costs.len());
    for (node, message) in costs {
        // A value at the root has nothing around it that could still count.
        if node == Node::ROOT {
            return None;
        }
        losses.push(SchemaError { pointer: tree.pointer(node), message });
        edits.push((tree.span(node), "true".to_owned()));
    }
    Some(Sound { text: edited(text, edits), losses })
}

/// Looks for what is wrong with the parts of a schema.
struct Check<'t, 'a> {
    tree: &'t Tree<'a>,
    parts: Vec<Part>,
    /// The number of the part at each node.
    numbers: HashMap<Node, usize>,
    /// The parts that are lost, each with the reason.
    costs: HashMap<Node, String>,
}

impl<'t, 'a> Check<'t, 'a> {
    fn new(tree: &'t Tree<'a>) -> Self {
        let parts = parts(tree);
        let numbers = parts.iter().enumerate().map(|(number, part)| (part.node, number)).collect();
        Self { tree, parts, numbers, costs: HashMap::new() }
    }

    /// Finds the definitions that are no schemas by the draft of the whole.
    fn definitions(&mut self, text: &str) {
        let Ok(value) = serde_json::from_str::<Serde>(text) else { return };
        let meta = match Draft::default().detect(&value) {
            Draft::Draft4 => draft4::meta::validator(),
            Draft::Draft6 => draft6::meta::validator(),
            Draft::Draft7 => draft7::meta::validator(),
            Draft::Draft201909 => draft201909::meta::validator(),
            _ => draft202012::meta::validator(),
        };
        for error in meta.iter_errors(&value) {
            let node = self.tree.at(error.instance_path().as_str());
            let Some(number) = node.and_then(|node| self.part_around(node)) else { continue };
            if let Some(number) = self.ancestor(number, |of| of == Of::Definition) {
                let message = format!("this definition is no schema, so it counts for nothing: {error}");
                self.costs.entry(self.parts[number].node).or_insert(message);
            }
        }
    }

    /// Finds the references that lead nowhere, and what they cost. A definition that is lost by that costs those that
    /// refer to it.
    fn references(&mut self) {
        let has_ids = self.parts.iter().any(|part| self.tree.member(part.node, "$id").is_some());
        let mut references = References::new(self.tree);
        let mut users: HashMap<Node, Vec<usize>> = HashMap::new();
        let mut lost: Vec<usize> = Vec::new();
        for number in 0..self.parts.len() {
            let Some(reference) = self.tree.member(self.parts[number].node, "$ref") else { continue };
            let is_own = self.tree.raw(reference).is_some_and(|text| text.starts_with('#'));
            match references.target(reference) {
                Some(target) => {
                    let definition = self.part_around(target);
                    let definition = definition.and_then(|at| self.ancestor(at, |of| of == Of::Definition));
                    if let Some(definition) = definition {
                        users.entry(self.parts[definition].node).or_default().push(number);
                    }
                }
                // A name of a schema that is held inside of this one leads somewhere.
                None if has_ids && !is_own => {}
                None => lost.push(number),
            }
        }
        let dead: Vec<Node> = self.costs.keys().copied().collect();
        lost.extend(dead.iter().flat_map(|node| users.remove(node).unwrap_or_default()));
        while let Some(number) = lost.pop() {
            let Some(owner) = self.ancestor(number, |of| of != Of::Same) else { continue };
            let reference = self.tree.member(self.parts[number].node, "$ref");
            let reference = reference.and_then(|node| self.tree.raw(node)).unwrap_or_default();
            let node = self.parts[owner].node;
            let message = format!(
                "the reference `{reference}` leads to no schema here, so this part allows every value; nothing is opened \
                 over the network or from a file"
            );
            self.costs.entry(node).or_insert(message);
            lost.extend(users.remove(&node).unwrap_or_default());
        }
    }

    /// Returns the innermost part that holds `node`, or is it.
    fn part_around(&self, node: Node) -> Option<usize> {
        let pointer = self.tree.pointer(node);
        let mut path = pointer.as_str();
        loop {
            if let Some(number) = self.tree.at(path).and_then(|node| self.numbers.get(&node)) {
                return Some(*number);
            }
            path = &path[..path.rfind('/')?];
        }
    }

    /// Returns the part, or the nearest around it, whose role passes the test; the root is the last that is asked.
    fn ancestor(&self, number: usize, test: impl Fn(Of) -> bool) -> Option<usize> {
        let mut at = Some(number);
        while let Some(number) = at {
            if test(self.parts[number].of) {
                return Some(number);
            }
            at = self.parts[number].parent;
        }
        None
    }
}

/// Returns all parts of a schema, each after the one that it stands in.
fn parts(tree: &Tree<'_>) -> Vec<Part> {
    let mut parts = Vec::from([Part { node: Node::ROOT, of: Of::Inner, parent: None }]);
    let mut at = 0;
    while let Some(Part { node, .. }) = parts.get(at) {
        let node = *node;
        if tree.kind(node) == Kind::Object {
            for (name, holds, of) in KEYWORDS {
                let Some(held) = tree.member(node, name) else { continue };
                let mut add = |node| parts.push(Part { node, of, parent: Some(at) });
                match (holds, tree.kind(held)) {
                    (Holds::One, Kind::Object | Kind::Bool) => add(held),
                    (Holds::List, Kind::Array) | (Holds::Named, Kind::Object) => {
                        tree.children(held).for_each(add);
                    }
                    _ => {}
                }
            }
        }
        at += 1;
    }
    parts
}

/// Returns a schema that names no draft with the spellings of draft 2020-12 for older ones; `None` if it has none.
fn modern(tree: &Tree<'_>) -> Option<String> {
    let mut edits: Vec<Edit> = Vec::new();
    for Part { node, .. } in parts(tree).into_iter().filter(|part| tree.kind(part.node) == Kind::Object) {
        let member = |name| tree.member(node, name);
        let mut rename = |node: Node, name: &str| {
            edits.extend(tree.name_span(node).map(|span| (span, format!("\"{name}\""))));
        };
        // Items by position.
        if let Some(items) = member("items").filter(|items| tree.kind(*items) == Kind::Array) {
            rename(items, "prefixItems");
            if let Some(others) = member("additionalItems") {
                rename(others, "items");
            }
        }
        // A name of a part.
        if let Some(id) = member("$id")
            && let Some(name) = tree.raw(id).and_then(|id| id.strip_prefix('#'))
        {
            let anchor = format!("\"{name}\"");
            rename(id, "$anchor");
            edits.push((tree.span(id), anchor));
        }
        // A limit that is said to be exclusive.
        for (exclusive, limit) in [("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")] {
            let Some(word) = member(exclusive).filter(|word| tree.kind(*word) == Kind::Bool) else {
                continue;
            };
            match member(limit).filter(|_| tree.source(word) == "true") {
                Some(limit) => edits.push((tree.span(word), tree.source(limit).to_owned())),
                None => edits.extend(tree.name_span(word).map(|span| (span, format!("\"x-{exclusive}\"")))),
            }
        }
    }
    (!edits.is_empty()).then(|| edited(tree.text(), edits))
}

/// Carries out edits; one that lies within an earlier one goes with it.
fn edited(text: &str, mut edits: Vec<Edit>) -> String {
    edits.sort_by_key(|(span, _)| (span.start, std::cmp::Reverse(span.end)));
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for (span, replacement) in edits {
        if span.start < done {
            continue;
        }
        out.push_str(&text[done..span.start]);
        out.push_str(&replacement);
        done = span.end;
    }
    out.push_str(&text[done..]);
    out
}
