//! JSON in the text of a parameter, or what Python or an escaper wrote in its place.

use std::ops::Range;

use super::Raw;
use super::json::Reading;
use crate::core::calls::types::change::{CallCode, Change};
use crate::core::json::scan_document;
use crate::core::repair::engine::{self, Risk, Select};

/// Text that is JSON, or that Python or an escaper wrote instead, as JSON; any other text stays text.
pub(in crate::core::calls) fn decode(text: &str, changes: &mut Vec<Change>, span: &Range<usize>) -> Raw {
    let trimmed = text.trim();
    if scan_document(trimmed.as_bytes(), engine::Options::default().max_depth).is_ok() {
        return Raw::Json(trimmed.to_owned());
    }
    let word = match trimmed {
        "True" => Some("true"),
        "False" => Some("false"),
        "None" => Some("null"),
        _ => None,
    };
    if let Some(word) = word {
        changes.push(Change::of(CallCode::PythonValue, span.clone()));
        return Raw::Json(word.to_owned());
    }
    // Containers in another spelling are taken only where the meaning is certain, or where all of it was escaped.
    if trimmed.starts_with(['{', '['])
        && trimmed.ends_with(['}', ']'])
        && let Some(reading) = one(trimmed)
        && let [document] = &*reading.documents
        && reading.cut.is_none()
        && reading
            .fixes
            .iter()
            .all(|fix| fix.risk == Risk::Syntax || fix.code == engine::Code::EscapedDocument)
    {
        changes.extend(reading.fixes.iter().map(|fix| Change::at(fix, span.clone())));
        return Raw::Json(reading.slice(document).to_owned());
    }
    Raw::Text(text.to_owned())
}

/// The one document that a short text holds.
pub(in crate::core::calls) fn one(text: &str) -> Option<Reading<'_>> {
    let options = engine::Options { select: Select::All, ..engine::Options::default() };
    Some(Reading::repaired(engine::repair(text.as_bytes(), &options).ok()?, 0))
}
