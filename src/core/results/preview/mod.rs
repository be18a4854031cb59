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
//! | `profile` | events → `Profile`, over all rows, in one pass and bounded memory |
//! | `wrap` | the result inside the message that carries it |
//! | `carrier` | the message that carried a result, and what can be said of both |
//! | `opened` | a message with several parts as one document |
//! | `text` | text that is not JSON: lines, columns, head and tail |
//! | `budget` | a preview that fits into so many bytes |
//! | `native` | what a tool file says of previews |
//! | `render` | the preview as JSON; its three fixed members win over everything else |

pub mod budget;
pub mod carrier;
pub mod hint;
pub mod infer;
pub mod lisp;
mod native;
pub mod opened;
pub mod profile;
pub mod render;
pub mod shape;
pub mod text;
pub mod wrap;

pub use budget::{Account, BYTES_PER_TOKEN, Flexible, fitted};
pub use carrier::{Carrier, HEAD, Sayable, carried, is_carried};
pub use hint::{Hint, HintFor};
pub use infer::{Found, InferOptions, Keep, infer};
pub use native::{NativeResult, Treatment};
pub use opened::{is_message, opened};
pub use profile::{Outline, Profile, ProfileOptions, Sample, profile};
pub use render::{Ending, Preview};
pub use text::look_at_text;
pub use wrap::{Unwrapped, are_rows, find, is_text};

/// Bytes that a profile may have where nothing else is said: without and with rows.
pub const PROFILE_BYTES: usize = 2000;
pub const SAMPLE_BYTES: usize = 8000;

/// Rows shown by default.
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
