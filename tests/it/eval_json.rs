//! `jmend eval-json` as a process: turns and memory files, tools, limits, streams, exit codes.

use crate::common;
use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};

/// What a run gave.
struct Ran {
    status: i32,
    stdout: String,
    stderr: String,
}

fn run(args: &[&str], input: &str) -> Ran {
    let output = common::jmend("eval-json").args(args).write_stdin(input).output().expect("it runs");
    Ran {
        status: output.status.code().expect("no signal"),
        stdout: String::from_utf8(output.stdout).expect("UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

/// Runs and wants this output and status.
#[track_caller]
fn check(args: &[&str], input: &str, stdout: &str, status: i32) -> Ran {
    let ran = run(args, input);
    assert_eq!((ran.stdout.as_str(), ran.status), (stdout, status), "{args:?} {input}\n{}", ran.stderr);
    ran
}

fn program(expression: &Json) -> String {
    json!({"program": expression}).to_string()
}

fn lines(text: &str) -> Vec<Json> {
    text.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

const ORDERS: &str = r#"orders=[{"status":"delivered"},{"status":"open"},{"status":"delivered"}]"#;

/// Turn 1 of the scenario: counts, and stores the count through `let` and `object`.
fn store_the_count() -> String {
    program(&json!({"op": "let", "name": "cnt",
        "value": {"op": "pipe", "steps": [
            {"op": "load", "name": "orders"},
            {"op": "filter", "where": {"op": "eq", "field": "status", "value": "delivered"}},
            {"op": "count"}]},
        "in": {"op": "object", "fields": {"delivered-count": {"op": "var", "name": "cnt"}, "note": "counted"}}}))
}

fn read_the_count() -> String {
    program(&json!({"op": "var", "name": "delivered-count"}))
}

#[test]
fn a_count_stored_by_one_turn_is_read_by_the_next() {
    let turns = format!("{}\n{}\n", store_the_count(), read_the_count());
    check(&["--let", ORDERS], &turns, "{\"delivered-count\":2,\"note\":\"counted\"}\n2\n", 0);
}

#[test]
fn and_by_another_process_through_a_memory_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("memory.json");
    let memory = file.to_str().expect("UTF-8");
    let save = ["--let", ORDERS, "--memory", memory, "--save-memory"];
    check(&save, &store_the_count(), "{\"delivered-count\":2,\"note\":\"counted\"}\n", 0);
    assert_eq!(fs::read_to_string(&file).expect("saved"), "{\"delivered-count\":2,\"note\":\"counted\"}\n");
    check(&["--memory", memory], &read_the_count(), "2\n", 0);

    // An error in one field stops the program and leaves memory, in the file too, as it was.
    let before = fs::metadata(&file).and_then(|m| m.modified()).expect("a time");
    let fails = program(&json!({"op": "object", "fields": {"delivered-count": 0, "x": {"op": "count"}}}));
    let ran = check(&save, &fails, "", 1);
    assert!(ran.stderr.contains("No input available (at /program/fields/x)"), "{}", ran.stderr);
    assert_eq!(fs::read_to_string(&file).expect("there"), "{\"delivered-count\":2,\"note\":\"counted\"}\n");
    assert_eq!(fs::metadata(&file).and_then(|m| m.modified()).expect("a time"), before);
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1, "no temporary file is left");
}

#[test]
fn objects_empty_nested_and_mixed() {
    for (fields, stored) in [
        (json!({}), json!({})),
        (
            json!({"a": {"op": "object", "fields": {"b": {"op": "literal", "value": 1}}}}),
            json!({"a": {"b": 1}}),
        ),
        (
            json!({"n": {"op": "literal", "value": [1]}, "s": "text", "m": {"k": [null]}}),
            json!({"n": [1], "s": "text", "m": {"k": [null]}}),
        ),
    ] {
        let ran = run(&["--envelope=values"], &program(&json!({"op": "object", "fields": fields})));
        let envelope = json!({"ok": true, "result": stored, "memory_delta": stored, "memory": stored});
        assert_eq!(lines(&ran.stdout), [envelope]);
    }
}

#[test]
fn memory_without_save_must_be_there_and_be_an_object() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("memory.json");
    let memory = file.to_str().expect("UTF-8");
    let ran = check(&["--memory", memory], &read_the_count(), "", 2);
    assert!(ran.stderr.contains("memory.json"), "{}", ran.stderr);
    fs::write(&file, "[1]").expect("written");
    check(&["--memory", memory], &read_the_count(), "", 1);
    check(&["--save-memory"], &read_the_count(), "", 2);
}

#[test]
fn a_failed_turn_does_not_stop_the_next() {
    let turns = format!(
        "{}\n{{'bad'}}\n{{\"program\":{{\"op\":\"nope\"}}}}\n{}",
        store_the_count(),
        read_the_count()
    );
    let ran = run(&["--let", ORDERS, "--envelope=values"], &turns);
    let lines = lines(&ran.stdout);
    assert_eq!(ran.status, 1);
    assert_eq!(
        lines.iter().map(|line| line["ok"].as_bool()).collect::<Vec<_>>(),
        [true, false, false, true].map(Some)
    );
    assert_eq!(lines[1]["error"]["type"], "parse_error");
    assert_eq!(
        lines[2]["error"],
        json!({"type": "validation_error", "message": "Unknown operation 'nope'", "path": "/program",
               "formatted": "ValidationError: Unknown operation 'nope'"})
    );
    assert_eq!(lines[3]["memory"]["delivered-count"], 2);
    let ran = run(&["--let", ORDERS], &turns);
    assert!(ran.stderr.contains("<stdin>:2:2: error[parse_error]"), "{}", ran.stderr);
    assert!(ran.stderr.contains("<stdin>:3: error[validation_error]"), "{}", ran.stderr);
}

#[test]
fn nothing_at_all_is_an_error() {
    for input in ["", " \n", "\x1e"] {
        common::check("eval-json", input, "", 1);
    }
    let ran = run(&["--envelope=values"], "");
    assert_eq!(lines(&ran.stdout)[0]["error"]["type"], "parse_error");
}

#[test]
fn hostile_14_endless_input_stops_at_the_limit() {
    for (endless, bytes) in
        [("[\n", 9 << 20), ("{\"a\":\n", 9 << 20), ("[1,\n[],\n", 9 << 20), ("x\n", 1 << 17), ("\n", 9 << 20)]
    {
        let ran = run(&["--max-bytes", "8M", "--envelope=values"], &endless.repeat(bytes / endless.len()));
        assert_eq!(ran.status, 1, "{endless:?}");
    }
}

#[test]
fn what_a_model_wrote_is_mended_first() {
    for (answer, result) in [
        (
            "Here you are:\n```json\n{\"program\": {\"op\": \"literal\", \"value\": [1, 2,]}}\n```\n",
            "[1,2]\n",
        ),
        ("{'program': {'op': 'literal', 'value': True}}", "true\n"),
    ] {
        assert_eq!(run(&[], answer).status, 1);
        check(&["--repair"], answer, result, 0);
    }
    let ran = run(&["--repair", "--envelope=values"], "I cannot do that.");
    assert_eq!(lines(&ran.stdout)[0]["error"]["type"], "parse_error");
}

/// Half a program is another program: it could remove `/var/t` for `/var/tmp/old`.
#[test]
fn a_program_that_was_cut_off_does_not_run() {
    let cut = "Here:\n\n{\"program\": {\"op\": \"literal\", \"value\": [1, 2";
    let ran = run(&["--repair"], cut);
    assert_eq!((ran.status, &*ran.stdout), (1, ""));
    assert!(ran.stderr.starts_with("<stdin>:3:"), "{}", ran.stderr);
    assert!(ran.stderr.contains("--truncated close"), "{}", ran.stderr);
    let ran = run(&["--repair", "--truncated", "close"], cut);
    assert_eq!((ran.status, &*ran.stdout), (0, "[1,2]\n"));
    assert!(ran.stderr.contains("warning[truncated]"), "{}", ran.stderr);
}

#[test]
fn context_from_flags_and_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("context.json");
    fs::write(&file, "\u{feff}{\"a\":1,\"b\":2}").expect("written");
    let context = file.to_str().expect("UTF-8");
    let both = r#"{"program":{"a":{"op":"load","name":"a"},"b":{"op":"load","name":"b"}}}"#;
    check(&["--context", context, "--let", "b=3.50", "--expr", both], "", "{\"a\":1,\"b\":3.5}\n", 0);
    check(
        &["--let", &format!("a=@{context}"), "--expr", both],
        "",
        "{\"a\":{\"a\":1,\"b\":2},\"b\":null}\n",
        0,
    );
    check(&["--context", "-", "--expr", both], "{\"b\":[1]}", "{\"a\":null,\"b\":[1]}\n", 0);
    check(&["--context", "-"], both, "", 2);
    check(&["--let", "a=oops", "--expr", both], "", "", 2);
    check(&["--let", "a=@/nowhere/at/all", "--expr", both], "", "", 2);
    fs::write(&file, b"{\"a\":\"\xff\"}").expect("written");
    let ran = check(&["--context", context, "--expr", both], "", "", 1);
    assert!(ran.stderr.contains("the bytes are not UTF-8 (line 1, column 7)"), "{}", ran.stderr);
    let ran = check(&["--context", context, "--max-bytes", "3", "--expr", both], "", "", 1);
    assert!(ran.stderr.contains("longer than 3 bytes"), "{}", ran.stderr);
    fs::write(&file, "{\"a\":").expect("written");
    let ran = check(&["--context", context, "--expr", both], "", "", 1);
    assert!(
        ran.stderr.contains("context.json: the text ends inside a value (line 1, column 6)"),
        "{}",
        ran.stderr
    );
}

#[test]
fn layouts_and_output_files() {
    let expr = r#"{"program":{"op":"literal","value":{"b":1E2,"a":"é"}}}"#;
    check(&["-p", "--expr", expr], "", "{\n  \"b\": 100.0,\n  \"a\": \"é\"\n}\n", 0);
    check(&["--sort-keys", "--ascii", "--expr", expr], "", "{\"a\":\"\\u00e9\",\"b\":100.0}\n", 0);
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("out.json");
    check(&["-o", file.to_str().expect("UTF-8"), "--expr", expr], "", "", 0);
    assert_eq!(fs::read_to_string(&file).expect("written"), "{\"b\":100.0,\"a\":\"é\"}\n");
}

fn call(tool: &str, args: &Json) -> String {
    program(&json!({"op": "call", "tool": tool, "args": args}))
}

/// The message of the failure of a call to tool `t`, which is this command.
fn failure_of(command: &str) -> String {
    let ran = run(&["--envelope=values", "--tool-command", &format!("t={command}")], &call("t", &json!({})));
    assert_eq!(ran.status, 1, "{}", ran.stdout);
    lines(&ran.stdout)[0]["error"]["message"].as_str().expect("a message").to_owned()
}

#[test]
fn tools_with_fixed_values_and_commands() {
    check(
        &["--tool", r#"t={"error":"a value like any other"}"#],
        &call("t", &json!({})),
        "{\"error\":\"a value like any other\"}\n",
        0,
    );
    check(
        &["--tool-command", "t=cat"],
        &call("t", &json!({"q": [1.5, "é\n"]})),
        "{\"q\":[1.5,\"é\\n\"]}\n",
        0,
    );
    // No shell: nothing is expanded, quotes keep words together.
    check(
        &["--tool-command", r#"t=printf '"%s %s"' $HOME '*;'"#],
        &call("t", &json!({})),
        "\"$HOME *;\"\n",
        0,
    );
    check(&["--tool-command", "t=sh -c 'echo $((6*7))'"], &call("t", &json!({})), "42\n", 0);
}

#[test]
fn a_tool_that_says_no_fails_the_call() {
    assert_eq!(failure_of(r#"echo '{"error":{"code":404}}'"#), r#"Tool 't' error: {"code":404}"#);
    assert_eq!(failure_of(r#"sh -c 'echo "[\"why\"]"; exit 3'"#), r#"Tool 't' error: ["why"]"#);
    assert_eq!(failure_of("sh -c 'echo no luck >&2; exit 3'"), "Tool 't' raised: no luck (exit status: 3)");
    assert_eq!(
        failure_of("echo nothing"),
        "Tool 't' raised: its output is not JSON: only true, false and null may stand without quotes"
    );
    assert!(failure_of("/nowhere/at/all").starts_with("Tool 't' raised: /nowhere/at/all: "));
}

#[test]
fn a_tool_that_hangs_is_ended_with_all_that_it_started() {
    let folder = tempfile::tempdir().expect("a folder");
    let pids = folder.path().join("pids");
    let command = format!("t=sh -c 'sleep 600 & echo $! > {}; sleep 600'", pids.display());
    let started = Instant::now();
    let ran =
        run(&["--envelope=values", "--timeout", "2000", "--tool-command", &command], &call("t", &json!({})));
    assert!(started.elapsed() < Duration::from_secs(30), "it waited for the tool");
    assert_eq!(lines(&ran.stdout)[0]["error"]["type"], "timeout");
    let pid = fs::read_to_string(&pids).expect("the tool began").trim().to_owned();
    // What was killed needs a moment to die; then it is gone, or waits in state Z for whoever adopted it.
    let runs = || {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        let state = stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().next());
        !matches!(state, None | Some("Z" | "X"))
    };
    while runs() && started.elapsed() < Duration::from_secs(30) {
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(!runs(), "process {pid} still runs");
}

#[test]
fn a_tool_that_floods_is_ended() {
    let args = ["--envelope=values", "--timeout", "20000", "--max-memory", "1M", "--tool-command", "t=yes"];
    let ran = run(&args, &call("t", &json!({})));
    assert_eq!(lines(&ran.stdout)[0]["error"]["type"], "memory_exceeded");
}

#[test]
fn results_in_a_cache_directory_are_found_by_their_keys() {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = folder.path().to_str().expect("UTF-8");
    let output = common::jmend("cache-key search").write_stdin(r#"{"max-rows":1.10,"q":"é"}"#).output();
    let key = String::from_utf8(output.expect("it runs").stdout).expect("UTF-8");
    let hex = key.trim().strip_prefix("jk1-").expect("a key");
    fs::create_dir(folder.path().join(&hex[..2])).expect("made");
    let file = folder.path().join(&hex[..2]).join(format!("{hex}.json"));
    fs::write(&file, r#"[{"n":1},{"n":2}]"#).expect("written");

    // Another spelling of the same arguments, twice: one key, one file.
    let sum = |args: &str| {
        let call = format!(
            r#"{{"op":"pipe","steps":[{{"op":"call","tool":"search","args":{args}}},{{"op":"sum","field":"n"}}]}}"#
        );
        format!(r#"{{"program":{{"op":"add","left":{call},"right":{call}}}}}"#)
    };
    check(&["--cache-dir", dir, "--expr", &sum(r#"{"q":"\u00e9","max_rows":11e-1}"#)], "", "6\n", 0);
    // A key is exact where a float is not.
    let near = run(
        &[
            "--cache-dir",
            dir,
            "--envelope=values",
            "--expr",
            &sum(r#"{"q":"é","max_rows":1.1000000000000000000001}"#),
        ],
        "",
    );
    let message = lines(&near.stdout)[0]["error"]["message"].as_str().expect("a message").to_owned();
    assert!(
        message.starts_with("Tool 'search' has no cached result for these arguments, key jk1-"),
        "{message}"
    );
    assert!(!message.contains(hex));
    // A tool that the flags name is not looked up.
    check(
        &["--cache-dir", dir, "--tool", "search=[]", "--expr", &sum(r#"{"q":"é","max_rows":1.1}"#)],
        "",
        "0\n",
        0,
    );
    fs::write(&file, "[").expect("written");
    let broken = check(&["--cache-dir", dir, "--expr", &sum(r#"{"q":"é","max_rows":1.1}"#)], "", "", 1);
    assert!(broken.stderr.contains("is not JSON"), "{}", broken.stderr);
}

/// The type of the failure of a program.
fn failure_type(args: &[&str], input: &str) -> String {
    let ran = run(&[&["--envelope=values"], args].concat(), input);
    assert_eq!(ran.status, 1, "{}{}", ran.stdout, ran.stderr);
    lines(&ran.stdout)[0]["error"]["type"].as_str().expect("a type").to_owned()
}

#[test]
fn a_long_loop_stops_at_the_timeout() {
    // 4,000 times 4,000 times 4,000 items: many minutes.
    let rows = format!("n={:?}", vec![1; 4000]);
    let mut expr = json!({"op": "literal", "value": 1});
    for _ in 0..3 {
        expr = json!({"op": "pipe", "steps": [{"op": "load", "name": "n"}, {"op": "map", "expr": expr}, {"op": "count"}]});
    }
    let started = Instant::now();
    assert_eq!(failure_type(&["--timeout", "50", "--let", &rows], &program(&expr)), "timeout");
    assert!(started.elapsed() < Duration::from_secs(5));
}

/// Doubles what `x` is, so many times, with a new `let` each time.
fn doubled(times: usize, double: &Json) -> String {
    let mut expr = json!({"op": "var", "name": "x"});
    for _ in 0..times {
        expr = json!({"op": "let", "name": "x", "value": double, "in": expr});
    }
    program(&json!({"op": "let", "name": "x", "value": {"op": "literal", "value": [1]}, "in": expr}))
}

#[test]
fn what_doubles_stops_at_the_memory_limit() {
    let x = json!({"op": "var", "name": "x"});
    assert_eq!(failure_type(&[], &doubled(60, &json!({"op": "concat", "lists": [x, x]}))), "memory_exceeded");
    // A tree that shares its branches takes next to nothing, until it is written.
    let shared = json!({"op": "object", "fields": {"a": x, "b": x}});
    assert_eq!(failure_type(&[], &doubled(60, &shared)), "memory_exceeded");
    let number =
        json!({"op": "mul", "left": {"op": "literal", "value": 1}, "right": {"op": "literal", "value": 1}});
    check(&[], &program(&number), "1\n", 0);
    let mut squares = json!({"op": "var", "name": "x"});
    for _ in 0..60 {
        squares =
            json!({"op": "let", "name": "x", "value": {"op": "mul", "left": x, "right": x}, "in": squares});
    }
    let squares =
        json!({"op": "let", "name": "x", "value": {"op": "literal", "value": 12345}, "in": squares});
    assert_eq!(failure_type(&[], &program(&squares)), "memory_exceeded");
}

fn nested(levels: usize) -> String {
    format!(
        "{{\"program\":{}{{\"op\":\"literal\",\"value\":1}}{}}}",
        "{\"op\":\"not\",\"condition\":".repeat(levels - 2),
        "}".repeat(levels - 2)
    )
}

#[test]
fn hostile_3_depth_is_an_error_and_never_a_crash() {
    let deep_data = |levels: usize| format!("{{\"d\":{}{}}}", "[".repeat(levels - 1), "]".repeat(levels - 1));
    check(&[], &nested(1024), "true\n", 0);
    assert_eq!(failure_type(&[], &nested(1025)), "depth_exceeded");
    assert_eq!(failure_type(&[], &nested(100_000)), "depth_exceeded");
    assert_eq!(failure_type(&["--max-depth", "20000"], &nested(100_000)), "depth_exceeded");
    check(&["--max-depth", "20000"], &nested(20_000), "true\n", 0);
    // Deep data through all that walks values: hashing, comparing, measuring, writing, dropping.
    let twice = r#"{"program":{"op":"pipe","steps":[{"op":"concat","lists":[{"op":"load","name":"d"},{"op":"load","name":"d"}]},{"op":"distinct"},{"op":"sort_by","field":"x"}]}}"#;
    for open in ["[", "{\"a\":"] {
        let close = if open == "[" { "]" } else { "}" };
        let deep = format!("{}0{}", open.repeat(19_990), close.repeat(19_990));
        let context = format!("{{\"d\":[{deep}]}}");
        let args = ["--max-depth", "20000", "--timeout", "0", "--context", "-", "--expr", twice];
        check(&args, &context, &format!("[{deep}]\n"), 0);
    }
    let load = r#"{"program":{"op":"pipe","steps":[{"op":"load","name":"d"},{"op":"typeof"}]}}"#;
    check(&["--context", "-", "--expr", load], &deep_data(1024), "\"list\"\n", 0);
    check(&["--context", "-", "--expr", load], &deep_data(1025), "", 1);
    check(&["--context", "-", "--expr", load], &deep_data(100_000), "", 1);
    check(&["--max-depth", "100000", "--expr", load], "", "", 2);
}

#[test]
fn values_that_grow_deeper_turn_by_turn_stop_at_the_limit() {
    let deeper = program(&json!({"m": {"op": "object", "fields": {"m": {"op": "var", "name": "m"}}}}));
    let turns = format!("{deeper}\n").repeat(1200);
    let ran = run(&["--envelope=values"], &turns);
    let ok = ran.stdout.lines().filter(|line| line.starts_with("{\"ok\":true")).count();
    assert_eq!((ok, ran.status), (1023, 1));
    assert!(ran.stdout.lines().last().is_some_and(|line| line.contains("depth_exceeded")));
}

#[test]
#[cfg(unix)]
fn a_small_stack_changes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, levels, status) in [("fits", 1024, 0), ("deep", 100_000, 1)] {
        let file = folder.path().join(name);
        fs::write(&file, nested(levels)).expect("written");
        let script = "ulimit -s 256; exec \"$0\" eval-json \"$1\"";
        let output = Command::new("sh").args(["-c", script, env!("CARGO_BIN_EXE_jmend")]).arg(&file).output();
        assert_eq!(output.expect("it runs").status.code(), Some(status), "{name}");
    }
}

#[test]
fn check_reports_mistakes_and_lints_on_standard_output() {
    let wrong = r#"{"program":{"op":"pipe","steps":[{"op":"fliter"}]}}"#;
    let ran = check(
        &["--check", "--format", "concise", "--expr", wrong],
        "",
        "<expr>:1:34: error[validation_error]: ValidationError: Unknown operation 'fliter'. Did you mean 'filter'? (at /program/steps/0)\n",
        1,
    );
    assert_eq!(ran.stderr, "");
    let lacks = r#"{"program":{"op":"pipe","steps":[{"op":"load","name":"d"},{"op":"filter","where":{"op":"gt","field":"n","value":1}}]}}"#;
    let warning = "<expr>:1:82: warning[missing-field]: 'n' is missing in 1 of 2 items; it counts as null there, which is greater than every number (at /program/steps/1/where)\n";
    check(&["--check", "--format", "concise", "--let", r#"d=[{"n":1},{}]"#, "--expr", lacks], "", warning, 1);
    check(&["--check", "--let", r#"d=[{"n":1}]"#, "--expr", lacks], "", "", 0);
    let ran = run(&["--check", "--envelope=values", "--let", r#"d=[{"n":1},{}]"#, "--expr", lacks], "");
    assert_eq!(lines(&ran.stdout)[0]["lints"][0]["code"], "missing-field");
    // Nothing runs.
    check(&["--check", "--tool-command", "t=false"], &call("t", &json!({})), "", 0);
}

#[test]
fn a_waiting_pipe_is_answered_turn_by_turn() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_jmend"))
        .args(["eval-json", "--let", ORDERS])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut answers = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    for (turn, answer) in
        [(store_the_count(), "{\"delivered-count\":2,\"note\":\"counted\"}"), (read_the_count(), "2")]
    {
        writeln!(stdin, "{turn}").expect("it reads");
        assert_eq!(answers.next().expect("an answer").expect("UTF-8"), answer);
    }
    drop(stdin);
    assert!(child.wait().expect("it ends").success());
}

/// The programs in a text: one a line, indented by two spaces or not.
fn programs_in(text: &str) -> Vec<(&str, Option<&str>)> {
    let candidates = text
        .lines()
        .map(str::trim)
        .filter(|line| line.starts_with("{\"program\":{\"op\"") || line.starts_with("{\"op\":"));
    candidates
        .map(|line| line.split_once(" → ").map_or((line, None), |(program, result)| (program, Some(result))))
        .collect()
}

#[test]
fn every_program_in_the_prompt_runs_and_gives_what_it_says() {
    let prompt = check_output(&["--print-prompt"]);
    let found = programs_in(&prompt);
    assert!(found.len() >= 54, "50 operations, a comparison and three turns, found {}", found.len());
    for (text, result) in found {
        let Some(result) = result else {
            // The turns of the memory contract, whose results a test beside them checks.
            let memory = example_memory();
            let memory = memory.path().to_str().expect("UTF-8");
            assert_eq!(run(&["--let", EXAMPLE_ORDERS, "--memory", memory], text).status, 0, "{text}");
            continue;
        };
        check_example(text, result);
    }
}

#[test]
fn every_example_in_the_schema_runs() {
    let schema: Json = serde_json::from_str(&check_output(&["--print-schema"])).expect("JSON");
    let defs = schema["$defs"].as_object().expect("definitions");
    let mut examples = 0;
    for (name, def) in defs.iter().filter(|(name, _)| name.starts_with("op_")) {
        for example in def["examples"].as_array().expect(name) {
            let text = example.to_string();
            let op = jmend::core::programs::ops::find(&name[3..]).expect(name);
            check_example(&text, op.example.result);
            examples += 1;
        }
    }
    assert_eq!(examples, 52);
}

/// Strict endpoints take closed objects whose properties are all required; each example that has no free names fits.
#[test]
fn the_strict_schema_is_closed_and_takes_the_examples() {
    let schema: Json = serde_json::from_str(&check_output(&["--print-schema=strict"])).expect("JSON");
    let forms = schema["$defs"]["expression"]["anyOf"].as_array().expect("forms");
    for form in forms.iter().chain([&schema]) {
        assert_eq!(form["additionalProperties"], false, "{form}");
        let properties = form["properties"].as_object().expect("properties").keys().collect::<BTreeSet<_>>();
        let required = form["required"].as_array().expect("names").iter();
        let required = required.map(|name| name.as_str().expect("a name")).collect::<BTreeSet<_>>();
        assert_eq!(properties.iter().map(|name| name.as_str()).collect::<BTreeSet<_>>(), required, "{form}");
    }
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let (mut fit, mut free) = (0, Vec::new());
    for op in jmend::core::programs::ops::all() {
        let program: Json =
            serde_json::from_str(&format!("{{\"program\":{}}}", op.example.program)).expect("JSON");
        if validator.is_valid(&program) { fit += 1 } else { free.push(op.name) }
    }
    // The others have an object of data in their example, or names of their own.
    let others = ["literal", "object", "merge", "map", "in", "get", "call", "group_by", "cast"];
    assert_eq!((fit, free), (43, others.to_vec()));
    let open = serde_json::json!({"program": {"op": "count", "more": 1}});
    assert!(!validator.is_valid(&open));
}

const EXAMPLE_ORDERS: &str = r#"orders=[{"id":1,"status":"delivered","total":40},{"id":2,"status":"pending","total":25.5},{"id":3,"status":"delivered","total":60}]"#;

/// A file with the memory that the examples run with.
fn example_memory() -> tempfile::NamedTempFile {
    let file = tempfile::NamedTempFile::new().expect("a file");
    fs::write(file.path(), jmend::core::programs::ops::MEMORY).expect("written");
    file
}

#[track_caller]
fn check_example(expression: &str, result: &str) {
    let text = format!("{{\"program\":{expression}}}");
    let memory = example_memory();
    let args = [
        "--let",
        EXAMPLE_ORDERS,
        "--memory",
        memory.path().to_str().expect("UTF-8"),
        "--tool",
        r#"search=[{"id":7,"title":"Rust"}]"#,
        "--expr",
        &text,
    ];
    check(&args, "", &format!("{result}\n"), 0);
}

fn check_output(args: &[&str]) -> String {
    let ran = run(args, "");
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    ran.stdout
}
