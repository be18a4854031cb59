//! `--print-prompt`: what a model must be told to write programs.

use super::{EXPLICIT, IMPLICIT, RECALL, Turn, fields_in_words, setting};
use crate::core::programs::ops::GROUPS;
use std::fmt::Write;

const OPENING: &str = r#"# PTC-JSON

Answer with one JSON object, {"program": EXPRESSION}, and nothing else: strict JSON, each name once in an object. The
program is run on data that you need not see in full.

An expression is a map with a member "op" that names an operation; the other members are its fields. A map without
"op" is an object: members that are maps with "op" are evaluated, all others are data.

- The current value is handed on by "pipe" from step to step, and by "filter", "reject" and "map" to their expression
  for each item. Fields see the current value around them.
- "load" reads the context, "var" reads a "let" or the memory.
- Comparisons take a field of the current value and a literal "value". What is computed is put in an object first:
  {"op":"pipe","steps":[{"op":"object","fields":{"n":{"op":"pipe","steps":[{"op":"load","name":"orders"},{"op":"count"}]}}},{"op":"gt","field":"n","value":2}]} → true
- Integers are exact at any size. "div", "pct", "avg" and "round" give floats.
"#;

/// The instructions for a model: every operation with an example, and the memory contract.
pub fn prompt() -> String {
    let mut out = String::from(OPENING);
    out.push_str("\n## Memory\n\nWhat a program returns decides what later programs find in memory.\n\n");
    for turn in [EXPLICIT, IMPLICIT, RECALL] {
        push_turn(&mut out, &turn);
    }
    out.push_str("A failed program changes nothing. A literal map, and what `load`, `merge` or any other operation returns, is stored like an `object`: whole.\n");
    let _ = write!(out, "\n## Operations\n\nThe examples run with {}.\n", setting());
    for group in GROUPS {
        let _ = write!(out, "\n### {}\n\n{}\n\n", group.title, group.about);
        for op in group.ops {
            let fields = fields_in_words(op.fields);
            let with = if fields.is_empty() { String::new() } else { format!(" with {fields}") };
            let _ = writeln!(out, "- `{}`{with}: {}", op.name, op.summary);
            let _ = writeln!(out, "  {} → {}", op.example.program, op.example.result);
        }
    }
    out
}

fn push_turn(out: &mut String, turn: &Turn) {
    let _ = write!(out, "- {}:\n  {{\"program\":{}}}\n", turn.about, turn.program);
    let _ = write!(out, "  → result {}, memory {}\n\n", turn.result, turn.memory);
}
