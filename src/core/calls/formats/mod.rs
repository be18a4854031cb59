//! The one table of formats. Detection, `--call-format`, `--help` and the documentation read it.
//!
//! Several formats may share a marker: their readers are asked in the order of the table, and each takes only a
//! payload of its own kind.

mod described;
mod format;
pub(in crate::core::calls) mod members;
pub mod names;
pub mod pattern;
mod table;
pub mod template;
pub mod turns;

pub(in crate::core::calls) use format::{COMMON_TAGS, ROW, Reader, TURN_ENDS, closes, is_loose};
pub use format::{Format, Hit};
pub use table::FORMATS;
