use jmend::core::json::pointer::*;
use jmend::core::json::{MAX_DEPTH, parse};

#[test]
fn the_examples_of_rfc_6901() {
    let text = r#"{"foo":["bar","baz"],"":0,"a/b":1,"m~n":8," ":7}"#;
    let value = parse(text, MAX_DEPTH).expect("valid");
    for (pointer, expected) in
        [("/foo/0", "\"bar\""), ("/", "0"), ("/a~1b", "1"), ("/m~0n", "8"), ("/ ", "7")]
    {
        let found = resolve(&value, &Pattern::parse(pointer).expect("valid")).expect(pointer);
        let mut out = Vec::new();
        jmend::core::json::Style::compact().write_value(found, &mut out);
        assert_eq!(String::from_utf8_lossy(&out), expected, "{pointer}");
    }
    for missing in ["/foo/2", "/foo/00", "/foo/-", "/x"] {
        assert_eq!(resolve(&value, &Pattern::parse(missing).expect("valid")), None, "{missing}");
    }
    for pointer in ["", "/foo", "/foo/0", "/foo/1", "/", "/a~1b", "/m~0n", "/ "] {
        let found = resolve(&value, &Pattern::parse(pointer).expect("valid")).expect(pointer);
        let mut out = Vec::new();
        jmend::core::json::Style::compact().write_value(found, &mut out);
        let out = String::from_utf8_lossy(&out).into_owned();
        let place = text.rfind(&out).expect("it stands there");
        assert_eq!(at(text, place), pointer);
    }
    assert!(Pattern::parse("foo").is_err() && Pattern::parse("/~2").is_err());
}

#[test]
fn values_are_found_by_their_pointers() {
    let text = r#" {"a" : [1, {"b/c": "x"}, []], "a~": {"": 2}, "d": 1, "\u0064": 3} "#;
    for (pointer, value) in [
        ("", Some(text.trim())),
        ("/a", Some(r#"[1, {"b/c": "x"}, []]"#)),
        ("/a/0", Some("1")),
        ("/a/1/b~1c", Some("\"x\"")),
        ("/a/2", Some("[]")),
        ("/a~0/", Some("2")),
        ("/d", Some("3")),
        ("/a/3", None),
        ("/a/x", None),
        ("/d/0", None),
        ("a", None),
    ] {
        assert_eq!(locate(text, pointer).map(|range| &text[range]), value, "{pointer}");
    }
}
