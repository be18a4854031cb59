//! The shared vectors on repair: strict JSON, JSON5, what models really wrote, hostile bytes. Each file has its rule; a
//! line that breaks it is shown by its id.

use std::collections::BTreeMap;

use crate::common::known;
use crate::common::truth::{self, same, text, vectors};
use jmend::core::json::{MAX_DEPTH, scan_document};
use jmend::core::repair::engine::{Options, Repaired, Risk, Strategy, Truncated, repair};
use serde_json::Value;

/// The text and id of a row.
fn input(row: &Value) -> (Vec<u8>, &str) {
    (truth::input(row), text(row, "id"))
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

#[test]
#[cfg_attr(not(has = "shared"), ignore = "needs ../shared")]
fn jsontestsuite_valid_texts_are_untouched_and_nothing_panics() {
    for row in vectors("jsontestsuite.jsonl") {
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
#[cfg_attr(not(has = "shared"), ignore = "needs ../shared")]
fn json5_documents_are_repaired_to_their_values() {
    let wrong: Vec<_> = vectors("json5.jsonl")
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
#[cfg_attr(not(has = "shared"), ignore = "needs ../shared")]
fn field_specimens_are_read_as_they_were_meant() {
    let rows = vectors("field.jsonl");
    let certain = rows.iter().filter(|row| row["judgement"] == "certain");
    let failing: BTreeMap<_, _> = certain
        .filter_map(|row| {
            let (bytes, id) = input(row);
            let got = repair(&bytes, &Options::default()).ok().map(|repaired| value(&repaired));
            let accept = row["accept"].as_array().into_iter().flatten();
            let mut meant = std::iter::once(&row["expected"]).chain(accept);
            let right = got.as_ref().is_some_and(|got| meant.any(|meant| same(got, meant)));
            (!right).then(|| (id.to_owned(), format!("{} became {got:?}", String::from_utf8_lossy(&bytes))))
        })
        .collect();
    // Some of them need the schema of their tool.
    known::only_known_cases_fail("fixtures/failing/field.txt", &failing);
}

#[test]
#[cfg_attr(not(has = "shared"), ignore = "needs ../shared")]
fn field_specimens_that_cannot_be_repaired_are_refused() {
    let options = Options { truncated: Truncated::Refuse, max_risk: Risk::Inferred, ..Options::default() };
    for row in vectors("field.jsonl").iter().filter(|row| row["judgement"] == "unrepairable") {
        let (bytes, id) = input(row);
        let result = repair(&bytes, &options);
        assert!(result.is_err(), "{id}: {} became {result:?}", String::from_utf8_lossy(&bytes));
    }
}

#[test]
#[cfg_attr(not(has = "shared"), ignore = "needs ../shared")]
fn hostile_inputs_and_third_party_texts_come_out_strict_or_not_at_all() {
    let names = ["argmend", "dirty_json", "json_repair", "jsonrepair", "tool_calls", "victor"];
    let mut all: Vec<_> =
        names.iter().flat_map(|name| vectors(&format!("third_party/{name}.jsonl"))).collect();
    all.extend(vectors("hostile/inputs.jsonl"));
    for row in all.iter().filter(|row| row["input"].is_string() || row["input_base64"].is_string()) {
        let (bytes, id) = input(row);
        if let Ok(repaired) = repair(&bytes, &Options::default()) {
            assert_strict(&repaired, id);
        }
    }
}
