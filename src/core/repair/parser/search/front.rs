//! The front: how far one state may lag after another.
//!
//! A state is dropped where another one passed the same place for much less. Few texts make up for so much later, and
//! following all states is what a badly damaged text would cost most for.

use crate::core::repair::parser::model::weights::Feature::{BeforeStructure, MisplacedToken};
use crate::core::repair::parser::text::limits::FRONT_BLOCK;

/// What a reading may cost more than the cheapest that passed: a little more than the most expensive decision about a quote in
/// a value, which is to take it as content although a member follows.
pub fn lag() -> u32 {
    MisplacedToken.weight() + BeforeStructure.weight() + 1
}

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

    /// Returns whether a reading that has come to `pos` at this cost is worth going on with.
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
