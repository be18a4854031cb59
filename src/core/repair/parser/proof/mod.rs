//! Proof: stretches of strict JSON, taken without a look at what else they may be.

pub(in crate::core::repair) mod comma;
pub(in crate::core::repair) mod ends;
mod items;
pub(in crate::core::repair) mod proven;
pub(in crate::core::repair) mod strict;
