//! How broken JSON is read: a best-first search over one grammar. `docs/architecture.md` walks through it.
//!
//! Text and an offset go in; the cheapest reading of a document comes out, as fixes of the text. Where documents are in a
//! text, and which of them is the answer, is the business of `core::repair`.

pub(super) mod bare;
pub(super) mod brackets;
pub(super) mod content;
mod context;
pub mod cost;
mod follow;
mod grammar;
pub mod lexer;
pub mod limits;
pub(super) mod literal;
mod proof;
pub mod queue;
mod quotes;
pub mod search;
pub mod source;
pub mod state;
pub mod store;
mod strict;
mod strings;
pub mod table;
mod trace;

pub use trace::{Choice, Reading};

/// Where a text was cut off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CutPlace {
    /// Inside a string value.
    String,
    /// Inside a number.
    Number,
    /// Inside `true`, `false`, `null` or another bare word.
    Literal,
    /// Inside a key, or after it.
    Key,
    /// After a colon.
    AfterColon,
    /// Between members or items.
    BetweenMembers,
}

impl CutPlace {
    /// Its spelling in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Number => "number",
            Self::Literal => "literal",
            Self::Key => "key",
            Self::AfterColon => "after-colon",
            Self::BetweenMembers => "between-members",
        }
    }
}
