//! `--print-schema`: JSON Schema 2020-12 of programs.

use crate::core::json::quoted;
use crate::core::programs::ops::{Field, FieldKind, Need, Op, Visit, all};
use std::fmt::Write;

/// The schema, pretty enough to read.
pub fn schema() -> String {
    let mut out = String::from(
        r##"{
"$schema":"https://json-schema.org/draft/2020-12/schema",
"title":"PTC-JSON program",
"type":"object",
"required":["program"],
"properties":{"program":{"$ref":"#/$defs/expression"}},
"$defs":{
"expression":{"description":"An operation, or an object without `op`.","type":"object","if":{"required":["op"]},"then":{"properties":{"op":{"enum":["##,
    );
    let names: Vec<_> = all().map(|op| quoted(op.name)).collect();
    out.push_str(&names.join(","));
    // One branch for each name, not `anyOf`: a validator that tries every branch would need time exponential in depth.
    out.push_str(r#"]}},"allOf":["#);
    let branch = |op: &Op| {
        let name = op.name;
        format!(
            r##"{{"if":{{"properties":{{"op":{{"const":"{name}"}}}}}},"then":{{"$ref":"#/$defs/op_{name}"}}}}"##
        )
    };
    out.push_str(&all().map(branch).collect::<Vec<_>>().join(","));
    out.push_str(
        r##"]},"else":{"$ref":"#/$defs/fields"}},
"fields":{"description":"Members that are maps with `op` are evaluated, all others are data.","type":"object","additionalProperties":{"$ref":"#/$defs/part"}},
"part":{"if":{"type":"object","required":["op"]},"then":{"$ref":"#/$defs/expression"}}"##,
    );
    for op in all() {
        let _ = write!(out, ",\n\"op_{}\":", op.name);
        operation(op, &mut out);
    }
    out.push_str("\n}}\n");
    out
}

fn operation(op: &Op, out: &mut String) {
    let needed = op.fields.iter().filter(|field| matches!(field.need, Need::Required | Need::NotNull));
    let required: Vec<_> = std::iter::once("op").chain(needed.map(|field| field.name)).map(quoted).collect();
    let _ = write!(
        out,
        r#"{{"description":{},"type":"object","required":[{}],"properties":{{"op":{{"const":{}}}"#,
        quoted(op.summary),
        required.join(","),
        quoted(op.name)
    );
    for field in op.fields {
        let _ = write!(out, ",{}:{}", quoted(field.name), field_schema(field));
    }
    out.push('}');
    if let Visit::Either(a, b) = op.visit {
        let _ = write!(out, r#","oneOf":[{{"required":[{}]}},{{"required":[{}]}}]"#, quoted(a), quoted(b));
    }
    let _ = write!(out, r#","examples":[{}]}}"#, op.example.program);
}

pub(super) fn field_schema(field: &Field) -> &'static str {
    match field.kind {
        FieldKind::Any | FieldKind::AnyOrExpr => "true",
        FieldKind::Expr => r##"{"$ref":"#/$defs/expression"}"##,
        FieldKind::Exprs => r##"{"type":"array","items":{"$ref":"#/$defs/expression"}}"##,
        FieldKind::Fields => r##"{"$ref":"#/$defs/fields"}"##,
        FieldKind::Text => r#"{"type":"string"}"#,
        FieldKind::Names | FieldKind::Path => r#"{"type":"array","items":{"type":"string"}}"#,
        FieldKind::Map => r#"{"type":"object"}"#,
        FieldKind::Count => r#"{"type":"integer","minimum":0}"#,
        FieldKind::Order => r#"{"enum":["asc","desc",null]}"#,
        FieldKind::Precision => r#"{"type":"integer","minimum":0,"maximum":15}"#,
    }
}
