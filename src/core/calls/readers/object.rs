//! An object of a reading, whose members are asked for by the numbers of their keys.

use std::borrow::Cow;
use std::ops::Range;
use std::rc::Rc;

use super::json::Reading;
use crate::core::calls::formats::names::{self, Key, Keys};
use crate::core::json::tree::{Kind, Node, Tree};
use crate::core::json::{ScanError, lossy};

/// Reads the value that `range` of a text begins with, and gives each member the number of its name; also returns the offset
/// after it.
pub(in crate::core::calls) fn tree(
    text: &str,
    range: Range<usize>,
    max_depth: usize,
) -> Result<(Tree<'_>, usize), ScanError> {
    Tree::numbered_at(text, range, max_depth, names::number)
}

/// An object's members by name; of duplicates the last.
pub(in crate::core::calls) struct Object<'r> {
    tree: Rc<Tree<'r>>,
    node: Node,
    /// Its keys.
    held: Keys,
    /// States whether one of them stands there twice.
    repeats: bool,
}

impl<'r> Object<'r> {
    /// The object at `range` of a reading; nothing where another value stands.
    pub(in crate::core::calls) fn at(reading: &'r Reading<'_>, range: &Range<usize>) -> Option<Self> {
        if reading.text.as_bytes().get(range.start) != Some(&b'{') {
            return None;
        }
        let (tree, node) = reading.node(range)?;
        Self::of(&tree, node)
    }

    /// The object at a node.
    pub(in crate::core::calls) fn of(tree: &Rc<Tree<'r>>, node: Node) -> Option<Self> {
        if tree.kind(node) != Kind::Object {
            return None;
        }
        let (mut held, mut repeats) = (Keys::default(), false);
        for number in tree.children(node).map(|child| tree.number(child)) {
            repeats |= !held.add(number) && number > 0;
        }
        Some(Self { tree: Rc::clone(tree), node, held, repeats })
    }

    /// The text that it stands in.
    pub(in crate::core::calls) fn text(&self) -> &'r str {
        self.tree.text()
    }

    /// The object that begins at `start` of the same text.
    pub(in crate::core::calls) fn beside(&self, start: usize) -> Option<Self> {
        Self::of(&self.tree, self.tree.node_at(start)?)
    }

    /// Returns how many members it has.
    pub(in crate::core::calls) fn count(&self) -> usize {
        self.tree.count(self.node)
    }

    /// Its keys.
    #[inline]
    pub(in crate::core::calls) fn held(&self) -> Keys {
        self.held
    }

    /// Returns whether it has a member of this name.
    #[inline]
    pub(in crate::core::calls) fn has(&self, key: Key) -> bool {
        self.held.has(key)
    }

    /// Returns whether it has a member of one of these names.
    #[inline]
    pub(in crate::core::calls) fn meets(&self, keys: Keys) -> bool {
        self.held.meets(keys)
    }

    /// The member of this name.
    #[inline]
    pub(in crate::core::calls) fn member(&self, key: Key) -> Option<Node> {
        if self.has(key) { self.find(key) } else { None }
    }

    fn find(&self, key: Key) -> Option<Node> {
        let mut named =
            self.tree.children(self.node).filter(|child| self.tree.number(*child) == key.number());
        if self.repeats { named.last() } else { named.next() }
    }

    #[inline]
    pub(in crate::core::calls) fn get(&self, key: Key) -> Option<Range<usize>> {
        self.member(key).map(|node| self.tree.span(node))
    }

    /// The text of the member of this name.
    #[inline]
    pub(in crate::core::calls) fn source(&self, key: Key) -> Option<&'r str> {
        self.member(key).map(|node| self.tree.source(node))
    }

    /// The member of this name, where it is an object.
    pub(in crate::core::calls) fn object(&self, key: Key) -> Option<Self> {
        Self::of(&self.tree, self.member(key)?)
    }

    /// The first of these members.
    #[inline]
    pub(in crate::core::calls) fn first(&self, keys: &[Key]) -> Option<Range<usize>> {
        keys.iter().find_map(|key| self.get(*key))
    }

    /// The value of a string member.
    #[inline]
    pub(in crate::core::calls) fn string(&self, key: Key) -> Option<Cow<'r, str>> {
        self.tree.raw(self.member(key)?).map(lossy)
    }

    /// Returns whether several of its members have names of one of these groups, however they are spelled.
    pub(in crate::core::calls) fn repeats<const N: usize>(&self, groups: [Keys; N]) -> bool {
        let mut counts = [0; N];
        for child in self.tree.children(self.node) {
            let number = match self.tree.number(child) {
                0 => self
                    .tree
                    .raw_name(child)
                    .filter(|name| name.contains('\\'))
                    .map_or(0, |name| names::number(lossy(name).as_bytes())),
                number => number,
            };
            for (count, group) in counts.iter_mut().zip(groups) {
                *count += usize::from(group.has_number(number));
            }
        }
        counts.iter().any(|count| *count > 1)
    }

    /// The keys that stand after `offset`.
    pub(in crate::core::calls) fn held_after(&self, offset: usize) -> Keys {
        let mut held = Keys::default();
        let late = self.tree.children(self.node).filter(|child| self.tree.span(*child).start > offset);
        for child in late {
            held.add(self.tree.number(child));
        }
        held
    }

    /// The only member, where there is one: its key without quotes, and its value.
    pub(in crate::core::calls) fn only(&self) -> Option<(Range<usize>, Range<usize>)> {
        let mut children = self.tree.children(self.node);
        let (Some(child), None) = (children.next(), children.next()) else { return None };
        let name = self.tree.name_span(child)?;
        Some((name.start + 1..name.end - 1, self.tree.span(child)))
    }
}
