//! The promise of PTC-JSON: a program stays within its limits, and what it gives is strict JSON within them.

use std::rc::Rc;

use jmend::core::programs::value::Map;
use jmend::core::programs::{self, Limits, NoTools, Session, compile};
use serde_json::Value;

use super::{DEPTH, Outcome};

/// Bytes that a program may build here.
const MEMORY: usize = 1 << 20;
/// How often a program may ask for the time before it is up. A look comes every 512 steps.
const LOOKS: usize = 2_000;
/// Looks after the time was up: on the way out nothing goes on working.
const LATE: usize = 50;

/// What programs compute on: rows, and names that programs guess.
const CONTEXT: &str = r#"{"rows":[{"id":1,"name":"a","amount":10.5,"tags":["x","y"]},{"id":2,"name":"b","amount":null},
    {"id":3,"name":"c","amount":12345678901234567890123}],"text":"a\u0000b","n":7,"data":{"a":{"b":[1,[2,[3]]]}}}"#;

/// Any text as a program: it ends in time, within its memory, with a value that is JSON or with an error; a failure
/// leaves memory as it was; and the same program gives the same outcome twice.
pub(super) fn ptc_within_limits(input: &[u8]) -> Outcome {
    let Ok(text) = std::str::from_utf8(input) else { return Ok(()) };
    let first = run(text)?;
    // Without the clock, which is told by the count of looks, nothing may differ.
    if run(text)? == first { Ok(()) } else { Err(format!("the second run differs from {first:?}")) }
}

fn run(text: &str) -> Result<Result<String, String>, String> {
    let limits = Limits { max_memory: MEMORY, max_depth: DEPTH, ..Limits::default() };
    let context = programs::read(CONTEXT, DEPTH).map_err(|error| format!("the context: {error:?}"))?;
    let context: Rc<Map<'_>> = context.as_map().ok_or("the context is a map")?;
    let mut session = Session::new(context, limits);
    session.input_bytes = CONTEXT.len();
    let mut looks = 0;
    let outcome = session.turn(text, &mut NoTools, &mut || {
        looks += 1;
        looks > LOOKS
    });
    if looks > LOOKS + LATE {
        return Err(format!("{looks} looks at the clock, {LOOKS} were allowed"));
    }
    let outcome = match outcome {
        Ok(outcome) => outcome,
        Err(error) => {
            if let Some(pointer) = &error.pointer
                && !pointer.is_empty()
            {
                let program: Option<Value> = serde_json::from_str(text).ok();
                if program.is_some_and(|program| program.pointer(pointer).is_none()) {
                    return Err(format!("the error is at {pointer}, which is nowhere: {}", error.message));
                }
            }
            if !session.memory.entries().is_empty() {
                return Err(format!("a failure left something in memory: {error:?}"));
            }
            return Ok(Err(error.formatted()));
        }
    };
    let memory = jmend::core::programs::Value::Map(Rc::clone(&outcome.memory));
    for value in [&outcome.result, &memory] {
        let json = programs::to_json(value);
        serde_json::from_str::<Value>(&json).map_err(|error| format!("{error} in the result {json:?}"))?;
        // Every byte of memory is at most six of text: a control character as an escape.
        if json.len() > 8 * (MEMORY + 2 * CONTEXT.len()) {
            return Err(format!("a result of {} bytes", json.len()));
        }
    }
    let program = compile(text, &limits).map_err(|error| format!("what ran does not compile: {error:?}"))?;
    jmend::core::programs::lint::lint(&program, &session.context, &mut |_, _| None);
    Ok(Ok(programs::to_json(&outcome.result)))
}
