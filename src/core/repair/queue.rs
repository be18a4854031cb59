//! What waits to be gone on with, and in which order.

use std::cmp::Ordering;

use super::state::State;

/// Bytes of progress that weigh as much as one unit of cost. A reading's first slips tell it from others. Where it has
/// cost `MUCH`, the text is full of slips in whatever reading: what it costs more says less, and to go back to every
/// earlier place because of it would be vain.
const PROGRESS: i64 = 96;
const MUCH: u32 = 32;
const PROGRESS_BEYOND: i64 = 16;

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

impl Queued {
    /// Lower for what goes first.
    #[inline]
    fn key(&self) -> (i64, u64) {
        (self.rank, self.order)
    }
}

impl PartialEq for Queued {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}
impl Eq for Queued {}
impl PartialOrd for Queued {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }

    // What a heap asks, without an ordering in between.
    #[inline]
    fn le(&self, other: &Self) -> bool {
        other.key() <= self.key()
    }
}
impl Ord for Queued {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        other.key().cmp(&self.key())
    }
}

/// Cost against progress: the lowest goes first.
#[inline]
pub(super) fn rank(state: &State) -> i64 {
    rank_of(state.cost, state.pos)
}

#[inline]
pub(super) fn rank_of(cost: u32, pos: usize) -> i64 {
    let (first, beyond) = (cost.min(MUCH), cost.saturating_sub(MUCH));
    i64::from(first) * PROGRESS + i64::from(beyond) * PROGRESS_BEYOND - pos as i64
}
