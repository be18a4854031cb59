use std::borrow::Cow;

use jmend::core::repair::engine::{Code, Fix, Options, Repaired, Risk, repair};
use jmend::report::paths::*;

fn fix(start: usize, end: usize, replacement: Option<&'static str>) -> Fix<'static> {
    Fix { code: Code::Comment, start, end, replacement: replacement.map(Into::into), risk: Risk::Syntax }
}

fn paths_of(text: &str, documents: &[(usize, usize)], fixes: Vec<Fix<'static>>) -> Vec<String> {
    paths(&repaired(text, documents, fixes), usize::MAX)
        .into_iter()
        .map(|path| path.expect("short"))
        .collect()
}

fn repaired<'a>(text: &'a str, documents: &[(usize, usize)], fixes: Vec<Fix<'static>>) -> Repaired<'a> {
    let mut repaired = repair(b"0", &Options::default()).unwrap();
    repaired.text = Cow::Borrowed(text);
    repaired.documents = documents.iter().map(|&(start, end)| start..end).collect();
    repaired.fixes = fixes.into();
    repaired
}

#[test]
fn every_byte_of_a_document_has_a_path() {
    let text = r#"{"a": [1, {"b/c": "x"}], "d" : {} }"#;
    let at = |place: usize| {
        paths_of(text, &[(0, text.len())], Vec::from([fix(place, place, Some("y"))])).remove(0)
    };
    for (byte, path) in [
        ("{\"a", ""),
        ("\"a", "/a"),
        (": [", "/a"),
        ("[1", "/a"),
        ("1", "/a/0"),
        (", {", "/a"),
        ("{\"b", "/a/1"),
        ("\"b", "/a/1/b~1c"),
        ("x", "/a/1/b~1c"),
        ("}]", "/a/1"),
        ("], ", "/a"),
        (", \"d", ""),
        ("d", "/d"),
        ("{} ", "/d"),
        (" }", "/d"),
    ] {
        assert_eq!(at(text.find(byte).expect(byte)), path, "{byte}");
    }
    assert_eq!((at(text.len() - 1), at(text.len())), (String::new(), String::new()));
}

#[test]
fn fixes_land_where_the_earlier_ones_push_them() {
    // `{x:1, y:'a\d'}`: three fixes, and a note inside the last.
    let fixes = Vec::from([
        fix(1, 2, Some("\"x\"")),
        fix(6, 7, Some("\"y\"")),
        fix(8, 13, Some("\"a\\\\d\"")),
        fix(10, 11, None),
    ]);
    let text = r#"{"x":1, "y":"a\\d"}"#;
    assert_eq!(paths_of(text, &[(0, text.len())], fixes), ["/x", "/y", "/y", "/y"]);
}

#[test]
fn documents_are_numbered_and_long_paths_left_out() {
    let text = "[1]\n[2]";
    let fixes = Vec::from([fix(1, 1, Some("1")), fix(4, 5, Some("2"))]);
    assert_eq!(paths_of(text, &[(0, 3), (4, 7)], fixes), ["/0/0", "/1/0"]);
    let fixes = Vec::from([fix(1, 1, Some("\""))]);
    let long = format!("{{\"{}\":1}}", "k".repeat(LONGEST));
    assert_eq!(paths(&repaired(&long, &[(0, long.len())], fixes), usize::MAX), [None]);
}
