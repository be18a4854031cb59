//! Runs every line of `../shared/vectors/ptc/eval.jsonl` through the core.
//!
//! The lines are read in place. Values are compared by an oracle of its own (`serde_json` with the digits kept):
//! 1 and 1.0 differ, the order of members does not matter.

use crate::common::truth::vectors;
use jmend::core::programs::{self, Evaluated, Limits, Session, Tools, Value, tool as tools};
use serde_json::Value as Json;
use std::rc::Rc;

/// Tools that behave as a line says, and record their calls.
struct Scripted {
    tools: serde_json::Map<String, Json>,
    calls: Vec<Json>,
}

fn to_value(json: &Json) -> Value<'static> {
    let text = json.to_string();
    programs::read(&text, 1024).expect("a value");
    programs::read::owned(&jmend::core::json::parse(&text, 1024).expect("JSON"))
}

impl Tools<'static> for Scripted {
    fn call(&mut self, tool: &str, args: &str) -> Evaluated<Option<Value<'static>>> {
        let Some(script) = self.tools.get(tool) else { return Ok(None) };
        let args: Json = serde_json::from_str(args).expect("JSON");
        self.calls.push(serde_json::json!({"tool": tool, "args": args}));
        if let Some(value) = script.get("return") {
            Ok(Some(to_value(value)))
        } else if let Some(reason) = script.get("error") {
            Err(tools::failed(tool, reason.to_string()))
        } else if let Some(message) = script.get("raise") {
            Err(tools::raised(tool, message.as_str().unwrap_or_default()))
        } else if let Some(table) = script.get("by_args").and_then(Json::as_array) {
            let row = table.iter().find(|row| row.get(0) == Some(&args)).expect("arguments in the table");
            Ok(Some(to_value(&row[1])))
        } else {
            Ok(Some(to_value(&args)))
        }
    }

    fn names(&self) -> Vec<&str> {
        self.tools.keys().map(String::as_str).collect()
    }
}

/// Equal as JSON, with integers told from floats.
fn same(a: &Json, b: &Json) -> bool {
    match (a, b) {
        (Json::Number(a), Json::Number(b)) => {
            let (a, b) = (a.to_string(), b.to_string());
            let is_float = |text: &str| text.contains(['.', 'e', 'E']);
            match (is_float(&a), is_float(&b)) {
                (true, true) => a.parse().map(f64::to_bits) == b.parse().map(f64::to_bits),
                (false, false) => a == b,
                _ => false,
            }
        }
        (Json::Array(a), Json::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Json::Object(a), Json::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(name, a)| b.get(name).is_some_and(|b| same(a, b)))
        }
        _ => a == b,
    }
}

fn program_text(input: &Json) -> String {
    if let Some(source) = input.get("source") {
        return source.as_str().expect("text").to_owned();
    }
    match (input.get("raw"), input.get("program")) {
        (Some(raw), _) => raw.to_string(),
        (_, Some(program)) => format!("{{\"program\":{program}}}"),
        _ => panic!("no program in {input}"),
    }
}

fn map(text: &str) -> Rc<programs::value::Map<'_>> {
    programs::read(text, 1024).expect("a value").as_map().expect("a map")
}

/// What differs on this line, if anything does.
fn differs(line: &Json) -> Option<String> {
    let (input, expected) = (&line["input"], &line["expected"]);
    let object = |name: &str| input.get(name).map_or("{}".to_owned(), Json::to_string);
    let (context, memory) = (object("context"), object("memory"));
    let mut session = Session::new(map(context.leak()), Limits::default());
    session.memory = map(memory.leak());
    let before = json(&session.memory);
    let mut tools = Scripted {
        tools: input.get("tools").and_then(Json::as_object).cloned().unwrap_or_default(),
        calls: Vec::new(),
    };
    let outcome = session.turn(&program_text(input), &mut tools, &mut || false);
    if let Some(calls) = expected.get("tool_calls")
        && !same(calls, &Json::Array(tools.calls))
    {
        return Some("the calls differ".to_owned());
    }
    match outcome {
        Ok(outcome) if expected["ok"] == true => {
            let result: Json = serde_json::from_str(&programs::to_json(&outcome.result)).expect("JSON");
            for (name, got) in [
                ("result", result),
                ("memory_delta", json(&outcome.delta)),
                ("memory", json(&outcome.memory)),
            ] {
                if !same(&expected[name], &got) {
                    return Some(format!("{name}: expected {}, got {got}", expected[name]));
                }
            }
            None
        }
        Ok(outcome) => Some(format!("expected a failure, got {}", programs::to_json(&outcome.result))),
        Err(error) if expected["ok"] == true => Some(format!("expected a result, got {error}")),
        Err(error) => {
            let wanted = &expected["error"];
            let starts = wanted["message_starts"].as_str().unwrap_or_default();
            if wanted["type"] != error.kind.name() || !error.message.starts_with(starts) {
                return Some(format!("expected {wanted}, got {error:?}"));
            }
            (json(&session.memory) != before).then(|| "a failure changed memory".to_owned())
        }
    }
}

fn json(map: &Rc<programs::value::Map<'_>>) -> Json {
    serde_json::from_str(&programs::to_json(&Value::Map(Rc::clone(map)))).expect("JSON")
}

#[test]
#[cfg_attr(not(has = "shared"), ignore = "needs ../shared")]
fn every_line_of_the_shared_vectors() {
    let check = || {
        let lines = vectors("ptc/eval.jsonl");
        let failures: Vec<_> = lines
            .iter()
            .filter_map(|line| differs(line).map(|what| format!("{}: {what}", line["id"])))
            .collect();
        assert!(!lines.is_empty() && failures.is_empty(), "{}", failures.join("\n"));
    };
    let thread = std::thread::Builder::new().stack_size(Limits::default().stack()).spawn(check);
    assert!(thread.expect("a thread").join().is_ok(), "lines differ, see above");
}
