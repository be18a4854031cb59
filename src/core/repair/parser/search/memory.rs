//! The memory of a search, which goes to the next record of the thread.

use std::cell::Cell;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::BuildHasherDefault;

use crate::core::json::hash::Mixed;
use crate::core::repair::parser::model::state::{Frame, State};
use crate::core::repair::parser::model::store::Store;
use crate::core::repair::parser::proof::ends::Ends;
use crate::core::repair::parser::search::front::Front;
use crate::core::repair::parser::search::queue::Queue;
use crate::core::repair::parser::search::stretch::Stretches;
use crate::core::repair::parser::text::limits::{FEW_FRAMES, MOST_KEPT, MOST_VISITED, MOST_WAITING};

/// The memory of a search, kept for the next one of this thread: most records are short, and there are many.
#[derive(Default)]
pub(in crate::core::repair) struct Memory {
    pub queue: Queue,
    /// The visited set: for the key of each state that was read on from, what the first to arrive cost, and its fixes.
    pub visited: HashMap<u64, (u32, u32), BuildHasherDefault<Mixed>>,
    /// What readings cost at least that came by.
    pub front: Front,
    /// What the best reading ran through, in the order of the text, as far as it was not expanded.
    pub stretches: Stretches,
    /// Where containers end in the stretch that is proven.
    pub ends: Ends,
    /// Containers that are kept until it is looked which of them are still held.
    most_frames: usize,
}

thread_local! {
    static SPARE: Cell<Option<(Box<Store>, Box<Memory>)>> = const { Cell::new(None) };
}

impl Memory {
    /// What the last search of this thread left.
    pub fn take() -> (Box<Store>, Box<Self>) {
        SPARE.take().unwrap_or_default()
    }

    /// Forgets everything; the document begins at `origin`.
    pub fn begin(&mut self, origin: usize) {
        self.queue.clear();
        self.visited.clear();
        self.stretches.clear();
        self.ends.begin();
        self.front.begin(origin);
        self.most_frames = FEW_FRAMES;
    }

    /// Forgets containers that neither `current` nor a reading that waits holds, if there are many.
    #[inline]
    pub fn sweep(&mut self, store: &mut Store, current: &mut State) {
        let frames = store.frames.get_mut();
        if frames.len() > self.most_frames {
            self.sweep_all(frames, current);
            self.most_frames = FEW_FRAMES.max(2 * frames.len());
        }
    }

    #[cold]
    fn sweep_all(&mut self, frames: &mut Vec<Frame>, current: &mut State) {
        let Self { queue, stretches, .. } = self;
        let mut held: Vec<&mut u32> =
            queue.frames().chain(stretches.frames()).chain([&mut current.frame]).collect();
        // Where each container comes to stand; 0 for those that no reading holds. The first is around the document.
        let mut places = vec![0; frames.len()];
        for innermost in &held {
            let mut at = **innermost as usize;
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
        for frame in &mut held {
            **frame = places[**frame as usize];
        }
    }

    /// What the first state with this key had cost, and its fixes, if there was one; else `state` is it.
    pub fn visit(&mut self, key: u64, state: &State) -> Option<(u32, u32)> {
        match self.visited.entry(key) {
            Entry::Occupied(first) => Some(*first.get()),
            Entry::Vacant(free) => {
                free.insert((state.cost, state.log));
                None
            }
        }
    }

    /// Keeps memory within bounds.
    pub fn bound(&mut self) {
        if self.queue.len() > MOST_WAITING {
            self.queue.prune(MOST_WAITING / 4);
        }
        if self.visited.len() > MOST_VISITED {
            self.visited.clear();
        }
    }

    /// Keeps this memory for the next search of the thread, unless it is large.
    pub fn give_back(self: Box<Self>, store: Box<Store>) {
        if !self.is_large(&store) {
            SPARE.set(Some((store, self)));
        }
    }

    fn is_large(&self, store: &Store) -> bool {
        let Self { queue, visited, front, stretches, ends, .. } = self;
        let lists =
            [store.frames.borrow().capacity(), store.logged(), queue.capacity(), stretches.capacity()];
        lists
            .into_iter()
            .chain([visited.capacity(), front.capacity(), ends.capacity()])
            .any(|entries| entries > MOST_KEPT)
    }
}
