//! `jmend stats` and `jmend report`: what each kind of line counts as, that the forms agree, and that nothing in a log steers a
//! terminal, a page or a table. `tests/browser` opens the page in a browser.

use std::fs;
use std::path::Path;

use crate::common::{jmend, pty};
use serde_json::{Value, json};

/// What a log is counted as.
#[track_caller]
fn counted(args: &str, log: &str) -> Value {
    let output = jmend(&format!("stats --format json {args}")).write_stdin(log).output().expect("it runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{log}: {stderr}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// A chat response with calls: (name, arguments).
fn response(model: &str, time: u64, calls: &[(&str, &str)]) -> String {
    let call = |(name, arguments): &(&str, &str)| json!({"type": "function", "function": {"name": name, "arguments": arguments}});
    let calls: Vec<_> = calls.iter().map(call).collect();
    let message = json!({"role": "assistant", "content": null, "tool_calls": calls});
    json!({"object": "chat.completion", "created": time, "model": model, "choices": [{"index": 0, "message": message}]}).to_string()
}

/// (line of a log, each answer in it: outcome, codes, group)
type Row = (&'static str, &'static [(&'static str, &'static str, &'static str)]);

const LINES: &[Row] = &[
    // Raw answers.
    (r#"{"a": 1}"#, &[("valid", "", "")]),
    (r#"{"model": "Corolla", "created": 1700000000}"#, &[("valid", "", "")]),
    ("{'a': 1}", &[("syntax", "single-quotes", "")]),
    ("Here it is. {\"a\": 1}", &[("inferred", "prose", "")]),
    ("{\"a\": NaN}", &[("lossy", "non-finite", "")]),
    ("{\"a\": [1, 2", &[("lossy", "cut-off", "")]),
    ("I cannot do that.", &[("refused", "no-json", "")]),
    ("", &[]),
    // Messages.
    (r#"{"name": "ls", "arguments": {"a": 1}}"#, &[("valid", "", "tool=ls")]),
    (
        r#"{"name": "ls", "arguments": "{'a': 1}", "model": "m"}"#,
        &[("syntax", "single-quotes", "model=m tool=ls")],
    ),
    (
        r#"<tool_call>{"name": "ls", "arguments": {"a": 1,}}</tool_call> <tool_call>{"name": "cat", "arguments": {}}</tool_call>"#,
        &[("syntax", "trailing-comma", "tool=ls"), ("valid", "", "tool=cat")],
    ),
    // Answers of APIs.
    (
        r#"{"object":"chat.completion","model":"m","choices":[{"message":{"tool_calls":[{"function":{"name":"ls","arguments":"{\"a\": 1}"}},{"function":{"name":"ls","arguments":"{\"a\": 1,}"}}]}}]}"#,
        &[("valid", "", "model=m tool=ls"), ("syntax", "trailing-comma", "model=m tool=ls")],
    ),
    (
        r#"{"model":"m","choices":[{"message":{"tool_calls":[{"function":{"name":"ls","arguments":"{\"a\": "}}]}}]}"#,
        &[("refused", "truncated", "model=m tool=ls")],
    ),
    (
        r#"{"model":"m","choices":[{"message":{"role":"assistant","content":"{'a': 1}"}}]}"#,
        &[("syntax", "single-quotes", "model=m")],
    ),
    (r#"{"model":"m","choices":[{"message":{"role":"assistant","content":"Hello there"}}]}"#, &[]),
    (
        r#"{"type":"message","role":"assistant","model":"c","stop_reason":"tool_use","content":[{"type":"tool_use","id":"1","name":"ls","input":{"a":1}}]}"#,
        &[("valid", "", "model=c tool=ls")],
    ),
    (
        r#"{"modelVersion":"g","candidates":[{"content":{"parts":[{"functionCall":{"name":"ls","args":{"a":1}}}]}}]}"#,
        &[("valid", "", "model=g tool=ls")],
    ),
    (
        r#"{"custom_id":"7","response":{"body":{"model":"m","choices":[{"message":{"tool_calls":[{"function":{"name":"ls","arguments":"{a: 1}"}}]}}]}}}"#,
        &[("syntax", "unquoted-key", "model=m tool=ls")],
    ),
    // Lines of --report.
    (
        r#"{"ok":true,"line":1,"record":1,"value":{"a":1},"strategy":"regex_quotes","risk":"syntax","confidence":0.99,"truncated":false,"fixes":[{"code":"single-quotes","risk":"syntax","start":1,"end":2,"line":1,"column":2,"path":"/a","replacement":"\"","message":"…"}]}"#,
        &[("syntax", "single-quotes", "")],
    ),
    (
        r#"{"ok":true,"value":{"model":"Corolla"},"strategy":"direct","risk":null,"truncated":false,"fixes":[]}"#,
        &[("valid", "", "")],
    ),
    (
        r#"{"ok":true,"value":{"model":"m","choices":[]},"strategy":"direct","risk":null,"truncated":false,"fixes":[]}"#,
        &[("valid", "", "model=m")],
    ),
    (
        r#"{"ok":false,"error":{"code":"no-json","message":"there is no JSON in this text","line":1,"column":1},"feedback":"…","strategy":"failed"}"#,
        &[("refused", "no-json", "")],
    ),
    (
        r#"{"ok":true,"name":"ls","arguments":{"a":1},"format":"bare-json","complete":true,"risk":"lossy","fixes":[{"code":"of-a-later-version","risk":"lossy"}]}"#,
        &[("lossy", "other", "tool=ls")],
    ),
    // Log lines of the program.
    (
        r#"{"timestamp":"2026-11-26T09:05:00Z","level":"INFO","fields":{"message":"normalized","tool":"ls","strategy":"structural","provider":"p","fixes":"fence,prose","original":"x","normalized":"y"},"target":"jmend::normalization"}"#,
        &[("unrated", "fence prose", "provider=p tool=ls")],
    ),
    (
        r#"{"level":"WARN","fields":{"message":"not normalized","strategy":"failed","error":"no-json"},"target":"jmend::normalization"}"#,
        &[("refused", "no-json", "")],
    ),
    (r#"{"level":"WARN","fields":{"message":"a note"},"target":"jmend"}"#, &[]),
];

#[test]
fn each_kind_of_line_counts_as_its_answers() {
    for (line, answers) in LINES {
        let found = counted("", line);
        assert_eq!(found["answers"], json!(answers.len()), "{line}\n{found}");
        let mut codes: Vec<_> = answers.iter().flat_map(|(_, codes, _)| codes.split_whitespace()).collect();
        codes.sort_unstable();
        let mut seen: Vec<_> = found["codes"]
            .as_array()
            .expect("codes")
            .iter()
            .map(|code| code["code"].as_str().expect("a code"))
            .collect();
        seen.sort_unstable();
        assert_eq!(seen, codes, "{line}\n{found}");
        for (outcome, _, group) in *answers {
            let count = answers.iter().filter(|(other, ..)| other == outcome).count();
            assert_eq!(found["outcomes"][outcome]["count"], json!(count), "{line}\n{found}");
            let groups = found["groups"].as_array().expect("groups");
            let is_group = |row: &Value| {
                let named = row["by"].as_object().expect("names").iter().filter(|(_, name)| name.is_string());
                let mut named: Vec<_> =
                    named.map(|(by, name)| format!("{by}={}", name.as_str().unwrap_or_default())).collect();
                named.sort_unstable();
                named.join(" ") == *group
            };
            assert!(group.is_empty() || groups.iter().any(is_group), "{line}: {group}\n{found}");
        }
    }
}

/// A log of many lines of all kinds.
fn many(count: usize) -> String {
    let mut log = String::new();
    for n in 0..count {
        let arguments = ["{\"a\": 1}", "{'a': 1}", "{\"a\": \"b\"c\"}", "{\"a\": "][(n * n + n / 5) % 4];
        let model = ["small", "large"][n % 2];
        log += &response(model, 1_700_000_000 + 977 * n as u64, &[(["ls", "cat", "rm"][n % 3], arguments)]);
        log.push('\n');
        log += LINES[n % LINES.len()].0;
        log.push('\n');
    }
    log
}

#[test]
fn every_form_is_the_same_for_every_number_of_threads() {
    let log = many(3000);
    for form in ["terminal", "markdown", "json", "openmetrics", "page"] {
        let written = |jobs: &str| {
            let args = match form {
                "page" => format!("report {jobs}"),
                _ => format!("stats --format {form} {jobs}"),
            };
            let output = jmend(&args).write_stdin(log.as_str()).output().expect("it runs");
            assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
            String::from_utf8(output.stdout).expect("UTF-8")
        };
        let one = written("-j1");
        assert!(one.len() > 500 && one == written("-j2"), "{form}");
    }
}

#[test]
fn answers_are_grouped_by_what_the_user_names() {
    let log = "{\"team\":{\"name\":\"a\"},\"out\":\"{'x': 1}\"}\n{\"team\":{\"name\":\"b\"},\"out\":\"{}\"}\n{\"team\":{\"name\":\"a\"},\"out\":\"{}\"}\n{\"team\":7}\n";
    let found = counted("--by /team/name --at /out", log);
    let rows: Vec<_> = found["groups"]
        .as_array()
        .expect("groups")
        .iter()
        .map(|row| {
            (
                row["by"]["/team/name"].as_str().unwrap_or_default(),
                row["answers"].as_u64(),
                row["syntax"].as_u64(),
            )
        })
        .collect();
    assert_eq!(rows, [("a", Some(2), Some(1)), ("b", Some(1), Some(0))]);
    assert_eq!((&found["answers"], &found["skipped"]), (&json!(3), &json!(1)));
    for (args, said) in [("--by x", "--by"), ("--by ''", "--by"), ("--at x", "--at")] {
        let output = jmend(&format!("stats {args}")).write_stdin("{}").output().expect("it runs");
        assert_eq!(output.status.code(), Some(2), "{args}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(said), "{args}");
    }
}

#[test]
fn a_document_that_spans_lines_is_one_answer_or_a_list_of_them() {
    let one = serde_json::to_string_pretty(
        &serde_json::from_str::<Value>(&response("m", 1, &[("ls", "{'a': 1}")])).expect("JSON"),
    );
    let one = one.expect("JSON");
    assert_eq!(counted("", &one)["outcomes"]["syntax"]["count"], 1);
    let list = format!("[\n{one},\n{one},\n{{}}\n]\n");
    let found = counted("", &list);
    assert_eq!((&found["answers"], &found["outcomes"]["syntax"]["count"]), (&json!(3), &json!(2)));
}

#[test]
fn what_got_worse_is_named_and_what_may_be_chance_is_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = |name: &str, broken: usize| {
        let line = |n: usize| {
            let arguments = if n % 100 < broken && n.is_multiple_of(2) { "{'a': 1}" } else { "{\"a\": 1}" };
            response(["small", "large"][n % 2], 1, &[("ls", arguments)]) + "\n"
        };
        let path = folder.path().join(name);
        fs::write(&path, (0..4000).map(line).collect::<String>()).expect("written");
        path.to_str().expect("UTF-8").to_owned()
    };
    let (before, after, same) = (log("before", 10), log("after", 40), log("same", 12));
    let worse = |new: &str| -> Vec<String> {
        let found = counted(&format!("--baseline {before} {new}"), "");
        let rows = found["worse"].as_array().expect("rows").iter();
        rows.map(|row| row["what"].as_str().expect("text").to_owned()).collect()
    };
    assert_eq!(worse(&after), ["model small, tool ls: broken", "all answers: broken", "code single-quotes"]);
    assert_eq!(worse(&same), Vec::<String>::new());
    assert_eq!(worse(&before), Vec::<String>::new());
}

/// What a log may hold to get out of a page, a table or a terminal.
const HOSTILE: [&str; 6] = [
    "</script><script>alert(1)</script>",
    "\u{1b}[2J\u{1b}]0;owned\u{7}",
    "\u{202e}txt.exe\u{2066}",
    "<img src=x onerror=alert(1)>",
    "| a | b |\n# c",
    "\"} 1\njmend_answers_total{x=\"",
];

#[test]
fn hostile_55_what_stands_in_a_log_stays_text_in_every_form() {
    let texts: Vec<String> =
        HOSTILE.iter().map(|text| (*text).to_owned()).chain(["x".repeat(1 << 20)]).collect();
    let mut log = String::new();
    for text in &texts {
        let arguments = format!("{{'a': '{text}',}}");
        log += &response(text, 1_700_000_000, &[("ls", &arguments)]);
        log.push('\n');
        log += &json!({"name": "ls", "arguments": arguments, "model": "m", "tool": text, "usage": {}})
            .to_string();
        log.extend(["\n{'", &text.replace('\n', " "), "': 1,}\n"]);
    }
    for form in [
        "stats --format terminal",
        "stats --format markdown",
        "stats --format json",
        "stats --format openmetrics",
        "report",
    ] {
        let output = jmend(form).write_stdin(log.as_str()).output().expect("it runs");
        let shown = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(shown.len() < 200_000, "{form}: {} bytes", shown.len());
        let is_obeyed = |c: char| {
            c.is_control() && c != '\n'
                || ('\u{202a}'..='\u{202e}').contains(&c)
                || ('\u{2066}'..='\u{2069}').contains(&c)
        };
        assert!(!shown.contains(is_obeyed), "{form}: {shown}");
        match form {
            "report" => {
                assert_eq!(
                    (shown.matches("<script").count(), shown.matches("<img").count()),
                    (1, 0),
                    "{form}"
                );
                assert!(shown.contains("&lt;/script&gt;&lt;script&gt;alert(1)"), "{form}");
            }
            "stats --format markdown" => {
                assert!(!shown.contains("<img") && !shown.contains("\n# c"), "{shown}");
            }
            "stats --format json" => assert!(serde_json::from_str::<Value>(&shown).is_ok()),
            "stats --format openmetrics" => {
                assert!(shown.ends_with("# EOF\n"));
                let is_sample = |line: &str| {
                    line.starts_with("jmend_")
                        && line.rsplit(' ').next().is_some_and(|n| n.parse::<u64>().is_ok())
                };
                assert!(shown.lines().all(|line| line.starts_with("# ") || is_sample(line)), "{shown}");
                assert!(
                    shown
                        .lines()
                        .filter(|line| !line.starts_with('#'))
                        .all(|line| line.matches(" 1").count() <= 2),
                    "{shown}"
                );
            }
            _ => {}
        }
    }
}

#[test]
fn redacted_examples_hold_no_letter_of_the_log() {
    let log = response("m", 1, &[("ls", "{'secret': 'Passw0rd', 'on': True,}")]);
    let plain = jmend("report").write_stdin(log.as_str()).output().expect("it runs");
    assert!(String::from_utf8_lossy(&plain.stdout).contains("Passw0rd"));
    for form in ["report --redact", "stats --redact --format json"] {
        let output = jmend(form).write_stdin(log.as_str()).output().expect("it runs");
        let shown = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(
            !shown.contains("Passw0rd") && !shown.contains("secret") && shown.contains("xxxxx0xx"),
            "{shown}"
        );
    }
}

#[test]
fn metrics_and_logs_add_up_and_metrics_alone_stay_metrics() {
    let folder = tempfile::tempdir().expect("a folder");
    let (metrics, log) = (folder.path().join("run.json"), folder.path().join("log.ndjson"));
    let mut run = jmend("repair --lines -q");
    run.arg(format!("--stats={}", metrics.display()));
    run.write_stdin("{'a': 1}\n{}\nno\n").output().expect("it runs");
    fs::write(&log, response("m", 1, &[("ls", "{'a': 1}")])).expect("written");
    let stats = |files: &[&Path]| {
        let output = jmend("stats").args(files).output().expect("it runs");
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice::<Value>(&output.stdout).expect("JSON")
    };
    assert_eq!(stats(&[&metrics, &metrics])["argument_normalization"]["total_calls"], 6);
    let both = stats(&[&metrics, &log]);
    let count = |outcome: &str| both["outcomes"][outcome]["count"].as_u64();
    assert_eq!(["valid", "syntax", "unrated", "refused"].map(count), [Some(1), Some(1), Some(1), Some(1)]);
    // Metrics count fixes and not answers, so a share is that of the answers that were seen.
    let code = &both["codes"][0];
    assert_eq!((&code["code"], &code["fixes"]), (&json!("single-quotes"), &json!(4)));
    assert!(code["answers"]["share"].as_f64().is_some_and(|share| share > 0.999), "{code}");
    // The same line in a log.
    let line = fs::read_to_string(&metrics).expect("a file");
    let mixed = counted("", &format!("{{'a': 1}}\n{line}sorry\n"));
    assert_eq!(mixed["answers"], 5);
}

#[test]
fn a_log_that_cannot_be_read_gives_no_report() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("report.html");
    let output = jmend("report /nowhere/x.ndjson -o").arg(&page).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(!page.exists());
    let output = jmend("report - -o").arg(&page).write_stdin("{'a': 1}\n").output().expect("it runs");
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(0), b"".as_slice()));
    let text = fs::read_to_string(&page).expect("the page");
    assert!(
        text.starts_with("<!doctype html>") && text.contains("&lt;stdin&gt;") && text.ends_with("</html>\n")
    );
}

#[test]
#[cfg_attr(not(has = "script"), ignore = "needs script")]
fn merged_metrics_are_clean_on_a_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    let commands = "printf '%s\\n' \"{'a': 1}\" '{}' no | jmend repair --lines -q --stats=run.json > /dev/null\njmend stats run.json run.json";
    let shown = pty::run(commands, folder.path());
    assert!(shown.contains("\u{1b}[") && !shown.contains("u001b") && !shown.contains("u{1b}"), "{shown}");
    assert!(shown.contains(" unrated") && shown.contains("33.3 %"), "{shown}");
}

/// A broken plain call counts for its tool, as a valid one does.
#[test]
fn broken_plain_calls_have_their_tool() {
    use crate::common::lines::run;

    let folder = tempfile::tempdir().expect("a folder");
    let log = "{\"name\":\"search\",\"arguments\":{\"q\":1}}\n{'name':'search','arguments':{'q':2}}\n";
    let (out, err, status) = run(folder.path(), &["stats", "--format", "json"], log);
    let read: serde_json::Value = serde_json::from_str(&out).expect(&err);
    let groups = read["groups"].as_array().expect("groups");
    let tools: Vec<_> = groups.iter().map(|group| (&group["by"]["tool"], &group["answers"])).collect();
    assert_eq!((tools, status), (vec![(&"search".into(), &2.into())], 0), "{out}");
}
