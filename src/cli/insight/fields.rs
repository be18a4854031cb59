//! What a line of a log says about its answer: one walk over the line finds all of it, and that the line is JSON.

use std::ops::Range;

use super::marks::{CALLS, ENVELOPES, INSIDE, MODELS, PROVIDERS, TIMES, TOOLS};
use super::plain::{self, Functions};
use crate::core::json::cursor::{Cursor, Next};
use crate::core::json::pointer::{Pattern, Step};
use crate::core::json::{MAX_DEPTH, Text, from_utf8, skip_space};
use crate::report::insight::{MODEL, PROVIDER, TOOL, key, time};

/// A member that lines of this program have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Own {
    Metrics,
    Ok,
    Fixes,
    Error,
    Risk,
    Truncated,
    Format,
    Name,
    Value,
    Target,
    Fields,
}

/// The members, in the order of their kinds.
const OWN: [(&str, Own); 11] = [
    ("/argument_normalization", Own::Metrics),
    ("/ok", Own::Ok),
    ("/fixes", Own::Fixes),
    ("/error", Own::Error),
    ("/risk", Own::Risk),
    ("/truncated", Own::Truncated),
    ("/format", Own::Format),
    ("/name", Own::Name),
    ("/value", Own::Value),
    ("/target", Own::Target),
    ("/fields", Own::Fields),
];

/// What a place of a line is for.
#[derive(Clone, Copy, Debug)]
enum Slot {
    /// A name of this dimension; of several, the one with the lowest rank is taken.
    Name {
        dimension: usize,
        rank: usize,
    },
    /// The time, in the same way.
    Time {
        rank: usize,
    },
    /// Only answers of APIs have it.
    Envelope,
    /// It may hold calls.
    Calls,
    /// It is an answer of an API that stands in this member.
    Inside,
    /// A part of the function of a call in a chat response.
    Function(Part),
    /// It holds an answer, by the word of the user.
    At,
    Own(Own),
}

/// A part of a call.
#[derive(Clone, Copy, Debug)]
enum Part {
    Name,
    Arguments,
    End,
    Item,
    Other,
}

/// A step of the places, and those below it.
#[derive(Debug, Default)]
struct Node {
    key: String,
    slots: Vec<Slot>,
    /// In the order of the lengths of their keys, and then of the keys.
    below: Vec<Node>,
    /// A bit for each key below, by its length and its first byte: most keys of a log are of no interest, and few are looked up.
    sieve: u64,
    /// For any member or item.
    any: Option<Box<Node>>,
}

impl Node {
    fn add(&mut self, steps: &[Step], slot: Slot) {
        let Some((step, rest)) = steps.split_first() else { return self.slots.push(slot) };
        let next = match step {
            Step::Any => self.any.get_or_insert_default(),
            Step::Name(name) => {
                let at = match self.search(name) {
                    Ok(at) => at,
                    Err(at) => {
                        self.sieve |= bit(name);
                        self.below.insert(at, Self { key: name.clone(), ..Self::default() });
                        at
                    }
                };
                &mut self.below[at]
            }
        };
        next.add(rest, slot);
    }

    #[inline]
    fn next(&self, name: &str) -> Option<&Self> {
        if self.sieve & bit(name) == 0 {
            return self.any.as_deref();
        }
        match self.search(name) {
            Ok(at) => Some(&self.below[at]),
            Err(_) => self.any.as_deref(),
        }
    }

    fn search(&self, name: &str) -> Result<usize, usize> {
        self.below.binary_search_by(|node| (node.key.len(), node.key.as_str()).cmp(&(name.len(), name)))
    }

    fn leads_on(&self) -> bool {
        !self.below.is_empty() || self.any.is_some()
    }
}

/// The bit of a key in a sieve.
#[inline]
fn bit(name: &str) -> u64 {
    let first = name.as_bytes().first().map_or(0, |byte| usize::from(*byte));
    1 << ((name.len() * 7 + first) & 63)
}

/// Where to look in each line.
#[derive(Debug)]
pub struct Fields {
    root: Node,
    dimensions: usize,
    /// Says whether names are believed wherever they stand, because the user said where.
    is_said: bool,
}

/// What was found in a line; places are bytes of it.
#[derive(Debug, Default)]
pub struct Found {
    names: Vec<Option<(usize, Range<usize>)>>,
    time: Option<(usize, Range<usize>)>,
    own: [Option<Range<usize>>; OWN.len()],
    /// It is an answer of an API.
    pub(super) is_envelope: bool,
    /// The answer of an API that stands in it.
    pub(super) inside: Option<Range<usize>>,
    /// The answers in it, by the word of the user.
    pub(super) at: Vec<Range<usize>>,
    /// Its calls, as far as they are those of a chat response.
    pub(super) functions: Functions,
    holders: usize,
    is_believed: bool,
}

impl Fields {
    /// Where names of these dimensions are: a pointer each, or the name of one that is found by itself. `at` says where
    /// answers are.
    pub fn new(dimensions: &[String], is_said: bool, at: &[Pattern]) -> Self {
        let mut fields =
            Self { root: Node::default(), dimensions: dimensions.len(), is_said: is_said || !at.is_empty() };
        for (dimension, name) in dimensions.iter().enumerate() {
            let known = match name.as_str() {
                MODEL => MODELS,
                TOOL => TOOLS,
                PROVIDER => PROVIDERS,
                pointer => &[pointer][..],
            };
            for (rank, pointer) in known.iter().enumerate() {
                fields.put(pointer, Slot::Name { dimension, rank });
            }
        }
        for (rank, pointer) in TIMES.iter().enumerate() {
            fields.put(pointer, Slot::Time { rank });
        }
        for prefix in INSIDE {
            for member in ENVELOPES {
                fields.put(&format!("{prefix}/{member}"), Slot::Envelope);
            }
            // What a report holds was repaired already.
            for member in CALLS.iter().filter(|_| prefix != "/value") {
                fields.put(&format!("{prefix}/{member}"), Slot::Calls);
            }
            if prefix.ends_with("/body") {
                fields.put(prefix, Slot::Inside);
            }
            let function = format!("{prefix}/{}", plain::FUNCTION);
            let parts = [
                (format!("{function}/{}", plain::NAME), Part::Name),
                (format!("{function}/{}", plain::ARGUMENTS), Part::Arguments),
                (function.trim_end_matches("/function").to_owned(), Part::Item),
                (function, Part::End),
            ];
            let others = plain::OTHERS.iter().map(|other| (format!("{prefix}/{other}"), Part::Other));
            for (pointer, part) in parts.into_iter().chain(others) {
                fields.put(&pointer, Slot::Function(part));
            }
        }
        for (pointer, own) in OWN {
            fields.put(pointer, Slot::Own(own));
        }
        for pattern in at {
            fields.root.add(&pattern.0, Slot::At);
        }
        fields
    }

    fn put(&mut self, pointer: &str, slot: Slot) {
        if let Ok(pattern) = Pattern::parse(pointer) {
            self.root.add(&pattern.0, slot);
        }
    }

    /// What a line says; `None` where it is not JSON.
    pub fn find(&self, line: &[u8]) -> Option<Found> {
        let text = from_utf8(line).ok()?;
        let mut found =
            Found { names: vec![None; self.dimensions], is_believed: self.is_said, ..Found::default() };
        let mut cursor = Cursor::new(line, skip_space(line, 0), MAX_DEPTH);
        // The open containers that something is looked for in: node, beginning, and the index of the next item.
        let mut open: Vec<(&Node, usize, Option<usize>)> = Vec::with_capacity(8);
        loop {
            match cursor.advance().ok()? {
                Next::End => break,
                Next::Close => {
                    if let Some((node, start, _)) = open.pop() {
                        found.put(node, start..cursor.pos());
                    }
                }
                Next::Value => {
                    let node = match open.last_mut() {
                        None => Some(&self.root),
                        Some((node, _, None)) => Self::member(node, &text[cursor.key()]),
                        Some((node, _, Some(index))) => {
                            *index += 1;
                            // Nothing is looked for in most arrays.
                            if node.below.is_empty() {
                                node.any.as_deref()
                            } else {
                                node.next(&(*index - 1).to_string())
                            }
                        }
                    };
                    let start = cursor.pos();
                    match node {
                        Some(node) if node.leads_on() && matches!(line.get(start), Some(b'{' | b'[')) => {
                            let is_object = cursor.enter().ok()?;
                            open.push((node, start, (is_object == Some(false)).then_some(0)));
                        }
                        Some(node) => {
                            let range = cursor.skip().ok()?;
                            found.put(node, range);
                        }
                        None => {
                            cursor.skip().ok()?;
                        }
                    }
                }
            }
        }
        (skip_space(line, cursor.pos()) == line.len()).then_some(found)
    }

    fn member<'n>(node: &'n Node, raw: &str) -> Option<&'n Node> {
        if raw.bytes().any(|byte| byte == b'\\') {
            node.next(&Text::from_raw(raw).decode_lossy())
        } else {
            node.next(raw)
        }
    }
}

impl Found {
    fn put(&mut self, node: &Node, range: Range<usize>) {
        for slot in &node.slots {
            let is_better =
                |old: &Option<(usize, Range<usize>)>, rank| old.as_ref().is_none_or(|(old, _)| rank < *old);
            match *slot {
                Slot::Name { dimension, rank } if is_better(&self.names[dimension], rank) => {
                    self.names[dimension] = Some((rank, range.clone()));
                }
                Slot::Time { rank } if is_better(&self.time, rank) => self.time = Some((rank, range.clone())),
                Slot::Name { .. } | Slot::Time { .. } => {}
                Slot::Envelope => (self.is_envelope, self.is_believed) = (true, true),
                Slot::Calls => self.holders += 1,
                Slot::Function(Part::Name) => self.functions.name(range.clone()),
                Slot::Function(Part::Arguments) => self.functions.arguments(range.clone()),
                Slot::Function(Part::End) => self.functions.end(),
                Slot::Function(Part::Item) => self.functions.item(),
                Slot::Function(Part::Other) => self.functions.other(),
                Slot::Inside => self.inside = Some(range.clone()),
                Slot::At => self.at.push(range.clone()),
                Slot::Own(own) => self.own[own as usize] = Some(range.clone()),
            }
        }
    }

    /// Returns whether the text may hold calls.
    pub(super) fn has_calls(&self) -> bool {
        self.holders > 0
    }

    /// Returns whether the text may hold calls in one member alone.
    pub(super) fn has_one_holder(&self) -> bool {
        self.holders == 1
    }

    /// Believes what the line says about its answer.
    pub(super) fn believe(&mut self) {
        self.is_believed = true;
    }

    /// The bytes of a member of the program's own lines.
    pub(super) fn own<'t>(&self, line: &'t [u8], own: Own) -> Option<&'t [u8]> {
        line.get(self.own[own as usize].clone()?)
    }

    /// What the line says about its answer. Names of what is no answer of an API are a part of the answer.
    pub fn facts(&self, line: &[u8]) -> Facts {
        if !self.is_believed {
            return Facts { names: vec![None; self.names.len()], time: None };
        }
        let value = |range: &Range<usize>| scalar(line.get(range.clone()).unwrap_or_default());
        let names = self.names.iter().map(|name| name.as_ref().and_then(|(_, range)| value(range))).collect();
        let time = self.time.as_ref().and_then(|(_, range)| value(range));
        Facts { names, time: time.and_then(|text| time::parse(&text)) }
    }
}

/// What is known about an answer.
#[derive(Clone, Debug)]
pub struct Facts {
    pub names: Vec<Option<String>>,
    pub time: Option<i64>,
}

impl Facts {
    /// The key of the group of an answer, a call of this tool where it is one.
    pub fn key(&self, tool: Option<(usize, &str)>) -> String {
        key(self.names.iter().enumerate().map(|(index, name)| match tool {
            Some((dimension, tool)) if dimension == index => Some(tool),
            _ => name.as_deref(),
        }))
    }
}

/// The text of a scalar: a string without its quotes, or a number or word as it is written. An object or an array has none,
/// and neither has null.
pub(super) fn scalar(bytes: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(bytes).ok()?;
    match bytes.first()? {
        b'"' => Some(Text::from_raw(text.get(1..text.len() - 1)?).decode_lossy().into_owned()),
        b'{' | b'[' | b'n' => None,
        _ => Some(text.to_owned()),
    }
}
