//! The promises of the fuzz targets within a fixed budget: seeds from the fixtures, damaged at random with a fixed seed.
//!
//! `JMEND_MUTATIONS=100000 cargo test --test it hostile_properties` looks further; `fuzz/run.sh` looks furthest.

#![allow(clippy::print_stdout, reason = "what a test counted is shown with --nocapture")]

use crate::common::seeds;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::promises::gates::file_is_kept_or_repaired;
use crate::promises::make::{Dice, mutate};
use crate::promises::{PROMISES, hold};

fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The promise that asks Python, and holds without an answer where there is none.
const ASKS_PYTHON: &str = "python_literal_agrees";

/// The promise that runs the program in this process, which says on standard error what it refuses. Its test of the same name
/// runs one process for all seeds.
const RUNS_THE_PROGRAM: &str = "in_place_keeps_files";

/// Checks the promises of these names on every seed and on its mutations.
fn hold_for_every_seed_and_its_mutations(is_wanted: impl Fn(&str) -> bool) {
    let seeds = seeds::fixtures();
    assert!(seeds.len() > 300, "only {} seeds", seeds.len());
    let asked = std::env::var("JMEND_MUTATIONS").ok().and_then(|count| count.parse().ok());
    let mutations: usize = asked.unwrap_or(2_000);
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
    hold_for_every_seed_and_its_mutations(|name| ![ASKS_PYTHON, RUNS_THE_PROGRAM].contains(&name));
}

#[test]
#[cfg_attr(not(has = "python3"), ignore = "needs python3")]
fn what_python_is_asked_holds_for_every_seed_and_its_mutations() {
    assert!(PROMISES.iter().any(|(name, _)| *name == ASKS_PYTHON), "{ASKS_PYTHON} is a promise");
    hold_for_every_seed_and_its_mutations(|name| name == ASKS_PYTHON);
}

#[test]
fn in_place_keeps_files() {
    let folder = tempfile::tempdir().expect("a directory");
    let seeds = seeds::fixtures();
    let path = |at: usize| folder.path().join(format!("{at}.json"));
    for (at, seed) in seeds.iter().enumerate() {
        fs::write(path(at), seed).expect("written");
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
