//! The functions of the library for JavaScript. `lib/index.cjs` gives them the face that people see.
//!
//! What crosses the border is text: strings and bytes in, strings out. A value is never built object by object: that takes
//! 3 to 11 times as long as `JSON.parse` on the repaired text. Options come as JSON, and so do facts and failures go,
//! because most callers never look at them, and then nothing parses them.

mod answer;
mod cache;
mod calls;
mod eval;
mod keys;
mod options;
mod partial;
mod program;
mod repair;
mod report;
mod stats;
mod text;
mod units;
