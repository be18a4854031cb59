use jmend::core::repair::schema::scalar::*;
use jmend::core::repair::schema::shape::Kinds;

#[test]
fn integers_are_found_exactly() {
    for (digits, integer_text) in [
        ("5", Some("5")),
        ("5.0", Some("5")),
        ("-5.000", Some("-5")),
        ("5.5", None),
        ("1e3", Some("1000")),
        ("1.5e1", Some("15")),
        ("1.55e1", None),
        ("100e-2", Some("1")),
        ("10e-2", None),
        ("0.0e-99999999999999999999", Some("0")),
        ("1e-99999999999999999999", None),
        ("1e99999999999999999999", Some("1e99999999999999999999")),
        ("12345678901234567890.0", Some("12345678901234567890")),
        ("1e400", Some("1e400")),
        ("-0", Some("0")),
        ("0.5e1", Some("5")),
    ] {
        assert_eq!(integer(digits).as_deref(), integer_text, "{digits}");
    }
}

#[test]
fn only_plain_words_are_taken_for_other_types() {
    let all = Kinds::ALL;
    for (text, expected) in [
        ("5", Some("5")),
        (" 5 ", Some("5")),
        ("1.10", Some("1.10")),
        ("+5", Some("5")),
        (".5", Some("0.5")),
        ("1e400", Some("1e400")),
        ("True", Some("true")),
        ("null", Some("null")),
        ("007", None),
        ("１２", None),
        ("NaN", None),
        ("inf", None),
        ("", None),
        ("1,234", None),
        ("5 items", None),
        ("yes", None),
    ] {
        assert_eq!(from_text(text, all).map(|(text, _)| text).as_deref(), expected, "{text:?}");
    }
    for (text, expected) in [
        ("1,234", Some("1234")),
        ("$5", Some("5")),
        ("50%", Some("50")),
        ("-$1,234.50", Some("-1234.50")),
        ("1,23", None),
        ("1234,567", None),
        ("$", None),
        ("5 items", None),
    ] {
        assert_eq!(lossy_number(text, all).map(|(text, _)| text).as_deref(), expected, "{text:?}");
    }
}
