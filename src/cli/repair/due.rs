//! The check of files, and what is due in each of them.

use crate::cli::dialects::Dialects;
use crate::cli::exit::FailOn;
use crate::cli::input::Source;
use crate::cli::rows;
use crate::core::repair::dialect::Dialect;

/// Says how files are checked.
#[derive(Clone, Debug)]
pub(super) struct Checking {
    pub(super) dialects: Dialects,
    /// Counts files that were left out.
    pub(super) skipped: u64,
    pub(super) fail_on: FailOn,
    /// Says whether a `.json` file is to hold one document.
    pub(super) wants_one: bool,
}

/// Says what is due in a source that is checked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Checked {
    /// Says whether one document is due in a file of JSON.
    pub(super) has_one: bool,
    /// Names the dialect of what is checked.
    pub(super) dialect: Dialect,
    /// Says whether it is a file that `--fix` rewrites.
    pub(super) is_file: bool,
}

impl Checked {
    /// Says what is due in a source, of which `has_one` says whether it may have to hold one document.
    pub(super) fn of(source: &Source, has_one: bool, checking: &Checking) -> Self {
        let file = source.path().and_then(|path| checking.dialects.of_file(path));
        let otherwise = match checking.dialects {
            Dialects::Found(_) => Dialect::default(),
            Dialects::One(dialect) => dialect,
        };
        Self {
            has_one: has_one && checking.wants_one && rows::holds_one(source),
            dialect: file.unwrap_or(otherwise),
            is_file: file.is_some(),
        }
    }
}
