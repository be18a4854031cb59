use std::cmp::Ordering;

use jmend::core::programs::limits::{Budget, Limits};
use jmend::core::programs::order::*;
use jmend::core::programs::read;

/// Every kind, many neighbors; ascending.
const ASCENDING: &[&str] = &[
    "-1e300",
    "-5",
    "-0.5",
    "0",
    "1",
    "1.5",
    "2",
    "9007199254740992.0",
    "9007199254740993",
    "1e300",
    "false",
    "null",
    "true",
    "{}",
    r#"{"a":1}"#,
    r#"{"a":"x"}"#,
    r#"{"b":0}"#,
    r#"{"a":9,"b":9}"#,
    "[]",
    "[0]",
    "[0,0]",
    "[0,1]",
    "[1]",
    r#"["a"]"#,
    r#""""#,
    r#""B""#,
    r#""a""#,
    r#""aa""#,
    r#""é""#,
];

#[test]
fn kinds_and_neighbours_are_ordered() {
    let mut never = || false;
    let mut budget = Budget::new(Limits::default(), &mut never);
    let values: Vec<_> = ASCENDING.iter().map(|text| read(text, 64).expect("valid")).collect();
    for (i, a) in values.iter().enumerate() {
        for (j, b) in values.iter().enumerate() {
            assert_eq!(order(a, b, &mut budget).expect("in time"), i.cmp(&j), "{a:?} {b:?}");
            assert_eq!(strictly_equal(a, b, &mut budget).expect("in time"), i == j);
        }
    }
}

#[test]
fn strict_and_loose_part_at_one() {
    let mut never = || false;
    let mut budget = Budget::new(Limits::default(), &mut never);
    let (a, b) = (
        read(r#"[1,{"x":2,"y":0}]"#, 9).expect("valid"),
        read(r#"[1.0,{"y":-0.0,"x":2.0}]"#, 9).expect("valid"),
    );
    assert_eq!(order(&a, &b, &mut budget).expect("in time"), Ordering::Equal);
    assert!(!strictly_equal(&a, &b, &mut budget).expect("in time"));
    let same = read(r#"[1,{"\u0079":0,"x":2}]"#, 9).expect("valid");
    let mut set = StrictSet::default();
    assert!(set.insert(&a, &mut budget).expect("in time"));
    assert!(!set.insert(&same, &mut budget).expect("in time"));
    assert!(set.insert(&b, &mut budget).expect("in time"));
}
