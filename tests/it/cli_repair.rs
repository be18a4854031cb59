//! `jmend repair` from end to end: what is mended, what is refused, what the report says. The inputs are those whose
//! result nobody disputes; how readings are weighed is tested beside the engine.

use crate::common::{check, jmend};
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::Value;

/// Mended documents: input, output.
const MENDED: [(&str, &str); 11] = [
    ("{'a': 1}", "{\"a\": 1}\n"),
    ("{'a': True, 'b': None,}\n\n", "{\"a\": true, \"b\": null}\n\n"),
    ("[1, 2,]", "[1, 2]\n"),
    ("{a: 1}", "{\"a\": 1}\n"),
    ("```json\n{\"a\": 1}\n```\n", "{\"a\": 1}\n"),
    ("\u{feff}{\"a\": 1}", "{\"a\": 1}\n"),
    ("{\"a\": \"b\nc\"}", "{\"a\": \"b\\nc\"}\n"),
    ("{'text': ' two\\nlines\\n'}", "{\"text\": \" two\\nlines\\n\"}\n"),
    (
        "{'n': 123456789012345678901234567890, 'f': 1.10}",
        "{\"n\": 123456789012345678901234567890, \"f\": 1.10}\n",
    ),
    ("{\"a\": \"\\x1b[2J\"}", "{\"a\": \"\\u001b[2J\"}\n"),
    ("{\"a\": [1, 2", "{\"a\": [1, 2]}\n"),
];

#[test]
fn documents_are_mended() {
    for (input, output) in MENDED {
        check("repair", input, output, 0);
        check("repair -e", input, output, 1);
        check("repair", output, output, 0);
    }
}

#[test]
fn records_are_mended_one_by_one() {
    let input = "{'a': 1}\r\n{\"b\" : 2}\n\nsorry, no\n[3,]";
    check("repair --lines", input, "{\"a\": 1}\n{\"b\" : 2}\n[3]\n", 1);
    check("repair --lines -c", input, "{\"a\":1}\n{\"b\":2}\n[3]\n", 1);
    check("repair --lines -e -q", "{'a': 1}\n", "{\"a\": 1}\n", 1);
    // What was written as an escape is a line end in the document, and its record stays one line.
    check("repair --lines", r#"{\"a\":1,\n\"b\":[2,\n3]}"#, "{\"a\":1,\"b\":[2,3]}\n", 0);
    check("repair --framing strings", "\"{'a':\\n1}\"\n", "{\"a\":1}\n", 0);
    check("repair --framing nul --sort-keys", "{'b': 1,\n'a': 2}\0[3,]", "{\"a\":2,\"b\":1}\n[3]\n", 0);
}

/// Who asks for no report is told what was lost all the same, by every command that repairs.
#[test]
fn what_mending_lost_is_told() {
    let two = "{'a': 1}\nand then\n{'b': 2}\n";
    let several = "[1, ..., NaN]";
    let call = "<function=f><parameter=k>v</parameter><parameter=k>w</parameter></function>";
    let odd = "{\"name\":\"f\",\"arguments\":\"{'a': NaN}\"}";
    for (args, input, told) in [
        ("repair", two, "<stdin>:1:1: warning[dropped-document]: another document"),
        (
            "repair --lines",
            "\n{'a': 1}\n[1, NaN]",
            "<stdin>:3:5: warning[non-finite]: NaN or Infinity becomes null",
        ),
        (
            "repair",
            several,
            "<stdin>:1:5: warning[ellipsis]: an ellipsis is dropped, and one more change is lossy; ",
        ),
        ("calls", call, "<stdin>:1:26: warning[repeated-key]: a parameter is given more than once"),
        ("repair --at /a", "{\"a\":\"[NaN]\"}", "<stdin>:1: warning[non-finite]: "),
        ("normalize --repair", two, "<stdin>:1:1: warning[dropped-document]: another document"),
        ("normalize --repair --lines", "{'a': [1", "<stdin>:1:9: warning[truncated]: the text is cut off"),
        ("cache-key --repair --max-risk lossy t", "{'a': NaN}", "<stdin>:1:7: warning[non-finite]: "),
        (
            "cache-key --calls --repair --max-risk lossy",
            odd,
            "<stdin>: warning[non-finite]: NaN or Infinity becomes null (a call",
        ),
        (
            "cache-key --calls --repair --truncated close --max-risk lossy",
            "{\"name\":\"f\",\"arguments\":\"{'a': 'b\"}",
            "<stdin>: warning[truncated]: the text is cut off (string)",
        ),
        (
            "cache-key --calls --on-collision last",
            "{\"name\":\"f\",\"arguments\":{\"a-b\":1,\"a_b\":2}}",
            "<stdin>:1:1: warning[key-collision]: two members get this name; the last is kept",
        ),
        ("preview --repair --tool t", "{'a': [1", "<stdin>:1:9: warning[truncated]: the text is cut off"),
        (
            "eval-json --repair",
            "{'program': {'op': 'literal', 'value': NaN}}",
            "<stdin>:1:40: warning[non-finite]: ",
        ),
    ] {
        let output = jmend(args).write_stdin(input).output().expect("it runs");
        let error = String::from_utf8_lossy(&output.stderr);
        // Runs over records end with a line about them.
        let lines = 1 + usize::from(args.starts_with("repair --lines"));
        assert!(error.starts_with(told) && error.lines().count() == lines, "{args}: {error}");
        assert!(output.status.success() && !output.stdout.is_empty(), "{args}");
        jmend(&format!("{args} -q")).write_stdin(input).assert().stderr("");
    }
    // What was asked for is no loss, and a report tells all there is to tell.
    jmend("repair").write_stdin("{'a': 1, b: 2,}").assert().stderr("");
    jmend("repair --report").write_stdin(two).assert().stderr("");
}

#[test]
fn repairs_that_go_too_far_are_refused() {
    let cut = "{\"cmd\": \"rm -rf /tmp/build";
    check("repair --truncated close", cut, "{\"cmd\": \"rm -rf /tmp/build\"}\n", 0);
    check("repair --truncated refuse", cut, "", 1);
    check("repair --max-risk inferred", cut, "", 1);
    check("repair --max-risk syntax", "{'a': 1}", "{\"a\": 1}\n", 0);
    check("repair --max-risk syntax", "{\"a\": 1 \"b\": 2}", "", 1);
    check("repair --max-risk inferred", "{\"a\": 1 \"b\": 2}", "{\"a\": 1, \"b\": 2}\n", 0);
    check("repair --strategies ast,regex", "{\"a\": 1} // comment", "", 1);
    check("repair --strategies ast,structural", "{\"a\": 1 // comment\n}", "{\"a\": 1 \n}\n", 0);
    let deep = format!("{}1{}", "[".repeat(30), ",]".repeat(30));
    check("repair --max-depth 29", &deep, "", 1);
    jmend("repair")
        .write_stdin(cut)
        .assert()
        .stderr(contains("warning[truncated]").and(contains("--truncated refuse")));
    for (args, input, message) in [
        ("--truncated refuse", cut, "error[truncated]"),
        ("--max-risk inferred", cut, "error[risk]"),
        ("--strategies ast,regex", "{\"a\": 1} // comment", "error[strategy]"),
        ("--max-depth 29", &deep, "error[depth]"),
        ("", "plain prose", "error[no-json]"),
    ] {
        jmend(&format!("repair {args}"))
            .write_stdin(input)
            .assert()
            .code(1)
            .stdout("")
            .stderr(contains(message));
    }
}

#[test]
fn the_user_chooses_among_documents() {
    let text = "{\"a\": 1} {\"b\": [2, 3, 4]} {\"c\": 7}";
    for (select, output) in [
        ("first", "{\"a\": 1}\n"),
        ("last", "{\"c\": 7}\n"),
        ("largest", "{\"b\": [2, 3, 4]}\n"),
        ("all", "{\"a\": 1}\n{\"b\": [2, 3, 4]}\n{\"c\": 7}\n"),
    ] {
        check(&format!("repair --select {select}"), text, output, 0);
        check(&format!("repair --lines --select {select}"), text, output, 0);
    }
    let report = report("--select all", text);
    assert_eq!(report["values"], serde_json::json!([{"a": 1}, {"b": [2, 3, 4]}, {"c": 7}]), "{report}");
    assert_eq!(report.get("value"), None);
}

/// The only line of the report on `input`.
#[track_caller]
fn report(args: &str, input: &str) -> Value {
    let output = jmend(&format!("repair --report {args}")).write_stdin(input).output().expect("it runs");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(text.matches('\n').count(), 1, "one line: {text}");
    assert_eq!(output.stderr, b"", "the report is the product; there is nothing to add");
    serde_json::from_str(&text).expect(&text)
}

/// The input with the fixes of a report applied: what the output must be.
fn apply(input: &str, report: &Value) -> String {
    let (mut output, mut pos) = (Vec::new(), 0);
    for fix in report["fixes"].as_array().expect("a list") {
        let offset = |name: &str| fix[name].as_u64().expect("an offset") as usize;
        if let Some(text) = fix["replacement"].as_str() {
            output.extend_from_slice(&input.as_bytes()[pos..offset("start")]);
            output.extend_from_slice(text.as_bytes());
            pos = offset("end");
        }
    }
    output.extend_from_slice(&input.as_bytes()[pos..]);
    String::from_utf8(output).expect("UTF-8")
}

#[test]
fn the_report_tells_the_value_and_every_change() {
    for (input, output) in MENDED {
        let report = report("", input);
        assert_eq!(report["ok"], true, "{report}");
        assert_eq!(
            apply(input, &report).trim_end(),
            output.trim_end(),
            "applying the fixes gives the output: {report}"
        );
        if let Some(value) = report.get("value") {
            assert_eq!(*value, serde_json::from_str::<Value>(output).expect("JSON"));
        }
        for fix in report["fixes"].as_array().expect("a list") {
            let mut names: Vec<_> = fix.as_object().expect("an object").keys().map(String::as_str).collect();
            names.sort_unstable();
            assert_eq!(
                names,
                ["code", "column", "end", "line", "message", "path", "replacement", "risk", "start"],
                "{report}"
            );
        }
    }
}

#[test]
fn the_report_on_valid_input_says_so() {
    check(
        "repair --report --lines",
        "{\"a\" : 1.10}\n[]\n",
        "{\"ok\":true,\"line\":1,\"record\":1,\"value\":{\"a\":1.10},\"strategy\":\"direct\",\"risk\":null,\"confidence\":1,\"truncated\":false,\"fixes\":[]}\n\
         {\"ok\":true,\"line\":2,\"record\":2,\"value\":[],\"strategy\":\"direct\",\"risk\":null,\"confidence\":1,\"truncated\":false,\"fixes\":[]}\n",
        0,
    );
}

#[test]
fn the_report_says_where_and_how_sure() {
    let report = report("", "{\"list\": [\"a\",\n1 2], 'd/e': 1}");
    assert_eq!(
        (&report["strategy"], &report["truncated"]),
        (&"structural".into(), &false.into()),
        "{report}"
    );
    assert_eq!(report["risk"], "inferred");
    let fixes = report["fixes"].as_array().expect("a list");
    let missing = fixes.iter().find(|fix| fix["code"] == "missing-comma").expect("the comma");
    assert_eq!((&missing["line"], &missing["risk"]), (&2.into(), &"inferred".into()), "{missing}");
    let quotes = fixes.iter().find(|fix| fix["code"] == "single-quotes").expect("the quotes");
    assert_eq!(
        (&quotes["path"], &quotes["line"], &quotes["column"]),
        (&"/d~1e".into(), &2.into(), &7.into())
    );
}

#[test]
fn the_report_tells_where_input_was_cut() {
    let report = report("", "{\"a\": \"half a sent");
    assert_eq!((&report["truncated"], &report["cut"]), (&true.into(), &"string".into()), "{report}");
    assert_eq!((&report["risk"], &report["value"]["a"]), (&"lossy".into(), &"half a sent".into()));
}

#[test]
fn the_report_has_a_line_for_every_record() {
    let input = "{'a': 1}\nnothing here\n\n{\"b\": [\"x\n[3]\n";
    let output =
        jmend("repair --lines --report --truncated refuse").write_stdin(input).output().expect("it runs");
    assert_eq!(output.status.code(), Some(1));
    let lines: Vec<Value> = String::from_utf8(output.stdout)
        .expect("UTF-8")
        .lines()
        .map(|line| serde_json::from_str(line).expect(line))
        .collect();
    let ok: Vec<_> = lines.iter().map(|line| line["ok"] == true).collect();
    assert_eq!(ok, [true, false, false, true]);
    assert_eq!((&lines[1]["error"]["code"], &lines[1]["strategy"]), (&"no-json".into(), &"failed".into()));
    assert_eq!(lines[2]["error"]["code"], "truncated");
    assert!(lines[2]["error"]["line"].is_u64() && lines[2]["error"]["message"].is_string());
}

#[test]
fn hostile_31_bytes_that_are_not_utf8_are_replaced_and_told() {
    check("repair", b"{\"a\": \"caf\xe9\"}", "{\"a\": \"caf\u{fffd}\"}\n", 0);
    check("repair --max-risk inferred", b"{\"a\": \"caf\xe9\"}", "", 1);
    check("repair --on-error raw", b"caf\xe9 au lait", "\"caf\u{fffd} au lait\"\n", 1);
}

#[test]
fn hostile_1_a_million_brackets_are_a_depth_error() {
    let text = "[".repeat(1_000_000);
    jmend("repair").write_stdin(text).assert().code(1).stdout("").stderr(contains("error[depth]"));
}
