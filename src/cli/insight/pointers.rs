//! Looks for what stands at many JSON Pointers of a text, in one walk that also shows that the text is JSON.

use std::ops::Range;

use crate::core::json::cursor::{Cursor, Next};
use crate::core::json::pointer::{Pattern, Step};
use crate::core::json::{MAX_DEPTH, Text, from_utf8, skip_space};

/// A step of the pointers, and those below it.
#[derive(Debug)]
struct Node<S> {
    key: String,
    /// Holds what the pointers that end here are for.
    slots: Vec<S>,
    /// Holds the steps below in the order of the lengths of their keys, and then of the keys.
    below: Vec<Node<S>>,
    /// A bit for each key below, by its length and its first byte: most keys are of no interest, and few are looked up.
    sieve: u64,
    /// For any member or item.
    any: Option<Box<Node<S>>>,
}

impl<S> Node<S> {
    fn new(key: String) -> Self {
        Self { key, slots: Vec::new(), below: Vec::new(), sieve: 0, any: None }
    }

    fn add(&mut self, steps: &[Step], slot: S) {
        let Some((step, rest)) = steps.split_first() else { return self.slots.push(slot) };
        let next = match step {
            Step::Any => self.any.get_or_insert_with(|| Box::new(Self::new(String::new()))),
            Step::Name(name) => {
                let at = match self.search(name) {
                    Ok(at) => at,
                    Err(at) => {
                        self.sieve |= bit(name);
                        self.below.insert(at, Self::new(name.clone()));
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

/// Pointers, each with what it is for.
#[derive(Debug)]
pub struct Pointers<S>(Node<S>);

impl<S> Default for Pointers<S> {
    fn default() -> Self {
        Self(Node::new(String::new()))
    }
}

impl<S> Pointers<S> {
    /// Adds a pattern.
    pub fn add(&mut self, pattern: &Pattern, slot: S) {
        self.0.add(&pattern.0, slot);
    }

    /// Visits what stands at the pointers: a slot, and the bytes of its value. Returns `None` where the line is no JSON, whatever
    /// was visited by then.
    pub fn walk(&self, line: &[u8], mut visit: impl FnMut(&S, &Range<usize>)) -> Option<()> {
        let text = from_utf8(line).ok()?;
        let mut put = |node: &Node<S>, range: Range<usize>| {
            node.slots.iter().for_each(|slot| visit(slot, &range));
        };
        let mut cursor = Cursor::new(line, skip_space(line, 0), MAX_DEPTH);
        // The open containers that something is looked for in: node, beginning, and the index of the next item.
        let mut open: Vec<(&Node<S>, usize, Option<usize>)> = Vec::with_capacity(8);
        loop {
            match cursor.advance().ok()? {
                Next::End => break,
                Next::Close => {
                    if let Some((node, start, _)) = open.pop() {
                        put(node, start..cursor.pos());
                    }
                }
                Next::Value => {
                    let node = match open.last_mut() {
                        None => Some(&self.0),
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
                            put(node, range);
                        }
                        None => {
                            cursor.skip().ok()?;
                        }
                    }
                }
            }
        }
        (skip_space(line, cursor.pos()) == line.len()).then_some(())
    }

    fn member<'n>(node: &'n Node<S>, raw: &str) -> Option<&'n Node<S>> {
        if raw.bytes().any(|byte| byte == b'\\') {
            node.next(&Text::from_raw(raw).decode_lossy())
        } else {
            node.next(raw)
        }
    }
}
