//! The shared vectors of `preview` and `expose`, read where they lie.

use crate::common::jmend;
use crate::common::truth::{parse_rows, text, vectors};
use jmend::core::json;
use jmend::core::results::expose::{self, Layer, Mode};
use jmend::core::results::preview::{Hint, HintFor};
use serde_json::{Value, json};

/// Shows all that is wrong.
#[track_caller]
fn verdict(file: &str, count: usize, wrong: &[String]) {
    assert!(wrong.is_empty(), "{file}: {} of {count} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// A stand-in of a custom builder as a program: one that returns a value, or one that fails.
fn native_result(given: &Value) -> Value {
    let mut native = given.clone();
    if let Some(custom) = given.pointer("/preview/custom") {
        let program = match custom.get("return") {
            Some(value) => json!({"op": "literal", "value": value}),
            None => json!({"op": "call", "tool": "none", "args": {}}),
        };
        native["preview"] = json!({"program": program});
    }
    native
}

/// What the seed says of a type by the first row alone, and what is said here by all rows.
const BY_ALL_ROWS: &[(&str, &str, &str)] =
    &[("prev-kind-149", "/schema/items/properties/a", r#"["integer","string","null"]"#)];

/// The preview that is due.
fn due(row: &Value) -> Value {
    let mut preview = row["expected"]["preview"].clone();
    for (_, place, types) in BY_ALL_ROWS.iter().filter(|(id, ..)| row["id"] == *id) {
        let types = serde_json::from_str(types).expect("JSON");
        *preview.pointer_mut(place).expect("a type") = types;
    }
    preview
}

#[test]
#[cfg_attr(not(has = "shared"), ignore = "needs ../shared")]
fn previews() {
    let folder = tempfile::tempdir().expect("a folder");
    let tools = folder.path().join("tools.json");
    let (mut wrong, rows) = (Vec::new(), vectors("ptc/preview.jsonl"));
    for row in &rows {
        let (input, expected) = (&row["input"], &row["expected"]);
        let native = input.get("native_result").map_or(Value::Null, native_result);
        let tool = json!({"name": input["tool"], "expose": "both", "cache": true, "native_result": native});
        std::fs::write(&tools, json!([tool]).to_string()).expect("written");
        let run = jmend("preview --assume-cached --hint-for lisp --tools")
            .arg(&tools)
            .args(["--tool", text(input, "tool"), "--args", &input["args"].to_string()])
            .write_stdin(input["result"].to_string())
            .output()
            .expect("it runs");
        let stderr = String::from_utf8_lossy(&run.stderr);
        let fine = if expected["ok"] == true {
            let out = parse_rows(&String::from_utf8_lossy(&run.stdout));
            let category = if stderr.contains("warning[raised]") { "raise" } else { "return" };
            let fell_back = stderr.contains("metadata is shown instead") && stderr.contains("tool t: ");
            let custom = input.pointer("/native_result/preview/custom");
            run.status.code() == Some(0)
                && out == [due(row)]
                && fell_back == (expected["fallback"] == true)
                && (!fell_back || custom.is_some_and(|custom| custom.get(category).is_some()))
        } else {
            run.status.code() == Some(2) && run.stdout.is_empty() && stderr.contains("native_result.")
        };
        if !fine {
            let out = String::from_utf8_lossy(&run.stdout);
            wrong.push(format!("{}: {out}{stderr}expected {expected}", row["id"]));
        }
    }
    verdict("preview.jsonl", rows.len(), &wrong);
}

#[test]
#[cfg_attr(not(has = "shared"), ignore = "needs ../shared")]
fn hints() {
    let (mut wrong, rows) = (Vec::new(), vectors("ptc/cache_hint.jsonl"));
    for row in &rows {
        let (input, expected) = (&row["input"], &row["expected"]);
        let (tool, args) = (text(input, "tool"), text(input, "args_text"));
        let hint = Hint::new(tool, args, "", HintFor::Lisp).map_err(|error| error.to_string());
        if hint.as_ref().ok().map(Hint::as_str) != expected["hint"].as_str() {
            wrong.push(format!("{}: {hint:?}", row["id"]));
        }
    }
    verdict("cache_hint.jsonl", rows.len(), &wrong);
}

fn mode(name: &str) -> Option<Mode> {
    match name {
        "text" => Some(Mode::Text),
        "ptc_lisp" => Some(Mode::PtcLisp),
        _ => None,
    }
}

/// The layer of each tool with its name; `None` where one of them has none. A mode that is no mode decides nothing, so
/// with it only what tools say themselves counts.
fn layers(tools: &Value, mode: Option<Mode>) -> Option<Vec<(String, Layer)>> {
    let text = tools.to_string();
    let document = json::parse(&text, json::MAX_DEPTH).expect("JSON");
    let layer = |tool: expose::Tool<'_, '_>| {
        let layer = match mode {
            Some(mode) => tool.layer(mode).ok(),
            None => tool.explicit().ok().flatten(),
        };
        layer.map(|layer| (tool.name.clone(), layer))
    };
    let tools = expose::tools(&document).unwrap_or_else(|error| panic!("{error} in {text}"));
    // An object stands for its keys; the vectors speak of the names inside.
    tools.into_iter().map(layer).collect()
}

#[test]
#[cfg_attr(not(has = "shared"), ignore = "needs ../shared")]
fn exposure() {
    let (mut wrong, rows) = (Vec::new(), vectors("ptc/exposure.jsonl"));
    for row in &rows {
        let (input, expected) = (&row["input"], &row["expected"]);
        let mode = mode(text(&input["mode"], "output"));
        let found = if row["fn"] == "expose" {
            layers(&json!([input["tool"]]), mode).map(|found| json!(found[0].1.name()))
        } else {
            let allowed = input["allowed"].as_array().expect("layers");
            layers(&input["tools"], mode).map(|found| {
                let kept = found.into_iter().filter(|(_, layer)| allowed.contains(&json!(layer.name())));
                kept.map(|(name, _)| json!(name)).collect()
            })
        };
        if found.as_ref() != expected.get("result") {
            wrong.push(format!("{}: {found:?} expected {expected}", row["id"]));
        }
    }
    verdict("exposure.jsonl", rows.len(), &wrong);
}
