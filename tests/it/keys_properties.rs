//! What holds for every value: one key for all its spellings, another for every other value; and one outcome however
//! the bytes arrive.

use std::fmt::Write;
use std::io::{self, Read};
use std::ops::ControlFlow;

use jmend::core::json::stream::Input;
use jmend::core::results::keys::{self, CanonicalOptions, KeyOptions, Numbers, OnCollision, Options};
use proptest::prelude::*;
use serde_json::Value;

/// Values with short names, so that hyphens and permutations matter; names never collide.
fn value() -> impl Strategy<Value = Value> {
    let number = prop_oneof![
        any::<i64>().prop_map(|n| n.to_string()),
        (-999_999_999i64..999_999_999, -30i32..30).prop_map(|(n, e)| format!("{n}e{e}")),
        (any::<u32>(), 0u32..100_000).prop_map(|(a, b)| format!("{a}.{b}")),
    ]
    .prop_map(|text| serde_json::from_str(&text).expect("a number"));
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        number,
        "[ -~é😀\u{fb33}\n\"\\\\/]{0,6}".prop_map(Value::String),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::Array),
            prop::collection::btree_map("[ab_é😀\u{fb33}]{0,3}", inner, 0..5)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// Spells `value` in a way that depends on `choices`, a stream of random bytes.
fn spell(value: &Value, choices: &mut impl Iterator<Item = u8>, out: &mut String) {
    space(choices, out);
    match value {
        Value::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                out.push_str(if index > 0 { "," } else { "" });
                spell(item, choices, out);
            }
            out.push(']');
        }
        Value::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            for at in (1..members.len()).rev() {
                members.swap(at, usize::from(next(choices)) % (at + 1));
            }
            out.push('{');
            for (index, (name, item)) in members.into_iter().enumerate() {
                out.push_str(if index > 0 { "," } else { "" });
                space(choices, out);
                spell_string(name, true, choices, out);
                space(choices, out);
                out.push(':');
                spell(item, choices, out);
            }
            out.push('}');
        }
        Value::String(text) => spell_string(text, false, choices, out),
        Value::Number(number) => spell_number(&number.to_string(), choices, out),
        other => out.push_str(&other.to_string()),
    }
    space(choices, out);
}

fn next(choices: &mut impl Iterator<Item = u8>) -> u8 {
    choices.next().unwrap_or(0)
}

fn coin(choices: &mut impl Iterator<Item = u8>) -> bool {
    next(choices) < 128
}

fn space(choices: &mut impl Iterator<Item = u8>, out: &mut String) {
    out.push_str(["", "", "", " ", "\n", "\t\r\n"][usize::from(next(choices)) % 6]);
}

fn spell_string(text: &str, is_name: bool, choices: &mut impl Iterator<Item = u8>, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        let c = if is_name && c == '_' && coin(choices) { '-' } else { c };
        let must = matches!(c, '"' | '\\') || c < ' ';
        if must || next(choices) < 64 {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let escape = if coin(choices) { format!("\\u{unit:04x}") } else { format!("\\u{unit:04X}") };
                out.push_str(&escape);
            }
        } else {
            out.push(c);
        }
    }
    out.push('"');
}

/// The same number with its point moved, and zeros and signs that mean nothing.
fn spell_number(text: &str, choices: &mut impl Iterator<Item = u8>, out: &mut String) {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let exponent: i64 = exponent.parse().expect("an exponent");
    let moved = next(choices) % 5;
    let sign = if mantissa.starts_with('-') { "-" } else { "" };
    let (whole, fraction) =
        mantissa.trim_start_matches('-').split_once('.').unwrap_or((mantissa.trim_start_matches('-'), ""));
    match next(choices) % 3 {
        0 => out.push_str(text),
        1 => {
            let zeros = "0".repeat(usize::from(moved));
            let _ = write!(out, "{sign}{whole}.{fraction}{zeros}0E{exponent:+}");
        }
        _ => {
            // Moves the point to the left: 12.5e3 is 0.00125e7 where `moved` is 4.
            let digits = format!("{}{whole}{fraction}", "0".repeat(usize::from(moved)));
            let point = digits.len() - fraction.len() - usize::from(moved);
            let (head, tail) = digits.split_at(point);
            let head =
                if head.trim_start_matches('0').is_empty() { "0" } else { head.trim_start_matches('0') };
            let tail = if tail.is_empty() { "0" } else { tail };
            let _ = write!(out, "{sign}{head}.{tail}e{}", exponent + i64::from(moved));
        }
    }
}

fn key(tool: &str, namespace: Option<&str>, text: &str) -> String {
    keys::cache_key(tool, namespace, text).unwrap_or_else(|fault| panic!("{text}: {fault:?}")).key
}

/// Every value that differs from `value` in one place, as far as that is told by a small change.
fn changed(value: &Value) -> Vec<Value> {
    let mut out = Vec::new();
    match value {
        Value::Array(items) => {
            if items.len() > 1 && items.first() != items.last() {
                let mut reversed = items.clone();
                let last = reversed.len() - 1;
                reversed.swap(0, last);
                out.push(Value::Array(reversed));
            }
            out.push(Value::Array(items.iter().cloned().chain([Value::Null]).collect()));
            for (index, item) in items.iter().enumerate() {
                out.extend(changed(item).into_iter().map(|item| {
                    let mut items = items.clone();
                    items[index] = item;
                    Value::Array(items)
                }));
            }
        }
        Value::Object(members) => {
            for (name, item) in members {
                let with = |name: &str, item: Value| {
                    let mut members = members.clone();
                    members.insert(name.to_owned(), item);
                    Value::Object(members)
                };
                out.extend(changed(item).into_iter().map(|item| with(name, item)));
                out.push(with(&format!("{name}x"), item.clone()));
                out.push(Value::Object(
                    members
                        .iter()
                        .filter(|(other, _)| *other != name)
                        .map(|(n, v)| (n.clone(), v.clone()))
                        .collect(),
                ));
            }
        }
        Value::String(text) => out.extend([format!("{text} "), format!("{text}-")].map(Value::String)),
        Value::Number(_) => out.extend([
            Value::String(value.to_string()),
            serde_json::from_str(&format!("{}1", value.to_string().replace(['e', 'E', '+'], "")))
                .unwrap_or(Value::Null),
        ]),
        Value::Null => out.extend([Value::Bool(false), Value::String(String::new())]),
        Value::Bool(b) => out.extend([Value::Bool(!b), Value::from(u8::from(*b)), Value::Null]),
    }
    out
}

proptest! {
    #[test]
    fn every_spelling_has_the_key(value in value(), first in prop::collection::vec(any::<u8>(), 400), second in prop::collection::vec(any::<u8>(), 400)) {
        let (mut one, mut two) = (String::new(), String::new());
        spell(&value, &mut first.into_iter(), &mut one);
        spell(&value, &mut second.into_iter(), &mut two);
        prop_assert_eq!(key("t", None, &one), key("t", None, &two), "{} {}", one, two);
        // Renaming first makes no difference, and canonical text is its own canonical text.
        let canonical = keys::canonical(&one, Numbers::Exact).expect("canonical");
        prop_assert_eq!(key("t", None, &canonical), key("t", None, &two));
        prop_assert_eq!(keys::canonical(&canonical, Numbers::Exact).expect("canonical"), canonical);
    }

    #[test]
    fn every_other_value_has_another_key(value in value(), tool in "[a-z_-]{1,4}", other in "[a-z_-]{1,4}") {
        let text = value.to_string();
        let own = key(&tool, None, &text);
        for other in changed(&value) {
            prop_assert_ne!(&own, &key(&tool, None, &other.to_string()), "{} {}", text, other);
        }
        if other != tool {
            prop_assert_ne!(&own, &key(&other, None, &text));
            prop_assert_ne!(key(&tool, Some(&tool), &text), key(&tool, Some(&other), &text));
        }
        prop_assert_ne!(&own, &key(&tool, Some(""), &text));
        prop_assert_ne!(&own, &key(&tool, None, &format!("[{text}]")));
    }

    #[test]
    fn normalizing_changes_names_only_and_only_once(value in value(), choices in prop::collection::vec(any::<u8>(), 400)) {
        let mut text = String::new();
        spell(&value, &mut choices.into_iter(), &mut text);
        let once = normalize(text.as_bytes(), usize::MAX, OnCollision::Error);
        prop_assert_eq!(serde_json::from_slice::<Value>(&once.0).expect("JSON"), renamed(&serde_json::from_str(&text).expect("JSON")));
        prop_assert_eq!(&normalize(&once.0, usize::MAX, OnCollision::Error), &once);
    }

    #[test]
    fn pieces_of_any_size_give_one_outcome(text in "[\\[\\]{},:\"\\\\ \n\u{1e}ab_u02d1e.-]{0,60}", seed in 0usize..3) {
        let on_collision = [OnCollision::Error, OnCollision::First, OnCollision::Last][seed];
        let whole = normalize(text.as_bytes(), usize::MAX, on_collision);
        for size in [1, 2, 3, 7] {
            prop_assert_eq!(&normalize(text.as_bytes(), size, on_collision), &whole, "{:?} in pieces of {}", text, size);
        }
    }
}

fn renamed(value: &Value) -> Value {
    match value {
        Value::Array(items) => Value::Array(items.iter().map(renamed).collect()),
        Value::Object(members) => Value::Object(
            members.iter().map(|(name, value)| (name.replace('-', "_"), renamed(value))).collect(),
        ),
        other => other.clone(),
    }
}

/// Gives its bytes in pieces of one size.
struct Pieces<'b>(&'b [u8], usize);

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.0.len().min(self.1).min(buffer.len());
        buffer[..len].copy_from_slice(&self.0[..len]);
        self.0 = &self.0[len..];
        Ok(len)
    }
}

/// What is written, and every fault with its place.
type Outcome = (Vec<u8>, Vec<String>);

fn normalize(bytes: &[u8], size: usize, on_collision: OnCollision) -> Outcome {
    let options = Options { on_collision, ..Options::default() };
    outcome(|out, report| keys::normalize(&mut Pieces(bytes, size), out, &options, report))
}

type Report<'r> = &'r mut dyn FnMut(&jmend::core::json::stream::Notice) -> ControlFlow<()>;

fn outcome(
    run: impl FnOnce(&mut Vec<u8>, Report<'_>) -> io::Result<jmend::core::json::stream::Summary>,
) -> Outcome {
    let (mut out, mut faults) = (Vec::new(), Vec::new());
    let summary = run(&mut out, &mut |notice| {
        faults.push(format!("{notice:?}"));
        ControlFlow::Continue(())
    });
    faults.push(format!("{:?}", summary.expect("no I/O")));
    (out, faults)
}

/// Compares two outcomes and shows where they part.
#[track_caller]
fn same(found: &Outcome, expected: &Outcome, text: &[u8]) {
    let text = String::from_utf8_lossy(text);
    assert_eq!(String::from_utf8_lossy(&found.0), String::from_utf8_lossy(&expected.0), "{text:?}");
    for (found, expected) in found.1.iter().zip(&expected.1) {
        assert_eq!(found, expected, "{text:?}");
    }
    assert_eq!(found.1.len(), expected.1.len(), "{text:?}");
}

/// Texts that reach every corner of the tokenizer, cut at every byte and read in pieces of every small size.
#[test]
fn every_prefix_in_every_piece_size_gives_one_outcome() {
    let texts = [
        "{\"a-b\":[1,2.5e-3,\"x\\u00e9\\\"\\n\",true,null,{\"é-😀\":{}}],\"a_b\":[1]} \r\n[false]\n12 -0.5e+1\n\"\\ud83d\\ude00\"",
        "\u{feff}\u{1e}{\"a\":1}\n\u{1e}{\"a-b\":1,\"a_b\":1.0,\"c\":\u{1e}[3]\n",
        "{\"a\\u002d\":1,\"a-\":{\"b\":2},\"a_\":{\"b\":2.0}}\nnul\n{\"x\":tru}\n[1,]\n{\"k-k\":01}\n{\"é-\" 1}\n[1]x\n{}\n",
        "{\n \"a-b\" : [ ] ,\n \"c\" : { } }\n{\"d\":\n[}\n{\"never\":1}\n",
        // Values without a key of their own, of which the first was renamed where it stands.
        "{\"k-\":{\"a-\":1,\"a_\":\"-\"},\"k_\":{\"a-\":1,\"a_\":\"-\"}}\n{\"k-\":[{\"x-\" :\"\\ud800-\"}],\"k_\":[{\"x-\" :\"\\ud800-\"}]}\n",
        "[\"\u{7f}\u{1}\"]\n[\"\\q\"]\n[\"\\u12g4\"]\n[1.]\n[-]\n[+1]\n[[[]]]\n",
    ];
    for text in texts {
        for end in 0..=text.len() {
            let bytes = &text.as_bytes()[..end];
            for on_collision in [OnCollision::Error, OnCollision::First, OnCollision::Last] {
                let whole = normalize(bytes, usize::MAX, on_collision);
                for size in [1, 2, 5] {
                    same(&normalize(bytes, size, on_collision), &whole, bytes);
                }
            }
            let canonical = |size| {
                let options = CanonicalOptions {
                    numbers: Numbers::Exact,
                    on_collision: OnCollision::First,
                    limits: Options::default().limits,
                };
                outcome(|out, report| keys::canonicalize(&mut Pieces(bytes, size), out, &options, report))
            };
            same(&canonical(1), &canonical(usize::MAX), bytes);
        }
    }
}

/// Documents longer than what is held, in which names leave the window before they collide or are part of a pointer.
#[test]
fn long_documents_keep_their_names() {
    let filler = "\"0123456789abcdef\",".repeat(400_000);
    let text =
        format!("{{\"f\\u0069rst-name\":1,\"long\":[{filler}0],\"first_name\":2,\"z\":{{\"p-q\":tru}}}}");
    let (_, faults) = normalize(text.as_bytes(), usize::MAX, OnCollision::First);
    let fault = |faults: &[String], at: usize, parts: &[&str]| {
        assert!(parts.iter().all(|part| faults[at].contains(part)), "{parts:?} in {}", faults[at]);
    };
    fault(&faults, 0, &["key-collision", "pointer: \"/first_name\"", "other: Some(1)", "warning: true"]);
    fault(&faults, 1, &["syntax", "pointer: \"/z/p-q\"", "line: 1"]);
    let (out, faults) = normalize(text.as_bytes(), 65_537, OnCollision::Last);
    fault(&faults, 0, &["key-collision"]);
    assert!(out.is_empty(), "with `last` nothing of a record that fails was written");
    let deep = format!("{{\"a-b\":{{\"c\":[{filler}{{\"d\":[1,2,x]}}]}}}}");
    let (_, faults) = normalize(deep.as_bytes(), 100_003, OnCollision::Error);
    fault(&faults, 0, &["pointer: \"/a-b/c/400000/d/2\""]);
    let valid = format!("{{\"a-b\":[{filler}1],\"c-d\":2,\"x\":{{\"a-b\":1}}}}\n");
    let (out, faults) = normalize(valid.as_bytes(), 70_000, OnCollision::Error);
    assert_eq!(String::from_utf8(out).expect("UTF-8"), valid.replace("a-b", "a_b").replace("c-d", "c_d"));
    assert_eq!(faults.len(), 1, "{faults:?}");
}

/// Members further apart than what is held are not compared, be the whole text in memory.
#[test]
fn a_long_text_in_memory_is_read_as_from_a_stream() {
    let filler = "\"0123456789abcdef\",".repeat(200_000);
    let text = format!("{{\"a-b\":1,\"long\":[{filler}0],\"a_b\":1}}\n{{\"c-d\":2}}\n").into_bytes();
    let options = Options { on_collision: OnCollision::Error, ..Options::default() };
    let (mut bytes, len) = (text.clone(), text.len());
    let input = Input::Memory { bytes: &mut bytes, len };
    let in_memory = outcome(|out, report| keys::normalize(input, out, &options, report));
    let streamed = normalize(&text, usize::MAX, OnCollision::Error);
    assert!(streamed.1[0].contains("key-collision"), "{:?}", streamed.1);
    assert!(in_memory == streamed, "{:?}, from a stream {:?}", in_memory.1, streamed.1);
}

/// What `normalize` makes of members with these names and values, told plainly.
fn survivors(members: &[(String, u32)], on_collision: OnCollision) -> String {
    let mut kept: Vec<(String, u32)> = Vec::new();
    for (name, value) in members {
        let name = name.replace('-', "_");
        match kept.iter().position(|(other, _)| *other == name) {
            Some(at) if on_collision == OnCollision::Last && kept[at].1 != *value => {
                kept.remove(at);
                kept.push((name, *value));
            }
            Some(_) => {}
            None => kept.push((name, *value)),
        }
    }
    object(&kept)
}

fn object(members: &[(String, u32)]) -> String {
    let members: Vec<String> = members.iter().map(|(name, value)| format!("\"{name}\":{value}")).collect();
    format!("{{{}}}\n", members.join(","))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    /// Objects of every width, with few names that come again or many.
    #[test]
    fn wide_objects_keep_the_members_that_a_plain_list_keeps(
        picks in prop::collection::vec((any::<u32>(), any::<bool>(), 0u32..3), 0..2500), names in 1u32..5000,
    ) {
        let member = |(pick, hyphen, value): &(u32, bool, u32)| {
            (format!("n{}{}", if *hyphen { '-' } else { '_' }, pick % names), *value)
        };
        let members: Vec<_> = picks.iter().map(member).collect();
        let text = object(&members);
        for on_collision in [OnCollision::First, OnCollision::Last] {
            let (out, _) = normalize(text.as_bytes(), 4096, on_collision);
            prop_assert_eq!(String::from_utf8(out).expect("UTF-8"), survivors(&members, on_collision));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(96) })]

    /// Names of wide objects are looked up many at a time where the text is at hand, and one by one where it comes byte by
    /// byte: what is written and told is the same.
    #[test]
    fn wide_objects_have_one_outcome_however_the_bytes_arrive(
        picks in prop::collection::vec((any::<u32>(), 0usize..3, 0usize..12), 20..300), names in 20u32..3000,
        check: bool, choice in 0usize..3, broken in prop::option::of(0usize..300),
    ) {
        let values = ["1", "1.0", "2", "\"-\"", "{\"a-b\":1}", "{\"a-\":1,\"a_\":1}", "{\"a-\":1,\"a_\":2}", "[]", "0", "7", "8", "9"];
        let mut text = String::from("{");
        for (at, (pick, hyphen, value)) in picks.iter().enumerate() {
            let (hyphen, value) = (["-", "_", "\\u002d"][*hyphen], values[*value]);
            let fault = if broken == Some(at) { "nul" } else { "" };
            write!(text, "{}\"n{hyphen}{}\" : {fault}{value}", if at > 0 { " ," } else { "" }, pick % names).expect("a string");
        }
        text.push_str("}\n[1]\n");
        let on_collision = [OnCollision::Error, OnCollision::First, OnCollision::Last][choice];
        let normalized = |size| {
            let options = Options { on_collision, check, ..Options::default() };
            outcome(|out, report| keys::normalize(&mut Pieces(text.as_bytes(), size), out, &options, report))
        };
        let whole = normalized(usize::MAX);
        for size in [1, 13, 500] {
            same(&normalized(size), &whole, text.as_bytes());
        }
    }
}

/// With `KeyOptions` of any kind a stream gives the keys that its documents have one by one.
#[test]
fn a_stream_has_the_keys_of_its_documents() {
    let documents = ["{\"a-b\":1.0}", "[1,{\"b\":2,\"a\":1}]", "\"x\"", "{}", "12e3"];
    let options = KeyOptions {
        calls: keys::Calls::Of("t".to_owned()),
        namespace: Some("n".to_owned()),
        output: keys::KeyOutput::Key,
        on_collision: OnCollision::Error,
        limits: Options::default().limits,
    };
    let expected: String = documents.map(|text| key("t", Some("n"), text) + "\n").concat();
    for size in 1..9 {
        let text = documents.join("\n");
        let (out, _) = outcome(|out, report| {
            keys::cache_keys(&mut Pieces(text.as_bytes(), size), out, &options, report)
        });
        assert_eq!(String::from_utf8(out).expect("UTF-8"), expected);
    }
}
