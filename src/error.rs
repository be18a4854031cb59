//! The one error of the library.

use std::fmt;

use crate::core::calls::Reason;
use crate::core::calls::cause::feedback::feedback;
use crate::core::json::stream::Fault;
use crate::core::json::{Position, position};
use crate::core::repair::engine::Failure;
use crate::core::repair::schema::Violation;
#[cfg(feature = "schema")]
use crate::core::repair::schema::{self, Unfit};

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
}

impl Error {
    pub(crate) fn new(code: &'static str, message: String, text: &[u8], offset: usize) -> Self {
        Self { code, message, offset, position: position(text, offset), violations: Vec::new() }
    }

    pub(crate) fn of_failure(failure: Failure, text: &[u8]) -> Self {
        Self::new(failure.code.name(), failure.code.to_string(), text, failure.offset)
    }

    pub(crate) fn of_fault(fault: Fault, text: &[u8]) -> Self {
        let offset = usize::try_from(fault.offset).unwrap_or(usize::MAX);
        Self::new(fault.code, fault.message, text, offset)
    }

    #[cfg(feature = "schema")]
    pub(crate) fn of_unfit(unfit: Unfit, text: &[u8]) -> Self {
        match unfit {
            Unfit::Refused(failure) => Self::of_failure(failure, text),
            Unfit::Violations(violations) => {
                let offset = violations.first().map_or(0, |first| first.offset);
                let message = schema::message(&violations);
                Self { violations, ..Self::new("schema", message, text, offset) }
            }
        }
    }

    /// The stable name of the cause in kebab case, such as `no-json`, `depth`, `truncated`, `risk`, or `syntax`.
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
        feedback(self.code, &self.message, self.position, self.offset, Some(text.as_ref()))
    }

    /// Every violation of the schema, if the code is `schema`; otherwise empty.
    pub fn violations(&self) -> &[Violation] {
        &self.violations
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (line {}, column {})", self.message, self.line(), self.column())
    }
}

impl std::error::Error for Error {}

impl std::error::Error for Reason {}
