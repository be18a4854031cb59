//! `jmend calls` and `repair --at` as processes, and the documentation of both.

use std::fmt::Write as _;

use crate::common::{check, jmend};
use serde_json::Value;

const AT: &str = "repair --at /c/*/args";

#[test]
fn calls_of_messages_lines_and_strings() {
    let call = r#"<tool_call>{"name": "f", "arguments": {"n": 1.10}}</tool_call>"#;
    for (args, input, expected, status) in [
        ("calls", call.to_owned(), "{\"name\":\"f\",\"arguments\":{\"n\": 1.10}}\n", 0),
        ("calls -c", call.to_owned(), "{\"name\":\"f\",\"arguments\":{\"n\":1.10}}\n", 0),
        ("calls", "Hello.".to_owned(), "", 0),
        ("calls --require-call", "Hello.".to_owned(), "", 1),
        ("calls --call-format hermes", call.to_owned(), "{\"name\":\"f\",\"arguments\":{\"n\": 1.10}}\n", 0),
        ("calls --call-format kimi-k2", call.to_owned(), "", 0),
        (
            "calls --lines",
            format!("{call}\nno\n{call}\n"),
            "{\"name\":\"f\",\"arguments\":{\"n\": 1.10}}\n{\"name\":\"f\",\"arguments\":{\"n\": 1.10}}\n",
            0,
        ),
        (
            "calls --framing strings",
            serde_json::to_string(call).expect("a string"),
            "{\"name\":\"f\",\"arguments\":{\"n\": 1.10}}\n",
            0,
        ),
        (
            "calls --max-risk syntax",
            "<tool_call>{\"name\": \"f\", \"arguments\": {\"n\" 1}}</tool_call>".to_owned(),
            "",
            1,
        ),
        (
            "calls -e",
            "<tool_call>{'name': 'f', 'arguments': {}}</tool_call>".to_owned(),
            "{\"name\":\"f\",\"arguments\":{}}\n",
            1,
        ),
        ("repair --call-format hermes", call.to_owned(), "", 2),
        ("calls --call-format nothing", call.to_owned(), "", 2),
    ] {
        check(args, input, expected, status);
    }
}

/// A file that describes no format says what is wrong with it.
#[test]
fn a_format_that_cannot_be_read_says_why() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("format.json");
    let field = |field: &str| format!("{{\"fields\": {{\"tool_calls\": {{{field}}}}}}}");
    let named = r#""transform": {"function": {"name": "{name}", "arguments": "{content}"}}"#;
    for (text, message) in [
        ("{".to_owned(), "this is not JSON"),
        ("{}".to_owned(), "a format has a `template`"),
        (r#"{"template": "<a>{name}"}"#.to_owned(), "the template needs {arguments}"),
        (r#"{"template": "<a>{name}{arguments}", "marker": "<a>"}"#.to_owned(), "a format has no `marker`"),
        (r#"{"fields": {"content": {}}}"#.to_owned(), "no field `tool_calls`"),
        (field(r#""open": "<a>", "parser": "x""#), "has no `parser`"),
        (field(r#""content": "json""#), "needs `open` or `open_pattern`"),
        (field(r#""open": "<a>", "content": "kv-lines""#), "`kv-lines` are not read"),
        (field(r#""open_pattern": "(?=x)<a>", "content": "json""#), "`(?=x)<a>` of the pattern"),
        (
            field(r#""open": "<a>", "content": "json", "content_args": {"string_delims": [["«", "»"]]}"#),
            "those of Gemma",
        ),
        (
            field(
                r#""open": "<a>", "content": "json", "transform": {"function": {"name": "{verb}", "arguments": "{how}"}}"#,
            ),
            "`transform` takes the name from `verb`",
        ),
        (field(r#""open": "<a>", "content": "xml-inline", "content_args": {}"#), "needs a `tag_pattern`"),
        (
            field(&format!(
                r#""open_pattern": "<a (?P<name>\\w+)>", "content": "xml-inline", "content_args": {{"tag_pattern": "(?P<key>.*)"}}, {named}"#
            )),
            "the tag pattern `(?P<key>.*)` is not read",
        ),
        (
            r#"{"properties": {"tool_calls": {"x-regex-key-value": "x"}}}"#.to_owned(),
            "of a `response_schema`",
        ),
    ] {
        std::fs::write(&file, &text).expect("it can be written");
        let output = jmend("calls --call-format").arg(&file).write_stdin("").output().expect("it runs");
        let told = String::from_utf8(output.stderr).expect("UTF-8");
        assert!(
            told.contains("this file describes no call format") && told.contains(message),
            "{text}: {told}"
        );
        assert_eq!(output.status.code(), Some(2), "{text}");
    }
}

#[test]
fn strings_at_places_are_repaired_and_nothing_else() {
    let odd = " { \"c\" : [ {\"args\":\"{a:1}\" , \"n\" : 1.10e5,\"n\":[ ] } ] ,\"args\":\"{b:2}\"}\r\n";
    let repaired = odd.replace("{a:1}", "{\\\"a\\\":1}");
    check(AT, odd, &repaired, 0);
    for (input, expected, status) in [
        // Valid strings, other values and other places stay.
        ("{\"c\":[{\"args\":\"{ \\\"a\\\" : 1.0 }\"},{\"args\":{\"a\":1}},{\"args\":7}]}\n", "", 0),
        // No arguments are empty arguments.
        ("{\"c\":[{\"args\":\" \"}]}\n", "{\"c\":[{\"args\":\"{}\"}]}\n", 0),
        // What was cut off is refused and stays; the next line is done.
        (
            "{\"c\":[{\"args\":\"{\\\"a\\\": \\\"b\"}]}\n{\"c\":[{\"args\":\"[1,]\"}]}\n",
            "{\"c\":[{\"args\":\"{\\\"a\\\": \\\"b\"}]}\n{\"c\":[{\"args\":\"[1]\"}]}\n",
            1,
        ),
        // A line that is no JSON stays too.
        ("nonsense\n{\"c\":{\"x\":{\"args\":\"[1,]\"}}}", "nonsense\n{\"c\":{\"x\":{\"args\":\"[1]\"}}}", 1),
        // Several documents in a line.
        (
            "{\"c\":[{\"args\":\"[1,]\"}]} {\"c\":[{\"args\":\"[2,]\"}]}",
            "{\"c\":[{\"args\":\"[1]\"}]} {\"c\":[{\"args\":\"[2]\"}]}",
            0,
        ),
        // A document over several lines, and one that ends too early.
        (
            "{\n \"c\": [\n  {\"args\": \"[1,]\"}\n ]\n}\n{\"c\":[]}\n",
            "{\n \"c\": [\n  {\"args\": \"[1]\"}\n ]\n}\n{\"c\":[]}\n",
            0,
        ),
        ("{\n \"c\": [\n", "", 1),
        ("", "", 0),
        ("\n\n", "", 0),
    ] {
        check(AT, input, if expected.is_empty() { input } else { expected }, status);
    }
    check(
        "repair --decode --at /a --at /b",
        "{\"a\":\"[1,]\",\"b\":\"{\\\"x\\\": 1}\"}\n",
        "{\"a\":[1],\"b\":{\"x\": 1}}\n",
        0,
    );
    check("repair --truncated close --at /a", "{\"a\":\"[1, 2\"}\n", "{\"a\":\"[1, 2]\"}\n", 0);
    check("repair --at a", "{}", "", 2);
    // A byte order mark is no part of the document, and stays.
    check("repair --at /a", "\u{feff}{\"a\":\"[1,]\"}\n", "\u{feff}{\"a\":\"[1]\"}\n", 0);
    check("calls --at /a", "{}", "", 2);
    // A string that holds other text beside the JSON is text.
    for text in ["retrying hosts [1, 2] in 5s", "took [5] ms", "{\\\"a\\\":1}\\nDone.", "use {a:1} or {b:2}"]
    {
        let input = format!("{{\"a\":\"{text}\"}}\n");
        for decode in ["", " --decode"] {
            check(&format!("repair --at /a{decode}"), &input, &input, 1);
        }
    }
    let wrapped = "{\"a\":\"```json\\n{'x':1}\\n``` \"}\n{\"a\":\"json: {'x':1}\"}\n";
    check("repair --at /a", wrapped, &"{\"a\":\"{\\\"x\\\":1}\"}\n".repeat(2), 0);
}

/// Lines of a file come out in order however many threads there are, with what is told of them; and what is no line in
/// between changes nothing: a document that spans some, a line that is longer than a thread reads or than any may be.
#[test]
fn places_in_many_lines_on_many_threads() {
    let mut input = String::new();
    for n in 0..60_000 {
        let _ = writeln!(input, "{{\"id\":{n},\"c\":[{{\"args\":\"[{n},]\"}}]}}");
        let pad = match n {
            20_000 | 40_000 => "\n",
            22_000 => &" ".repeat(700_000),
            24_000 => &" ".repeat(5_000_000),
            _ => continue,
        };
        let _ = writeln!(input, "{{\"id\":{n},{pad}\"c\":[{{\"args\":\"[{n},]\"}}]}}");
        let _ = writeln!(input, "no JSON, line {n}\n{{\"c\":[{{\"args\":\"sorry {n}\"}}]}}");
    }
    input.push_str("{\"c\":[{\"args\":\"[1,]\"}]}");
    let expected = input.replace(",]\"", "]\"");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("in.ndjson");
    std::fs::write(&file, &input).expect("it is written");
    let run = |jobs: usize| {
        jmend(&format!("{AT} -j{jobs}")).current_dir(&folder).arg("in.ndjson").output().expect("it runs")
    };
    let told = run(1).stderr;
    assert_eq!(String::from_utf8_lossy(&told).lines().count(), 8);
    for jobs in [1, 2, 7] {
        let output = run(jobs);
        assert!(output.stdout == expected.as_bytes() && output.status.code() == Some(1), "-j{jobs}");
        assert!(output.stderr == told, "-j{jobs}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

/// What stands before a place goes out as it came, however much it is; and a line that turns out to be no JSON stays whole.
#[test]
fn places_behind_much_or_little_other_text() {
    let (mut input, mut expected) = (String::new(), String::new());
    for _ in 0..3 {
        for len in [0, 100, 1_990, 2_048, 2_100, 9_000] {
            let pad = "é".repeat(len / 2);
            let good = format!("{{\"p\":\"{pad}\",\"c\":[{{\"args\":\"[1,]\"}},{{\"args\":\"[2,]\"}}]}}\n");
            let bad = format!("{{\"p\":\"{pad}\",\"c\":[{{\"args\":\"[3,]\"}}] x\n");
            input.extend([good.as_str(), &bad]);
            expected.extend([good.replace(",]", "]").as_str(), &bad]);
        }
    }
    for jobs in [1, 2] {
        check(&format!("{AT} -j{jobs}"), input.as_str(), &expected, 1);
    }
}

/// A line that lacks its closing bracket is told alone; those after it are repaired.
#[test]
fn hostile_a_bad_line_never_harms_its_neighbours() {
    let bad = "{\"a\":[\"x\"\n";
    let input = format!("{{\"a\":\"[1,]\"}}\n{bad}{{\"a\":\"[2,]\"}}\n{bad}[\n{{\"a\":\"[3,]\"}}]\n");
    let expected = format!("{{\"a\":\"[1]\"}}\n{bad}{{\"a\":\"[2]\"}}\n{bad}[\n{{\"a\":\"[3]\"}}]\n");
    let output = jmend("repair --at /a --at /*/a").write_stdin(input).output().expect("it runs");
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("<stdin>:2: error") && told.contains("<stdin>:4: error"), "{told}");
    assert_eq!(told.lines().count(), 2, "{told}");
}

/// A document that is longer than what is read at a time goes on after a string that stays as it is.
#[test]
fn places_behind_a_string_that_stays_in_a_long_document() {
    let mut input = String::from("{\"l\":[\n{\"a\":\"sorry\"}");
    for n in 0..60_000 {
        let _ = write!(input, ",\n{{\"a\":\"[{n},]\"}}");
    }
    input.push_str("\n]}\n");
    check("repair --at /l/*/a -j1", input.as_str(), &input.replace(",]\"", "]\""), 1);
}

/// What is longer than `--max-bytes` is not looked into, in a document of one line and in one of many.
#[test]
fn strings_longer_than_the_limit_stay_and_are_told() {
    for space in [" ", "\n"] {
        let input = format!("{{\"a\":[\"[1,]\",{space}\"[12345,]\",\"[2,]\"]}}\n{{\"a\":[\"[3, ]\"]}}\n");
        let due = format!("{{\"a\":[\"[1]\",{space}\"[12345,]\",\"[2]\"]}}\n{{\"a\":[\"[3 ]\"]}}\n");
        let output = jmend("repair --at /a/* --max-bytes 5").write_stdin(input).output().expect("it runs");
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(String::from_utf8_lossy(&output.stdout), due, "{told}");
        assert!(told.contains("error[size]") && told.contains("--max-bytes"), "{told}");
        assert_eq!(output.status.code(), Some(1));
    }
}

#[test]
fn what_is_closed_in_a_string_is_told() {
    let output = jmend("repair --at /a --truncated close").write_stdin("\n{\"a\":\"[1,\"}\n").output();
    let output = output.expect("it runs");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "\n{\"a\":\"[1]\"}\n");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.starts_with("<stdin>:2: warning[truncated]: the text is cut off"), "{told}");
    assert!(told.trim_end().ends_with("in the string at /a"), "{told}");
}

#[test]
fn hostile_31_bytes_of_a_call_that_are_not_utf8_are_told() {
    let call = b"<tool_call>{\"name\":\"f\",\"arguments\":{\"a\":\"\xff\"}}</tool_call>".as_slice();
    let told = r#""fixes":[{"code":"invalid-utf8","risk":"lossy""#;
    let output = jmend("calls --report").write_stdin(call).output().expect("it runs");
    let report = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(report.contains(told) && report.contains("{\"a\":\"\u{fffd}\"}"), "{report}");
    check("calls --max-risk inferred", call, "", 1);
}

/// Half a call has no key, even where the text around it is repaired.
#[test]
fn a_key_is_made_of_whole_calls() {
    check("cache-key --repair --calls --text", r#"{"name":"rm","arguments":{"path":"/va"#, "", 1);
    let closed = r#"{"args":{"path":"/va"},"tool":"rm","v":1}"#;
    let cut = r#"{"name":"rm","arguments":{"path":"/va"#;
    check("cache-key --repair --calls --text --truncated close --max-risk lossy", cut, closed, 0);
}

/// A report names the record, counted over the whole input and not within what was handled at once.
#[test]
fn records_are_numbered_through() {
    let call = |number: usize| {
        format!("<tool_call>{{\"name\": \"f\", \"arguments\": {{\"x\": {number}}}}}</tool_call>\n")
    };
    // Some hold no call, and one is no call.
    let line = |number: usize| match number % 1000 {
        0 => "no call here\n".to_owned(),
        500 => "<tool_call>{\"name\": \"f\", \"arguments\": {\"x\": \"a</tool_call>\n".to_owned(),
        _ => call(number),
    };
    let input: String = (1..=20_000).map(line).collect();
    for jobs in ["-j1", "-j2"] {
        let output = jmend("calls --lines --report --require-call")
            .arg(jobs)
            .write_stdin(input.as_str())
            .output()
            .expect("it runs");
        let reports: Vec<Value> = String::from_utf8_lossy(&output.stdout)
            .lines()
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect();
        let numbers: Vec<_> = reports.iter().map(|report| report["record"].as_u64()).collect();
        assert_eq!(numbers, (1..=20_000).map(Some).collect::<Vec<_>>(), "{jobs}");
        let is_same = |report: &&Value| report["ok"] == true && report["arguments"]["x"] != report["record"];
        assert_eq!(reports.iter().find(is_same), None, "{jobs}");
    }
}
