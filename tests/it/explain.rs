//! `jmend explain`: the causes of real answers, and the clipboard.

use std::fs;

use jmend::core::calls::cause::{Cause, examine};
use jmend::core::repair::engine::{Options, repair};
use serde_json::Value;

/// Real answers whose cause a person wrote down from the text alone. At least 26 of the 30 are found.
#[test]
#[cfg_attr(not(has = "shared"), ignore = "needs ../shared")]
fn the_causes_of_real_answers_are_found() {
    let rows = include_str!("../../fixtures/explain/causes.tsv");
    let (mut found, mut missed) = (0, Vec::new());
    for row in rows.lines().filter(|row| !row.starts_with('#')) {
        let [file, id, _, cause] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let path = format!("{}/../shared/bench/real/dev/{file}.jsonl", env!("CARGO_MANIFEST_DIR"));
        let lines = fs::read_to_string(path).expect("cases");
        let row: Value = lines
            .lines()
            .filter(|line| line.contains(id))
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .find(|row: &Value| row["id"] == id)
            .expect("a case");
        let text = row["input"].as_str().expect("a text").as_bytes();
        let options = Options::default();
        let repaired = repair(text, &options);
        let answer = examine(text, repaired.as_ref().map_err(|failure| Some(failure.code)), &options);
        let seen = Cause::of(&answer.clues).map_or("none", |cause| cause.id);
        if seen == cause { found += 1 } else { missed.push(format!("{id}: {cause}, found {seen}")) }
    }
    assert!(found >= 26, "{found} found; {missed:#?}");
}

/// The clipboard is read and filled by the tools of the platform.
#[test]
#[cfg(unix)]
fn the_clipboard_is_read_and_filled() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().expect("a folder");
    for (name, script) in [("wl-paste", "printf '[1 2]'"), ("wl-copy", "cat > copied")] {
        let path = folder.path().join(name);
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("written");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a program");
    }
    let path = format!("{}:{}", folder.path().display(), std::env::var("PATH").expect("a PATH"));
    let run = crate::common::jmend("explain --clipboard --copy")
        .current_dir(folder.path())
        .env("PATH", path)
        .output()
        .expect("it runs");
    let shown = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success() && shown.starts_with("<clipboard>: repaired: 1 fix"), "{shown}");
    let copied = fs::read_to_string(folder.path().join("copied")).expect("copied");
    assert_eq!(copied, "Send it again as strict JSON. Write `[1, 2]` instead of `[1 2]`.");
    // There must be something to copy.
    let run = crate::common::jmend("explain --copy").write_stdin("{}").output().expect("it runs");
    let said = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.code() == Some(2) && said.contains("nothing to tell the model"), "{said}");
}

/// Rows of a terminal that every user has, without the line of the prompt.
const ROWS: usize = 23;

#[test]
fn an_explanation_fits_a_terminal_and_shows_where_a_long_line_ends() {
    let items: Vec<_> = (0..150)
        .map(|n| format!("{{\"id\": {n}, 'name': \"n{n}\", \"text\": \"He said \"hi\" to {n}\",}}"))
        .collect();
    let members: Vec<_> = (0..250).map(|n| format!("  \"k{n}\": {{'a': {n}, b: \"x \"y\" z\",}}")).collect();
    let one_line = format!("Sure, here it is:\n{{\"items\": [{}", items.join(", "));
    let many_lines = format!("```json\n{{\n{}\n", members.join(",\n"));
    for text in [&one_line, &many_lines] {
        let output = crate::common::jmend("explain")
            .write_stdin(text.as_str())
            .env("COLUMNS", "80")
            .output()
            .expect("it runs");
        let told = String::from_utf8(output.stdout).expect("text");
        assert!(told.lines().count() <= ROWS, "{} lines:\n{told}", told.lines().count());
        assert!(told.contains("warning[cut-off]") && told.contains("… and "), "{told}");
    }
    let output = crate::common::jmend("explain").write_stdin(one_line).output().expect("it runs");
    let told = String::from_utf8(output.stdout).expect("text");
    assert!(told.contains("  ends            line 2, column 8830, after …"), "{told}");
}

/// In a log, an answer that is strict JSON may hold a broken call: it is explained as it would be alone.
#[test]
fn broken_calls_in_a_log_are_explained() {
    let answer = |arguments: &str| {
        let function = serde_json::json!({"name": "ls", "arguments": arguments});
        let call = serde_json::json!({"id": "c1", "type": "function", "function": function});
        let message = serde_json::json!({"role": "assistant", "content": null, "tool_calls": [call]});
        serde_json::json!({"object": "chat.completion", "choices": [{"index": 0, "message": message}]})
            .to_string()
    };
    let log = [answer(r#"{"path": "/"}"#), answer("{'path': '/'}"), r#"{"a": 1}"#.to_owned()].join("\n");
    let run = crate::common::jmend("explain --lines").write_stdin(log).output().expect("it runs");
    let shown = String::from_utf8_lossy(&run.stdout);
    assert!(shown.contains("<stdin> (record 2): 1 of 1 calls broken"), "{shown}");
    assert!(shown.ends_with("3 records: 1 answer with broken calls\n"), "{shown}");
    assert_eq!(shown.matches("calls broken").count(), 1, "{shown}");
}
