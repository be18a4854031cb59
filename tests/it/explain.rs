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
