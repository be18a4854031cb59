//! Strict JSON (RFC 8259): the ground the rest stands on.
//!
//! | file | promise |
//! |---|---|
//! | `scan` | validates bytes and builds nothing; the fast path of every command |
//! | `words` | where numbers and literals end |
//! | `stops` | finds what is not plain content of a string, sixteen bytes at once |
//! | `tape` | what a scan has shown, kept for a repair |
//! | `cursor` | the grammar of arrays and objects for every walk over text |
//! | `value` | `Value<'a>`: borrowed text, raw numbers, ordered members with duplicates kept |
//! | `tree` | the places of all values and names of a text, for passes that answer with changes to it |
//! | `parse` | text → `Value`, iterative and limited in depth |
//! | `write` | valid text or a `Value` → compact or pretty text, digits and escapes as they were |
//! | `escape` | plain text → the inside of a JSON string |
//! | `sorted` | valid text with the members of each object in the order of their names |
//! | `relayout` | the same for a stream that passes by in pieces |
//! | `places` | the strings at places of a value or of a stream, to repair them there |
//! | `quoted` | whether a JSON string holds JSON, read through its escapes |
//! | `pointer` | JSON Pointer (RFC 6901) ↔ places in text, and patterns with `*` |
//! | `events` | a stream in pieces → events, resumable at any byte |
//! | `growing` | what a document that is still being written says so far |
//! | `stream` | runs a worker over a stream in bounded memory, record by record |
//! | `window` | validates a document of any size that passes by in pieces |
//! | `records` | runs a product over the whole records of a stream |
//! | `position` | byte offset → line and column |
//! | `brief` | messages whose values are cut |
//! | `boundary` | where characters begin |
//! | `hash` | the hasher of maps whose keys come from the input |
//! | `suggest` | the nearest of a list of names |
//! | `moment` | seconds since 1970 ↔ date and time (RFC 3339) |

pub mod boundary;
mod brief;
pub mod cursor;
pub mod escape;
pub mod events;
pub mod fault;
pub mod growing;
pub mod hash;
pub mod moment;
pub mod parse;
mod path;
mod piece;
pub mod places;
pub mod pointer;
pub mod position;
pub mod quoted;
pub(crate) mod records;
pub mod relayout;
pub mod scan;
pub mod shown;
pub mod sorted;
pub mod stops;
pub mod stream;
pub mod suggest;
pub mod tape;
pub mod tree;
pub mod unescape;
pub mod value;
pub mod window;
pub mod words;
pub mod write;

/// The byte order mark of UTF-8.
pub const BOM: &[u8] = b"\xef\xbb\xbf";
/// The record separator of RFC 7464.
pub const RS: u8 = 0x1e;

pub use brief::{brief, brief_value};
pub use escape::quoted;
pub use parse::parse;
pub use position::{Position, position};
pub use scan::{
    MAX_DEPTH, ScanError, ScanErrorKind, is_space, scan_document, scan_text, scan_value, skip_space,
};
/// The text of bytes, for input of any size: says where they are not UTF-8, as the function of std does.
pub use simdutf8::compat::from_utf8;
pub use unescape::{escape_at, lossy, unquote};
pub use value::{Text, Value};
pub use write::{Indent, Layout, Style};
