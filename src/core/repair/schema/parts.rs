//! Verdicts on single parts of a schema, for unions.
//!
//! One validator knows all parts: it is compiled once, so what several parts refer to is compiled once, too. It judges
//! an object with one member that stands for nothing in the text: its name is the number of a part, and its value is the
//! value to judge.

use std::fmt::Write as _;

use jsonschema::{Draft, Registry, Validator};
use serde_json::{Map, Value as Serde, json};

use super::judge::{Ours, options};
use super::shape::Shapes;

/// The name under which parts refer to the whole schema; nothing is ever opened by it.
const BASE: &str = "urn:jmend:schema";

/// Returns the validator of all parts of a schema; `None` if the schema cannot be referred to, which one that was
/// compiled can.
pub(super) fn validator(schema: &Serde, draft: Draft, shapes: &Shapes) -> Option<Validator<Ours>> {
    let whole = Registry::new().draft(draft).add(BASE, schema.clone()).ok()?.prepare().ok()?;
    let parts: Map<String, Serde> = shapes
        .list
        .iter()
        .enumerate()
        .map(|(id, shape)| {
            (id.to_string(), json!({"$ref": format!("{BASE}{}", as_fragment(&shape.pointer))}))
        })
        .collect();
    options(Some(draft)).with_registry(&whole).build(&json!({"properties": parts})).ok()
}

/// Returns a pointer as a fragment of a URI.
fn as_fragment(pointer: &str) -> String {
    let mut out = String::with_capacity(pointer.len());
    for byte in pointer.bytes() {
        let is_first = out.is_empty() && byte == b'#';
        if is_first || byte.is_ascii_alphanumeric() || b"/-._~$".contains(&byte) {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}
