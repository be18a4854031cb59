//! The calls of other projects' suites, read in place: they pass through every pair of providers, and a text that arrives in
//! pieces of any size gives the same calls, the first one before the second begins.

use std::collections::HashMap;

use jmend::core::calls::{Call, Calls, Live, Options, Tools, extract};
use jmend::core::repair::engine::{self, Truncated};
use serde_json::{Value, json};

use crate::calls_providers::{PROVIDERS, calls, named};
use crate::common::truth::{shared, text, vectors};

/// Texts whose first call turns out to be reasoning when a closing tag comes that nothing had opened.
const REASONING: [&str; 1] = ["llama.cpp-5385"];

/// Sizes of the pieces in which a text arrives.
const PIECES: [usize; 3] = [1, 7, 4096];

/// Every text that a suite has a call in: of ours in the shared vectors, and of the engines.
fn suites() -> Vec<Value> {
    let mut all = vectors("third_party/tool_calls.jsonl");
    all.extend(vectors("calls_minimal.jsonl"));
    for name in ["peers_calls.jsonl", "real_calls.jsonl"] {
        // Rows of which a wanted value is no JSON (NaN) are left out.
        let text = std::fs::read_to_string(shared("bench/real/dev").join(name)).unwrap_or_default();
        all.extend(text.split('\n').filter_map(|line| serde_json::from_str::<Value>(line).ok()));
    }
    all
}

#[test]
#[cfg_attr(not(has = "shared"), ignore = "needs ../shared")]
fn calls_of_the_suites_pass_through_every_pair_of_providers() {
    let texts = suites().iter().map(|row| format!("{}\n", row["input"])).collect::<Vec<_>>().concat();
    let all = named(&calls("--framing strings --history", &texts));
    let open = named(&calls("--framing strings", &texts));
    assert!(open.len() > 300, "{} calls", open.len());
    for first in PROVIDERS {
        // A message is whole: it has the calls, too, that were answered.
        for (content, due) in [("", &open), ("--with-content ", &all)] {
            let lines = calls(&format!("--framing strings {content}--to {first}"), &texts);
            differ(&format!("{content}{first}"), &named(&calls("--lines", &lines)), due);
            for second in PROVIDERS {
                let again = calls(&format!("--lines {content}--to {second}"), &lines);
                differ(&format!("{content}{first} to {second}"), &named(&calls("--lines", &again)), due);
            }
        }
    }
}

/// Fails for the first call that is not the same.
#[track_caller]
fn differ(way: &str, found: &[Value], due: &[Value]) {
    if let Some((found, due)) = found.iter().zip(due).find(|(found, due)| found != due) {
        panic!("{way}: {found} in place of {due}");
    }
    assert_eq!(found.len(), due.len(), "{way}");
}

fn read(text: &[u8], tools: Option<&Tools>, truncated: Truncated) -> Calls {
    let repair = engine::Options { truncated, ..engine::Options::default() };
    extract(text, &Options { repair, tools, ..Options::default() }).unwrap_or_default()
}

fn shown(call: &Call) -> Value {
    json!([call.name, call.id, call.arguments, call.choice])
}

#[test]
#[cfg_attr(not(has = "shared"), ignore = "needs ../shared")]
fn calls_of_the_suites_come_as_soon_as_they_are_whole() {
    let mut faults = Vec::new();
    let (mut streams, mut early) = (0, 0);
    let mut lists: HashMap<String, Option<Tools>> = HashMap::new();
    for row in suites() {
        let input = text(&row, "input");
        let list =
            row["tools"].as_array().filter(|tools| !tools.is_empty()).map(|_| row["tools"].to_string());
        let with =
            list.map(|list| lists.entry(list.clone()).or_insert_with(|| Tools::parse(&list).ok()).as_ref());
        for tools in [None, with.flatten()].into_iter().take(1 + usize::from(with.is_some())) {
            let due = read(input.as_bytes(), tools, Truncated::Refuse).calls;
            if due.is_empty() || row["id"].as_str().is_some_and(|id| REASONING.contains(&id)) {
                continue;
            }
            streams += 1;
            for piece in PIECES {
                let found = replay(input, tools, piece);
                let is_same = found.iter().zip(&due).all(|((_, call), due)| shown(call) == shown(due));
                if !is_same || found.len() > due.len() {
                    let found: Vec<_> = found.iter().map(|(_, call)| shown(call)).collect();
                    let due: Vec<_> = due.iter().map(shown).collect();
                    faults.push(format!(
                        "{} in pieces of {piece}: {found:?} in place of {due:?}: {input:?}",
                        row["id"]
                    ));
                    break;
                }
                early += usize::from(piece == 1 && !found.is_empty());
                if piece == 1 && due.len() > 1 && is_sure(input, &due[0]) && is_apart(&due) {
                    // White space before the second call does not belong to it.
                    let start = due[1].span.start;
                    let second = start + input[start..].len() - input[start..].trim_start().len();
                    // What stands in a fence is known when the fence ends.
                    let is_in_fence = input[..start].contains("```");
                    let may_move = is_in_fence || is_after_words(input, &due[0]) || has_turns(input);
                    if found.first().is_none_or(|(at, _)| *at > second + 1) && !may_move {
                        let at = found.first().map(|(at, _)| *at);
                        faults.push(format!(
                            "{} waits: first at {at:?}, second begins at {second}: {input:?}",
                            row["id"]
                        ));
                    }
                }
            }
        }
    }
    assert!(streams > 500 && early > streams / 3, "{streams} texts, {early} early");
    assert!(faults.is_empty(), "{} of {streams} texts, {early} early:\n{}", faults.len(), faults.join("\n"));
}

/// Returns whether a text has role markup: another turn may answer a call, and then it is history.
fn has_turns(input: &str) -> bool {
    ["<|start|>", "<|im_start|>", "<|open|>", "<|turn>", "<eos>", "<SPECIAL_11>"]
        .iter()
        .any(|markup| input.contains(markup))
}

/// Returns whether words stand before a call on its line: words after its block would make a mention of it.
fn is_after_words(input: &str, call: &Call) -> bool {
    let line = input[..call.span.start].rsplit('\n').next().unwrap_or_default();
    line.contains(char::is_alphabetic)
}

/// Does a marker or an envelope say that this is a call, whatever follows, and is nothing wrong with it? One document is no
/// stream.
fn is_sure(input: &str, call: &Call) -> bool {
    let is_json = input.trim_start().starts_with(['{', '[']);
    let is_document = is_json && serde_json::from_str::<Value>(input).is_ok();
    let is_announced = if is_json { call.format.is_envelope } else { call.format.is_sure() };
    is_announced && !is_document && call.risk() <= Some(jmend::Risk::Syntax)
}

/// Does the second call begin after the end of the first one?
fn is_apart(calls: &[Call]) -> bool {
    calls[0].span.end <= calls[1].span.start && calls[0].span != calls[1].span
}

/// The calls that are handed out while a text arrives, each with the place that was reached.
fn replay(input: &str, tools: Option<&Tools>, piece: usize) -> Vec<(usize, Call)> {
    let bytes = input.as_bytes();
    let mut live = Live::default();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        at = (at + piece).min(bytes.len());
        let news = live.next(&bytes[..at], false, |text, truncated| read(text, tools, truncated));
        if let Some(news) = news {
            found.extend(news.calls[news.whole].iter().map(|call| (at, call.clone())));
        }
    }
    found
}
