//! PTC-JSON programs in process, and what the command `eval-json` shares with that.
//!
//! | file | promise |
//! |---|---|
//! | `reading` | the programs in a text, also in calls of `eval_json` and in the answer of a model |
//! | `lisp` | one call in PTC-Lisp as a program |
//! | `exposed` | which tools programs may call |
//! | `bounded` | the profile in place of a result that is too long |
//! | `options` | what a program is run with, in process |
//! | `run` | one program in process, with tools that are functions of the caller's |

pub mod bounded;
pub mod exposed;
pub mod lisp;
pub mod options;
pub mod reading;
pub mod run;

use crate::core::programs::value::Map;
use crate::core::programs::{self, Error, Limits, describe, program::Program};
use exposed::Exposed;

/// Returns a checked program, which calls no tool that it may not see. The text may be a call in PTC-Lisp. `given` are the tools that
/// can be called.
pub fn compiled(
    text: &str,
    limits: &Limits,
    exposed: Option<&Exposed>,
    given: &[&str],
) -> Result<Program, Error> {
    let program = match lisp::translated(text) {
        Some(program) => programs::compile(&program?, limits)?,
        None => programs::compile(text, limits)?,
    };
    let Some(exposed) = exposed else { return Ok(program) };
    for (node, tool) in programs::walk::calls(&program) {
        if let Some(error) = exposed.refused(tool, given) {
            return Err(Error { pointer: Some(program.pointer(node)), ..error });
        }
    }
    Ok(program)
}

/// Returns the instructions for a model on a card, with the tools that programs may call and the shape of the context. `given` are the
/// tools that can be called.
pub fn card(exposed: Option<&Exposed>, given: &[&str], context: &Map<'_>) -> String {
    let mut tools: Vec<(String, String)> = exposed.map(|exposed| exposed.tools.clone()).unwrap_or_default();
    for name in given {
        if !tools.iter().any(|(known, _)| known == name) {
            tools.push(((*name).to_owned(), String::new()));
        }
    }
    let members = context.entries().iter();
    let context: Vec<(String, String)> =
        members.map(|(name, value)| (name.as_str().to_owned(), describe::shape(value))).collect();
    describe::card(&tools, &context)
}
