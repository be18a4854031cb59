//! The promises that the targets check: the very file that `cargo test` checks within a fixed budget.

#[path = "../../tests/it/promises/mod.rs"]
pub mod promises;
