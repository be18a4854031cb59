//! How sure the winner of a search is: where another reading, as good or nearly so, would have made something else of the
//! text. Fixes there are less sure than their code says.

use std::collections::HashSet;
use std::hash::BuildHasherDefault;
use std::ops::Range;

use super::choose::{MEETINGS, NEAR, Search};
use super::splice;
use super::state::{Came, Expect, State};
use crate::core::hash::Mixed;

/// How far rivals are followed when a winner is found.
const RIVAL_STEPS: usize = 64;

impl Search<'_> {
    /// Reads on from the other readings that cost hardly more than the winner, a bounded stretch, to see where they
    /// meet it.
    pub fn meet_rivals(&mut self, winner: &State) {
        // Only fixes that cost something can be doubted.
        if winner.cost == 0 {
            return;
        }
        self.keep_within(winner.cost + NEAR);
        for _ in 0..RIVAL_STEPS {
            let mut rival = None;
            let Some(rival) = self.next(&mut rival) else { return };
            if rival.expect == Expect::Done {
                if self.meetings.len() < MEETINGS {
                    self.meetings.push([Came::of(winner), Came::of(rival)]);
                }
            } else if let Some(next) = self.step(*rival) {
                self.push(next);
            }
        }
    }

    /// The stretches of text that another reading, as good or nearly so, would have changed to something else.
    pub fn doubtful(&self, winner: u32) -> Vec<Range<usize>> {
        if self.meetings.is_empty() {
            return Vec::new();
        }
        let chain: HashSet<u32, BuildHasherDefault<Mixed>> = self.fixes_before(winner).collect();
        let mut spans = Vec::new();
        for &[first, rival] in &self.meetings {
            // The winner must have come by the place where they met.
            if !chain.contains(&first.log) && first.log != 0 {
                continue;
            }
            let is_common = |at: &u32| *at <= first.log && chain.contains(at);
            let common = self.fixes_before(rival.log).find(is_common).unwrap_or(0);
            let ours = splice::fixes_of(self.text, &self.ops(first, common));
            let theirs = splice::fixes_of(self.text, &self.ops(rival, common));
            spans.extend(splice::difference(self.text, (&ours, first.pos), (&theirs, rival.pos)));
        }
        spans
    }
}

#[cfg(test)]
mod tests {
    use crate::core::repair::{Options, Risk, repair};

    /// The array lost a quote and its bracket, and behind a name stands a quote too many: what follows may be a comment
    /// or a string.
    #[test]
    fn a_rival_that_a_dear_one_ranks_before_is_found() {
        let text = concat!(
            r#"{"cmd": [edit", "path": "R.md", "ol"": "    /// How grave a string is that cannot be mended.", "#,
            r#""n": "x, y"}"#
        );
        let repaired = repair(text.as_bytes(), &Options::default());
        assert_eq!(repaired.map(|repaired| repaired.risk()), Ok(Some(Risk::Lossy)));
    }
}
