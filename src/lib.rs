#![doc = include_str!("../docs/guide/rust.md")]
#![forbid(unsafe_code)]
#![warn(clippy::expect_used)]
// Rules for interfaces, which inner modules have none of: only tests see them.
#![cfg_attr(
    feature = "internal",
    allow(clippy::len_without_is_empty, clippy::new_without_default, clippy::return_self_not_must_use)
)]

mod api;
#[cfg(feature = "schema")]
mod arguments;
#[cfg(all(feature = "cache", feature = "internal"))]
#[doc(hidden)]
// The whole program uses all of it; the library alone does not.
#[cfg_attr(not(feature = "cli"), allow(dead_code, unused_imports))]
pub mod cache;
#[cfg(all(feature = "cache", not(feature = "internal")))]
// The whole program uses all of it; the library alone does not.
#[cfg_attr(not(feature = "cli"), allow(dead_code, unused_imports))]
mod cache;
#[cfg(all(feature = "cli", feature = "internal"))]
#[doc(hidden)]
pub mod cli;
#[cfg(all(feature = "cli", not(feature = "internal")))]
mod cli;
#[cfg(feature = "internal")]
#[doc(hidden)]
pub mod core;
#[cfg(not(feature = "internal"))]
// The whole program uses all of it; the library alone does not.
#[cfg_attr(not(all(feature = "cli", feature = "schema")), allow(dead_code, unused_imports))]
mod core;
mod error;
#[cfg(all(feature = "programs", feature = "internal"))]
#[doc(hidden)]
pub mod eval;
#[cfg(all(feature = "programs", not(feature = "internal")))]
// The whole program uses all of it; the library alone does not.
#[cfg_attr(not(feature = "cli"), allow(dead_code))]
mod eval;
mod options;
mod preview;
#[cfg(feature = "records")]
#[doc(hidden)]
pub mod records;
#[cfg(all(feature = "cli", feature = "internal"))]
#[doc(hidden)]
pub mod report;
#[cfg(all(any(feature = "cli", feature = "records"), not(all(feature = "cli", feature = "internal"))))]
// The whole program uses all of it; the records alone do not.
#[cfg_attr(not(feature = "cli"), allow(dead_code))]
mod report;
mod stats;

#[cfg(feature = "serde")]
pub use crate::api::from_str;
#[cfg(feature = "schema")]
pub use crate::api::repair_with_schema;
pub use crate::api::{
    KeyOptions, Partial, cache_key, canonical, extract_calls, extract_messages, normalize, repair,
};
#[cfg(feature = "cache")]
pub use crate::cache::{Cache, CacheEntry, Collected};
pub use crate::core::calls::{
    Call, CallCode, Calls, Change, FORMATS, Format, Message, Place, Reason, Refused, Tools, UnknownTools,
    What,
};
pub use crate::core::json::{ScanError, ScanErrorKind};
pub use crate::core::repair::confidence::Confidence;
pub use crate::core::repair::edit::fix::About;
pub use crate::core::repair::edit::{Code, Documents, Fix, Fixes, Risk, Strategy};
pub use crate::core::repair::engine::{
    FailureCode, Loss, Nan, Options, Repaired, Select, Strategies, Truncated,
};
pub use crate::core::repair::layer::Layer;
pub use crate::core::repair::notation::{Notation, Source};
pub use crate::core::repair::parser::CutPlace;
#[cfg(feature = "schema")]
pub use crate::core::repair::schema::{Rules, Schema, SchemaError, ToolSchemas};
pub use crate::core::repair::violation::Violation;
pub use crate::core::results::keys::{CacheKey, Numbers, OnCollision};
pub use crate::core::results::preview::Sample;
pub use crate::error::Error;
#[cfg(feature = "programs")]
pub use crate::eval::options::EvalOptions;
#[cfg(feature = "programs")]
pub use crate::eval::run::{Evaluated, Lint, eval_json};
pub use crate::options::CallOptions;
pub use crate::preview::{PreviewOptions, preview};
pub use crate::stats::Stats;

/// Runs the program `jmend` with these arguments, alone or inside another program.
#[cfg(feature = "cli")]
#[doc(hidden)]
pub use crate::cli::{main as run, main_of as run_of};
