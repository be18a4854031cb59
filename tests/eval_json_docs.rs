//! docs/eval-json.md is true: its sessions print what stands there, its reference is the table of operations.
//!
//! With `JMEND_BLESS=1` the reference is written anew.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use assert_cmd::cargo::cargo_bin;
use jmend::core::ptc::describe::reference;

fn document() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/eval-json.md")
}

/// The commands of the `console` blocks, each with what it must print.
fn sessions(text: &str) -> Vec<(String, String)> {
    let mut sessions: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if !inside {
        } else if let Some(command) = line.strip_prefix("$ ") {
            sessions.push((command.to_owned(), String::new()));
        } else if let Some((_, output)) = sessions.last_mut() {
            output.push_str(line);
            output.push('\n');
        }
    }
    sessions
}

#[test]
fn the_sessions_print_what_stands_there() {
    let text = fs::read_to_string(document()).expect("the document");
    let sessions = sessions(&text);
    assert!(sessions.len() >= 10, "found {}", sessions.len());
    let bin = cargo_bin!("jmend").parent().expect("a folder").to_path_buf();
    let path = std::env::join_paths(
        std::iter::once(bin).chain(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())),
    )
    .expect("a PATH");
    for (command, expected) in sessions {
        if command.contains("jq ") && Command::new("jq").arg("--version").output().is_err() {
            continue;
        }
        let output = Command::new("bash")
            .args(["-c", &command])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .env("PATH", &path)
            .env_remove("CLICOLOR_FORCE")
            .output()
            .expect("bash runs");
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "$ {command}");
    }
}

#[test]
fn the_reference_is_the_table_of_operations() {
    let text = fs::read_to_string(document()).expect("the document");
    let (before, rest) = text.split_once("<!-- reference -->\n").expect("a reference");
    let (found, after) = rest.split_once("<!-- /reference -->").expect("its end");
    let expected = format!("\n{}\n", reference());
    if std::env::var_os("JMEND_BLESS").is_some() {
        let new = format!("{before}<!-- reference -->\n{expected}<!-- /reference -->{after}");
        fs::write(document(), new).expect("written");
        return;
    }
    assert_eq!(found, expected, "JMEND_BLESS=1 cargo test --test eval_json_docs writes it anew");
}
