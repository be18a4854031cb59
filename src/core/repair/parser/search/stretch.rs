//! Stretches: steps of the best state that were taken without queueing the others.

use std::collections::VecDeque;

use crate::core::repair::parser::model::state::State;
use crate::core::repair::parser::text::limits::STRETCHES;

/// Steps that the best reading took without queueing the others.
pub(in crate::core::repair) struct Stretch {
    pub from: State,
    /// Where the reading came out, and its last fix by then.
    pub to: usize,
    pub log: u32,
    /// Proposals in it are numbered from here on.
    pub order: u64,
    /// Says whether it is one slip: readings beside it say how sure the winner is.
    pub is_slip: bool,
}

/// The stretches that were run through, in the order of the text, as far as they were not read again.
#[derive(Default)]
pub(in crate::core::repair) struct Stretches(VecDeque<Stretch>);

impl Stretches {
    pub fn add(&mut self, stretch: Stretch) {
        self.0.push_back(stretch);
        if self.0.len() > STRETCHES {
            self.0.pop_front();
        }
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }

    pub fn capacity(&self) -> usize {
        self.0.capacity()
    }

    /// The innermost containers of the readings that the stretches begin with.
    pub fn frames(&mut self) -> impl Iterator<Item = &mut u32> {
        self.0.iter_mut().map(|stretch| &mut stretch.from.frame)
    }

    /// Takes the last stretch.
    pub fn take_last(&mut self) -> Option<Stretch> {
        self.0.pop_back()
    }

    /// Takes the stretch whose proposals begin with `order`, unless it was read again or given up.
    pub fn take(&mut self, order: u64) -> Option<Stretch> {
        let at = self.0.binary_search_by_key(&order, |stretch| stretch.order).ok()?;
        self.0.remove(at)
    }

    /// Takes the last slip that stands at `from` or after it.
    pub fn take_slip(&mut self, from: usize) -> Option<Stretch> {
        let near = self.0.iter().rev().take_while(|stretch| stretch.to >= from);
        let back = near.enumerate().find(|(_, stretch)| stretch.is_slip)?.0;
        self.0.remove(self.0.len() - 1 - back)
    }

    /// Takes the stretch that `pos` lies in, if there is one.
    pub fn take_at(&mut self, pos: usize) -> Option<Stretch> {
        if self.0.back().is_none_or(|last| last.to <= pos) {
            return None;
        }
        let at = self.0.partition_point(|stretch| stretch.to <= pos);
        if self.0.get(at)?.from.pos > pos { None } else { self.0.remove(at) }
    }
}
