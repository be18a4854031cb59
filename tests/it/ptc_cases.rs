//! The project's own cases for PTC-JSON: `fixtures/ptc/*.jsonl`, one case a line, one checker.
//!
//! `program` (or `source`, the text with its wrapper), `context` (or `context_text`), `memory`, `tools` with fixed
//! results, `limits`; then `result` or `result_text`, `memory_after`, or `error` with what it must say.

use jmend::core::programs::{self, Evaluated, Limits, Session, Tools, Value};
use serde_json::Value as Json;
use std::rc::Rc;

struct Fixed<'a>(Vec<(String, Value<'a>)>);

impl<'a> Tools<'a> for Fixed<'a> {
    fn call(&mut self, tool: &str, _: &str) -> Evaluated<Option<Value<'a>>> {
        let found = self.0.iter().find(|(name, _)| name == tool);
        Ok(found.map(|(_, value)| value.clone()))
    }

    fn names(&self) -> Vec<&str> {
        self.0.iter().map(|(name, _)| name.as_str()).collect()
    }
}

fn text_of(case: &Json, name: &str) -> String {
    case.get(name).map_or("{}".to_owned(), Json::to_string)
}

fn map(text: &str) -> Rc<programs::value::Map<'_>> {
    programs::read(text, 1024).expect("a value").as_map().expect("a map")
}

/// Fails where the case does not give what it says.
fn check(case: &Json) {
    let name = case["name"].as_str().expect("a name");
    let text = |field: &str| case.get(field).and_then(Json::as_str).map(str::to_owned);
    let source = text("source").unwrap_or_else(|| format!("{{\"program\":{}}}", case["program"]));
    let context = text("context_text").unwrap_or_else(|| text_of(case, "context"));
    let (memory, tools) = (text_of(case, "memory"), text_of(case, "tools"));
    let limit = |name: &str, default| {
        case["limits"].get(name).and_then(Json::as_u64).map_or(default, |limit| limit as usize)
    };
    let limits = Limits {
        max_depth: limit("max_depth", Limits::default().max_depth),
        max_memory: limit("max_memory", Limits::default().max_memory),
        ..Limits::default()
    };
    let mut session = Session::new(map(&context), limits);
    session.memory = map(&memory);
    let tools = map(&tools);
    let tools = tools.entries().iter().map(|(name, value)| (name.as_str().to_owned(), value.clone()));
    let mut looks = limit("steps", usize::MAX);
    let mut expired = || {
        looks = looks.saturating_sub(1);
        looks == 0
    };
    let outcome = session.turn(&source, &mut Fixed(tools.collect()), &mut expired);
    match (outcome, case.get("error")) {
        (Ok(outcome), None) => {
            let result = programs::to_json(&outcome.result);
            if let Some(expected) = text("result_text") {
                assert_eq!(result, expected, "{name}");
            } else {
                let result: Json = serde_json::from_str(&result).expect("JSON");
                assert_eq!(result, case["result"], "{name}");
            }
        }
        (Err(error), Some(expected)) => {
            assert_eq!(expected["type"], error.kind.name(), "{name}: {error}");
            let message = expected["message"].as_str().expect("a message");
            assert!(error.message.starts_with(message), "{name}: {error}");
            for (field, said) in [
                ("path", error.pointer.clone()),
                ("suggestion", error.suggestion.clone()),
                ("formatted", Some(error.formatted())),
            ] {
                if let Some(wanted) = expected.get(field) {
                    assert_eq!(wanted.as_str(), said.as_deref(), "{name}: {field}");
                }
            }
        }
        (Ok(outcome), Some(_)) => panic!("{name}: gives {}", programs::to_json(&outcome.result)),
        (Err(error), None) => panic!("{name}: {error:?}"),
    }
    if let Some(expected) = case.get("memory_after") {
        let memory: Json =
            serde_json::from_str(&programs::to_json(&Value::Map(Rc::clone(&session.memory)))).expect("JSON");
        assert_eq!(&memory, expected, "{name}: memory");
    }
}

/// Runs every case of a file; a case that is missing would pass, so each file says how many it has at least.
fn check_file(file: &str, at_least: usize) {
    let path = format!("{}/fixtures/ptc/{file}.jsonl", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("the cases");
    let cases: Vec<Json> = text
        .split('\n')
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_str(line).expect(line))
        .collect();
    assert!(cases.len() >= at_least, "{file} has {} cases", cases.len());
    cases.iter().for_each(check);
}

#[test]
fn scope() {
    check_file("scope", 13);
}

#[test]
fn the_memory_contract() {
    check_file("contract", 13);
}

#[test]
fn numbers() {
    check_file("numbers", 19);
}

#[test]
fn order_and_equality() {
    check_file("order", 12);
}

#[test]
fn errors() {
    check_file("errors", 15);
}

#[test]
fn limits() {
    check_file("limits", 6);
}
