//! What `jmend explain --readings` says of specimens (`fixtures/readings`: a text, and what is expected of it), and what holds of
//! the readings of every text.

use crate::common::truth;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use jmend::core::repair::engine::{self, Options, Outcome, Readings};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(name)
}

fn files(name: &str, extension: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder(name)).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("it can be listed").path());
    let mut files: Vec<_> = paths.filter(|path| path.extension().is_some_and(|it| it == extension)).collect();
    files.sort();
    files
}

#[test]
fn specimens_are_explained_as_written() {
    let specimens = files("readings", "txt");
    assert!(specimens.len() >= 6, "only {} specimens were found", specimens.len());
    for path in specimens {
        let expected = std::fs::read_to_string(path.with_extension("expected")).expect("what is expected");
        let name = path.file_name().expect("a file").to_string_lossy().into_owned();
        let output = Command::cargo_bin("jmend")
            .expect("it is built")
            .current_dir(folder("readings"))
            .args(["explain", "--readings", &name])
            .output()
            .expect("it runs");
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{name}");
        assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn only_one_text_is_explained() {
    for arguments in [
        vec!["explain", "--readings", "rows-without-braces.txt", "lost-quote.txt"],
        vec!["explain", "--readings", "--lines", "lost-quote.txt"],
    ] {
        let mut command = Command::cargo_bin("jmend").expect("it is built");
        command.current_dir(folder("readings")).args(&arguments).assert().code(2);
    }
}

/// Each choice on the winner's way has one winner among at least two readings; the documents are those of a repair.
#[test]
fn readings_are_those_of_the_repair() {
    let options = Options::default();
    let mut choices = 0;
    for path in files("repair", "jsonl") {
        for row in truth::rows(&path) {
            let input = truth::text(&row, "input").as_bytes();
            let Ok(Readings::Searched(tries)) = engine::readings(input, &options) else { continue };
            for one in &tries {
                for choice in &one.choices {
                    let won = choice.readings.iter().filter(|reading| reading.won).count();
                    assert_eq!(won, 1, "{row}: {choice:?}");
                    assert!(choice.readings.len() > 1, "{row}: {choice:?}");
                    assert!(choice.offset <= input.len(), "{row}: {choice:?}");
                }
                choices += one.choices.len();
            }
            let found = tries.iter().filter(|one| !matches!(one.outcome, Outcome::Prose | Outcome::TooDeep));
            let kept = engine::repair(input, &options).map_or(0, |repaired| repaired.documents.len());
            assert!(found.count() >= kept, "{row}: {tries:?}");
        }
    }
    assert!(choices > 500, "only {choices} choices were found");
}
