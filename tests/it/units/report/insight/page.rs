use jmend::report::insight::page::*;

#[test]
fn base64_is_that_of_rfc_4648() {
    for (plain, due) in [
        ("", ""),
        ("f", "Zg=="),
        ("fo", "Zm8="),
        ("foo", "Zm9v"),
        ("foob", "Zm9vYg=="),
        ("fooba", "Zm9vYmE="),
    ] {
        assert_eq!(base64(plain.as_bytes()), due);
    }
}

#[test]
fn no_text_ends_the_script_or_the_style() {
    assert!(!SCRIPT.contains("</") && !STYLE.contains("</"));
    assert_eq!(text("</script>\"&"), "&lt;/script&gt;&quot;&amp;");
}
