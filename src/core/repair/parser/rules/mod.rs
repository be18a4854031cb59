//! The rules of the grammar: from one state to the next ones.

pub(in crate::core::repair) mod bare;
pub(in crate::core::repair) mod brackets;
pub(in crate::core::repair) mod embedded;
pub(in crate::core::repair) mod ends;
pub(in crate::core::repair) mod grammar;
pub(in crate::core::repair) mod literal;
pub(in crate::core::repair) mod lost;
pub(in crate::core::repair) mod string_end;
pub(in crate::core::repair) mod strings;
pub mod table;
pub(in crate::core::repair) mod trivia;
