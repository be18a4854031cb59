//! From the documents of mended text back to the records they came from, in memory that does not grow.

use std::collections::VecDeque;

/// Which record of the input each document of the mended text is of: some records have several, some have none.
#[derive(Debug, Default)]
pub(super) struct Origins {
    documents: u64,
    /// Documents from which on the numbers run otherwise than before, with the record of each.
    jumps: VecDeque<(u64, u64)>,
    /// How many of them are of text that was mended before the last.
    older: usize,
    /// The jump before the first of them.
    last: (u64, u64),
}

impl Origins {
    /// The next record, of so many documents.
    pub(super) fn add(&mut self, record: u64, documents: usize) {
        for _ in 0..documents {
            self.documents += 1;
            if self.record_of(self.documents) != record {
                self.jumps.push_back((self.documents, record));
            }
        }
    }

    /// The record that a document is of; both count from 1.
    pub(super) fn record_of(&self, document: u64) -> u64 {
        let at = self.jumps.partition_point(|(first, _)| *first <= document);
        let (first, record) = at.checked_sub(1).map_or(self.last, |at| self.jumps[at]);
        record + (document - first)
    }

    /// More text is mended, and that before the last is done with.
    pub(super) fn forget(&mut self) {
        self.last = self.jumps.drain(..self.older).next_back().unwrap_or(self.last);
        self.older = self.jumps.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_are_those_of_their_records() {
        let mut origins = Origins::default();
        let mut due = vec![0];
        for (record, documents) in [(1, 1), (2, 0), (3, 2), (4, 1), (5, 0), (6, 0), (7, 3), (8, 1), (9, 1)] {
            if record % 3 == 0 {
                origins.forget();
            }
            origins.add(record, documents);
            due.extend(vec![record; documents]);
            // What is still read is at most the text before this one.
            for document in due.len().saturating_sub(3).max(1)..due.len() {
                assert_eq!(
                    origins.record_of(document as u64),
                    due[document],
                    "document {document} of {due:?}"
                );
            }
        }
        for _ in 0..2 {
            origins.forget();
        }
        assert!(origins.jumps.is_empty());
        assert_eq!(origins.record_of(9), 9);
    }
}
