//! The states that a search has read on from: a table that is emptied in as much time as it took to fill, for most
//! searches fill little of it, and the next one of the thread has it again.

/// What the first state of a key cost, and its fixes.
type First = (u32, u32);

#[derive(Clone, Copy)]
struct Slot {
    /// 0 where the slot is free.
    key: u64,
    first: First,
}

const FREE: Slot = Slot { key: 0, first: (0, 0) };

/// States by their keys, which are mixed already.
#[derive(Default)]
pub(super) struct Seen {
    /// A power of two of them, at most half of them taken; a key lies in the first free slot from its own on.
    slots: Vec<Slot>,
    /// Those that are taken.
    taken: Vec<u32>,
}

impl Seen {
    /// The first state of this key, if there was one; else this is it.
    pub fn meet(&mut self, key: u64, state: First) -> Option<First> {
        if 2 * self.taken.len() >= self.slots.len() {
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
        let last = self.slots.len() - 1;
        let mut at = key as usize & last;
        while self.slots[at].key != 0 && self.slots[at].key != key {
            at = (at + 1) & last;
        }
        at
    }

    fn grow(&mut self) {
        let more = (2 * self.slots.len()).max(64);
        let fewer = std::mem::replace(&mut self.slots, vec![FREE; more]);
        for at in std::mem::take(&mut self.taken) {
            let slot = fewer[at as usize];
            let at = self.slot(slot.key);
            self.slots[at] = slot;
            self.taken.push(at as u32);
        }
    }

    pub fn clear(&mut self) {
        for at in self.taken.drain(..) {
            self.slots[at as usize] = FREE;
        }
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
