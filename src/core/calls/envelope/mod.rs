//! Answers of providers, whole and in pieces.

pub mod lines;
pub mod plain;
pub mod stream;
pub mod walk;
