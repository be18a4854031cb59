//! Real call texts cut off at every byte: a refusal, or a truncated result whose complete members are all right.
//!
//! The texts are a few of our own and those of the shared benchmark (`bench/base.jsonl`), read in place: a sample by
//! default, all 500 with `JMEND_ALL_CUTS=1`.

#![allow(clippy::print_stdout, reason = "what a test counted is shown with --nocapture")]

use crate::common::truth::{rows, shared};
use jmend::core::calls;
use jmend::core::repair::engine::{self, Options, Truncated};
use serde_json::Value;

/// Texts cut by default, and with `JMEND_ALL_CUTS`.
const SOME: usize = 30;
const ALL: usize = 500;

/// Calls that no benchmark is needed for. Members stand in the order of their names, as in all texts here: that is the
/// order in which `Value` gives them back.
const OWN: [&str; 3] = [
    r#"{"content":"a \"b\" \\ \u00e9\ud83d\ude42\n","n":-12.50e+3,"none":null,"ok":true,"path":"/tmp/é🙂.txt"}"#,
    r#"{"count":2,"edits":[{"new":"}","old":"{"},{"new":"\t","old":"[1, 2"}],"flags":[false,[],{}]}"#,
    r#"{"command":"find . -name \"*.rs\" | xargs grep -n '\\bfn\\b' > out.txt","timeout":30000}"#,
];

/// A tool, and the arguments of a call of it as one compact JSON text.
type Call = (String, String);

fn own_calls() -> Vec<Call> {
    OWN.iter().map(|text| ("tool".to_owned(), (*text).to_owned())).collect()
}

fn shared_calls() -> Vec<Call> {
    let all = std::env::var_os("JMEND_ALL_CUTS").is_some();
    let rows = rows(&shared("bench/base.jsonl"));
    // Every so many, so that each kind of tool is among them; long texts are cut at many bytes, so some suffice.
    let wanted = if all { ALL } else { SOME };
    let mut calls = Vec::new();
    for row in rows.iter().step_by(rows.len() / wanted).take(wanted) {
        let arguments = row["arguments"].to_string();
        if all || arguments.len() < 1_500 {
            calls.push((row["name"].as_str().unwrap_or("tool").to_owned(), arguments));
        }
    }
    assert!(calls.len() > SOME / 2, "only {} calls", calls.len());
    calls
}

/// Is `cut` a beginning of `whole`, right as far as it goes? Members come in order; only the last may be unfinished.
fn begins(cut: &Value, whole: &Value) -> bool {
    match (cut, whole) {
        (Value::Object(cut), Value::Object(whole)) => {
            cut.len() <= whole.len()
                && cut.iter().enumerate().all(|(index, (name, part))| {
                    whole.get(name).is_some_and(|full| {
                        if index + 1 == cut.len() { begins(part, full) } else { part == full }
                    })
                })
        }
        (Value::Array(cut), Value::Array(whole)) => {
            let last = cut.len().saturating_sub(1);
            cut.len() <= whole.len()
                && cut.iter().zip(whole).enumerate().all(|(index, (value, full))| {
                    if index == last { begins(value, full) } else { value == full }
                })
        }
        (Value::String(cut), Value::String(whole)) => whole.starts_with(cut.as_str()),
        (Value::Number(cut), Value::Number(whole)) => whole.to_string().starts_with(&cut.to_string()),
        _ => cut == whole,
    }
}

fn value(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn cut(text: &str, at: usize, whole: &Value) -> Result<(), String> {
    let bytes = &text.as_bytes()[..at];
    let refuse = Options { truncated: Truncated::Refuse, ..Options::default() };
    if let Ok(repaired) = engine::repair(bytes, &refuse) {
        return Err(format!("cut-off text was not refused: {:?}", repaired.text));
    }
    let Ok(repaired) = engine::repair(bytes, &Options::default()) else { return Ok(()) };
    if repaired.truncated.is_none() {
        return Err(format!("not told that it is cut off: {:?}", repaired.text));
    }
    if begins(&value(&repaired.text), whole) {
        Ok(())
    } else {
        Err(format!("something else: {:?}", repaired.text))
    }
}

#[track_caller]
fn cuts_invent_nothing(calls: &[Call]) {
    let (mut wrong, mut cuts) = (Vec::new(), 0);
    for (_, text) in calls {
        let whole = value(text);
        for at in 1..text.len() {
            cuts += 1;
            if let Err(why) = cut(text, at, &whole) {
                wrong.push(format!("{:?}\n  {why}", String::from_utf8_lossy(&text.as_bytes()[..at])));
            }
        }
    }
    println!("{} texts, {cuts} cuts", calls.len());
    assert!(wrong.is_empty(), "{} of {cuts} cuts:\n{}", wrong.len(), wrong[..wrong.len().min(8)].join("\n"));
}

#[test]
fn hostile_53_calls_cut_at_every_byte_invent_nothing() {
    cuts_invent_nothing(&own_calls());
}

#[test]
#[cfg_attr(not(has = "shared"), ignore = "needs ../shared")]
fn hostile_53_shared_calls_cut_at_every_byte_invent_nothing() {
    cuts_invent_nothing(&shared_calls());
}

/// Half a command must not run: of a message that is cut off only calls come out that are whole.
#[track_caller]
fn cuts_give_whole_calls(calls: &[Call]) {
    let (mut wrong, mut cuts) = (Vec::new(), 0);
    for (name, text) in calls {
        let whole = value(text);
        let message = format!(
            "I will do that.\n<tool_call>\n{{\"name\": {}, \"arguments\": {text}}}\n</tool_call>",
            Value::from(name.as_str())
        );
        for at in 1..message.len() {
            cuts += 1;
            let found =
                calls::extract(&message.as_bytes()[..at], &calls::Options::default()).unwrap_or_default();
            for call in found.calls {
                if call.name != *name || value(&call.arguments) != whole || !call.complete {
                    let cut = String::from_utf8_lossy(&message.as_bytes()[..at]).into_owned();
                    wrong.push(format!("{cut:?}\n  {} {}", call.name, call.arguments));
                }
            }
        }
    }
    println!("{cuts} cuts");
    assert!(wrong.is_empty(), "{} of {cuts} cuts:\n{}", wrong.len(), wrong[..wrong.len().min(8)].join("\n"));
}

#[test]
fn hostile_53_messages_cut_at_every_byte_give_whole_calls_or_none() {
    cuts_give_whole_calls(&own_calls());
}

#[test]
#[cfg_attr(not(has = "shared"), ignore = "needs ../shared")]
fn hostile_53_shared_messages_cut_at_every_byte_give_whole_calls_or_none() {
    let calls: Vec<_> = shared_calls().into_iter().step_by(3).collect();
    cuts_give_whole_calls(&calls);
}

/// Calls with several values of several types in the formats whose values stand between tags, marks, or quotes.
const TAGGED: [&str; 12] = [
    "<tool_call>f\n<arg_key>a</arg_key>\n<arg_value>x y</arg_value>\n<arg_key>b</arg_key>\n<arg_value>[1, \"z\"]</arg_value>\n</tool_call>",
    "<tool_call>f<arg_key>a</arg_key><arg_value>x</arg_value><arg_key>b</arg_key><arg_value>y</arg_value></tool_call><tool_call>g</tool_call>",
    "<tool_call>\n<function=f>\n<parameter=a>\nx\ny\n</parameter>\n<parameter=b>\n[1, 2]\n</parameter>\n</function>\n</tool_call>",
    "<Tool_Call>\n<Function=f>\n<Parameter=a>\nx\n</Parameter>\n<Parameter=b>\ny\n</Parameter>\n</Function>\n</Tool_Call>",
    "<invoke name=\"f\">\n<parameter name=\"a\">x</parameter>\n<parameter name=\"b\">{\"c\": 1}</parameter>\n</invoke>",
    "<function name=\"f\"><param name=\"a\"><![CDATA[x </tool_call> <b>]]></param><param name=\"b\">y</param></function>",
    "<｜DSML｜function_calls>\n<｜DSML｜invoke name=\"f\">\n<｜DSML｜parameter name=\"a\" string=\"true\">x</｜DSML｜parameter>\n<｜DSML｜parameter name=\"b\" string=\"false\">[1, {\"c\": \"y\"}]</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>",
    "<｜DSML｜tool_calls><｜DSML｜invoke name=\"f\">\n<｜DSML｜parameter name=\"arguments\" string=\"false\">{\"a\": \"x\", \"b\": 1}</｜DSML｜parameter>\n</｜DSML｜invoke></｜DSML｜tool_calls>",
    "<|open|>tools<|sep|><|open|>call tool=\"f\" index=\"1\"<|sep|><|open|>argument key=\"a\" type=\"string\"<|sep|>x<|close|>argument<|sep|><|open|>argument key=\"b\" type=\"object\"<|sep|>{\"c\": 1}<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>",
    "<start_function_call>call:f{a:<escape>x<escape>,b:12,c:[1,2]}<end_function_call>",
    "[f(a='x', bcd=\"y z\", e=[1, 'q'], g='\\ud83d\\ude42')]",
    "Action: f\nAction Input: ls /tmp\nObservation: none",
];

/// A call that was found: its name and its arguments.
type Found = (String, Value);

/// Asserts that each call of each format, cut at every byte and read with `options`, is right beside the calls of the whole text.
fn cut_calls_of_every_format(options: &calls::Options<'_>, is_right: impl Fn(&[Found], &Found) -> bool) {
    let read = |text: &[u8], options: &calls::Options<'_>| -> Vec<Found> {
        let found = calls::extract(text, options).unwrap_or_default();
        found.calls.into_iter().map(|call| (call.name, value(&call.arguments))).collect()
    };
    let mut wrong = Vec::new();
    let examples = calls::FORMATS.iter().map(|format| (format.example, format.needs_tools));
    for (text, needs_tools) in examples.chain(TAGGED.map(|text| (text, false))) {
        let whole = read(text.as_bytes(), &calls::Options::default());
        assert!(!whole.is_empty() || needs_tools, "{text}");
        for at in 1..text.len() {
            let found = read(&text.as_bytes()[..at], options);
            if !found.iter().all(|call| is_right(&whole, call)) {
                wrong.push(format!("{:?}\n  {found:?}", String::from_utf8_lossy(&text.as_bytes()[..at])));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The same in every format that the table has.
#[test]
fn hostile_53_calls_of_every_format_cut_at_every_byte_are_whole_or_none() {
    cut_calls_of_every_format(&calls::Options::default(), <[Found]>::contains);
}

/// A call that is cut off and closed all the same holds the beginning of what the whole call holds, and no part of a tag.
#[test]
fn hostile_53_calls_that_are_closed_where_they_are_cut_invent_nothing() {
    let repair = engine::Options { truncated: Truncated::Close, ..engine::Options::default() };
    let closed = calls::Options { repair, ..calls::Options::default() };
    cut_calls_of_every_format(&closed, |whole, (name, arguments)| {
        whole.iter().any(|(known, full)| known.starts_with(name.as_str()) && begins(arguments, full))
    });
}

/// Texts with characters of every length, in every place where one can stand.
const WIDE: [&str; 4] = [
    "{\"é\": \"→ 🙂\", \"b\": [\"ü\", \"日本\"]}",
    "{'é': '→ 🙂', 'b': ['ü', '日本',]}",
    "Voilà : {“clé”：“valeur”，“n”：1} – c’est tout 🙂",
    "{é: →🙂, n: 日本}",
];

#[test]
fn hostile_36_a_character_of_any_length_cut_anywhere_gives_strict_json_or_none() {
    let options = Options { truncated: Truncated::Close, ..Options::default() };
    for text in WIDE {
        for end in 0..=text.len() {
            if let Ok(repaired) = engine::repair(&text.as_bytes()[..end], &options) {
                for document in &repaired.documents {
                    let json = &repaired.text[document.clone()];
                    let read = serde_json::from_str::<Value>(json);
                    assert!(read.is_ok(), "{text} cut at {end}: {json}");
                }
            }
        }
    }
}

#[test]
fn hostile_54_a_repair_repaired_is_itself() {
    let options = Options { truncated: Truncated::Close, ..Options::default() };
    for text in WIDE.iter().chain(&OWN) {
        for end in (0..=text.len()).filter(|end| text.is_char_boundary(*end)) {
            let Ok(repaired) = engine::repair(&text.as_bytes()[..end], &options) else { continue };
            for document in &repaired.documents {
                let json = &repaired.text[document.clone()];
                let again = engine::repair(json.as_bytes(), &options).expect("it is JSON");
                assert_eq!((&*again.text, again.fixes.len()), (json, 0), "{text} cut at {end}");
            }
        }
    }
}
