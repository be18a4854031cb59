//! The dialects of JSON that files are written in: what a repair would take out, and their readers accept.

use crate::core::repair::edit::{Code, Fix};

/// Names what the readers of a file accept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// JSON, by RFC 8259.
    #[default]
    Json,
    /// JSON with comments and trailing commas.
    Jsonc,
    /// JSON5.
    Json5,
}

/// Changes that JSON5 does not need: what they change is written as its page allows.
const JSON5: &[Code] = &[
    Code::EscapeSpelling,
    Code::LineContinuation,
    Code::NonFinite,
    Code::NumberSpelling,
    Code::OddSpace,
    Code::SingleQuotes,
    Code::UnquotedKey,
];

impl Dialect {
    /// Returns whether what `fix` changes in `text` belongs to the dialect.
    pub fn has(self, text: &[u8], fix: &Fix<'_>) -> bool {
        match fix.code {
            Code::Comment => {
                self != Self::Json && text[fix.start..fix.end].trim_ascii_start().starts_with(b"/")
            }
            Code::TrailingComma => self != Self::Json,
            code => self == Self::Json5 && JSON5.contains(&code),
        }
    }
}
