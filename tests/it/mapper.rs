//! The contract that `docs/guide/cluster.md` gives to engines: N records in, N lines out, in order; metrics of parts add up.

#![cfg(unix)]

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use assert_cmd::cargo::cargo_bin;
use proptest::prelude::*;
use serde_json::Value;

/// Runs `command` in `folder` with jmend in front of the PATH.
fn bash(folder: &Path, command: &str) -> Output {
    let jmend = cargo_bin!("jmend").parent().expect("a folder").to_path_buf();
    let old = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(jmend).chain(std::env::split_paths(&old)));
    Command::new("bash")
        .args(["-c", command])
        .current_dir(folder)
        .env("PATH", path.expect("a PATH"))
        .output()
        .expect("bash runs")
}

fn repair(args: &str, input: Vec<u8>) -> Output {
    let mut child = Command::new(cargo_bin!("jmend"))
        .arg("repair")
        .args(args.split(' '))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let feeder = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().expect("it ends");
    feeder.join().expect("a thread").expect("all was read");
    output
}

/// Pieces of which models, and others, make records.
fn record() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        4 => prop::sample::select(vec![
            "{", "}", "[", "]", "\"", "'", ",", ":", "\\", "\\u", "\\ud83d\\ude42", "{\"a\":1}", "{'b': None,}", "[1, 2",
            "```json", "```", "<tool_call>", "\r", "\u{2028}", "\u{85}", "é", "😀", "Sure: ", "1e5", "nul", "//", "/*",
            "\u{feff}", "\t", "\u{1e}", "\u{7f}",
        ])
        .prop_map(|text| text.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 0..6),
    ];
    prop::collection::vec(piece, 0..10).prop_map(|pieces| pieces.concat())
}

/// A record of a framing whose records end with `separator`: it has none inside, and is not blank.
fn framed(mut raw: Vec<u8>, separator: u8) -> Vec<u8> {
    raw.retain(|byte| *byte != separator);
    if raw.iter().all(u8::is_ascii_whitespace) {
        raw.push(b'?');
    }
    raw
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// Between any two records stands one that says its number, and so must the lines that come out.
    #[test]
    fn n_records_in_n_lines_out(raws in prop::collection::vec(record(), 1..40), jobs in 1..3) {
        for framing in ["lines", "nul", "strings"] {
            let separator = if framing == "nul" { 0 } else { b'\n' };
            let mut input = Vec::new();
            for (number, raw) in raws.iter().enumerate() {
                let records = match framing {
                    "strings" => [
                        Value::from(String::from_utf8_lossy(raw)).to_string().into_bytes(),
                        format!("\"[{number},]\"").into_bytes(),
                    ],
                    _ => [framed(raw.clone(), separator), format!("[{number},]").into_bytes()],
                };
                for record in records {
                    input.extend_from_slice(&record);
                    input.push(separator);
                }
            }
            for flags in [
                "--report",
                "--report --select all",
                "--report --max-risk syntax --truncated refuse",
                "--on-error null --select first",
                "--on-error null --select largest --compact",
                "--on-error raw --select last --ascii",
            ] {
                let output = repair(&format!("--framing {framing} --quiet -j{jobs} {flags}"), input.clone());
                prop_assert!(matches!(output.status.code(), Some(0 | 1)), "{:?}", output.status);
                let text = String::from_utf8(output.stdout).expect("UTF-8");
                let lines: Vec<_> = text.split_terminator('\n').collect();
                prop_assert_eq!(lines.len(), 2 * raws.len(), "{} {} of {:?}", framing, flags, raws);
                for (number, pair) in lines.chunks(2).enumerate() {
                    let [mine, marker]: [Value; 2] = [0, 1].map(|at| {
                        serde_json::from_str(pair[at]).unwrap_or_else(|error| panic!("{error}: {}", pair[at]))
                    });
                    let marker = marker.get("value").cloned().unwrap_or(marker);
                    prop_assert_eq!(marker, serde_json::json!([number]), "{} {}", framing, flags);
                    prop_assert!(!flags.starts_with("--report") || mine["ok"].is_boolean(), "{}", mine);
                }
            }
        }
    }
}

/// Texts of many kinds, each as a JSON string on its line.
fn texts() -> String {
    let kinds =
        ["{'a': 1}", "[1, 2", "I cannot.", "{\"a\": 1.10}", "", "{\"a\": \"\u{2028}é\n\"}", "```\n[1,]\n```"];
    (0..4000)
        .map(|n| Value::from(format!("{}{}", kinds[n % kinds.len()], " ".repeat(n % 5))).to_string() + "\n")
        .collect()
}

/// The shell line of the page that has this word in it.
fn line_of(page: &str, word: &str) -> String {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(page)).expect("the page");
    let lines: Vec<_> = text.lines().filter(|line| line.contains(word)).collect();
    assert_eq!(lines.len(), 1, "{page}: {word}");
    lines[0].to_owned()
}

#[test]
#[cfg_attr(not(has = "parallel"), ignore = "needs GNU parallel")]
fn gnu_parallel_makes_what_one_process_makes() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("texts.jsonl"), texts()).expect("written");
    let command = line_of("docs/guide/cluster.md", "parallel --pipe");
    assert!(command.contains("--block 10M"), "{command}");
    let command = command.replace("--block 10M", "--block 10k");
    let sum = line_of("docs/guide/cluster.md", "stats part-");
    let run = bash(
        folder.path(),
        &format!(
            "set -e; export PARALLEL_HOME=$PWD; {command}; {sum}
             jmend repair --framing strings --report -q --stats=one.json texts.jsonl > one.jsonl || [ $? -eq 1 ]
             cmp one.jsonl reports.jsonl; cmp one.json stats.json; ls part-*.json | wc -l"
        ),
    );
    let (out, err) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert!(run.status.success(), "{out}{err}");
    assert!(out.trim().parse::<u32>().is_ok_and(|parts| parts > 5), "{out}");
}

#[test]
fn the_mapper_of_the_spark_job_ends_as_engines_understand() {
    let folder = tempfile::tempdir().expect("a folder");
    let mapper = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/spark/mapper.sh");
    let map = |input: &str, program: &str, stats: &str| {
        bash(folder.path(), &format!("printf '{input}' | {} {program} {stats}", mapper.display()))
    };
    let run = map(r#"part-3\n"[1"\n"no"\n"#, "jmend", ".");
    let out = String::from_utf8_lossy(&run.stdout);
    assert_eq!(
        (run.status.code(), out.lines().count()),
        (Some(0), 2),
        "a record that cannot be repaired is no reason"
    );
    let stats = fs::read_to_string(folder.path().join("part-3.json")).expect("the metrics");
    assert!(stats.contains(r#""total_calls":2"#), "{stats}");
    assert_eq!(map("part-4\\n", "jmend", ".").status.code(), Some(0), "an empty partition");
    assert_eq!(map(r#"part-3\n"[1"\n"#, "jmend", "/no/such").status.code(), Some(2));
    assert_eq!(map("part-3\\n", "/no/such/program", ".").status.code(), Some(127));
    fs::write(folder.path().join("killed.sh"), "kill -9 $$\n").expect("written");
    let killed =
        bash(folder.path(), &format!("chmod +x killed.sh; echo part-3 | {} ./killed.sh .", mapper.display()));
    assert_eq!(killed.status.code(), Some(128 + 9));
}

#[test]
fn the_mapper_for_hadoop_ends_as_engines_understand() {
    let folder = tempfile::tempdir().expect("a folder");
    let line = line_of("docs/guide/cluster.md", "-mapper");
    let mapper = line.split_once("-mapper ").expect("a mapper").1.replace("./jmend", "jmend");
    for (input, lines, status) in [("\"[1\"\n\"no\"\n", 2, 0), ("", 0, 0)] {
        // Twice through a shell: that of the user, and the one that the mapper asks for.
        let run = bash(folder.path(), &format!("mapper={mapper}; printf '%s' '{input}' | eval \"$mapper\""));
        let out = String::from_utf8_lossy(&run.stdout);
        assert_eq!((out.lines().count(), run.status.code()), (lines, Some(status)), "{mapper}: {out}");
    }
}
