//! Answers of providers, whole and in pieces.

mod about;
pub mod history;
mod join;
pub mod lines;
mod parts;
pub mod plain;
pub mod shapes;
pub mod stream;
pub mod walk;
