//! The recovery benchmark as a test: the damaged documents that do not come back as they were are those of a list, by id.
//! The tables beside other tools are in `docs/evidence/recovery.md`; here is jmend alone, on the first seed.
//!
//! `JMEND_WRITE=1 cargo test --test it recovery` writes the lists of `fixtures/recovery` anew. Look at the difference
//! before you commit it: a line that was added is a document that came back before. To see the case of an id:
//! `../shared/bench/corrupt.py --seed 1 --count 2000 ../shared/bench/base.jsonl | grep '"id": "s1-00042"'`.

use std::collections::BTreeMap;
use std::process::Command;

use crate::common::known;
use crate::common::truth::text;
use serde_json::Value;

const SEED: u64 = 1;

/// Fewer cases than this are not the benchmark.
const LEAST: u64 = 500;

/// The failing cases of a source: the line that a list has for each, and its kinds of damage.
fn failing(source: &str) -> BTreeMap<String, String> {
    let output = Command::new("python3")
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/benches/recovery/run.py"))
        .args(["--failures", source, "--seeds", &SEED.to_string(), "--jmend", env!("CARGO_BIN_EXE_jmend")])
        .output()
        .expect("python3 runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let found: Value = serde_json::from_slice(&output.stdout).expect("the failing cases");
    let cases = found["cases"].as_u64().expect("a number");
    assert!(cases >= LEAST, "only {cases} cases");
    let line = |case: &Value| {
        let how = if case["how"] == "silent" { known::SILENT } else { "" };
        (format!("{}{how}", text(case, "id")), case["ops"].to_string())
    };
    found["failed"].as_array().expect("a list").iter().map(line).collect()
}

/// One test for each source of cases, so that they run side by side.
macro_rules! only_known_cases_fail {
    ($($source:ident),*) => {$(
        #[test]
        #[cfg_attr(not(all(has = "shared", has = "python3")), ignore = "needs ../shared and python3")]
        fn $source() {
            let source = stringify!($source);
            known::only_known_cases_fail(&format!("fixtures/recovery/{source}-{SEED}.txt"), &failing(source));
        }
    )*};
}

only_known_cases_fail!(corrupt, long_code, more_operators, rows, shapes);
