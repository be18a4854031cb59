//! Searches that only go forward: however often they are asked, each reads the text once.

use std::borrow::Cow;
use std::sync::LazyLock;

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

/// The next place of each of many needles.
pub(in crate::core::calls) struct Cursors<'s> {
    finders: &'s [Finder<'static>],
    next: Vec<usize>,
}

impl<'s> Cursors<'s> {
    pub(in crate::core::calls) fn new(finders: &'s [Finder<'static>], text: &str) -> Self {
        let find = |finder: &Finder<'_>| finder.find(text.as_bytes()).unwrap_or(usize::MAX);
        Self { finders, next: finders.iter().map(find).collect() }
    }

    /// The first needle at or after `pos`, as its place and index; of several at one place the first in the list.
    pub(in crate::core::calls) fn next(&mut self, text: &str, pos: usize) -> Option<(usize, usize)> {
        for (finder, next) in self.finders.iter().zip(&mut self.next) {
            if *next < pos {
                let rest = text.as_bytes().get(pos..).unwrap_or_default();
                *next = finder.find(rest).map_or(usize::MAX, |at| pos + at);
            }
        }
        let first = self.next.iter().copied().enumerate().min_by_key(|(index, at)| (*at, *index))?;
        (first.1 != usize::MAX).then_some((first.1, first.0))
    }
}

/// Finders for a fixed list of needles, made once.
pub(in crate::core::calls) type Finders = LazyLock<Vec<Finder<'static>>>;
