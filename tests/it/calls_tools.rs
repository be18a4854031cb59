//! `--tools`: what the list of tools settles, and what it rules out.

use jmend::core::calls::{Call, Options, Tools, extract};

const TOOLS: &str = r##"{"tools": [
    {"type": "function", "function": {"name": "get_weather", "parameters": {
        "type": "object",
        "$defs": {"days": {"$ref": "#/$defs/count"}, "count": {"type": "integer"}, "loop": {"$ref": "#/$defs/loop"},
                  "place": {"properties": {"city": {"type": "string"}}}, "a/b": {"type": "boolean"}},
        "allOf": [{"$ref": "#/$defs/place"}],
        "properties": {
            "days": {"$ref": "#/$defs/days"}, "endless": {"$ref": "#/$defs/loop"}, "far": {"$ref": "http://x/y"},
            "units": {"anyOf": [{"enum": ["c", "f"]}, {"type": "null"}]}, "live": {"$ref": "#/$defs/a~1b"},
            "mode": {"const": 3}, "hours": {"type": "array", "items": {"$ref": "#/$defs/count"}},
            "names": {"type": "array", "items": {"type": "string"}}}}}},
    {"name": "send", "input_schema": {"properties": {"text": {"type": "string"}, "to": {"type": "string"}}}}]}"##;

fn read(text: &str) -> Vec<Call> {
    let tools = Tools::parse(TOOLS).expect("valid");
    extract(text.as_bytes(), &Options { tools: Some(&tools), ..Options::default() }).expect("readable").calls
}

fn shown(calls: &[Call]) -> Vec<String> {
    calls.iter().map(|call| format!("{}{}", call.name, call.arguments)).collect()
}

/// A tagged parameter with its text, and the value that the tool wants.
#[test]
fn untyped_parameters_follow_the_definitions() {
    for (parameter, expected) in [
        ("<parameter=days>5</parameter>", r#"{"days": 5}"#),
        ("<parameter=city>5</parameter>", r#"{"city": "5"}"#),
        ("<parameter=endless>5</parameter>", r#"{"endless": "5"}"#),
        ("<parameter=far>5</parameter>", r#"{"far": "5"}"#),
        ("<parameter=unheard>5</parameter>", r#"{"unheard": "5"}"#),
        ("<parameter=units>null</parameter>", r#"{"units": null}"#),
        ("<parameter=units>c</parameter>", r#"{"units": "c"}"#),
        ("<parameter=live>True</parameter>", r#"{"live": true}"#),
        ("<parameter=mode>3</parameter>", r#"{"mode": 3}"#),
        ("<parameter=hours>[1, 2]</parameter>", r#"{"hours": [1, 2]}"#),
        ("<parameter=hours>1</parameter>\n<parameter=hours>2</parameter>", r#"{"hours": [1, 2]}"#),
        ("<parameter=names>1</parameter>\n<parameter=names>2</parameter>", r#"{"names": ["1", "2"]}"#),
        ("<parameter=days>1</parameter>\n<parameter=days>2</parameter>", r#"{"days": 2}"#),
        ("<parameter=days>soon</parameter>", r#"{"days": "soon"}"#),
    ] {
        let text = format!("<tool_call>\n<function=get_weather>\n{parameter}\n</function>\n</tool_call>");
        assert_eq!(shown(&read(&text)), [format!("get_weather{expected}")], "{parameter}");
    }
}

/// What no marker announces is a call only of a tool there is; a marker is believed, and its name forwarded.
#[test]
fn weak_evidence_needs_a_tool_of_the_list() {
    for (text, expected) in [
        (r#"{"name": "send", "arguments": {"text": "x"}}"#, &[r#"send{"text": "x"}"#][..]),
        (r#"{"name": "sell", "arguments": {"text": "x"}}"#, &[]),
        ("Sure:\n```json\n{\"name\": \"sell\", \"arguments\": {}}\n```", &[]),
        ("Sure:\n```json\n{\"name\": \"send\", \"arguments\": {}}\n```", &["send{}"]),
        ("[sell(a=1)]", &[]),
        ("[send(text=\"a\")]", &[r#"send{"text": "a"}"#]),
        ("Action: sell\nAction Input: {\"a\": 1}", &[]),
        ("Action: send\nAction Input: {\"text\": 1}", &[r#"send{"text": 1}"#]),
        ("{'name': 'sell', 'arguments': {'a': 1}}", &[]),
        ("<think>{\"name\": \"sell\", \"arguments\": {}}</think>", &[]),
        ("<tool_call>{\"name\": \"sell\", \"arguments\": {}}</tool_call>", &["sell{}"]),
        (r#"{"tool_calls": [{"function": {"name": "sell", "arguments": "{}"}}]}"#, &["sell{}"]),
    ] {
        assert_eq!(shown(&read(text)), expected, "{text}");
    }
}

/// Names that a server damaged, and calls that only their parameters tell.
#[test]
fn names_are_settled_by_the_list() {
    for name in
        ["functions.send:0", "functions_send_1", "functionssend2", "default_api.send", "Send", "send_"]
    {
        let text =
            format!("<tool_call>{{\"name\": \"{name}\", \"arguments\": {{\"text\": \"x\"}}}}</tool_call>");
        assert_eq!(shown(&read(&text)), [r#"send{"text": "x"}"#], "{name}");
    }
    let kimi = "<|tool_call_begin|>call00003<|tool_call_argument_begin|>{\"to\": \"x\"}<|tool_call_end|>";
    assert_eq!(shown(&read(kimi)), [r#"send{"to": "x"}"#]);
    let glued = "<tool_call>get_weathercity</arg_key><arg_value>Rome</arg_value></tool_call>";
    assert_eq!(shown(&read(glued)), [r#"get_weather{"city": "Rome"}"#]);
}

/// An element is a call where a tool has its name and parameters, and markup everywhere else.
#[test]
fn elements_are_calls_only_of_tools_there_are() {
    for (text, expected) in [
        (
            "<send><text>a <b>c</b>\nd</text><to>x</to></send>",
            &["send{\"text\": \"a <b>c</b>\\nd\", \"to\": \"x\"}"][..],
        ),
        ("On it.\n<send>\n<text>\nhi\n</text>\n</send> Done.", &[r#"send{"text": "hi"}"#]),
        ("<send/>", &["send{}"]),
        ("<send />\n<get_weather></get_weather>", &["send{}", "get_weather{}"]),
        (
            "<get_weather><names><n>a</n><n>b</n></names></get_weather>",
            &[r#"get_weather{"names": ["a", "b"]}"#],
        ),
        ("<get_weather><days>3</days></get_weather>", &[r#"get_weather{"days": 3}"#]),
        ("<sell><text>a</text></sell>", &[]),
        ("<send><subject>a</subject></send>", &[]),
        ("<send>some words</send>", &[]),
        ("The tag <send> begins it.", &[]),
        (
            "<tool_call>{\"name\": \"send\", \"arguments\": {\"text\": \"<send/>\"}}</tool_call>",
            &[r#"send{"text": "<send/>"}"#],
        ),
    ] {
        assert_eq!(shown(&read(text)), expected, "{text}");
    }
    let without = extract(b"<send><text>a</text></send>", &Options::default()).expect("readable");
    assert!(without.calls.is_empty());
}

/// A schema that refers to itself everywhere, or to thousands of others, takes no time to speak of.
#[test]
fn references_are_followed_a_bounded_number_of_times() {
    let branches: Vec<String> = (0..2_000).map(|n| format!(r##"{{"$ref": "#/$defs/d{n}"}}"##)).collect();
    let all = branches.join(",");
    let definitions: Vec<String> =
        (0..2_000).map(|n| format!(r#""d{n}": {{"anyOf": [{}]}}"#, &branches[n])).collect();
    let text = format!(
        r#"{{"name": "f", "parameters": {{"$defs": {{{}}}, "properties": {{"a": {{"anyOf": [{all}]}}}}}}}}"#,
        definitions.join(",")
    );
    assert!(!Tools::parse(&text).expect("valid").is_empty());
}
