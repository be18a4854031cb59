//! Custom previews: a PTC-JSON program, or a command of the user's, makes the preview from the whole result.
//!
//! Whatever goes wrong has one of three names: `raised` (it failed or took too long), `non_map` (it made no object),
//! `non_encodable` (it made no JSON).

use std::thread;
use std::time::Instant;

use crate::cli::command;
use crate::core::json::{self, Value};
use crate::core::programs::value::{Map, Name};
use crate::core::programs::{self, Limits, NoTools, Session};

/// Bytes that a preview may have: it is there to be small.
const MAX_PREVIEW: usize = 16 << 20;

/// What makes a preview.
pub(super) enum Builder {
    /// The text of a PTC-JSON program.
    Program(String),
    /// The words of a command.
    Command(Vec<String>),
}

/// What a builder made.
pub struct Answer {
    pub text: Vec<u8>,
    /// What it said besides.
    pub said: String,
}

/// Why there is no custom preview.
pub(super) struct NoPreview {
    pub(super) category: &'static str,
    pub(super) message: String,
}

impl NoPreview {
    fn raised(message: String) -> Self {
        Self { category: "raised", message }
    }

    fn non_encodable(message: String) -> Self {
        Self { category: "non_encodable", message }
    }

    pub(super) fn non_map(value: &Value<'_>) -> Self {
        Self { category: "non_map", message: format!("made a value of type {}, not an object", value.kind()) }
    }
}

impl Builder {
    /// Runs the builder on a result, which is valid JSON.
    pub(super) fn build(
        &self,
        result: Vec<u8>,
        max_depth: usize,
        deadline: Option<Instant>,
    ) -> Result<Answer, NoPreview> {
        let result = String::from_utf8(result).map_err(|error| NoPreview::raised(error.to_string()))?;
        match self {
            Self::Program(program) => {
                let limits = Limits { max_depth, ..Limits::default() };
                let text = on_stack(limits, || run_program(program, &result, limits, deadline))?;
                Ok(Answer { text: text.into_bytes(), said: String::new() })
            }
            Self::Command(words) => run_command(words, result, deadline),
        }
    }
}

/// The value that a builder made.
pub(super) fn parse(text: &[u8], max_depth: usize) -> Result<Value<'_>, NoPreview> {
    let text = std::str::from_utf8(text)
        .map_err(|_| NoPreview::non_encodable("made bytes that are not UTF-8".to_owned()))?;
    json::parse(text, max_depth)
        .map_err(|error| NoPreview::non_encodable(format!("did not make JSON: {error}")))
}

/// Runs `work` on a thread with the stack that evaluation under these limits may need.
fn on_stack<T: Send>(
    limits: Limits,
    work: impl FnOnce() -> Result<T, NoPreview> + Send,
) -> Result<T, NoPreview> {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(limits.stack()).spawn_scoped(scope, work);
        match thread {
            Ok(thread) => {
                thread.join().unwrap_or_else(|_| Err(NoPreview::raised("program broke off".to_owned())))
            }
            Err(error) => Err(NoPreview::raised(format!("program has no thread to run on: {error}"))),
        }
    })
}

fn run_program(
    program: &str,
    result: &str,
    limits: Limits,
    deadline: Option<Instant>,
) -> Result<String, NoPreview> {
    let result = result.strip_prefix('\u{feff}').unwrap_or(result);
    let value = programs::read(result, limits.max_depth)
        .map_err(|error| NoPreview::raised(format!("program cannot read the result: {}", error.message)))?;
    let context = Map::free(Vec::from([(Name::Shared("result".into()), value)]));
    let mut session = Session::new(context, limits);
    session.input_bytes = result.len();
    let mut expired = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
    let outcome = session
        .turn(program, &mut NoTools, &mut expired)
        .map_err(|error| NoPreview::raised(format!("program failed: {error}")))?;
    Ok(programs::to_json(&outcome.result))
}

fn run_command(words: &[String], result: String, deadline: Option<Instant>) -> Result<Answer, NoPreview> {
    let answer = command::run(words, result, deadline, MAX_PREVIEW).map_err(|failure| {
        NoPreview::raised(match failure {
            command::NoAnswer::Timeout(said) if said.is_empty() => "command took too long".to_owned(),
            command::NoAnswer::Timeout(said) => format!("command took too long, and said: {said}"),
            command::NoAnswer::TooLong => format!("command made more than {MAX_PREVIEW} bytes"),
            command::NoAnswer::Broken(message) => format!("command could not be run: {message}"),
        })
    })?;
    match answer.complaint {
        Some(complaint) => Err(NoPreview::raised(format!("command failed: {complaint}"))),
        None => Ok(Answer { text: answer.output, said: answer.said }),
    }
}
