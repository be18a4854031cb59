//! `Tree<'a>`: valid JSON text with the place of every value and name.
//!
//! For passes that look at values and answer with changes to the text they stand in: the nodes are places in the text,
//! in document order, in one vector. Nothing is decoded until asked for; building, walking and dropping are iterative.

use std::cell::Cell;
use std::mem::take;
use std::ops::{Deref, Range};

use super::pointer::{Pattern, Step, push_index, push_name};
use super::scan::{Names, ScanError, ScanErrorKind, scan_value_with, skip_space};
use super::value::Text;

pub use super::cursor::Kind;

/// A node of a tree: an index into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node(u32);

impl Node {
    /// The value that holds all others.
    pub const ROOT: Self = Self(0);

    /// The node's number in document order.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// No sibling follows. A tree has fewer nodes than text has bytes, and the text is below 4 GiB.
const NONE: u32 = u32::MAX;

#[derive(Clone, Debug)]
struct Entry {
    kind: Kind,
    /// The number that the reader of the tree gives to its name; 0 where it gives none.
    number: u8,
    /// Where the inside of its name begins; 0 where it has none.
    name: u32,
    name_end: u32,
    start: u32,
    end: u32,
    /// The next member or item of the same container.
    next: u32,
    /// Members or items it holds itself.
    len: u32,
}

/// Valid JSON text and where everything in it stands.
#[derive(Clone, Debug)]
pub struct Tree<'a> {
    text: &'a str,
    entries: Entries,
    depth: usize,
}

/// What a small value takes.
const FEW: usize = 32;

/// Bytes of text for each node where nodes are few, so that most vectors of nodes grow once at most.
const BYTES_A_NODE: usize = 32;

/// Entries whose memory a thread keeps for its next tree.
const MOST_KEPT: usize = 1 << 14;

thread_local! {
    /// The memory of the last tree of this thread.
    static SPARE: Cell<Vec<Entry>> = const { Cell::new(Vec::new()) };
}

/// The entries of a tree, whose memory the next one takes.
#[derive(Clone, Debug)]
struct Entries(Vec<Entry>);

impl Drop for Entries {
    fn drop(&mut self) {
        if self.0.capacity() <= MOST_KEPT {
            self.0.clear();
            // At the end of a thread there is no next tree.
            let _ = SPARE.try_with(|spare| spare.set(take(&mut self.0)));
        }
    }
}

impl Deref for Entries {
    type Target = [Entry];

    #[inline]
    fn deref(&self) -> &[Entry] {
        &self.0
    }
}

/// A tree that grows while its text is scanned.
struct Builder<F> {
    entries: Vec<Entry>,
    /// Gives numbers to names.
    number_of: F,
    /// The most containers around each other so far.
    depth: usize,
    /// The containers that are open, each with its last child.
    open: Vec<(u32, u32)>,
    /// The place of the name of the next value, and the number of the name.
    key: Range<u32>,
    number: u8,
}

impl<F> Builder<F> {
    #[inline]
    pub fn value(&mut self, kind: Kind, start: usize, end: usize) {
        let at = self.entries.len() as u32;
        if let Some((container, last)) = self.open.last_mut() {
            self.entries[*container as usize].len += 1;
            if *last != NONE {
                self.entries[*last as usize].next = at;
            }
            *last = at;
        }
        let Range { start: name, end: name_end } = take(&mut self.key);
        self.entries.push(Entry {
            kind,
            number: take(&mut self.number),
            name,
            name_end,
            start: start as u32,
            end: end as u32,
            next: NONE,
            len: 0,
        });
    }
}

impl<F: Fn(&[u8]) -> u8> Names for Builder<F> {
    #[inline]
    fn begin(&mut self, at: usize, is_object: bool) {
        let number = self.entries.len() as u32;
        self.value(if is_object { Kind::Object } else { Kind::Array }, at, at);
        self.open.push((number, NONE));
        self.depth = self.depth.max(self.open.len());
    }

    #[inline]
    fn key(&mut self, bytes: &[u8], key: Range<usize>) {
        self.key = key.start as u32..key.end as u32;
        self.number = (self.number_of)(&bytes[key]);
    }

    #[inline]
    fn leaf(&mut self, first: u8, start: usize, end: usize) {
        let kind = Kind::of(first);
        if kind.is_container() {
            self.depth = self.depth.max(self.open.len() + 1);
        }
        self.value(kind, start, end);
    }

    #[inline]
    fn end(&mut self, end: usize, _: bool) {
        if let Some((at, _)) = self.open.pop() {
            self.entries[at as usize].end = end as u32;
        }
    }
}

impl<'a> Tree<'a> {
    /// Reads one JSON value with optional white space around it.
    pub fn parse(text: &'a str, max_depth: usize) -> Result<Self, ScanError> {
        let whole = 0..text.len();
        Self::parse_range(text, whole, max_depth)
    }

    /// Reads the value in `range` of `text`, with optional white space around it; spans count in all of `text`.
    pub fn parse_range(text: &'a str, range: Range<usize>, max_depth: usize) -> Result<Self, ScanError> {
        let bytes = &text.as_bytes()[..range.end];
        let (tree, end) = Self::parse_at(text, range, max_depth)?;
        let end = skip_space(bytes, end);
        if end < bytes.len() {
            return Err(ScanError { kind: ScanErrorKind::TrailingText, offset: end });
        }
        Ok(tree)
    }

    /// Reads the value that `range` of `text` begins with; also returns the offset after it.
    pub fn parse_at(
        text: &'a str,
        range: Range<usize>,
        max_depth: usize,
    ) -> Result<(Self, usize), ScanError> {
        Self::numbered_at(text, range, max_depth, |_| 0)
    }

    /// As `parse_at`; each member has the number that `number_of` gives for its key as it is spelled.
    pub fn numbered_at(
        text: &'a str,
        range: Range<usize>,
        max_depth: usize,
        number_of: impl Fn(&[u8]) -> u8,
    ) -> Result<(Self, usize), ScanError> {
        if u32::try_from(range.end).is_err() {
            return Err(ScanError { kind: ScanErrorKind::TooLarge, offset: u32::MAX as usize });
        }
        let bytes = &text.as_bytes()[..range.end];
        let mut entries = SPARE.take();
        entries.reserve(FEW.max(range.len() / BYTES_A_NODE));
        let mut builder =
            Builder { entries, number_of, depth: 0, open: Vec::with_capacity(FEW), key: 0..0, number: 0 };
        let end = scan_value_with(bytes, skip_space(bytes, range.start), max_depth, &mut builder)?;
        Ok((Self { text, entries: Entries(builder.entries), depth: builder.depth }, end))
    }

    /// The node of the value that begins at `start`.
    pub fn node_at(&self, start: usize) -> Option<Node> {
        let at = self.entries.binary_search_by(|entry| (entry.start as usize).cmp(&start)).ok()?;
        Some(Node(at as u32))
    }

    /// The text that all spans count in.
    pub fn text(&self) -> &'a str {
        self.text
    }

    /// Levels of nesting; 0 for a scalar.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Never: a tree has a root.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    #[inline]
    fn entry(&self, node: Node) -> &Entry {
        &self.entries[node.index()]
    }

    /// What kind of value it is.
    #[inline]
    pub fn kind(&self, node: Node) -> Kind {
        self.entry(node).kind
    }

    /// Where the value stands, quotes and brackets included.
    #[inline]
    pub fn span(&self, node: Node) -> Range<usize> {
        let entry = self.entry(node);
        entry.start as usize..entry.end as usize
    }

    /// The value as it is spelled.
    pub fn source(&self, node: Node) -> &'a str {
        &self.text[self.span(node)]
    }

    /// The string's content, where it is a string.
    pub fn string(&self, node: Node) -> Option<Text<'a>> {
        self.raw(node).map(Text::from_raw)
    }

    /// The string's content as it is spelled, where it is a string.
    pub fn raw(&self, node: Node) -> Option<&'a str> {
        let span = self.span(node);
        (self.kind(node) == Kind::String).then(|| &self.text[span.start + 1..span.end - 1])
    }

    /// Where the key stands, quotes included, where it is a member.
    pub fn name_span(&self, node: Node) -> Option<Range<usize>> {
        let Entry { name, name_end, .. } = self.entry(node);
        (*name > 0).then(|| *name as usize - 1..*name_end as usize + 1)
    }

    /// The key as it is spelled, where it is a member.
    #[inline]
    pub fn raw_name(&self, node: Node) -> Option<&'a str> {
        self.name_span(node).map(|span| &self.text[span.start + 1..span.end - 1])
    }

    /// Returns whether the key is spelled so. That of an item is empty.
    #[inline]
    fn is_spelled(&self, node: Node, name: &str) -> bool {
        let entry = self.entry(node);
        (entry.name_end - entry.name) as usize == name.len()
            && self.text.as_bytes()[entry.name as usize..entry.name_end as usize] == *name.as_bytes()
    }

    /// The number of its key; 0 where it has none.
    #[inline]
    pub fn number(&self, node: Node) -> u8 {
        self.entry(node).number
    }

    /// The key, where it is a member.
    pub fn name(&self, node: Node) -> Option<Text<'a>> {
        self.raw_name(node).map(Text::from_raw)
    }

    /// All nodes in document order.
    pub fn nodes(&self) -> impl Iterator<Item = Node> + use<'a> {
        (0..self.entries.len() as u32).map(Node)
    }

    /// The node and all that it holds, in document order.
    pub fn within(&self, node: Node) -> impl Iterator<Item = Node> + use<'_, 'a> {
        let end = self.span(node).end;
        let nodes = (node.0..self.entries.len() as u32).map(Node);
        nodes.take_while(move |inner| self.span(*inner).start < end)
    }

    /// Members or items of a container; 0 for a scalar.
    pub fn count(&self, node: Node) -> usize {
        self.entry(node).len as usize
    }

    /// The members or items of a container in document order, duplicates included; none for a scalar.
    #[inline]
    pub fn children(&self, node: Node) -> impl Iterator<Item = Node> + use<'_, 'a> {
        let first = (self.entry(node).len > 0).then(|| Node(node.0 + 1));
        std::iter::successors(first, |node| {
            let next = self.entry(*node).next;
            (next != NONE).then_some(Node(next))
        })
    }

    /// The last member of this name, if this is an object that has it.
    pub fn member(&self, node: Node, name: &str) -> Option<Node> {
        let is_named = |child: &Node| {
            let is_escaped = || {
                let raw = self.raw_name(*child).unwrap_or_default();
                raw.len() > name.len()
                    && raw.contains('\\')
                    && Text::from_raw(raw).decode().is_some_and(|decoded| decoded == name)
            };
            self.is_spelled(*child, name) && !name.contains('\\') || is_escaped()
        };
        (self.kind(node) == Kind::Object).then(|| self.children(node).filter(is_named).last())?
    }

    /// The value that a JSON Pointer names; the last of duplicate members.
    pub fn at(&self, pointer: &str) -> Option<Node> {
        let Ok(Pattern(steps)) = Pattern::parse(pointer) else { return None };
        steps.iter().try_fold(Node::ROOT, |node, step| {
            let name = match step {
                Step::Name(name) => name,
                Step::Any => "*",
            };
            match self.kind(node) {
                Kind::Object => self.member(node, name),
                Kind::Array if name == "0" || !name.starts_with(['0', '+']) => {
                    self.children(node).nth(name.parse().ok()?)
                }
                _ => None,
            }
        })
    }

    /// The JSON Pointer of a node.
    pub fn pointer(&self, node: Node) -> String {
        let mut pointer = String::new();
        let mut at = Node::ROOT;
        while at < node {
            // Document order: the child that holds the node is the last that does not begin after it.
            let Some((index, child)) =
                self.children(at).take_while(|child| *child <= node).enumerate().last()
            else {
                break;
            };
            match self.name(child) {
                Some(name) => push_name(&mut pointer, &name.decode_lossy()),
                None => push_index(&mut pointer, index),
            }
            at = child;
        }
        pointer
    }
}
