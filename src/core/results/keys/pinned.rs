//! Names that have left the window, as they were written.
//!
//! An object may have millions of them, and almost none is asked for again. So they stand one after the other with a quote
//! between, and only of some it is kept where they begin: to find another is to pass over a few short ones.

use super::text::raw_string;

/// Bytes after which the place of the next key is kept.
pub const NEAR: usize = 128;

/// Entries of a list that is long.
const LONG: usize = 1 << 12;

pub struct Pinned {
    /// A quote, then each name and a quote.
    pub text: Vec<u8>,
    /// Of some names, the first among them: the number, and where the quote before it stands.
    pub places: Vec<(usize, usize)>,
    count: usize,
}

impl Pinned {
    pub fn new() -> Self {
        Self { text: vec![b'"'], places: Vec::new(), count: 0 }
    }

    /// How many names there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.count
    }

    /// Adds what stands between the quotes of a name.
    pub fn push(&mut self, raw: &[u8]) {
        let place = self.text.len() - 1;
        if self.places.last().is_none_or(|(_, near)| place - near >= NEAR) {
            self.places.push((self.count, place));
        }
        make_room(&mut self.text, raw.len() + 1);
        self.text.extend_from_slice(raw);
        self.text.push(b'"');
        self.count += 1;
    }

    /// The name with this number, if it is there.
    pub fn get(&self, number: usize) -> Option<&[u8]> {
        raw_string(&self.text, self.place(number)?)
    }

    /// Forgets all names from this number on.
    #[inline]
    pub fn truncate(&mut self, len: usize) {
        // Most objects end in the window that they began in.
        if len < self.count {
            self.forget(len);
        }
    }

    #[cold]
    fn forget(&mut self, len: usize) {
        let place = self.place(len).unwrap_or_default();
        self.text.truncate(place + 1);
        self.places.truncate(self.places.partition_point(|(number, _)| *number < len));
        self.count = len;
    }

    /// Where the quote before a name stands.
    pub fn place(&self, number: usize) -> Option<usize> {
        if number >= self.count {
            return None;
        }
        let next = self.places.partition_point(|(first, _)| *first <= number);
        let (first, place) = *self.places.get(next.checked_sub(1)?)?;
        (first..number).try_fold(place, |at, _| Some(at + 1 + raw_string(&self.text, at)?.len()))
    }
}

/// Makes room for `more`. A long list grows by four, for to move it takes the system long; what is not filled is not taken.
#[inline]
pub(super) fn make_room<T>(list: &mut Vec<T>, more: usize) {
    if list.capacity() - list.len() < more && list.len() >= LONG {
        list.reserve(more.max(3 * list.len()));
    }
}
