//! Programs that arrive inside a call: `{"name":"eval_json","arguments":{"program":…}}`, or an API's answer that holds
//! such calls. Calls of other tools are not programs; the reader is that of `jmend calls`.

use std::collections::VecDeque;

use super::super::calls::advice;
use super::super::trouble::Trouble;
use super::turns::Program;
use crate::core::calls::{self, Calls, Options};
use crate::core::json::position;
use crate::core::ptc::{Error, ErrorKind};
use crate::core::repair;

/// The names under which a model is given this command, or is told of it by a hint in PTC-Lisp.
const NAMES: [&str; 3] = ["eval_json", "eval-json", "lisp_eval"];

/// The programs in calls of `eval_json` in a text of JSON; the text itself where there are none.
pub(super) fn unwrapped(program: Program, max_depth: usize) -> VecDeque<Program> {
    let Ok(text) = &program.text else { return VecDeque::from([program]) };
    let truncated = repair::Truncated::Refuse;
    let options = Options {
        repair: repair::Options { max_depth, truncated, ..repair::Options::default() },
        ..Options::default()
    };
    let found = if may_hold(text.as_bytes()) { calls::envelopes(text, &options) } else { None };
    let programs = found.map(|found| of_calls(found, text.as_bytes(), program.line)).unwrap_or_default();
    if programs.is_empty() { VecDeque::from([program]) } else { programs }
}

/// The programs in calls of `eval_json` in a model's answer; none where there are no such calls.
pub(super) fn in_answer(bytes: &[u8], options: repair::Options) -> VecDeque<Program> {
    if !may_hold(bytes) {
        return VecDeque::new();
    }
    let options = Options { repair: options, ..Options::default() };
    let Ok(found) = calls::extract(bytes, &options) else { return VecDeque::new() };
    of_calls(found, bytes, 1)
}

/// Most texts do not name the tool, and need no reader of calls.
fn may_hold(bytes: &[u8]) -> bool {
    NAMES.iter().any(|name| memchr::memmem::find(bytes, name.as_bytes()).is_some())
}

/// The programs among the calls of a text, which begins in this line.
fn of_calls(found: Calls, text: &[u8], line: usize) -> VecDeque<Program> {
    let mut programs: Vec<(usize, Program)> = Vec::new();
    for call in found.calls.into_iter().filter(|call| NAMES.contains(&call.name.as_str())) {
        let losses = call.loss().map(|loss| (position(text, loss.offset), Trouble::loss(loss)));
        let losses = losses.into_iter().collect();
        programs.push((call.span.start, Program { losses, ..Program::new(Ok(call.arguments), line) }));
    }
    for refused in found.refused {
        if refused.name.as_ref().is_some_and(|name| NAMES.contains(&name.as_str())) {
            let error = Error::new(ErrorKind::Parse, refused.reason.to_string());
            programs.push((
                refused.span.start,
                Program { advice: advice(refused.reason), ..Program::new(Err(error), line) },
            ));
        }
    }
    programs.sort_by_key(|(start, _)| *start);
    programs.into_iter().map(|(_, program)| program).collect()
}
