//! `--to` and `--with-content`: the shapes of providers, and that reading them gives the same calls.

use crate::common::{check, jmend, truth};
use jmend::core::calls::FORMATS;
use serde_json::{Value, json};
use std::path::Path;

pub(crate) const PROVIDERS: [&str; 6] = ["openai", "responses", "anthropic", "gemini", "mcp", "bedrock"];

/// What `jmend calls` writes for lines of input.
pub(crate) fn calls(args: &str, input: &str) -> String {
    let output = jmend(&format!("calls -q {args}")).write_stdin(input).output().expect("it runs");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The names and arguments of the calls on these lines.
pub(crate) fn named(lines: &str) -> Vec<Value> {
    truth::parse_rows(lines).iter().map(|call| json!([call["name"], call["arguments"]])).collect()
}

/// The texts of our own cases that are read without further arguments, each as a JSON string.
fn texts() -> String {
    let rows = truth::rows(&Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/calls/cases.jsonl"));
    let plain = rows.iter().filter(|row| row.get("args").is_none() && row.get("tools").is_none());
    plain.map(|row| format!("{}\n", row["input"])).collect::<Vec<_>>().concat()
}

#[test]
fn calls_pass_through_every_pair_of_providers() {
    let texts = texts();
    let due = named(&calls("--framing strings", &texts));
    assert!(due.len() > 100, "{} calls", due.len());
    for first in PROVIDERS {
        let lines = calls(&format!("--framing strings --to {first}"), &texts);
        assert_eq!(named(&calls("--lines", &lines)), due, "{first}");
        for second in PROVIDERS {
            let again = calls(&format!("--lines --to {second}"), &lines);
            assert_eq!(named(&calls("--lines", &again)), due, "{first} to {second}");
        }
    }
}

#[test]
fn messages_pass_through_every_pair_of_providers() {
    let texts = texts();
    // A message is whole: it has the calls, too, that were answered.
    let due = named(&calls("--framing strings --history", &texts));
    for first in PROVIDERS {
        let lines = calls(&format!("--framing strings --with-content --to {first}"), &texts);
        for second in PROVIDERS {
            let again = calls(&format!("--lines --with-content --to {second}"), &lines);
            assert_eq!(named(&calls("--lines", &again)), due, "{first} to {second}");
        }
    }
}

/// What a message holds beside its calls.
#[test]
fn messages_have_their_text_and_their_reasoning() {
    for (input, expected) in [
        ("Hi.", json!({"choice": 0, "content": "Hi.", "tool_calls": []})),
        (
            "<think>a</think>b\n<tool_call>\n{\"name\": \"f\", \"arguments\": {}}\n</tool_call>\nc",
            json!({"choice": 0, "content": "b\n\nc", "reasoning": "a", "tool_calls": [{"name": "f", "arguments": {}}]}),
        ),
        ("a</think>b", json!({"choice": 0, "content": "b", "reasoning": "a", "tool_calls": []})),
        ("x [f(a=1), g(b=2)]\n", json!({"choice": 0, "content": "x [f(a=1), g(b=2)]", "tool_calls": []})),
        (
            "[f(a=1), g(b=2)]\n",
            json!({"choice": 0, "content": "", "tool_calls": [{"name": "f", "arguments": {"a": 1}}, {"name": "g", "arguments": {"b": 2}}]}),
        ),
        (
            "Look.\n```json\n{\"name\": \"f\", \"arguments\": {}}\n```\nDone.",
            json!({"choice": 0, "content": "Look.\n\nDone.", "tool_calls": [{"name": "f", "arguments": {}}]}),
        ),
        (
            "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>f<｜tool▁sep｜>{}<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
            json!({"choice": 0, "content": "", "tool_calls": [{"name": "f", "arguments": {}}]}),
        ),
        (
            r#"{"role":"assistant","content":[{"type":"thinking","thinking":"t"},{"type":"text","text":"x"},{"type":"tool_use","id":"1","name":"f","input":{}}],"stop_reason":"tool_use","model":"m"}"#,
            json!({"choice": 0, "content": "x", "reasoning": "t", "finish_reason": "tool_use", "model": "m",
                   "tool_calls": [{"name": "f", "arguments": {}, "id": "1"}]}),
        ),
        (
            r#"{"candidates":[{"content":{"role":"model","parts":[{"thought":true,"text":"t"},{"text":"x"},{"functionCall":{"name":"f","args":{}}}]},"finishReason":"STOP"}],"modelVersion":"m"}"#,
            json!({"choice": 0, "content": "x", "reasoning": "t", "finish_reason": "STOP", "model": "m",
                   "tool_calls": [{"name": "f", "arguments": {}}]}),
        ),
        (
            r#"{"object":"response","model":"m","output":[{"type":"reasoning","summary":[{"type":"summary_text","text":"t"}]},{"type":"message","role":"assistant","content":[{"type":"output_text","text":"x"}]}]}"#,
            json!({"choice": 0, "content": "x", "reasoning": "t", "model": "m", "tool_calls": []}),
        ),
        (
            r#"{"output":{"message":{"role":"assistant","content":[{"reasoningContent":{"reasoningText":{"text":"t"}}},{"text":"x"}]}},"stopReason":"end_turn"}"#,
            json!({"choice": 0, "content": "x", "reasoning": "t", "finish_reason": "end_turn", "tool_calls": []}),
        ),
        (
            "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a\"}}]}\n\ndata: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"b\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n",
            json!({"choice": 0, "content": "ab", "finish_reason": "stop", "tool_calls": []}),
        ),
        // The text of a message stands beside its calls, in a list of parts and in the pieces of a stream.
        (
            r#"{"role":"assistant","content":[{"type":"text","text":"x"}],"tool_calls":[{"id":"1","function":{"name":"f","arguments":"{}"}}]}"#,
            json!({"choice": 0, "content": "x", "tool_calls": [{"name": "f", "arguments": {}, "id": "1"}]}),
        ),
        (
            "{\"contentBlockDelta\":{\"delta\":{\"text\":\"a\"},\"contentBlockIndex\":0}}\n{\"contentBlockDelta\":{\"delta\":{\"text\":\"b\"},\"contentBlockIndex\":0}}\n{\"messageStop\":{\"stopReason\":\"end_turn\"}}\n",
            json!({"choice": 0, "content": "ab", "finish_reason": "end_turn", "tool_calls": []}),
        ),
        // What a response streamed comes once more at its end, unless the stream was cut off.
        (
            "data: {\"type\":\"response.output_text.delta\",\"output_index\":0,\"delta\":\"ab\"}\n\ndata: {\"type\":\"response.output_item.done\",\"output_index\":0,\"item\":{\"type\":\"message\",\"role\":\"assistant\",\"content\":[{\"type\":\"output_text\",\"text\":\"abc\"}]}}\n\ndata: {\"type\":\"response.completed\",\"response\":{\"model\":\"m\",\"output\":[]}}\n",
            json!({"choice": 0, "content": "abc", "model": "m", "tool_calls": []}),
        ),
        (
            "data: {\"type\":\"response.created\",\"response\":{\"model\":\"m\"}}\n\ndata: {\"type\":\"response.output_text.delta\",\"output_index\":0,\"delta\":\"ab\"}\n",
            json!({"choice": 0, "content": "ab", "model": "m", "tool_calls": []}),
        ),
    ] {
        let found = calls("--with-content", input);
        assert_eq!(truth::parse_rows(&found), [expected], "{input}");
    }
    let two = r#"{"choices":[{"index":0,"message":{"content":"a"}},{"index":1,"message":{"content":"b","tool_calls":[{"function":{"name":"f","arguments":"{}"}}]}}]}"#;
    let expected = [
        json!({"choice": 0, "content": "a", "tool_calls": []}),
        json!({"choice": 1, "content": "b", "tool_calls": [{"name": "f", "arguments": {}}]}),
    ];
    assert_eq!(truth::parse_rows(&calls("--with-content", two)), expected);
}

/// A stream of a chat completion whose message is this text, a few characters an event.
fn streamed(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let pieces = chars.chunks(7).map(|piece| piece.iter().collect::<String>());
    let event =
        |piece| format!("data: {}\n\n", json!({"choices": [{"index": 0, "delta": {"content": piece}}]}));
    pieces.map(event).collect::<String>() + "data: [DONE]\n\n"
}

/// The content of a message is its text without the blocks of its calls, in every format.
#[test]
fn blocks_leave_nothing_of_themselves_in_the_text_around_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let tools = folder.path().join("tools.json");
    std::fs::write(&tools, r#"[{"name": "ls", "parameters": {"properties": {"path": {"type": "string"}}}}]"#)
        .expect("it can be written");
    let described = folder.path().join("format.json");
    std::fs::write(&described, r#"{"template": "<<call {name}>>{arguments}<<end>>"}"#)
        .expect("it can be written");
    let markup = FORMATS.iter().filter(|format| !format.is_envelope);
    let rows = markup.map(|format| (format.id, format.example, String::new()));
    let own = (
        "described",
        "<<call ls>>{\"path\": \"/\"}<<end>>",
        format!(" --call-format {}", described.display()),
    );
    let mut wrong = Vec::new();
    for (id, example, format) in rows.chain([own]) {
        let text = format!("Hi.\n{example}\nBye.");
        let args = format!("--with-content --tools {}{format}", tools.display());
        // A format that a file describes is looked for in text alone.
        let stream = format.is_empty().then(|| streamed(&text));
        for input in std::iter::once(text).chain(stream) {
            let found = truth::parse_rows(&calls(&args, &input));
            let due = |message: &Value| {
                message["content"] == "Hi.\n\nBye."
                    && message["tool_calls"].as_array().is_some_and(|calls| calls.len() == 1)
            };
            if found.len() != 1 || !due(&found[0]) {
                wrong.push(format!("{id}: {found:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What becomes of a call of a tool that the list does not have.
#[test]
fn unknown_tools_are_kept_dropped_or_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("tools.json");
    std::fs::write(&file, r#"[{"name": "list_files"}]"#).expect("it can be written");
    let file = file.display();
    let call = "<tool_call>{\"name\": \"list_file\", \"arguments\": {}}</tool_call>";
    let line = "{\"name\":\"list_file\",\"arguments\":{}}\n";
    check(&format!("calls --tools {file}"), call, line, 0);
    check(&format!("calls --tools {file} --unknown-tools drop"), call, "", 0);
    check(&format!("calls --tools {file} --unknown-tools refuse"), call, "", 1);
    let output = jmend(&format!("calls --tools {file} --unknown-tools refuse")).write_stdin(call).output();
    let told = String::from_utf8(output.expect("it runs").stderr).expect("UTF-8");
    assert!(told.contains("error[unknown-tool]") && told.contains("did you mean `list_files`?"), "{told}");
}
