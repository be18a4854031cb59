//! Calls out of a pipe: each is written as soon as it is whole, however the bytes arrive, and `--partial` shows it before.

use std::io::{BufRead, BufReader, Read, Write};

use serde_json::{Value, json};

use crate::common::{grows, start};

fn events(events: &[Value]) -> String {
    events.iter().map(|event| format!("data: {event}\n\n")).collect::<Vec<_>>().concat()
}

fn chat(index: usize, name: Option<&str>, arguments: &str) -> Value {
    let function = name.map_or_else(
        || json!({"arguments": arguments}),
        |name| json!({"name": name, "arguments": arguments}),
    );
    let id = name.map(|name| format!("id-{name}"));
    json!({"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {"tool_calls": [
        {"index": index, "id": id, "function": function}]}}]})
}

/// Messages with two calls, in two parts: up to the end of the first one, and the rest.
fn messages() -> Vec<(String, String)> {
    let block = |index: usize, name: &str| {
        events(&[
            json!({"type": "content_block_start", "index": index, "content_block":
                {"type": "tool_use", "id": format!("id-{name}"), "name": name, "input": {}}}),
            json!({"type": "content_block_delta", "index": index, "delta":
                {"type": "input_json_delta", "partial_json": "{\"a\": "}}),
            json!({"type": "content_block_delta", "index": index, "delta":
                {"type": "input_json_delta", "partial_json": "1}"}}),
            json!({"type": "content_block_stop", "index": index}),
        ])
    };
    let item = |index: usize, name: &str| {
        let call = json!({"type": "function_call", "call_id": format!("id-{name}"), "name": name, "arguments": "{\"a\": 1}"});
        events(&[
            json!({"type": "response.output_item.added", "output_index": index, "item":
                {"type": "function_call", "call_id": format!("id-{name}"), "name": name, "arguments": ""}}),
            json!({"type": "response.function_call_arguments.delta", "output_index": index, "delta": "{\"a\": 1}"}),
            json!({"type": "response.output_item.done", "output_index": index, "item": call}),
        ])
    };
    let hermes = |name: &str| {
        format!("<tool_call>\n{{\"name\": \"{name}\", \"arguments\": {{\"a\": 1}}}}\n</tool_call>\n")
    };
    let tagged = |name: &str| format!("<function={name}>\n<parameter=a>\n1\n</parameter>\n</function>\n");
    vec![
        (
            events(&[chat(0, Some("f"), ""), chat(0, None, "{\"a\""), chat(0, None, ": 1}")]),
            events(&[chat(1, Some("g"), "{\"a\": 1}")]) + "data: [DONE]\n",
        ),
        (block(0, "f"), block(1, "g")),
        (item(0, "f"), item(1, "g")),
        (format!("Two.\n{}", hermes("f")), hermes("g")),
        (format!("Two.\n{}", tagged("f")), format!("and\n{}", tagged("g"))),
    ]
}

#[test]
fn the_first_call_is_out_before_the_second_begins() {
    for (first, second) in messages() {
        let mut child = start("calls");
        let mut input = child.stdin.take().expect("a pipe");
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        input.write_all(first.as_bytes()).expect("it reads");
        input.flush().expect("it reads");
        let mut line = String::new();
        output.read_line(&mut line).expect("a line");
        assert!(line.starts_with("{\"name\":\"f\""), "{line} of {first}");
        input.write_all(second.as_bytes()).expect("it reads");
        drop(input);
        let mut rest = String::new();
        output.read_to_string(&mut rest).expect("text");
        assert!(rest.starts_with("{\"name\":\"g\"") && rest.lines().count() == 1, "{rest} of {second}");
        assert!(child.wait().expect("it ends").success());
    }
}

/// Templates without headers begin with the words of the system. Only the first header after the example says so.
#[test]
fn a_call_that_a_line_shows_waits_for_what_follows() {
    let call = "<tool_call>\n{\"name\": \"f\", \"arguments\": {\"a\": 1}}\n</tool_call>\n";
    let shown = format!("You have tools. Call one like this:\n{call}");
    for (rest, due) in [("\nHuman: And now?\n\nAssistant: Nothing.", 0), ("\nDone.\n", 1)] {
        let mut child = start("calls");
        let mut input = child.stdin.take().expect("a pipe");
        for part in [&shown, rest] {
            input.write_all(part.as_bytes()).expect("it reads");
            input.flush().expect("it reads");
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
        drop(input);
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), due, "{rest:?}");
    }
}

#[test]
fn calls_do_not_depend_on_how_the_bytes_arrive() {
    for (first, second) in messages() {
        let text = first + &second;
        let mut due = None;
        for piece in [4096, 7, 1] {
            let mut child = start("calls");
            let mut input = child.stdin.take().expect("a pipe");
            for part in text.as_bytes().chunks(piece) {
                input.write_all(part).expect("it reads");
                input.flush().expect("it reads");
            }
            drop(input);
            let output = child.wait_with_output().expect("it ends");
            let found = String::from_utf8(output.stdout).expect("UTF-8");
            assert_eq!(found.lines().count(), 2, "pieces of {piece}: {found}");
            assert_eq!(*due.get_or_insert(found.clone()), found, "pieces of {piece} of {text}");
        }
    }
}

/// What follows may show that a bracket came too early. A call that is out stays as it is: to write it again would run it twice.
#[test]
fn no_call_is_written_twice() {
    let begun = "<tool_call>\n{\"name\": \"f\", \"arguments\": {\"a\": 1}";
    let whole = format!("{begun}}}");
    let ends = "}\n</tool_call>\n";
    let cases: [(&[&str], bool, &str); 3] = [
        (&[begun, ", \"b\": 2", "}", ends], false, "{\"a\": 1, \"b\": 2}"),
        (&["<tool_call>\n{\"name\": \"f\"}", ", \"arguments\": {\"a\": 1}", ends], false, "{\"a\": 1}"),
        (&[&whole, ", \"b\": 2}", ends], true, "{\"a\": 1}"),
    ];
    for (parts, is_out_at_once, due) in cases {
        let mut child = start("calls");
        let mut input = child.stdin.take().expect("a pipe");
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut found = String::new();
        for (at, part) in parts.iter().enumerate() {
            input.write_all(part.as_bytes()).expect("it reads");
            input.flush().expect("it reads");
            if at == 0 && is_out_at_once {
                output.read_line(&mut found).expect("a line");
            }
            // The program may read this part before the next one comes.
            std::thread::sleep(std::time::Duration::from_millis(150));
        }
        drop(input);
        output.read_to_string(&mut found).expect("text");
        let status = child.wait().expect("it ends");
        assert_eq!(found, format!("{{\"name\":\"f\",\"arguments\":{due}}}\n"), "{parts:?}");
        assert_eq!(status.code(), Some(i32::from(is_out_at_once)), "{parts:?}");
    }
}

#[test]
fn snapshots_grow_and_end_with_the_call() {
    let arguments = "{\"path\": \"a \\\"b\\\"\", \"depth\": 120, \"tags\": [\"x\", true, null], \"deep\": {\"k\": -1.5e3}}";
    let (path, tags) = (&arguments[..12], &arguments[12..45]);
    let rest = &arguments[45..];
    let hermes = ["<tool_call>\n{\"name\": \"f\", \"arguments\": ", path, tags, rest, "}\n</tool_call>\n"];
    for parts in [
        [hermes[..2].concat(), hermes[2].to_owned(), hermes[3..].concat()],
        [
            events(&[chat(0, Some("f"), ""), chat(0, None, path)]),
            events(&[chat(0, None, tags)]),
            events(&[chat(0, None, rest)]) + "data: [DONE]\n",
        ],
    ] {
        let mut child = start("calls --partial");
        let mut input = child.stdin.take().expect("a pipe");
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut found = String::new();
        for (at, part) in parts.iter().enumerate() {
            input.write_all(part.as_bytes()).expect("it reads");
            input.flush().expect("it reads");
            if at + 1 < parts.len() {
                output.read_line(&mut found).expect("a line");
            }
        }
        drop(input);
        output.read_to_string(&mut found).expect("text");
        assert!(child.wait().expect("it ends").success());
        let snapshots: Vec<Value> =
            found.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert!(snapshots.len() > 2, "{found}");
        for pair in snapshots.windows(2) {
            assert!(grows(&pair[0]["arguments"], &pair[1]["arguments"]), "{pair:?}");
            assert_eq!(pair[0]["complete"], false, "{pair:?}");
        }
        let last = snapshots.last().expect("one");
        let due: Value = serde_json::from_str(arguments).expect("JSON");
        assert_eq!((&last["arguments"], &last["complete"], &last["index"]), (&due, &json!(true), &json!(0)));
    }
}
