//! States and their price: what a reading of the text is, what it did so far, and what that costs.

pub(in crate::core::repair) mod context;
pub mod cost;
pub mod log;
pub mod op;
pub(in crate::core::repair) mod rank;
#[cfg(feature = "tuning")]
pub(in crate::core::repair) mod sites;
pub mod state;
pub mod store;
pub(in crate::core::repair) mod tail;
pub(in crate::core::repair) mod trace;
pub mod weights;
