use jmend::core::repair::edit::line::*;

#[test]
fn a_comment_takes_its_line_with_it_where_nothing_else_is_there() {
    for (text, comment, from, expected) in [
        ("{\n  // a\n  1}", "// a", 1, 2..9),
        ("{\n\t// a \r\n1}", "// a", 1, 2..10),
        // Something else is in the line, or the text ends with it.
        ("{ // a\n1}", "// a", 1, 2..6),
        ("{\n/* a */ 1}", "/* a */", 1, 2..9),
        ("{\n// a", "// a", 1, 2..6),
        ("// a\n1", "// a", 0, 0..5),
        // The blanks before it are another fix's.
        ("{\n  // a\n1}", "// a", 3, 4..8),
    ] {
        let start = text.find(comment).expect(text);
        assert_eq!(whole_line(text.as_bytes(), from, start, start + comment.len()), expected, "{text:?}");
    }
}
