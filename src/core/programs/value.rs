//! The values a program computes with: cheap to clone, borrowing from the context's text.
//!
//! Small containers of the context stay the text they are (`RawList`, `RawMap`) until a program looks inside, so a
//! list of a million rows costs 24 bytes a row. `read` guarantees what makes that safe: the text is valid, its
//! numbers are finite, its strings have characters, and the names of a raw map are unique and without escapes.
//! Every built container knows its depth, and nothing deeper than `Limits::max_depth` is ever built, so the
//! recursion of compare, write and drop is bounded.

use super::limits::Charge;
use super::raw;
use std::borrow::Cow;
use std::convert::Infallible;
use std::rc::Rc;

/// A value of a run. Numbers without fraction and exponent are integers of any size, all others floats.
#[derive(Clone, Debug)]
pub enum Value<'a> {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// An integer that fits.
    Int(i64),
    /// An integer that does not fit an `i64`.
    Big(Rc<Big>),
    /// A finite float.
    Float(f64),
    /// A string of the context, without escapes.
    Text(&'a str),
    /// Any other string.
    Shared(Rc<str>),
    /// A list.
    List(Rc<List<'a>>),
    /// A map.
    Map(Rc<Map<'a>>),
    /// The text of a small list, brackets included.
    RawList {
        /// Levels of nesting in it, itself included.
        depth: u16,
        /// What it says.
        text: &'a str,
    },
    /// The text of a small map, brackets included.
    RawMap {
        /// Levels of nesting in it, itself included.
        depth: u16,
        /// What it says.
        text: &'a str,
    },
}

/// The decimal digits of an integer outside `i64`, with a sign where it is negative and no leading zeros.
#[derive(Debug)]
pub struct Big {
    /// The digits.
    pub digits: Box<str>,
    /// What they cost, given back when it is dropped.
    #[allow(dead_code, reason = "its end is what counts")]
    pub charge: Charge,
}

/// A list that was built.
#[derive(Debug)]
pub struct List<'a> {
    /// Its items.
    pub items: Vec<Value<'a>>,
    /// Levels of nesting, itself included.
    pub depth: u32,
    /// What it costs, given back when it is dropped.
    #[allow(dead_code, reason = "its end is what counts")]
    pub charge: Charge,
}

/// A key.
#[derive(Clone, Debug)]
pub enum Name<'a> {
    /// Borrowed from the context.
    Text(&'a str),
    /// Shared with the program or decoded from escapes.
    Shared(Rc<str>),
}

impl Name<'_> {
    /// Its characters.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Text(text) => text,
            Self::Shared(text) => text,
        }
    }
}

impl<'a> Name<'a> {
    /// As a string value.
    pub fn value(&self) -> Value<'a> {
        match self {
            Self::Text(text) => Value::Text(text),
            Self::Shared(text) => Value::Shared(Rc::clone(text)),
        }
    }
}

/// Members up to which a search from the front beats an index.
const UNINDEXED: usize = 8;

/// A map that was built: members in the order they came, each name once.
#[derive(Debug)]
pub struct Map<'a> {
    entries: Vec<(Name<'a>, Value<'a>)>,
    /// Positions of the entries by the bytes of their names; empty for small maps.
    index: Box<[u32]>,
    /// Levels of nesting, itself included.
    pub depth: u32,
    /// What it costs, given back when it is dropped.
    #[allow(dead_code, reason = "its end is what counts")]
    pub charge: Charge,
}

impl<'a> Map<'a> {
    /// Builds a map. Of members with the same name the last gives the value and the first the place.
    ///
    /// `sort` gives the positions of the entries by the bytes of their names, equal ones in their order; it is asked
    /// for large maps alone, and may give up.
    pub(super) fn build<E>(
        mut entries: Vec<(Name<'a>, Value<'a>)>,
        charge: Charge,
        mut sort: impl FnMut(&[(Name<'a>, Value<'a>)]) -> Result<Vec<u32>, E>,
    ) -> Result<Self, E> {
        let mut index = Box::default();
        if entries.len() <= UNINDEXED {
            merge_few(&mut entries);
        } else {
            let mut order = sort(&entries)?;
            let same = |a: u32, b: u32| entries[a as usize].0.as_str() == entries[b as usize].0.as_str();
            if order.windows(2).any(|pair| same(pair[0], pair[1])) {
                merge_many(&mut entries, &order);
                order = sort(&entries)?;
            }
            index = order.into_boxed_slice();
        }
        let depth = 1 + entries.iter().map(|(_, value)| value.depth()).max().unwrap_or(0);
        Ok(Self { entries, index, depth, charge })
    }

    /// A map of a context, which costs a run nothing.
    pub fn free(entries: Vec<(Name<'a>, Value<'a>)>) -> Rc<Self> {
        let Ok(map) = Self::build(entries, Charge::none(), |entries| Ok::<_, Infallible>(sorted(entries)));
        Rc::new(map)
    }

    /// The members in their order.
    pub fn entries(&self) -> &[(Name<'a>, Value<'a>)] {
        &self.entries
    }

    /// The value of this member.
    pub fn get(&self, name: &str) -> Option<&Value<'a>> {
        if self.index.is_empty() {
            return self.entries.iter().find(|(key, _)| key.as_str() == name).map(|(_, value)| value);
        }
        let at = self
            .index
            .binary_search_by(|&at| self.entries[at as usize].0.as_str().as_bytes().cmp(name.as_bytes()))
            .ok()?;
        Some(&self.entries[self.index[at] as usize].1)
    }

    /// The members by the bytes of their names.
    pub fn sorted(&self) -> Vec<&(Name<'a>, Value<'a>)> {
        if self.index.is_empty() {
            let mut entries: Vec<_> = self.entries.iter().collect();
            entries.sort_by(|a, b| a.0.as_str().cmp(b.0.as_str()));
            return entries;
        }
        self.index.iter().map(|&at| &self.entries[at as usize]).collect()
    }
}

/// Positions by key; equal keys stay in their order.
fn sorted(entries: &[(Name<'_>, Value<'_>)]) -> Vec<u32> {
    let mut order: Vec<u32> = (0..entries.len() as u32).collect();
    order.sort_by(|&a, &b| entries[a as usize].0.as_str().cmp(entries[b as usize].0.as_str()));
    order
}

/// Lets the last of equal keys win in the first one's place; quadratic, for a handful of members.
fn merge_few(entries: &mut Vec<(Name<'_>, Value<'_>)>) {
    let mut at = 1;
    while at < entries.len() {
        let first = entries[..at].iter().position(|(name, _)| name.as_str() == entries[at].0.as_str());
        if let Some(first) = first {
            entries[first].1 = entries.remove(at).1;
        } else {
            at += 1;
        }
    }
}

/// As `merge_few`, along the sorted positions.
fn merge_many(entries: &mut Vec<(Name<'_>, Value<'_>)>, order: &[u32]) {
    let mut keep = vec![true; entries.len()];
    let mut first = 0;
    for at in 1..order.len() {
        let (head, here) = (order[first] as usize, order[at] as usize);
        if entries[head].0.as_str() == entries[here].0.as_str() {
            entries[head].1 = std::mem::replace(&mut entries[here].1, Value::Null);
            keep[here] = false;
        } else {
            first = at;
        }
    }
    let mut keep = keep.into_iter();
    entries.retain(|_| keep.next().unwrap_or(true));
}

impl<'a> Value<'a> {
    /// A list of the context or the program, which costs a run nothing.
    pub(super) fn free_list(items: Vec<Value<'a>>) -> Self {
        let depth = 1 + items.iter().map(Value::depth).max().unwrap_or(0);
        Self::List(Rc::new(List { items, depth, charge: Charge::none() }))
    }

    /// A map of the context or the program, which costs a run nothing.
    pub(super) fn free_map(entries: Vec<(Name<'a>, Value<'a>)>) -> Self {
        Self::Map(Map::free(entries))
    }

    /// Levels of nesting: 0 for a scalar, 1 for `[]`.
    pub fn depth(&self) -> u32 {
        match self {
            Self::List(list) => list.depth,
            Self::Map(map) => map.depth,
            Self::RawList { depth, .. } | Self::RawMap { depth, .. } => u32::from(*depth),
            _ => 0,
        }
    }

    /// Its characters, if it is a string.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Shared(text) => Some(text),
            _ => None,
        }
    }

    /// Returns whether the value is a map.
    pub fn is_map(&self) -> bool {
        matches!(self, Self::Map(_) | Self::RawMap { .. })
    }

    /// Returns whether the value is an integer or a float.
    pub fn is_number(&self) -> bool {
        matches!(self, Self::Int(_) | Self::Big(_) | Self::Float(_))
    }

    /// Only `null` and `false` are not.
    pub fn is_truthy(&self) -> bool {
        !matches!(self, Self::Null | Self::Bool(false))
    }

    /// Its items, if it is a list.
    pub fn as_list(&self) -> Option<Rc<List<'a>>> {
        match self {
            Self::List(list) => Some(Rc::clone(list)),
            Self::RawList { depth, text } => {
                let items = raw::items(text);
                Some(Rc::new(List { items, depth: u32::from(*depth), charge: Charge::none() }))
            }
            _ => None,
        }
    }

    /// Its members, if it is a map.
    pub fn as_map(&self) -> Option<Rc<Map<'a>>> {
        match self {
            Self::Map(map) => Some(Rc::clone(map)),
            Self::RawMap { text, .. } => Some(Map::free(raw::members(text))),
            _ => None,
        }
    }

    /// The value of this member, if it is a map that has it.
    pub fn member(&self, name: &str) -> Option<Value<'a>> {
        match self {
            Self::Map(map) => map.get(name).cloned(),
            Self::RawMap { text, .. } => raw::member(text, name),
            _ => None,
        }
    }

    /// `object`, `list`, `string`, `number`, `boolean` or `null`.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "boolean",
            Self::Int(_) | Self::Big(_) | Self::Float(_) => "number",
            Self::Text(_) | Self::Shared(_) => "string",
            Self::List(_) | Self::RawList { .. } => "list",
            Self::Map(_) | Self::RawMap { .. } => "object",
        }
    }
}

/// A string value that borrows where it can.
pub(super) fn text_value(text: Cow<'_, str>) -> Value<'_> {
    match text {
        Cow::Borrowed(text) => Value::Text(text),
        Cow::Owned(text) => Value::Shared(text.into()),
    }
}
