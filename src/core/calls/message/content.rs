//! Says what a message holds beside its calls: its text without their blocks, and its reasoning.

use std::ops::Range;

use crate::core::calls::envelope::said::{Message, answer};
use crate::core::calls::find::extract;
use crate::core::calls::types::call::{Call, Calls};
use crate::core::calls::types::options::Options;
use crate::core::repair::reasoning;

/// The messages of a text whose calls were found: text and reasoning without the calls, and the calls, one for each choice.
pub fn messages(input: &[u8], found: &Calls, options: &Options<'_>) -> Vec<Message> {
    let text = &*String::from_utf8_lossy(input);
    let calls = found.calls.as_slice();
    let mut messages = answer(text, options.repair.max_depth).map_or_else(
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
