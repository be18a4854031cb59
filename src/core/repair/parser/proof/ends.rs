//! The containers of a stretch of strict JSON: where they end, and whether a name stands twice in one.

use std::ops::Range;

use crate::core::json::scan::Names;
use crate::core::json::skip_space;
use crate::core::json::tape::Tape;
use crate::core::repair::edit::repeats::Repeats;
use crate::core::repair::parser::text::limits::{BYTES_AT_ONCE, SHORT_CONTAINER};

/// Knows where containers end in a stretch of strict JSON.
#[derive(Default)]
pub(in crate::core::repair) struct Ends {
    /// Holds where each begins and ends, in the order of the text; one that is open ends at 0.
    all: Vec<(u32, u32)>,
    /// Which of them are open.
    open: Vec<usize>,
    /// Says whether a name may stand twice in one of them.
    names: Repeats,
    /// The containers that were passed as a whole, of this stretch and of earlier ones: strict JSON in which no name stands twice.
    passed: Vec<(u32, u32)>,
}

impl Ends {
    /// Returns the containers that the scan of `bytes` saw closed before its error, in the order of the text: strict JSON in which no name
    /// stands twice. There are none where a name may.
    pub fn of_tape(tape: &Tape, bytes: &[u8]) -> Vec<(u32, u32)> {
        let mut ends = Self::default();
        let shown = tape.show(bytes, skip_space(bytes, 0), &mut ends);
        if shown.is_none() || ends.names.possible {
            return Vec::new();
        }
        ends.all.retain(|(_, end)| *end > 0);
        ends.all
    }

    /// Forgets all of the last document.
    pub fn begin(&mut self) {
        self.passed.clear();
        self.names.begin();
    }

    /// Forgets the last stretch.
    pub(super) fn clear(&mut self) {
        self.all.clear();
        self.open.clear();
        self.names.go_on();
    }

    pub fn capacity(&self) -> usize {
        let lists = [self.all.capacity(), self.open.capacity(), self.passed.capacity()];
        lists.into_iter().max().unwrap_or(0).max(self.names.capacity())
    }

    /// The containers of the document that were passed as a whole, in the order of the text: strict JSON in which no name stands
    /// twice.
    pub fn passed(&mut self) -> &[(u32, u32)] {
        // Several states may have passed the same one.
        self.passed.sort_unstable();
        &self.passed
    }

    /// A container is passed as a whole.
    pub(super) fn pass(&mut self, start: usize, end: usize) {
        if !self.names.possible {
            self.passed.push((start as u32, end as u32));
        }
    }

    /// The end of the container that begins here, if it can be passed at once.
    pub(super) fn end_of(&self, start: usize) -> Option<usize> {
        let at = self.all.binary_search_by_key(&(start as u32), |(start, _)| *start).ok()?;
        let end = self.all[at].1 as usize;
        (start..=start + BYTES_AT_ONCE).contains(&end).then_some(end)
    }
}

impl Names for Ends {
    fn begin(&mut self, at: usize, is_object: bool) {
        if is_object {
            self.names.open();
        }
        self.open.push(self.all.len());
        self.all.push((at as u32, 0));
    }

    #[inline]
    fn key(&mut self, bytes: &[u8], key: Range<usize>) {
        self.names.key(bytes, key);
    }

    fn end(&mut self, end: usize, is_object: bool) {
        if is_object {
            self.names.close();
        }
        let Some(at) = self.open.pop() else { return };
        if end - self.all[at].0 as usize > SHORT_CONTAINER {
            self.all[at].1 = end as u32;
        } else {
            self.all.truncate(at);
        }
    }
}
