//! The configuration: which file is read, what is in force because of it, who wins, and what is said about a file that
//! cannot be used.

use std::fs;
use std::path::Path;

use crate::common::jmend;
use assert_cmd::Command;
use tempfile::TempDir;

/// A folder with these files.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, text).expect("written");
    }
    folder
}

/// A command that runs in a folder.
fn within(folder: &Path, args: &str) -> Command {
    let mut command = jmend(args);
    command.current_dir(folder);
    command
}

/// Standard output, standard error and status.
#[track_caller]
/// The command of a row: `repair`, unless the row names another one.
fn command(words: &str) -> String {
    if words.starts_with(|c: char| c.is_ascii_lowercase()) {
        words.to_owned()
    } else {
        format!("repair {words}")
    }
}

fn run(command: &mut Command, input: &str) -> (String, String, i32) {
    let output = command.write_stdin(input).output().expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (text(output.stdout), text(output.stderr), output.status.code().expect("a status"))
}

/// The setting of `jmend config` that begins with this name, without the padding.
fn setting(printed: &str, name: &str) -> String {
    let line = printed.lines().find(|line| line.starts_with(&format!("{name} = "))).unwrap_or_default();
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// (file, flags, setting, what is in force)
const PRECEDENCE: &[(&str, &str, &str, &str)] = &[
    ("", "", "max_risk", "max_risk = \"lossy\" # default"),
    ("", "--max-risk syntax", "max_risk", "max_risk = \"syntax\" # --max-risk"),
    ("max_risk = \"inferred\"", "", "max_risk", "max_risk = \"inferred\" # jmend.toml:1"),
    ("max_risk = \"inferred\"", "--max-risk lossy", "max_risk", "max_risk = \"lossy\" # --max-risk"),
    (
        "max_risk = \"inferred\"\n[providers.p]\nmax_risk = \"syntax\"",
        "--provider p",
        "max_risk",
        "max_risk = \"syntax\" # jmend.toml:3",
    ),
    (
        "max_risk = \"inferred\"\n[providers.p]\nmax_risk = \"syntax\"",
        "--provider q",
        "max_risk",
        "max_risk = \"inferred\" # jmend.toml:1",
    ),
    (
        "[providers.p]\nmax_risk = \"syntax\"",
        "--provider p --max-risk inferred",
        "max_risk",
        "max_risk = \"inferred\" # --max-risk",
    ),
    ("", "", "truncated", "truncated = \"close\" # default"),
    ("", "calls", "truncated", "truncated = \"refuse\" # default"),
    // What was found and not named never loosens what flags ask for.
    ("truncated = \"close\"", "calls", "truncated", "truncated = \"refuse\" # default"),
    ("truncated = \"close\"", "", "truncated", "truncated = \"close\" # jmend.toml:1"),
    (
        "truncated = \"close\"",
        "calls --config jmend.toml",
        "truncated",
        "truncated = \"close\" # jmend.toml:1",
    ),
    ("[tools.t]\ntruncated = \"close\"", "--tool t", "truncated", "truncated = \"refuse\" # default"),
    ("truncated = \"refuse\"", "calls", "truncated", "truncated = \"refuse\" # jmend.toml:1"),
    ("", "--in-place", "max_risk", "max_risk = \"syntax\" # --in-place"),
    ("max_risk = \"lossy\"", "--in-place", "max_risk", "max_risk = \"syntax\" # --in-place"),
    (
        "max_risk = \"lossy\"",
        "--in-place --config jmend.toml",
        "max_risk",
        "max_risk = \"lossy\" # jmend.toml:1",
    ),
    (
        "max_risk = \"lossy\"",
        "--in-place --max-risk inferred",
        "max_risk",
        "max_risk = \"inferred\" # --max-risk",
    ),
    (
        "max_risk = \"syntax\"\n[providers.p]\nmax_risk = \"lossy\"",
        "--in-place --provider p",
        "max_risk",
        "max_risk = \"lossy\" # jmend.toml:3",
    ),
    ("enabled = false", "check", "enabled", "enabled = true # default"),
    ("enabled = false", "--max-risk syntax", "enabled", "enabled = true # default"),
    ("enabled = false", "--max-risk lossy -p", "enabled", "enabled = false # jmend.toml:1"),
    ("enabled = false", "check --provider p", "enabled", "enabled = true # default"),
    ("enabled = false", "check --config jmend.toml", "enabled", "enabled = false # jmend.toml:1"),
    ("[providers.p]\nenabled = false", "check --provider p", "enabled", "enabled = false # jmend.toml:2"),
    (
        "fail_on_normalization_failure = false",
        "-e",
        "fail_on_normalization_failure",
        "fail_on_normalization_failure = true # default",
    ),
    ("truncated = \"refuse\"", "--truncated close", "truncated", "truncated = \"close\" # --truncated"),
    ("", "", "enabled", "enabled = true # default"),
    ("enabled = false", "", "enabled", "enabled = false # jmend.toml:1"),
    (
        "enabled = false\n[providers.p]\nenabled = true",
        "--provider p",
        "enabled",
        "enabled = true # jmend.toml:3",
    ),
    ("[providers.p]\nenabled = false", "--provider p", "enabled", "enabled = false # jmend.toml:2"),
    ("[providers.p]\nenabled = false", "", "enabled", "enabled = true # default"),
    ("", "", "strategies", "strategies = [\"ast\", \"regex\", \"structural\", \"manual\"] # default"),
    (
        "[providers.p]\nstrategies = [\"python_ast\", \"regex_quotes\", \"direct\"]",
        "--provider p",
        "strategies",
        "strategies = [\"ast\", \"regex\"] # jmend.toml:2",
    ),
    ("[providers.p]\nstrategies = []", "--provider p", "strategies", "strategies = [] # jmend.toml:2"),
    (
        "[providers.p]\nstrategies = []",
        "--provider p --strategies manual_repair,ast",
        "strategies",
        "strategies = [\"ast\", \"manual\"] # --strategies",
    ),
    ("", "", "call_format", "call_format = \"auto\" # default"),
    (
        "[providers.p]\ncall_format = \"hermes\"",
        "--provider p",
        "call_format",
        "call_format = \"hermes\" # jmend.toml:2",
    ),
    ("log_normalizations = true", "", "log_normalizations", "log_normalizations = true # jmend.toml:1"),
    ("log_normalizations = \"texts\"", "", "log_normalizations", "log_normalizations = true # jmend.toml:1"),
    (
        "log_normalizations = \"texts\"",
        "--config jmend.toml",
        "log_normalizations",
        "log_normalizations = \"texts\" # jmend.toml:1",
    ),
    (
        "fail_on_normalization_failure = false",
        "",
        "fail_on_normalization_failure",
        "fail_on_normalization_failure = true # default",
    ),
    (
        "fail_on_normalization_failure = false",
        "--config jmend.toml",
        "fail_on_normalization_failure",
        "fail_on_normalization_failure = false # jmend.toml:1",
    ),
];

#[test]
fn a_flag_beats_the_file_and_what_is_said_of_the_provider_what_is_said_of_all() {
    for (file, flags, name, expected) in PRECEDENCE {
        let folder = folder(&[("jmend.toml", file)]);
        let (out, err, status) = run(&mut within(folder.path(), &format!("config {}", command(flags))), "");
        assert_eq!((setting(&out, name).as_str(), status), (*expected, 0), "{file}\n{flags}\n{out}{err}");
    }
}

#[test]
fn what_is_printed_is_toml_and_names_its_file() {
    let file = "max_risk = \"inferred\"\n[tools.\"a b\"]\naliases = { \"c\\u0000\" = \"d\" }\nschema = \"s.json\"\n\
                raw_keys = [\"x\"]\ntruncated = \"close\"\n";
    let folder = folder(&[("jmend.toml", file)]);
    let (out, _, _) = run(&mut within(folder.path(), "config --provider p\u{1b}"), "");
    assert!(out.starts_with("# jmend.toml\n# provider: p\\u{1b}\n"), "{out}");
    let expected = ["[tools.\"a b\"]", "aliases = { \"c\\u0000\" = \"d\" }", "raw_keys = [\"x\"]"];
    assert!(expected.iter().all(|line| out.contains(line)), "{out}");
    assert_eq!(setting(&out, "schema"), "schema = \"s.json\" # jmend.toml:4");
    let lines = out.lines().filter(|line| line.contains(" = "));
    assert!(lines.clone().count() >= 11 && lines.clone().all(|line| line.contains("  # ")), "{out}");
    let nothing = tempfile::tempdir().expect("a folder");
    let (out, _, _) = run(&mut within(nothing.path(), "config"), "");
    assert!(out.starts_with("# no configuration file\n"), "{out}");
}

#[test]
fn the_nearest_file_is_read_then_the_users_own() {
    let say = |risk: &str| format!("max_risk = \"{risk}\"\n");
    let files = folder(&[
        ("project/jmend.toml", &say("inferred")),
        ("project/deep/er/x", ""),
        ("project/own/jmend.toml", &say("syntax")),
        ("elsewhere/x", ""),
        ("home/jmend/config.toml", &say("syntax")),
        ("named.toml", &say("lossy")),
        ("project/folder/jmend.toml/x", ""),
    ]);
    let root = files.path().canonicalize().expect("a path");
    let above = root.join("project/jmend.toml");
    let users = root.join("home/jmend/config.toml");
    let named = root.join("named.toml");
    let name = |path: &Path| path.display().to_string();
    for (from, flags, origin) in [
        ("project", String::new(), "jmend.toml:1".to_owned()),
        ("project/deep/er", String::new(), format!("{}:1", name(&above))),
        ("project/own", String::new(), "jmend.toml:1".to_owned()),
        // A folder of that name is no file.
        ("project/folder", String::new(), format!("{}:1", name(&above))),
        ("project", format!("--config {}", name(&named)), format!("{}:1", name(&named))),
        ("project", "--no-config".to_owned(), "default".to_owned()),
        ("elsewhere", String::new(), format!("{}:1", name(&users))),
        ("elsewhere", "--no-config".to_owned(), "default".to_owned()),
    ] {
        let mut command = within(&root.join(from), &format!("config {flags}"));
        let (out, err, _) = run(command.env("XDG_CONFIG_HOME", root.join("home")), "");
        assert!(
            setting(&out, "max_risk").ends_with(&format!("# {origin}")),
            "{from} {flags}: {origin}\n{out}{err}"
        );
    }
    // Without the variable it is the folder `.config` at home; a relative path in it counts for nothing.
    let home =
        folder(&[(".config/jmend/config.toml", &say("syntax")), ("jmend/config.toml", &say("inferred"))]);
    for xdg in ["", "."] {
        let mut command = within(&root.join("elsewhere"), "config");
        command.env("HOME", home.path()).env("XDG_CONFIG_HOME", xdg);
        let (out, _, _) = run(&mut command, "");
        assert!(out.contains(".config/jmend/config.toml:1"), "{xdg:?}: {out}");
    }
    // Nothing to stand in, and nothing to go by.
    let mut bare = within(&root.join("elsewhere"), "repair");
    bare.env_clear();
    assert_eq!(run(&mut bare, "[1,]"), ("[1]\n".to_owned(), String::new(), 0));
}

/// (file, input, what is said)
const UNUSABLE: &[(&str, &str)] = &[
    (
        "\n max_risc = 1\nx = 2\n",
        "bad.toml:2:2: there is no key `max_risc`; did you mean `max_risk`? (and one more fault)",
    ),
    ("a = 1\nb = 1\nc = 1", "bad.toml:1:1: there is no key `a` (and 2 more faults)"),
    ("enabled = maybe", "bad.toml:1:11: this is not TOML: "),
    ("\"\\u001b[31m\" = 1", "bad.toml:1:1: there is no key `\\u{1b}[31m`"),
];

#[test]
fn a_file_that_cannot_be_used_ends_the_job_before_anything_is_read() {
    for (text, said) in UNUSABLE {
        let folder = folder(&[("bad.toml", text)]);
        let (out, err, status) = run(&mut within(folder.path(), "repair -q --config bad.toml"), "{}");
        assert_eq!((out.as_str(), status, err.lines().count()), ("", 2, 1), "{text}: {err}");
        assert!(err.starts_with("jmend: error: ") && err.contains(said), "{text}: {err}");
    }
    let folder = folder(&[("latin.toml", "")]);
    fs::write(folder.path().join("latin.toml"), b"# \xe9\n").expect("written");
    for (file, said) in
        [("missing.toml", "missing.toml: No such file"), ("latin.toml", "not UTF-8"), (".", "directory")]
    {
        let (_, err, status) = run(&mut within(folder.path(), &format!("repair --config {file}")), "{}");
        assert!(status == 2 && err.contains(said), "{file}: {err}");
    }
    let (_, _, status) = run(&mut within(folder.path(), "repair --config latin.toml --no-config"), "{}");
    assert_eq!(status, 2);
    let (_, _, status) = run(within(folder.path(), "repair --provider").arg(""), "{}");
    assert_eq!(status, 2);
}

/// One record for each strategy.
const KINDS: [(&str, &str); 4] = [
    ("direct", "{\"a\": 1}"),
    ("ast", "{'a': (1, True)}"),
    ("regex", "{'a': true}"),
    ("structural", "[1 2]"),
];

#[test]
fn a_provider_without_a_strategy_refuses_what_needs_it() {
    for without in ["ast", "regex", "structural", "none"] {
        let list: Vec<_> =
            ["ast", "regex", "structural", "manual"].iter().filter(|name| **name != without).collect();
        let folder = folder(&[("jmend.toml", &format!("[providers.p]\nstrategies = {list:?}\n"))]);
        for (needs, text) in KINDS {
            let (out, err, status) = run(&mut within(folder.path(), "repair --provider p"), text);
            // A Python literal can also be read by the other two together.
            let refused = needs == without && needs != "ast";
            assert_eq!(status, i32::from(refused), "{needs} without {without}: {err}");
            assert!(refused == out.is_empty() && refused == err.contains("error[strategy]"), "{out}{err}");
            let (_, _, status) = run(&mut within(folder.path(), "repair --provider other"), text);
            assert_eq!(status, 0, "another provider");
        }
    }
    let folder = folder(&[("jmend.toml", "[providers.p]\nstrategies = [\"regex\"]\n")]);
    let (_, err, status) = run(&mut within(folder.path(), "repair --provider p"), "{'a': (1, True)}");
    assert!(status == 1 && err.contains("error[strategy]"), "{err}");
}

#[test]
fn a_disabled_provider_passes_bytes_through() {
    let folder = folder(&[("jmend.toml", "[providers.off]\nenabled = false\n")]);
    let bytes: Vec<u8> = (0..=255u8).chain(*b"\n\n{'a': 1,}\r\n sorry").collect();
    fs::write(folder.path().join("a"), &bytes).expect("written");
    fs::write(folder.path().join("b"), b"no end").expect("written");
    for flags in
        ["", "--lines", "--framing nul", "calls", "--at /x", "-p --sort-keys", "--truncated refuse -e"]
    {
        let command = format!("{} --provider off a b -", command(flags));
        let output = within(folder.path(), &command).write_stdin("{'b'").output().expect("it runs");
        let expected = [bytes.as_slice(), b"no end", b"{'b'"].concat();
        assert!(output.stdout == expected && output.status.success(), "{flags}: {output:?}");
    }
    let (out, _, status) = run(&mut within(folder.path(), "repair --provider off -o out b"), "");
    assert_eq!(
        (out.as_str(), status, fs::read(folder.path().join("out")).expect("a file")),
        ("", 0, b"no end".to_vec())
    );
    let (out, err, status) = run(&mut within(folder.path(), "repair --provider off a nowhere b"), "");
    assert!(status == 2 && err.contains("nowhere: No such file") && out.ends_with("no end"), "{err}");
    let (_, err, status) = run(&mut within(folder.path(), "repair --provider off --in-place a b"), "");
    assert_eq!((fs::read(folder.path().join("a")).expect("a file"), status), (bytes.clone(), 0), "{err}");
    let (out, err, status) = run(&mut within(folder.path(), "repair --provider off --report b"), "");
    assert_eq!((out.as_str(), status), ("", 2), "{err}");
    assert!(err.contains("jmend.toml:2: repair is disabled for the provider `off`"), "{err}");
    // Other providers are repaired, and so is what another command reads.
    assert_eq!(run(&mut within(folder.path(), "repair"), "[1,]").0, "[1]\n");
    assert_eq!(run(&mut within(folder.path(), "normalize --repair"), "[1,]").0, "[1]\n");
    let (_, err, status) = run(&mut within(folder.path(), "normalize --repair --provider off"), "[1,]");
    assert!(status == 1 && err.contains("error[syntax]"), "not repaired, so not JSON: {err}");
}

#[test]
fn what_is_no_failure_goes_on_as_it_came() {
    let folder = folder(&[("jmend.toml", "fail_on_normalization_failure = false\n")]);
    let input = "[1,]\nsorry \"x\"\n{}\n";
    let (out, err, status) = run(&mut within(folder.path(), "repair --lines --config jmend.toml"), input);
    assert_eq!((out.as_str(), status), ("[1]\n\"sorry \\\"x\\\"\"\n{}\n", 0), "{err}");
    assert!(err.contains("<stdin>:2:1: warning[no-json]"), "{err}");
    for (flags, expected) in [("--on-error skip", "[1]\n{}\n"), ("--on-error null", "[1]\nnull\n{}\n")] {
        let (out, _, status) =
            run(&mut within(folder.path(), &format!("repair --lines --config jmend.toml {flags}")), input);
        assert_eq!((out.as_str(), status), (expected, 0), "{flags}");
    }
    let (out, _, status) =
        run(&mut within(folder.path(), "repair --lines --config jmend.toml -o out"), input);
    assert_eq!((out.as_str(), status), ("", 0));
    assert!(folder.path().join("out").exists(), "the output is whole");
    // A file that is rewritten stays as it was instead, and a check finds what is wrong.
    fs::write(folder.path().join("prose.json"), "sorry").expect("written");
    for (flags, due) in [("", 1), ("--config jmend.toml", 0)] {
        let command = format!("repair --in-place prose.json {flags}");
        let (_, err, status) = run(&mut within(folder.path(), &command), "");
        let prose = fs::read_to_string(folder.path().join("prose.json")).expect("a file");
        assert_eq!((prose.as_str(), status), ("sorry", due), "{flags}: {err}");
    }
    assert_eq!(run(&mut within(folder.path(), "check --config jmend.toml prose.json"), "").2, 1);
    // Whoever says that the first one ends the run means it.
    assert_eq!(run(&mut within(folder.path(), "repair --lines --on-error stop"), input).2, 1);
    assert_eq!(run(&mut within(folder.path(), "repair --lines -e"), input).2, 1);
    let (out, err, status) =
        run(&mut within(folder.path(), "repair --at /s --config jmend.toml"), "{\"s\": \"sorry\"}");
    assert_eq!((out.as_str(), status), ("{\"s\": \"sorry\"}", 0), "{err}");
    assert!(err.contains("warning[no-json]"), "{err}");
}

#[test]
fn a_file_that_was_found_switches_no_check_off() {
    let folder = folder(&[("jmend.toml", "enabled = false\n"), ("any.json", "true"), ("log.json", "[1,]")]);
    let cut = "{\"cmd\":\"rm -rf /tm";
    for flags in [
        "--truncated refuse",
        "--max-risk syntax",
        "check -",
        "check - --format sarif",
        "--schema any.json -e",
        "-e",
        "explain --truncated refuse",
        "calls --require-call",
        "--tool t",
    ] {
        let (_, err, status) = run(&mut within(folder.path(), &command(flags)), cut);
        assert_eq!(status, 1, "{flags}: {err}");
        let first = err.lines().next().unwrap_or_default();
        let yields = "jmend.toml:1: warning[config]: `enabled = false` yields to ";
        assert!(first.starts_with(yields), "{flags}: {err}");
        let named = format!("{} --config jmend.toml", command(flags));
        assert_eq!(run(&mut within(folder.path(), &named), cut).2, 0, "{flags}");
    }
    run(&mut within(folder.path(), "repair --in-place log.json"), "");
    assert_eq!(fs::read_to_string(folder.path().join("log.json")).expect("a file"), "[1]\n");
    // Where nothing is asked for, bytes pass through, and one line says so.
    let disabled = "jmend.toml:1: warning[config]: repair is disabled, so bytes pass through untouched; \
                    --no-config reads no file\n";
    assert_eq!(run(&mut within(folder.path(), "repair"), cut), (cut.to_owned(), disabled.to_owned(), 0));
    assert_eq!(run(&mut within(folder.path(), "repair -q"), cut), (cut.to_owned(), String::new(), 0));
    let (_, err, status) = run(&mut within(folder.path(), "normalize --repair"), "[1,]");
    assert!(status == 1 && err.starts_with(disabled), "{err}");
}

#[test]
fn normalizations_are_logged_for_whoever_configured_it() {
    let folder = folder(&[("jmend.toml", "log_normalizations = true\n")]);
    let input = "{}\n[1 2]\n{'a': 'b'}\nsorry\n";
    let (_, err, _) = run(&mut within(folder.path(), "repair --lines --provider a\u{1b}b"), input);
    let logged: Vec<_> = err.lines().filter(|line| line.contains("jmend::normalization")).collect();
    let of = r#"normalized strategy="structural" provider="a\\u{1b}b" fixes="missing-comma""#;
    assert!(logged.len() == 3 && logged[0].contains("INFO") && logged[0].contains(of), "{err}");
    assert!(logged[1].contains("fixes=\"single-quotes\""), "each code once: {err}");
    assert!(logged[2].contains("WARN") && logged[2].contains("strategy=\"failed\""), "{err}");
    assert!(logged[2].contains("error=\"no-json\""), "{err}");
    let calls = "{\"name\":\"ls\",\"arguments\":{'x': 1}}";
    let (_, err, _) = run(&mut within(folder.path(), "calls --log-format json"), calls);
    let line: serde_json::Value = serde_json::from_str(err.lines().next().expect("a line")).expect("JSON");
    assert_eq!(line["fields"]["tool"], "ls", "{err}");
    assert_eq!(line["fields"]["fixes"], "single-quotes", "{err}");
    let at = "{\"s\": \"{'x': 1}\"}";
    let (_, err, _) = run(&mut within(folder.path(), "repair --at /s"), at);
    assert_eq!(err.lines().count(), 1, "{err}");
    for flags in ["-q", "--no-config"] {
        let (_, err, _) = run(&mut within(folder.path(), &format!("repair --lines {flags}")), "[1 2]\n");
        assert_eq!(err, "", "{flags}");
    }
    // Threads log in the order of the input, once for each.
    let many: String = (0..40_000)
        .map(|n| if n % 100 == 0 { "[1 2]\n" } else { "{\"a\": \"0123456789012345\"}\n" })
        .collect();
    let (_, err, _) = run(&mut within(folder.path(), "repair --lines -j4"), &many);
    assert_eq!(err.lines().count(), 401);
    assert!(err.ends_with("jmend: 40000 records: 39600 valid, 400 repaired\n"), "{err}");
}

#[test]
fn the_format_of_calls_is_that_of_the_provider() {
    let folder = folder(&[("jmend.toml", "[providers.p]\ncall_format = \"mistral\"\n")]);
    let text = "<tool_call>{\"name\":\"ls\",\"arguments\":{}}</tool_call>";
    let (out, _, _) = run(&mut within(folder.path(), "calls"), text);
    assert!(out.starts_with("{\"name\":\"ls\""), "{out}");
    assert_eq!(run(&mut within(folder.path(), "calls --provider p"), text).0, "");
    for flag in ["auto", "hermes"] {
        let command = format!("calls --provider p --call-format {flag}");
        assert!(run(&mut within(folder.path(), &command), text).0.starts_with("{\"name\":\"ls\""), "{flag}");
    }
}

#[test]
fn metrics_carry_the_providers_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let (_, err, _) = run(&mut within(folder.path(), "repair --provider acme --stats"), "[1,]");
    assert!(
        err.starts_with("{\"argument_normalization\":{\"provider\":\"acme\",\"total_calls\":1,"),
        "{err}"
    );
}

#[test]
fn a_name_that_is_almost_configured_is_told_of() {
    let folder = folder(&[("jmend.toml", "[providers.openai]\nmax_risk = \"syntax\"\n")]);
    let (_, err, status) = run(&mut within(folder.path(), "repair --provider opnai"), "{}");
    assert!(status == 0 && err.contains("did you mean `openai`?"), "{err}");
    let tools = [("jmend.toml", "[tools.run_command]\nmax_risk = \"syntax\"\n")];
    let tooled = self::folder(&tools);
    for (name, is_told) in [("run_comand", true), ("run_command", false), ("search", false)] {
        let (_, err, _) = run(&mut within(tooled.path(), &format!("repair --tool {name}")), "{}");
        assert_eq!(err.contains("did you mean `run_command`?"), is_told, "{name}: {err}");
    }
    for name in ["openai", "acme"] {
        let (_, err, _) = run(&mut within(folder.path(), &format!("repair --provider {name}")), "{}");
        assert_eq!(err, "", "{name}");
    }
}

#[test]
fn every_command_that_repairs_goes_by_the_configuration() {
    let folder = folder(&[("jmend.toml", "max_risk = \"syntax\"\n")]);
    for command in ["normalize --repair", "preview --tool t --repair", "cache-key --repair t"] {
        let (_, err, status) = run(&mut within(folder.path(), command), "{\"a\": 1 \"b\": 2}");
        assert!(status == 1 && err.contains("missing-comma"), "{command}: {err}");
        let (_, err, status) =
            run(&mut within(folder.path(), &format!("{command} --no-config")), "{\"a\": 1 \"b\": 2}");
        assert_eq!(status, 0, "{command}: {err}");
        let without = command.replace("--repair ", "").replace(" --repair", "");
        let (_, _, status) = run(&mut within(folder.path(), &format!("{without} --config x")), "{}");
        assert_eq!(status, 2, "{command}: without --repair there is nothing to configure");
        let (_, err, status) = run(&mut within(folder.path(), &format!("{without} --no-config")), "{}");
        assert_eq!(status, 0, "{command}: scripts give this flag to every command: {err}");
    }
    // Whoever repairs nothing does not look at it.
    fs::write(folder.path().join("jmend.toml"), "broken").expect("written");
    assert_eq!(run(&mut within(folder.path(), "normalize"), "{}").2, 0);
    assert_eq!(run(&mut within(folder.path(), "repair"), "{}").2, 2);
}
