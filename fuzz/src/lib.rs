//! What the targets check: the promises of `tests/it/promises`, the very files that `cargo test` checks within a fixed budget, and
//! two that ask a judge which only this package depends on.

#[path = "../../tests/it/promises/mod.rs"]
pub mod promises;
mod queries;
mod validators;

use promises::Check;

/// Promises by the names of their targets, beside those of `promises`.
const DIFFERENTIAL: &[(&str, Check)] = &[
    ("programs_agree_with_jaq", queries::programs_agree_with_jaq),
    ("verdicts_agree_with_boon", validators::verdicts_agree_with_boon),
];

/// Checks one promise on one input.
///
/// # Panics
/// When the promise is broken.
pub fn hold(name: &str, input: &[u8]) {
    let Some((_, check)) = DIFFERENTIAL.iter().find(|(known, _)| *known == name) else {
        return promises::hold(name, input);
    };
    if let Err(why) = check(input) {
        panic!("{name} is broken by {input:?}: {why}");
    }
}
