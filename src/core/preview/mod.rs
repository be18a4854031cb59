//! What a model sees of a tool's result: its shape and size, a few rows where asked, and how to reach the rest.
//!
//! ```text
//! result ─events→ Inference ─→ Shape ─render, with the cache hint→ preview
//! arguments ─canonical form→ PTC-Lisp ─→ cache hint
//! ```
//! | file | promise |
//! |---|---|
//! | `shape` | what is known of a result: kinds, properties, sample |
//! | `infer` | events → `Shape`, in one pass; memory is bounded by the sample, not by the result |
//! | `lisp` | canonical arguments → PTC-Lisp |
//! | `hint` | the sentence that leads to the full result |
//! | `native` | what a tool file says of previews |
//! | `render` | the preview as JSON; its three fixed members win over everything else |

mod hint;
mod infer;
mod lisp;
mod native;
mod render;
mod shape;

pub use hint::{Hint, HintError};
pub use infer::{InferOptions, Keep, infer};
pub use native::NativeResult;
pub use render::{custom, inferred};
pub use shape::Shape;

/// Rows shown where nobody says how many.
pub const DEFAULT_LIMIT: usize = 20;

/// What is shown of a result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Shape and size.
    #[default]
    Metadata,
    /// Also the first rows of an array: this many, at least 1.
    Rows(usize),
}
