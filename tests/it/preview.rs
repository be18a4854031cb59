//! `jmend preview` and `jmend expose` from outside: what is shown, what is refused, and how each ends.

use std::io::Write;

use crate::common::{check, jmend};

const TAIL: &str = r#""full_result_cached":true,"cache_hint":"Call lisp_eval and then call (tool/t {}) to process the full cached result."}"#;

/// Standard output, standard error and status.
#[track_caller]
fn run(args: &[&str], input: &str) -> (String, String, i32) {
    let output = jmend("").args(args).write_stdin(input).output().expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (text(output.stdout), text(output.stderr), output.status.code().expect("a status"))
}

/// A run that is refused without a product, with these words.
#[track_caller]
fn refused(args: &[&str], input: &str, status: i32, words: &[&str]) {
    let (stdout, stderr, found) = run(args, input);
    assert!(stdout.is_empty() && found == status, "{args:?}: {found} {stdout}{stderr}");
    assert!(words.iter().all(|word| stderr.contains(word)), "{args:?}: {stderr}");
}

fn file(text: &str) -> tempfile::NamedTempFile {
    let mut file = tempfile::NamedTempFile::new().expect("a file");
    file.write_all(text.as_bytes()).expect("written");
    file
}

#[test]
fn shapes() {
    let schema = |schema: &str| format!("{{\"status\":\"ok\",{schema},{TAIL}\n");
    check(
        "preview --assume-cached --hint-for lisp --tool t",
        "[1,2]",
        &schema(r#""result_count":2,"schema":{"type":"array","items":{"type":"integer"}}"#),
        0,
    );
    check(
        "preview --assume-cached --hint-for lisp --tool t --preview rows --limit 1",
        "[{ \"b\" : 1.10,\"a\":[ ] },2]",
        &schema(
            r#""result_count":2,"schema":{"type":"array","items":{"type":"object","properties":{"a":"array","b":"number"}}},"sample_keys":["a","b"],"rows":[{"b":1.10,"a":[]}]"#,
        ),
        0,
    );
    // Every document of a stream is a result; with --ndjson every line is a row.
    check(
        "preview --assume-cached --hint-for lisp --tool t",
        "1\n\"x\"\n",
        &(schema(r#""schema":{"type":"integer"}"#) + &schema(r#""schema":{"type":"string"}"#)),
        0,
    );
    let rows = r#""result_count":3,"schema":{"type":"array","items":{"type":"object","properties":{"a":"integer"}}},"sample_keys":["a"]"#;
    check(
        "preview --assume-cached --hint-for lisp --tool t --ndjson",
        "{\"a\":1}\n\n{\"a\":2}\n{\"a\":3}",
        &schema(rows),
        0,
    );
    check(
        "preview --assume-cached --hint-for lisp --tool t --ndjson",
        "",
        &schema(r#""result_count":0,"schema":{"type":"array","items":{}}"#),
        0,
    );
    let twenty = (0..30).rev().map(|n| format!("\"k{n:02}\":1")).collect::<Vec<_>>().join(",");
    let (out, ..) = run(&["preview", "--tool", "t"], &format!("{{{twenty}}}"));
    assert!(out.contains(r#""truncated":true"#) && out.contains("k19") && !out.contains("k20"), "{out}");
}

#[test]
fn what_steers_terminals_is_escaped() {
    let (out, ..) = run(&["preview", "--tool", "t", "--preview", "rows"], "[\"\u{9b}2J\u{202e}\u{7f}\"]");
    assert!(out.contains(r#""rows":["\u009b2J\u202e\u007f"]"#), "{out}");
}

#[test]
fn bad_results_and_flags_are_refused() {
    for result in ["[1,2", "[1,]", "{\"a\":\"\t\"}", "nope", ""] {
        refused(&["preview", "--tool", "t"], result, 1, &["error"]);
    }
    refused(&["preview", "--tool", "t", "--ndjson"], "{\"a\":1}\n{\"a\":}\n", 1, &["2:", "[syntax]"]);
    refused(&["preview", "--tool", "t", "--ndjson"], "1,2\n", 1, &["[syntax]"]);
    refused(&["preview", "--tool", "t"], r#"{"\ud800":1}"#, 1, &["[lone-surrogate]"]);
    refused(&["preview", "--tool", "t", "--preview", "rows", "--limit", "0"], "[]", 2, &["--limit"]);
    refused(&["preview", "--tool", "t", "--limit", "3"], "[]", 2, &["--preview rows"]);
    refused(&["preview", "--tool", ""], "[]", 2, &["--tool"]);
    refused(&["preview"], "[]", 2, &["--tool"]);
    for args in ["{", "[1]", r#"{"a-b":1,"a_b":2}"#, r#"{"a":1e9999999999999999999}"#] {
        refused(&["preview", "--tool", "t", "--args", args], "[]", 2, &["--args"]);
    }
    refused(&["preview", "--tool", "t", "--cache-dir", "x"], "[]", 2, &["--args"]);
    refused(&["preview", "--tool", "t", "--preview-command", "cat", "a", "b"], "", 2, &["one FILE"]);
    refused(
        &["preview", "--tool", "t", "--preview-command", "cat"],
        "[1] [2]",
        1,
        &["several-results", "--ndjson"],
    );
}

/// Every message word for word, with its status.
#[test]
#[expect(clippy::too_many_lines, reason = "a table")]
fn bad_input_has_a_clear_message_and_its_status() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, tools) in [
        ("other.json", r#"[{"name":"u"},{"name":"v"}]"#),
        ("cacheless.json", r#"[{"name":"t","expose":"both","native_result":{"preview":"rows"}}]"#),
        ("rowless.json", r#"[{"name":"t","expose":"both","cache":true,"native_result":{"limit":0}}]"#),
        ("programs.json", r#"[{"name":"t","expose":"ptc_lisp"}]"#),
        ("file", ""),
    ] {
        std::fs::write(folder.path().join(name), tools).expect("written");
    }
    let at_least_one = |given: &str| {
        format!(
            "error: invalid value '{given}' for '--limit <N>': it is a whole number of rows, at least 1\n\n\
             For more information, try '--help'.\n"
        )
    };
    let told = |message: &str| format!("jmend: error: {message}\n");
    let needs_both = "tool `t`: `native_result` needs both `expose: \"both\"` and `cache: true`";
    for (flags, input, status, message) in [
        // Truncated: inside an array, inside a row, inside a string; and nothing at all.
        (
            "",
            "[1,2",
            1,
            "<stdin>:1:5: error[syntax]: the text ends inside a value (record 1, at /1); try --repair\n",
        ),
        (
            "",
            "[{\"a\":1},\n{\"a\":",
            1,
            "<stdin>:2:6: error[syntax]: the text ends inside a value (record 1, at /1/a); try --repair\n",
        ),
        (
            "",
            "[\"ab",
            1,
            "<stdin>:1:5: error[syntax]: the text ends inside a value (record 1, at /0); try --repair\n",
        ),
        ("", "", 1, "jmend: error: there is no JSON in the input\n"),
        // Invalid.
        (
            "",
            "[1,]",
            1,
            "<stdin>:1:4: error[syntax]: a value cannot start with `]` (record 1, at /1); try --repair\n",
        ),
        (
            "",
            "{'a':1}",
            1,
            "<stdin>:1:2: error[syntax]: a key in double quotes was expected (record 1); try --repair\n",
        ),
        (
            "",
            "[01]",
            1,
            "<stdin>:1:2: error[syntax]: this is not a JSON number (record 1, at /0); try --repair\n",
        ),
        // Limits.
        ("--preview rows --limit 0", "[1]", 2, &at_least_one("0")),
        ("--preview rows --limit -1", "[1]", 2, &at_least_one("-1")),
        ("--preview rows --limit 1.5", "[1]", 2, &at_least_one("1.5")),
        ("--limit 5", "[1]", 2, &told("--limit says how many rows are shown, so it needs --preview rows")),
        (
            "--tools rowless.json",
            "[1]",
            2,
            &told("rowless.json: tool `t`: `native_result.limit` is 0; it is a positive integer"),
        ),
        // Tools.
        ("--tools other.json", "[1]", 2, &told("other.json: there is no tool `t`; there are: u, v")),
        ("--tools cacheless.json", "[1]", 2, &told(&format!("cacheless.json: {needs_both}"))),
        (
            "--tools programs.json",
            "[1]",
            2,
            &told("programs.json: tool `t`: it is exposed to ptc_lisp and not to native"),
        ),
        ("--tools none.json", "[1]", 2, &told("none.json: No such file or directory (os error 2)")),
        // Cache directories.
        (
            "--args {} --cache-dir file",
            "[1]",
            2,
            &told("cannot make the cache directory file/c0: Not a directory (os error 20)"),
        ),
        (
            "--args {} --cache-dir /proc/x",
            "[1]",
            2,
            &told("cannot make the cache directory /proc/x/c0: No such file or directory (os error 2)"),
        ),
        (
            "--cache-dir cache",
            "[1]",
            2,
            &told("--cache-dir needs --args or --call: the key of a result is made of the call's arguments"),
        ),
    ] {
        let output = jmend("preview --assume-cached --hint-for lisp --tool t")
            .args(flags.split_whitespace())
            .current_dir(folder.path())
            .write_stdin(input)
            .output()
            .expect("it runs");
        let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert_eq!(
            (out.as_ref(), err.as_ref(), output.status.code()),
            ("", message, Some(status)),
            "{flags} {input}"
        );
    }
    assert!(!folder.path().join("cache").exists(), "a refused run leaves nothing");
    // A result that names a member twice has a preview all the same, and a warning that says where.
    let (out, err, status) = run(&["preview", "--tool", "t"], "[{\"a\":1,\n\"a\":\"x\"}]");
    let schema = r#"{"type":"array","items":{"type":"object","properties":{"a":"string"}}}"#;
    assert_eq!(status, 0);
    assert!(out.starts_with(&format!("{{\"status\":\"ok\",\"result_count\":1,\"schema\":{schema}")), "{out}");
    assert_eq!(
        err,
        "<stdin>:2:1: warning[duplicate-name]: this key occurs twice; the last value counts (record 1, at /0/a)\n"
    );
}

#[test]
fn duplicate_names_are_told_and_the_last_counts() {
    for (result, kind) in [(r#"{"a":1,"\u0061":"x"}"#, "string"), (r#"[{"a":1,"a":null}]"#, "null")] {
        let (out, err, status) = run(&["preview", "--tool", "t"], result);
        assert!(status == 0 && out.contains(&format!(r#""properties":{{"a":"{kind}"}}"#)), "{out}");
        assert!(err.contains("warning[duplicate-name]"), "{err}");
    }
}

#[test]
fn the_hint_can_be_told() {
    let (out, ..) = run(
        &[
            "preview",
            "--assume-cached",
            "--tool",
            "t-1",
            "--args",
            "{\"b-c\":[1.0]}",
            "--hint",
            "({tool} {args})",
        ],
        "1",
    );
    assert!(out.ends_with("\"cache_hint\":\"(t-1 {:b_c [1]})\"}\n"), "{out}");
}

#[test]
fn commands_make_previews_or_fail_with_a_name() {
    let custom = |command: &str| {
        // Long enough for a busy machine to start a shell; who sleeps is to be cut off.
        let timeout = if command.contains("sleep") { "1500" } else { "30000" };
        run(
            &[
                "preview",
                "--assume-cached",
                "--hint-for",
                "lisp",
                "--tool",
                "t",
                "--timeout",
                timeout,
                "--preview-command",
                command,
            ],
            "[1,2]",
        )
    };
    let (out, err, status) =
        custom(r#"sh -c 'cat >&2; echo "{\"n\":2,\"status\":\"bad\",\"cache_hint\":1}"'"#);
    assert_eq!((out, status), (format!("{{\"status\":\"ok\",\"n\":2,{TAIL}\n"), 0));
    assert!(err.contains("[1,2]"), "its standard error is shown: {err}");
    let rows = [
        ("sh -c 'echo why >&2; exit 3'", "raised", "why"),
        ("sleep 20", "raised", "took too long"),
        ("sh -c 'printf \"step 1\\033[2J\" >&2; sleep 20'", "raised", "too long, and said: step 1\\u{1b}[2J"),
        // A process that left the group and keeps the pipe open is not waited for.
        ("sh -c 'echo off >&2; setsid sleep 3 & sleep 20'", "raised", "too long, and said: off"),
        ("no-such-command-anywhere", "raised", "no-such-command-anywhere"),
        ("echo 5", "non_map", "type number"),
        ("echo nope", "non_encodable", "JSON"),
        ("printf '\\377'", "non_encodable", "UTF-8"),
    ];
    // Some wait until they are cut off, so all run at the same time.
    std::thread::scope(|scope| {
        for (command, category, words) in rows {
            scope.spawn(move || {
                let (out, err, status) = custom(command);
                assert!(status == 0 && out.contains("\"result_count\":2"), "{command}: {out}");
                assert!(
                    err.contains(&format!("tool t: warning[{category}]")) && err.contains(words),
                    "{command}: {err}"
                );
            });
        }
    });
}

#[test]
fn programs_make_previews() {
    let count = file(r#"{"program":{"op":"object","fields":{"n":{"op":"count","of":1}}}}"#);
    let good = file(
        r#"{"program":{"op":"let","name":"r","value":{"op":"load","name":"result"},"in":{"op":"object","fields":{"first":{"op":"pipe","steps":[{"op":"load","name":"result"},{"op":"first"}]}}}}}"#,
    );
    let program = |file: &tempfile::NamedTempFile, input: &str| {
        let path = file.path().to_str().expect("a path");
        run(
            &["preview", "--assume-cached", "--hint-for", "lisp", "--tool", "t", "--preview-program", path],
            input,
        )
    };
    let (out, err, status) = program(&good, "[7,8]");
    assert_eq!((out, status), (format!("{{\"status\":\"ok\",\"first\":7,{TAIL}\n"), 0), "{err}");
    let (out, err, status) = program(&count, "[7,8]");
    assert!(status == 0 && out.contains("result_count") && err.contains("warning[raised]"), "{out}{err}");
    refused(&["preview", "--tool", "t", "--preview-program", "/no/such"], "1", 2, &["/no/such"]);
}

#[test]
fn tool_files_are_checked() {
    let tool = |fields: &str| file(&format!(r#"[{{"name":"t"{fields}}}]"#));
    let preview = |file: &tempfile::NamedTempFile| -> Vec<String> {
        ["preview", "--tool", "t", "--tools", file.path().to_str().expect("a path")]
            .map(str::to_owned)
            .to_vec()
    };
    for (fields, words) in [
        (r#","native_result":{},"expose":"both""#, ["`cache: true`", "`expose: \"both\"`"]),
        (r#","native_result":{},"cache":true"#, ["`cache: true`", "`expose: \"both\"`"]),
        (r#","native_result":{},"cache":true,"expose":"native""#, ["`cache: true`", "tool `t`"]),
        (r#","native_result":{"limit":0},"cache":true,"expose":"both""#, ["native_result.limit", "tool `t`"]),
        (
            r#","native_result":{"preview":"all"},"cache":true,"expose":"both""#,
            ["native_result.preview", "tool `t`"],
        ),
        (r#","native_result":5,"cache":true,"expose":"both""#, ["native_result", "tool `t`"]),
        (r#","expose":"ptc_lisp""#, ["tool `t`", "not to native"]),
        (r#","expose":"everyone""#, ["tool `t`", "everyone"]),
        (r#"},{"name":"t""#, ["tool `t`", "twice"]),
    ] {
        let file = tool(fields);
        let args = preview(&file);
        refused(&args.iter().map(String::as_str).collect::<Vec<_>>(), "[]", 2, &words);
    }
    let other = file(r#"{"u":{},"v":{}}"#);
    let args = preview(&other);
    refused(&args.iter().map(String::as_str).collect::<Vec<_>>(), "[]", 2, &["no tool `t`", "u, v"]);
    let rows =
        tool(r#","x-jmend":{"native_result":{"preview":"rows","limit":1},"cache":true,"expose":"both"}"#);
    let args = preview(&rows);
    let (out, ..) = run(&args.iter().map(String::as_str).collect::<Vec<_>>(), "[1,2,3]");
    assert!(out.contains(r#""rows":[1]}"#), "{out}");
}

#[test]
fn tools_of_every_shape_are_exposed() {
    let openai = r#"{"type":"function","function":{"name":"o","expose":"both"}}"#;
    let mcp = r#"{"name":"m","inputSchema":{},"x-jmend":{"expose":"ptc_lisp"}}"#;
    let plain = r#"{"name":"p","input_schema":{}}"#;
    for tools in [
        format!("[{openai},{mcp},{plain}]"),
        format!(r#"{{"model":"x","tools":[{openai},{mcp},{plain}]}}"#),
        format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{"tools":[{openai},{mcp},{plain}]}}}}"#),
    ] {
        check("expose --allow both,ptc_lisp", &tools, &format!("[{openai},{mcp}]\n"), 0);
        check(
            "expose --allow native --mode text --ptc-transport tool_call",
            &tools,
            &format!("[{plain}]\n"),
            0,
        );
        check("expose --allow native --mode ptc_lisp", &tools, "[]\n", 0);
    }
    check("expose --allow both", openai, &format!("[{openai}]\n"), 0);
    check(
        "expose --resolve",
        r#"{"b":{},"a":{"expose":null,"name":"z","n":1.10}}"#,
        "[{\"expose\":null,\"name\":\"z\",\"n\":1.10,\"effective_expose\":\"native\"},{\"name\":\"b\",\"effective_expose\":\"native\"}]\n",
        0,
    );
    refused(&["expose", "--resolve"], r#"[{"name":"x","expose":5}]"#, 1, &["tool `x`", "[tools]"]);
    refused(&["expose", "--resolve"], r#"[{"name":"x"},{}]"#, 1, &["tool number 2"]);
    refused(&["expose", "--resolve"], r#"{"x":1}"#, 1, &["tool `x`"]);
    refused(&["expose", "--resolve"], "5", 1, &["[tools]"]);
    refused(&["expose", "--allow", "bogus"], "[]", 2, &["bogus"]);
}

#[test]
fn calls_of_hidden_tools_are_refused() {
    let call = |name: &str| format!("<tool_call>{{\"name\": \"{name}\", \"arguments\": {{}}}}</tool_call>\n");
    let text = ["seen", "hidden", "any", "unknown"].map(call).concat();
    for tools in [
        r#"[{"name":"seen"},{"type":"web_search"},{"name":"hidden","expose":"ptc_lisp"},{"name":"any","expose":"both"}]"#,
        r#"{"tools":[{"type":"function","function":{"name":"hidden"},"x-jmend":{"expose":"ptc_lisp"}}]}"#,
        r#"[{"functionDeclarations":[{"name":"hidden","x-jmend":{"expose":"ptc_lisp"}},{"name":"seen"}]}]"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"hidden","inputSchema":{},"expose":"ptc_lisp"}]}}"#,
        r#"[{"name":"hidden","expose":"ptc_lisp"},{"name":"hidden"}]"#,
        r#"{"hidden":{"expose":"ptc_lisp"},"seen":{}}"#,
    ] {
        let tools = file(tools);
        let tools = tools.path().to_str().expect("a path");
        let (out, err, status) = run(&["calls", "--tools", tools], &text);
        assert_eq!(status, 1, "{err}");
        for (name, is_there) in [("seen", true), ("hidden", false), ("any", true), ("unknown", true)] {
            assert_eq!(out.contains(name), is_there, "{name}: {out}");
        }
        assert!(err.contains(":2:1: error[hidden-tool]") && err.contains("`hidden`"), "{err}");
        let (out, ..) = run(&["calls", "--report", "--tools", tools], &text);
        assert!(
            out.contains(r#""code":"hidden-tool""#) && out.contains("tools that you were given"),
            "{out}"
        );
    }
    // A name that a server damaged is settled first.
    let tools = file(r#"[{"name":"hidden","expose":"ptc_lisp"},{"name":"seen"}]"#);
    let tools = tools.path().to_str().expect("a path");
    refused(&["calls", "--tools", tools], &call("functions.hidden:0"), 1, &["[hidden-tool]", "`hidden`"]);
    // So are arguments for them.
    refused(
        &["repair", "--tools", tools, "--tool", "hidden"],
        "{}",
        2,
        &["tool `hidden`", "not to native", tools],
    );
    let (out, ..) = run(&["repair", "--tools", tools, "--tool", "seen"], "{}");
    assert_eq!(out, "{}");
    let wrong = file(r#"[{"name":"t","expose":"everyone"}]"#);
    let wrong = wrong.path().to_str().expect("a path");
    refused(&["calls", "--tools", wrong], &text, 2, &["tool `t`", "everyone", wrong]);
    let broken = file("[{]");
    let broken = broken.path().to_str().expect("a path");
    refused(&["calls", "--tools", broken], &text, 2, &[&format!("{broken}:1:3")]);
    refused(&["calls", "--tools", "/no/such"], &text, 2, &["/no/such"]);
}
