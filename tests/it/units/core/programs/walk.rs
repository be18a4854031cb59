use jmend::core::programs::walk::*;
use jmend::core::programs::{Limits, compile};

#[test]
fn every_call_is_found_wherever_it_stands() {
    let call = |name: &str| format!(r#"{{"op":"call","tool":"{name}"}}"#);
    let text = format!(
        r#"{{"program":{{"op":"if","condition":{},"then":{{"op":"pipe","steps":[{},{{"op":"filter_in","field":"x","value":{}}}]}},"else":{{"a":{},"b":{{"op":"not","condition":{}}}}}}}}}"#,
        call("a"),
        call("b"),
        call("c"),
        call("d"),
        call("e")
    );
    let program = compile(&text, &Limits::default()).expect("a program");
    let names: Vec<_> = calls(&program).into_iter().map(|(_, name)| name).collect();
    assert_eq!(names, ["a", "b", "c", "d", "e"]);
}
