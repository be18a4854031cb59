//! Bytes of a fuzzer, or of a property test, that make choices.

/// Choices that bytes make, one each; the first of a table when there are no more.
pub struct Choices<'b>(std::slice::Iter<'b, u8>);

impl<'b> Choices<'b> {
    pub fn new(bytes: &'b [u8]) -> Self {
        Self(bytes.iter())
    }

    pub fn below(&mut self, count: usize) -> usize {
        usize::from(self.0.next().copied().unwrap_or_default()) % count
    }

    pub fn of<'t>(&mut self, table: &[&'t str]) -> &'t str {
        table[self.below(table.len())]
    }
}
