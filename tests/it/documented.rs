//! Commands of earlier documents still run: those of version 1, and those of the documents before the commands had groups.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;

/// Rows of a page, a command of it, the status that the page shows (`then`), and the status now. A page is one session.
const ROWS: &str = include_str!("../../fixtures/cli/documented.jsonl");

/// The status that a session shows: what a command says of it, else its own.
fn status(output: &str, own: &str) -> Option<i64> {
    let said = output.lines().filter_map(|line| line.strip_prefix("status ")).next_back();
    said.unwrap_or(own).parse().ok()
}

#[test]
fn what_earlier_documents_show_still_runs() {
    let mut pages: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for row in ROWS.lines() {
        let row: Value = serde_json::from_str(row).expect("a row");
        pages.entry(format!("{} of {}", row["page"], row["docs"])).or_default().push(row);
    }
    let folder = cargo_bin!("jmend").parent().expect("a folder").to_path_buf();
    let old = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(folder).chain(std::env::split_paths(&old)));
    let path = path.expect("a PATH");
    let mut wrong = Vec::new();
    for (page, rows) in &pages {
        let commands = rows.iter().filter_map(|row| row["command"].as_str());
        let script: String =
            commands.flat_map(|command| [command, "\nprintf '\\001%s\\001' \"$?\"\n"]).collect();
        let run = Command::new("bash")
            .args(["-c", &script])
            .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")))
            .env("PATH", &path)
            .env("XDG_CONFIG_HOME", "/nonexistent")
            .stdin(Stdio::null())
            .output()
            .expect("bash runs");
        let printed = String::from_utf8_lossy(&run.stdout);
        let parts: Vec<_> = printed.split('\u{1}').collect();
        for (row, part) in rows.iter().zip(parts.chunks(2)) {
            let is = part.get(1).and_then(|own| status(part[0], own));
            let (then, now) = (row["then"].as_i64(), row["now"].as_i64());
            // A status that changed has a reason, and nothing is refused that was not.
            let is_meant = then.is_none_or(|then| Some(then) == now) || row["why"].is_string();
            let is_refused_anew = is == Some(2) && then.is_none();
            if is != now || !is_meant || is_refused_anew {
                wrong.push(format!(
                    "{page}: {}: {is:?}, expected {now:?}, in the page {then:?}",
                    row["command"]
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
