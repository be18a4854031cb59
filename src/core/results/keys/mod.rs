//! One name for one thing: `normalize` renames members, `cache-key` gives equal calls equal keys.
//!
//! | file | promise |
//! |---|---|
//! | `normalize` | events → the same bytes with `-` → `_` in names, in bounded memory |
//! | `names`, `marks`, `pinned` | which names the open objects have |
//! | `canonical` | a document → one text for all its spellings (RFC 8785, or key format 1) |
//! | `cache_key` | a tool and its arguments → key text and key |
//! | `canonicalize` | the canonical text of every document of a stream |
//! | `collision` | which of two members wins that get one name |
//! | `calls` | the calls in a message, by the reader of `core::calls` |
//! | `number`, `text` | the spelling of numbers and strings |

mod cache_key;
pub mod calls;
pub mod canonical;
mod canonicalize;
mod collision;
pub mod marks;
mod names;
mod normalize;
pub mod number;
pub mod pinned;
pub mod text;

use crate::core::json::fault::Fault;
use crate::core::json::scan_document;
use crate::core::json::write::{SPILL, Spill};

pub use cache_key::{CacheKey, Calls, KeyOptions, KeyOutput, cache_key, cache_keys};
pub use canonicalize::{CanonicalOptions, canonical, canonicalize};
pub use collision::OnCollision;
pub use normalize::{Options, normalize};
pub use number::Numbers;

/// The calls in a JSON text, as tools and arguments, in document order: those that `cache-key --calls` makes keys of.
///
/// Faults: `syntax`, `no-call`, `arguments`, `empty-tool`, `key-collision`.
pub fn calls_in(message: &str, max_depth: usize) -> Result<Vec<(String, String)>, Fault> {
    scan_document(message.as_bytes(), max_depth)
        .map_err(|error| Fault::new("syntax", error.to_string(), error.offset as u64))?;
    let found = calls::calls_in(message, max_depth, None)?;
    Ok(found.into_iter().map(|call| (call.name, call.arguments)).collect())
}

/// Takes a text in pieces: a buffer, or a hash.
pub trait Out {
    /// Appends.
    fn put(&mut self, bytes: &[u8]);
    /// Appends one byte.
    #[inline]
    fn put_byte(&mut self, byte: u8) {
        self.put(&[byte]);
    }
    /// Returns whether no more is needed.
    fn is_full(&self) -> bool {
        false
    }
}

impl Out for Vec<u8> {
    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }
}

/// A buffer of which a part goes on before the rest comes.
struct Spilling<'s> {
    bytes: &'s mut Vec<u8>,
    spill: Spill<'s>,
}

impl Out for Spilling<'_> {
    fn put(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        if self.bytes.len() >= SPILL {
            (self.spill)(self.bytes);
        }
    }
}
