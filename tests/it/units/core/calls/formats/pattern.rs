use jmend::core::calls::formats::pattern::*;

#[test]
fn a_pattern_has_pieces() {
    let text = |text: &str| Piece::Text(text.to_owned());
    let hole = |name: &str| Piece::Hole(name.to_owned());
    for (pattern, expected) in [
        (
            r"<a>\s*<f=(?P<name>[^>\n]+)>",
            vec![text("<a>"), Piece::Space, text("<f="), hole("name"), text(">")],
        ),
        (
            r"<\|to\|>f\.(?P<name>\w+).*?<\|m\|>",
            vec![text("<|to|>f."), hole("name"), Piece::Skip, text("<|m|>")],
        ),
        (r"(?:<\|h\|>)?[^<]*<\|c\|>", vec![Piece::Maybe("<|h|>".to_owned()), Piece::Skip, text("<|c|>")]),
        (r"^\[x\](.*?)\[/x\]$", vec![text("[x]"), hole("content"), text("[/x]")]),
        (r"a\n?(?P<v>(?:[)\]]|b)*)c", vec![text("a"), Piece::Space, hole("v"), text("c")]),
    ] {
        assert_eq!(pieces(pattern), Ok(expected), "{pattern}");
    }
    for pattern in ["a|b", "(?=x)", "(?:a|b)", "x*", "a{2}", r"\bx", "(x", "[x"] {
        assert!(pieces(pattern).is_err_and(|error| error.contains("is not read")), "{pattern}");
    }
}
