//! Renderings of what happened, for people and for programs. Nothing here reads or writes a stream.
//!
//! ```text
//! Repaired, Failure, Notice, Lint ─→ Diagnostic ─→ Finding (one per record) ─→ Report: human | concise | json | …
//!                                └─→ Tally ─→ exit code: no format decides it
//! ```
//! A new format is a file with an implementation of `Report`, and a row in `cli::diagnosis`.

pub(crate) mod call;
pub(crate) mod concise;
pub(crate) mod diagnostic;
pub mod diff;
pub mod excerpt;
pub(crate) mod explain;
pub(crate) mod github;
pub(crate) mod human;
pub mod inline;
#[cfg(feature = "cli")]
pub mod insight;
pub(crate) mod json;
pub(crate) mod no_text;
pub mod paint;
pub mod paths;
pub(crate) mod provider;
pub(crate) mod readings;
pub(crate) mod record;
pub(crate) mod repaired;
pub(crate) mod sarif;
mod screen;
pub mod tally;
pub mod text;

use diagnostic::{Diagnostic, Severity};
use diff::Hunk;
use explain::Explained;
use tally::{Files, Tally};

/// A source, as renderings call it.
#[derive(Clone, Debug)]
pub struct Name {
    /// Its path as the user typed it; `None` for standard input.
    pub path: Option<String>,
    /// The bytes of its path, which need not be UTF-8.
    pub bytes: Vec<u8>,
    /// What people read: safe to show.
    pub shown: String,
}

/// All that there is to say about one record.
#[derive(Debug, Default)]
pub struct Finding {
    /// In the order of their places.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Its number among the records of the source, from 1; `None` where it is all of it.
    pub(crate) record: Option<u64>,
    /// What the record needed, in a few words; for people.
    pub(crate) title: String,
    /// What else is said of it where it is explained.
    pub(crate) explained: Option<Explained>,
}

impl Finding {
    /// Counts what it says of a severity.
    pub(crate) fn count(&self, severity: Severity) -> u64 {
        let of_severity = self.diagnostics.iter().filter(|diagnostic| diagnostic.severity == severity);
        of_severity.map(|diagnostic| diagnostic.count as u64).sum()
    }
}

/// Diagnostics that are listed of one file. The others are counted; a file with more is not text that a person reads.
pub(crate) const MOST_LISTED: usize = 10_000;

/// A way to put findings into text. What it writes is whole lines. Any thread may be the one that writes.
pub trait Report: Send {
    /// What stands before the first finding.
    fn begin(&mut self, out: &mut Vec<u8>) {
        let _ = out;
    }

    /// All about one record of a source.
    fn finding(&mut self, source: &Name, finding: &Finding, out: &mut Vec<u8>) {
        let _ = (source, finding, out);
    }

    /// Changed lines of a source, in which `lines` come before the text of these hunks.
    fn hunks(&mut self, source: &Name, lines: usize, hunks: &[Hunk], out: &mut Vec<u8>) {
        let _ = (source, lines, hunks, out);
    }

    /// Writes what stands after the last finding; `files` is given where files were checked.
    fn end(&mut self, tally: Tally, files: Option<Files>, out: &mut Vec<u8>) {
        let _ = (tally, files, out);
    }

    /// Returns whether a terminal may see the text as it is. It may not where input can stand in it.
    fn is_safe(&self) -> bool {
        false
    }
}

/// How a text for people looks.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// With colors.
    pub color: bool,
    /// Columns of the terminal, where there is one.
    pub width: Option<usize>,
}

impl Look {
    /// Default width, in columns, of a text for people.
    pub(crate) const WIDTH: usize = 80;

    /// Columns to fill: never so many that eyes lose the line, never so few that nothing fits.
    pub(crate) fn columns(self) -> usize {
        self.width.unwrap_or(Self::WIDTH).clamp(40, 120)
    }

    /// `text` in a style.
    pub(crate) fn paint(self, style: &str, text: &str) -> String {
        if self.color { format!("{style}{text}{RESET}") } else { text.to_owned() }
    }
}

/// The styles in use, as SGR sequences.
pub(crate) mod style {
    pub(crate) const BOLD: &str = "\x1b[1m";
    pub(crate) const ERROR: &str = "\x1b[1;31m";
    pub(crate) const WARNING: &str = "\x1b[1;33m";
    pub(crate) const NOTE: &str = "\x1b[1;36m";
    pub(crate) const FRAME: &str = "\x1b[34m";
    pub(crate) const OLD: &str = "\x1b[31m";
    pub(crate) const NEW: &str = "\x1b[32m";
    pub(crate) const OLD_PART: &str = "\x1b[1;4;31m";
    pub(crate) const NEW_PART: &str = "\x1b[1;4;32m";
    pub(crate) const HUNK: &str = "\x1b[36m";
}

/// Ends every style.
pub const RESET: &str = "\x1b[0m";
