//! `jmend explain`: causes of real answers, and what the screen says.

use std::fs;

use jmend::core::cause::{Cause, examine};
use jmend::core::repair::{Options, repair};
use serde_json::Value;

/// Real answers whose cause a person wrote down from the text alone. At least 26 of the 30 are found.
#[test]
#[cfg_attr(not(has = "shared"), ignore = "needs ../shared")]
fn the_causes_of_real_answers_are_found() {
    let rows = include_str!("../../fixtures/explain/causes.tsv");
    let (mut found, mut missed) = (0, Vec::new());
    for row in rows.lines().filter(|row| !row.starts_with('#')) {
        let [file, id, _, cause] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let path = format!("{}/../shared/bench/real/dev/{file}.jsonl", env!("CARGO_MANIFEST_DIR"));
        let lines = fs::read_to_string(path).expect("cases");
        let row: Value = lines
            .lines()
            .filter(|line| line.contains(id))
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .find(|row: &Value| row["id"] == id)
            .expect("a case");
        let text = row["input"].as_str().expect("a text").as_bytes();
        let options = Options::default();
        let repaired = repair(text, &options);
        let answer = examine(text, repaired.as_ref().map_err(|failure| Some(failure.code)), &options);
        let seen = Cause::of(&answer.clues).map_or("none", |cause| cause.id);
        if seen == cause { found += 1 } else { missed.push(format!("{id}: {cause}, found {seen}")) }
    }
    assert!(found >= 26, "{found} found; {missed:#?}");
}

/// A long answer that is pasted into a terminal comes through whole, and the terminal is as it was afterwards.
#[test]
#[cfg(target_os = "linux")]
fn a_paste_of_any_length_comes_through() {
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    use rustix::termios::tcgetattr;
    use std::io::{Read, Write};

    let answer = format!("{{'text': '{}', 'control': '\\u0004'}}", "x\u{e9}".repeat(70_000));
    assert!(answer.len() > 200_000);
    let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&terminal).and_then(|()| unlockpt(&terminal)).expect("a terminal");
    let name = ptsname(&terminal, Vec::new()).expect("a name").into_string().expect("UTF-8");
    let open = || fs::OpenOptions::new().read(true).write(true).open(&name).expect("a terminal");
    let before = tcgetattr(open()).expect("modes").local_modes;
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin!("jmend"))
        .args(["repair", "--no-config"])
        .stdin(open())
        .stdout(std::process::Stdio::piped())
        .stderr(open())
        .spawn()
        .expect("it runs");
    let mut screen = fs::File::from(terminal.try_clone().expect("a terminal"));
    let (ready, is_ready) = std::sync::mpsc::channel();
    let shown = std::thread::spawn(move || {
        let (mut all, mut bytes) = (Vec::new(), [0; 4096]);
        while let Ok(count @ 1..) = screen.read(&mut bytes) {
            all.extend_from_slice(&bytes[..count]);
            if all.windows(8).any(|part| part == b"\x1b[?2004h") {
                let _ = ready.send(());
            }
            if all.ends_with(b"\x1b[?2004l") {
                break;
            }
        }
        all
    });
    is_ready.recv().expect("the terminal is taken over");
    let mut keyboard = fs::File::from(terminal);
    keyboard.write_all(b"\x1b[200~").expect("written");
    keyboard.write_all(answer.as_bytes()).expect("written");
    keyboard.write_all(b"\x1b[201~\n").expect("written");
    keyboard.write_all(b"wrong\x7f\x7f\x7f\x7f\x7f\x04\x04").expect("written");
    let output = child.stdout.take().expect("a pipe");
    let text = std::io::read_to_string(output).expect("UTF-8");
    assert!(child.wait().expect("it ends").success());
    assert_eq!(text, answer.replace('\'', "\"") + "\n");
    drop(shown);
    assert_eq!(tcgetattr(open()).expect("modes").local_modes, before);
}

/// A refused record goes to a command; its answer passes the same gates, and the report says where the value is from.
#[test]
#[cfg(unix)]
fn a_fallback_command_is_asked_and_judged() {
    use crate::common::lines::run;

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
}

/// Reports suggest the settings that would have helped.
#[test]
fn settings_are_learned_from_reports() {
    use crate::common::lines::{NO_FILES, Row, holds};

    let nested = r#"{"ok":true,"value":{},"strategy":"python_ast","fixes":[{"code":"nested-python","path":"/ops/0"}]}"#;
    let unfit = r#"{"ok":false,"error":{"code":"schema","violations":[{"keyword":"additionalProperties","message":"Additional properties are not allowed ('file' was unexpected)"},{"keyword":"required","message":"\"path\" is a required property"}]},"strategy":"failed"}"#;
    let input = format!("{nested}\n{unfit}\nno report\n").repeat(3).leak();
    holds(&[
        Row {
            files: NO_FILES,
            args: &["learn", "--tool", "edit"],
            input,
            status: 0,
            out: "# 6 records, 3 refused; 3 lines are no reports.\n\n\
                  # Strategies by records: ast 3, regex 0, structural 0, manual 0.\nstrategies = [\"ast\"]\n\n\
                  # 6 records.\n[tools.\"edit\"]\n\
                  # 3 records have \"file\", which is not known, and lack \"path\".\naliases = { \"file\" = \"path\" }\n\
                  # 3 strings at \"ops\" held JSON or Python.\njson_keys = [\"ops\"]",
            err: &[],
        },
        Row {
            files: NO_FILES,
            args: &["learn", "--least", "4"],
            input,
            status: 0,
            out: "# 6 records, 3 refused; 3 lines are no reports.",
            err: &[],
        },
        Row {
            files: NO_FILES,
            args: &["learn"],
            input: "text\n",
            status: 1,
            out: "# 0 records, 0 refused; 1 lines are no reports.",
            err: &["there is no report"],
        },
    ]);
}

/// The clipboard is read and filled by the tools of the platform.
#[test]
#[cfg(unix)]
fn the_clipboard_is_read_and_filled() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().expect("a folder");
    for (name, script) in [("wl-paste", "printf '[1 2]'"), ("wl-copy", "cat > copied")] {
        let path = folder.path().join(name);
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("written");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a program");
    }
    let path = format!("{}:{}", folder.path().display(), std::env::var("PATH").expect("a PATH"));
    let run = crate::common::jmend("explain --clipboard --copy")
        .current_dir(folder.path())
        .env("PATH", path)
        .output()
        .expect("it runs");
    let shown = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success() && shown.starts_with("<clipboard>: repaired: 1 fix"), "{shown}");
    let copied = fs::read_to_string(folder.path().join("copied")).expect("copied");
    assert_eq!(copied, "Send it again as strict JSON. Write `[1, 2]` instead of `[1 2]`.");
}

/// Colors in a pipe are there for those who ask for them, and never in a file.
#[test]
fn json_is_colored_in_a_pipe_where_that_is_asked_for() {
    use crate::common::lines::run;

    let folder = tempfile::tempdir().expect("a folder");
    let (out, _, status) = run(folder.path(), &["repair", "--color", "always"], "{'a': [1, \"x\"]}\n");
    assert!(out.contains("\x1b[32m\"x\"\x1b[0m") && status == 0, "{out:?}");
    let plain: String =
        out.split("\x1b[").map(|part| part.split_once('m').map_or(part, |(_, rest)| rest)).collect();
    assert_eq!(plain, "{\"a\": [1, \"x\"]}\n");
    let args = ["repair", "--color", "always", "-o", "a.json"];
    assert_eq!(run(folder.path(), &args, "{'a': 1}").2, 0);
    assert_eq!(fs::read_to_string(folder.path().join("a.json")).expect("a file"), "{\"a\": 1}\n");
}
