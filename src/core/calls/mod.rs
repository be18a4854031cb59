//! Tool calls out of anything a model or an API returns, without being told the model.
//!
//! ```text
//! text ─ JSON, JSON Lines or SSE? → envelope: walk it, repair the argument strings ───────────┐
//!      └ begins as a bare call? → bare, pythonic ────────────────────────────────────────────┤
//!      └ scan: reasoning aside, first marker wins, its reader says where the block ends ─────┼→ accept → Call
//!          └ nothing? → weak rules: JSON in prose and fences, `Action:` lines ───────────────┘        └→ Refused
//! ```
//! | folder | subject | imports |
//! |---|---|---|
//! | `formats` | the one table of formats, formats that a file describes, and the members of calls: only data | |
//! | `types` | options, calls and refusals, what was repaired in a call, the list of tools | `formats` |
//! | `readers` | payload readers that the families share, and the text with its budget | `types` |
//! | `judge` | whether something is a call, whose, and with which arguments | `readers` |
//! | `envelope` | answers of providers, whole and streamed | `judge` |
//! | `families` | one file per family of formats | `envelope` |
//! | `find` | where a call may be, which reader sees it, how far its block reaches, and blocks that no reader could read | `families` |
//! | `message` | the text and the reasoning around the calls, and calls of a text that is still being written | `find`, `partial` |
//! | `partial` | what is shown of a text that is still being written | |
//! | `cause` | why a model writes so, and what to tell it | `find` |
//!
//! A folder may also import what the folders after the arrow import. `tests/it/imports.rs` has the table and fails for any
//! other arrow.
//!
//! The outermost block wins: what stands inside a call is its content, whatever markup it holds. Arguments that were
//! valid JSON keep their bytes. A block that cannot be read is refused alone; its neighbours are kept.

pub mod cause;
pub mod envelope;
pub mod families;
pub mod find;
pub mod formats;
pub mod judge;
pub mod message;
pub mod partial;
pub mod readers;
pub mod types;

pub use find::answer::envelopes;
pub use find::extract;
pub use formats::{FORMATS, Format};
pub use message::content::{Message, messages};
pub use message::live::{Live, News};
pub use types::call::{Call, Calls, Reason, Refused};
pub use types::change::{CallCode, Change, What};
pub use types::options::{Options, UnknownTools};
pub use types::place::Place;
pub use types::tools::Tools;
