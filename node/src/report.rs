//! Facts and failures as JSON.

use std::fmt::Write;

use jmend::{Code, Error, Fix, Repaired, Risk, Violation};

use crate::answer::Answer;
use crate::units::Units;

/// A string as JSON.
pub fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// A string as JSON, or `null`.
pub fn maybe(text: Option<&str>) -> String {
    text.map_or_else(|| "null".to_owned(), quoted)
}

/// Appends to a string, which cannot fail.
pub fn put(out: &mut String, text: std::fmt::Arguments<'_>) {
    let _ = out.write_fmt(text);
}

/// What is known of a text that was repaired. `text` is what was read.
pub fn facts(text: &[u8], is_string: bool, repaired: &Repaired<'_>) -> String {
    let mut out = String::from("{");
    put(&mut out, format_args!("\"strategy\":{}", quoted(repaired.strategy.name())));
    put(&mut out, format_args!(",\"notation\":{}", maybe(repaired.notation.map(|notation| notation.name))));
    put(&mut out, format_args!(",\"risk\":{}", maybe(repaired.risk().map(Risk::name))));
    put(&mut out, format_args!(",\"confidence\":{}", repaired.confidence()));
    let cause = repaired.cause().filter(|_| !repaired.fixes.is_empty());
    put(&mut out, format_args!(",\"cause\":{}", maybe(cause)));
    put(&mut out, format_args!(",\"truncated\":{}", maybe(repaired.truncated.map(jmend::CutPlace::name))));
    out.push_str(",\"documents\":[");
    let mut units = Units::of(repaired.text.as_bytes(), true);
    for (index, document) in repaired.documents.iter().enumerate() {
        let comma = if index == 0 { "" } else { "," };
        put(&mut out, format_args!("{comma}[{},{}]", units.at(document.start), units.at(document.end)));
    }
    out.push_str("],\"fixes\":[");
    let mut units = Units::of(text, is_string);
    for (index, fix) in repaired.fixes.iter().enumerate() {
        out.push_str(if index == 0 { "{" } else { ",{" });
        fix_of(&mut out, &mut units, &fix);
        out.push('}');
    }
    out.push_str("]}");
    out
}

fn fix_of(out: &mut String, units: &mut Units<'_>, fix: &Fix<'_>) {
    let about = |code: Code| code.about();
    put(out, format_args!("\"code\":{},\"risk\":{}", quoted(fix.code.name()), quoted(fix.risk.name())));
    put(out, format_args!(",\"start\":{},\"end\":{}", units.at(fix.start), units.at(fix.end)));
    put(out, format_args!(",\"replacement\":{}", maybe(fix.replacement.as_deref())));
    put(out, format_args!(",\"message\":{}", quoted(about(fix.code).summary)));
}

/// Why a text was refused.
pub fn failure(text: &[u8], is_string: bool, error: &Error) -> Answer {
    let mut out = String::from("{");
    put(
        &mut out,
        format_args!("\"code\":{},\"message\":{}", quoted(error.code()), quoted(&error.to_string())),
    );
    let offset = Units::of(text, is_string).at(error.offset());
    put(
        &mut out,
        format_args!(",\"offset\":{offset},\"line\":{},\"column\":{}", error.line(), error.column()),
    );
    put(&mut out, format_args!(",\"feedback\":{}", quoted(&error.feedback(text))));
    for (name, value) in [("path", error.path()), ("suggestion", error.suggestion())] {
        if let Some(value) = value {
            put(&mut out, format_args!(",\"{name}\":{}", quoted(value)));
        }
    }
    out.push_str(",\"violations\":[");
    out.push_str(&violations(error.violations()));
    out.push_str("]}");
    Answer::Failure(out)
}

/// Returns what a schema does not accept, as items of an array.
pub fn violations(found: &[Violation]) -> String {
    let item = |each: &Violation| {
        let (path, keyword, message) = (quoted(&each.path), quoted(&each.keyword), quoted(&each.message));
        format!("{{\"path\":{path},\"keyword\":{keyword},\"message\":{message}}}")
    };
    found.iter().map(item).collect::<Vec<_>>().join(",")
}

/// An argument that is not what it should be: the caller's mistake, not the text's.
pub fn misuse(message: &str) -> Answer {
    Answer::Failure(format!("{{\"code\":\"argument\",\"message\":{}}}", quoted(message)))
}
