use jmend::core::repair::notation::number::respell;

#[test]
#[cold]
fn spellings() {
    for (word, expected) in [
        ("+1", Some("1")),
        (".5", Some("0.5")),
        ("-.5", Some("-0.5")),
        ("1.", Some("1.0")),
        ("1.e3", Some("1.0e3")),
        ("0x1F", Some("31")),
        ("-0xff", Some("-255")),
        ("0xffffffffffffffffffff", Some("1208925819614629174706175")),
        ("0b101", Some("5")),
        ("0o17", Some("15")),
        ("1_000.5_0", Some("1000.50")),
        ("00501", None),
        ("1__0", None),
        ("1_", None),
        ("1.2.3", None),
        ("12px", None),
        ("-", None),
        (".", None),
        ("1e", None),
        ("0x", None),
    ] {
        assert_eq!(respell(word.as_bytes()).as_deref(), expected, "{word}");
    }
}
