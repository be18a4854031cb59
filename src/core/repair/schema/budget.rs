//! The limits of the coercion of one record. A schema of a few kilobytes can ask for any amount of work and memory, so
//! both are bounded by the text and a constant. A record that needs more is refused.

use crate::core::json::tree::Tree;

/// Looks at values, whatever the record: a fraction of a second.
const LOOKS: u64 = 1 << 22;
/// The same for each value of a larger record.
const LOOKS_EACH: u64 = 1 << 9;

/// Bytes of changes that are kept until the cheapest are chosen, whatever the record.
const BYTES: usize = 1 << 26;
/// The same for each byte of a larger record.
const BYTES_EACH: usize = 1 << 8;

/// Looks and bytes that are left.
pub(super) struct Budget {
    pub(super) looks: u64,
    bytes: usize,
}

impl Budget {
    /// Returns the budget of a record.
    pub(super) fn of(tree: &Tree<'_>) -> Self {
        Self {
            looks: LOOKS.max(LOOKS_EACH * tree.len() as u64),
            bytes: BYTES.max(BYTES_EACH.saturating_mul(tree.text().len())),
        }
    }

    /// Takes bytes that stay in memory until the record is done.
    pub(super) fn keep(&mut self, bytes: usize) {
        self.bytes = self.bytes.saturating_sub(bytes);
    }

    /// Returns whether the record needs more than it may take.
    pub(super) fn is_spent(&self) -> bool {
        self.looks == 0 || self.bytes == 0
    }
}
