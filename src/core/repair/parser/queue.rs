//! The readings that wait, and in which order; how far one may lag after another; and running ahead, which queues nothing.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::mem::{swap, take};

use super::cost;
use super::cost::Feature::{EndsHere, OtherNotation};
use super::limits::{
    AS_FAR, FRONT_BLOCK, MUCH, PROGRESS, PROGRESS_BEYOND, PROGRESS_FAR, STEPS_AT_ONCE, STRETCHES, VERY_MUCH,
    lag,
};
use super::search::Search;
use super::state::State;
use super::strict::{self, Run};
use crate::core::repair::confidence::Margin;

/// An entry of the queue: its rank, the number of its proposal, and what waits. The greatest is the next one, which has the
/// lowest rank, and of equals was proposed first.
type Queued = Reverse<(i64, u64, Waiting)>;

/// What waits in the queue.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Waiting {
    /// A reading, which lies in `Queue::slots` here.
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
    let within = |from: u32, to: u32| i64::from(cost.clamp(from, to) - from);
    within(0, MUCH) * PROGRESS
        + within(MUCH, VERY_MUCH) * PROGRESS_BEYOND
        + within(VERY_MUCH, u32::MAX) * PROGRESS_FAR
        - pos as i64
}

/// The queue of a search.
#[derive(Default)]
pub(super) struct Queue {
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
            Waiting::Stretch => None,
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
    pub fn push_stretch(&mut self, rank: i64, order: u64) {
        self.heap.push(Reverse((rank, order, Waiting::Stretch)));
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
            Waiting::Stretch => 0,
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

    /// Gives up the readings that cost more than this. What a stretch holds is looked at when it is the best that waits.
    pub fn keep_within(&mut self, cost: u32) {
        let Self { heap, slots, .. } = self;
        heap.retain(|queued| match queued.0.2 {
            Waiting::Reading(slot) => slots[slot as usize].cost <= cost,
            Waiting::Stretch => true,
        });
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

// How far one reading may lag after another.
//
// A reading is dropped where another one passed the same place for much less. Few texts make up for so much later, and
// following all readings is what a badly damaged text would cost most for.

/// The least that readings cost that came by, for each block of the document.
#[derive(Default)]
pub struct Front {
    origin: usize,
    least: Vec<u32>,
}

impl Front {
    /// Forgets everything; the document begins at `origin`.
    pub fn begin(&mut self, origin: usize) {
        self.origin = origin;
        self.least.clear();
    }

    /// A reading has come to `pos` at this cost. Is it worth to be gone on with?
    pub fn pass(&mut self, pos: usize, cost: u32) -> bool {
        let offset = pos.saturating_sub(self.origin);
        // A reading that is still before this place in its block may have to pay as much.
        let came_by = self.least.get(offset.div_ceil(FRONT_BLOCK)).copied().unwrap_or(u32::MAX);
        if cost > came_by.saturating_add(lag()) {
            return false;
        }
        let block = offset / FRONT_BLOCK;
        if self.least.len() <= block {
            self.least.resize(block + 1, u32::MAX);
        }
        let least = &mut self.least[block];
        *least = cost.min(*least);
        true
    }

    pub fn capacity(&self) -> usize {
        self.least.capacity()
    }
}

// Running ahead: how the search commits to what is clear.
//
// Most of a broken document is not broken. Where the cheapest reading of a token costs nothing and every other reading costs
// at least `gap` more, the search takes it without queueing the others. It remembers the whole *stretch* of such steps as
// one entry of the queue: the state where it began, and the least that another reading in it can cost. The search reads a
// stretch again, and queues all it left out, only when a reading that costs as much is about to be taken up, or when one
// stands inside the stretch. A test below checks that running ahead changes no outcome: the queue overflows later, no more.

/// What another reading of a token must cost at least for the best one to be clear: as much as a quote that is missing.
pub(super) fn gap() -> u32 {
    EndsHere.weight() + OtherNotation.weight()
}

/// Steps that the best reading took without queueing the others.
pub(super) struct Stretch {
    pub from: State,
    /// Where the reading came out, and its last fix by then.
    to: usize,
    log: u32,
    /// No other reading in it costs less.
    pub least: u32,
    /// Proposals in it are numbered from here on.
    order: u64,
}

/// The stretches that were run through, in the order of the text, as far as they were not read again.
#[derive(Default)]
pub(super) struct Stretches(VecDeque<Stretch>);

impl Stretches {
    fn add(&mut self, stretch: Stretch) {
        self.0.push_back(stretch);
        if self.0.len() > STRETCHES {
            self.0.pop_front();
        }
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }

    pub fn capacity(&self) -> usize {
        self.0.capacity()
    }

    /// The innermost containers of the readings that the stretches begin with.
    pub fn frames(&mut self) -> impl Iterator<Item = &mut u32> {
        self.0.iter_mut().map(|stretch| &mut stretch.from.frame)
    }

    /// Takes the last stretch.
    pub fn take_last(&mut self) -> Option<Stretch> {
        self.0.pop_back()
    }

    /// Takes the stretch whose proposals begin with `order`, unless it was read again or given up.
    pub fn take(&mut self, order: u64) -> Option<Stretch> {
        let at = self.0.binary_search_by_key(&order, |stretch| stretch.order).ok()?;
        self.0.remove(at)
    }

    /// Takes the stretch that `pos` lies in, if there is one.
    pub fn take_at(&mut self, pos: usize) -> Option<Stretch> {
        if self.0.back().is_none_or(|last| last.to <= pos) {
            return None;
        }
        let at = self.0.partition_point(|stretch| stretch.to <= pos);
        if self.0.get(at)?.from.pos > pos { None } else { self.0.remove(at) }
    }
}

impl Search<'_> {
    /// Can the search commit to steps of this reading? It must be the first to come here, and a trace wants every step.
    pub(super) fn may_run_ahead(&self, state: &State) -> bool {
        #[cfg(feature = "internal")]
        if self.plodding {
            return false;
        }
        !self.recording && state.pos >= self.read_to.max(self.budget.far)
    }

    /// Takes the steps of the best reading that are clear, and one more.
    pub(super) fn run_ahead(&mut self, from: State) -> Option<State> {
        let mut run = Run::new(from, self.grammar.store.frames.borrow().len());
        // Hints make keys cost, and written-out line ends may stand for white space.
        let is_strict = self.grammar.expect.is_none() && !from.writer.has(cost::ESCAPED_LINES);
        loop {
            while is_strict && (self.take_proven(&mut run) || strict::shift(&self.grammar, &mut run)) {}
            if run.state.expect.is_end() || run.steps > STEPS_AT_ONCE {
                self.keep(from, &run);
                return Some(run.state);
            }
            let next = self.step(run.state);
            let (mut least, mut first) = (u32::MAX, i64::MAX);
            for other in self.grammar.proposed.borrow().iter() {
                (least, first) = (least.min(other.cost), first.min(rank(other)));
            }
            let is_clear = |next: &State| {
                next.cost == from.cost
                    && next.pos >= run.state.pos
                    && least >= from.cost + gap()
                    && first > rank(next)
            };
            let Some(clear) = next.filter(is_clear) else {
                self.keep(from, &run);
                // The step began where the stretch ended: other readings may meet this one there.
                if run.steps > 0 && !self.is_worth_reading(&run.state) {
                    self.grammar.proposed.borrow_mut().clear();
                    return None;
                }
                self.queue_proposed();
                return next;
            };
            self.grammar.proposed.borrow_mut().clear();
            (run.least, run.rank) = (run.least.min(least), run.rank.min(first));
            (run.state, run.steps) = (clear, run.steps + 1);
        }
    }

    /// Remembers the stretch that was run through, if any.
    fn keep(&mut self, from: State, run: &Run) {
        let &Run { state: to, steps, least, rank, .. } = run;
        let order = self.memory.queue.order;
        if steps == 0 {
            return;
        }
        if least < u32::MAX {
            self.memory.queue.push_stretch(rank, order);
        }
        let len = to.pos - from.pos;
        self.read_to = to.pos;
        // No step in it proposes more readings than this.
        self.memory.queue.order += 4 * (len as u64 + 1);
        self.budget.count_steps(steps, len);
        self.memory.stretches.add(Stretch { from, to: to.pos, log: to.log, least, order });
    }

    /// Takes the steps of a stretch again, and queues all other readings.
    pub(super) fn read_again(&mut self, stretch: &Stretch) {
        let now = (self.memory.queue.order, self.budget.steps, self.budget.work);
        self.memory.queue.order = stretch.order;
        let mut state = stretch.from;
        // The winner is made of the fixes that were logged when the stretch was run through.
        let mut fixes = self.grammar.store.fixes_after(stretch.log, stretch.from.log);
        self.memory.front.pass(state.pos, state.cost);
        loop {
            let next = self.step(state);
            self.queue_proposed();
            let Some(next) = next.filter(|next| next.pos < stretch.to) else { break };
            let added = self.grammar.store.fixes_after(next.log, state.log).len();
            let kept = fixes.len().saturating_sub(added);
            let log = if added == 0 { next.log } else { fixes.get(kept).copied().unwrap_or(next.log) };
            fixes.truncate(kept);
            state = State { log, ..next };
            self.budget.effort += 1;
            self.memory.front.pass(state.pos, state.cost);
            if state.expect.is_junction() {
                self.memory.visit(self.grammar.key(&state), &state);
            }
            self.memory.bound();
        }
        (self.memory.queue.order, self.budget.steps, self.budget.work) = now;
    }
}
