//! Two valid documents and words, in one sentence: what comes out is one of the two, or both. A value that is neither was
//! never written by anyone.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::Value;

use crate::common::truth;

/// How many sentences there are, and how many of a thousand may give a value that is neither document.
const COUNT: usize = 9_600;
const MOST_WRONG: usize = 5;

/// What is said of a first document `{F}` and a second one `{D}`.
const SENTENCES: [&str; 40] = [
    // On lines of their own, in fences, after labels.
    "For example {F}. Now the real one:\n{D}",
    "The call {F} returned:\n{D}",
    "Input: {F}\nOutput: {D}",
    "```json\n{F}\n```\nbecomes\n```json\n{D}\n```",
    "{F}\n\n{D}",
    "- {F},\n- {D}",
    "{F},\n{D}",
    "{F},\nnext:\n{D}",
    // In one line, with the signs that also separate the items of a document.
    "I called {F}, and got {D}.",
    "Instead of {F} use {D}",
    "Instead of {F}, use {D}",
    "You asked for {F}; here it is: {D}",
    "{F}, {D}",
    "{F}; {D}",
    "{F} -> {D}",
    "{F} => {D}",
    "{F} = {D}",
    "{F}: {D}",
    "{F}|{D}",
    "{F} and {D}",
    "from {F}, to {D}, at last",
    "{F}, not {D}, please",
    "Old: {F}, new: {D}",
    "a={F}, b={D}",
    "1. {F}, 2. {D}",
    // With brackets and quotes in the words.
    "({F}), ({D})",
    "{F} (not {D})",
    "{F}]. {D}",
    "{F}, see [1], then {D}",
    "{F}, see {x}, then {D}",
    "{F}, and \"x\" became {D}",
    "Instead of {F}, the \"new\" form is {D}",
    "I sent {F}; it said \"ok\". Now {D}",
    "Don't use {F}, it's wrong: {D}",
    "{F}'s answer, {D}",
    "Replace \"{F}\" with \"{D}\".",
    "`{F}` -> `{D}`",
    "`{F}`, then `{D}`",
    "{F}, {F}, {D}",
    "{F} or {D}, in \"quotes\"",
];

/// Documents that stand first.
const FIRST: [&str; 14] = [
    r#"{"a": 1}"#,
    r#"{"id": "7"}"#,
    r#"{"name": "x", "args": {"p": "q"}}"#,
    r#"["a", "b"]"#,
    r#"{"query": "select *"}"#,
    r#"[{"id": 1}]"#,
    r#"{"path": "/tmp"}"#,
    r#"["x"]"#,
    r#"[["a"], ["b"]]"#,
    r#"[1, "two"]"#,
    "[1, 2]",
    r#"{"q": "say \"hi\""}"#,
    "{}",
    "[]",
];

/// What strings of the second document are made of.
const WORDS: [&str; 16] = [
    "word ", "it's ", "\"q\" ", "a, b ", "{x} ", "[1] ", "\n", "C:\\dir ", "key: 1 ", "# no ", "// c ",
    "100% ", "é", "<b> ", "`t` ", "",
];

/// Numbers that look random, the same in every run.
struct Dice(u64);

impl Dice {
    /// A number below `sides`.
    fn roll(&mut self, sides: usize) -> usize {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % sides as u64) as usize
    }

    fn pick<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.roll(texts.len())]
    }

    /// A string of JSON.
    fn string(&mut self) -> String {
        let text: String = (0..self.roll(5)).map(|_| self.pick(&WORDS)).collect();
        Value::from(text).to_string()
    }

    /// A value of JSON, in some spelling.
    fn value(&mut self, depth: usize, out: &mut String) {
        let sort = if depth == 0 { 6 + self.roll(4) } else { self.roll(10) };
        let (open, close) = match sort {
            0 | 1 => (" ", ""),
            2 | 3 => ("", ""),
            4 => return *out += self.pick(&["true", "false", "null"]),
            5 => return *out += self.pick(&["0", "-1", "12.50", "1E-7", "123456789012345678901234567890"]),
            6..8 => ("", ""),
            _ => ("\n  ", "\n"),
        };
        if sort < 4 {
            return *out += &self.string();
        }
        let is_object = sort % 2 == 0;
        out.push(if is_object { '{' } else { '[' });
        for index in 0..self.roll(4) {
            *out += if index > 0 { "," } else { "" };
            *out += open;
            if is_object {
                let _ = write!(
                    out,
                    "\"{}{index}\":{}",
                    self.pick(&["a", "id", "x-y", "a b", "é"]),
                    open.trim_matches('\n')
                );
            }
            self.value(depth + 1, out);
        }
        *out += close;
        out.push(if is_object { '}' } else { ']' });
    }
}

#[test]
fn two_documents_in_a_sentence_are_never_a_third() {
    let mut dice = Dice(9);
    let sentences: Vec<(&str, &str, String)> = (0..COUNT)
        .map(|_| {
            let (sentence, first, mut second) = (dice.pick(&SENTENCES), dice.pick(&FIRST), String::new());
            dice.value(0, &mut second);
            (sentence, first, second)
        })
        .collect();
    let texts: Vec<_> = sentences
        .iter()
        .map(|(text, first, second)| text.replace("{F}", first).replace("{D}", second))
        .collect();
    let reports = truth::reports("--no-config", texts.iter().map(String::as_str));
    let mut wrong = BTreeMap::new();
    for (((sentence, first, second), text), report) in sentences.iter().zip(&texts).zip(&reports) {
        let parse = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
        let known = [parse(first), parse(second)];
        let is_known = |value: &Value| known.iter().any(|known| truth::same(value, known));
        let is_right = match (report.get("value"), report["values"].as_array()) {
            (Some(value), _) => is_known(value),
            (None, Some(values)) => values.iter().all(is_known),
            (None, None) => true,
        };
        if !is_right {
            assert_eq!(report["risk"], "lossy", "{text}\n{report}");
            wrong.entry(*sentence).or_insert_with(Vec::new).push(format!("{text}\n{report}"));
        }
    }
    let count: usize = wrong.values().map(Vec::len).sum();
    assert!(count * 1_000 <= COUNT * MOST_WRONG, "{count} of {COUNT}: {wrong:#?}");
}
