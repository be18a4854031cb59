//! Our own cases by kind of damage (`fixtures/repair`), one checker: the value, and what the report says of the way to
//! it. A row states what repair must do, not what it once did: `input`, then `expected` (an array where several documents
//! come out) or `error`, and as much of `strategy`, `risk`, `codes` (all of them), `truncated` and `cut` as is settled, and `output`, where
//! the lines of the text matter.
//!
//! `open.jsonl` holds rows that are right and not reached yet; they are shown and not asserted.

#![allow(clippy::print_stdout, reason = "what a test counted is shown with --nocapture")]

use crate::common::truth;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use jmend::core::repair::engine::{self, Code, Options, Strategy};
use serde_json::Value;

const OPEN: &str = "open.jsonl";

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/repair");
    let entries = std::fs::read_dir(folder).expect("fixtures/repair is there");
    let mut files: Vec<_> = entries.map(|entry| entry.expect("it can be listed").path()).collect();
    files.sort();
    files
}

/// What the report says otherwise than the row, in words.
fn differences(row: &Value, report: &Value) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut compare = |what: &str, is: Value, due: &Value| {
        if is != *due {
            wrong.push(format!("{what} is {is}, expected {due}"));
        }
    };
    if let Some(code) = row.get("error") {
        compare("error", report["error"]["code"].clone(), code);
    }
    if let Some(due) = row.get("expected") {
        compare("value", truth::value(report).cloned().unwrap_or_else(|| report["error"].clone()), due);
    }
    for name in ["strategy", "risk", "truncated", "cut"] {
        if let Some(due) = row.get(name) {
            compare(name, report[name].clone(), due);
        }
    }
    if let Some(due) = row.get("codes") {
        let codes = report["fixes"].as_array().into_iter().flatten().map(|fix| truth::text(fix, "code"));
        compare("codes", codes.collect::<BTreeSet<_>>().into_iter().collect(), due);
    }
    wrong
}

/// The rows of a file that come out otherwise, each with what is different.
fn check(path: &Path) -> Vec<String> {
    let rows = truth::rows(path);
    let reports = truth::reports("", rows.iter().map(|row| truth::text(row, "input")));
    let mut ids = BTreeSet::new();
    let mut wrong = Vec::new();
    for (row, report) in rows.iter().zip(&reports) {
        let id = truth::text(row, "id");
        assert!(ids.insert(id), "{}: {id} stands there twice", path.display());
        assert!(
            row.get("expected").is_some() != row.get("error").is_some(),
            "{id}: either a value or an error"
        );
        let mut differences = differences(row, report);
        if let Some(due) = row.get("output") {
            let output = engine::repair(truth::text(row, "input").as_bytes(), &Options::default());
            let is = output.map_or(Value::Null, |repaired| Value::from(&*repaired.text));
            if is != *due {
                differences.push(format!("output is {is}, expected {due}"));
            }
        }
        if !differences.is_empty() {
            wrong.push(format!("{id}: {}\n  {}", row["input"], differences.join("\n  ")));
        }
    }
    wrong
}

#[test]
fn every_kind_of_damage_is_repaired_as_written() {
    let (mut wrong, mut count) = (Vec::new(), 0);
    for path in files() {
        let found = check(&path);
        let name = path.file_name().expect("a file").to_string_lossy().into_owned();
        if name == OPEN {
            println!("open rows that still come out otherwise: {}\n{}", found.len(), found.join("\n"));
            continue;
        }
        count += truth::rows(&path).len();
        wrong.extend(found.iter().map(|row| format!("{name}: {row}")));
    }
    assert!(count >= 200, "only {count} rows were found");
    assert!(wrong.is_empty(), "{} of {count} rows:\n{}", wrong.len(), wrong.join("\n"));
}

/// The table of fix codes is read by people: its examples must be true, and show their own code. Those of rules for a
/// tool need the rule: `tests/schema_vectors.rs` checks them.
#[test]
fn examples_of_the_table_of_codes_are_true() {
    let mut wrong = Vec::new();
    for code in Code::ALL {
        let about = code.about();
        if about.before.is_empty() || about.strategy == Strategy::ManualRepair || *code == Code::NestedText {
            continue;
        }
        let repaired = engine::repair(about.before.as_bytes(), &Options::default());
        let shown = repaired.map(|repaired| {
            let codes: Vec<_> = repaired.fixes.iter().map(|fix| fix.code.name()).collect();
            (
                repaired.text == about.after && codes.contains(&about.name),
                format!("{:?} {codes:?}", repaired.text),
            )
        });
        let (is_true, is) = shown.unwrap_or_else(|failure| (false, format!("{failure:?}")));
        if !is_true {
            let row =
                format!("{}: {:?} becomes {is}, the table says {:?}", about.name, about.before, about.after);
            wrong.push(row);
        }
    }
    assert!(wrong.is_empty(), "{} examples:\n{}", wrong.len(), wrong.join("\n"));
}
