use jmend::core::repair::edit::duplicates::*;
use jmend::core::repair::edit::fixes::Fixes;

#[test]
fn a_value_that_takes_the_place_of_another_has_its_keys_once() {
    let rows = [
        (r#"{"x":1,"x":{"a":1,"a":2}}"#, r#"{"x":{"a":2}}"#),
        (
            r#"{"x":{"a":1,"a":0},"y":[],"x":{"a":{"b":1,"b":2},"a":{"b":3,"b":4}}}"#,
            r#"{"x":{"a":{"b":4}},"y":[]}"#,
        ),
        (r#"[{"x":1,"x":2,"x":{"y":1,"y":{}}},{"x":0}]"#, r#"[{"x":{"y":{}}},{"x":0}]"#),
    ];
    for (text, wanted) in rows {
        let merged = merged(0, Fixes::default(), text.to_owned(), 64).map(|merged| merged.output);
        assert_eq!(merged.as_deref(), Some(wanted), "{text}");
    }
}

#[test]
fn nested_keys_given_twice_are_written_once() {
    let depth = 2000;
    let text = r#"{"x":0,"x":"#.repeat(depth) + "1" + &"}".repeat(depth);
    let merged = merged(0, Fixes::default(), text, depth + 1).map(|merged| merged.output);
    assert_eq!(merged, Some(r#"{"x":"#.repeat(depth) + "1" + &"}".repeat(depth)));
}
