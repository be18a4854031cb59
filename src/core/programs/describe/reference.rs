//! The reference of operations in docs/reference/operations.md; a test compares the two.

use super::{fields_in_words, setting};
use crate::core::programs::ops::GROUPS;
use std::fmt::Write;

/// Every operation with its fields and example, in Markdown.
pub fn reference() -> String {
    let mut out = format!("The examples run with {}.\n", setting());
    for group in GROUPS {
        let _ = write!(out, "\n## {}\n\n{}\n", group.title, group.about);
        for op in group.ops {
            let fields = fields_in_words(op.fields);
            let fields = if fields.is_empty() { "no fields".to_owned() } else { fields };
            let _ = write!(out, "\n**`{}`**: {fields}\n\n{}\n\n", op.name, op.summary);
            let _ = writeln!(out, "`{}` gives `{}`", op.example.program, op.example.result);
        }
    }
    out
}
