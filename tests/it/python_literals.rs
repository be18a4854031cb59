//! Differential test with `CPython`: what `ast.literal_eval` reads, `jmend repair` reads as the same value.

use std::process::Command;

use crate::common::jmend;
use crate::common::truth::same;
use serde_json::Value;

const COUNT: usize = 10_000;

/// Literals and their values, from `python_literals.py`.
fn literals() -> Vec<Value> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/python_literals.py");
    let output =
        Command::new("python3").args([script, "1", &COUNT.to_string()]).output().expect("python3 runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let rows: Vec<_> = text.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    assert_eq!(rows.len(), COUNT);
    rows
}

#[test]
#[cfg_attr(not(has = "python3"), ignore = "needs python3")]
fn python_literals_have_the_value_that_python_gives_them() {
    let rows = literals();
    let lines: String = rows.iter().map(|row| row["text"].to_string() + "\n").collect();
    let output = jmend("repair --framing strings --report").write_stdin(lines).output().expect("it runs");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let reports: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    assert_eq!(reports.len(), rows.len());
    let wrong: Vec<_> = rows
        .iter()
        .zip(&reports)
        .filter(|(row, report)| {
            let known = matches!(report["strategy"].as_str(), Some("direct" | "python_ast"));
            !known || !same(&row["value"], &report["value"])
        })
        .map(|(row, report)| {
            format!(
                "{}\n  is     {}\n  became {} ({})",
                row["text"], row["value"], report["value"], report["strategy"]
            )
        })
        .collect();
    assert!(wrong.is_empty(), "{} of {COUNT}:\n{}", wrong.len(), wrong[..wrong.len().min(8)].join("\n"));
}
