//! One reader for the shapes of calls: `jmend calls`, `cache-key --calls`, `preview --call` and `eval-json` take the
//! same ones.

use crate::common::{check, jmend};

/// A call of `TOOL` with the arguments `ARGS`, as providers and models deliver it; `QUOTED` are the same as a string.
const SHAPES: &[&str] = &[
    r#"{"name":"TOOL","arguments":ARGS}"#,
    r#"{"name":"TOOL","arguments":QUOTED}"#,
    r#"{"name":"TOOL","parameters":ARGS}"#,
    r#"[{"tool_name":"TOOL","parameters":ARGS,"tool_call_id":"0"}]"#,
    r#"{"type":"function","id":"c","function":{"name":"TOOL","arguments":QUOTED}}"#,
    r#"{"role":"assistant","tool_calls":[{"id":"c","function":{"name":"TOOL","arguments":QUOTED}}]}"#,
    r#"{"choices":[{"message":{"content":null,"tool_calls":[{"function":{"name":"TOOL","arguments":QUOTED}}]}}]}"#,
    r#"{"choices":[{"message":{"function_call":{"name":"TOOL","arguments":QUOTED}}}]}"#,
    r#"{"output":[{"type":"function_call","call_id":"c","name":"TOOL","arguments":QUOTED}]}"#,
    r#"{"content":[{"type":"text","text":"x"},{"type":"tool_use","id":"t","name":"TOOL","input":ARGS}]}"#,
    r#"{"candidates":[{"content":{"parts":[{"functionCall":{"name":"TOOL","args":ARGS}}]}}]}"#,
    r#"{"output":{"message":{"content":[{"toolUse":{"toolUseId":"t","name":"TOOL","input":ARGS}}]}}}"#,
    r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"TOOL","arguments":ARGS}}"#,
    r#"{"tool_calls":[{"name":"TOOL","args":ARGS,"id":"c"}]}"#,
    r#"{"type":"tool-call","toolCallId":"c","toolName":"TOOL","input":ARGS}"#,
    r#"{"recipient_name":"functions.TOOL","parameters":ARGS}"#,
];

fn message(shape: &str, tool: &str, arguments: &str) -> String {
    let quoted = serde_json::to_string(arguments).expect("a string");
    shape.replace("TOOL", tool).replace("ARGS", arguments).replace("QUOTED", &quoted)
}

fn printed(args: &[&str], input: &str) -> String {
    let output = jmend("").args(args).write_stdin(input).output().expect("it runs");
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn every_command_takes_every_shape() {
    let arguments = r#"{"q":"a b","n":1.0}"#;
    let key = printed(&["cache-key", "search"], arguments);
    let preview = printed(
        &["preview", "--assume-cached", "--hint-for", "lisp", "--tool", "search", "--args", arguments],
        "[1,2]",
    );
    assert!(preview.contains("(tool/search {"), "{preview}");
    let program =
        r#"{"program":{"op":"add","left":{"op":"literal","value":1},"right":{"op":"literal","value":2}}}"#;
    for shape in SHAPES {
        let call = message(shape, "search", arguments);
        let line = printed(&["calls"], &call);
        assert!(
            line.starts_with(&format!("{{\"name\":\"search\",\"arguments\":{arguments}")),
            "{call}\n{line}"
        );
        assert_eq!(printed(&["cache-key", "--calls"], &call), key, "{call}");
        // What `jmend calls` writes is a call itself.
        assert_eq!(printed(&["cache-key", "--calls"], &line), key, "{call}");
        let args = ["preview", "--assume-cached", "--hint-for", "lisp", "--call", &call];
        assert_eq!(printed(&args, "[1,2]"), preview, "{call}");
        let call = message(shape, "eval_json", program);
        assert_eq!(printed(&["eval-json"], &call), "3\n", "{call}");
        assert_eq!(printed(&["eval-json", "--expr", &call], ""), "3\n", "{call}");
    }
}

#[test]
fn what_a_command_does_not_take_for_the_call_it_wants() {
    for (args, input, expected, status) in [
        // Several calls are several keys and several programs, and a result is that of one call.
        (
            "eval-json",
            "{\"tool_calls\":[{\"name\":\"eval_json\",\"args\":{\"program\":{\"op\":\"literal\",\"value\":1}}},\
             {\"name\":\"eval-json\",\"args\":{\"program\":{\"op\":\"literal\",\"value\":2}}}]}",
            "1\n2\n",
            0,
        ),
        // A model's answer with a call in it, and a call of another tool.
        (
            "eval-json --repair",
            "Let me see.\n<tool_call>{'name': 'eval_json', 'arguments': {'program': {'op': 'literal', 'value': 1}}}</tool_call>",
            "1\n",
            0,
        ),
        (
            "eval-json",
            "{\"name\":\"other\",\"arguments\":{\"program\":{\"op\":\"literal\",\"value\":1}}}",
            "",
            1,
        ),
        // Half a program is not run.
        (
            "eval-json --repair",
            "<tool_call>{\"name\": \"eval_json\", \"arguments\": {\"program\": {\"op\": \"literal\", \"value\": 1",
            "",
            1,
        ),
        // A program that speaks of a call is a program.
        (
            "eval-json",
            "{\"program\":{\"op\":\"literal\",\"value\":{\"name\":\"eval_json\",\"arguments\":{\"program\":1}}}}",
            "{\"name\":\"eval_json\",\"arguments\":{\"program\":1}}\n",
            0,
        ),
        ("cache-key --calls", "{\"name\":\"f\",\"arguments\":\"{'a': 1}\"}", "", 1),
        ("cache-key --calls", "{\"name\":\"f\",\"arguments\":\"{\\\"a\\\": 1\"}", "", 1),
        ("cache-key --calls --repair", "{\"name\":\"f\",\"arguments\":\"{\\\"a\\\": 1\"}", "", 1),
    ] {
        check(args, input, expected, status);
    }
    for call in [
        "{",
        "{\"a\":1}",
        r#"{"name":"f","arguments":"{a:1}"}"#,
        r#"[{"name":"f","arguments":{}},{"name":"g","arguments":{}}]"#,
    ] {
        let output = jmend("").args(["preview", "--call", call]).write_stdin("[]").output().expect("it runs");
        assert_eq!(output.status.code(), Some(2), "{call}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("--call"), "{call}");
    }
}
