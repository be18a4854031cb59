//! How sure the winner of a search is: where another reading, as good, would have made something else of the text.
//!
//! Fixes there are less sure than their code says.

use std::collections::HashSet;
use std::hash::BuildHasherDefault;
use std::ops::Range;

use crate::core::json::hash::Mixed;
use crate::core::repair::edit;
use crate::core::repair::parser::evidence::content;
use crate::core::repair::parser::model::op::Op;
use crate::core::repair::parser::model::state::{Came, State};
use crate::core::repair::parser::search::engine::Search;
use crate::core::repair::parser::text::limits::{COMPARED, MEETINGS, RIVAL_STEPS};

impl Search<'_> {
    /// Reads on from the other readings that cost no more than the winner, a bounded stretch, to see where they
    /// meet it.
    #[inline(never)]
    pub fn meet_rivals(&mut self, winner: &State) {
        // Only fixes that cost something can be doubted.
        if winner.cost == 0 || !self.keep_within(winner.cost) {
            return;
        }
        for _ in 0..RIVAL_STEPS {
            let mut rival = None;
            let Some(rival) = self.next(&mut rival) else { return };
            if rival.expect.is_end() {
                if self.meetings.len() < MEETINGS {
                    self.meetings.push([Came::of(winner), Came::of(rival)]);
                }
            } else {
                let next = self.step(*rival);
                self.queue_proposed();
                if let Some(next) = next {
                    self.push(&next);
                }
            }
        }
    }

    /// The stretches of text that another reading, as good, would have changed to something else.
    pub fn doubtful(&self, winner: u32) -> Vec<Range<usize>> {
        if self.meetings.is_empty() {
            return Vec::new();
        }
        let chain: HashSet<u32, BuildHasherDefault<Mixed>> =
            self.context.store.fixes_after(winner, 0).into_iter().collect();
        let mut spans = Vec::new();
        for &[first, rival] in &self.meetings {
            // The winner must have passed the place where they met.
            if !chain.contains(&first.log) && first.log != 0 {
                continue;
            }
            let is_common = |at: &u32| *at <= first.log && chain.contains(at);
            let common =
                self.context.store.fixes_after(rival.log, 0).into_iter().find(is_common).unwrap_or(0);
            let (ours, theirs) =
                (self.context.store.ops(first, common), self.context.store.ops(rival, common));
            let start = ours.iter().chain(&theirs).map(Op::start).min().unwrap_or(0);
            // What is written in other words over a long stretch takes long to work out, and differs somewhere.
            if first.pos.max(rival.pos) - start.min(first.pos) > COMPARED {
                continue;
            }
            let ours = content::fixes_of(self.context.text, &ours);
            let theirs = content::fixes_of(self.context.text, &theirs);
            spans.extend(edit::difference(self.context.text, (&ours, first.pos), (&theirs, rival.pos)));
        }
        spans
    }
}
