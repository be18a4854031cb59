//! A value that a schema declares as text is never changed: over all shared vectors, those of other projects included,
//! which are read in place.

#![cfg(feature = "schema")]
#![allow(clippy::print_stdout, reason = "what a test counted is shown with --nocapture")]

use crate::common::truth;
use std::fs;
use std::path::Path;

use jmend::core::calls::{self, Tools, extract};
use jmend::core::repair::engine::{Options, Truncated};
use jmend::core::repair::schema::{Rules, Schema, definitions};
use serde_json::{Value, json};

/// References and levels that are followed in a schema while places of texts are looked for.
const MOST_LEVELS: usize = 12;

/// Every line of every vector, with the name of its file; not what is sealed.
fn lines() -> Vec<(String, Value)> {
    let mut files = Vec::from([truth::shared("bench/base.jsonl")]);
    let mut folders = Vec::from([truth::shared("vectors")]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "jsonl") {
                files.push(path);
            }
        }
    }
    files.sort();
    files.iter().flat_map(|file| lines_of(file)).collect()
}

fn lines_of(file: &Path) -> Vec<(String, Value)> {
    let name = file.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
    let text = fs::read_to_string(file).expect("text");
    // Half surrogate pairs stand in some lines, and this reader of JSON has no strings for them.
    let rows = text.split('\n').filter_map(|line| serde_json::from_str(line).ok());
    rows.map(|row| (name.to_owned(), row)).collect()
}

/// Every string of a value, names aside.
fn strings_of<'v>(value: &'v Value, found: &mut Vec<&'v str>) {
    match value {
        Value::String(text) => found.push(text),
        Value::Array(items) => items.iter().for_each(|item| strings_of(item, found)),
        Value::Object(members) => members.values().for_each(|member| strings_of(member, found)),
        _ => {}
    }
}

/// The one value that comes of a text, judged or not.
#[track_caller]
fn read(schema: &Schema, text: &str, rules: Rules, options: &Options) -> Value {
    let repaired =
        schema.read(text.as_bytes(), &rules, options).unwrap_or_else(|failure| panic!("{text}: {failure:?}"));
    assert_eq!(repaired.documents.len(), 1, "{text}");
    serde_json::from_str(&repaired.text[repaired.documents[0].clone()]).expect("JSON")
}

/// Whatever a string of the vectors looks like, a member that is declared as text holds it unchanged: in a valid text, in
/// one that has to be repaired, and in one whose strings are Python's; also beside a member that is coerced.
#[test]
#[cfg_attr(not(has = "shared"), ignore = "needs ../shared")]
fn what_is_declared_as_text_stays_whatever_it_looks_like() {
    let schema = r#"{"type": "object", "properties": {"n": {"type": "integer"}}, "additionalProperties": {"type": "string"}}"#;
    let schema = Schema::new(schema).expect("a schema");
    let (mut count, mut seen) = (0, std::collections::HashSet::new());
    let lines = lines();
    for (file, row) in &lines {
        let mut strings = Vec::new();
        strings_of(row, &mut strings);
        strings.retain(|text| seen.insert(*text));
        let member = |(at, text): (usize, &&str)| format!("\"m{at}\": {}", Value::from(*text));
        let members: Vec<_> = strings.iter().enumerate().map(member).collect();
        let members = members.join(", ");
        for text in [
            format!("{{{members}}}"),
            format!("{{{members}, \"n\": \"5\"}}"),
            format!("{{{members},}}"),
            format!("{{{members}, \"n\": \"5\",}}"),
            format!("{{first: 'x', {members}}}"),
        ] {
            if strings.is_empty() {
                continue;
            }
            let value = read(&schema, &text, Rules::default(), &Options::default());
            for (at, due) in strings.iter().enumerate() {
                assert_eq!(value[format!("m{at}")], **due, "{file}: {text}");
            }
        }
        count += strings.len();
    }
    println!("{count} different strings of {} lines", lines.len());
    assert!(count > 10_000, "{count}");
}

/// A number that nobody quoted, where text is declared, is the text that it was spelled as.
#[test]
fn a_number_where_text_is_declared_keeps_its_spelling() {
    let schema = r#"{"type": "object", "properties": {"n": {"type": "integer"}}, "additionalProperties": {"type": "string"}}"#;
    let schema = Schema::new(schema).expect("a schema");
    for (text, due) in [
        ("{\"p\": +49123}", json!({"p": "+49123"})),
        ("{'p': 0x1F, 'n': 0x1F}", json!({"p": "0x1F", "n": 31})),
        ("{\"p\": 1_000, \"n\": 1_000}", json!({"p": "1_000", "n": 1000})),
        ("{\"p\": .5, n: +3}", json!({"p": ".5", "n": 3})),
        ("{\"p\": 12.50,}", json!({"p": "12.50"})),
        ("{\"p\": 007}", json!({"p": "007"})),
    ] {
        assert_eq!(read(&schema, text, Rules::default(), &Options::default()), due, "{text}");
    }
}

/// The places of strings in `value` that the schema declares as text and as nothing else.
fn texts(root: &Value, schema: &Value, value: &Value, path: &str, levels: usize, found: &mut Vec<String>) {
    let Some(levels) = levels.checked_sub(1) else { return };
    let words = ["enum", "const", "anyOf", "oneOf", "not", "if"];
    if let Some(target) = schema["$ref"].as_str().and_then(|to| root.pointer(to.strip_prefix('#')?)) {
        texts(root, target, value, path, levels, found);
    }
    for part in schema["allOf"].as_array().into_iter().flatten() {
        texts(root, part, value, path, levels, found);
    }
    match value {
        Value::String(_) => {
            let is_text = schema["type"] == "string" || schema["type"] == json!(["string"]);
            if is_text && words.iter().all(|word| schema.get(word).is_none()) {
                found.push(path.to_owned());
            }
        }
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                let part = schema["prefixItems"].get(at).unwrap_or(&schema["items"]);
                texts(root, part, item, &format!("{path}/{at}"), levels, found);
            }
        }
        Value::Object(members) => {
            for (name, member) in members {
                let part = schema["properties"].get(name).unwrap_or(&schema["additionalProperties"]);
                let path = format!("{path}/{}", name.replace('~', "~0").replace('/', "~1"));
                texts(root, part, member, &path, levels, found);
            }
        }
        _ => {}
    }
}

/// The values that a line has for a schema.
fn instances(row: &Value) -> Vec<Value> {
    let parsed = |name: &str| serde_json::from_str(row[name].as_str()?).ok();
    let accepted = row["accept"].as_array().into_iter().flatten().cloned();
    let given = ["expected", "data", "arguments"].into_iter().filter_map(|name| row.get(name)).cloned();
    accepted.chain(given).chain(["value", "input"].into_iter().filter_map(parsed)).collect()
}

/// The schemas that a line carries, each with the values for it: its own, and those of the tools that it calls.
fn cases(row: &Value) -> Vec<(Value, Value)> {
    let mut cases = Vec::new();
    if row["schema"].is_object() {
        cases.extend(instances(row).into_iter().map(|value| (row["schema"].clone(), value)));
    }
    let Some(list) = row.get("tools").filter(|tools| !tools.is_null()).map(Value::to_string) else {
        return cases;
    };
    let of_tool = |name: &str| {
        let found = definitions(&list).ok()?.into_iter().find(|definition| definition.name == name)?;
        serde_json::from_str::<Value>(&found.schema?).ok()
    };
    for call in row["expected"].as_array().into_iter().flatten() {
        cases.extend(
            call["name"].as_str().and_then(of_tool).map(|schema| (schema, call["arguments"].clone())),
        );
    }
    // And what we read ourselves out of the message.
    let tools = Tools::parse(&list).expect("definitions");
    let repair = Options { truncated: Truncated::Close, ..Options::default() };
    let options = calls::Options { repair, tools: Some(&tools), ..calls::Options::default() };
    let message = row["input"].as_str().unwrap_or_default();
    for call in extract(message.as_bytes(), &options).map(|found| found.calls).unwrap_or_default() {
        let arguments = serde_json::from_str(&call.arguments).ok();
        cases.extend(of_tool(&call.name).zip(arguments));
    }
    cases
}

/// Every string that stands where a schema of the vectors declares text comes out as it went in.
#[test]
#[cfg_attr(not(has = "shared"), ignore = "needs ../shared")]
fn no_parameter_that_is_declared_as_text_is_changed() {
    let (mut count, mut schemas) = (0, 0);
    let lines = lines();
    for (file, row) in &lines {
        for (definition, value) in cases(row) {
            let Ok(schema) = Schema::new(&definition.to_string()) else { continue };
            schemas += 1;
            let mut places = Vec::new();
            texts(&definition, &definition, &value, "", MOST_LEVELS, &mut places);
            if places.is_empty() {
                continue;
            }
            let valid = value.to_string();
            // A scalar in a fence is no document, and what stands before an end of reasoning is reasoning.
            let may_be_fenced = (value.is_object() || value.is_array()) && !valid.contains("</think>");
            let fenced = may_be_fenced.then(|| format!("Here it is:\n```json\n{valid}\n```\n"));
            let trailing =
                valid.strip_suffix('}').filter(|open| open.len() > 1).map(|open| format!("{open},}}"));
            for text in [Some(valid), fenced, trailing].into_iter().flatten() {
                for rules in [Rules::default(), Rules { defaults: true, ..Rules::default() }] {
                    let is = read(&schema, &text, rules, &Options::default());
                    for place in &places {
                        assert_eq!(
                            is.pointer(place),
                            value.pointer(place),
                            "{file}: {definition}\n{text}\n{is}"
                        );
                    }
                }
            }
            count += places.len();
        }
    }
    println!("{count} texts under {schemas} schemas");
    assert!(count > 2_000, "{count}");
}
