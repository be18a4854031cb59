//! How far one reading may lag after another.
//!
//! A reading is dropped where another one passed the same place for much less. Few texts make up for so much later, and
//! following all readings is what a badly damaged text would cost most for.

use super::limits::{FRONT_BLOCK, lag};

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
