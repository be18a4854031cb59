use jmend::core::results::preview::lisp::*;

#[test]
fn every_kind_of_value_has_its_form() {
    for (json, expected) in [
        (r#"{"a":[1,null,true,"x"],"b":{"c":{}}}"#, r#"{:a [1 nil true "x"] :b {:c {}}}"#),
        (r#"{"a b":1,"1":2,"":3,"a:b":4}"#, r#"{"a b" 1 "1" 2 "" 3 "a:b" 4}"#),
        (r#"{"s":"a:b,\"{\n\u0001"}"#, "{:s \"a:b,\\\"{\\n\u{1}\"}"),
        (r#"{"ünï":1e-7,"x?":[],"_":-1}"#, "{:ünï 1e-7 :x? [] :_ -1}"),
    ] {
        assert_eq!(lisp(json), expected);
    }
}
