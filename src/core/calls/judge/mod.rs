//! Whether something is a call, whose, and with which arguments.

pub mod accept;
pub mod call;
pub mod context;
pub mod draft;
mod late;
mod settle;
