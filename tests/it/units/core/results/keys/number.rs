use jmend::core::results::keys::number::*;

fn exact(raw: &str) -> Option<String> {
    let mut out = Vec::new();
    put(raw.as_bytes(), Numbers::Exact, &mut out)?;
    assert!(has_spelling(raw.as_bytes(), Numbers::Exact));
    Some(String::from_utf8(out).expect("digits"))
}

#[test]
fn the_examples_of_the_format() {
    for (raw, expected) in [
        ("-0.0e5", "0"),
        ("0e99999999999999999999999999999999999999", "0"),
        ("1.0", "1"),
        ("-3.0", "-3"),
        ("-0.0", "0"),
        ("0.0", "0"),
        ("10.0", "10"),
        ("1e20", "100000000000000000000"),
        ("1.5", "1.5"),
        ("1e400", "1e+400"),
        ("1e999999999", "1e+999999999"),
        ("12345678901234567890123.0", "12345678901234567890123"),
        ("0.000001", "0.000001"),
        ("0.0000001", "1e-7"),
        ("123.4560e-1", "12.3456"),
        ("1.5e-999999999", "1.5e-999999999"),
        ("100000.0010e-5", "1.00000001"),
    ] {
        assert_eq!(exact(raw).as_deref(), Some(expected), "{raw}");
    }
}

#[test]
fn the_range_is_a_property_of_the_value() {
    assert_eq!(exact("1e999999999999999999").as_deref(), Some("1e+999999999999999999"));
    assert_eq!(exact("0.1e1000000000000000000").as_deref(), Some("1e+999999999999999999"));
    for raw in ["1e1000000000000000000", "10e999999999999999999", "1e-99999999999999999999999999999999999"] {
        assert_eq!(put(raw.as_bytes(), Numbers::Exact, &mut Vec::new()), None, "{raw}");
        assert!(!has_spelling(raw.as_bytes(), Numbers::Exact), "{raw}");
    }
}

#[test]
fn zeros_are_added_up_to_308() {
    assert_eq!(exact("1e308").map(|text| text.len()), Some(309));
    assert_eq!(exact("1e309").as_deref(), Some("1e+309"));
    let full = format!("1{}", "0".repeat(309));
    assert_eq!(exact(&full).as_deref(), Some("1e+309"));
    assert_eq!(exact(&format!("{full}1")).map(|text| text.len()), Some(311));
}

#[test]
fn rfc_8785_refuses_what_a_double_would_change() {
    let double = |raw: &str| {
        let mut out = Vec::new();
        put(raw.as_bytes(), Numbers::Double, &mut out).map(|()| String::from_utf8(out).expect("digits"))
    };
    for (raw, expected) in [
        ("9007199254740992", "9007199254740992"),
        ("1e23", "1e+23"),
        ("1180591620717411303424", "1.1805916207174113e+21"),
        ("333333333.33333329", "333333333.3333333"),
        ("-0.0", "0"),
        ("5e-324", "5e-324"),
        ("1424953923781206.2", "1424953923781206.2"),
        ("0.1000000000000000055511151231257827021181583404541015625", "0.1"),
    ] {
        assert_eq!(double(raw).as_deref(), Some(expected), "{raw}");
    }
    for raw in ["9007199254740993", "1e400", "1e-400", "0.1000000000000000055511151231257827"] {
        assert_eq!(double(raw), None, "{raw}");
    }
}
