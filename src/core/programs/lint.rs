//! What is allowed and probably not meant.
//!
//! Lints follow what is known of the current value: where it comes from the given context, the fields that a
//! comparison names are looked up in the items it will meet.

use super::program::{Comparison, Kind, Members, Node, Part, Program};
use super::value::{List, Map, Value};
use std::rc::Rc;

/// The kinds of lint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// A comparison names a field that items of the context lack.
    MissingField,
    /// A comparison or an order meets values of several types.
    MixedTypes,
    /// The condition of `filter` or `reject` gives something else than true or false.
    NeverBoolean,
    /// An explicit `object` at the tail has a field `result`, which only an implicit one takes out.
    ResultKept,
    /// A `let` whose name is not used.
    UnusedLet,
}

impl Code {
    /// Stable name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::MissingField => "missing-field",
            Self::MixedTypes => "mixed-types",
            Self::NeverBoolean => "never-boolean",
            Self::ResultKept => "result-kept",
            Self::UnusedLet => "unused-let",
        }
    }
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lint {
    /// Its kind.
    pub code: Code,
    /// What is the matter and what to do.
    pub message: String,
    /// JSON Pointer of the node.
    pub pointer: String,
}

/// What is known of a value before the program runs.
#[derive(Clone)]
enum Known<'a> {
    Nothing,
    /// It is this value, or a list of some of its items.
    Value(Value<'a>),
    /// It is one of these.
    OneOf(Rc<List<'a>>),
}

/// The findings in a checked program, in the order of its text. Nothing is known of a context without entries; `calls`
/// knows the results of calls that need not be made.
pub fn lint<'a>(
    program: &Program,
    context: &Map<'a>,
    calls: &mut dyn FnMut(&str, &str) -> Option<Value<'a>>,
) -> Vec<Lint> {
    let mut linter = Linter { program, context, calls, lets: Vec::new(), lints: Vec::new() };
    linter.node(&program.root, &Known::Nothing, true);
    linter.lints
}

struct Linter<'p, 'a> {
    program: &'p Program,
    context: &'p Map<'a>,
    calls: &'p mut dyn FnMut(&str, &str) -> Option<Value<'a>>,
    /// Holds the `let`s around the node: name, what is known of the value, and whether it is used.
    lets: Vec<(Rc<str>, Known<'a>, bool)>,
    lints: Vec<Lint>,
}

impl<'a> Linter<'_, 'a> {
    fn say(&mut self, node: &Node, code: Code, message: String) {
        self.lints.push(Lint { code, message, pointer: self.program.pointer(node.id) });
    }

    /// Looks at a node and all below it; returns what is known of its value.
    fn node(&mut self, node: &Node, input: &Known<'a>, tail: bool) -> Known<'a> {
        match &node.kind {
            Kind::Literal(value) => Known::Value(value.clone()),
            Kind::Load(name) => {
                self.context.get(name).map_or(Known::Nothing, |value| Known::Value(value.clone()))
            }
            Kind::Var(name) => self.var(name),
            Kind::Let { name, value, body } => {
                let known = self.node(value, input, false);
                self.lets.push((Rc::clone(name), known, false));
                let result = self.node(body, input, tail);
                if matches!(self.lets.pop(), Some((.., false))) {
                    self.say(node, Code::UnusedLet, format!("'{name}' is bound and never used"));
                }
                result
            }
            Kind::If { condition, then, otherwise } => {
                self.node(condition, input, false);
                self.node(then, input, tail);
                self.node(otherwise, input, tail);
                Known::Nothing
            }
            Kind::Pipe(steps) => {
                let mut known = input.clone();
                for (at, step) in steps.iter().enumerate() {
                    known = self.node(step, &known, tail && at + 1 == steps.len());
                }
                known
            }
            Kind::Object { fields, extract } => {
                self.object(node, fields, tail && !extract);
                for (_, part) in fields {
                    if let Part::Node(part) = part {
                        self.node(part, input, false);
                    }
                }
                Known::Nothing
            }
            Kind::Filter { condition, keep } => {
                let op = if *keep { "filter" } else { "reject" };
                if let Some(what) = never_boolean(condition) {
                    let message = format!("'{op}' needs true or false for each item, and this gives {what}");
                    self.say(condition, Code::NeverBoolean, message);
                }
                self.node(condition, &item(input), false);
                input.clone()
            }
            Kind::Map(expr) => {
                self.node(expr, &item(input), false);
                Known::Nothing
            }
            Kind::FilterIn { members, .. } => {
                if let Members::Node(members) = &**members {
                    self.node(members, input, false);
                }
                input.clone()
            }
            Kind::SortBy { path, .. } => {
                self.types(node, path, &item(input));
                input.clone()
            }
            // What was cast is no longer the value that is known.
            Kind::Input | Kind::Take(_) | Kind::Drop(_) | Kind::Distinct => input.clone(),
            Kind::Extreme { field, whole, .. } => {
                self.types(node, std::slice::from_ref(field), &item(input));
                if *whole { item(input) } else { Known::Nothing }
            }
            Kind::First | Kind::Last | Kind::Nth(_) => item(input),
            Kind::Compare { field, value, comparison } => {
                // Comparing with null is how one asks for what is missing.
                if !matches!(value, Value::Null) {
                    self.field(node, field, input);
                    let is_order = !matches!(comparison, Comparison::Equal | Comparison::NotEqual);
                    if is_order {
                        self.types(node, std::slice::from_ref(field), input);
                    }
                }
                Known::Nothing
            }
            Kind::Call { tool, args } => (self.calls)(tool, args).map_or(Known::Nothing, Known::Value),
            Kind::Contains { field, .. } | Kind::In { field, .. } => {
                self.field(node, field, input);
                Known::Nothing
            }
            Kind::Get { path, .. } => path.iter().fold(input.clone(), |known, name| member(&known, name)),
            other => {
                for child in children(other) {
                    self.node(child, input, false);
                }
                Known::Nothing
            }
        }
    }

    pub fn var(&mut self, name: &str) -> Known<'a> {
        match self.lets.iter_mut().rev().find(|(bound, ..)| &**bound == name) {
            Some((_, known, used)) => {
                *used = true;
                known.clone()
            }
            None => Known::Nothing,
        }
    }

    pub fn object(&mut self, node: &Node, fields: &[(Rc<str>, Part)], explicit_tail: bool) {
        if explicit_tail && fields.iter().any(|(name, _)| &**name == "result") {
            let message = "the whole object is returned and stored, 'result' included; to return 'result' alone \
                           and store the other fields, leave out 'op' and 'fields'";
            self.say(node, Code::ResultKept, message.to_owned());
        }
    }

    /// Reports values that are put in an order but are not of one type. Nothing and null are the matter of `missing-field`.
    pub fn types(&mut self, node: &Node, path: &[Rc<str>], input: &Known<'a>) {
        let Known::OneOf(list) = input else { return };
        let mut kinds: Vec<(&'static str, usize)> = Vec::new();
        for value in &list.items {
            let mut value = value.clone();
            for name in path {
                value = value.member(name).unwrap_or(Value::Null);
            }
            match kinds.iter_mut().find(|(kind, _)| *kind == value.kind()) {
                Some((_, count)) => *count += 1,
                None => kinds.push((value.kind(), 1)),
            }
        }
        kinds.retain(|(kind, _)| *kind != "null");
        if kinds.len() < 2 {
            return;
        }
        kinds.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let found: Vec<_> = kinds.iter().map(|(kind, count)| format!("{kind} in {count}")).collect();
        let message = format!(
            "'{}' has values of several types: {} of {} items; numbers come before strings whatever they say, so cast it",
            path.last().map_or("", |name| name),
            found.join(", "),
            list.items.len()
        );
        self.say(node, Code::MixedTypes, message);
    }

    /// Returns whether the field that a comparison names exists.
    pub fn field(&mut self, node: &Node, field: &str, input: &Known<'a>) {
        let lacks = |value: &&Value<'a>| value.is_map() && value.member(field).is_none();
        let missing = match input {
            Known::Value(value) if lacks(&value) => "in the value".to_owned(),
            Known::Nothing | Known::Value(_) => return,
            Known::OneOf(list) => match list.items.iter().filter(lacks).count() {
                0 => return,
                some => format!("in {some} of {} items", list.items.len()),
            },
        };
        let message = format!(
            "'{field}' is missing {missing}; it counts as null there, which is greater than every number"
        );
        self.say(node, Code::MissingField, message);
    }
}

/// What is known of an item of a value of which this is known.
fn item<'a>(known: &Known<'a>) -> Known<'a> {
    match known {
        Known::Value(value) => value.as_list().map_or(Known::Nothing, Known::OneOf),
        _ => Known::Nothing,
    }
}

fn member<'a>(known: &Known<'a>, name: &str) -> Known<'a> {
    match known {
        Known::Value(value) => value.member(name).map_or(Known::Nothing, Known::Value),
        _ => Known::Nothing,
    }
}

/// The expressions in a node that have its own current value and do not pass it on.
fn children(kind: &Kind) -> Vec<&Node> {
    match kind {
        Kind::And(nodes) | Kind::Or(nodes) | Kind::Merge(nodes) | Kind::Concat(nodes) | Kind::Zip(nodes) => {
            nodes.iter().collect()
        }
        Kind::Not(node) | Kind::Round { value: node, .. } => vec![node],
        Kind::Arithmetic { left, right, .. } | Kind::Div { left, right } => vec![left, right],
        Kind::Pct { part, whole } => vec![part, whole],
        _ => Vec::new(),
    }
}

/// What a condition gives, where that can never be true or false.
fn never_boolean(node: &Node) -> Option<&'static str> {
    match &node.kind {
        Kind::Literal(Value::Bool(_)) => None,
        Kind::Literal(value) => Some(match value.kind() {
            "null" => "null",
            "number" => "a number",
            "string" => "a string",
            "list" => "a list",
            _ => "a map",
        }),
        Kind::Object { .. } | Kind::Merge(_) => Some("a map"),
        Kind::Filter { .. }
        | Kind::Map(_)
        | Kind::Select(_)
        | Kind::FilterIn { .. }
        | Kind::SortBy { .. }
        | Kind::GroupBy { .. }
        | Kind::Take(_)
        | Kind::Drop(_)
        | Kind::Distinct
        | Kind::Concat(_)
        | Kind::Zip(_)
        | Kind::Keys => Some("a list"),
        Kind::Count
        | Kind::Sum(_)
        | Kind::Avg(_)
        | Kind::Arithmetic { .. }
        | Kind::Div { .. }
        | Kind::Pct { .. }
        | Kind::Round { .. } => Some("a number"),
        Kind::TypeOf => Some("a string"),
        Kind::Let { body, .. } => never_boolean(body),
        Kind::Pipe(steps) => steps.last().map_or(Some("null"), never_boolean),
        Kind::If { then, otherwise, .. } => never_boolean(then).and(never_boolean(otherwise)),
        _ => None,
    }
}
