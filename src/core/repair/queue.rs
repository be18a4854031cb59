//! What waits to be gone on with, and in which order.

use std::cmp::Ordering;

use super::state::State;

/// Bytes of progress that weigh as much as one unit of cost.
const PROGRESS: i64 = 64;

/// A state in the queue; the greatest is the one to go on with.
#[derive(Clone, Copy)]
pub(super) struct Queued {
    pub rank: i64,
    pub order: u64,
    pub what: Waiting,
}

/// What waits in the queue.
#[derive(Clone, Copy)]
pub(super) enum Waiting {
    /// A reading, which lies in `Search::slots` here.
    Reading(u32),
    /// Whatever readings there are in a stretch that was run through; none of them ranks better than this.
    Stretch,
}

impl PartialEq for Queued {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}
impl Eq for Queued {}
impl PartialOrd for Queued {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Queued {
    fn cmp(&self, other: &Self) -> Ordering {
        other.rank.cmp(&self.rank).then(other.order.cmp(&self.order))
    }
}

/// Cost against progress: the lowest goes first.
pub(super) fn rank(state: &State) -> i64 {
    rank_of(state.cost, state.pos)
}

pub(super) fn rank_of(cost: u32, pos: usize) -> i64 {
    i64::from(cost) * PROGRESS - pos as i64
}
