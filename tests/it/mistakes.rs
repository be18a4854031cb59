//! Mistakes of users: each is answered with what is wrong, where, and the command that works.

use std::path::Path;
use std::process::Command;

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;

use crate::common::jmend;

/// Rows of arguments, standard input, variables, parts of the message, a command that it shows and that works, and the status.
const MISTAKES: &str = include_str!("../../fixtures/cli/mistakes.jsonl");

/// Files of the folder in which the mistakes are made.
const FILES: [(&str, &[u8]); 10] = [
    ("a.json", b"{\"a\": 1,}"),
    ("b.json", b"{\"a\": 1,}"),
    ("bin.dat", b"\x00\x01\x02\xff\xfe"),
    ("broken.json", b"{a\n"),
    ("c.json", b"{\"a\": 1}"),
    ("empty.txt", b""),
    ("good.json", b"{\"a\": 1}\n"),
    ("packed.gz", b"\x1f\x8b\x08\x00\x00\x00\x00\x00"),
    ("strings.json", b"{\"a\": \"{b: 1}\"}\n"),
    ("type.json", b"{\"type\": \"objekt\"}"),
];

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, bytes) in FILES {
        std::fs::write(folder.path().join(name), bytes).expect("a file");
    }
    std::fs::create_dir_all(folder.path().join("sub")).expect("a folder");
    std::fs::write(folder.path().join("sub/x.json"), "[]").expect("a file");
    folder
}

/// Returns the status of a command line that a message shows.
fn status(line: &str, folder: &Path) -> Option<i32> {
    let mut path = std::ffi::OsString::from(cargo_bin!("jmend").parent().expect("a folder"));
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let mut shell = Command::new("sh");
    shell.args(["-c", line]).current_dir(folder).env("PATH", path).env("XDG_CONFIG_HOME", "/nonexistent");
    shell.stdin(std::process::Stdio::null()).output().expect("a shell").status.code()
}

#[test]
fn every_mistake_is_answered_with_the_command_that_works() {
    let mut wrong = Vec::new();
    for row in MISTAKES.lines() {
        let row: Value = serde_json::from_str(row).expect("a row");
        let texts = |key: &str| {
            let texts = row[key].as_array().into_iter().flatten();
            texts.map(|text| text.as_str().expect("a text").to_owned()).collect::<Vec<_>>()
        };
        let folder = folder();
        let mut command = jmend("");
        command.args(texts("args")).current_dir(folder.path());
        for (name, value) in row["env"].as_object().into_iter().flatten() {
            command.env(name, value.as_str().expect("a value"));
        }
        let output =
            command.write_stdin(row["stdin"].as_str().unwrap_or_default()).output().expect("it runs");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        let due = row["status"].as_i64().unwrap_or(2);
        if output.status.code().map(i64::from) != Some(due) {
            wrong.push(format!("{row}: status {:?}", output.status.code()));
        }
        let works = row["works"].as_str();
        for part in texts("err").iter().map(String::as_str).chain(works) {
            if !told.contains(part) {
                wrong.push(format!("{row}: {part:?} is not in {told}"));
            }
        }
        if told.contains("as a value") {
            wrong.push(format!("{row}: {told}"));
        }
        if let Some(line) = works.filter(|line| line.starts_with("jmend") || line.starts_with("echo")) {
            let status = status(line, folder.path());
            if !matches!(status, Some(0 | 1)) {
                wrong.push(format!("{row}: {line} has status {status:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
