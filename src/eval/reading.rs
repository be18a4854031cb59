//! The programs in a text of the input.
//!
//! As it is, a text is one program, or holds calls whose arguments are programs:
//! `{"name":"eval_json","arguments":{"program":…}}`, or an API's answer that holds such calls. Where it is repaired, all of the
//! input is one answer of a model, in which the programs are found and repaired. Calls of other tools are not programs; the
//! reader is that of `jmend calls`.

use std::ops::Range;

use crate::core::calls::{self, Calls, Reason};
use crate::core::json::{BOM, Position, position};
use crate::core::programs::{Error, ErrorKind};
use crate::core::repair::engine::{FailureCode, Loss, Options, Truncated, repair};

/// The names under which a model is given this command, or is told of it by a hint in PTC-Lisp.
const NAMES: [&str; 3] = ["eval_json", "eval-json", "lisp_eval"];

/// The reason why a text has no program.
#[derive(Clone, Copy, Debug)]
pub enum Why {
    /// A block is no call.
    Call(Reason),
    /// It cannot be repaired.
    Repair(FailureCode),
}

/// One program text.
pub struct Program {
    /// The text, or why there is none.
    pub text: Result<String, Error>,
    /// The line of the input where it begins, from 1.
    pub line: usize,
    /// The reason why there is none, where it is not one of the language.
    pub why: Option<Why>,
    /// What the repair lost on the way, with its places in the input.
    pub losses: Vec<(Position, Loss)>,
}

impl Program {
    fn new(text: Result<String, Error>, line: usize) -> Self {
        Self { text, line, why: None, losses: Vec::new() }
    }

    /// A text that holds no program.
    pub fn wrong(message: impl Into<String>, line: usize) -> Self {
        Self::new(Err(Error::new(ErrorKind::Parse, message)), line)
    }
}

/// How the programs of a text are found.
#[derive(Clone, Copy)]
pub enum Reading {
    /// It is the program, in another language.
    Whole,
    /// It is one, or holds calls that are, nested up to this depth.
    Strict(usize),
    /// It is the answer of a model.
    Repaired(Options),
}

impl Reading {
    /// The programs of one text.
    pub fn programs(&self, bytes: &[u8]) -> Vec<Program> {
        match self {
            Self::Whole => Vec::from([Program::new(utf8(bytes), 1)]),
            Self::Strict(max_depth) => unwrapped(Program::new(utf8(bytes), 1), *max_depth),
            Self::Repaired(options) => {
                let called = in_answer(bytes, *options);
                if called.is_empty() { repaired(bytes, options) } else { called }
            }
        }
    }
}

fn utf8(bytes: &[u8]) -> Result<String, Error> {
    let bytes = bytes.strip_prefix(BOM).unwrap_or(bytes);
    std::str::from_utf8(bytes).map(str::to_owned).map_err(|error| {
        let at = position(bytes, error.valid_up_to());
        let message = format!("the bytes are not UTF-8 (line {}, column {})", at.line, at.column);
        Error { position: Some(at), ..Error::new(ErrorKind::Parse, message) }
    })
}

/// The programs in calls of `eval_json` in a text of JSON; the text itself where there are none.
fn unwrapped(program: Program, max_depth: usize) -> Vec<Program> {
    let Ok(text) = &program.text else { return Vec::from([program]) };
    let repair = Options { max_depth, truncated: Truncated::Refuse, ..Options::default() };
    let options = calls::Options { repair, ..calls::Options::default() };
    let found = if may_hold(text.as_bytes()) { calls::envelopes(text, &options) } else { None };
    let programs = found.map(|found| of_calls(found, text.as_bytes(), program.line)).unwrap_or_default();
    if programs.is_empty() { Vec::from([program]) } else { programs }
}

/// The programs in calls of `eval_json` in a model's answer; none where there are no such calls.
fn in_answer(bytes: &[u8], repair: Options) -> Vec<Program> {
    let options = calls::Options { repair, ..calls::Options::default() };
    let found = if may_hold(bytes) { calls::extract(bytes, &options).ok() } else { None };
    found.map(|found| of_calls(found, bytes, 1)).unwrap_or_default()
}

/// Most texts do not name the tool, and need no reader of calls.
fn may_hold(bytes: &[u8]) -> bool {
    NAMES.iter().any(|name| memchr::memmem::find(bytes, name.as_bytes()).is_some())
}

/// The programs among the calls of a text, which begins in this line.
fn of_calls(found: Calls, text: &[u8], line: usize) -> Vec<Program> {
    let is_named = |name: &str| NAMES.contains(&name);
    let mut programs: Vec<(usize, Program)> = Vec::new();
    for call in found.calls.into_iter().filter(|call| is_named(&call.name)) {
        let losses = call.loss().map(|loss| (position(text, loss.offset), loss));
        let losses = losses.into_iter().collect();
        programs.push((call.span.start, Program { losses, ..Program::new(Ok(call.arguments), line) }));
    }
    for refused in found.refused.into_iter().filter(|call| call.name.as_deref().is_some_and(is_named)) {
        let program = Program::wrong(refused.reason.to_string(), line);
        programs.push((refused.span.start, Program { why: Some(Why::Call(refused.reason)), ..program }));
    }
    programs.sort_by_key(|(start, _)| *start);
    programs.into_iter().map(|(_, program)| program).collect()
}

/// The programs that a repair finds in a model's answer.
fn repaired(bytes: &[u8], options: &Options) -> Vec<Program> {
    match repair(bytes, options) {
        Ok(repaired) => {
            let program = |range: &Range<usize>| {
                Program::new(Ok(repaired.text.get(range.clone()).unwrap_or_default().to_owned()), 1)
            };
            let mut programs: Vec<_> = repaired.documents.iter().map(program).collect();
            let losses = repaired.losses(bytes.len());
            if let Some(first) = programs.first_mut() {
                first.losses = losses.map(|loss| (position(bytes, loss.offset), loss)).collect();
            }
            programs
        }
        Err(failure) => {
            let error = Error::new(ErrorKind::Parse, failure.code.to_string());
            let error = Error { position: Some(position(bytes, failure.offset)), ..error };
            Vec::from([Program { why: Some(Why::Repair(failure.code)), ..Program::new(Err(error), 1) }])
        }
    }
}
