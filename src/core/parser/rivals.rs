//! How sure the winner of a search is: where another reading, as good, would have made something else of the text. Fixes there
//! are less sure than their code says.

use std::collections::HashSet;
use std::hash::BuildHasherDefault;
use std::ops::Range;

use super::content;
use super::limits::{COMPARED, MEETINGS, RIVAL_STEPS};
use super::search::Search;
use super::state::{Came, Op, State};
use crate::core::edit;
use crate::core::hash::Mixed;

impl Search<'_> {
    /// Reads on from the other readings that cost no more than the winner, a bounded stretch, to see where they
    /// meet it.
    #[inline(never)]
    pub fn meet_rivals(&mut self, winner: &State) {
        // Only fixes that cost something can be doubted.
        if winner.cost == 0 {
            return;
        }
        self.keep_within(winner.cost);
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
            self.grammar.store.fixes_after(winner, 0).into_iter().collect();
        let mut spans = Vec::new();
        for &[first, rival] in &self.meetings {
            // The winner must have passed the place where they met.
            if !chain.contains(&first.log) && first.log != 0 {
                continue;
            }
            let is_common = |at: &u32| *at <= first.log && chain.contains(at);
            let common =
                self.grammar.store.fixes_after(rival.log, 0).into_iter().find(is_common).unwrap_or(0);
            let (ours, theirs) =
                (self.grammar.store.ops(first, common), self.grammar.store.ops(rival, common));
            let start = ours.iter().chain(&theirs).map(Op::start).min().unwrap_or(0);
            // What is written in other words over a long stretch takes long to work out, and differs somewhere.
            if first.pos.max(rival.pos) - start.min(first.pos) > COMPARED {
                continue;
            }
            let ours = content::fixes_of(self.grammar.text, &ours);
            let theirs = content::fixes_of(self.grammar.text, &theirs);
            spans.extend(edit::difference(self.grammar.text, (&ours, first.pos), (&theirs, rival.pos)));
        }
        spans
    }
}
