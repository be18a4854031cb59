//! Colors of JSON.

use std::fs;

use crate::common::lines::run;

/// Colors in a pipe are there for those who ask for them, and never in a file.
#[test]
fn json_is_colored_in_a_pipe_where_that_is_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let (out, _, status) = run(folder.path(), &["repair", "--color", "always"], "{'a': [1, \"x\"]}\n");
    assert!(out.contains("\x1b[32m\"x\"\x1b[0m") && status == 0, "{out:?}");
    let plain: String =
        out.split("\x1b[").map(|part| part.split_once('m').map_or(part, |(_, rest)| rest)).collect();
    assert_eq!(plain, "{\"a\": [1, \"x\"]}\n");
    let args = ["repair", "--color", "always", "-o", "a.json"];
    assert_eq!(run(folder.path(), &args, "{'a': 1}").2, 0);
    assert_eq!(fs::read_to_string(folder.path().join("a.json")).expect("a file"), "{\"a\": 1}\n");
}
