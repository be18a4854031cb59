//! Large results from outside: what is owed to those who follow a preview, as rows, and profiles of orders.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use crate::common::jmend;
use crate::common::lines::{NO_FILES, Row, holds};

/// Twenty rows, which are longer than their profile.
const ROWS: &str = concat!(
    "{\"a\":1}\n{\"a\":2}\n{\"a\":1}\n{\"a\":2}\n{\"a\":1}\n{\"a\":2}\n{\"a\":1}\n{\"a\":2}\n{\"a\":1}\n{\"a\":2}\n",
    "{\"a\":1}\n{\"a\":2}\n{\"a\":1}\n{\"a\":2}\n{\"a\":1}\n{\"a\":2}\n{\"a\":1}\n{\"a\":2}\n{\"a\":1}\n{\"a\":2}\n",
);

const BOTH: (&str, &str) = ("t.json", r#"[{"name":"t","expose":"both","cache":true}]"#);

/// Hints that lead somewhere, and only where there is something (numbers 2, 3, 11 and 15 of the report).
#[test]
#[expect(clippy::too_many_lines, reason = "a table")]
fn previews_say_what_is_true() {
    const NATIVE: (&str, &str) = ("t.json", r#"[{"name":"t","expose":"native","cache":true}]"#);
    const UNCACHED: (&str, &str) = ("t.json", r#"[{"name":"t","expose":"both","cache":false}]"#);
    holds(&[
        Row {
            files: NO_FILES,
            args: &["preview", "--tool", "t"],
            input: "[1]",
            status: 0,
            out: r#"{"status":"ok","result_count":1,"schema":{"type":"array","items":{"type":"integer"}}}"#,
            err: &[],
        },
        Row {
            files: NO_FILES,
            args: &["preview", "--tool", "t", "--args", r#"{"q-x":1.0}"#, "--assume-cached"],
            input: "7",
            status: 0,
            out: r#"{"status":"ok","schema":{"type":"integer"},"full_result_cached":true,"cache_hint":"Call eval_json with {\"program\":{\"op\":\"call\",\"tool\":\"t\",\"args\":{\"q_x\":1}}} to process the full cached result."}"#,
            err: &[],
        },
        Row {
            files: NO_FILES,
            args: &[
                "preview",
                "--tool",
                "t",
                "--args",
                r#"{"q":"x"}"#,
                "--assume-cached",
                "--hint-for",
                "lisp",
            ],
            input: "7",
            status: 0,
            out: r#"{"status":"ok","schema":{"type":"integer"},"full_result_cached":true,"cache_hint":"Call lisp_eval and then call (tool/t {:q \"x\"}) to process the full cached result."}"#,
            err: &[],
        },
        Row {
            files: NO_FILES,
            args: &["preview", "--tool", "t", "--assume-cached", "--hint", "{args_json} {program} {jq}"],
            input: "7",
            status: 0,
            out: r#"{"status":"ok","schema":{"type":"integer"},"full_result_cached":true,"cache_hint":"{} {\"program\":{\"op\":\"call\",\"tool\":\"t\",\"args\":{}}} call(\"t\"; {})"}"#,
            err: &[],
        },
        // `cache: false` and `expose: native`: the result itself, and nothing is stored.
        Row {
            files: &[UNCACHED],
            args: &["preview", "--tool", "t", "--tools", "t.json"],
            input: "[1, 2]",
            status: 0,
            out: "[1, 2]",
            err: &[],
        },
        Row {
            files: &[NATIVE],
            args: &["preview", "--tool", "t", "--tools", "t.json"],
            input: "plain text",
            status: 0,
            out: "plain text",
            err: &[],
        },
        Row {
            files: &[NATIVE],
            args: &["preview", "--tool", "t", "--tools", "t.json", "--args", "{}", "--cache-dir", "c"],
            input: "[1]",
            status: 2,
            out: "",
            err: &["its result is not cached", "leave --cache-dir out"],
        },
        Row {
            files: &[BOTH],
            args: &["preview", "--tool", "t", "--tools", "t.json"],
            input: "7",
            status: 0,
            out: r#"{"status":"ok","schema":{"type":"integer"}}"#,
            err: &[],
        },
        // A fallback that a script can tell.
        Row {
            files: NO_FILES,
            args: &["preview", "-e", "--tool", "t", "--preview-command", "false"],
            input: "7",
            status: 1,
            out: r#"{"status":"ok","schema":{"type":"integer"}}"#,
            err: &["warning[raised]"],
        },
        Row {
            files: NO_FILES,
            args: &["preview", "-e", "--tool", "t", "--preview-command", "echo {}"],
            input: "7",
            status: 0,
            out: r#"{"status":"ok"}"#,
            err: &[],
        },
        // Errors are no results.
        Row {
            files: NO_FILES,
            args: &["preview", "--tool", "t", "--assume-cached"],
            input: r#"{"content":[],"isError":true}"#,
            status: 0,
            out: r#"{"status":"error","schema":{"type":"object","properties":{"content":"array","isError":"boolean"}},"sample_keys":["content","isError"]}"#,
            err: &[],
        },
        Row {
            files: NO_FILES,
            args: &["preview", "--tool", "t", "--assume-cached", "--result-error"],
            input: "7",
            status: 0,
            out: r#"{"status":"error","schema":{"type":"integer"}}"#,
            err: &[],
        },
        Row {
            files: NO_FILES,
            args: &["preview", "--tool", "t", "--details"],
            input: "[1,2,3]",
            status: 0,
            out: r#"{"status":"ok","result_count":3,"schema":{"type":"array","items":{"type":"integer"}},"cache_key":"jk1-c0201042e68d44776281ccf3fd065f4221132ddf36d13be8287443224190911c","result_bytes":7,"bytes_saved":0}"#,
            err: &[],
        },
    ]);
}

/// Text, tables and logs; small results; budgets.
#[test]
fn previews_of_every_kind_of_result() {
    holds(&[
        Row {
            files: NO_FILES,
            args: &["preview", "--tool", "t"],
            input: "id,name\n1,Ada\n2,Bob\n",
            status: 0,
            out: r#"{"status":"ok","format":"csv","result_count":2,"lines":3,"longest_line":7,"columns":["id","name"],"head":["id,name","1,Ada","2,Bob"]}"#,
            err: &[],
        },
        Row {
            files: NO_FILES,
            args: &["preview", "--tool", "t"],
            input: "[INFO] up and running\n[WARN] hot\n",
            status: 0,
            out: r#"{"status":"ok","format":"text","lines":2,"longest_line":21,"head":["[INFO] up and running","[WARN] hot"]}"#,
            err: &[],
        },
        Row {
            files: NO_FILES,
            args: &["preview", "--tool", "t", "--inline-below", "100"],
            input: r#"{ "count": 123 }"#,
            status: 0,
            out: r#"{"status":"ok","result":{"count":123}}"#,
            err: &[],
        },
        Row {
            files: NO_FILES,
            args: &["preview", "--tool", "t", "--inline-below", "3"],
            input: "[1,2]",
            status: 0,
            out: r#"{"status":"ok","result_count":2,"schema":{"type":"array","items":{"type":"integer"}}}"#,
            err: &[],
        },
        Row {
            files: NO_FILES,
            args: &["preview", "--preview", "profile", "--tool", "t", "--inline-below", "100"],
            input: "{\"a\":1}\n{\"a\":2}\n",
            status: 0,
            out: r#"{"status":"ok","result":[{"a":1},{"a":2}],"result_bytes":16,"bytes_saved":0}"#,
            err: &[],
        },
        Row {
            files: NO_FILES,
            args: &["preview", "--preview", "profile", "--tool", "t", "--inline-below", "10"],
            input: ROWS,
            status: 0,
            out: r#"{"status":"ok","result_count":20,"fields":{".a":{"types":"integer","top":[[1,10],[2,10]]}},"result_bytes":160,"bytes_saved":33}"#,
            err: &[],
        },
        Row {
            files: NO_FILES,
            args: &["preview", "--tool", "t", "--preview", "rows", "--max-bytes-out", "200"],
            input: r#"[{"a":"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}]"#,
            status: 0,
            out: r#"{"status":"ok","result_count":1,"schema":{"type":"array","items":{"type":"object","properties":{"a":"string"}}},"sample_keys":["a"],"caps_hit":["strings","members"],"result_bytes":140,"bytes_saved":0}"#,
            err: &[],
        },
        Row {
            files: NO_FILES,
            args: &["preview", "--tool", "t", "--max-bytes-out", "20"],
            input: "[1]",
            status: 1,
            out: "",
            err: &["error[budget]: no preview fits this budget"],
        },
        Row {
            files: NO_FILES,
            args: &["preview", "--tool", "t", "--preview", "profile", "--at", "/x"],
            input: "{\"y\":[1]}",
            status: 1,
            out: "",
            err: &["error[no-place]: there is nothing at `/x`: no key `x`; there are: y"],
        },
        Row {
            files: NO_FILES,
            args: &["preview", "--tool", "t", "--at", "/x", "--preview", "rows"],
            input: "[]",
            status: 2,
            out: "",
            err: &["--at says where the rows of a profile are"],
        },
        Row {
            files: NO_FILES,
            args: &["preview", "--tool", "t", "--preview", "profile"],
            input: r#"{"role":"tool","content":"[{\"a\":1},{\"a\":2}]"}"#,
            status: 0,
            out: r#"{"status":"ok","result":[{"a":1},{"a":2}],"result_bytes":49,"bytes_saved":0}"#,
            err: &[],
        },
        Row {
            files: &[("jmend.toml", "preview = \"profile\"\n")],
            args: &["preview", "--tool", "t"],
            input: ROWS,
            status: 0,
            out: r#"{"status":"ok","result_count":20,"fields":{".a":{"types":"integer","top":[[1,10],[2,10]]}},"result_bytes":160,"bytes_saved":33}"#,
            err: &[],
        },
    ]);
}

/// Cut or lossy input makes no key and no entry unless asked (number 5), and one rule holds for arguments that are no
/// object (number 12).
#[test]
fn keys_are_of_what_was_meant() {
    let key = "jk1-02b83edf8e73925eb921851aaeaa843c01a0c73a2c0302c462633059542d97bb";
    holds(&[
        Row {
            files: NO_FILES,
            args: &["cache-key", "--repair", "t"],
            input: r#"{"path": "/srv/a"#,
            status: 1,
            out: "",
            err: &["[truncated]"],
        },
        Row {
            files: NO_FILES,
            args: &["cache-key", "--repair", "--truncated", "close", "--max-risk", "lossy", "t"],
            input: r#"{"path": "/srv/a"#,
            status: 0,
            out: key,
            err: &[],
        },
        Row {
            files: NO_FILES,
            args: &["cache-key", "--repair", "t"],
            input: r#"{"n":NaN}"#,
            status: 1,
            out: "",
            err: &["[risk]"],
        },
        Row {
            files: NO_FILES,
            args: &["cache-key", "--repair", "--max-risk", "lossy", "--text", "t"],
            input: r#"{"n":NaN}"#,
            status: 0,
            out: r#"{"args":{"n":null},"tool":"t","v":1}"#,
            err: &[],
        },
        Row {
            files: NO_FILES,
            args: &["preview", "--tool", "t", "--args", "{}", "--repair", "--cache-dir", "c"],
            input: r#"[{"id":1},{"id""#,
            status: 1,
            out: "",
            err: &["[truncated]"],
        },
        Row {
            files: NO_FILES,
            args: &["cache-key", "--calls", "--text"],
            input: r#"{"name":"t","arguments":[1,2,3]}"#,
            status: 0,
            out: r#"{"non_map":[1,2,3],"tool":"t","v":1}"#,
            err: &[],
        },
        Row {
            files: NO_FILES,
            args: &["cache-key", "--calls", "--text"],
            input: r#"[{"type":"tool_use","id":"1","name":"t","input":[1,2,3]}]"#,
            status: 0,
            out: r#"{"non_map":[1,2,3],"tool":"t","v":1}"#,
            err: &[],
        },
        Row {
            files: NO_FILES,
            args: &["cache-key", "--calls"],
            input: r#"{"name":"t","arguments":[1],"age":3}"#,
            status: 1,
            out: "",
            err: &["[no-call]"],
        },
    ]);
}

/// Who may call what (numbers 4, 6 and 13), in the words of providers, too.
#[test]
#[expect(clippy::too_many_lines, reason = "a table")]
fn exposure_holds_everywhere() {
    const NATIVE: (&str, &str) = (
        "t.json",
        r#"[{"name":"t","expose":"native"},{"name":"u","expose":"both","description":"Finds users"}]"#,
    );
    const CALL: &str = r#"{"program":{"op":"if","condition":{"op":"literal","value":true},"then":{"op":"literal","value":1},"else":{"op":"call","tool":"t"}}}"#;
    holds(&[
        Row {
            files: &[NATIVE],
            args: &["eval-json", "--tools", "t.json", "--tool", "t=1", "--expr", CALL],
            input: "",
            status: 1,
            out: "",
            err: &["Tool 't' is not available inside programs (expose: native); set expose: both"],
        },
        Row {
            files: &[NATIVE],
            args: &[
                "eval-json",
                "--tools",
                "t.json",
                "--tool",
                "u=7",
                "--expr",
                r#"{"program":{"op":"call","tool":"u"}}"#,
            ],
            input: "",
            status: 0,
            out: "7",
            err: &[],
        },
        Row {
            files: &[NATIVE],
            args: &["eval-json", "--tools", "t.json", "--expr", r#"{"program":{"op":"call","tool":"uu"}}"#],
            input: "",
            status: 1,
            out: "",
            err: &["t.json has no tool for programs named `uu`"],
        },
        Row {
            files: &[NATIVE],
            args: &["eval-json", "--tools", "t.json", "--jq", "--tool", "t=1", "--expr", r#"call("t"; {})"#],
            input: "",
            status: 1,
            out: "",
            err: &["is not available inside programs"],
        },
        Row {
            files: NO_FILES,
            args: &["expose", "--allow", "native,both"],
            input: r#"{"search":{"expose":"both"},"ls":{}}"#,
            status: 0,
            out: r#"[{"name":"ls"},{"name":"search","expose":"both"}]"#,
            err: &[],
        },
        Row {
            files: NO_FILES,
            args: &["expose"],
            input: r#"{"output":"ptc_lisp","ptc_transport":"tool_call","tools":[{"name":"a"}]}"#,
            status: 0,
            out: r#"[{"name":"a","effective_expose":"ptc_lisp"}]"#,
            err: &[],
        },
        Row {
            files: NO_FILES,
            args: &["expose", "--mode", "text"],
            input: r#"{"output":"ptc_lisp","tools":[{"name":"a"}]}"#,
            status: 0,
            out: r#"[{"name":"a","effective_expose":"native"}]"#,
            err: &[],
        },
        Row {
            files: NO_FILES,
            args: &["expose"],
            input: r#"[{"name":"a","allowed_callers":["direct","code_execution_20250825"]},{"name":"b","allowed_callers":["programmatic"]},{"name":"c","allowed_callers":["direct"]}]"#,
            status: 0,
            out: r#"[{"name":"a","allowed_callers":["direct","code_execution_20250825"],"effective_expose":"both"},{"name":"b","allowed_callers":["programmatic"],"effective_expose":"ptc_lisp"},{"name":"c","allowed_callers":["direct"],"effective_expose":"native"}]"#,
            err: &[],
        },
        Row {
            files: NO_FILES,
            args: &["expose", "--to", "anthropic", "--strip"],
            input: r#"[{"name":"a","expose":"both","cache":true,"x-jmend":{}},{"name":"b"}]"#,
            status: 0,
            out: r#"[{"name":"a","allowed_callers":["direct","code_execution_20250825"]},{"name":"b","allowed_callers":["direct"]}]"#,
            err: &[],
        },
        Row {
            files: NO_FILES,
            args: &["expose", "--to", "openai"],
            input: r#"[{"name":"b","expose":"ptc_lisp"}]"#,
            status: 0,
            out: r#"[{"name":"b","expose":"ptc_lisp","allowed_callers":["programmatic"]}]"#,
            err: &[],
        },
        Row {
            files: NO_FILES,
            args: &["expose"],
            input: r#"[{"name":"b","allowed_callers":["me"]}]"#,
            status: 1,
            out: "",
            err: &["names \"me\", which is not a known caller"],
        },
        Row {
            files: NO_FILES,
            args: &["expose"],
            input: r#"[{"name":"b","allowed_callers":null}]"#,
            status: 0,
            out: r#"[{"name":"b","allowed_callers":null,"effective_expose":"native"}]"#,
            err: &[],
        },
        Row {
            files: NO_FILES,
            args: &["expose"],
            input: r#"[{"name":"b","x-jmend":{"expos":"both"}}]"#,
            status: 1,
            out: "",
            err: &["`x-jmend` has no key `expos`; did you mean `expose`?"],
        },
    ]);
}

/// Wrappers, escaped quotes, logs, metrics and names of other programs (numbers 7, 8, 9, 10 and 17).
#[test]
fn repairs_hold_what_was_promised() {
    const SCHEMA: (&str, &str) = (
        "s.json",
        r#"{"type":"object","properties":{"path":{"type":"string"},"content":{"type":"string"}},"required":["path","content"]}"#,
    );
    holds(&[
        Row {
            files: &[SCHEMA],
            args: &["repair", "--schema", "s.json", "--lossy-coercions"],
            input: r#"{"value":{"path":"a","content":"b"}}"#,
            status: 0,
            out: r#"{"path":"a","content":"b"}"#,
            err: &[],
        },
        Row {
            files: &[SCHEMA],
            args: &["repair", "--schema", "s.json", "--lossy-coercions"],
            input: r#"{"value":"{\"path\":\"a\",\"content\":\"b\"}"}"#,
            status: 0,
            out: r#"{"path":"a","content":"b"}"#,
            err: &[],
        },
        Row {
            files: &[SCHEMA],
            args: &["repair", "--schema", "s.json", "--lossy-coercions"],
            input: r#"{"value":{"path":"a"}}"#,
            status: 1,
            out: "",
            err: &["[schema]"],
        },
        Row {
            files: NO_FILES,
            args: &["repair", "--strategies", "ast,regex,manual"],
            input: r"{\'key\': \'value\'}",
            status: 0,
            out: r#"{"key": "value"}"#,
            err: &[],
        },
        Row {
            files: NO_FILES,
            args: &["repair", "--lines", "--stats"],
            input: "{}\nsorry\n",
            status: 1,
            out: "{}",
            err: &[r#""provider":"unknown""#, r#""failed":1}"#, r#""failures":1"#],
        },
        Row {
            files: &[("jmend.toml", "log_normalizations = \"texts\"\n")],
            args: &["repair", "--config", "jmend.toml"],
            input: "{'a':1}",
            status: 0,
            out: r#"{"a":1}"#,
            err: &[r#"original="{'a':1}""#, r#"normalized="{\"a\":1}""#],
        },
        Row {
            files: &[("jmend.toml", "log_normalizations = \"texts\"\n")],
            args: &["repair", "--config", "jmend.toml"],
            input: "sorry",
            status: 1,
            out: "",
            err: &["not normalized", r#"original="sorry""#],
        },
        Row {
            files: &[("jmend.toml", "[provider_overrides.a]\nenabled = true\n")],
            args: &["repair"],
            input: "{}",
            status: 2,
            out: "",
            err: &["did you mean `providers`?"],
        },
    ]);
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("jmend.toml"), "log_normalizations = \"texts\"\n").expect("written");
    let run = jmend("repair --report --redact --config jmend.toml")
        .current_dir(folder.path())
        .write_stdin("{'secret':1}")
        .output();
    let log = String::from_utf8_lossy(&run.expect("it runs").stderr).into_owned();
    assert!(log.contains("normalized") && !log.contains("secret"), "{log}");
}

/// Every field of the orders, in each form, within the budget; the last row counts.
#[test]
#[cfg_attr(not(has = "python3"), ignore = "needs python3")]
fn profiles_name_every_field() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/results/orders.py");
    for form in ["rows", "wrapped", "mcp", "ndjson"] {
        let made = std::process::Command::new("python3")
            .arg(&script)
            .args([form, "400000"])
            .env("PYTHONIOENCODING", "utf8")
            .stdout(Stdio::piped())
            .output()
            .expect("python3 runs");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let mut file = tempfile::NamedTempFile::new().expect("a file");
        file.write_all(&made.stdout).expect("written");
        let run = jmend("preview --preview profile --tool t").arg(file.path()).output().expect("it runs");
        let text = String::from_utf8_lossy(&run.stdout).into_owned();
        assert!(text.len() <= 2048, "{form}: {} bytes", text.len());
        let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let fields = value["fields"].as_object().expect("fields");
        for (path, share) in [
            (".id", 1.0),
            (".created", 1.0),
            (".status", 1.0),
            (".amount", 1.0),
            (".total", 1.0),
            (".customer.id", 1.0),
            (".customer.name", 1.0),
            (".customer.address.city", 1.0),
            (".customer.address.zip", 1.0),
            (".paid", 1.0),
            (".note", 0.3),
        ] {
            // What all rows have needs no word.
            let found = fields[path]["in"].as_f64().unwrap_or(1.0);
            assert!((found - share).abs() < 0.05 && fields.contains_key(path), "{form} {path}: {found}");
        }
        for path in [".items[].sku", ".items[].quantity", ".tags[]", ".last_of_all"] {
            assert!(fields.contains_key(path), "{form} {path}: {text}");
        }
    }
}
