//! The shapes of records: each row of `fixtures/records/shapes.jsonl` gives the same calls, texts and counts from a file, a pipe
//! and a stream, in `calls`, `stats` and `explain`, with `--lines` where its records are lines, and in the library.

use std::collections::BTreeSet;
use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::thread;

use serde_json::{Value, json};

use crate::common::{jmend, start};
use jmend::CallOptions;

const SHAPES: &str = include_str!("../../fixtures/records/shapes.jsonl");

/// Bytes that a stream brings at a time.
const PIECE: usize = 61;

/// Shapes of the table, at least.
const FEWEST: usize = 24;

/// One shape.
struct Shape {
    row: Value,
    folder: tempfile::TempDir,
}

impl Shape {
    fn text(&self) -> &str {
        self.row["text"].as_str().expect("a text")
    }

    fn id(&self) -> &str {
        self.row["id"].as_str().expect("an id")
    }

    fn has(&self, name: &str) -> bool {
        self.row[name].as_bool().expect("true or false")
    }

    /// Returns what the command writes about the file: standard output and standard error.
    fn of_file(&self, args: &str) -> (String, String) {
        let name = self.row["name"].as_str().expect("a name");
        let output = jmend(args).arg(name).current_dir(self.folder.path()).output().expect("it runs");
        Self::done(&output)
    }

    fn of_pipe(&self, args: &str) -> (String, String) {
        Self::done(&jmend(args).write_stdin(self.text()).output().expect("it runs"))
    }

    fn done(output: &std::process::Output) -> (String, String) {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (text(&output.stdout), text(&output.stderr))
    }

    /// The same of a pipe that brings a few bytes at a time.
    fn of_stream(&self, args: &str) -> (String, String) {
        let mut child = start(args);
        let (mut input, text) = (child.stdin.take().expect("a pipe"), self.text().to_owned());
        let writer = thread::spawn(move || {
            for piece in text.as_bytes().chunks(PIECE) {
                input.write_all(piece).expect("written");
                input.flush().expect("written");
            }
        });
        let (mut out, mut err) = (String::new(), String::new());
        child.stdout.take().expect("a pipe").read_to_string(&mut out).expect("text");
        child.stderr.take().expect("a pipe").read_to_string(&mut err).expect("text");
        writer.join().expect("it ends");
        child.wait().expect("it ends");
        (out, err)
    }
}

fn shapes() -> Vec<Shape> {
    let shape = |line: &str| {
        let row: Value = serde_json::from_str(line).expect("JSON");
        let folder = tempfile::tempdir().expect("a folder");
        let (name, text) = (row["name"].as_str().expect("a name"), row["text"].as_str().expect("a text"));
        fs::write(folder.path().join(name), text).expect("written");
        Shape { row, folder }
    };
    SHAPES.lines().map(shape).collect()
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// The number of records that the closing line says; without one, there was one record.
fn records(messages: &str) -> u64 {
    let said = messages
        .lines()
        .find_map(|line| line.strip_prefix("jmend: ")?.split_once(" records: ")?.0.parse().ok());
    said.unwrap_or(1)
}

type Way = fn(&Shape, &str) -> (String, String);

const WAYS: [(&str, Way); 3] =
    [("file", Shape::of_file), ("pipe", Shape::of_pipe), ("stream", Shape::of_stream)];

#[test]
fn every_shape_gives_the_same_from_a_file_a_pipe_and_a_stream() {
    let shapes = shapes();
    assert!(shapes.len() >= FEWEST, "{} shapes", shapes.len());
    for shape in &shapes {
        let mut ways: Vec<(&str, Way, &str)> = WAYS.iter().map(|(name, way)| (*name, *way, "")).collect();
        if shape.has("lines") {
            ways.push(("lines", Shape::of_file, " --lines"));
        }
        for (name, way, flags) in ways {
            let what = format!("{} ({name})", shape.id());
            let (out, err) = way(shape, &format!("calls -v --log-format text{flags}"));
            let calls: Value =
                lines(&out).iter().map(|call| json!([call["name"], call["arguments"]])).collect();
            assert_eq!(calls, shape.row["calls"], "{what}: {err}");
            assert_eq!(json!(records(&err)), shape.row["records"], "{what}: {err}");
            let rest = shape.row["rest"].as_str().expect("words");
            assert!(err.contains(rest), "{what}: {err}");
            let (out, _) = way(shape, &format!("calls -q --with-content{flags}"));
            let contents: Value = lines(&out).iter().map(|message| message["content"].clone()).collect();
            assert!(shape.row["contents"].is_null() || contents == shape.row["contents"], "{what}: {out}");
        }
    }
}

#[test]
fn statistics_and_explanations_count_the_same() {
    for shape in shapes() {
        let (out, err) = shape.of_file("stats --format json");
        let stats: Value = serde_json::from_str(&out).expect("JSON");
        assert_eq!(stats["records"], shape.row["records"], "{}: {out}", shape.id());
        let count = format!("{} record", stats["records"]);
        assert!(err.contains(&count), "{}: {err}", shape.id());
        let due: BTreeSet<_> =
            shape.row["calls"].as_array().expect("calls").iter().map(|call| call[0].to_string()).collect();
        assert!(due.iter().all(|tool| out.contains(tool.as_str())), "{}: {out}", shape.id());
        let (out, _) = shape.of_file("explain");
        let last = out.lines().rev().find_map(|line| line.split_once(" records: ")?.0.parse::<u64>().ok());
        assert_eq!(json!(last.unwrap_or(1)), shape.row["records"], "{}: {out}", shape.id());
    }
}

/// The library and the modules of Python and Node read one text with this function.
#[test]
fn the_library_finds_the_same_calls() {
    for shape in shapes().iter().filter(|shape| shape.has("library")) {
        let found = jmend::extract_calls(shape.text(), &CallOptions::new()).expect("calls");
        let call = |call: &jmend::Call| {
            json!([call.name, serde_json::from_str::<Value>(&call.arguments).expect("JSON")])
        };
        let calls: Value = found.calls.iter().map(call).collect();
        assert_eq!(calls, shape.row["calls"], "{}", shape.id());
    }
}

/// The page has a row for each shape.
#[test]
fn the_page_about_records_is_the_table() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reference/records.md");
    let page = fs::read_to_string(page).expect("the page");
    let row = |shape: &Shape| {
        let lines = if shape.has("lines") { "yes" } else { "" };
        format!("| {} | {} | {lines} |", shape.row["shape"].as_str().expect("words"), shape.row["records"])
    };
    let due: Vec<_> = shapes().iter().map(row).collect();
    let is: Vec<_> = page.lines().filter(|line| line.starts_with("| ")).skip(1).collect();
    assert_eq!(is, due);
}

/// A whole answer with a call, on one line.
fn answer(number: usize) -> String {
    let call = json!({"id": format!("t{number}"), "type": "function",
                      "function": {"name": "ls", "arguments": format!("{{\"n\":{number}}}")}});
    let message = json!({"role": "assistant", "content": null, "tool_calls": [call]});
    json!({"id": format!("r{number}"), "choices": [{"index": 0, "message": message}]}).to_string()
}

/// Twelve hundred answers and one other line, wherever it stands: no call is lost.
#[test]
fn a_line_that_is_no_record_costs_itself_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log.txt");
    for at in [0, 1, 600, 1199] {
        let mut rows: Vec<_> = (0..1200).map(answer).collect();
        rows.insert(at, "Traceback (most recent call last):".to_owned());
        let text = rows.join("\n");
        fs::write(&path, &text).expect("written");
        let runs = [
            jmend("calls").arg(&path).output(),
            jmend("calls").write_stdin(text.as_str()).output(),
            jmend("calls --lines").arg(&path).output(),
        ];
        for run in runs {
            let output = run.expect("it runs");
            let (out, err) = Shape::done(&output);
            assert_eq!((out.lines().count(), output.status.code()), (1200, Some(0)), "{at}: {err}");
            assert!(err.ends_with("jmend: 1201 records: 1200 valid, 1 unread; 1200 calls\n"), "{at}: {err}");
        }
    }
}

/// (flags, output, status) of two answers with a message that calls nothing between them
const BETWEEN: &[(&str, &[&str], i32)] = &[
    ("-q", &["{\"name\":\"ls\"", "{\"name\":\"ls\""], 0),
    ("-q --on-error null", &["{\"name\":\"ls\"", "null", "{\"name\":\"ls\""], 0),
    (
        "-q --report",
        &[
            "{\"ok\":true,\"file\":\"a.jsonl\",\"line\":1,\"record\":1,",
            "{\"ok\":true,\"file\":\"a.jsonl\",\"line\":3,\"record\":3,",
        ],
        0,
    ),
    (
        "-q --report --on-error null",
        &[
            "{\"ok\":true,\"file\":\"a.jsonl\",\"line\":1,\"record\":1,\"name\":",
            "{\"ok\":true,\"file\":\"a.jsonl\",\"line\":2,\"record\":2,\"calls\":[]}",
            "{\"ok\":true,\"file\":\"a.jsonl\",\"line\":3,\"record\":3,\"name\":",
        ],
        0,
    ),
    ("-q --require-call", &["{\"name\":\"ls\"", "{\"name\":\"ls\""], 1),
];

#[test]
fn each_line_says_which_record_it_is_of() {
    let folder = tempfile::tempdir().expect("a folder");
    let idle =
        json!({"id": "r", "choices": [{"index": 0, "message": {"role": "assistant", "content": "Hi."}}]});
    fs::write(folder.path().join("a.jsonl"), format!("{}\n{idle}\n{}\n", answer(1), answer(2)))
        .expect("written");
    for (flags, begins, status) in BETWEEN {
        let output =
            jmend(&format!("calls {flags} a.jsonl")).current_dir(folder.path()).output().expect("it runs");
        let (out, err) = Shape::done(&output);
        let is_due = out.lines().count() == begins.len()
            && out.lines().zip(*begins).all(|(line, begin)| line.starts_with(begin));
        assert!(is_due && output.status.code() == Some(*status), "{flags}: {out}{err}");
    }
}

/// The last word: (flags, input, standard error).
const LAST: &[(&str, &str, &str)] = &[
    ("repair --lines", "[1]\n[2]\n", ""),
    ("repair --lines", "[1]\n[2,]\n", ""),
    ("repair --lines -q", "[1]\nsorry\n", ""),
    ("repair --lines", "[1]\n[2 3]\n", "jmend: 2 records: 1 valid, 1 repaired\n"),
    ("repair --lines", "[1]\n[2\n", "jmend: 2 records: 1 valid, 1 cut off\n"),
    ("repair --lines", "[1]\nsorry\n", "jmend: 2 records: 1 valid, 1 refused\n"),
    ("calls --lines", "{\"name\":\"f\",\"arguments\":{}}\n{\"name\":\"f\",\"arguments\":{}}\n", ""),
    ("check --format concise -", "[1,]", "jmend: Found 1 problem in 1 file (1 checked)\n"),
    ("stats", "[1]\n[2,]\n", "jmend: 2 records, 2 answers: 1 valid, 1 syntax\n"),
];

#[test]
fn a_run_over_records_has_a_last_word_if_there_is_something_to_say() {
    for (command, input, due) in LAST {
        let output = jmend(command).write_stdin(*input).output().expect("it runs");
        let (_, err) = Shape::done(&output);
        let last = err.split_inclusive('\n').next_back().unwrap_or_default();
        assert_eq!(last, *due, "{command}: {input:?}: {err}");
    }
}

/// A damaged call counts for its tool, also where its name stands in a member that only calls have.
#[test]
fn a_damaged_call_counts_for_its_tool() {
    let log = "{\"tool\":\"find\",\"args\":{\"q\":\"a\"}}\n{\"tool\":\"find\",\"args\":{\"q\":\"b\",}}\n{'tool':'find','args':{'q':'c'}}\n";
    let output = jmend("stats -q --by tool --format json").write_stdin(log).output().expect("it runs");
    let stats: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let groups = stats["groups"].as_array().expect("groups");
    assert_eq!(groups.len(), 1, "{stats}");
    assert!(groups[0].to_string().contains("find"), "{stats}");
}
