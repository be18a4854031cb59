//! Remembers what was found ahead of the place or on the line before it, so that no stretch is searched once for each candidate.

use std::ops::Range;

/// The next place of a kind. Candidates come in the order of the text, so it holds for all of them that stand before it.
#[derive(Clone, Default)]
pub(super) struct Next {
    /// The place from which it was looked for, and what was found.
    looked: Option<(usize, Option<Range<usize>>)>,
}

impl Next {
    /// Returns the next place from `from` on. `find` looks for it where the last one does not hold.
    pub(super) fn after(
        &mut self,
        from: usize,
        find: impl FnOnce(usize) -> Option<Range<usize>>,
    ) -> Option<Range<usize>> {
        let holds = |(looked, found): &(usize, Option<Range<usize>>)| {
            *looked <= from && found.as_ref().is_none_or(|found| from <= found.start)
        };
        if !self.looked.as_ref().is_some_and(holds) {
            self.looked = Some((from, find(from)));
        }
        self.looked.as_ref().and_then(|(_, found)| found.clone())
    }
}

/// The value of a variable on a line, as in `calls=[{…}, {…}]`: how many of its brackets are open.
#[derive(Clone, Default)]
pub(super) struct Value {
    /// The part of the text that was read.
    read: Range<usize>,
    /// Says whether one began: `=[` or `={`.
    has_begun: bool,
    opened: usize,
    closed: usize,
}

impl Value {
    /// Returns whether a value is open at the end of `head`, which is a part of a line.
    pub(super) fn is_open(&mut self, text: &str, head: Range<usize>) -> bool {
        if self.read.start != head.start || head.end < self.read.end {
            *self = Self { read: head.start..head.start, ..Self::default() };
        }
        let bytes = text.as_bytes();
        for at in self.read.end..head.end {
            match bytes[at] {
                b'[' | b'{' if at > head.start && bytes[at - 1] == b'=' => {
                    (self.has_begun, self.opened, self.closed) = (true, 1, 0);
                }
                b'[' | b'{' => self.opened += 1,
                b']' | b'}' => self.closed += 1,
                _ => {}
            }
        }
        self.read.end = head.end;
        self.has_begun && self.opened > self.closed
    }
}
