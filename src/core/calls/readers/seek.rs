//! Searches that only go forward: however often they are asked, each reads the text once.

use std::borrow::Cow;

use memchr::memmem::Finder;

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

/// What most needles begin with: one search serves all of them.
const OPENERS: [u8; 2] = *b"<[";

/// Many needles, made ready once.
pub(in crate::core::calls) struct Needles {
    /// Those that begin with an opener, by their second byte.
    marks: Vec<Vec<(&'static str, usize)>>,
    /// The others.
    words: Vec<(Finder<'static>, usize)>,
}

impl Needles {
    pub(in crate::core::calls) fn new(needles: impl Iterator<Item = &'static str>) -> Self {
        let mut made = Self { marks: vec![Vec::new(); usize::from(u8::MAX) + 1], words: Vec::new() };
        for (index, needle) in needles.enumerate() {
            match needle.as_bytes() {
                [first, second, ..] if OPENERS.contains(first) => {
                    made.marks[usize::from(*second)].push((needle, index));
                }
                _ => made.words.push((Finder::new(needle), index)),
            }
        }
        made
    }

    /// The needle that stands at `at`, which is an opener; of several the first in the list.
    fn mark(&self, text: &str, at: usize) -> Option<usize> {
        let marks = &self.marks[usize::from(*text.as_bytes().get(at + 1)?)];
        marks
            .iter()
            .find(|(mark, _)| text.as_bytes()[at..].starts_with(mark.as_bytes()))
            .map(|(_, index)| *index)
    }
}

/// The next place of each of many needles.
pub(in crate::core::calls) struct Cursors<'s> {
    needles: &'s Needles,
    /// The next place of a mark, and which one it is.
    mark: (usize, usize),
    words: Vec<usize>,
}

impl<'s> Cursors<'s> {
    /// Begins at `pos`: what stands before it may be long, and is not looked at.
    pub(in crate::core::calls) fn new(needles: &'s Needles, text: &str, pos: usize) -> Self {
        let rest = text.as_bytes().get(pos..).unwrap_or_default();
        let find = |(finder, _): &(Finder<'_>, usize)| finder.find(rest).map_or(usize::MAX, |at| pos + at);
        let words = needles.words.iter().map(find).collect();
        let mut cursors = Self { needles, mark: (0, 0), words };
        cursors.seek_mark(text, pos);
        cursors
    }

    fn seek_mark(&mut self, text: &str, pos: usize) {
        let rest = text.as_bytes().get(pos..).unwrap_or_default();
        let mut places = memchr::memchr2_iter(OPENERS[0], OPENERS[1], rest).map(|at| pos + at);
        let found = places.find_map(|at| Some((at, self.needles.mark(text, at)?)));
        self.mark = found.unwrap_or((usize::MAX, 0));
    }

    /// The first needle at or after `pos`, as its place and index; of several at one place the first in the list.
    pub(in crate::core::calls) fn next(&mut self, text: &str, pos: usize) -> Option<(usize, usize)> {
        if self.mark.0 < pos {
            self.seek_mark(text, pos);
        }
        let mut first = self.mark;
        for ((finder, index), next) in self.needles.words.iter().zip(&mut self.words) {
            if *next < pos {
                let rest = text.as_bytes().get(pos..).unwrap_or_default();
                *next = finder.find(rest).map_or(usize::MAX, |at| pos + at);
            }
            first = first.min((*next, *index));
        }
        (first.0 != usize::MAX).then_some(first)
    }
}
