//! The lines of a text: how they begin and end, and which of them go with what is dropped.

use std::ops::Range;

const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// Counts the blanks before `at`.
fn blanks_before(text: &[u8], at: usize) -> usize {
    text[..at].iter().rev().take_while(|byte| is_blank(**byte)).count()
}

/// Returns the number of blanks before `at`, if a line begins with them.
pub fn indent(text: &[u8], at: usize) -> Option<usize> {
    let blanks = blanks_before(text, at);
    (blanks == at || text[at - blanks - 1] == b'\n').then_some(blanks)
}

/// Returns the blanks that the line of `at` begins with.
pub fn indentation(text: &str, at: usize) -> &str {
    let start = memchr::memrchr(b'\n', &text.as_bytes()[..at]).map_or(0, |line| line + 1);
    let line = &text[start..];
    &line[..line.bytes().take_while(|byte| is_blank(*byte)).count()]
}

/// Returns whether the line ends at `at`, but for blanks. The end of the text ends no line.
pub fn ends_line(text: &[u8], at: usize) -> bool {
    text[at..].iter().find(|byte| !is_blank(**byte) && **byte != b'\r') == Some(&b'\n')
}

/// Returns how the lines of a text end: as its first line does.
pub fn line_end(text: &str) -> &'static str {
    let first = memchr::memchr(b'\n', text.as_bytes()).unwrap_or(0);
    if text[..first].ends_with('\r') { "\r\n" } else { "\n" }
}

/// Returns what to drop with the span `start..end`, a comment: a line that holds nothing else is dropped as a whole, so that no
/// blank line is left. Nothing before `from` may change: a token or another fix ends there.
pub fn whole_line(text: &[u8], from: usize, start: usize, end: usize) -> Range<usize> {
    let from = from.min(start);
    let line = start - blanks_before(&text[from..], start - from);
    let rest = end + text[end..].iter().take_while(|byte| is_blank(**byte)).count();
    let next = match &text[rest..] {
        [b'\n', ..] => rest + 1,
        [b'\r', b'\n', ..] => rest + 2,
        _ => return start..end,
    };
    if line == 0 || text[line - 1] == b'\n' { line..next } else { start..end }
}
