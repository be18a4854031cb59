//! Our own cases of `jmend calls` (`fixtures/calls/cases.jsonl`), one checker. A row states what must come out of
//! `input`: `jmend calls`, each as its name and its arguments, and `errors`, the codes of what was refused; where it is settled,
//! also `codes` (those of all fixes), `risk`, `call_id` and `span` of the first call. `args` are further arguments of the command line, `tools`
//! is what `--tools` reads.

use crate::common::truth;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::Path;

use crate::common::jmend;
use serde_json::{Value, json};

/// What the reports of a row say, in the words of the rows.
fn found(reports: &[Value], row: &Value) -> Value {
    let of = |ok: bool| reports.iter().filter(move |report| report["ok"] == json!(ok));
    let calls: Vec<Value> = of(true).map(|report| json!([report["name"], report["arguments"]])).collect();
    let errors: Vec<Value> = of(false).map(|report| report["error"]["code"].clone()).collect();
    let mut found = json!({"calls": calls, "errors": errors});
    if row.get("codes").is_some() {
        let fixes = reports.iter().flat_map(|report| report["fixes"].as_array().into_iter().flatten());
        let codes: BTreeSet<_> = fixes.filter_map(|fix| fix["code"].as_str()).collect();
        found["codes"] = json!(codes);
    }
    for (key, name) in [("risk", "risk"), ("call_id", "id"), ("span", "span")] {
        if row.get(key).is_some() {
            found[key] = reports.first().map_or(Value::Null, |report| report[name].clone());
        }
    }
    found
}

#[test]
fn calls_come_out_as_written() {
    let (mut wrong, mut ids) = (Vec::new(), BTreeSet::new());
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("tools.json");
    let rows = truth::rows(&Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/calls/cases.jsonl"));
    for row in &rows {
        let id = truth::text(row, "id");
        assert!(ids.insert(id), "{id} stands there twice");
        let args = row.get("args").and_then(Value::as_array).into_iter().flatten();
        let tools = row.get("tools").map(|tools| {
            std::fs::write(&file, tools.to_string()).expect("it can be written");
            [OsStr::new("--tools"), file.as_os_str()]
        });
        let output = jmend("calls --report")
            .args(args.filter_map(Value::as_str))
            .args(tools.into_iter().flatten())
            .write_stdin(truth::text(row, "input"))
            .output()
            .expect("it runs");
        let reports = truth::parse_rows(&String::from_utf8(output.stdout).expect("UTF-8"));
        let mut due = json!({"calls": [], "errors": []});
        for name in ["calls", "errors", "codes", "risk", "call_id", "span"] {
            if let Some(value) = row.get(name) {
                due[name] = value.clone();
            }
        }
        let found = found(&reports, row);
        let status = i32::from(due["errors"] != json!([]));
        if found != due || output.status.code() != Some(status) {
            let status = output.status.code();
            wrong.push(format!("{id}: {}\n  is  {found}, status {status:?}\n  due {due}", row["input"]));
        }
    }
    assert!(wrong.is_empty(), "{} of {} rows:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}

/// However many calls a stream begins before it goes on with the first, each comes out once and whole.
#[test]
fn calls_that_are_streamed_side_by_side_come_out() {
    let chat = |index, begin| {
        let call = if begin {
            json!({"index": index, "id": format!("c{index}"), "function": {"name": "f", "arguments": ""}})
        } else {
            json!({"index": index, "function": {"arguments": format!("{{\"x\": {index}}}")}})
        };
        json!({"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {"tool_calls": [call]}}]})
    };
    let block = |index, begin| {
        if begin {
            let block = json!({"type": "tool_use", "id": format!("c{index}"), "name": "f", "input": {}});
            json!({"type": "content_block_start", "index": index, "content_block": block})
        } else {
            let delta = json!({"type": "input_json_delta", "partial_json": format!("{{\"x\": {index}}}")});
            json!({"type": "content_block_delta", "index": index, "delta": delta})
        }
    };
    let item = |index, begin| {
        let (kind, arguments) =
            if begin { ("added", String::new()) } else { ("done", format!("{{\"x\": {index}}}")) };
        let item = json!({"type": "function_call", "name": "f", "call_id": format!("c{index}"), "arguments": arguments});
        json!({"type": format!("response.output_item.{kind}"), "output_index": index, "item": item})
    };
    let kinds: [&dyn Fn(usize, bool) -> Value; 3] = [&chat, &block, &item];
    for event in kinds {
        let events =
            [true, false].into_iter().flat_map(|begin| (0..200).map(move |index| event(index, begin)));
        let stream = events.map(|event| format!("data: {event}\n\n")).collect::<Vec<_>>().concat();
        let output = jmend("calls").write_stdin(stream).output().expect("it runs");
        let calls = truth::parse_rows(&String::from_utf8(output.stdout).expect("UTF-8"));
        let numbers: Vec<_> = calls.iter().map(|call| call["arguments"]["x"].as_u64()).collect();
        let due: Vec<_> = (0..200).map(Some).collect();
        assert_eq!(numbers, due, "{}", event(0, true));
        assert!(output.status.success());
    }
}
