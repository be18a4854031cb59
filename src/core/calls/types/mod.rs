//! What the files of this room speak of: options, calls and refusals, what was repaired in a call, and the list of tools.

pub mod call;
pub mod change;
pub mod options;
pub mod place;
pub mod said;
pub mod tools;
