//! The seam to the world: what a program can call.

use super::error::{Error, ErrorKind, Evaluated};
use super::limits::Limits;
use super::read::{owned, read};
use super::value::Value;
use super::write::{cut, to_json};
use crate::core::json::{self, suggest};

/// Returns the error of a tool that says no. The reason is compact JSON.
pub fn failed(tool: &str, reason: String) -> Box<Error> {
    Error::execution(format!("Tool '{tool}' error: {}", cut(reason)))
}

/// Returns the error of a tool that broke.
pub fn raised(tool: &str, what: &str) -> Box<Error> {
    Error::execution(format!("Tool '{tool}' raised: {what}"))
}

/// Returns the error of a result that is not in the cache. `key` may go on with the calls that are there.
pub fn missed(tool: &str, key: &str) -> Box<Error> {
    Error::execution(format!("Tool '{tool}' has no cached result for these arguments, key {key}"))
}

/// Returns the error of a result that is longer than this many bytes, alone or with the other results of the program.
pub fn too_large(tool: &str, limit: usize) -> Box<Error> {
    Error::boxed(
        ErrorKind::Memory,
        format!("Tool '{tool}' returned more than there is room for, {limit} bytes"),
    )
}

/// Returns the error of a tool that had no answer when the time was up.
pub fn timeout(tool: &str) -> Box<Error> {
    Error::boxed(ErrorKind::Timeout, format!("Tool '{tool}' did not answer before the time was up"))
}

/// Returns the error of a name that no tool has, and the name that was probably meant.
pub fn unknown(tool: &str, mut names: Vec<&str>) -> Box<Error> {
    names.sort_unstable();
    let meant = suggest::best(tool, names).map(str::to_owned);
    let hint = meant.as_ref().map_or(String::new(), |name| format!(". Did you mean '{name}'?"));
    let mut error = Error::execution(format!("Tool '{tool}' not found{hint}"));
    error.suggestion = meant;
    error
}

/// Reads the text that a tool answers with. `room` is what the tools of the running program may still answer, in bytes.
pub fn answer(tool: &str, text: &str, room: &mut usize, limits: &Limits) -> Evaluated<Value<'static>> {
    *room = room.checked_sub(text.len()).ok_or_else(|| too_large(tool, limits.max_memory))?;
    let value = value(text, limits.max_depth)
        .map_err(|message| raised(tool, &format!("its output is not JSON: {message}")))?;
    match error_value(&value) {
        Some(reason) => Err(failed(tool, to_json(&reason))),
        None => Ok(value),
    }
}

/// The value of a text, which borrows nothing; or why there is none.
pub fn value(text: &str, max_depth: usize) -> Result<Value<'static>, String> {
    read(text, max_depth).map_err(|error| error.message)?;
    json::parse(text, max_depth).map(|value| owned(&value)).map_err(|error| error.to_string())
}

/// The reason in `{"error": reason}`, which is how a tool that ends well says no.
fn error_value(value: &Value<'static>) -> Option<Value<'static>> {
    let map = value.as_map()?;
    if map.entries().len() == 1 { map.get("error").cloned() } else { None }
}

/// The tools of a run.
pub trait Tools<'a> {
    /// Calls a tool. The arguments are a JSON object with every digit as the program has it. Gives nothing where there is no such
    /// tool, and fails as the functions of this module say it.
    fn call(&mut self, tool: &str, args: &str) -> Evaluated<Option<Value<'a>>>;

    /// The names there are, for suggestions.
    fn names(&self) -> Vec<&str>;
}

/// No tools at all.
#[derive(Clone, Copy, Debug)]
pub struct NoTools;

impl<'a> Tools<'a> for NoTools {
    fn call(&mut self, _: &str, _: &str) -> Evaluated<Option<Value<'a>>> {
        Ok(None)
    }

    fn names(&self) -> Vec<&str> {
        Vec::new()
    }
}
