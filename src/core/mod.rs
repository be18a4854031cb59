//! The internal core: text and values in, values and facts out.
//!
//! Nothing in here does I/O, reads a clock or the environment, prints, or knows the command line. Bad input is
//! data: it comes back as a value with fixes, or as a typed failure with an offset.
//!
//! Five rooms, with doors that open one way:
//!
//! ```text
//! programs ──────────────────────→ json
//! results ─→ calls ─→ repair ────→ json
//! ```
//! | room | subject |
//! |---|---|
//! | `json` | strict JSON: scanning, walking, writing |
//! | `repair` | almost-JSON in, strict JSON and a list of fixes out |
//! | `calls` | tool calls in what models and APIs return |
//! | `programs` | PTC-JSON: bounded programs over a context |
//! | `results` | what models and caches see of results: keys, previews, layers of tools, metrics |

pub mod calls;
pub mod json;
#[cfg(feature = "programs")]
pub mod programs;
pub mod repair;
pub mod results;
