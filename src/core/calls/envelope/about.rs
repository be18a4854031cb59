//! Answers to what every reader asks of one object in the answer of a provider, from the table in `shapes`. One reader has it
//! as a value, and another one as a part of a tree.

use std::borrow::Cow;

use super::shapes;
use crate::core::calls::judge::call::Object;
use crate::core::json::Value;

/// Gives the members of an object, in whichever form it was read.
pub(super) trait Members {
    /// Returns the string at this name of the table.
    fn text_at(&self, name: &str) -> Option<Cow<'_, str>>;
    /// Returns whether this member is `true`.
    fn is_true(&self, name: &str) -> bool;
    /// Returns whether it has this member.
    fn has(&self, name: &str) -> bool;
}

impl Members for Value<'_> {
    fn text_at(&self, name: &str) -> Option<Cow<'_, str>> {
        name.split('/').try_fold(self, |value, name| value.get(name))?.text().map(Cow::Owned)
    }

    fn is_true(&self, name: &str) -> bool {
        matches!(self.get(name), Some(Value::Bool(true)))
    }

    fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }
}

impl Members for Object<'_> {
    fn text_at(&self, name: &str) -> Option<Cow<'_, str>> {
        match name.split_once('/') {
            Some((outer, name)) => self.object(outer)?.string(name),
            None => self.string(name),
        }
    }

    fn is_true(&self, name: &str) -> bool {
        self.source(name) == Some("true")
    }

    fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }
}

/// Returns why the model stopped, as the API says it.
pub(super) fn finish_reason(object: &impl Members) -> Option<Cow<'_, str>> {
    shapes::FINISHES.iter().find_map(|shape| object.text_at(shape.name))
}

/// Returns whether an object says that its message ended at a limit.
pub(super) fn is_at_limit(object: &impl Members) -> bool {
    finish_reason(object).is_some_and(|reason| shapes::is_limit(&reason))
}

/// Returns whether the text of a part is a thought, because a member or its type says so.
pub(super) fn is_thought(part: &impl Members) -> bool {
    shapes::THOUGHT_MARKS.iter().any(|shape| part.is_true(shape.name))
        || part.text_at("type").is_some_and(|kind| kind.contains("reasoning"))
}

/// Returns whether another than the model speaks in a message: no call in it is the model's.
pub(super) fn is_of_others(message: &impl Members) -> bool {
    let names_other = |name| message.text_at(name).is_some_and(|who| shapes::OTHERS.contains(&&*who));
    names_other("role") || names_other("type") && says_something(message)
}

/// Returns whether a message has a text of its own.
pub(super) fn says_something(message: &impl Members) -> bool {
    ["content", "data"].iter().any(|name| message.has(name))
}
