//! The inner modules one by one, in the order of `src`.

#![allow(clippy::unwrap_used)]

mod cache;
mod cli;
mod core;
mod eval;
mod report;
