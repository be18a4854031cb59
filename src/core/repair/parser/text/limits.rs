//! The bounds of a search, all in one place: how far it looks, how much it works and keeps.
//!
//! Each bound makes time or memory linear, and may decide how a badly broken text is read. `weights.rs` has what evidence
//! weighs.

// How far it looks, in bytes.

/// What stands right before or after a token.
pub(in crate::core) const LOOK: usize = 96;
/// What a few members, or the words of a line, may take.
pub(in crate::core::repair) const LOOK_FAR: usize = 4 * LOOK;
/// What a string in three quotes, a comment, or a row may take.
pub(in crate::core) const LOOK_WIDE: usize = 64 * LOOK;

// Which reading is next: cost against progress.

/// Bytes of progress that weigh as much as one unit of cost.
pub(in crate::core::repair) const PROGRESS: i64 = 96;
/// A reading's first slips tell it from others. Where it has cost so much, the text is full of slips in whatever reading: what it
/// costs more says less, and to go back to every earlier place because of it would be in vain.
pub(in crate::core::repair) const MUCH: u32 = 32;
/// Bytes of progress for each unit beyond that.
pub(in crate::core::repair) const PROGRESS_BEYOND: i64 = 16;
/// Each row of a long document may have slips that cost more than its length makes up for, so earlier readings would be taken up
/// again for every row. Long code in one string costs less than this.
pub(in crate::core::repair) const VERY_MUCH: u32 = 4096;
/// Bytes of progress for each unit beyond that.
pub(in crate::core::repair) const PROGRESS_FAR: i64 = 4;

/// Bytes for which the cheapest is kept.
pub const FRONT_BLOCK: usize = 16;

// How much it works, in steps.

/// The allowance for a short distance, and for each byte, of a text that is not long and of a long one: each step may take
/// memory for good.
pub(in crate::core::repair) const SHORT: usize = 512;
pub(in crate::core::repair) const STEPS: (usize, usize) = (5, 3);
/// Bytes of a text that is not long; and steps that tries in vain may take on such a text.
pub(in crate::core::repair) const NOT_LONG: usize = 8 << 10;
/// Readings that are kept where the allowance is used up for the first time in a stretch of so many bytes.
pub(in crate::core::repair) const KEPT_ONCE: usize = 16;
pub(in crate::core::repair) const STRETCH: usize = 256;
/// Bytes of a string or text that count as a step: tries that lead nowhere are paid for by what they read.
pub(in crate::core::repair) const STEP: usize = 64;
/// Bytes of proven text that count as one.
pub(in crate::core::repair) const PROVEN_STEP: usize = 8;
/// Bytes that a comment, or another piece that means nothing between tokens, counts as.
pub(in crate::core::repair) const TRIVIA_STEP: usize = 16;
/// Steps that one try may take when tries in vain have used up what they may.
pub(in crate::core::repair) const LEASH: usize = 96;
/// A share of the steps that found a document, and of the bytes read twice, that counts as tried in vain.
pub(in crate::core::repair) const SHARE: usize = 16;
/// How often a byte may be looked at as strict JSON.
pub(in crate::core) const TIMES: usize = 4;
/// Levels that a bracket of another kind may close, and from which a document may end with all open.
pub(in crate::core::repair) const LEVELS_CLOSED: u32 = 6;
pub(in crate::core::repair) const LEVELS_LEFT: u32 = 24;
/// Quotes before an error of syntax that it may belong to: those of two members.
pub(in crate::core::repair) const UNPROVEN_QUOTES: usize = 8;

// How other readings are compared with the winner.

/// A reading that stands no more bytes before the winner came as far.
pub(in crate::core::repair) const AS_FAR: usize = 64;
/// Steps that the others are followed for.
pub(in crate::core::repair) const RIVAL_STEPS: usize = 64;
/// Meetings of readings that are kept, and bytes between two that are compared.
pub(in crate::core) const MEETINGS: usize = 32;
pub(in crate::core::repair) const COMPARED: usize = 1 << 16;

// How much it keeps.

/// Steps, and bytes of proven text, that are taken without a look at memory.
pub(in crate::core::repair) const STEPS_AT_ONCE: usize = 1024;
pub(in crate::core::repair) const BYTES_AT_ONCE: usize = 4096;
/// Bytes of a container of strict JSON that is taken token by token: its end is not worth the memory.
pub(in crate::core::repair) const SHORT_CONTAINER: usize = 15;
/// States in the visited set, and readings that wait; when there are more, only the best wait on.
pub(in crate::core::repair) const MOST_VISITED: usize = 1 << 14;
pub(in crate::core::repair) const MOST_WAITING: usize = 2048;
/// Stretches that the best reading ran through; older ones are given up.
pub(in crate::core::repair) const STRETCHES: usize = 2048;
/// Containers that are kept until it is looked which of them are still held.
pub const FEW_FRAMES: usize = 1 << 13;
/// Fixes that are packed, and read back, at once.
pub const LOG_PART: usize = 1024;
/// A log that is longer takes memory worth to be given back before the fixes are written.
pub(in crate::core::repair) const LARGE: usize = 1 << 16;
/// Entries of the memory that a thread keeps for its next record; what was larger is given back.
pub(in crate::core::repair) const MOST_KEPT: usize = 4096;
