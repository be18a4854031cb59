//! A set of hashes that says *no* for sure and *yes* nearly so.
//!
//! A wide object asks of each name whether it was there before, and nearly always it was not. A table from hashes to
//! entries answers that from four times the memory, of which almost none is in a cache. Here half of a hash is kept, in
//! a place that the other half chooses: one hash in billions is taken for another one, and a caller that hears *yes* looks
//! for itself.

use crate::core::json::hash;

/// So many hashes are looked up at once: their slots are in no cache, and to wait for many takes little longer than to
/// wait for one.
pub(super) const TOGETHER: usize = 32;

/// What is in a free slot. Not 0: the system only promises zeroed memory, and a page of it that is read before it is written
/// costs the system twice.
const FREE: u32 = u32::MAX;

/// Half of each hash, in the first free slot from where the other half says on.
pub struct Marks {
    /// A power of two of them, at most half of them taken.
    slots: Vec<u32>,
    taken: usize,
}

impl Marks {
    /// The set of these hashes.
    pub fn of(hashes: &[u64]) -> Self {
        let mut marks = Self { slots: Vec::new(), taken: 0 };
        marks.refill(hashes);
        marks
    }

    /// Becomes the set of these hashes, in the memory there is and what more it takes: a new list would be as many pages
    /// that the system has to find and clear.
    fn refill(&mut self, hashes: &[u64]) {
        self.slots.clear();
        self.slots.resize((4 * hashes.len()).next_power_of_two(), FREE);
        self.taken = 0;
        for some in hashes.chunks(TOGETHER) {
            self.fetch(some);
            for hash in some {
                self.put(*hash);
            }
        }
    }

    /// Returns whether this hash may be in the set. `false` is sure.
    #[inline]
    pub fn may_have(&self, hash: u64) -> bool {
        self.slots[self.slot(hash)] != FREE
    }

    /// Adds those of `hashes` from `fresh` on, `TOGETHER` at most; the others are in the set. Stops at the first that may
    /// be in it already, and says which that is.
    pub fn add_all(&mut self, hashes: &[u64], fresh: usize) -> Option<usize> {
        let (old, new) = hashes.split_at(fresh);
        if 2 * (self.taken + new.len()) >= self.slots.len() {
            self.refill(old);
        }
        self.fetch(new);
        let again = new.iter().position(|hash| !self.put(*hash));
        again.map(|at| fresh + at)
    }

    /// Brings the slots of these hashes into the cache: all of them at a time, for nothing waits for what is found.
    #[inline]
    fn fetch(&self, hashes: &[u64]) {
        let last = self.slots.len() - 1;
        let sum = hashes.iter().fold(0, |sum: u32, hash| sum.wrapping_add(self.slots[*hash as usize & last]));
        std::hint::black_box(sum);
    }

    /// Adds a hash. Returns whether nothing that looks like it was there.
    #[inline]
    fn put(&mut self, hash: u64) -> bool {
        let at = self.slot(hash);
        let is_new = self.slots[at] == FREE;
        self.taken += usize::from(is_new);
        self.slots[at] = mark(hash);
        is_new
    }

    /// Where a hash lies, or would.
    #[inline]
    fn slot(&self, hash: u64) -> usize {
        let mark = mark(hash);
        hash::slot(&self.slots, hash, |slot| *slot == FREE || *slot == mark)
    }
}

/// What is kept of a hash.
fn mark(hash: u64) -> u32 {
    ((hash >> 32) as u32).min(FREE - 1)
}
