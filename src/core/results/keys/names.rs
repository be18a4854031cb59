//! Which names the open objects have so far, as the names are after renaming.
//!
//! A name is known by a seeded 64-bit hash (an attacker cannot aim at collisions), and two names with one hash are
//! compared in full, so the answer is exact. Objects are searched in line: small ones always, large ones only where
//! their marks say that it may not be in vain, and once that came often, through a hash table.
//! Nothing is copied while the text is in the window; `pin` copies the names that are about to leave it.

use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, RandomState};

use super::marks::Marks;
use super::pinned::{Pinned, make_room};
use super::text::raw_string;
use crate::core::json::events::{Token, Window};
use crate::core::json::hash::{Mixed, ONES, folded};

/// Objects with more names than this get marks.
const SMALL: usize = 24;
/// So often all of an object with marks is searched in line; then it gets a hash table.
const SEARCHES: usize = 8;

/// The names of all open objects.
pub(super) struct Names {
    seed: [u64; 2],
    /// The hash of each entry, apart from it: the search reads nothing else.
    hashes: Vec<u64>,
    /// Where the name of each entry stands in the input.
    offsets: Vec<u64>,
    objects: Vec<Object>,
    /// The names of the first entries, which have left the window.
    pinned: Pinned,
}

struct Object {
    /// Its first entry.
    start: usize,
    index: Index,
}

/// What tells whether a search of all entries may find something.
enum Index {
    /// Nothing: the entries are few.
    None,
    /// Marks of the hashes, and how many entries were searched all the same.
    Marks(Marks, usize),
    /// From hash to entry. Where two names share a hash, the later uses the next free one.
    Table(Table),
}

type Table = HashMap<u64, usize, BuildHasherDefault<Mixed>>;

/// A name, read.
#[derive(Clone, Copy)]
pub struct Name {
    pub token: Token,
    pub hash: u64,
}

/// An earlier member with the same name.
#[derive(Clone, Copy)]
pub(super) struct Seen(usize);

impl Names {
    pub(super) fn new() -> Self {
        let random = RandomState::new();
        // The second factor must be odd, or multiplying by it would lose bits.
        let seed = [random.hash_one(1u8), random.hash_one(2u8) | 1];
        Self { seed, hashes: Vec::new(), offsets: Vec::new(), objects: Vec::new(), pinned: Pinned::new() }
    }

    pub(super) fn clear(&mut self) {
        self.hashes.clear();
        self.offsets.clear();
        self.objects.clear();
        self.pinned.truncate(0);
    }

    #[inline]
    pub(super) fn open(&mut self) {
        self.objects.push(Object { start: self.offsets.len(), index: Index::None });
    }

    /// Leaves the innermost object; says whether it was the last.
    #[inline]
    pub(super) fn close(&mut self) -> bool {
        let Some(object) = self.objects.pop() else { return true };
        self.hashes.truncate(object.start);
        self.pinned.truncate(object.start);
        self.offsets.truncate(object.start);
        self.objects.is_empty()
    }

    /// Reads a name; the places of its hyphens in the window go to `hyphens`.
    #[inline]
    pub(super) fn read(&self, text: Window<'_>, token: Token, hyphens: &mut Vec<usize>) -> Name {
        let raw = token.start + 1..token.end - 1;
        if token.escaped {
            let renamed = renamed(&text.bytes[raw]);
            return Name { token, hash: self.hash(&renamed, 0, renamed.len(), &mut Vec::new()) };
        }
        Name { token, hash: self.hash(text.bytes, raw.start, raw.end, hyphens) }
    }

    /// The member of the innermost object that has this name already.
    #[inline]
    pub(super) fn find(&mut self, text: Window<'_>, name: Name) -> Option<Seen> {
        let object = self.objects.last_mut()?;
        let start = object.start;
        let own = &self.hashes[start..];
        if let Index::Marks(marks, searched) = &mut object.index {
            if !marks.may_have(name.hash) {
                return None;
            }
            *searched += own.len();
            if *searched > SEARCHES * own.len() {
                object.index = Index::Table(table(own, start));
            }
        }
        let is_same = |entry: &usize| self.is_same(text, *entry, name);
        let found = match &self.objects.last()?.index {
            Index::Table(table) => slots(name.hash).map_while(|slot| table.get(&slot).copied()).find(is_same),
            Index::None | Index::Marks(..) => {
                let alike = own.iter().enumerate().filter(|(_, hash)| **hash == name.hash);
                alike.map(|(at, _)| start + at).find(is_same)
            }
        };
        found.map(Seen)
    }

    /// Adds a name that the innermost object does not have.
    #[inline]
    pub(super) fn add(&mut self, text: Window<'_>, name: Name) {
        let entry = self.push(text, name);
        if let Some(Object { index: Index::Table(table), .. }) = self.objects.last_mut() {
            insert(table, name.hash, entry);
        }
    }

    /// Returns whether it takes a look into much memory to see whether the innermost object has a name. If so, many are better
    /// looked up together, with `look_up`.
    #[inline]
    pub(super) fn is_wide(&self) -> bool {
        matches!(self.objects.last(), Some(Object { index: Index::Marks(..), .. }))
    }

    /// Adds a name; whether it was there, and what tells so, is seen to later.
    #[inline]
    pub(super) fn add_unseen(&mut self, text: Window<'_>, name: Name) {
        make_room(&mut self.hashes, 1);
        self.hashes.push(name.hash);
        make_room(&mut self.offsets, 1);
        self.offsets.push(text.offset(name.token.start));
    }

    /// Looks up the last `count` names of the innermost object, which were added unseen. Takes back the first one that may
    /// have been there already and all after it, and says which of the `count` it is.
    pub(super) fn look_up(&mut self, count: usize) -> Option<usize> {
        let Object { start, index: Index::Marks(marks, _) } = self.objects.last_mut()? else { return None };
        let own = &self.hashes[*start..];
        let fresh = own.len() - count;
        let again = marks.add_all(own, fresh)?;
        let kept = *start + again;
        self.hashes.truncate(kept);
        self.offsets.truncate(kept);
        Some(again - fresh)
    }

    /// Puts the name at the end of its object: a later member took the place of the one that was seen. The old entry
    /// still says where a member begins, under a hash that its name does not have.
    pub(super) fn replace(&mut self, text: Window<'_>, seen: Seen, name: Name) {
        self.hashes[seen.0] = !name.hash;
        let entry = self.push(text, name);
        let Some(Object { index: Index::Table(table), .. }) = self.objects.last_mut() else { return };
        let slot =
            slots(name.hash).take_while(|slot| table.contains_key(slot)).find(|slot| table[slot] == seen.0);
        if let Some(slot) = slot {
            table.insert(slot, entry);
        }
    }

    #[inline]
    fn push(&mut self, text: Window<'_>, name: Name) -> usize {
        self.add_unseen(text, name);
        if let Some(object) = self.objects.last_mut() {
            let own = &self.hashes[object.start..];
            match &mut object.index {
                Index::Marks(marks, _) => drop(marks.add_all(own, own.len() - 1)),
                Index::None if own.len() > SMALL => object.index = Index::Marks(Marks::of(own), 0),
                Index::None | Index::Table(_) => {}
            }
        }
        self.offsets.len() - 1
    }

    /// Offset of the key that was seen.
    pub(super) fn offset(&self, seen: Seen) -> u64 {
        self.offsets[seen.0]
    }

    /// Offset of the key after it, if there is one.
    pub(super) fn next_offset(&self, seen: Seen) -> Option<u64> {
        self.offsets.get(seen.0 + 1).copied()
    }

    /// Copies the names that stand before `keep_from`, for that text is about to leave the window.
    pub(super) fn pin(&mut self, text: Window<'_>, keep_from: u64) {
        while let Some(at) = self.offsets.get(self.pinned.len()).filter(|at| **at < keep_from) {
            self.pinned.push(text.place(*at).and_then(|at| raw_string(text.bytes, at)).unwrap_or_default());
        }
    }

    fn is_same(&self, text: Window<'_>, entry: usize, name: Name) -> bool {
        let in_window = || raw_string(text.bytes, text.place(self.offsets[entry])?);
        let new = renamed(&text.bytes[name.token.start + 1..name.token.end - 1]);
        self.pinned.get(entry).or_else(in_window).is_some_and(|old| renamed(old) == new)
    }

    /// Hashes `bytes[start..end]` as it is after renaming, eight bytes at a time.
    #[inline]
    fn hash(&self, bytes: &[u8], start: usize, end: usize, hyphens: &mut Vec<usize>) -> u64 {
        let mut hash = self.seed[0] ^ (end - start) as u64;
        let mut at = start;
        while at < end {
            let word = match bytes.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
                Some(word) => u64::from_le_bytes(*word),
                None => bytes[at..].iter().rev().fold(0, |word, b| word << 8 | u64::from(*b)),
            };
            let used = (end - at).min(8);
            let word = word & (u64::MAX >> (64 - 8 * used));
            let mut found = hyphens_in(word);
            // `-` and `_` differ in these bits.
            let word = word ^ ((found >> 7) * u64::from(b'-' ^ b'_'));
            while found != 0 {
                hyphens.push(at + (found.trailing_zeros() / 8) as usize);
                found &= found - 1;
            }
            hash = folded(hash ^ word, self.seed[1]);
            at += used;
        }
        hash
    }
}

/// The hash table of an object whose first entry is `start`.
fn table(hashes: &[u64], start: usize) -> Table {
    let mut table = Table::default();
    for (at, hash) in hashes.iter().enumerate() {
        insert(&mut table, *hash, start + at);
    }
    table
}

fn insert(table: &mut Table, hash: u64, entry: usize) {
    if let Some(slot) = slots(hash).find(|slot| !table.contains_key(slot)) {
        table.insert(slot, entry);
    }
}

/// Where names with this hash may lie in a table, one after the other.
fn slots(hash: u64) -> impl Iterator<Item = u64> {
    (0..).map(move |further| hash.wrapping_add(further))
}

/// The high bit of each byte that is a hyphen.
#[inline]
fn hyphens_in(word: u64) -> u64 {
    const LOW: u64 = ONES * 0x7f;
    let other = word ^ (ONES * u64::from(b'-'));
    !(((other & LOW) + LOW) | other | LOW)
}

/// A name after decoding and renaming. Halves of surrogate pairs stay what they are, so they make names of their own.
pub(super) fn renamed(raw: &[u8]) -> Vec<u8> {
    let mut name = Vec::with_capacity(raw.len());
    super::text::decode(raw, &mut name);
    name.iter_mut().filter(|b| **b == b'-').for_each(|b| *b = b'_');
    name
}
