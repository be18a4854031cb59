//! What is known of a result: the kinds of its top level, its properties, and the rows of the sample.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Properties and sample keys that a preview names at most.
pub(super) const MAX_PROPERTIES: usize = 20;

/// The type of a value, as previews call it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A number without fraction and exponent, as it is written.
    Integer,
    /// Any other number.
    Number,
    /// A string.
    String,
    /// `true` or `false`.
    Boolean,
    /// `null`
    Null,
    /// An array.
    Array,
    /// An object.
    Object,
}

impl Kind {
    /// The kind of a value from its text.
    pub fn of(token: &[u8]) -> Self {
        match token.first() {
            Some(b'"') => Self::String,
            Some(b't' | b'f') => Self::Boolean,
            Some(b'n') => Self::Null,
            Some(b'[') => Self::Array,
            Some(b'{') => Self::Object,
            _ if token.iter().any(|b| matches!(b, b'.' | b'e' | b'E')) => Self::Number,
            _ => Self::Integer,
        }
    }

    /// The name in a schema.
    pub fn name(self) -> &'static str {
        match self {
            Self::Integer => "integer",
            Self::Number => "number",
            Self::String => "string",
            Self::Boolean => "boolean",
            Self::Null => "null",
            Self::Array => "array",
            Self::Object => "object",
        }
    }
}

/// All kinds, in the order of their bits in [`Kinds`].
const KINDS: [Kind; 7] =
    [Kind::Integer, Kind::Number, Kind::String, Kind::Boolean, Kind::Null, Kind::Array, Kind::Object];

/// The kinds that the values at one place have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kinds(u8);

impl From<Kind> for Kinds {
    fn from(kind: Kind) -> Self {
        Self(1 << kind as u8)
    }
}

impl Kinds {
    /// Adds a kind.
    #[inline]
    pub fn add(&mut self, kind: Kind) {
        self.0 |= 1 << kind as u8;
    }

    /// Appends them as a schema has them: one name, or a list of names.
    pub fn push(self, out: &mut String) {
        let has = |kind: &&Kind| self.0 & 1 << **kind as u8 != 0;
        let names: Vec<_> = KINDS.iter().filter(has).map(|kind| format!("\"{}\"", kind.name())).collect();
        match &*names {
            [one] => out.push_str(one),
            _ => {
                let _ = write!(out, "[{}]", names.join(","));
            }
        }
    }
}

/// Names with the kinds of their values, in byte order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Properties {
    pub kinds: BTreeMap<String, Kinds>,
    /// Says whether there were names that are not in `kinds`.
    pub truncated: bool,
}

impl Properties {
    /// Adds a name, keeping the first `room` names in byte order. Says whether it is there already; the last of two
    /// duplicate keys wins, as for most readers.
    pub fn add(&mut self, name: String, kind: Kind, room: usize) -> bool {
        let is_beyond = |last: &String| *last < name;
        if self.kinds.len() >= room && self.kinds.last_key_value().is_some_and(|(last, _)| is_beyond(last)) {
            self.truncated = true;
            return false;
        }
        let is_known = self.kinds.insert(name, kind.into()).is_some();
        if self.kinds.len() > room {
            self.kinds.pop_last();
            self.truncated = true;
        }
        is_known
    }
}

/// What the items of an array have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Items {
    /// There are none.
    None,
    /// The first is an object, and the rows that were compared have its names.
    Rows(Properties),
    /// The first is an object, and others are not like it.
    Mixed,
    /// All are of one kind, or of none in common.
    Plain(Option<Kind>),
}

/// What is known of one result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// An array.
    Array {
        /// How many items it has.
        count: u64,
        /// What they are.
        items: Items,
        /// The first rows as they are written, where rows were asked for.
        rows: Option<Vec<String>>,
    },
    /// An object.
    Object(Properties),
    /// Anything else.
    Scalar(Kind),
}

impl Shape {
    /// Returns how many rows there are: the items of an array.
    pub fn rows(&self) -> Option<u64> {
        match self {
            Self::Array { count, .. } => Some(*count),
            Self::Object(_) | Self::Scalar(_) => None,
        }
    }
}
