//! Rows: comparing members, and looking into maps.

use super::FieldKind::{Any, Path, Text};
use super::{Example, FIELD_AND_VALUE, Group, Op, Visit, optional};
use crate::core::programs::args::Args;
use crate::core::programs::error::Error;
use crate::core::programs::program::{Comparison, Kind};

/// The node of a comparison.
fn compare(args: &mut Args, comparison: Comparison) -> Result<Kind, Error> {
    Ok(Kind::Compare { field: args.text("field")?, value: args.data("value")?, comparison })
}

pub(super) const COMPARISONS: Group = Group {
    title: "Comparisons",
    about: "The current value must be a map; a missing member counts as null. `value` is data, never an expression. The order is number < false < null < true < map < list < string, so a missing member is greater than every number.",
    ops: &[
        Op {
            name: "eq",
            fields: FIELD_AND_VALUE,
            visit: Visit::ByName,
            summary: "Is the member equal to the value? 1 equals 1.0.",
            example: Example {
                program: r#"{"op":"pipe","steps":[{"op":"load","name":"orders"},{"op":"first"},{"op":"eq","field":"status","value":"delivered"}]}"#,
                result: "true",
            },
            build: |args| compare(args, Comparison::Equal),
        },
        Op {
            name: "neq",
            fields: FIELD_AND_VALUE,
            visit: Visit::ByName,
            summary: "Is the member not equal to the value?",
            example: Example {
                program: r#"{"op":"pipe","steps":[{"op":"load","name":"orders"},{"op":"first"},{"op":"neq","field":"status","value":"delivered"}]}"#,
                result: "false",
            },
            build: |args| compare(args, Comparison::NotEqual),
        },
        Op {
            name: "gt",
            fields: FIELD_AND_VALUE,
            visit: Visit::ByName,
            summary: "Is the member greater than the value?",
            example: Example {
                program: r#"{"op":"pipe","steps":[{"op":"load","name":"orders"},{"op":"first"},{"op":"gt","field":"total","value":40}]}"#,
                result: "false",
            },
            build: |args| compare(args, Comparison::Greater),
        },
        Op {
            name: "gte",
            fields: FIELD_AND_VALUE,
            visit: Visit::ByName,
            summary: "Is the member greater than the value or equal to it?",
            example: Example {
                program: r#"{"op":"pipe","steps":[{"op":"load","name":"orders"},{"op":"first"},{"op":"gte","field":"total","value":40}]}"#,
                result: "true",
            },
            build: |args| compare(args, Comparison::GreaterOrEqual),
        },
        Op {
            name: "lt",
            fields: FIELD_AND_VALUE,
            visit: Visit::ByName,
            summary: "Is the member less than the value?",
            example: Example {
                program: r#"{"op":"pipe","steps":[{"op":"load","name":"orders"},{"op":"first"},{"op":"lt","field":"total","value":40.5}]}"#,
                result: "true",
            },
            build: |args| compare(args, Comparison::Less),
        },
        Op {
            name: "lte",
            fields: FIELD_AND_VALUE,
            visit: Visit::ByName,
            summary: "Is the member less than the value or equal to it?",
            example: Example {
                program: r#"{"op":"pipe","steps":[{"op":"load","name":"orders"},{"op":"first"},{"op":"lte","field":"total","value":39}]}"#,
                result: "false",
            },
            build: |args| compare(args, Comparison::LessOrEqual),
        },
        Op {
            name: "contains",
            fields: FIELD_AND_VALUE,
            visit: Visit::ByName,
            summary: "Does the member hold the value: a list as an item, a string as a part, a map as a name?",
            example: Example {
                program: r#"{"op":"pipe","steps":[{"op":"load","name":"orders"},{"op":"first"},{"op":"contains","field":"status","value":"deliver"}]}"#,
                result: "true",
            },
            build: |args| Ok(Kind::Contains { field: args.text("field")?, value: args.data("value")? }),
        },
        Op {
            name: "in",
            fields: FIELD_AND_VALUE,
            visit: Visit::ByName,
            summary: "Is the value an item of the member's list, or a name in its map? The value is the needle, the member the haystack; for the other way round use `filter_in`.",
            example: Example {
                program: r#"{"op":"pipe","steps":[{"op":"literal","value":{"tags":["new","sale"]}},{"op":"in","field":"tags","value":"sale"}]}"#,
                result: "true",
            },
            build: |args| Ok(Kind::In { field: args.text("field")?, value: args.data("value")? }),
        },
    ],
};

pub(super) const ACCESS: Group = Group {
    title: "Looking inside",
    about: "They work on the current value.",
    ops: &[
        Op {
            name: "get",
            fields: &[optional("field", Text), optional("path", Path), optional("default", Any)],
            visit: Visit::Either("field", "path"),
            summary: "The member `field`, or what is at the end of `path`; `default`, else null, where there is nothing or null. An empty path is the current value itself.",
            example: Example {
                program: r#"{"op":"pipe","steps":[{"op":"literal","value":{"user":{"name":"Ada"}}},{"op":"get","path":["user","name"]}]}"#,
                result: r#""Ada""#,
            },
            build: |args| {
                let path = match args.optional_text("field") {
                    Some(field) => vec![field],
                    None => args.texts("path")?,
                };
                Ok(Kind::Get { path, default: args.optional_data("default") })
            },
        },
        Op {
            name: "keys",
            fields: &[],
            visit: Visit::ByName,
            summary: "The names of a map's members, sorted.",
            example: Example {
                program: r#"{"op":"pipe","steps":[{"op":"load","name":"orders"},{"op":"first"},{"op":"keys"}]}"#,
                result: r#"["id","status","total"]"#,
            },
            build: |_| Ok(Kind::Keys),
        },
        Op {
            name: "typeof",
            fields: &[],
            visit: Visit::ByName,
            summary: "`object`, `list`, `string`, `number`, `boolean` or `null`.",
            example: Example {
                program: r#"{"op":"pipe","steps":[{"op":"load","name":"orders"},{"op":"typeof"}]}"#,
                result: r#""list""#,
            },
            build: |_| Ok(Kind::TypeOf),
        },
    ],
};
