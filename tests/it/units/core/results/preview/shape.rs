use jmend::core::results::preview::shape::*;

#[test]
fn the_first_names_in_byte_order_stay() {
    let mut properties = Properties::default();
    for name in ["d", "b", "é", "a", "c", "b"] {
        let known = properties.add(name.to_owned(), Kind::Null, 3);
        assert_eq!(known, name == "b" && properties.kinds.contains_key("c"), "{name}");
    }
    assert_eq!(properties.kinds.keys().collect::<Vec<_>>(), ["a", "b", "c"]);
    assert!(properties.truncated);
}

#[test]
fn kinds_go_by_the_spelling() {
    for (text, kind) in [("1.0", Kind::Number), ("-0", Kind::Integer), ("1E2", Kind::Number)] {
        assert_eq!(Kind::of(text.as_bytes()), kind, "{text}");
    }
}
