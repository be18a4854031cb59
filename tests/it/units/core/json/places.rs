mod stream;

use jmend::core::json::places::*;
use jmend::core::json::{MAX_DEPTH, scan};

pub(super) const TEXT: &str =
    r#" {"a":[{"b":"one"},{"b":"t\"wo","c":["three"]}],"a\u0062":"four","d":{"b":"no"},"":"five"} "#;

pub(super) fn found(pointers: &[&str]) -> Vec<(String, String)> {
    let places = Places::parse(pointers.iter().copied()).expect("valid");
    let mut found = Vec::new();
    let at = |start: usize, trail: &Trail<'_>| {
        let end = scan::string_end(TEXT.as_bytes(), start)?;
        found.push((TEXT[start + 1..end - 1].to_owned(), trail.pointer()));
        Ok(end)
    };
    let end = places.strings(TEXT.as_bytes(), 1, MAX_DEPTH, &mut Way::default(), at).expect("valid");
    assert_eq!(end, TEXT.len() - 1);
    found
}

#[test]
fn places_are_found_with_their_paths() {
    for (pointers, expected) in [
        (&["/a/*/b"][..], &[("one", "/a/0/b"), ("t\\\"wo", "/a/1/b")][..]),
        (&["/a/1/*", "/ab", "/"], &[("t\\\"wo", "/a/1/b"), ("four", "/ab"), ("five", "/")]),
        (&["/a/*/c/0", "/d"], &[("three", "/a/1/c/0")]),
        (&["/*/b"], &[("no", "/d/b")]),
        (&[""], &[]),
    ] {
        let expected: Vec<_> = expected.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
        assert_eq!(found(pointers), expected, "{pointers:?}");
    }
}
