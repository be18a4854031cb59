//! The outcome of a value. An outcome refers to those of the values inside, so each change is kept once, however many
//! candidates around it share it; the changes of the winner alone are put together.

use std::rc::Rc;

use crate::core::json::tree::{Node, Tree};
use crate::core::repair::changes::Edit;
use crate::core::repair::engine::Code;

/// One change to a value, or the outcome of a value inside.
enum Part {
    Edit(Edit),
    Inner(Rc<Outcome>),
}

/// Holds what is done to a value: edits of the text it stands in.
#[derive(Default)]
pub(super) struct Outcome {
    parts: Vec<Part>,
    pub(super) cost: u32,
}

impl Outcome {
    /// Returns the outcome that makes `text` of the value at `node`.
    pub(super) fn replace(code: Code, tree: &Tree<'_>, node: Node, text: String, cost: u32) -> Self {
        let mut outcome = Self::default();
        outcome.push(Edit::new(code, tree.span(node), text), cost);
        outcome
    }

    /// Returns the outcome that makes `text` of the value at `node`, where `inner` is a part of what that does.
    pub(super) fn around(
        inner: &Self,
        (code, text): (Code, String),
        tree: &Tree<'_>,
        node: Node,
        cost: u32,
    ) -> Self {
        let mut outcome = Self::replace(code, tree, node, text, cost);
        outcome.note(inner, tree, node);
        outcome
    }

    /// Returns whether nothing is done.
    pub(super) fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Adds a change.
    pub(super) fn push(&mut self, edit: Edit, cost: u32) {
        self.parts.push(Part::Edit(edit));
        self.cost = self.cost.saturating_add(cost);
    }

    /// Does what `inner` does, too.
    pub(super) fn add(&mut self, inner: Rc<Self>) {
        self.cost = self.cost.saturating_add(inner.cost);
        if !inner.is_empty() {
            self.parts.push(Part::Inner(inner));
        }
    }

    /// Does what `other` does, too, where that is of no use to anything else.
    pub(super) fn take(&mut self, other: Self) {
        self.cost = self.cost.saturating_add(other.cost);
        self.parts.extend(other.parts);
    }

    /// Notes what `inner` does as a part of a change to the whole value at `node`.
    pub(super) fn note(&mut self, inner: &Self, tree: &Tree<'_>, node: Node) {
        let notes = inner.edits().map(|edit| Part::Edit(Edit::note(edit.code, tree.span(node))));
        self.parts.extend(notes);
        self.cost = self.cost.saturating_add(inner.cost);
    }

    /// Returns all changes, those of values inside where their outcome was added.
    pub(super) fn edits(&self) -> Edits<'_> {
        Edits { open: Vec::from([self.parts.iter()]) }
    }

    /// Returns the bytes that it takes, without the outcomes that it refers to.
    pub(super) fn bytes(&self) -> usize {
        let text = |part: &Part| match part {
            Part::Edit(edit) => edit.replacement.as_ref().map_or(0, String::len),
            Part::Inner(_) => 0,
        };
        size_of::<Self>() + self.parts.iter().map(|part| size_of::<Part>() + text(part)).sum::<usize>()
    }

    /// Returns the text of the value at `node` once its changes are made.
    pub(super) fn edited(&self, tree: &Tree<'_>, node: Node) -> String {
        let span = tree.span(node);
        let mut changes: Vec<&Edit> = self.edits().filter(|edit| edit.replacement.is_some()).collect();
        // Stable: insertions at one place keep their order.
        changes.sort_by_key(|edit| (edit.span.start, edit.span.start < edit.span.end));
        let mut out = String::with_capacity(span.len());
        let mut done = span.start;
        for edit in changes {
            if edit.span.start < done {
                continue;
            }
            out.push_str(&tree.text()[done..edit.span.start]);
            out.push_str(edit.replacement.as_deref().unwrap_or_default());
            done = edit.span.end;
        }
        out.push_str(&tree.text()[done..span.end]);
        out
    }
}

/// The changes of an outcome, in order.
pub(super) struct Edits<'o> {
    /// Holds what is left of the outcome and of those inside, the innermost last.
    open: Vec<std::slice::Iter<'o, Part>>,
}

impl<'o> Iterator for Edits<'o> {
    type Item = &'o Edit;

    fn next(&mut self) -> Option<&'o Edit> {
        loop {
            match self.open.last_mut()?.next() {
                Some(Part::Edit(edit)) => return Some(edit),
                Some(Part::Inner(inner)) => self.open.push(inner.parts.iter()),
                None => {
                    self.open.pop();
                }
            }
        }
    }
}
