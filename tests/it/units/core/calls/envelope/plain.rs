use jmend::core::calls::envelope::plain::*;
use jmend::core::calls::find::detect::settle;
use jmend::core::calls::judge::context::Context;
use jmend::core::calls::{Call, Options};
use jmend::core::json::MAX_DEPTH;

/// What is read straight is what the walk reads.
#[test]
fn the_straight_way_and_the_walk_agree() {
    let mut straight = 0;
    for text in [
        r#"{"name":"f","arguments":{}}"#,
        " {\"arguments\" : { \"a\" : 1.0 } , \"id\":\"x\", \"name\" : \"f-g\"}\n",
        r#"{"id":7,"name":"f","arguments":{"name":"g","arguments":{}}}"#,
        r#"{"name":"f","arguments":{"a":"\ud800"}}"#,
        r#"{"name":"f","arguments":{"type":"object","properties":{}}}"#,
        r#"{"name":"f","arguments":{"properties":[1]}}"#,
        r#"{"name":"functions.f","arguments":{}}"#,
        r#"{"name":"\u0066","arguments":{}}"#,
        r#"{"name":"a(b)","arguments":{}}"#,
        r#"{"name":"","arguments":{}}"#,
        r#"{"name":"f","arguments":"{}"}"#,
        r#"{"name":"f","arguments":[1]}"#,
        r#"{"name":"f","arguments":null}"#,
        r#"{"name":"f","name":"g","arguments":{}}"#,
        r#"{"name":"f","arguments":{},"input":{}}"#,
        r#"{"name":"f"}"#,
        r#"{"name":"f","arguments":{}}x"#,
        "{}",
        "[]",
    ] {
        let options = Options::default();
        let mut cx = Context::new(text, &options);
        if jmend::core::json::scan_document(text.as_bytes(), MAX_DEPTH).is_ok() {
            let reading = cx.read_whole(text.trim()).expect("it is JSON");
            jmend::core::calls::envelope::walk::envelope(&mut cx, &reading);
        }
        let walked = settle(cx.take_from(0), &options).calls;
        if let Some(call) = call(text, MAX_DEPTH) {
            let [walked] = walked.as_slice() else { panic!("{text}: {walked:?}") };
            let shown = |call: &Call| {
                let mut call = call.clone();
                call.format = FORMAT;
                format!("{call:?}")
            };
            assert_eq!(shown(&call), shown(walked), "{text}");
            straight += 1;
        }
    }
    assert_eq!(straight, 4);
}
