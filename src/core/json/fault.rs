//! The error about a record, which the rooms share: its code, its message, its place.

use std::fmt;

use super::scan::{ScanError, ScanErrorKind};

/// Something about a record that people should know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Stable kebab-case name.
    pub code: &'static str,
    /// One line for people.
    pub message: String,
    /// The record, from 1.
    pub record: u64,
    /// Where it shows, as an offset in the whole input.
    pub offset: u64,
    /// The other place it is about, if there are two.
    pub other: Option<u64>,
    /// JSON Pointer to the value it is about, in the record.
    pub pointer: String,
    /// Says whether the record was handled all the same.
    pub warning: bool,
}

impl Fault {
    /// An error at `offset` of the first record, about the whole of it.
    pub fn new(code: &'static str, message: impl Into<String>, offset: u64) -> Self {
        Self {
            code,
            message: message.into(),
            record: 1,
            offset,
            other: None,
            pointer: String::new(),
            warning: false,
        }
    }

    /// Returns the offset in a text that is in memory as a whole.
    pub fn index(&self) -> usize {
        usize::try_from(self.offset).unwrap_or(usize::MAX)
    }
}

impl fmt::Display for Fault {
    /// The message alone, because the place means something only beside the text that it is in.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}

impl From<ScanError> for Fault {
    fn from(ScanError { kind, offset }: ScanError) -> Self {
        Self::new(code(kind), kind.to_string(), offset as u64)
    }
}

impl From<ScanError> for Box<Fault> {
    #[cold]
    fn from(error: ScanError) -> Self {
        Self::new(error.into())
    }
}

/// Returns the code of a text that is not JSON: every way not to be JSON is `syntax`, except the two that ask for another remedy.
fn code(kind: ScanErrorKind) -> &'static str {
    match kind {
        ScanErrorKind::InvalidUtf8 => "encoding",
        ScanErrorKind::Depth(_) => "depth",
        _ => "syntax",
    }
}
