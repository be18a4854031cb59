//! How broken JSON is read: a best-first search over one grammar. `docs/architecture.md` walks through it.
//!
//! Text and an offset go in; the cheapest reading of a document comes out, as fixes of the text. Where documents are in a
//! text, and which of them is the answer, is the business of `core::repair::engine`.
//!
//! The folders have arrows that lead one way: `search` → `rules`, `proof` → `evidence` → `model` → `text`.

pub(super) mod evidence;
pub mod model;
pub(in crate::core::repair) mod proof;
pub mod rules;
pub mod search;
pub mod text;

pub use model::op::CutPlace;
pub use model::trace::{Choice, Reading};
