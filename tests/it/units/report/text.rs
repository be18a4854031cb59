use jmend::report::text::*;

#[test]
fn hostile_56_a_terminal_sees_escapes_and_the_value_stays() {
    assert_eq!(for_terminal("{\"a\": \"é\"}\r\n\t1"), "{\"a\": \"é\"} \n\t1");
    let shown = for_terminal("[\"\u{7f}\u{9b}31m\u{202e}\"]");
    assert_eq!(shown, "[\"\\u007f\\u009b31m\\u202e\"]");
    let value: serde_json::Value = serde_json::from_str(&shown).unwrap();
    assert_eq!(value[0], "\u{7f}\u{9b}31m\u{202e}");
}
