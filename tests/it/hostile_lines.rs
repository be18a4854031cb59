//! The numbered lines of the list of hostile inputs and faults (`docs/evidence/hostile.md`), each a row of `fixtures/hostile`.
//!
//! A row is `{"line": 17, "about": …, "command": ["repair"], "input": …, "expect": {…}}`, one run of the program, or
//! `{"line": 61, "about": …, "script": [lines of bash], "expect": {…}}`, run in a directory of its own with `jmend` in
//! front of the PATH. An input is a text, `{"hex": …}`, or `{"parts": [[text, count], …]}` for long ones, where `%d` is
//! the number of the repetition. `expect` says the status, and as much as is settled of standard output (`out`,
//! `out_is_input`, `out_has`, `out_at_most` times the input) and of standard error (`err`: parts; `err_lines`: at most).
//! `twice` runs it again for the same answer, `needs` is `mount` where the script mounts a file system, and `faults` names the shared faults (`vectors/hostile/faults.jsonl`) that it
//! shows. Whatever a row says: no other status than 0, 1 and 2, no panic, nothing on standard error that steers a
//! terminal. Every command runs with a stack of 256 KiB.

#![cfg(target_os = "linux")]

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::truth::{self, vectors};
use assert_cmd::cargo::cargo_bin;
use serde_json::Value;

/// Files that every script finds.
const FILES: [(&str, &str); 4] =
    [("a.json", "{\"a\":1}\n"), ("b.json", "[2]\n"), ("prose.txt", "no json here\n"), ("mixed.jsonl", MIXED)];
const MIXED: &str = "{\"a\":1}\n[2]\nno json here\n{\"d\":4}";

/// Processor seconds after which a row hangs, and seconds of the clock for those that sleep. Not a measure of speed.
const LIMITS: (u32, u32) = (120, 180);

struct Row {
    place: String,
    row: Value,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/hostile")
}

/// The names of the files of rows, in order.
fn files() -> Vec<String> {
    let entries = fs::read_dir(folder()).expect("fixtures/hostile").map(|entry| entry.expect("an entry"));
    let mut names: Vec<_> = entries.map(|entry| entry.file_name().into_string().expect("a name")).collect();
    names.sort();
    names
}

fn rows_of(file: &str) -> Vec<Row> {
    let text = fs::read_to_string(folder().join(file)).expect("UTF-8");
    let lines = text.split('\n').enumerate().filter(|(_, line)| !line.is_empty());
    let row = |(index, line): (usize, &str)| {
        let row: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error} in {line}"));
        let place = format!("{file}:{}: line {} {}", index + 1, row["line"], row["about"]);
        Row { place, row }
    };
    lines.map(row).collect()
}

fn rows() -> Vec<Row> {
    files().iter().flat_map(|file| rows_of(file)).collect()
}

/// The bytes that a row names.
fn bytes(value: &Value) -> Vec<u8> {
    if let Some(text) = value.as_str() {
        return text.as_bytes().to_vec();
    }
    if let Some(hex) = value["hex"].as_str() {
        let digit = |at| u8::from_str_radix(&hex[at..at + 2], 16).expect("hex digits in pairs");
        return (0..hex.len()).step_by(2).map(digit).collect();
    }
    let mut out = Vec::new();
    for part in value["parts"].as_array().expect("text, hex or parts") {
        let (text, count) = (part[0].as_str().expect("a text"), part[1].as_u64().expect("a count"));
        if text.contains("%d") {
            (0..count)
                .for_each(|number| out.extend_from_slice(text.replace("%d", &number.to_string()).as_bytes()));
        } else {
            out.extend_from_slice(text.repeat(usize::try_from(count).expect("small")).as_bytes());
        }
    }
    out
}

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().into_iter().flatten().map(|text| text.as_str().expect("a text")).collect()
}

/// Runs bash in `folder`, with the program in front of the PATH.
fn bash(script: &str, args: &[&str], folder: &Path, input: Option<File>, alone: bool) -> Output {
    let bin = cargo_bin!("jmend").parent().expect("a folder");
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").expect("a PATH"));
    let seconds = LIMITS.1.to_string();
    let mut command = Command::new("timeout");
    command.args(["-k", "5", &seconds]);
    if alone {
        command.args(["unshare", "-m"]);
    }
    command.args(["bash", "-c", script]).args(args).current_dir(folder).env("PATH", path);
    for name in ["JMEND_LOG", "NO_COLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    command.stdin(input.map_or_else(std::process::Stdio::null, Into::into));
    command.output().expect("bash runs")
}

/// Runs a row: its input and what came out.
fn run(row: &Value) -> (Vec<u8>, Output) {
    let folder = tempfile::tempdir().expect("a directory");
    if let Some(script) = row.get("script") {
        for (name, text) in FILES {
            fs::write(folder.path().join(name), text).expect("written");
        }
        let output = bash(&texts(script).join("\n"), &[], folder.path(), None, row["needs"] == "mount");
        return (Vec::new(), output);
    }
    let input = bytes(&row["input"]);
    let file = folder.path().join("input");
    fs::write(&file, &input).expect("written");
    let script = format!("ulimit -s 256; ulimit -t {}; exec jmend \"$@\"", LIMITS.0);
    let mut args = vec!["jmend"];
    args.extend(texts(&row["command"]));
    let output = bash(&script, &args, folder.path(), Some(File::open(&file).expect("there")), false);
    let left: Vec<_> = fs::read_dir(folder.path()).expect("readable").collect();
    assert_eq!(left.len(), 1, "{row} made a file");
    (input, output)
}

/// What is not as the row says, in words.
fn differences(row: &Value, input: &[u8], output: &Output) -> Vec<String> {
    let expect = &row["expect"];
    let err = String::from_utf8_lossy(&output.stderr);
    let out = String::from_utf8_lossy(&output.stdout);
    let mut wrong = Vec::new();
    let mut check = |holds: bool, what: String| {
        if !holds {
            wrong.push(what);
        }
    };
    let status = output.status.code();
    check(matches!(status, Some(0..=2)), format!("status {status:?}"));
    if let Some(expected) = expect["status"].as_i64() {
        check(status.map(i64::from) == Some(expected), format!("status {status:?}, expected {expected}"));
    }
    if let Some(expected) = expect.get("out").filter(|out| !out.is_null()) {
        check(output.stdout == bytes(expected), "standard output".to_owned());
    }
    check(expect["out_is_input"] != true || output.stdout == input, "the output is not the input".to_owned());
    for part in texts(&expect["out_has"]) {
        check(out.contains(part), format!("no {part:?} in the output"));
    }
    if let Some(times) = expect["out_at_most"].as_u64() {
        check(
            output.stdout.len() as u64 <= times * input.len() as u64,
            format!("{} bytes out", output.stdout.len()),
        );
    }
    for part in texts(&expect["err"]) {
        check(err.contains(part), format!("no {part:?} in the messages"));
    }
    if let Some(most) = expect["err_lines"].as_u64() {
        check(err.lines().count() as u64 <= most, format!("{} messages", err.lines().count()));
    }
    let silent = row.get("script").is_none() || !texts(&expect["err"]).is_empty() || err.is_empty();
    check(silent, "messages where none were expected".to_owned());
    check(!err.contains("panicked"), "a panic".to_owned());
    let steers = |c: char| c.is_control() && c != '\n';
    check(!err.contains(steers), "a message that steers a terminal".to_owned());
    wrong
}

/// The beginning of a text, for a message.
fn shown(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    format!(
        "{:?}{}",
        text.chars().take(300).collect::<String>(),
        if text.chars().nth(300).is_some() { "…" } else { "" }
    )
}

fn check(row: &Row) -> Option<String> {
    let (input, output) = run(&row.row);
    let mut wrong = differences(&row.row, &input, &output);
    if row.row["expect"]["twice"] == true && run(&row.row).1.stdout != output.stdout {
        wrong.push("a second run gives another output".to_owned());
    }
    if wrong.is_empty() {
        return None;
    }
    let (wrong, out, err) = (wrong.join("; "), shown(&output.stdout), shown(&output.stderr));
    Some(format!("{}\n  {wrong}\n  out {out}\n  err {err}", row.place))
}

/// Runs rows on a few threads, because some of them wait.
#[track_caller]
fn have_their_outcome(rows: &[Row]) {
    assert!(!rows.is_empty(), "no rows");
    let (next, failed) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while let Some(row) = rows.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let wrong = check(row);
                    failed.lock().expect("no panic in between").extend(wrong);
                }
            });
        }
    });
    let failed = failed.into_inner().expect("no panic in between");
    assert!(failed.is_empty(), "{} of {} rows:\n{}", failed.len(), rows.len(), failed.join("\n"));
}

/// One test for each file of `fixtures/hostile`, so that they run side by side.
macro_rules! every_line_has_the_outcome_that_it_should {
    ($($file:ident),*) => {
        const FILES_WITH_TESTS: &[&str] = &[$(concat!(stringify!($file), ".jsonl")),*];

        $(#[test]
        fn $file() {
            let mut rows = rows_of(concat!(stringify!($file), ".jsonl"));
            rows.retain(|row| row.row["needs"] != "mount");
            have_their_outcome(&rows);
        })*
    };
}

every_line_has_the_outcome_that_it_should!(faults, meaning, nesting, numbers, schemas, terminals, text);

#[test]
#[cfg_attr(not(has = "mount"), ignore = "needs to mount a file system")]
fn faults_of_a_small_file_system() {
    let mut rows = rows();
    rows.retain(|row| row.row["needs"] == "mount");
    have_their_outcome(&rows);
}

#[test]
fn every_file_has_its_test() {
    assert_eq!(files(), FILES_WITH_TESTS);
    assert!(rows().len() > 300, "only {} rows", rows().len());
}

/// The numbers in the names of tests: `hostile_59_to_90_…`, `hostile_58_…`.
fn numbers_in_names(folder: &Path, found: &mut BTreeSet<u64>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            numbers_in_names(&path, found);
            continue;
        }
        let text = fs::read_to_string(&path).unwrap_or_default();
        for name in text.split("fn hostile_").skip(1) {
            let mut words = name.split('_');
            let Some(first) = words.next().and_then(|word| word.parse::<u64>().ok()) else { continue };
            let last = (words.next() == Some("to")).then(|| words.next()?.parse().ok()).flatten();
            found.extend(first..=last.unwrap_or(first));
        }
    }
}

/// The lines that the rows of the page's table stand for: `| 7 | …`, `| 25, 26 | …`, `| 1 to 6 | …`.
fn documented(page: &str) -> Vec<u64> {
    let numbers = page.lines().filter_map(|line| line.strip_prefix("| ")?.split(" |").next());
    let mut lines = Vec::new();
    for part in numbers.flat_map(|cell| cell.split(", ")) {
        let (first, last) = part.split_once(" to ").unwrap_or((part, part));
        if let (Ok(first), Ok(last)) = (first.parse::<u64>(), last.parse::<u64>()) {
            lines.extend(first..=last);
        }
    }
    lines
}

/// Each of the 98 lines has a row or a test that bears its number, and stands in `docs/evidence/hostile.md`, in order.
#[test]
fn every_line_is_covered_and_documented() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut covered: BTreeSet<u64> = rows().iter().filter_map(|row| row.row["line"].as_u64()).collect();
    for folder in ["src", "tests"] {
        numbers_in_names(&root.join(folder), &mut covered);
    }
    let page = fs::read_to_string(root.join("docs/evidence/hostile.md")).expect("docs/evidence/hostile.md");
    assert_eq!(documented(&page), (1..=98).collect::<Vec<_>>(), "each line once, in order");
    let missing: Vec<_> = (1..=98).filter(|line| !covered.contains(line)).collect();
    assert!(missing.is_empty(), "no test for {missing:?}");
}

/// Each of the shared faults is shown by a row, and no row names one that is not there.
#[test]
#[cfg_attr(not(has = "shared"), ignore = "needs ../shared")]
fn every_shared_fault_has_a_row() {
    let faults = vectors("hostile/faults.jsonl");
    let wanted: BTreeSet<String> = faults.iter().map(|row| truth::text(row, "id").to_owned()).collect();
    let rows = rows();
    let shown: BTreeSet<String> =
        rows.iter().flat_map(|row| texts(&row.row["faults"])).map(str::to_owned).collect();
    assert!(wanted.len() > 50, "only {} faults", wanted.len());
    assert_eq!(shown, wanted);
}
