//! What test data says and what the program says, compared as values: rows of JSON Lines, one run of the program over
//! many inputs, equality of values, and where the shared vectors lie.

#![allow(dead_code, reason = "every test that includes this uses a part of it")]
#![allow(clippy::print_stdout, reason = "what was skipped is shown with --nocapture")]

use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::Value;

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

/// Do two values mean the same? Numbers are compared as numbers (1 and 1.0 are equal), members without their order.
pub(crate) fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => {
            let (a, b) = (a.to_string(), b.to_string());
            decimal(&a) == decimal(&b) || (is_float(&a) || is_float(&b)) && as_double(&a) == as_double(&b)
        }
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(name, a)| b.get(name).is_some_and(|b| same(a, b)))
        }
        _ => a == b,
    }
}

fn is_float(text: &str) -> bool {
    text.contains(['.', 'e', 'E'])
}

/// Truth that passed through another language's doubles has lost digits beyond them.
fn as_double(text: &str) -> Option<f64> {
    text.parse().ok().filter(|double: &f64| double.is_finite())
}

/// A number's sign, digits without zeros at the ends, and exponent: equal for equal numbers, whatever their size.
fn decimal(text: &str) -> (bool, String, i64) {
    let (negative, text) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    let kept = digits.trim_end_matches('0');
    let exponent = exponent.parse::<i64>().unwrap_or(i64::MAX);
    let exponent = exponent.saturating_add(length(&digits) - length(kept) - length(fraction));
    let kept = kept.trim_start_matches('0');
    if kept.is_empty() { (false, String::new(), 0) } else { (negative, kept.to_owned(), exponent) }
}

fn length(text: &str) -> i64 {
    i64::try_from(text.len()).expect("no text is that long")
}
