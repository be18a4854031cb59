//! The diagnosis as the product: every format on the same inputs, the exit status, and the promise that the diff of a
//! repair, applied by `patch`, is the repair.

use crate::common::truth;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::{check, jmend};
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;

const BROKEN: &str = "{\"a\": [1 2],\n \"b\": True}\n";

#[test]
fn concise_lines_name_file_line_column_code_and_path() {
    check(
        "check - --format concise",
        BROKEN,
        "<stdin>:1:9: error[missing-comma]: a comma is missing (at /a)\n\
         <stdin>:2:7: error[python-word]: a Python word becomes the JSON one (at /b)\n",
        1,
    );
    check(
        "check - --format concise --lines",
        "{\"n\": 1}\n{'n': 2}\nsorry\n",
        "<stdin>:2:2: error[single-quotes]: single quotes around a string become double quotes (2 places, record 2, at /n)\n\
         <stdin>:3:1: error[no-json]: there is no JSON in this text (record 3)\n",
        1,
    );
    // The text inside a JSON string has no columns of the file.
    check(
        "check - --format concise --framing strings",
        "\"[1]\"\n\"[1\\n 2]\"\n",
        "<stdin>:2: error[missing-comma]: a comma is missing (record 2)\n",
        1,
    );
    check(
        "normalize --check --format concise",
        "{\"a-b\": 1}",
        "<stdin>:1:2: warning[hyphen-name]: `-` in this name becomes `_` (record 1, at /a-b)\n",
        1,
    );
}

#[test]
fn json_lines_hold_everything() {
    check(
        "check - --format json",
        "[1 2]",
        "{\"code\":\"missing-comma\",\"severity\":\"error\",\"risk\":\"inferred\",\"confidence\":0.99,\
         \"message\":\"a comma is missing\",\"help\":null,\"file\":null,\"record\":null,\"line\":1,\"column\":3,\
         \"end_line\":1,\"end_column\":3,\"start\":2,\"end\":2,\"path\":\"\",\"replacement\":\",\"}\n",
        1,
    );
}

#[test]
fn a_check_that_finds_nothing_says_nothing() {
    for command in ["check -", "normalize --check"] {
        for format in ["human", "concise", "json", "github"] {
            check(&format!("{command} --format {format}"), "{\"a\": 1}\n", "", 0);
        }
    }
}

#[test]
fn people_see_the_source_and_what_was_done() {
    check(
        "check -",
        BROKEN,
        "error[missing-comma]: a comma is missing\n  --> <stdin>:1:9\n   |\n \
         1 | {\"a\": [1 2],\n   |         |\n   = fix: insert `,`\n   = risk: inferred\n   = at: /a\n\n\
         error[python-word]: a Python word becomes the JSON one\n  --> <stdin>:2:7\n   |\n \
         2 |  \"b\": True}\n   |       ^^^^\n   = fix: `True` becomes `true`\n   = risk: syntax\n   = at: /b\n\n\
         Found 2 problems in 1 file (1 checked)\n",
        1,
    );
    // Explaining is no judgement: the status is 0.
    check(
        "explain",
        "[1,]",
        "<stdin>: repaired: 1 fix, strategy python_ast, risk syntax, confidence 0.99\n  \
         strict parser   line 1, column 4: a value cannot start with `]`\n  \
         input           the notation `python`: Python literals, and what repr prints\n                  \
         of objects; `jmend repair` reads it\n  \
         cause           The text is JavaScript or JSON with comments rather than JSON:\n                  \
         configuration files and source code look like that.\n                  [javascript]\n\n      \
         1 - [1,]\n        + [1]\n\n  \
         syntax    1:3  warning[trailing-comma]: a comma before a closing bracket is\n                  \
         dropped\n\n  \
         tell the model  Write strict JSON: keys in double quotes, no comments, and no\n                  \
         comma after the last item. Write `[1]` instead of `[1,]`.\n  \
         in the prompt   Show strict JSON in the examples, without comments and\n                  \
         trailing commas.\n",
        0,
    );
    check(
        "explain",
        "[1]",
        "<stdin>: nothing to repair\n  strict parser   accepts the text\n  input           strict JSON\n",
        0,
    );
}

#[test]
fn github_gets_a_command_for_each_place() {
    let folder = tempfile::tempdir().expect("a directory");
    let broken = folder.path().join("a,b:c%.json");
    fs::write(&broken, "{\"a\": 1,}\n{\"a\"").expect("it can be written");
    let mut command = jmend("check --format github --select all");
    command.arg("a,b:c%.json").current_dir(folder.path()).assert().code(1).stdout(
        contains("::error file=a%2Cb%3Ac%25.json,line=1,endLine=1,col=8,endColumn=9,title=jmend (trailing-comma)::")
            .and(contains("\n::error file=a%2Cb%3Ac%25.json,line=")),
    );
    // What was typed is no file of the repository.
    check(
        "check - --format github",
        "[1,]",
        "::error title=jmend (trailing-comma)::a comma before a closing bracket is dropped (at )\n"
            .replace(" (at )", "")
            .as_str(),
        1,
    );
}

#[test]
fn a_diff_shows_the_changed_lines() {
    let text = "{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3,\n  \"d\": 4,\n  \"e\": True\n}\n";
    check(
        "diff",
        text,
        "--- <stdin>\n+++ <stdin>\n@@ -3,5 +3,5 @@\n   \"b\": 2,\n   \"c\": 3,\n   \"d\": 4,\n-  \"e\": True\n\
         +  \"e\": true\n }\n",
        0,
    );
    check("diff -e", "[1]\n", "", 0);
    check(
        "diff -e --lines",
        "[1]\n[2,]\n[3]\n",
        "--- <stdin>\n+++ <stdin>\n@@ -1,3 +1,3 @@\n [1]\n-[2,]\n+[2]\n [3]\n",
        1,
    );
}

#[test]
fn a_check_without_files_says_so() {
    let folder = tempfile::tempdir().expect("a directory");
    let output = jmend("check .").current_dir(folder.path()).assert();
    output.code(2).stdout("").stderr(contains("there is no JSON file to check in ."));
}

#[test]
fn calls_can_be_checked() {
    let text = "<tool_call>\n{'name': 'ls', 'arguments': {}}\n</tool_call>";
    jmend("calls --check --format concise")
        .write_stdin(text)
        .assert()
        .code(1)
        .stdout(contains("<stdin>:2:2: warning[single-quotes]"));
    jmend("calls --check").write_stdin("no call").assert().code(0);
}

#[test]
fn every_violation_of_a_schema_is_a_finding_with_its_own_place() {
    let folder = tempfile::tempdir().expect("a directory");
    let schema = r#"{"type":"object","required":["path"],"properties":{"n":{"type":"integer"},"on":{"type":"boolean"}}}"#;
    fs::write(folder.path().join("schema.json"), schema).expect("it can be written");
    let run = jmend("check - --format json --schema schema.json")
        .current_dir(folder.path())
        .write_stdin("{\n  \"n\": \"many\",\n  \"on\": 3\n}\n")
        .output()
        .expect("it runs");
    assert_eq!(run.status.code(), Some(1));
    let text = String::from_utf8(run.stdout).expect("text");
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let told: Vec<_> = lines
        .iter()
        .map(|line| (line["path"].as_str(), line["line"].as_u64(), line["code"].as_str()))
        .collect();
    assert_eq!(
        told,
        [
            (Some(""), Some(1), Some("schema")),
            (Some("/n"), Some(2), Some("schema")),
            (Some("/on"), Some(3), Some("schema")),
        ],
        "{text}"
    );
    assert!(lines[1]["help"].as_str().is_some_and(|help| help.contains("`type`")), "{text}");
}

/// All inputs of `fixtures/repair`, each in a file of its own, and the files' names.
fn specimens(folder: &Path) -> Vec<String> {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/repair");
    let mut files: Vec<_> =
        fs::read_dir(fixtures).expect("fixtures").map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    let rows: Vec<_> = files.iter().flat_map(|file| truth::rows(file)).collect();
    let write = |(index, row): (usize, &serde_json::Value)| {
        let name = format!("specimen-{index:04}");
        fs::write(folder.join(&name), truth::text(row, "input")).expect("it can be written");
        name
    };
    rows.iter().enumerate().map(write).collect()
}

#[test]
#[cfg_attr(not(has = "patch"), ignore = "needs patch")]
fn patch_makes_of_a_diff_what_repair_makes_of_the_text() {
    let folder = tempfile::tempdir().expect("a directory");
    let names = specimens(folder.path());
    let repaired: Vec<_> = names
        .iter()
        .map(|name| {
            let run = jmend("repair -q").arg(name).current_dir(folder.path()).output().expect("it runs");
            let text = fs::read(folder.path().join(name)).expect("it is there");
            if run.status.success() { run.stdout } else { text }
        })
        .collect();
    let diff = jmend("diff -q").args(&names).current_dir(folder.path()).output().expect("it runs");
    let mut patch = Command::new("patch");
    patch.args(["-s", "-p0", "--binary"]).current_dir(folder.path()).stdin(std::process::Stdio::piped());
    let mut child = patch.spawn().expect("patch runs");
    std::io::Write::write_all(&mut child.stdin.take().expect("a pipe"), &diff.stdout).expect("it reads");
    assert!(child.wait().expect("it ends").success(), "patch takes the diff");
    assert!(names.len() > 250, "{} specimens", names.len());
    for (name, repaired) in names.iter().zip(&repaired) {
        let patched = fs::read(folder.path().join(name)).expect("it is there");
        assert_eq!(String::from_utf8_lossy(&patched), String::from_utf8_lossy(repaired), "{name}");
    }
}

/// What every specimen of the project gives in a format.
fn all_in(format: &str) -> String {
    let folder = tempfile::tempdir().expect("a directory");
    let names = specimens(folder.path());
    let run = jmend("check --format")
        .arg(format)
        .args(&names)
        .current_dir(folder.path())
        .output()
        .expect("it runs");
    String::from_utf8(run.stdout).expect("text")
}

#[test]
fn github_lines_follow_their_syntax() {
    let text = all_in("github");
    assert!(text.lines().count() > 500);
    for line in text.lines() {
        let (command, message) = line.strip_prefix("::").and_then(|rest| rest.split_once("::")).expect(line);
        let (name, properties) = command.split_once(' ').expect(line);
        assert!(["error", "warning", "notice"].contains(&name), "{line}");
        for property in properties.split(',') {
            let (key, value) = property.split_once('=').expect(line);
            assert!(!value.is_empty() && !value.contains(':'), "{line}");
            match key {
                "line" | "endLine" | "col" | "endColumn" => {
                    assert!(value.parse::<u32>().is_ok_and(|n| n > 0), "{line}");
                }
                _ => assert!(["file", "title"].contains(&key), "{line}"),
            }
        }
        let number = |key: &str| {
            let value = properties.split(',').find_map(|property| property.strip_prefix(key));
            value.and_then(|value| value.strip_prefix('=')).map(str::to_owned)
        };
        let spans_lines = number("line") != number("endLine");
        assert!(!(spans_lines && number("col").is_some()), "columns of a place that spans lines: {line}");
        let escapes = message.split('%').skip(1);
        assert!(escapes.into_iter().all(|rest| rest.starts_with("25")), "{line}");
    }
}

/// Is `value` what a property of the schema says? The keywords are those that docs/reference/diagnostics.schema.json uses.
fn fits(schema: &serde_json::Value, value: &serde_json::Value) -> bool {
    let kind = match value {
        serde_json::Value::Null => "null",
        serde_json::Value::String(_) => "string",
        serde_json::Value::Number(n) if n.is_u64() => "integer",
        serde_json::Value::Number(_) => "number",
        _ => "something else",
    };
    let is_kind = match &schema["type"] {
        serde_json::Value::Array(kinds) => kinds.iter().any(|one| one == kind),
        serde_json::Value::String(one) => one == kind,
        _ => true,
    };
    let is_one = schema["enum"].as_array().is_none_or(|all| all.contains(value));
    let is_enough = value.as_u64().is_none_or(|n| n >= schema["minimum"].as_u64().unwrap_or(0));
    let is_long =
        value.as_str().is_none_or(|text| text.len() as u64 >= schema["minLength"].as_u64().unwrap_or(0));
    is_kind && is_one && is_enough && is_long
}

#[test]
fn json_lines_are_what_their_schema_says() {
    let schema = include_str!("../../docs/reference/diagnostics.schema.json");
    let schema: serde_json::Value = serde_json::from_str(schema).expect("the schema is JSON");
    let (properties, required) = (&schema["properties"], schema["required"].as_array().expect("a list"));
    assert!(!fits(&properties["severity"], &"fatal".into()) && !fits(&properties["line"], &0.into()));
    let text = all_in("json");
    assert!(text.lines().count() > 500);
    for line in text.lines() {
        let value: serde_json::Value = serde_json::from_str(line).expect(line);
        let members = value.as_object().expect("an object");
        assert_eq!(members.len(), required.len(), "{line}");
        for (name, member) in members {
            assert!(properties.get(name).is_some_and(|schema| fits(schema, member)), "{name} in {line}");
        }
    }
}

#[test]
fn codes_are_explained_and_mistyped_ones_suggested() {
    check(
        "rule missing-comma",
        "",
        "missing-comma: a comma is missing\n\n\
         risk      inferred: one reading is clearly the best\n\
         strategy  structural: structure was repaired, or the JSON was found inside other text\n\
         before    [1 2]\nafter     [1, 2]\n",
        0,
    );
    let list = jmend("rule").output().expect("it runs").stdout;
    let list = String::from_utf8(list).expect("text");
    assert!(list.lines().any(|line| line.ends_with("  a comma is missing")), "{list}");
    jmend("rule mising-comma").assert().code(2).stderr(contains("jmend rule missing-comma"));
}

#[test]
fn a_megabyte_on_one_line_is_shown_in_a_window() {
    let text = format!("[{}, 'x' , {}]", "1, ".repeat(300_000), "2, ".repeat(300_000));
    for args in ["explain", "check -"] {
        let run = jmend(args).write_stdin(text.clone()).output().expect("it runs");
        let shown = String::from_utf8(run.stdout).expect("text");
        assert!(shown.len() < 3_000 && shown.contains("…"), "{args}: {} bytes", shown.len());
        assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
    }
}
