//! `file:line:column: warning[code]: message`, one line each: what editors and `grep` understand.

use std::fmt::Write;

use super::diagnostic::{Diagnostic, Severity};
use super::text::escape;
use super::{Finding, Look, Name, Report, style};

/// The format `concise`.
pub(crate) struct Concise {
    pub(crate) look: Look,
}

impl Report for Concise {
    fn finding(&mut self, source: &Name, finding: &Finding, out: &mut Vec<u8>) {
        for diagnostic in &finding.diagnostics {
            out.extend_from_slice(line(self.look, &source.shown, diagnostic).as_bytes());
        }
    }

    fn is_safe(&self) -> bool {
        true
    }
}

/// One diagnostic on one line.
fn line(look: Look, source: &str, diagnostic: &Diagnostic) -> String {
    let mut message = diagnostic.message.to_string();
    match (diagnostic.record, diagnostic.path.as_deref()) {
        (Some(record), None | Some("")) => drop(write!(message, " (record {record})")),
        (Some(record), Some(path)) => drop(write!(message, " (record {record}, at {path})")),
        (None, Some(path)) if !path.is_empty() => drop(write!(message, " (at {path})")),
        (None, _) => {}
    }
    if !diagnostic.advice.is_empty() {
        message.push_str("; ");
        message.push_str(&diagnostic.advice);
    }
    let (place, label) = (place(source, diagnostic), label(look, diagnostic));
    format!("{place}: {label}: {}\n", escape(&message))
}

/// `file:line:column`, as far as that is known. Safe to show.
pub(crate) fn place(source: &str, diagnostic: &Diagnostic) -> String {
    let mut text = escape(source).into_owned();
    if let Some(place) = &diagnostic.place {
        let _ = write!(text, ":{}", place.start.0);
        if let Some(column) = place.start.1 {
            let _ = write!(text, ":{column}");
        }
    }
    text
}

/// `warning[code]`.
pub(crate) fn label(look: Look, diagnostic: &Diagnostic) -> String {
    let style = match diagnostic.severity {
        Severity::Error => style::ERROR,
        Severity::Warning => style::WARNING,
        Severity::Note => style::NOTE,
    };
    look.paint(style, &format!("{}[{}]", diagnostic.severity.name(), diagnostic.code))
}
