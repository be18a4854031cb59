//! Workflow commands of GitHub Actions, which become annotations of a file's lines:
//! `::warning file=a.json,line=1,col=2,endColumn=5,title=jmend (single-quotes)::message`.

use std::fmt::Write;

use super::diagnostic::{Diagnostic, Severity, by_line};
use super::{Finding, Name, Report};
use crate::core::json::shown::escape;

/// The format `github`.
pub(crate) struct Github;

impl Report for Github {
    fn finding(&mut self, source: &Name, finding: &Finding, out: &mut Vec<u8>) {
        for diagnostic in by_line(&finding.diagnostics) {
            out.extend_from_slice(command(source, &diagnostic).as_bytes());
        }
    }
}

fn command(source: &Name, diagnostic: &Diagnostic) -> String {
    let name = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    };
    let mut line = format!("::{name} ");
    // What was typed on standard input is not a file of the repository.
    if let Some(path) = &source.path {
        let _ = write!(line, "file={},", property(path));
        if let Some(place) = &diagnostic.place {
            let _ = write!(line, "line={},endLine={},", place.start.0, place.end.0);
            // GitHub refuses columns where a place spans lines.
            if let (Some(start), Some(end)) = (place.start.1, place.end.1)
                && place.start.0 == place.end.0
            {
                let _ = write!(line, "col={start},endColumn={end},");
            }
        }
    }
    let mut message = diagnostic.message.to_string();
    if let Some(path) = diagnostic.path.as_deref().filter(|path| !path.is_empty()) {
        let _ = write!(message, " (at {path})");
    }
    if diagnostic.count > 1 {
        let _ = write!(message, " ({} places)", diagnostic.count);
    }
    if !diagnostic.advice.is_empty() {
        let _ = write!(message, "; {}", diagnostic.advice);
    }
    let title = property(&format!("jmend ({})", diagnostic.code));
    let _ = writeln!(line, "title={title}::{}", data(&message));
    line
}

/// A message: on one line, without what could begin another command or steer the viewer.
fn data(text: &str) -> String {
    escape(text).replace('%', "%25")
}

/// The value of a property, where `:` and `,` separate.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
