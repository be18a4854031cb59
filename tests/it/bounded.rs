//! Messages are bounded: whatever the data holds, an error has at most 2,000 bytes on standard error, and in the envelope.

use std::fs;

use crate::common::jmend;

/// Bytes of the value that is at fault.
const LARGE: usize = 1_000_000;

/// Bytes of a message.
const MOST: usize = 2000;

/// A value of a megabyte, in the place of `@` in a text.
fn with_large(text: &str, value: &str) -> String {
    text.replace('@', value)
}

/// (command, file `f.json`, in which `@` stands for the large value). `f.json` is named by the command.
const FAILING: &[(&[&str], &str)] = &[
    // jq: each kind of error that names a value.
    (&["query", ".foo", "f.json"], "[@]"),
    (&["query", ".foo", "f.json"], "\"@\""),
    (&["query", ".[0].a.b", "f.json"], r#"[{"a":"@"}]"#),
    (&["query", "error", "f.json"], r#"{"a":"@"}"#),
    (&["query", "error", "f.json"], "\"@\""),
    (&["query", ".a + 1", "f.json"], r#"{"a":"@"}"#),
    (&["query", ".a - .a", "f.json"], r#"{"a":"@"}"#),
    (&["query", "tonumber", "f.json"], "\"@\""),
    (&["query", "fromjson", "f.json"], "\"[@\""),
    (&["query", "@csv", "f.json"], "[[@]]"),
    (&["query", "@tsv", "f.json"], "{\"a\":[@]}"),
    (&["query", ".[]", "f.json"], "\"@\""),
    (&["query", "keys", "f.json"], "\"@\""),
    (&["query", "{(.a): 1}", "f.json"], r#"{"a":[@]}"#),
    (&["query", ".[\"x\"]", "f.json"], "[@]"),
    (&["query", "call(.; {})", "f.json"], "\"@\""),
    (&["query", "--log-format", "json", ".foo", "f.json"], "[@]"),
    (&["query", ".", "f.json"], "[\"@\" x]"),
    (&["query", "-n", "--let", "x=@f.json", "$x"], "[\"@\" x]"),
    (&["query", "-n", "--tool", "t=@f.json", "call(\"t\"; {})"], "[\"@\" x]"),
    // The same in `eval-json`, also in the envelope, which says it twice.
    (&["eval-json", "--let", "v=@f.json", "--jq", "--expr", "$v.foo"], "[@]"),
    (&["eval-json", "--envelope", "--let", "v=@f.json", "--jq", "--expr", "$v.foo"], "[@]"),
    (&["eval-json", "--envelope", "--let", "v=@f.json", "--jq", "--expr", "$v | error"], "{\"a\":\"@\"}"),
    (&["eval-json", "--envelope", "--let", "v=@f.json", "--jq", "--expr", "$v | tonumber"], "\"@\""),
    (
        &[
            "eval-json",
            "--envelope",
            "--let",
            "v=@f.json",
            "--expr",
            r#"{"program":{"op":"pipe","steps":[{"op":"load","name":"v"},{"op":"sum","field":"a"}]}}"#,
        ],
        r#"[{"a":"@"}]"#,
    ),
    (
        &[
            "eval-json",
            "--envelope",
            "--let",
            "v=@f.json",
            "--expr",
            r#"{"program":{"op":"pipe","steps":[{"op":"load","name":"v"},{"op":"count"}]}}"#,
        ],
        "\"@\"",
    ),
    (&["eval-json", "--envelope", "f.json"], r#"{"program":{"op":"@"}}"#),
    (&["eval-json", "--envelope", "f.json"], r#"{"program":{"op":"call","tool":"@","args":{}}}"#),
    (&["eval-json", "--envelope", "f.json"], r#"{"program":{"op":"literal","value":{"@":1,"@":2}}}"#),
    (&["eval-json", "f.json"], r#"{"program":{"op":"@"}}"#),
    (&["eval-json", "--check", "f.json"], r#"{"program":{"op":"load","@":{"op":"@"}}}"#),
    (&["eval-json", "f.json"], "(@ {})"),
    (
        &["eval-json", "--cache-dir", "c", "f.json"],
        r#"{"program":{"op":"call","tool":"t","args":{"q":"@"}}}"#,
    ),
    (&["eval-json", "--let", "v=@f.json", "--expr", "{}"], "[\"@\" x]"),
    (&["preview", "--tool", "t", "f.json"], "[\"@\" x]"),
    (&["preview", "--tool", "t", "f.json"], r#"{"@":1,"#),
    (&["preview", "--profile", "--tool", "t", "--at", "/rows", "f.json"], r#"{"@":[1],"row@":[2]}"#),
    (&["preview", "--profile", "--tool", "t", "f.json"], r#"[{"@":1},{"@" 2}]"#),
    (&["preview", "--tool", "t", "--args", "@f.json", "f.json"], "[\"@\"]"),
    (&["preview", "--call", "@f.json", "f.json"], r#"{"name":"@","arguments":{"a-b":1,"a_b":"@"}}"#),
    (&["preview", "--tool", "t", "--tools", "f.json", "f.json"], r#"[{"name":"t","expose":"@"}]"#),
    (&["preview", "--tool", "t", "--tools", "f.json", "f.json"], r#"[{"name":"@"}]"#),
    (&["normalize", "f.json"], r#"{"@-":1,"@_":2}"#),
    (&["normalize", "f.json"], r#"{"a":{"@":[{"b-c":1,"b_c":2}]}}"#),
    (&["normalize", "f.json"], r#"{"@":1 x"#),
    (&["normalize", "--canonical", "f.json"], "[12345678901234567890@]"),
    (&["cache-key", "t", "f.json"], r#"{"@-":1,"@_":2}"#),
    (&["cache-key", "t", "f.json"], r#"{"@":{"b-c":1,"b_c":2}}"#),
    (&["cache-key", "t", "f.json"], r#"{"a":tru@}"#),
    (&["cache-key", "--calls", "f.json"], r#"{"name":"@","arguments":{"a-b":1,"a_b":2}}"#),
    (&["cache-key", "--calls", "f.json"], r#"{"nam":"@","argument":{}}"#),
];

/// What stands in the place of `@`: in a list and after digits numbers, elsewhere a text of so many bytes.
fn large(text: &str, filler: &str, bytes: usize) -> Option<String> {
    let is_plain = filler == "z";
    if text.contains("[@]") {
        return is_plain.then(|| format!("1{}", ",1".repeat(bytes / 2)));
    }
    if text.contains("0@") {
        return is_plain.then(|| "1".repeat(bytes));
    }
    let is_quoted = text.contains("\"@") || text.contains("@\"");
    (is_quoted || is_plain).then(|| filler.repeat(bytes / filler.len()))
}

#[test]
fn no_message_is_larger_than_it_may_be() {
    let mut wrong = Vec::new();
    // What is longer in a JSON string than it is, is tried with less.
    for (filler, bytes) in [("z", LARGE), ("\\\"", LARGE / 50), ("\\u0001", LARGE / 50), ("`", LARGE / 50)] {
        for (command, text) in FAILING {
            let Some(value) = large(text, filler, bytes) else { continue };
            let folder = tempfile::tempdir().expect("a folder");
            fs::write(folder.path().join("f.json"), with_large(text, &value)).expect("written");
            fs::create_dir(folder.path().join("c")).expect("a folder");
            let is_timed = matches!(command[0], "query" | "eval-json");
            let run = jmend("")
                .args(*command)
                .args(if is_timed { &["--timeout", "60000"][..] } else { &[] })
                .current_dir(folder.path())
                .output()
                .expect("it runs");
            let (out, err) = (run.stdout.len(), run.stderr.len());
            if run.status.success() || out > MOST || err > MOST || out + err == 0 {
                let start = String::from_utf8_lossy(&run.stderr[..err.min(300)]).into_owned();
                let status = run.status.code();
                wrong.push(format!(
                    "{command:?} {text} of {filler}: {status:?}, {out} and {err} bytes: {start}"
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn values_in_messages_are_cut_with_their_length() {
    let digits = "1,".repeat(200) + "1";
    let run = jmend("query .foo").write_stdin(format!("[{digits}]")).output().expect("it runs");
    let err = String::from_utf8_lossy(&run.stderr).into_owned();
    assert_eq!(
        err.trim_end(),
        format!("<filter>: error[filter]: cannot index [{}… (403 bytes) with \"foo\"", &digits[..99])
    );
}
