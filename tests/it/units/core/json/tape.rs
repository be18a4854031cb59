use std::ops::Range;

use jmend::core::json::scan::{Names, scan_text_with};
use jmend::core::json::tape::Tape;

/// Writes down what a scan shows.
#[derive(Default)]
struct Shown(Vec<String>);

impl Names for Shown {
    fn begin(&mut self, at: usize, is_object: bool) {
        self.0.push(format!("begin {at} {is_object}"));
    }

    fn key(&mut self, bytes: &[u8], key: Range<usize>) {
        self.0.push(format!("key {}", String::from_utf8_lossy(&bytes[key])));
    }

    fn end(&mut self, end: usize, is_object: bool) {
        self.0.push(format!("end {end} {is_object}"));
    }
}

#[test]
fn a_tape_shows_what_the_scan_has_shown() {
    let document = r#" {"a": [1, {"b": {}}], "": "x", "a long key of many words": {"c": [[]]}}"#;
    let mut tape = Tape::default();
    for cut in 2..document.len() {
        let text = &document[..cut];
        let mut shown = Shown::default();
        let error = scan_text_with(text, 64, &mut shown).unwrap_err();
        assert_eq!(tape.scan(text, 64), Err(error));
        let mut again = Shown::default();
        assert_eq!(tape.show(text.as_bytes(), 1, &mut again), Some(error.offset), "{text}");
        assert_eq!(again.0, shown.0, "{text}");
        assert_eq!(tape.show(text.as_bytes(), 0, &mut again), None, "another value");
    }
}

#[test]
fn a_tape_that_is_too_long_shows_nothing() {
    let mut tape = Tape::default();
    for (keys, is_known) in [(20_000, true), (70_000, false)] {
        let text = format!("{{{}!", r#""a": 1, "#.repeat(keys));
        assert!(tape.scan(&text, 64).is_err());
        let shown = tape.show(text.as_bytes(), 0, &mut Shown::default());
        assert_eq!(shown.is_some(), is_known, "{keys}");
    }
}

#[test]
fn a_thread_notes_what_it_scans_until_a_text_is_json() {
    let repair = |text: &str| jmend::repair(text, &jmend::Options::default()).is_ok();
    assert!(repair("[1,]"));
    let tape = Tape::take();
    assert!(tape.is_some(), "the last text was broken");
    Tape::give_back(tape);
    assert!(repair("[1]"));
    assert!(Tape::take().is_none(), "the last text was JSON");
}
