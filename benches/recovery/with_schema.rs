//! Reads damaged arguments with and without the schema of their tool, through the library, for `with_schema.py`.
//!
//! usage: `with_schema BASE.jsonl < CASES.jsonl`. A case names the line of BASE that it was made from (`base`). Prints one
//! line a case: `{"id":…,"without":value or null,"with":value or null,"truth":value}`. The truth is what the schema makes
//! of the undamaged value: some calls were made with values of other types than their tools declare.
//!
//! The schema is the one that the line carries. A line without one gets a schema of its tool: the names and types that
//! the arguments of all lines for that tool have.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::{BufRead, Write};

use jmend::core::repair::engine::{Options, Repaired, repair};
use jmend::core::repair::schema::{Rules, Schema};
use serde_json::{Value, json};

/// What is known of values at one place, from examples.
#[derive(Default)]
struct Seen {
    kinds: BTreeSet<&'static str>,
    members: BTreeMap<String, Seen>,
    items: Option<Box<Seen>>,
}

impl Seen {
    fn add(&mut self, value: &Value) {
        let kind = match value {
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            Value::Number(_) => "number",
            Value::String(_) => "string",
            Value::Array(items) => {
                let seen = self.items.get_or_insert_default();
                for item in items {
                    seen.add(item);
                }
                "array"
            }
            Value::Object(members) => {
                for (name, value) in members {
                    self.members.entry(name.clone()).or_default().add(value);
                }
                "object"
            }
        };
        self.kinds.insert(kind);
    }

    fn schema(&self) -> Value {
        let mut schema = json!({"type": self.kinds});
        if self.kinds.contains("object") {
            let members = self.members.iter().map(|(name, seen)| (name.clone(), seen.schema()));
            schema["properties"] = members.collect::<serde_json::Map<_, _>>().into();
        }
        if let Some(items) = self.items.as_ref().filter(|items| !items.kinds.is_empty()) {
            schema["items"] = items.schema();
        }
        schema
    }
}

/// The schema of each line of the base, by its id.
fn schemas(base: &str) -> HashMap<String, Value> {
    let rows: Vec<Value> = base.lines().map(|line| serde_json::from_str(line).expect("a row")).collect();
    let mut tools: HashMap<&str, Seen> = HashMap::new();
    for row in &rows {
        tools.entry(row["name"].as_str().unwrap_or_default()).or_default().add(&row["arguments"]);
    }
    let of = |row: &Value| match row.get("schema") {
        Some(schema) => schema.clone(),
        None => tools[row["name"].as_str().unwrap_or_default()].schema(),
    };
    rows.iter().map(|row| (row["id"].as_str().unwrap_or_default().to_owned(), of(row))).collect()
}

/// The value of a record, several documents as an array.
fn value(repaired: &Repaired<'_>) -> Value {
    let read = |range: &std::ops::Range<usize>| {
        serde_json::from_str(&repaired.text[range.clone()]).unwrap_or_default()
    };
    let mut documents: Vec<Value> = repaired.documents.iter().map(read).collect();
    if documents.len() == 1 { documents.remove(0) } else { Value::Array(documents) }
}

fn main() {
    let path = std::env::args().nth(1).expect("BASE.jsonl");
    let schemas = schemas(&std::fs::read_to_string(path).expect("BASE.jsonl can be read"));
    let mut compiled: HashMap<String, Schema> = HashMap::new();
    let (options, rules) = (Options::default(), Rules::default());
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let case: Value = serde_json::from_str(&line.expect("a line")).expect("a case");
        let text = schemas[case["base"].as_str().expect("base")].to_string();
        let schema = compiled
            .entry(text)
            .or_insert_with_key(|text| Schema::new(text).expect("the schema can be used"));
        let input = case["input"].as_str().expect("input").as_bytes();
        let without = repair(input, &options).ok().map(|repaired| value(&repaired));
        let with = schema.read(input, &rules, &options).ok();
        let with = with.map(|repaired| value(&repaired));
        let whole = case["expected"].to_string();
        let truth = schema.read(whole.as_bytes(), &rules, &options).map(|repaired| value(&repaired));
        let row = json!({"id": case["id"], "without": without, "with": with, "truth": truth.ok()});
        writeln!(out, "{row}").expect("it can be written");
    }
}
