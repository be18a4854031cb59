//! What is wrong with a value that does not fit its schema.

use std::fmt;

/// Violations that a message names; a report has them all.
const NAMED: usize = 3;

/// One thing that is wrong with a value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Violation {
    /// JSON Pointer into the value; with several documents its first step is the document's index.
    pub path: String,
    /// JSON Pointer into the schema.
    pub schema_path: String,
    /// The keyword that is violated.
    pub keyword: String,
    /// One sentence, without the value.
    pub message: String,
    /// Byte offset into the record's input to where it shows.
    pub offset: usize,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.path.as_str() {
            "" => f.write_str(&self.message),
            path => write!(f, "at {path}: {}", self.message),
        }
    }
}

/// A few violations as one sentence.
pub fn message(violations: &[Violation]) -> String {
    let named: Vec<_> = violations.iter().take(NAMED).map(Violation::to_string).collect();
    let more = match violations.len().saturating_sub(NAMED) {
        0 => String::new(),
        1 => "; and one more violation".to_owned(),
        more => format!("; and {more} more violations"),
    };
    format!("the value does not fit the schema: {}{more}", named.join("; "))
}
