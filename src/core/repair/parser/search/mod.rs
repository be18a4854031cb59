//! The search: best first over the states that the rules propose.

mod ahead;
pub mod budget;
pub mod engine;
pub mod front;
pub(in crate::core::repair) mod memory;
pub mod queue;
mod rivals;
pub(in crate::core::repair) mod stretch;
