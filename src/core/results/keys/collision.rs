//! Two members of one object that get one name.

/// Which of two members wins that become the same name and have different values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum OnCollision {
    /// Neither: the record fails with `key-collision`.
    #[default]
    Error,
    /// The first in document order; a warning says so.
    First,
    /// The last in document order; a warning says so.
    Last,
}

impl OnCollision {
    /// What is said of two members with different values.
    pub(super) const fn message(self) -> &'static str {
        match self {
            Self::Error => "two members get this name and have different values",
            Self::First => "two members get this name; the first is kept",
            Self::Last => "two members get this name; the last is kept",
        }
    }
}

pub(super) const CODE: &str = "key-collision";
/// What is said of two members with equal values.
pub(super) const EQUAL: &str = "this member is there twice, with equal values";
