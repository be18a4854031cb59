//! The same slip in each item of a document comes back as it was meant, however many items there are, wherever the list
//! stands, and however it is laid out. Short texts with one slip are the business of the recovery benchmark.

use jmend::core::repair::engine::{Options, repair};
use serde_json::{Value, json};

/// What a document is written of.
#[derive(Clone, Copy, PartialEq)]
enum Piece {
    /// Between two items or members, of the rows themselves and of what they hold.
    Comma,
    Colon,
    /// Before and after a key.
    KeyOpens,
    KeyCloses,
    /// Before and after a string that is a value or an item.
    TextOpens,
    TextCloses,
    /// The bracket that opens a row which is not the first one.
    RowOpens,
    /// The bracket that closes a row which is not the last one.
    RowCloses,
}

/// A slip: its name, and what stands for some pieces.
type Slip = (&'static str, &'static [(Piece, &'static str)]);

const SLIPS: &[Slip] = &[
    ("no commas", &[(Piece::Comma, " ")]),
    ("two commas", &[(Piece::Comma, ",,")]),
    ("semicolons", &[(Piece::Comma, ";")]),
    ("no colons", &[(Piece::Colon, " ")]),
    ("equals signs", &[(Piece::Colon, " = ")]),
    ("arrows", &[(Piece::Colon, " => ")]),
    ("keys without quotes", &[(Piece::KeyOpens, ""), (Piece::KeyCloses, "")]),
    ("keys that do not open", &[(Piece::KeyOpens, "")]),
    ("keys that do not close", &[(Piece::KeyCloses, "")]),
    ("texts without quotes", &[(Piece::TextOpens, ""), (Piece::TextCloses, "")]),
    ("texts that do not open", &[(Piece::TextOpens, "")]),
    ("texts that do not close", &[(Piece::TextCloses, "")]),
    ("texts in backticks", &[(Piece::TextOpens, "`"), (Piece::TextCloses, "`")]),
    (
        "no quotes at all",
        &[(Piece::KeyOpens, ""), (Piece::KeyCloses, ""), (Piece::TextOpens, ""), (Piece::TextCloses, "")],
    ),
    ("rows that do not open", &[(Piece::RowOpens, "")]),
    ("rows that do not close", &[(Piece::RowCloses, "")]),
    ("rows with the wrong closer", &[(Piece::RowCloses, "]")]),
];

/// Slips that leave no sign of where something began or ended: what they are applied to must not need it.
const AMBIGUOUS: &[(&str, &str)] = &[
    // A comma that is left out between words, or one in them, cannot be told from the others.
    ("texts without quotes", "sentences"),
    ("texts that do not open", "sentences"),
    ("no quotes at all", "sentences"),
    // The first list of numbers may hold the others.
    ("rows that do not open", "matrix"),
    ("rows that do not close", "matrix"),
    // A value that is an object without its bracket is a text with a colon after it.
    ("rows that do not open", "objects by key"),
    // An object that does not close holds the next member as well as its parent does.
    ("rows that do not close", "objects by key"),
];

const WORDS: [&str; 8] = ["red", "blue car", "a-b", "x1", "New York", "it is ok", "v2.0", "path/to"];
const SENTENCES: [&str; 6] =
    ["Hello, world", "It's fine (really).", "see: a, b and c", "50% off; today", "O'Brien & co", "a - b / c"];

/// Documents with `count` rows, each with a name.
fn documents(count: usize) -> Vec<(&'static str, Value)> {
    let list = |item: &dyn Fn(usize) -> Value| Value::Array((0..count).map(item).collect());
    let object = |item: &dyn Fn(usize) -> Value| {
        Value::Object((0..count).map(|at| (format!("key{at}"), item(at))).collect())
    };
    let word = |at: usize| WORDS[at % WORDS.len()];
    let mixed = [json!(1), json!("a b"), json!(true), json!(null), json!(2.5), json!("c")];
    vec![
        ("numbers", list(&|at| json!(at * 7 % 97))),
        ("fractions", list(&|at| json!(f64::from(u32::try_from(at).unwrap_or(0)) / 8.0))),
        ("literals", list(&|at| mixed[2 + at % 2].clone())),
        ("words", list(&|at| json!(format!("{}{at}", word(at))))),
        ("sentences", list(&|at| json!(SENTENCES[at % SENTENCES.len()]))),
        ("all kinds", list(&|at| mixed[at % mixed.len()].clone())),
        ("matrix", list(&|at| json!([at, at + 1, at + 2]))),
        ("objects", list(&|at| json!({"id": at, "name": word(at), "ok": at % 2 == 0}))),
        ("words by key", object(&|at| json!(word(at)))),
        ("numbers by key", object(&|at| json!(at * 3))),
        ("objects by key", object(&|at| json!({"x": at, "y": word(at)}))),
    ]
}

/// How a document is laid out: what is around a comma and a bracket of the rows.
#[derive(Clone, Copy)]
struct Layout {
    /// After a comma.
    comma: &'static str,
    /// After a comma between rows, and around all of them.
    row: &'static str,
}

const LAYOUTS: [Layout; 3] =
    [Layout { comma: "", row: "" }, Layout { comma: " ", row: " " }, Layout { comma: " ", row: "\n  " }];

/// What stands before and after a document, and the pointer to it.
const PLACES: [(&str, &str, &str); 5] = [
    ("", "", ""),
    ("{\"a\": ", "}", "/a"),
    ("{\"p\": \"q\", \"a\": ", ", \"b\": 1}", "/a"),
    ("[1, {\"a\": {\"b\": ", "}}]", "/1/a/b"),
    ("Here it is:\n```json\n", "\n```\nDone.", ""),
];

/// A text of a document with a slip.
struct Text {
    written: String,
    slip: Slip,
    layout: Layout,
    /// The only place where the slip is made, if it is not made in all.
    only: Option<usize>,
    /// The places so far.
    places: usize,
}

impl Text {
    fn of(value: &Value, slip: Slip, layout: Layout, only: Option<usize>) -> Self {
        let mut text = Text { written: String::new(), slip, layout, only, places: 0 };
        text.value(value, None);
        text
    }

    fn piece(&mut self, piece: Piece, usual: &str) {
        let instead = self.slip.1.iter().find(|(of, _)| *of == piece).map(|(_, instead)| *instead);
        // The pieces of a slip come in turn.
        let is_here = |place: usize| self.places / self.slip.1.len() == place;
        let is_made = self.only.is_none_or(is_here);
        self.places += usize::from(instead.is_some());
        self.written.push_str(instead.filter(|_| is_made).unwrap_or(usual));
    }

    fn text(&mut self, text: &str, opens: Piece, closes: Piece) {
        self.piece(opens, "\"");
        self.written.push_str(text);
        self.piece(closes, "\"");
    }

    /// A value; a row is one that stands in the outermost container, and has a place there.
    fn value(&mut self, value: &Value, row: Option<(usize, usize)>) {
        let is_first = row.is_none_or(|(at, _)| at == 0);
        let is_last = row.is_none_or(|(at, count)| at + 1 == count);
        let (opener, closer, items): (_, _, Vec<(Option<&String>, &Value)>) = match value {
            Value::Array(items) => ("[", "]", items.iter().map(|item| (None, item)).collect()),
            Value::Object(members) => {
                ("{", "}", members.iter().map(|(key, item)| (Some(key), item)).collect())
            }
            Value::String(text) => return self.text(text, Piece::TextOpens, Piece::TextCloses),
            scalar => return self.written.push_str(&scalar.to_string()),
        };
        let is_outermost = row.is_none();
        let space = if is_outermost { self.layout.row } else { self.layout.comma };
        if is_first {
            self.written.push_str(opener);
        } else {
            self.piece(Piece::RowOpens, opener);
        }
        let count = items.len();
        for (at, (key, item)) in items.into_iter().enumerate() {
            if at > 0 {
                self.piece(Piece::Comma, ",");
            }
            if at > 0 || is_outermost {
                self.written.push_str(space);
            }
            if let Some(key) = key {
                self.text(key, Piece::KeyOpens, Piece::KeyCloses);
                self.piece(Piece::Colon, ":");
                self.written.push_str(self.layout.comma);
            }
            self.value(item, is_outermost.then_some((at, count)));
        }
        if is_outermost {
            self.written.push_str(space.trim_end_matches(' '));
        }
        if is_last { self.written.push_str(closer) } else { self.piece(Piece::RowCloses, closer) }
    }
}

/// The input, if the document does not come back that stands there.
fn is_lost(text: &str, value: &Value, (before, after, pointer): (&str, &str, &str)) -> Option<String> {
    let input = format!("{before}{text}{after}");
    let repaired = repair(input.as_bytes(), &Options::default());
    let found = repaired.ok().and_then(|repaired| serde_json::from_str::<Value>(&repaired.text).ok());
    (found.as_ref().and_then(|found| found.pointer(pointer)) != Some(value)).then_some(input)
}

/// Where a slip is made.
#[derive(Clone, Copy, PartialEq)]
enum Made {
    Everywhere,
    /// Once, at each place in turn.
    Once,
}

/// The texts of a document with a slip.
fn texts(value: &Value, slip: Slip, layout: Layout, made: Made) -> Vec<String> {
    let all = Text::of(value, slip, layout, None);
    match (all.places / slip.1.len(), made) {
        (0, _) => Vec::new(),
        (_, Made::Everywhere) => vec![all.written],
        (places, Made::Once) => {
            (0..places).map(|only| Text::of(value, slip, layout, Some(only)).written).collect()
        }
    }
}

/// How many texts of a document with a slip there are, and those that do not come back.
fn lost(value: &Value, slip: Slip, made: Made) -> (usize, Vec<String>) {
    let texts: Vec<String> = LAYOUTS.iter().flat_map(|layout| texts(value, slip, *layout, made)).collect();
    let inputs = texts.iter().flat_map(|text| PLACES.map(|place| is_lost(text, value, place)));
    (texts.len() * PLACES.len(), inputs.flatten().collect())
}

/// Documents of so many rows come back.
fn come_back(rows: usize, made: Made) {
    let (mut count, mut all_lost) = (0, Vec::new());
    for (name, value) in documents(rows) {
        for slip in SLIPS.iter().filter(|(slip, _)| !AMBIGUOUS.contains(&(slip, name))) {
            let (texts, lost) = lost(&value, *slip, made);
            count += texts;
            all_lost.extend(lost.into_iter().map(|input| format!("{name}, {}: {input:?}", slip.0)));
        }
    }
    assert!(count > 1000, "only {count} texts");
    assert!(all_lost.is_empty(), "{} of {count}:\n{}", all_lost.len(), all_lost.join("\n"));
}

#[test]
fn two_rows_come_back() {
    come_back(2, Made::Everywhere);
}

#[test]
fn five_rows_come_back() {
    come_back(5, Made::Everywhere);
}

#[test]
fn twelve_rows_come_back() {
    come_back(12, Made::Everywhere);
}

#[test]
fn fifty_rows_come_back() {
    come_back(50, Made::Everywhere);
}

#[test]
fn four_rows_with_one_slip_come_back() {
    come_back(4, Made::Once);
}

#[test]
fn what_is_called_ambiguous_is_lost() {
    let documents = documents(5);
    for ambiguous in AMBIGUOUS {
        let (_, value) = documents.iter().find(|(name, _)| *name == ambiguous.1).expect("a document");
        let slip = SLIPS.iter().find(|(slip, _)| *slip == ambiguous.0).expect("a slip");
        assert!(!lost(value, *slip, Made::Everywhere).1.is_empty(), "{ambiguous:?}");
    }
}
