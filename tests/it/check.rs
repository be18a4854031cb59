//! `jmend check`: which files of a folder are read, and what is wrong with JSON that needs no repair.

use std::fs;
use std::path::Path;
use std::process::Stdio;

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
    let format: &[&str] = if args.contains(&"--diff") { &[] } else { &["--format", "concise"] };
    let output = Command::new(cargo_bin!("jmend"))
        .args(["check", "--no-config"])
        .args(format)
        .args(args)
        .current_dir(folder)
        .write_stdin("[1,]")
        .output()
        .expect("it runs");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let found = text.lines().map(|line| line.split_once("]: ").map_or(line, |(place, _)| place).to_owned());
    (found.collect(), output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

const B: &str = "b.json:1:2: error[single-quotes";
const LINES: &str = "lines.jsonl:2:8: error[trailing-comma";
const C: &str = "sub/c.json:2:1: error[several-documents";
const D: &str = "sub/deep/d.json:1:25: warning[duplicate-key";
const E: &str = "sub/vendor/e.json:1:3: error[trailing-comma";

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
                "jmend: Found 7 problems in 5 files (7 checked); 4 fixable with jmend check --fix\n"
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
        (&["ignored.json"], &["ignored.json:1:3: error[trailing-comma"]),
        (&["--lines", "sub/c.json"], &[]),
        (&["sub/c.json", "--many"], &[]),
    ];
    for (args, expected) in cases {
        let (found, status, errors) = check(folder.path(), args);
        let due = i32::from(expected.iter().any(|line| line.contains("error[")));

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
        (&["empty"][..], "there is no JSON file to check in empty"),
        (&[".", "--exclude", "[z-a]"], "--exclude [z-a]"),
    ] {
        let (found, status, errors) = check(folder.path(), args);
        assert_eq!((found.len(), status), (0, Some(2)), "{args:?}");
        assert!(errors.contains(message), "{args:?}: {errors}");
    }
    assert_eq!(check(folder.path(), &["-"]).0, ["<stdin>:1:3: error[trailing-comma"]);
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

/// A name, what the file holds, what `--fix` makes of it, and what `--unsafe-fixes` makes of it; `None` where it stays.
type Fixed = (&'static str, &'static str, Option<&'static str>, Option<&'static str>);

/// Files in their dialects. Comments, trailing commas where they belong, and line ends stay as they are.
const DIALECTS: &[Fixed] = &[
    ("tsconfig.json", "{\n  // one\n  \"a\": [1,],\n}\n", None, None),
    ("web.tsconfig.json", "{ /* one */ 'a': 1 }\r\n", Some("{ /* one */ \"a\": 1 }\r\n"), None),
    (
        ".vscode/settings.json",
        "{\n  // one\n  \"a\": 1\n  \"b\": 2,\n}",
        None,
        Some("{\n  // one\n  \"a\": 1,\n  \"b\": 2,\n}"),
    ),
    (".eslintrc", "{ // one\n  'a': 1 }", Some("{ // one\n  \"a\": 1 }"), None),
    ("a.jsonc", "// one\n[1 2]", None, Some("// one\n[1, 2]")),
    ("a.json5", "{a: 'x', b: [.5, +1, Infinity,], /* one */}", None, None),
    ("b.json5", "{a: 'x' b: 1}", None, Some("{a: 'x', b: 1}")),
    ("comments.json", "{\"a\": 1 // one\n}", None, None),
    ("bom.json", "\u{feff}{\"a\": 1}\n", None, None),
    ("slips.json", "{\n  'a': True,\n}\n", Some("{\n  \"a\": true\n}\n"), None),
    (
        "guess.json",
        "{\n  \"a\": {\n    \"b\": 1\n  \"c\": 2\n}\n",
        None,
        Some("{\n  \"a\": {\n    \"b\": 1\n  },\n  \"c\": 2\n}\n"),
    ),
    ("rows.jsonl", "{\"a\": 1}\r\n\r\n{\"a\": 2,}\r\n", Some("{\"a\": 1}\r\n\r\n{\"a\": 2}\r\n"), None),
    ("lost-row.jsonl", "{\"a\": 1,}\nsorry\n", None, None),
    ("lossy.json", "{\"a\": }", None, None),
    ("cut.json", "{\"a\": [1", None, None),
    ("two.json", "{\"a\": 1,}\n{\"b\": 2}\n", None, None),
    ("fence.json", "```json\n{\"a\": 1,}\n```\n", None, None),
    ("template.json", "{\"a\": {{ x }}, \"b\": 1,}", None, None),
    ("conflict.json", "{\n<<<<<<< ours\n  \"a\": 1,\n=======\n  \"a\": 2\n>>>>>>> theirs\n}\n", None, None),
];

#[test]
fn files_are_fixed_in_their_dialects_or_stay_as_they_are() {
    for unsafe_fixes in [false, true] {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text, _, _) in DIALECTS {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
            fs::write(path, text).expect("it can be written");
        }
        let flags: &[&str] = if unsafe_fixes { &["--fix", "--unsafe-fixes", "."] } else { &["--fix", "."] };
        let (_, status, errors) = check(folder.path(), flags);
        assert_eq!(status, Some(1), "{errors}");
        for (name, text, certain, guessed) in DIALECTS {
            let due = if unsafe_fixes { guessed.or(*certain) } else { *certain }.unwrap_or(text);
            let is = fs::read_to_string(folder.path().join(name)).expect("it is there");
            assert_eq!(is, due, "{name}, unsafe: {unsafe_fixes}");
        }
    }
}

/// Comments, templates and merge conflicts are no broken JSON, so each is one problem.
#[test]
fn comments_templates_and_conflicts_are_one_problem_each() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in [
        ("comments.json", "{\n  // one\n  \"a\": 1, // two\n  /* three */\n}\n"),
        ("template.json", "{\"a\": {{ x }}, \"b\": {% y %}}"),
        ("conflict.json", "{\n<<<<<<< ours\n  \"a\": 1\n=======\n  \"a\": 2\n>>>>>>> theirs\n}\n"),
    ] {
        fs::write(folder.path().join(name), text).expect("written");
        let (found, status, errors) = check(folder.path(), &[name]);
        assert_eq!((found.len(), status), (1, Some(1)), "{name}: {found:?} {errors}");
    }
}

#[test]
fn a_diff_shows_what_a_fix_changes_and_changes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.jsonc"), "{\n  // one\n  'a': 1,\n}\n").expect("written");
    let (diff, status, _) = check(folder.path(), &["--diff", "."]);
    let due = [
        "--- a.jsonc",
        "+++ a.jsonc",
        "@@ -1,4 +1,4 @@",
        " {",
        "   // one",
        "-  'a': 1,",
        "+  \"a\": 1,",
        " }",
    ];
    assert_eq!((diff, status), (due.map(str::to_owned).to_vec(), Some(1)));
    let text = fs::read_to_string(folder.path().join("a.jsonc")).expect("it is there");
    assert_eq!(text, "{\n  // one\n  'a': 1,\n}\n");
    assert_eq!(check(folder.path(), &["--fix", "."]).1, Some(0));
    assert_eq!(check(folder.path(), &["--diff", "."]), (Vec::new(), Some(0), String::new()));
}

/// A diff that shows nothing says so where problems are left: an empty one looks as if all was well.
#[test]
fn a_diff_names_the_files_that_it_leaves_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in [
        ("list.json", "[1 2]"),
        ("rows.jsonl", "{}\n[1 2]\n"),
        ("fine.json", "[1]"),
        ("rows2.jsonl", "{}\n\n1\n"),
    ] {
        fs::write(folder.path().join(name), text).expect("written");
    }
    let (diff, status, errors) = check(folder.path(), &["--diff", "."]);
    assert_eq!((diff, status), (Vec::new(), Some(1)));
    let told: Vec<_> = errors.lines().map(|line| line.split(':').next().unwrap_or_default()).collect();
    assert_eq!(told, ["list.json", "rows.jsonl"], "{errors}");
    assert_eq!(check(folder.path(), &["--diff", "--unsafe-fixes", "."]).2, "");
}

/// Without PATH this folder is checked, unless standard input holds something: then nobody knows what is meant.
#[test]
fn without_a_path_the_folder_is_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.json"), "[1,]").expect("written");
    let run = |stdin: Stdio| {
        let mut command = std::process::Command::new(cargo_bin!("jmend"));
        command.args(["check", "--no-config", "--format", "concise"]).current_dir(folder.path()).stdin(stdin);
        command.output().expect("it runs")
    };
    let output = run(Stdio::null());
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.starts_with(b"a.json:1:3: "), "{output:?}");
    let output = run(fs::File::open(folder.path().join("a.json")).expect("it is there").into());
    assert_eq!(output.status.code(), Some(2));
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(errors.contains("`jmend check -` checks it, `jmend check .` checks this folder"), "{errors}");
}

/// The configuration gives dialects and leaves files out; a flag and `--no-config` win. What is named is checked, unless
/// exclusion is forced, and the last line counts what was left out.
#[test]
fn the_configuration_gives_dialects_and_leaves_files_out() {
    const CONFIG: &str = "[check]\njsonc = [\"conf/**/*.json\", \"*.cfg\"]\njson5 = [\"*.conf\"]\njson = [\"strict.jsonc\"]\nignore = [\"vendor/\", \"*.min.json\"]\n";
    let folder = tempfile::tempdir().expect("a folder");
    let files = [
        ("a.min.json", "[1,]"),
        ("b.cfg", "[1,] // one\n"),
        ("b.conf", "{a: 'b',}\n"),
        ("conf/deep/c.json", "{\"a\": 1} // one\n"),
        ("d.json", "[1] // one\n"),
        ("jmend.toml", CONFIG),
        ("strict.jsonc", "[1,]"),
        ("vendor/deep/e.json", "[1,]"),
        ("vendor/f.txt", "[1,]"),
    ];
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
        fs::write(path, text).expect("written");
    }
    for (within, flags, due, last) in [
        ("", "", "d.json strict.jsonc", "2 files (5 checked, 2 skipped: reasons with -v)"),
        ("", ".", "d.json strict.jsonc", "2 files (5 checked, 2 skipped: reasons with -v)"),
        ("", "vendor a.min.json", "a.min.json", "1 file (1 checked, 1 skipped: reasons with -v)"),
        ("", "vendor/deep/e.json", "vendor/deep/e.json", "1 file (1 checked)"),
        ("", "--force-exclude vendor/deep/e.json", "", "0 files (1 skipped: reasons with -v)"),
        ("", "--force-exclude --exclude d.json d.json vendor", "", "0 files (2 skipped: reasons with -v)"),
        ("vendor", "", "", "0 files (1 skipped: reasons with -v)"),
        ("conf", "", "", "Found no problem in 1 file\n"),
        ("", "--dialect json conf", "conf/deep/c.json", "1 file (1 checked)"),
        ("", "--no-config vendor conf", "conf/deep/c.json vendor/deep/e.json", "2 files (2 checked)"),
    ] {
        let args = format!("check --format concise {flags}");
        let output =
            crate::common::jmend(&args).current_dir(folder.path().join(within)).output().expect("it runs");
        let text = String::from_utf8_lossy(&output.stdout);
        let mut names: Vec<&str> = text.lines().filter_map(|line| line.split(':').next()).collect();
        names.sort_unstable();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(names.join(" "), due, "{args}: {errors}");
        assert!(errors.contains(last), "{args}: {errors}");
        assert_eq!(output.status.code(), Some(i32::from(!due.is_empty())), "{args}: {errors}");
    }
    let told =
        crate::common::jmend("check -v vendor").current_dir(folder.path()).output().expect("it runs").stderr;
    let told = String::from_utf8_lossy(&told);
    assert!(told.contains("vendor/deep/e.json: `ignore` of jmend.toml leaves it out"), "{told}");
    for (key, due) in
        [("jsonc = \"a\"", "2:9: `jsonc` is"), ("ignore = [\"[z-a]\"]", "2:10: `ignore` holds no pattern")]
    {
        fs::write(folder.path().join("jmend.toml"), format!("[check]\n{key}\n")).expect("written");
        let output =
            crate::common::jmend("check d.json").current_dir(folder.path()).output().expect("it runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && errors.contains(due), "{errors}");
    }
}

/// Warnings are what most readers accept, and the least severity that fails is the user's choice.
#[test]
fn a_severity_decides_the_status() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in [
        ("bom.json", "\u{feff}[1]"),
        ("twice.json", "{\"a\": 1, \"a\": 2}"),
        ("wrong.json", "[1,]"),
        ("none.json", "sorry"),
    ] {
        fs::write(folder.path().join(name), text).expect("written");
    }
    for (name, severity, due) in [
        ("bom.json", "warning", [0, 1, 0]),
        ("twice.json", "warning", [0, 1, 0]),
        ("wrong.json", "error", [1, 1, 0]),
        ("none.json", "error", [1, 1, 0]),
        ("absent.json", "", [2, 2, 2]),
    ] {
        for (fail_on, due) in ["error", "warning", "never"].into_iter().zip(due) {
            let (found, status, errors) = check(folder.path(), &["--fail-on", fail_on, name]);
            assert_eq!(status, Some(due), "{name} {fail_on}: {errors}");
            assert!(found.iter().all(|line| line.contains(&format!(" {severity}["))), "{found:?}");
        }
    }
}

/// People see ten problems of a file and a count of the others, and machines see all.
#[test]
fn few_problems_of_a_file_are_listed() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.json"), format!("[{}1]", "1\n".repeat(30))).expect("written");
    let (found, _, errors) = check(folder.path(), &["a.json"]);
    assert_eq!(found.len(), 11, "{found:?}");
    assert!(found[10].ends_with("note[findings-limit"), "{found:?}");
    assert!(errors.contains("Found 30 problems in 1 file"), "{errors}");
    let all = crate::common::jmend("check --format json a.json")
        .current_dir(folder.path())
        .output()
        .expect("it runs");
    assert_eq!(String::from_utf8_lossy(&all.stdout).lines().count(), 30);
}

/// A fix goes no further than flags and the configuration let a repair go, and never past the bytes that a file may have.
#[test]
fn a_fix_keeps_to_the_limits_of_repair() {
    const TEXT: &str = "[1 2]\n";
    for (config, flags, is_fixed) in [
        ("", "", true),
        ("", "--max-risk syntax", false),
        ("", "--max-bytes 3", false),
        ("", "--min-confidence 1", false),
        ("max_risk = \"syntax\"\n", "", false),
        ("max_risk = \"syntax\"\n", "--no-config", true),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("jmend.toml"), config).expect("written");
        fs::write(folder.path().join("a.json"), TEXT).expect("written");
        let args = format!("check --fix --unsafe-fixes {flags} a.json");
        crate::common::jmend(&args).current_dir(folder.path()).output().expect("it runs");
        let is = fs::read_to_string(folder.path().join("a.json")).expect("it is there");
        assert_eq!(is, if is_fixed { "[1, 2]\n" } else { TEXT }, "{config}{args}");
    }
    for flag in ["--lines", "--from python", "--at /a", "--select first"] {
        let args = format!("check --fix {flag} a.json");
        crate::common::jmend(&args).assert().code(2).stdout("");
    }
}

/// What a refusal advises works, and one file that cannot be rewritten leaves the others their turn.
#[test]
fn what_rewriting_in_place_advises_works() {
    const COMMENTED: &str = "{\"a\": 1 // one\n \"b\": 2}\n";
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("written");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("it is there");
    let run = |args: &str| {
        let output = crate::common::jmend(args).current_dir(folder.path()).output().expect("it runs");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    fs::create_dir(folder.path().join("d")).expect("it can be made");
    write("a.json", "[1,]");
    let (status, errors) = run("repair --in-place d a.json");
    assert!(
        status == Some(2) && errors.contains("jmend check --fix d fixes the files of a folder"),
        "{errors}"
    );
    assert_eq!(read("a.json"), "[1]\n");
    write("c.json", COMMENTED);
    let (status, errors) = run("repair --in-place c.json");
    let advice = "--extract --max-risk inferred writes the JSON alone; jmend check --fix --unsafe-fixes --dialect jsonc keeps";
    assert!(status == Some(1) && errors.contains(advice), "{errors}");
    run("check --fix --unsafe-fixes --dialect jsonc c.json");
    assert_eq!(read("c.json"), "{\"a\": 1, // one\n \"b\": 2}\n");
    write("c.json", COMMENTED);
    assert_eq!(run("repair --in-place --extract --max-risk inferred c.json").0, Some(0));
    serde_json::from_str::<serde_json::Value>(&read("c.json")).expect("JSON");
    // What is around is no comment, so no dialect keeps it.
    write("f.json", "```json\n[1 2]\n```\n");
    let (_, errors) = run("repair --in-place f.json");
    assert!(errors.contains("--extract --max-risk inferred") && !errors.contains("--dialect"), "{errors}");
    // A diff has the status of a diff.
    assert_eq!(run("check --diff --fail-on never a.json").0, Some(2));
}
