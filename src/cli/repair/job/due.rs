//! What is due in a source that is checked.

use crate::cli::dialects;
use crate::cli::input::Source;
use crate::cli::rows;
use crate::core::repair::dialect::Dialect;

/// What is due in a source that is checked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Checked {
    /// Says whether one document is due in a file of JSON.
    pub(super) has_one: bool,
    /// The dialect of what is checked.
    pub(super) dialect: Option<Dialect>,
    /// Says whether it is a file that `--fix` rewrites.
    pub(super) is_file: bool,
}

impl Checked {
    /// What is due in a source; `wanted` says whether files are checked, and in which dialect if not in that of their names.
    pub(super) fn of(source: &Source, has_one: bool, wanted: Option<Option<Dialect>>) -> Self {
        let named = source.path().and_then(dialects::of);
        Self {
            has_one: has_one && rows::holds_one(source),
            dialect: wanted.map(|given| given.or(named).unwrap_or_default()),
            is_file: source.path().is_some() && wanted.flatten().or(named).is_some(),
        }
    }
}
