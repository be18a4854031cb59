//! `--print-schema=strict`: the programs that a strict output format can ask a model for.
//!
//! Strict endpoints take a subset of JSON Schema: every object is closed, every property is required, and there is no
//! `if`. So an operation becomes one closed object for each set of fields that it may have. Maps with names of the
//! model's own (`object`, `args`) have no strict form: a field that may be missing is left out, and an operation that
//! needs one is too.

use super::schema::field_schema;
use crate::core::json::quoted;
use crate::core::programs::ops::{Field, FieldKind, Need, Op, Visit, all};

/// Any JSON but objects, which would be open.
const VALUE: &str = r##"{"anyOf":[{"type":"string"},{"type":"number"},{"type":"boolean"},{"type":"null"},{"type":"array","items":{"$ref":"#/$defs/value"}}]}"##;
const VALUE_OR_EXPRESSION: &str = r##"{"anyOf":[{"$ref":"#/$defs/expression"},{"$ref":"#/$defs/value"}]}"##;

/// The schema, one form of an operation a line.
pub fn strict() -> String {
    let forms: Vec<_> = all().filter(|op| !op.fields.iter().any(needs_names)).flat_map(forms).collect();
    format!(
        r##"{{
"type":"object","required":["program"],"additionalProperties":false,
"properties":{{"program":{{"$ref":"#/$defs/expression"}}}},
"$defs":{{
"value":{VALUE},
"expression":{{"anyOf":[
{}
]}}
}}}}
"##,
        forms.join(",\n")
    )
}

fn needs_names(field: &Field) -> bool {
    !is_strict(field) && field.need != Need::Optional
}

fn is_strict(field: &Field) -> bool {
    !matches!(field.kind, FieldKind::Fields | FieldKind::Map)
}

/// The closed objects of an operation, from few fields to many.
fn forms(op: &Op) -> Vec<String> {
    let free: Vec<_> =
        op.fields.iter().filter(|field| is_strict(field) && !is_always_there(field, op)).collect();
    let subsets = 0..1_u32 << free.len();
    let has = |subset: u32, name: &str| {
        free.iter().enumerate().any(|(i, f)| f.name == name && subset >> i & 1 == 1)
    };
    let is_valid = |subset: &u32| {
        let needed = |field: &&Field| match field.need {
            Need::Unless(other) => has(*subset, field.name) != has(*subset, other),
            _ => true,
        };
        let either = match op.visit {
            Visit::Either(a, b) => has(*subset, a) != has(*subset, b),
            _ => true,
        };
        // A field and a path say the same thing in two ways.
        let is_twice = has(*subset, "field") && has(*subset, "path");
        either && !is_twice && free.iter().all(needed)
    };
    let form = |subset: u32| {
        let fields = op.fields.iter().filter(|field| is_always_there(field, op) || has(subset, field.name));
        let (mut properties, mut required) =
            (format!(r#""op":{{"const":{}}}"#, quoted(op.name)), quoted("op"));
        for field in fields {
            let schema = match field.kind {
                FieldKind::Any => r##"{"$ref":"#/$defs/value"}"##,
                FieldKind::AnyOrExpr => VALUE_OR_EXPRESSION,
                FieldKind::Order => r#"{"type":"string","enum":["asc","desc"]}"#,
                _ => field_schema(field),
            };
            properties.extend([",", &*quoted(field.name), ":", schema]);
            required.extend([",", &*quoted(field.name)]);
        }
        format!(
            r#"{{"type":"object","description":{},"required":[{required}],"additionalProperties":false,"properties":{{{properties}}}}}"#,
            quoted(op.summary)
        )
    };
    subsets.filter(is_valid).map(form).collect()
}

fn is_always_there(field: &Field, op: &Op) -> bool {
    let is_one_of_two = matches!(op.visit, Visit::Either(a, b) if field.name == a || field.name == b);
    matches!(field.need, Need::Required | Need::NotNull) && !is_one_of_two
}
