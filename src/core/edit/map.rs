//! Offsets of a text before and after it was edited.

use std::ops::Range;

use super::fix::Fix;
use super::fixes::Fixes;

/// A fix as an edit between two texts: what it covers in each.
pub(super) struct Edit<'f> {
    pub fix: Fix<'f>,
    pub before: (usize, usize),
    pub after: (usize, usize),
}

/// Maps offsets between the input of an edit and its output, both ways.
pub struct EditMap<'f> {
    /// Where the output begins in the input.
    base: usize,
    pub(super) edits: Vec<Edit<'f>>,
}

impl<'f> EditMap<'f> {
    /// The map of a text that `fixes` lead to.
    pub fn of(fixes: &'f Fixes) -> Self {
        Self::from(0, fixes)
    }

    /// The map of what the input became from offset `base` on.
    pub(super) fn from(base: usize, fixes: &'f Fixes) -> Self {
        let mut edits = Vec::with_capacity(fixes.len());
        let mut shift = -(base as isize);
        for fix in fixes {
            let Some(text) = &fix.replacement else { continue };
            let (start, len) = (fix.start.wrapping_add_signed(shift), text.len());
            shift += len as isize - (fix.end - fix.start) as isize;
            edits.push(Edit { before: (fix.start, fix.end), after: (start, start + len), fix });
        }
        Self { base, edits }
    }

    /// Where an offset of the output lies in the input: where the fix begins, for what a fix put there.
    pub fn to_input(&self, offset: usize) -> usize {
        self.input_of(offset).start
    }

    /// All that an offset of the output may stand for: inside an edit, that is what the edit covers.
    pub(super) fn input_of(&self, offset: usize) -> Range<usize> {
        let at = self.edits.partition_point(|edit| edit.after.0 <= offset);
        let offset = match at.checked_sub(1).map(|at| &self.edits[at]) {
            None => self.base + offset,
            Some(edit) if offset < edit.after.1 => return edit.before.0..edit.before.1,
            Some(edit) => edit.before.1 + offset - edit.after.1,
        };
        offset..offset
    }

    /// Where an offset of the input lies in the output, with what the fixes at it put before it.
    pub fn to_output(&self, offset: usize) -> usize {
        let at = self.edits.partition_point(|edit| edit.before.1 <= offset);
        match at.checked_sub(1).map(|at| &self.edits[at]) {
            None => offset - self.base,
            Some(edit) => edit.after.1 + offset - edit.before.1,
        }
    }
}
