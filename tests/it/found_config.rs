//! The rights of a `jmend.toml` that was found, key by key, beside what the same file does if it is named, and what happens
//! without a file. The table of `src/cli/config/keys.rs` says the same in words, and the reference shows it.

use std::fs;

use jmend::cli::config::keys::{About, Found, KEYS};

use crate::common::jmend;

/// A status, and whether the sign was seen on standard output or standard error.
type Outcome = (i32, bool);

/// A key in a file, and what comes of a command where that file is found, named, and not there.
struct Row {
    key: &'static str,
    file: &'static str,
    command: &'static str,
    input: &'static str,
    sign: &'static str,
    found: Outcome,
    named: Outcome,
    without: Outcome,
}

const ROWS: &[Row] = &[
    row("enabled", "enabled = false", "repair --max-risk syntax", r#"{"a" 1}"#)
        .gives("error[risk]", [(1, true), (0, false), (1, true)]),
    row("log_normalizations", "log_normalizations = \"texts\"", "repair", "{'secret': 1}")
        .gives("original=", [(0, false), (0, true), (0, false)]),
    row("log_normalizations", "log_normalizations = true", "repair", "{'secret': 1}")
        .gives("normalization", [(0, true), (0, true), (0, false)]),
    row("fail_on_normalization_failure", "fail_on_normalization_failure = false", "repair", "sorry")
        .gives("sorry", [(1, false), (0, true), (1, false)]),
    row("preview", "preview = \"rows\"", "preview --tool t --repair many.json", "")
        .gives("\"rows\":[", [(0, true), (0, true), (0, false)]),
    row("max_risk", "max_risk = \"lossy\"", "repair --in-place f.json", "")
        .gives("1 fix", [(1, false), (0, true), (1, false)]),
    row("max_risk", "max_risk = \"syntax\"", "repair", r#"{"a" 1}"#)
        .gives("error[risk]", [(1, true), (1, true), (0, false)]),
    row("min_confidence", "min_confidence = 0", "repair --min-confidence 1", "[1,]")
        .gives("error[confidence]", [(1, true), (1, true), (1, true)]),
    row("min_confidence", "min_confidence = 1", "repair", "[1,]")
        .gives("error[confidence]", [(1, true), (1, true), (0, false)]),
    row("truncated", "truncated = \"close\"", "calls", r#"{"name":"f","arguments":{"a":"b"#)
        .gives("error[truncated]", [(1, true), (0, false), (1, true)]),
    row("truncated", "truncated = \"refuse\"", "repair", "[1")
        .gives("error[truncated]", [(1, true), (1, true), (0, false)]),
    row("strategies", "[providers.p]\nstrategies = [\"ast\"]", "repair --provider p", "so {'a': 1}")
        .gives("error[strategy]", [(1, true), (1, true), (0, false)]),
    row("call_format", "[providers.p]\ncall_format = \"mistral\"", "calls --provider p", HERMES)
        .gives("\"ls\"", [(0, false), (0, false), (0, true)]),
    row("aliases", "[tools.rm]\naliases = { path = \"root\" }", "calls --max-risk syntax", CALL)
        .gives("root", [(0, false), (0, true), (0, false)]),
    row("aliases", "[tools.rm]\naliases = { path = \"root\" }", "calls", CALL)
        .gives("root", [(0, true), (0, true), (0, false)]),
    row("raw_keys", "[tools.t]\nraw_keys = [\"o\"]", "repair --tool t --max-risk syntax", r#"{"o": "[1,]"}"#)
        .gives("error[risk]", [(1, true), (0, false), (1, true)]),
    row(
        "json_keys",
        "[tools.t]\njson_keys = [\"cmd\"]",
        "repair --tool t --max-risk syntax",
        r#"{"cmd": "[1,]"}"#,
    )
    .gives("error[risk]", [(0, false), (1, true), (0, false)]),
    row("schema", "[tools.t]\nschema = \"../outside.json\"", "repair --tool t", "{}")
        .gives("error[schema]", [(0, false), (1, true), (0, false)]),
    row("schema", "[tools.t]\nschema = \"inside.json\"", "repair --tool t", "{}")
        .gives("error[schema]", [(1, true), (1, true), (0, false)]),
    row("ignore", "[check]\nignore = [\"f.json\"]", "check --force-exclude f.json", "")
        .gives("1 skipped", [(0, true), (0, true), (1, false)]),
    row("json", "[check]\njson = [\"c.jsonc\"]", "check c.jsonc", "")
        .gives("error[comment]", [(1, true), (1, true), (0, false)]),
    row("json5", "[check]\njson5 = [\"b.json\"]", "check b.json", "")
        .gives("no problem", [(0, true), (0, true), (1, false)]),
    row("jsonc", "[check]\njsonc = [\"*.json\"]", "check d.json", "")
        .gives("no problem", [(0, true), (0, true), (1, false)]),
];

const FILES: [(&str, &str); 6] = [
    ("b.json", "{b: 1}"),
    ("c.jsonc", "[1] // one"),
    ("d.json", "[1] // one"),
    ("../outside.json", r#"{"required": ["z"]}"#),
    ("inside.json", r#"{"required": ["z"]}"#),
    ("f.json", "{\"a\" 1}"),
];

const HERMES: &str = r#"<tool_call>{"name":"ls","arguments":{}}</tool_call>"#;
const CALL: &str = r#"{"name":"rm","arguments":{"path":"/tmp"}}"#;

const fn row(key: &'static str, file: &'static str, command: &'static str, input: &'static str) -> Row {
    let nothing = (0, false);
    Row { key, file, command, input, sign: "", found: nothing, named: nothing, without: nothing }
}

impl Row {
    const fn gives(self, sign: &'static str, outcomes: [Outcome; 3]) -> Self {
        let [found, named, without] = outcomes;
        Self { sign, found, named, without, ..self }
    }

    /// Runs the command in a folder of its own, with these flags; returns the outcome and standard error.
    fn run(&self, has_file: bool, flags: &str) -> (Outcome, String) {
        let above = tempfile::tempdir().expect("a folder");
        let folder = above.path().join("project");
        fs::create_dir(&folder).expect("a folder");
        for (name, text) in FILES {
            fs::write(folder.join(name), text).expect("written");
        }
        fs::write(folder.join("many.json"), format!("[{}]", "{\"a\": 1000},".repeat(300))).expect("written");
        if has_file {
            fs::write(folder.join("jmend.toml"), self.file).expect("written");
        }
        let mut command = jmend(&format!("{} {flags}", self.command));
        let run = command.current_dir(&folder).write_stdin(self.input).output().expect("it runs");
        let (out, err) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
        let is_seen = out.contains(self.sign) || err.contains(self.sign);
        ((run.status.code().unwrap_or(-1), is_seen), err.into_owned())
    }

    fn about(&self) -> About {
        KEYS.about().find(|about| about.name == self.key).expect("a key")
    }
}

#[test]
fn each_key_of_a_file_that_was_found_does_what_the_table_says() {
    let mut wrong = Vec::new();
    for row in ROWS {
        let (found, err) = row.run(true, "");
        let runs = [
            ("found", found, row.found),
            ("named", row.run(true, "--config jmend.toml").0, row.named),
            ("not read", row.run(true, "--no-config").0, row.without),
            ("not there", row.run(false, "").0, row.without),
        ];
        for (way, is, due) in runs.into_iter().filter(|(_, is, due)| is != due) {
            wrong.push(format!("{} {way}: {is:?}, expected {due:?}: {err}", row.file));
        }
        // What is taken out of a file is told. Gates that yield are told where the flag's own message does not.
        let is_told = err.starts_with("jmend.toml:");
        let is_taken_out = !matches!(row.about().found, Found::Holds | Found::Yields | Found::Counted)
            && row.found != row.named;
        if is_taken_out && !is_told {
            wrong.push(format!("{}: nothing names the file: {err}", row.file));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_rows_show_every_key() {
    let missing: Vec<_> = KEYS
        .about()
        .map(|about| about.name)
        .filter(|name| !ROWS.iter().any(|row| row.key == *name))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
    // What holds, holds as if it were named; what yields or does not count has a row that shows the difference.
    for about in KEYS.about().filter(|about| about.name != "min_confidence") {
        let rows: Vec<_> = ROWS.iter().filter(|row| row.key == about.name).collect();
        let differs = rows.iter().any(|row| row.found != row.named);
        assert_eq!(differs, !matches!(about.found, Found::Holds | Found::Counted), "{}", about.name);
    }
}
