//! PTC-JSON programs, and the tools that are functions of JavaScript.

use std::time::Duration;

use jmend::{Error, EvalOptions, Lint, Options};
use napi::bindgen_prelude::{FnArgs, Function};
use napi_derive::napi;

use crate::answer::Answer;
use crate::options::Given;
use crate::report::{failure, misuse, quoted};
use crate::text::Text;

/// The function that stands for all tools: takes the name and the arguments, and answers with `+` and JSON, or with `-` and a message.
type Caller<'f> = Function<'f, FnArgs<(String, String)>, String>;

/// Does with a program and its options what `work` says: `run` returns `{"text":…,"memory":…,"memoryDelta":…}`, which are texts of
/// JSON, `check` a list of `{"code":…,"message":…,"path":…}`, and `card` the instructions for a model as a string of JSON.
#[napi(catch_unwind)]
pub fn program(
    work: String,
    program: Text,
    given: String,
    texts: Vec<Option<String>>,
    values: Vec<(String, String)>,
    names: Vec<String>,
    caller: Caller<'_>,
) -> Answer {
    with(&program, &given, &texts, &values, (&names, &caller), |options| match work.as_str() {
        "run" => {
            let done = jmend::eval_json(&program.bytes, options)?;
            let [text, memory, delta] =
                [done.result, done.memory, done.memory_delta].map(|text| quoted(&text));
            Ok(format!("{{\"text\":{text},\"memory\":{memory},\"memoryDelta\":{delta}}}"))
        }
        "check" => {
            let item = |Lint { code, message, path, .. }: &Lint| {
                let [code, message, path] = [code, message.as_str(), path].map(quoted);
                format!("{{\"code\":{code},\"message\":{message},\"path\":{path}}}")
            };
            let lints: Vec<_> = options.check(&program.bytes)?.iter().map(item).collect();
            Ok(format!("[{}]", lints.join(",")))
        }
        _ => options.card().map(|card| quoted(&card)),
    })
}

/// Returns all instructions for a model.
#[napi(catch_unwind)]
pub fn program_prompt() -> Answer {
    Answer::Text(EvalOptions::prompt())
}

/// Returns the JSON Schema of programs.
#[napi(catch_unwind)]
pub fn program_schema(is_strict: bool) -> Answer {
    Answer::Text(if is_strict { EvalOptions::strict_schema() } else { EvalOptions::schema() })
}

/// Does `work` with the options that JavaScript gave.
fn with(
    program: &Text,
    given: &str,
    texts: &[Option<String>],
    values: &[(String, String)],
    (names, caller): (&[String], &Caller<'_>),
    work: impl FnOnce(&EvalOptions<'_>) -> Result<String, Error>,
) -> Answer {
    let call = |tool: &str, arguments: &str| {
        let said = caller
            .call((tool.to_owned(), arguments.to_owned()).into())
            .map_err(|error| error.reason.clone())?;
        match said.split_at_checked(1) {
            Some(("+", json)) => Ok(json.to_owned()),
            Some((_, message)) => Err(message.to_owned()),
            None => Err("the function gave nothing".to_owned()),
        }
    };
    let mut options = match options(given) {
        Ok(options) => options,
        Err(message) => return misuse(&message),
    };
    for (index, text) in texts.iter().enumerate() {
        options = match (index, text) {
            (0, Some(context)) => options.context(context),
            (1, Some(memory)) => options.memory(memory),
            (2, Some(tools)) => options.tools(tools),
            _ => options,
        };
    }
    for (tool, value) in values {
        options = options.value(tool, value);
    }
    for tool in names {
        options = options.function(tool, &call);
    }
    match work(&options) {
        Ok(json) => Answer::Text(json),
        Err(error) => failure(&program.bytes, program.is_string, &error),
    }
}

/// Reads the options beside data and tools. A `timeout` and a `maxMemory` of zero are no limit, as for the program.
fn options<'o>(given: &str) -> Result<EvalOptions<'o>, String> {
    let mut given = Given::of(Some(given))?;
    let mut options = EvalOptions::default();
    if let Some(milliseconds) = given.whole("timeout")? {
        let limit = Duration::from_millis(milliseconds as u64);
        options = options.timeout((milliseconds > 0).then_some(limit));
    }
    if let Some(bytes) = given.whole("maxMemory")? {
        options = options.max_memory((bytes > 0).then_some(bytes));
    }
    if let Some(bytes) = given.whole("maxResult")? {
        options = options.max_result(bytes);
    }
    options = options.strict_types(given.switch("strictTypes")?.unwrap_or_default());
    let is_repaired = given.switch("repair")?.unwrap_or_default();
    let repair = given.repair(Options::default())?;
    options = options.max_depth(repair.max_depth);
    given.done()?;
    Ok(if is_repaired { options.repair(repair) } else { options })
}
