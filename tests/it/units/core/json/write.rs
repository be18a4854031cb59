use jmend::core::json::write::*;
use jmend::core::json::{MAX_DEPTH, parse};

const TEXT: &str = "{ \"b\":[1.10, 1E5,{}] ,\"a\" :\"é\\u0041\", \"b\":[ ]}";

fn both(style: Style) -> (String, String) {
    let (mut from_text, mut from_value) = (Vec::new(), Vec::new());
    style.write_text(TEXT, &mut from_text);
    style.write_value(&parse(TEXT, MAX_DEPTH).expect("valid"), &mut from_value);
    (String::from_utf8(from_text).expect("UTF-8"), String::from_utf8(from_value).expect("UTF-8"))
}

#[test]
fn text_and_value_are_written_alike() {
    let pretty = Style { layout: Layout::Pretty(Indent::Spaces(2)), ..Style::compact() };
    for style in [Style::compact(), pretty, Style { ascii: true, ..Style::compact() }] {
        let (text, value) = both(style);
        assert_eq!(text, value);
    }
    assert_eq!(both(Style::compact()).0, "{\"b\":[1.10,1E5,{}],\"a\":\"é\\u0041\",\"b\":[]}");
    assert_eq!(
        both(Style { sort_keys: true, ..Style::compact() }).0,
        "{\"a\":\"é\\u0041\",\"b\":[1.10,1E5,{}],\"b\":[]}"
    );
    assert!(both(pretty).0.starts_with("{\n  \"b\": [\n    1.10,\n    1E5,\n    {}\n  ],\n"));
}

#[test]
fn ascii_escapes_by_utf16_units_and_keep_keeps() {
    let mut out = Vec::new();
    Style { ascii: true, layout: Layout::Keep, sort_keys: false }.write_text("[ \"😀\" ]", &mut out);
    assert_eq!(out, b"[ \"\\ud83d\\ude00\" ]");
}
