use jmend::core::json::shown::*;

#[test]
fn hostile_55_to_58_nothing_steers_a_terminal() {
    for (text, shown) in [
        ("plain é 😀", "plain é 😀"),
        ("\x1b[2J\x07", "\\u{1b}[2J\\u{7}"),
        ("a\nb\rc\td\x08", "a\\nb\\rc\\td\\u{8}"),
        ("\u{7f}\u{9b}31m\u{202e}x\u{2066}\u{2028}", "\\u{7f}\\u{9b}31m\\u{202e}x\\u{2066}\\u{2028}"),
        ("a\u{200b}b\u{feff}\u{e0041}", "a\\u{200b}b\\u{feff}\\u{e0041}"),
        ("x ##[error]y ##vso[z] ## [1]", "x ##\\u{5b}error]y ##vso\\u{5b}z] ## [1]"),
    ] {
        assert_eq!(escape(text), shown);
        assert_eq!(escape(shown), shown, "what was escaped stays as it is");
    }
}

#[cfg(unix)]
#[test]
fn hostile_59_file_names_of_any_bytes_can_be_shown() {
    use std::os::unix::ffi::OsStrExt;
    let name = std::ffi::OsStr::from_bytes(b"a\xff\n\x1b.json");
    assert_eq!(path(std::path::Path::new(name)), "a\\xff\\n\\u{1b}.json");
}
