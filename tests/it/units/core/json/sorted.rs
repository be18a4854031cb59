use jmend::core::json::sorted::*;
use jmend::core::json::write::Style;
use jmend::core::json::{Indent, Layout, MAX_DEPTH, parse};

#[test]
fn names_are_ordered_by_utf16_code_units() {
    let names = [
        "",
        "\u{1}",
        "A",
        "a",
        "aa",
        "é",
        "\u{d7ff}",
        "\u{10000}",
        "😀",
        "\u{10ffff}",
        "\u{e000}",
        "\u{ffff}",
    ];
    for a in names {
        for b in names {
            let units = a.encode_utf16().cmp(b.encode_utf16());
            assert_eq!(utf16_order(a.as_bytes(), b.as_bytes()), units, "{a:?} {b:?}");
        }
    }
}

#[test]
fn a_text_is_sorted_like_its_value() {
    // Longer than what is indexed as a whole, with large objects and small ones.
    let row =
        |at: usize| format!("{{\"b\":[{{\"d\": {{}},\"c\":{at}}}],\"\\u0061\":{{ \"z\" : 1,\"y\":[ ]}}}}");
    let rows = |from: usize, count: usize| (from..from + count).map(row).collect::<Vec<_>>().join(" ,\n");
    let long = format!(
        "{{\"z\":[{}],\"large\":{{\"b\":[{}],\"a\":{{\"c\":1,\"b\":2}}}},\"a\":{{\"y\":1,\"x\":{{}}}}}}",
        rows(0, SHORT as usize / 50),
        rows(7, 2 * SMALL as usize / 50)
    );
    let many: Vec<String> = (0..100).rev().map(|at| format!("\"k{at}\":[{{\"b\":{at},\"a\":[]}}]")).collect();
    let many = format!("{{{}}}", many.join(" , "));
    let texts = [
        "12",
        " \"é\" ",
        "[ ]",
        "{ }",
        "{\"b\":{\"z\":1,\"y\":[{} , [],{\"x\":{\"q\":1.0,\"p\":[2e1]}}]} , \"a\" :{\"c\":{ }},\"b\":2 }",
        "{\"b\":1,\"\\u0061\":2,\"a\":3,\"\\ud83d\\ude00\":4,\"\u{ffff}\":5,\"\\ud83d\":6,\"😀\":7}",
        &many,
        &long,
    ];
    let layouts = [Layout::Keep, Layout::Compact, Layout::Pretty(Indent::Spaces(2))];
    for (text, layout) in texts.iter().flat_map(|text| layouts.map(|layout| (text, layout))) {
        for ascii in [false, true] {
            if text.len() > SHORT as usize && (ascii || layout == Layout::Keep) {
                continue;
            }
            let style = Style { ascii, layout, sort_keys: true };
            let (mut from_text, mut from_value) = (Vec::new(), Vec::new());
            style.write_text(text, &mut from_text);
            style.write_value(&parse(text, MAX_DEPTH).expect("valid"), &mut from_value);
            assert_eq!(String::from_utf8_lossy(&from_text), String::from_utf8_lossy(&from_value));
        }
    }
}
