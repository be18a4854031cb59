//! Offsets of a text before and after it was edited.

use std::ops::Range;

use super::fixes::Fixes;

/// What one fix covers in the input and in the output, first byte and the byte after.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub before: (usize, usize),
    pub after: (usize, usize),
}

/// Maps offsets between the input of an edit and its output, both ways.
#[derive(Clone, Debug)]
pub struct EditMap {
    /// Where the output begins in the input.
    base: usize,
    pub(super) spans: Vec<Span>,
}

impl EditMap {
    /// The map of a text that `fixes` lead to.
    pub fn of(fixes: &Fixes) -> Self {
        Self::from(0, fixes)
    }

    /// The map of what the input became from offset `base` on. Fixes that only note something move nothing.
    pub(crate) fn from(base: usize, fixes: &Fixes) -> Self {
        let mut spans = Vec::with_capacity(fixes.len());
        let mut shift = -(base as isize);
        for (start, end, text) in fixes.changes() {
            let after = start.wrapping_add_signed(shift);
            shift += text.len() as isize - (end - start) as isize;
            spans.push(Span { before: (start, end), after: (after, after + text.len()) });
        }
        Self { base, spans }
    }

    /// Where an offset of the output lies in the input: or where the fix begins, for text that a fix inserted.
    pub fn to_input(&self, offset: usize) -> usize {
        self.input_of(offset).0.start
    }

    /// Returns whether this byte of the output stood in the input.
    pub(crate) fn is_original(&self, offset: usize) -> bool {
        self.input_of(offset).1
    }

    /// All that an offset of the output may stand for, which is what the edit around it covers, and whether there is none.
    pub(super) fn input_of(&self, offset: usize) -> (Range<usize>, bool) {
        let at = self.spans.partition_point(|span| span.after.0 <= offset);
        let offset = match at.checked_sub(1).map(|at| self.spans[at]) {
            None => self.base + offset,
            Some(Span { before, after }) if offset < after.1 => return (before.0..before.1, false),
            Some(Span { before, after }) => before.1 + offset - after.1,
        };
        (offset..offset, true)
    }

    /// Where an offset of the input lies in the output, after what the fixes that end there put in.
    pub fn to_output(&self, offset: usize) -> usize {
        let at = self.spans.partition_point(|span| span.before.1 <= offset);
        match at.checked_sub(1).map(|at| self.spans[at]) {
            None => offset - self.base,
            Some(Span { before, after }) => after.1 + offset - before.1,
        }
    }
}
