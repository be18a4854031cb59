//! Renderings of what happened, for people and for programs. Nothing here reads or writes a stream.

pub(crate) mod call;
pub(crate) mod feedback;
pub(crate) mod paths;
pub(crate) mod record;
pub(crate) mod stats_table;
pub(crate) mod text;
