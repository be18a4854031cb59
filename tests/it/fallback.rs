//! `repair --fallback-command`: who is asked about a refused record, and how the answer is judged.

#![cfg(unix)]

use std::fs;

use crate::common::lines::run;
use serde_json::Value;

/// A refused record goes to a command; its answer passes the same gates, and the report says where the value is from.
#[test]
fn a_fallback_command_is_asked_and_judged() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    fs::write(path.join("schema.json"), r#"{"type":"object","required":["n"]}"#).expect("written");
    // What it is told is kept, and each record gets the same answer.
    fs::write(path.join("good"), "#!/bin/sh\ntee -a told | grep -q no-json && echo \"{'n': 7}\"\n")
        .expect("written");
    let fallback = |command: &str| {
        ["repair", "--no-config", "--lines", "--fallback-command", command].map(str::to_owned)
    };
    let with = |command: &str, more: &[&str]| {
        let args = fallback(command);
        let args: Vec<_> = args.iter().map(String::as_str).chain(more.iter().copied()).collect();
        run(path, &args, "{\"n\":1}\nsorry\n")
    };
    let (out, err, status) = with("sh good", &[]);
    assert_eq!((out.as_str(), status), ("{\"n\":1}\n{\"n\": 7}\n", 0), "{err}");
    assert!(err.contains("note[fallback]") && err.contains(":2:1"), "{err}");
    let told: Value =
        serde_json::from_str(&fs::read_to_string(path.join("told")).expect("told")).expect("JSON");
    assert_eq!((&told["text"], &told["error"]["code"]), (&"sorry".into(), &"no-json".into()));
    assert!(told["feedback"].as_str().expect("text").contains("Send one JSON value"));
    let (out, _, status) = with("sh good", &["--report"]);
    let report: Value = serde_json::from_str(out.lines().nth(1).expect("a line")).expect("JSON");
    assert_eq!((&report["source"], &report["value"]["n"], status), (&"fallback".into(), &7.into(), 0));
    // The gates hold for the answer, and nothing that goes wrong with the command makes a value.
    for (command, gate, said) in [
        ("sh good", &["--strategies", "manual"][..], "refused as well"),
        ("echo 'no idea'", &[], "refused as well"),
        ("echo '{\"m\": 1}'", &["--schema", "schema.json"], "refused as well"),
        ("false", &[], "it failed"),
        ("sleep 9", &["--fallback-timeout", "1"], "longer than 1 s"),
        ("/nonexistent/model", &[], "could not be run"),
    ] {
        let (out, err, status) = with(command, gate);
        assert_eq!((out.as_str(), status), ("{\"n\":1}\n", 1), "{command}: {err}");
        assert!(err.contains(said), "{command}: {err}");
    }
    let (_, err, status) = run(path, &["repair", "--fallback-command", "a 'b"], "");
    assert!(status == 2 && err.contains("not closed"), "{err}");
    // A configuration that switches repair off does not switch off what a flag asks for.
    fs::write(path.join("jmend.toml"), "enabled = false\n").expect("written");
    let (out, err, _) = run(path, &["repair", "--fallback-command", "sh good"], "sorry");
    assert_eq!(out, "{\"n\": 7}\n", "{err}");
}
