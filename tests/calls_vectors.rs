//! Calls as other projects' tests have them: the shared vectors, per format and class, with the format not given.
//!
//! The vectors are third party and are read in place; without them the test says so and passes.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "the table is the point of the test")]

use std::collections::BTreeMap;
use std::path::PathBuf;

use jmend::core::calls::{Options, Tools, extract};
use jmend::core::repair::{self, Truncated};
use serde_json::Value;

/// Are these the same, when `1` and `1.0` are, and the order of members does not count?
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => {
            a == b || a.to_string().parse::<f64>().ok() == b.to_string().parse::<f64>().ok()
        }
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(name, a)| b.get(name).is_some_and(|b| same(a, b)))
        }
        _ => a == b,
    }
}

/// What the engine makes of a line, as name and arguments.
fn read(line: &Value, tools: Option<&Tools>, truncated: Truncated) -> Vec<(String, Value)> {
    let options =
        Options { repair: repair::Options { truncated, ..Default::default() }, tools, format: None };
    let input = line["input"].as_str().expect("a text");
    let found = extract(input.as_bytes(), &options).expect("readable");
    let value = |text: &str| serde_json::from_str(text).expect("arguments are valid JSON");
    found.calls.into_iter().map(|call| (call.name, value(&call.arguments))).collect()
}

fn is_right(line: &Value, tools: Option<&Tools>) -> bool {
    let class = line["class"].as_str().expect("a class");
    let truncated = if class.starts_with("truncated") { Truncated::Close } else { Truncated::Refuse };
    let found = read(line, tools, truncated);
    let expected = line["expected"].as_array().expect("calls");
    found.len() == expected.len()
        && found.iter().zip(expected).all(|((name, arguments), call)| {
            call["name"] == name.as_str() && same(arguments, &call["arguments"])
        })
}

/// Lines that are right, and all lines.
#[derive(Clone, Copy, Default)]
struct Score {
    right: u32,
    bare: u32,
    all: u32,
}

impl Score {
    fn percent(self) -> f64 {
        100.0 * f64::from(self.right) / f64::from(self.all.max(1))
    }
}

#[test]
fn calls_of_the_shared_vectors() {
    let path =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/vectors/third_party/tool_calls.jsonl");
    let other =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/vectors/third_party/tool_calls.jsonl");
    let Ok(text) = std::fs::read_to_string(path).or_else(|_| std::fs::read_to_string(other)) else {
        eprintln!("skipped: the shared vectors are not here");
        return;
    };
    let mut table: BTreeMap<(String, String), Score> = BTreeMap::new();
    let mut sums: BTreeMap<String, Score> = BTreeMap::new();
    for line in text.split('\n').filter(|line| !line.is_empty()) {
        let line: Value = serde_json::from_str(line).expect("valid");
        let field = |name: &str| line[name].as_str().expect(name).to_owned();
        let (format, class, tier) = (field("format"), field("class"), field("tier"));
        let tools = Tools::parse(&line["tools"].to_string()).expect("valid");
        let given = line["tools"].as_array().is_some_and(|tools| !tools.is_empty()).then_some(&tools);
        let right = is_right(&line, given);
        let bare = is_right(&line, None);
        if !right && std::env::var_os("JMEND_SHOW").is_some() {
            let found = read(&line, given, Truncated::Close);
            eprintln!(
                "{} {class}\n  {}\n  want {}\n  have {found:?}",
                line["id"], line["input"], line["expected"]
            );
        }
        let group = if class.starts_with("negative") { "negative" } else { class.as_str() };
        for key in [format!("{tier} {group}"), format!("{tier} all")] {
            let sum = sums.entry(key).or_default();
            *sum = Score {
                right: sum.right + u32::from(right),
                bare: sum.bare + u32::from(bare),
                all: sum.all + 1,
            };
        }
        let row = table.entry((format, class)).or_default();
        *row =
            Score { right: row.right + u32::from(right), bare: row.bare + u32::from(bare), all: row.all + 1 };
    }
    println!("{:<32} {:<18} {:>5} {:>10} {:>5}", "format", "class", "right", "no tools", "all");
    for ((format, class), score) in &table {
        println!("{format:<32} {class:<18} {:>5} {:>10} {:>5}", score.right, score.bare, score.all);
    }
    for (group, score) in &sums {
        println!(
            "{group:<51} {:>5} {:>10} {:>5}  {:.1} %",
            score.right,
            score.bare,
            score.all,
            score.percent()
        );
    }
    let sum = |group: &str| sums.get(group).copied().unwrap_or_default();
    let truncated = {
        let (a, b) = (sum("core truncated"), sum("core truncated-derived"));
        Score { right: a.right + b.right, bare: a.bare + b.bare, all: a.all + b.all }
    };
    assert!(sum("core ok").percent() >= 97.0, "core ok");
    assert!(sum("core malformed").percent() >= 90.0, "core malformed");
    assert!(truncated.percent() >= 95.0, "core truncated");
    assert_eq!(sum("core envelope").right, sum("core envelope").all, "core envelope");
    for tier in ["core negative", "tail negative"] {
        assert_eq!((sum(tier).right, sum(tier).bare), (sum(tier).all, sum(tier).all), "{tier}");
    }
    assert!(sum("tail all").percent() >= 85.0, "tail");
}
