//! What test data says and what the program says, compared as values: rows of JSON Lines, one run of the program over
//! many inputs, equality of values, and where the shared data lies.

use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::Value;

pub(crate) use crate::promises::same::same;

/// A file or folder of the shared data, which lies beside the project. A test that asks for it is ignored without it:
/// `#[cfg_attr(not(has = "shared"), ignore = "needs ../shared")]`.
pub(crate) fn shared(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared").join(name)
}

/// The rows of a file of the shared vectors.
pub(crate) fn vectors(name: &str) -> Vec<Value> {
    rows(&shared("vectors").join(name))
}

/// The text of a row of the shared vectors: `input`, or the bytes of `input_base64`.
pub(crate) fn input(row: &Value) -> Vec<u8> {
    row["input_base64"].as_str().map_or_else(|| text(row, "input").as_bytes().to_vec(), base64)
}

fn base64(text: &str) -> Vec<u8> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut out, mut bits, mut held) = (Vec::new(), 0u32, 0);
    for byte in text.bytes().filter(|byte| *byte != b'=') {
        let digit = DIGITS.iter().position(|known| *known == byte).expect("base64");
        bits = (bits << 6) | digit as u32;
        held += 6;
        if held >= 8 {
            held -= 8;
            out.push(((bits >> held) & 0xff) as u8);
        }
    }
    out
}

/// The build script looked before these tests were compiled. When that is no longer true, tests are ignored or fail
/// for no good reason.
#[test]
fn the_shared_data_is_where_it_was_when_the_tests_were_built() {
    let is_there = shared("vectors/README.md").exists() && shared("bench/base.jsonl").exists();
    assert_eq!(is_there, cfg!(has = "shared"), "`touch tests/it/build.rs` and run the tests again");
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
