//! The confidence of a repair at the border of the process: where it is told, what refuses it, and whether it holds.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::jmend;
use serde_json::Value;

/// A text that hardly anything is wrong with, one with a slip, and one that can be read in several ways.
const VALID: &str = r#"{"a": 1}"#;
const SLIP: &str = r#"{"a": 1,}"#;
const DOUBT: &str = "{\"a\": \"one\n\"two\", \"b\": three \"c\": [4}";

/// Standard output, standard error and status.
fn run(args: &str, input: &str) -> (String, String, i32) {
    let output = jmend(args).write_stdin(input).output().expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (text(output.stdout), text(output.stderr), output.status.code().expect("a status"))
}

/// The confidence as a report spells it.
fn spelled(report: &str) -> &str {
    let (_, rest) =
        report.split_once("\"confidence\":").unwrap_or_else(|| panic!("no confidence in {report}"));
    rest.split([',', '}']).next().unwrap_or_default()
}

#[test]
fn every_report_says_how_sure_it_is_and_only_what_needs_no_change_is_certain() {
    let (report, _, _) = run("repair --framing nul --report", &format!("{VALID}\0{SLIP}\0{DOUBT}"));
    let spelled: Vec<_> = report.lines().map(spelled).collect();
    assert_eq!(spelled[0], "1");
    for other in &spelled[1..] {
        assert!(other.len() == 4 && other.starts_with("0."), "{other}");
    }
    assert_eq!(spelled[1], "0.99");
    assert!(spelled[2] < "0.90", "{}", spelled[2]);
}

#[test]
fn one_quote_at_a_number_or_word_leaves_two_values() {
    for (text, is_settled) in [
        (r#"{"a": 6"}"#, false),
        (r#"{"a": "6, "b": 1}"#, false),
        (r#"{"a": "true}"#, false),
        (r#"{"a": [-1.5e3", 2]}"#, false),
        (r#"{"a": 6', "b": 1}"#, false),
        (r#"{"a": "6 feet, "b": 1}"#, true),
        (r#"{"a": "x6, "b": 1}"#, true),
        (r#"{"a": "room 6, "b": 1}"#, true),
        (r#"["1", "2, "3"]"#, true),
        (r#"{"1: 2}"#, true),
    ] {
        let (report, _, _) = run("repair --report", text);
        assert_eq!(spelled(&report) >= "0.90", is_settled, "{text}: {report}");
    }
}

#[test]
fn a_record_below_the_least_confidence_is_refused() {
    for (args, input, status) in [
        ("repair --min-confidence 1", VALID, 0),
        ("repair --min-confidence 0.99", SLIP, 0),
        ("repair --min-confidence 1", SLIP, 1),
        ("repair --min-confidence 0.9", DOUBT, 1),
        ("repair --min-confidence .9", DOUBT, 1),
        ("repair --min-confidence 0", DOUBT, 0),
        ("repair", DOUBT, 0),
        ("explain --min-confidence 0.9", DOUBT, 1),
        ("diff --min-confidence 0.9", DOUBT, 1),
    ] {
        let (out, err, is) = run(args, input);
        assert_eq!(is, status, "jmend {args}: {out}{err}");
        if status == 1 {
            let message = "error[confidence]: the confidence in this repair is 0.";
            let told = format!("{out}{err}");
            assert!(told.contains(message) && told.contains("--min-confidence"), "jmend {args}: {told}");
        }
    }
    let (report, _, status) = run("repair --report --min-confidence 1", SLIP);
    let report: Value = serde_json::from_str(&report).expect("a report");
    assert_eq!((&report["ok"], &report["error"]["code"], status), (&false.into(), &"confidence".into(), 1));
}

#[test]
fn what_is_no_confidence_is_a_wrong_flag() {
    for wrong in ["1.1", "-0.1", "0.955", "high", "", "nan", "inf", "90%"] {
        let output = jmend("repair").arg(format!("--min-confidence={wrong}")).output().expect("it runs");
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{wrong}: {err}");
        assert!(
            err.contains("a number from 0 to 1 with at most two digits after the point"),
            "{wrong}: {err}"
        );
    }
}

#[test]
fn calls_are_refused_too() {
    let broken = r#"{"name": "f", "arguments": {"a": 1 "b": 2}}"#;
    let (report, _, status) = run("calls --report", broken);
    assert!(status == 0 && spelled(&report).starts_with("0."), "{report}");
    let (report, _, _) = run("calls --report", r#"{"name": "f", "arguments": {"a": 1}}"#);
    assert_eq!(spelled(&report), "1");
    let (out, err, status) = run("calls --min-confidence 1", broken);
    assert_eq!((out.as_str(), status), ("", 1));
    assert!(err.contains("error[confidence]"), "{err}");
    // Arguments that came as text are read by themselves.
    let text = r#"{"name": "f", "arguments": "{\"a\": \"one\n\"two\", \"b\": three \"c\": [4}"}"#;
    let (out, err, status) = run("calls --min-confidence 0.9", text);
    assert_eq!((out.as_str(), status), ("", 1), "{err}");
}

#[test]
fn a_string_at_a_place_stays_and_a_file_stays() {
    let line = r#"{"s": "{\"a\": 1,}"}"#;
    let (out, err, status) = run("repair --at /s --min-confidence 1", line);
    assert_eq!((out.as_str(), status), (line, 1));
    assert!(err.contains("[confidence]"), "{err}");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.json");
    fs::write(&file, SLIP).expect("written");
    let output = jmend("repair --in-place --min-confidence 1").arg(&file).output().expect("it runs");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(fs::read_to_string(&file).expect("it is there"), SLIP);
}

#[test]
fn a_configuration_asks_for_confidence_and_a_flag_wins() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("jmend.toml");
    fs::write(
        &file,
        "min_confidence = 1\n[tools.g]\nmin_confidence = 0.5\n[providers.p]\nmin_confidence = 0\n",
    )
    .expect("written");
    let with = |args: &str| format!("{args} --config {}", file.display());
    for (args, input, status) in [
        ("repair", SLIP, 1),
        ("repair --min-confidence 0.9", SLIP, 0),
        ("repair --provider p", SLIP, 0),
        ("calls", r#"{"name": "f", "arguments": {"a": 1,}}"#, 1),
        ("calls", r#"{"name": "g", "arguments": {"a": 1,}}"#, 0),
    ] {
        let (out, err, is) = run(&with(args), input);
        assert_eq!(is, status, "jmend {args} < {input}: {out}{err}");
    }
    let (printed, _, _) = run(&with("config --min-confidence 0.25"), "");
    let line = printed.lines().find(|line| line.starts_with("min_confidence")).unwrap_or_default();
    assert!(line.starts_with("min_confidence = 0.25 ") && line.ends_with("# --min-confidence"), "{line}");
}

#[test]
#[cfg(feature = "schema")]
fn what_a_schema_changes_is_not_certain_either() {
    let folder = tempfile::tempdir().expect("a folder");
    let schema = folder.path().join("schema.json");
    fs::write(&schema, r#"{"properties": {"n": {"type": "integer"}}}"#).expect("written");
    let with = |args: &str| format!("repair --schema {} {args}", schema.display());
    let (report, _, _) = run(&with("--report"), r#"{"n": "5"}"#);
    assert_eq!(spelled(&report), "0.99", "{report}");
    let (_, err, status) = run(&with("--min-confidence 1"), r#"{"n": "5"}"#);
    assert!(status == 1 && err.contains("error[confidence]"), "{err}");
    let (_, _, status) = run(&with("--min-confidence 1"), r#"{"n": 5}"#);
    assert_eq!(status, 0);
}

#[test]
fn diagnoses_say_how_sure_the_record_is() {
    let (out, _, _) = run("check - --format json", SLIP);
    assert_eq!(spelled(&out), "0.99", "{out}");
    let (out, _, _) = run("check - --format sarif", SLIP);
    assert!(out.contains("\"properties\":{\"risk\":\"syntax\",\"confidence\":0.99}"), "{out}");
    let (out, _, _) = run("explain", SLIP);
    assert!(out.contains("risk syntax, confidence 0.99\n"), "{out}");
}

/// Figures of the half of the data that the weights were not fitted on; `docs/evidence/confidence.md` promises them.
#[test]
#[cfg_attr(not(all(has = "shared", has = "real", has = "python3")), ignore = "needs ../shared and python3")]
fn it_is_calibrated() {
    let binary = Path::new(env!("CARGO_BIN_EXE_jmend"));
    let signs = binary.parent().expect("a folder").join("examples/signs");
    let output = Command::new("python3")
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/benches/confidence/run.py"))
        .args(["--check", "--signs"])
        .arg(signs)
        .output()
        .expect("it runs");
    let told = [output.stdout, output.stderr].concat();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&told));
}

/// Damage of kinds that the confidence was not fitted on (N10).
#[test]
#[cfg_attr(not(all(has = "shared", has = "python3")), ignore = "needs ../shared and python3")]
fn it_is_right_on_damage_that_the_fit_has_not_seen() {
    let output = Command::new("python3")
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/benches/confidence/unseen.py"))
        .args(["--jmend", env!("CARGO_BIN_EXE_jmend")])
        .output()
        .expect("it runs");
    let told = [output.stdout, output.stderr].concat();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&told));
}
