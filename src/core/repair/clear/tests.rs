//! What is clear and what is not, and that both come out as the search has them.

use super::*;
use crate::core::json::MAX_DEPTH;
use crate::core::repair::{Options, repair, repair_by_search};

fn is_clear(text: &str) -> bool {
    scan::scan_text(text, MAX_DEPTH).is_err_and(|error| read(text, error, MAX_DEPTH).is_some())
}

fn agrees(text: &str) {
    let (found, searched) = (
        repair(text.as_bytes(), &Options::default()),
        repair_by_search(text.as_bytes(), &Options::default()),
    );
    assert_eq!(format!("{found:?}"), format!("{searched:?}"), "{text}");
}

/// One of each kind that is read here.
const CLEAR: &[&str] = &[
    r#"{"a": 1, "b": true,}"#,
    r#"{"a": [1, null,], "b": {},}"#,
    r#"{a: 1, b_2: "x, y", c: {d: [true]}}"#,
    "{'a': 'it\"s', 'b': true}",
    "{“a”: “x, y”, “b”: [1]}",
    r#"{"a": 1, /* two */ "b": "x"}"#,
    r#"{"a" 1, "b": 2}"#,
    r#"{"a": "x", "b" "y"}"#,
    r#"{"a": "x" "b": "y"}"#,
    r#"{"a": "x" "b": "y" "c": 1}"#,
    r#"{"a": [1] "b": 5 "c": 1}"#,
    r#"{"a": true "b": [1]}"#,
    r#"{"a": [1 2, {} {"b": 3}]}"#,
    r#"[{"a": "/x/"} {"a": "y"}]"#,
    r#"["a" "b"]"#,
    "{\n  \"a\": 1\n  \"b\": 2\n}",
    r#"{"a": 1, "b: "x", "c": 1}"#,
    r#"{"a: true, "b": 1}"#,
    r#"{"a": 1, "b: true}"#,
    r#"{"a": "x, "b": 1}"#,
    r#"{"a": {"b": "x}, "c": 1}"#,
    r#"{"a": "x}"#,
    r#"{"a": "x", "b": "half a sent"#,
    r#"{"a": "x", "b": [1, {"c": "d"}"#,
    r#"{"a": 12"#,
    r#"{"a": 1}}"#,
    r#"const args = {"a": 1};"#,
    "```json\n{\n  \"a\": 1\n}\n```\n",
    "{\"a\": \"x\n\ty, \\\"z\\\"\", \"b\": 1}",
    r#"{"a": "x " + "y", "b": 1}"#,
    "[{\"a\": \"x\"}]]\n",
];

/// What another reading is near to, or what rules decide that look further.
const UNCLEAR: &[&str] = &[
    r#"{"a": "say "hi" now"}"#,
    r#"{"a": "C:\new\", "b": "x", "c" 1}"#,
    r#"{"a": "" "b": 1}"#,
    r#"{"a": "x," "b": "y" "c": 1}"#,
    "[[\"\" \"\", \"b\"]]",
    r#"{"a": 1, "a": 2, "b" 1}"#,
    r#"{"a": "x" "b": "y" "c": "z" "d": 1}"#,
    r#"{"a": "[", "b": "]"}, "c" 1}"#,
    r#"{"a": 1} {"b": 2}"#,
    "{a: 1}\u{c}",
    "{\"p\" \"C:\\\\data\\\"\u{b},\n\"n\": 1}",
    "args = {\"a\": 1}\u{c}",
    r#"Sure! Here it is: {"a": 1}"#,
    r#"args = {"a": 1} {"b": 2}"#,
    "<think>x</think>\n{\"a\": 1}",
    r#"{"a": 1, "b": "#,
    r#"["\\\"]"#,
    r#"[DEBUG] {"a" 1}"#,
    "{“a”: “x” “b”: “y”}",
];

#[test]
fn what_is_clear_is_read_here_and_nothing_else() {
    for text in CLEAR {
        assert!(is_clear(text), "{text}");
        agrees(text);
    }
    for text in UNCLEAR {
        assert!(!is_clear(text), "{text}");
        agrees(text);
    }
}

/// Every sign of each text dropped, doubled or in the place of another, and the text cut there.
#[test]
fn what_is_clear_is_what_the_search_finds() {
    let mut clear = 0;
    for text in CLEAR.iter().chain(UNCLEAR) {
        for (at, sign) in text.char_indices() {
            let (before, behind) = text.split_at(at);
            let rest = &behind[sign.len_utf8()..];
            for between in [
                "",
                "\"",
                ",",
                ":",
                "{",
                "}",
                "]",
                "'",
                "\\",
                "\\\"",
                "\n",
                " ",
                "/",
                " /* c */ ",
                "1",
                "a",
                "x, ",
            ] {
                for rest in [rest, behind] {
                    let text = format!("{before}{between}{rest}");
                    clear += usize::from(is_clear(&text));
                    agrees(&text);
                }
            }
            agrees(before);
        }
    }
    assert!(clear > 1500, "{clear} of the texts are clear");
}
