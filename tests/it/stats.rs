//! The metrics of a run: what `--stats` counts, that the counters of parts add up to those of the whole, and that
//! `jmend stats` adds up nothing but metrics.

use std::collections::BTreeMap;
use std::fs;

use crate::common::jmend;
use jmend::core::json::{MAX_DEPTH, parse};
use jmend::core::repair::engine::{Code, Strategy};
use jmend::core::results::stats::{
    Counts, MAX_NAME, MAX_TOOLS, OTHER_TOOLS, Outcome, Provider, STRATEGIES, Stats, shape,
};
use proptest::prelude::{Strategy as Any, any, prop_assert_eq, proptest};
use proptest::{collection, option, sample};
use serde_json::{Value, json};

/// The metrics that a command wrote to standard error as its last line.
#[track_caller]
fn stats(args: &str, input: &str, status: i32) -> Value {
    let output = jmend(args).write_stdin(input).output().expect("it runs");
    let stderr = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(status), "jmend {args}: {stderr}");
    let last = stderr.lines().last().unwrap_or_default();
    let value: Value = serde_json::from_str(last).unwrap_or_else(|error| panic!("{error}: {stderr}"));
    value["argument_normalization"].clone()
}

/// One record for every strategy, one that fails and one that was cut off.
const RECORDS: [(&str, &str); 7] = [
    ("direct", "{\"a\": 1}"),
    ("python_ast", "{'a': True, 'b': (1, None)}"),
    ("regex_quotes", "{'a': true}"),
    ("structural", "[1 2"),
    ("structural", "Here it is. {\"a\": 1}"),
    ("failed", "sorry"),
    ("direct", " [ ] "),
];

#[test]
fn one_run_has_the_shape_of_the_design() {
    let input = RECORDS.map(|(_, text)| text).join("\n");
    let expected = json!({
        "provider": "unknown",
        "total_calls": 7,
        "normalizations": {
            "direct": 2, "python_ast": 1, "regex_quotes": 1, "structural": 2, "manual_repair": 0, "failed": 1,
        },
        "failures": 1,
        "success_rate": 600.0 / 7.0,
        "truncated": 1,
        "fixes": {"cut-off": 1, "missing-comma": 1, "prose": 1, "python-word": 2, "single-quotes": 6, "tuple": 2},
        "by_tool": {},
    });
    assert_eq!(stats("repair --lines --stats", &input, 1), expected);
    let output = jmend("repair --lines --stats").write_stdin(input).output().expect("it runs");
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    let last = stderr.lines().last().expect("a line");
    let order =
        ["provider", "total_calls", "normalizations", "failures", "success_rate", "truncated", "by_tool"];
    let places: Vec<_> = order.iter().map(|name| last.find(&format!("\"{name}\":")).expect(name)).collect();
    assert!(places.is_sorted(), "{last}");
}

#[test]
fn without_calls_everything_succeeded() {
    let none = stats("repair --lines --stats", "\n\n", 0);
    assert_eq!((&none["total_calls"], &none["success_rate"]), (&json!(0), &json!(100)));
    let none = stats("calls --stats", "Just prose.", 0);
    assert_eq!((&none["total_calls"], &none["success_rate"]), (&json!(0), &json!(100)));
}

#[test]
fn a_refused_record_is_a_failure_and_its_fixes_did_not_happen() {
    let cut = stats("repair --truncated refuse --stats", "{'a': 'b", 1);
    assert_eq!((&cut["failures"], &cut["truncated"], &cut["fixes"]), (&json!(1), &json!(1), &json!({})));
    let risk = stats("repair --max-risk syntax --stats", "[1 2]", 1);
    assert_eq!(
        (&risk["failures"], &risk["truncated"], &risk["success_rate"]),
        (&json!(1), &json!(0), &json!(0))
    );
}

#[test]
fn calls_are_counted_by_tool() {
    let input = [
        r#"{"name":"ls","arguments":{}}"#,
        r#"{"name":"ls","arguments":"{'path': '.'}"}"#,
        r#"<tool_call>{"name":"cat","arguments":{"path":"a"}}</tool_call>"#,
        r#"<tool_call>{"name":"cat","arguments":{"path":"#,
    ]
    .join("\n");
    let found = stats("calls --lines --stats", &input, 1);
    assert_eq!(
        (&found["total_calls"], &found["failures"], &found["truncated"]),
        (&json!(4), &json!(1), &json!(1))
    );
    let tool = |name: &str| &found["by_tool"][name];
    assert_eq!((&tool("ls")["total_calls"], &tool("ls")["normalizations"]["direct"]), (&json!(2), &json!(1)));
    assert_eq!((&tool("cat")["total_calls"], &tool("cat")["success_rate"]), (&json!(2), &json!(50)));
    assert!(tool("cat").get("provider").is_none() && tool("cat").get("by_tool").is_none());
}

#[test]
fn the_strings_at_places_are_counted_once_however_they_are_read() {
    // A document that spans lines is seen twice: as a line that does not end, and as a stream.
    let one_line = r#"{"s":["{}", "{'a': 1}", "", "no"]}"#;
    let spanning = "{\"s\":[\"{}\",\n \"{'a': 1}\", \"\", \"no\"]}";
    for input in [one_line.to_owned(), spanning.to_owned(), format!("{spanning}\n{one_line}\n{spanning}")] {
        let documents = input.matches("\"s\"").count();
        let found = stats("repair --at /s/* --stats", &input, 1);
        let expected = json!([4 * documents, documents, documents, 2 * documents]);
        let by_strategy = |name: &str| found["normalizations"][name].as_u64().expect("a count");
        let repaired = by_strategy("python_ast") + by_strategy("regex_quotes") + by_strategy("structural");
        let sums = json!([found["total_calls"], by_strategy("direct"), found["failures"], repaired]);
        assert_eq!(sums, expected, "{input}\n{found}");
    }
}

/// `count` records of all kinds, and how many there are of each.
fn many(count: usize) -> (String, BTreeMap<&'static str, u64>) {
    let (mut text, mut kinds) = (String::new(), BTreeMap::new());
    for n in 0..count {
        let (strategy, record) = RECORDS[(n * n + n / 3) % RECORDS.len()];
        *kinds.entry(strategy).or_insert(0) += 1;
        text += record;
        text.push('\n');
    }
    (text, kinds)
}

#[test]
fn a_run_of_1000_records_adds_up() {
    let (text, kinds) = many(1000);
    let found = stats("repair --lines --stats", &text, 1);
    assert_eq!(found["total_calls"], 1000);
    for (strategy, count) in kinds {
        let counted =
            if strategy == "failed" { &found["failures"] } else { &found["normalizations"][strategy] };
        assert_eq!(counted, count, "{strategy}");
    }
    let reports = jmend("repair --lines --report").write_stdin(text).output().expect("it runs");
    let reports: Vec<Value> = String::from_utf8_lossy(&reports.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let mut codes: BTreeMap<String, u64> = BTreeMap::new();
    for fix in reports.iter().filter_map(|report| report["fixes"].as_array()).flatten() {
        *codes.entry(fix["code"].as_str().expect("a code").to_owned()).or_default() += 1;
    }
    assert_eq!(found["fixes"], json!(codes), "every fix of every report is counted");
}

/// A run of 1,000 calls of three tools, with rules for one of them: every sum is that of its parts, and the counters of the
/// tools are those of the run.
#[test]
fn a_run_of_1000_calls_adds_up_by_tool() {
    let folder = tempfile::tempdir().expect("a folder");
    let config = folder.path().join("rules.toml");
    fs::write(&config, "[providers.p]\n[tools.t0]\naliases = { command = \"cmd\" }\nmax_risk = \"syntax\"\n")
        .expect("written");
    let arguments = [r#"{"command": "ls"}"#, r#"{"cmd": "ls"}"#, "{'cmd': 'ls'}", r#"{"cmd": "ls" "n": 1}"#];
    let call =
        |n: usize| json!({"name": format!("t{}", n % 3), "arguments": arguments[n % 4]}).to_string() + "\n";
    let text: String = (0..1000).map(call).collect();
    let found = stats(&format!("calls --lines --stats --provider p --config {}", config.display()), &text, 1);
    let number = |counts: &Value, name: &str| counts[name].as_u64().expect("a number");
    let adds_up = |counts: &Value| {
        let handled: u64 = counts["normalizations"]
            .as_object()
            .expect("strategies")
            .iter()
            .filter(|(strategy, _)| *strategy != "failed")
            .filter_map(|(_, count)| count.as_u64())
            .sum();
        assert_eq!(handled + number(counts, "failures"), number(counts, "total_calls"), "{counts}");
        let rate = counts["success_rate"].as_f64().expect("a number");
        let count = |number: u64| f64::from(u32::try_from(number).expect("a few"));
        let due = 100.0 * count(handled) / count(number(counts, "total_calls"));
        assert!((rate - due).abs() < 1e-9, "{counts}");
    };
    adds_up(&found);
    let tools: Vec<&Value> = found["by_tool"].as_object().expect("tools").values().collect();
    for counts in &tools {
        adds_up(counts);
    }
    for name in ["total_calls", "failures", "truncated"] {
        assert_eq!(
            tools.iter().map(|counts| number(counts, name)).sum::<u64>(),
            number(&found, name),
            "{name}"
        );
    }
    for strategy in STRATEGIES.map(Strategy::name) {
        let sum: u64 = tools.iter().map(|counts| number(&counts["normalizations"], strategy)).sum();
        assert_eq!(sum, number(&found["normalizations"], strategy), "{strategy}");
    }
    // Of 334 calls of `t0` each fourth wants an alias, and each fourth more than its limit.
    let ours = &found["by_tool"]["t0"];
    assert_eq!((number(&found, "total_calls"), found["provider"].as_str()), (1000, Some("p")));
    assert_eq!((number(ours, "total_calls"), number(ours, "failures")), (334, 84));
    assert_eq!((&ours["normalizations"]["manual_repair"], &ours["fixes"]["alias"]), (&json!(84), &json!(84)));
}

#[test]
fn threads_count_what_one_thread_counts() {
    // More than what is handled before threads are started.
    let (text, _) = many(150_000);
    let one = stats("repair --lines --stats -j1", &text, 1);
    assert_eq!(stats("repair --lines --stats -j2", &text, 1), one);
    let call = |n: usize| format!("{{\"name\":\"t{}\",\"arguments\":{{'n': {n}}}}}", n % 7);
    let calls = (0..60_000).map(call).collect::<Vec<_>>().join("\n");
    let one = stats("calls --lines --stats -j1", &calls, 0);
    assert_eq!(one["by_tool"].as_object().expect("tools").len(), 7);
    assert_eq!(stats("calls --lines --stats -j2", &calls, 0), one);
}

#[test]
fn the_file_appears_whole_and_the_product_stays_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("stats.json");
    let mut command = jmend("repair --lines -q");
    command.arg(format!("--stats={}", file.display()));
    let output = command.write_stdin("{'a': 1}\nno\n").output().expect("it runs");
    assert_eq!(
        (output.stdout.as_slice(), output.stderr.as_slice()),
        (b"{\"a\": 1}\n".as_slice(), b"".as_slice())
    );
    let written = fs::read_to_string(&file).expect("the file");
    let value: Value = serde_json::from_str(&written).expect("JSON");
    assert_eq!(value["argument_normalization"]["total_calls"], 2);
    assert!(written.ends_with("}\n") && written.lines().count() == 1);
    // A place that cannot be written is known before the work begins, and the old file stays.
    let missing = folder.path().join("no/such/stats.json");
    let output = jmend("repair").arg(format!("--stats={}", missing.display())).write_stdin("{}").output();
    let output = output.expect("it runs");
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(2), b"".as_slice()));
    let both = format!("repair -o {0} --stats={0}", file.display());
    let output = jmend(&both).write_stdin("{}").output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(fs::read_to_string(&file).expect("the file"), written);
}

#[test]
fn names_that_models_invent_do_not_fill_the_memory() {
    let mut provider = Provider::default();
    let count = MAX_TOOLS + 100;
    for n in 0..count {
        provider.count(
            Some(&format!("tool{n}")),
            Outcome::Handled(Strategy::Direct),
            false,
            std::iter::empty(),
        );
    }
    provider.count(Some(&"x".repeat(MAX_NAME + 1)), Outcome::Failed, false, std::iter::empty());
    assert_eq!(provider.by_tool.len(), MAX_TOOLS + 1);
    assert_eq!(provider.by_tool[OTHER_TOOLS].total(), 101);
    assert_eq!(provider.all.total(), count as u64 + 1);
    let mut run = Provider::default();
    run.absorb(&provider);
    run.absorb(&provider);
    assert!(run.by_tool.len() <= MAX_TOOLS + 1, "{}", run.by_tool.len());
    assert_eq!(run.all.total(), 2 * (count as u64 + 1));
}

/// What happened to one call, in the words of a property.
#[derive(Clone, Debug)]
struct Event {
    provider: Option<&'static str>,
    tool: Option<String>,
    outcome: Option<usize>,
    cut: bool,
    fixes: Vec<usize>,
}

fn events() -> impl Any<Value = Vec<Event>> {
    let names = ["ls", "a\"b", "clé\n", ""];
    let event = (
        option::of(sample::select(vec!["openai", "a/b~", "é\u{1}"])),
        option::of(sample::select(names.map(str::to_owned).to_vec())),
        option::of(0..STRATEGIES.len()),
        any::<bool>(),
        collection::vec(0..Code::ALL.len(), 0..4),
    );
    let event =
        event.prop_map(|(provider, tool, outcome, cut, fixes)| Event { provider, tool, outcome, cut, fixes });
    collection::vec(event, 0..40)
}

/// The metrics of some events, counted one run an event.
fn counted(events: &[Event]) -> Stats {
    let mut stats = Stats::default();
    for Event { provider, tool, outcome, cut, fixes } in events {
        let counted = stats.providers.entry(provider.map(str::to_owned)).or_default();
        let outcome = outcome.map_or(Outcome::Failed, |index| Outcome::Handled(STRATEGIES[index]));
        let codes = if outcome == Outcome::Failed { &[][..] } else { fixes };
        counted.count(tool.as_deref(), outcome, *cut, codes.iter().map(|index| Code::ALL[*index].name()));
    }
    stats
}

fn sum(parts: &[&Stats]) -> Stats {
    let mut sum = Stats::default();
    for part in parts {
        sum.merge(part);
    }
    sum
}

fn written(stats: &Stats) -> String {
    let mut out = String::new();
    shape::write(stats, &mut out);
    out
}

fn read(text: &str) -> Result<Stats, String> {
    shape::read(&parse(text, MAX_DEPTH).expect("JSON")).map_err(|error| error.to_string())
}

proptest! {
    #[test]
    fn parts_add_up_to_the_whole_in_any_order(a in events(), b in events(), c in events()) {
        let whole = counted(&[a.clone(), b.clone(), c.clone()].concat());
        let (a, b, c) = (counted(&a), counted(&b), counted(&c));
        prop_assert_eq!(&sum(&[&a, &b, &c]), &whole);
        prop_assert_eq!(&sum(&[&c, &a, &b]), &whole);
        prop_assert_eq!(&sum(&[&a, &sum(&[&b, &c])]), &sum(&[&sum(&[&a, &b]), &c]));
    }

    #[test]
    fn what_is_written_is_read_back(events in events()) {
        let stats = counted(&events);
        let text = written(&stats);
        let value: Value = serde_json::from_str(&text).expect("JSON");
        let all = &value["argument_normalization"];
        let failed = events.iter().filter(|event| event.outcome.is_none()).count();
        prop_assert_eq!(all["total_calls"].as_u64(), Some(events.len() as u64));
        prop_assert_eq!(all["failures"].as_u64(), Some(failed as u64));
        // Nothing was counted for no provider: that is one run that named none.
        let expected = if stats.providers.is_empty() { Stats::of(None, Provider::default()) } else { stats };
        prop_assert_eq!(read(&text), Ok(expected));
    }

    #[test]
    fn a_sum_through_files_is_the_sum_in_memory(a in events(), b in events()) {
        let (a, b) = (counted(&a), counted(&b));
        // A run that counted nothing named no provider.
        let read_back = |stats: &Stats| if stats.providers.is_empty() { Stats::of(None, Provider::default()) } else { stats.clone() };
        let through = sum(&[&read(&written(&a)).expect("metrics"), &read(&written(&b)).expect("metrics")]);
        prop_assert_eq!(through, sum(&[&read_back(&a), &read_back(&b)]));
    }
}

#[test]
fn counters_stay_at_the_top_rather_than_wrap() {
    let mut top = Counts::default();
    top.failures = u64::MAX;
    let mut sum = top.clone();
    sum.merge(&top);
    sum.handled(Strategy::Direct);
    assert_eq!((sum.total(), sum.failures), (u64::MAX, u64::MAX));
}

/// A file with the metrics of one run over `input`.
fn file_of(folder: &tempfile::TempDir, name: &str, input: &str) -> String {
    let path = folder.path().join(name);
    let run =
        jmend("repair --lines -q").arg(format!("--stats={}", path.display())).write_stdin(input).output();
    assert!(matches!(run.expect("it runs").status.code(), Some(0 | 1)));
    path.to_str().expect("UTF-8").to_owned()
}

#[test]
fn the_metrics_of_workers_add_up_to_those_of_one_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let (text, _) = many(999);
    let lines: Vec<_> = text.split_inclusive('\n').collect();
    let shares: Vec<String> = lines.chunks(100).map(<[&str]>::concat).collect();
    let files: Vec<_> =
        shares.iter().enumerate().map(|(n, share)| file_of(&folder, &format!("{n}.json"), share)).collect();
    let whole = fs::read_to_string(file_of(&folder, "whole.json", &text)).expect("a file");
    let merged = jmend("stats").args(&files).output().expect("it runs");
    assert_eq!(String::from_utf8_lossy(&merged.stdout), whole);
    // Backwards, and as one stream.
    let all: String = files.iter().rev().map(|file| fs::read_to_string(file).expect("a file")).collect();
    let merged = jmend("stats").write_stdin(all).output().expect("it runs");
    assert_eq!(String::from_utf8_lossy(&merged.stdout), whole);
    let out = folder.path().join("sum.json");
    let merged = jmend("stats -o").arg(&out).args(&files).output().expect("it runs");
    assert_eq!((merged.status.code(), merged.stdout.as_slice()), (Some(0), b"".as_slice()));
    assert_eq!(fs::read_to_string(out).expect("a file"), whole);
}

/// (what is in a file that begins with metrics, what is said about it)
const OTHER_SHAPES: [(&str, &str); 8] = [
    (
        "{\"argument_normalization\":{}}",
        "`provider` is missing: these are no statistics of jmend at /argument_norm",
    ),
    ("GOOD\nGOOD,", ":2:"),
    ("GOOD\n{\"a\":1}", ":2:1: error[stats]: these are no metrics: `argument_normalization` is missing"),
    ("GOOD s/\"failures\":0/\"failures\":1/", "0 calls failed here, and 1 by `failures`"),
    (
        "GOOD s/\"failures\":0/\"failures\":-1/",
        "a count is due, and this is no whole number at /argument_norm",
    ),
    ("GOOD s/\"failures\":0/\"failures\":\"0\"/", "a count is due, and this is a string at /argument_norm"),
    (
        "GOOD s/\"by_tool\":{}/\"by_tool\":{},\"x\\u001b\":1/",
        "this member is not known at /argument_normalization/x\\u{1b}",
    ),
    (
        "GOOD s/\"direct\":1/\"direct\":1,\"direct\":1/",
        "`direct` stands here twice at /argument_normalization/norm",
    ),
];

#[test]
fn files_of_another_shape_are_refused_by_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let good = fs::read_to_string(file_of(&folder, "good.json", "{}\n")).expect("a file");
    for (row, said) in OTHER_SHAPES {
        let text = match row.split_once(" s/") {
            Some((_, edit)) => {
                let (from, to) = edit.trim_end_matches('/').split_once('/').expect("from and to");
                assert!(good.contains(from), "{from}");
                good.replacen(from, to, 1)
            }
            None => row.replace("GOOD", good.trim_end()),
        };
        let bad = folder.path().join("bad.json");
        fs::write(&bad, &text).expect("written");
        let run = jmend("stats").arg(folder.path().join("good.json")).arg(&bad).output();
        let run = run.expect("it runs");
        let stderr = String::from_utf8_lossy(&run.stderr);
        assert_eq!((run.status.code(), run.stdout.as_slice()), (Some(1), b"".as_slice()), "{row}: {stderr}");
        assert!(stderr.contains("bad.json:") && stderr.contains(said), "{row}: {said}\n{stderr}");
        assert!(stderr.contains("nothing was counted"), "{stderr}");
    }
    let run = jmend("stats /nowhere/x.json").output().expect("it runs");
    assert_eq!(run.status.code(), Some(2));
}

#[test]
fn a_tool_cannot_have_more_than_all() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("calls.json");
    let mut command = jmend("calls");
    command.arg(format!("--stats={}", path.display()));
    let run = command.write_stdin("{\"name\":\"ls\",\"arguments\":{}}").output().expect("it runs");
    assert_eq!(run.status.code(), Some(0));
    let good = fs::read_to_string(path).expect("a file");
    assert!(read(&good).is_ok(), "{good}");
    let more = good.replacen(
        "\"by_tool\":{\"ls\":{\"total_calls\":1,\"normalizations\":{\"direct\":1",
        "\"by_tool\":{\"ls\":{\"total_calls\":2,\"normalizations\":{\"direct\":2",
        1,
    );
    assert_ne!(more, good);
    assert_eq!(
        read(&more),
        Err("these tools have more calls or fixes than there were in all at \
        /argument_normalization/by_tool"
            .to_owned())
    );
}

/// `Stats` of the library counts what the program counts.
#[test]
fn the_library_counts_as_the_program() {
    let message = "<tool_call>{\"name\": \"f\", \"arguments\": {'a': True}}</tool_call>\n\
                   <tool_call>{\"name\": \"g\", \"arguments\": {}}</tool_call>\n\
                   <tool_call>{\"name\": \"f\", \"arguments\": {\"a\": ";
    let mut counted = jmend::Stats::new(None);
    counted.calls(&jmend::extract_calls(message, &jmend::CallOptions::new()).expect("calls"));
    let due = stats("calls --no-config -q --framing document --stats", message, 1);
    let found: Value = serde_json::from_str(&counted.to_json()).expect("JSON");
    assert_eq!(found["argument_normalization"], due);

    let mut counted = jmend::Stats::new(None);
    for (_, text) in RECORDS {
        match jmend::repair(text, &jmend::Options::default()) {
            Ok(repaired) => counted.repaired(None, &repaired),
            Err(error) => counted.failed(None, error.code()),
        }
    }
    let due = stats("repair --lines --stats", &RECORDS.map(|(_, text)| text).join("\n"), 1);
    let found: Value = serde_json::from_str(&counted.to_json()).expect("JSON");
    assert_eq!(found["argument_normalization"], due);
}
