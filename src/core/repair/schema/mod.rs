//! Values and the schema of the tool that they are for: coercion where nothing is lost, and a verdict.
//!
//! ```text
//! Repaired ─Tree→ fits? ──────────────────────────────────────────────────→ as it is
//!                  └ not → coerce (shape, goal, union, object, scalar) → edits ─changes::apply→ fits? → Repaired
//!                                                                                    └ not → violations
//! ```
//! | file | promise |
//! |---|---|
//! | `tools` | definitions of tools in every usual shape: names and the text of their schemas |
//! | `judge`, `parts` | the verdict, by the `jsonschema` crate over our own tree; all violations; verdicts on parts |
//! | `sound`, `reference` | what is wrong in a schema costs the part that it stands in; where references lead |
//! | `hint` | what the schema lets the reader of a broken text expect |
//! | `shape`, `goal` | a schema as coercion reads it, cycles and references resolved |
//! | `coerce` | the rules by type, memoised on (value, goal); `scalar`, `object` and `union` hold those of their noun |
//! | `terms`, `by_tool` | what a value is read and judged by: schema, rules of the tool, options; the schemas of a list of tools |
//! | `outcome`, `budget` | changes that share what they have in common; what one record may take of time and memory |
//!
//! A value that fits is never changed. Nothing is rounded, clamped, split or guessed, and no required value is
//! invented. Everything but the tools and the terms needs the feature `schema`;
//! without it there are no schemas (`absent`).

#[cfg(not(feature = "schema"))]
mod absent;
#[cfg(feature = "schema")]
mod budget;
#[cfg(feature = "schema")]
mod by_tool;
#[cfg(feature = "schema")]
mod coerce;
#[cfg(feature = "schema")]
mod compiled;
#[cfg(feature = "schema")]
mod goal;
#[cfg(feature = "schema")]
mod hint;
#[cfg(feature = "schema")]
mod judge;
#[cfg(feature = "schema")]
mod object;
#[cfg(feature = "schema")]
mod outcome;
#[cfg(feature = "schema")]
mod parts;
#[cfg(feature = "schema")]
mod reference;
#[cfg(feature = "schema")]
pub mod scalar;
#[cfg(feature = "schema")]
pub mod shape;
#[cfg(feature = "schema")]
mod sound;
mod terms;
pub mod tools;
#[cfg(feature = "schema")]
mod union;

use std::fmt;

pub use tools::{Definition, definitions};

/// What is done beyond what is certain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(not(feature = "internal"), non_exhaustive)]
pub struct Rules {
    /// Fill in declared defaults.
    pub defaults: bool,
    /// Coerce where something is lost: words for booleans, signs around numbers, wrappers, members that are too many.
    pub lossy: bool,
}

/// Why a schema cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SchemaError {
    /// JSON Pointer into the schema to where it shows.
    pub pointer: String,
    /// What is wrong.
    pub message: String,
}

impl SchemaError {
    #[cfg(feature = "schema")]
    fn at_root(message: String) -> Self {
        Self { pointer: String::new(), message }
    }
}

impl fmt::Display for SchemaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.pointer.as_str() {
            "" => write!(f, "{}", self.message),
            pointer => write!(f, "at {pointer}: {}", self.message),
        }
    }
}

impl std::error::Error for SchemaError {}

#[cfg(not(feature = "schema"))]
pub use absent::Schema;
#[cfg(feature = "schema")]
pub use by_tool::ToolSchemas;
#[cfg(feature = "schema")]
pub use compiled::Schema;
pub use terms::Terms;
