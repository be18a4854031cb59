//! Repairs by rules for one tool, on text that is JSON already: the strategy `manual_repair`.
//!
//! ```text
//! Repaired (valid JSON) ─Tree→ a rule: alias, nested structure → edits ─changes::apply→ Repaired
//! ```
//! A rule looks at the repaired text (`json::tree::Tree` gives the place of every value and name) and answers with
//! edits of it. Rules run one after the other; each sees what the last one left.

mod nested;
mod rules;

pub use nested::Nested;
pub use rules::ToolRules;
