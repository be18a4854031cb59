//! Lines that go with what is dropped from them.

use std::ops::Range;

/// What to drop with the span `start..end`, a comment: a line that holds nothing else is dropped as a whole, so that no blank
/// line is left. Nothing before `from` may change: a token or another fix ends there.
pub fn whole_line(text: &[u8], from: usize, start: usize, end: usize) -> Range<usize> {
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
    let line = start - text[from.min(start)..start].iter().rev().take_while(|byte| is_blank(byte)).count();
    let rest = end + text[end..].iter().take_while(|byte| is_blank(byte)).count();
    let next = match &text[rest..] {
        [b'\n', ..] => rest + 1,
        [b'\r', b'\n', ..] => rest + 2,
        _ => return start..end,
    };
    if line == 0 || text[line - 1] == b'\n' { line..next } else { start..end }
}
