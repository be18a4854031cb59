//! The memory of a search, and the hashes that it is looked up by.

use std::cell::RefCell;
use std::collections::{BinaryHeap, HashMap};
use std::hash::{BuildHasherDefault, Hasher};
use std::mem::take;

use super::choose::Search;
use super::log::LogEntry;
use super::queue::Queued;
use super::state::{Frame, State};

/// The memory of a search, kept for the next one of this thread: most records are short, and there are many.
#[derive(Default)]
pub(super) struct Spare {
    pub frames: Vec<Frame>,
    pub log: Vec<LogEntry>,
    pub queue: BinaryHeap<Queued>,
    pub slots: Vec<State>,
    pub free: Vec<u32>,
    pub seen: HashMap<u64, (u32, u32), BuildHasherDefault<Mixed>>,
}

/// A log that is longer takes memory worth to be given back before the fixes are written.
pub(super) const LARGE: usize = 1 << 16;
/// What was larger than this is given back.
const SPARE_ENTRIES: usize = 1024;

thread_local! {
    pub(super) static SPARE: RefCell<Spare> = RefCell::default();
}

impl Drop for Search<'_> {
    fn drop(&mut self) {
        let large =
            [self.frames.capacity(), self.log.capacity(), self.slots.capacity(), self.seen.capacity()];
        if large.into_iter().any(|entries| entries > SPARE_ENTRIES) {
            return;
        }
        let mut spare = Spare {
            frames: take(&mut self.frames),
            log: take(&mut self.log),
            queue: take(&mut self.queue),
            slots: take(&mut self.slots),
            free: take(&mut self.free),
            seen: take(&mut self.seen),
        };
        spare.frames.clear();
        spare.log.clear();
        spare.queue.clear();
        spare.slots.clear();
        spare.free.clear();
        spare.seen.clear();
        SPARE.set(spare);
    }
}

/// Keys of states are mixed already, and no input chooses them.
#[derive(Default)]
pub(super) struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = mix(self.0, u64::from(*byte));
        }
    }

    fn write_u32(&mut self, key: u32) {
        self.0 = mix(0, u64::from(key));
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// Mixes two words into one (the finaliser of `SplitMix64`).
pub(super) fn mix(a: u64, b: u64) -> u64 {
    let mut z = a.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(b).wrapping_add(0x7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
