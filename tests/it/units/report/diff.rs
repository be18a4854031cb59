use std::borrow::Cow;

use jmend::report::diff::*;
use jmend::report::{Look, Name, Report as _};

fn edit(start: usize, end: usize, with: &str) -> Edit<'_> {
    Edit { span: start..end, with: Cow::Borrowed(with.as_bytes()) }
}

fn diff(text: &str, edits: &[Edit<'_>]) -> String {
    let mut out = Vec::new();
    let name = Name { path: None, bytes: Vec::new(), shown: "x".to_owned() };
    let mut diff = Diff::new(Look { color: false, width: None });
    diff.hunks(&name, 0, &hunks(text.as_bytes(), edits), &mut out);
    String::from_utf8(out).unwrap()
}

#[test]
fn hunks_have_context_and_counts() {
    let text: String = (1..=20).fold(String::new(), |text, n| text + &format!("{n}\n"));
    let at = |line: &str| text.find(line).unwrap();
    let nine = at("9\n");
    assert_eq!(
        diff(&text, &[edit(nine, nine + 1, "IX")]),
        "--- x\n+++ x\n@@ -6,7 +6,7 @@\n 6\n 7\n 8\n-9\n+IX\n 10\n 11\n 12\n"
    );
    // An insertion of a line, two changes that share a hunk, and one that stands alone.
    let edits = [edit(0, 0, "0\n"), edit(at("5\n"), at("5\n") + 1, "V"), edit(at("20"), at("20") + 2, "XX")];
    assert_eq!(
        diff(&text, &edits),
        "--- x\n+++ x\n@@ -1,8 +1,9 @@\n+0\n 1\n 2\n 3\n 4\n-5\n+V\n 6\n 7\n 8\n\
         @@ -17,4 +18,4 @@\n 17\n 18\n 19\n-20\n+XX\n"
    );
}

#[test]
fn ends_of_lines_and_of_the_text() {
    for (text, edits, expected) in [
        ("a\nb", vec![edit(3, 3, "\n")], "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n"),
        ("a\nb\n", vec![edit(1, 2, "")], "@@ -1,2 +1 @@\n-a\n-b\n+ab\n"),
        ("a\nb\n", vec![edit(1, 2, "\n")], ""),
        ("a\nb\n", vec![edit(0, 2, "")], "@@ -1,2 +1 @@\n-a\n b\n"),
        ("", vec![edit(0, 0, "{}\n")], "@@ -0,0 +1 @@\n+{}\n"),
        ("x", vec![edit(0, 1, "")], "@@ -1 +0,0 @@\n-x\n\\ No newline at end of file\n"),
        (
            "a b c",
            vec![edit(0, 1, "A"), edit(4, 5, "C"), edit(5, 5, "\n")],
            "@@ -1 +1 @@\n-a b c\n\\ No newline at end of file\n+A b C\n",
        ),
    ] {
        let head = if expected.is_empty() { "" } else { "--- x\n+++ x\n" };
        assert_eq!(diff(text, &edits), format!("{head}{expected}"), "{text:?}");
    }
}

#[test]
fn what_differs_is_found_at_borders_of_characters() {
    for (line, other, expected) in [
        ("abc", "axc", 1..2),
        ("abc", "abc", 3..3),
        ("aa", "aaa", 2..2),
        ("é", "è", 0..2),
        ("{'a'}", "{\"a\"}", 1..4),
    ] {
        assert_eq!(differing(line.as_bytes(), other.as_bytes()), expected, "{line} {other}");
    }
}
