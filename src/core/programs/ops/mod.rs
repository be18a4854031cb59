//! The one table of operations.
//!
//! A row names an operation, its fields, what it does, an example that a test runs, and how its node is built. The
//! checker, `--print-schema`, `--print-prompt` and docs/reference/operations.md all read this table and nothing else.

mod aggregate;
mod collections;
mod control;
mod extensions;
mod logic;
mod numbers;

use super::args::Args;
use super::error::Error;
use super::program::Kind;

/// What a field may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// Any JSON, never evaluated.
    Any,
    /// Any JSON; a map with a member `op` is evaluated.
    AnyOrExpr,
    /// An expression.
    Expr,
    /// A list of expressions.
    Exprs,
    /// A map whose values are data, or expressions where they have a member `op`.
    Fields,
    /// A string.
    Text,
    /// A list of field names.
    Names,
    /// A path of names.
    Path,
    /// A map of data.
    Map,
    /// An integer from 0.
    Count,
    /// `asc` or `desc`; `null` is `asc`.
    Order,
    /// An integer from 0 to 15.
    Precision,
}

/// Says whether a field must be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// It may be missing.
    Optional,
    /// It must be there.
    Required,
    /// It must be there and not be `null`.
    NotNull,
    /// The same, unless this other field is there.
    Unless(&'static str),
}

/// A field of an operation.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// What it may hold.
    pub kind: FieldKind,
    /// Says whether the field must be there.
    pub need: Need,
}

/// In which order the fields of a node are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visit {
    /// By their names.
    ByName,
    /// First whether all are there, by name; then as the table lists them.
    PresenceFirst,
    /// By their names, and exactly one of these two must be there.
    Either(&'static str, &'static str),
}

/// A program and the result it gives with `CONTEXT`, `MEMORY` and `TOOLS`.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// The expression, without its wrapper.
    pub program: &'static str,
    /// The result, as it is printed.
    pub result: &'static str,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Op {
    /// Its name.
    pub name: &'static str,
    /// Its fields, in the order in which people write them.
    pub fields: &'static [Field],
    /// How its fields are checked.
    pub visit: Visit,
    /// What it does, in one sentence.
    pub summary: &'static str,
    /// How it is used.
    pub example: Example,
    /// Makes its node of the checked fields.
    pub build: fn(&mut Args) -> Result<Kind, Error>,
}

/// Operations that belong together.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// Its title.
    pub title: &'static str,
    /// What is said of all of them.
    pub about: &'static str,
    /// The operations.
    pub ops: &'static [Op],
}

/// The whole table.
pub const GROUPS: &[Group] = &[
    control::VALUES,
    control::CONTROL,
    control::BUILD,
    collections::LISTS,
    aggregate::AGGREGATES,
    logic::COMPARISONS,
    logic::ACCESS,
    numbers::ARITHMETIC,
    numbers::TOOLS,
    extensions::EXTENSIONS,
];

/// The context that the examples run in.
pub const CONTEXT: &str = r#"{"orders":[{"id":1,"status":"delivered","total":40},{"id":2,"status":"pending","total":25.5},{"id":3,"status":"delivered","total":60}]}"#;
/// The memory that the examples run with.
pub const MEMORY: &str = r#"{"delivered-count":2}"#;
/// The tools that the examples call, and what each returns.
pub const TOOLS: &[(&str, &str)] = &[("search", r#"[{"id":7,"title":"Rust"}]"#)];

/// All operations, in the order of the table.
pub fn all() -> impl Iterator<Item = &'static Op> {
    GROUPS.iter().flat_map(|group| group.ops)
}

/// The operation of this name.
pub fn find(name: &str) -> Option<&'static Op> {
    all().find(|op| op.name == name)
}

const fn field(name: &'static str, kind: FieldKind) -> Field {
    Field { name, kind, need: Need::Required }
}

const fn optional(name: &'static str, kind: FieldKind) -> Field {
    Field { name, kind, need: Need::Optional }
}

const fn not_null(name: &'static str, kind: FieldKind) -> Field {
    Field { name, kind, need: Need::NotNull }
}

/// The one field of the operations that look at a member of each item.
const FIELD: &[Field] = &[field("field", FieldKind::Text)];
const FIELD_AND_VALUE: &[Field] = &[field("field", FieldKind::Text), field("value", FieldKind::Any)];
const LEFT_AND_RIGHT: &[Field] = &[field("left", FieldKind::Expr), field("right", FieldKind::Expr)];
