//! One program in process: it is evaluated on a thread with a stack of its own, and its tools are called on the thread of the caller.

use std::rc::Rc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Instant;

use super::exposed::Exposed;
use super::options::{EvalOptions, Inputs};
use super::reading::{Program, Reading};
use super::{bounded, compiled};
use crate::core::json::fault::Fault;
use crate::core::json::pointer::locate;
use crate::core::json::position::offset_of;
use crate::core::json::{self, MAX_DEPTH as TEXT_DEPTH};
use crate::core::programs::value::{Map, Name};
use crate::core::programs::{self, ErrorKind, Limits, Outcome, Session, Tools, Value, lint, tool};
use crate::error::Error;

/// Levels of nesting that one thread's stack is made for at most.
pub const MAX_DEPTH: usize = 20_000;

/// The result of a program, and its memory. All texts are compact JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Evaluated {
    /// The result.
    pub result: String,
    /// The object of what the program added to memory.
    pub memory_delta: String,
    /// The object of all that is in memory now, for the next program.
    pub memory: String,
}

/// Something in a program that is allowed and probably not meant.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Lint {
    /// Stable kebab-case name, such as `missing-field`.
    pub code: &'static str,
    /// Says what is the matter and what to do.
    pub message: String,
    /// JSON Pointer to the place in the program text.
    pub path: String,
}

/// Runs one PTC-JSON program, as the command `jmend eval-json` does. `program` is its text, a call of `eval_json`, or an answer of an API
/// with one such call. The result and the memory do not depend on the machine; time and memory are bounded by `options`.
///
/// # Errors
/// The program is no program (`parse_error`, `validation_error`), it fails (`execution_error`), or it goes beyond a limit (`timeout`,
/// `memory_exceeded`, `depth_exceeded`): [`Error::path`] is the place in it. Data that is no JSON of the right kind is `context`, `memory`,
/// `value`, or `tools`, with the place in that text.
///
/// ```
/// use jmend::EvalOptions;
///
/// let program = r#"{"program": {"op": "pipe", "steps": [
///     {"op": "call", "tool": "orders", "args": {"day": 1}},
///     {"op": "filter", "where": {"op": "gt", "field": "total", "value": 10}},
///     {"op": "count"}]}}"#;
/// let orders = |_: &str, arguments: &str| {
///     assert_eq!(arguments, r#"{"day":1}"#);
///     Ok(r#"[{"total": 5}, {"total": 50}]"#.to_owned())
/// };
/// let options = EvalOptions::default().function("orders", &orders);
/// assert_eq!(jmend::eval_json(program, &options)?.result, "1");
///
/// let error = jmend::eval_json(r#"{"program": {"op": "lod", "name": "n"}}"#, &options).unwrap_err();
/// assert_eq!((error.code(), error.path()), ("validation_error", Some("/program")));
/// # Ok::<(), jmend::Error>(())
/// ```
pub fn eval_json<T: AsRef<[u8]> + ?Sized>(
    program: &T,
    options: &EvalOptions<'_>,
) -> Result<Evaluated, Error> {
    let text = program.as_ref();
    on_stack(options, |inputs, line| evaluate(text, inputs, line))
}

/// Returns the findings of [`EvalOptions::check`].
pub(super) fn checked(text: &[u8], options: &EvalOptions<'_>) -> Result<Vec<Lint>, Error> {
    on_stack(options, |inputs, line| check(text, inputs, line))
}

/// Returns the card of [`EvalOptions::card`].
pub(super) fn card(options: &EvalOptions<'_>) -> Result<String, Error> {
    on_stack(options, |inputs, line| {
        let Given { session, tools, exposed } = Given::read(inputs, line)?;
        Ok(super::card(exposed.as_ref(), &tools.names(), &session.context))
    })
}

/// A call of a program: a tool, and its arguments.
type Question = (String, String);
/// The answer of a function.
type Answer = Result<String, String>;

/// Runs `work` on a thread with the stack that these limits may need, and calls the functions that it asks for on this thread.
fn on_stack<R: Send>(
    options: &EvalOptions<'_>,
    work: impl FnOnce(&Inputs<'_>, Line<'_>) -> Result<R, Error> + Send,
) -> Result<R, Error> {
    let (inputs, functions) = (&options.inputs, &options.functions);
    let names: Vec<&str> = functions.iter().map(|(name, _)| *name).collect();
    let (ask, questions) = channel::<Question>();
    let (answer, answers) = channel::<Answer>();
    thread::scope(|scope| {
        let line = Line { names, ask, answers };
        let stack = thread::Builder::new().stack_size(inputs.limits.stack());
        let running = stack.spawn_scoped(scope, move || work(inputs, line));
        let running = running.map_err(|error| Error::new("internal", error.to_string(), &[], 0))?;
        for (tool, arguments) in questions {
            let function = functions.iter().rev().find(|(name, _)| *name == tool);
            let said = function.map_or_else(
                || Err("there is no such function".to_owned()),
                |(_, function)| function(&tool, &arguments),
            );
            // The program that asked still waits for it.
            let _ = answer.send(said);
        }
        // The channel is closed, so that a program that asked for nothing more has ended.
        running
            .join()
            .unwrap_or_else(|_| Err(Error::new("internal", "the evaluation ended early".to_owned(), &[], 0)))
    })
}

/// The way from the evaluating thread to the functions of the caller.
struct Line<'f> {
    names: Vec<&'f str>,
    ask: Sender<Question>,
    answers: Receiver<Answer>,
}

impl Line<'_> {
    /// Asks a function of the caller, and waits for its answer.
    fn call(&self, tool: &str, args: &str) -> Answer {
        let gone = || "the function broke off".to_owned();
        self.ask.send((tool.to_owned(), args.to_owned())).map_err(|_| gone())?;
        self.answers.recv().map_err(|_| gone())?
    }
}

/// The tools of a run in process. Of one name, a value goes before a function.
struct InProcess<'f, 'a> {
    line: Line<'f>,
    values: Vec<(&'a str, Value<'a>)>,
    limits: Limits,
    /// Bytes that functions may still return.
    room: usize,
}

impl<'a> InProcess<'_, 'a> {
    fn known(&self, tool: &str) -> Option<Value<'a>> {
        self.values.iter().rev().find(|(name, _)| *name == tool).map(|(_, value)| value.clone())
    }
}

impl<'a> Tools<'a> for InProcess<'_, 'a> {
    fn call(&mut self, tool: &str, args: &str) -> programs::Evaluated<Option<Value<'a>>> {
        if let Some(value) = self.known(tool) {
            return Ok(Some(value));
        }
        if !self.line.names.contains(&tool) {
            return Ok(None);
        }
        let said = self.line.call(tool, args).map_err(|message| tool::raised(tool, &message))?;
        tool::answer(tool, &said, &mut self.room, &self.limits).map(Some)
    }

    fn names(&self) -> Vec<&str> {
        self.values.iter().map(|(name, _)| *name).chain(self.line.names.iter().copied()).collect()
    }
}

fn evaluate(text: &[u8], inputs: &Inputs<'_>, line: Line<'_>) -> Result<Evaluated, Error> {
    let deadline = inputs.timeout.and_then(|timeout| Instant::now().checked_add(timeout));
    let Given { mut session, mut tools, exposed } = Given::read(inputs, line)?;
    let found = program_in(text, inputs)?;
    let mut run = || {
        let program = compiled(&found, &inputs.limits, exposed.as_ref(), &tools.names())?;
        let mut expired = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let mut outcome = session.run(&program, &mut tools, &mut expired)?;
        let result = shown(&mut outcome, &mut session, inputs.max_result)?;
        let object = |map: &Rc<Map<'_>>| programs::to_json(&Value::Map(Rc::clone(map)));
        let (memory_delta, memory) = (object(&outcome.delta), object(&outcome.memory));
        Ok(Evaluated { result, memory_delta, memory })
    };
    run().map_err(|error| placed(error, text, &found))
}

fn check(text: &[u8], inputs: &Inputs<'_>, line: Line<'_>) -> Result<Vec<Lint>, Error> {
    let Given { session, tools, exposed } = Given::read(inputs, line)?;
    let found = program_in(text, inputs)?;
    let program = compiled(&found, &inputs.limits, exposed.as_ref(), &tools.names())
        .map_err(|error| placed(error, text, &found))?;
    let lints = lint::lint(&program, &session.context, &mut |tool, _| tools.known(tool));
    let told = lints.into_iter().map(|each| Lint {
        code: each.code.name(),
        message: each.message,
        path: each.pointer,
    });
    Ok(told.collect())
}

/// The text of a result. In place of one that is too long there is a profile, and memory keeps the whole.
pub fn shown<'a>(
    outcome: &mut Outcome<'a>,
    session: &mut Session<'a>,
    max_result: Option<usize>,
) -> Result<String, programs::Error> {
    let result = programs::to_json(&outcome.result);
    let Some(most) = max_result.filter(|most| result.len() > *most) else { return Ok(result) };
    let profile = bounded::preview(&result, most as u64)
        .map_err(|message| programs::Error::new(ErrorKind::Execution, message))?;
    session.keep(bounded::KEPT, outcome.result.clone());
    outcome.memory = Rc::clone(&session.memory);
    Ok(profile)
}

/// The one program of a text.
fn program_in(text: &[u8], inputs: &Inputs<'_>) -> Result<String, Error> {
    let reading = inputs.repair.map_or(Reading::Strict(inputs.limits.max_depth), Reading::Repaired);
    let programs = reading.programs(text);
    let error = match <[Program; 1]>::try_from(programs) {
        Ok([Program { text: Ok(program), .. }]) => return Ok(program),
        Ok([Program { text: Err(error), .. }]) => error,
        Err(programs) => {
            let message = format!("the text holds {} programs, and one is run at a time", programs.len());
            programs::Error::new(ErrorKind::Parse, message)
        }
    };
    Err(placed(error, text, ""))
}

/// An error with its place in the text that was given, as far as the program is that text.
fn placed(error: programs::Error, text: &[u8], program: &str) -> Error {
    let is_text = text.strip_prefix(json::BOM).unwrap_or(text) == program.as_bytes();
    let before = if is_text { text.len() - program.len() } else { 0 };
    let offset = match (&error.position, &error.pointer) {
        (Some(at), _) if is_text || program.is_empty() => offset_of(&String::from_utf8_lossy(text), *at),
        (None, Some(pointer)) if is_text => locate(program, pointer).map_or(0, |span| before + span.start),
        _ => 0,
    };
    Error::of_program(error, text, offset)
}

/// The values that a program computes on.
struct Given<'f, 'o> {
    session: Session<'o>,
    tools: InProcess<'f, 'o>,
    exposed: Option<Exposed>,
}

impl<'f, 'o> Given<'f, 'o> {
    fn read(inputs: &Inputs<'o>, line: Line<'f>) -> Result<Self, Error> {
        let depth = inputs.limits.max_depth;
        let mut session = Session::new(object("context", inputs.context, depth)?, inputs.limits);
        session.memory = object("memory", inputs.memory, depth)?;
        let values = inputs.values.iter().map(|(tool, text)| Ok((*tool, value("value", text, depth)?)));
        let texts = inputs.values.iter().map(|(_, text)| *text).chain(inputs.context).chain(inputs.memory);
        session.input_bytes = texts.map(str::len).sum();
        let exposed = inputs.tools.map(exposed).transpose()?;
        let values = values.collect::<Result<_, Error>>()?;
        let tools = InProcess { line, values, limits: inputs.limits, room: inputs.limits.max_memory };
        Ok(Self { session, tools, exposed })
    }
}

fn exposed(text: &str) -> Result<Exposed, Error> {
    let wrong = |message: String, offset| Error::new("tools", message, text.as_bytes(), offset);
    if let Some(unknown) = crate::core::results::expose::unknown_fields(text).into_iter().next() {
        return Err(wrong(unknown.message, unknown.offset));
    }
    let definitions =
        json::parse(text, TEXT_DEPTH).map_err(|error| wrong(error.kind.without_text(), error.offset))?;
    Exposed::of("the list of tools".to_owned(), &definitions)
        .map_err(|fault| Error::of_fault(fault, text.as_bytes()))
}

fn value<'o>(code: &'static str, text: &'o str, max_depth: usize) -> Result<Value<'o>, Error> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    programs::read(text, max_depth)
        .map_err(|error| Error::of_fault(Fault { code, ..*error }, text.as_bytes()))
}

fn object<'o>(code: &'static str, text: Option<&'o str>, max_depth: usize) -> Result<Rc<Map<'o>>, Error> {
    let Some(text) = text else { return Ok(Map::free(Vec::<(Name<'o>, Value<'o>)>::new())) };
    let no_object = || Error::new(code, "a JSON object was expected".to_owned(), text.as_bytes(), 0);
    value(code, text, max_depth)?.as_map().ok_or_else(no_object)
}
