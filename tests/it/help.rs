//! Every `--help` has a summary, examples and exit codes; every example runs and ends as it says; what is mistyped is
//! suggested; and a strict command that meets broken input says where, and to try `--repair`.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::jmend;
use assert_cmd::cargo::cargo_bin;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;

/// The headings of the help.
const GROUPS: [&str; 4] = ["\nRepair:\n", "\nLogs:\n", "\nAgents:\n", "\nSetup:\n"];

/// Every command there is, as the help lists them.
fn commands() -> Vec<String> {
    let help = text(&["--help"]);
    let groups = GROUPS.iter().map(|group| help.split(group).nth(1).expect("a group"));
    let lists = groups.map(|group| group.split("\n\n").next().expect("a list"));
    lists
        .flat_map(str::lines)
        .map(|line| line.split_whitespace().next().expect("a name").to_owned())
        .collect()
}

fn text(args: &[&str]) -> String {
    let output =
        Command::new(cargo_bin!("jmend")).args(args).env("COLUMNS", "100").output().expect("it runs");
    assert!(output.status.success() && output.stderr.is_empty(), "{args:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// The examples of a command: what to type, and what it is for.
fn examples(help: &str) -> Vec<(String, String)> {
    let block = help.split("Examples:\n").nth(1).unwrap_or_default().split("\n\n").next().unwrap_or_default();
    let rows = block.lines().map(str::trim_start).filter(|line| !line.is_empty());
    rows.map(|line| match line.split_once("  ") {
        Some((command, about)) => (command.to_owned(), about.trim().to_owned()),
        None => (line.to_owned(), String::new()),
    })
    .collect()
}

#[test]
fn every_help_has_a_summary_examples_and_exit_codes() {
    let commands = commands();
    assert_eq!(commands.len(), 15, "{commands:?}");
    for command in &commands {
        {
            let flag = "--help";
            let help = text(&[command, flag]);
            let first = help.lines().next().unwrap_or_default();
            assert!(first.len() > 20 && first.starts_with(char::is_uppercase), "{command}: {first}");
            assert!(help.contains("Exit status:\n  0  done"), "{command} {flag} has no exit codes");
            assert!(!examples(&help).is_empty(), "{command} {flag} has no examples");
            assert!(help.contains("Messages:\n"), "{command} {flag} groups its options");
            // A heading is for its own flags: those of the command itself stand under the first one.
            let own = help.split("\nOptions:\n").nth(1).unwrap_or_default();
            let end = ["Repair:", "Layout:", "Diagnosis:", "Messages:"]
                .iter()
                .filter_map(|name| own.find(&format!("\n{name}\n")));
            let own = &own[..end.min().unwrap_or(own.len())];
            for name in ["--output ", "--in-place", "--on-collision ", "--tool ", "--mode ", "--text"] {
                let is_there = help.contains(&format!("  {name}")) || help.contains(&format!(", {name}"));
                // `repair` has a heading for all that is about tools.
                let is_elsewhere = name == "--tool " && help.contains("\nSchemas and tools:\n");
                assert!(
                    !is_there || is_elsewhere || own.contains(name),
                    "{command} {flag}: {name} is under a heading of others"
                );
            }
        }
    }
}

/// Lines and columns of a terminal that everybody has.
const SCREEN: (usize, usize) = (24, 80);

/// Lines of a help that shows everything, on such a terminal.
const LONGEST: usize = 160;

#[test]
fn a_brief_help_fits_a_terminal_and_a_full_one_is_not_long() {
    let lines = |args: &[&str]| {
        let mut command = Command::new(cargo_bin!("jmend"));
        let output = command.args(args).env("COLUMNS", SCREEN.1.to_string()).output().expect("it runs");
        String::from_utf8(output.stdout).expect("text").lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let mut wrong = Vec::new();
    for command in commands().iter().map(String::as_str).chain([""]) {
        let words = |flag| [command, flag].into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>();
        let (brief, full) = (lines(&words("-h")), lines(&words("--help")));
        // One line is for the prompt that follows.
        if brief.len() >= SCREEN.0 || brief.iter().any(|line| line.chars().count() > SCREEN.1) {
            wrong.push(format!("jmend {command} -h: {} lines\n{}", brief.len(), brief.join("\n")));
        }
        if full.len() >= LONGEST {
            wrong.push(format!("jmend {command} --help: {} lines", full.len()));
        }
        assert!(
            brief.len() < full.len() && brief.last().is_some_and(|line| line.contains(" --help ")),
            "{brief:?}"
        );
        if !command.is_empty() {
            assert_eq!(lines(&["help", command]), full);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// Files that the examples name.
const FILES: [(&str, &str); 16] = [
    ("answer.txt", "Here you are: {'a': 1, 'b': [1, 2,]}"),
    ("answer.json", "{\"a-b\": 1}"),
    ("args.json", "{\"q\": 1}"),
    ("args.txt", "{'q': 1}"),
    ("call.txt", "{\"cmd\": \"rm -rf /va"),
    ("calls.jsonl", "{'a': 1}\n{\"b\": 2}\n"),
    ("calls.ndjson", "{\"was-improved\": 1}\n"),
    ("config.json", "{\"a\": 1,}"),
    ("data.json", "{\"n\": 1}"),
    ("events.ndjson", "{\"a\": 1}\n{\"a\": 2}\n"),
    (
        "log.ndjson",
        "{\"choices\":[{\"message\":{\"tool_calls\":[{\"function\":{\"name\":\"f\",\"arguments\":\"{'a': 1}\"}}]}}]}\n",
    ),
    ("message.txt", "<tool_call>{\"name\": \"ls\", \"arguments\": {},}</tool_call>"),
    ("orders.json", "{\"items\": [{\"id\": 1, \"status\": \"new\", \"name\": \"a\"}]}"),
    ("program.json", "{\"program\":{\"op\":\"literal\",\"value\":1}}"),
    ("result.json", "[{\"id\": 1}]"),
    ("x.json", "{\"a-b\": 1, \"a_b\": 2}"),
];
const MORE: [(&str, &str); 7] = [
    ("wl-paste", "#!/bin/sh\nprintf '[1 2]'\n"),
    ("wl-copy", "#!/bin/sh\ncat > copied\n"),
    (
        "response.json",
        "{\"choices\":[{\"message\":{\"tool_calls\":[{\"function\":{\"name\":\"ls\",\"arguments\":\"{}\"}}]}}]}",
    ),
    ("search", "#!/bin/sh\ncat\n"),
    ("turn2.json", "{\"program\":{\"op\":\"literal\",\"value\":2}}"),
    ("tools.json", "[{\"name\":\"search\",\"expose\":\"both\"},{\"name\":\"ls\"}]"),
    ("model", "#!/bin/sh\necho '```json'\ncat program.json\n"),
];

/// Runs an example in a directory where all that it names is.
fn run(command: &str, folder: &Path) -> std::process::Output {
    let mut path = std::ffi::OsString::from(cargo_bin!("jmend").parent().expect("a folder"));
    path.push(":");
    path.push(folder);
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    Command::new("bash")
        .args(["-c", command])
        .current_dir(folder)
        .env("PATH", path)
        .env("HOME", folder)
        .stdin(Stdio::null())
        .output()
        .expect("bash runs")
}

#[test]
fn every_example_runs_and_ends_as_it_says() {
    let mut wrong = Vec::new();
    for command in commands() {
        for (example, about) in examples(&text(&[&command, "--help"])) {
            let folder = tempfile::tempdir().expect("a directory");
            for (name, text) in FILES.iter().chain(&MORE) {
                fs::write(folder.path().join(name), text).expect("it can be written");
            }
            for name in ["search", "model", "wl-paste", "wl-copy"] {
                make_executable(&folder.path().join(name));
            }
            for name in [".local/share/bash-completion/completions", ".zfunc", ".config/fish/completions"] {
                fs::create_dir_all(folder.path().join(name)).expect("it can be made");
            }
            if command == "stats" {
                let write =
                    "jmend repair args.txt --stats=monday.json && tee tuesday.json < monday.json > all.json";
                assert!(run(write, folder.path()).status.success(), "{write}");
            }
            let output = run(&example, folder.path());
            // A collision that --on-collision settles is what that example is about; the same file fails elsewhere.
            let due = i32::from(about.contains("status 1") || example.contains("--canonical x.json"));
            if output.status.code() != Some(due) {
                let said = String::from_utf8_lossy(&output.stderr);
                wrong.push(format!("{example}\n  status {:?}, not {due}: {said}", output.status.code()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[cfg(unix)]
fn make_executable(file: &Path) {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(file, fs::Permissions::from_mode(0o755)).expect("it can be set");
}

#[cfg(not(unix))]
fn make_executable(_: &Path) {}

#[test]
fn what_is_mistyped_is_suggested() {
    for (args, suggestion) in [
        ("reapir x", "tip: jmend repair x"),
        ("reapir --lines x", "tip: jmend repair --lines x"),
        ("repair --repot", "jmend repair --report"),
        ("check --format jsno", "json"),
        ("repair --max-risk lossi", "jmend repair --max-risk lossy"),
        ("cache-kye t", "tip: jmend cache-key t"),
        ("completions fsh", "jmend completions fish"),
        // What was a mode of `repair` is a command.
        ("normalize --calls x", "'jmend calls'"),
        ("--check x", "'jmend check'"),
        ("calls --diff", "'jmend repair --diff'"),
        ("repair --explain=readings", "'jmend explain'"),
        ("normalize --explain-code lossy", "'jmend explain --code lossy'"),
    ] {
        jmend(args).assert().code(2).stdout("").stderr(contains(suggestion));
    }
}

#[test]
fn strict_commands_name_the_place_and_repair() {
    let broken = "{\"a\": 1,\n 'b': 2}\n";
    for args in ["normalize", "cache-key t", "preview --tool t", "expose --resolve", "eval-json"] {
        jmend(args)
            .write_stdin(broken)
            .assert()
            .code(1)
            .stdout("")
            .stderr(contains("<stdin>:2:2: error[").and(contains("--repair")));
    }
}

/// Flags of a help: the long ones, as many as it shows.
fn flags(args: &[&str]) -> Vec<String> {
    let help = text(args);
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let flag = |line: &str| {
        let line = line.trim_start();
        let line = if line.as_bytes().get(2) == Some(&b',') { &line[4..] } else { line };
        let name = line.strip_prefix("--")?;
        Some(name.split(|c| !is_name(c)).next()?.to_owned())
    };
    help.lines().filter(|line| line.starts_with("  ")).filter_map(flag).collect()
}

/// A help shows what is needed often; `--help=all` and `jmend help --all` show the rest, too, and every flag works.
#[test]
fn flags_that_are_needed_rarely_have_a_help_of_their_own() {
    let mut all = std::collections::BTreeSet::new();
    for command in commands() {
        let shown = flags(&[&command, "--help"]);
        assert!(shown.len() <= 35, "{command}: {}", shown.len());
        let more = flags(&[&command, "--help=all"]);
        assert!(shown.iter().all(|flag| more.contains(flag)), "{command}");
        assert_eq!(more, flags(&["help", "--all", &command]));
        all.extend(shown);
    }
    assert!(all.len() <= 110, "{}", all.len());
    let full = text(&["repair", "--help=all"]);
    let rare =
        full.split("\nRarely needed:\n").nth(1).expect("a heading").split("\n\n").next().expect("a list");
    for flag in
        ["--layout", "--strategies", "--nested", "--raw-keys", "--provider", "--max-depth", "--nan", "--from"]
    {
        assert!(rare.contains(flag), "{flag}: {rare}");
        assert!(!flags(&["repair", "--help"]).contains(&flag[2..].to_owned()), "{flag}");
    }
    jmend("repair --layout compact --max-depth 9").write_stdin("[1, 2]").assert().success().stdout("[1,2]\n");
}

/// Old commands are flags or words of other ones; both do the same.
#[test]
fn old_names_of_commands_work_as_their_new_ones_do() {
    for (old, new, input) in [
        ("diff", "repair --diff", "{'a': 1}"),
        ("diff", "--diff", "{'a': 1}"),
        ("diff -", "fix - --diff", "{'a': 1}"),
        ("diff -e --lines", "repair -e --diff --lines", "{'a': 1}"),
        ("diff - --max-risk syntax", "repair - --diff --max-risk syntax", "[1 2]"),
        ("rule", "explain --code", ""),
        ("rule missing-comma", "explain --code missing-comma", ""),
        ("rule missing-comma", "explain --code=missing-comma", ""),
        ("rule nonsense", "explain --code nonsense", ""),
        ("learn --least 1", "config suggest --least 1", ""),
        ("report --by /a", "stats --html --by /a", "{\"a\":1}"),
    ] {
        let run = |args: &str| {
            let output = jmend(args).write_stdin(input).output().expect("it runs");
            let page = String::from_utf8_lossy(&output.stdout).into_owned();
            // A page says when it was made.
            let text: Vec<_> =
                page.lines().filter(|line| !line.contains("<time")).map(str::to_owned).collect();
            (text, output.status.code())
        };
        assert_eq!(run(old), run(new), "{old}");
    }
    // A word is a command only right after its command.
    jmend("config check --tool suggest").assert().success().stdout(contains("# tool: suggest"));
    // After two dashes a word is a file.
    jmend("repair -- --diff").assert().code(2).stderr(contains("--diff: No such file"));
    assert!(!text(&["--help"]).contains("  diff "));
    assert!(flags(&["repair", "--help"]).contains(&"diff".to_owned()));
}
