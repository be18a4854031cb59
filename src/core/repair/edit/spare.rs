//! The memory of an output, which goes to the next record of the thread.

use std::cell::Cell;

/// Bytes of a text whose memory is kept for the next.
const MOST_TEXT: usize = 1 << 16;

thread_local! {
    static TEXT: Cell<String> = Cell::default();
}

/// An empty text with room for `len` bytes, in memory that was kept if there is any.
#[inline]
pub(super) fn text_of(len: usize) -> String {
    let mut text = TEXT.take();
    text.reserve(len);
    text
}

/// Keeps the memory of a text that is written out for the next one of this thread.
#[inline]
pub(crate) fn keep_text(mut text: String) {
    if text.capacity() <= MOST_TEXT {
        text.clear();
        TEXT.set(text);
    }
}
