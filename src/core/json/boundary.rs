//! Offsets moved to the boundary of a character, so that a text can be cut there.

/// The last boundary at or before `at`, which is at most the length of the text.
pub fn floor(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// The first boundary at or after `at`, which is at most the length of the text.
pub(crate) fn ceil(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at += 1;
    }
    at
}
