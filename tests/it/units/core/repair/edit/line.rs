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

#[test]
fn a_line_begins_and_ends_with_blanks() {
    for (text, at, expected) in
        [("  a", 2, Some(2)), ("a\n\t b", 4, Some(2)), ("a b", 2, None), ("\r\na", 2, Some(0))]
    {
        assert_eq!(indent(text.as_bytes(), at), expected, "{text:?}");
    }
    for (text, at, expected) in
        [("\t a b", 3, "\t "), ("a\r\n  b", 5, "  "), ("a", 1, ""), ("a\n  ", 2, "  ")]
    {
        assert_eq!(indentation(text, at), expected, "{text:?}");
    }
    for (text, at, expected) in
        [("a \t\r\nb", 1, true), ("a b\n", 1, false), ("a ", 1, false), ("a", 1, false)]
    {
        assert_eq!(ends_line(text.as_bytes(), at), expected, "{text:?}");
    }
    for (text, expected) in [("a\r\nb\n", "\r\n"), ("a\nb\r\n", "\n"), ("a", "\n"), ("\na\r\n", "\n")] {
        assert_eq!(line_end(text), expected, "{text:?}");
    }
}
