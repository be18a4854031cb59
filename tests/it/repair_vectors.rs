//! The shared vectors on repair, where they are present: strict JSON, JSON5, what models really wrote, hostile bytes.
//! Each file has its rule; a line that breaks it is shown by its id.

use std::fs;
use std::path::PathBuf;

use jmend::core::json::{MAX_DEPTH, scan_document};
use jmend::core::repair::{Options, Repaired, Risk, Strategy, Truncated, repair};
use serde_json::Value;

/// The rows of a file; none where the vectors are not there.
fn rows(name: &str) -> Vec<Value> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/vectors").join(name);
    let text = fs::read_to_string(path).unwrap_or_default();
    text.split('\n')
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_str(line).expect(line))
        .collect()
}

fn base64(text: &str) -> Vec<u8> {
    let digit = |byte| match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let (mut bytes, mut bits, mut held) = (Vec::new(), 0u32, 0);
    for byte in text.bytes().filter(|byte| *byte != b'=') {
        bits = bits << 6 | u32::from(digit(byte));
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held) as u8);
        }
    }
    bytes
}

/// The text and id of a row.
fn input(row: &Value) -> (Vec<u8>, &str) {
    let bytes = match row["input_base64"].as_str() {
        Some(text) => base64(text),
        None => row["input"].as_str().expect("an input").as_bytes().to_vec(),
    };
    (bytes, row["id"].as_str().expect("an id"))
}

/// What every repair of every text promises: each document is strict JSON.
fn assert_strict(repaired: &Repaired<'_>, id: &str) {
    assert!(!repaired.documents.is_empty(), "{id}: no document");
    for document in &repaired.documents {
        let text = &repaired.text[document.clone()];
        assert!(scan_document(text.as_bytes(), MAX_DEPTH).is_ok(), "{id}: {text:?}");
    }
}

/// The value of a repair: the only document, or an array of all.
fn value(repaired: &Repaired<'_>) -> Value {
    let text = |index: usize| &repaired.text[repaired.documents[index].clone()];
    let mut values =
        (0..repaired.documents.len()).map(|index| serde_json::from_str(text(index)).expect("JSON"));
    if repaired.documents.len() == 1 { values.next().expect("one") } else { Value::Array(values.collect()) }
}

/// Equal as values: numbers by what they are worth, not by how they are written.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(name, a)| b.get(name).is_some_and(|b| same(a, b)))
        }
        _ => a == b,
    }
}

#[test]
fn jsontestsuite_valid_texts_are_untouched_and_nothing_panics() {
    for row in rows("jsontestsuite.jsonl") {
        let (bytes, id) = input(&row);
        let result = repair(&bytes, &Options::default());
        if let Ok(repaired) = &result {
            assert_strict(repaired, id);
        }
        if row["expect"] == "y" {
            let repaired = result.expect(id);
            assert!(repaired.text.as_bytes() == bytes, "{id}");
            assert_eq!((repaired.strategy, repaired.fixes.len()), (Strategy::Direct, 0), "{id}");
        }
    }
}

#[test]
fn json5_documents_are_repaired_to_their_values() {
    let wrong: Vec<_> = rows("json5.jsonl")
        .iter()
        .filter(|row| row["expect"] == "y")
        .filter_map(|row| {
            let (bytes, id) = input(row);
            let got = repair(&bytes, &Options::default()).ok().map(|repaired| value(&repaired));
            let right = got.as_ref().is_some_and(|got| same(got, &row["expected"]));
            (!right).then(|| format!("{id}: {} became {got:?}", String::from_utf8_lossy(&bytes)))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn field_specimens_are_read_as_they_were_meant() {
    let rows = rows("field.jsonl");
    let certain = rows.iter().filter(|row| row["judgement"] == "certain");
    let wrong: Vec<_> = certain
        .filter_map(|row| {
            let (bytes, id) = input(row);
            let got = repair(&bytes, &Options::default()).ok().map(|repaired| value(&repaired));
            let accept = row["accept"].as_array().into_iter().flatten();
            let mut meant = std::iter::once(&row["expected"]).chain(accept);
            let right = got.as_ref().is_some_and(|got| meant.any(|meant| same(got, meant)));
            (!right).then(|| format!("{id}: {}\n  became {got:?}", String::from_utf8_lossy(&bytes)))
        })
        .collect();
    // 47 are certain; some of them need the schema of their tool.
    assert!(wrong.len() <= 47 - 36, "{} of 47 wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn field_specimens_that_cannot_be_repaired_are_refused() {
    let options = Options { truncated: Truncated::Refuse, max_risk: Risk::Inferred, ..Options::default() };
    for row in rows("field.jsonl").iter().filter(|row| row["judgement"] == "unrepairable") {
        let (bytes, id) = input(row);
        let result = repair(&bytes, &options);
        assert!(result.is_err(), "{id}: {} became {result:?}", String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn hostile_inputs_and_third_party_texts_come_out_strict_or_not_at_all() {
    let names = ["argmend", "dirty_json", "json_repair", "jsonrepair", "tool_calls", "victor"];
    let mut all: Vec<_> = names.iter().flat_map(|name| rows(&format!("third_party/{name}.jsonl"))).collect();
    all.extend(rows("hostile/inputs.jsonl"));
    for row in all.iter().filter(|row| row["input"].is_string() || row["input_base64"].is_string()) {
        let (bytes, id) = input(row);
        if let Ok(repaired) = repair(&bytes, &Options::default()) {
            assert_strict(&repaired, id);
        }
    }
}
