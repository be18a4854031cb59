//! Why a repair reads a text as it does: the same way as `repair`, with all that was considered on it.

use std::ops::Range;

use super::{EditMap, Failure, Options, decode, extract, python_literal};
use crate::core::json::scan_document;
use crate::core::parser::Choice;

/// How a text is read. All offsets are bytes of the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Readings {
    /// It is JSON, perhaps in another encoding: there is nothing to choose.
    Json,
    /// It is a Python literal: there is nothing to choose.
    PythonLiteral,
    /// It was searched for documents: every bracket that can begin one, in the order in which they were tried.
    Searched(Vec<Try>),
}

/// One bracket where a document may begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Try {
    /// Where it stands.
    pub start: usize,
    /// What came of it.
    pub outcome: Outcome,
    /// Every character of the document that could be taken in several ways.
    pub choices: Vec<Choice>,
}

/// What came of a try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Strict JSON up to the end of this range.
    Strict(Range<usize>),
    /// A document in this range whose fixes cost so much.
    Document(Range<usize>, u32),
    /// Every reading costs more than the text is worth, or makes no document: the bracket is prose.
    Prose,
    /// The best reading is nested deeper than allowed.
    TooDeep,
}

/// How much a search for the documents of `text` does: steps of readings, and bytes looked at. It grows with the length of
/// the text and no faster; unlike seconds it is the same in every run.
#[cfg(feature = "internal")]
pub fn effort(text: &str, options: &Options) -> usize {
    extract::effort(text, options.max_depth)
}

/// All that is considered when `input` is repaired with these options. Fails where the bytes are no text.
///
/// Takes the time of a repair, and memory for up to 65,536 readings of each document.
pub fn readings(input: &[u8], options: &Options) -> Result<Readings, Failure> {
    let is_json = |text: &[u8]| scan_document(text, options.max_depth).is_ok();
    if is_json(input) {
        return Ok(Readings::Json);
    }
    let (text, fixes) = decode::decode(input, std::str::from_utf8(input).ok())?;
    if !fixes.is_empty() && is_json(text.as_bytes()) {
        return Ok(Readings::Json);
    }
    if options.strategies.ast && python_literal(&text, &fixes, options).is_some() {
        return Ok(Readings::PythonLiteral);
    }
    let (text, fixes) = decode::undressed(text, fixes);
    let map = EditMap::of(&fixes);
    let origin = |offset| map.to_input(offset);
    let mut tries = extract::tries(&text, options.max_depth);
    for one in &mut tries {
        one.start = origin(one.start);
        if let Outcome::Strict(range) | Outcome::Document(range, _) = &mut one.outcome {
            *range = origin(range.start)..origin(range.end);
        }
        for choice in &mut one.choices {
            choice.offset = origin(choice.offset);
            for reading in &mut choice.readings {
                reading.reached.0 = origin(reading.reached.0);
            }
        }
    }
    Ok(Readings::Searched(tries))
}
