//! Failures: what a model is told so that it can write a better program.

use crate::core::json::{Position, brief};
use std::fmt;

/// The kinds of failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The text is not a program: not strict JSON, duplicate keys, or no wrapper.
    Parse,
    /// The tree is not a program.
    Validation,
    /// An operation met data it cannot work on.
    Execution,
    /// The time is up.
    Timeout,
    /// The values built take more than they may.
    Memory,
    /// A value or the program is nested too deep.
    Depth,
}

impl ErrorKind {
    /// `parse_error` and so on.
    pub fn name(self) -> &'static str {
        match self {
            Self::Parse => "parse_error",
            Self::Validation => "validation_error",
            Self::Execution => "execution_error",
            Self::Timeout => "timeout",
            Self::Memory => "memory_exceeded",
            Self::Depth => "depth_exceeded",
        }
    }

    /// The name in `formatted`, as a model's training data has it.
    fn class(self) -> &'static str {
        match self {
            Self::Parse => "ParseError",
            Self::Validation => "ValidationError",
            Self::Execution => "ExecutionError",
            Self::Timeout => "TimeoutError",
            Self::Memory => "MemoryError",
            Self::Depth => "DepthError",
        }
    }
}

/// The one failure of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// Its kind.
    pub kind: ErrorKind,
    /// What happened.
    pub message: String,
    /// The number of the innermost node in which it happened, until that becomes `pointer`.
    pub node: Option<u32>,
    /// JSON Pointer to the node of the program text in which it happened.
    pub pointer: Option<String>,
    /// Where the program text stops being one.
    pub position: Option<Position>,
    /// The name that was probably meant.
    pub suggestion: Option<String>,
}

/// What an evaluation comes to. The error is in a box, because it rides in every result.
pub type Evaluated<T> = Result<T, Box<Error>>;

impl Error {
    /// A failure without a place. The values in its message are cut.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        let message = brief(&message.into()).into_owned();
        Self { kind, message, node: None, pointer: None, position: None, suggestion: None }
    }

    /// The same for [`Evaluated`].
    #[cold]
    pub(super) fn boxed(kind: ErrorKind, message: impl Into<String>) -> Box<Self> {
        Box::new(Self::new(kind, message))
    }

    /// The data does not fit the operation.
    #[cold]
    pub fn execution(message: impl Into<String>) -> Box<Self> {
        Self::boxed(ErrorKind::Execution, message)
    }

    /// Settles the node, unless a node further in has.
    #[cold]
    #[must_use]
    pub(super) fn at(mut self: Box<Self>, node: u32) -> Box<Self> {
        self.node.get_or_insert(node);
        self
    }

    /// `ValidationError: …`
    pub fn formatted(&self) -> String {
        format!("{}: {}", self.kind.class(), self.message)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind.class(), self.message)?;
        match &self.pointer {
            Some(pointer) if !pointer.is_empty() => write!(f, " (at {pointer})"),
            _ => Ok(()),
        }
    }
}

impl std::error::Error for Error {}
