//! Mistakes in the arguments: each is answered with the command that works.

use crate::common::jmend;

/// (arguments, separated by tabs; what the message says)
const MISTAKES: &[(&str, &str)] = &[
    ("--fix\ta.json", "tip: 'jmend check --fix' does this"),
    ("check\t-i\ta.json", "tip: 'jmend check --fix' does this"),
    ("repair\t--recursive\t.", "jmend check"),
    ("repair\t-r", "tip: 'jmend query -r' does this"),
    ("-p\trepair\ta.json", "tip: '-p' goes after the command: jmend repair -p"),
    ("--to\topenai\tcalls", "tip: '--to' goes after the command: jmend calls --to"),
    ("repair\t--with-content", "tip: '--with-content' is a flag of jmend calls"),
    ("explain\t--pretty", "'--pretty' is a flag of other commands, such as repair and "),
    ("{\"a\":1,}", "tip: text comes from standard input: echo '…' | jmend"),
    ("nofile.json", "tip: 'nofile.json' is neither a command nor an existing file"),
    ("d/nofile", "tip: 'd/nofile' is neither a command nor an existing file"),
    ("lint\ta.json", "tip: 'jmend check' does this"),
    ("fmt", "tip: 'jmend repair -p' does this"),
    ("validate", "tip: 'jmend check' does this"),
    ("extract", "tip: 'jmend calls' does this"),
    ("jq", "tip: 'jmend query' does this"),
    ("calls\t--call-format\thermse", "[possible values: hermes, "),
    ("calls\t--call-format\thermse", "tip: these are the nearest of 96; --help has all"),
    ("--prety\ta.json", "'--pretty'"),
];

#[test]
fn every_mistake_is_answered_with_the_command_that_works() {
    for (args, due) in MISTAKES {
        let output = jmend("").args(args.split('\t')).write_stdin("").output().expect("it runs");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{args}: {told}");
        assert!(told.contains(due), "{args}: {told}");
        assert!(!told.contains("as a value"), "{args}: {told}");
    }
}
