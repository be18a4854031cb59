//! The verdict: is a value what the schema wants, and if not, everything that is wrong with it.
//!
//! The `jsonschema` crate judges our own tree through its `Json` trait, so numbers are compared as the text they are,
//! at any size. Nothing is fetched: a reference that leaves the schema is an error of the schema. Patterns run on a
//! linear engine; one that it cannot run is an error of the schema, too.

use std::borrow::Cow;
use std::cell::Cell;
use std::sync::OnceLock;

use jsonschema::error::ValidationErrorKind;
use jsonschema::json::{Array, Json, JsonNumber, Node as JsonNode, NodeIdentity, Object, cmp, unique};
use jsonschema::types::JsonType;
use jsonschema::{Draft, PatternOptions, ValidationError, Validator};
use serde_json::{Map, Number as SerdeNumber, Value as Serde};

use super::shape::{Id, Shapes};
use super::{SchemaError, parts};
use crate::core::json::tree::{Kind, Node, Tree};
use crate::core::json::{lossy, suggest};
use crate::core::repair::violation::Violation;

/// How often nodes may be looked into while violations are listed or one part is judged, whatever the value: a union lists the
/// violations of all its branches, and branches of branches would be exponential. Coercion judges hundreds of parts.
const LOOKS: u64 = 1 << 16;
/// The same for each node of a larger value.
const LOOKS_EACH: u64 = 64;

/// How often nodes may be looked into for one verdict. A schema that reaches its parts by several ways at each level takes time
/// that is exponential in the depth of the value; it is cut off after some seconds.
const MOST_LOOKS: u64 = 1 << 25;

/// Parts of a schema that one value may be compared with while violations are listed; scalars are not counted by looks.
const MOST_ALTERNATIVES: u64 = 1 << 12;

/// Errors that are made while violations are listed, with those that only explain another one: a union makes some for
/// each of its branches. Each takes some hundred bytes.
const MOST_ERRORS: u64 = 1 << 17;

/// As many parts as unions in tools come to; each look is taken to be at so many.
const FEW: u64 = 64;

/// Violations that are told; more than a model or a person will read.
const MOST: usize = 100;

/// A tree as the validator sees it.
pub(super) struct View<'a> {
    tree: &'a Tree<'a>,
    /// Looks left; containers are opaque when there are none.
    looks: Cell<u64>,
    /// Errors that may still be made; there are no looks without.
    errors: Cell<u64>,
}

impl<'a> View<'a> {
    fn new(tree: &'a Tree<'a>, looks: u64) -> Self {
        Self { tree, looks: Cell::new(looks), errors: Cell::new(MOST_ERRORS) }
    }

    /// Counts an error that is made.
    fn count_error(&self) {
        self.errors.set(self.errors.get().saturating_sub(1));
        if self.errors.get() == 0 {
            self.looks.set(0);
        }
    }
}

/// Looks at a value where a whole verdict is not due.
fn few_looks(tree: &Tree<'_>) -> u64 {
    LOOKS.max(LOOKS_EACH * tree.len() as u64)
}

/// A value of a tree, or a key.
#[derive(Clone, Copy)]
pub(super) enum At<'a> {
    Node(&'a View<'a>, Node),
    Name(&'a str),
    /// An object with one key, which is the number of a part of the schema (`parts`); its value is the one to judge.
    Part(&'a View<'a>, Node, &'a str),
}

/// Our representation of JSON, for the validator.
pub(super) struct Ours;

/// A key as it is compared.
pub(super) struct Key(String);

impl Json for Ours {
    type Node<'a> = At<'a>;
    type PreparedKey = Key;
    type StringBuffer = ();

    /// A lookup walks all members, so one pass over them is as good as two lookups.
    const KEYS_PER_LOOKUP: usize = 64;

    fn prepare_key(key: &str) -> Key {
        Key(key.to_owned())
    }

    fn with_string_node<T>((): &mut (), string: &str, f: impl FnOnce(At<'_>) -> T) -> T {
        f(At::Name(string))
    }
}

impl<'a> At<'a> {
    fn kind(&self) -> Kind {
        match self {
            Self::Node(view, node) => view.tree.kind(*node),
            Self::Name(_) => Kind::String,
            Self::Part(..) => Kind::Object,
        }
    }

    /// Its container, if it may still be looked into.
    fn open(&self, kind: Kind) -> Option<Children<'a>> {
        let (view, node) = match *self {
            Self::Node(view, node) => (view, node),
            Self::Name(_) => return None,
            Self::Part(view, node, part) => {
                return (kind == Kind::Object).then_some(Children { view, node, part: Some(part) });
            }
        };
        let left = view.looks.get();
        view.looks.set(left.saturating_sub(1));
        (view.tree.kind(node) == kind && left > 0).then_some(Children { view, node, part: None })
    }
}

/// The members or items of a container.
#[derive(Clone, Copy)]
pub(super) struct Children<'a> {
    view: &'a View<'a>,
    node: Node,
    /// Names the one member of a part, whose value is `node`, where it is that of a part.
    part: Option<&'a str>,
}

impl<'a> JsonNode<'a, Ours> for At<'a> {
    type Object = Children<'a>;
    type Array = Children<'a>;
    type Number = Digits<'a>;

    fn as_object(&self) -> Option<Children<'a>> {
        self.open(Kind::Object)
    }

    fn as_array(&self) -> Option<Children<'a>> {
        self.open(Kind::Array)
    }

    fn as_string(&self) -> Option<Cow<'a, str>> {
        match *self {
            Self::Node(view, node) => view.tree.raw(node).map(lossy),
            Self::Name(name) => Some(Cow::Borrowed(name)),
            Self::Part(..) => None,
        }
    }

    fn as_number(&self) -> Option<Digits<'a>> {
        match *self {
            Self::Node(view, node) if view.tree.kind(node) == Kind::Number => {
                Some(Digits(view.tree.source(node)))
            }
            _ => None,
        }
    }

    fn as_boolean(&self) -> Option<bool> {
        match *self {
            Self::Node(view, node) if view.tree.kind(node) == Kind::Bool => {
                Some(view.tree.source(node) == "true")
            }
            _ => None,
        }
    }

    fn is_null(&self) -> bool {
        self.kind() == Kind::Null
    }

    fn json_type(&self) -> JsonType {
        match self.kind() {
            Kind::Null => JsonType::Null,
            Kind::Bool => JsonType::Boolean,
            Kind::Number => JsonType::Number,
            Kind::String => JsonType::String,
            Kind::Array => JsonType::Array,
            Kind::Object => JsonType::Object,
        }
    }

    fn equals_value(&self, expected: &Serde) -> bool {
        match *self {
            Self::Node(view, node) => equal(view.tree, node, expected),
            Self::Name(name) => expected == name,
            Self::Part(..) => false,
        }
    }

    /// Only errors ask for it, each for all of its value, and messages here show no values: copies would be quadratic.
    fn to_value(&self) -> Cow<'a, Serde> {
        if let Self::Node(view, _) = self {
            view.count_error();
        }
        Cow::Owned(Serde::Null)
    }

    fn identity(&self) -> Option<NodeIdentity> {
        match self {
            Self::Node(view, node) => {
                Some(NodeIdentity::tagged(std::ptr::from_ref::<View<'_>>(view).addr(), node.index() as u32))
            }
            Self::Name(_) | Self::Part(..) => None,
        }
    }

    /// No other node of a tree ever has this one's identity, so verdicts on scalars can be remembered as those on
    /// containers are: unions of unions would ask for them exponentially often.
    fn container_identity(&self) -> Option<NodeIdentity> {
        self.identity()
    }
}

/// Returns whether the value at `node` is the one that a schema lists. Numbers are compared by value, names without their order.
fn equal(tree: &Tree<'_>, node: Node, expected: &Serde) -> bool {
    match (tree.kind(node), expected) {
        (Kind::Array, Serde::Array(items)) => {
            tree.count(node) == items.len()
                && tree.children(node).zip(items).all(|(item, expected)| equal(tree, item, expected))
        }
        (Kind::Object, Serde::Object(members)) => {
            let same = |(name, expected): (&String, &Serde)| {
                tree.member(node, name).is_some_and(|member| equal(tree, member, expected))
            };
            tree.count(node) == members.len() && members.iter().all(same)
        }
        (Kind::Array | Kind::Object, _) | (_, Serde::Array(_) | Serde::Object(_)) => false,
        _ => cmp::equal(&serde(tree, node), expected),
    }
}

/// A value for the comparisons of `const`, `enum` and `uniqueItems`, numbers as their text.
fn serde(tree: &Tree<'_>, node: Node) -> Serde {
    match tree.kind(node) {
        Kind::Null => Serde::Null,
        Kind::Bool => Serde::Bool(tree.source(node) == "true"),
        Kind::Number => Serde::Number(number(tree.source(node))),
        Kind::String => Serde::String(lossy(tree.raw(node).unwrap_or_default()).into_owned()),
        Kind::Array => tree.children(node).map(|item| serde(tree, item)).collect(),
        Kind::Object => {
            let member =
                |child| (lossy(tree.raw_name(child).unwrap_or_default()).into_owned(), serde(tree, child));
            Serde::Object(tree.children(node).map(member).collect::<Map<_, _>>())
        }
    }
}

/// The number that the validator computes with. Valid JSON numbers are always read, so zero never stands in for one.
fn number(digits: &str) -> SerdeNumber {
    serde_json::from_str(digits).unwrap_or_else(|_| SerdeNumber::from(0))
}

impl<'a> Object<'a, Ours> for Children<'a> {
    type Node = At<'a>;
    type MemberName = Cow<'a, str>;
    type MembersIter = Box<dyn Iterator<Item = (Cow<'a, str>, At<'a>)> + 'a>;

    fn len(&self) -> usize {
        if self.part.is_some() { 1 } else { self.view.tree.count(self.node) }
    }

    fn get(&self, key: &Key) -> Option<At<'a>> {
        if let Some(part) = self.part {
            return (part == key.0).then_some(At::Node(self.view, self.node));
        }
        self.view.tree.member(self.node, &key.0).map(|node| At::Node(self.view, node))
    }

    fn members(&self) -> Self::MembersIter {
        let view = self.view;
        if let Some(part) = self.part {
            return Box::new(std::iter::once((Cow::Borrowed(part), At::Node(view, self.node))));
        }
        let named = move |node| (lossy(view.tree.raw_name(node).unwrap_or_default()), At::Node(view, node));
        Box::new(view.tree.children(self.node).take_while(|_| view.looks.get() > 0).map(named))
    }
}

impl<'a> Array<'a, Ours> for Children<'a> {
    type Node = At<'a>;
    type ElementsIter = Box<dyn Iterator<Item = At<'a>> + 'a>;

    fn len(&self) -> usize {
        self.view.tree.count(self.node)
    }

    fn is_unique(&self) -> bool {
        let items: Vec<Serde> =
            self.view.tree.children(self.node).map(|item| serde(self.view.tree, item)).collect();
        unique::is_unique(&items)
    }

    fn elements(&self) -> Self::ElementsIter {
        let view = self.view;
        let children = view.tree.children(self.node).take_while(|_| view.looks.get() > 0);
        Box::new(children.map(move |node| At::Node(view, node)))
    }
}

/// A number as it is written.
pub(super) struct Digits<'a>(&'a str);

impl JsonNumber for Digits<'_> {
    fn as_u64(&self) -> Option<u64> {
        self.0.parse().ok()
    }

    fn as_i64(&self) -> Option<i64> {
        self.0.parse().ok()
    }

    fn as_f64(&self) -> Option<f64> {
        self.0.parse().ok().filter(|float: &f64| float.is_finite())
    }

    fn as_str(&self) -> Cow<'_, str> {
        Cow::Borrowed(self.0)
    }

    fn to_number(&self) -> Cow<'_, SerdeNumber> {
        Cow::Owned(number(self.0))
    }

    fn is_integer(&self) -> bool {
        super::scalar::is_integral(self.0)
    }
}

/// A compiled schema.
pub(super) struct Judge {
    whole: Validator<Ours>,
    /// The validator of all parts of the schema, made when a union first asks for one.
    parts: OnceLock<Option<Validator<Ours>>>,
    value: Serde,
    draft: Draft,
}

impl Judge {
    /// Compiles a schema. Without `$schema` it is read as draft 2020-12.
    pub(super) fn new(text: &str) -> Result<Self, SchemaError> {
        let value: Serde =
            serde_json::from_str(text).map_err(|error| SchemaError::at_root(error.to_string()))?;
        if !matches!(value, Serde::Object(_) | Serde::Bool(_)) {
            return Err(SchemaError::at_root("a schema is an object, true or false".to_owned()));
        }
        if value == Serde::Bool(false) {
            return Err(SchemaError::at_root("the schema is `false`: no value fits it".to_owned()));
        }
        let draft = value.get("$schema").is_none().then_some(Draft::Draft202012);
        let whole = options(draft).build(&value).map_err(|error| schema_error(&error))?;
        let draft = whole.draft();
        Ok(Self { whole, parts: OnceLock::new(), value, draft })
    }

    /// Returns whether keywords beside a `$ref` are ignored, as in a schema that names a draft up to 7.
    pub(super) fn ignores_siblings(&self) -> bool {
        matches!(self.draft, Draft::Draft4 | Draft::Draft6 | Draft::Draft7)
    }

    /// Returns whether the value is what the whole schema wants. It does not fit where that takes too many looks to say.
    pub(super) fn fits(&self, tree: &Tree<'_>) -> bool {
        self.verdict(tree) == Some(true)
    }

    fn verdict(&self, tree: &Tree<'_>) -> Option<bool> {
        let view = View::new(tree, MOST_LOOKS);
        let fits = self.whole.is_valid(At::Node(&view, Node::ROOT));
        (view.looks.get() > 0).then_some(fits)
    }

    /// Returns whether the value is what a part of the schema wants, and takes the looks that this needs from `looks`.
    ///
    /// A value that needs more looks than are left does not fit. `None` if no part can be judged alone.
    pub(super) fn part_fits(
        &self,
        (shapes, id): (&Shapes, Id),
        tree: &Tree<'_>,
        node: Node,
        looks: &mut u64,
    ) -> Option<bool> {
        let parts = self.parts.get_or_init(|| parts::validator(&self.value, self.draft, shapes));
        let name = id.to_string();
        let few = few_looks(tree).min(*looks);
        let view = View::new(tree, few);
        let fits = parts.as_ref()?.is_valid(At::Part(&view, node, &name));
        let left = view.looks.get();
        *looks -= (few - left).max(1).min(*looks);
        Some(fits && left > 0)
    }

    /// Everything that is wrong with a value, up to a hundred violations. `alternatives` is how many parts of the schema
    /// one value may be compared with, through unions of unions (`Shapes::alternatives`).
    pub(super) fn violations(&self, tree: &Tree<'_>, alternatives: u64) -> Vec<Violation> {
        let view = View::new(tree, few_looks(tree) / (alternatives / FEW).max(1));
        let mut found = Vec::new();
        // Once nothing may be looked at, each branch of the unions around still makes an error.
        let unions = alternatives.saturating_mul(tree.depth() as u64 + 1);
        if alternatives <= MOST_ALTERNATIVES && unions <= MOST_ERRORS {
            let errors = self.whole.iter_errors(At::Node(&view, Node::ROOT)).take(MOST);
            found.extend(errors.map(|error| violation(&error, tree)));
        }
        if view.looks.get() == 0 && (alternatives > 1 || found.len() < MOST) {
            // What was found last may come of not looking. Without unions, what comes first was found first.
            found.clear();
        }
        if found.is_empty()
            && let Some((keyword, message)) = match self.verdict(tree) {
                Some(true) => None,
                Some(false) => {
                    Some(("anyOf", "the value fits none of the alternatives; there are too many to list"))
                }
                None => Some(("$ref", "the schema leads to the same parts too often to judge this value")),
            }
        {
            found.push(Violation {
                path: String::new(),
                schema_path: String::new(),
                keyword: keyword.to_owned(),
                message: message.to_owned(),
                offset: tree.span(Node::ROOT).start,
            });
        }
        found
    }
}

pub(super) fn options<'i>(
    draft: Option<Draft>,
) -> jsonschema::ValidationOptions<'i, std::sync::Arc<dyn jsonschema::Retrieve>, Ours> {
    let options = jsonschema::options_for::<Ours>()
        .offline()
        .should_validate_formats(false)
        .with_pattern_options(PatternOptions::regex());
    match draft {
        Some(draft) => options.with_draft(draft),
        None => options,
    }
}

/// Lists the types of JSON Schema.
const TYPES: [&str; 7] = ["array", "boolean", "integer", "null", "number", "object", "string"];

/// What is wrong with a schema, and where in it.
fn schema_error(error: &ValidationError<'_>) -> SchemaError {
    let text = error.to_string();
    let message = match error.kind() {
        ValidationErrorKind::Referencing(_) => {
            format!("{text}; a schema is read alone: nothing is opened over the network or from a file")
        }
        _ if error.instance_path().as_str().ends_with("/type") => match error.instance().as_str() {
            Some(wrong) => suggest::unknown("there is no type", wrong, TYPES.into_iter()),
            None => text,
        },
        _ => text,
    };
    SchemaError { pointer: error.instance_path().as_str().to_owned(), message }
}

fn violation(error: &ValidationError<'_>, tree: &Tree<'_>) -> Violation {
    let path = error.instance_path().as_str().to_owned();
    let node = tree.at(&path).unwrap_or(Node::ROOT);
    let message = match error.kind() {
        ValidationErrorKind::AdditionalItems { .. } | ValidationErrorKind::UnevaluatedItems { .. } => {
            "the array has more items than are allowed".to_owned()
        }
        // It speaks of a name, which is no value of the tree.
        ValidationErrorKind::PropertyNames { error } => error.masked_with("a key").to_string(),
        _ => error.masked_with(noun(tree.kind(node))).to_string(),
    };
    Violation {
        schema_path: error.schema_path().as_str().to_owned(),
        keyword: error.kind().keyword().to_owned(),
        message,
        offset: tree.span(node).start,
        path,
    }
}

/// A value in a message: by its kind, because the value may be long, or private.
fn noun(kind: Kind) -> &'static str {
    match kind {
        Kind::Null => "null",
        Kind::Bool => "the boolean",
        Kind::Number => "the number",
        Kind::String => "the string",
        Kind::Array => "the array",
        Kind::Object => "the object",
    }
}
