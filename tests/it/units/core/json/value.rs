use jmend::core::json::value::*;

#[test]
fn decodes_every_escape() {
    let text = Text::from_raw(r#"a\"\\\/\b\f\n\r\té😀"#);
    assert_eq!(text.decode().as_deref(), Some("a\"\\/\u{8}\u{c}\n\r\té😀"));
    assert_eq!(Text::from_raw(r"\ud83d\ude00").decode().as_deref(), Some("😀"));
    assert_eq!(Text::from_raw(r"\ud83dx").decode(), None);
    assert_eq!(Text::from_raw(r"\ud83d\ud83d\ude00").decode_lossy(), "\u{fffd}😀");
}

#[test]
fn plain_text_survives_the_round_trip() {
    for plain in ["", "a\"b\\c\n\u{1}é", "\u{7f}\u{2028}"] {
        assert_eq!(Text::from_plain(plain).decode().as_deref(), Some(plain));
    }
}
