//! The calls in a message: plain calls, and the envelopes in which APIs deliver them.
//!
//! | where | shape |
//! |---|---|
//! | plain | `{"name":…,"arguments":…}` |
//! | OpenAI chat | `choices[].message.tool_calls[].function.{name,arguments}`, or any part of that on its own |
//! | OpenAI responses | `output[] {"type":"function_call","name":…,"arguments":…}` |
//! | Anthropic | `content[] {"type":"tool_use","name":…,"input":…}` |
//! | Gemini | `candidates[].content.parts[].functionCall.{name,args}` |
//! | MCP | `{"method":"tools/call","params":{"name":…,"arguments":…}}` |
//!
//! Arguments may be a JSON string, as OpenAI sends them. Arguments that are missing, null or an empty string are `{}`.

use super::text;
use crate::core::json::pointer::{push_index, push_name};
use crate::core::json::stream::Fault;
use crate::core::json::{MAX_DEPTH, Style, Text, Value, parse, scan_document};
use crate::core::repair;

/// A call that was found.
pub(super) struct Call {
    pub(super) name: String,
    /// One JSON value.
    pub(super) arguments: Vec<u8>,
    /// Where the arguments are in the message.
    pub(super) pointer: String,
}

/// Members that lead from an envelope to its calls.
const WAYS: [&str; 13] = [
    "choices",
    "message",
    "tool_calls",
    "function",
    "function_call",
    "output",
    "content",
    "candidates",
    "parts",
    "functionCall",
    "toolUse",
    "params",
    "messages",
];

/// Members that hold arguments, in the order in which they are looked for.
const ARGUMENTS: [&str; 3] = ["arguments", "input", "args"];

/// The calls of a valid JSON document, in document order.
pub(super) fn calls_in(document: &[u8], repair: Option<&repair::Options>) -> Result<Vec<Call>, Fault> {
    let source = std::str::from_utf8(document).unwrap_or_default();
    let message = parse(source, usize::MAX)
        .map_err(|error| Fault::new("syntax", error.kind.to_string(), error.offset as u64))?;
    let mut calls = Vec::new();
    let mut open = Vec::from([(&message, String::new())]);
    while let Some((value, pointer)) = open.pop() {
        let from = open.len();
        match value {
            Value::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    let mut pointer = pointer.clone();
                    push_index(&mut pointer, index);
                    open.push((item, pointer));
                }
            }
            Value::Object(members) => {
                if let Some(name) = name_of(value) {
                    calls.push(call(value, name, pointer, repair)?);
                    continue;
                }
                for (name, value) in members {
                    let name = name.decode_lossy();
                    if WAYS.contains(&&*name) {
                        let mut pointer = pointer.clone();
                        push_name(&mut pointer, &name);
                        open.push((value, pointer));
                    }
                }
            }
            _ => {}
        }
        open[from..].reverse();
    }
    if calls.is_empty() {
        return Err(Fault::new("no-call", "there is no tool call in this record", 0));
    }
    Ok(calls)
}

/// The tool's name, if this object is a call: it has a name, and arguments or a type that needs none.
fn name_of<'v>(value: &'v Value<'_>) -> Option<&'v Text<'v>> {
    let Some(Value::String(name)) = value.get("name") else { return None };
    let has_arguments = ARGUMENTS.iter().any(|member| value.get(member).is_some());
    let is_call = value.get("type").is_some_and(|kind| match kind {
        Value::String(kind) => matches!(kind.raw(), "function_call" | "tool_use"),
        _ => false,
    });
    (has_arguments || is_call).then_some(name)
}

fn call(
    value: &Value<'_>,
    name: &Text<'_>,
    mut pointer: String,
    repair: Option<&repair::Options>,
) -> Result<Call, Fault> {
    let fault = |code, message: String, pointer: &str| Fault {
        pointer: pointer.to_owned(),
        ..Fault::new(code, message, 0)
    };
    if let Value::Object(members) = value {
        let is_part =
            |name: &Text<'_>| name.decode().is_ok_and(|name| name == "name" || ARGUMENTS.contains(&&*name));
        let parts: Vec<_> = members.iter().filter(|(name, _)| is_part(name)).collect();
        if parts.len() > 2 {
            let message = "the call has its name or its arguments more than once".to_owned();
            return Err(fault("key-collision", message, &pointer));
        }
    }
    let mut plain = Vec::new();
    if name.raw().is_empty() || !text::decode(name.raw().as_bytes(), &mut plain) {
        return Err(fault("empty-tool", "the call names no tool".to_owned(), &pointer));
    }
    let found = ARGUMENTS.into_iter().find_map(|member| Some((member, value.get(member)?)));
    let (member, arguments) = found.map_or(("arguments", None), |(member, value)| (member, Some(value)));
    push_name(&mut pointer, member);
    let arguments = match arguments {
        None | Some(Value::Null) => b"{}".to_vec(),
        Some(Value::String(text)) if member == "arguments" => {
            unwrap(text, repair).map_err(|message| fault("arguments", message, &pointer))?
        }
        Some(value) => {
            let mut out = Vec::new();
            Style::compact().write_value(value, &mut out);
            out
        }
    };
    Ok(Call { name: String::from_utf8_lossy(&plain).into_owned(), arguments, pointer })
}

/// The JSON in a string of arguments.
fn unwrap(text: &Text<'_>, repair: Option<&repair::Options>) -> Result<Vec<u8>, String> {
    let Ok(text) = text.decode() else {
        return Err("an escape in these arguments names half of a surrogate pair".to_owned());
    };
    if text.trim_matches([' ', '\t', '\n', '\r']).is_empty() {
        return Ok(b"{}".to_vec());
    }
    let trim = |text: &str| text.trim_matches([' ', '\t', '\n', '\r']).as_bytes().to_vec();
    match (scan_document(text.as_bytes(), MAX_DEPTH), repair) {
        (Ok(text), _) => Ok(trim(text)),
        (Err(error), None) => {
            Err(format!("the arguments are a string that is no JSON: {error}; try --repair"))
        }
        (Err(_), Some(options)) => match repair::repair(text.as_bytes(), options) {
            Ok(repaired) if repaired.documents.len() == 1 => Ok(trim(&repaired.text)),
            Ok(_) => Err("the arguments are a string with several JSON documents".to_owned()),
            Err(failure) => {
                Err(format!("the arguments are a string that cannot be repaired: {}", failure.code))
            }
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"f","arguments":{"a":1}}}"#,
        ] {
            let calls = calls_in(message.as_bytes(), None).expect(message);
            let found: Vec<_> = calls.iter().map(|call| (call.name.as_str(), &call.arguments[..])).collect();
            assert_eq!(found, [("f", &b"{\"a\":1}"[..])], "{message}");
        }
    }

    #[test]
    fn calls_come_in_document_order_with_their_places() {
        let message = r#"{"tool_calls":[{"function":{"name":"f","arguments":""}},{"function":{"name":"g","arguments":null}}]}"#;
        let calls = calls_in(message.as_bytes(), None).expect(message);
        let found: Vec<_> = calls.iter().map(|call| (call.name.as_str(), call.pointer.as_str())).collect();
        assert_eq!(
            found,
            [("f", "/tool_calls/0/function/arguments"), ("g", "/tool_calls/1/function/arguments")]
        );
        assert!(calls.iter().all(|call| call.arguments == b"{}"));
    }

    #[test]
    fn what_is_no_call_is_refused() {
        for (message, code) in [
            (r#"{"name":"Bingo","age":30}"#, "no-call"),
            ("[]", "no-call"),
            (r#"{"name":"f","arguments":"{a:1}"}"#, "arguments"),
            (r#"{"name":"","arguments":{}}"#, "empty-tool"),
            (r#"{"name":"f","arguments":{},"n\u0061me":"g"}"#, "key-collision"),
            (r#"{"name":"f","arguments":{},"input":{}}"#, "key-collision"),
        ] {
            assert_eq!(
                calls_in(message.as_bytes(), None).err().map(|fault| fault.code),
                Some(code),
                "{message}"
            );
        }
    }
}
