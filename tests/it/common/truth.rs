//! What test data says and what the program says, compared as values: rows of JSON Lines, one run of the program over
//! many inputs, equality of values, and where the shared vectors lie.

#![allow(clippy::print_stdout, reason = "what was skipped is shown with --nocapture")]

use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::Value;

pub(crate) use crate::promises::same::same;

/// A file of the shared conformance data, or nothing (and a line that says so) where that is not installed.
pub(crate) fn shared(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared").join(name);
    if path.exists() {
        return Some(path);
    }
    println!("skipped: {} is not there", path.display());
    None
}

/// `python3`, or nothing (and a line that says so).
pub(crate) fn python() -> Option<Command> {
    if std::process::Command::new("python3").arg("--version").output().is_ok_and(|run| run.status.success()) {
        return Some(Command::new("python3"));
    }
    println!("skipped: there is no python3");
    None
}

/// The rows of a JSON Lines file. Lines end at LF alone: U+2028 stands inside strings.
pub(crate) fn rows(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    parse_rows(&text)
}

pub(crate) fn parse_rows(text: &str) -> Vec<Value> {
    let row = |line: &str| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error} in {line}"));
    text.split('\n').filter(|line| !line.is_empty()).map(row).collect()
}

/// The member `name` of a row, which must be text.
#[track_caller]
pub(crate) fn text<'a>(row: &'a Value, name: &str) -> &'a str {
    row[name].as_str().unwrap_or_else(|| panic!("no text `{name}` in {row}"))
}

/// What `jmend repair --report` with these flags says of each input: one run, one report an input.
pub(crate) fn reports<'a>(flags: &str, inputs: impl IntoIterator<Item = &'a str>) -> Vec<Value> {
    let lines: Vec<String> = inputs.into_iter().map(|input| Value::from(input).to_string() + "\n").collect();
    let output = Command::cargo_bin("jmend")
        .expect("the binary is built with the tests")
        .args(["repair", "--framing", "strings", "--report", "-q"])
        .args(flags.split_whitespace())
        .write_stdin(lines.concat())
        .output()
        .expect("it runs");
    let reports = parse_rows(std::str::from_utf8(&output.stdout).expect("reports are UTF-8"));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(reports.len(), lines.len(), "one report for every record; stderr: {stderr}");
    reports
}

/// The value of a report: `value`, or the array of `values`; nothing for a failure.
pub(crate) fn value(report: &Value) -> Option<&Value> {
    report.get("value").or_else(|| report.get("values"))
}
