use jmend::cli::insight::facts::*;
use jmend::report::insight::MODEL;

fn facts(line: &str) -> Option<(Vec<Option<String>>, Option<i64>)> {
    let dimensions = [MODEL.to_owned(), "/meta/tags/1".to_owned()];
    let found = Fields::new(&dimensions, true, &[]).find(line.as_bytes())?;
    let facts = found.facts(line.as_bytes());
    Some((facts.names, facts.time))
}

#[test]
fn one_walk_finds_what_a_line_says() {
    let name = |name: &str| Some(name.to_owned());
    for (line, model, tag, time) in [
        (r#"{"model":"m","created":1700000000,"choices":[]}"#, name("m"), None, Some(1_700_000_000)),
        (r#" {"choices":[{"model":"x"}],"m\u006fdel":"a\"b"} "#, name("a\"b"), None, None),
        (r#"{"response":{"body":{"model":"m","usage":{}}},"custom_id":"1"}"#, name("m"), None, None),
        (
            r#"{"usage":{},"meta":{"tags":["a","b"]},"time":"2024-11-26"}"#,
            None,
            name("b"),
            Some(1_732_579_200),
        ),
    ] {
        assert_eq!(facts(line), Some((vec![model, tag], time)), "{line}");
    }
    for line in ["", "{", "{'a':1}", "{} x", "\u{1}"] {
        assert_eq!(facts(line), None, "{line}");
    }
}

/// An answer about a car is no answer of a model.
#[test]
fn names_are_believed_where_the_line_is_an_answer() {
    let fields = Fields::new(&[MODEL.to_owned()], false, &[]);
    let line = r#"{"model":"Corolla","doors":3}"#;
    let mut found = fields.find(line.as_bytes()).expect("JSON");
    assert_eq!(found.facts(line.as_bytes()).names, [None]);
    found.believe();
    assert_eq!(found.facts(line.as_bytes()).names, [Some("Corolla".to_owned())]);
}
