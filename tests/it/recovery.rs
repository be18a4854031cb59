//! The recovery benchmark as a test: how many damaged documents come back as they were. The tables beside the peers are
//! in `docs/recovery.md`; here are the floors under jmend, on the first seed. Skipped where the benchmark or Python is
//! not there.

#![allow(clippy::print_stdout, reason = "what a test counted is shown with --nocapture")]

use crate::common::truth;
use serde_json::Value;

/// Source of cases, share that must come back in percent, silent errors allowed in 1,000 cases.
const FLOORS: [(&str, f64, f64); 5] = [
    ("corrupt", 99.4, 0.6),
    ("more_operators", 98.2, 0.6),
    ("shapes", 99.2, 0.6),
    ("rows", 99.5, 0.1),
    ("long_code", 95.0, 1.0),
];

#[test]
fn damaged_documents_come_back_as_they_were() {
    let (Some(_), Some(mut python)) = (truth::shared("bench/corrupt.py"), truth::python()) else { return };
    let output = python
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/benches/recovery/run.py"))
        .args(["--summary", "--seeds", "1", "--jmend", env!("CARGO_BIN_EXE_jmend")])
        .output()
        .expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let summary: Value = serde_json::from_slice(&output.stdout).expect("a summary");
    for (source, floor, silent) in FLOORS {
        let found = &summary[source];
        let number = |value: &Value| value.as_f64().unwrap_or_else(|| panic!("no number in {found}"));
        let all = &found["right"]["ALL"];
        let rate = 100.0 * number(&all[0]) / number(&all[1]);
        let wrong_in_silence = 1000.0 * number(&found["silent"]) / number(&found["cases"]);
        println!(
            "{source}: {rate:.2} % of {} come back, {wrong_in_silence:.1} in 1,000 silent errors",
            all[1]
        );
        assert!(rate >= floor, "{source}: {rate:.2} %, at least {floor} % are due: {found}");
        assert!(
            wrong_in_silence <= silent,
            "{source}: {wrong_in_silence:.1} silent errors in 1,000, {silent} allowed"
        );
    }
}
