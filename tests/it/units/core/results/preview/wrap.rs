use std::io;
use std::io::Read;

use jmend::core::results::preview::wrap::*;

/// Gives one byte at a time.
struct Bytes<'b>(&'b [u8]);

impl Read for Bytes<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let (Some((first, rest)), Some(room)) = (self.0.split_first(), buffer.first_mut()) else {
            return Ok(0);
        };
        *room = *first;
        self.0 = rest;
        Ok(1)
    }
}

fn unwrapped(text: &str) -> Result<(String, Besides), String> {
    let wrapping = find(text.as_bytes()).ok_or("no message")?;
    let mut found = Vec::new();
    // However much of it was read before, the rest comes.
    for head in [wrapping.start, text.len()] {
        let (head, rest) = text.as_bytes().split_at(head);
        let mut reader = Unwrapped::new(head, &wrapping, Bytes(rest));
        let mut out = String::new();
        let read = reader.read_to_string(&mut out).map_err(|error| error.to_string());
        found.push(read.and_then(|_| Ok((out, reader.besides().map_err(|error| error.to_string())?))));
    }
    assert_eq!(found[0], found[1], "{text}");
    found.remove(0)
}

#[test]
fn results_come_out_of_every_message() {
    for (text, result, is_error, more_blocks) in [
        (r#"{"content":[{"type":"text","text":"[1,\"\u00e9\ud83d\ude00\n\"]"}]}"#, "[1,\"é😀\n\"]", false, 0),
        (r#" {"content":[{"type":"text","text":""},{"type":"image"}],"isError":true}"#, "", true, 1),
        (
            r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{}"}],"isError":true}}"#,
            "{}",
            true,
            0,
        ),
        (r#"{"role":"tool","tool_call_id":"c","content":"[]"}"#, "[]", false, 0),
        (r#"{"type":"tool_result","tool_use_id":"c","is_error":true,"content":"no"}"#, "no", true, 0),
        (
            r#"{"role":"user","content":[{"type":"tool_result","tool_use_id":"c","content":[{"type":"text","text":"7"}]}]}"#,
            "7",
            false,
            0,
        ),
    ] {
        let expected = (result.to_owned(), Besides { is_error, more_blocks });
        assert_eq!(unwrapped(text), Ok(expected), "{text}");
    }
}

#[test]
fn what_is_no_message_is_left_alone() {
    for text in [
        "",
        "[1]",
        "{}",
        r#"{"content":"x"}"#,
        r#"{"content":[1]}"#,
        r#"{"content":[{"text":"x"}]}"#,
        r#"{"result":{"content":[]}}"#,
        r#"{"a":{"#,
        r#"{"text":"x"}"#,
    ] {
        assert_eq!(find(text.as_bytes()), None, "{text}");
    }
}

#[test]
fn broken_messages_are_told() {
    for (end, why) in [
        ("[1", "ends inside the result"),
        (r"\ud800x", "has half of a surrogate pair"),
        (r"\x", "has an escape that JSON does not have"),
        (r#"[1]"}"#, "is no JSON"),
        (r#"[1]"}]}x"#, "is no JSON"),
    ] {
        let text = format!(r#"{{"content":[{{"type":"text","text":"{end}"#);
        assert_eq!(unwrapped(&text), Err(format!("the message that holds the result {why}")), "{end}");
    }
}

#[test]
fn text_is_told_from_json_that_is_broken() {
    for (text, expected) in [
        ("hello world\n", true),
        ("name,age\nAda,36\n", true),
        ("2026-01-02 03:04:05 INFO up\n", true),
        ("[INFO] up and running\n[WARN] x\n", true),
        ("[2026-01-02 03:04:05] up\n", true),
        ("true story\n", true),
        ("<html>", true),
        ("[1,2", false),
        ("", false),
        ("{\"a\":01}", false),
        ("[1] [2]", false),
        ("[1]x", false),
        ("12", false),
        ("1 2 3\n", false),
        ("1 true\n", false),
        ("\"x", false),
        ("nul", false),
        ("[1 2]", false),
        ("[01]", false),
        ("[abc]", false),
        ("[a", false),
    ] {
        assert_eq!(is_text(text.as_bytes()), expected, "{text}");
    }
}

#[test]
fn rows_are_documents_on_lines() {
    for (text, expected) in [
        ("{\"a\":1}\n{\"a\":2}\n", true),
        ("1\n2", true),
        ("{\"a\":1}\n", false),
        ("[\n1]\n", false),
        ("{\"a\":1}\nx\n", false),
    ] {
        assert_eq!(are_rows(text.as_bytes()), expected, "{text}");
    }
}
