//! Nothing that came in steers a terminal: values, keys, prose, arguments and file names that are full of escape
//! sequences, control characters and changes of direction, through every way out there is, on a pseudo-terminal.

#![cfg(target_os = "linux")]

use crate::common::pty;
use std::fs;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

/// Pieces of which hostile text is made.
const PIECES: &[&str] = &[
    "\x1b[2J",
    "\x1b]0;owned\x07",
    "\x1b]52;c;aGk=\x07",
    "\x1bP1;2|x\x1b\\",
    "\u{9b}31m",
    "\u{9d}0;x\u{9c}",
    "\r",
    "\x08",
    "\x7f",
    "\u{85}",
    "\u{202e}",
    "\u{2066}",
    "\u{2069}",
    "\u{200f}",
    "\u{2028}",
    "\u{61c}",
    "é",
    "漢",
    "a",
    " ",
    "\\",
    "'",
    "\t",
    "\x00",
    "\x0c",
];

/// May a terminal see this character from us? Colours and the progress line are taken out before.
fn is_safe(c: char) -> bool {
    match c {
        '\n' | '\t' => true,
        c if c.is_control() => false,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => false,
        _ => true,
    }
}

/// Takes out what jmend itself may say to a terminal: styles, and the clearing of its progress line.
fn without_own(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('\x1b') {
        out.push_str(&rest[..at]);
        let sequence = &rest[at..];
        let len = sequence[1..]
            .strip_prefix('[')
            .map(|body| body.find(|c: char| !c.is_ascii_digit() && c != ';').unwrap_or(body.len()))
            .filter(|len| sequence[2 + len..].starts_with('m'));
        // An escape that is no style stays, and fails the test.
        let taken = len.map_or(1, |len| 3 + len);
        if len.is_none() {
            out.push('\x1b');
        }
        rest = &sequence[taken..];
    }
    out + rest
}

/// Every way out: products, reports, diagnoses in all formats, messages, logs, previews, programs.
const COMMANDS: &str = r#"
for color in always never auto; do
    for file in broken.json valid.json prose.txt "$(cat name)"; do
        jmend repair --color $color "$file"
        jmend repair --color $color -p --max-risk syntax "$file"
        jmend repair --color $color --report "$file"
        jmend explain --color $color "$file"
        jmend diff --color $color "$file"
        jmend repair --color $color --on-error raw "$file"
        jmend calls --color $color --report "$file"
        for format in human concise json github sarif; do
            jmend check --color $color --format $format "$file"
            jmend normalize --color $color --check --format $format "$file"
        done
        jmend normalize --color $color "$file"
        jmend cache-key --color $color --text "$(cat name)" "$file"
        jmend cache-key --color $color --json t "$file"
        jmend preview --color $color --tool t --preview rows "$file"
        jmend expose --color $color --resolve "$file"
        jmend eval-json --color $color --check "$file"
        jmend eval-json --color $color --let "v=@$file" --expr '{"program":{"op":"load","name":"v"}}'
    done
    jmend repair --color $color -vv --log-format text broken.json
    jmend repair --color $color -vv --log-format json broken.json
    jmend repair --color $color "no such $(cat name)"
    jmend repair --color $color --at "/$(cat name)" valid.json
    jmend "$(cat name)" --color $color
    jmend repair --color $color --format "$(cat name)"
    jmend repair --color $color --lines --framing strings valid.json
    jmend completions --tools valid.json
done
"#;

#[test]
#[cfg_attr(not(has = "script"), ignore = "needs script of util-linux")]
fn hostile_55_to_60_nothing_from_outside_steers_a_terminal() {
    let text =
        proptest::collection::vec(proptest::sample::select(PIECES), 1..12).prop_map(|parts| parts.concat());
    let mut runner = TestRunner::new_with_rng(
        Config { cases: 2, failure_persistence: None, ..Config::default() },
        proptest::test_runner::TestRng::deterministic_rng(proptest::test_runner::RngAlgorithm::ChaCha),
    );
    let outcome = runner.run(&text, |text| {
        let text = format!("\x1b[31m\u{202e}\u{9b}{text}");
        let folder = tempfile::tempdir().expect("a directory");
        let raw = text.replace(['\\', '\''], "_");
        // What JSON lets stand raw in a string.
        let allowed: String = raw.chars().filter(|c| *c >= ' ').collect();
        let name: String = raw.chars().filter(|c| !matches!(c, '\0' | '/' | '\n')).collect();
        let write = |name: &str, text: String| fs::write(folder.path().join(name), text).expect("written");
        write(
            "broken.json",
            format!("{raw}{{'{raw}': \"{raw}\", {raw}: [1 {raw}], 'name': '{raw}',}} {raw}"),
        );
        write("valid.json", format!("{{\"{allowed}-x\": \"{allowed}\", \"name\": \"{allowed}\"}}\n"));
        write("prose.txt", raw.clone());
        write("name", name.clone());
        write(&name, format!("{{'{raw}': 1}}"));
        let shown = pty::run(COMMANDS, folder.path());
        prop_assert!(shown.len() > 20_000, "the commands ran: {} bytes", shown.len());
        let unsafe_line =
            without_own(&shown).lines().find(|line| !line.chars().all(is_safe)).map(str::to_owned);
        prop_assert!(unsafe_line.is_none(), "{:?} in {:?}", unsafe_line, text);
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
}

#[test]
#[cfg_attr(not(has = "script"), ignore = "needs script of util-linux")]
fn hostile_60_no_escape_where_nobody_wants_one() {
    let folder = tempfile::tempdir().expect("a directory");
    fs::write(folder.path().join("x"), "{'a': 1,}").expect("written");
    for (setting, has_colors) in [
        ("TERM=xterm", true),
        ("NO_COLOR=1", false),
        ("TERM=dumb", false),
        ("NO_COLOR= CLICOLOR_FORCE=1", true),
    ] {
        let shown = pty::run(
            &format!(
                "export {setting}; jmend repair x; jmend explain x; jmend repair --truncated refuse - <<< '{{\"'"
            ),
            folder.path(),
        );
        assert_eq!(shown.contains('\x1b'), has_colors, "{setting}: {shown:?}");
    }
    // Colours are not for pipes, unless somebody insists.
    let shown = pty::run("jmend explain x | cat", folder.path());
    assert!(!shown.contains('\x1b'), "{shown:?}");
    let shown = pty::run("CLICOLOR_FORCE=1 jmend explain x | cat", folder.path());
    assert!(shown.contains('\x1b'), "{shown:?}");
}

#[test]
#[cfg_attr(not(has = "script"), ignore = "needs script of util-linux")]
fn at_a_terminal_without_arguments_there_is_help() {
    let folder = tempfile::tempdir().expect("a directory");
    let shown = pty::run("jmend; echo status $?", folder.path());
    assert!(shown.contains("Usage: jmend") && shown.contains("status 2"), "{shown:?}");
}

#[test]
#[cfg_attr(not(has = "script"), ignore = "needs script of util-linux")]
fn json_on_a_terminal_is_coloured_and_pretty_where_layout_is_the_commands_own() {
    let folder = tempfile::tempdir().expect("a directory");
    let shown = pty::run(
        "jmend repair <<< '{\"a\": [1, true]}'; jmend eval-json --color never --expr '{\"program\":{\"op\":\"literal\",\"value\":[1]}}'",
        folder.path(),
    );
    assert_eq!(shown, "{\x1b[34;1m\"a\"\x1b[0m: [\x1b[33m1\x1b[0m, \x1b[35mtrue\x1b[0m]}\n[\n  1\n]\n");
}

#[test]
#[cfg_attr(not(has = "script"), ignore = "needs script of util-linux")]
fn long_work_shows_how_far_it_is_unless_told_not_to() {
    let slow = "(for i in 1 2 3 4 5 6 7 8; do echo '[1]'; sleep 0.2; done)";
    // They wait, so they run at the same time.
    let [loud, quiet, elsewhere] =
        ["> /dev/null", "-q > /dev/null", "> /dev/null 2> /dev/null"].map(|flags| {
            std::thread::spawn(move || {
                let folder = tempfile::tempdir().expect("a directory");
                pty::run(&format!("{slow} | jmend repair --lines {flags}"), folder.path())
            })
        });
    let shown = loud.join().expect("it ran");
    assert!(shown.contains("jmend: ") && shown.contains("B/s"), "{shown:?}");
    assert!(shown.ends_with("\r\x1b[Kjmend: 8 records: 8 valid\n"), "{shown:?}");
    assert_eq!((quiet.join().expect("it ran"), elsewhere.join().expect("it ran")), Default::default());
}
