//! Streams: framing, layouts, order, limits, flushing, `-o`. The records are valid JSON or prose, so these tests say
//! nothing about how broken JSON is repaired.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use crate::common::{check, jmend};
use predicates::prelude::*;
use predicates::str::contains;

#[test]
fn valid_documents_pass_byte_for_byte() {
    for text in [
        "{\"a\":1}",
        "{\"a\":1}\n",
        " \r\n{ \"a\" : [1.10, 1E5, -0] ,\"a\":2}\t\n\n",
        "\"\\ud800 \\u0041 \u{202e}\u{2028}\"",
        "123456789012345678901234567890",
        "null",
    ] {
        check("repair", text, text, 0);
        check("repair -e -j1 -", text, text, 0);
    }
}

/// The batch that the next document begins has no line of the one that lacks its end.
#[test]
fn a_document_without_its_end_is_told_of_by_its_own_line() {
    for (args, line) in
        [("repair --at /a", "<stdin>:1: error[invalid-json]"), ("repair --at /a --check", ":1")]
    {
        let mut child = crate::common::start(args);
        let mut input = child.stdin.take().expect("a pipe");
        for part in ["{\"b\": [\"A\", \"B\"\n", "{\"a\": \"x\"}\n"] {
            input.write_all(part.as_bytes()).expect("it reads");
            input.flush().expect("it reads");
            std::thread::sleep(Duration::from_millis(50));
        }
        drop(input);
        let output = child.wait_with_output().expect("it ends");
        let told = [output.stdout, output.stderr].concat();
        let told = String::from_utf8_lossy(&told);
        assert_eq!(output.status.code(), Some(1), "{args}: {told}");
        assert!(told.contains(line) && !told.contains(":18446744073709551615"), "{args}: {told}");
    }
}

#[test]
fn records_are_framed() {
    let rows = [
        ("--lines", "{\"a\": 1}\n[2]\n", "{\"a\": 1}\n[2]\n", 0),
        ("--framing lines", "1\r\n\r\n \t\n2", "1\n2\n", 0),
        ("--lines", "", "", 0),
        ("--lines", "\n\n", "", 0),
        ("--lines", "\"a\u{2028}b\u{85}c\"\n1\n", "\"a\u{2028}b\u{85}c\"\n1\n", 0),
        ("--framing nul", "{\"a\":\n1}\0[2]\0\n\0[3]", "{\"a\":1}\n[2]\n[3]\n", 0),
        ("--framing strings", "\"{\\\"a\\\":\\n1}\"\n\"[2]\"\n", "{\"a\":1}\n[2]\n", 0),
        ("--framing strings", "\"{\\\"a\\\":1}\\n\"\n", "{\"a\":1}\n", 0),
        ("--framing strings --on-error null", "[1]\nx\n\"\\ud800\"\n\"4\"\n", "null\nnull\nnull\n4\n", 1),
    ];
    for (args, input, output, status) in rows {
        check(&format!("repair {args}"), input, output, status);
    }
}

#[test]
fn layouts_move_white_space_and_nothing_else() {
    let text = "{ \"b\" : [1.10, 1E5, {}],\"a\":\"é\", \"b\":[] }\n";
    let rows = [
        ("--layout keep", text),
        ("-c", "{\"b\":[1.10,1E5,{}],\"a\":\"é\",\"b\":[]}\n"),
        ("--layout compact --ascii", "{\"b\":[1.10,1E5,{}],\"a\":\"\\u00e9\",\"b\":[]}\n"),
        ("--sort-keys", "{\"a\":\"é\",\"b\":[1.10,1E5,{}],\"b\":[]}\n"),
        ("--ascii", "{ \"b\" : [1.10, 1E5, {}],\"a\":\"\\u00e9\", \"b\":[] }\n"),
        (
            "-p --indent 1 --sort-keys",
            "{\n \"a\": \"é\",\n \"b\": [\n  1.10,\n  1E5,\n  {}\n ],\n \"b\": []\n}\n",
        ),
        (
            "--indent tab",
            "{\n\t\"b\": [\n\t\t1.10,\n\t\t1E5,\n\t\t{}\n\t],\n\t\"a\": \"é\",\n\t\"b\": []\n}\n",
        ),
    ];
    for (args, expected) in rows {
        check(&format!("repair {args}"), text, expected, 0);
    }
    check("repair --lines -p", "[1]\n[]\n", "[\n  1\n]\n[]\n", 0);
}

#[test]
fn flags_that_contradict_each_other_are_usage_errors() {
    for args in [
        "-c -p",
        "-c --layout keep",
        "-c --indent 2",
        "--indent 17",
        "--lines --framing nul",
        "--report -p",
        "--report --on-error null",
        "--report --on-error raw",
        "--jobs 0",
        "--max-depth 0",
        "--max-bytes 1.5M",
        "--max-risk none",
        "--strategies ast,magic",
        "-q -v",
        "--in",
    ] {
        let mut command = jmend("repair");
        command
            .args(args.split(' '))
            .write_stdin("1")
            .assert()
            .code(2)
            .stdout("")
            .stderr(contains("error: "));
    }
}

#[test]
fn a_document_begins_on_a_line_of_its_own() {
    let folder = tempfile::tempdir().expect("a directory");
    for (name, text) in [("one", "1"), ("two", "2"), ("three", "[3]\n")] {
        fs::write(folder.path().join(name), text).expect("written");
    }
    jmend("repair one two - three one")
        .current_dir(&folder)
        .write_stdin("0")
        .assert()
        .code(0)
        .stdout("1\n2\n0\n[3]\n1");
}

#[test]
fn without_a_command_the_command_is_repair() {
    let folder = tempfile::tempdir().expect("a directory");
    fs::write(folder.path().join("a.txt"), "[1,]").expect("written");
    let run = |args: &str| jmend(args).current_dir(&folder).write_stdin("{'b': 2}").assert();
    for (args, out) in [
        ("a.txt", "[1]\n"),
        ("a.txt -", "[1]\n{\"b\": 2}\n"),
        ("-- a.txt", "[1]\n"),
        ("", "{\"b\": 2}\n"),
        ("-", "{\"b\": 2}\n"),
        ("-q", "{\"b\": 2}\n"),
        ("-q --compact", "{\"b\":2}\n"),
        ("--color never --lines a.txt", "[1]\n"),
        // What people type first.
        ("fix a.txt", "[1]\n"),
    ] {
        run(args).code(0).stdout(out);
    }
    let tip = "there is no command and no file 'b.txt'";
    run("b.txt").code(2).stdout("").stderr(contains(tip));
    run("a.txt --repot").code(2).stdout("").stderr(contains("jmend a.txt --report"));
    // A command that does not know a flag of `repair` stays the command.
    run("--color never normalize --report")
        .code(2)
        .stdout("")
        .stderr(contains("a flag of other commands, such as repair and calls"));
}

#[test]
fn help_and_version_are_products() {
    jmend("--help").assert().code(0).stderr("").stdout(contains("Exit status:"));
    jmend("repair --help")
        .assert()
        .code(0)
        .stderr("")
        .stdout(contains("Examples:").and(contains("Exit status:")));
    jmend("--version").assert().code(0).stdout(format!("jmend {}\n", env!("CARGO_PKG_VERSION")));
    jmend("completions bash").assert().code(0).stdout(contains("jmend__subcmd__repair"));
}

#[test]
fn failed_records_are_handled_as_the_user_says() {
    let text = "[1]\nplain \"words\"\n[3]\n";
    let named = "<stdin>:2:1: error[no-json]: ";
    jmend("repair --lines").write_stdin(text).assert().code(1).stdout("[1]\n[3]\n").stderr(contains(named));
    jmend("repair --lines -q").write_stdin(text).assert().code(1).stdout("[1]\n[3]\n").stderr("");
    check("repair --lines --on-error skip", text, "[1]\n[3]\n", 1);
    check("repair --lines --on-error null", text, "[1]\nnull\n[3]\n", 1);
    check("repair --lines --on-error stop", text, "[1]\n", 1);
    check("repair --lines --on-error raw", text, "[1]\n\"plain \\\"words\\\"\"\n[3]\n", 1);
    check("repair --on-error raw", "just\nprose\n", "\"just\\nprose\\n\"\n", 1);
}

#[test]
fn records_longer_than_the_limit_fail_alone() {
    let text = format!("[1]\n\"{}\"\n[3]\n", "x".repeat(700_000));
    check("repair --lines --max-bytes 1K --on-error null", &text, "[1]\nnull\n[3]\n", 1);
    check("repair --lines --max-bytes 1K --on-error raw", &text, "[1]\nnull\n[3]\n", 1);
    check("repair --lines --max-bytes 3 --on-error null", "1234\n123\n", "null\n123\n", 1);
    check("repair --max-bytes 3", "[1]", "[1]", 0);
    jmend("repair --max-bytes 3")
        .write_stdin("[1] ")
        .assert()
        .code(1)
        .stdout("")
        .stderr(contains("error[size]"));
    let output =
        jmend("repair --lines --max-bytes 1K").write_stdin(format!("{text}prose")).output().expect("it runs");
    let messages = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(messages.contains("<stdin>:2:1: error[size]"), "{messages}");
    assert!(
        messages.contains("<stdin>:4:1: error[no-json]") && messages.contains("(record 4)"),
        "{messages}"
    );
}

/// About 4 MB, so that threads are started, with records that fail here and there.
fn many_records() -> String {
    let record = |n: usize| match n % 1000 {
        7 => format!("prose number {n}\n"),
        500 => "\n".to_owned(),
        _ => format!("{{\"id\": {n}, \"text\": \"{}\"}}\n", "é".repeat(n % 40)),
    };
    (0..60_000).map(record).collect()
}

#[test]
fn threads_change_nothing_in_output_messages_or_order() {
    let text = many_records();
    for args in ["repair --lines", "repair --lines --report", "repair --lines --on-error null -c"] {
        let run = |jobs| jmend(args).arg(jobs).write_stdin(text.clone()).output().expect("it runs");
        let (one, four) = (run("-j1"), run("-j4"));
        assert!(one.stdout.len() > 2_000_000 && one.status.code() == Some(1), "{args}");
        assert_eq!(one, four, "{args}");
    }
    let expected = text.lines().position(|line| line.starts_with("prose number 59007")).expect("there") + 1;
    let place = format!("<stdin>:{expected}:1: error[no-json]: there is no JSON in this text (record 58949)");
    jmend("repair --lines -j4 -v").write_stdin(text.clone()).assert().stderr(contains(place));
    let stopped = jmend("repair --lines -j4 --on-error stop").write_stdin(text).output().expect("it runs");
    assert_eq!(String::from_utf8_lossy(&stopped.stdout).lines().count(), 7);
}

/// `repair --lines` with both pipes in our hands.
fn at_both_ends(jobs: &str) -> (Child, ChildStdin, BufReader<ChildStdout>) {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("jmend"))
        .args(["repair", "--lines", jobs])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let input = child.stdin.take().expect("a pipe");
    let output = BufReader::new(child.stdout.take().expect("a pipe"));
    (child, input, output)
}

/// Writes `before` records at once, then asks record by record while the pipe stays open.
fn converse(jobs: &str, before: usize) {
    let (mut child, mut input, output) = at_both_ends(jobs);
    let (send, answers) = mpsc::channel();
    std::thread::spawn(move || output.lines().map_while(Result::ok).try_for_each(|line| send.send(line)));
    let answer = || answers.recv_timeout(Duration::from_secs(20)).expect("an answer while the pipe is open");
    input.write_all("\"first\"\n".repeat(before).as_bytes()).expect("written");
    for _ in 0..before {
        assert_eq!(answer(), "\"first\"");
    }
    for n in 0..3 {
        write!(input, "[{n}").and_then(|()| input.flush()).expect("half a record");
        writeln!(input, "]").expect("the other half");
        assert_eq!(answer(), format!("[{n}]"));
    }
    drop(input);
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn a_long_lived_pipe_is_answered_record_by_record() {
    converse("-j1", 0);
    // Enough to start threads.
    converse("-j3", 200_000);
}

/// One record is longer than all that may wait to be written: it goes alone, and all others stay where they were.
#[test]
fn a_record_longer_than_the_way_between_threads_keeps_its_place() {
    // Enough to start threads before that record is read.
    let few = "[1]\n".repeat(200_000);
    let text = format!("{few}\"{}\"\n{few}", "x".repeat(80 << 20));
    let folder = tempfile::tempdir().expect("a directory");
    let file = folder.path().join("records.ndjson");
    fs::write(&file, &text).expect("written");
    let mut program = jmend("repair --lines -j3");
    let output = program.arg(&file).timeout(Duration::from_secs(60)).output().expect("it runs");
    assert!(output.status.success() && output.stdout == text.as_bytes());
}

/// Nobody reads the output any more, and nothing comes from the input: threads that wait for it hold nothing up.
#[cfg(unix)]
#[test]
fn threads_end_when_nobody_reads_although_the_input_stays_open() {
    let (mut child, mut input, mut output) = at_both_ends("-j3");
    let many = "[1]\n".repeat(400_000);
    let (_held_open, until_then) = mpsc::channel::<()>();
    std::thread::spawn(move || {
        let _ = input.write_all(many.as_bytes());
        let _ = until_then.recv();
    });
    // So many answers come from threads.
    for _ in 0..200_000 {
        output.read_line(&mut String::new()).expect("an answer");
    }
    drop(output);
    let given_up = Instant::now() + Duration::from_secs(20);
    while child.try_wait().expect("a status").is_none() {
        if Instant::now() > given_up {
            child.kill().expect("killed");
            panic!("it does not end while its input is open");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn output_files_appear_whole_or_not_at_all() {
    let folder = tempfile::tempdir().expect("a directory");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).ok();
    let run = |args: &str, input: &'static str| jmend(args).current_dir(&folder).write_stdin(input).assert();
    run("repair -o new.json", "[1]").code(0).stdout("").stderr("");
    assert_eq!(read("new.json").as_deref(), Some("[1]"));
    run("repair -o new.json", "no json").code(1).stderr(contains("the output file was not written"));
    run("repair --lines -o new.json", "[2]\nprose").code(1);
    run("repair --lines -o new.json --on-error stop", "[2]\nprose").code(1);
    run("repair -o new.json - missing.json", "[2]").code(2).stderr(
        contains("missing.json: ")
            .and(contains("not all of the input could be read, so the output file was not written")),
    );
    assert_eq!(read("new.json").as_deref(), Some("[1]"), "a failure leaves the old file as it was");
    run("repair --lines -o new.json --on-error skip", "[2]\nprose").code(1);
    assert_eq!(read("new.json").as_deref(), Some("[2]\n"), "the user said what becomes of bad records");
    run("repair --lines --report -o new.json", "prose").code(1);
    assert!(read("new.json").is_some_and(|text| text.starts_with("{\"ok\":false")));
    run("repair -o none/new.json", "[1]").code(2).stderr(contains("none/new.json"));
    run("repair -o -", "[1]").code(0).stdout("[1]");
    let left: Vec<_> =
        fs::read_dir(&folder).expect("readable").map(|e| e.expect("entry").file_name()).collect();
    assert_eq!(left, ["new.json"], "no temporary file is left");
}

#[cfg(unix)]
#[test]
fn output_files_keep_links_modes_and_devices() {
    use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
    let folder = tempfile::tempdir().expect("a directory");
    let path = |name: &str| folder.path().join(name);
    fs::write(path("real.json"), "old").expect("written");
    fs::set_permissions(path("real.json"), fs::Permissions::from_mode(0o640)).expect("mode");
    symlink("real.json", path("link.json")).expect("link");
    symlink("gone.json", path("dangling.json")).expect("link");
    let run = |args: &str| jmend(args).current_dir(&folder).write_stdin("[1]").assert();
    run("repair -o link.json").code(0);
    assert!(path("link.json").is_symlink());
    assert_eq!(fs::read_to_string(path("real.json")).expect("there"), "[1]");
    let mode = |name| fs::metadata(path(name)).expect("there").permissions().mode() & 0o777;
    assert_eq!(mode("real.json"), 0o640);
    run("repair -o fresh.json").code(0);
    fs::write(path("plain"), "").expect("written");
    assert_eq!(mode("fresh.json"), mode("plain"), "a new file has the mode any program gives it");
    run("repair -o dangling.json").code(2).stderr(contains("has no target"));
    assert!(!path("gone.json").exists());
    run("repair -o /dev/null").code(0);
    assert!(fs::metadata("/dev/null").expect("there").file_type().is_char_device());
    run("repair -o .").code(2).stderr(contains("directory"));
}

#[test]
fn logs_come_when_asked_for_and_in_the_form_asked_for() {
    jmend("repair").write_stdin("1").assert().code(0).stderr("");
    jmend("repair -v")
        .write_stdin("1")
        .assert()
        .code(0)
        .stderr(contains("INFO").and(contains("tally.records=1")));
    jmend("repair").env("JMEND_LOG", "jmend=info").write_stdin("1").assert().code(0).stderr(contains("INFO"));
    jmend("repair")
        .env("JMEND_LOG", "jmend=loud")
        .write_stdin("1")
        .assert()
        .code(2)
        .stdout("")
        .stderr(contains("JMEND_LOG"));
    let output = jmend("repair -v --log-format json").write_stdin("1").output().expect("it runs");
    let text = String::from_utf8(output.stderr).expect("UTF-8");
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    let last = lines.last();
    assert_eq!(last.expect("a line")["fields"]["tally.records"], 1);
}

#[test]
fn hostile_60_no_colour_where_nobody_sees_it() {
    let stderr = |color: &str, variable: (&str, &str)| {
        let mut command = jmend("repair --color");
        let output =
            command.arg(color).env(variable.0, variable.1).write_stdin("prose").output().expect("it runs");
        String::from_utf8(output.stderr).expect("UTF-8")
    };
    let plain = stderr("auto", ("TERM", "xterm"));
    assert!(!plain.contains('\x1b') && plain.contains("error[no-json]"), "{plain}");
    assert!(!stderr("auto", ("NO_COLOR", "1")).contains('\x1b'));
    assert!(!stderr("never", ("CLICOLOR_FORCE", "1")).contains('\x1b'));
    assert!(stderr("auto", ("CLICOLOR_FORCE", "1")).contains("\x1b[1;31merror[no-json]\x1b[0m"));
    assert!(stderr("always", ("NO_COLOR", "1")).contains('\x1b'));
}

/// Threads and the way that bytes arrive change nothing, also where a line is longer than the limit.
#[test]
fn every_number_of_threads_gives_one_output() {
    let long = format!("{{\"a\":\"{}\"}}\n", "x".repeat(300 << 10));
    let text = ["{\"a-b\":1}\n", &long, "{\"a-b\":1,\"a_b\":2}\n", &"{\"c-d\":[]}\n".repeat(40_000)].concat();
    let run = |jobs: &str| {
        let mut command = jmend("normalize --lines --max-bytes 100K -j");
        let output = command.arg(jobs).write_stdin(text.as_str()).output().expect("it runs");
        (String::from_utf8(output.stdout).expect("UTF-8"), String::from_utf8(output.stderr).expect("UTF-8"))
    };
    let one = run("1");
    assert!(one.1.contains("<stdin>:2:1: error[size]") && one.1.contains("<stdin>:3:"), "{}", one.1);
    assert_eq!(one.0.lines().count(), 40_001);
    for jobs in ["2", "8"] {
        assert!(run(jobs) == one, "-j{jobs}");
    }
}

/// A message about a string names the line of the string, also in a document that spans lines.
#[test]
fn a_string_at_a_place_has_the_line_of_its_own() {
    for document in ["{\n\"a\":1,\n\"b\":\"{'x':\"\n}\n", "[]\n{\n\"b\":\"{'x':\"}\n"] {
        jmend("repair --at /b")
            .write_stdin(document)
            .assert()
            .code(1)
            .stderr(contains("<stdin>:3: error[truncated]"));
    }
}

/// Nothing after the record that ends a run is written, however many records were read at once.
#[test]
fn a_repaired_record_that_fails_can_end_the_run() {
    for framing in ["--lines", "--framing lines", "--framing nul"] {
        let separator = if framing.ends_with("nul") { "\0" } else { "\n" };
        let text = ["{a:1}", "{\"a-b\":1,\"a_b\":2}", "{b:1}", "prose"].join(separator);
        let mut command = jmend(&format!("normalize --repair --on-error stop {framing}"));
        let run = command.write_stdin(text).assert().code(1).stdout("{\"a\":1}\n");
        run.stderr(contains("key-collision").and(contains("no-json").not()));
    }
}
