//! `repair --partial`, and `Partial` of the library: a document as valid JSON while it is written. What was shown of valid
//! text is never taken back, the last snapshot is the document, and the work grows as the text does.

use std::io::{BufRead, BufReader, Read, Write};

use jmend::core::json::growing::grows as says_more;
use jmend::core::json::scan_document;
use jmend::{Numbers, Options, Partial, Risk};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use serde_json::{Value, json};

use crate::common::texts::{damaged, json as documents};
use crate::common::{check, start};

const CHUNKS: [usize; 3] = [1, 7, 4096];

fn config() -> ProptestConfig {
    let rng_seed = RngSeed::Fixed(20_261_125);
    ProptestConfig { cases: 300, rng_seed, failure_persistence: None, ..ProptestConfig::default() }
}

/// All snapshots of a text that comes in chunks, and the document at the end.
fn snapshots(text: &str, chunk: usize) -> (Vec<Value>, Option<Value>) {
    let mut partial = Partial::new();
    let mut shown = Vec::new();
    for piece in text.as_bytes().chunks(chunk) {
        if partial.push(piece) {
            let value = partial.value().expect("a value");
            shown.push(serde_json::from_str(value).unwrap_or_else(|error| panic!("{error}: {value}")));
        }
    }
    let last = partial.finish().ok().and_then(|repaired| serde_json::from_str(&repaired.text).ok());
    (shown, last)
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn snapshots_of_valid_text_grow_into_the_document(text in documents()) {
        prop_assume!(scan_document(text.as_bytes(), 100).is_ok());
        for chunk in CHUNKS {
            let shown = grown(&text, chunk)?;
            let is_container = text.trim_start().starts_with(['{', '[']);
            prop_assert!(chunk > 1 || !is_container || !shown.is_empty());
            prop_assert!(shown.last().is_none_or(|last| says_more(last, &text)), "{:?} then {}", shown, text);
        }
    }

    /// Whatever the text is and stands before it, no snapshot takes back what the one before it showed.
    #[test]
    fn snapshots_of_damaged_text_grow(text in damaged(), (before, after) in surroundings()) {
        let text = format!("{before}{text}{after}");
        for chunk in CHUNKS {
            grown(&text, chunk)?;
        }
    }

    /// A document that has begun for certain is shown as it is without the text around it, and is the document of the whole.
    #[test]
    fn snapshots_after_other_text_grow_into_the_document(text in documents(), (before, after) in surroundings()) {
        prop_assume!(scan_document(text.as_bytes(), 100).is_ok() && text.trim_start().starts_with(['{', '[']));
        // Half a character, which valid JSON may have, becomes U+FFFD where anything is repaired.
        prop_assume!(!text.to_ascii_lowercase().contains("\\ud"));
        let around = format!("{before}{}{after}", text.trim());
        let last = jmend::repair(&around, &Options::default()).expect("a document");
        prop_assume!(last.documents.len() == 1);
        for chunk in CHUNKS {
            let shown = grown(&around, chunk)?;
            prop_assert!(chunk > 1 || !shown.is_empty());
            prop_assert!(shown.last().is_none_or(|shown| says_more(shown, &last.text)), "{:?} then {}", shown, last.text);
        }
    }
}

/// Lists what models write before a document that they then begin for certain, and after it.
fn surroundings() -> impl Strategy<Value = (&'static str, &'static str)> {
    prop::sample::select(vec![
        ("", ""),
        ("Here it is:\n", ""),
        ("The result of step [2] is:\n\n", "\n\nAnything else?"),
        ("```json\n", "\n```"),
        ("Sure!\n\n```json\n", "\n```\nGood luck!"),
        ("<think>\nIs it {\"a\": 1, \"b\": [2]}? No.\n</think>\n\n", ""),
        ("<think>Hm.</think>", ""),
        ("It is \"so\", I think.\n</think>\n", ""),
        ("<think>Hm:\n[1, 2]\n</think>\nHere you go:\n```json\n", "\n```\n"),
    ])
}

/// The snapshots of a text, none of which takes back what the one before it showed.
fn grown(text: &str, chunk: usize) -> Result<Vec<String>, TestCaseError> {
    let mut partial = Partial::new();
    let mut shown: Vec<String> = Vec::new();
    for piece in text.as_bytes().chunks(chunk) {
        if partial.push(piece) {
            let value = partial.value().expect("a value").to_owned();
            prop_assert!(scan_document(value.as_bytes(), 200).is_ok(), "{}", value);
            prop_assert!(
                shown.last().is_none_or(|last| says_more(last, &value)),
                "{:?} then {}",
                shown,
                value
            );
            shown.push(value);
        }
    }
    Ok(shown)
}

/// What is shown after each piece, each as the program writes it.
#[test]
fn pieces_and_what_is_shown_of_them() {
    for (pieces, due) in [
        // Valid text: numbers, words, keys and half characters are held back.
        (
            &["{\"a\": 1", "2, \"b", "\": tr", "ue, \"c\": \"x", "y\"}"][..],
            "{} | {\"a\":12} | {\"a\":12,\"b\":true,\"c\":\"x\"} | {\"a\":12,\"b\":true,\"c\":\"xy\"}",
        ),
        (&["[\"\\ud8", "3d", "\\ude00", "\"]"], "[\"\"] | [\"\\ud83d\\ude00\"]"),
        (&["\"wo", "rd\""], "\"wo\" | \"word\""),
        (&["12", "3"], ""),
        // A fence and other spellings are syntax, and shown at once.
        (
            &["```json\n{\"a\": [\"x", "\", 1, ", "2]}\n```"],
            "{\"a\":[\"x\"]} | {\"a\":[\"x\",1]} | {\"a\":[\"x\",1,2]}",
        ),
        (&["{'a': 'x", "', 'b': Tr", "ue, 'c': [1, 2"], "{\"a\":\"x\"} | {\"a\":\"x\",\"b\":true,\"c\":[1]}"),
        // Damaged text is held.
        (&["{\"a\": \"x\" \"b\": ", "\"y\", "], "{\"a\":\"x\"}"),
        // Words are whole with their last letter, and stay.
        (&["[tru", "e", "fal", "se, 1"], "[] | [true]"),
        (&["{\"a\": tru", "e", ", \"b\": null"], "{} | {\"a\":true} | {\"a\":true,\"b\":null}"),
        (&["{'a': Tru", "e", ", 'b': Non", "e"], "{} | {\"a\":true} | {\"a\":true,\"b\":null}"),
        // After a line with a colon, in a fence with a language, and after reasoning, a document has begun.
        (
            &["It is:\n", "{\"a\": \"x", "y\", \"b\": [1", ", 2"],
            "{\"a\":\"x\"} | {\"a\":\"xy\",\"b\":[]} | {\"a\":\"xy\",\"b\":[1]}",
        ),
        (&["**Answer:**\n\n[", "\"x"], "[\"x\"]"),
        (&["Sure!\n```json\n", "{'a': 'x", "'}\n```\nGood luck!"], "{\"a\":\"x\"}"),
        (&["<thi", "nk>Is it {\"a\": 1, \"b\": 2}?", "</think>\n{\"c\": \"x"], "{\"c\":\"x\"}"),
        (&["Hm.\n<think>{\"a\": 1, ", "\"b\": 2}</think>", "[\"x"], "[\"x\"]"),
        (&["It is so.\n</think>\n\n{\"a\": \"x"], "{\"a\":\"x\"}"),
        (&["It is {so}, ", "I think.</th", "ink>\n[\"x"], "[\"x\"]"),
        // In a sentence it has begun with its first pair.
        (
            &["Sure, here it is: {\"a\": \"x", "\", \"b\": ", "\"y"],
            "{\"a\":\"x\"} | {\"a\":\"x\",\"b\":\"y\"}",
        ),
        (&["Rows: [{\"a\": {\"b\": 1", "2}, \"c"], "[{\"a\":{\"b\":12}}]"),
        (&["Use {name} or [1, 2], or {key: value, other: value}.\n", "Then go on."], ""),
    ] {
        let mut partial = Partial::new();
        let mut shown = Vec::new();
        for piece in pieces {
            if partial.push(piece) {
                shown
                    .push(jmend::canonical(partial.value().expect("a value"), Numbers::Exact).expect("JSON"));
            }
        }
        let due = due.split(" | ").filter(|text| !text.is_empty());
        let due: Vec<_> = due.map(|text| jmend::canonical(text, Numbers::Exact).expect("JSON")).collect();
        assert_eq!(shown, due, "{pieces:?}");
    }
}

/// Damaged text is shown once the parser has gone past it.
#[test]
fn damaged_text_is_shown_later() {
    let text = format!("{{\"a\": \"x\" \"b\": [1, 2], \"c\": \"{}\"}}", "word ".repeat(300));
    let (shown, last) = snapshots(&text, 7);
    assert!(shown.contains(&json!({"a": "x"})), "the text is valid that far: {shown:?}");
    assert_eq!(shown.last(), Some(&json!({"a": "x", "b": [1, 2]})), "{shown:?}");
    assert_eq!(last.expect("a document")["b"], json!([1, 2]));
}

/// However long the reasoning is, a document after it is shown with each piece that says more.
#[test]
fn long_reasoning_uses_up_nothing() {
    let items = (0..50).map(|number| format!("{{\"n\": {number}}}")).collect::<Vec<_>>().join(", ");
    let document = format!("[{items}]");
    let text = format!("<think>{}</think>\n\n{document}", "Is it {a: 1} or [2]? ".repeat(4000));
    let (shown, last) = snapshots(&text, 4);
    assert!(shown.len() > document.len() / 4 / 3, "{} snapshots", shown.len());
    assert_eq!(shown.last(), last.as_ref());
}

/// What may not be written at the end is not shown before.
#[test]
fn limits_hold_for_snapshots() {
    let mut partial = Partial::with_options(&Options::default().max_risk(Risk::Syntax));
    partial.push(&format!("{{a: \"x\" \"b\": [1, 2], \"c\": \"{}", "word ".repeat(300)));
    assert_eq!(partial.value(), None);
    assert_eq!(partial.finish().expect_err("a limit").code(), "risk");
}

/// Four times the text takes about four times the work, in valid text and in damaged text: counted in bytes that are shown, so
/// that it does not depend on how busy the machine is. `Pace` counts the bytes that are read.
#[test]
fn the_work_grows_as_the_text() {
    let item = |quote: char| format!("{{{quote}k{quote}: {quote}some words{quote}}}, ");
    for quote in ['"', '\''] {
        let work = |items: usize| {
            let text = format!("[{}", item(quote).repeat(items));
            let mut partial = Partial::new();
            let shown = |piece: &[u8]| partial.push(piece).then(|| partial.value().map_or(0, str::len));
            let lengths: Vec<usize> = text.as_bytes().chunks(64).filter_map(shown).collect();
            assert!(lengths.len() > 10, "{} snapshots", lengths.len());
            lengths.iter().sum::<usize>()
        };
        let (short, long) = (work(1_000), work(4_000));
        assert!(long < short * 10, "{quote}: {short} bytes, then {long}");
    }
}

#[test]
fn the_program_writes_a_line_for_each_snapshot() {
    let mut child = start("repair --partial");
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    for (piece, due) in [
        ("{\"path\": \"/srv", r#"{"value":{"path":"/srv"},"complete":false}"#),
        ("\", \"depth\": 1,\n", r#"{"value":{"path":"/srv","depth":1},"complete":false}"#),
    ] {
        input.write_all(piece.as_bytes()).expect("it reads");
        let mut line = String::new();
        output.read_line(&mut line).expect("a line");
        assert_eq!(line.trim_end(), due);
    }
    input.write_all(b"\"all\": true}\n").expect("it reads");
    drop(input);
    let mut rest = String::new();
    output.read_to_string(&mut rest).expect("text");
    assert_eq!(
        rest.lines().last(),
        Some(r#"{"value":{"path":"/srv","depth":1,"all":true},"complete":true}"#)
    );
    assert!(child.wait().expect("it ends").success());
}

/// The end is that of any repair: a text that is cut off is told, or refused, and a file has its last line alone.
#[test]
fn the_last_line_is_that_of_the_whole_text() {
    let python = "{\"value\":{\"a\":1},\"complete\":false}\n{\"value\":{\"a\":1},\"complete\":true}\n";
    check("repair -q --partial", "{'a': 1}", python, 0);
    let cut = "{\"value\":{},\"complete\":false}\n{\"value\":{\"a\":1},\"complete\":false}\n";
    check("repair -q --partial", "{\"a\": 1", cut, 0);
    check("repair -q --partial --truncated refuse", "{\"a\": 1", "{\"value\":{},\"complete\":false}\n", 1);
    check("repair -q --partial", "no document", "", 1);
    let two = "{\"values\":[{\"a\":1},{\"a\":2}],\"complete\":true}\n";
    check("repair -q --partial", "{\"a\": 1}\n{\"a\": 2}", two, 0);
}
