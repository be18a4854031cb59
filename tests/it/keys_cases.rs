//! `normalize` and `cache-key` from end to end: the project's own cases, and the promises about streams.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::{check, jmend, truth};
use assert_cmd::cargo::cargo_bin;
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::Value;

/// Runs every row of a fixture: arguments, input, output, status.
fn run_cases(command: &str, file: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/keys").join(file);
    let text = std::fs::read_to_string(path).expect("a fixture");
    let mut rows = 0;
    for line in text.lines() {
        let row: Value = serde_json::from_str(line).expect("a row");
        let member = |name: &str| row[name].as_str().expect(name);
        let status = row["status"].as_i64().unwrap_or(0);
        check(&format!("{command} {}", member("args")), member("input"), member("output"), status as i32);
        rows += 1;
    }
    assert!(rows >= 15, "{file}");
}

#[test]
fn normalize_cases() {
    run_cases("normalize", "normalize.jsonl");
}

#[test]
fn cache_key_cases() {
    run_cases("cache-key", "cache_key.jsonl");
}

#[test]
fn messages_name_file_line_column_pointer_and_a_way_out() {
    let errors = |args: &str, input: &str, parts: &[&str]| {
        let mut run = jmend(args).write_stdin(input).assert().code(1);
        for part in parts {
            run = run.stderr(contains(*part));
        }
    };
    errors(
        "normalize",
        "{\"a\":1}\n{\"b\":[1,{\"é\": 0x1}]}",
        &["<stdin>:2:15: error[syntax]", "record 2, at /b/1/é", "try --repair"],
    );
    errors(
        "normalize",
        "{\"a\":{\"x-y\":1,\n\"x_y\":2}}",
        &["<stdin>:2:1: error[key-collision]", "at /a/x_y", "the other at 1:7", "--on-collision"],
    );
    errors(
        "cache-key t",
        "{\"a\":[{\"x-y\":1,\n\"x_y\":2}]}",
        &["<stdin>:2:1: error[key-collision]", "at /a/0/x_y", "the other at 1:8"],
    );
    errors("cache-key t", "{\"a\":\"\\ud800\"}", &["<stdin>:1:6: error[lone-surrogate]", "at /a"]);
    errors("normalize --canonical", "{\"a\":[1,1e400]}", &["<stdin>:1:9: error[number-range]", "at /a/1"]);
    errors("normalize", "\"\u{feff}", &["error[syntax]"]);
    jmend("normalize")
        .write_stdin(&b"[\"\xff\"]"[..])
        .assert()
        .code(1)
        .stderr(contains("<stdin>:1:3: error[encoding]"));
    jmend("normalize").write_stdin("").assert().code(1).stderr(contains("no JSON"));
    jmend("normalize").write_stdin(&b"\xff\xfe[\0"[..]).assert().code(1).stderr(contains("no JSON").not());
    jmend("cache-key t").args(["--", ""]).assert().code(2);
    jmend("cache-key").arg("").write_stdin("{}").assert().code(2).stderr(contains("TOOL is empty"));
    jmend("normalize -j2").write_stdin("{}").assert().code(2);
}

#[test]
fn hostile_1_to_3_depth_is_a_limit() {
    let deep = |levels: usize| [vec![b'['; levels], vec![b']'; levels]].concat();
    for command in ["normalize", "normalize --canonical", "cache-key t"] {
        jmend(command).write_stdin(deep(1024)).assert().code(0);
        jmend(command).write_stdin(deep(1025)).assert().code(1).stderr(contains("[depth]")).stdout("");
        jmend(command).write_stdin("{\"a\":".repeat(1_000_000)).assert().code(1).stderr(contains("[depth]"));
    }
    jmend("normalize --max-depth 2").write_stdin("[[[]]]").assert().code(1);
}

#[test]
fn hostile_12_many_collisions_are_one_message_and_no_square() {
    let equal = format!("{{{}}}", vec!["\"a\":1"; 200_000].join(","));
    check("normalize", &equal, "{\"a\":1}\n", 0);
    let differing: Vec<_> =
        (0..200_000).map(|i| format!("\"a{}b\":{i}", if i % 2 == 0 { '-' } else { '_' })).collect();
    let differing = format!("{{{}}}", differing.join(","));
    for (args, stdout, lines) in [
        ("normalize", "", 1),
        ("normalize --on-collision first", "{\"a_b\":0}\n", 2),
        ("normalize --on-collision last", "{\"a_b\":199999}\n", 2),
        ("cache-key t", "", 1),
        ("cache-key t --text --on-collision last", "{\"args\":{\"a_b\":199999},\"tool\":\"t\",\"v\":1}", 1),
    ] {
        let output = jmend(args).write_stdin(&differing[..]).output().expect("it runs");
        assert_eq!(String::from_utf8_lossy(&output.stdout), stdout, "{args}");
        assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), lines, "{args}");
    }
}

#[test]
fn hostile_20_a_million_digits_are_linear_and_kept() {
    let digits = "7".repeat(1_000_000);
    let fraction = format!("0.{}7", "0".repeat(1_000_000));
    for number in [&digits, &fraction] {
        check("normalize", number, &format!("{number}\n"), 0);
    }
    check("cache-key t --text", &digits, &format!("{{\"non_map\":{digits},\"tool\":\"t\",\"v\":1}}"), 0);
    check("cache-key t --text", &fraction, "{\"non_map\":7e-1000001,\"tool\":\"t\",\"v\":1}", 0);
    check("cache-key t --text", "1e999999999", "{\"non_map\":1e+999999999,\"tool\":\"t\",\"v\":1}", 0);
}

/// Large inputs go through threads; what comes out is the same, in the same order, with the same messages.
#[test]
fn many_threads_write_what_one_writes() {
    let mut input = String::new();
    for i in 0..150_000 {
        let line = match i % 5_000 {
            17 => "{\"bad\": }\n".to_owned(),
            18 => format!("{{\"a-b\":{i},\"a_b\":0}}\n"),
            _ => format!("{{\"row-id\":{i},\"x\":[1.0,{{\"y-z\":\"é\"}}]}}\n"),
        };
        input.push_str(&line);
    }
    // A path that would steer a terminal.
    input.push_str("{\"\\u001b[31m\": {\"a-b\": 1, \"a_b\": 2}}\n");
    let commands = ["normalize", "normalize -c --on-collision last", "cache-key t", "normalize --repair"];
    for command in commands {
        let run = |jobs: &str| {
            let output = jmend(&format!("{command} --lines {jobs}"))
                .write_stdin(&input[..])
                .output()
                .expect("it runs");
            let messages = String::from_utf8(output.stderr).expect("UTF-8");
            (output.status.code(), output.stdout, messages)
        };
        let (one, many) = (run("-j1"), run("-j4"));
        assert_eq!(one.0, Some(1));
        assert!(!one.2.contains('\u{1b}') && !many.2.contains('\u{1b}'), "{command}");
        assert_eq!(one.2, many.2, "{command}");
        assert!(one == many, "{command}");
    }
}

#[test]
fn a_long_lived_pipe_is_answered_record_by_record() {
    for (args, answer) in [(&["normalize"][..], "{\"a_b\":1}\n"), (&["cache-key", "t"][..], "jk1-")] {
        let mut child = Command::new(cargo_bin!("jmend"))
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it runs");
        let (mut stdin, stdout) = (child.stdin.take().expect("stdin"), child.stdout.take().expect("stdout"));
        let mut lines = BufReader::new(stdout);
        for _ in 0..3 {
            stdin.write_all(b"{\"a-b\":1}\n").expect("written");
            stdin.flush().expect("flushed");
            let mut line = String::new();
            lines.read_line(&mut line).expect("an answer");
            assert!(line.starts_with(answer), "{line}");
        }
        drop(stdin);
        assert!(child.wait().expect("it ends").success());
    }
}

#[test]
fn a_reader_that_has_enough_ends_the_program_quietly() {
    let mut child = Command::new(cargo_bin!("jmend"))
        .arg("normalize")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut stdin = child.stdin.take().expect("stdin");
    drop(child.stdout.take());
    let line = "{\"a-b\":1}\n".repeat(100_000);
    // The program may be gone before all of this is written.
    let _ = stdin.write_all(line.as_bytes());
    drop(stdin);
    let mut errors = String::new();
    child.stderr.take().expect("stderr").read_to_string(&mut errors).expect("UTF-8");
    assert_eq!((child.wait().expect("it ends").code(), errors.as_str()), (Some(0), ""));
}

#[test]
fn output_files_appear_whole_or_not_at_all() {
    let folder = tempfile::tempdir().expect("a directory");
    let (input, output) = (folder.path().join("in.json"), folder.path().join("out.json"));
    std::fs::write(&input, "{\"a-b\":1}\nbad\n").expect("written");
    std::fs::write(&output, "old").expect("written");
    let run = |extra: &[&str]| jmend("normalize -o").arg(&output).arg(&input).args(extra).assert();
    run(&[]).code(1).stderr(contains("was not written"));
    assert_eq!(std::fs::read_to_string(&output).expect("a file"), "old");
    run(&["--on-error", "skip"]).code(1);
    assert_eq!(std::fs::read_to_string(&output).expect("a file"), "{\"a_b\":1}\n");
    jmend("normalize").arg(&input).arg("nowhere.json").assert().code(2).stdout("{\"a_b\":1}\n");
}

/// What was repaired has the key of what the repair gives.
#[track_caller]
fn keys_agree(texts: &[String], least: usize) {
    let (mut compared, mut wrong) = (0, Vec::new());
    for text in texts {
        // A key is asked of one text: rows are not looked for.
        let repaired = jmend("repair --framing document").write_stdin(&text[..]).output().expect("it runs");
        if repaired.status.code() != Some(0) {
            continue;
        }
        let piped = jmend("cache-key t").write_stdin(repaired.stdout).output().expect("it runs");
        let direct = jmend("cache-key t --repair --truncated close --max-risk lossy")
            .write_stdin(&text[..])
            .output()
            .expect("it runs");
        compared += 1;
        if piped.stdout != direct.stdout || piped.status.code() != direct.status.code() {
            wrong.push(text);
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
    assert!(compared >= least, "{compared}");
}

#[test]
fn repair_then_cache_key_equals_cache_key_with_repair() {
    keys_agree(&broken_texts(), 200);
}

#[test]
#[cfg_attr(not(has = "shared"), ignore = "needs ../shared")]
fn repair_then_cache_key_equals_cache_key_with_repair_on_texts_of_models() {
    keys_agree(&inputs(&truth::shared("vectors/field.jsonl")), 30);
}

#[test]
#[cfg_attr(not(has = "shared"), ignore = "needs ../shared")]
fn repair_then_cache_key_equals_cache_key_with_repair_on_texts_of_other_projects() {
    for file in ["json_repair", "jsonrepair"] {
        keys_agree(&inputs(&truth::shared(&format!("vectors/third_party/{file}.jsonl"))), 100);
    }
}

/// The inputs of a file of cases.
fn inputs(path: &Path) -> Vec<String> {
    let rows = std::fs::read_to_string(path).expect("readable");
    let input = |line: &str| {
        let row: Value = serde_json::from_str(line).expect("a row");
        row["input"].as_str().unwrap_or_default().to_owned()
    };
    rows.split('\n').filter(|line| !line.is_empty()).map(input).collect()
}

/// Broken texts of our own, the fixtures among them.
fn broken_texts() -> Vec<String> {
    let mut texts: Vec<String> = [
        "{'a-b': 1.0,}",
        "[1, 2",
        "```json\n{\"a\": 1e2}\n```",
        "{a: 1, b: None}",
        "{\"a\": \"x\ny\"}",
        "{\"a\":1}\n{\"b\":2}",
        "{'a': 1, 'a': 2}",
        "\u{feff}{\"x\": 01}",
        "Here: {\"k-k\": [True]} done",
    ]
    .map(str::to_owned)
    .to_vec();
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/repair");
    for file in std::fs::read_dir(fixtures).expect("the fixtures") {
        texts.extend(inputs(&file.expect("a file").path()));
    }
    texts
}

#[test]
fn help_is_on_standard_output() {
    for command in ["normalize", "cache-key"] {
        jmend(&format!("{command} --help")).assert().code(0).stdout(predicate::str::contains("Examples:"));
    }
}

/// With `--repair`, messages name the record of the input, however many documents came of those before it; a record that
/// is one line stays one; and the first that fails is the last where that is asked for. On one thread as on several.
#[test]
fn repaired_records_keep_their_numbers_and_lines() {
    let lines =
        ["{'a-b': 1}", "[1] [2]", "nothing", r#"{\n  \"c-d\": 2\n}"#, "", "{'e-f': 1, 'e_f': 2}", "{'g': 3"];
    // The same again after more than one batch of text.
    let much = format!("{}\n", "[1] [2] [3]\n".repeat(20_000));
    for (before, count) in [("", 0), (much.as_str(), 20_000)] {
        let input = format!("{before}{}\n", lines.join("\n"));
        for jobs in ["-j1", "-j2"] {
            let output = jmend("normalize --lines --repair --on-error skip -v")
                .args([jobs, "-v"])
                .write_stdin(input.as_str())
                .output()
                .expect("it runs");
            let text = String::from_utf8_lossy(&output.stdout);
            let end: Vec<_> = text.lines().rev().take(5).collect();
            assert_eq!(end, ["{\"g\": 3}", "{\"c_d\":2}", "[2]", "[1]", "{\"a_b\": 1}"], "{jobs}");
            let told = String::from_utf8_lossy(&output.stderr);
            for (number, code) in [(3, "no-json"), (5, "key-collision"), (6, "truncated")] {
                let number = format!("record {}", count + number);
                let is_told = told.lines().any(|line| line.contains(code) && line.contains(&number));
                assert!(is_told, "{jobs}: {code} of {number}: {told}");
            }
        }
    }
    for jobs in ["-j1", "-j2"] {
        let input = format!("{}\n", lines.join("\n"));
        let stopped =
            jmend("normalize --lines --repair --on-error stop").arg(jobs).write_stdin(input).assert();
        stopped
            .code(1)
            .stdout("{\"a_b\": 1}\n[1]\n[2]\n")
            .stderr(contains("record 3").and(contains("\n").count(1)));
    }
}

/// Between NUL bytes records may span lines, which count for those after them.
#[test]
fn records_between_nul_bytes_are_told_by_their_lines() {
    for command in ["normalize --repair", "repair"] {
        let run = jmend(&format!("{command} --framing nul")).write_stdin("[1,\n2,\n3\n]\0sorry\0").assert();
        run.code(1).stderr(contains("<stdin>:4:1: error[no-json]"));
    }
}
