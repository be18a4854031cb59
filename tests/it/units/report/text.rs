use std::path::Path;

use jmend::report::text::*;

#[test]
fn hostile_56_a_terminal_sees_escapes_and_the_value_stays() {
    assert_eq!(for_terminal("{\"a\": \"é\"}\r\n\t1"), "{\"a\": \"é\"} \n\t1");
    let shown = for_terminal("[\"\u{7f}\u{9b}31m\u{202e}\"]");
    assert_eq!(shown, "[\"\\u007f\\u009b31m\\u202e\"]");
    let value: serde_json::Value = serde_json::from_str(&shown).unwrap();
    assert_eq!(value[0], "\u{7f}\u{9b}31m\u{202e}");
}

#[cfg(unix)]
#[test]
fn hostile_59_file_names_of_any_bytes_can_be_shown() {
    use std::os::unix::ffi::OsStrExt;
    let name = std::ffi::OsStr::from_bytes(b"a\xff\n\x1b.json");
    assert_eq!(path(Path::new(name)), "a\\xff\\n\\u{1b}.json");
}
