//! Promises about any schema and any value: what fits is never changed, what comes out fits, nothing is made up, and a
//! second run changes nothing.

#![cfg(feature = "schema")]

use jmend::core::repair::engine::{Failure, FailureCode, Options, apply, repair};
use jmend::core::repair::schema::{Rules, Schema};
use proptest::prelude::*;
use serde_json::{Value, json};

/// Names that schemas and values share, some of them spellings of each other.
const NAMES: [&str; 6] = ["a", "b", "user_name", "userName", "user-name", "kind"];

/// Texts that mean something else to somebody.
const TEXTS: [&str; 16] = [
    "",
    "x",
    "5",
    " 5 ",
    "5.0",
    "007",
    "1e3",
    "true",
    "True",
    "null",
    "None",
    "yes",
    "[1]",
    "{\"a\": \"5\"}",
    "['x']",
    "X",
];

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-3i64..7).prop_map(Value::from),
        prop_oneof![Just(json!(5.0)), Just(json!(5.5)), Just(json!(1e3))],
        proptest::sample::select(&TEXTS[..]).prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::btree_map(proptest::sample::select(&NAMES[..]), inner, 0..4).prop_map(
                |members| members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
            ),
        ]
    })
}

fn schema() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(json!({})),
        proptest::sample::select(vec!["string", "integer", "number", "boolean", "null", "array", "object"])
            .prop_map(|name| json!({"type": name})),
        Just(json!({"type": ["integer", "null"]})),
        Just(json!({"type": "integer", "maximum": 4})),
        Just(json!({"type": "string", "minLength": 2})),
        Just(json!({"enum": ["x", "y", 5]})),
        Just(json!({"const": "x"})),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        let names = proptest::sample::select(&NAMES[..]);
        prop_oneof![
            inner.clone().prop_map(|items| json!({"type": "array", "items": items})),
            (
                proptest::collection::btree_map(names.clone(), inner.clone(), 1..4),
                proptest::collection::vec(names, 0..2),
                any::<bool>(),
            )
                .prop_map(|(properties, required, is_closed)| {
                    let mut required = required;
                    required.dedup();
                    let mut schema =
                        json!({"type": "object", "properties": properties, "required": required});
                    if is_closed {
                        schema["additionalProperties"] = false.into();
                    }
                    schema
                }),
            (proptest::collection::vec(inner.clone(), 1..4), any::<bool>()).prop_map(|(branches, one)| {
                if one { json!({"oneOf": branches}) } else { json!({"anyOf": branches}) }
            }),
            proptest::collection::vec(inner, 1..3).prop_map(|all| json!({"allOf": all})),
        ]
    })
}

/// The characters of every name and scalar, without spelling.
fn atoms(value: &Value, out: &mut Vec<String>) {
    let plain = |text: &str| text.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect::<String>();
    match value {
        Value::Null => out.push("null".to_owned()),
        Value::Array(items) => items.iter().for_each(|item| atoms(item, out)),
        Value::Object(members) => {
            for (name, value) in members {
                out.push(plain(name));
                atoms(value, out);
            }
        }
        Value::String(text) => out.push(plain(text)),
        other => out.push(plain(&other.to_string())),
    }
}

/// A name without case and separators: another spelling of it may become it.
fn spelling(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn what_fits_is_never_changed_and_what_comes_out_fits(schema in schema(), value in value()) {
        let compiled = Schema::new(&schema.to_string()).expect("a valid schema");
        let text = value.to_string();
        let options = Options::default();
        let rules = [Rules::default(), Rules { lossy: true, ..Rules::default() }];
        let record = || repair(text.as_bytes(), &options).expect("JSON");
        let tree = jmend::core::json::tree::Tree::parse(&text, 1024).expect("JSON");
        let fits = compiled.check(&tree).is_ok();
        for rules in rules {
            match compiled.apply(record(), &rules, &options) {
                Ok(settled) => {
                    prop_assert!(!fits || settled.fixes.is_empty(), "{schema} changed {text}: {:?}", settled.fixes);
                    prop_assert_eq!(apply(&text, &settled.fixes), &*settled.text, "the fixes lead to the output");
                    let again = repair(settled.text.as_bytes(), &options).expect("JSON");
                    let again = compiled.apply(again, &rules, &options).expect("it fits now");
                    prop_assert!(again.fixes.is_empty(), "{schema} changed {} again", settled.text);
                    if rules.lossy {
                        continue;
                    }
                    // Every name and scalar was there before, in some spelling.
                    let (mut made, mut had) = (Vec::new(), Vec::new());
                    atoms(&serde_json::from_str(&settled.text).expect("JSON"), &mut made);
                    atoms(&value, &mut had);
                    let had = had.concat();
                    for atom in made {
                        let spelled = |other: &str, text: &str| atom == text && had.contains(other);
                        let known = had.contains(&atom) || spelled("1e3", "1000") || spelled("none", "null");
                        prop_assert!(known, "{schema} made {atom:?} of {text}: {}", settled.text);
                    }
                }
                Err(failure) => {
                    prop_assert!(!fits && !failure.violations.is_empty(), "{schema} refused {text}: {failure:?}");
                }
            }
        }
    }

    /// A required member that is not there is refused by name, whatever is coerced, filled or dropped beside it; also
    /// where a default is declared, unless defaults are to be filled in.
    #[test]
    fn nothing_required_is_ever_invented(
        properties in proptest::collection::btree_map(proptest::sample::select(&NAMES[..]), schema(), 1..6),
        present in proptest::collection::btree_map(proptest::sample::select(&NAMES[..]), value(), 0..4),
        default in proptest::option::of(value()),
        is_cut in any::<bool>(),
    ) {
        let missing: Vec<&str> = properties
            .keys()
            .filter(|name| present.keys().all(|other| spelling(other) != spelling(name)))
            .copied()
            .collect();
        prop_assume!(!missing.is_empty());
        let mut declared = json!(properties);
        if let Some(default) = &default {
            for name in &missing {
                declared[*name] = json!({"default": default});
            }
        }
        let required: Vec<_> = properties.keys().collect();
        let schema = json!({"type": "object", "properties": declared, "required": required});
        let compiled = Schema::new(&schema.to_string()).expect("a valid schema");
        let mut text = json!(present).to_string();
        if is_cut {
            text.pop();
        }
        for rules in [
            Rules::default(),
            Rules { lossy: true, ..Rules::default() },
            Rules { defaults: true, lossy: true },
        ] {
            if rules.defaults && default.is_some() {
                continue;
            }
            let settled = compiled.repair(text.as_bytes(), &rules, &Options::default());
            let Err(Failure { code: FailureCode::Schema, violations: found, .. }) = settled else {
                return Err(TestCaseError::fail(format!("{schema} took {text}: {settled:?}")));
            };
            for name in &missing {
                let is_told = found.iter().any(|violation| {
                    violation.keyword == "required" && violation.message.contains(&format!("\"{name}\""))
                });
                prop_assert!(is_told, "{schema} does not miss {name:?} in {text}: {found:?}");
            }
        }
    }
}
