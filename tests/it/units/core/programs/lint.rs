use jmend::core::programs::lint::*;
use jmend::core::programs::{Limits, compile, read};

fn codes(program: &str) -> Vec<(&'static str, String)> {
    let context =
        r#"{"rows":[{"a":1},{"a":2,"b":3},{"a":3}],"one":{"a":1},"mixed":[{"a":1},{"a":"2"},{"a":null}]}"#;
    let context = read(context, 64).expect("valid").as_map().expect("a map");
    let text = format!("{{\"program\":{program}}}");
    let program = compile(&text, &Limits::default()).expect("a program");
    lint(&program, &context, &mut |_, _| None)
        .into_iter()
        .map(|lint| (lint.code.name(), lint.pointer))
        .collect()
}

#[test]
fn finds_what_was_probably_not_meant() {
    let at = |code, pointer: &str| vec![(code, pointer.to_owned())];
    for (program, expected) in [
        (
            r#"{"op":"pipe","steps":[{"op":"load","name":"rows"},{"op":"sort_by","field":"a"},{"op":"filter","where":{"op":"gt","field":"b","value":1}}]}"#,
            at("missing-field", "/program/steps/2/where"),
        ),
        (
            r#"{"op":"let","name":"x","value":{"op":"load","name":"one"},"in":{"op":"pipe","steps":[{"op":"var","name":"x"},{"op":"not","condition":{"op":"eq","field":"c","value":1}}]}}"#,
            at("missing-field", "/program/in/steps/1/condition"),
        ),
        (
            r#"{"op":"let","name":"x","value":{"op":"load","name":"one"},"in":{"op":"var","name":"y"}}"#,
            at("unused-let", "/program"),
        ),
        (
            r#"{"op":"pipe","steps":[{"op":"load","name":"mixed"},{"op":"sort_by","field":"a"}]}"#,
            at("mixed-types", "/program/steps/1"),
        ),
        (
            r#"{"op":"pipe","steps":[{"op":"load","name":"mixed"},{"op":"filter","where":{"op":"gt","field":"a","value":1}}]}"#,
            at("mixed-types", "/program/steps/1/where"),
        ),
        (
            r#"{"op":"pipe","steps":[{"op":"load","name":"rows"},{"op":"filter","where":{"op":"pipe","steps":[{"op":"keys"},{"op":"count"}]}}]}"#,
            at("never-boolean", "/program/steps/1/where"),
        ),
        (
            r#"{"op":"let","name":"x","value":{"op":"literal","value":1},"in":{"op":"object","fields":{"result":{"op":"var","name":"x"}}}}"#,
            at("result-kept", "/program/in"),
        ),
    ] {
        assert_eq!(codes(program), expected, "{program}");
    }
}

#[test]
fn says_nothing_about_what_is_fine() {
    for program in [
        r#"{"op":"pipe","steps":[{"op":"load","name":"rows"},{"op":"filter","where":{"op":"gt","field":"a","value":1}}]}"#,
        r#"{"op":"pipe","steps":[{"op":"load","name":"rows"},{"op":"filter","where":{"op":"eq","field":"b","value":null}}]}"#,
        r#"{"op":"pipe","steps":[{"op":"load","name":"unknown"},{"op":"filter","where":{"op":"gt","field":"z","value":1}}]}"#,
        r#"{"op":"pipe","steps":[{"op":"load","name":"rows"},{"op":"filter","where":{"op":"get","field":"a"}}]}"#,
        r#"{"result":{"op":"literal","value":1},"kept":2}"#,
        r#"{"op":"pipe","steps":[{"op":"object","fields":{"result":1}},{"op":"get","field":"result"}]}"#,
    ] {
        assert_eq!(codes(program), [], "{program}");
    }
}
