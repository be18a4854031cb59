use std::ops::Range;

use jmend::core::json::shown::is_unsafe;
use jmend::report::excerpt::*;

/// The line, and under it the mark.
fn shown(source: impl AsRef<[u8]>, span: Range<usize>, width: usize) -> String {
    let Excerpt { mark, text, is_open, .. } = excerpt(source.as_ref(), span, width);
    let carets = if mark.is_empty() { "|".to_owned() } else { "^".repeat(mark.len()) };
    format!("{text}\n{}{carets}{}", " ".repeat(mark.start), if is_open { "+" } else { "" })
}

#[test]
fn marks_stand_under_what_they_mark() {
    for (source, span, expected) in [
        ("{'a': 1}", 1..4, "{'a': 1}\n ^^^"),
        ("[1 2]", 2..2, "[1 2]\n  |"),
        ("a\n[1,]\nb", 4..5, "[1,]\n  ^"),
        ("漢字 'x'", 7..10, "漢字 'x'\n     ^^^"),
        ("\t{'a'}", 2..5, "    {'a'}\n     ^^^"),
        ("\"a\tb\"", 2..3, "\"a⇥b\"\n  ^"),
        ("\"a\nb\"", 2..3, "\"a⏎\n  ^"),
        ("{}\n\n```\n", 2..7, "```\n^^^"),
        ("x\x1b[2J'a'", 5..8, "x\\u{1b}[2J'a'\n          ^^^"),
        ("/* a\nb */1", 0..9, "/* a\n^^^^+"),
        ("", 0..0, "\n|"),
        ("a\n", 2..2, "\n|"),
    ] {
        assert_eq!(shown(source, span, 80), expected, "{source:?}");
    }
    assert_eq!(shown(b"a\xffb", 1..2, 80), "a\\xffb\n ^^^^");
}

#[test]
fn long_lines_are_a_window_around_the_place() {
    let source = format!("{}'mark'{}", "a".repeat(1 << 20), "b".repeat(1 << 20));
    let at = 1 << 20;
    assert_eq!(shown(&source, at..at + 6, 30), "…aaaaaaaaa'mark'bbbbbbbbbbbbb…\n          ^^^^^^");
    let end = source.len();
    assert_eq!(shown(&source, end..end, 20), "…bbbbbbbbbbbbbbbbbb\n                   |");
    assert_eq!(shown(&source, 0..1, 20), "aaaaaaaaaaaaaaaaaa…\n^");
    let whole = excerpt(source.as_bytes(), 0..source.len(), 20);
    assert!(whole.is_open && whole.mark == (0..18), "{whole:?}");
}

#[test]
fn whatever_the_bytes_the_width_holds_and_nothing_unsafe_is_shown() {
    let nasty = "漢\x1b]0;x\x07\u{202e}é\u{301}\u{9b}😀\u{2066}\x7f\r\n\t'".repeat(40);
    let bytes = nasty.as_bytes();
    for at in 0..bytes.len().min(600) {
        for len in [0, 1, 7, 1000] {
            let shown = excerpt(bytes, at..at + len, 40);
            assert!(columns(&shown.text) <= 40 && shown.mark.end <= 40, "{at} {shown:?}");
            assert!(!shown.text.contains(is_unsafe), "{at} {shown:?}");
        }
    }
}

#[test]
fn clipped_text_ends_in_an_ellipsis() {
    for (text, columns, expected) in
        [("abc", 3, "abc"), ("abcd", 3, "ab…"), ("a\nb", 9, "a⏎b"), ("漢字", 3, "漢…"), ("", 3, "")]
    {
        assert_eq!(clip(text, columns), expected);
    }
}
