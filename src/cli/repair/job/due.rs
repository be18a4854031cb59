//! What is due in a source that is checked.

use crate::cli::dialects::{self, Dialects};
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
    /// What is due in a source.
    pub(super) fn of(source: &Source, has_one: bool, wanted: Dialects) -> Self {
        let named = source.path().and_then(dialects::of);
        let dialect = match wanted {
            Dialects::NoFiles => None,
            Dialects::OfNames => Some(named.unwrap_or_default()),
            Dialects::One(dialect) => Some(dialect),
        };
        let is_one = matches!(wanted, Dialects::One(_));
        Self {
            has_one: has_one && rows::holds_one(source),
            dialect,
            is_file: source.path().is_some() && (is_one || named.is_some()),
        }
    }
}
