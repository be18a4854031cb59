//! Recovery with the schema of the tool is never worse than without it, for no kind of damage, and better where names say
//! most: the table is in `docs/schemas.md`, this is its floor. Skipped where the benchmark or Python is
//! not there.

#![cfg(feature = "schema")]
#![allow(clippy::print_stdout, reason = "what a test counted is shown with --nocapture")]

#[path = "common/truth.rs"]
mod truth;

use std::path::Path;

use serde_json::Value;

/// Kinds of damage of which more must come back with the schema, taken together: each alone has few cases left to win.
const BETTER: [&str; 3] = ["inner_quotes", "key_lost_close_quote", "missing_colon"];

#[test]
fn a_schema_helps_and_never_harms() {
    let (Some(_), Some(mut python)) = (truth::shared("bench/corrupt.py"), truth::python()) else { return };
    let binary = Path::new(env!("CARGO_BIN_EXE_jmend"));
    let program = binary.parent().expect("a folder").join("examples/with_schema");
    assert!(program.exists(), "cargo test builds the example");
    let output = python
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/benches/recovery/with_schema.py"))
        .args(["--summary", "--seeds", "1,2,3", "--program"])
        .arg(program)
        .output()
        .expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let summary: Value = serde_json::from_slice(&output.stdout).expect("a summary");
    let (mut total_without, mut total_with) = (0, 0);
    for (kind, counts) in summary.as_object().expect("kinds") {
        let count = |at: usize| counts[at].as_u64().unwrap_or_else(|| panic!("no number in {counts}"));
        let (cases, without, with) = (count(0), count(1), count(2));
        println!("{kind}: {without} of {cases}, with the schema {with}");
        assert!(with >= without, "{kind}: {without} of {cases}, with the schema only {with}");
        if BETTER.contains(&kind.as_str()) {
            total_without += without;
            total_with += with;
        }
    }
    assert!(total_with > total_without, "{BETTER:?}: {total_without}, with the schema {total_with}");
}
