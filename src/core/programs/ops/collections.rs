//! Rows: lists.

use super::FieldKind::{AnyOrExpr, Count, Expr, Names, Order, Path, Text};
use super::{Example, Field, Group, Need, Op, Visit, field, not_null, optional};
use crate::core::programs::program::Kind;

pub(super) const LISTS: Group = Group {
    title: "Lists",
    about: "The current value must be a list.",
    ops: &[
        Op {
            name: "filter",
            fields: &[field("where", Expr)],
            visit: Visit::ByName,
            summary: "The items for which `where` is true; it must give true or false, with the item as current value.",
            example: Example {
                program: r#"{"op":"pipe","steps":[{"op":"load","name":"orders"},{"op":"filter","where":{"op":"gt","field":"total","value":50}}]}"#,
                result: r#"[{"id":3,"status":"delivered","total":60}]"#,
            },
            build: |args| Ok(Kind::Filter { condition: args.node("where")?, keep: true }),
        },
        Op {
            name: "reject",
            fields: &[field("where", Expr)],
            visit: Visit::ByName,
            summary: "The items for which `where` is false.",
            example: Example {
                program: r#"{"op":"pipe","steps":[{"op":"load","name":"orders"},{"op":"reject","where":{"op":"eq","field":"status","value":"delivered"}}]}"#,
                result: r#"[{"id":2,"status":"pending","total":25.5}]"#,
            },
            build: |args| Ok(Kind::Filter { condition: args.node("where")?, keep: false }),
        },
        Op {
            name: "map",
            fields: &[field("expr", Expr)],
            visit: Visit::ByName,
            summary: "What `expr` gives for each item, with the item as current value.",
            example: Example {
                program: r#"{"op":"pipe","steps":[{"op":"load","name":"orders"},{"op":"map","expr":{"op":"object","fields":{"order":{"op":"get","field":"id"},"kind":"sale"}}}]}"#,
                result: r#"[{"kind":"sale","order":1},{"kind":"sale","order":2},{"kind":"sale","order":3}]"#,
            },
            build: |args| Ok(Kind::Map(args.node("expr")?)),
        },
        Op {
            name: "select",
            fields: &[not_null("fields", Names)],
            visit: Visit::ByName,
            summary: "The items with only these members; items that are no maps stay as they are.",
            example: Example {
                program: r#"{"op":"pipe","steps":[{"op":"load","name":"orders"},{"op":"select","fields":["id","total"]},{"op":"first"}]}"#,
                result: r#"{"id":1,"total":40}"#,
            },
            build: |args| Ok(Kind::Select(args.texts("fields")?)),
        },
        Op {
            name: "filter_in",
            fields: &[field("field", Text), field("value", AnyOrExpr)],
            visit: Visit::ByName,
            summary: "The maps whose `field` is a member of `value`, which is evaluated once where it is an expression.",
            example: Example {
                program: r#"{"op":"pipe","steps":[{"op":"load","name":"orders"},{"op":"filter_in","field":"id","value":[1,2]},{"op":"count"}]}"#,
                result: "2",
            },
            build: |args| Ok(Kind::FilterIn { field: args.text("field")?, members: args.members("value")? }),
        },
        Op {
            name: "sort_by",
            fields: &[
                Field { name: "field", kind: Text, need: Need::Unless("path") },
                optional("order", Order),
                optional("path", Path),
            ],
            visit: Visit::ByName,
            summary: "The items by the value of a member, `asc` or `desc`; equal ones keep their order. With `path` in place of `field` the member lies deeper.",
            example: Example {
                program: r#"{"op":"pipe","steps":[{"op":"load","name":"orders"},{"op":"sort_by","field":"total","order":"desc"},{"op":"map","expr":{"op":"get","field":"id"}}]}"#,
                result: "[3,1,2]",
            },
            build: |args| {
                let path = match args.optional_text("field") {
                    Some(field) => vec![field],
                    None => args.texts("path")?,
                };
                Ok(Kind::SortBy { path, descending: args.descending("order") })
            },
        },
        Op {
            name: "first",
            fields: &[],
            visit: Visit::ByName,
            summary: "The first item; null for an empty list.",
            example: Example {
                program: r#"{"op":"pipe","steps":[{"op":"literal","value":[7,8,9]},{"op":"first"}]}"#,
                result: "7",
            },
            build: |_| Ok(Kind::First),
        },
        Op {
            name: "last",
            fields: &[],
            visit: Visit::ByName,
            summary: "The last item; null for an empty list.",
            example: Example {
                program: r#"{"op":"pipe","steps":[{"op":"literal","value":[7,8,9]},{"op":"last"}]}"#,
                result: "9",
            },
            build: |_| Ok(Kind::Last),
        },
        Op {
            name: "nth",
            fields: &[not_null("index", Count)],
            visit: Visit::ByName,
            summary: "The item at `index`, from 0; null beyond the end.",
            example: Example {
                program: r#"{"op":"pipe","steps":[{"op":"literal","value":[7,8,9]},{"op":"nth","index":1}]}"#,
                result: "8",
            },
            build: |args| Ok(Kind::Nth(args.count("index")?)),
        },
        Op {
            name: "take",
            fields: &[not_null("count", Count)],
            visit: Visit::ByName,
            summary: "The first `count` items.",
            example: Example {
                program: r#"{"op":"pipe","steps":[{"op":"literal","value":[7,8,9]},{"op":"take","count":2}]}"#,
                result: "[7,8]",
            },
            build: |args| Ok(Kind::Take(args.count("count")?)),
        },
        Op {
            name: "drop",
            fields: &[not_null("count", Count)],
            visit: Visit::ByName,
            summary: "All but the first `count` items.",
            example: Example {
                program: r#"{"op":"pipe","steps":[{"op":"literal","value":[7,8,9]},{"op":"drop","count":2}]}"#,
                result: "[9]",
            },
            build: |args| Ok(Kind::Drop(args.count("count")?)),
        },
        Op {
            name: "distinct",
            fields: &[],
            visit: Visit::ByName,
            summary: "Each item once, where it came first; 1 and 1.0 are two.",
            example: Example {
                program: r#"{"op":"pipe","steps":[{"op":"literal","value":["b","a","b",1,1.0]},{"op":"distinct"}]}"#,
                result: r#"["b","a",1,1.0]"#,
            },
            build: |_| Ok(Kind::Distinct),
        },
        Op {
            name: "count",
            fields: &[],
            visit: Visit::ByName,
            summary: "The number of items.",
            example: Example {
                program: r#"{"op":"pipe","steps":[{"op":"literal","value":[7,8,9]},{"op":"count"}]}"#,
                result: "3",
            },
            build: |_| Ok(Kind::Count),
        },
    ],
};
