//! The log of fixes: one for all states.
//!
//! Each entry knows the one before it, so the fixes of a state are the number of its last entry, and what two states have in
//! common is kept once.

use crate::core::repair::edit::packed::{put, take, unzigzag, zigzag};
use crate::core::repair::parser::model::op::{CutPlace, Op};
use crate::core::repair::parser::text::limits::LOG_PART;

/// A fix, and the one before it in the same reading.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LogEntry {
    pub parent: u32,
    pub op: Op,
}

/// The fixes of all readings.
///
/// A long document may need one for each of its strings, so all but the latest are packed: what is done, which is often
/// the same, how far back the one before lies, and where it is, told from the entry before it.
#[derive(Default)]
pub struct Log {
    latest: Vec<LogEntry>,
    pub parts: Vec<Box<[u8]>>,
    /// What packed fixes do, without places.
    kinds: Vec<Op>,
}

impl Log {
    /// Forgets everything; an entry before the first is held that does nothing.
    pub fn begin(&mut self) {
        self.latest.clear();
        self.parts.clear();
        self.kinds.clear();
        self.latest.push(LogEntry { parent: 0, op: Op::Cut(CutPlace::BetweenMembers) });
    }

    /// Entries that there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.parts.len() * LOG_PART + self.latest.len()
    }

    #[inline]
    pub fn push(&mut self, parent: u32, op: Op) -> u32 {
        if self.latest.len() == 2 * LOG_PART {
            self.pack();
        }
        self.latest.push(LogEntry { parent, op });
        self.len() as u32 - 1
    }

    #[cold]
    fn pack(&mut self) {
        let mut bytes = Vec::new();
        let (mut at, mut start) = (self.parts.len() * LOG_PART, 0);
        for LogEntry { parent, op } in self.latest.drain(..LOG_PART) {
            let (kind, places, count) = op.parted();
            let known = self.kinds.iter().position(|known| *known == kind).unwrap_or_else(|| {
                self.kinds.push(kind);
                self.kinds.len() - 1
            });
            put(&mut bytes, at - parent as usize);
            put(&mut bytes, known);
            if let Some((first, rest)) = places[..count].split_first() {
                put(&mut bytes, zigzag(start, *first));
                for place in rest {
                    put(&mut bytes, *place);
                }
                start = *first;
            }
            at += 1;
        }
        self.parts.push(bytes.into());
    }

    /// The entries of a part.
    fn unpacked(&self, part: usize) -> Vec<LogEntry> {
        let (mut bytes, mut start) = (&*self.parts[part], 0);
        let entry = |at: usize| {
            let parent = (at - take(&mut bytes)) as u32;
            let kind = self.kinds[take(&mut bytes)];
            let mut is_first = true;
            let op = kind.with_places(|| {
                let place = take(&mut bytes);
                if !std::mem::take(&mut is_first) {
                    return place;
                }
                start = unzigzag(start, place);
                start
            });
            LogEntry { parent, op }
        };
        (part * LOG_PART..(part + 1) * LOG_PART).map(entry).collect()
    }

    /// The entries from `log` back to the beginning, and where each stands.
    pub fn back(&self, log: u32) -> impl Iterator<Item = (u32, LogEntry)> {
        let (mut at, mut held, mut part) = (log, Vec::new(), usize::MAX);
        std::iter::from_fn(move || {
            if at == 0 {
                return None;
            }
            let here = at;
            let place = here as usize / LOG_PART;
            let entry = if let Some(latest) = (here as usize).checked_sub(self.parts.len() * LOG_PART) {
                self.latest[latest]
            } else {
                if part != place {
                    (held, part) = (self.unpacked(place), place);
                }
                held[here as usize % LOG_PART]
            };
            at = entry.parent;
            Some((here, entry))
        })
    }
}
