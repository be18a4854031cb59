//! Brackets: what each becomes, and what is settled only when it closes, such as whether keys that count make a list.

use std::ops::Range;

use super::kit::Kit;
use crate::core::repair::edit::Code;

/// What a bracket becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Object,
    Array,
    /// The brackets go, and the one value in them stays.
    Inner,
    /// The arguments of a call: one is the value itself, several are an array, none is an empty object.
    Call,
    /// An array where all keys count up from this number, else an object.
    Mixed(u64),
    /// An object in which the items of a list stand one by one, each with the key.
    Fields,
}

/// What may stand for a comma where no character does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bare {
    /// Nothing.
    No,
    /// White space, or a bracket on either side.
    Blank,
    /// The end of a line.
    Line,
}

/// An open bracket.
pub(super) struct Frame {
    pub shape: Shape,
    /// What closes it.
    pub closer: &'static str,
    /// Characters that separate items.
    pub signs: &'static str,
    pub bare: Bare,
    /// What the change of the brackets is called.
    pub code: Code,
    /// A mark of the reader's own.
    pub mark: u8,
    pub items: usize,
    /// What stands for the closer in JSON, where that is not the bracket alone.
    pub ends: &'static str,
    pub opener: Range<usize>,
    pub keys: Vec<Key>,
}

impl Frame {
    pub(super) fn new(opener: Range<usize>, shape: Shape, closer: &'static str) -> Self {
        let (signs, bare, code) = (",", Bare::No, Code::Notation);
        Self { shape, closer, signs, bare, code, mark: 0, items: 0, ends: "", opener, keys: Vec::new() }
    }
}

/// A key whose fate is known when its bracket closes.
pub(super) struct Key {
    /// The key with its arrow; empty where an item has none.
    place: Range<usize>,
    /// The key as JSON, or `None` for the next number.
    text: Option<String>,
    /// The number that it is.
    index: Option<u64>,
    /// Where its value ends.
    pub end: usize,
}

impl Kit<'_> {
    /// Remembers a key of a bracket whose shape the keys decide.
    pub(super) fn note_key(
        &mut self,
        place: Range<usize>,
        text: Option<String>,
        index: Option<u64>,
    ) -> Option<()> {
        let end = place.end;
        self.open.last_mut()?.keys.push(Key { place, text, index, end });
        Some(())
    }

    /// Closes the bracket that is open, with a character of this length.
    pub(super) fn close(&mut self, len: usize) -> Option<()> {
        let frame = self.open.pop()?;
        self.depth -= 1 + usize::from(frame.shape == Shape::Fields || !frame.ends.is_empty());
        let closer = self.pos..self.pos + len;
        self.pos += len;
        let (open, close) = match frame.shape {
            Shape::Object => ("{", "}"),
            Shape::Array => ("[", "]"),
            Shape::Inner => (frame.items == 1).then_some(("", ""))?,
            Shape::Call => match frame.items {
                0 => ("{", "}"),
                1 => ("", ""),
                _ => ("[", "]"),
            },
            Shape::Mixed(base) => self.mixed(&frame.keys, base),
            Shape::Fields => {
                self.fields(&frame.keys)?;
                ("{", "}")
            }
        };
        self.put(frame.opener, open, frame.code);
        self.put(closer, if frame.ends.is_empty() { close } else { frame.ends }, frame.code);
        Some(())
    }

    /// Drops keys that only count, or puts all of them in quotes.
    fn mixed(&mut self, keys: &[Key], base: u64) -> (&'static str, &'static str) {
        let mut next = base;
        let mut numbers = Vec::with_capacity(keys.len());
        for key in keys {
            let number = if key.text.is_some() { key.index } else { Some(next) };
            next = number.map_or(next, |number| number.saturating_add(1).max(next));
            numbers.push(number);
        }
        let is_list = numbers.iter().zip(base..).all(|(number, at)| *number == Some(at));
        for (key, number) in keys.iter().zip(numbers) {
            let text = match &key.text {
                _ if is_list => String::new(),
                Some(text) => format!("{text}: "),
                None => format!("\"{}\": ", number.unwrap_or(base)),
            };
            self.put(key.place.clone(), text, Code::Notation);
        }
        if is_list { ("[", "]") } else { ("{", "}") }
    }

    /// Gathers the values of a key that stands more than once in a row; elsewhere it may not come again.
    fn fields(&mut self, keys: &[Key]) -> Option<()> {
        let mut seen = std::collections::HashSet::with_capacity(keys.len());
        for (at, run) in keys.chunk_by(|one, other| one.text == other.text).enumerate() {
            let (first, last) = (run.first()?, run.last()?);
            let text = first.text.as_deref()?;
            if !seen.insert(text) {
                return None;
            }
            let is_list = run.len() > 1;
            let (comma, bracket) = (if at > 0 { ", " } else { "" }, if is_list { "[" } else { "" });
            self.put(first.place.clone(), format!("{comma}{text}: {bracket}"), Code::Notation);
            for key in &run[1..] {
                self.put(key.place.clone(), ", ", Code::Notation);
            }
            if is_list {
                self.put(last.end..last.end, "]", Code::Notation);
            }
        }
        Some(())
    }
}
