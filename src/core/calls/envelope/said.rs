//! Reads what an answer says beside its calls: text and thoughts of each message, why the model stopped, and which model it was.

use super::{about, shapes, walk};
use crate::core::calls::types::call::Call;
use crate::core::json::{Value, parse};
use crate::core::repair::engine::{Options, Select, repair};

/// Levels of an envelope.
const DEEPEST: usize = 16;

/// A message of the model: what it says, what it thought, and what it calls.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Message {
    /// Its number among the answers of one request.
    pub choice: usize,
    /// The text without calls and reasoning.
    pub content: String,
    /// The reasoning.
    pub reasoning: String,
    /// The calls in it.
    pub calls: Vec<Call>,
    /// Holds the reason for which the model stopped, in the words of the API.
    pub finish_reason: Option<String>,
    /// The model, as the API names it.
    pub model: Option<String>,
}

/// The messages of an API's answer, whole or streamed; nothing if the text is not one.
pub(in crate::core::calls) fn answer(text: &str, max_depth: usize) -> Option<Vec<Message>> {
    let body = text.trim_start_matches('\u{feff}').trim();
    let mut found = Found::default();
    if let Some(value) = body.starts_with(['{', '[']).then(|| parse(body, max_depth).ok()).flatten() {
        found.value(&value, At::default());
    } else if body.starts_with(['{', '[']) && !begins_with_line(body, max_depth) {
        return damaged(body, max_depth);
    } else {
        for line in body.lines() {
            let data = line.trim().strip_prefix("data:").unwrap_or(line).trim();
            // What begins as a stream is one, even if no event of it is whole.
            found.is_envelope |= line.trim_start().starts_with("data:") && data.starts_with('{');
            if let Ok(event) = parse(data, max_depth) {
                found.value(&event, At::default());
            } else if data.starts_with(['{', '['])
                && !line.trim_start().starts_with("data:")
                && !is_end_of(body, line)
            {
                return None;
            }
        }
    }
    found.is_envelope.then_some(found.messages)
}

/// Returns whether the text ends with this line: it may be cut off.
fn is_end_of(text: &str, line: &str) -> bool {
    line.as_ptr() as usize + line.len() == text.as_ptr() as usize + text.len()
}

/// Returns whether the first line is a value, so that each line is one.
fn begins_with_line(text: &str, max_depth: usize) -> bool {
    text.split_once('\n').is_some_and(|(line, _)| parse(line.trim(), max_depth).is_ok())
}

/// Returns the messages of an answer that is no strict JSON, as its repair has it.
fn damaged(body: &str, max_depth: usize) -> Option<Vec<Message>> {
    if !walk::may_be_outermost(body) {
        return None;
    }
    let options = Options { max_depth, select: Select::All, ..Options::default() };
    let repaired = repair(body.as_bytes(), &options).ok()?;
    let document = repaired.documents.first()?.clone();
    let mut found = Found::default();
    found.value(&parse(&repaired.text[document], max_depth).ok()?, At::default());
    found.is_envelope.then_some(found.messages)
}

/// Holds what was found in the values of an answer.
#[derive(Default)]
struct Found {
    messages: Vec<Message>,
    model: Option<String>,
    is_envelope: bool,
    /// States whether text came in pieces, so that it comes once more at the end.
    has_pieces: bool,
}

impl Found {
    fn message(&mut self, choice: usize) -> &mut Message {
        let at = self.messages.iter().position(|message| message.choice == choice).unwrap_or_else(|| {
            self.messages.push(Message { choice, model: self.model.clone(), ..Message::default() });
            self.messages.len() - 1
        });
        &mut self.messages[at]
    }

    /// Looks through a value that may be an answer, a message, or a part of one.
    fn value(&mut self, value: &Value<'_>, at: At) {
        if at.level > DEEPEST {
            return;
        }
        let inner = At { level: at.level + 1, ..at };
        match value {
            Value::Array(items) => items.iter().for_each(|item| self.value(item, inner)),
            Value::Object(_) => self.object(value, at),
            _ => {}
        }
    }

    fn object(&mut self, object: &Value<'_>, at: At) {
        let string = |name: &str| object.get(name)?.text();
        let kind = string("type").unwrap_or_default();
        let is_of_tool = object.get("jsonrpc").is_some();
        if about::is_of_others(object) || kind.ends_with("result") || is_of_tool {
            self.is_envelope = true;
            return;
        }
        let leads = shapes::OUTERMOST.iter().chain(shapes::CALLS);
        self.is_envelope |= object.get("role").is_some()
            || kind.starts_with("response.")
            || kind == "ai" && about::says_something(object)
            || at.level > 0 && shapes::has(shapes::TYPES, &kind)
            || leads.chain(shapes::COMPLETIONS).any(|shape| object.get(shape.name).is_some());
        if let Some(model) = shapes::MODELS.iter().find_map(|shape| string(shape.name)) {
            self.messages.iter_mut().for_each(|message| message.model = Some(model.clone()));
            self.model = Some(model);
        }
        if let Some(reason) = about::finish_reason(object) {
            self.message(at.choice).finish_reason = Some(reason.into_owned());
        }
        for shape in shapes::CHOICES {
            let Some(Value::Array(items)) = object.get(shape.name) else { continue };
            for (place, item) in items.iter().enumerate() {
                let choice = match item.get("index") {
                    Some(Value::Number(number)) => number.parse().unwrap_or(place),
                    _ => place,
                };
                self.value(item, At { choice, level: at.level + 1, ..at });
            }
        }
        let at = At { is_thought: at.is_thought || about::is_thought(object), ..at };
        if let Some(text) = string("delta") {
            self.has_pieces = true;
            if at.is_thought || kind.ends_with("text.delta") {
                self.say(&text, at);
            }
            return;
        }
        // The end of a stream repeats what its pieces said.
        let repeats = self.has_pieces && (kind.starts_with("response.") || kind == "message");
        let at = At { repeats: at.repeats || repeats, ..at };
        for shape in shapes::THOUGHTS {
            if let Some(text) = string(shape.name) {
                self.say(&text, At { is_thought: true, ..at });
            }
        }
        for shape in shapes::TEXTS.iter().chain(shapes::COMPLETIONS) {
            if let Some(text) = string(shape.name) {
                self.say(&text, at);
            }
        }
        let leads = shapes::MESSAGES.iter().filter(|shape| !shapes::has(shapes::CHOICES, shape.name));
        for shape in leads.chain(shapes::PARTS) {
            if let Some(inner) = object.get(shape.name) {
                let is_thought = at.is_thought || shape.name.starts_with("reasoning");
                self.value(inner, At { is_thought, level: at.level + 1, ..at });
            }
        }
    }

    /// Adds text to its message, or to the thoughts of the message.
    fn say(&mut self, text: &str, at: At) {
        if at.repeats {
            return;
        }
        let message = self.message(at.choice);
        if at.is_thought { &mut message.reasoning } else { &mut message.content }.push_str(text);
    }
}

/// The place of a value in an answer.
#[derive(Clone, Copy, Default)]
struct At {
    /// The number of its message.
    choice: usize,
    /// Counts the values around it.
    level: usize,
    /// States whether it stands in reasoning.
    is_thought: bool,
    /// States whether what it says was said before.
    repeats: bool,
}
