use jmend::core::json::MAX_DEPTH;
use jmend::core::json::growing::*;

#[test]
fn a_snapshot_holds_back_what_may_still_grow() {
    for (text, expected) in [
        ("", None),
        (" ", None),
        ("12", None),
        ("\"a", Some("\"a\"")),
        ("{", Some("{}")),
        ("{\"a", Some("{}")),
        ("{\"a\"", Some("{}")),
        ("{\"a\": ", Some("{}")),
        ("{\"a\": \"", Some("{\"a\": \"\"}")),
        ("{\"a\": \"x\\", Some("{\"a\": \"x\"}")),
        ("{\"a\": \"x\\u00e", Some("{\"a\": \"x\"}")),
        ("{\"a\": \"x\\ud83d", Some("{\"a\": \"x\"}")),
        ("{\"a\": \"x\\\\ud83d", Some("{\"a\": \"x\\\\ud83d\"}")),
        ("{\"a\": \"x\\ud83d\\ude00", Some("{\"a\": \"x\\ud83d\\ude00\"}")),
        ("{\"a\": 1", Some("{}")),
        ("{\"a\": 1 ", Some("{\"a\": 1}")),
        ("{\"a\": 1,", Some("{\"a\": 1}")),
        ("{\"a\": tru", Some("{}")),
        ("{\"a\": true", Some("{\"a\": true}")),
        ("[false, null", Some("[false, null]")),
        ("{\"a\": [1, 2", Some("{\"a\": [1]}")),
        ("{\"a\": [1, {\"b\": [", Some("{\"a\": [1, {\"b\": []}]}")),
        ("{\"a\": [1]} ", Some("{\"a\": [1]}")),
    ] {
        let mut growing = Growing::new(MAX_DEPTH);
        assert!(growing.read(text.as_bytes()), "{text}");
        assert_eq!(growing.snapshot(text.as_bytes()).as_deref(), expected, "{text}");
    }
    for text in ["{a", "{} {", "x", "[truef", "[1}", "{\"a\": 01"] {
        assert!(!Growing::new(MAX_DEPTH).read(text.as_bytes()), "{text}");
    }
}

#[test]
fn a_closed_document_loses_the_word_at_its_end() {
    for (text, expected) in [
        ("{\"a\": 1}", "{}"),
        ("{\"a\": \"x}\"}\n", "{\"a\": \"x}\"}"),
        ("{\"a\": [1, true]}", "{\"a\": [1]}"),
        ("{\"a\": [[], {}]}", "{\"a\": [[], {}]}"),
        ("{}", "{}"),
    ] {
        assert_eq!(held(text).as_deref(), Some(expected), "{text}");
    }
}
