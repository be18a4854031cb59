//! Marks in another case than that of their format: `<TOOL_CALL>`, `<Function=ls>`, `[tool_calls]`.
//!
//! A text with such marks is read once more, with each mark as its format spells it. Its length stays, and so does each place in it.

use std::sync::LazyLock;

use crate::core::calls::formats::FORMATS;

/// Tags inside of calls, which the table of formats does not have.
const INNER: [&str; 18] = [
    "<parameter=",
    "<parameter name=",
    "</parameter>",
    "<param name=",
    "</param>",
    "<function=",
    "<function name=",
    "</function>",
    "<invoke name=",
    "</invoke>",
    "<arg_key>",
    "</arg_key>",
    "<arg_value>",
    "</arg_value>",
    "<name>",
    "</name>",
    "<arguments>",
    "</arguments>",
];

/// The marks that begin with a bracket, by their second byte in lower case.
static MARKS: LazyLock<Vec<Vec<&'static str>>> = LazyLock::new(|| {
    let mut marks = vec![Vec::new(); usize::from(u8::MAX) + 1];
    let of_formats = FORMATS.iter().flat_map(|format| [format.markers, format.close].into_iter().flatten());
    for mark in of_formats.copied().chain(INNER) {
        let is_mark = mark.starts_with(['<', '[']) && !mark.contains('*');
        if let Some(second) = mark.as_bytes().get(1).filter(|_| is_mark) {
            let list = &mut marks[usize::from(second.to_ascii_lowercase())];
            if !list.contains(&mark) {
                list.push(mark);
            }
        }
    }
    marks
});

/// Returns the text with each mark as its format spells it; nothing where all of them are spelled so.
pub(super) fn restored(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let mut out = String::new();
    let mut copied = 0;
    for at in memchr::memchr2_iter(b'<', b'[', bytes) {
        let Some(second) = bytes.get(at + 1) else { break };
        let marks = &MARKS[usize::from(second.to_ascii_lowercase())];
        let stands = |mark: &&&str| bytes[at..].len() >= mark.len();
        let is_exact = |mark: &&str| text[at..].starts_with(*mark);
        let is_alike = |mark: &&&str| bytes[at..at + mark.len()].eq_ignore_ascii_case(mark.as_bytes());
        let alike = marks.iter().filter(stands).find(is_alike);
        if let Some(mark) = alike.filter(|_| !marks.iter().any(is_exact)) {
            out.push_str(&text[copied..at]);
            out.push_str(mark);
            copied = at + mark.len();
        }
    }
    (copied > 0).then(|| out + &text[copied..])
}
