//! The terms that a value is read and judged by: the schema and the rules of its tool, and how far a repair may go.

use super::{Rules, Schema};
use crate::core::repair::engine::{Failure, Options, Repaired, repair, repair_expecting};
use crate::core::repair::manual::{Nested, ToolRules};

/// Holds what is known of a value before it is read.
#[derive(Clone, Copy)]
pub struct Terms<'s> {
    pub schema: Option<&'s Schema>,
    /// Says what the schema may change.
    pub coercion: Rules,
    pub rules: &'s ToolRules,
    pub options: &'s Options,
}

impl Terms<'_> {
    /// Returns whether a value is fine as soon as it is JSON.
    pub fn are_idle(&self) -> bool {
        self.schema.is_none() && self.rules.is_idle()
    }

    /// Reads a text: as its schema lets it be read, then by the rules of its tool, then coerced and judged.
    pub fn repair<'a>(&self, input: &'a [u8]) -> Result<Repaired<'a>, Failure> {
        let Self { coercion, rules, options, .. } = *self;
        let Some(schema) = self.schema else {
            return rules.carry_out(repair(input, options)?, &|_| true, options);
        };
        let expect = schema.expectation();
        let repaired = repair_expecting(input, options, Some(expect))?;
        let stays_text =
            |pointer: &str| rules.is_asked && rules.nested == Nested::Normalize && expect.is_text_at(pointer);
        let is_silent = |pointer: &str| expect.is_silent(pointer) || stays_text(pointer);
        let repaired = rules.beside(expect).carry_out(repaired, &is_silent, options)?;
        schema.apply(repaired, &coercion, options)
    }
}
