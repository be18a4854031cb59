//! The README is true: every command of its `console` blocks is run, in order, and prints what stands there. It needs
//! a POSIX shell and nothing more, and fits a terminal.

use std::path::Path;
use std::process::Command;

use crate::common::sessions;
use assert_cmd::cargo::cargo_bin;

const PAGE: &str = "README.md";

/// Columns that a line of the page may have.
const WIDEST: usize = 100;

/// Lines that the page may have.
const LONGEST: usize = 110;

#[test]
fn every_example_of_the_readme_prints_what_it_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let examples = sessions::examples(PAGE);
    assert!(examples.len() >= 5, "the main job, three uses, and a build, not {}", examples.len());
    let folder = cargo_bin!("jmend").parent().expect("a directory");
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").expect("a PATH"));
    let wrong: Vec<_> = examples
        .iter()
        .filter_map(|(command, output)| {
            // The binary that was built for the tests stands in for building it again.
            let command = command.replace("cargo run --profile quick --", "jmend");
            let run = Command::new("sh")
                .args(["-c", &command])
                .current_dir(root)
                .env("PATH", &path)
                // The person who runs the tests may have settings; a reader has none.
                .env_remove("JMEND_LOG")
                .env("XDG_CONFIG_HOME", "/nonexistent")
                .output()
                .expect("a shell runs");
            let printed = String::from_utf8_lossy(&run.stdout);
            (printed != *output).then(|| format!("{PAGE}: {command}\n{printed}instead of\n{output}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A reader sees a command before anything else, and can read all of the page.
#[test]
fn the_readme_is_short_and_begins_with_a_command() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(root.join(PAGE)).expect("the README");
    assert!(text.lines().count() <= LONGEST, "{} lines", text.lines().count());
    let first = text.lines().position(|line| line.starts_with("$ "));
    assert!(first.is_some_and(|line| line < 8), "the first command is in line {first:?}");
}

#[test]
fn the_readme_needs_no_wide_window_and_no_special_shell() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(root.join(PAGE)).expect("the README");
    let wide: Vec<_> = text.lines().filter(|line| line.chars().count() > WIDEST).collect();
    assert!(wide.is_empty(), "lines of more than {WIDEST} columns: {wide:#?}");
    let bash: Vec<_> = text
        .lines()
        .filter(|line| ["<<<", "<(", "PIPESTATUS"].iter().any(|word| line.contains(word)))
        .collect();
    assert!(bash.is_empty(), "only bash knows these: {bash:#?}");
}
