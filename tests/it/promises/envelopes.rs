//! The promise of answers of providers: a call in one comes out as it is, whole and in pieces, and no part of it ever does.

use jmend::core::calls::{self, Live};
use jmend::core::json::scan_document;
use serde_json::Value;

use super::same::exactly;
use super::{DEPTH, Outcome, make};

/// The text around the arguments of one call in an answer: before, after, and whether they are a JSON string there.
type Around = (&'static str, &'static str, bool);

const ANSWERS: &[Around] = &[
    (
        r#"{"choices":[{"index":0,"message":{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"#,
        r#"}}]},"finish_reason":"tool_calls"}]}"#,
        true,
    ),
    (
        r#"{"output":[{"type":"function_call","call_id":"c","name":"f","status":"completed","arguments":"#,
        "}]}",
        true,
    ),
    (
        r#"{"type":"message","role":"assistant","content":[{"type":"tool_use","id":"c","name":"f","input":"#,
        r#"}],"stop_reason":"tool_use"}"#,
        false,
    ),
    (
        r#"{"candidates":[{"content":{"role":"model","parts":[{"functionCall":{"name":"f","args":"#,
        r#"}}]},"finishReason":"STOP"}]}"#,
        false,
    ),
    (
        r#"{"output":{"message":{"role":"assistant","content":[{"toolUse":{"toolUseId":"c","name":"f","input":"#,
        r#"}}]}},"stopReason":"tool_use"}"#,
        false,
    ),
    (
        r#"{"message":{"role":"assistant","content":"","tool_calls":[{"function":{"name":"f","arguments":"#,
        r#"}}]},"done":true}"#,
        false,
    ),
];

/// A stream of events in which the arguments of one call come as parts of a JSON text.
struct Stream {
    begin: &'static str,
    /// Holds the text around each part, which is a JSON string.
    part: (&'static str, &'static str),
    end: &'static str,
}

const STREAMS: &[Stream] = &[
    Stream {
        begin: r#"data: {"choices":[{"index":0,"delta":{"role":"assistant","tool_calls":[{"index":0,"id":"c","type":"function","function":{"name":"f","arguments":""}}]}}]}

"#,
        part: (
            r#"data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"#,
            "}}]}}]}\n\n",
        ),
        end: "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"tool_calls\"}]}\n\ndata: [DONE]\n\n",
    },
    Stream {
        begin: r#"event: content_block_start
data: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"c","name":"f","input":{}}}

"#,
        part: (
            "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":\
             {\"type\":\"input_json_delta\",\"partial_json\":",
            "}}\n\n",
        ),
        end: r#"data: {"type":"content_block_stop","index":0}

data: {"type":"message_delta","delta":{"stop_reason":"tool_use"}}

data: {"type":"message_stop"}

"#,
    },
    Stream {
        begin: r#"data: {"type":"response.output_item.added","output_index":0,"item":{"type":"function_call","call_id":"c","name":"f","arguments":""}}

"#,
        part: (
            r#"data: {"type":"response.function_call_arguments.delta","output_index":0,"delta":"#,
            "}\n\n",
        ),
        end: "data: {\"type\":\"response.completed\",\"response\":{\"status\":\"completed\",\"output\":[]}}\n\n",
    },
    Stream {
        begin: r#"{"contentBlockStart":{"contentBlockIndex":0,"start":{"toolUse":{"toolUseId":"c","name":"f"}}}}
"#,
        part: (r#"{"contentBlockDelta":{"contentBlockIndex":0,"delta":{"toolUse":{"input":"#, "}}}}\n"),
        end: "{\"contentBlockStop\":{\"contentBlockIndex\":0}}\n{\"messageStop\":{\"stopReason\":\"tool_use\"}}\n",
    },
];

/// Cuts of one text.
const CUTS: usize = 4;

/// The arguments of a call come out of an answer, of a stream of their parts, and of that stream while it grows, as the same
/// value; of an answer or a stream that is cut anywhere come these or none. Events that are any bytes do no harm.
pub(super) fn envelopes_are_whole(input: &[u8]) -> Outcome {
    any_events(input);
    let arguments = make::document(input);
    let Ok(due) = serde_json::from_str::<Value>(&arguments) else { return Ok(()) };
    if !due.is_object() || scan_document(arguments.as_bytes(), DEPTH).is_err() {
        return Ok(());
    }
    let number = input.iter().fold(input.len(), |sum, byte| sum + usize::from(*byte));
    for text in [answer(&ANSWERS[number % ANSWERS.len()], &arguments), stream(number, &arguments)] {
        if given(text.as_bytes(), &due)? != 1 {
            return Err(format!("no call came of {text:?}"));
        }
        for cut in 0..CUTS {
            let at = (number + cut * text.len() / CUTS) % text.len();
            given(&text.as_bytes()[..at], &due).map_err(|why| format!("at byte {at} of {text:?}: {why}"))?;
        }
        growing(&text, 1 + number % 29, &due)?;
    }
    Ok(())
}

/// Reads the lines of any bytes as events.
fn any_events(input: &[u8]) {
    let lines = input.split(|byte| *byte == b'\n').map(|line| [b"data: ", line, b"\n\n"].concat());
    let _ = calls::extract(&lines.collect::<Vec<_>>().concat(), &calls::Options::default());
}

fn answer((before, after, is_text): &Around, arguments: &str) -> String {
    let written = if *is_text { Value::from(arguments).to_string() } else { arguments.to_owned() };
    format!("{before}{written}{after}")
}

/// Makes a stream of the parts of `arguments`; the number says which stream, and how long its parts are.
fn stream(number: usize, arguments: &str) -> String {
    let Stream { begin, part: (before, after), end } = &STREAMS[number % STREAMS.len()];
    let characters: Vec<char> = arguments.chars().collect();
    let part = |characters: &[char]| {
        let text: String = characters.iter().collect();
        format!("{before}{}{after}", Value::from(text))
    };
    let parts: String = characters.chunks(1 + number % 17).map(part).collect();
    format!("{begin}{parts}{end}")
}

fn is_due(arguments: &str, due: &Value) -> bool {
    serde_json::from_str(arguments).is_ok_and(|value| exactly(&value, due))
}

/// Counts the calls of a text, each of which has these arguments.
fn given(text: &[u8], due: &Value) -> Result<usize, String> {
    let Ok(found) = calls::extract(text, &calls::Options::default()) else { return Ok(0) };
    match found.calls.iter().find(|call| call.name != "f" || !is_due(&call.arguments, due)) {
        None => Ok(found.calls.len()),
        Some(call) => Err(format!("{call:?} came of {:?}", String::from_utf8_lossy(text))),
    }
}

/// Checks what is handed out while a text grows by pieces of this size.
fn growing(text: &str, size: usize, due: &Value) -> Outcome {
    let mut live = Live::default();
    let mut whole = 0;
    let ends = (size..text.len()).step_by(size).chain([text.len()]);
    for end in ends {
        let find = |text: &[u8], truncated| {
            let mut options = calls::Options::default();
            options.repair.truncated = truncated;
            calls::extract(text, &options).unwrap_or_default()
        };
        let Some(news) = live.next(&text.as_bytes()[..end], false, find) else { continue };
        let fresh = &news.calls[news.whole];
        if let Some(call) = fresh.iter().find(|call| !is_due(&call.arguments, due)) {
            return Err(format!("of the first {end} bytes of {text:?} came {call:?}"));
        }
        whole += fresh.len();
    }
    if whole > 1 {
        return Err(format!("{whole} calls came of {text:?} while it grew"));
    }
    Ok(())
}
