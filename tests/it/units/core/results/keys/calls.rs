use jmend::core::json::MAX_DEPTH;
use jmend::core::json::fault::Fault;
use jmend::core::results::keys::calls::*;

fn read(message: &str) -> Result<Vec<Whole>, Fault> {
    calls_in(message, MAX_DEPTH, None)
}

#[test]
fn every_envelope_gives_the_same_call() {
    for message in [
        r#"{"name":"f","arguments":{"a":1}}"#,
        r#"{"arguments":"{\"a\":1}","name":"f"}"#,
        r#"[{"id":"c","type":"function","function":{"name":"f","arguments":"{\"a\":1}"}}]"#,
        r#"{"choices":[{"message":{"content":null,"tool_calls":[{"function":{"name":"f","arguments":"{\"a\":1}"}}]}}]}"#,
        r#"{"choices":[{"message":{"function_call":{"name":"f","arguments":"{\"a\":1}"}}}]}"#,
        r#"{"output":[{"type":"message","content":[]},{"type":"function_call","name":"f","arguments":"{\"a\":1}"}]}"#,
        r#"{"role":"assistant","content":[{"type":"text","text":"x"},{"type":"tool_use","id":"t","name":"f","input":{"a":1}}]}"#,
        r#"{"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","args":{"a":1}}}]}}]}"#,
        r#"{"output":{"message":{"content":[{"toolUse":{"toolUseId":"t","name":"f","input":{"a":1}}}]}}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"f","arguments":{"a":1}}}"#,
        r#"{"tool_calls":[{"name":"f","args":{"a":1},"id":"c1"}]}"#,
        r#"{"recipient_name":"functions.f","parameters":{"a":1}}"#,
    ] {
        let calls = read(message).unwrap_or_else(|fault| panic!("{message}: {}", fault.message));
        let found: Vec<_> = calls.iter().map(|call| (call.name.as_str(), &call.arguments[..])).collect();
        assert_eq!(found, [("f", "{\"a\":1}")], "{message}");
    }
}

#[test]
fn calls_come_in_document_order_with_their_places() {
    let message = r#"{"tool_calls":[{"function":{"name":"f","arguments":[1]}},{"function":{"name":"g","arguments":null}}]}"#;
    let calls = read(message).unwrap_or_else(|fault| panic!("{}", fault.message));
    let place = |call: &Whole| call.placed(Fault::new("x", "", 0), message).pointer;
    let found: Vec<_> =
        calls.iter().map(|call| (call.name.as_str(), call.arguments.as_str(), place(call))).collect();
    let at = |index| format!("/tool_calls/{index}/function/arguments");
    assert_eq!(found, [("f", "[1]", at(0)), ("g", "{}", at(1))]);
}

#[test]
fn what_is_no_call_is_refused() {
    for (message, code, pointer) in [
        (r#"{"name":"Bingo","age":30}"#, "no-call", ""),
        ("[]", "no-call", ""),
        (r#"{"name":"f","arguments":"{a:1}"}"#, "arguments", "/arguments"),
        (r#"[{"name":"f","arguments":"{\"a\":\"\\ud800"}]"#, "arguments", "/0/arguments"),
        (r#"[{"name":"f","arguments":"{\"a\":\"\ud800\"}"}]"#, "arguments", "/0/arguments"),
        (r#"{"type":"tool_use","name":"","input":{}}"#, "empty-tool", ""),
        (r#"{"name":"f\ud800","arguments":{}}"#, "empty-tool", ""),
        (r#"[{"name":"f","arguments":{},"n\u0061me":"g"}]"#, "key-collision", "/0"),
        (r#"{"name":"f","arguments":{},"input":{}}"#, "key-collision", ""),
    ] {
        let fault = read(message).err().unwrap_or_else(|| panic!("{message}"));
        assert_eq!((fault.code, fault.pointer.as_str()), (code, pointer), "{message}");
    }
}
