use jmend::core::results::keys::text::*;

#[test]
fn every_escape_has_one_spelling() {
    let mut out = Vec::new();
    let source = r#""\u0008\b\u000C\u0022\u005c\/\u002F\u001F\u007f\ud83d\ude00\u00e9é" rest"#;
    assert_eq!(put_string(source.as_bytes(), 0, &mut out), source.len() - 5);
    assert_eq!(String::from_utf8(out).unwrap(), "\"\\b\\b\\f\\\"\\\\//\\u001f\u{7f}😀éé\"");
}

#[test]
fn halves_of_pairs_are_found_and_kept_apart() {
    for (raw, whole) in
        [(r"\ud800", false), (r"\udc00\ud800", false), (r"\ud83d\ude00", true), (r"\\ud800", true)]
    {
        assert_eq!(is_whole(raw.as_bytes()), whole, "{raw}");
        assert_eq!(decode(raw.as_bytes(), &mut Vec::new()), whole, "{raw}");
    }
    let (mut high, mut low) = (Vec::new(), Vec::new());
    decode(br"\ud800", &mut high);
    decode(br"\udc00", &mut low);
    assert_ne!(high, low);
}
