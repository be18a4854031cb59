use jmend::core::programs::check::*;
use jmend::core::programs::error::{Error, ErrorKind};
use jmend::core::programs::limits::Limits;
use jmend::core::programs::ops;

fn error(text: &str) -> Error {
    compile(text, &Limits::default()).expect_err(text)
}

#[test]
fn every_example_of_the_table_is_a_program() {
    for op in ops::all() {
        let text = format!("{{\"program\":{}}}", op.example.program);
        assert!(compile(&text, &Limits::default()).is_ok(), "{}", op.name);
    }
}

#[test]
fn errors_name_their_place() {
    for (text, message, pointer) in [
        (
            r#"{"program":{"op":"pipe","steps":[{"op":"fliter"}]}}"#,
            "Unknown operation 'fliter'. Did you mean 'filter'?",
            "/program/steps/0",
        ),
        (
            r#"{"program":{"a/b":{"op":"not","condition":5}}}"#,
            "Node must be a map, got 5",
            "/program/a~1b/condition",
        ),
        (r#"{"program":{"op":"let"}}"#, "Operation 'let' requires field 'in'", "/program"),
        (
            r#"{"program":{"op":"object","fields":{"x":{"op":"sum"}}}}"#,
            "Operation 'sum' requires field 'field'",
            "/program/fields/x",
        ),
    ] {
        let error = error(text);
        assert_eq!((error.message.as_str(), error.pointer.as_deref()), (message, Some(pointer)));
    }
}

#[test]
fn parse_errors_name_line_and_column() {
    let error = error("{\"program\":\n {\"op\":\"literal\",\"value\":1,\"v\\u0061lue\":2}}");
    assert_eq!(error.kind, ErrorKind::Parse);
    assert_eq!(error.position.map(|p| (p.line, p.column)), Some((2, 28)), "{error}");
    assert_eq!(self::error(&"{\"program\":".repeat(100_000)).kind, ErrorKind::Depth);
}
