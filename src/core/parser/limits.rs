//! The bounds of a search, all in one place: how far it looks, how much it works and keeps. `weights.rs` has what evidence
//! weighs. Each bound makes time or memory linear, and may decide how a badly broken text is read.

use super::search::Limit;
use super::weights::Feature::{BeforeStructure, MisplacedToken};

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
