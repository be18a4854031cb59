//! The promise of the dialects: a value that is written in one of them is read as that value.

use jmend::core::repair::engine::{self, Options, Risk};
use serde_json::Value;

use super::same::exactly;
use super::{DEPTH, Outcome, make};

/// A value that is written with comments and trailing commas, or in JSON5, is repaired to that value, and no fix is riskier than
/// `syntax`.
pub(super) fn dialects_keep_values(input: &[u8]) -> Outcome {
    let document = make::document(input);
    let Ok(value) = serde_json::from_str::<Value>(&document) else { return Ok(()) };
    let text = make::dialect(&value, input, input.len().is_multiple_of(2));
    let options = Options { max_depth: DEPTH, ..Options::default() };
    let repaired =
        engine::repair(text.as_bytes(), &options).map_err(|failure| format!("{text:?}: {failure:?}"))?;
    let read = serde_json::from_str::<Value>(&repaired.text).map_err(|error| format!("{error}: {text:?}"))?;
    if !exactly(&read, &value) {
        return Err(format!("{text:?} was read as {read}, and is {value}"));
    }
    match repaired.risk() {
        Some(risk) if risk > Risk::Syntax => Err(format!("{text:?} has the risk {risk:?}")),
        _ => Ok(()),
    }
}
