//! Where jmend and the tests of other repair tools disagree, and why: every disagreement has its reason, by id, in
//! `docs/evidence/disagreements.md`, and every reason there its disagreement. Expectations that the suites' own notes mark
//! `DOUBTFUL` (they lose or invent data) need none.

#![allow(clippy::print_stdout, reason = "what a test counted is shown with --nocapture")]

use crate::common::truth;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

const SUITES: [&str; 5] = ["json_repair", "jsonrepair", "argmend", "victor", "dirty_json"];

fn document() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/evidence/disagreements.md");
    std::fs::read_to_string(path).expect("docs/evidence/disagreements.md is there")
}

/// The reasons by id: rows of tables, `| id, id | reason |`.
fn reasons(text: &str) -> BTreeMap<String, String> {
    let mut reasons = BTreeMap::new();
    for line in text.lines() {
        let cells: Vec<&str> = line.split(" | ").map(|cell| cell.trim_matches(['|', ' '])).collect();
        let [ids, reason] = cells[..] else { continue };
        for id in ids.split(", ") {
            let Some(id) = id.strip_prefix('`').and_then(|id| id.strip_suffix('`')) else { continue };
            assert!(reason.len() > 8, "{id} has no reason");
            assert!(reasons.insert(id.to_owned(), reason.to_owned()).is_none(), "{id} stands there twice");
        }
    }
    reasons
}

#[test]
#[cfg_attr(not(has = "shared"), ignore = "needs ../shared")]
fn every_disagreement_has_a_reason_and_every_reason_a_disagreement() {
    let (mut unexplained, mut found, mut summary) = (Vec::new(), BTreeSet::new(), String::new());
    let document = document();
    let reasons = reasons(&document);
    for suite in SUITES {
        let rows = truth::vectors(&format!("third_party/{suite}.jsonl"));
        // `serde_json` reads no report that is deeper.
        let reports = truth::reports("--max-depth 120", rows.iter().map(|row| truth::text(row, "input")));
        let (mut agreed, mut doubtful) = (0, 0);
        for (row, report) in rows.iter().zip(&reports) {
            let got = truth::value(report);
            let same = match row["expected_error"].as_bool() {
                Some(true) => got.is_none(),
                _ => got.is_some_and(|got| truth::same(got, &row["expected"])),
            };
            let id = truth::text(row, "id");
            if same {
                agreed += 1;
            } else if row["note"].as_str().is_some_and(|note| note.contains("DOUBTFUL")) {
                doubtful += 1;
            } else {
                found.insert(id.to_owned());
                if !reasons.contains_key(id) {
                    let due =
                        if row["expected_error"] == true { "an error" } else { &row["expected"].to_string() };
                    let is = got.unwrap_or(&report["error"]["code"]);
                    unexplained.push(format!("{id}: {}\n  there {due}\n  here  {is}", row["input"]));
                }
            }
        }
        let others = rows.len() - agreed - doubtful;
        let all = rows.len();
        println!("{suite}: {agreed} of {all} agree; of the rest {doubtful} are doubtful, {others} explained");
        writeln!(summary, "| {suite} | {all} | {agreed} | {doubtful} | {others} |")
            .expect("writing to memory");
    }
    let stale: Vec<_> = reasons.keys().filter(|id| !found.contains(*id)).collect();
    assert!(
        unexplained.is_empty(),
        "{} disagreements without a reason:\n{}",
        unexplained.len(),
        unexplained.join("\n")
    );
    assert!(stale.is_empty(), "reasons without a disagreement: {stale:?}");
    assert!(document.contains(&summary), "the numbers in docs/evidence/disagreements.md are due:\n{summary}");
}
