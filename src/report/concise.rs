//! `file:line:column: warning[code]: message`, one line each: what editors and `grep` understand.

use std::fmt::Write;

use super::diagnostic::{Diagnostic, Severity, by_line};
use super::text::escape_first;
use super::{Finding, Look, Name, Report, style};
use crate::core::json::brief_value;
use crate::core::json::shown::escape;

/// The format `concise`.
pub(crate) struct Concise {
    pub(crate) look: Look,
}

impl Report for Concise {
    fn finding(&mut self, source: &Name, finding: &Finding, out: &mut Vec<u8>) {
        let mut lines = String::new();
        for diagnostic in by_line(&finding.diagnostics) {
            push_line(&mut lines, self.look, &source.shown, &diagnostic);
        }
        out.extend_from_slice(lines.as_bytes());
    }

    fn is_safe(&self) -> bool {
        true
    }
}

/// Appends a diagnostic on one line.
pub(crate) fn push_line(out: &mut String, look: Look, source: &str, diagnostic: &Diagnostic) {
    let Diagnostic { advice, count, message, other, path, record, .. } = diagnostic;
    out.extend([&*place(source, diagnostic), ": ", &*label(look, diagnostic), ": ", &*escape(message)]);
    let path = path.as_deref().filter(|path| !path.is_empty());
    let details = [
        (*count > 1).then(|| format!("{count} places")),
        record.map(|record| format!("record {record}")),
        path.map(|path| format!("at {}", escape(&brief_value(path)))),
        other.map(|(line, column)| format!("the other at {line}:{column}")),
    ];
    for (index, detail) in details.iter().flatten().enumerate() {
        out.extend([if index == 0 { " (" } else { ", " }, detail]);
    }
    if details.iter().any(Option::is_some) {
        out.push(')');
    }
    if !advice.is_empty() {
        out.extend(["; ", &*escape(advice)]);
    }
    out.push('\n');
}

/// `file:line:column`, as far as that is known. Safe to show.
pub(crate) fn place(source: &str, diagnostic: &Diagnostic) -> String {
    let mut text = escape_first(source).into_owned();
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
