//! Rows: what PTC-JSON does not have, and every table of orders needs.

use super::FieldKind::{Any, Map, Path, Text};
use super::{Example, Group, Op, Visit, field, optional};
use crate::core::json;
use crate::core::programs::error::{Error, ErrorKind};
use crate::core::programs::program::{Aggregate, Cast, Kind};
use std::rc::Rc;

pub(super) const EXTENSIONS: Group = Group {
    title: "Extensions",
    about: "They are not part of PTC-JSON 0.6, so other programs that run it do not know them; neither do they know `path` of `sort_by`.",
    ops: &[
        Op {
            name: "group_by",
            fields: &[optional("field", Text), optional("path", Path), optional("aggregates", Map)],
            visit: Visit::Either("field", "path"),
            summary: "One map for each value of a member, in the order of the values: the value under the key, and what `aggregates` says of the items: \"count\", or a map with one of sum, avg, min, max and a field; without it the items.",
            example: Example {
                program: r#"{"op":"pipe","steps":[{"op":"load","name":"orders"},{"op":"group_by","field":"status","aggregates":{"n":"count","total":{"sum":"total"}}}]}"#,
                result: r#"[{"status":"delivered","n":2,"total":100},{"status":"pending","n":1,"total":25.5}]"#,
            },
            build: |args| {
                let path = match args.optional_text("field") {
                    Some(field) => vec![field],
                    None => args.texts("path")?,
                };
                if path.is_empty() {
                    return Err(Error::new(ErrorKind::Validation, "Field 'path' must name a member"));
                }
                Ok(Kind::GroupBy { path, aggregates: aggregates(&args.json("aggregates"))? })
            },
        },
        Op {
            name: "cast",
            fields: &[field("to", Text), optional("field", Text), optional("default", Any)],
            visit: Visit::ByName,
            summary: "The current value as `number`, `integer`, `string` or `boolean`; with `field`, that member of it, or of each item of a list. Null and what is missing stay; what cannot be cast becomes `default`, else it is an error.",
            example: Example {
                program: r#"{"op":"pipe","steps":[{"op":"literal","value":[{"a":"12.5"},{"a":3},{"a":"n/a"}]},{"op":"cast","field":"a","to":"number","default":null},{"op":"sum","field":"a"}]}"#,
                result: "15.5",
            },
            build: |args| {
                let to = match &*args.text("to")? {
                    "number" => Cast::Number,
                    "integer" => Cast::Integer,
                    "string" => Cast::Text,
                    "boolean" => Cast::Boolean,
                    other => {
                        let message = format!(
                            "Field 'to' must be 'number', 'integer', 'string' or 'boolean', got '{other}'"
                        );
                        return Err(Error::new(ErrorKind::Validation, message));
                    }
                };
                Ok(Kind::Cast {
                    to,
                    field: args.optional_text("field"),
                    default: args.optional_data("default"),
                })
            },
        },
    ],
};

/// The aggregates in a map: names, and what is computed under each.
fn aggregates(text: &str) -> Result<Vec<(Rc<str>, Aggregate)>, Error> {
    let wrong = |name: &str| {
        let message = format!(
            "Aggregate '{name}' must be \"count\", or a map with one of sum, avg, min and max and the name of a field"
        );
        Error::new(ErrorKind::Validation, message)
    };
    let Ok(json::Value::Object(ref members)) = json::parse(text, json::MAX_DEPTH) else {
        return Ok(Vec::new());
    };
    let one = |(name, value): &(json::Text<'_>, json::Value<'_>)| {
        let name = name.decode_lossy();
        let aggregate = match value {
            json::Value::String(what) if what.decode_lossy() == "count" => Aggregate::Count,
            json::Value::Object(only) => match &only[..] {
                [(what, json::Value::String(field))] => {
                    let field: Rc<str> = field.decode_lossy().into();
                    match &*what.decode_lossy() {
                        "sum" => Aggregate::Sum(field),
                        "avg" => Aggregate::Avg(field),
                        "min" => Aggregate::Min(field),
                        "max" => Aggregate::Max(field),
                        _ => return Err(wrong(&name)),
                    }
                }
                _ => return Err(wrong(&name)),
            },
            _ => return Err(wrong(&name)),
        };
        Ok((Rc::from(&*name), aggregate))
    };
    members.iter().map(one).collect()
}
