//! The piece of a stream that is in memory.

/// The part of the input that is in memory.
#[derive(Clone, Copy, Debug)]
pub struct Window<'t> {
    /// UTF-8 text.
    pub bytes: &'t [u8],
    /// Where `bytes` begins in the whole input.
    pub base: u64,
    /// Says whether the input ends with `bytes`.
    pub last: bool,
}

impl Window<'_> {
    /// The offset in the whole input of a place in the window.
    #[inline]
    pub fn offset(self, at: usize) -> u64 {
        self.base + at as u64
    }

    /// The place in the window of an offset in the whole input, if it is still (or already) there.
    #[inline]
    pub fn place(self, offset: u64) -> Option<usize> {
        let at = usize::try_from(offset.checked_sub(self.base)?).ok()?;
        (at <= self.bytes.len()).then_some(at)
    }
}
