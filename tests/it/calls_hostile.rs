//! Hostile texts through the reader of calls: no panic, nothing invented, time linear in the text.

use jmend::core::calls::{Calls, FORMATS, Format, Options, Tools, extract};
use jmend::core::repair::engine::{self, Truncated};
use proptest::prelude::*;
use serde_json::Value;

fn options(truncated: Truncated) -> Options<'static> {
    Options { repair: engine::Options { truncated, ..Default::default() }, ..Default::default() }
}

fn read(text: &[u8], truncated: Truncated) -> Calls {
    extract(text, &options(truncated)).unwrap_or_default()
}

fn arguments(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("arguments are valid JSON: {error}: {text}"))
}

/// The first bytes of a text, at most `len`, in whole characters.
fn start(text: &str, mut len: usize) -> &str {
    while !text.is_char_boundary(len) {
        len -= 1;
    }
    &text[..len]
}

/// The tool that the examples of the table call, for formats that need to know it.
fn tools_for(format: &Format) -> Option<Tools> {
    let list = r#"[{"name": "ls", "parameters": {"properties": {"path": {"type": "string"}}}}]"#;
    format.needs_tools.then(|| Tools::parse(list).expect("valid"))
}

/// Every format's own example is read as that format, with its name and its argument.
#[test]
fn the_examples_of_the_table_are_calls() {
    for format in FORMATS {
        let tools = tools_for(format);
        let with_tools = Options { tools: tools.as_ref(), ..options(Truncated::Refuse) };
        let found = extract(format.example.as_bytes(), &with_tools).expect("readable");
        let calls: Vec<_> = found.calls.iter().map(|call| (call.name.as_str(), call.format.id)).collect();
        assert_eq!(calls, [("ls", format.id)], "{}: {found:?}", format.example);
        let arguments = arguments(&found.calls[0].arguments);
        let path = arguments["path"].as_str();
        assert!(path == Some("/") || arguments == serde_json::json!({}), "{}: {arguments}", format.id);
        let given = Options { format: Some(format), ..with_tools };
        let found = extract(format.example.as_bytes(), &given).expect("readable");
        assert_eq!(found.calls.len(), 1, "--call-format {}", format.id);
    }
}

/// Does `part` say nothing that `whole` does not: the same names, and strings that begin the same?
fn is_part(part: &Value, whole: &Value) -> bool {
    match (part, whole) {
        (Value::Object(part), Value::Object(whole)) => {
            part.iter().all(|(name, value)| whole.get(name).is_some_and(|whole| is_part(value, whole)))
        }
        (Value::Array(part), Value::Array(whole)) => {
            part.len() <= whole.len() && part.iter().zip(whole).all(|(part, whole)| is_part(part, whole))
        }
        (Value::String(part), Value::String(whole)) => whole.starts_with(part.as_str()),
        (Value::Number(part), Value::Number(whole)) => whole.to_string().starts_with(&part.to_string()),
        _ => part == whole,
    }
}

/// An envelope cut at every byte gives its calls, a part of them that says so, or nothing.
#[test]
fn hostile_53_a_call_cut_at_every_byte_invents_nothing() {
    let texts = FORMATS.iter().map(|format| format.example.replace("/\"", "/usr/share \\\"x\\\" é\""));
    for text in texts {
        let whole = read(text.as_bytes(), Truncated::Close);
        let wholes: Vec<Value> = whole.calls.iter().map(|call| arguments(&call.arguments)).collect();
        for cut in 0..text.len() {
            for truncated in [Truncated::Close, Truncated::Refuse] {
                let found = read(&text.as_bytes()[..cut], truncated);
                assert!(found.calls.len() <= wholes.len().max(1), "{:?}", start(&text, cut));
                for call in &found.calls {
                    assert_eq!(call.name, "ls", "{:?}", start(&text, cut));
                    let given = arguments(&call.arguments);
                    let known = wholes.iter().any(|whole| is_part(&given, whole));
                    let text = String::from_utf8_lossy(&text.as_bytes()[..cut]);
                    assert!(known, "{} of {text:?} is not part of {wholes:?}", call.arguments);
                    assert!(call.complete || truncated == Truncated::Close, "half a call: {text:?}");
                }
            }
        }
    }
}

/// What stands in a string is content, whatever format it looks like; the outermost block wins.
#[test]
fn markers_inside_strings_are_content() {
    for outer in FORMATS.iter().filter(|format| {
        format.example.contains("\"/\"") && !format.example.contains("\\\"") && !format.needs_tools
    }) {
        for inner in FORMATS {
            let quoted = serde_json::to_string(&inner.example.replace("ls", "evil")).expect("a string");
            let text = outer.example.replace("\"/\"", &quoted);
            let found = read(text.as_bytes(), Truncated::Refuse);
            let names: Vec<_> = found.calls.iter().map(|call| call.name.as_str()).collect();
            assert_eq!(names, ["ls"], "{text}");
        }
    }
}

/// The same for parameters in tags, whose values nothing escapes: the calls of other formats in them are text.
#[test]
fn markers_inside_tagged_values_are_content() {
    let tagged = |text: &str| text.contains(">/<") || text.contains(">\n/\n<");
    let mut seen = 0;
    for outer in FORMATS.iter().filter(|format| tagged(format.example) && !format.needs_tools) {
        for inner in FORMATS {
            let evil = inner.example.replace("ls", "evil");
            // What ends a call or begins a parameter of the outer format is not content to it.
            let shared = [
                "parameter",
                "param",
                "arg_",
                "invoke",
                "<tool_call>",
                "function",
                "minimax",
                "argument",
                "<path>",
                "call:",
            ];
            if shared.iter().any(|word| outer.example.contains(word) && evil.contains(word)) {
                continue;
            }
            let text = outer
                .example
                .replace(">/<", &format!(">{evil}<"))
                .replace(">\n/\n<", &format!(">\n{evil}\n<"));
            let found = read(text.as_bytes(), Truncated::Refuse);
            let calls: Vec<_> =
                found.calls.iter().map(|call| (call.name.as_str(), arguments(&call.arguments))).collect();
            assert_eq!(calls.len(), 1, "{text}\n{calls:?}");
            assert_eq!(calls[0].0, "ls", "{text}");
            let value = calls[0].1["path"].to_string();
            assert!(value.contains("evil"), "{text}\n{value}");
            seen += 1;
        }
    }
    assert!(seen > 200, "{seen}");
}

/// An object's text in every format that carries JSON, as it is or in a string; how many formats do is counted.
fn carriers(object: &str) -> Vec<(&'static Format, String)> {
    let escaped = serde_json::to_string(object).expect("a string");
    let mut texts = Vec::new();
    for format in FORMATS.iter().filter(|format| !format.needs_tools) {
        let plain = format.example.replace("{\"path\": \"/\"}", object);
        let string =
            format.example.replace("\"{\\\"path\\\": \\\"/\\\"}\"", &escaped).replace("\"{}\"", &escaped);
        texts.extend(
            [plain, string].into_iter().filter(|text| text != format.example).map(|text| (format, text)),
        );
    }
    texts
}

/// Valid arguments keep their bytes: digits, order, spacing, escapes, names that stand there twice.
#[test]
fn valid_arguments_keep_their_bytes() {
    let object = r#"{ "path" : "\u002f\/é" ,"n":1.10,"big":12345678901234567890123,"e":1E-400, "b":{} ,"a" :[ ], "n":-0 }"#;
    let carriers = carriers(object);
    assert!(carriers.len() >= 38, "{} formats carry JSON", carriers.len());
    for (format, text) in carriers {
        let found = read(text.as_bytes(), Truncated::Refuse);
        assert_eq!(found.calls.len(), 1, "{text}");
        assert_eq!(found.calls[0].arguments, object, "{}", format.id);
        assert!(found.calls[0].changes.iter().all(|change| change.name() == "nested-string"), "{text}");
    }
}

/// A bad block among good ones is refused alone.
#[test]
fn good_neighbours_of_a_bad_block_are_kept() {
    let good =
        |name: &str| format!("<tool_call>\n{{\"name\": \"{name}\", \"arguments\": {{}}}}\n</tool_call>\n");
    let text = format!(
        "{}<tool_call>\n{{\"name\": \"b\", \"arguments\": [1]}}\n</tool_call>\n{}",
        good("a"),
        good("c")
    );
    let found = read(text.as_bytes(), Truncated::Refuse);
    assert_eq!(found.calls.iter().map(|call| call.name.as_str()).collect::<Vec<_>>(), ["a", "c"]);
    assert_eq!(found.refused.iter().map(|refused| refused.reason.name()).collect::<Vec<_>>(), ["arguments"]);
}

/// Definitions of tools, data with a name, prose and code are no calls.
#[test]
fn what_is_no_call() {
    for text in [
        r#"{"name": "Bingo", "age": 30}"#,
        r#"{"name": "ls", "description": "List", "parameters": {}}"#,
        r#"{"type": "function", "function": {"name": "ls", "parameters": {"type": "object", "properties": {"a": {}}}}}"#,
        r#"[{"name": "ls", "input_schema": {"type": "object", "properties": {}}, "description": "x"}]"#,
        "Use the <tool_call> tag, then </tool_call>.",
        "The marker [TOOL_CALLS] begins it; `functools[0]` does not.",
        "[x for x in y], [f(a, b)], [1, 2]",
        "call:f{a:1} Action: none",
        "",
        "\u{feff}",
    ] {
        let found = read(text.as_bytes(), Truncated::Close);
        assert!(found.calls.is_empty(), "{text}: {found:?}");
    }
}

/// Openers that nothing closes: no text of this kind ends the reader, keeps it, or becomes more than it says. How the work
/// grows with such text is counted by `benches/calls_linear`, over the same patterns.
#[test]
fn a_megabyte_of_openers_without_closers_invents_nothing() {
    let mut patterns: Vec<String> = Vec::new();
    for format in FORMATS {
        let example = format.example;
        let cut = |part: usize| start(example, example.len() * part / 8).to_owned();
        patterns.extend([cut(4), cut(6)]);
    }
    let more = [
        "<tool_call>",
        "<tool_call>{\"",
        "<tool_call>{\"name\":\"",
        "<function=f><parameter=a>x</function>",
        "{\"name\":",
        "{",
        "[",
        "<think>",
        "</think>",
        "<invoke name=\"f\"><parameter name=\"a\">",
        "call:f{a:",
        "call:f{call:f{",
        "[f(a='",
        "<|tool_call_start|>[f(a='x',",
        "<|message|> to=f",
        "Action: f\nAction Input: {",
        "```",
        "data: {\"choices\":[",
        "<a:invoke name=\"f\">",
        "<tool_call>f<arg_key>k</arg_key>v",
        "functools[{\"name\":\"x\",",
        "{\"name\":'a',",
        "<parameter=a>x</parameter>",
        "<tool_call>\n<parameter=a>\n",
        "<name>a\n</parameter>\n<parameter=b>",
        "<tool_call name=\"a\" b=\"",
        "<tool_call>f({",
    ];
    patterns.extend(more.map(str::to_owned));
    for pattern in patterns.iter().filter(|pattern| !pattern.is_empty()) {
        let text = pattern.repeat((64 << 10) / pattern.len() + 1);
        for call in read(text.as_bytes(), Truncated::Close).calls {
            assert!(["ls", "f", "x", "a"].contains(&call.name.as_str()), "{pattern:?}: {}", call.name);
            let inner = &text[call.span.clone()];
            for (name, value) in arguments(&call.arguments).as_object().expect("an object") {
                assert!(inner.contains(name.as_str()), "{pattern:?}: {name} is invented");
                let known = value.as_str().is_none_or(|value| inner.contains(value));
                assert!(known, "{pattern:?}: {value} is invented");
            }
        }
    }
    for pattern in
        ["<tool_call>{\"name\": \"", "<function=f><parameter=a>", "{\"name\": \"f\", \"arguments\": {"]
    {
        let text = pattern.repeat((1 << 20) / pattern.len() + 1);
        assert!(read(text.as_bytes(), Truncated::Refuse).calls.is_empty(), "{pattern:?}");
    }
}

/// Pieces of markup, names and values in any order.
fn pieces() -> impl Strategy<Value = String> {
    let mut parts: Vec<String> =
        ["{", "}", "[", "]", "\"", "'", ",", ":", "name", "arguments", "\\", "\n", "é", "1", "</think>"]
            .map(str::to_owned)
            .to_vec();
    for format in FORMATS {
        let middle = start(format.example, format.example.len() / 2).len();
        parts.extend([
            format.example.to_owned(),
            format.example[..middle].to_owned(),
            format.example[middle..].to_owned(),
        ]);
    }
    prop::collection::vec(prop::sample::select(parts), 0..12).prop_map(|parts| parts.concat())
}

/// The text of an object, in odd spacing, with odd numbers, markup in strings, and names that come twice.
fn object() -> impl Strategy<Value = String> {
    let space = prop::sample::select(&["", "", " ", "  ", "\t", "\n "][..]);
    let scalars = [
        "0",
        "-0",
        "1.10",
        "1E-400",
        "12345678901234567890123",
        "true",
        "null",
        "\"\"",
        "\"é\\u00e9\\/\"",
        "\"a \\\"b\\\" c\"",
        "\"</tool_call>\"",
        "\"<|call|> [/TOOL_CALLS]\"",
        "\"```\"",
        "\"}]\"",
        "\"\\\\\"",
        "\"line\\nline\"",
    ];
    let names = prop::sample::select(&["path", "a", "b", "ü", "a-b", "name", "arguments"][..]);
    let value = prop::sample::select(scalars.map(str::to_owned).to_vec()).prop_recursive(3, 12, 4, {
        let (space, names) = (space.clone(), names.clone());
        move |inner| {
            let item = (space.clone(), inner.clone(), space.clone())
                .prop_map(|(a, value, b)| format!("{a}{value}{b}"));
            let items = prop::collection::vec(item, 0..4).prop_map(|items| format!("[{}]", items.join(",")));
            prop_oneof![items, members(names.clone(), space.clone(), inner)]
        }
    });
    members(names, space, value)
}

fn members(
    names: impl Strategy<Value = &'static str>,
    space: impl Strategy<Value = &'static str> + Clone,
    value: impl Strategy<Value = String>,
) -> impl Strategy<Value = String> {
    let member = (space.clone(), names, space.clone(), space.clone(), value, space)
        .prop_map(|(a, name, b, c, value, d)| format!("{a}\"{name}\"{b}:{c}{value}{d}"));
    prop::collection::vec(member, 0..5).prop_map(|members| format!("{{{}}}", members.join(",")))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_valid_arguments_keep_their_bytes(object in object()) {
        for (format, text) in carriers(&object) {
            let found = read(text.as_bytes(), Truncated::Refuse);
            prop_assert_eq!(found.calls.len(), 1, "{}", text);
            prop_assert_eq!(&found.calls[0].arguments, &object, "{}: {}", format.id, text);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn any_mixture_gives_valid_calls(text in pieces()) {
        for truncated in [Truncated::Close, Truncated::Refuse] {
            for call in read(text.as_bytes(), truncated).calls {
                prop_assert!(arguments(&call.arguments).is_object());
                prop_assert!(!call.name.is_empty() && call.span.end <= text.len() && call.span.start <= call.span.end);
                prop_assert!(call.complete || truncated == Truncated::Close);
            }
        }
    }

    #[test]
    fn any_bytes_are_read_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        for call in read(&bytes, Truncated::Close).calls {
            prop_assert!(arguments(&call.arguments).is_object());
        }
    }
}
