//! The promises of a repair, as properties: identity, strict output, idempotence, nothing in silence, never trim,
//! linear work and no panic. Each holds for every input, so one function (`promises`) checks them all, over bytes, over
//! text made of what models write, over JSON, over damaged JSON, and over the inputs that once broke one of them
//! (`fixtures/regressions`).
//!
//! The seed is fixed, so that a run says something about the code and not about the dice. To look further:
//! `PROPTEST_CASES=100000 PROPTEST_RNG_SEED=7 cargo test --test repair_properties`.

use std::fmt::Write as _;
use std::path::Path;

use jmend::core::json::scan_document;
use jmend::core::repair::{self, Fix, Options, Repaired, Select, Strategy as Means, apply};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::RngSeed;
use serde_json::Value;

/// Nesting that the generators never reach.
const DEPTH: usize = 100;

fn config(cases: u32) -> ProptestConfig {
    let asked = ProptestConfig::default();
    ProptestConfig {
        cases: if std::env::var_os("PROPTEST_CASES").is_some() { asked.cases } else { cases },
        rng_seed: if asked.rng_seed == RngSeed::Random { RngSeed::Fixed(20_260_801) } else { asked.rng_seed },
        // What was found is kept as data, in words: fixtures/regressions.
        failure_persistence: None,
        ..asked
    }
}

// ---- the promises

/// Checks every promise that can be told from the input and its repair alone.
fn promises(input: &[u8]) -> Result<(), String> {
    let options = Options { max_depth: DEPTH, ..Options::default() };
    let valid = scan_document(input, DEPTH).is_ok();
    let repaired = match repair::repair(input, &options) {
        Ok(repaired) => repaired,
        Err(failure) if valid => return Err(format!("valid JSON was refused: {failure:?}")),
        Err(failure) if failure.offset > input.len() => return Err(format!("place outside: {failure:?}")),
        Err(_) => return Ok(()),
    };
    if valid {
        identity(input, &repaired)?;
    } else {
        strict(&repaired)?;
    }
    idempotent(&repaired, &options)?;
    nothing_in_silence(input, &repaired)
}

fn identity(input: &[u8], repaired: &Repaired<'_>) -> Result<(), String> {
    if repaired.text.as_bytes() != input {
        return Err(format!("valid JSON was changed to {:?}", repaired.text));
    }
    if repaired.strategy != Means::Direct || !repaired.fixes.is_empty() || repaired.truncated.is_some() {
        return Err(format!("valid JSON was not left alone: {:?} {:?}", repaired.strategy, repaired.fixes));
    }
    Ok(())
}

/// Every document of a repair is JSON by our own scanner and by `serde_json`, which also refuses lone surrogates.
fn strict(repaired: &Repaired<'_>) -> Result<(), String> {
    if repaired.documents.is_empty() {
        return Err("a repair without a document".to_owned());
    }
    let mut done = 0;
    for range in &repaired.documents {
        let between = repaired.text.get(done..range.start).ok_or("documents overlap or run backwards")?;
        if !between.chars().all(|c| matches!(c, ' ' | '\t' | '\n' | '\r')) {
            return Err(format!("text between documents: {between:?} in {:?}", repaired.text));
        }
        done = range.end;
        let document = repaired.text.get(range.clone()).ok_or("a document outside the text")?;
        scan_document(document.as_bytes(), DEPTH).map_err(|error| format!("{error:?} in {document:?}"))?;
        serde_json::from_str::<Value>(document).map_err(|error| format!("{error} in {document:?}"))?;
    }
    match repaired.text.get(done..).map(str::trim_ascii) {
        Some("") => Ok(()),
        rest => Err(format!("text behind the last document: {rest:?}")),
    }
}

fn idempotent(repaired: &Repaired<'_>, options: &Options) -> Result<(), String> {
    let again = repair::repair(repaired.text.as_bytes(), options)
        .map_err(|failure| format!("the output {:?} is refused: {failure:?}", repaired.text))?;
    if again.text == repaired.text {
        return Ok(());
    }
    Err(format!("repaired again, {:?} becomes {:?}: {:?}", repaired.text, again.text, again.fixes))
}

/// The fixes lie in the input, in order and apart, on characters, and they alone lead from the input to the output.
fn nothing_in_silence(input: &[u8], repaired: &Repaired<'_>) -> Result<(), String> {
    let text = std::str::from_utf8(input).ok();
    let (mut output, mut done) = (Vec::new(), 0);
    let mut last = 0;
    for Fix { code, start, end, replacement, risk } in &repaired.fixes {
        let at = format!("{} at {start}..{end}", code.name());
        if start > end || end > input.len() {
            return Err(format!("{at} lies outside the input"));
        }
        if let Some(text) = text
            && !(text.is_char_boundary(start) && text.is_char_boundary(end))
        {
            return Err(format!("{at} cuts a character"));
        }
        if start < last {
            return Err(format!("{at} is out of order"));
        }
        last = start;
        if risk < code.about().risk {
            return Err(format!("{at} claims less risk than its code has"));
        }
        let Some(replacement) = replacement else { continue };
        if start < done {
            return Err(format!("{at} overlaps the fix before it"));
        }
        output.extend_from_slice(&input[done..start]);
        output.extend_from_slice(replacement.as_bytes());
        done = end;
    }
    output.extend_from_slice(&input[done..]);
    if output != repaired.text.as_bytes() {
        let applied = String::from_utf8_lossy(&output);
        return Err(format!(
            "the fixes give {applied:?}, the output is {:?}: {:?}",
            repaired.text, repaired.fixes
        ));
    }
    match text {
        Some(text) if apply(text, &repaired.fixes) != repaired.text => {
            Err("`apply` gives another text".to_owned())
        }
        _ => Ok(()),
    }
}

/// `promises` as a proptest result, with the input as text beside the bytes.
fn kept(input: &[u8]) -> Result<(), TestCaseError> {
    promises(input).map_err(|why| TestCaseError::fail(format!("{:?}: {why}", String::from_utf8_lossy(input))))
}

// ---- what is generated

/// Pieces of what models write: every kind of quote, bracket and separator, and what stands around JSON.
const PIECES: &[&str] = &[
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
struct Dice {
    faces: Vec<u8>,
    thrown: usize,
}

impl Dice {
    fn any() -> impl Strategy<Value = Self> {
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
enum Tree {
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

fn json() -> impl Strategy<Value = String> {
    (tree(), Dice::any()).prop_map(|(tree, mut dice)| {
        let mut out = String::new();
        spell(&tree, &mut dice, &mut out);
        out
    })
}

/// JSON after one to four wounds: a stretch removed, doubled or overwritten, a piece put in, the end cut off.
fn damaged() -> impl Strategy<Value = String> {
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

/// None, and the byte order marks of UTF-8, UTF-16 little and big.
const MARKS: &[&[u8]] = &[b"", b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff"];

fn fragments() -> impl Strategy<Value = String> {
    prop::collection::vec(select(PIECES), 0..24).prop_map(|pieces| pieces.concat())
}

// ---- the properties

proptest! {
    #![proptest_config(config(20_000))]

    #[test]
    fn any_bytes(input in prop::collection::vec(any::<u8>(), 0..120)) {
        kept(&input)?;
    }

    #[test]
    fn bytes_between_pieces(
        parts in prop::collection::vec(
            prop_oneof![
                4 => select(PIECES).prop_map(|piece| piece.as_bytes().to_vec()),
                1 => prop::collection::vec(any::<u8>(), 1..4),
            ],
            0..16,
        ),
        mark in select(MARKS),
    ) {
        kept(&[mark, &parts.concat()].concat())?;
    }

    #[test]
    fn pieces_of_what_models_write(text in fragments()) {
        kept(text.as_bytes())?;
    }

    #[test]
    fn valid_json(text in json()) {
        prop_assert!(scan_document(text.as_bytes(), DEPTH).is_ok(), "the generator is wrong: {text}");
        kept(text.as_bytes())?;
    }

    #[test]
    fn damaged_json(text in damaged()) {
        kept(text.as_bytes())?;
    }
}

// ---- promises that need to know what was meant

/// A spelling of a value in another language's habits, nothing in it left open: quotes of either kind with their own
/// kind escaped, raw line ends, comments, Python words, names without quotes, commas to spare. What is well quoted is
/// never weighed, so nothing of it may be lost: neither white space at the ends of strings nor what looks like
/// structure.
fn respell(tree: &Tree, dice: &mut Dice, out: &mut String) {
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
fn compact(tree: &Tree, out: &mut String) {
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

fn container() -> impl Strategy<Value = Tree> {
    tree().prop_map(|tree| match tree {
        Tree::Array(_) | Tree::Object(_) => tree,
        leaf => Tree::Array(vec![leaf]),
    })
}

proptest! {
    #![proptest_config(config(10_000))]

    #[test]
    fn well_quoted_text_comes_back_whole(
        tree in container(),
        mut dice in Dice::any(),
        around in select(AROUND),
    ) {
        let (mut input, mut expected) = (around.0.to_owned(), String::new());
        respell(&tree, &mut dice, &mut input);
        input.push_str(around.1);
        compact(&tree, &mut expected);
        kept(input.as_bytes())?;
        let repaired = repair::repair(input.as_bytes(), &Options::default());
        let repaired = repaired.map_err(|why| TestCaseError::fail(format!("{input:?}: {why:?}")))?;
        let same = serde_json::from_str::<Value>(&repaired.text).ok() == serde_json::from_str(&expected).ok();
        prop_assert!(same, "{input:?}\nwas   {expected}\nis    {}\nfixes {:?}", repaired.text, repaired.fixes);
    }

    #[test]
    fn documents_one_a_line_stay_as_they_are(trees in prop::collection::vec(container(), 2..5)) {
        let lines: Vec<String> = trees
            .iter()
            .map(|tree| {
                let mut line = String::new();
                compact(tree, &mut line);
                line
            })
            .collect();
        let text = lines.join("\n");
        let options = Options { select: Select::All, ..Options::default() };
        let repaired = repair::repair(text.as_bytes(), &options);
        let repaired = repaired.map_err(|why| TestCaseError::fail(format!("{text:?}: {why:?}")))?;
        prop_assert!(repaired.text == text, "{text:?}\nbecame {:?}\nfixes {:?}", repaired.text, repaired.fixes);
    }
}

/// Rows with fixes of every kind: as Python reads them, and as the grammar does.
const ROWS: &[&str] = &[
    "{'id': 1, 'name': 'it\\'s', 'pair': ('a', True), 'on': None}",
    "{'id': 1, name: 'user', \"tags\": ['a', .5,], /* all */ 'ok': true,}",
    "(1, {'set': {2, 3}}, 'x' 'y', 0x10)",
];

/// What is kept of a long document's fixes is packed: they are those of its rows, each at its place.
#[test]
fn a_long_document_has_the_fixes_of_its_rows() {
    let count = 1500;
    for row in ROWS {
        let alone = repair::repair(row.as_bytes(), &Options::default()).expect("a row can be read");
        for (before, behind) in
            [("[", "]"), ("\u{feff}[", "]"), ("(", ")"), ("callback([", "])"), ("```json\n[", "]\n```\n")]
        {
            let input = format!("{before}{}{behind}", vec![*row; count].join(", "));
            let repaired = repair::repair(input.as_bytes(), &Options::default()).expect("it can be read");
            assert_eq!(repaired.text.trim(), format!("[{}]", vec![&*alone.text; count].join(", ")));
            assert_eq!(apply(&input, &repaired.fixes), repaired.text);
            let at = |n: usize| before.len() + n * (row.len() + 2);
            for n in [0, 1, count / 2, count - 1] {
                let inside =
                    repaired.fixes.iter().filter(|fix| fix.start >= at(n) && fix.end <= at(n) + row.len());
                let told: Vec<_> = inside
                    .map(|fix| Fix { start: fix.start - at(n), end: fix.end - at(n), ..fix.into_owned() })
                    .collect();
                assert_eq!(told, alone.fixes.clone().into_vec(), "row {n} of {before}{row}");
            }
        }
    }
}

/// What may stand before and behind a document.
const AROUND: &[(&str, &str)] = &[
    ("", ""),
    ("", "\n"),
    ("```json\n", "\n```\n"),
    ("const x = ", ";"),
    ("\u{feff}", ""),
    (" \n", " // end\n"),
];

// ---- depth and time

#[test]
fn nesting_past_the_limit_is_refused_and_nesting_up_to_it_is_kept() {
    const LIMIT: usize = 24;
    /// What opens a level, what closes it, how many levels that are.
    const LEVELS: &[(&str, &str, usize)] = &[
        ("[1,", ",]", 1),
        ("['a', ", "]", 1),
        ("{a: ", "}", 1),
        ("{a: [", "]}", 2),
        ("(", ",)", 1),
        ("[", "", 1),
        ("{\"a\":", "", 1),
    ];
    let options = Options { max_depth: LIMIT, ..Options::default() };
    for (open, close, levels) in LEVELS {
        for count in 1..3 * LIMIT {
            let text = format!("{}1{}", open.repeat(count), close.repeat(count));
            let depth = count * levels;
            match repair::repair(text.as_bytes(), &options) {
                Ok(repaired) => {
                    let brackets = repaired.text.matches(['[', '{']).count();
                    assert!(depth <= LIMIT, "{depth} levels of {open:?} became {:?}", repaired.text);
                    assert!(brackets == depth, "{depth} levels of {open:?} became {:?}", repaired.text);
                }
                Err(failure) => assert!(depth > LIMIT, "{depth} levels of {open:?} are refused: {failure:?}"),
            }
        }
    }
}

#[test]
fn what_is_too_deep_is_shown_where_it_stands_in_the_input() {
    let options = Options { max_depth: 3, ..Options::default() };
    // Broken, escaped once more, in entities, behind a byte order mark, behind bytes that are no UTF-8.
    for input in [
        b"{a: [[[1]]]}".as_slice(),
        br#"{\"a\": [[[1]]]}"#,
        b"{&quot;a&quot;: [[[1]]]}",
        b"\xef\xbb\xbf{a: [[[1]]]}",
        b"{'\xff\xff': [[[1]]]}",
        b"\xef\xbb\xbf{\\\"\xff\\\": [[[1]]]}",
    ] {
        let failure = repair::repair(input, &options).expect_err("four levels");
        let deepest = input.iter().rposition(|byte| *byte == b'[');
        assert_eq!(Some(failure.offset), deepest, "{}: {failure:?}", String::from_utf8_lossy(input));
    }
}

/// The work for a text and for one of four times the length, where that grows faster than it should.
fn grows_too_fast(text: &dyn Fn(usize) -> String) -> Option<(usize, usize)> {
    let work = |length| repair::effort(&text(length), &Options::default());
    let (few, many) = (work(16_000), work(64_000));
    (many > 5 * few + 8192).then_some((few, many))
}

proptest! {
    #![proptest_config(config(64))]

    /// Four times the text takes at most five times the work, counted: seconds would tell of the machine.
    /// `benches/linear.sh` measures time, on known patterns; this looks for unknown ones.
    #[test]
    fn repeated_pieces_take_linear_work(
        before in prop::collection::vec(select(PIECES), 0..3),
        unit in prop::collection::vec(select(PIECES), 1..4),
        after in prop::collection::vec(select(PIECES), 0..3),
    ) {
        let (before, unit, after) = (before.concat(), unit.concat(), after.concat());
        let text = |length: usize| format!("{before}{}{after}", unit.repeat(length / unit.len()));
        let growth = grows_too_fast(&text);
        prop_assert!(growth.is_none(), "{before:?} {unit:?} {after:?}: work for 16 KB and 64 KB {growth:?}");
    }
}

#[test]
fn inputs_that_once_broke_a_promise() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/regressions");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("fixtures/regressions is there") {
        let path = entry.expect("it can be listed").path();
        let text = std::fs::read_to_string(&path).expect("it is UTF-8");
        for (index, line) in text.lines().enumerate() {
            let row: Value = serde_json::from_str(line).expect("a row is JSON");
            let input = match &row["hex"] {
                Value::String(hex) => unhex(hex),
                _ => row["input"].as_str().expect("a row has `input` or `hex`").as_bytes().to_vec(),
            };
            let place = format!("{}:{}", path.display(), index + 1);
            promises(&input)
                .unwrap_or_else(|why| panic!("{place}: {:?}: {why}", String::from_utf8_lossy(&input)));
            count += 1;
        }
    }
    assert!(count > 0, "no regression rows were read");
}

fn unhex(text: &str) -> Vec<u8> {
    let digit = |at| u8::from_str_radix(&text[at..at + 2], 16).expect("hex digits in pairs");
    (0..text.len()).step_by(2).map(digit).collect()
}
