//! Schemas against the shared vectors: coercions beside those of other tools, the official suite, hostile schemas, and
//! what models really sent. What each row must give, and by which rule, stands in `fixtures/schema`, by the row's id.

#![cfg(feature = "schema")]
#![allow(clippy::print_stdout, reason = "tables are shown with --nocapture")]

use crate::common::{known, truth};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use jmend::core::json::tree::Tree;
use jmend::core::json::{MAX_DEPTH, Style};
use jmend::core::repair::engine::{Failure, FailureCode, Options, Strategy, Truncated};
use jmend::core::repair::manual::{Nested, ToolRules};
use jmend::core::repair::schema::{Rules, Schema};
use serde_json::Value;

/// The rows of a file in `fixtures/schema`, by id.
fn expectations(name: &str) -> HashMap<String, Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/schema").join(name);
    truth::rows(&path).into_iter().map(|row| (truth::text(&row, "id").to_owned(), row)).collect()
}

/// What comes of a text for a schema: compact JSON, or what is wrong.
fn settled(schema: &Schema, text: &str, rules: Rules) -> Result<String, Failure> {
    let repaired = schema.repair(text.as_bytes(), &rules, &Options::default())?;
    let mut compact = Vec::new();
    Style::compact().write_text(&repaired.text, &mut compact);
    Ok(String::from_utf8(compact).expect("UTF-8"))
}

fn schema_of(row: &Value) -> Schema {
    Schema::new(&row["schema"].to_string()).unwrap_or_else(|error| panic!("{error} in {row}"))
}

#[test]
#[cfg_attr(not(has = "shared"), ignore = "needs ../shared")]
fn each_row_of_the_coercion_matrix_is_decided_by_a_rule() {
    let expectations = expectations("coercions.jsonl");
    let mut table = String::from("| id | schema | value | jmend | json_repair | pydantic | ajv | rule |\n");
    let mut wrong = Vec::new();
    let rows = truth::vectors("schema/coercion_matrix.jsonl");
    assert_eq!(rows.len(), expectations.len(), "every row has its rule");
    for row in &rows {
        let (id, text) = (truth::text(row, "id"), truth::text(row, "value"));
        let expected = &expectations[id];
        let schema = schema_of(row);
        let gives = settled(&schema, text, Rules::default()).ok();
        let lossy = settled(&schema, text, Rules { lossy: true, ..Rules::default() }).ok();
        let due = expected["gives"].as_str();
        let due_lossy = expected.get("lossy").and_then(Value::as_str).or(due);
        if (gives.as_deref(), lossy.as_deref()) != (due, due_lossy) {
            wrong.push(format!(
                "{id}: {text} gives {gives:?} and {lossy:?}, expected {due:?} and {due_lossy:?}"
            ));
        }
        let others =
            ["json_repair", "pydantic_lax", "ajv_coerce"].map(|name| row[name].as_str().unwrap_or("-"));
        let _ = writeln!(
            table,
            "| {id} | {} | {text} | {} | {} | {} |",
            row["schema"],
            gives.as_deref().unwrap_or("refused"),
            others.join(" | "),
            truth::text(expected, "rule"),
        );
    }
    println!("{table}");
    assert!(wrong.is_empty(), "{} of {} rows:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}

#[test]
#[cfg_attr(not(has = "shared"), ignore = "needs ../shared")]
fn verdicts_are_those_of_the_official_suite() {
    let (mut wrong, mut count, mut optional) = (Vec::new(), 0, 0);
    for row in truth::vectors("schema/jsonschema_suite.jsonl") {
        let uri = match truth::text(&row, "draft") {
            "draft7" => "http://json-schema.org/draft-07/schema#",
            _ => "https://json-schema.org/draft/2020-12/schema",
        };
        let is_remote = row["remote"] == true;
        let mut schema = row["schema"].clone();
        match &mut schema {
            Value::Object(members) => {
                members.entry("$schema").or_insert_with(|| uri.into());
            }
            other => schema = serde_json::json!({"$schema": uri, "allOf": [other.clone()]}),
        }
        let is_optional = row["optional"] == true;
        let verdict = Schema::new(&schema.to_string()).map(|schema| {
            let text = row["data"].to_string();
            let tree = Tree::parse(&text, MAX_DEPTH).expect("JSON");
            schema.check(&tree).is_ok()
        });
        count += 1;
        let is_right = match &verdict {
            Ok(verdict) => Value::Bool(*verdict) == row["valid"],
            // What is not in the schema is not fetched.
            Err(error) => is_remote && error.message.contains("nothing is opened"),
        };
        if is_right {
            continue;
        }
        if is_optional {
            optional += 1;
            continue;
        }
        let verdict = verdict.map_err(|error| error.to_string());
        wrong.push(format!(
            "{}/{}: {}, {}: {verdict:?}",
            row["draft"], row["file"], row["group"], row["test"]
        ));
    }
    println!("{count} verdicts, {optional} of them optional and otherwise");
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
#[cfg_attr(not(has = "shared"), ignore = "needs ../shared")]
fn hostile_schemas_end_soon_and_as_they_must() {
    let expectations = expectations("hostile.jsonl");
    let (mut wrong, mut slowest) = (Vec::new(), Duration::ZERO);
    let rows = truth::vectors("hostile/schemas.jsonl");
    assert_eq!(rows.len(), expectations.len(), "every row has its outcome");
    for row in &rows {
        let id = truth::text(row, "id");
        let begun = Instant::now();
        let difference = hostile_difference(row, &expectations[id]);
        let took = begun.elapsed();
        println!("{:>9.1} ms  {id}", took.as_secs_f64() * 1e3);
        slowest = slowest.max(took);
        if let Some(difference) = difference {
            wrong.push(format!("{id}: {difference}"));
        }
        // A second on a machine with nothing else to do; what must not happen here is exponential.
        if took > Duration::from_secs(20) {
            wrong.push(format!("{id}: {took:?}"));
        }
    }
    println!("{} rows, the slowest in {:.1} ms", rows.len(), slowest.as_secs_f64() * 1e3);
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}

/// Schemas whose unions lead to unions: what is compared must not multiply with every level.
#[test]
fn unions_of_unions_take_no_time_to_speak_of() {
    let levels = |count: usize, width: usize, keyword: &str| {
        let part = |level: usize| {
            let next = serde_json::json!({"$ref": format!("#/$defs/l{}", level + 1)});
            (format!("l{level}"), serde_json::json!({keyword: vec![next; width]}))
        };
        let mut parts: serde_json::Map<_, _> = (0..count).map(part).collect();
        parts.insert(format!("l{count}"), serde_json::json!({"type": "integer"}));
        serde_json::json!({"$ref": "#/$defs/l0", "$defs": parts}).to_string()
    };
    for (count, width, keyword, coerced) in
        [(20, 2, "anyOf", true), (7, 10, "anyOf", true), (20, 2, "allOf", true), (300, 1, "anyOf", false)]
    {
        let schema = Schema::new(&levels(count, width, keyword)).expect("a schema");
        let is = |text| settled(&schema, text, Rules::default()).ok();
        assert_eq!(is("5").as_deref(), Some("5"));
        assert_eq!(is("\"5\"").as_deref(), coerced.then_some("5"), "{count} levels of {width}, {keyword}");
        assert_eq!(is("\"x\""), None);
    }
}

/// What comes out otherwise than expected.
fn hostile_difference(row: &Value, expected: &Value) -> Option<String> {
    let text = truth::text(row, "input");
    let schema = match (Schema::new(&row["schema"].to_string()), expected.get("schema_error")) {
        (Ok(schema), None) => schema,
        (Err(error), Some(part)) => {
            let part = part.as_str().expect("text");
            return (!error.message.contains(part))
                .then(|| format!("the error does not say {part:?}: {error}"));
        }
        (Ok(_), Some(_)) => return Some("the schema was accepted".to_owned()),
        (Err(error), None) => return Some(format!("the schema was refused: {error}")),
    };
    let cases = [
        ("gives", Rules::default()),
        ("lossy", Rules { lossy: true, ..Rules::default() }),
        ("with_defaults", Rules { defaults: true, ..Rules::default() }),
    ];
    for (name, rules) in cases {
        let Some(due) = expected.get(name).and_then(Value::as_str) else { continue };
        let is = settled(&schema, text, rules);
        let is_right = match (due, &is) {
            ("refused", is) => is.is_err(),
            ("same", Ok(is)) => is == text,
            (due, Ok(is)) => is == due,
            (_, Err(_)) => false,
        };
        if !is_right {
            return Some(format!("{name} {is:?}, expected {due}"));
        }
    }
    let paths = expected.get("violates")?;
    match settled(&schema, text, Rules::default()) {
        Err(Failure { code: FailureCode::Schema, violations: found, .. }) => {
            let is: Vec<_> = found.iter().map(|violation| violation.path.as_str()).collect();
            let says = expected
                .get("names")
                .is_none_or(|name| found[0].message.contains(name.as_str().expect("text")));
            (Value::from(is) != *paths || !says).then(|| format!("{found:?}, expected at {paths}"))
        }
        other => Some(format!("{other:?}, expected violations at {paths}")),
    }
}

/// Texts that only a rule of their tool opens, and the name whose value holds JSON by that rule. In the one there is, a
/// wrapper that the open schema does not know holds the arguments as text: such a value fits, and what fits is never
/// changed by a schema alone.
const BY_RULE: [(&str, &str); 1] = [("field/dspy-8539-b", "json")];

#[test]
#[cfg_attr(not(has = "shared"), ignore = "needs ../shared")]
fn what_models_sent_fits_the_tools_they_called() {
    let options = Options { truncated: Truncated::Refuse, ..Options::default() };
    let mut failing = BTreeMap::new();
    for row in truth::vectors("field.jsonl") {
        // What fits a schema that the row does not have is anybody's guess: any value does.
        let text =
            row.get("schema").filter(|schema| schema.is_object()).map_or("{}".to_owned(), Value::to_string);
        let schema = Schema::new(&text).expect("a schema");
        let input = truth::text(&row, "input");
        let is = schema.repair(input.as_bytes(), &Rules::default(), &options).ok();
        let rule = BY_RULE.iter().find(|(id, _)| row["id"] == *id).map(|(_, name)| ToolRules {
            json_keys: BTreeSet::from([(*name).to_owned()]),
            nested: Nested::Decode,
            ..ToolRules::default()
        });
        let is = match (is, rule) {
            (Some(repaired), Some(rule)) => rule.carry_out(repaired, &|_| true, &options).ok(),
            (is, _) => is,
        };
        let is = is.map(|repaired| {
            let read = |range: &std::ops::Range<usize>| {
                serde_json::from_str(&repaired.text[range.clone()]).expect("JSON")
            };
            let documents: Vec<Value> = repaired.documents.iter().map(read).collect();
            if let [only] = documents.as_slice() { only.clone() } else { Value::Array(documents) }
        });
        let (judgement, is_double) =
            (truth::text(&row, "judgement"), truth::text(&row, "kind").starts_with("double_encoded"));
        let accepted = row["accept"].as_array().into_iter().flatten().chain([&row["expected"]]);
        let is_right = match judgement {
            "unrepairable" => is.is_none(),
            _ => is.as_ref().is_some_and(|is| accepted.into_iter().any(|due| truth::same(is, due))),
        };
        let counts = judgement == "certain" || judgement == "unrepairable";
        if (counts || is_double && row.get("schema").is_some_and(Value::is_object)) && !is_right {
            let shown = format!("{judgement}: {is:?}, expected {}", row["expected"]);
            failing.insert(truth::text(&row, "id").to_owned(), shown);
        }
    }
    known::only_known_cases_fail("fixtures/failing/field_with_schema.txt", &failing);
}

/// The examples of the table of codes for schema coercions, which need a schema: each is true, and shows its own code.
#[test]
fn examples_of_the_codes_for_tools_are_true() {
    let rows = expectations("codes.jsonl");
    let mut wrong = Vec::new();
    for code in jmend::core::repair::engine::Code::ALL
        .iter()
        .filter(|code| code.about().strategy == Strategy::ManualRepair)
    {
        let about = code.about();
        let Some(row) = rows.get(about.name) else {
            wrong.push(format!("{} has no schema to show it", about.name));
            continue;
        };
        if row["schema"].is_null() {
            // A rule that is no schema's: its own tests show it.
            continue;
        }
        let rules = Rules { lossy: row["lossy"] == true, defaults: row["defaults"] == true };
        let schema = schema_of(row);
        let shown = schema.repair(about.before.as_bytes(), &rules, &Options::default()).map(|repaired| {
            let has_code = repaired.fixes.iter().any(|fix| fix.code == *code);
            (repaired.text == about.after && has_code, format!("{} {:?}", repaired.text, repaired.fixes))
        });
        if !shown.as_ref().is_ok_and(|(is_true, _)| *is_true) {
            wrong.push(format!("{}: {shown:?}, the table says {}", about.name, about.after));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
