//! The seam to the world: what a program can call.

use super::limits::Limits;
use super::read::{owned, read};
use super::value::Value;
use super::write::{cut, to_json};
use crate::core::json;

/// Why a call gave no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ToolError {
    /// There is no such tool.
    NotFound,
    /// The tool says no, and why: compact JSON.
    Failed(String),
    /// The tool broke.
    Raised(String),
    /// The result is not in the cache; holds the key, and the calls that are there.
    Missed(String),
    /// The result, or all results of the program together, are longer than this many bytes.
    TooLarge(usize),
    /// The time was up before the tool had an answer.
    Timeout,
}

/// One sentence about a call of this tool that gave no value.
pub fn message(tool: &str, error: &ToolError) -> String {
    match error {
        ToolError::NotFound => format!("Tool '{tool}' not found"),
        ToolError::Failed(reason) => format!("Tool '{tool}' error: {}", cut(reason.clone())),
        ToolError::Raised(message) => format!("Tool '{tool}' raised: {message}"),
        ToolError::Missed(key) => {
            format!("Tool '{tool}' has no cached result for these arguments, key {key}")
        }
        ToolError::TooLarge(limit) => {
            format!("Tool '{tool}' returned more than there is room for, {limit} bytes")
        }
        ToolError::Timeout => format!("Tool '{tool}' did not answer before the time was up"),
    }
}

/// Reads the text that a tool answers with. `room` is what the tools of the running program may still answer, in bytes.
pub fn answer(text: &str, room: &mut usize, limits: &Limits) -> Result<Value<'static>, ToolError> {
    *room = room.checked_sub(text.len()).ok_or(ToolError::TooLarge(limits.max_memory))?;
    let value = value(text, limits.max_depth)
        .map_err(|message| ToolError::Raised(format!("its output is not JSON: {message}")))?;
    match error_value(&value) {
        Some(reason) => Err(ToolError::Failed(to_json(&reason))),
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
    /// Calls a tool. The arguments are a JSON object with every digit as the program has it.
    fn call(&mut self, tool: &str, args: &str) -> Result<Value<'a>, ToolError>;

    /// The names there are, for suggestions.
    fn names(&self) -> Vec<&str>;
}

/// No tools at all.
#[derive(Clone, Copy, Debug)]
pub struct NoTools;

impl<'a> Tools<'a> for NoTools {
    fn call(&mut self, _: &str, _: &str) -> Result<Value<'a>, ToolError> {
        Err(ToolError::NotFound)
    }

    fn names(&self) -> Vec<&str> {
        Vec::new()
    }
}
