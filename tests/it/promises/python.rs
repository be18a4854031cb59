//! The promise of the strategy `python_ast`: `CPython` reads the same text as the same value.
//!
//! The oracle is `ast.literal_eval` in one Python process that answers line by line (`tests/it/python_literals.py
//! --answer`). Where there is no Python the promise cannot be checked, and says nothing.

use std::cell::RefCell;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use jmend::Code;
use jmend::core::repair::engine::{self, Options, Strategy};
use serde_json::Value;

use super::{DEPTH, Outcome, same};

/// A running oracle.
struct Oracle {
    process: Child,
    question: ChildStdin,
    answer: BufReader<ChildStdout>,
}

/// What Python says of a text.
enum Answer {
    /// It is a literal, of this value.
    Value(Value),
    /// It is a literal whose value JSON or this test cannot hold.
    Nothing,
    /// It is no literal; holds Python's reason.
    No(String),
}

impl Oracle {
    fn start() -> Option<Self> {
        let mut process = Command::new("python3")
            .args(["-I", "-c", include_str!("../python_literals.py"), "--answer"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let (question, answer) = (process.stdin.take()?, BufReader::new(process.stdout.take()?));
        Some(Self { process, question, answer })
    }

    fn ask(&mut self, text: &str) -> Option<Answer> {
        writeln!(self.question, "{}", Value::from(text)).ok()?;
        let mut line = String::new();
        self.answer.read_line(&mut line).ok().filter(|read| *read > 0)?;
        // A value with half of a surrogate pair is none that the other side can hold.
        let answer: Value = serde_json::from_str(&line).unwrap_or_default();
        Some(match (answer.get("value"), answer.get("no")) {
            (Some(value), _) => Answer::Value(value.clone()),
            (None, Some(reason)) => Answer::No(reason.to_string()),
            (None, None) => Answer::Nothing,
        })
    }
}

impl Drop for Oracle {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

thread_local! {
    static ORACLE: RefCell<Option<Oracle>> = RefCell::new(Oracle::start());
}

/// A repair that says `python_ast` has the value that Python gives the text.
pub(super) fn python_literal_agrees(input: &[u8]) -> Outcome {
    let Ok(text) = std::str::from_utf8(input) else { return Ok(()) };
    let options = Options { max_depth: DEPTH, ..Options::default() };
    let Ok(repaired) = engine::repair(input, &options) else { return Ok(()) };
    if repaired.strategy != Strategy::PythonAst {
        return Ok(());
    }
    // The colors of a terminal, the prefixes of a log, the quotes of a shell, and the markers of a merge conflict with the side
    // that goes are no part of the literal.
    let mut literal = text.to_owned();
    let is_dress =
        |code| matches!(code, Code::Ansi | Code::LinePrefix | Code::Wrapper | Code::ConflictMarker);
    let dress = repaired.fixes.iter().filter(|fix| is_dress(fix.code));
    let spans: Vec<_> = dress.map(|fix| fix.start..fix.end).collect();
    spans.into_iter().rev().for_each(|span| literal.replace_range(span, ""));
    let text = literal.trim_start_matches('\u{feff}').trim_start();
    // White space at the end means nothing, but for a line end behind a backslash.
    let trimmed = text.trim_end();
    let text = if trimmed.ends_with('\\') { text } else { trimmed };
    let answer = ORACLE.with_borrow_mut(|oracle| oracle.as_mut().and_then(|oracle| oracle.ask(text)));
    match answer {
        None | Some(Answer::Nothing) => Ok(()),
        Some(Answer::No(reason)) => {
            Err(format!("this is no Python: {reason}; it became {:?}", repaired.text))
        }
        Some(Answer::Value(value)) => {
            let ours: Value = serde_json::from_str(&repaired.text).map_err(|error| error.to_string())?;
            if same::same(&ours, &value) { Ok(()) } else { Err(format!("Python reads {value}, not {ours}")) }
        }
    }
}
