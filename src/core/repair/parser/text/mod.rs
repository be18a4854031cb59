//! The text and its tokens. Knows bytes alone.

pub(in crate::core::repair) mod keys;
pub mod lexer;
pub mod limits;
pub mod source;
pub(in crate::core::repair) mod stops;
pub mod tokens;
