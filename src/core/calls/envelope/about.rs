//! Answers to what every reader asks of one object in the answer of a provider, from the table in `shapes`.

use std::borrow::Cow;
use std::ops::Range;

use super::shapes;
use crate::core::calls::judge::call::{Object, inside};
use crate::core::calls::readers::json::Reading;
use crate::core::calls::types::said::{Said, Saying};

/// Returns what the string at `range` of a reading says.
pub(super) fn said(reading: &Reading<'_>, range: &Range<usize>, what: Saying, choice: usize) -> Said {
    // What an engine wrote does not stand in the text that was read.
    let text = reading.tree.is_none().then(|| inside(&reading.text, range).map(Cow::into_owned));
    Said { what, text: text.flatten(), span: reading.source(range), choice }
}

/// Notes why the model stopped, and which model it was, where an object says so. Returns whether it stopped at a limit.
pub(super) fn note(
    reading: &Reading<'_>,
    object: &Object<'_>,
    choice: usize,
    events: &mut Vec<Said>,
) -> bool {
    let string = |range: &Range<usize>| reading.text.as_bytes()[range.start] == b'"';
    if let Some(range) = shapes::MODELS.iter().find_map(|shape| object.get(shape.name)).filter(string) {
        events.push(said(reading, &range, Saying::Model, choice));
    }
    let details = || shapes::DETAILS.iter().filter_map(|shape| object.object(shape.name)?.get("reason"));
    let mut reasons = shapes::FINISHES.iter().filter_map(|shape| object.get(shape.name));
    let Some(range) = reasons.find(string).or_else(|| details().find(string)) else { return false };
    events.push(said(reading, &range, Saying::Finish, choice));
    inside(&reading.text, &range).is_some_and(|reason| shapes::is_limit(&reason))
}

/// Returns whether the text of a part is a thought, because a member or its type says so.
pub(super) fn is_thought(part: &Object<'_>) -> bool {
    shapes::THOUGHT_MARKS.iter().any(|shape| part.source(shape.name) == Some("true"))
        || part.string("type").is_some_and(|kind| kind.contains("reasoning"))
}

/// Returns whether another than the model speaks in a message: no call in it is the model's.
pub(super) fn is_of_others(message: &Object<'_>) -> bool {
    let names_other = |name| message.string(name).is_some_and(|who| shapes::OTHERS.contains(&&*who));
    names_other("role") || names_other("type") && says_something(message)
}

/// Returns whether a message has a text of its own.
pub(super) fn says_something(message: &Object<'_>) -> bool {
    ["content", "data"].iter().any(|name| message.get(name).is_some())
}
