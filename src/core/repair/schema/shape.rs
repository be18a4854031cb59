//! A schema as coercion reads it: what each part says about types, words, names and items.
//!
//! The parts are numbered from the root by what can be reached (`$ref` included), so cycles cost nothing. Keywords that
//! say nothing about how a value could be written otherwise are left to the verdict.

use std::collections::{HashMap, HashSet};

use super::reference::References;
use crate::core::json::pointer::{push_index, push_name};
use crate::core::json::tree::{Kind, Node, Tree};

/// A set of types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kinds(u8);

impl Kinds {
    pub(super) const NULL: Self = Self(1);
    pub(super) const BOOL: Self = Self(2);
    pub(super) const INTEGER: Self = Self(4);
    /// Any number.
    pub(super) const NUMBER: Self = Self(8);
    pub(super) const STRING: Self = Self(16);
    pub(super) const ARRAY: Self = Self(32);
    pub(super) const OBJECT: Self = Self(64);
    pub const ALL: Self = Self(127);
    pub(super) const CONTAINER: Self = Self(32 | 64);

    /// Returns whether the set holds one of `other`.
    pub(super) fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// What one of both allows.
    pub(super) fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// What both allow. An integer is a number.
    pub(super) fn and(self, other: Self) -> Self {
        let wide = |kinds: Self| if kinds.has(Self::NUMBER) { kinds.or(Self::INTEGER) } else { kinds };
        Self(wide(self).0 & wide(other).0)
    }

    /// The type of this name; `None` for what is no type.
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "null" => Self::NULL,
            "boolean" => Self::BOOL,
            "integer" => Self::INTEGER,
            "number" => Self::NUMBER,
            "string" => Self::STRING,
            "array" => Self::ARRAY,
            "object" => Self::OBJECT,
            _ => return None,
        })
    }

    /// The type that a value of this kind has.
    pub(super) fn of(kind: Kind) -> Self {
        match kind {
            Kind::Null => Self::NULL,
            Kind::Bool => Self::BOOL,
            Kind::Number => Self::NUMBER,
            Kind::String => Self::STRING,
            Kind::Array => Self::ARRAY,
            Kind::Object => Self::OBJECT,
        }
    }
}

/// A part of a schema, by number.
pub(super) type Id = u32;

/// A value that `enum` or `const` lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    pub(super) kind: Kind,
    /// The characters of a string; anything else as it is spelled.
    pub(super) text: String,
}

impl Word {
    pub(super) fn of(tree: &Tree<'_>, node: Node) -> Self {
        let text = tree.string(node).map(|text| text.decode_lossy().into_owned());
        Self { kind: tree.kind(node), text: text.unwrap_or_else(|| tree.source(node).to_owned()) }
    }
}

/// What an object may hold beside the properties that are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rest {
    Anything,
    Nothing,
    Values(Id),
}

/// `anyOf` or `oneOf`.
#[derive(Clone, Debug)]
pub(super) struct Union {
    pub(super) branches: Vec<Id>,
    /// Exactly one must fit.
    pub(super) exactly_one: bool,
}

/// What one part of a schema says.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    /// `#/properties/a`, as the validator names parts.
    pub(super) pointer: String,
    pub(super) kinds: Kinds,
    pub(super) words: Option<Vec<Word>>,
    pub(super) properties: Vec<(String, Id)>,
    /// Names are also matched by pattern; which ones is left to the verdict.
    pub(super) has_patterns: bool,
    pub(super) rest: Rest,
    pub(super) required: Vec<String>,
    pub(super) prefix: Vec<Id>,
    pub(super) items: Option<Id>,
    /// `allOf` and `$ref`: what must hold as well.
    pub(super) also: Vec<Id>,
    pub(super) unions: Vec<Union>,
    /// `not`, `if`, `then`, `else`, `dependentSchemas`: the verdict holds the same value against them; nothing is made for them.
    held: Vec<Id>,
    /// The text of `default`.
    pub(super) default: Option<String>,
}

impl Shape {
    /// The parts that a value of this part is held against as well.
    fn of_same_value(&self) -> impl Iterator<Item = Id> + '_ {
        let branches = self.unions.iter().flat_map(|union| &union.branches);
        self.also.iter().chain(branches).chain(&self.held).copied()
    }
}

/// All parts of a schema that a value can come to; the first is the root.
pub(super) struct Shapes {
    pub(super) list: Vec<Shape>,
    /// Says whether one of them has a union.
    pub(super) has_unions: bool,
}

impl Shapes {
    /// These parts and all that they refer to.
    pub(super) fn closure(&self, ids: &[Id]) -> Vec<Id> {
        if ids.iter().all(|id| self.list[*id as usize].also.is_empty()) {
            let mut all = ids.to_vec();
            all.sort_unstable();
            all.dedup();
            return all;
        }
        let mut all: Vec<Id> = Vec::with_capacity(ids.len());
        let mut seen = HashSet::new();
        let mut pending = ids.to_vec();
        while let Some(id) = pending.pop() {
            if seen.insert(id) {
                all.push(id);
                pending.extend(&self.list[id as usize].also);
            }
        }
        all.sort_unstable();
        all
    }

    /// A part that comes back to itself for the same value: nothing could ever say whether a value fits it.
    pub(super) fn endless(&self) -> Option<&Shape> {
        // Depth first: 0 unseen, 1 on the way, 2 done.
        let mut state = vec![0u8; self.list.len()];
        for start in 0..self.list.len() as Id {
            let mut way: Vec<(Id, Vec<Id>)> = Vec::new();
            let mut next = (state[start as usize] == 0).then_some(start);
            loop {
                if let Some(id) = next.take() {
                    state[id as usize] = 1;
                    let shape = &self.list[id as usize];
                    way.push((id, shape.of_same_value().collect()));
                }
                let Some((id, left)) = way.last_mut() else { break };
                match left.pop().map(|next| (next, state[next as usize])) {
                    Some((found, 0)) => next = Some(found),
                    Some((found, 1)) => return Some(&self.list[found as usize]),
                    Some(_) => {}
                    None => {
                        state[*id as usize] = 2;
                        way.pop();
                    }
                }
            }
        }
        None
    }

    /// How many parts one value may be compared with, at most: a part counts as often as unions, references and conditions lead
    /// to it. Only for schemas that are not `endless`.
    pub(super) fn alternatives(&self) -> u64 {
        let mut counts = vec![0u64; self.list.len()];
        let mut pending: Vec<(Id, bool)> = (0..self.list.len() as Id).map(|id| (id, false)).collect();
        while let Some((id, is_ready)) = pending.pop() {
            let shape = &self.list[id as usize];
            if counts[id as usize] > 0 {
                continue;
            }
            if is_ready {
                let sum =
                    shape.of_same_value().fold(1u64, |sum, next| sum.saturating_add(counts[next as usize]));
                counts[id as usize] = sum;
            } else {
                pending.push((id, true));
                pending.extend(
                    shape
                        .of_same_value()
                        .filter(|next| counts[*next as usize] == 0)
                        .map(|next| (next, false)),
                );
            }
        }
        counts.into_iter().max().unwrap_or_default()
    }

    /// Returns whether one of these parts requires a member of this name.
    pub(super) fn requires(&self, parts: &[Id], name: &str) -> bool {
        parts.iter().any(|id| self.list[*id as usize].required.iter().any(|required| required == name))
    }

    /// What these parts want of a member of this name, or without a name of every item.
    pub(super) fn children(&self, parts: &[Id], name: Option<&str>) -> Vec<Id> {
        let shapes = || parts.iter().map(|id| &self.list[*id as usize]);
        match name {
            Some(name) => shapes()
                .flat_map(|shape| shape.properties.iter().filter(|(known, _)| known == name))
                .map(|(_, id)| *id)
                .collect(),
            None => shapes().filter_map(|shape| shape.items).collect(),
        }
    }
}

/// Reads the parts of a schema. `ignores_siblings`: a `$ref` stands alone.
pub(super) fn shapes(tree: &Tree<'_>, ignores_siblings: bool) -> Shapes {
    let references = References::new(tree);
    let mut reader = Reader { tree, ignores_siblings, ids: HashMap::new(), pending: Vec::new(), references };
    reader.id("#".to_owned(), Node::ROOT);
    let mut list: Vec<Shape> = Vec::new();
    while let Some((pointer, node)) = reader.pending.get(list.len()).cloned() {
        list.push(reader.shape(pointer, node));
    }
    let has_unions = list.iter().any(|shape| !shape.unions.is_empty());
    Shapes { list, has_unions }
}

struct Reader<'t, 'a> {
    tree: &'t Tree<'a>,
    ignores_siblings: bool,
    ids: HashMap<Node, Id>,
    /// Parts in the order of their numbers.
    pending: Vec<(String, Node)>,
    references: References<'t, 'a>,
}

impl Reader<'_, '_> {
    /// The number of the part at `node`.
    fn id(&mut self, pointer: String, node: Node) -> Id {
        if let Some(id) = self.ids.get(&node) {
            return *id;
        }
        let id = self.pending.len() as Id;
        self.ids.insert(node, id);
        self.pending.push((pointer, node));
        id
    }

    fn shape(&mut self, pointer: String, node: Node) -> Shape {
        let tree = self.tree;
        let mut shape = Shape {
            kinds: Kinds::ALL,
            words: None,
            properties: Vec::new(),
            has_patterns: false,
            rest: Rest::Anything,
            required: Vec::new(),
            prefix: Vec::new(),
            items: None,
            also: Vec::new(),
            unions: Vec::new(),
            held: Vec::new(),
            default: None,
            pointer,
        };
        if tree.kind(node) != Kind::Object {
            return shape;
        }
        let alone = self.ignores_siblings && tree.member(node, "$ref").is_some();
        for child in tree.children(node) {
            let Some(name) = tree.name(child) else { continue };
            let name = name.decode_lossy();
            if !alone || name == "$ref" {
                self.keyword(&mut shape, &name, child);
            }
        }
        shape
    }

    fn keyword(&mut self, shape: &mut Shape, name: &str, node: Node) {
        let tree = self.tree;
        let mut pointer = shape.pointer.clone();
        push_name(&mut pointer, name);
        match name {
            "type" => {
                let named = |node| tree.string(node).and_then(|name| Kinds::named(name.raw()));
                let listed: Vec<Kinds> = match named(node) {
                    Some(kind) => Vec::from([kind]),
                    None => tree.children(node).filter_map(named).collect(),
                };
                if let Some(kinds) = listed.into_iter().reduce(Kinds::or) {
                    shape.kinds = kinds;
                }
            }
            "enum" => shape.words = Some(tree.children(node).map(|word| Word::of(tree, word)).collect()),
            "const" => shape.words = Some(Vec::from([Word::of(tree, node)])),
            "properties" => {
                let properties = self.named(&pointer, node);
                shape.properties.extend(properties);
            }
            "patternProperties" => shape.has_patterns = tree.count(node) > 0,
            "additionalProperties" if tree.source(node) == "false" => shape.rest = Rest::Nothing,
            "additionalProperties" => shape.rest = Rest::Values(self.id(pointer, node)),
            "required" => {
                let name = |node| tree.string(node).map(|name| name.decode_lossy().into_owned());
                shape.required = tree.children(node).filter_map(name).collect();
            }
            "prefixItems" => shape.prefix = self.list(&pointer, node),
            "items" if tree.kind(node) == Kind::Array => shape.prefix = self.list(&pointer, node),
            "items" => shape.items = Some(self.id(pointer, node)),
            "additionalItems" if shape.items.is_none() => shape.items = Some(self.id(pointer, node)),
            "allOf" => {
                let all = self.list(&pointer, node);
                shape.also.extend(all);
            }
            "anyOf" | "oneOf" => {
                let branches = self.list(&pointer, node);
                shape.unions.push(Union { branches, exactly_one: name == "oneOf" });
            }
            "$ref" => {
                if let Some((pointer, target)) = self.target(node) {
                    let id = self.id(pointer, target);
                    shape.also.push(id);
                }
            }
            "not" | "if" | "then" | "else" => {
                let id = self.id(pointer, node);
                shape.held.push(id);
            }
            // Up to draft 7 some of these are lists of names.
            "dependentSchemas" | "dependencies" => {
                let ids = self.named(&pointer, node);
                shape.held.extend(ids.into_iter().map(|(_, id)| id));
            }
            "default" => shape.default = Some(tree.source(node).to_owned()),
            _ => {}
        }
    }

    /// The members of an object, each a part.
    fn named(&mut self, pointer: &str, node: Node) -> Vec<(String, Id)> {
        let tree = self.tree;
        let part = |child: Node| {
            let name = tree.name(child).map(|name| name.decode_lossy().into_owned()).unwrap_or_default();
            let mut pointer = pointer.to_owned();
            push_name(&mut pointer, &name);
            let id = self.id(pointer, child);
            (name, id)
        };
        tree.children(node).map(part).collect()
    }

    fn list(&mut self, pointer: &str, node: Node) -> Vec<Id> {
        let items: Vec<Node> = self.tree.children(node).collect();
        let at = |(index, item): (usize, Node)| {
            let mut pointer = pointer.to_owned();
            push_index(&mut pointer, index);
            self.id(pointer, item)
        };
        items.into_iter().enumerate().map(at).collect()
    }

    /// The part that a reference within this schema names.
    fn target(&mut self, node: Node) -> Option<(String, Node)> {
        let target = self.references.target(node)?;
        Some((format!("#{}", self.tree.pointer(target)), target))
    }
}
