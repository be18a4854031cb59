//! Reads what an answer says beside its calls: text and thoughts of each message, why the model stopped, and which model it was.

use super::{shapes, walk};
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
        found.value(&value, 0, 0, false);
    } else if body.starts_with(['{', '[']) && !begins_with_line(body, max_depth) {
        return damaged(body, max_depth);
    } else {
        for line in body.lines() {
            let data = line.trim().strip_prefix("data:").unwrap_or(line).trim();
            // What begins as a stream is one, even if no event of it is whole.
            found.is_envelope |= line.trim_start().starts_with("data:") && data.starts_with('{');
            if let Ok(event) = parse(data, max_depth) {
                found.value(&event, 0, 0, false);
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
    found.value(&parse(&repaired.text[document], max_depth).ok()?, 0, 0, false);
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

    /// Looks through a value that may be an answer, a message, or a part of one; `thought` says that it is reasoning.
    fn value(&mut self, value: &Value<'_>, choice: usize, level: usize, thought: bool) {
        if level > DEEPEST {
            return;
        }
        match value {
            Value::Array(items) => items.iter().for_each(|item| self.value(item, choice, level + 1, thought)),
            Value::Object(_) => self.object(value, choice, level, thought),
            _ => {}
        }
    }

    fn object(&mut self, object: &Value<'_>, choice: usize, level: usize, thought: bool) {
        let string = |name: &str| object.get(name)?.text();
        let kind = string("type").unwrap_or_default();
        let role = string("role");
        let is_others = |who: &str| shapes::OTHERS.contains(&who);
        let says = ["content", "data"].iter().any(|name| object.get(name).is_some());
        let is_of_tool = object.get("jsonrpc").is_some();
        if role.as_deref().is_some_and(is_others)
            || is_others(&kind) && says
            || kind.ends_with("result")
            || is_of_tool
        {
            self.is_envelope = true;
            return;
        }
        let leads = shapes::OUTERMOST.iter().chain(shapes::CALLS);
        self.is_envelope |= role.is_some()
            || kind.starts_with("response.")
            || kind == "ai" && says
            || level > 0 && shapes::has(shapes::TYPES, &kind)
            || leads.chain(shapes::COMPLETIONS).any(|shape| object.get(shape.name).is_some());
        if let Some(model) = shapes::MODELS.iter().find_map(|shape| string(shape.name)) {
            self.messages.iter_mut().for_each(|message| message.model = Some(model.clone()));
            self.model = Some(model);
        }
        if let Some(reason) = shapes::FINISHES.iter().find_map(|shape| string(shape.name)) {
            self.message(choice).finish_reason = Some(reason);
        }
        for shape in shapes::CHOICES {
            let Some(Value::Array(items)) = object.get(shape.name) else { continue };
            for (at, item) in items.iter().enumerate() {
                let index = match item.get("index") {
                    Some(Value::Number(number)) => number.parse().unwrap_or(at),
                    _ => at,
                };
                self.value(item, index, level + 1, thought);
            }
        }
        let is_thought =
            thought || matches!(object.get("thought"), Some(Value::Bool(true))) || kind.contains("reasoning");
        if let Some(text) = string("delta") {
            self.has_pieces = true;
            if is_thought {
                self.message(choice).reasoning.push_str(&text);
            } else if kind.ends_with("text.delta") {
                self.message(choice).content.push_str(&text);
            }
            return;
        }
        // The end of a stream repeats what its pieces said.
        let repeats = self.has_pieces && (kind.starts_with("response.") || kind == "message");
        if repeats {
            return;
        }
        for shape in shapes::THOUGHTS {
            if let Some(text) = string(shape.name) {
                self.message(choice).reasoning.push_str(&text);
            }
        }
        for shape in shapes::TEXTS.iter().chain(shapes::COMPLETIONS) {
            let Some(text) = string(shape.name) else { continue };
            if is_thought {
                self.message(choice).reasoning.push_str(&text);
            } else {
                self.message(choice).content.push_str(&text);
            }
        }
        let leads = shapes::MESSAGES.iter().filter(|shape| !shapes::has(shapes::CHOICES, shape.name));
        for shape in leads.chain(shapes::PARTS) {
            if let Some(inner) = object.get(shape.name) {
                let is_thought = is_thought || shape.name.starts_with("reasoning");
                self.value(inner, choice, level + 1, is_thought);
            }
        }
    }
}
