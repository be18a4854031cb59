//! What the properties of a repair are tried on: pieces of what models write, JSON in every legal spelling, JSON with
//! wounds, and values in the habits of other languages beside what must come back.

use std::fmt::Write as _;

use proptest::prelude::*;
use proptest::sample::select;
use serde_json::Value;

/// Pieces of what models write: every kind of quote, bracket and separator, and what stands around JSON.
pub const PIECES: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    "<",
    ">",
    ",",
    ":",
    ";",
    "=",
    "=>",
    ":=",
    "+",
    "-",
    ".",
    "|",
    "&",
    "$",
    "%",
    "@",
    "\"",
    "\"",
    "\"",
    "'",
    "'",
    "`",
    "“",
    "”",
    "‘",
    "’",
    "«",
    "»",
    "「",
    "」",
    "\"\"\"",
    "'''",
    "\"\"",
    "''",
    "\\",
    "\\\"",
    "\\'",
    "\\n",
    "\\t",
    "\\u12",
    "\\u0041",
    "\\ud83d",
    "\\ude00",
    "\\x41",
    "\\d",
    "\\\n",
    "：",
    "，",
    "｛",
    "｝",
    "［",
    "］",
    "；",
    " ",
    "  ",
    "\n",
    "\t",
    "\r\n",
    "\u{a0}",
    "\u{200b}",
    "\u{2028}",
    "\u{feff}",
    "\0",
    "\u{1b}",
    "a",
    "key",
    "name",
    "b c",
    "it's",
    "ä",
    "漢",
    "🙂",
    "e\u{301}",
    "true",
    "false",
    "null",
    "True",
    "False",
    "None",
    "undefined",
    "NaN",
    "Infinity",
    "tru",
    "nul",
    "TRUE",
    "0",
    "1",
    "-1",
    "1.5",
    "1e9",
    "1.",
    ".5",
    "+1",
    "0x1F",
    "1_000",
    "007",
    "1,234",
    "12:30",
    "2024-01-31",
    "1e400",
    "9007199254740993",
    "...",
    "…",
    "//",
    "/*",
    "*/",
    "#",
    "// c\n",
    "# c\n",
    "/* c */",
    "<!--",
    "-->",
    "```",
    "```json\n",
    "\n```\n",
    "~~~",
    "<think>",
    "</think>",
    "<tool_call>",
    "</tool_call>",
    "<|call|>",
    "<|\">",
    "</parameter>",
    "&quot;",
    "&amp;",
    "Sure, here it is: ",
    "Note: ",
    "const x = ",
    "json",
    "return ",
    "f(",
    "dict(",
    "set(",
    "ObjectId(",
    "new Date(",
    "r'",
    "b\"",
    "f'",
    "u\"",
    "data: ",
    "C:\\temp",
    "/usr/bin",
    "https://a.b/c",
    "{\"a\": 1}",
    "[1, 2]",
    "\"a\": ",
    "\"b\",",
    "{}",
    "[]",
    "{\"a\":",
    "'x': ",
    "x: 1",
    "\", \"",
    "\": \"",
    "\"},{\"",
    "\n\n",
    "{{",
    "}}",
    "\\\\",
];

/// A source of small choices that shrinks well: rendering code asks it, and it never ends.
#[derive(Clone, Debug)]
pub struct Dice {
    faces: Vec<u8>,
    thrown: usize,
}

impl Dice {
    pub fn any() -> impl Strategy<Value = Self> {
        prop::collection::vec(any::<u8>(), 1..60).prop_map(|faces| Self { faces, thrown: 0 })
    }

    /// A number below `sides`.
    fn below(&mut self, sides: usize) -> usize {
        let face = self.faces[self.thrown % self.faces.len()];
        self.thrown += 1;
        usize::from(face) % sides
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }
}

/// A value whose names are unique within each object.
#[derive(Clone, Debug)]
pub enum Tree {
    Word(&'static str),
    Number(&'static str),
    Text(String),
    Array(Vec<Tree>),
    Object(Vec<(String, Tree)>),
}

const NUMBERS: &[&str] = &[
    "0",
    "-0",
    "7",
    "-12",
    "1.10",
    "1E5",
    "1e-7",
    "0.5",
    "1e400",
    "9007199254740993",
    "18446744073709551616",
    "123456789012345678901234567890",
    "2.2250738585072011e-308",
];

/// Text with everything that a careless reader trims, unescapes or takes for structure.
fn content() -> impl Strategy<Value = String> {
    const BITS: &[&str] = &[
        " ", "\n", "\t", "  ", "\r\n", "a", "word", "it's", "\"", "'", "\\", "\\n", "{", "}", "[", "]", ",",
        ":", "//", "#", "/*", "ä", "漢", "🙂", "\u{a0}", "\u{2028}", "“", "`", "```", "<think>", "true",
        "12", "\u{1}", "\u{7f}", "=>", "...", "&quot;", "\u{feff}", "%s", "$x",
    ];
    prop::collection::vec(select(BITS), 0..8).prop_map(|bits| bits.concat())
}

/// A member name: no language writes raw line ends in one.
fn name() -> impl Strategy<Value = String> {
    prop_oneof!["[a-z_]{1,6}", content().prop_map(|text| text.replace(['\r', '\n', '\t'], ""))]
}

fn tree() -> impl Strategy<Value = Tree> {
    let leaf = prop_oneof![
        select(&["true", "false", "null"][..]).prop_map(Tree::Word),
        select(NUMBERS).prop_map(Tree::Number),
        content().prop_map(Tree::Text),
    ];
    leaf.prop_recursive(4, 24, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Tree::Array),
            prop::collection::vec((name(), inner), 0..5).prop_map(|members| {
                let mut unique: Vec<(String, Tree)> = Vec::new();
                for (name, value) in members {
                    if unique.iter().all(|(known, _)| *known != name) {
                        unique.push((name, value));
                    }
                }
                Tree::Object(unique)
            }),
        ]
    })
}

/// JSON in every legal spelling: odd spacing, needless escapes, lone surrogates, duplicate names.
fn spell(tree: &Tree, dice: &mut Dice, out: &mut String) {
    const SPACE: &[&str] = &["", "", "", " ", "\n", "\t", "\r\n  "];
    out.push_str(dice.pick(SPACE));
    match tree {
        Tree::Word(text) | Tree::Number(text) => out.push_str(text),
        Tree::Text(text) => spell_text(text, dice, out),
        Tree::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                out.push_str(if index > 0 { "," } else { "" });
                spell(item, dice, out);
            }
            out.push(']');
        }
        Tree::Object(members) => {
            out.push('{');
            for (index, (name, value)) in members.iter().enumerate() {
                out.push_str(if index > 0 { "," } else { "" });
                let twice = usize::from(dice.below(9) == 0);
                for copy in 0..=twice {
                    out.push_str(if copy > 0 { "," } else { "" });
                    out.push_str(dice.pick(SPACE));
                    spell_text(name, dice, out);
                    out.push_str(dice.pick(SPACE));
                    out.push(':');
                    spell(value, dice, out);
                }
            }
            out.push('}');
        }
    }
    out.push_str(dice.pick(SPACE));
}

fn spell_text(text: &str, dice: &mut Dice, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\0'..='\u{1f}' => write!(out, "\\u{:04x}", u32::from(c)).expect("writing to memory"),
            _ if u32::from(c) < 0x1_0000 && dice.below(12) == 0 => {
                write!(out, "\\u{:04X}", u32::from(c)).expect("writing to memory");
            }
            _ => out.push(c),
        }
    }
    if dice.below(15) == 0 {
        out.push_str(dice.pick(&["\\ud800", "\\udc00", "\\ud83d\\ude42", "\\/", "\\b"]));
    }
    out.push('"');
}

pub fn json() -> impl Strategy<Value = String> {
    (tree(), Dice::any()).prop_map(|(tree, mut dice)| {
        let mut out = String::new();
        spell(&tree, &mut dice, &mut out);
        out
    })
}

/// JSON after one to four wounds: a stretch removed, doubled or overwritten, a piece put in, the end cut off.
pub fn damaged() -> impl Strategy<Value = String> {
    let wound = (any::<prop::sample::Index>(), 0..4usize, 0..5usize, select(PIECES));
    (json(), prop::collection::vec(wound, 1..5)).prop_map(|(mut text, wounds)| {
        for (place, length, kind, piece) in wounds {
            let ends: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
            let at = place.index(ends.len());
            let range = ends[at]..ends[(at + length).min(ends.len() - 1)];
            match kind {
                0 => text.replace_range(range, ""),
                1 => text.insert_str(range.start, piece),
                2 => text.replace_range(range, piece),
                3 => {
                    let again = text[range.clone()].to_owned();
                    text.insert_str(range.start, &again);
                }
                _ => text.truncate(range.start),
            }
        }
        text
    })
}

pub fn fragments() -> impl Strategy<Value = String> {
    prop::collection::vec(select(PIECES), 0..24).prop_map(|pieces| pieces.concat())
}

/// A spelling of a value in another language's habits, nothing in it left open: quotes of either kind with their own
/// kind escaped, raw line ends, comments, Python words, names without quotes, commas to spare. What is well quoted is
/// never weighed, so nothing of it may be lost: neither white space at the ends of strings nor what looks like
/// structure.
pub fn respell(tree: &Tree, dice: &mut Dice, out: &mut String) {
    const SPACE: &[&str] = &["", "", " ", "\n", " // one, \"two\": {\n", " /* it's [three */ ", "\n# four\n"];
    match tree {
        Tree::Word(text) => out.push_str(match (*text, dice.below(2)) {
            ("true", 0) => "True",
            ("false", 0) => "False",
            ("null", 0) => "None",
            _ => text,
        }),
        Tree::Number(text) => {
            out.push_str(if text.starts_with(|c: char| c.is_ascii_digit()) {
                dice.pick(&["", "+"])
            } else {
                ""
            });
            out.push_str(text);
        }
        Tree::Text(text) => requote(text, dice, out),
        Tree::Array(items) => {
            out.push('[');
            for item in items {
                out.push_str(dice.pick(&["", " ", "\n"]));
                respell(item, dice, out);
                out.push(',');
                out.push_str(dice.pick(SPACE));
            }
            out.push(']');
        }
        Tree::Object(members) => {
            out.push('{');
            for (name, value) in members {
                let plain = name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_') && !name.is_empty();
                if plain && dice.below(2) == 0 {
                    out.push_str(name);
                } else {
                    requote(name, dice, out);
                }
                out.push_str(dice.pick(&[":", ": ", " : "]));
                respell(value, dice, out);
                out.push(',');
                out.push_str(dice.pick(SPACE));
            }
            out.push('}');
        }
    }
}

fn requote(text: &str, dice: &mut Dice, out: &mut String) {
    let quote = if dice.below(2) == 0 { '"' } else { '\'' };
    out.push(quote);
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            _ if c == quote => out.extend(['\\', c]),
            // A raw carriage return may be a line end to whoever reads the text; escaped it is itself.
            '\n' if dice.below(3) > 0 => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' if dice.below(3) > 0 => out.push_str("\\t"),
            '\0'..='\u{1f}' if !matches!(c, '\n' | '\t') => {
                write!(out, "\\u{:04x}", u32::from(c)).expect("writing to memory");
            }
            _ => out.push(c),
        }
    }
    out.push(quote);
}

/// The value as compact JSON, which is what must come back.
pub fn compact(tree: &Tree, out: &mut String) {
    match tree {
        Tree::Word(text) | Tree::Number(text) => out.push_str(text),
        Tree::Text(text) => out.push_str(&Value::from(text.as_str()).to_string()),
        Tree::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                out.push(if index > 0 { ',' } else { '[' });
                compact(item, out);
            }
            out.push_str(if items.is_empty() { "[]" } else { "]" });
        }
        Tree::Object(members) => {
            for (index, (name, value)) in members.iter().enumerate() {
                out.push(if index > 0 { ',' } else { '{' });
                compact(&Tree::Text(name.clone()), out);
                out.push(':');
                compact(value, out);
            }
            out.push_str(if members.is_empty() { "{}" } else { "}" });
        }
    }
}

pub fn container() -> impl Strategy<Value = Tree> {
    tree().prop_map(|tree| match tree {
        Tree::Array(_) | Tree::Object(_) => tree,
        leaf => Tree::Array(vec![leaf]),
    })
}
