//! What waits to be read on from, and in which order.

use std::cmp::Reverse;

use super::state::State;

/// Bytes of progress that weigh as much as one unit of cost. A reading's first slips tell it from others. Where it has cost
/// `MUCH`, the text is full of slips in whatever reading: what it costs more says less, and to go back to every earlier place
/// because of it would be in vain.
const PROGRESS: i64 = 96;
const MUCH: u32 = 32;
const PROGRESS_BEYOND: i64 = 16;

/// An entry of the queue: its rank, the number of its proposal, and what waits. The greatest is the next one, which has the
/// lowest rank, and of equals was proposed first.
pub(super) type Queued = Reverse<(i64, u64, Waiting)>;

/// What waits in the queue.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Waiting {
    /// A reading, which lies in `Memory::slots` here.
    Reading(u32),
    /// Whatever readings there are in a stretch that was run through; none of them ranks better than this.
    Stretch,
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
