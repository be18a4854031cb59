//! The flags of schemas and tools: what is written, what is refused, and with which status.

#![cfg(feature = "schema")]

use crate::common::{check, jmend};

const SEARCH: &str = "repair --tools fixtures/schema/tools.json --tool search";

/// A schema in a file of its own.
fn file(text: &str) -> tempfile::NamedTempFile {
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), text).expect("it can be written");
    file
}

/// Standard error of a run that must end with this status and write nothing.
fn refused(args: &str, input: &str, status: i32) -> String {
    let output = jmend(args).write_stdin(input).output().expect("it runs");
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(
        (output.status.code(), output.stdout.as_slice()),
        (Some(status), &b""[..]),
        "{args}: {stderr}"
    );
    stderr
}

#[test]
fn arguments_come_out_as_the_tool_takes_them() {
    for (input, output) in [
        (r#"{"query":"a","limit":5}"#, "{\"query\":\"a\",\"limit\":5}"),
        (r#"{"query":"a","limit":"5"}"#, "{\"query\":\"a\",\"limit\":5}\n"),
        (
            "{query: 5, tags: '[\"x\"]', since: 'null'}",
            "{\"query\": \"5\", \"tags\": [\"x\"], \"since\": null}\n",
        ),
        (r#""{\"query\": \"a\"}""#, "{\"query\": \"a\"}\n"),
        // Where only text is due, words and numbers are text.
        ("{query: True, limit: 5}", "{\"query\": \"True\", \"limit\": 5}\n"),
        ("{query: 1.10,}", "{\"query\": \"1.10\"}\n"),
    ] {
        check(SEARCH, input, output, 0);
    }
}

#[test]
fn what_does_not_fit_is_refused_with_every_violation() {
    let stderr = refused(SEARCH, r#"{"limit": 500, "page": 1}"#, 1);
    for part in
        ["error[schema]", "maximum of 100", "\"query\" is a required property", "'page' was unexpected"]
    {
        assert!(stderr.contains(part), "{part} in {stderr}");
    }
    let output =
        jmend(&format!("{SEARCH} --report")).write_stdin("{\"query\": null,\n\"limit\": 500}").output();
    let report: serde_json::Value = serde_json::from_slice(&output.expect("it runs").stdout).expect("JSON");
    assert_eq!(report["error"]["code"], "schema");
    let violations = report["error"]["violations"].as_array().expect("violations");
    let found: Vec<_> =
        violations.iter().map(|one| (&one["path"], &one["schema_path"], &one["keyword"])).collect();
    assert_eq!(
        serde_json::json!(found),
        serde_json::json!([
            ["/query", "/properties/query/type", "type"],
            ["/limit", "/properties/limit/maximum", "maximum"]
        ])
    );
}

#[test]
fn half_a_call_and_a_missing_value_are_no_arguments() {
    assert!(refused(SEARCH, r#"{"query": "a", "tags": ["b"#, 1).contains("error[truncated]"));
    // Closing keeps what is complete; a required member that was cut is none, and neither is one that never came.
    check(
        &format!("{SEARCH} --truncated close -q"),
        r#"{"query": "a", "limit": 5, "ta"#,
        "{\"query\": \"a\", \"limit\": 5}\n",
        0,
    );
    assert!(
        refused(&format!("{SEARCH} --truncated close"), r#"{"query": "a"#, 1)
            .contains("at /query: this member is required, and it was cut off")
    );
    assert!(refused(&format!("{SEARCH} --truncated close"), r#"{"limit": 5, "#, 1).contains("required"));
    assert!(refused(SEARCH, r#"{"query": , "limit": 5}"#, 1).contains("at /query: null is not of type"));
}

#[test]
fn coercions_obey_the_limits_of_a_repair() {
    let text = r#"{"query": "a", "limit": "$5"}"#;
    assert!(refused(SEARCH, text, 1).contains("at /limit"));
    check(&format!("{SEARCH} --lossy-coercions"), text, "{\"query\": \"a\", \"limit\": 5}\n", 0);
    let careful = format!("{SEARCH} --lossy-coercions --max-risk inferred");
    assert!(refused(&careful, text, 1).contains("error[risk]"));
    let without = format!("{SEARCH} --strategies ast,regex,structural");
    assert!(refused(&without, r#"{"query": 5}"#, 1).contains("error[strategy]"));
    check(&without, r#"{"query": "a"}"#, "{\"query\": \"a\"}", 0);
    check(&format!("{SEARCH} -e"), r#"{"query": 5}"#, "{\"query\": \"5\"}\n", 1);
    check(&format!("{SEARCH} --defaults"), r#"{"query": "a"}"#, "{\"query\": \"a\", \"limit\": 10}\n", 0);
}

#[test]
fn a_schema_that_cannot_be_used_ends_the_job_with_its_place() {
    for (schema, place, part) in [
        ("{\"properties\":\n {\"a\": {\"type\": \"int\"}}}", ":2:", "int"),
        ("{\"type\": ", ":1:", "not JSON"),
        ("[]", ":1:1", "object, true or false"),
        ("{\"$ref\": \"https://example.com/s.json\"}", ":1:", "https://example.com/s.json"),
        ("{\"pattern\": \"(?=a)\"}", ":1:", "(?=a)"),
    ] {
        let file = file(schema);
        let args = format!("repair --schema {}", file.path().display());
        let stderr = refused(&args, "{}", 2);
        let name = file.path().display().to_string();
        assert!(stderr.contains(&format!("{name}{place}")) && stderr.contains(part), "{schema}: {stderr}");
    }
    assert!(refused("repair --schema /nowhere.json", "{}", 2).contains("/nowhere.json"));
    let unknown = refused("repair --tools fixtures/schema/tools.json --tool serach", "{}", 2);
    assert!(unknown.contains("no tool `serach`; did you mean `search`?"), "{unknown}");
    assert!(refused("repair --tools fixtures/schema/tools.json", "{}", 2).contains("--tool NAME"));
    assert!(refused("repair --defaults", "{}", 2).contains("--schema"));
}

#[test]
fn each_call_is_for_its_own_tool() {
    let calls = r#"<tool_call>{"name": "search", "arguments": {"query": "a", "limit": "5"}}</tool_call>
<tool_call>{"name": "write_file", "arguments": {"path": "a"}}</tool_call>
<tool_call>{"name": "other", "arguments": {"limit": "5"}}</tool_call>"#;
    let args = "calls --tools fixtures/schema/tools.json";
    let output = jmend(args).write_stdin(calls).output().expect("it runs");
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "{\"name\":\"search\",\"arguments\":{\"query\": \"a\", \"limit\": 5}}\n{\"name\":\"other\",\"arguments\":{\"limit\": \"5\"}}\n"
    );
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains("a call of `write_file`") && stderr.contains("\"content\""), "{stderr}");
    assert_eq!(output.status.code(), Some(1));
    let output = jmend(&format!("{args} --report")).write_stdin(calls).output().expect("it runs");
    let lines: Vec<serde_json::Value> = output
        .stdout
        .split(|b| *b == b'\n')
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_slice(line).expect("JSON"))
        .collect();
    assert_eq!(lines[0]["fixes"][0]["code"], "coerced-number");
    assert_eq!((&lines[1]["error"]["code"], &lines[1]["name"]), (&"schema".into(), &"write_file".into()));
}

#[test]
fn strings_at_a_place_are_for_the_schema() {
    let args = format!("{SEARCH} --at /arguments");
    check(
        &args,
        "{\"arguments\": \"{\\\"query\\\": 5}\"}\n{\"arguments\": \"{\\\"query\\\":\\\"a\\\"}\"}\n",
        "{\"arguments\": \"{\\\"query\\\": \\\"5\\\"}\"}\n{\"arguments\": \"{\\\"query\\\":\\\"a\\\"}\"}\n",
        0,
    );
    let output = jmend(&args).write_stdin("{\"arguments\": \"{}\"}\n").output().expect("it runs");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "{\"arguments\": \"{}\"}\n", "it stays as it was");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn values_of_any_depth_are_judged() {
    let file = file(
        r##"{"$ref": "#/$defs/n", "$defs": {"n": {"anyOf": [{"type": "array", "items": {"$ref": "#/$defs/n"}}, {"type": "integer"}]}}}"##,
    );
    let args = format!("repair --schema {}", file.path().display());
    let nest = |levels: usize, inner: &str| "[".repeat(levels) + inner + &"]".repeat(levels);
    check(&args, nest(1024, "1"), &nest(1024, "1"), 0);
    check(&args, nest(300, "\"1\""), &format!("{}\n", nest(300, "1")), 0);
    assert!(refused(&args, &nest(1025, "1"), 1).contains("error[depth]"));
    assert!(refused(&args, &nest(1000, "true"), 1).contains("error[schema]"));
}

/// A file of tools that defines none would make every call one of an unknown tool.
#[test]
fn a_file_without_definitions_is_no_list_of_tools() {
    for text in ["[]", "{}", "[1]", r#"{"tools": []}"#, r#"{"type": "object", "properties": {"q": {}}}"#] {
        let file = file(text);
        let path = file.path().display();
        for command in ["calls", "repair --tool search", "calls --truncated close"] {
            let stderr = refused(&format!("{command} --tools {path}"), "{}", 2);
            assert!(stderr.contains("there is no definition of a tool in this file"), "{text}: {stderr}");
        }
    }
    let named = file(r#"{"search": {"parameters": {"properties": {"limit": {"type": "integer"}}}}}"#);
    let path = named.path().display();
    check(&format!("repair --tool search --tools {path}"), r#"{"limit": "5"}"#, "{\"limit\": 5}\n", 0);
    let stderr = refused(&format!("repair --tool find --tools {path}"), "{}", 2);
    assert!(stderr.contains("there is no tool `find`; there are: search"), "{stderr}");
    // Of two tools with one name the first counts, for single records and for calls.
    let twice = file(
        r#"[{"name": "a", "parameters": {"properties": {"n": {"type": "integer"}}}},
            {"name": "a", "parameters": {"properties": {"n": {"type": "boolean"}}}}]"#,
    );
    let path = twice.path().display();
    check(&format!("repair --tool a --tools {path}"), r#"{"n": "5"}"#, "{\"n\": 5}\n", 0);
    let call = r#"{"name": "a", "arguments": {"n": "5"}}"#;
    check(&format!("calls --tools {path}"), call, "{\"name\":\"a\",\"arguments\":{\"n\": 5}}\n", 0);
}

/// Arguments that came as broken text are read by the names that their tool knows.
#[test]
fn broken_arguments_of_calls_are_read_by_the_names_of_their_tool() {
    let tools = file(
        r#"[{"name": "edit", "parameters": {"type": "object", "additionalProperties": false, "required": ["old", "new"],
            "properties": {"old": {"type": "string"}, "new": {"type": "string"}}}}]"#,
    );
    let call = |name: &str| {
        let arguments = r#"{"old": "{"a", "c": "d"}", "new": "x",}"#;
        serde_json::json!({"tool_calls": [{"function": {"name": name, "arguments": arguments}}]}).to_string()
    };
    let args = format!("calls --tools {}", tools.path().display());
    let whole = r#"{"old": "{\"a\", \"c\": \"d\"}", "new": "x"}"#;
    check(&args, call("edit"), &format!("{{\"name\":\"edit\",\"arguments\":{whole}}}\n"), 0);
    let other = r#"{"old": "{\"a", "c": "d\"}", "new": "x"}"#;
    check(&args, call("other"), &format!("{{\"name\":\"other\",\"arguments\":{other}}}\n"), 0);
}

/// A call that was closed where it was cut off is half a call, and one without a value that its tool requires is none.
#[test]
fn a_call_that_was_cut_in_what_its_tool_requires_is_refused() {
    let args = "calls --tools fixtures/schema/tools.json --truncated close -q";
    let call = |arguments: &str| format!("<tool_call>{{\"name\": \"search\", \"arguments\": {arguments}");
    for (arguments, is_call) in [
        (r#"{"query": "ru"#, false),
        (r#"{"query": "rust""#, true),
        (r#"{"query": "rust", "limit": 1"#, true),
        (r#"{"query": "rust", "tags": ["a", "b"#, true),
        (r#"{"limit": 1, "query": "r"#, false),
        (r#"{"limit": 1, "quer"#, false),
    ] {
        let output = jmend(args).write_stdin(call(arguments)).output().expect("it runs");
        let (status, lines) = (output.status.code(), output.stdout.split(|b| *b == b'\n').count() - 1);
        let due = if is_call { (Some(0), 1) } else { (Some(1), 0) };
        assert_eq!((status, lines), due, "{arguments}: {output:?}");
    }
}

/// What is wrong in a schema costs the part that it stands in, and is told; the rest counts as before.
#[test]
fn what_is_wrong_in_a_schema_costs_its_part() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/schema/sound.jsonl");
    for row in crate::common::truth::rows(&path) {
        let (id, schema) = (&row["id"], file(&row["schema"].to_string()));
        let args = format!("repair --schema {}", schema.path().display());
        let record = row["record"].as_str().expect("text").to_owned();
        let output = jmend(&args).write_stdin(record).output().expect("it runs");
        let (stdout, stderr) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.status.code().map(i64::from), row["status"].as_i64(), "{id}: {stderr}");
        assert_eq!(stdout.trim_end(), row["gives"].as_str().unwrap_or_default(), "{id}: {stderr}");
        let parts = |key: &str| row[key].as_array().cloned().unwrap_or_default();
        let says = |part: &serde_json::Value| stderr.contains(part.as_str().expect("text"));
        assert!(parts("says").iter().all(says), "{id}: {stderr}");
        assert!(!parts("not_says").iter().any(says), "{id}: {stderr}");
        assert!(!parts("says").is_empty() || stderr.is_empty(), "{id}: {stderr}");
    }
}

/// References with keywords beside them, references that come back, defaults, and what costs something: a schema, flags,
/// a record, and what comes of it or what is said.
#[test]
fn schemas_of_every_kind_are_carried_out() {
    let siblings = r##"{"$defs": {"n": {"type": "integer"}}, "properties": {"a": {"$ref": "#/$defs/n", "maximum": 3}}}"##;
    let draft7 = r##"{"$schema": "http://json-schema.org/draft-07/schema#", "definitions": {"n": {"type": "integer"}},
        "properties": {"a": {"$ref": "#/definitions/n", "maximum": 3}}}"##;
    let tree = r##"{"$ref": "#/$defs/t", "$defs": {"t": {"type": "object", "required": ["v"], "properties":
        {"v": {"type": "integer"}, "kids": {"type": "array", "items": {"$ref": "#/$defs/t"}}}}}}"##;
    let defaults = r#"{"properties": {"a": {"default": 1}, "b": {"properties": {"c": {"default": []}}}}, "required": ["a"]}"#;
    let closed = r#"{"properties": {"on": {"type": "boolean"}, "n": {"type": "number"}, "s": {"type": "string"}},
        "additionalProperties": false}"#;
    let loose = r#"{"on": "yes", "n": "$1,234.5", "s": null, "x": 1}"#;
    for (schema, flags, record, due) in [
        (siblings, "", r#"{"a": "2"}"#, Ok(r#"{"a": 2}"#)),
        (siblings, "", r#"{"a": "5"}"#, Err("at /a: the number is greater than the maximum of 3")),
        (draft7, "", r#"{"a": "5"}"#, Ok(r#"{"a": 5}"#)),
        (
            tree,
            "",
            r#"{"v": "1", "kids": [{"v": 2, "kids": "[{\"v\": \"3\"}]"}]}"#,
            Ok(r#"{"v": 1, "kids": [{"v": 2, "kids": [{"v": 3}]}]}"#),
        ),
        (
            tree,
            "",
            r#"{"v": 1, "kids": [{"kids": [{"v": true}]}]}"#,
            Err("at /kids/0: \"v\" is a required property; at /kids/0/kids/0/v: "),
        ),
        (defaults, "--defaults", r#"{"b": {}}"#, Ok(r#"{"b": {"c": []}, "a": 1}"#)),
        (defaults, "", r#"{"b": {}}"#, Err("\"a\" is a required property")),
        (closed, "--lossy-coercions", loose, Ok(r#"{"on": true, "n": 1234.5}"#)),
        (closed, "", loose, Err("at /s: null is not of type \"string\"; and one more violation")),
        (closed, "--lossy-coercions --max-risk inferred", loose, Err("error[risk]: `lossy-boolean`")),
    ] {
        let schema = file(schema);
        let args = format!("repair --schema {} {flags}", schema.path().display());
        match due {
            Ok(value) => check(&args, record, &format!("{value}\n"), 0),
            Err(part) => {
                let stderr = refused(&args, record, 1);
                assert!(stderr.contains(part), "{record}: {stderr}");
            }
        }
    }
    // Every violation has the path of the value, the path of the schema, the keyword and a message, also after references.
    let schema = file(tree);
    let args = format!("repair --report --schema {}", schema.path().display());
    let output = jmend(&args).write_stdin(r#"{"v": "x", "kids": [{"kids": 1}]}"#).output().expect("it runs");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(
        report["error"]["violations"],
        serde_json::json!([
            {"path": "/v", "schema_path": "/$defs/t/properties/v/type", "keyword": "type", "message": "the string is not of type \"integer\""},
            {"path": "/kids/0", "schema_path": "/$defs/t/required", "keyword": "required", "message": "\"v\" is a required property"},
            {"path": "/kids/0/kids", "schema_path": "/$defs/t/properties/kids/type", "keyword": "type", "message": "the number is not of type \"array\""},
        ])
    );
}

/// Comparing and judging go deeper than the value, on a stack of their own; what has no such stack is refused.
#[test]
fn what_is_too_deep_to_be_judged_is_refused() {
    let schema = file(r#"{"uniqueItems": true}"#);
    for levels in [20_001, 60_000] {
        let text = format!("{}{}", "[".repeat(levels), "]".repeat(levels));
        let told =
            refused(&format!("repair --max-depth 1000000 --schema {}", schema.path().display()), &text, 1);
        assert!(told.contains("error[depth]: nested deeper than 20000 levels"), "{told}");
    }
}

/// A required member that was cut off makes half a call, however deep the part is that it was cut in.
#[test]
fn a_call_that_was_cut_deep_down_is_refused() {
    let tools = file(
        r#"[{"name": "rm", "parameters": {"type": "object", "properties": {"path": {}}, "required": ["path"]}}]"#,
    );
    for levels in [100, 3_000] {
        let deep = format!("{}{}", "[".repeat(levels), "]".repeat(levels));
        let call =
            format!("<tool_call>{{\"name\": \"rm\", \"arguments\": {{\"x\": {deep}, \"path\": \"/var/tm");
        let args = format!("calls --truncated close --max-depth 5000 --tools {}", tools.path().display());
        let told = refused(&args, &call, 1);
        assert!(told.contains("this member is required, and it was cut off"), "{told}");
    }
}
