//! The demands on a source that is checked.

use crate::cli::dialects::Dialects;
use crate::cli::input::Source;
use crate::cli::rows;
use crate::core::repair::dialect::Dialect;

/// Says what is due in a source that is checked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Checked {
    /// Says whether one document is due in a file of JSON.
    pub(super) has_one: bool,
    /// Names the dialect of what is checked.
    pub(super) dialect: Option<Dialect>,
    /// Says whether it is a file that `--fix` rewrites.
    pub(super) is_file: bool,
}

impl Checked {
    /// Says what is due in a source.
    pub(super) fn of(source: &Source, has_one: bool, wanted: Dialects) -> Self {
        let file = source.path().and_then(|path| wanted.of_file(path));
        Self {
            has_one: has_one && rows::holds_one(source),
            dialect: match wanted {
                Dialects::NoFiles => None,
                Dialects::OfNames => Some(file.unwrap_or_default()),
                Dialects::One(dialect) => Some(dialect),
            },
            is_file: file.is_some(),
        }
    }
}
