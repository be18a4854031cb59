//! The states that a search has read on from: a table that is emptied in as much time as it took to fill, for most
//! searches fill little of it, and the next one of the thread has it again.

use crate::core::hash;

/// What the first state of a key cost, and its fixes.
type First = (u32, u32);

#[derive(Clone, Copy)]
struct Slot {
    /// 0 where the slot is free.
    key: u64,
    first: First,
}

const FREE: Slot = Slot { key: 0, first: (0, 0) };

/// Slots that a search begins with.
const FIRST: usize = 64;

/// States by their keys, which are mixed already.
#[derive(Default)]
pub(super) struct Seen {
    /// Those that are not in use are free.
    slots: Vec<Slot>,
    /// So many of the first ones are in use, a power of two, at most half of them taken; a key lies in the first free slot
    /// from its own on. What is close together is in the processor's cache.
    used: usize,
    /// Those that are taken.
    taken: Vec<u32>,
}

impl Seen {
    /// The first state of this key, if there was one; else this is it.
    pub fn meet(&mut self, key: u64, state: First) -> Option<First> {
        if 2 * self.taken.len() >= self.used {
            self.grow();
        }
        let key = key.max(1);
        let at = self.slot(key);
        let slot = &mut self.slots[at];
        if slot.key == key {
            return Some(slot.first);
        }
        *slot = Slot { key, first: state };
        self.taken.push(at as u32);
        None
    }

    /// Where a key lies, or would.
    fn slot(&self, key: u64) -> usize {
        hash::slot(&self.slots[..self.used], key, |slot| slot.key == 0 || slot.key == key)
    }

    fn grow(&mut self) {
        self.used = (2 * self.used).max(FIRST);
        if self.slots.len() < self.used {
            self.slots.resize(self.used, FREE);
        }
        let free = |at: u32| std::mem::replace(&mut self.slots[at as usize], FREE);
        let before: Vec<Slot> = self.taken.drain(..).map(free).collect();
        for slot in before {
            let at = self.slot(slot.key);
            self.slots[at] = slot;
            self.taken.push(at as u32);
        }
    }

    pub fn clear(&mut self) {
        for at in self.taken.drain(..) {
            self.slots[at as usize] = FREE;
        }
        self.used = 0;
    }

    pub fn len(&self) -> usize {
        self.taken.len()
    }

    pub fn capacity(&self) -> usize {
        self.slots.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::hash::mix;

    #[test]
    fn the_first_of_a_key_is_kept_until_all_is_forgotten() {
        let mut seen = Seen::default();
        for round in 0..3 {
            for at in 0..1000u32 {
                let key = if at == 0 { 0 } else { mix(u64::from(at), 0) };
                assert_eq!(seen.meet(key, (at, round)), None, "{at}");
                assert_eq!(seen.meet(key, (at + 1, round)), Some((at, round)), "{at}");
            }
            assert_eq!(seen.len(), 1000);
            seen.clear();
        }
    }

    #[test]
    fn keys_that_want_the_same_slot_are_told_apart() {
        let mut seen = Seen::default();
        for at in 1..200u32 {
            assert_eq!(seen.meet(u64::from(at) << 32 | 7, (at, at)), None);
        }
        for at in 1..200u32 {
            assert_eq!(seen.meet(u64::from(at) << 32 | 7, (0, 0)), Some((at, at)));
        }
    }
}
