//! Python text in the strings of arguments, and what stands beside it: each row of `fixtures/results/argument_strings.jsonl` is
//! a run of the program, with what it prints, what it tells, and how it ends.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::jmend;
use assert_cmd::cargo::cargo_bin;
use serde_json::Value;

fn failure(row: &Value) -> Option<String> {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in row["files"].as_object().into_iter().flatten() {
        fs::write(folder.path().join(name), text.as_str().expect("a text")).expect("written");
    }
    let (args, input) = (row["args"].as_str()?, row["input"].as_str()?);
    let run = jmend(args).current_dir(&folder).write_stdin(input).output().expect("it runs");
    let (out, err) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    let wanted: Vec<_> = row["err"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let is_told = wanted.iter().all(|part| err.contains(part)) && (wanted.is_empty() == err.is_empty());
    let status = row["status"].as_i64().unwrap_or(0);
    let is_right = out == row["out"].as_str()? && is_told && run.status.code().map(i64::from) == Some(status);
    (!is_right).then(|| format!("{}: {args}\n  {out:?}\n  {err:?}\n  {:?}", row["id"], run.status.code()))
}

#[test]
fn strings_of_arguments() {
    let rows = include_str!("../../fixtures/results/argument_strings.jsonl").lines();
    let rows = rows.map(|line| serde_json::from_str(line).expect("a row"));
    let failures: Vec<_> = rows.filter_map(|row| failure(&row)).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// The file of the metrics is written after every so many records, and complete at each moment.
#[test]
fn metrics_are_written_while_a_run_goes_on() {
    const PATIENCE: Duration = Duration::from_secs(30);
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("stats.json");
    let mut run = Command::new(cargo_bin!("jmend"))
        .args(["repair", "--lines", "--stats=stats.json", "--stats-every", "2"])
        .current_dir(&folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("it runs");
    let mut pipe = run.stdin.take().expect("a pipe");
    let mut counted = Vec::new();
    for total in [2, 4] {
        pipe.write_all(b"{a: 1}\n{\"b\": 2}\n").expect("written");
        let begin = Instant::now();
        let is_there = || {
            let text = fs::read_to_string(&file).ok()?;
            let metrics: Value = serde_json::from_str(&text).expect("complete JSON");
            (metrics["argument_normalization"]["total_calls"] == total).then_some(())
        };
        while is_there().is_none() && begin.elapsed() < PATIENCE {
            std::thread::sleep(Duration::from_millis(5));
        }
        counted.extend(is_there().map(|()| total));
    }
    drop(pipe);
    assert!(run.wait().expect("it ends").success());
    assert_eq!(counted, [2, 4]);
}

/// No arguments are one fix, and notes of what the schema put in their place.
#[test]
fn arguments_that_are_not_there_say_what_was_filled_in() {
    let tools = r#"[{"name": "find", "parameters": {"type": "object", "properties": {"n": {"type": "integer", "default": 5}}}}]"#;
    let filled = jmend::Rules { defaults: true, ..jmend::Rules::default() };
    let schemas = jmend::ToolSchemas::parse(tools).expect("definitions").rules(filled);
    for given in ["", " ", "null"] {
        let repaired = schemas.arguments("find", given, &jmend::Options::default()).expect("arguments");
        assert_eq!(repaired.text, r#"{"n": 5}"#, "{given:?}");
        assert_eq!(repaired.risk(), Some(jmend::Risk::Inferred), "{given:?}");
        let fixes: Vec<_> = repaired.fixes.iter().map(|fix| (fix.code, fix.replacement.is_some())).collect();
        assert_eq!(
            fixes,
            [(jmend::Code::EmptyInput, true), (jmend::Code::FilledDefault, false)],
            "{given:?}"
        );
        assert_eq!(jmend::core::repair::edit::apply(given, &repaired.fixes), repaired.text);
    }
}
