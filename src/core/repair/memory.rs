//! The memory of a search.

use std::cell::RefCell;
use std::collections::{BinaryHeap, VecDeque};
use std::mem::swap;

use super::choose::Search;
use super::front::Front;
use super::log::LogEntry;
use super::queue::Queued;
use super::seen::Seen;
use super::state::{Frame, State};
use super::straight::Stretch;

/// The memory of a search, kept for the next one of this thread: most records are short, and there are many.
#[derive(Default)]
pub(super) struct Memory {
    /// Containers, of whatever reading; the first is around the document.
    pub frames: Vec<Frame>,
    /// Fixes, of whatever reading; the first is none.
    pub log: Vec<LogEntry>,
    pub queue: BinaryHeap<Queued>,
    /// The queued states: the heap moves small entries, not these.
    pub slots: Vec<State>,
    pub free: Vec<u32>,
    /// States that were read on from: what the first to arrive cost, and its fixes.
    pub seen: Seen,
    /// What readings cost at least that came by.
    pub front: Front,
    /// What the best reading ran through, in the order of the text, as far as it was not unfolded.
    pub stretches: VecDeque<Stretch>,
}

/// A log that is longer takes memory worth to be given back before the fixes are written.
pub(super) const LARGE: usize = 1 << 16;
/// Memory that a thread keeps for its next record has no more entries than this; what was larger is given back.
pub(super) const MOST_KEPT: usize = 4096;

thread_local! {
    static SPARE: RefCell<Memory> = RefCell::default();
}

impl Memory {
    /// What the last search of this thread left.
    pub fn take() -> Self {
        SPARE.take()
    }

    /// Forgets everything, and holds what every search of a document at `origin` begins with.
    pub fn begin(&mut self, origin: usize) {
        self.frames.clear();
        self.log.clear();
        self.queue.clear();
        self.slots.clear();
        self.free.clear();
        self.seen.clear();
        self.stretches.clear();
        self.front.begin(origin);
        self.frames.push(Frame::ROOT);
        self.log.push(LogEntry::NOTHING);
    }

    fn is_large(&self) -> bool {
        let Self { frames, log, slots, seen, front, stretches, .. } = self;
        let lists = [frames.capacity(), log.capacity(), slots.capacity(), stretches.capacity()];
        lists.into_iter().chain([seen.capacity(), front.capacity()]).any(|entries| entries > MOST_KEPT)
    }
}

impl Drop for Search<'_> {
    fn drop(&mut self) {
        if !self.memory.is_large() {
            SPARE.with_borrow_mut(|spare| swap(spare, &mut self.memory));
        }
    }
}
