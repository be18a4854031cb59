use jmend::eval::lisp::*;

#[test]
fn one_call_is_a_program() {
    let call = r#"{"program":{"op":"call","tool":"search","args":{"q":"x"}}}"#;
    for text in [r#"(tool/search {:q "x"})"#, r#"{"program":"(tool/search {:q \"x\"})"}"#] {
        let program = translated(text).expect("PTC-Lisp").expect("one call");
        assert_eq!(program.replace(": ", ":"), call, "{text}");
    }
    for text in ["(count (tool/t {}))", r#"{"program":"(+ 1 2)"}"#, "(tool/a {}) (tool/b {})"] {
        let error = translated(text).expect("PTC-Lisp").expect_err(text);
        assert!(error.message.starts_with("the program is PTC-Lisp"), "{text}");
    }
    for text in ["", "[1]", r#"{"program":{"op":"load"}}"#, r#"{"program":"x"}"#, "{("] {
        assert!(translated(text).is_none(), "{text}");
    }
}
