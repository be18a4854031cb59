//! Data as other languages print it: rows of texts and values, the table and its page of the documentation, and what must not
//! be read.

use std::fs;
use std::path::Path;

use crate::common::jmend;
use crate::common::truth::same;
use crate::promises::hold;
use jmend::core::repair::engine::{NOTATIONS, Nan, Options, Select, Source, repair};
use serde_json::Value;

fn file(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn rows() -> Vec<Value> {
    let text = file("fixtures/notations/rows.jsonl");
    text.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

#[test]
fn each_row_is_read_in_its_notation_or_in_none() {
    for row in rows() {
        let (id, input) = (&row["id"], row["input"].as_str().expect("a text"));
        let repaired = repair(input.as_bytes(), &Options::default());
        let notation = repaired.as_ref().ok().and_then(|repaired| repaired.notation);
        assert_eq!(notation.map(|notation| notation.name), row["notation"].as_str(), "{id}");
        let Some(repaired) = repaired.ok().filter(|_| notation.is_some()) else { continue };
        let value: Value = serde_json::from_str(&repaired.text).expect("JSON");
        assert!(same(&row["expected"], &value), "{id}: {value}");
        assert_eq!(repaired.risk().map(jmend::Risk::name), row["risk"].as_str(), "{id}");
    }
}

#[test]
fn a_text_that_is_cut_off_is_in_no_notation() {
    for row in rows().iter().filter(|row| row["notation"].is_string()) {
        let input = row["input"].as_str().expect("a text").trim_end().trim_end_matches(';');
        for (end, _) in input.char_indices() {
            let options = Options { from: Source::Auto, ..Options::default() };
            let Ok(repaired) = repair(&input.as_bytes()[..end], &options) else { continue };
            if let Some(notation) = repaired.notation {
                // What is complete before the cut is a shorter message, or a list of fields.
                assert!(
                    matches!(notation.name, "proto" | "python"),
                    "{}: {:?} is {}",
                    row["id"],
                    &input[..end],
                    notation.name
                );
            }
        }
    }
}

#[test]
fn the_table_says_what_becomes_of_its_examples() {
    for notation in NOTATIONS {
        for from in [Source::Auto, Source::Notation(notation)] {
            let options = Options { from, ..Options::default() };
            let repaired = repair(notation.example.as_bytes(), &options).expect(notation.name);
            assert_eq!(repaired.text, notation.json, "{}", notation.name);
            assert_eq!(repaired.notation, Some(notation));
        }
        let options = Options { from: Source::Json, ..Options::default() };
        let as_json = repair(notation.example.as_bytes(), &options);
        assert!(as_json.is_ok_and(|repaired| repaired.notation.is_none()) || notation.name != "js");
    }
}

#[test]
fn what_is_no_number_becomes_what_was_asked_for() {
    let text = b"{'a': nan, 'b': [Infinity, 1]} {\"c\": -Infinity}";
    let repaired = |nan| repair(text, &Options { nan, select: Select::All, ..Options::default() });
    let null = repaired(Nan::Null).expect("null");
    assert_eq!(null.text.replace(' ', ""), "{\"a\":null,\"b\":[null,1]}\n{\"c\":null}");
    let words = repaired(Nan::Text).expect("text");
    let documents: Vec<_> = words.documents.iter().map(|place| &words.text[place.clone()]).collect();
    assert_eq!(documents, [r#"{"a": "nan", "b": ["Infinity", 1]}"#, r#"{"c": "-Infinity"}"#]);
    assert_eq!(repaired(Nan::Error).expect_err("refused").code.name(), "risk");
}

#[test]
fn a_notation_that_was_asked_for_is_the_only_one() {
    let refused = jmend("repair --from ruby").write_stdin("[1, 2").output().expect("it runs");
    assert_eq!(refused.status.code(), Some(1));
    let message = String::from_utf8(refused.stderr).expect("UTF-8");
    assert!(message.contains("error[notation]") && message.contains("--from auto"), "{message}");
    let json = jmend("repair --from json --report").write_stdin("{:a=>1}").output().expect("it runs");
    assert!(!String::from_utf8_lossy(&json.stdout).contains("notation"));
    let ruby = jmend("repair --report").write_stdin("{:a=>1}").output().expect("it runs");
    assert!(String::from_utf8_lossy(&ruby.stdout).contains(r#""strategy":"structural","notation":"ruby""#));
}

/// Files that hold prose or code, and none that holds data of another language alone.
fn sources(folder: &Path, into: &mut Vec<String>) {
    const ENDINGS: &[&str] = &["rs", "md", "toml", "c", "h", "yml", "txt", "css", "html", "js"];
    const LARGEST: u64 = 200_000;
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.filter_map(Result::ok) {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, into);
        } else if path.extension().is_some_and(|ending| ENDINGS.iter().any(|known| ending == *known))
            && entry.metadata().is_ok_and(|about| about.len() < LARGEST)
            && let Ok(text) = fs::read_to_string(&path)
        {
            into.push(text);
        }
    }
}

#[test]
fn no_notation_is_read_in_prose_and_source_files() {
    const MOST: usize = 4000;
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut texts = Vec::new();
    for folder in ["src", "tests", "docs", "benches", "examples"] {
        sources(&root.join(folder), &mut texts);
    }
    let own = texts.len();
    if let Some(home) = std::env::var_os("CARGO_HOME").or_else(|| std::env::var_os("HOME")) {
        sources(&Path::new(&home).join("registry/src"), &mut texts);
        sources(&Path::new(&home).join(".cargo/registry/src"), &mut texts);
    }
    texts.truncate(MOST);
    // The sources of other crates are here, unless they are kept elsewhere.
    let least = if texts.len() > own { 2000 } else { 200 };
    assert!(texts.len() > least, "only {} files", texts.len());
    for text in texts {
        if let Some(notation) = jmend::core::repair::engine::notation_of(&text) {
            panic!("{} reads {:?}", notation.name, &text[..text.floor_char_boundary(200)]);
        }
    }
}

#[test]
fn mutated_rows_are_read_or_refused_without_harm() {
    const COUNT: usize = 3_000;
    const SIGNS: &str = "{}[]()<>\"'`\\:=,;#@$%~|/- \n\0\u{1b}éÿ😀0x1.e";
    let rows: Vec<String> =
        rows().iter().map(|row| row["input"].as_str().expect("a text").to_owned()).collect();
    let signs: Vec<char> = SIGNS.chars().collect();
    let mut state = 1_u64;
    let mut next = |count: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % count.max(1)
    };
    for _ in 0..COUNT {
        let mut text: Vec<char> = rows[next(rows.len())].chars().collect();
        for _ in 0..=next(4) {
            let at = next(text.len() + 1);
            let end = (at + next(6)).min(text.len());
            match next(4) {
                0 => drop(text.drain(at..end)),
                1 => text.insert(at, signs[next(signs.len())]),
                2 => {
                    let other: Vec<char> = rows[next(rows.len())].chars().collect();
                    let from = next(other.len());
                    let to = (from + next(9)).min(other.len());
                    text.splice(at..at, other[from..to].iter().copied());
                }
                _ => text.truncate(at),
            }
        }
        let text: String = text.into_iter().collect();
        hold("notations_never_panic", text.as_bytes());
    }
}

const TEXTS: &[&str] =
    &["travel", "a \"b\" c", "C:\\new", "line\nbreak", "é 日本", "", "nil", ":k", "{:a 1}", "x, y"];
const KEYS: &[&str] = &["q", "max-rows", "filter", "a b", "1", "ünï", "x?", "ids"];

fn value(next: &mut impl FnMut(usize) -> usize, depth: usize) -> Value {
    match next(if depth > 2 { 5 } else { 7 }) {
        0 => Value::Null,
        1 => Value::Bool(next(2) == 0),
        2 => Value::from(next(2000) as i64 - 1000),
        3 => Value::from(f64::from(next(1000) as u32) / 8.0),
        4 => Value::from(TEXTS[next(TEXTS.len())]),
        5 => (0..next(4)).map(|_| value(next, depth + 1)).collect(),
        _ => object(next, depth + 1),
    }
}

fn object(next: &mut impl FnMut(usize) -> usize, depth: usize) -> Value {
    let members = (0..next(4)).map(|_| (KEYS[next(KEYS.len())].to_owned(), value(next, depth)));
    Value::Object(members.collect())
}

/// Arguments of a call that only the number says.
fn arguments(seed: u64) -> Value {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = move |count: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % count
    };
    object(&mut next, 0)
}

#[test]
fn own_cache_hints_read_back_to_the_key_of_their_call() {
    const COUNT: u64 = 200;
    let all: Vec<_> = (0..COUNT).map(|seed| arguments(seed).to_string()).collect();
    let hints = all
        .iter()
        .map(|arguments| {
            let preview = jmend("preview --assume-cached --hint-for lisp --tool search --args")
                .arg(arguments)
                .write_stdin("1")
                .output();
            let output = preview.expect("it runs");
            let preview = String::from_utf8(output.stdout).expect("UTF-8");
            let hint = preview.split_once("\"cache_hint\":").expect("a hint").1;
            let end = hint.rfind('}').expect("the end of the preview");
            format!("{}\n", hint[..end].trim())
        })
        .collect::<Vec<_>>()
        .concat();
    let keys = |arguments: &[&str], input: String| {
        let output = jmend("cache-key").args(arguments).write_stdin(input).output().expect("it runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let due = keys(&["search", "--lines"], all.join("\n"));
    let read = keys(&["--calls", "--repair", "--framing", "strings"], hints);
    for (arguments, (due, read)) in all.iter().zip(due.lines().zip(read.lines())) {
        assert_eq!(due, read, "{arguments}");
    }
    assert_eq!((due.lines().count(), read.lines().count()), (all.len(), all.len()));
}

#[test]
fn records_that_a_log_driver_split_are_joined() {
    let docker = concat!(
        r#"{"log":"{\"a\": \"x","stream":"stdout","time":"t"}"#,
        "\n",
        r#"{"log":"plain text\n","stream":"stderr","time":"t"}"#,
        "\n",
        r#"{"log":"y\", 'b': 1}\n","stream":"stdout","time":"t"}"#,
        "\n"
    );
    let cri = "2024-01-02T03:04:05.6Z stdout P {\"a\": \"x\n2024-01-02T03:04:05.7Z stderr F plain text\n\
               2024-01-02T03:04:05.8Z stdout F y\", 'b': 1}\n";
    for (driver, log) in [("docker", docker), ("cri", cri)] {
        let output = jmend("repair -q --framing").arg(driver).write_stdin(log).output().expect("it runs");
        assert_eq!(String::from_utf8_lossy(&output.stdout), "{\"a\": \"xy\", \"b\": 1}\n", "{driver}");
        assert_eq!(output.status.code(), Some(1), "the plain text is no record");
    }
}
