//! Calls as other projects' tests have them: the shared vectors, per format and class, with the format not given, once
//! without any list of tools and once with the one that a line brings.
//!
//! The vectors are third party and are read in place.

#![expect(clippy::print_stdout, reason = "the table is the point of the test")]

use std::collections::BTreeMap;

use crate::common::known;
use crate::common::truth::{same, vectors};
use jmend::core::calls::{Options, Tools, extract};
use jmend::core::repair::engine::{self, Truncated};
use serde_json::Value;

/// What the engine makes of a line, as name and arguments.
fn read(line: &Value, tools: Option<&Tools>, truncated: Truncated) -> Vec<(String, Value)> {
    let options =
        Options { repair: engine::Options { truncated, ..Default::default() }, tools, ..Options::default() };
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

/// Lines that are right with the line's tools and without any, and all lines.
#[derive(Clone, Copy, Default)]
struct Score {
    right: u32,
    bare: u32,
    all: u32,
}

impl Score {
    fn and(self, other: Self) -> Self {
        Self { right: self.right + other.right, bare: self.bare + other.bare, all: self.all + other.all }
    }
}

fn percent(part: u32, all: u32) -> f64 {
    100.0 * f64::from(part) / f64::from(all.max(1))
}

/// Rows that expect a call from a text that ends before the call does: such a call is refused.
const HALF_CALLS: [&str; 1] = ["tc-glm-4.7-005"];

/// A row that expects no call where the tags end with the name of a checkpoint: they are read.
const CHECKPOINT: &str = "tc-neg-hunyuan-hy-001";

#[test]
#[cfg_attr(not(has = "shared"), ignore = "needs ../shared")]
fn calls_of_the_shared_vectors() {
    let mut table: BTreeMap<(String, String), Score> = BTreeMap::new();
    let mut sums: BTreeMap<String, Score> = BTreeMap::new();
    let mut failing = BTreeMap::new();
    for line in vectors("third_party/tool_calls.jsonl") {
        let field = |name: &str| line[name].as_str().expect(name).to_owned();
        if field("id") == CHECKPOINT {
            continue;
        }
        if HALF_CALLS.contains(&&*field("id")) {
            assert!(read(&line, None, Truncated::Refuse).is_empty(), "half a call must not run: {line}");
            continue;
        }
        let (format, class, tier) = (field("format"), field("class"), field("tier"));
        let tools = Tools::parse(&line["tools"].to_string()).expect("valid");
        let given = line["tools"].as_array().is_some_and(|tools| !tools.is_empty()).then_some(&tools);
        let right = is_right(&line, given);
        let bare = is_right(&line, None);
        for (is_right, tools, how) in [(right, given, ""), (bare, None, " without tools")] {
            if !is_right {
                let found = read(&line, tools, Truncated::Close);
                let shown = format!("{class} {}, expected {}, is {found:?}", line["input"], line["expected"]);
                failing.insert(format!("{}{how}", field("id")), shown);
            }
        }
        let group = if class.starts_with("negative") { "negative" } else { class.as_str() };
        for key in [format!("{tier} {group}"), format!("{tier} all")] {
            let sum = sums.entry(key).or_default();
            *sum = sum.and(Score { right: u32::from(right), bare: u32::from(bare), all: 1 });
        }
        let row = table.entry((format, class)).or_default();
        *row = row.and(Score { right: u32::from(right), bare: u32::from(bare), all: 1 });
    }
    println!("{:<32} {:<18} {:>5} {:>8} {:>5}", "format", "class", "all", "no tools", "tools");
    for ((format, class), score) in &table {
        println!("{format:<32} {class:<18} {:>5} {:>8} {:>5}", score.all, score.bare, score.right);
    }
    for (group, score) in &sums {
        let (bare, right) = (percent(score.bare, score.all), percent(score.right, score.all));
        println!("{group:<51} {:>5} {bare:>6.1} % {right:>6.1} %", score.all);
    }
    known::only_known_cases_fail("fixtures/failing/tool_calls.txt", &failing);
}
