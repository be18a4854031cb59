//! Evidence: what the text around a token says for and against a reading of it. Makes no state.

pub(in crate::core::repair) mod anew;
pub(in crate::core::repair) mod content;
pub(in crate::core::repair) mod embedded;
pub(in crate::core::repair) mod follow;
pub(in crate::core::repair) mod layout;
pub(in crate::core::repair) mod literals;
pub(in crate::core::repair) mod names;
pub(in crate::core::repair) mod quotes;
pub(in crate::core::repair) mod rows;
