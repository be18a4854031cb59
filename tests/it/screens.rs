//! What people see: `jmend explain` and `jmend diff` of ten texts that models wrote, on a terminal of 80 columns, with and
//! without colour. `JMEND_WRITE=1 cargo test --test it screens` takes the pictures anew; look at them before you commit
//! them.
//!
//! In the pictures with colours an ESC stands as `␛`, so that they can be read.

#![cfg(target_os = "linux")]

use crate::common::pty;
use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/screens")
}

/// The names of the specimens.
fn specimens() -> Vec<String> {
    let files = fs::read_dir(folder()).expect("specimens").map(|entry| entry.expect("a file").path());
    let mut names: Vec<_> = files
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// Text without colours.
fn plain(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once('m').map_or("", |(_, rest)| rest))
}

#[test]
#[cfg_attr(not(has = "script"), ignore = "needs script of util-linux")]
fn ten_texts_look_as_in_their_pictures() {
    let names = specimens();
    assert!(names.len() >= 10, "{names:?}");
    let mut wrong = Vec::new();
    for name in &names {
        for (command, color) in
            [("explain", "always"), ("explain", "never"), ("diff", "always"), ("diff", "never")]
        {
            let scratch = tempfile::tempdir().expect("a directory");
            fs::copy(folder().join(format!("{name}.txt")), scratch.path().join(format!("{name}.txt")))
                .expect("it can be copied");
            let shown = pty::run(&format!("jmend {command} --color {color} {name}.txt\n"), scratch.path());
            for line in plain(&shown).lines() {
                let columns: usize = line.chars().map(columns).sum();
                assert!(columns <= 80, "{name} {command}: {columns} columns: {line}");
            }
            assert_eq!(shown.contains('\x1b'), color == "always", "{name} {command} --color {color}");
            let extension = if color == "always" { format!("{command}.color") } else { command.to_owned() };
            let picture = folder().join(format!("{name}.{extension}"));
            let shown = shown.replace('\x1b', "␛");
            if std::env::var_os("JMEND_WRITE").is_some() {
                fs::write(&picture, &shown).expect("it can be written");
            }
            let due = fs::read_to_string(&picture).unwrap_or_default();
            if shown != due {
                wrong.push(format!("{}:\n{shown}instead of\n{due}", picture.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Columns of a character of these texts: the Chinese ones are wide.
fn columns(c: char) -> usize {
    match c {
        '\u{1100}'..='\u{115f}'
        | '\u{2e80}'..='\u{a4cf}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{ff00}'..='\u{ff60}' => 2,
        _ => 1,
    }
}
