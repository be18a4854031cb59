#[test]
fn base64_is_that_of_rfc_4648() {
    for (text, encoded) in [
        ("", ""),
        ("f", "Zg=="),
        ("fo", "Zm8="),
        ("foo", "Zm9v"),
        ("foob", "Zm9vYg=="),
        ("foobar", "Zm9vYmFy"),
    ] {
        assert_eq!(jmend::cli::clipboard::base64(text.as_bytes()), encoded);
    }
}
