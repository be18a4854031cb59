//! Programs and queries over large results, as rows.

use std::fs;

use crate::common::jmend;
use crate::common::lines::{NO_FILES, Row, holds};

/// Programs: groups, casts, types, one call of PTC-Lisp, results that are too long.
#[test]
#[expect(clippy::too_many_lines, reason = "a table")]
fn programs_give_right_answers_on_dirty_data() {
    const DIRTY: (&str, &str) = (
        "d.json",
        r#"{"o":[{"s":"a","n":5,"p":{"k":2}},{"s":"b","n":"7","p":{"k":1}},{"s":"a","n":null},{"s":"b","n":1.5,"p":{"k":3}}]}"#,
    );
    holds(&[
        Row {
            files: &[DIRTY],
            args: &[
                "eval-json",
                "--context",
                "d.json",
                "--expr",
                r#"{"program":{"op":"pipe","steps":[{"op":"load","name":"o"},{"op":"cast","field":"n","to":"number"},{"op":"group_by","field":"s","aggregates":{"rows":"count","sum":{"sum":"n"},"top":{"max":"n"}}}]}}"#,
            ],
            input: "",
            status: 0,
            out: r#"[{"s":"a","rows":2,"sum":5,"top":5},{"s":"b","rows":2,"sum":8.5,"top":7}]"#,
            err: &[],
        },
        Row {
            files: &[DIRTY],
            args: &[
                "eval-json",
                "--context",
                "d.json",
                "--expr",
                r#"{"program":{"op":"pipe","steps":[{"op":"load","name":"o"},{"op":"sort_by","path":["p","k"]},{"op":"first"},{"op":"get","field":"s"}]}}"#,
            ],
            input: "",
            status: 0,
            out: r#""b""#,
            err: &[],
        },
        Row {
            files: &[DIRTY],
            args: &[
                "eval-json",
                "--strict-types",
                "--context",
                "d.json",
                "--expr",
                r#"{"program":{"op":"pipe","steps":[{"op":"load","name":"o"},{"op":"filter","where":{"op":"gt","field":"n","value":3}},{"op":"count"}]}}"#,
            ],
            input: "",
            status: 1,
            out: "",
            err: &["gt meets values of several types in 'n': \"7\" and 3"],
        },
        Row {
            files: &[DIRTY],
            args: &[
                "eval-json",
                "--context",
                "d.json",
                "--expr",
                r#"{"program":{"op":"pipe","steps":[{"op":"load","name":"o"},{"op":"filter","where":{"op":"gt","field":"n","value":3}},{"op":"count"}]}}"#,
            ],
            input: "",
            status: 0,
            out: "3",
            err: &[],
        },
        Row {
            files: &[DIRTY],
            args: &[
                "eval-json",
                "--check",
                "--format",
                "concise",
                "--context",
                "d.json",
                "--expr",
                r#"{"program":{"op":"pipe","steps":[{"op":"load","name":"o"},{"op":"sort_by","field":"n"}]}}"#,
            ],
            input: "",
            status: 1,
            out: "<expr>:1:59: warning[mixed-types]: 'n' has values of several types: number in 2, string in 1 of 4 items; numbers come before strings whatever they say, so cast it (at /program/steps/1)",
            err: &[],
        },
        Row {
            files: NO_FILES,
            args: &["eval-json", "--tool", "t=[1,2]", "--expr", r#"(tool/t {:q "x"})"#],
            input: "",
            status: 0,
            out: "[1,2]",
            err: &[],
        },
        Row {
            files: NO_FILES,
            args: &["eval-json", "--tool", "t=[1,2]"],
            input: r#"{"name":"lisp_eval","arguments":{"program":"(tool/t {})"}}"#,
            status: 0,
            out: "[1,2]",
            err: &[],
        },
        Row {
            files: NO_FILES,
            args: &["eval-json", "--tool", "t=[1,2]"],
            input: r#"{"name":"lisp_eval","arguments":{"program":"(count (tool/t {}))"}}"#,
            status: 1,
            out: "",
            err: &["the program is PTC-Lisp, and this runs PTC-JSON"],
        },
        Row {
            files: NO_FILES,
            args: &[
                "eval-json",
                "--envelope",
                "--expr",
                r#"{"program":{"op":"object","fields":{"n":[1,2]}}}"#,
            ],
            input: "",
            status: 0,
            out: r#"{"ok":true,"result":{"n":[1,2]},"memory_delta":{"n":{"type":"list","items":2,"bytes":5}},"memory":{"n":{"type":"list","items":2,"bytes":5}}}"#,
            err: &[],
        },
        Row {
            files: NO_FILES,
            args: &[
                "eval-json",
                "--max-result",
                "200",
                "--tool",
                r#"t=["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"]"#,
            ],
            input: "{\"program\":{\"op\":\"call\",\"tool\":\"t\"}}\n{\"program\":{\"op\":\"pipe\",\"steps\":[{\"op\":\"var\",\"name\":\"last_result\"},{\"op\":\"count\"}]}}",
            status: 0,
            out: "{\"status\":\"ok\",\"kept_as\":\"last_result\",\"result_count\":5,\"fields\":{\".\":{\"types\":\"string\",\"top\":[[\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\",5]]}},\"result_bytes\":216,\"bytes_saved\":35}\n5",
            err: &[],
        },
        Row {
            files: &[DIRTY],
            args: &["eval-json", "--jq", "--context", "d.json", "--expr", ".o | map(.n | numbers) | add"],
            input: "",
            status: 0,
            out: "6.5",
            err: &[],
        },
        Row {
            files: NO_FILES,
            args: &[
                "eval-json",
                "--jq",
                "--let",
                "o=[1,2]",
                "--tool",
                "t=[3]",
                "--expr",
                r#"[$o[], call("t"; {})[]]"#,
            ],
            input: "",
            status: 0,
            out: "[1,2,3]",
            err: &[],
        },
    ]);
}

/// The card names tools and context, and is short.
#[test]
fn the_card_lists_what_there_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let tools =
        r#"[{"name":"find","expose":"both","description":"Finds users"},{"name":"rm","expose":"native"}]"#;
    fs::write(folder.path().join("t.json"), tools).expect("written");
    let run = jmend("eval-json --print-prompt=card --tools t.json --tool-command run=cat --let orders=[]")
        .current_dir(folder.path())
        .output()
        .expect("it runs");
    let card = String::from_utf8_lossy(&run.stdout).into_owned();
    assert!(card.len() < 2048, "{}", card.len());
    for words in ["- find: Finds users\n", "- run\n", "Context:\n- orders: empty list\n"] {
        assert!(card.contains(words), "{card}");
    }
    assert!(!card.contains("rm"), "{card}");
}

/// Queries, and what stops them.
#[test]
#[expect(clippy::too_many_lines, reason = "a table")]
fn queries_are_bounded() {
    holds(&[
        Row {
            files: NO_FILES,
            args: &["query", "map(.a) | add"],
            input: r#"[{"a":1},{"a":2.5}]"#,
            status: 0,
            out: "3.5",
            err: &[],
        },
        Row {
            files: NO_FILES,
            args: &["query", "-r", "@csv, @tsv"],
            input: r#"[1,"a\"b\tc",null,true]"#,
            status: 0,
            out: "1,\"a\"\"b\tc\",,true\n1\ta\"b\\tc\t\ttrue",
            err: &[],
        },
        // Escapes, keys that come twice, large numbers, and empty containers.
        Row {
            files: NO_FILES,
            args: &["query", "."],
            input: "\u{feff}{\"a\\\"\":1,\"b\":[\"\\u00e9\\n\",\"\"],\"a\\u0022\":[1.50,12345678901234567890,-7,{},[]]}\u{1e}[[]] \"x\" 3",
            status: 0,
            out: "{\"a\\\"\":[1.50,12345678901234567890,-7,{},[]],\"b\":[\"é\\n\",\"\"]}\n[[]]\n\"x\"\n3",
            err: &[],
        },
        Row {
            files: NO_FILES,
            args: &["query", "-r", ".[]"],
            input: r#"["x","y"]"#,
            status: 0,
            out: "x\ny",
            err: &[],
        },
        Row {
            files: NO_FILES,
            args: &["query", "-n", "[inputs] | length"],
            input: "1\n2\n3\n",
            status: 0,
            out: "0",
            err: &[],
        },
        Row {
            files: NO_FILES,
            args: &["query", "-n", "[inputs] | length", "-"],
            input: "1\n2\n3\n",
            status: 0,
            out: "3",
            err: &[],
        },
        Row {
            files: NO_FILES,
            args: &["query", "-s", "add"],
            input: "1\n2\n3\n",
            status: 0,
            out: "6",
            err: &[],
        },
        Row {
            files: NO_FILES,
            args: &["query", "."],
            input: "[12345678901234567890123, 1.10]",
            status: 0,
            out: "[12345678901234567890123,1.10]",
            err: &[],
        },
        Row {
            files: NO_FILES,
            args: &["query", "-n", "$ENV, env, (try error(\"x\") catch .)"],
            input: "",
            status: 0,
            out: "{}\n{}\n\"x\"",
            err: &[],
        },
        Row { files: NO_FILES, args: &["query", "-e", ".x"], input: "{}", status: 1, out: "null", err: &[] },
        Row {
            files: NO_FILES,
            args: &["query", "."],
            input: "[1,]",
            status: 1,
            out: "",
            err: &[":1:4: error[syntax]: the input is not JSON", "try --repair"],
        },
        Row {
            files: NO_FILES,
            args: &["query", "-n", "import \"a\" as a; 1"],
            input: "",
            status: 2,
            out: "",
            err: &["module"],
        },
        Row {
            files: NO_FILES,
            args: &["query", "-n", "nope(1)"],
            input: "",
            status: 2,
            out: "",
            err: &["there is no filter `nope`"],
        },
        Row {
            files: NO_FILES,
            args: &["query", "-n", "error(\"why\")"],
            input: "",
            status: 1,
            out: "",
            err: &["why"],
        },
        Row {
            files: NO_FILES,
            args: &["query", "-n", "--timeout", "300", "def f: f; f"],
            input: "",
            status: 1,
            out: "",
            err: &["the filter was stopped: it takes more than 300 ms"],
        },
        Row {
            files: NO_FILES,
            args: &["query", "-n", "--max-memory", "32M", "[range(1e12)]"],
            input: "",
            status: 1,
            out: "",
            err: &["the filter was stopped: it takes more than 33554432 bytes"],
        },
        Row {
            files: NO_FILES,
            args: &["query", "-n", "--max-memory", "32M", "def f: . + . | f; \"x\" | f"],
            input: "",
            status: 1,
            out: "",
            err: &["the filter was stopped: it takes more than"],
        },
        Row {
            files: NO_FILES,
            args: &["query", "-n", "--max-output", "10", "range(1e12)"],
            input: "",
            status: 1,
            out: "0\n1\n2\n3\n4",
            err: &["the filter was stopped: it gives more than 10 bytes"],
        },
        Row {
            files: NO_FILES,
            args: &["query", "-n", "--timeout", "20000", "def f: 1 + f; f"],
            input: "",
            status: 1,
            out: "",
            err: &["the filter was stopped: it recurses too deep"],
        },
    ]);
}
