//! One JSON object a line and diagnostic; docs/reference/diagnostics.schema.json is its schema.

use std::fmt::Display;

use super::diagnostic::{Diagnostic, Place};
use super::record::{field, put, string};
use super::{Finding, Name, Report};
use crate::core::repair::engine::Risk;

/// The format `json`.
pub(crate) struct Json;

impl Report for Json {
    fn finding(&mut self, source: &Name, finding: &Finding, out: &mut Vec<u8>) {
        for diagnostic in &finding.diagnostics {
            object(source, diagnostic, out);
            out.push(b'\n');
        }
    }
}

/// One diagnostic. What is not known is null.
fn object(source: &Name, diagnostic: &Diagnostic, out: &mut Vec<u8>) {
    let Diagnostic {
        advice,
        code,
        confidence,
        message,
        path,
        place,
        record,
        replacement,
        risk,
        severity,
        ..
    } = diagnostic;
    out.extend_from_slice(b"{\"code\":");
    string(out, code);
    field(out, "severity", Some(severity.name()));
    field(out, "risk", risk.map(Risk::name));
    number(out, "confidence", *confidence);
    field(out, "message", Some(message));
    field(out, "help", Some(advice.as_ref()).filter(|advice| !advice.is_empty()));
    field(out, "file", source.path.as_deref());
    number(out, "record", *record);
    let Place { start, end, span } =
        place.clone().unwrap_or(Place { start: (0, None), end: (0, None), span: None });
    let count = |n: usize| Some(n as u64).filter(|n| *n > 0);
    number(out, "line", count(start.0));
    number(out, "column", start.1.and_then(count));
    number(out, "end_line", count(end.0));
    number(out, "end_column", end.1.and_then(count));
    number(out, "start", span.as_ref().map(|span| span.start as u64));
    number(out, "end", span.as_ref().map(|span| span.end as u64));
    field(out, "path", path.as_deref());
    field(out, "replacement", replacement.as_deref());
    out.push(b'}');
}

fn number(out: &mut Vec<u8>, name: &str, number: Option<impl Display>) {
    match number {
        Some(number) => put(out, format_args!(",\"{name}\":{number}")),
        None => put(out, format_args!(",\"{name}\":null")),
    }
}
