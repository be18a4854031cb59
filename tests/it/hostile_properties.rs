//! The promises of the fuzz targets within a fixed budget: seeds from the fixtures, damaged at random with a fixed seed.
//!
//! `JMEND_MUTATIONS=100000 cargo test --test it hostile_properties` looks further; `fuzz/run.sh` looks furthest.

#![allow(clippy::print_stdout, reason = "what a test counted is shown with --nocapture")]

use crate::common::seeds;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::Path;
use std::time::SystemTime;

use crate::promises::files::{DIALECTS, file_is_kept_or_repaired, file_is_kept_or_valid, valid_in};
use crate::promises::make::{Dice, mutate};
use crate::promises::{PROMISES, hold};

fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The promise that asks Python, and holds without an answer where there is none.
const ASKS_PYTHON: &str = "python_literal_agrees";

/// The promises that run the program in this process, which says on standard error what it refuses. The tests of the same names
/// run one process for all seeds.
const RUN_THE_PROGRAM: [&str; 2] = ["in_place_keeps_files", "checked_files_are_valid"];

/// Checks the promises of these names on every seed and on its mutations.
fn hold_for_every_seed_and_its_mutations(is_wanted: impl Fn(&str) -> bool) {
    let seeds = seeds::fixtures();
    assert!(seeds.len() > 300, "only {} seeds", seeds.len());
    let asked = std::env::var("JMEND_MUTATIONS").ok().and_then(|count| count.parse().ok());
    let mutations: usize = asked.unwrap_or(500);
    let only = std::env::var("JMEND_PROMISE").ok();
    for (number, (name, _)) in PROMISES.iter().enumerate() {
        if !is_wanted(name) || only.as_ref().is_some_and(|only| only != name) {
            continue;
        }
        for seed in &seeds {
            hold(name, seed);
        }
        let mut dice = Dice::new(20_261_121 + number as u64);
        for _ in 0..mutations {
            let (mut bytes, donor) = (seeds[dice.below(seeds.len())].clone(), dice.below(seeds.len()));
            mutate(&mut bytes, &seeds[donor], &mut dice);
            hold(name, &bytes);
        }
        println!("{name}: {} seeds, {mutations} mutations", seeds.len());
    }
}

#[test]
fn every_promise_holds_for_every_seed_and_its_mutations() {
    hold_for_every_seed_and_its_mutations(|name| name != ASKS_PYTHON && !RUN_THE_PROGRAM.contains(&name));
}

#[test]
#[cfg_attr(not(has = "python3"), ignore = "needs python3")]
fn what_python_is_asked_holds_for_every_seed_and_its_mutations() {
    assert!(PROMISES.iter().any(|(name, _)| *name == ASKS_PYTHON), "{ASKS_PYTHON} is a promise");
    hold_for_every_seed_and_its_mutations(|name| name == ASKS_PYTHON);
}

/// Writes a file as if that had been long ago: one that changed just now would be waited for.
fn write_long_ago(path: &Path, text: &[u8]) {
    fs::write(path, text).expect("written");
    let file = File::options().write(true).open(path).expect("there");
    file.set_modified(SystemTime::UNIX_EPOCH).expect("a time");
}

#[test]
fn in_place_keeps_files() {
    let folder = tempfile::tempdir().expect("a directory");
    let seeds = seeds::fixtures();
    let path = |at: usize| folder.path().join(format!("{at}.json"));
    for (at, seed) in seeds.iter().enumerate() {
        write_long_ago(&path(at), seed);
    }
    let mut jmend = assert_cmd::Command::cargo_bin("jmend").expect("built");
    jmend
        .args(["repair", "--no-config", "--quiet", "--in-place", "--framing", "document"])
        .args((0..seeds.len()).map(path));
    jmend.assert().failure();
    for (at, seed) in seeds.iter().enumerate() {
        let now = fs::read(path(at)).expect("still there");
        assert_eq!(file_is_kept_or_repaired(seed, &now), Ok(()), "{:?}", String::from_utf8_lossy(seed));
    }
}

/// Says which seeds `check` reads, because it writes each file anew.
const EACH: usize = 4;

/// Runs `check --fix` on these seeds and on what is valid, in each dialect, and then once more on all that it changed.
#[test]
fn checked_files_are_valid() {
    let seeds: Vec<_> = seeds::fixtures().into_iter().step_by(EACH).collect();
    for dialect in DIALECTS {
        let folder = tempfile::tempdir().expect("a directory");
        let valid: Vec<_> = seeds.iter().filter_map(|seed| valid_in(dialect, seed)).map(Vec::from).collect();
        let texts: Vec<_> = seeds.iter().chain(&valid).collect();
        let path = |at: usize| folder.path().join(format!("{at}.json"));
        for (at, text) in texts.iter().enumerate() {
            write_long_ago(&path(at), text);
        }
        let fix = |paths: &mut dyn Iterator<Item = usize>| {
            let mut jmend = assert_cmd::Command::cargo_bin("jmend").expect("built");
            jmend.args(["check", "--fix", "--unsafe-fixes", "--no-config", "--quiet", "--dialect", dialect]);
            jmend.args(paths.map(path)).assert()
        };
        fix(&mut (0..texts.len())).failure();
        let now: Vec<_> = (0..texts.len()).map(|at| fs::read(path(at)).expect("still there")).collect();
        for (at, (was, now)) in texts.iter().zip(&now).enumerate() {
            let text = String::from_utf8_lossy(was);
            assert_eq!(file_is_kept_or_valid(was, now, dialect), Ok(()), "{dialect}: {text:?}");
            assert!(at < seeds.len() || *was == now, "{text:?} is {dialect}");
        }
        let changed: Vec<_> = (0..texts.len()).filter(|at| *texts[*at] != now[*at]).collect();
        assert!(changed.len() > 20, "only {} files were fixed", changed.len());
        fix(&mut changed.iter().copied()).success();
        for at in changed {
            assert_eq!(fs::read(path(at)).expect("still there"), now[at], "{dialect}: it was fixed again");
        }
    }
}

/// The target whose judge only the package of the targets depends on.
const WITH_ANOTHER_JUDGE: &str = "verdicts_agree_with_boon";

/// A promise without a target, or a target that checks another promise than its name says, would be forgotten.
#[test]
fn every_promise_is_a_fuzz_target() {
    let manifest = fs::read_to_string(project().join("fuzz/Cargo.toml")).expect("fuzz/Cargo.toml");
    let targets: BTreeSet<_> =
        manifest.lines().filter_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"')).collect();
    let mut expected: BTreeSet<_> = PROMISES.iter().map(|(name, _)| *name).collect();
    expected.insert(WITH_ANOTHER_JUDGE);
    let names = expected.clone();
    expected.insert("jmend-fuzz");
    assert_eq!(targets, expected);
    for name in names {
        let source = fs::read_to_string(project().join(format!("fuzz/fuzz_targets/{name}.rs")));
        assert!(source.expect(name).contains(&format!("\"{name}\"")), "{name}");
    }
}
