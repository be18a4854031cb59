//! PTC-JSON: programs in JSON that a model writes to compute on data it never sees in full.
//!
//! ```text
//! text ─read, parse→ JSON ─check, by the table in ops→ Program ─eval, on a Budget→ Value ─memory contract→ Outcome
//! ```
//! | file | promise |
//! |---|---|
//! | `ops` | the one table of operations: checker, schema, prompt and reference read it |
//! | `check` | program text → `Program`; every mistake in the tree is found before anything runs |
//! | `program` | the typed tree, with the place of every node |
//! | `eval` | one file per family of operations; borrows the context, pays for every step |
//! | `limits` | time, memory and depth, checked inside loops |
//! | `turn` | one turn of a session, and the memory contract |
//! | `value`, `raw`, `read`, `write` | values that stay text until a program looks inside |
//! | `number`, `order` | exact numbers, one total order, two equalities |
//! | `describe` | JSON Schema, prompt and reference, from the table |
//! | `walk` | the tools that a program calls |
//! | `lint` | what is allowed and probably not meant |
//!
//! Recursion here is bounded by `Limits::max_depth`; run it on a thread with `Limits::stack` bytes of stack.

#![expect(
    clippy::unnecessary_box_returns,
    reason = "an error in a box keeps the result of each evaluation small"
)]

mod args;
pub mod check;
pub mod describe;
pub mod error;
mod eval;
pub mod limits;
pub mod lint;
pub mod number;
pub mod ops;
pub mod order;
pub mod program;
pub mod raw;
pub mod read;
pub mod sort;
pub mod tool;
pub mod turn;
pub mod value;
pub mod walk;
pub mod write;

pub use check::compile;
pub use error::{Error, ErrorKind, Evaluated};
pub use limits::Limits;
pub use read::read;
pub use tool::{NoTools, Tools};
pub use turn::{Outcome, Session};
pub use value::Value;
pub use write::to_json;
