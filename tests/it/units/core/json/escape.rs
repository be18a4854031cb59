use jmend::core::json::escape::*;

#[test]
fn a_text_is_escaped_alike_as_text_and_as_bytes() {
    for len in 0..40 {
        for at in 0..=len {
            let controls = "\u{1}".repeat(len);
            for sign in ["\"", "\\", "\n", "\u{1}", "é", "\"\\", &controls] {
                let plain = format!("{}{sign}{}", "x".repeat(at), "y".repeat(len - at));
                let (mut text, mut bytes) = (String::new(), Vec::new());
                push_escaped(&mut text, &plain);
                push_escaped_bytes(&mut bytes, &plain);
                assert_eq!(text.as_bytes(), bytes);
            }
        }
    }
}
