use jmend::core::repair::engine::{Options, repair};
use jmend::report::Look;
use jmend::report::inline::*;

fn shown(text: &str, width: usize) -> Vec<String> {
    let repaired = repair(text.as_bytes(), &Options::default()).expect("JSON");
    let look = Look { color: false, width: Some(width) };
    lines(text, repaired.fixes.iter()).iter().map(|line| line.paint(look)).collect()
}

#[test]
fn changed_lines_are_shown_as_they_were_and_as_they_are() {
    assert_eq!(
        shown("{\n  \"a\": 1\n  \"b\": True\n}", 80),
        [
            "      2 -   \"a\": 1",
            "        +   \"a\": 1,",
            "      3 -   \"b\": True",
            "        +   \"b\": true"
        ]
    );
}

#[test]
fn long_texts_and_lines_are_folded() {
    let prose = "Sure!\n".repeat(50) + "{\"a\": 1 \"b\": \"" + &"x".repeat(900) + "\"}";
    let lines = shown(&prose, 60);
    assert!(lines.len() < 10 && lines.iter().all(|line| line.chars().count() <= 62), "{lines:#?}");
    assert!(lines.iter().any(|line| line.contains(" lines")), "{lines:#?}");
    let many = "[".to_owned() + &"\n'a',".repeat(100) + "\n]";
    assert_eq!(shown(&many, 60).last().expect("a line").trim(), "… and 195 more changes in other lines");
}
