//! Calls of a conversation that a later message answers: they were run already.

use std::collections::HashMap;
use std::ops::Range;

use crate::core::calls::formats::members::IDS;
use crate::core::calls::formats::names::{self, Key};
use crate::core::calls::judge::draft::Draft;
use crate::core::calls::readers::json::Reading;
use crate::core::calls::readers::object::Object;
use crate::core::calls::types::call::Reason;
use crate::core::calls::types::place::Place;

/// Keys of an answer that stands inside a part of a message.
const HOLDERS: [Key; 2] = [names::TOOL_RESULT, names::FUNCTION_RESPONSE];

/// Keys of the parts of a message.
const PARTS: [Key; 2] = [names::CONTENT, names::PARTS];

/// Holds what a tool answered: where, and to which call.
#[derive(Debug)]
pub struct Answer {
    at: usize,
    id: Option<String>,
    name: Option<String>,
}

impl Answer {
    /// Reads the id and the name from an object that holds them.
    fn of(object: &Object<'_>, at: usize) -> Self {
        let text = |key: &Key| object.source(*key).filter(|id| id.starts_with('"')).map(str::to_owned);
        Self { at, id: IDS.iter().find_map(text), name: object.string(names::NAME).map(Into::into) }
    }
}

/// Notes the answers in a message that the model did not write.
pub(super) fn note(
    reading: &Reading<'_>,
    object: &Object<'_>,
    range: &Range<usize>,
    answers: &mut Vec<Answer>,
) {
    let is_of_tool = |key: Key| {
        object.string(key).is_some_and(|kind| {
            matches!(&*kind, "tool" | "function" | "ipython")
                || kind.ends_with("result")
                || kind.ends_with("output")
        })
    };
    if is_of_tool(names::ROLE) || is_of_tool(names::TYPE) {
        answers.push(Answer::of(object, range.start));
    }
    for part in PARTS.iter().filter_map(|key| object.get(*key)) {
        for item in reading.items(&part) {
            let Some(item_object) = Object::at(reading, &item) else { continue };
            let inner = HOLDERS.iter().find_map(|key| item_object.object(*key));
            let is_result = item_object.string(names::TYPE).is_some_and(|kind| kind.ends_with("result"));
            if let Some(held) = inner.or(is_result.then_some(item_object)) {
                answers.push(Answer::of(&held, item.start));
            }
        }
    }
}

/// Notes the answer that a call holds itself, because the provider ran the tool: `{"type":"mcp_call",…,"output":"4"}`.
pub(super) fn note_own(object: &Object<'_>, start: usize, answers: &mut Vec<Answer>) {
    let is_given = |key: Key| object.source(key).is_some_and(|value| value != "null");
    if is_given(names::OUTPUT) || is_given(names::RESULT) {
        answers.extend(Some(Answer::of(object, start + 1)).filter(|answer| answer.id.is_some()));
    }
}

/// Marks the calls that a later answer names by id, or by name where one of them has no id.
pub fn mark(drafts: &mut [Draft], answers: &[Answer]) {
    let mut by_id: HashMap<&str, usize> = HashMap::new();
    let mut by_name: HashMap<&str, usize> = HashMap::new();
    let mut unnamed = 0;
    for Answer { at, id, name } in answers {
        match (id, name) {
            (Some(id), _) => {
                by_id.insert(id, *at);
            }
            (None, Some(name)) => {
                by_name.insert(name, *at);
            }
            (None, None) => unnamed = *at,
        }
    }
    let last = answers.iter().map(|answer| answer.at).max().unwrap_or(0);
    for draft in drafts {
        let name = draft.name.as_deref().unwrap_or_default();
        let place = match &draft.id {
            Some(id) => by_id.get(id.as_str()).copied(),
            None => Some(last),
        };
        let place = place.max(by_name.get(name).copied()).unwrap_or(0).max(unnamed);
        if place > draft.span.start {
            draft.problem = Some(Reason::Mention(Place::Answered));
        }
    }
}
