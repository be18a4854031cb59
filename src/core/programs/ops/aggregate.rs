//! Rows: numbers out of lists of maps.

use super::{Example, FIELD, Group, Op, Visit};
use crate::core::programs::program::{End, Kind};

pub(super) const AGGREGATES: Group = Group {
    title: "Aggregates",
    about: "The current value must be a list. Items without the member, or with null there, are skipped.",
    ops: &[
        Op {
            name: "sum",
            fields: FIELD,
            visit: Visit::ByName,
            summary: "The sum of a member; 0 for none. Every item must be a map and every value a number.",
            example: Example {
                program: r#"{"op":"pipe","steps":[{"op":"load","name":"orders"},{"op":"sum","field":"total"}]}"#,
                result: "125.5",
            },
            build: |args| Ok(Kind::Sum(args.text("field")?)),
        },
        Op {
            name: "avg",
            fields: FIELD,
            visit: Visit::ByName,
            summary: "The mean of the numbers in a member, a float; null for none.",
            example: Example {
                program: r#"{"op":"pipe","steps":[{"op":"load","name":"orders"},{"op":"filter","where":{"op":"eq","field":"status","value":"delivered"}},{"op":"avg","field":"total"}]}"#,
                result: "50.0",
            },
            build: |args| Ok(Kind::Avg(args.text("field")?)),
        },
        Op {
            name: "min",
            fields: FIELD,
            visit: Visit::ByName,
            summary: "The least value of a member; null for none.",
            example: Example {
                program: r#"{"op":"pipe","steps":[{"op":"load","name":"orders"},{"op":"min","field":"total"}]}"#,
                result: "25.5",
            },
            build: |args| Ok(Kind::Extreme { field: args.text("field")?, end: End::Least, whole: false }),
        },
        Op {
            name: "max",
            fields: FIELD,
            visit: Visit::ByName,
            summary: "The greatest value of a member; null for none.",
            example: Example {
                program: r#"{"op":"pipe","steps":[{"op":"load","name":"orders"},{"op":"max","field":"total"}]}"#,
                result: "60",
            },
            build: |args| Ok(Kind::Extreme { field: args.text("field")?, end: End::Greatest, whole: false }),
        },
        Op {
            name: "min_by",
            fields: FIELD,
            visit: Visit::ByName,
            summary: "The first item with the least value of a member; null for none.",
            example: Example {
                program: r#"{"op":"pipe","steps":[{"op":"load","name":"orders"},{"op":"min_by","field":"total"}]}"#,
                result: r#"{"id":2,"status":"pending","total":25.5}"#,
            },
            build: |args| Ok(Kind::Extreme { field: args.text("field")?, end: End::Least, whole: true }),
        },
        Op {
            name: "max_by",
            fields: FIELD,
            visit: Visit::ByName,
            summary: "The first item with the greatest value of a member; null for none.",
            example: Example {
                program: r#"{"op":"pipe","steps":[{"op":"load","name":"orders"},{"op":"max_by","field":"total"}]}"#,
                result: r#"{"id":3,"status":"delivered","total":60}"#,
            },
            build: |args| Ok(Kind::Extreme { field: args.text("field")?, end: End::Greatest, whole: true }),
        },
    ],
};
