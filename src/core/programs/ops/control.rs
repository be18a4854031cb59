//! Rows: values and names, control, and building maps and lists.

use super::FieldKind::{Any, Expr, Exprs, Fields, Text};
use super::{Example, Group, Op, Visit, field};
use crate::core::programs::program::Kind;

pub(super) const VALUES: Group = Group {
    title: "Values and names",
    about: "They ignore the current value.",
    ops: &[
        Op {
            name: "literal",
            fields: &[field("value", Any)],
            visit: Visit::ByName,
            summary: "The value as it stands; nothing in it is evaluated.",
            example: Example {
                program: r#"{"op":"literal","value":{"a":[1,2.50]}}"#,
                result: r#"{"a":[1,2.5]}"#,
            },
            build: |args| Ok(Kind::Literal(args.data("value")?)),
        },
        Op {
            name: "load",
            fields: &[field("name", Text)],
            visit: Visit::ByName,
            summary: "The entry of the context with this name; null where there is none.",
            example: Example {
                program: r#"{"op":"pipe","steps":[{"op":"load","name":"orders"},{"op":"count"}]}"#,
                result: "3",
            },
            build: |args| Ok(Kind::Load(args.text("name")?)),
        },
        Op {
            name: "var",
            fields: &[field("name", Text)],
            visit: Visit::ByName,
            summary: "The innermost `let` of this name, else the memory's entry, else null; `__input` is the current value.",
            example: Example { program: r#"{"op":"var","name":"delivered-count"}"#, result: "2" },
            build: |args| {
                let name = args.text("name")?;
                Ok(if &*name == "__input" { Kind::Input } else { Kind::Var(name) })
            },
        },
        Op {
            name: "let",
            fields: &[field("name", Text), field("value", Expr), field("in", Expr)],
            visit: Visit::PresenceFirst,
            summary: "Evaluates `value` once and names it for `in`, and only there.",
            example: Example {
                program: r#"{"op":"let","name":"x","value":{"op":"literal","value":5},"in":{"op":"mul","left":{"op":"var","name":"x"},"right":{"op":"var","name":"x"}}}"#,
                result: "25",
            },
            build: |args| {
                Ok(Kind::Let { name: args.text("name")?, value: args.node("value")?, body: args.node("in")? })
            },
        },
    ],
};

pub(super) const CONTROL: Group = Group {
    title: "Control",
    about: "Only `null` and `false` count as false. `and`, `or` and `if` evaluate no more than they need.",
    ops: &[
        Op {
            name: "if",
            fields: &[field("condition", Expr), field("then", Expr), field("else", Expr)],
            visit: Visit::ByName,
            summary: "One of two branches.",
            example: Example {
                program: r#"{"op":"if","condition":{"op":"var","name":"delivered-count"},"then":{"op":"literal","value":"some"},"else":{"op":"literal","value":"none"}}"#,
                result: r#""some""#,
            },
            build: |args| {
                Ok(Kind::If {
                    condition: args.node("condition")?,
                    then: args.node("then")?,
                    otherwise: args.node("else")?,
                })
            },
        },
        Op {
            name: "and",
            fields: &[field("conditions", Exprs)],
            visit: Visit::ByName,
            summary: "Are all conditions true? True for none.",
            example: Example {
                program: r#"{"op":"pipe","steps":[{"op":"load","name":"orders"},{"op":"filter","where":{"op":"and","conditions":[{"op":"eq","field":"status","value":"delivered"},{"op":"gt","field":"total","value":50}]}},{"op":"count"}]}"#,
                result: "1",
            },
            build: |args| Ok(Kind::And(args.nodes("conditions")?)),
        },
        Op {
            name: "or",
            fields: &[field("conditions", Exprs)],
            visit: Visit::ByName,
            summary: "Is any condition true? False for none.",
            example: Example {
                program: r#"{"op":"pipe","steps":[{"op":"load","name":"orders"},{"op":"filter","where":{"op":"or","conditions":[{"op":"eq","field":"status","value":"pending"},{"op":"gt","field":"total","value":50}]}},{"op":"count"}]}"#,
                result: "2",
            },
            build: |args| Ok(Kind::Or(args.nodes("conditions")?)),
        },
        Op {
            name: "not",
            fields: &[field("condition", Expr)],
            visit: Visit::ByName,
            summary: "The opposite of a condition.",
            example: Example {
                program: r#"{"op":"not","condition":{"op":"var","name":"never-stored"}}"#,
                result: "true",
            },
            build: |args| Ok(Kind::Not(args.node("condition")?)),
        },
        Op {
            name: "pipe",
            fields: &[field("steps", Exprs)],
            visit: Visit::ByName,
            summary: "Evaluates the steps in turn; the result of each is the current value of the next.",
            example: Example {
                program: r#"{"op":"pipe","steps":[{"op":"load","name":"orders"},{"op":"filter","where":{"op":"eq","field":"status","value":"delivered"}},{"op":"sum","field":"total"}]}"#,
                result: "100",
            },
            build: |args| Ok(Kind::Pipe(args.nodes("steps")?)),
        },
    ],
};

pub(super) const BUILD: Group = Group {
    title: "Building",
    about: "Expressions are evaluated from left to right.",
    ops: &[
        Op {
            name: "object",
            fields: &[field("fields", Fields)],
            visit: Visit::ByName,
            summary: "A map of these fields, evaluated in the order of their names; a value that is a map with `op` is evaluated, anything else is data.",
            example: Example {
                program: r#"{"op":"object","fields":{"name":"orders","n":{"op":"pipe","steps":[{"op":"load","name":"orders"},{"op":"count"}]}}}"#,
                result: r#"{"n":3,"name":"orders"}"#,
            },
            build: |args| Ok(Kind::Object { fields: args.fields("fields")?, extract: false }),
        },
        Op {
            name: "merge",
            fields: &[field("objects", Exprs)],
            visit: Visit::ByName,
            summary: "One map of several; the last of equal keys wins.",
            example: Example {
                program: r#"{"op":"merge","objects":[{"op":"literal","value":{"a":1,"b":2}},{"op":"literal","value":{"b":3}}]}"#,
                result: r#"{"a":1,"b":3}"#,
            },
            build: |args| Ok(Kind::Merge(args.nodes("objects")?)),
        },
        Op {
            name: "concat",
            fields: &[field("lists", Exprs)],
            visit: Visit::ByName,
            summary: "One list of several, one after the other.",
            example: Example {
                program: r#"{"op":"concat","lists":[{"op":"literal","value":[1,2]},{"op":"literal","value":[3]}]}"#,
                result: "[1,2,3]",
            },
            build: |args| Ok(Kind::Concat(args.nodes("lists")?)),
        },
        Op {
            name: "zip",
            fields: &[field("lists", Exprs)],
            visit: Visit::ByName,
            summary: "Rows of the items at the same place, as many as the shortest list has.",
            example: Example {
                program: r#"{"op":"zip","lists":[{"op":"literal","value":["a","b"]},{"op":"literal","value":[1,2,3]}]}"#,
                result: r#"[["a",1],["b",2]]"#,
            },
            build: |args| Ok(Kind::Zip(args.nodes("lists")?)),
        },
    ],
};
