use std::io;

use jmend::cli::input::Open;
use jmend::cli::texts::*;

fn texts(text: &str) -> Vec<String> {
    let mut open = Open::stream(Box::new(io::Cursor::new(text.to_owned())));
    let (mut texts, mut found) = (Texts::default(), Vec::new());
    while let Ok(Next::Text(text, _)) = texts.next(&mut open, 1024, 0) {
        found.push(String::from_utf8_lossy(text).into_owned());
    }
    found
}

#[test]
fn texts_are_told_apart_in_every_framing() {
    assert_eq!(texts("{\"a\":1}{\"b\":2}\n {\"c\":[\n3]}\n"), ["{\"a\":1}", "{\"b\":2}", "{\"c\":[\n3]}"]);
    assert_eq!(texts("\x1e{\"a\":1}\n\x1e{\"b\":2}\n"), ["{\"a\":1}", "{\"b\":2}"]);
    assert_eq!(texts("1 true\n"), ["1", "true"]);
    assert!(texts(" \n").is_empty());
}

#[test]
fn a_bad_text_leaves_its_neighbours_alone() {
    assert_eq!(texts("{'a':1}\n{\"b\":2}\n"), ["{'a':1}", "{\"b\":2}"]);
    assert_eq!(texts("{\n 'a': {\n}}\n{\"b\":2}\n"), ["{\n 'a': {\n}}\n", "{\"b\":2}"]);
    assert_eq!(texts("{\"a\":"), ["{\"a\":"]);
}

#[test]
fn what_may_go_on_is_waited_for() {
    for text in ["12", "{\"a\":", "{'a':1}", "{\n'a'\n"] {
        assert_eq!(end_of_first(text.as_bytes(), false, 1024), None, "{text}");
    }
    assert_eq!(end_of_first(b"{\"a\":1}", false, 1024), Some(7));
    assert_eq!(end_of_first(b"{'a':1}\n", false, 1024), Some(7));
}
