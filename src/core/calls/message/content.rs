//! What a message holds beside its calls: its text, its reasoning, and what an API says about it.

use std::ops::Range;

use crate::core::calls::find::extract;
use crate::core::calls::types::call::{Call, Calls};
use crate::core::calls::types::options::Options;
use crate::core::json::{Value, parse};
use crate::core::repair::reasoning;

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
    /// Why the model stopped, as the API says it.
    pub finish_reason: Option<String>,
    /// The model, as the API names it.
    pub model: Option<String>,
}

/// Members of messages that hold reasoning.
const REASONING: [&str; 3] = ["reasoning_content", "reasoning", "thinking"];

/// Members that say why the model stopped, and which model it was.
const REASONS: [&str; 5] = ["finish_reason", "stop_reason", "finishReason", "stopReason", "done_reason"];
const MODELS: [&str; 2] = ["model", "modelVersion"];

/// Members that lead to messages or parts of them.
const INNER: [&str; 15] = [
    "message",
    "messages",
    "delta",
    "response",
    "output",
    "item",
    "content",
    "parts",
    "content_block",
    "contentBlockDelta",
    "messageStop",
    "reasoningContent",
    "reasoningText",
    "summary",
    "contentBlockStart",
];

/// Members that only answers of APIs have.
const ENVELOPES: [&str; 7] = ["choices", "candidates", "output", "message", "messages", "delta", "done"];

/// Levels of an envelope.
const DEEPEST: usize = 16;

/// The messages of a text whose calls were found: text and reasoning without the calls, and the calls, one for each choice.
pub fn messages(input: &[u8], found: &Calls, options: &Options<'_>) -> Vec<Message> {
    let text = &*String::from_utf8_lossy(input);
    let calls = found.calls.as_slice();
    let mut messages = envelope(text, options.repair.max_depth).map_or_else(
        || {
            let mut message = Message::default();
            split(text, &blocks(text, calls), &mut message);
            Vec::from([message])
        },
        |messages| with_leaked(messages, calls, options),
    );
    for message in &mut messages {
        message.calls.extend(calls.iter().filter(|call| call.choice == message.choice).cloned());
    }
    messages
}

/// The messages of an API's answer, where a server left calls and reasoning in the text.
fn with_leaked(mut messages: Vec<Message>, calls: &[Call], options: &Options<'_>) -> Vec<Message> {
    for message in &mut messages {
        let own = Options { tools: options.tools, repair: options.repair, ..Options::default() };
        let inner = extract(message.content.as_bytes(), &own).unwrap_or_default().calls;
        let is_leaked = calls.iter().all(|call| inner.iter().any(|inner| inner.name == call.name));
        let content = std::mem::take(&mut message.content);
        let blocks = if is_leaked { blocks(&content, &inner) } else { Vec::new() };
        split(&content, &blocks, message);
    }
    Some(messages).filter(|messages| !messages.is_empty()).unwrap_or_else(|| Vec::from([Message::default()]))
}

/// The parts of a text that calls were read from, where nothing but separators stands between two as one.
fn blocks(text: &str, calls: &[Call]) -> Vec<Range<usize>> {
    let mut blocks: Vec<Range<usize>> = Vec::new();
    for span in calls.iter().map(|call| call.span.clone()) {
        if text.get(span.clone()).is_none() {
            continue;
        }
        match blocks.last_mut() {
            Some(last) if span.start <= last.end => last.end = last.end.max(span.end),
            Some(last)
                if text[last.end..span.start].trim_matches([' ', '\n', '\r', '\t', ',', ';']).is_empty() =>
            {
                last.end = span.end;
            }
            _ => blocks.push(span),
        }
    }
    blocks
}

/// Puts the text outside of `blocks` into the message: what stands in tags of reasoning apart.
fn split(text: &str, blocks: &[Range<usize>], message: &mut Message) {
    let mut pieces = Vec::new();
    let mut pos = 0;
    for block in blocks {
        pieces.push(&text[pos..block.start]);
        pos = block.end;
    }
    pieces.push(&text[pos..]);
    let rest = pieces
        .iter()
        .map(|piece| piece.trim())
        .filter(|piece| !piece.is_empty())
        .collect::<Vec<_>>()
        .join("\n\n");
    let mut rest = rest.as_str();
    let mut content = String::new();
    loop {
        let open = reasoning::TAGS
            .iter()
            .filter_map(|(open, close)| Some((rest.find(open)?, *open, *close)))
            .min_by_key(|(at, ..)| *at);
        // A closing tag that nothing opened: all before it is reasoning.
        let close = reasoning::TAGS
            .iter()
            .filter(|(_, close)| reasoning::is_own_close(close))
            .filter_map(|(_, close)| Some((rest.find(close)?, *close)))
            .min_by_key(|(at, _)| *at);
        let first = open.map_or(usize::MAX, |(at, ..)| at);
        if let Some((at, tag)) = close.filter(|(at, _)| *at < first) {
            add(&mut message.reasoning, &std::mem::take(&mut content));
            add(&mut message.reasoning, &rest[..at]);
            rest = &rest[at + tag.len()..];
            continue;
        }
        let Some((at, tag, close)) = open else {
            add(&mut content, rest);
            break;
        };
        add(&mut content, &rest[..at]);
        let inside = &rest[at + tag.len()..];
        let (thought, after) = inside.split_once(close).unwrap_or((inside, ""));
        add(&mut message.reasoning, thought);
        rest = after;
    }
    add(&mut message.content, &content);
}

/// Adds a part of a text on lines of its own.
fn add(text: &mut String, part: &str) {
    let part = part.trim();
    if !text.is_empty() && !part.is_empty() {
        text.push('\n');
    }
    text.push_str(part);
}

/// The messages of an API's answer, whole or streamed; nothing if the text is not one.
fn envelope(text: &str, max_depth: usize) -> Option<Vec<Message>> {
    let body = text.trim_start_matches('\u{feff}').trim();
    let mut found = Found::default();
    if let Some(value) = body.starts_with(['{', '[']).then(|| parse(body, max_depth).ok()).flatten() {
        found.value(&value, 0, 0, false);
    } else {
        for line in body.lines() {
            let data = line.trim().strip_prefix("data:").unwrap_or(line).trim();
            if let Ok(event) = parse(data, max_depth) {
                found.value(&event, 0, 0, false);
            } else if data.starts_with(['{', '[']) && !line.trim_start().starts_with("data:") {
                return None;
            }
        }
    }
    found.is_envelope.then_some(found.messages)
}

/// What was found in the values of an answer.
#[derive(Default)]
struct Found {
    messages: Vec<Message>,
    model: Option<String>,
    is_envelope: bool,
    /// Did text come in pieces, so that it comes once more at the end?
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
        if role.as_deref().is_some_and(|role| !matches!(role, "assistant" | "model"))
            || kind.ends_with("result")
        {
            self.is_envelope = true;
            return;
        }
        self.is_envelope |= role.is_some()
            || kind.starts_with("response.")
            || ENVELOPES.iter().any(|name| object.get(name).is_some());
        if let Some(model) = MODELS.iter().find_map(|name| string(name)) {
            self.messages.iter_mut().for_each(|message| message.model = Some(model.clone()));
            self.model = Some(model);
        }
        if let Some(reason) = REASONS.iter().find_map(|name| string(name)) {
            self.message(choice).finish_reason = Some(reason);
        }
        for name in ["choices", "candidates"] {
            let Some(Value::Array(items)) = object.get(name) else { continue };
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
        for name in REASONING {
            if let Some(text) = string(name) {
                self.message(choice).reasoning.push_str(&text);
            }
        }
        for name in ["text", "content", "generated_text", "output_text", "completion", "response"] {
            let Some(text) = string(name) else { continue };
            if is_thought {
                self.message(choice).reasoning.push_str(&text);
            } else {
                self.message(choice).content.push_str(&text);
            }
        }
        for name in INNER {
            if let Some(inner) = object.get(name) {
                let is_thought = is_thought || name.starts_with("reasoning");
                self.value(inner, choice, level + 1, is_thought);
            }
        }
    }
}
