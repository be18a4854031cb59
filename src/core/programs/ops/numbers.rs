//! Rows: arithmetic, and calling tools.

use super::FieldKind::{Expr, Map, Precision, Text};
use super::{Example, Group, LEFT_AND_RIGHT, Op, Visit, field, optional};
use crate::core::programs::args::Args;
use crate::core::programs::error::Error;
use crate::core::programs::number::Exact;
use crate::core::programs::program::Kind;

/// The node of an operation that keeps integers integers.
fn exact(args: &mut Args, op: Exact) -> Result<Kind, Error> {
    Ok(Kind::Arithmetic { op, left: args.node("left")?, right: args.node("right")? })
}

pub(super) const ARITHMETIC: Group = Group {
    title: "Arithmetic",
    about: "Operands are expressions, and must give numbers. Integers have any size; with a float on either side the result is a float.",
    ops: &[
        Op {
            name: "add",
            fields: LEFT_AND_RIGHT,
            visit: Visit::ByName,
            summary: "The sum.",
            example: Example {
                program: r#"{"op":"add","left":{"op":"literal","value":9223372036854775807},"right":{"op":"literal","value":1}}"#,
                result: "9223372036854775808",
            },
            build: |args| exact(args, Exact::Add),
        },
        Op {
            name: "sub",
            fields: LEFT_AND_RIGHT,
            visit: Visit::ByName,
            summary: "The difference.",
            example: Example {
                program: r#"{"op":"sub","left":{"op":"literal","value":10},"right":{"op":"literal","value":2.5}}"#,
                result: "7.5",
            },
            build: |args| exact(args, Exact::Sub),
        },
        Op {
            name: "mul",
            fields: LEFT_AND_RIGHT,
            visit: Visit::ByName,
            summary: "The product.",
            example: Example {
                program: r#"{"op":"mul","left":{"op":"literal","value":6},"right":{"op":"literal","value":7}}"#,
                result: "42",
            },
            build: |args| exact(args, Exact::Mul),
        },
        Op {
            name: "div",
            fields: LEFT_AND_RIGHT,
            visit: Visit::ByName,
            summary: "The quotient, always a float.",
            example: Example {
                program: r#"{"op":"div","left":{"op":"literal","value":10},"right":{"op":"literal","value":2}}"#,
                result: "5.0",
            },
            build: |args| Ok(Kind::Div { left: args.node("left")?, right: args.node("right")? }),
        },
        Op {
            name: "pct",
            fields: &[field("part", Expr), field("whole", Expr)],
            visit: Visit::ByName,
            summary: "`part / whole * 100`, always a float.",
            example: Example {
                program: r#"{"op":"pct","part":{"op":"literal","value":1},"whole":{"op":"literal","value":8}}"#,
                result: "12.5",
            },
            build: |args| Ok(Kind::Pct { part: args.node("part")?, whole: args.node("whole")? }),
        },
        Op {
            name: "round",
            fields: &[field("value", Expr), optional("precision", Precision)],
            visit: Visit::ByName,
            summary: "Rounded to 0 to 15 decimals (default 0), half away from zero, always a float.",
            example: Example {
                program: r#"{"op":"round","value":{"op":"literal","value":3.14159},"precision":2}"#,
                result: "3.14",
            },
            build: |args| {
                Ok(Kind::Round { value: args.node("value")?, precision: args.optional_count("precision") })
            },
        },
    ],
};

pub(super) const TOOLS: Group = Group {
    title: "Tools",
    about: "The time a tool takes counts.",
    ops: &[Op {
        name: "call",
        fields: &[field("tool", Text), optional("args", Map)],
        visit: Visit::ByName,
        summary: "What a tool returns for these arguments, which are data and never evaluated.",
        example: Example {
            program: r#"{"op":"pipe","steps":[{"op":"call","tool":"search","args":{"q":"rust"}},{"op":"first"},{"op":"get","field":"title"}]}"#,
            result: r#""Rust""#,
        },
        build: |args| Ok(Kind::Call { tool: args.text("tool")?, args: args.json("args") }),
    }],
};
