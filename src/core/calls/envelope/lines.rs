//! Says what one value of a log is: a whole answer, or a piece of one that goes on in the next value. Who splits a log into
//! records asks, because pieces are one record together.

use super::{plain, shapes};
use crate::core::calls::formats::names::{self, Key};
use crate::core::json::{Value, parse};

/// Tells what a value is to a reader of calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A whole answer of an API.
    Answer,
    /// A message of a conversation.
    Message,
    /// An event or a chunk of a stream.
    Piece,
    /// A call alone; several may be one message.
    Call,
    /// Something else.
    Other,
}

/// Says how deep the answer may lie in such members.
const DEEPEST: usize = 3;

/// Returns what this text is, if it is one JSON value.
pub fn kind(text: &[u8], max_depth: usize) -> Kind {
    let Ok(text) = std::str::from_utf8(text) else { return Kind::Other };
    let Ok(value @ Value::Object(_)) = parse(text, max_depth) else { return Kind::Other };
    if plain::call(text, max_depth).is_some() {
        return Kind::Call;
    }
    kind_of(&value, DEEPEST)
}

fn kind_of(value: &Value<'_>, levels: usize) -> Kind {
    let get = |key: Key| value.get(key.name());
    let string = |key: Key| get(key).and_then(Value::text).unwrap_or_default();
    let (kind, object) = (string(names::TYPE), string(names::OBJECT));
    if shapes::is_event(&kind)
        || object == "chat.completion.chunk"
        || shapes::EVENTS.iter().any(|shape| get(shape.key).is_some())
    {
        return Kind::Piece;
    }
    if let Some(Value::Array(choices)) = get(names::CHOICES) {
        let has_delta = choices.iter().any(|choice| choice.get(names::DELTA.name()).is_some());
        return if has_delta { Kind::Piece } else { Kind::Answer };
    }
    if let Some(Value::Array(candidates)) = get(names::CANDIDATES) {
        let has_ended =
            candidates.iter().any(|candidate| candidate.get(names::GEMINI_FINISH.name()).is_some());
        return if has_ended { Kind::Answer } else { Kind::Piece };
    }
    if let Some(Value::Bool(done)) = get(names::DONE) {
        return if *done { Kind::Answer } else { Kind::Piece };
    }
    let holds = |key: Key| matches!(get(key), Some(Value::Array(_) | Value::Object(_)));
    let is_said = shapes::ENDS.iter().any(|key| get(*key).is_some());
    if get(names::ROLE).is_some() && get(names::CONTENT).is_some() && !is_said {
        return Kind::Message;
    }
    if holds(names::OUTPUT) || holds(names::CONTENT) {
        return Kind::Answer;
    }
    let inner =
        shapes::WRAPPERS.iter().filter_map(|key| get(*key)).find(|inner| matches!(inner, Value::Object(_)));
    match inner.filter(|_| levels > 0) {
        Some(inner) => kind_of(inner, levels - 1),
        None => Kind::Other,
    }
}
