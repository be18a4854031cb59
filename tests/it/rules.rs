//! Rules for tools: aliases, strings that hold JSON, strings that never do. Each row is a configuration, flags, a text
//! and what comes of it; every report keeps what `tests/report_promises.rs` asks of all of them.

use std::fs;

use crate::common::jmend;
use jmend::core::repair::engine::Code;
use serde_json::{Value, json};
use tempfile::TempDir;

const EDIT_FILES: &str = r"{'operations': '[{\'type\': \'modify\', \'path\': \'fibonacci.sh\'}]'}";

/// (settings of the tool `t`, flags, text, what comes of it, codes of the strategy `manual_repair`)
type Row = (&'static str, &'static str, &'static str, &'static str, &'static [&'static str]);

const ROWS: &[Row] = &[
    // Aliases: for members of the arguments themselves, where the tool's own name is not there.
    ("aliases = { command = \"cmd\" }", "", r#"{"command": "ls"}"#, r#"{"cmd": "ls"}"#, &["alias"]),
    ("aliases = { command = \"cmd\" }", "", "{command: 'ls',}", r#"{"cmd": "ls"}"#, &["alias"]),
    (
        "aliases = { command = \"cmd\" }",
        "",
        r#"{"command": "a", "cmd": "b"}"#,
        r#"{"command": "a", "cmd": "b"}"#,
        &["alias-conflict"],
    ),
    (
        "aliases = { a = \"c\", b = \"c\" }",
        "",
        r#"{"a": 1, "b": 2}"#,
        r#"{"a": 1, "b": 2}"#,
        &["alias-conflict", "alias-conflict"],
    ),
    ("aliases = { a = \"c\", b = \"c\" }", "", r#"{"b": 2}"#, r#"{"c": 2}"#, &["alias"]),
    (
        "aliases = { a = \"c\" }",
        "",
        r#"{"x": {"a": 1}, "y": [{"a": 2}]}"#,
        r#"{"x": {"a": 1}, "y": [{"a": 2}]}"#,
        &[],
    ),
    ("aliases = { a = \"c\" }", "", r#"{"\u0061": 1}"#, r#"{"c": 1}"#, &["alias"]),
    ("aliases = { a = \"c\\\"\" }", "", r#"{"a": 1}"#, r#"{"c\"": 1}"#, &["alias"]),
    ("aliases = { a = \"c\" }", "", "[1, 2]", "[1, 2]", &[]),
    ("aliases = { a = \"c\" }", "", r#"{"A": 1}"#, r#"{"A": 1}"#, &[]),
    // Strings that read as a container and are not JSON become strings that are.
    ("", "", r#"{"ops": "[{'a': 1}]"}"#, r#"{"ops": "[{\"a\": 1}]"}"#, &["nested-text"]),
    ("", "", r#"{"ops": "{'a': (True, None)}"}"#, r#"{"ops": "{\"a\": [true, null]}"}"#, &["nested-text"]),
    ("", "", r#"{"a": [["[1,]"]]}"#, r#"{"a": [["[1]"]]}"#, &["nested-text"]),
    ("", "", r#""[1,]""#, r#""[1]""#, &["nested-text"]),
    ("", "--nested keep", r#"{"ops": "[{'a': 1}]"}"#, r#"{"ops": "[{'a': 1}]"}"#, &[]),
    ("", "", r#"{"ops": "[{\"a\": 1}]"}"#, r#"{"ops": "[{\"a\": 1}]"}"#, &[]),
    ("", "--nested decode", r#"{"ops": "[{\"a\": 1}]"}"#, r#"{"ops": [{"a": 1}]}"#, &["decoded-json"]),
    ("", "--nested decode", r#"{"ops": " [{'a': 1}]\n"}"#, r#"{"ops": [{"a": 1}]}"#, &["decoded-text"]),
    ("", "--nested decode", r#"{"ops": "\"[1]\""}"#, r#"{"ops": [1]}"#, &["decoded-json", "decoded-json"]),
    (
        "",
        "--nested decode",
        r#"{"ops": "{\"a\": \"[1]\"}"}"#,
        r#"{"ops": {"a": [1]}}"#,
        &["decoded-json", "decoded-json"],
    ),
    // Two levels, and no third.
    (
        "",
        "--nested decode",
        r#"{"a": "{\"b\": \"{\\\"c\\\": \\\"[1]\\\"}\"}"}"#,
        r#"{"a": {"b": {"c": "[1]"}}}"#,
        &["decoded-json", "decoded-json"],
    ),
    // What is not plainly a container is text.
    ("", "", r#"{"x": "[see note]"}"#, r#"{"x": "[see note]"}"#, &[]),
    ("", "", r#"{"x": "{a, b}"}"#, r#"{"x": "{a, b}"}"#, &[]),
    ("", "", r#"{"x": "{2,3}"}"#, r#"{"x": "{2,3}"}"#, &[]),
    ("", "", r#"{"x": "[a-z]"}"#, r#"{"x": "[a-z]"}"#, &[]),
    ("", "", r#"{"x": "[1] and [2]"}"#, r#"{"x": "[1] and [2]"}"#, &[]),
    ("", "", r#"{"x": "[1,"}"#, r#"{"x": "[1,"}"#, &[]),
    ("", "", r#"{"x": "(1, 2)"}"#, r#"{"x": "(1, 2)"}"#, &[]),
    ("", "", r#"{"x": "{'a': NaN}"}"#, r#"{"x": "{'a': NaN}"}"#, &[]),
    ("", "", r#"{"x": "5", "y": "true", "z": "'q'"}"#, r#"{"x": "5", "y": "true", "z": "'q'"}"#, &[]),
    (
        "",
        "--nested decode",
        r#"{"x": "5", "y": "\"q\"", "z": ""}"#,
        r#"{"x": "5", "y": "\"q\"", "z": ""}"#,
        &[],
    ),
    // Opaque names, and what is below them.
    (
        "",
        "--nested decode",
        r#"{"content": "[1,]", "cmd": "[1]"}"#,
        r#"{"content": "[1,]", "cmd": "[1]"}"#,
        &[],
    ),
    ("", "", r#"{"query": {"x": ["[1,]"]}}"#, r#"{"query": {"x": ["[1,]"]}}"#, &[]),
    (
        "raw_keys = [\"ops\"]",
        "",
        r#"{"ops": "[1,]", "more": "[1,]"}"#,
        r#"{"ops": "[1,]", "more": "[1]"}"#,
        &["nested-text"],
    ),
    ("raw_keys = [\"ops\"]", "", r#"{"cmd": "[1,]"}"#, r#"{"cmd": "[1,]"}"#, &[]),
    (
        "",
        "--raw-keys a,b",
        r#"{"a": "[1,]", "b": "[1,]", "c": "[1,]"}"#,
        r#"{"a": "[1,]", "b": "[1,]", "c": "[1]"}"#,
        &["nested-text"],
    ),
    // Names that hold JSON: the whole of the repair applies, also where they are opaque otherwise.
    ("json_keys = [\"content\"]", "", r#"{"content": "[1,]"}"#, r#"{"content": "[1]"}"#, &["nested-text"]),
    ("json_keys = [\"ops\"]", "", r#"{"ops": "Sure: [1 2]"}"#, r#"{"ops": "[1, 2]"}"#, &["nested-json"]),
    ("json_keys = [\"ops\"]", "", r#"{"ops": "there is none"}"#, r#"{"ops": "there is none"}"#, &[]),
    ("json_keys = [\"ops\"]", "--nested keep", r#"{"ops": "[1,]"}"#, r#"{"ops": "[1,]"}"#, &[]),
    (
        "json_keys = [\"ops\"]",
        "",
        r#"{"ops": ["[1,]", "{'a': 1}"]}"#,
        r#"{"ops": ["[1]", "{\"a\": 1}"]}"#,
        &["nested-text", "nested-text"],
    ),
    // A rename first, then the string under its new name.
    (
        "aliases = { edits = \"ops\" }\njson_keys = [\"ops\"]",
        "",
        r#"{"edits": "[1 2]"}"#,
        r#"{"ops": "[1, 2]"}"#,
        &["alias", "nested-json"],
    ),
    ("aliases = { ops = \"code\" }", "", r#"{"ops": "[1,]"}"#, r#"{"code": "[1,]"}"#, &["alias"]),
];

fn folder(settings: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("jmend.toml"), format!("[tools.t]\n{settings}\n")).expect("written");
    folder
}

/// Output and status of a command in a folder.
#[track_caller]
fn run(folder: &TempDir, args: &str, input: &str) -> (String, String, Option<i32>) {
    let output = jmend(args).current_dir(folder.path()).write_stdin(input).output().expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr), output.status.code())
}

/// The fixes of a report applied to its input.
fn applied(input: &str, report: &Value) -> String {
    let (mut out, mut pos) = (String::new(), 0);
    for fix in report["fixes"].as_array().expect("fixes") {
        let offset = |name: &str| fix[name].as_u64().expect("an offset") as usize;
        let Some(replacement) = fix["replacement"].as_str() else { continue };
        out += &input[pos..offset("start")];
        out += replacement;
        pos = offset("end");
    }
    out + &input[pos..]
}

#[test]
fn every_rule_does_what_its_row_says() {
    for (settings, flags, input, expected, codes) in ROWS {
        let folder = folder(settings);
        let row = format!("{settings}\n{flags} {input}");
        let (out, err, status) = run(&folder, &format!("repair --tool t --lines {flags}"), input);
        assert_eq!((out.trim_end(), status), (*expected, Some(0)), "{row}\n{err}");
        let (out, _, _) = run(&folder, &format!("repair --tool t --report {flags}"), input);
        let report: Value = serde_json::from_str(&out).expect("JSON");
        assert_eq!(applied(input, &report), *expected, "{row}\n{report}");
        let fixes = report["fixes"].as_array().expect("fixes");
        let rules = ["alias", "alias-conflict", "nested-json", "nested-text", "decoded-json", "decoded-text"];
        let found: Vec<_> =
            fixes.iter().filter_map(|fix| fix["code"].as_str()).filter(|code| rules.contains(code)).collect();
        assert_eq!(found, *codes, "{row}\n{report}");
        let changes = fixes.iter().any(|fix| {
            let code = fix["code"].as_str().unwrap_or_default();
            rules.contains(&code) && code != "nested-text" && !fix["replacement"].is_null()
        });
        assert_eq!(report["strategy"] == "manual_repair", changes, "{row}\n{report}");
        // Once is enough.
        if !flags.contains("decode") {
            let (again, _, _) = run(&folder, &format!("repair --tool t --lines {flags}"), expected);
            assert_eq!(again.trim_end(), *expected, "{row}");
        }
    }
}

/// The examples of the table of codes that need a rule and no schema: each is true, and shows its own code.
#[test]
fn examples_of_the_codes_for_rules_are_true() {
    let folder = folder("aliases = { command = \"cmd\" }");
    for (code, flags) in [
        (Code::Alias, ""),
        (Code::AliasConflict, ""),
        (Code::NestedJson, ""),
        (Code::NestedText, ""),
        (Code::DecodedJson, "--nested decode"),
        (Code::DecodedText, "--nested decode"),
    ] {
        let about = code.about();
        let (out, _, _) = run(&folder, &format!("repair --tool t --lines {flags}"), about.before);
        assert_eq!(out.trim_end(), about.after, "{}", about.name);
        let (out, _, _) = run(&folder, &format!("repair --tool t --report {flags}"), about.before);
        assert!(out.contains(&format!("{{\"code\":\"{}\"", about.name)), "{out}");
    }
}

#[test]
fn the_rule_for_edit_files_works_as_the_example_ships_it() {
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/jmend.toml");
    let folder = tempfile::tempdir().expect("a folder");
    let string = r#"{"operations": "[{\"type\": \"modify\", \"path\": \"fibonacci.sh\"}]"}"#;
    let array = r#"{"operations": [{"type": "modify", "path": "fibonacci.sh"}]}"#;
    for (flags, expected) in [("", string), ("--nested decode", array)] {
        let args = format!("repair --config {example} --tool edit_files {flags}");
        let (out, err, status) = run(&folder, &args, EDIT_FILES);
        assert_eq!((out.trim_end(), status), (expected, Some(0)), "{flags}: {err}");
        let message = json!({"name": "edit_files", "arguments": EDIT_FILES}).to_string();
        let (out, err, status) = run(&folder, &format!("calls --config {example} {flags}"), &message);
        let call: Value = serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}{err}"));
        let expected: Value = serde_json::from_str(expected).expect("JSON");
        assert_eq!((&call["arguments"], status), (&expected, Some(0)), "{flags}");
        let log = json!({"call": {"arguments": EDIT_FILES}}).to_string();
        let args =
            format!("repair --config {example} --tool edit_files --at /call/arguments --decode {flags}");
        let (out, err, _) = run(&folder, &args, &log);
        let call: Value = serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}{err}"));
        assert_eq!(call["call"]["arguments"], expected, "{flags}");
    }
}

#[test]
fn each_call_has_the_rules_of_its_own_tool() {
    let folder = folder("aliases = { command = \"cmd\" }");
    let text = r#"{"name":"t","arguments":{"command":"[1,]","x":"[1,]"}} {"name":"u","arguments":{"command":"ls","x":"[1,]"}}"#;
    let (out, _, _) = run(&folder, "calls", text);
    let expected = "{\"name\":\"t\",\"arguments\":{\"cmd\":\"[1,]\",\"x\":\"[1]\"}}\n\
                    {\"name\":\"u\",\"arguments\":{\"command\":\"ls\",\"x\":\"[1,]\"}}\n";
    assert_eq!(out, expected, "the second is of a tool that nothing is known of");
    let (out, _, _) = run(&folder, "calls --nested normalize", text);
    assert!(out.contains("\"ls\",\"x\":\"[1]\""), "a flag is for all: {out}");
}

/// Half a surrogate pair is no text that anything could be read from.
#[test]
fn what_is_no_text_stays() {
    let text = r#"{"x": "\ud800[1,]"}"#;
    let (out, _, status) = run(&folder(""), "repair --tool t --nested decode", text);
    assert_eq!((out.as_str(), status), (text, Some(0)));
}

#[test]
fn what_a_rule_may_not_do_is_refused() {
    let alias = folder("aliases = { a = \"b\" }");
    let (out, err, status) = run(&alias, "repair --tool t --strategies ast,regex,structural", "{\"a\": 1}");
    assert_eq!((out.as_str(), status), ("", Some(1)), "{err}");
    assert!(err.contains("error[strategy]") && err.contains("`alias`"), "{err}");
    let nested = folder("json_keys = [\"ops\"]");
    for (flags, text, said) in [
        ("--max-risk syntax", "{\"ops\": \"[1,]\"}", ":1:9: error[risk]: `nested-text`"),
        ("--max-risk inferred", "{\"ops\": \"[NaN]\"}", ":1:9: error[risk]: `non-finite`"),
        ("", "{\"ops\": \"[{'a': 1\"}", ":1:9: error[truncated]"),
        ("--strategies manual,ast,regex", "{\"ops\": \"[1 2]\"}", ":1:9: error[strategy]: `missing-comma`"),
    ] {
        let (out, err, status) = run(&nested, &format!("repair --tool t {flags}"), text);
        assert!(out.is_empty() && status == Some(1) && err.contains(said), "{flags} {text}: {err}");
    }
    // A Python literal needs the strategy of Python literals, also inside a string.
    let (out, err, _) =
        run(&nested, "repair --tool t --strategies ast,manual", "{\"ops\": \"[{'a': True}]\"}");
    assert_eq!(out, "{\"ops\": \"[{\\\"a\\\": true}]\"}\n", "{err}");
    let deep = format!("{{\"x\": {}}}", Value::from(format!("{}1,{}", "[".repeat(20), "]".repeat(20))));
    let (out, _, _) = run(&alias, "repair --tool t --max-depth 10 --nested decode", &deep);
    assert_eq!(out, deep, "hostile 5: the limit of depth counts through strings");
}

#[test]
fn a_tool_has_its_own_limits() {
    let settings = "max_risk = \"syntax\"\ntruncated = \"close\"";
    let folder = folder(settings);
    let inferred = "{\"a\": 1 \"b\": 2}";
    assert_eq!(run(&folder, "repair --tool t", inferred).2, Some(1));
    assert_eq!(run(&folder, "repair --tool u --stats=/dev/null", inferred).2, Some(0));
    assert_eq!(run(&folder, "repair --tool t --max-risk inferred", inferred).2, Some(0));
    let cut = "{\"a\": \"b";
    assert_eq!(run(&folder, "repair --tool u", cut).2, Some(1), "half a call must not run");
    // A file that was found does not loosen what `--tool` implies; one that was named may.
    assert_eq!(run(&folder, "repair --tool t --max-risk lossy", cut).2, Some(1));
    assert_eq!(run(&folder, "repair --tool t --max-risk lossy --config jmend.toml", cut).2, Some(0));
    let call = |tool: &str, arguments: &str| {
        format!("{{\"name\":\"{tool}\",\"arguments\":{}}}", Value::from(arguments))
    };
    let text = format!("{} {}", call("t", inferred), call("u", inferred));
    let (out, err, status) = run(&folder, "calls", &text);
    assert!(
        status == Some(1) && out.starts_with("{\"name\":\"u\"") && out.lines().count() == 1,
        "{out}{err}"
    );
    assert!(err.contains("error[risk]") && err.contains("`t`"), "{err}");
    let text = format!("{} {}", call("t", cut), call("u", cut));
    let (out, err, _) = run(&folder, "calls --max-risk lossy --config jmend.toml", &text);
    assert!(out.starts_with("{\"name\":\"t\"") && out.lines().count() == 1, "{out}{err}");
    let (printed, _, _) = run(&folder, "config --tool t --config jmend.toml", "");
    let in_force = printed.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        in_force.contains("max_risk = \"syntax\" # jmend.toml:2 min_confidence = 0.00 # default truncated = \"close\" # jmend.toml:3"),
        "{printed}"
    );
}

#[test]
fn metrics_and_logs_carry_the_tools_name() {
    let folder = folder("aliases = { a = \"b\" }");
    fs::write(
        folder.path().join("log.toml"),
        "log_normalizations = true\n[tools.t]\naliases = { a = \"b\" }",
    )
    .expect("written");
    let input = "{\"a\": 1}\n{\"c\": 1}\nsorry\n";
    let (_, err, _) = run(&folder, "repair --tool t --lines --stats --config log.toml", input);
    let stats: Value = serde_json::from_str(err.lines().last().expect("a line")).expect("JSON");
    let all = &stats["argument_normalization"];
    assert_eq!(all["normalizations"]["manual_repair"], 1);
    assert_eq!(all["fixes"], json!({"alias": 1}));
    let of_tool = &all["by_tool"]["t"];
    assert_eq!((&of_tool["total_calls"], &of_tool["failures"]), (&json!(3), &json!(1)));
    assert!(err.contains(r#"tool="t" strategy="manual_repair" fixes="alias""#), "{err}");
    assert!(err.contains(r#"tool="t" strategy="failed" error="no-json""#), "{err}");
}

/// Texts for the property: what models write in strings, and what only looks like it.
const CONTENTS: [&str; 14] = [
    "[{'a': 1}]",
    "{\"a\": [1,]}",
    "[1,]",
    "",
    "[",
    "(1, 2)",
    "[see note]",
    "{'a': 'it''s'}",
    "\"[1]\"",
    "[[[[1,]]]]",
    "{2,3}",
    "{'x': \"[1,]\"}",
    "Sure: {a: 1}",
    "[\u{1b}, \"\u{e9}\"]",
];

#[test]
fn fixes_of_rules_lead_from_the_input_to_the_output() {
    let folder =
        folder("aliases = { a = \"b\", k = \"content\" }\njson_keys = [\"ops\"]\nraw_keys = [\"raw\"]");
    let mut lines = String::new();
    let mut texts = Vec::new();
    for content in CONTENTS {
        for name in ["a", "ops", "raw", "content", "x", "k"] {
            let (key, value) = (Value::from(name), Value::from(content));
            let python = format!("'{}'", content.replace('\\', "\\\\").replace('\'', "\\'"));
            texts.push(format!("{{{key}: {value}, \"n\": [{value}, {{\"ops\": {value}}}]}}"));
            texts.push(format!("Here: {{{name}: {python}, 'b': [{python},]}}"));
            texts.push(format!("{{'ops': {value}}} {{\"{name}\": {value}}}"));
        }
    }
    for text in &texts {
        lines += &Value::from(text.as_str()).to_string();
        lines.push('\n');
    }
    for flags in ["", "--nested decode", "--nested keep", "--select all"] {
        let args = format!("repair --tool t --truncated close --framing strings --report {flags}");
        let (out, err, status) = run(&folder, &args, &lines);
        assert!(matches!(status, Some(0 | 1)), "{err}");
        assert_eq!(out.lines().count(), texts.len());
        let mut handled = 0;
        for (text, line) in texts.iter().zip(out.lines()) {
            let report: Value = serde_json::from_str(line).expect("JSON");
            if report["ok"] == false {
                continue;
            }
            handled += 1;
            let output = applied(text, &report);
            let values: Result<Vec<Value>, _> =
                serde_json::Deserializer::from_str(&output).into_iter().collect();
            let values = values.unwrap_or_else(|error| panic!("{error}: {flags} {text}\n{output}\n{line}"));
            let expected = report.get("values").cloned().unwrap_or_else(|| json!([report["value"]]));
            assert_eq!(Value::from(values), expected, "{flags} {text}\n{output}\n{line}");
            let raw = |value: &Value| value.get("raw").cloned();
            if let Ok(before) = serde_json::from_str::<Value>(text)
                && raw(&before).is_some()
            {
                assert_eq!(raw(&report["value"]), raw(&before), "what is text stays: {line}");
            }
        }
        assert!(handled > texts.len() * 3 / 4, "{handled} of {}", texts.len());
    }
}
