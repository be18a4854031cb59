//! The bounds of a search, all in one place: how far it looks, how much it works and keeps. `cost.rs` has what evidence
//! weighs. Each bound makes time or memory linear, and may decide how a badly broken text is read. The budget of work is here, too.

use super::cost::Feature::{BeforeStructure, MisplacedToken};
use super::search::Limit;

// How far it looks, in bytes.

/// What stands right before or after a token.
pub(in crate::core) const LOOK: usize = 96;
/// What a few members, or the words of a line, may take.
pub(super) const LOOK_FAR: usize = 4 * LOOK;
/// What a string in three quotes, a comment, or a row may take.
pub(in crate::core) const LOOK_WIDE: usize = 64 * LOOK;

// Which reading is next: cost against progress.

/// Bytes of progress that weigh as much as one unit of cost.
pub(super) const PROGRESS: i64 = 96;
/// A reading's first slips tell it from others. Where it has cost so much, the text is full of slips in whatever reading: what it
/// costs more says less, and to go back to every earlier place because of it would be in vain.
pub(super) const MUCH: u32 = 32;
/// Bytes of progress for each unit beyond that.
pub(super) const PROGRESS_BEYOND: i64 = 16;
/// Each row of a long document may have slips that cost more than its length makes up for, so earlier readings would be taken up
/// again for every row. Long code in one string costs less than this.
pub(super) const VERY_MUCH: u32 = 4096;
/// Bytes of progress for each unit beyond that.
pub(super) const PROGRESS_FAR: i64 = 4;

/// What a reading may cost more than the cheapest that passed: a little more than the most expensive decision about a quote in
/// a value, which is to take it as content although a member follows.
pub fn lag() -> u32 {
    MisplacedToken.weight() + BeforeStructure.weight() + 1
}
/// Bytes for which the cheapest is kept.
pub const FRONT_BLOCK: usize = 16;

// What a document may cost.

/// At the beginning of a text.
pub const AT_START: Limit = Limit { base: 240, percent: 90 };
/// After other text: prose has brackets too.
pub(in crate::core) const IN_PROSE: Limit = Limit { base: 48, percent: 40 };

// How much it works, in steps.

/// The allowance for a short distance, and for each byte, of a text that is not long and of a long one: each step may take
/// memory for good.
pub(super) const SHORT: usize = 512;
pub(super) const STEPS: (usize, usize) = (5, 3);
/// Bytes of a text that is not long; and steps that tries in vain may take on such a text.
pub(super) const NOT_LONG: usize = 8 << 10;
/// Readings that are kept where the allowance is used up for the first time in a stretch of so many bytes.
pub(super) const KEPT_ONCE: usize = 16;
pub(super) const STRETCH: usize = 256;
/// Bytes of a string or text that count as a step: tries that lead nowhere are paid for by what they read.
pub(super) const STEP: usize = 64;
/// Bytes of proven text that count as one.
pub(super) const PROVEN_STEP: usize = 8;
/// Bytes that a comment, or another piece that means nothing between tokens, counts as.
pub(super) const TRIVIA_STEP: usize = 16;
/// Steps that one try may take when tries in vain have used up what they may.
pub(super) const LEASH: usize = 96;
/// A share of the steps that found a document, and of the bytes read twice, that counts as tried in vain.
pub(super) const SHARE: usize = 16;
/// How often a byte may be looked at as strict JSON.
pub(in crate::core) const TIMES: usize = 4;
/// Levels that a bracket of another kind may close, and from which a document may end with all open.
pub(super) const LEVELS_CLOSED: u32 = 6;
pub(super) const LEVELS_LEFT: u32 = 24;
/// Quotes before an error of syntax that it may belong to: those of two members.
pub(super) const UNPROVEN_QUOTES: usize = 8;

// How other readings are compared with the winner.

/// A reading that stands no more bytes before the winner came as far.
pub(super) const AS_FAR: usize = 64;
/// Steps that the others are followed for.
pub(super) const RIVAL_STEPS: usize = 64;
/// Meetings of readings that are kept, and bytes between two that are compared.
pub(in crate::core) const MEETINGS: usize = 32;
pub(super) const COMPARED: usize = 1 << 16;

// How much it keeps.

/// Steps, and bytes of proven text, that are taken without a look at memory.
pub(super) const STEPS_AT_ONCE: usize = 1024;
pub(super) const BYTES_AT_ONCE: usize = 4096;
/// Bytes of a container of strict JSON that is taken token by token: its end is not worth the memory.
pub(super) const SHORT_CONTAINER: usize = 15;
/// States in the visited set, and readings that wait; when there are more, only the best wait on.
pub(super) const MOST_VISITED: usize = 1 << 14;
pub(super) const MOST_WAITING: usize = 2048;
/// Stretches that the best reading ran through; older ones are given up.
pub(super) const STRETCHES: usize = 2048;
/// Containers that are kept until it is looked which of them are still held.
pub const FEW_FRAMES: usize = 1 << 13;
/// Fixes that are packed, and read back, at once.
pub const LOG_PART: usize = 1024;
/// A log that is longer takes memory worth to be given back before the fixes are written.
pub(super) const LARGE: usize = 1 << 16;
/// Entries of the memory that a thread keeps for its next record; what was larger is given back.
pub(super) const MOST_KEPT: usize = 4096;

// How much work a search may do: against the distance that it covers, and against what earlier tries cost.

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

    /// Is the purse of tries in vain empty?
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

    /// Does a reading cost more than the text is worth, or take more steps than it may?
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
