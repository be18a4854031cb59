//! Streams: server-sent events, and lines that are each a JSON value. Fragments of arguments are joined by the index
//! of their call; lines that are whole answers or messages are walked.

use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

use super::join::{Piece, Pieces};
use super::parts::{Parts, is_object};
use super::{about, shapes, walk};
use crate::core::calls::formats::Format;
use crate::core::calls::formats::names::{self, Key};
use crate::core::calls::judge::call::inside;
use crate::core::calls::judge::context::Context;
use crate::core::calls::readers::json::Reading;
use crate::core::calls::readers::object::{Object, tree};
use crate::core::calls::types::said::{Said, Saying};
use crate::core::json::{is_space, skip_space};

/// Formats of calls that come in pieces.
const ANTHROPIC: &Format = Format::known("api-anthropic-sse");
const BEDROCK: &Format = Format::known("api-bedrock");
const CHUNKS: &Format = Format::known("api-openai-chat-sse");
const RESPONSES: &Format = Format::known("api-openai-responses");

/// Names a text in pieces: its message, the item of a response that it is of, and what it is.
type PieceKey = (usize, Option<usize>, Saying);

/// What has come so far.
#[derive(Default)]
struct Stream {
    calls: Pieces,
    /// States whether the items of a response came one by one.
    has_items: bool,
    /// Holds the texts and thoughts that come in pieces, as far as they came.
    pieces: BTreeMap<PieceKey, String>,
    seen: walk::Seen,
}

/// Reads events or lines. `None` where some line is neither JSON nor part of a stream, or none says anything.
pub(in crate::core::calls) fn read(cx: &mut Context<'_>, is_sse: bool) -> Option<walk::Seen> {
    let text = cx.text;
    let mut stream = Stream::default();
    let mut pos = 0;
    let (mut events, mut lost) = (0, 0);
    while pos < text.len() {
        let end = memchr::memchr(b'\n', &text.as_bytes()[pos..]).map_or(text.len(), |at| pos + at);
        let line = pos..end;
        pos = end + 1;
        let Some(start) = payload(text, &line, is_sse) else { continue };
        if text[start..end].trim() == "[DONE]" {
            stream.calls.finish(None);
            continue;
        }
        // A value that continues after its line is not a line of a stream.
        let Ok((tree, value_end)) = tree(text, start..end, cx.options.repair.max_depth) else {
            // A stream that was cut off in an event has lost the event; lines that are not JSON are no stream.
            if is_sse || (events > 0 && pos >= text.len()) {
                lost += usize::from(text[start..end].starts_with('{'));
                stream.calls.lose(cx, start..end);
                continue;
            }
            cx.take_from(0);
            return None;
        };
        if !text.as_bytes()[value_end..end].iter().all(|b| is_space(*b)) && !is_sse {
            cx.take_from(0);
            return None;
        }
        events += 1;
        stream.event(cx, &Reading::valid(Rc::new(tree)));
    }
    // What begins as a stream is one, even if no event of it is whole.
    if events + lost == 0 {
        return None;
    }
    let span = || 0..cx.text.len();
    let said = std::mem::take(&mut stream.pieces).into_iter().map(|((choice, _, what), text)| Said {
        what,
        text: Some(text),
        span: span(),
        choice,
    });
    stream.seen.said.extend(said);
    stream.seen.is_envelope |= is_sse || !stream.calls.is_empty();
    stream.calls.flush(cx);
    Some(stream.seen)
}

/// Where the JSON of a line begins; nothing for blank lines and fields of an event that hold no data.
fn payload(text: &str, line: &Range<usize>, is_sse: bool) -> Option<usize> {
    let start = skip_space(text.as_bytes(), line.start);
    if start >= line.end {
        return None;
    }
    match text[start..line.end].strip_prefix("data:") {
        Some(rest) => Some(skip_space(text.as_bytes(), line.end - rest.len())).filter(|at| *at < line.end),
        None => (!is_sse).then_some(start),
    }
}

impl Stream {
    fn event(&mut self, cx: &mut Context<'_>, reading: &Reading<'_>) {
        let range = reading.documents[0].clone();
        let Some(object) = Object::at(reading, &range) else { return self.walk(cx, reading, &range) };
        let kind = object.string(names::TYPE).unwrap_or_default();
        self.seen.is_envelope |= shapes::is_event(&kind);
        match &*kind {
            "message_start" => {
                self.calls.forget();
                self.note_inside(reading, &object, names::MESSAGE);
            }
            "content_block_start" => self.block(&object, &range),
            "content_block_delta" => self.block_delta(&object, &range),
            "content_block_stop" | "tool-call-end" => {
                self.calls.close(object.source(names::INDEX).unwrap_or_default());
            }
            "message_delta" | "message_stop" | "message-end" => {
                self.note_inside(reading, &object, names::DELTA);
                self.calls.finish(None);
            }
            "ping" => {}
            "tool-call-start" | "tool-call-delta" => {
                let message = object.object(names::DELTA).and_then(|delta| delta.object(names::MESSAGE));
                if let Some(call) = message.and_then(|message| message.object(names::TOOL_CALLS)) {
                    self.part(&call, "", object.source(names::INDEX).unwrap_or_default(), &range);
                }
            }
            kind if kind.starts_with("response.") => self.response(cx, reading, &object, &range),
            _ if self.converse(reading, &object, &range)
                || self.chunk(reading, &object, &range)
                || self.line(reading, &object) => {}
            _ => self.walk(cx, reading, &range),
        }
    }

    /// An event of a Bedrock stream, which its only key names; `false` where it is something else.
    fn converse(&mut self, reading: &Reading<'_>, event: &Object<'_>, range: &Range<usize>) -> bool {
        fn index<'r>(block: &Object<'r>) -> &'r str {
            block.source(names::BLOCK_INDEX).unwrap_or_default()
        }
        if let Some(block) = event.object(names::BLOCK_START) {
            let call = block.object(names::START).and_then(|start| start.object(names::BEDROCK_CALL));
            if let Some(call) = call {
                let piece = Piece {
                    name: call.string(names::NAME).unwrap_or_default().into_owned(),
                    id: call.source(names::BEDROCK_ID).map(str::to_owned),
                    ..Piece::new(BEDROCK, range.clone(), self.calls.gaps)
                };
                self.calls.begin("", index(&block), piece);
            }
        } else if let Some(block) = event.object(names::BLOCK_DELTA) {
            let delta = block.object(names::DELTA);
            if let Some(text) = delta.as_ref().and_then(|delta| delta.string(names::TEXT)) {
                self.say(Saying::Text, "", "", &text);
            }
            let thought =
                delta.as_ref().and_then(|delta| delta.object(names::BEDROCK_REASONING)?.string(names::TEXT));
            if let Some(text) = thought {
                self.say(Saying::Thought, "", "", &text);
            }
            let call = delta.and_then(|delta| delta.object(names::BEDROCK_CALL));
            let gaps = self.calls.gaps;
            if let (Some(part), Some(piece)) =
                (call.and_then(|call| call.string(names::INPUT)), self.calls.find("", index(&block)))
            {
                piece.add(&part, range.end, gaps);
            }
        } else if let Some(block) = event.object(names::BLOCK_STOP) {
            self.calls.close(index(&block));
        } else if event.object(names::MESSAGE_STOP).is_some() {
            self.note_inside(reading, event, names::MESSAGE_STOP);
            self.calls.finish(None);
        } else {
            return false;
        }
        self.seen.is_envelope = true;
        true
    }

    fn walk(&mut self, cx: &mut Context<'_>, reading: &Reading<'_>, range: &Range<usize>) {
        self.seen.extend(walk::part(cx, reading, range));
    }

    fn block(&mut self, event: &Object<'_>, range: &Range<usize>) {
        let Some(block) = event.object(names::CONTENT_BLOCK) else { return };
        let is_call = block.string(names::TYPE).is_some_and(|kind| kind.ends_with("tool_use"));
        if !is_call {
            return;
        }
        let index = event.source(names::INDEX).unwrap_or_default();
        let piece = Piece {
            name: block.string(names::NAME).unwrap_or_default().into_owned(),
            id: block.source(names::ID).map(str::to_owned),
            whole: block.source(names::INPUT).map(str::to_owned),
            ..Piece::new(ANTHROPIC, range.clone(), self.calls.gaps)
        };
        self.calls.begin("", index, piece);
    }

    fn block_delta(&mut self, event: &Object<'_>, range: &Range<usize>) {
        let Some(delta) = event.object(names::DELTA) else { return };
        self.say_part(&delta, names::TEXT, "");
        let index = event.source(names::INDEX).unwrap_or_default();
        let gaps = self.calls.gaps;
        if let (Some(part), Some(piece)) = (delta.string(names::PARTIAL_JSON), self.calls.find("", index)) {
            piece.add(&part, range.end, gaps);
        }
    }

    /// An event of a response. All that it streams comes once more, whole, when its item is done, and again when all is;
    /// pieces matter where the stream ends before.
    fn response(
        &mut self,
        cx: &mut Context<'_>,
        reading: &Reading<'_>,
        event: &Object<'_>,
        range: &Range<usize>,
    ) {
        const KEY: &str = "response";
        self.note_inside(reading, event, names::RESPONSE);
        let kind = event.string(names::TYPE).unwrap_or_default();
        let index = event.source(names::OUTPUT_INDEX).unwrap_or_default();
        match kind.strip_prefix("response.").unwrap_or_default() {
            "output_item.added" => {
                self.has_items = true;
                let is_call = |item: &Object<'_>| {
                    let kinds = [names::FUNCTION_CALL, names::CUSTOM_CALL];
                    item.string(names::TYPE)
                        .is_some_and(|kind| kinds.iter().any(|known| known.name() == kind))
                };
                let Some(call) = event.object(names::ITEM).filter(is_call) else { return };
                let piece = Piece {
                    name: call.string(names::NAME).unwrap_or_default().into_owned(),
                    id: call.first(&[names::CALL_ID, names::ID]).map(|id| reading.text[id].to_owned()),
                    arguments: Parts::of(
                        &call.string(names::ARGUMENTS).or(call.string(names::INPUT)).unwrap_or_default(),
                    ),
                    is_text: call.get(names::INPUT).is_some(),
                    ..Piece::new(RESPONSES, range.clone(), self.calls.gaps)
                };
                self.calls.begin(KEY, index, piece);
            }
            "function_call_arguments.delta" | "custom_tool_call_input.delta" => {
                let gaps = self.calls.gaps;
                if let (Some(part), Some(piece)) = (event.string(names::DELTA), self.calls.find(KEY, index)) {
                    piece.add(&part, range.end, gaps);
                }
            }
            "function_call_arguments.done" | "custom_tool_call_input.done" => {
                let all = event.string(names::ARGUMENTS).or(event.string(names::INPUT));
                if let (Some(all), Some(piece)) = (all, self.calls.find(KEY, index)) {
                    piece.settle(&all, range.end);
                }
            }
            "output_item.done" => {
                self.has_items = true;
                if let Some(piece) = self.calls.find(KEY, index) {
                    piece.is_replaced = true;
                }
                if let Some(item) = event.get(names::ITEM) {
                    for what in [Saying::Text, Saying::Thought] {
                        self.pieces.remove(&piece_key(what, "", index));
                    }
                    self.walk(cx, reading, &item);
                }
            }
            "completed" | "incomplete" => {
                self.calls.finish(None);
                if let Some(answer) = event.get(names::RESPONSE).filter(|_| !self.has_items) {
                    self.pieces.clear();
                    self.walk(cx, reading, &answer);
                }
            }
            kind if kind.ends_with("text.delta") => {
                let is_thought = kind.starts_with("reasoning");
                let what = if is_thought { Saying::Thought } else { Saying::Text };
                if let Some(text) = event.string(names::DELTA) {
                    self.say(what, "", index, &text);
                }
            }
            _ => {}
        }
    }

    /// A chunk of a chat completion; `false` where it is something else.
    fn chunk(&mut self, reading: &Reading<'_>, object: &Object<'_>, range: &Range<usize>) -> bool {
        let Some(choices) =
            object.get(names::CHOICES).filter(|range| reading.text.as_bytes()[range.start] == b'[')
        else {
            return false;
        };
        let mut is_chunk = object.string(names::OBJECT).is_some_and(|kind| kind == "chat.completion.chunk");
        let mut finished = Vec::new();
        for (at, choice) in reading.items(&choices).into_iter().enumerate() {
            let Some(choice) = Object::at(reading, &choice) else { continue };
            let position = at.to_string();
            let number = choice.source(names::INDEX).unwrap_or(&position);
            let is_finished = choice.string(names::FINISH_REASON).is_some();
            if is_finished {
                finished.push(number.parse().unwrap_or(at));
            }
            self.note(reading, &choice, number.parse().unwrap_or(at));
            let Some(delta) = choice.object(names::DELTA) else { continue };
            is_chunk = true;
            self.say_part(&delta, names::CONTENT, number);
            if let Some(call) = delta.object(names::FUNCTION_CALL) {
                self.part(&call, number, "function_call", range);
            }
            let Some(calls) =
                delta.get(names::TOOL_CALLS).filter(|range| reading.text.as_bytes()[range.start] == b'[')
            else {
                continue;
            };
            for (at, call) in reading.items(&calls).into_iter().enumerate() {
                let Some(call) = Object::at(reading, &call) else { continue };
                let index = call.source(names::INDEX).map_or_else(|| at.to_string(), str::to_owned);
                self.part(&call, number, &index, range);
            }
        }
        for choice in finished {
            self.calls.finish(Some(choice));
        }
        if is_chunk {
            self.note(reading, object, 0);
        }
        self.seen.is_envelope |= is_chunk;
        is_chunk
    }

    /// Notes what an object says of its message. Where it ended at a limit, what is open in it is cut off.
    fn note(&mut self, reading: &Reading<'_>, object: &Object<'_>, choice: usize) {
        if about::note(reading, object, choice, &mut self.seen.said) {
            self.seen.limited.insert(choice);
            self.calls.cut(choice);
        }
    }

    /// Notes what the object in a member says of its message.
    fn note_inside(&mut self, reading: &Reading<'_>, object: &Object<'_>, key: Key) {
        if let Some(object) = object.object(key) {
            self.note(reading, &object, 0);
        }
    }

    /// Adds one more piece to a text or a thought, of the item of a response that this names.
    fn say(&mut self, what: Saying, choice: &str, item: &str, piece: &str) {
        self.pieces.entry(piece_key(what, choice, item)).or_default().push_str(piece);
    }

    /// Adds the text of a part of a message, which stands in the member of this name, and its thoughts.
    fn say_part(&mut self, part: &Object<'_>, key: Key, choice: &str) {
        if let Some(text) = part.string(key) {
            self.say(Saying::Text, choice, "", &text);
        }
        for shape in shapes::THOUGHTS {
            if let Some(text) = part.string(shape.key) {
                self.say(Saying::Thought, choice, "", &text);
            }
        }
    }

    /// A line of Ollama's stream that holds a part of the text; `false` where it is something else.
    fn line(&mut self, reading: &Reading<'_>, object: &Object<'_>) -> bool {
        let Some(done) = object.source(names::DONE) else { return false };
        let Some(message) =
            object.object(names::MESSAGE).filter(|message| message.get(names::TOOL_CALLS).is_none())
        else {
            return false;
        };
        if message.string(names::CONTENT).is_none() {
            return false;
        }
        self.say_part(&message, names::CONTENT, "");
        self.note(reading, object, 0);
        if done == "true" {
            self.calls.finish(None);
        }
        self.seen.is_envelope = true;
        true
    }

    /// One piece of a call: its beginning, or more of its arguments.
    fn part(&mut self, call: &Object<'_>, choice: &str, index: &str, range: &Range<usize>) {
        let inner = call.object(names::FUNCTION);
        let function = inner.as_ref().unwrap_or(call);
        let name = function.string(names::NAME).filter(|name| !name.is_empty());
        let id = call.source(names::ID).filter(|id| id.len() > 2 && id.starts_with('"')).map(str::to_owned);
        let arguments = function.get(names::ARGUMENTS);
        let text = arguments.as_ref().and_then(|range| inside(call.text(), range)).unwrap_or_default();
        let whole = arguments.filter(|range| call.text().as_bytes()[range.start] == b'{');
        let gaps = self.calls.gaps;
        let known = self.calls.find(choice, index);
        // Some servers give every call the index 0: another id with a name is another call, and so is an object of arguments
        // after a whole one.
        let is_another = |piece: &mut Piece| {
            piece.id.is_none()
                && id.is_none()
                && piece.arguments.text() != text
                && is_object(&text)
                && piece.arguments.is_object()
                && !piece.arguments.text().starts_with("{}")
        };
        let is_new = |piece: &mut Piece| {
            name.is_some() && (id.is_some() && piece.id.is_some() && piece.id != id || is_another(piece))
        };
        if let Some(piece) = known
            && !is_new(piece)
        {
            // A name comes in pieces, or whole with every fragment.
            if let Some(name) = name.filter(|name| piece.arguments.is_empty() && *name != piece.name) {
                piece.name.push_str(&name);
            }
            return piece.add(&text, range.end, gaps);
        }
        let piece = Piece {
            name: name.unwrap_or_default().into_owned(),
            id,
            arguments: Parts::of(&text),
            whole: whole.map(|range| call.text()[range].to_owned()),
            choice: choice.parse().unwrap_or_default(),
            ..Piece::new(CHUNKS, range.clone(), gaps)
        };
        self.calls.begin(choice, index, piece);
    }
}

/// Returns the key of a text in pieces.
fn piece_key(what: Saying, choice: &str, item: &str) -> PieceKey {
    (choice.parse().unwrap_or_default(), item.parse().ok(), what)
}
