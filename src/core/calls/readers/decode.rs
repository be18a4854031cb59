//! JSON in the text of a parameter, or what Python or an escaper wrote in its place.

use std::ops::Range;

use super::Raw;
use super::json::Reading;
use crate::core::calls::types::change::{CallCode, Change};
use crate::core::json::scan_document;
use crate::core::repair::engine::{self, Code, Fix, Risk, Select};

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

/// Returns the JSON value that a text begins with whose rest is cut off, as far as it came. The beginning of a word is one of JSON's if
/// `has_words`.
pub(in crate::core::calls) fn cut(text: &str, has_words: bool) -> Option<String> {
    let text = text.trim();
    let is_json = |text: &str| scan_document(text.as_bytes(), engine::Options::default().max_depth).is_ok();
    if is_json(text) {
        return Some(text.to_owned());
    }
    match text.as_bytes().first()? {
        b'{' | b'[' | b'"' => {}
        // Of other text that begins with digits, as a date does, they are no number.
        b'-' | b'0'..=b'9' => {
            let ends = [".", "e", "E", "e+", "e-", "E+", "E-"];
            let number = ends.iter().find_map(|end| text.strip_suffix(end))?;
            return is_json(number).then(|| number.to_owned());
        }
        _ if has_words => {}
        _ => return None,
    }
    let list = ["[", text].concat();
    let reading = one(&list)?;
    let [document] = &*reading.documents else { return None };
    let is_of_cut = |fix: &Fix<'_>| matches!(fix.code, Code::CutOff | Code::CutPart | Code::CutEscape);
    let value = reading.slice(document).strip_prefix('[')?.strip_suffix(']')?.trim();
    (reading.fixes.iter().all(is_of_cut) && is_json(value)).then(|| value.to_owned())
}

/// The one document that a short text holds.
pub(in crate::core::calls) fn one(text: &str) -> Option<Reading<'_>> {
    let options = engine::Options { select: Select::All, ..engine::Options::default() };
    Some(Reading::repaired(engine::repair(text.as_bytes(), &options).ok()?, 0))
}
