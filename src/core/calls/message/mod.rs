//! What a message holds beside its calls, and the calls of one that is still being written.

pub mod content;
pub mod live;
