//! Answers of providers, whole and in pieces.

pub mod plain;
pub mod stream;
pub mod walk;
