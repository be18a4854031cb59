//! The memory of a search, which goes to the next record of the thread.

use std::cell::RefCell;
use std::collections::{BinaryHeap, HashMap, VecDeque};
use std::hash::BuildHasherDefault;
use std::mem::swap;

use super::ahead::Stretch;
use super::choose::Search;
use super::front::Front;
use super::log::Log;
use super::queue::{Queued, Waiting};
use super::state::{Frame, State};
use crate::core::hash::Mixed;

/// The memory of a search, kept for the next one of this thread: most records are short, and there are many.
#[derive(Default)]
pub(super) struct Memory {
    /// Containers, of whatever reading; the first is around the document.
    pub frames: Vec<Frame>,
    /// Fixes, of whatever reading.
    pub log: Log,
    pub queue: BinaryHeap<Queued>,
    /// The queued states: the heap moves small entries, not these.
    pub slots: Vec<State>,
    pub free: Vec<u32>,
    /// The visited set: for the key of each state that was read on from, what the first to arrive cost, and its fixes.
    pub visited: HashMap<u64, (u32, u32), BuildHasherDefault<Mixed>>,
    /// What readings cost at least that came by.
    pub front: Front,
    /// What the best reading ran through, in the order of the text, as far as it was not unfolded.
    pub stretches: VecDeque<Stretch>,
    /// Containers that are kept until it is looked which of them are still held.
    most_frames: usize,
}

/// Containers that are few.
const FEW_FRAMES: usize = 1 << 13;

/// A log that is longer takes memory worth to be given back before the fixes are written.
pub(super) const LARGE: usize = 1 << 16;
/// Memory that a thread keeps for its next record has no more entries than this; what was larger is given back.
const MOST_KEPT: usize = 4096;

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
        self.queue.clear();
        self.slots.clear();
        self.free.clear();
        self.visited.clear();
        self.stretches.clear();
        self.front.begin(origin);
        self.frames.push(Frame::ROOT);
        self.most_frames = FEW_FRAMES;
        self.log.begin();
    }

    /// Forgets containers that neither `current` nor a reading that waits holds, if there are many.
    #[inline]
    pub fn sweep(&mut self, current: &mut State) {
        if self.frames.len() > self.most_frames {
            self.sweep_all(current);
            self.most_frames = FEW_FRAMES.max(2 * self.frames.len());
        }
    }

    #[cold]
    fn sweep_all(&mut self, current: &mut State) {
        let Self { frames, queue, slots, stretches, .. } = self;
        let waiting = |queued: &Queued| match queued.0.2 {
            Waiting::Reading(slot) => Some(slot as usize),
            Waiting::Stretch => None,
        };
        // Where each comes to stand; 0 for those that nobody holds. The first is around the document.
        let mut places = vec![0; frames.len()];
        let held = queue.iter().filter_map(waiting).map(|slot| slots[slot].frame);
        let held = held.chain(stretches.iter().map(|stretch| stretch.from.frame)).chain([current.frame]);
        for innermost in held {
            let mut at = innermost as usize;
            while at != 0 && places[at] == 0 {
                places[at] = 1;
                at = frames[at].parent as usize;
            }
        }
        let mut kept = 1;
        for at in 1..frames.len() {
            if places[at] != 0 {
                places[at] = kept as u32;
                // What a container lies in was there before it.
                frames[kept] = Frame { parent: places[frames[at].parent as usize], ..frames[at] };
                kept += 1;
            }
        }
        frames.truncate(kept);
        let moved = |frame: &mut u32| *frame = places[*frame as usize];
        for slot in queue.iter().filter_map(waiting) {
            moved(&mut slots[slot].frame);
        }
        for stretch in stretches {
            moved(&mut stretch.from.frame);
        }
        moved(&mut current.frame);
    }

    fn is_large(&self) -> bool {
        let Self { frames, log, slots, visited, front, stretches, .. } = self;
        let lists = [frames.capacity(), log.len(), slots.capacity(), stretches.capacity()];
        lists.into_iter().chain([visited.capacity(), front.capacity()]).any(|entries| entries > MOST_KEPT)
    }
}

impl Drop for Search<'_> {
    fn drop(&mut self) {
        if !self.memory.is_large() {
            SPARE.with_borrow_mut(|spare| swap(spare, &mut self.memory));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::repair::choose::Limit;

    #[test]
    fn containers_that_nobody_holds_are_forgotten() {
        let text = format!("[{}]", r#"{"id": 1, "tags": ["a", "b",], "text": "words",},"#.repeat(20_000));
        let mut search = Search::new(text.as_bytes(), 64, None);
        assert!(search.run(0, Limit { base: 240, percent: 90 }).is_ok());
        let frames = search.memory.frames.capacity();
        assert!(frames < 4 * FEW_FRAMES, "{frames} containers");
    }
}
