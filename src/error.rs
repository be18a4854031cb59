//! The one error of the library.

use std::fmt;

use crate::core::calls::Reason;
use crate::core::calls::cause::feedback::feedback;
use crate::core::json::fault::Fault;
use crate::core::json::{Position, position};
#[cfg(feature = "programs")]
use crate::core::programs;
use crate::core::repair::engine::Failure;
use crate::core::repair::violation::Violation;

/// Why a text was refused, and where.
///
/// ```
/// let error = jmend::repair("I cannot do that.", &jmend::Options::default()).unwrap_err();
/// assert_eq!((error.code(), error.line(), error.column()), ("no-json", 1, 1));
/// assert_eq!(error.to_string(), "there is no JSON in this text (line 1, column 1)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    code: &'static str,
    message: String,
    offset: usize,
    position: Position,
    violations: Vec<Violation>,
    /// The place in a program, and the name that was meant, of an error in one.
    in_program: Option<Box<InProgram>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct InProgram {
    path: Option<String>,
    suggestion: Option<String>,
}

impl Error {
    pub(crate) fn new(code: &'static str, message: String, text: &[u8], offset: usize) -> Self {
        Self {
            code,
            message,
            offset,
            position: position(text, offset),
            violations: Vec::new(),
            in_program: None,
        }
    }

    pub(crate) fn of_failure(failure: Failure, text: &[u8]) -> Self {
        let unread = Self::new(failure.code.name(), failure.message(), text, failure.offset);
        Self { violations: failure.violations, ..unread }
    }

    pub(crate) fn of_fault(fault: Fault, text: &[u8]) -> Self {
        let offset = fault.index();
        Self::new(fault.code, fault.message, text, offset)
    }

    #[cfg(feature = "programs")]
    pub(crate) fn of_program(error: programs::Error, text: &[u8], offset: usize) -> Self {
        let in_program = InProgram { path: error.pointer, suggestion: error.suggestion };
        Self {
            in_program: Some(Box::new(in_program)),
            ..Self::new(error.kind.name(), error.message, text, offset)
        }
    }

    /// The stable name of the cause in kebab case, such as `no-json`, `depth`, `truncated`, `risk`, or `syntax`. Errors of programs have the
    /// names that their language gives them, such as `validation_error`.
    pub fn code(&self) -> &'static str {
        self.code
    }

    /// The cause as a sentence, without its place.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The byte offset of the cause in the text, from 0.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// The line of the cause, from 1.
    pub fn line(&self) -> usize {
        self.position.line
    }

    /// The column of the cause in characters, from 1.
    pub fn column(&self) -> usize {
        self.position.column
    }

    /// Returns what to tell the model that wrote `text`: what was wrong, where, and what to send instead.
    ///
    /// ```
    /// let text = "[1 2";
    /// let error = jmend::repair(text, &jmend::Options::default().truncated(jmend::Truncated::Refuse)).unwrap_err();
    /// assert!(error.feedback(text).starts_with("Your output could not be used: "));
    /// ```
    pub fn feedback<T: AsRef<[u8]> + ?Sized>(&self, text: &T) -> String {
        if let Some(InProgram { path, .. }) = self.in_program.as_deref() {
            let place = path.as_ref().map_or(String::new(), |path| format!(" (at {path})"));
            return format!(
                "Your program could not be run: {}{place}. Send it again, corrected.",
                self.message
            );
        }
        feedback(self.code, &self.message, self.position, self.offset, Some(text.as_ref()))
    }

    /// The JSON Pointer to the place in the program, if the error is one of a program and its place is known.
    pub fn path(&self) -> Option<&str> {
        self.in_program.as_ref()?.path.as_deref()
    }

    /// The name that was probably meant, if the error is about a name in a program.
    pub fn suggestion(&self) -> Option<&str> {
        self.in_program.as_ref()?.suggestion.as_deref()
    }

    /// Every violation of the schema, if the code is `schema`; otherwise empty.
    pub fn violations(&self) -> &[Violation] {
        &self.violations
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = format!(" (line {}, column {})", self.line(), self.column());
        // Errors of programs say it already.
        let place = if self.message.ends_with(&place) { "" } else { &place };
        write!(f, "{}{place}", self.message)
    }
}

impl std::error::Error for Error {}

impl std::error::Error for Reason {}
