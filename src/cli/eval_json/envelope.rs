//! `--envelope`: what became of a program, as one JSON object.

use crate::core::json::{brief_value, quoted};
use crate::core::programs::lint::Lint;
use crate::core::programs::value::{Map, Name};
use crate::core::programs::{self, Error, Outcome, Value};

/// The envelope of a result, which is JSON already; with the values of memory, or their types and sizes.
pub(super) fn success(result: &str, outcome: &Outcome<'_>, has_values: bool) -> String {
    let [delta, memory] = [&outcome.delta, &outcome.memory]
        .map(|map| if has_values { programs::to_json(&Value::Map(map.clone())) } else { sizes(map) });
    format!(r#"{{"ok":true,"result":{result},"memory_delta":{delta},"memory":{memory}}}"#)
}

/// What is in a map, as types and sizes.
fn sizes(map: &Map<'_>) -> String {
    let one = |(name, value): &(Name<'_>, Value<'_>)| {
        let items = value.as_list().map_or(String::new(), |list| format!(r#","items":{}"#, list.items.len()));
        let bytes = programs::to_json(value).len();
        format!(r#"{}:{{"type":"{}"{items},"bytes":{bytes}}}"#, quoted(name.as_str()), value.kind())
    };
    format!("{{{}}}", map.entries().iter().map(one).collect::<Vec<_>>().join(","))
}

/// The envelope of a failure.
pub(super) fn failure(error: &Error) -> String {
    let mut members = vec![("type", quoted(error.kind.name())), ("message", quoted(&error.message))];
    members.extend(error.pointer.as_ref().map(|pointer| ("path", quoted(&brief_value(pointer)))));
    members.extend(error.suggestion.as_ref().map(|name| ("suggestion", quoted(&brief_value(name)))));
    if let Some(at) = error.position {
        members.push(("line", at.line.to_string()));
        members.push(("column", at.column.to_string()));
    }
    members.push(("formatted", quoted(&error.formatted())));
    format!(r#"{{"ok":false,"error":{}}}"#, object(&members))
}

/// The envelope of what a check found.
pub(super) fn findings(lints: &[Lint]) -> String {
    let one = |lint: &Lint| {
        let (message, path) = (quoted(&lint.message), quoted(&lint.pointer));
        object(&[("code", quoted(lint.code.name())), ("message", message), ("path", path)])
    };
    format!(r#"{{"ok":true,"lints":[{}]}}"#, lints.iter().map(one).collect::<Vec<_>>().join(","))
}

/// An object of members that are JSON already.
fn object(members: &[(&str, String)]) -> String {
    let members: Vec<_> = members.iter().map(|(name, value)| format!("\"{name}\":{value}")).collect();
    format!("{{{}}}", members.join(","))
}
