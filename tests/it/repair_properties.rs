//! The promises of a repair, as properties: identity, strict output, idempotence, nothing in silence, never trim,
//! linear work and no panic. Each holds for every input, so one function (`promises`) checks them all, over bytes, over
//! text made of what models write, over JSON, over damaged JSON, and over the inputs that once broke one of them
//! (`fixtures/regressions`).
//!
//! The seed is fixed, so that a run says something about the code and not about the dice. To look further:
//! `PROPTEST_CASES=100000 PROPTEST_RNG_SEED=7 cargo test --test it repair_properties`.

use std::path::Path;

use crate::common::texts::{Dice, PIECES, compact, container, damaged, fragments, json, respell};
use jmend::core::json::scan_document;
use jmend::core::repair::engine::{self, Fix, Options, Repaired, Select, Strategy as Means, apply};
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
    let repaired = match engine::repair(input, &options) {
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
        rest => Err(format!("text after the last document: {rest:?}")),
    }
}

fn idempotent(repaired: &Repaired<'_>, options: &Options) -> Result<(), String> {
    let again = engine::repair(repaired.text.as_bytes(), options)
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

/// None, and the byte order marks of UTF-8, UTF-16 little and big.
const MARKS: &[&[u8]] = &[b"", b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff"];

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
        let repaired = engine::repair(input.as_bytes(), &Options::default());
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
        let repaired = engine::repair(text.as_bytes(), &options);
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
        let alone = engine::repair(row.as_bytes(), &Options::default()).expect("a row can be read");
        for (before, after) in
            [("[", "]"), ("\u{feff}[", "]"), ("(", ")"), ("callback([", "])"), ("```json\n[", "]\n```\n")]
        {
            let input = format!("{before}{}{after}", vec![*row; count].join(", "));
            let repaired = engine::repair(input.as_bytes(), &Options::default()).expect("it can be read");
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

/// What may stand before and after a document.
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
            match engine::repair(text.as_bytes(), &options) {
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
    // Broken, escaped once more, in entities, after a byte order mark, after bytes that are no UTF-8.
    for input in [
        b"{a: [[[1]]]}".as_slice(),
        br#"{\"a\": [[[1]]]}"#,
        b"{&quot;a&quot;: [[[1]]]}",
        b"\xef\xbb\xbf{a: [[[1]]]}",
        b"{'\xff\xff': [[[1]]]}",
        b"\xef\xbb\xbf{\\\"\xff\\\": [[[1]]]}",
    ] {
        let failure = engine::repair(input, &options).expect_err("four levels");
        let deepest = input.iter().rposition(|byte| *byte == b'[');
        assert_eq!(Some(failure.offset), deepest, "{}: {failure:?}", String::from_utf8_lossy(input));
    }
}

/// The work for a text and for one of four times the length, where that grows faster than it should.
fn grows_too_fast(text: &dyn Fn(usize) -> String) -> Option<(usize, usize)> {
    let work = |length| engine::effort(&text(length), &Options::default());
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
fn patterns_that_once_took_too_much_work() {
    for (before, unit) in [
        ("", r#"["a"]}"#),
        // All of it means nothing between tokens.
        (r#"{"name": "f", "arguments": {..."a""#, "```json\n<|x|># X\"a\""),
    ] {
        let text = |length: usize| format!("{before}{}", unit.repeat(length / unit.len()));
        assert_eq!(grows_too_fast(&text), None, "{unit:?}");
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
