use jmend::core::json::sorted::MANY;
use jmend::core::results::keys::canonical::*;
use jmend::core::results::keys::number::Numbers;

#[test]
fn names_of_a_large_object_are_ordered_alike() {
    let ends =
        ["", "\0", "\0\0", "a", "é", "\u{ffff}", "\u{10000}", "long enough to go on", "long enough too"];
    let name = |at: usize| format!("shared {}{}", ["b", "\u{e000}", "😀", ""][at / 9], ends[at % 9]);
    let mut names: Vec<String> = (0..36).rev().flat_map(|at| [name(at), name(at) + "!"]).collect();
    assert!(names.len() > MANY);
    let text = |names: &[String]| {
        let members: Vec<String> =
            names.iter().map(|name| format!("\"{}\":1", name.replace('\0', "\\u0000"))).collect();
        format!("{{{}}}", members.join(","))
    };
    let canonical = Canonical::text_of(text(&names).as_bytes(), Numbers::Exact, 9).expect("it is JSON");
    names.sort_by_cached_key(|name| name.encode_utf16().collect::<Vec<u16>>());
    assert_eq!(String::from_utf8_lossy(&canonical), text(&names));
}

#[test]
fn one_index_serves_any_shape() {
    let text = Canonical::text_of(
        br#"{"b":[{"z":1,"y":[{},[],{"x-x":{"q":1.0,"p":[2e1]}}]}, 3],"a":{"c":{}},"\u0041":"\u0042\/\n"}"#,
        Numbers::Exact,
        9,
    );
    let expected = r#"{"A":"B/\n","a":{"c":{}},"b":[{"y":[{},[],{"x_x":{"p":[20],"q":1}}],"z":1},3]}"#;
    assert_eq!(text.map(|text| String::from_utf8(text).unwrap()).as_deref(), Ok(expected));
}

#[test]
fn a_long_document_is_written_like_a_short_one() {
    let row =
        |at: usize| format!("{{\"b-b\":[{{\"d\": {{}},\"c\":{at}}}],\"\\u0061\":{{ \"z\" : 1,\"y\":[ ]}}}}");
    let canonical = |text: &str| {
        let text = Canonical::text_of(text.as_bytes(), Numbers::Exact, 9).expect("it is JSON");
        String::from_utf8(text).expect("UTF-8")
    };
    let rows: Vec<String> = (0..60_000).map(row).collect();
    let long = format!(
        "{{\"b\":{{\"rows\":[{}],\"a\":{{\"b\":1,\"a\":2}}}},\"z_z\":{{\"a-a\":{}}},\"z-z\":{{\"a_a\":{}}}}}",
        rows.join(", "),
        rows[7],
        rows[7]
    );
    let short: Vec<String> = rows.iter().map(|row| canonical(row)).collect();
    let expected = format!(
        "{{\"b\":{{\"a\":{{\"a\":2,\"b\":1}},\"rows\":[{}]}},\"z_z\":{{\"a_a\":{}}}}}",
        short.join(","),
        short[7]
    );
    assert!(canonical(&long) == expected);
}
