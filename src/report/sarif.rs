//! SARIF 2.1.0 (<https://docs.oasis-open.org/sarif/sarif/v2.1.0/>): what code scanning services read.
//!
//! The rules come first, from the table of fix codes, so that results can be written as they are found: memory does
//! not grow with their number.

use super::diagnostic::{Diagnostic, Place};
use super::record::{field, put, string};
use super::tally::{Files, Tally};
use super::{Finding, Name, Report};
use crate::core::repair::engine::{Code, Risk};

/// The format `sarif`.
#[derive(Default)]
pub(crate) struct Sarif {
    has_results: bool,
}

/// The page about all rules. `packaging/owner.py` writes the owner before a release.
const PAGE: &str = "https://github.com/OWNER/jmend/blob/main/docs/reference/fixes.md";

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

impl Report for Sarif {
    fn begin(&mut self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"{\"$schema\":");
        string(out, SCHEMA);
        out.extend_from_slice(b",\"version\":\"2.1.0\",\"runs\":[{\"tool\":{\"driver\":{\"name\":\"jmend\"");
        field(out, "version", Some(env!("CARGO_PKG_VERSION")));
        out.extend_from_slice(b",\"rules\":[");
        for (index, code) in Code::ALL.iter().enumerate() {
            if index > 0 {
                out.push(b',');
            }
            rule(*code, out);
        }
        out.extend_from_slice(b"]}},\"columnKind\":\"unicodeCodePoints\",\"results\":[");
    }

    fn finding(&mut self, source: &Name, finding: &Finding, out: &mut Vec<u8>) {
        for diagnostic in &finding.diagnostics {
            if std::mem::replace(&mut self.has_results, true) {
                out.push(b',');
            }
            out.push(b'\n');
            result(source, diagnostic, out);
        }
    }

    fn end(&mut self, _: Tally, _: Option<Files>, out: &mut Vec<u8>) {
        out.extend_from_slice(b"\n]}]}\n");
    }
}

fn rule(code: Code, out: &mut Vec<u8>) {
    let about = code.about();
    out.extend_from_slice(b"{\"id\":");
    string(out, about.name);
    message(out, "shortDescription", about.summary);
    if about.before != about.after {
        let example = format!("`{}` becomes `{}`", about.before, about.after);
        message(out, "fullDescription", &format!("{}. Example: {example}", about.summary));
    }
    field(out, "helpUri", Some(PAGE));
    let help =
        format!("{}. Risk: {}. `jmend explain --code {}` says more.", about.summary, about.risk, about.name);
    message(out, "help", &help);
    out.extend_from_slice(b",\"defaultConfiguration\":{\"level\":\"warning\"},\"properties\":{\"risk\":");
    string(out, about.risk.name());
    field(out, "strategy", Some(about.strategy.name()));
    out.extend_from_slice(b"}}");
}

fn result(source: &Name, diagnostic: &Diagnostic, out: &mut Vec<u8>) {
    out.extend_from_slice(b"{\"ruleId\":");
    string(out, diagnostic.code);
    field(out, "level", Some(diagnostic.severity.name()));
    let mut text = diagnostic.message.to_string();
    if !diagnostic.advice.is_empty() {
        text.push_str("; ");
        text.push_str(&diagnostic.advice);
    }
    message(out, "message", &text);
    location(source, diagnostic, out);
    if let Some(risk) = diagnostic.risk {
        out.extend_from_slice(b",\"properties\":{\"risk\":");
        string(out, Risk::name(risk));
        if let Some(confidence) = diagnostic.confidence {
            put(out, format_args!(",\"confidence\":{confidence}"));
        }
        out.push(b'}');
    }
    fix(source, diagnostic, out);
    out.push(b'}');
}

fn location(source: &Name, diagnostic: &Diagnostic, out: &mut Vec<u8>) {
    out.extend_from_slice(b",\"locations\":[{\"physicalLocation\":{\"artifactLocation\":{\"uri\":");
    string(out, &uri(source));
    out.push(b'}');
    if let Some(place) = &diagnostic.place {
        out.extend_from_slice(b",\"region\":");
        region(place, out);
    }
    out.push(b'}');
    if let Some(path) = diagnostic.path.as_deref() {
        out.extend_from_slice(b",\"logicalLocations\":[{\"fullyQualifiedName\":");
        string(out, path);
        out.extend_from_slice(b",\"kind\":\"value\"}]");
    }
    out.extend_from_slice(b"}]");
}

fn region(place: &Place, out: &mut Vec<u8>) {
    put(out, format_args!("{{\"startLine\":{}", place.start.0));
    if let (Some(start), Some(end)) = (place.start.1, place.end.1) {
        put(out, format_args!(",\"startColumn\":{start},\"endLine\":{},\"endColumn\":{end}", place.end.0));
    }
    out.push(b'}');
}

/// The change that repairs it, for viewers that can make it. A line that holds the text as a JSON string cannot take it.
fn fix(source: &Name, diagnostic: &Diagnostic, out: &mut Vec<u8>) {
    let (Some(replacement), Some(place)) = (&diagnostic.replacement, &diagnostic.place) else { return };
    if place.start.1.is_none() {
        return;
    }
    out.extend_from_slice(b",\"fixes\":[{\"artifactChanges\":[{\"artifactLocation\":{\"uri\":");
    string(out, &uri(source));
    out.extend_from_slice(b"},\"replacements\":[{\"deletedRegion\":");
    region(place, out);
    out.extend_from_slice(b",\"insertedContent\":{\"text\":");
    string(out, replacement);
    out.extend_from_slice(b"}}]}]}]");
}

/// `,"name":{"text":"…"}`
fn message(out: &mut Vec<u8>, name: &str, text: &str) {
    put(out, format_args!(",\"{name}\":{{\"text\":"));
    string(out, text);
    out.push(b'}');
}

/// A path as a relative URI reference (RFC 3986).
fn uri(source: &Name) -> String {
    if source.path.is_none() {
        return "stdin".to_owned();
    }
    let path = source.bytes.as_slice();
    let mut out = String::new();
    if path.starts_with(b"/") {
        out.push_str("file://");
    } else if path.split(|byte| *byte == b'/').next().is_some_and(|first| first.contains(&b':')) {
        // A colon in the first part would make it a scheme.
        out.push_str("./");
    }
    for byte in path.iter().copied() {
        match byte {
            b'A'..=b'Z'
            | b'a'..=b'z'
            | b'0'..=b'9'
            | b'-'
            | b'.'
            | b'_'
            | b'~'
            | b'/'
            | b':'
            | b'@'
            | b'+' => {
                out.push(char::from(byte));
            }
            byte => put_hex(&mut out, byte),
        }
    }
    out
}

fn put_hex(out: &mut String, byte: u8) {
    out.push('%');
    for digit in [byte >> 4, byte & 15] {
        out.push(char::from_digit(u32::from(digit), 16).unwrap_or('0').to_ascii_uppercase());
    }
}
