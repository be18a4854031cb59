//! How sure the winner of a search is: where another reading, as good, would have made something else of the
//! text. Fixes there are less sure than their code says.

use std::collections::HashSet;
use std::hash::BuildHasherDefault;
use std::ops::Range;

use super::content;
use super::search::{MEETINGS, Search};
use super::state::{Came, Op, State};
use super::{Failure, FailureCode, Options, Repaired};
use crate::core::confidence::{Confidence, Margin, Signs};
use crate::core::edit;
use crate::core::edit::Fixes;
use crate::core::edit::{Code, Fix, Risk};
use crate::core::hash::Mixed;

/// Bytes between two meetings of readings that are compared.
const LONGEST: usize = 1 << 16;

/// A reading that stands no more bytes before the winner came as far.
const AS_FAR: usize = 64;

/// How far rivals are followed when a winner is found.
const RIVAL_STEPS: usize = 64;

impl Search<'_> {
    /// How much more a reading has cost that waits and came as far as the winner, or nearly.
    #[inline(never)]
    pub fn margin(&self, winner: &State) -> Margin {
        let near = self.memory.queue.readings().filter(|rival| rival.pos + AS_FAR >= winner.pos);
        near.map(|rival| Margin(rival.cost.saturating_sub(winner.cost))).min().unwrap_or(Margin::WIDE)
    }

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
            // The winner must have come by the place where they met.
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
            if first.pos.max(rival.pos) - start.min(first.pos) > LONGEST {
                continue;
            }
            let ours = content::fixes_of(self.grammar.text, &ours);
            let theirs = content::fixes_of(self.grammar.text, &theirs);
            spans.extend(edit::difference(self.grammar.text, (&ours, first.pos), (&theirs, rival.pos)));
        }
        spans
    }
}

impl Repaired<'_> {
    /// How likely it is that this is what the writer meant; worked out of the fixes each time.
    pub fn confidence(&self) -> Confidence {
        if self.fixes.is_empty() { Confidence::CERTAIN } else { self.signs().confidence(self.text.len()) }
    }

    /// For the script that fits the weights of signs: the level of each.
    #[doc(hidden)]
    pub fn levels(&self) -> Vec<u8> {
        self.signs().levels(self.text.len()).into()
    }

    fn signs(&self) -> Signs {
        let mut signs = Signs::new(self.evidence, self.truncated.is_some());
        self.fixes.iter().for_each(|fix| signs.add(&fix));
        signs
    }
}

/// Why this is less sure than it must be, if it is; it shows at the first of the riskiest fixes.
pub(crate) fn doubted(repaired: &Repaired<'_>, options: &Options) -> Option<Failure> {
    let least = options.min_confidence;
    if least == Confidence::NONE {
        return None;
    }
    let confidence = repaired.confidence();
    let risk = repaired.risk();
    let riskiest = repaired.fixes.iter().find(|fix| Some(fix.risk) == risk);
    let code = FailureCode::Confidence(confidence, least);
    (confidence < least).then(|| Failure { code, offset: riskiest.map_or(0, |fix| fix.start) })
}

/// Whoever leaves quotes in strings without escaping them may have meant as content what was dropped behind a string: the
/// rest of a line as a comment, the rest of the text as prose, where a quote is in it, and what joins two strings. Then it
/// is not certain that it may go.
pub(super) fn of_dropped(fixes: Fixes, input: &[u8]) -> Fixes {
    let may_be_content = |fix: &Fix<'_>| {
        let dropped = &input[fix.start..fix.end];
        let is_behind = || matches!(input[..fix.start].trim_ascii_end().last(), Some(b'"' | b','));
        let holds_quote = || memchr::memchr(b'"', dropped).is_some();
        match fix.code {
            Code::Comment => !dropped.starts_with(b"/*") && is_behind() && holds_quote(),
            Code::Prose => fix.start > 0 && fix.end == input.trim_ascii_end().len() && holds_quote(),
            Code::JoinedStrings => true,
            _ => false,
        }
    };
    let holds_quotes = fixes.iter().any(|fix| fix.code == Code::InnerQuote);
    if !holds_quotes || !fixes.iter().any(|fix| may_be_content(&fix)) {
        return fixes;
    }
    fixes.changed(|fix| {
        if may_be_content(fix) {
            fix.risk = Risk::Lossy;
        }
        true
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::repair::repair;

    /// What stands between the quotes of a name that lost its colon, two readings say nearly alike.
    #[test]
    fn a_rival_that_a_dear_one_ranks_before_is_found() {
        let text = r#"{"a":,= ,["[ 5, "b": 6, "["c": 1}"#;
        let repaired = repair(text.as_bytes(), &Options::default());
        assert_eq!(repaired.map(|repaired| repaired.risk()), Ok(Some(Risk::Lossy)));
    }
}
