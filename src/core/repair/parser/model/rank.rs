//! The rank of a state among those that wait: cost against progress.

use crate::core::repair::parser::model::state::State;
use crate::core::repair::parser::text::limits::{MUCH, PROGRESS, PROGRESS_BEYOND, PROGRESS_FAR, VERY_MUCH};

/// Cost against progress: the lowest goes first.
#[inline]
pub(in crate::core::repair) fn rank(state: &State) -> i64 {
    rank_of(state.cost, state.pos)
}

#[inline]
pub(in crate::core::repair) fn rank_of(cost: u32, pos: usize) -> i64 {
    let within = |from: u32, to: u32| i64::from(cost.clamp(from, to) - from);
    within(0, MUCH) * PROGRESS
        + within(MUCH, VERY_MUCH) * PROGRESS_BEYOND
        + within(VERY_MUCH, u32::MAX) * PROGRESS_FAR
        - pos as i64
}
