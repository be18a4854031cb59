//! Properties of PTC-JSON: no program harms the evaluator, limits hold, the order is a total order and agrees with
//! the equalities, and values read back as they were written.

use jmend::core::programs::limits::Budget;
use jmend::core::programs::order::{StrictSet, order, strictly_equal};
use jmend::core::programs::{self, ErrorKind, Limits, NoTools, Session, ops};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::{Value as Json, json};
use std::cmp::Ordering;

/// Values in which equal and nearly equal ones are frequent.
fn value() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        prop::sample::select(vec![
            json!(null),
            json!(true),
            json!(false),
            json!(0),
            json!(1),
            json!(1.0),
            json!(-0.0),
            json!(0.5),
            json!(""),
            json!("a"),
            json!("é\n"),
        ]),
        prop::sample::select(vec![
            "9007199254740993",
            "9007199254740992.0",
            "1e300",
            "-123456789012345678901"
        ])
        .prop_map(|digits| serde_json::from_str(digits).expect("a number")),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Json::from),
            prop::collection::btree_map("[ab]", inner, 0..3).prop_map(|map| map.into_iter().collect()),
        ]
    })
}

/// Programs: an expression, mostly with the rows, a row or a number as current value.
fn program() -> impl Strategy<Value = Json> {
    let rows = json!({"op": "load", "name": "rows"});
    let row = json!({"op": "pipe", "steps": [rows, {"op": "first"}]});
    let sources =
        prop::sample::select(vec![Some(rows), Some(row), Some(json!({"op": "literal", "value": 2})), None]);
    (sources, expression()).prop_map(|(source, expression)| match source {
        Some(source) => json!({"op": "pipe", "steps": [source, expression]}),
        None => expression,
    })
}

/// Every operation, with fields that mostly fit.
fn expression() -> impl Strategy<Value = Json> {
    let names: Vec<&'static str> = ops::all().map(|op| op.name).collect();
    let leaf = prop_oneof![
        value().prop_map(|value| json!({"op": "literal", "value": value})),
        Just(json!({"op": "load", "name": "rows"})),
        Just(json!({"op": "pipe", "steps": [{"op": "load", "name": "rows"}, {"op": "first"}]})),
        Just(json!({"op": "var", "name": "__input"})),
        (0..9).prop_map(|n| json!({"op": "literal", "value": n})),
    ];
    leaf.prop_recursive(4, 40, 4, move |inner| {
        let fields = prop::collection::vec(inner, 4);
        (prop::sample::select(names.clone()), fields, value(), 0usize..3).prop_map(
            |(name, mut nodes, data, n)| {
                let mut node = serde_json::Map::new();
                node.insert("op".into(), json!(name));
                for field in ops::find(name).expect("an operation").fields {
                    use ops::FieldKind as F;
                    let filler = match field.kind {
                        F::Any | F::Map => data.clone(),
                        F::Expr | F::AnyOrExpr => nodes.pop().unwrap_or_else(|| json!({"op": "count"})),
                        F::Exprs => Json::from(nodes.split_off(n.min(nodes.len()))),
                        F::Fields => json!({"a": nodes.pop(), "b": data}),
                        F::Text => json!(["a", "b", "rows"][n]),
                        F::Names | F::Path => json!(["a", "b"]),
                        F::Count | F::Precision => json!(n),
                        F::Order => json!(["asc", "desc", "up"][n]),
                    };
                    // `get` takes one of two fields.
                    if !(name == "get" && field.name == "path" && n > 0
                        || name == "get" && field.name == "field" && n == 0)
                    {
                        node.insert(field.name.into(), filler);
                    }
                }
                Json::from(node)
            },
        )
    })
}

const ROWS: &str = r#"{"rows":[{"a":1,"b":"x"},{"a":1.0},{"b":[1]},{"a":null,"b":{}}]}"#;

fn run(program: &Json, limits: Limits) -> Result<String, programs::Error> {
    let context = programs::read(ROWS, 64).expect("valid").as_map().expect("a map");
    let mut session = Session::new(context, limits);
    let before = session.memory.entries().len();
    let mut looks = 0;
    let text = format!("{{\"program\":{program}}}");
    let outcome = session.turn(&text, &mut NoTools, &mut || {
        looks += 1;
        looks > 1000
    });
    match outcome {
        Ok(outcome) => Ok(programs::to_json(&outcome.result)),
        Err(error) => {
            assert_eq!(session.memory.entries().len(), before, "a failure leaves memory as it was");
            Err(error)
        }
    }
}

/// Properties of programs say little if hardly any program runs.
#[test]
fn many_of_the_programs_run() {
    let mut runner = TestRunner::deterministic();
    let programs = (0..1000).map(|_| program().new_tree(&mut runner).expect("a program").current());
    let ran = programs.filter(|program| run(program, Limits::default()).is_ok()).count();
    assert!(ran > 280, "{ran} of 1000");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_program_gives_json_or_an_error_with_a_place(program in program()) {
        match run(&program, Limits::default()) {
            Ok(result) => prop_assert!(serde_json::from_str::<Json>(&result).is_ok(), "{}", result),
            Err(error) => {
                prop_assert!(error.kind != ErrorKind::Parse || !program.is_object(), "{}", error);
                let pointer = error.pointer.unwrap_or_default();
                let wrapped = json!({"program": program});
                prop_assert!(wrapped.pointer(&pointer).is_some(), "{} in {}", pointer, wrapped);
            }
        }
    }

    #[test]
    fn small_limits_hold_and_never_change_a_result(program in program()) {
        let small = Limits { max_memory: 2000, max_depth: 12, ..Limits::default() };
        match (run(&program, small), run(&program, Limits::default())) {
            (Ok(small), full) => prop_assert_eq!(Some(small), full.ok()),
            (Err(error), full) => prop_assert!(
                matches!(error.kind, ErrorKind::Memory | ErrorKind::Depth) || full.is_err(), "{}", error),
        }
    }

    #[test]
    fn bytes_that_are_no_program_are_an_error(text in "[\\PC\n\"{}\\[\\]:,]{0,60}") {
        let mut session = Session::new(programs::value::Map::free(Vec::new()), Limits::default());
        let outcome = session.turn(&text, &mut NoTools, &mut || false);
        prop_assert!(outcome.is_err());
    }

    #[test]
    fn the_order_is_total_and_the_equalities_agree(a in value(), b in value(), c in value()) {
        let mut never = || false;
        let mut budget = Budget::new(Limits::default(), &mut never);
        let texts = [a.to_string(), b.to_string(), c.to_string()];
        let [a, b, c] = texts.each_ref().map(|text| programs::read(text, 64).expect("valid"));
        let mut compare = |x, y| order(x, y, &mut budget).expect("in time");
        let (ab, ba, bc, ac) = (compare(&a, &b), compare(&b, &a), compare(&b, &c), compare(&a, &c));
        prop_assert_eq!(compare(&a, &a), Ordering::Equal);
        prop_assert_eq!(ab, ba.reverse());
        if ab == bc {
            prop_assert_eq!(ac, ab, "transitive");
        }
        if ab == Ordering::Equal {
            prop_assert_eq!(ac, bc, "equal ones stand alike to a third");
        }
        let strict = strictly_equal(&a, &b, &mut budget).expect("in time");
        prop_assert!(!strict || ab == Ordering::Equal);
        let mut set = StrictSet::default();
        set.insert(&a, &mut budget).expect("in time");
        prop_assert_eq!(set.contains(&b, &mut budget).expect("in time"), strict, "hashes agree with equality");
    }

    #[test]
    fn values_read_back_as_they_were_written(value in value(), padding in 0usize..3) {
        // Padded beyond the size up to which containers stay text, both ways of reading must agree.
        let long = json!([value, " ".repeat(padding * 400)]).to_string();
        let mut never = || false;
        let mut budget = Budget::new(Limits::default(), &mut never);
        let read = programs::read(&long, 64).expect("valid");
        let written = programs::to_json(&read);
        let again = programs::read(&written, 64).expect("valid");
        prop_assert!(strictly_equal(&read, &again, &mut budget).expect("in time"));
        let oracle: Json = serde_json::from_str(&written).expect("JSON");
        prop_assert_eq!(oracle.as_array().map(Vec::len), Some(2));
        let owned = programs::read::owned(&jmend::core::json::parse(&long, 64).expect("JSON"));
        prop_assert!(strictly_equal(&read, &owned, &mut budget).expect("in time"));
        prop_assert_eq!(owned.depth(), read.depth());
    }
}
