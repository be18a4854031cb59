use jmend::core::json::unescape::*;

fn decoded(raw: &str) -> String {
    unescape(raw, Some('\u{fffd}')).expect("nothing is refused").into_owned()
}

#[test]
fn a_quoted_text_is_decoded_where_it_is_json_and_nowhere_else() {
    let parts = [
        "",
        "a",
        "\"",
        "\\",
        "\\n",
        "\\u00e9",
        "\\u00",
        "\\ud83d",
        "\\ude00",
        "\u{1}",
        "é",
        "\\x",
        "\n",
        "0123456789",
    ];
    for (first, second) in parts.iter().flat_map(|first| parts.map(|second| (first, second))) {
        for third in parts {
            for around in ["", "0123456789abcde"] {
                let raw = format!("{around}{first}{second}{third}{around}");
                let quoted = format!("\t\"{raw}\" \r");
                let is_json = jmend::core::json::scan_document(quoted.as_bytes(), 1).is_ok();
                let wanted = if is_json { unescape(&raw, None) } else { None };
                assert_eq!(unquote(quoted.as_bytes()), wanted, "{quoted}");
            }
        }
    }
    for wrong in [&b""[..], b"\"", b"\"\\\"", b"\"\xff\"", b"\"\\n\xff\"", b"null", b"\"a", b"\x0c\"a\""] {
        assert_eq!(unquote(wrong), None, "{}", wrong.escape_ascii());
    }
}

#[test]
fn every_escape_at_every_place() {
    let escapes = [
        (r#"\""#, "\""),
        (r"\\", "\\"),
        (r"\/", "/"),
        (r"\b\f\n\r\t", "\u{8}\u{c}\n\r\t"),
        (r"\u0041", "A"),
        (r"\u00e9", "é"),
        (r"\u2028", "\u{2028}"),
        (r"\ud83d\ude00", "😀"),
        (r"\ud83dx", "\u{fffd}x"),
        (r"\ud83d\ud83d\ude00", "\u{fffd}😀"),
        (r"\ud83d\u0041", "\u{fffd}A"),
        ("é", "é"),
        // What is not JSON passes as it can.
        (r"\x", "x"),
        ("\\é", "é"),
    ];
    for (raw, plain) in escapes {
        for before in 0..20 {
            for after in 0..20 {
                let around = |middle: &str| format!("{}{middle}{}", "b".repeat(before), "a".repeat(after));
                assert_eq!(decoded(&around(raw)), around(plain));
                assert_eq!(decoded(&around(&raw.repeat(3))), around(&plain.repeat(3)));
            }
        }
    }
}

#[test]
fn a_last_backslash_is_none() {
    for len in 0..40 {
        assert_eq!(decoded(&format!("{}\\", "x".repeat(len))), "x".repeat(len));
    }
}

#[test]
fn broken_hex_names_no_half() {
    assert_eq!(decoded(r"\u12"), "\0");
}
