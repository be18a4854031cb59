use jmend::core::json::quoted::*;
use jmend::core::json::value::Text;
use jmend::core::json::{MAX_DEPTH, scan_document};

/// Is this inside of a string JSON?
fn is_quoted_json(raw: &[u8], max_depth: usize) -> bool {
    quoted_json_end(raw, 0, max_depth) == Some(raw.len())
}

#[test]
fn yes_is_said_of_json_alone_and_of_nearly_all_of_it() {
    let texts = [
        "{}",
        " [ ] ",
        "{\"a\": [1, -2.5e3, true, false, null], \"b\": {\"c\": \"d\"}}\n",
        "\"\"",
        "\"a\\n\\\"b\\\\ \\u00e9 é\"",
        "12",
        "{\n  \"a\":\t1\r\n}",
        "[[[]]]",
        "{\"a\": 'b'}",
        "{\"a\": 1,}",
        "{\"a\" 1}",
        "{a: 1}",
        "[1 2]",
        "[1}",
        "{\"a\": \"b\nc\"}",
        "{\"a\": \"b\tc\"}",
        "{\"a\": \"\\x\"}",
        "{\"a\": \"\\u12\"}",
        "{\"a\": 01}",
        "{\"a\": tru}",
        "{} {}",
        "",
        " ",
        "\"a",
        "\"a\\",
        "\"a\\\\\"b\"",
        "[",
        "nul",
    ];
    for text in texts {
        let raw = Text::from_plain(text);
        let expected = scan_document(text.as_bytes(), MAX_DEPTH).is_ok();
        assert_eq!(is_quoted_json(raw.raw().as_bytes(), MAX_DEPTH), expected, "{text:?}");
        let string = format!("{{\"a\": \"{}\", \"b\": \"\"}}", raw.raw());
        let end = quoted_json_end(string.as_bytes(), 7, MAX_DEPTH);
        let end = end.filter(|end| string.as_bytes().get(*end) == Some(&b'"'));
        assert_eq!(end, expected.then_some(7 + raw.raw().len()), "{string}");
        for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
            let raw = Text::from_plain(&text[..end]);
            let expected = scan_document(&text.as_bytes()[..end], MAX_DEPTH).is_ok();
            assert_eq!(is_quoted_json(raw.raw().as_bytes(), MAX_DEPTH), expected, "{:?}", &text[..end]);
        }
    }
    // No JSON string, or none that ends.
    for string in ["{\n}\"", "[\\\"\t\\\"]\"", "{}", "[1] \\", "[\"]", "12"] {
        let end = quoted_json_end(string.as_bytes(), 0, MAX_DEPTH);
        assert!(end.is_none_or(|end| string.as_bytes().get(end) != Some(&b'"')), "{string}");
    }
    // Spellings that are not looked through.
    assert!(!is_quoted_json(br"{\u0022a\u0022: 1}", MAX_DEPTH));
    // Deeper than is asked for.
    assert!(is_quoted_json(b"[[]]", 2) && !is_quoted_json(b"[[]]", 1));
}
