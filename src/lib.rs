//! jmend: JSON at the boundary between language models and tools.
//!
//! ```text
//! bytes ─framing→ record ─scan→ valid? → written as it is
//!                          └ not → repair → text with fixes applied ─→ layout → stdout
//!                                         └ fixes, failures ─→ reports → exit code
//! ```
//! `core` computes and knows nothing of the world; `report` renders what happened; `cli` owns streams, flags and
//! files. Data flows one way.

#![cfg_attr(test, allow(clippy::unwrap_used))]
// Tests say what they expect; the program itself has no such way to end.
#![cfg_attr(not(test), warn(clippy::expect_used))]

pub mod cli;
pub mod core;
mod report;
