//! `jmend check`: which files of a folder are read, and what is wrong with JSON that needs no repair.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin;

/// Files of a folder with what they hold.
const FILES: &[(&str, &str)] = &[
    (".gitignore", "build/\nignored.json\n"),
    (".hidden.json", "[1,]"),
    ("a.json", "{\"a\": 1}\n"),
    ("b.json", "{'a': 1}\n"),
    ("build/out.json", "[1,]"),
    ("ignored.json", "[1,]"),
    ("lines.jsonl", "{\"a\": 1}\n{\"a\": 2,}\n"),
    ("notes.txt", "[1,]"),
    ("sub/c.json", "{\"a\": 1}\n{\"a\": 2}\n"),
    ("sub/deep/d.json", "{\"k\": 1, \"x\": {\"a\": 1, \"\\u0061\": 2}, \"k\": 3}"),
    ("sub/vendor/e.json", "[1,]"),
    ("tsconfig.json", "{} // comment"),
];

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in FILES {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
        fs::write(path, text).expect("it can be written");
    }
    folder
}

/// Places and codes that `jmend check` prints, the status, and the messages.
fn check(folder: &Path, args: &[&str]) -> (Vec<String>, Option<i32>, String) {
    let output = Command::new(cargo_bin!("jmend"))
        .args(["check", "--no-config", "--format", "concise"])
        .args(args)
        .current_dir(folder)
        .write_stdin("[1,]")
        .output()
        .expect("it runs");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let found = text.lines().map(|line| line.split_once("]: ").map_or(line, |(place, _)| place).to_owned());
    (found.collect(), output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

const B: &str = "b.json:1:2: warning[single-quotes";
const LINES: &str = "lines.jsonl:2:8: warning[trailing-comma";
const C: &str = "sub/c.json:2:1: warning[several-documents";
const D: &str = "sub/deep/d.json:1:25: warning[duplicate-key";
const E: &str = "sub/vendor/e.json:1:3: warning[trailing-comma";

#[test]
fn a_folder_stands_for_the_json_files_that_git_does_not_ignore() {
    let folder = folder();
    let all = [B, LINES, C, D, E];
    for jobs in ["-j1", "-j2", "-j8"] {
        let (found, status, errors) = check(folder.path(), &[jobs, "."]);
        assert_eq!(
            (found, status, errors.as_str()),
            (
                all.iter().map(|s| (*s).to_owned()).collect(),
                Some(1),
                "jmend: 7 records: 4 valid, 3 would change\n"
            )
        );
    }
    let cases: &[(&[&str], &[&str])] = &[
        (&["sub", "--exclude", "vendor"], &[C, D]),
        (&["--exclude", "sub", "--exclude", "*.jsonl", "."], &[B]),
        (&["--exclude", "/b.json", "b.json", "a.json"], &[]),
        (&["--exclude", "vendor/", "sub/vendor/e.json", "a.json"], &[]),
        (&["--exclude", "d*", "--many", "sub"], &[E]),
        // What is named is read, whatever git thinks of it.
        (&["ignored.json"], &["ignored.json:1:3: warning[trailing-comma"]),
        (&["--lines", "sub/c.json"], &[]),
        (&["sub/c.json", "--many"], &[]),
    ];
    for (args, expected) in cases {
        let (found, status, errors) = check(folder.path(), args);
        let due = i32::from(!expected.is_empty());

        assert_eq!(
            (found, status),
            (expected.iter().map(|s| (*s).to_owned()).collect(), Some(due)),
            "{args:?} {errors}"
        );
    }
}

#[test]
fn no_file_is_an_error_and_standard_input_is_read_only_where_it_is_named() {
    let folder = folder();
    fs::create_dir(folder.path().join("empty")).expect("it can be made");
    for (args, message) in [
        (&[][..], "there is no file to check: name files or folders, or - for standard input"),
        (&["empty"], "there is no JSON file to check in empty"),
        (&["a.json", "--exclude", "*"], "there is no JSON file to check in a.json"),
        (&[".", "--exclude", "[z-a]"], "--exclude [z-a]"),
    ] {
        let (found, status, errors) = check(folder.path(), args);
        assert_eq!((found.len(), status), (0, Some(2)), "{args:?}");
        assert!(errors.contains(message), "{args:?}: {errors}");
    }
    assert_eq!(check(folder.path(), &["-"]).0, ["<stdin>:1:3: warning[trailing-comma"]);
    // A missing file is an error that names it; the others are checked all the same.
    let (found, status, errors) = check(folder.path(), &["absent.json", "b.json"]);
    assert_eq!((found.len(), status), (1, Some(2)), "{errors}");
    assert!(errors.contains("absent.json"), "{errors}");
}

/// Records are counted by file.
#[test]
fn records_have_their_number_in_their_file() {
    let folder = tempfile::tempdir().expect("a directory");
    for name in ["a.jsonl", "b.jsonl"] {
        fs::write(folder.path().join(name), "{\"a\": 1}\n{\"a\": 2,}\n").expect("written");
    }
    for jobs in ["-j1", "-j2"] {
        let args = format!("check --no-config --format concise {jobs} a.jsonl b.jsonl");
        let output = crate::common::jmend(&args).current_dir(folder.path()).output().expect("it runs");
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(text.lines().count() == 2 && text.lines().all(|line| line.contains("(record 2)")), "{text}");
    }
}
