//! Answers to what every reader asks of one object in the answer of a provider, from the table in `shapes`.

use std::borrow::Cow;
use std::ops::Range;

use super::shapes;
use crate::core::calls::formats::names::{self, Keys};
use crate::core::calls::judge::call::inside;
use crate::core::calls::readers::json::Reading;
use crate::core::calls::readers::object::Object;
use crate::core::calls::types::said::{Said, Saying};

/// Returns what the string at `range` of a reading says.
pub(super) fn said(reading: &Reading<'_>, range: &Range<usize>, what: Saying, choice: usize) -> Said {
    // What an engine wrote does not stand in the text that was read.
    let text = reading.tree.is_none().then(|| inside(&reading.text, range).map(Cow::into_owned));
    Said { what, text: text.flatten(), span: reading.source(range), choice }
}

/// The members that are noted.
const NOTED: Keys =
    shapes::keys(shapes::MODELS).and(shapes::keys(shapes::DETAILS)).and(shapes::keys(shapes::FINISHES));

/// Notes why the model stopped, and which model it was, where an object says so. Returns whether it stopped at a limit.
pub(super) fn note(
    reading: &Reading<'_>,
    object: &Object<'_>,
    choice: usize,
    events: &mut Vec<Said>,
) -> bool {
    if !object.meets(NOTED) {
        return false;
    }
    let string = |range: &Range<usize>| reading.text.as_bytes()[range.start] == b'"';
    if let Some(range) = shapes::MODELS.iter().find_map(|shape| object.get(shape.key)).filter(string) {
        events.push(said(reading, &range, Saying::Model, choice));
    }
    let details = || shapes::DETAILS.iter().filter_map(|shape| object.object(shape.key)?.get(names::REASON));
    let mut reasons = shapes::FINISHES.iter().filter_map(|shape| object.get(shape.key));
    let Some(range) = reasons.find(string).or_else(|| details().find(string)) else { return false };
    events.push(said(reading, &range, Saying::Finish, choice));
    inside(&reading.text, &range).is_some_and(|reason| shapes::is_limit(&reason))
}

/// Returns whether the text of a part of this type is a thought, because a member or the type says so.
pub(super) fn is_thought(part: &Object<'_>, kind: &str) -> bool {
    shapes::THOUGHT_MARKS.iter().any(|shape| part.source(shape.key) == Some("true"))
        || kind.contains("reasoning")
}

/// Returns whether another than the model speaks in a message of this type: no call in it is the model's.
pub(super) fn is_of_others(message: &Object<'_>, kind: &str) -> bool {
    message.string(names::ROLE).is_some_and(|role| shapes::OTHERS.contains(&&*role))
        || shapes::OTHERS.contains(&kind) && says_something(message)
}

/// Returns whether a message has a text of its own.
pub(super) fn says_something(message: &Object<'_>) -> bool {
    message.meets(Keys::of(&[names::CONTENT, names::DATA]))
}
