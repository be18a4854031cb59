//! `--skip N` goes on where a run ended, `--errors FILE` keeps what failed, and `--json=short` counts fixes.

use crate::common::{check, jmend};

/// (flags, a log): records with blank lines, line ends of both kinds, records that fail, and one that is too long.
const LOGS: [(&str, &str); 5] = [
    ("repair --lines", "{\"a\": 1}\n\n{'b': 2}\r\nno json\n[1,]\n  \n{\"c\": 3"),
    ("repair --framing nul", "{a: 1}\0no\n\0\n\0[2,\n]\0"),
    ("repair --lines --max-bytes 12", "[1,]\n[1, 2, 3, 4, 5, 6]\n{b: 2}\n"),
    ("repair --framing strings", "\"{a: 1}\"\n\"no\"\n\"[1,]\"\n"),
    (
        "calls --lines",
        "<tool_call>{\"name\":\"a\",\"arguments\":{}}</tool_call>\nno call\n<tool_call>{\"name\":\"b\",\"arguments\":{}}</tool_call>\n",
    ),
];

/// Records of each log, or more.
const RECORDS: usize = 6;

#[test]
fn a_run_goes_on_after_any_number_of_records() {
    for (flags, log) in LOGS {
        for report in ["", "--json"] {
            let lines = |skip: usize| {
                let on_error =
                    if report.is_empty() || flags.starts_with("calls") { "--on-error null" } else { "" };
                let output =
                    jmend(&format!("{flags} {report} {on_error} -q --skip {skip}")).write_stdin(log).output();
                let text = String::from_utf8(output.expect("it runs").stdout).expect("text");
                // Blank lines are no records.
                text.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect::<Vec<_>>()
            };
            let all = lines(0);
            assert!(all.len() >= 2, "{flags}");
            for skip in 1..=RECORDS {
                assert_eq!(lines(skip), all[skip.min(all.len())..], "{flags} {report} --skip {skip}");
            }
        }
    }
}

#[test]
fn records_that_fail_go_to_a_file_as_they_were() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |flags: &str, log: &str, status: i32| {
        let output = jmend(flags).current_dir(folder.path()).write_stdin(log).output().expect("it runs");
        assert_eq!(
            output.status.code(),
            Some(status),
            "{flags}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        String::from_utf8(output.stderr).expect("text")
    };
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("a file");
    run("--lines -q -o good --errors bad", "[1]\nno 'json\r\n{a: 1}\nsorry", 1);
    assert_eq!((read("good").as_str(), read("bad").as_str()), ("[1]\n{\"a\": 1}\n", "no 'json\r\nsorry\n"));
    run("--lines -q -o good --errors bad", "[1]\n", 0);
    assert_eq!(read("bad"), "");
    run("calls --lines -q --require-call --errors bad", "no call\n", 1);
    assert_eq!(read("bad"), "no call\n");
    let told = run("--lines -q --max-bytes 8 --errors bad", "[1, 2, 3, 4, 5, 6, 7, 8]\nno\n", 1);
    assert!(told.contains("1 records were too long to be held, so --errors lacks them"), "{told}");
    assert_eq!(read("bad"), "no\n");
    assert!(run("-o bad --errors bad", "[1]\n", 2).contains("--errors takes a file of its own"));
}

#[test]
fn an_array_is_not_entered() {
    let call = r#"{"choices":[{"message":{"tool_calls":[{"function":{"name":"a","arguments":"{}"}}]}}]}"#;
    check("calls -q --skip 1", format!("[{call},{call}]"), "", 2);
}

#[test]
fn a_short_report_counts_the_fixes_of_a_code() {
    let short = r#"{"ok":true,"value":{"a":1,"b":2},"strategy":"python_ast","notation":"python","risk":"syntax","confidence":0.99,"truncated":false,"fixes":[{"code":"single-quotes","count":4,"risk":"syntax","start":1,"line":1,"column":2,"message":"single quotes around a string become double quotes"}],"#;
    let output = jmend("repair --json=short").write_stdin("{'a': 1, 'b': 2}").output().expect("it runs");
    let told = String::from_utf8(output.stdout).expect("text");
    assert!(told.starts_with(short), "{told}");
}
