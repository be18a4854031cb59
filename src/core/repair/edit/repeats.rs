//! Names that may stand twice in their object.
//!
//! Objects of one kind mostly have the same names in the same order. So a name is compared with the one in its place in the last
//! object on its level. Only where that is another one, it is compared with all names of its object, or hashed if those are many.

use std::mem::swap;
use std::ops::Range;

use crate::core::json::hash::{FACTORS, ONES, folded};
use crate::core::json::scan::Names;

/// Watches for names that may stand twice in their object. It may be wrong in one direction alone: the same name is never missed.
///
/// All names that it is shown between two calls of `begin` stand in one text.
#[derive(Default)]
pub struct Repeats {
    /// The levels of objects; those from `depth` on have no open object, and remember their last one.
    levels: Vec<Level>,
    depth: usize,
    /// No level from here on remembers an object.
    deepest: usize,
    /// Hashes of the names of open objects that have many, and are not like the last one on their level.
    hashes: Vec<u64>,
    pub possible: bool,
}

/// A level of objects: those with equally many objects around them.
#[derive(Default)]
struct Level {
    /// Spans of names that the last object on this level had, no two of them alike; once the open object has another name, its own.
    names: Vec<(u32, u32)>,
    /// Counts the first names of the open object that are those, in their order; `OWN` once they are its own.
    alike: usize,
    /// Index of the first hash of the open object, if it has another name.
    hashes: Option<usize>,
}

/// Levels whose memory is kept for the next text: few are deeper.
const MOST_LEVELS: usize = 64;

/// Levels further in whose last object is looked at.
const NEAR_LEVELS: usize = 4;

/// The names of a level are those of its open object.
const OWN: usize = usize::MAX;

/// The names of objects with more keys than this are hashed, and sorted, to find duplicates.
const FEW: usize = 16;

impl Repeats {
    /// Forgets all names.
    pub fn begin(&mut self) {
        for level in &mut self.levels[..self.deepest] {
            level.names.clear();
        }
        self.levels.truncate(MOST_LEVELS);
        self.hashes.clear();
        (self.depth, self.deepest, self.possible) = (0, 0, false);
    }

    /// Forgets the objects that are open, and goes on elsewhere in the text.
    pub fn go_on(&mut self) {
        for level in &mut self.levels[..self.depth] {
            if level.hashes.is_some() || level.alike == OWN && self.possible {
                level.names.clear();
            }
        }
        self.hashes.clear();
        (self.depth, self.possible) = (0, false);
    }

    /// Returns for how many names there is memory.
    pub fn capacity(&self) -> usize {
        let names = self.levels.iter().map(|level| level.names.capacity().max(1)).sum::<usize>();
        self.hashes.capacity().max(names)
    }

    /// A name stands here that is not shown: it may be any.
    pub fn doubt(&mut self) {
        self.possible = true;
    }

    /// Ends the objects that are still open. Returns whether a name may stand twice in one.
    pub(super) fn end(&mut self) -> bool {
        while self.depth > 0 {
            self.close();
        }
        self.possible
    }

    /// Takes a name that is not the one in its place in the last object.
    #[inline(never)]
    fn other(&mut self, bytes: &[u8], key: Range<usize>) {
        let (open, others) = self.levels.split_at_mut(self.depth);
        let Some(level) = open.last_mut() else { return };
        if level.hashes.is_none() {
            let is_first =
                |(start, end): &(u32, u32)| bytes[*start as usize..*end as usize] == bytes[key.clone()];
            if level.alike == 0
                && let Some(other) = others
                    .iter_mut()
                    .take(NEAR_LEVELS)
                    .find(|other| other.names.first().is_some_and(is_first))
            {
                // Rows of a list may have been seen from further out before.
                swap(&mut level.names, &mut other.names);
                level.alike = 1;
                return;
            }
            if level.alike != OWN {
                level.names.truncate(level.alike);
                level.alike = OWN;
            }
            if level.names.len() < FEW {
                let name = &bytes[key.clone()];
                let is_name =
                    |(start, end): &(u32, u32)| is_same(&bytes[*start as usize..*end as usize], name);
                self.possible |= has_backslash(name) || level.names.iter().any(is_name);
                level.names.push((key.start as u32, key.end as u32));
                return;
            }
            level.hashes = Some(self.hashes.len());
            for (start, end) in &level.names {
                self.hashes.push(hash(&bytes[*start as usize..*end as usize], &mut self.possible));
            }
        }
        level.names.push((key.start as u32, key.end as u32));
        self.hashes.push(hash(&bytes[key], &mut self.possible));
    }
}

impl Names for Repeats {
    fn open(&mut self) {
        if self.depth == self.levels.len() {
            self.levels.push(Level::default());
        }
        let level = &mut self.levels[self.depth];
        (level.alike, level.hashes) = (0, None);
        self.depth += 1;
        self.deepest = self.deepest.max(self.depth);
    }

    #[inline]
    fn key(&mut self, bytes: &[u8], key: Range<usize>) {
        if let Some(level) = self.levels[..self.depth].last_mut()
            && level.hashes.is_none()
            && let Some(&(start, end)) = level.names.get(level.alike)
            && is_same(&bytes[start as usize..end as usize], &bytes[key.clone()])
        {
            level.alike += 1;
        } else {
            self.other(bytes, key);
        }
    }

    /// Takes a name that does not stand in the text as it comes out.
    fn name(&mut self, raw: &[u8]) {
        let Some(level) = self.levels[..self.depth].last_mut() else { return };
        if level.hashes.is_none() {
            // The names before it cannot be hashed, because their text is not at hand.
            self.possible |= level.alike > 0;
            level.hashes = Some(self.hashes.len());
            level.names.truncate(level.alike);
        }
        self.hashes.push(hash(raw, &mut self.possible));
    }

    fn close(&mut self) {
        let Some(depth) = self.depth.checked_sub(1) else { return };
        self.depth = depth;
        let level = &mut self.levels[depth];
        if let Some(start) = level.hashes {
            let hashes = &mut self.hashes[start..];
            hashes.sort_unstable();
            self.possible |= hashes.windows(2).any(|pair| pair[0] == pair[1]);
            self.hashes.truncate(start);
        }
        if self.possible && (level.hashes.is_some() || level.alike == OWN) {
            // One of them may stand twice.
            level.names.clear();
        }
    }
}

/// Returns whether two names are written alike: most are short, and a call for each would cost more than their bytes.
#[inline]
fn is_same(a: &[u8], b: &[u8]) -> bool {
    const WORD: usize = size_of::<u64>();
    const HALF: usize = size_of::<u32>();
    const TWO_WORDS: usize = 2 * WORD;
    if a.len() != b.len() {
        return false;
    }
    match a.len() {
        WORD..=TWO_WORDS => {
            a.first_chunk::<WORD>() == b.first_chunk() && a.last_chunk::<WORD>() == b.last_chunk()
        }
        HALF..WORD => a.first_chunk::<HALF>() == b.first_chunk() && a.last_chunk::<HALF>() == b.last_chunk(),
        0..HALF => a.iter().zip(b).all(|(a, b)| a == b),
        _ => a == b,
    }
}

/// Returns the hash of a name as it is written; tells `possible` whether it holds a backslash, because only then can one name be
/// spelled in several ways.
#[inline]
fn hash(raw: &[u8], possible: &mut bool) -> u64 {
    // Multiplied, or it could undo the difference of a digit: `3333` and `23333` would be one name.
    let mut hash = (raw.len() as u64).wrapping_mul(FACTORS.1);
    let mut add = |word: u64| {
        hash = folded(hash ^ word, FACTORS.0);
        *possible |= holds_backslash(word);
    };
    let (whole, rest) = raw.as_chunks::<8>();
    for word in whole {
        add(u64::from_le_bytes(*word));
    }
    if !rest.is_empty() {
        add(last_word(raw, rest));
    }
    hash
}

/// Returns whether a name holds a backslash: only then can it be spelled in several ways.
#[inline]
fn has_backslash(raw: &[u8]) -> bool {
    let (whole, rest) = raw.as_chunks::<8>();
    whole.iter().any(|word| holds_backslash(u64::from_le_bytes(*word)))
        || !rest.is_empty() && holds_backslash(last_word(raw, rest))
}

/// The last bytes of a name, `rest`, which are fewer than eight, as a word; where the name is longer, with some before
/// them.
#[inline]
fn last_word(raw: &[u8], rest: &[u8]) -> u64 {
    if let Some(last) = raw.last_chunk::<8>() {
        u64::from_le_bytes(*last)
    } else if let (Some(first), Some(last)) = (raw.first_chunk::<4>(), raw.last_chunk::<4>()) {
        u64::from(u32::from_le_bytes(*first)) | u64::from(u32::from_le_bytes(*last)) << 32
    } else {
        rest.iter().fold(0, |word, byte| word << 8 | u64::from(*byte))
    }
}

/// Returns whether one of eight bytes is a backslash.
#[inline]
fn holds_backslash(word: u64) -> bool {
    let zero_where = word ^ (ONES * u64::from(b'\\'));
    zero_where.wrapping_sub(ONES) & !zero_where & (ONES << 7) != 0
}
