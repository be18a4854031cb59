//! The queue of the states that wait, in the order in which they are read on.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::mem::{swap, take};

use crate::core::repair::confidence::Margin;
use crate::core::repair::parser::model::rank::rank;
use crate::core::repair::parser::model::state::State;
use crate::core::repair::parser::text::limits::AS_FAR;

/// An entry of the queue: its rank, the number of its proposal, and what waits. The greatest is the next one, which has the
/// lowest rank, and of equals was proposed first.
type Queued = Reverse<(i64, u64, Waiting)>;

/// What waits in the queue.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::core::repair) enum Waiting {
    /// A reading, which lies in `Queue::slots` here.
    Reading(u32),
    /// Whatever readings there are in a stretch that was run through; none of them ranks better than this, or costs less.
    Stretch { least: u32 },
}

/// The queue of a search.
#[derive(Default)]
pub(in crate::core::repair) struct Queue {
    heap: BinaryHeap<Queued>,
    /// The queued states: the heap moves small entries, not these.
    slots: Vec<State>,
    free: Vec<u32>,
    /// Proposals so far.
    pub order: u64,
}

impl Queue {
    pub fn clear(&mut self) {
        self.heap.clear();
        self.slots.clear();
        self.free.clear();
    }

    /// The readings that wait, in no order.
    fn readings(&self) -> impl Iterator<Item = &State> {
        self.heap.iter().filter_map(|queued| match queued.0.2 {
            Waiting::Reading(slot) => Some(&self.slots[slot as usize]),
            Waiting::Stretch { .. } => None,
        })
    }

    /// How much more a reading has cost that waits and came as far as the winner, or nearly.
    #[inline(never)]
    pub fn margin(&self, winner: &State) -> Margin {
        let near = self.readings().filter(|rival| rival.pos + AS_FAR >= winner.pos);
        near.map(|rival| Margin(rival.cost.saturating_sub(winner.cost))).min().unwrap_or(Margin::WIDE)
    }

    pub fn len(&self) -> usize {
        self.heap.len()
    }

    /// Queues a reading.
    pub fn push(&mut self, state: &State) {
        let slot = if let Some(slot) = self.free.pop() {
            self.slots[slot as usize] = *state;
            slot
        } else {
            self.slots.push(*state);
            self.slots.len() as u32 - 1
        };
        let entry = self.entry(state, slot);
        self.heap.push(entry);
    }

    /// Queues whatever there is in a stretch whose proposals begin with `order`.
    pub fn push_stretch(&mut self, rank: i64, order: u64, least: u32) {
        self.heap.push(Reverse((rank, order, Waiting::Stretch { least })));
    }

    /// The entry of the next reading, which lies in `slot`.
    fn entry(&mut self, state: &State, slot: u32) -> Queued {
        self.order += 1;
        Reverse((rank(state), self.order, Waiting::Reading(slot)))
    }

    /// What waits first, its number, and where a reading stands, if it ranks better than this.
    pub fn better_than(&self, current: Option<&State>) -> Option<(Waiting, u64, usize)> {
        let &Reverse((first, order, waiting)) = self.heap.peek()?;
        let pos = match waiting {
            Waiting::Reading(slot) => self.slots[slot as usize].pos,
            Waiting::Stretch { .. } => 0,
        };
        current.is_none_or(|state| first < rank(state)).then_some((waiting, order, pos))
    }

    /// Queues a reading in the place of the best queued one, and takes that.
    pub fn change_places(&mut self, state: &mut State) {
        if let Some(&Reverse((_, _, Waiting::Reading(slot)))) = self.heap.peek() {
            let entry = self.entry(state, slot);
            if let Some(mut first) = self.heap.peek_mut() {
                *first = entry;
            }
            swap(&mut self.slots[slot as usize], state);
        }
    }

    /// Takes what waits first.
    pub fn drop_first(&mut self) {
        self.heap.pop();
    }

    /// Takes the best queued reading; stretches are no readings.
    pub fn pop(&mut self) -> Option<State> {
        loop {
            if let Waiting::Reading(slot) = self.heap.pop()?.0.2 {
                self.free.push(slot);
                return Some(self.slots[slot as usize]);
            }
        }
    }

    /// Gives up all but the best.
    #[cold]
    pub fn prune(&mut self, keep: usize) {
        let mut queue = take(&mut self.heap).into_sorted_vec();
        queue.reverse();
        for given_up in queue.drain(keep.min(queue.len())..) {
            // A stretch will not be found again.
            if let Waiting::Reading(slot) = given_up.0.2 {
                self.free.push(slot);
            }
        }
        self.heap = queue.into();
    }

    /// Gives up the readings that cost more than this. What a stretch holds is looked at when it is the best that waits. Returns
    /// whether there may be a reading that costs no more.
    pub fn keep_within(&mut self, cost: u32) -> bool {
        let Self { heap, slots, .. } = self;
        let mut is_left = false;
        heap.retain(|queued| {
            let (least, is_reading) = match queued.0.2 {
                Waiting::Reading(slot) => (slots[slot as usize].cost, true),
                Waiting::Stretch { least } => (least, false),
            };
            is_left |= least <= cost;
            least <= cost || !is_reading
        });
        is_left
    }

    /// The innermost containers of the readings that wait.
    pub fn frames(&mut self) -> impl Iterator<Item = &mut u32> {
        let Self { heap, slots, .. } = self;
        let mut waits = vec![false; slots.len()];
        for queued in heap.iter() {
            if let Waiting::Reading(slot) = queued.0.2 {
                waits[slot as usize] = true;
            }
        }
        slots.iter_mut().zip(waits).filter(|(_, waits)| *waits).map(|(state, _)| &mut state.frame)
    }

    pub fn capacity(&self) -> usize {
        self.slots.capacity()
    }
}
