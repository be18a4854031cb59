//! Says what a message holds beside its calls: its text without their blocks, and its reasoning.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use crate::core::calls::find::extract;
use crate::core::calls::types::call::{Call, Calls};
use crate::core::calls::types::options::Options;
use crate::core::calls::types::said::{Said, Saying};
use crate::core::json::from_utf8;
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
    /// Holds the reason for which the model stopped, in the words of the API.
    pub finish_reason: Option<String>,
    /// The model, as the API names it.
    pub model: Option<String>,
}

/// The messages of a text whose calls were found: text and reasoning without the calls, and the calls, one for each choice.
pub fn messages(input: &[u8], found: Calls, options: &Options<'_>) -> Vec<Message> {
    // Nearly all texts are UTF-8, which the check of many bytes at once says sooner.
    let text = from_utf8(input).map_or_else(|_| String::from_utf8_lossy(input), Cow::Borrowed);
    let text = &*text;
    let Some(said) = found.said else {
        let mut message = Message { calls: found.calls, ..Message::default() };
        split(text, &blocks(text, &message.calls), &mut message);
        return Vec::from([message]);
    };
    let mut messages = spoken(&said, found.calls, text);
    for message in &mut messages {
        with_leaked(message, options);
    }
    messages
}

/// The messages of an API's answer, with their texts as the answer has them.
fn spoken(said: &[Said], calls: Vec<Call>, input: &str) -> Vec<Message> {
    let mut spoken = Spoken::default();
    let mut model = None;
    for said in said {
        let text = said.text(input);
        match said.what {
            Saying::Text => append(&mut spoken.of(said.choice).content, text),
            Saying::Thought => append(&mut spoken.of(said.choice).reasoning, text),
            Saying::Finish => spoken.of(said.choice).finish_reason = Some(text.into_owned()),
            Saying::Model => model = Some(text.into_owned()),
        }
    }
    for call in calls {
        spoken.of(call.choice).calls.push(call);
    }
    let mut messages = spoken.messages;
    messages.sort_by_key(|message| message.choice);
    if messages.is_empty() {
        messages.push(Message::default());
    }
    if let [first, others @ ..] = messages.as_mut_slice() {
        for message in others {
            message.model.clone_from(&model);
        }
        first.model = model;
    }
    messages
}

/// The messages of an answer so far.
#[derive(Default)]
struct Spoken {
    messages: Vec<Message>,
    /// The place of each in the list, by its number.
    places: BTreeMap<usize, usize>,
}

impl Spoken {
    /// The message with this number.
    fn of(&mut self, choice: usize) -> &mut Message {
        let at = *self.places.entry(choice).or_insert(self.messages.len());
        if at == self.messages.len() {
            self.messages.push(Message { choice, ..Message::default() });
        }
        &mut self.messages[at]
    }
}

/// Adds a piece to a text; the first piece is the text.
fn append(text: &mut String, piece: Cow<'_, str>) {
    if text.is_empty() {
        *text = piece.into_owned();
    } else {
        text.push_str(&piece);
    }
}

/// Takes calls and reasoning out of the text of a message, where a server left them in it.
fn with_leaked(message: &mut Message, options: &Options<'_>) {
    let content = std::mem::take(&mut message.content);
    let mut leaked = Vec::new();
    if message.calls.iter().any(|call| !call.format.is_envelope) {
        let own = Options { tools: options.tools, repair: options.repair, ..Options::default() };
        leaked = extract(content.as_bytes(), &own).unwrap_or_default().calls;
        let is_leaked = |call: &Call| leaked.iter().any(|leaked| leaked.name == call.name);
        if !message.calls.iter().all(is_leaked) {
            leaked.clear();
        }
    }
    if leaked.is_empty() && content.trim().len() == content.len() && first_tag(&content).is_none() {
        message.content = content;
    } else {
        split(&content, &blocks(&content, &leaked), message);
    }
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
    while let Some((at, tag)) = first_tag(rest) {
        let before = &rest[..at];
        match tag {
            Tag::Open(open, close) => {
                add(&mut content, before);
                let inside = &rest[at + open.len()..];
                let (thought, after) = inside.split_once(close).unwrap_or((inside, ""));
                add(&mut message.reasoning, thought);
                rest = after;
            }
            // Nothing opened it: all before it is reasoning.
            Tag::Close(close) => {
                add(&mut message.reasoning, &std::mem::take(&mut content));
                add(&mut message.reasoning, before);
                rest = &rest[at + close.len()..];
            }
        }
    }
    add(&mut content, rest);
    add(&mut message.content, &content);
}

/// A tag of reasoning.
enum Tag {
    /// It opens reasoning, which the other tag closes.
    Open(&'static str, &'static str),
    /// It closes reasoning.
    Close(&'static str),
}

/// Returns the first tag of reasoning in a text, and its offset.
fn first_tag(text: &str) -> Option<(usize, Tag)> {
    memchr::memchr2_iter(b'<', b'[', text.as_bytes()).find_map(|at| {
        let rest = &text[at..];
        let tag = reasoning::TAGS.iter().find_map(|(open, close)| {
            if rest.starts_with(open) {
                Some(Tag::Open(open, close))
            } else if reasoning::is_own_close(close) && rest.starts_with(close) {
                Some(Tag::Close(close))
            } else {
                None
            }
        });
        tag.map(|tag| (at, tag))
    })
}

/// Adds a part of a text on lines of its own.
fn add(text: &mut String, part: &str) {
    let part = part.trim();
    if !text.is_empty() && !part.is_empty() {
        text.push('\n');
    }
    text.push_str(part);
}
