//! The program of the packages for Python and Node, as a crate of its own.
//!
//! `jmend` has the same modules with its feature `cli`. They are compiled here, because a profile of Cargo sets the level of
//! optimization for a whole crate: what a clone builds optimizes the engine, where the time of a call goes, and not the program.

#[path = "../../src/cli/mod.rs"]
mod cli;
#[path = "../../src/report/mod.rs"]
mod report;

use jmend::{cache, core, eval};

pub use cli::{main as run, main_of as run_of};
