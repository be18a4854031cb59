//! Recovery with the schema of the tool is never worse than without it, for no kind of damage, and better where names say
//! most. `docs/guide/schemas.md` has the figures.

#![cfg(feature = "schema")]
#![allow(clippy::print_stdout, reason = "what a test counted is shown with --nocapture")]

use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// Kinds of damage of each of which more must come back with the schema.
const BETTER: [&str; 3] = ["inner_quotes", "key_lost_close_quote", "missing_colon"];

#[test]
#[cfg_attr(not(all(has = "shared", has = "python3")), ignore = "needs ../shared and python3")]
fn a_schema_helps_and_never_harms() {
    let binary = Path::new(env!("CARGO_BIN_EXE_jmend"));
    let program = binary.parent().expect("a folder").join("examples/with_schema");
    assert!(program.exists(), "cargo test builds the example");
    let output = Command::new("python3")
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/benches/recovery/with_schema.py"))
        // The first draws, and two in which every kind has cases left to win.
        .args(["--summary", "--seeds", "1,2,3,5,11", "--program"])
        .arg(program)
        .output()
        .expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let summary: Value = serde_json::from_slice(&output.stdout).expect("a summary");
    for (kind, counts) in summary.as_object().expect("kinds") {
        let count = |at: usize| counts[at].as_u64().unwrap_or_else(|| panic!("no number in {counts}"));
        let (cases, without, with) = (count(0), count(1), count(2));
        println!("{kind}: {without} of {cases}, with the schema {with}");
        assert!(with >= without, "{kind}: {without} of {cases}, with the schema only {with}");
        let is_better = with > without || with == cases || !BETTER.contains(&kind.as_str());
        assert!(is_better, "{kind}: {without} of {cases}, and no more with the schema");
    }
}
