//! What was changed: the table of codes, lists of fixes, and what they do to a text and its offsets.
//!
//! The product of a repair is a list of fixes against the input; the output is the input with the fixes applied, so nothing
//! can change without a fix that says so. Offsets of fixes are bytes of the input, and stay what they are: what is read of
//! a part of a text is composed with what led to that part, never shifted.

mod documents;
pub mod duplicates;
pub mod fix;
pub mod fixes;
pub mod line;
mod map;
pub mod packed;
pub mod repeats;
mod spare;
pub mod splice;

pub use documents::Documents;
pub use fix::{Code, Fix, Risk, Strategy};
pub use fixes::Fixes;
pub(crate) use line::whole_line;
pub use map::EditMap;
pub(crate) use spare::keep_text;
pub use splice::apply;
pub(crate) use splice::{apply_within, compose, difference, settle};
