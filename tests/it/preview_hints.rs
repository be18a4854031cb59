//! Every cache hint parses as EDN and reads back to the arguments it was made of: an EDN reader that is not ours is the
//! judge.

use crate::common::truth::{same, text, vectors};
use edn_format::Value as Edn;
use jmend::core::calls::{Options, extract};
use jmend::core::results::keys::{self, Numbers};
use jmend::core::results::preview::{Hint, HintFor};
use proptest::prelude::*;
use serde_json::{Map, Value};

/// Arguments → hint → EDN → arguments.
#[track_caller]
fn reads_back(args: &str) {
    let hint = Hint::new("t", args, "", HintFor::Template("{args}")).expect("a hint");
    let edn = edn_format::parse_str(&readable(hint.as_str()));
    let edn = edn.unwrap_or_else(|error| panic!("{}: {error:?}", hint.as_str()));
    let canonical = keys::canonical(args, Numbers::Exact).expect("canonical");
    let expected = serde_json::from_str(&canonical).expect("JSON");
    assert!(same(&json(&edn), &expected), "{} from {args}", hint.as_str());
}

/// The call that `jmend calls` reads out of a hint has the key of the call that the hint was made of.
#[track_caller]
fn has_the_same_key(tool: &str, args: &str) {
    let due = keys::cache_key(tool, None, args).expect("a key").key;
    for wanted in [HintFor::Lisp, HintFor::Template("(tool/{tool} {args})")] {
        let hint = Hint::new(tool, args, "", wanted).expect("a hint");
        let found = extract(hint.as_str().as_bytes(), &Options::default()).expect("readable");
        let [call] = found.calls.as_slice() else { panic!("{}: {found:?}", hint.as_str()) };
        assert_eq!(
            keys::cache_key(&call.name, None, &call.arguments).expect("a key").key,
            due,
            "{}",
            hint.as_str()
        );
    }
}

/// EDN marks integers beyond 64 bits with `N`, where Lisp (and PTC-Lisp) has integers of one kind; this reader insists.
fn readable(hint: &str) -> String {
    let mut out = String::new();
    let (mut in_string, mut escaped, mut digits) = (false, false, 0);
    for c in hint.chars().chain([' ']) {
        if !in_string && digits > 18 && matches!(c, ' ' | ']' | '}') {
            out.push('N');
        }
        let counts = c.is_ascii_digit() && (digits > 0 || out.ends_with([' ', '[', '-']));
        digits = if counts && !in_string { digits + 1 } else { 0 };
        in_string ^= c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        out.push(c);
    }
    out
}

fn json(edn: &Edn) -> Value {
    match edn {
        Edn::Nil => Value::Null,
        Edn::Boolean(truth) => Value::Bool(*truth),
        Edn::String(text) => Value::String(text.clone()),
        Edn::Integer(number) => Value::from(*number),
        Edn::BigInt(number) => serde_json::from_str(&number.to_string()).expect("a number"),
        Edn::Float(number) => Value::from(number.into_inner()),
        Edn::Vector(items) => items.iter().map(json).collect(),
        Edn::Map(members) => Value::Object(members.iter().map(member).collect::<Map<_, _>>()),
        other => panic!("{other:?} is in no hint"),
    }
}

fn member((name, value): (&Edn, &Edn)) -> (String, Value) {
    let name = match name {
        Edn::Keyword(keyword) if keyword.namespace().is_none() => keyword.name().to_owned(),
        Edn::String(text) => text.clone(),
        other => panic!("{other:?} is no name"),
    };
    (name, json(value))
}

#[test]
#[cfg_attr(not(has = "shared"), ignore = "needs ../shared")]
fn the_hints_of_the_vectors_read_back() {
    for row in vectors("ptc/cache_hint.jsonl").iter().filter(|row| row["expected"]["ok"] == true) {
        let args = text(&row["input"], "args_text");
        reads_back(args);
        has_the_same_key("search", args);
    }
}

#[test]
fn names_of_every_kind_read_back() {
    for name in [
        "a", "_", "a b", "", ":k", "a/b", "1a", "-", "x-y", "nil", "true", "a.b", "é", "a\"", "#x", "a'",
        "a=>", "a=>b", "a=", "a>",
    ] {
        let args = serde_json::json!({name: [name, {name: null}]}).to_string();
        reads_back(&args);
        has_the_same_key("t", &args);
    }
}

fn value() -> impl Strategy<Value = Value> {
    let name = prop_oneof!["[a-z_][a-z0-9_.*+!?<>=$%&]{0,6}", "\\PC{0,6}", "[\\-a-z \":/\\\\\n\t]{0,5}"];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 5, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(name.clone(), inner, 0..4)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_hint_reads_back(value in value()) {
        let args = serde_json::json!({"v": value}).to_string();
        // `|` may stand in names of PTC-Lisp and not in those of EDN.
        prop_assume!(!args.contains('|'));
        // Names that renaming makes one have no key, and so no hint.
        if keys::canonical(&args, Numbers::Exact).is_ok() {
            reads_back(&args);
            has_the_same_key("log-search", &args);
        }
    }
}
