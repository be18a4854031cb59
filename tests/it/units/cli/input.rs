use jmend::cli::input::*;

#[test]
fn bytes_have_units() {
    for (text, bytes) in [
        ("0", Ok(0)),
        ("1000", Ok(1000)),
        ("64K", Ok(65_536)),
        ("256m", Ok(268_435_456)),
        ("2G", Ok(2 << 30)),
    ] {
        assert_eq!(parse_bytes(text), bytes, "{text}");
    }
    for text in ["", "K", "-1", "1.5M", "99999999999G", "1KK"] {
        assert!(parse_bytes(text).is_err(), "{text}");
    }
}
