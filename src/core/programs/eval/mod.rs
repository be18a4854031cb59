//! Evaluation: a checked program, a context, a memory and tools in, a value or one error out.
//!
//! One file per family of operations. Recursion follows the program's nesting, which `max_depth` bounds; every loop
//! over data pays the budget step by step. Nothing is written anywhere: scopes are borrowed, memory is read only.

mod access;
mod aggregate;
mod arithmetic;
mod build;
mod compare;
mod control;
mod extensions;
mod lists;
mod sort;
mod tools;

use super::error::{Error, Evaluated};
use super::limits::Budget;
use super::program::{Kind, Node};
use super::tool::Tools;
use super::value::{List, Map, Value};
use super::write::shown;
use std::rc::Rc;

/// What names mean at a node: the current value and the bindings of the `let`s around it.
#[derive(Clone, Copy)]
pub(super) struct Scope<'s, 'a> {
    input: Option<&'s Value<'a>>,
    bindings: Option<&'s Binding<'s, 'a>>,
}

/// One `let`, inside another.
struct Binding<'s, 'a> {
    name: &'s str,
    value: Value<'a>,
    outer: Option<&'s Binding<'s, 'a>>,
}

impl<'s, 'a> Scope<'s, 'a> {
    /// Outside everything.
    pub(super) fn empty() -> Self {
        Self { input: None, bindings: None }
    }

    /// The same bindings with another current value.
    fn with_input<'t>(&'t self, input: &'t Value<'a>) -> Scope<'t, 'a> {
        Scope { input: Some(input), bindings: self.bindings }
    }

    fn input(&self) -> Evaluated<&'s Value<'a>> {
        self.input.ok_or_else(|| Error::execution("No input available"))
    }

    /// The current value, which must be a list.
    fn list(&self, op: &str) -> Evaluated<Rc<List<'a>>> {
        let input = self.input()?;
        input.as_list().ok_or_else(|| Error::execution(format!("{op} requires a list, got {}", shown(input))))
    }

    /// The current value, which must be a map.
    fn map(&self, op: &str) -> Evaluated<&'s Value<'a>> {
        let input = self.input()?;
        if input.is_map() { Ok(input) } else { Err(not_a_map(op, input)) }
    }

    fn binding(&self, name: &str) -> Option<&'s Value<'a>> {
        let mut binding = self.bindings;
        while let Some(Binding { name: bound, value, outer }) = binding {
            if *bound == name {
                return Some(value);
            }
            binding = *outer;
        }
        None
    }
}

#[cold]
fn not_a_map(op: &str, value: &Value<'_>) -> Box<Error> {
    Error::execution(format!("{op} requires a map, got {}", shown(value)))
}

/// A run in progress.
pub(super) struct Run<'r, 'c, 'a> {
    pub(super) context: &'r Map<'a>,
    pub(super) memory: &'r Map<'a>,
    pub(super) tools: &'r mut dyn Tools<'a>,
    pub(super) budget: Budget<'c>,
    /// The program's value came from an implicit object at its tail.
    pub(super) extract: bool,
}

impl<'a> Run<'_, '_, 'a> {
    /// The value of a node. An error takes the number of the innermost node it arose in.
    pub(super) fn eval(&mut self, node: &Node, scope: &Scope<'_, 'a>) -> Evaluated<Value<'a>> {
        self.budget.step().and_then(|()| self.kind(&node.kind, scope)).map_err(|error| error.at(node.id))
    }

    fn kind(&mut self, kind: &Kind, scope: &Scope<'_, 'a>) -> Evaluated<Value<'a>> {
        match kind {
            Kind::Literal(value) => Ok(value.clone()),
            Kind::Load(name) => Ok(self.context.get(name).cloned().unwrap_or(Value::Null)),
            Kind::Var(name) => Ok(self.var(name, scope)),
            Kind::Input => Ok(scope.input.cloned().unwrap_or(Value::Null)),
            Kind::Let { name, value, body } => self.bind(name, value, body, scope),
            Kind::If { condition, then, otherwise } => self.branch(condition, then, otherwise, scope),
            Kind::And(conditions) => self.all(conditions, scope),
            Kind::Or(conditions) => self.any(conditions, scope),
            Kind::Not(condition) => Ok(Value::Bool(!self.eval(condition, scope)?.is_truthy())),
            Kind::Pipe(steps) => self.pipe(steps, scope),
            Kind::Object { fields, extract } => self.object(fields, *extract, scope),
            Kind::Merge(objects) => self.merge(objects, scope),
            Kind::Concat(lists) => self.concat(lists, scope),
            Kind::Zip(lists) => self.zip(lists, scope),
            Kind::Filter { condition, keep } => self.filter(condition, *keep, scope),
            Kind::Map(expr) => self.map(expr, scope),
            Kind::Select(names) => self.select(names, scope),
            Kind::FilterIn { field, members } => self.filter_in(field, members, scope),
            Kind::SortBy { path, descending } => self.sort_by(path, *descending, scope),
            Kind::GroupBy { path, aggregates } => self.group_by(path, aggregates, scope),
            Kind::Cast { to, field, default } => self.cast(*to, field.as_ref(), default.as_ref(), scope),
            Kind::First => Ok(scope.list("first")?.items.first().cloned().unwrap_or(Value::Null)),
            Kind::Last => Ok(scope.list("last")?.items.last().cloned().unwrap_or(Value::Null)),
            Kind::Nth(at) => Ok(scope.list("nth")?.items.get(*at).cloned().unwrap_or(Value::Null)),
            Kind::Take(count) => self.slice("take", 0, *count, scope),
            Kind::Drop(count) => self.slice("drop", *count, usize::MAX, scope),
            Kind::Distinct => self.distinct(scope),
            Kind::Count => {
                let count = scope.list("count")?.items.len();
                Ok(Value::Int(i64::try_from(count).unwrap_or(i64::MAX)))
            }
            Kind::Sum(field) => self.sum(field, scope),
            Kind::Avg(field) => self.avg(field, scope),
            Kind::Extreme { field, end, whole } => self.extreme(field, *end, *whole, scope),
            Kind::Compare { field, value, comparison } => self.compare(field, value, *comparison, scope),
            Kind::Contains { field, value } => self.contains(field, value, scope),
            Kind::In { field, value } => self.is_in(field, value, scope),
            Kind::Keys => self.keys(scope),
            Kind::TypeOf => Ok(Value::Text(scope.input()?.kind())),
            Kind::Get { path, default } => self.get(path, default.as_ref(), scope),
            Kind::Arithmetic { op, left, right } => self.arithmetic(*op, left, right, scope),
            Kind::Div { left, right } => self.div(left, right, scope),
            Kind::Pct { part, whole } => self.pct(part, whole, scope),
            Kind::Round { value, precision } => self.round(value, *precision, scope),
            Kind::Call { tool, args } => self.call(tool, args),
        }
    }
}
