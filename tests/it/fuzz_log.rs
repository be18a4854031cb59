//! `fuzz/log.tsv` has a row for each process of a fuzz target; the table in docs/evidence/fuzzing.md is their sum. `JMEND_WRITE=1
//! cargo test --test it fuzz_log` writes the table.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// Processor seconds that each target must have without a finding.
const LEAST_SECONDS: u64 = 20 * 60;

const HEAD: &str = "date\tcommit\ttarget\tsanitizer\tseconds\texecutions\tedges\tfeatures\tcorpus\tfindings";
const PAGE: &str = "docs/evidence/fuzzing.md";
const BEGIN: &str = "<!-- the sum of fuzz/log.tsv -->\n";
const END: &str = "<!-- /the sum -->\n";

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn text(name: &str) -> String {
    fs::read_to_string(path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// What the runs of one target come to.
#[derive(Debug, Default, PartialEq, Eq)]
struct Sum {
    seconds: u64,
    /// Processor seconds since the last finding.
    clean: u64,
    executions: u64,
    edges: u64,
    findings: u64,
}

/// The sums of a log, by target. Only runs under the address sanitizer count.
fn sums(log: &str, targets: &[String]) -> Result<BTreeMap<String, Sum>, String> {
    let mut sums: BTreeMap<String, Sum> =
        targets.iter().map(|target| (target.clone(), Sum::default())).collect();
    let mut lines = log.lines();
    if lines.next() != Some(HEAD) {
        return Err(format!("the log does not begin with {HEAD:?}"));
    }
    for line in lines {
        let cells: Vec<_> = line.split('\t').collect();
        let [_, _, target, sanitizer, seconds, executions, edges, _, _, findings] = cells[..] else {
            return Err(format!("{} cells in {line:?}", cells.len()));
        };
        let number =
            |cell: &str| cell.parse::<u64>().map_err(|error| format!("{error}: {cell:?} in {line:?}"));
        let sum = sums.get_mut(target).ok_or_else(|| format!("there is no target {target:?}"))?;
        if sanitizer != "address" {
            continue;
        }
        let (seconds, findings) = (number(seconds)?, number(findings)?);
        sum.seconds += seconds;
        sum.clean = if findings > 0 { 0 } else { sum.clean + seconds };
        sum.executions += number(executions)?;
        sum.edges = sum.edges.max(number(edges)?);
        sum.findings += findings;
    }
    Ok(sums)
}

/// `1234567` as `1,234,567`.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        out.push_str(if at > 0 && (digits.len() - at).is_multiple_of(3) { "," } else { "" });
        out.push(digit);
    }
    out
}

fn minutes(seconds: u64) -> String {
    format!("{}.{}", seconds / 60, seconds % 60 / 6)
}

fn table(sums: &BTreeMap<String, Sum>) -> String {
    let mut out = String::from(
        "| target | minutes | of these since a finding | executions | edges | findings |\n|---|--:|--:|--:|--:|--:|\n",
    );
    for (target, sum) in sums {
        let below = if sum.clean < LEAST_SECONDS { ", below 20" } else { "" };
        let (clean, executions) = (minutes(sum.clean), grouped(sum.executions));
        let (edges, findings) = (grouped(sum.edges), sum.findings);
        writeln!(
            out,
            "| `{target}` | {} | {clean}{below} | {executions} | {edges} | {findings} |",
            minutes(sum.seconds)
        )
        .expect("memory");
    }
    out
}

/// Names of the programs that fuzz/Cargo.toml lists.
fn targets() -> Vec<String> {
    let manifest = text("fuzz/Cargo.toml");
    let bins = manifest.split("[[bin]]").skip(1);
    let name = |bin: &str| {
        bin.lines().find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"').map(str::to_owned))
    };
    bins.map(|bin| name(bin).expect("a name")).collect()
}

#[test]
fn the_page_says_what_the_log_comes_to() {
    let due = table(&sums(&text("fuzz/log.tsv"), &targets()).expect("a log"));
    let page = text(PAGE);
    let (before, rest) = page.split_once(BEGIN).expect("the beginning of the table");
    let (is, after) = rest.split_once(END).expect("its end");
    if std::env::var_os("JMEND_WRITE").is_some() {
        fs::write(path(PAGE), format!("{before}{BEGIN}\n{due}\n{END}{after}")).expect("written");
        return;
    }
    assert_eq!(is.trim(), due.trim(), "JMEND_WRITE=1 cargo test --test it fuzz_log writes the table");
}

#[test]
fn a_finding_ends_the_count_of_clean_seconds() {
    let targets = ["t".to_owned(), "u".to_owned()];
    let log = |rows: &[&str]| [&[HEAD], rows].concat().join("\n");
    let rows = [
        "d\tc\tt\taddress\t700\t10\t5\t6\t7\t0",
        "d\tc\tt\taddress\t30\t20\t9\t6\t7\t1",
        "d\tc\tt\tnone\t9000\t20\t9\t6\t7\t0",
        "d\tc\tt\taddress\t605\t1234567\t8\t6\t7\t0",
    ];
    let sums = sums(&log(&rows), &targets).expect("a log");
    let due = Sum { seconds: 1335, clean: 605, executions: 1_234_597, edges: 9, findings: 1 };
    assert_eq!(sums["t"], due);
    let table = table(&sums);
    assert!(table.contains("| `t` | 22.2 | 10.0, below 20 | 1,234,597 | 9 | 1 |"), "{table}");
    assert!(table.contains("| `u` | 0.0 | 0.0, below 20 | 0 | 0 | 0 |"), "{table}");
    for wrong in
        [&["d\tc\tx\taddress\t1\t1\t1\t1\t1\t0"][..], &["d\tc\tt\taddress\t\t1\t1\t1\t1\t0"], &["d\tc\tt"]]
    {
        assert!(super::fuzz_log::sums(&log(wrong), &targets).is_err(), "{wrong:?}");
    }
}
