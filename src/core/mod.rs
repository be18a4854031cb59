//! The internal core: text and values in, values and facts out.
//!
//! Nothing in here does I/O, reads a clock or the environment, prints, or knows the command line. Bad input is
//! data: it comes back as a value with fixes, or as a typed failure with an offset.

pub(crate) mod boundary;
pub mod calls;
pub mod cause;
pub mod changes;
pub mod confidence;
pub mod edit;
pub mod expect;
pub mod expose;
pub mod hash;
pub mod json;
pub mod keys;
pub(crate) mod layer;
pub mod manual;
pub mod notation;
pub mod parser;
pub mod partial;
pub mod preview;
#[cfg(feature = "cli")]
pub mod ptc;
mod reasoning;
pub mod repair;
pub mod schema;
#[cfg(feature = "cli")]
pub mod stats;
pub mod suggest;
