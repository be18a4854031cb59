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

/// The cells of the row of a table that begins with a cell, without bold type.
fn row(page: &str, first: &str) -> Vec<String> {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(page)).expect("the page");
    let start = format!("| {first} |");
    let line = text.lines().find(|line| line.starts_with(&start));
    let line = line.unwrap_or_else(|| panic!("{page} has no row `{first}`"));
    line.split('|').map(|cell| cell.replace("**", "").replace(',', "").trim().to_owned()).collect()
}

/// Pages that a bench writes have the figures; the other pages repeat some.
#[test]
fn figures_are_those_of_the_evidence() {
    let recovery = "docs/evidence/recovery.md";
    for (here, there) in [
        ("damage that models cause", "damage that models cause"),
        ("damage of other kinds", "damage of other kinds"),
        ("calls with code in them, no quote escaped", "long code in strings"),
    ] {
        // Cases, jmend, json_repair, jsonrepair.
        assert_eq!(row(PAGE, here)[2..6], row(recovery, there)[2..6], "{PAGE}: {here}");
    }
    for (here, there) in [
        ("files that people broke and repaired", "files that people broke and repaired"),
        ("texts of public bug reports", "texts of public threads"),
    ] {
        assert_eq!(row(PAGE, here)[2..6], row("docs/evidence/people.md", there)[2..6], "{PAGE}: {here}");
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let holds = |page: &str, phrase: &str| {
        let text = std::fs::read_to_string(root.join(page)).expect("the page");
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(phrase), "{page} must say: {phrase}");
    };
    let speed = row("docs/evidence/performance.md", "repair --lines, Python dictionaries");
    let of_jmend: f64 = speed[2].parse().expect("MB/s");
    let times: f64 = speed[3].trim_end_matches(" x json_repair").parse().expect("a ratio");
    holds(PAGE, &format!("jmend reads {} MB per second", speed[2]));
    holds(PAGE, &format!("json_repair {:.1}.", of_jmend / times));
    let sure = row("docs/evidence/confidence.md", "all");
    holds("docs/guide/risk.md", &format!("{} of those at 0.99 or more were right", sure[5]));
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
