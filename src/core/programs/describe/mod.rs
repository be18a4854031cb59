//! The language described from the table of operations: JSON Schema, instructions for a model, reference.
//!
//! Nothing about an operation is written here; the memory contract is, with programs that tests run.

pub mod card;
mod prompt;
#[cfg(feature = "internal")]
mod reference;
mod schema;
mod shape;
mod strict;

pub use card::card;
pub use prompt::prompt;
#[cfg(feature = "internal")]
pub use reference::reference;
pub use schema::schema;
pub use shape::shape;
pub use strict::strict;

use super::ops::{CONTEXT, Field, FieldKind, MEMORY, Need, TOOLS};

/// A turn that shows the memory contract, run in `ops::CONTEXT` on an empty memory.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    /// What it shows.
    pub about: &'static str,
    /// The expression, without its wrapper.
    pub program: &'static str,
    /// The result.
    pub result: &'static str,
    /// Memory afterwards.
    pub memory: &'static str,
}

/// Storing through `object`.
pub const EXPLICIT: Turn = Turn {
    about: "`object`: the whole map is the result, and all of its fields are stored",
    program: r#"{"op":"let","name":"n","value":{"op":"pipe","steps":[{"op":"load","name":"orders"},{"op":"filter","where":{"op":"eq","field":"status","value":"delivered"}},{"op":"count"}]},"in":{"op":"object","fields":{"delivered-count":{"op":"var","name":"n"}}}}"#,
    result: r#"{"delivered-count":2}"#,
    memory: r#"{"delivered-count":2}"#,
};

/// Storing through an implicit object.
pub const IMPLICIT: Turn = Turn {
    about: "a map without `op`: `result` is the result, and only the other members are stored",
    program: r#"{"op":"let","name":"n","value":{"op":"pipe","steps":[{"op":"load","name":"orders"},{"op":"filter","where":{"op":"eq","field":"status","value":"delivered"}},{"op":"count"}]},"in":{"delivered-count":{"op":"var","name":"n"},"result":{"op":"mul","left":{"op":"var","name":"n"},"right":{"op":"literal","value":10}}}}"#,
    result: "20",
    memory: r#"{"delivered-count":2}"#,
};

/// Reading in a later turn what an earlier one stored.
pub const RECALL: Turn = Turn {
    about: "a later turn reads it; a result that is no map stores nothing",
    program: r#"{"op":"add","left":{"op":"var","name":"delivered-count"},"right":{"op":"literal","value":1}}"#,
    result: "3",
    memory: r#"{"delivered-count":2}"#,
};

/// What a field may hold, in a few words.
fn in_words(kind: FieldKind) -> &'static str {
    match kind {
        FieldKind::Any => "any JSON, not evaluated",
        FieldKind::AnyOrExpr => "any JSON, or an expression",
        FieldKind::Expr => "expression",
        FieldKind::Exprs => "list of expressions",
        FieldKind::Fields => "map of data and expressions",
        FieldKind::Text => "string",
        FieldKind::Names => "list of field names",
        FieldKind::Path => "list of names",
        FieldKind::Map => "map, not evaluated",
        FieldKind::Count => "integer from 0",
        FieldKind::Order => "\"asc\" or \"desc\"",
        FieldKind::Precision => "integer from 0 to 15",
    }
}

/// `field` (string), `order` ("asc" or "desc", optional)
fn fields_in_words(fields: &[Field]) -> String {
    let one = |field: &Field| {
        let optional = match field.need {
            Need::Optional => ", optional".to_owned(),
            Need::Unless(other) => format!(", or `{other}`"),
            _ => String::new(),
        };
        format!("`{}` ({}{optional})", field.name, in_words(field.kind))
    };
    fields.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// What the examples run with, in words.
fn setting() -> String {
    let tools: Vec<_> = TOOLS.iter().map(|(name, value)| format!("`{name}` returns `{value}`")).collect();
    format!("context `{CONTEXT}`, memory `{MEMORY}`, tool {}", tools.join(", "))
}
