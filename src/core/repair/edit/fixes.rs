//! A list of fixes: every change of a repair, in the order of the text.
//!
//! A long document in another language's quotes has two fixes for each string, and nearly all are like the one before
//! them in everything but their place. So only the latest fixes of a list lie open, and may still be changed; those
//! before them are packed, most of them in one byte.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;
use std::mem::take;

use super::fix::{Code, Fix};
use super::packed::{self, put, unzigzag, zigzag};
use super::splice;

/// Fixes that lie open before some are packed.
pub const OPEN: usize = 1024;

/// Fixes; those of a repair stand in ascending order and do not overlap.
#[derive(Clone, Default)]
pub struct Fixes {
    packed: Option<Box<Packed>>,
    pub(crate) latest: Vec<Fix<'static>>,
}

#[derive(Clone, Default)]
struct Packed {
    bytes: Vec<u8>,
    /// What packed fixes are; they begin at 0.
    kinds: Vec<Fix<'static>>,
    /// How many there are.
    len: usize,
    /// Where the text begins that they count their places from, and where the last of them ends.
    begin: usize,
    end: usize,
    /// What the last of them is.
    kind: usize,
    /// Fixes that came later and stand before packed ones, until the list is settled.
    late: Vec<Fix<'static>>,
}

impl Packed {
    #[inline]
    fn push(&mut self, fix: &Fix<'static>) {
        let distance = zigzag(self.end, fix.start) << 1;
        if self.kinds.get(self.kind).is_some_and(|last| is_of_kind(fix, last)) {
            put(&mut self.bytes, distance | 1);
        } else {
            put(&mut self.bytes, distance);
            self.begin_kind(fix);
        }
        self.end = fix.end;
        self.len += 1;
    }

    /// Writes down which kind the fix is of, where that is not the kind of the fix before it.
    fn begin_kind(&mut self, fix: &Fix<'static>) {
        let recent = self.kinds.len().saturating_sub(RECENT);
        let at = self.kinds[recent..].iter().rposition(|kind| is_of_kind(fix, kind));
        self.kind = at.map_or(self.kinds.len(), |at| recent + at);
        if at.is_none() {
            self.kinds.push(Fix { start: 0, end: fix.end - fix.start, ..fix.clone() });
        }
        put(&mut self.bytes, self.kind);
    }
}

/// Returns whether a fix is of this kind: equal to it but for its place. Replacements of one rule are the same text of the
/// program.
#[inline]
fn is_of_kind(fix: &Fix<'_>, kind: &Fix<'_>) -> bool {
    fix.code == kind.code
        && fix.end - fix.start == kind.end
        && fix.risk == kind.risk
        && match (&fix.replacement, &kind.replacement) {
            (Some(Cow::Borrowed(a)), Some(Cow::Borrowed(b))) if a.len() == b.len() => {
                std::ptr::eq(a.as_ptr(), b.as_ptr()) || a == b
            }
            (a, b) => a == b,
        }
}

/// Kinds that a fix is compared with: a list whose fixes all differ must not take long.
const RECENT: usize = 16;

impl Fixes {
    /// One more fix, with the risk of its code.
    #[inline]
    pub(crate) fn push(
        &mut self,
        code: Code,
        start: usize,
        end: usize,
        replacement: impl Into<Cow<'static, str>>,
    ) {
        let replacement = Some(replacement.into());
        self.latest.push(Fix { code, start, end, replacement, risk: code.about().risk });
    }

    /// Where the last fix ends.
    pub(crate) fn end(&self) -> usize {
        let packed = || self.packed.as_ref().map_or(0, |packed| packed.end);
        self.latest.last().map_or_else(packed, |fix| fix.end)
    }

    /// Packs the fixes so far, if they are many. No later one may change them, and the list must be settled in the end.
    #[inline]
    pub(crate) fn pack(&mut self) {
        if self.latest.len() >= OPEN {
            self.pack_in_order();
        }
    }

    #[cold]
    fn pack_in_order(&mut self) {
        let latest = splice::in_order(take(&mut self.latest));
        let packed = self.packed.get_or_insert_default();
        for fix in &latest {
            if fix.start < packed.end {
                packed.late.push(fix.clone());
            } else {
                packed.push(fix);
            }
        }
        // The next ones take the same memory.
        self.latest = latest;
        self.latest.clear();
    }

    /// One more fix as it is.
    fn add(&mut self, fix: Fix<'static>) {
        self.latest.push(fix);
        if self.latest.len() >= OPEN {
            let packed = self.packed.get_or_insert_default();
            self.latest.iter().for_each(|fix| packed.push(fix));
            self.latest.clear();
        }
    }

    /// Sorted, larger fixes without those inside them: see `splice::in_order`.
    #[must_use]
    pub(crate) fn settled(mut self) -> Self {
        if self.packed.is_some() {
            self.pack_in_order();
            return self.merged();
        }
        self.latest = splice::in_order(self.latest);
        self
    }

    /// Puts late fixes where they belong.
    #[cold]
    fn merged(mut self) -> Self {
        let late = self.packed.as_mut().map_or(Vec::new(), |packed| take(&mut packed.late));
        if late.is_empty() {
            return self;
        }
        let mut late = splice::in_order(late).into_iter().peekable();
        let (mut out, mut end) = (Self::default(), 0);
        let mut keep = |fix: Fix<'static>| {
            if fix.start >= end {
                end = fix.end;
                out.add(fix);
            }
        };
        for fix in self.iter().owned() {
            // Of two for the same bytes the later one wins.
            let goes_first = |late: &Fix<'_>| match splice::order(late, &fix) {
                Ordering::Equal => late.start < late.end,
                order => order == Ordering::Less,
            };
            while let Some(late) = late.next_if(goes_first) {
                keep(late);
            }
            keep(fix);
        }
        late.for_each(keep);
        out
    }

    /// The fixes of a text that begins so many bytes further on.
    #[must_use]
    #[inline]
    pub(crate) fn moved(mut self, by: isize) -> Self {
        for fix in &mut self.latest {
            (fix.start, fix.end) = (fix.start.wrapping_add_signed(by), fix.end.wrapping_add_signed(by));
        }
        if let Some(packed) = &mut self.packed {
            packed.begin = packed.begin.wrapping_add_signed(by);
            packed.end = packed.end.wrapping_add_signed(by);
        }
        self
    }

    /// What `change` makes of each fix, as far as it keeps it; none may move.
    #[must_use]
    #[cold]
    #[doc(hidden)]
    pub fn changed(mut self, mut change: impl FnMut(&mut Fix<'static>) -> bool) -> Self {
        if self.packed.is_none() {
            self.latest.retain_mut(change);
            return self;
        }
        let mut out = Self::default();
        for mut fix in self.iter().owned() {
            if change(&mut fix) {
                out.add(fix);
            }
        }
        out
    }

    /// Appends the fixes of another list, which stand after these.
    pub(crate) fn append(&mut self, other: Self) {
        if self.is_empty() {
            *self = other;
        } else if other.packed.is_some() {
            other.iter().owned().for_each(|fix| self.add(fix));
        } else {
            other.latest.into_iter().for_each(|fix| self.add(fix));
        }
    }

    /// How many fixes there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.packed.as_ref().map_or(0, |packed| packed.len) + self.latest.len()
    }

    /// Returns whether there is nothing to change.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The changes: from where to where, and the new text.
    #[inline]
    pub(crate) fn changes(&self) -> impl Iterator<Item = (usize, usize, &str)> {
        let mut iter = self.iter();
        std::iter::from_fn(move || {
            loop {
                let (fix, start, end) = iter.step()?;
                if let Some(replacement) = &fix.replacement {
                    return Some((start, end, &**replacement));
                }
            }
        })
    }

    /// What the fixes are, wherever they stand and however often: of those that are packed, one of each kind.
    #[inline]
    #[doc(hidden)]
    pub fn kinds(&self) -> impl Iterator<Item = &Fix<'static>> {
        let packed = self.packed.as_ref().map_or(&[][..], |packed| &packed.kinds);
        packed.iter().chain(&self.latest)
    }

    /// The fixes, one after the other.
    #[inline]
    pub fn iter(&self) -> Iter<'_> {
        let (bytes, kinds, begin) = match &self.packed {
            Some(packed) => (&*packed.bytes, &*packed.kinds, packed.begin),
            None => Default::default(),
        };
        Iter { bytes, kinds, kind: 0, end: begin, latest: self.latest.iter() }
    }

    /// The last fix.
    pub fn last(&self) -> Option<Fix<'_>> {
        match self.latest.last() {
            Some(fix) => Some(fix.borrowed()),
            None => self.iter().last(),
        }
    }

    /// The fixes as a plain list.
    pub fn into_vec(self) -> Vec<Fix<'static>> {
        if self.packed.is_none() { self.latest } else { self.iter().owned().collect() }
    }
}

/// The fixes of a list.
#[derive(Clone)]
pub struct Iter<'a> {
    bytes: &'a [u8],
    kinds: &'a [Fix<'static>],
    kind: usize,
    end: usize,
    latest: std::slice::Iter<'a, Fix<'static>>,
}

impl<'a> Iter<'a> {
    /// What the next fix is, and where it stands.
    #[inline]
    fn step(&mut self) -> Option<(&'a Fix<'static>, usize, usize)> {
        if self.bytes.is_empty() {
            return self.latest.next().map(|fix| (fix, fix.start, fix.end));
        }
        let distance = packed::take(&mut self.bytes);
        if distance & 1 == 0 {
            self.kind = packed::take(&mut self.bytes);
        }
        let kind = &self.kinds[self.kind];
        let start = unzigzag(self.end, distance >> 1);
        self.end = start + kind.end;
        Some((kind, start, self.end))
    }

    /// The fixes, with texts of their own.
    fn owned(mut self) -> impl Iterator<Item = Fix<'static>> {
        std::iter::from_fn(move || self.step().map(|(fix, start, end)| Fix { start, end, ..fix.clone() }))
    }
}

impl<'a> Iterator for Iter<'a> {
    type Item = Fix<'a>;

    #[inline]
    fn next(&mut self) -> Option<Fix<'a>> {
        self.step().map(|(fix, start, end)| Fix { start, end, ..fix.borrowed() })
    }
}

impl<'a> IntoIterator for &'a Fixes {
    type Item = Fix<'a>;
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}

impl From<Vec<Fix<'static>>> for Fixes {
    fn from(latest: Vec<Fix<'static>>) -> Self {
        Self { latest, ..Self::default() }
    }
}

impl fmt::Debug for Fixes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

/// What the tests of this list see of it, and users of the library do not.
#[cfg(feature = "internal")]
pub mod inner {
    use super::{Fix, Fixes};

    /// Adds a fix, and packs the list if it has grown enough.
    pub fn push(fixes: &mut Fixes, fix: Fix<'static>) {
        fixes.latest.push(fix);
        fixes.pack();
    }

    /// `Fixes::settled`.
    pub fn settled(fixes: Fixes) -> Fixes {
        fixes.settled()
    }

    /// `Fixes::moved`.
    pub fn moved(fixes: Fixes, by: isize) -> Fixes {
        fixes.moved(by)
    }

    /// `Fixes::changed`.
    pub fn changed(fixes: Fixes, change: impl FnMut(&mut Fix<'static>) -> bool) -> Fixes {
        fixes.changed(change)
    }

    /// `Fixes::append`.
    pub fn append(fixes: &mut Fixes, other: Fixes) {
        fixes.append(other);
    }

    /// How many fixes are packed, and in how many bytes.
    pub fn packed(fixes: &Fixes) -> (usize, usize) {
        (fixes.len() - fixes.latest.len(), fixes.packed.as_ref().map_or(0, |packed| packed.bytes.len()))
    }
}
