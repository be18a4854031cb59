//! Rows stay rows: input that is lines is read as lines, whatever lies between them, and a folder goes through the hooks
//! without a loss.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::{check, jmend};
use assert_cmd::cargo::cargo_bin;

const NOTE: &str = "<stdin>:1: note[lines]: each line is a document, so each is read on its own; --framing document \
                    reads the whole text as one\n";

/// (flags, input, output, standard error, status)
const ROWS: &[(&str, &str, &str, &str, i32)] = &[
    ("", "{\"a\":1}\n{\"a\":1}\n{\"a\":1}\n", "{\"a\":1}\n{\"a\":1}\n{\"a\":1}\n", NOTE, 0),
    ("-e", "{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n", "{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n", NOTE, 0),
    ("-q", "{'a': 1}\n{\"a\":2,}\n\n[3]\n", "{\"a\": 1}\n{\"a\":2}\n\n[3]\n", "", 0),
    // Two lines are rows where both are strict JSON; equal ones stay two.
    ("-q", "{\"a\":1}\n{\"a\":1}\n", "{\"a\":1}\n{\"a\":1}\n", "", 0),
    ("-q", "{\"a\":1}\n{'a':1}\n", "{\"a\":1}\n{\"a\":1}\n", "", 0),
    // So do equal documents that are pretty-printed, or on one line.
    ("-q -c", "{\n \"a\": 1\n}\n{\n \"a\": 1\n}\n", "{\"a\":1}\n{\"a\":1}\n", "", 0),
    ("-q --max-risk syntax", "{\"a\":1} {\"a\":1}{\"a\":2}", "{\"a\":1}\n{\"a\":1}\n{\"a\":2}\n", "", 0),
    ("-q", "data: {\"a\":1}\n\ndata: {\"a\":1}\n\ndata: [DONE]\n", "{\"a\":1}\n{\"a\":1}\n", "", 0),
    // Beside prose, a copy is the answer once more, and the risk says that something is gone.
    ("-q", "It is {\"a\":1}.\n```json\n{\"a\":1}\n```\n", "{\"a\":1}\n", "", 0),
    ("-q --max-risk inferred", "It is {\"a\":1}.\n```json\n{\"a\":1}\n```\n", "", "", 1),
    // Valid rows keep every byte, line ends included.
    ("-q", "{\"a\":1}\r\n\n[2]\n [3]", "{\"a\":1}\r\n\n[2]\n [3]", "", 0),
    (
        "-q",
        "{\"a\":1}\n{\"a\":2}\nsorry\n{\"a\":3}\n{\"a\":3}\n",
        "{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n{\"a\":3}\n",
        "",
        1,
    ),
    (
        "-q --on-error null",
        "{\"a\":1}\n{\"a\":2}\n\nsorry\n{\"a\":3}\n{\"a\":4}\n",
        "{\"a\":1}\n{\"a\":2}\n\nnull\n{\"a\":3}\n{\"a\":4}\n",
        "",
        1,
    ),
    ("-q --lines --on-error null", "[1]\n\nsorry\n[2]\n", "[1]\n\nnull\n[2]\n", "", 1),
    ("-q --lines", "[1]\n\n[2]\n", "[1]\n[2]\n", "", 0),
    ("-q -c", "{\"a\": 1}\n{\"a\": 2}\n{\"a\": 3}\n", "{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n", "", 0),
    // What was said is done, and one document of several is chosen from all of them.
    ("--framing document --report", "[1]\n[2]\n[3]\n", "", "", 0),
    ("--select last", "[1]\n[2]\n[3]\n", "[3]\n", "", 0),
    // An array that spans lines is a document.
    (
        "",
        "[{\"a\":1},\n{\"a\":2},\n{\"a\":3},\n{\"a\":4}]",
        "[{\"a\":1},\n{\"a\":2},\n{\"a\":3},\n{\"a\":4}]",
        "",
        0,
    ),
    ("", "{\n\"a\": [1],\n\"b\": [2]\n}", "{\n\"a\": [1],\n\"b\": [2]\n}", "", 0),
];

#[test]
fn input_that_is_lines_is_read_as_lines() {
    for (flags, input, expected, messages, status) in ROWS {
        let output = jmend(&format!("repair {flags}")).write_stdin(*input).output().expect("it runs");
        let out = String::from_utf8_lossy(&output.stdout);
        let is_told = messages.is_empty() && !flags.contains("-q")
            || String::from_utf8_lossy(&output.stderr) == *messages;
        let is_written = out == *expected || flags.contains("--report") && out.lines().count() == 1;
        assert!(
            is_written && is_told && output.status.code() == Some(*status),
            "{flags}: {input:?}: {output:?}"
        );
    }
}

#[test]
fn names_say_what_is_lines() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["a.jsonl", "a.ndjson", "a.JSONL"] {
        let path = folder.path().join(name);
        fs::write(&path, "{\"a\":1}\nsorry\n").expect("written");
        let output = jmend("repair --on-error raw").arg(&path).output().expect("it runs");
        let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert_eq!((&*out, output.status.code()), ("{\"a\":1}\n\"sorry\"\n", Some(1)), "{err}");
        // The name says so, so it is not news.
        assert!(!err.contains("note[") && err.contains("(record 2)"), "{err}");
        assert!(err.ends_with("jmend: 2 records: 1 valid, 1 refused\n"), "{err}");
        // A file with a false name is valid JSON all the same.
        fs::write(&path, "{\n  \"a\": 1\n}\n").expect("written");
        let output = jmend("repair").arg(&path).output().expect("it runs");
        assert_eq!(String::from_utf8_lossy(&output.stdout), "{\n  \"a\": 1\n}\n", "{name}");
    }
}

#[test]
fn a_long_log_loses_nothing_on_any_number_of_threads() {
    let row = |n: usize| match n % 100 {
        7 => "I can't do that.\n".to_owned(),
        8 => format!("{{'n': {n},}}\n"),
        _ => "{\"n\": 1, \"text\": \"a row that comes again\"}\n".to_owned(),
    };
    let log: String = (0..20_000).map(row).collect();
    let run = |jobs: &str| {
        let output =
            jmend(&format!("repair -j{jobs}")).write_stdin(log.as_bytes()).output().expect("it runs");
        (String::from_utf8_lossy(&output.stdout).into_owned(), output.stderr, output.status.code())
    };
    let (out, err, status) = run("1");
    assert_eq!((out.lines().count(), status), (19_800, Some(1)));
    let err = String::from_utf8_lossy(&err).into_owned();
    let told = err.lines().filter(|line| line.contains(": error[no-json]: ")).count();
    assert_eq!(told, 10, "200 records failed, and most of them are counted");
    let last: Vec<_> = err.lines().rev().take(2).collect();
    assert_eq!(last[1], "jmend: 190 more of error[no-json]; -v shows all");
    assert_eq!(last[0], "jmend: 20000 records: 19600 valid, 200 repaired, 200 refused");
    let (again, messages, same) = run("4");
    assert!(
        (again, &*String::from_utf8_lossy(&messages), same) == (out, &*err, status),
        "the same with threads"
    );
}

#[test]
fn rows_stream_once_they_are_known() {
    let mut child = Command::new(cargo_bin!("jmend"))
        .args(["repair", "-q", "--no-config"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all("{\"a\": 1}\n".repeat(8 << 10).as_bytes()).expect("written");
    input.flush().expect("written");
    // The pipe stays open: what comes out now does not wait for its end.
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
    assert_eq!(line, "{\"a\": 1}\n");
    drop(input);
    let _ = child.kill();
    child.wait().expect("it ends");
}

/// What a repository holds, of every kind: (name, bytes), each written several times.
fn kinds() -> Vec<(&'static str, Vec<u8>)> {
    let log = |rows: usize| {
        let row = |n: usize| if n % 90 == 3 { "sorry\n".into() } else { format!("{{\"n\": {}}}\n", n % 7) };
        (0..rows).map(row).collect::<String>().into_bytes()
    };
    let texts: [(&str, &str); 22] = [
        ("app.py", "CONFIG = {\"debug\": True, \"paths\": [\"/srv\"]}\n\ndef main(): ...\n"),
        ("app.js", "module.exports = { a: 1, b: [2, 3,] };\n"),
        ("main.rs", "fn main() { let a = [1, 2]; }\n"),
        ("README.md", "# Title\n\n```json\n{\"a\": 1,}\n```\n\nMore.\n"),
        ("Cargo.toml", "[package]\nname = \"x\"\n\n[[bench]]\nname = \"y\"\n"),
        ("Cargo.lock", "[[package]]\nname = \"a\"\ndependencies = [\n \"b\",\n]\n"),
        ("package-lock.json", "{\n  \"name\": \"a\",\n  \"packages\": {}\n}\n"),
        ("flake.lock", "{\"nodes\": {}}\n"),
        ("ci.yaml", "on: [push]\njobs: {a: {steps: []}}\n"),
        ("tsconfig.json", "{\n  // strict\n  \"strict\": true,\n}\n"),
        ("settings.json", "{\n  /* fonts */\n  \"size\": 12,\n}\n"),
        ("x.jsonc", "{} // nothing\n"),
        ("rows.ndjson", "{\"a\": 1}\r\n\r\n{\"a\": 1}\r\n{\"a\": 1}"),
        ("notes.json", "See {\"a\": 1} and {\"b\": 2}.\n"),
        ("fenced.json", "```json\n{\"a\": 1}\n```\n"),
        ("bom.json", "\u{feff}{\"a\": 1}\n"),
        ("conflict.json", "<<<<<<< a\n{\"a\": 1}\n=======\n{\"a\": 2}\n>>>>>>> b\n"),
        ("template.json", "{% if x %}{\"a\": {{ a }},}{% endif %}\n"),
        ("twice.json", "{\"a\": 1, \"a\": 2,}\n"),
        ("nan.jsonl", "{\"a\": 1}\n{\"a\": NaN}\n{\"a\": 2,}\n"),
        ("empty.json", ""),
        ("valid.json", "{ \"a\" : 1.10, \"a\": \"\\u00e9\" }"),
    ];
    let mut kinds: Vec<_> = texts.into_iter().map(|(name, text)| (name, text.as_bytes().to_vec())).collect();
    kinds.push(("log.jsonl", log(400)));
    kinds.push(("log.json", log(400)));
    kinds.push(("image.png", (0..=255u8).cycle().take(5_000).collect()));
    kinds.push(("binary.json", (0..=255u8).rev().cycle().take(5_000).collect()));
    kinds
}

/// What is broken JSON, and what becomes of it.
const BROKEN: [(&str, &str, &str); 2] = [
    ("broken.json", "{\n  'a': 1,\n}\n", "{\n  \"a\": 1\n}\n"),
    ("broken.jsonl", "{\"a\": 1}\n{\"a\": 2,}\n{\"a\": 1}", "{\"a\": 1}\n{\"a\": 2}\n{\"a\": 1}"),
];

/// The commands of the hooks, and whether each rewrites.
fn hooks() -> Vec<Vec<String>> {
    let hooks = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(".pre-commit-hooks.yaml"))
        .expect("hooks");
    let entries: Vec<Vec<String>> = hooks
        .lines()
        .filter_map(|line| line.trim().strip_prefix("entry: jmend "))
        .map(|entry| entry.split_whitespace().map(str::to_owned).collect())
        .collect();
    assert_eq!(entries.len(), 2);
    assert!(entries.iter().all(|entry| entry.iter().any(|flag| flag == "--no-config")), "{entries:?}");
    entries
}

#[test]
fn no_file_that_was_not_broken_json_changes() {
    let plain = vec!["repair".to_owned(), "--in-place".to_owned()];
    for command in hooks().into_iter().chain([plain]) {
        let folder = tempfile::tempdir().expect("a folder");
        let mut due = BTreeMap::new();
        let rewrites = command.iter().any(|flag| flag == "--in-place" || flag == "--fix");
        for copy in 0..10 {
            let at = folder.path().join(copy.to_string());
            fs::create_dir(&at).expect("a folder");
            for (name, bytes) in kinds() {
                fs::write(at.join(name), &bytes).expect("written");
                due.insert(at.join(name), bytes);
            }
            for (name, before, after) in BROKEN {
                fs::write(at.join(name), before).expect("written");
                let after = if rewrites { after } else { before };
                due.insert(at.join(name), after.as_bytes().to_vec());
            }
        }
        // A file that would allow everything changes nothing of this.
        fs::write(
            folder.path().join("jmend.toml"),
            "max_risk = \"lossy\"\nfail_on_normalization_failure = false\n",
        )
        .expect("written");
        assert!(due.len() >= 200);
        let mut run = jmend("");
        run.args(&command).args(due.keys()).current_dir(folder.path());
        let output = run.output().expect("it runs");
        let err = String::from_utf8_lossy(&output.stderr);
        for (path, bytes) in &due {
            let now = fs::read(path).expect("a file");
            assert!(
                now == *bytes,
                "{command:?}: {} changed:\n{}",
                path.display(),
                String::from_utf8_lossy(&now)
            );
        }
        let told = err.lines().filter(|line| line.ends_with(" fixes") || line.ends_with(" fix")).count();
        assert_eq!(told, if rewrites { 20 } else { 0 }, "{command:?}: {err}");
    }
}

#[test]
fn reports_say_where_each_record_comes_from() {
    let folder = tempfile::tempdir().expect("a folder");
    let rows = (0..20_000)
        .map(|n| format!("{{'n': {n}}}\n{}", if n % 7 == 0 { "\n" } else { "" }))
        .collect::<Vec<_>>()
        .concat();
    fs::write(folder.path().join("a.jsonl"), format!("{{\"a\": 1}}\n\nsorry\n{rows}")).expect("written");
    fs::write(folder.path().join("b.json"), "{\"b\": [1,\n2]}").expect("written");
    let run = |args: &str| {
        let output = jmend(args).current_dir(folder.path()).output().expect("it runs");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let found = run("repair -q --report -j1 a.jsonl b.json");
    assert!(run("repair -q --report -j4 a.jsonl b.json") == found, "the same with threads");
    let begins = [
        "{\"ok\":true,\"file\":\"a.jsonl\",\"line\":1,\"record\":1,\"value\":{\"a\":1},",
        "{\"ok\":false,\"file\":\"a.jsonl\",\"line\":3,\"record\":2,\"error\":{\"code\":\"no-json\",",
        "{\"ok\":true,\"file\":\"a.jsonl\",\"line\":4,\"record\":3,\"value\":{\"n\":0},",
        "{\"ok\":true,\"file\":\"a.jsonl\",\"line\":6,\"record\":4,\"value\":{\"n\":1},",
    ];
    for (line, begin) in found.lines().zip(begins) {
        assert!(line.starts_with(begin), "{line}");
    }
    let last: Vec<_> = found.lines().rev().take(2).collect();
    let row = "{\"ok\":true,\"file\":\"a.jsonl\",\"line\":22860,\"record\":20002,\"value\":{\"n\":19999},";
    assert!(last[1].starts_with(row), "{last:?}");
    assert!(last[0].starts_with("{\"ok\":true,\"file\":\"b.json\",\"value\":{\"b\":[1,2]},"), "{last:?}");
}

#[test]
fn rows_can_be_read_as_one_text() {
    check("repair -q --framing document", "[1]\n[2]\n[3]\n", "[1]\n[2]\n[3]\n", 0);
}

#[test]
fn rows_are_checked_as_lines() {
    check("check -q -", "{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n", "", 0);
}
