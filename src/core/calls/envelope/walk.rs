//! One walk through the shapes of every API. It goes down only into members that hold messages or calls, so a call's
//! arguments are never searched for calls.

use std::collections::BTreeSet;
use std::ops::Range;

use super::history::{self, Answer};
use super::shapes::Shape;
use super::{about, shapes};
use crate::core::calls::formats::Format;
use crate::core::calls::formats::names::{self, Key, Keys};
use crate::core::calls::judge::call::{Trust, from_object, names_a_tool};
use crate::core::calls::judge::context::Context;
use crate::core::calls::judge::draft::Draft;
use crate::core::calls::judge::draft::is_told;
use crate::core::calls::readers::json::Reading;
use crate::core::calls::readers::object::Object;
use crate::core::calls::types::call::Reason;
use crate::core::calls::types::said::{Said, Saying};

/// Envelopes nest a handful of levels.
const DEEPEST: usize = 16;

/// Formats that the walk names itself.
const LANGCHAIN: &Format = Format::known("langchain-message");
const CHAT: &Format = Format::known("api-openai-chat");
const MCP: &Format = Format::known("mcp-jsonrpc");

/// The keys of the lists of the table: an object that has none of them is not asked for each.
const CALLS: Keys = shapes::keys(shapes::CALLS);
const CHOICES: Keys = shapes::keys(shapes::CHOICES);
const COMPLETIONS: Keys = shapes::keys(shapes::COMPLETIONS);
const MESSAGES: Keys = shapes::keys(shapes::MESSAGES);
const OPENERS: Keys = shapes::keys(shapes::OPENERS);
const PARTS: Keys = shapes::keys(shapes::PARTS);
const SPOKEN: Keys = shapes::keys(shapes::THOUGHTS).and(shapes::keys(shapes::TEXTS));

/// Members that show an answer by themselves.
const SURE: Keys =
    Keys::of(&[names::CHOICES]).and(shapes::keys(shapes::SURE)).and(shapes::keys(shapes::EVENTS));

/// Members that show an answer where they hold messages.
const SHOWN: Keys =
    Keys::of(&[names::CHOICES, names::CANDIDATES, names::OUTPUT, names::CONTENT, names::MESSAGES]);

/// What was seen on the way.
#[derive(Default)]
pub struct Seen {
    /// States whether there was a member that only envelopes have.
    pub(in crate::core::calls) is_envelope: bool,
    /// Holds what the messages say.
    pub(in crate::core::calls) said: Vec<Said>,
    /// Items of the outermost list that name a tool and have arguments that are no object.
    bad: Vec<Range<usize>>,
    /// Holds what tools answered.
    pub(in crate::core::calls) answers: Vec<Answer>,
    /// Messages that ended at a limit.
    pub(in crate::core::calls) limited: BTreeSet<usize>,
}

impl Seen {
    /// Adds what was seen elsewhere in the same answer.
    pub(super) fn extend(&mut self, other: Self) {
        self.is_envelope |= other.is_envelope;
        self.said.extend(other.said);
        self.answers.extend(other.answers);
        self.limited.extend(other.limited);
    }
}

/// A value that may hold calls.
#[expect(clippy::struct_excessive_bools, reason = "four things that the values around it say")]
struct Place {
    range: Range<usize>,
    trust: Trust,
    format: &'static Format,
    level: usize,
    /// States whether it is in an event that only opens a call, whose arguments come with later events of the stream.
    opens: bool,
    /// The number of its message.
    choice: usize,
    /// States whether its items are messages, which count by their places.
    counts: bool,
    /// States whether its calls stand elsewhere, so that only its text is looked for.
    is_text: bool,
    /// States whether it stands in reasoning.
    is_thought: bool,
}

impl Place {
    /// Returns the place of an envelope, or of a value that stands by itself.
    fn outermost(range: Range<usize>, trust: Trust, format: &'static Format) -> Self {
        Self {
            range,
            trust,
            format,
            level: 0,
            opens: false,
            choice: 0,
            counts: false,
            is_text: false,
            is_thought: false,
        }
    }

    /// Returns the place of a member of the object here.
    fn inner(&self, range: Range<usize>, trust: Trust, format: &'static Format) -> Self {
        Self { range, trust, format, level: self.level + 1, opens: false, counts: false, ..*self }
    }
}

/// Hands over the calls in a value that is a call, a list of calls, or an envelope.
pub(in crate::core::calls) fn walk(
    cx: &mut Context<'_>,
    reading: &Reading<'_>,
    range: &Range<usize>,
    trust: Trust,
    format: &'static Format,
) {
    run(cx, reading, Place::outermost(range.clone(), trust, format));
}

/// Returns the format that a text shows by a member or a type of calls, so that what cannot be read is refused as one of it.
pub(in crate::core::calls) fn held(text: &str) -> Option<&'static Format> {
    let known = shapes::CALLS.iter().chain(shapes::TYPES).find(|shape| {
        let key = format!("\"{}\"", shape.key);
        // In a string, the quotes of a key are escaped.
        memchr::memmem::find_iter(text.as_bytes(), &key).any(|at| !text[..at].ends_with('\\'))
    });
    Some(known?.format)
}

/// Returns whether a text that is no strict JSON may be an answer, a request or a result.
pub(in crate::core::calls) fn may_be_outermost(text: &str) -> bool {
    let lists = [shapes::OUTERMOST, shapes::CALLS, shapes::TYPES, shapes::COMPLETIONS, shapes::EVENTS];
    let mut names = lists.into_iter().flatten().map(|shape| shape.key.name());
    names.any(|name| memchr::memmem::find(text.as_bytes(), name.as_bytes()).is_some())
}

/// Returns whether an object is an answer, a request or a result, by its members, and no call itself.
pub(in crate::core::calls) fn is_outermost(object: &Object<'_>) -> bool {
    !names_a_tool(object) && object.meets(shapes::keys(shapes::OUTERMOST))
}

/// Hands over the calls of an envelope.
pub fn envelope(cx: &mut Context<'_>, reading: &Reading<'_>) -> Seen {
    part(cx, reading, &reading.documents[0])
}

/// Hands over the calls of a part of an envelope.
pub(in crate::core::calls) fn part(
    cx: &mut Context<'_>,
    reading: &Reading<'_>,
    range: &Range<usize>,
) -> Seen {
    run(cx, reading, Place::outermost(range.clone(), Trust::Bare, LANGCHAIN))
}

/// A walk on its way.
struct Walk<'w, 't> {
    reading: &'w Reading<'t>,
    /// The values that are still to be read, the next one last.
    pending: Vec<Place>,
    seen: Seen,
}

fn run(cx: &mut Context<'_>, reading: &Reading<'_>, first: Place) -> Seen {
    let (before, format) = (cx.len(), first.format);
    let mut pending = Vec::with_capacity(DEEPEST);
    pending.push(first);
    let mut walk = Walk { reading, pending, seen: Seen::default() };
    while let Some(place) = walk.pending.pop() {
        let text = reading.text.as_ref();
        match text.as_bytes().get(place.range.start) {
            Some(b'[') if place.level < DEEPEST => {
                let inner = reading.items(&place.range).into_iter().enumerate().rev();
                walk.pending.extend(inner.map(|(at, range)| Place {
                    range,
                    level: place.level + 1,
                    choice: if place.counts { at } else { place.choice },
                    counts: false,
                    ..place
                }));
            }
            Some(b'{') => {
                let Some(object) = Object::at(reading, &place.range) else { continue };
                let (opens, goes_on) = of_stream(&object);
                let choice = choice_of(&object).unwrap_or(place.choice);
                if about::note(reading, &object, choice, &mut walk.seen.said) {
                    walk.seen.limited.insert(choice);
                }
                let place = Place { opens: place.opens || opens, choice, counts: false, ..place };
                let (known, count) = (cx.len(), walk.pending.len());
                walk.object(cx, &object, &place);
                walk.pending[count..].iter_mut().for_each(|inner| inner.opens |= place.opens);
                cx.set_choice(known, place.choice);
                if place.opens || goes_on {
                    cx.cut_open(known, place.opens, goes_on);
                }
            }
            _ => {}
        }
    }
    // If there are calls beside them, arguments that are not an object are an error.
    if cx.len() > before {
        for range in std::mem::take(&mut walk.seen.bad) {
            cx.push(Draft::problem(Reason::Arguments, format, reading.source(&range)));
        }
    }
    walk.seen
}

/// The number of a message that is one of several.
fn choice_of(object: &Object<'_>) -> Option<usize> {
    const SAYS: Keys = Keys::of(&[names::MESSAGE, names::DELTA, names::CONTENT, names::TEXT]);
    object.source(names::INDEX).filter(|_| object.meets(SAYS))?.parse().ok()
}

/// Returns whether this is an event of a stream in which a call at most begins, and whether more of its arguments
/// follow later.
fn of_stream(object: &Object<'_>) -> (bool, bool) {
    let opens = object.meets(OPENERS)
        || object.source(names::TYPE).is_some_and(|kind| kind == "\"response.output_item.added\"");
    let goes_on = object.has(names::PARTIAL_ARGS)
        || object.source(names::WILL_CONTINUE).is_some_and(|goes_on| goes_on == "true");
    (opens, goes_on)
}

impl Walk<'_, '_> {
    /// Hands over the calls of an object, and notes what is to be read of it.
    fn object(&mut self, cx: &mut Context<'_>, object: &Object<'_>, place: &Place) {
        let (reading, before) = (self.reading, self.pending.len());
        let mut go = |range: Range<usize>, trust: Trust, format: &'static Format| {
            if place.level < DEEPEST {
                self.pending.push(place.inner(range, trust, format));
            }
        };
        if object.string(names::METHOD).is_some_and(|method| method == "tools/call") {
            self.seen.is_envelope = true;
            if let Some(params) = object.get(names::PARAMS) {
                go(params, Trust::Marked, MCP);
            }
            return;
        }
        let kind = object.string(names::TYPE);
        let kind = kind.as_deref().unwrap_or_default();
        // What others say to the model is no call of the model's, whatever is written in it.
        let is_result = kind.ends_with("result") || kind.ends_with("output");
        if about::is_of_others(object, kind) || is_result && place.format.is_envelope {
            history::note(reading, object, &place.range, &mut self.seen.answers);
            self.seen.is_envelope |= object.has(names::CONTENT);
            return;
        }
        if place.is_text {
            return self.messages(object, kind, place);
        }
        let typed = typed(kind);
        let (format, is_typed) = (typed.unwrap_or(place.format), typed.is_some());
        let trust = if is_typed { Trust::Marked } else { place.trust };
        // The call of a completion stands one level down.
        if let Some(function) =
            object.get(names::FUNCTION).filter(|range| reading.text.as_bytes()[range.start] == b'{')
        {
            let known = cx.len();
            nested(cx, reading, object, &place.inner(function, trust, format));
            // With an id it is a call of an API, which stands by itself.
            let is_api = object.has(names::ID) && kind == names::FUNCTION.name();
            self.seen.is_envelope |= place.trust == Trust::Marked || is_api && cx.len() > known;
            return;
        }
        if object.meets(CALLS) {
            self.seen.is_envelope = true;
            let holds = |range: &Range<usize>| match reading.text.as_bytes()[range.start] {
                b'{' => true,
                // A list without an item says nothing: the text of the message may hold calls.
                b'[' => !is_empty(&reading.text[range.clone()]),
                _ => false,
            };
            for shape in shapes::CALLS.iter().rev() {
                if let Some(range) = object.get(shape.key).filter(holds) {
                    let format = if place.format.is_envelope { shape.format } else { place.format };
                    go(range, Trust::Marked, format);
                }
            }
        }
        if self.pending.len() > before {
            let place = Place { range: 0..0, is_text: true, ..*place };
            return self.messages(object, kind, &place);
        }
        if !is_result
            && let Some(draft) = from_object(cx, reading, (object, &place.range), trust, format)
            && (draft.problem.is_none() || place.trust == Trust::Marked || is_typed || is_told(&draft))
        {
            self.seen.is_envelope |= is_typed;
            if is_typed {
                history::note_own(object, place.range.start, &mut self.seen.answers);
            }
            cx.push(draft);
            return;
        }
        if place.trust == Trust::Bare && place.level == 1 && !is_result && names_a_tool(object) {
            self.seen.bad.push(place.range.clone());
        }
        if place.trust == Trust::Bare || !place.format.is_envelope {
            self.messages(object, kind, place);
        }
    }

    /// Goes down into messages, and notes what they say.
    fn messages(&mut self, object: &Object<'_>, kind: &str, place: &Place) {
        let reading = self.reading;
        let first = |range: &Range<usize>| reading.text.as_bytes()[range.start];
        let string = |key: Key| object.get(key).filter(|range| first(range) == b'"');
        let holds = |range: &Range<usize>| matches!(first(range), b'{' | b'[') && place.level < DEEPEST;
        // The result of a protocol is what a tool says.
        let is_of_tool = object.has(names::JSONRPC);
        let is_thought = place.is_thought || about::is_thought(object, kind);
        let what = if is_thought { Saying::Thought } else { Saying::Text };
        let mut note = |range: Range<usize>, what: Saying| {
            self.seen.said.push(about::said(reading, &range, what, place.choice));
        };
        if object.meets(SPOKEN) {
            for shape in shapes::THOUGHTS {
                if let Some(range) = string(shape.key) {
                    note(range, Saying::Thought);
                }
            }
            for shape in shapes::TEXTS {
                if let Some(range) = string(shape.key) {
                    note(range, what);
                }
            }
        }
        if kind.ends_with("text.delta")
            && let Some(range) = string(names::DELTA)
        {
            note(range, what);
        }
        // Servers that complete a text, without messages.
        if place.level < 2
            && object.meets(COMPLETIONS)
            && let Some(range) = shapes::COMPLETIONS.iter().find_map(|shape| string(shape.key))
        {
            self.seen.is_envelope = true;
            note(range, what);
        }
        // What is pushed last is read first.
        if object.meets(PARTS) {
            for shape in shapes::PARTS.iter().rev() {
                if let Some(range) = object.get(shape.key).filter(holds) {
                    let is_thought = is_thought || shape.key.name().starts_with("reasoning");
                    let inner = place.inner(range, Trust::Bare, place.format);
                    self.pending.push(Place { is_text: true, is_thought, ..inner });
                }
            }
        }
        if object.meets(MESSAGES) {
            for Shape { key, format, .. } in shapes::MESSAGES.iter().rev() {
                let range = object.get(*key).filter(|_| !(is_of_tool && *key == names::RESULT)).filter(holds);
                let Some(range) = range else { continue };
                if place.opens || place.format.is_envelope && *key != names::START {
                    self.seen.is_envelope |= SHOWN.has(*key);
                    let counts = CHOICES.has(*key);
                    self.pending.push(Place {
                        counts,
                        is_thought,
                        ..place.inner(range, Trust::Bare, format)
                    });
                }
            }
        }
        let is_message = object.has(names::ROLE) && object.meets(Keys::of(&[names::CONTENT, names::PARTS]))
            || kind == "ai" && about::says_something(object);
        self.seen.is_envelope |= is_message || is_of_tool || object.meets(SURE);
    }
}

/// A call whose name and arguments stand in a member `function`, with its id beside that.
fn nested(cx: &mut Context<'_>, reading: &Reading<'_>, outer: &Object<'_>, function: &Place) {
    // Calls in a list stand one level deeper with OpenAI than with LangChain.
    let format = if function.format.id == LANGCHAIN.id { CHAT } else { function.format };
    let Some(inner) = Object::at(reading, &function.range) else { return };
    let draft = from_object(cx, reading, (&inner, &function.range), function.trust, format);
    if let Some(mut draft) = draft {
        let id = outer
            .first(&[names::ID, names::CALL_ID, names::TOOL_CALL_ID])
            .map(|id| reading.text[id].to_owned());
        draft.id = draft.id.or(id.filter(|id| id.starts_with('"')));
        cx.push(draft);
    }
}

/// Returns whether the text of an array has no item.
fn is_empty(array: &str) -> bool {
    array[1..].trim_start().starts_with(']')
}

/// The format that an object's own `type` says.
fn typed(kind: &str) -> Option<&'static Format> {
    shapes::TYPES.iter().find(|shape| shape.key.name() == kind).map(|shape| shape.format)
}
