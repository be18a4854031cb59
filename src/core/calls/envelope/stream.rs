//! Streams: server-sent events, and lines that are each a JSON value. Fragments of arguments are joined by the index
//! of their call; lines that are whole answers or messages are walked.

use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

use super::join::{Piece, Pieces};
use super::parts::{Parts, is_object};
use super::{about, shapes, walk};
use crate::core::calls::formats::Format;
use crate::core::calls::judge::call::{Object, inside};
use crate::core::calls::judge::context::Context;
use crate::core::calls::readers::json::Reading;
use crate::core::calls::types::said::{Said, Saying};
use crate::core::json::tree::Tree;
use crate::core::json::{is_space, skip_space};

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
        let Ok((tree, value_end)) = Tree::parse_at(text, start..end, cx.options.repair.max_depth) else {
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
        let kind = object.string("type").unwrap_or_default();
        self.seen.is_envelope |= shapes::is_event(&kind);
        match &*kind {
            "message_start" => {
                self.calls.forget();
                self.note_inside(reading, &object, "message");
            }
            "content_block_start" => self.block(&object, &range),
            "content_block_delta" => self.block_delta(&object, &range),
            "content_block_stop" | "tool-call-end" => {
                self.calls.close(object.source("index").unwrap_or_default());
            }
            "message_delta" | "message_stop" | "message-end" => {
                self.note_inside(reading, &object, "delta");
                self.calls.finish(None);
            }
            "ping" => {}
            "tool-call-start" | "tool-call-delta" => {
                let message = object.object("delta").and_then(|delta| delta.object("message"));
                if let Some(call) = message.and_then(|message| message.get("tool_calls")) {
                    self.part(reading, &call, "", object.source("index").unwrap_or_default(), &range);
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
            block.source("contentBlockIndex").unwrap_or_default()
        }
        if let Some(block) = event.object("contentBlockStart") {
            let call = block.object("start").and_then(|start| start.object("toolUse"));
            if let (Some(call), Some(format)) = (call, Format::named("api-bedrock")) {
                let piece = Piece {
                    name: call.string("name").unwrap_or_default().into_owned(),
                    id: call.source("toolUseId").map(str::to_owned),
                    ..Piece::new(format, range.clone(), self.calls.gaps)
                };
                self.calls.begin("", index(&block), piece);
            }
        } else if let Some(block) = event.object("contentBlockDelta") {
            let delta = block.object("delta");
            if let Some(text) = delta.as_ref().and_then(|delta| delta.string("text")) {
                self.say(Saying::Text, "", "", &text);
            }
            let thought = delta.as_ref().and_then(|delta| delta.object("reasoningContent")?.string("text"));
            if let Some(text) = thought {
                self.say(Saying::Thought, "", "", &text);
            }
            let call = delta.and_then(|delta| delta.object("toolUse"));
            let gaps = self.calls.gaps;
            if let (Some(part), Some(piece)) =
                (call.and_then(|call| call.string("input")), self.calls.find("", index(&block)))
            {
                piece.add(&part, range.end, gaps);
            }
        } else if let Some(block) = event.object("contentBlockStop") {
            self.calls.close(index(&block));
        } else if event.object("messageStop").is_some() {
            self.note_inside(reading, event, "messageStop");
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
        let Some(block) = event.object("content_block") else { return };
        let is_call = block.string("type").is_some_and(|kind| kind.ends_with("tool_use"));
        let (true, Some(format)) = (is_call, Format::named("api-anthropic-sse")) else { return };
        let index = event.source("index").unwrap_or_default();
        let piece = Piece {
            name: block.string("name").unwrap_or_default().into_owned(),
            id: block.source("id").map(str::to_owned),
            whole: block.source("input").map(str::to_owned),
            ..Piece::new(format, range.clone(), self.calls.gaps)
        };
        self.calls.begin("", index, piece);
    }

    fn block_delta(&mut self, event: &Object<'_>, range: &Range<usize>) {
        let Some(delta) = event.object("delta") else { return };
        self.say_part(&delta, "text", "");
        let index = event.source("index").unwrap_or_default();
        let gaps = self.calls.gaps;
        if let (Some(part), Some(piece)) = (delta.string("partial_json"), self.calls.find("", index)) {
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
        self.note_inside(reading, event, "response");
        let kind = event.string("type").unwrap_or_default();
        let index = event.source("output_index").unwrap_or_default();
        match kind.strip_prefix("response.").unwrap_or_default() {
            "output_item.added" => {
                self.has_items = true;
                let is_call = |item: &Object<'_>| {
                    item.string("type")
                        .is_some_and(|kind| matches!(&*kind, "function_call" | "custom_tool_call"))
                };
                let (Some(call), Some(format)) =
                    (event.object("item").filter(is_call), Format::named("api-openai-responses"))
                else {
                    return;
                };
                let piece = Piece {
                    name: call.string("name").unwrap_or_default().into_owned(),
                    id: call.first(&["call_id", "id"]).map(|id| reading.text[id].to_owned()),
                    arguments: Parts::of(
                        &call.string("arguments").or(call.string("input")).unwrap_or_default(),
                    ),
                    is_text: call.get("input").is_some(),
                    ..Piece::new(format, range.clone(), self.calls.gaps)
                };
                self.calls.begin(KEY, index, piece);
            }
            "function_call_arguments.delta" | "custom_tool_call_input.delta" => {
                let gaps = self.calls.gaps;
                if let (Some(part), Some(piece)) = (event.string("delta"), self.calls.find(KEY, index)) {
                    piece.add(&part, range.end, gaps);
                }
            }
            "function_call_arguments.done" | "custom_tool_call_input.done" => {
                let all = event.string("arguments").or(event.string("input"));
                if let (Some(all), Some(piece)) = (all, self.calls.find(KEY, index)) {
                    piece.settle(&all, range.end);
                }
            }
            "output_item.done" => {
                self.has_items = true;
                if let Some(piece) = self.calls.find(KEY, index) {
                    piece.is_replaced = true;
                }
                if let Some(item) = event.get("item") {
                    for what in [Saying::Text, Saying::Thought] {
                        self.pieces.remove(&piece_key(what, "", index));
                    }
                    self.walk(cx, reading, &item);
                }
            }
            "completed" | "incomplete" => {
                self.calls.finish(None);
                if let Some(answer) = event.get("response").filter(|_| !self.has_items) {
                    self.pieces.clear();
                    self.walk(cx, reading, &answer);
                }
            }
            kind if kind.ends_with("text.delta") => {
                let is_thought = kind.starts_with("reasoning");
                let what = if is_thought { Saying::Thought } else { Saying::Text };
                if let Some(text) = event.string("delta") {
                    self.say(what, "", index, &text);
                }
            }
            _ => {}
        }
    }

    /// A chunk of a chat completion; `false` where it is something else.
    fn chunk(&mut self, reading: &Reading<'_>, object: &Object<'_>, range: &Range<usize>) -> bool {
        let Some(choices) =
            object.get("choices").filter(|range| reading.text.as_bytes()[range.start] == b'[')
        else {
            return false;
        };
        let mut is_chunk = object.string("object").is_some_and(|kind| kind == "chat.completion.chunk");
        let mut finished = Vec::new();
        for (at, choice) in reading.items(&choices).into_iter().enumerate() {
            let Some(choice) = Object::at(reading, &choice) else { continue };
            let position = at.to_string();
            let number = choice.source("index").unwrap_or(&position);
            let is_finished = choice.string("finish_reason").is_some();
            if is_finished {
                finished.push(number.parse().unwrap_or(at));
            }
            self.note(reading, &choice, number.parse().unwrap_or(at));
            let Some(delta) = choice.object("delta") else { continue };
            is_chunk = true;
            self.say_part(&delta, "content", number);
            if let Some(call) = delta.get("function_call") {
                self.part(reading, &call, number, "function_call", range);
            }
            let Some(calls) =
                delta.get("tool_calls").filter(|range| reading.text.as_bytes()[range.start] == b'[')
            else {
                continue;
            };
            for (at, call) in reading.items(&calls).into_iter().enumerate() {
                let index = Object::at(reading, &call).and_then(|call| call.source("index"));
                let index = index.map_or_else(|| at.to_string(), str::to_owned);
                self.part(reading, &call, number, &index, range);
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
    fn note_inside(&mut self, reading: &Reading<'_>, object: &Object<'_>, name: &str) {
        if let Some(object) = object.object(name) {
            self.note(reading, &object, 0);
        }
    }

    /// Adds one more piece to a text or a thought, of the item of a response that this names.
    fn say(&mut self, what: Saying, choice: &str, item: &str, piece: &str) {
        self.pieces.entry(piece_key(what, choice, item)).or_default().push_str(piece);
    }

    /// Adds the text of a part of a message, which stands in the member of this name, and its thoughts.
    fn say_part(&mut self, part: &Object<'_>, name: &str, choice: &str) {
        if let Some(text) = part.string(name) {
            self.say(Saying::Text, choice, "", &text);
        }
        for shape in shapes::THOUGHTS {
            if let Some(text) = part.string(shape.name) {
                self.say(Saying::Thought, choice, "", &text);
            }
        }
    }

    /// A line of Ollama's stream that holds a part of the text; `false` where it is something else.
    fn line(&mut self, reading: &Reading<'_>, object: &Object<'_>) -> bool {
        let Some(done) = object.source("done") else { return false };
        let Some(message) = object.object("message").filter(|message| message.get("tool_calls").is_none())
        else {
            return false;
        };
        if message.string("content").is_none() {
            return false;
        }
        self.say_part(&message, "content", "");
        self.note(reading, object, 0);
        if done == "true" {
            self.calls.finish(None);
        }
        self.seen.is_envelope = true;
        true
    }

    /// One piece of a call: its beginning, or more of its arguments.
    fn part(
        &mut self,
        reading: &Reading<'_>,
        call: &Range<usize>,
        choice: &str,
        index: &str,
        range: &Range<usize>,
    ) {
        let (Some(outer), Some(format)) = (Object::at(reading, call), Format::named("api-openai-chat-sse"))
        else {
            return;
        };
        let inner = outer.object("function");
        let function = inner.as_ref().unwrap_or(&outer);
        let name = function.string("name").filter(|name| !name.is_empty());
        let id = outer.source("id").filter(|id| id.len() > 2 && id.starts_with('"')).map(str::to_owned);
        let arguments = function.get("arguments");
        let text = arguments.as_ref().and_then(|range| inside(&reading.text, range)).unwrap_or_default();
        let whole = arguments.filter(|range| reading.text.as_bytes()[range.start] == b'{');
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
            whole: whole.map(|range| reading.text[range].to_owned()),
            choice: choice.parse().unwrap_or_default(),
            ..Piece::new(format, range.clone(), gaps)
        };
        self.calls.begin(choice, index, piece);
    }
}

/// Returns the key of a text in pieces.
fn piece_key(what: Saying, choice: &str, item: &str) -> PieceKey {
    (choice.parse().unwrap_or_default(), item.parse().ok(), what)
}
