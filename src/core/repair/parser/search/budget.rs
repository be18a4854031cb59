//! The budget of a search: work against the distance that it covers, and against what earlier tries cost.

use crate::core::repair::parser::text::limits::{
    KEPT_ONCE, LEASH, NOT_LONG, SHARE, SHORT, STEP, STEPS, STRETCH,
};

/// At the beginning of a text.
pub const AT_START: Limit = Limit { base: 240, percent: 90 };

/// After other text: prose has brackets too.
pub(in crate::core) const IN_PROSE: Limit = Limit { base: 48, percent: 40 };

/// The work of a search.
pub struct Budget {
    /// Bytes of the text.
    len: usize,
    /// Where the document begins that is being read.
    origin: usize,
    /// Where the allowance began, and where it was last used up.
    start: usize,
    settled: usize,
    /// How far a reading came.
    pub far: usize,
    /// Steps since the allowance began.
    pub work: usize,
    /// Steps of this run, how many it may take, and those of all runs that led nowhere.
    pub steps: usize,
    leash: usize,
    spent: usize,
    /// Steps of all runs, and bytes that they passed in strings and texts.
    pub effort: usize,
}

impl Budget {
    pub fn new(len: usize) -> Self {
        Self {
            len,
            origin: 0,
            start: 0,
            settled: 0,
            far: 0,
            work: 0,
            steps: 0,
            leash: usize::MAX,
            spent: 0,
            effort: 0,
        }
    }

    /// A run begins at `start`. Tries in vain are paid from one purse; when it is empty, further tries are short.
    pub fn begin(&mut self, start: usize) {
        (self.origin, self.start, self.far, self.settled) = (start, start, start, start);
        (self.work, self.steps) = (0, 0);
        self.leash = if self.is_spent() { LEASH } else { usize::MAX };
    }

    /// Returns whether the purse of tries in vain is empty.
    pub fn is_spent(&self) -> bool {
        self.spent > NOT_LONG + 2 * self.len
    }

    pub fn is_short(&self) -> bool {
        self.leash != usize::MAX
    }

    pub fn step(&mut self) {
        self.steps += 1;
        self.effort += 1;
    }

    /// Counts steps that were taken at once, over so many bytes.
    pub fn count_steps(&mut self, steps: usize, len: usize) {
        self.steps += steps;
        self.effort += steps + len;
        self.work += steps;
    }

    /// Charges bytes of a string or text, which may have been read before because of another reading.
    pub fn charge(&mut self, from: usize, to: usize) {
        self.effort += to - from;
        self.steps += (to - from) / STEP;
        if from < self.far {
            self.work += (to.min(self.far) - from) / SHARE;
        }
    }

    /// Returns whether a reading costs more than the text is worth, or takes more steps than it may.
    pub fn is_too_costly(&self, cost: u32, limit: Limit) -> bool {
        let worth = limit.base as usize + (self.far - self.origin) * limit.percent / 100;
        cost as usize > worth || self.steps > self.leash
    }

    /// Counts a step that came to `pos`. Where the allowance is used up, says how many of the waiting readings are kept: once
    /// in a stretch the best get another one, else only the best of all goes on.
    pub fn bound(&mut self, pos: usize) -> Option<usize> {
        self.far = self.far.max(pos);
        self.work += 1;
        let steps = if self.len <= NOT_LONG { STEPS.0 } else { STEPS.1 };
        if self.work <= SHORT + steps * (self.far - self.start) {
            return None;
        }
        let keep = if self.far >= self.settled + STRETCH { KEPT_ONCE } else { 0 };
        (self.work, self.start, self.settled) = (0, self.far, self.far);
        Some(keep)
    }

    /// The last run found no document, or one that does not count.
    pub fn charge_vain_try(&mut self) {
        self.spent += self.steps;
    }

    /// The last run found a document of so many bytes. What was looked at in vain after it is a try in vain, too, but a
    /// rich one: else a text full of small documents in trouble costs a long look ahead for each.
    pub fn charge_overrun(&mut self, length: usize) {
        self.spent += self.steps.saturating_sub(SHARE * length) / 4;
    }
}

/// How much a document may cost: a base and a share of its length, in percent.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    pub base: u32,
    pub percent: usize,
}
