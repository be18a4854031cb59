//! What the program knows of its readings, for `run.py`, which fits the weights of signs.
//!
//! usage: `signs < CASES.jsonl`. A case is `{"input":…,"schema":…}`, of which the schema may be missing. Prints one line
//! a case: `{"ok":false}` or `{"ok":true,"values":[…],"direct":…,"levels":[…],"confidence":…,"unsettled":…}`. With an argument, prints
//! the signs: name, highest level and reason of each.

use std::collections::HashMap;
use std::io::{BufRead, Write};

use jmend::core::repair::confidence::{SIGNS, is_unsettled};
use jmend::core::repair::engine::{Options, Repaired, Strategy, repair};
use jmend::core::repair::schema::{Rules, Schema};
use serde_json::{Value, json};

fn row(repaired: &Repaired<'_>) -> Value {
    let read = |range: &std::ops::Range<usize>| {
        serde_json::from_str(&repaired.text[range.clone()]).unwrap_or_default()
    };
    let values: Vec<Value> = repaired.documents.iter().map(read).collect();
    let (is_direct, percent) = (repaired.strategy == Strategy::Direct, repaired.confidence().percent());
    let is_unsettled = repaired.fixes.iter().any(|fix| is_unsettled(fix.code));
    json!({"ok": true, "values": values, "direct": is_direct, "levels": repaired.levels(), "confidence": percent,
           "unsettled": is_unsettled})
}

fn main() {
    let mut out = std::io::stdout().lock();
    if std::env::args().nth(1).is_some() {
        writeln!(out, "{}", json!(SIGNS)).expect("it can be written");
        return;
    }
    let mut compiled: HashMap<String, Schema> = HashMap::new();
    let (options, rules) = (Options::default(), Rules::default());
    for line in std::io::stdin().lock().lines() {
        let case: Value = serde_json::from_str(&line.expect("a line")).expect("a case");
        let input = case["input"].as_str().expect("input").as_bytes();
        let row = if case["schema"].is_null() {
            repair(input, &options).ok().map(|repaired| row(&repaired))
        } else {
            let schema = compiled
                .entry(case["schema"].to_string())
                .or_insert_with_key(|text| Schema::new(text).expect("the schema can be used"));
            schema.repair(input, &rules, &options).ok().map(|repaired| row(&repaired))
        };
        writeln!(out, "{}", row.unwrap_or_else(|| json!({"ok": false}))).expect("it can be written");
    }
}
