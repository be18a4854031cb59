//! Nothing that was asked for is passed over in silence: places that no document has, tools and keys of which nothing is
//! known, flags that have no effect.

#![cfg(target_os = "linux")]

use crate::common::faults;
use crate::common::faults::Fault;
use crate::common::{check, jmend, pty};

const FAULTS: &[Fault] = &[
    Fault {
        id: "a place that no document has",
        script: "echo '{\"choices\": [\"{a: 1}\"], \"n\": 1}' > c.json; cp c.json old
                 for at in '/choises/*' /n /choices /choices/7; do jmend repair --at $at c.json | cmp - old; echo ${PIPESTATUS[0]}; done
                 jmend repair -q --at /x c.json > /dev/null; echo $?
                 for command in check explain diff; do jmend $command --at /x c.json > /dev/null; echo $?; done
                 printf '{\\n\"a\":\\n1}\\n' | jmend repair --at /x > /dev/null; echo $?
                 jmend repair --in-place --at /x c.json a.json; echo $?; cmp c.json old",
        out: "2\n2\n2\n2\n2\n2\n2\n2\n2\n2\n",
        err: &[
            "jmend: error: there is no string at `/choises/*` in any document, so nothing was repaired; --at '/*'",
            "jmend: error: there is no string at `/n` in any document, so nothing was repaired",
            "jmend: error: there is no string at `/x` in any document, so nothing was repaired",
        ],
        status: 0,
    },
    Fault {
        id: "one place of several that no document has is told, and the other is done",
        script: "printf '{\"a\": \"[1,]\"}\\n{\"b\": \"[2,]\"}\\n' | jmend repair --at /a --at /c; echo $?
                 printf '{\"a\": \"[1,]\"}\\n{\"b\": \"[2,]\"}\\n' | jmend repair --at /a --at /b 2>&1; echo $?
                 printf '{\\n\"a\": \"[1,]\",\\n\"b\": \"[2]\"}' | jmend repair --at /a --at /b 2>&1; echo $?
                 jmend repair --at /a < /dev/null 2>&1; echo $?",
        out: "{\"a\": \"[1]\"}\n{\"b\": \"[2,]\"}\n0\n{\"a\": \"[1]\"}\n{\"b\": \"[2]\"}\n0\n{\n\"a\": \"[1]\",\n\"b\": \"[2]\"}0\n0\n",
        err: &["jmend: warning[at]: there is no string at `/c` in any document\n"],
        status: 0,
    },
    Fault {
        id: "a tool of which nothing is known",
        script: "echo '[{\"name\": \"search\", \"parameters\": {\"properties\": {\"n\": {\"type\": \"integer\"}}}}]' > tools.json
                 echo '[tools.find]' > jmend.toml; echo '{\"n\": \"5\"}' > n.json
                 jmend repair --no-config --tool search n.json; echo $?
                 jmend repair --no-config -q --tool search n.json > /dev/null; echo $?
                 jmend check --no-config --tool search n.json > /dev/null 2>&1; echo $?
                 jmend repair --no-config --tool search --tools tools.json n.json; echo $?
                 jmend repair --tool find n.json; echo $?
                 jmend repair --no-config --tool search --stats=/dev/null n.json; echo $?
                 jmend repair --no-config --tool serch --tools tools.json n.json; echo $?
                 jmend preview --tool serch --tools tools.json n.json",
        out: "{\"n\": \"5\"}\n0\n0\n0\n{\"n\": 5}\n0\n{\"n\": \"5\"}\n0\n{\"n\": \"5\"}\n0\n2\n",
        err: &[
            "jmend: note[tool]: the tool `search` has no schema and no rules here, so only what its strings hold is",
            "tools.json: there is no tool `serch`; did you mean `search`?\n",
        ],
        status: 2,
    },
    Fault {
        id: "a call of a tool that the list does not know",
        script: "echo '[{\"name\": \"search\"}, {\"name\": \"fetch\"}]' > tools.json
                 echo '<tool_call>{\"name\": \"serch\", \"arguments\": {}}</tool_call>' > call.txt
                 jmend calls --tools tools.json call.txt; echo $?
                 jmend calls --tools tools.json --report call.txt | grep -c '\"known\":false'; echo ${PIPESTATUS[0]}
                 jmend calls --tools tools.json --check --format concise call.txt; echo $?
                 sed s/serch/zzz/ call.txt | jmend calls --tools tools.json > /dev/null
                 sed s/serch/search/ call.txt | jmend calls --tools tools.json --report | grep -c known
                 jmend calls call.txt > /dev/null; echo $?",
        out: "{\"name\":\"serch\",\"arguments\":{}}\n0\n1\n0\n\
              call.txt:1:1: warning[unknown-tool]: there is no tool `serch`; did you mean `search`?\n1\n0\n0\n",
        err: &[
            "call.txt:1:1: warning[unknown-tool]: there is no tool `serch`; did you mean `search`?\n",
            "<stdin>:1:1: warning[unknown-tool]: there is no tool `zzz`; there are: search, fetch\n",
        ],
        status: 0,
    },
    Fault {
        id: "a key of ours that nothing reads",
        script: "echo '[{\"name\": \"a\", \"x-jmend\": {\"exposed\": \"native\", \"cache\": true}}]' > tools.json
                 echo '{\"properties\": {\"n\": {\"x-jmend\": {\"y\": 1}}}}' > schema.json
                 jmend expose --resolve --allow native tools.json; echo $?
                 jmend expose --resolve < tools.json > /dev/null 2>&1; echo $?
                 jmend repair --schema schema.json a.json; echo $?
                 jmend calls --tools tools.json prose.txt; echo $?
                 jmend preview --tool a --tools tools.json b.json > /dev/null; echo $?
                 sed s/exposed/expose/ tools.json | jmend expose --allow native 2>&1; exit $?",
        out: "1\n1\n2\n2\n2\n[{\"name\":\"a\",\"x-jmend\":{\"expose\":\"native\",\"cache\":true}}]\n",
        err: &[
            "tools.json:1:28: error[unknown-key]: `x-jmend` has no key `exposed`; did you mean `expose`?",
            "jmend: error: schema.json:1:35: `x-jmend` has no key `y`; there are: cache, expose, native_result\n",
            "jmend: error: tools.json:1:28: `x-jmend` has no key `exposed`; did you mean `expose`?\n",
        ],
        status: 0,
    },
];

#[test]
fn what_was_asked_for_in_vain_is_told() {
    faults::all(FAULTS);
}

/// (arguments, what standard error must say)
const IDLE: &[(&str, &str)] = &[
    ("repair --raw-keys a", "--raw-keys names values that stay text"),
    ("repair --raw-keys a --nested keep", "it needs --nested normalize or decode"),
    ("preview --tool t --timeout 5", "--timeout needs a custom preview"),
    ("diff --on-error null", "invalid value 'null'"),
    ("explain --on-error raw", "invalid value 'raw'"),
    ("check --decode --at /a -", "--decode"),
    ("explain --readings --at /a", "cannot be used with"),
    ("check --at /a --lines -", "cannot be used with"),
    ("diff --at /a --framing nul", "cannot be used with"),
];

#[test]
fn flags_without_effect_are_refused() {
    for (args, message) in IDLE {
        let output = jmend(args).write_stdin("[1]").output().expect("it runs");
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && told.contains(message), "{args}: {told}");
    }
    check("repair --raw-keys a --nested decode", "{\"a\": \"[1]\"}", "{\"a\": \"[1]\"}", 0);
}

/// (command, what a person is told after the messages about losses)
const SUMS: &[(&str, &str)] = &[
    ("jmend repair guess", "jmend: 5 fixes, riskiest inferred; jmend explain shows them\n"),
    ("jmend repair --lines -j4 guess", "jmend: 5 fixes, riskiest inferred; jmend explain shows them\n"),
    ("jmend repair one", "jmend: 1 fix, riskiest inferred; jmend explain shows it\n"),
    ("jmend repair -q guess", ""),
    ("jmend repair -q lossy", ""),
    ("jmend repair syntax valid", "jmend: 2 records: 1 valid, 1 repaired\n"),
    ("jmend repair guess 2> /dev/null", ""),
    ("jmend repair --report guess", ""),
    ("jmend check guess", ""),
    ("jmend diff guess", ""),
    (
        "jmend repair --max-risk syntax one; jmend repair syntax",
        "one:1:3: error[risk]: `missing-comma` has the risk \
      `inferred`, more than is accepted: a comma is missing; --max-risk inferred accepts it\n",
    ),
    (
        "jmend repair lossy one",
        "lossy:1:2: warning[non-finite]: NaN or Infinity becomes null; --max-risk inferred refuses \
      it\njmend: 2 records: 2 repaired\n",
    ),
    ("jmend repair --at /s at", "jmend: 1 fix, riskiest inferred; jmend explain shows it\n"),
    ("jmend calls call", "jmend: 1 fix, riskiest inferred; jmend calls --report shows it\n"),
    ("jmend normalize --repair guess", "jmend: 5 fixes, riskiest inferred; jmend explain shows them\n"),
    ("jmend cache-key --repair t one", "jmend: 1 fix, riskiest inferred; jmend explain shows it\n"),
];

#[test]
#[cfg_attr(not(has = "script"), ignore = "needs script of util-linux")]
fn at_a_terminal_guesses_are_summed_up() {
    let folder = tempfile::tempdir().expect("a directory");
    for (name, text) in [
        ("at", "{\"s\": \"[1 2]\"}\n"),
        ("call", "<tool_call>{\"name\": \"f\", \"arguments\": {\"a\": [1 2]}}</tool_call>\n"),
        ("guess", "{'a': 1, b: [1 2]}\n"),
        ("lossy", "[NaN]\n"),
        ("one", "[1 2]\n"),
        ("syntax", "{'a': 1,}\n"),
        ("valid", "[1]\n"),
    ] {
        std::fs::write(folder.path().join(name), text).expect("written");
    }
    for (command, told) in SUMS {
        let commands = command.replace("; ", " > /dev/null; ");
        let shown = pty::run(&format!("export NO_COLOR=1; {commands} > /dev/null"), folder.path());
        assert_eq!(shown, *told, "{command}");
    }
    // Each file that is rewritten has a line of its own.
    let shown =
        pty::run("cp guess a.json; jmend repair --in-place --max-risk inferred a.json", folder.path());
    assert_eq!(shown, "a.json: 5 fixes\n");
}

/// (command, output, status) for two lines, of which one holds a string that is not JSON.
const AT: &[(&str, &str, i32)] = &[
    (
        "check --format concise --at /s -",
        "<stdin>:2: error[unquoted-key]: a key has no quotes (2 places, at /s/a)\n\
         <stdin>:3: error[no-json]: there is no JSON in this text, in the string at /s\n",
        1,
    ),
    (
        "explain --at /s",
        "<stdin>: repaired: 2 fixes, strategy regex_quotes, risk syntax, confidence 0.99\n\n\
         warning[unquoted-key]: a key has no quotes\n  --> <stdin>:2 (2 places)\n   |\n 2 | {a: 1}\n   |  ||\n   \
         = fix: insert `\"`\n   = risk: syntax\n   = at: /s/a\n\n<stdin>: not repaired\n\n\
         error[no-json]: there is no JSON in this text, in the string at /s\n  --> <stdin>:3\n\n3 records: 1 repaired, 1 failed\n",
        1,
    ),
    (
        "diff --at /s",
        "--- <stdin>\n+++ <stdin>\n@@ -1,3 +1,3 @@\n {\"s\": \"[1]\"}\n-{\"s\": \"{a: 1}\", \"t\": \"{b: 1}\"}\n\
         +{\"s\": \"{\\\"a\\\": 1}\", \"t\": \"{b: 1}\"}\n {\"s\": \"sorry\"}\n",
        1,
    ),
];

#[test]
fn check_explain_and_diff_take_places() {
    let input = "{\"s\": \"[1]\"}\n{\"s\": \"{a: 1}\", \"t\": \"{b: 1}\"}\n{\"s\": \"sorry\"}\n";
    for (args, expected, status) in AT {
        let output = jmend(args).write_stdin(input).output().expect("it runs");
        let shown = String::from_utf8_lossy(&output.stdout);
        assert!(shown == *expected && output.status.code() == Some(*status), "{args}:\n{shown}");
    }
    check("check --at /s -", "{\"s\": \"[1]\"}", "", 0);
    // A document that spans lines, and one that `patch` repairs.
    let folder = tempfile::tempdir().expect("a directory");
    let long = "x".repeat(300_000);
    let text = format!("{{\n  \"l\": \"{long}\",\n  \"s\": [\n    \"{{a: 1}}\",\n    \"[2]\"\n  ]\n}}\n");
    std::fs::write(folder.path().join("d.json"), &text).expect("written");
    let run = |args: &str| jmend(args).current_dir(folder.path()).output().expect("it runs");
    let found = run("check --format concise --at /s/* d.json");
    let line = "d.json:4: error[unquoted-key]: a key has no quotes (2 places)\n";
    assert_eq!((String::from_utf8_lossy(&found.stdout), found.status.code()), (line.into(), Some(1)));
}

#[test]
#[cfg_attr(not(has = "patch"), ignore = "needs patch")]
fn patch_takes_the_diff_of_places() {
    let folder = tempfile::tempdir().expect("a directory");
    let rows = (0..9_000).map(|n| format!("  \"{{n: {n}}}\",\n")).collect::<Vec<_>>().concat();
    std::fs::write(folder.path().join("d.json"), format!("[\n{rows}  \"[]\"\n]\n")).expect("written");
    let run = |args: &str| jmend(args).current_dir(folder.path()).output().expect("it runs");
    let repaired = run("repair --at /* d.json").stdout;
    std::fs::write(folder.path().join("p"), run("diff --at /* d.json").stdout).expect("written");
    let mut patch = std::process::Command::new("patch");
    let patched = patch.args(["-i", "p", "d.json"]).current_dir(folder.path()).output().expect("patch runs");
    assert!(patched.status.success(), "{patched:?}");
    assert!(std::fs::read(folder.path().join("d.json")).expect("readable") == repaired);
}
