//! What holds for every input, as one table: each promise is a fuzz target (`fuzz/`) and a property within a fixed
//! budget (`tests/it/hostile_properties.rs`). A promise takes any bytes and says what is wrong, if anything is.
//!
//! Options follow from the length of the input, so that a seed is a plain text that people can read.

#![allow(dead_code, reason = "every test that includes this uses a part of it")]
#![allow(
    clippy::missing_errors_doc,
    reason = "the error of a promise is the sentence that says how it was broken"
)]

pub mod choices;
mod dialects;
mod envelopes;
mod everything;
pub mod files;
pub mod gates;
mod keys;
pub mod make;
mod notations;
mod programs;
mod python;
mod queries;
mod repairs;
pub mod same;
mod schemas;

/// `Err` holds what is wrong.
pub type Outcome = Result<(), String>;

/// Checks one input.
pub type Check = fn(&[u8]) -> Outcome;

/// Levels of nesting that are accepted here: the oracle gives up at 128.
const DEPTH: usize = 100;

/// Every promise, by the name of its fuzz target.
pub const PROMISES: &[(&str, Check)] = &[
    ("never_panics", everything::never_panics),
    ("output_is_strict_json", repairs::output_is_strict_json),
    ("repair_is_idempotent", repairs::repair_is_idempotent),
    ("valid_is_identity", repairs::valid_is_identity),
    ("fixes_reproduce_output", repairs::fixes_reproduce_output),
    ("spans_in_bounds", repairs::spans_in_bounds),
    ("cache_key_is_canonical", keys::cache_key_is_canonical),
    ("python_literal_agrees", python::python_literal_agrees),
    ("schema_never_changes_valid", schemas::schema_never_changes_valid),
    ("ptc_within_limits", programs::ptc_within_limits),
    ("notations_never_panic", notations::notations_never_panic),
    ("gates_agree", gates::gates_agree),
    ("calls_are_whole", gates::calls_are_whole),
    ("envelopes_are_whole", envelopes::envelopes_are_whole),
    ("repeats_are_linear", gates::repeats_are_linear),
    ("in_place_keeps_files", files::in_place_keeps_files),
    ("checked_files_are_valid", files::checked_files_are_valid),
    ("dialects_keep_values", dialects::dialects_keep_values),
    ("programs_agree_with_jaq", queries::programs_agree_with_jaq),
];

/// Checks one promise on one input.
///
/// # Panics
/// When the promise is broken (or when the code under test panics), which is how a fuzzer hears of it.
pub fn hold(name: &str, input: &[u8]) {
    let (_, check) = PROMISES.iter().find(|(known, _)| *known == name).expect("a promise of the table");
    if let Err(why) = check(input) {
        panic!("{name} is broken by {:?}: {why}", String::from_utf8_lossy(input));
    }
}
