//! Searches that only go forward: however often they are asked, each reads the text once.

use std::borrow::Cow;

/// The next place of one needle that passes a test, remembered until the reader has gone past it.
pub(in crate::core::calls) struct Seek {
    needle: Cow<'static, str>,
    /// Where it stands at or after `from`; `None` when there is no more.
    next: Option<usize>,
    from: usize,
    started: bool,
}

impl Seek {
    pub(in crate::core::calls) fn new(needle: impl Into<Cow<'static, str>>) -> Self {
        Self { needle: needle.into(), next: None, from: 0, started: false }
    }

    /// What is looked for.
    pub(in crate::core::calls) fn needle(&self) -> &str {
        &self.needle
    }

    /// The first place at or after `pos` that passes the test, which must depend on the place alone.
    pub(in crate::core::calls) fn find(
        &mut self,
        text: &str,
        pos: usize,
        counts: impl Fn(usize) -> bool,
    ) -> Option<usize> {
        let known = self.started && pos >= self.from;
        if known && self.next.is_none_or(|at| at >= pos) {
            return self.next;
        }
        let mut at = pos;
        self.next = loop {
            let Some(found) =
                text.as_bytes().get(at..).and_then(|rest| memchr::memmem::find(rest, self.needle.as_bytes()))
            else {
                break None;
            };
            if counts(at + found) {
                break Some(at + found);
            }
            at += found + 1;
        };
        (self.from, self.started) = (pos, true);
        self.next
    }
}

/// A needle, and its number in the list.
type Numbered = (&'static str, usize);

/// Many needles, made ready once: one pass over a text finds the first of them all.
///
/// Each needle is looked for by its anchor, the first of its bytes that is rare in text, and by the byte beside that.
pub(in crate::core::calls) struct Needles {
    /// Says of each byte whether it is an anchor.
    anchors: [bool; 256],
    /// The needles that begin with their anchor, by their second byte.
    heads: Vec<Vec<Numbered>>,
    /// The other needles, by the byte before their anchor, and the offset of that anchor.
    tails: Vec<Vec<(Numbered, usize)>>,
    /// The greatest of these offsets.
    reach: usize,
}

/// Returns the offset of the byte of a needle that is the rarest in text: a punctuation mark, or else a capital, or else the first.
fn anchor(needle: &str) -> usize {
    let is_mark = |byte: &u8| !byte.is_ascii_alphanumeric() && *byte != b' ';
    let bytes = needle.as_bytes();
    let first = |is_rare: &dyn Fn(&u8) -> bool| bytes.iter().position(is_rare);
    first(&is_mark).or_else(|| first(&u8::is_ascii_uppercase)).unwrap_or_default()
}

impl Needles {
    pub(in crate::core::calls) fn new(needles: impl Iterator<Item = &'static str>) -> Self {
        let (heads, tails) = (vec![Vec::new(); 256], vec![Vec::new(); 256]);
        let mut made = Self { anchors: [false; 256], heads, tails, reach: 0 };
        for numbered @ (needle, _) in needles.enumerate().map(|(index, needle)| (needle, index)) {
            let (bytes, offset) = (needle.as_bytes(), anchor(needle));
            let Some(anchor) = bytes.get(offset) else { continue };
            made.anchors[usize::from(*anchor)] = true;
            made.reach = made.reach.max(offset);
            match (offset.checked_sub(1), bytes.get(1)) {
                (Some(before), _) => made.tails[usize::from(bytes[before])].push((numbered, offset)),
                (None, Some(second)) => made.heads[usize::from(*second)].push(numbered),
                // One byte alone stands before any other.
                (None, None) => made.heads.iter_mut().for_each(|heads| heads.push(numbered)),
            }
        }
        made
    }

    /// The first needle at or after `pos`, as its place and number; of several at one place the first in the list.
    fn first(&self, text: &str, pos: usize) -> Option<(usize, usize)> {
        let bytes = text.as_bytes();
        let stands = |at: usize, needle: &str| bytes[at..].starts_with(needle.as_bytes());
        let rest = bytes.get(pos..).unwrap_or_default().iter().enumerate();
        let mut best: Option<(usize, usize)> = None;
        for at in rest.filter(|(_, byte)| self.anchors[usize::from(**byte)]).map(|(at, _)| pos + at) {
            if best.is_some_and(|(found, _)| at > found + self.reach) {
                break;
            }
            let second = bytes.get(at + 1).copied().unwrap_or_default();
            let heads = self.heads[usize::from(second)].iter();
            let head = heads.filter(|(needle, _)| stands(at, needle)).map(|(_, index)| (at, *index));
            let before = if at > pos { self.tails[usize::from(bytes[at - 1])].as_slice() } else { &[] };
            let tails = before.iter().filter_map(|((needle, index), offset)| {
                let start = at.checked_sub(*offset).filter(|start| *start >= pos)?;
                stands(start, needle).then_some((start, *index))
            });
            best = best.into_iter().chain(head).chain(tails).min();
        }
        best
    }
}

/// The next needle of a text.
pub(in crate::core::calls) struct Cursor<'s> {
    needles: &'s Needles,
    next: Option<(usize, usize)>,
}

impl<'s> Cursor<'s> {
    /// Begins at `pos`: what stands before it may be long, and is not looked at.
    pub(in crate::core::calls) fn new(needles: &'s Needles, text: &str, pos: usize) -> Self {
        Self { needles, next: needles.first(text, pos) }
    }

    /// The first needle at or after `pos`, as its place and number; of several at one place the first in the list.
    pub(in crate::core::calls) fn next(&mut self, text: &str, pos: usize) -> Option<(usize, usize)> {
        if self.next.is_some_and(|(at, _)| at < pos) {
            self.next = self.needles.first(text, pos);
        }
        self.next
    }
}
