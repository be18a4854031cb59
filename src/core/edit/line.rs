//! Lines that go with what is dropped from them.

use std::ops::Range;

/// What to drop with the span `start..end`, a comment: a line that holds nothing else is dropped as a whole, so that no blank
/// line is left. Nothing before `from` may change: a token or another fix ends there.
pub(crate) fn whole_line(text: &[u8], from: usize, start: usize, end: usize) -> Range<usize> {
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
    let line = start - text[from.min(start)..start].iter().rev().take_while(|byte| is_blank(byte)).count();
    let rest = end + text[end..].iter().take_while(|byte| is_blank(byte)).count();
    let next = match &text[rest..] {
        [b'\n', ..] => rest + 1,
        [b'\r', b'\n', ..] => rest + 2,
        _ => return start..end,
    };
    if line > 0 && text[line - 1] == b'\n' { line..next } else { start..end }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_takes_its_line_with_it_where_nothing_else_is_there() {
        for (text, comment, from, expected) in [
            ("{\n  // a\n  1}", "// a", 1, 2..9),
            ("{\n\t// a \r\n1}", "// a", 1, 2..10),
            // Something else is in the line, or the text ends with it, or begins with it.
            ("{ // a\n1}", "// a", 1, 2..6),
            ("{\n/* a */ 1}", "/* a */", 1, 2..9),
            ("{\n// a", "// a", 1, 2..6),
            ("// a\n1", "// a", 0, 0..4),
            // The blanks before it are another fix's.
            ("{\n  // a\n1}", "// a", 3, 4..8),
        ] {
            let start = text.find(comment).expect(text);
            assert_eq!(whole_line(text.as_bytes(), from, start, start + comment.len()), expected, "{text:?}");
        }
    }
}
