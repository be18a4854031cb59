//! Places in a text as JavaScript counts them.

/// Counts places: in UTF-16 units for strings, in bytes for bytes.
pub struct Units<'t> {
    /// The text where its units and bytes differ.
    text: Option<&'t [u8]>,
    /// Where the last place was: bytes, units.
    last: (usize, usize),
}

impl<'t> Units<'t> {
    /// Counts in this text.
    pub fn of(text: &'t [u8], is_string: bool) -> Self {
        Self { text: Some(text).filter(|text| is_string && !text.is_ascii()), last: (0, 0) }
    }

    /// The place of a byte offset. Places that lie near to the one before are found fast.
    pub fn at(&mut self, offset: usize) -> usize {
        let Some(text) = self.text else { return offset };
        let offset = offset.min(text.len());
        let (bytes, units) = self.last;
        let units = if offset >= bytes {
            units + count(&text[bytes..offset])
        } else {
            units - count(&text[offset..bytes])
        };
        self.last = (offset, units);
        units
    }
}

/// The UTF-16 units of a text: one a character, two where it takes four bytes.
fn count(bytes: &[u8]) -> usize {
    let units = |byte: &u8| usize::from(byte & 0xC0 != 0x80) + usize::from(*byte >= 0xF0);
    bytes.iter().map(units).sum()
}
