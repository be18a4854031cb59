//! What a state is made of: where it stands, what it expects, and which containers it holds open.

use crate::core::repair::expect::{self, Place, UNKNOWN};
use crate::core::repair::parser::model::cost::Writer;
use crate::core::repair::parser::text::tokens::Quote;

impl State {
    /// The reading of a document that begins at `start`, before its first token.
    pub fn at_start(start: usize, due: expect::Place) -> Self {
        Self {
            pos: start,
            cost: 0,
            expect: Expect::Value,
            frame: 0,
            log: 0,
            comma: NONE,
            prev: start,
            joint: NONE,
            item: Item { start, log: 0, comma: NONE, due },
            text: Open::NOTHING,
            writer: Writer::default(),
            way: 0,
            #[cfg(feature = "tuning")]
            sites: super::sites::Sites::default(),
        }
    }
}

/// "No such offset."
pub const NONE: usize = usize::MAX;

/// The comma just "read" is one that a fix adds.
pub(in crate::core) const ADDED: usize = usize::MAX - 1;

/// What a reading expects next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Expect {
    /// A member's value, or the value of the document.
    Value,
    /// The first item of an array, or its end.
    First,
    /// An item, after a comma.
    NextItem,
    /// The first key of an object, or its end.
    Key,
    /// A key, after a comma.
    NextKey,
    /// The colon after a key.
    Colon,
    /// A comma or the end, after a value.
    After,
    /// The rest of a string.
    Text,
    /// The rest of an unquoted value.
    Bare,
    /// Nothing: the document is complete.
    Done,
    /// Nothing: the document was ended although brackets were open.
    GivenUp,
}

impl Expect {
    /// Returns whether the document has ended.
    pub fn is_end(self) -> bool {
        matches!(self, Self::Done | Self::GivenUp)
    }

    /// Returns whether readings meet here. A reading that comes later and agrees on the rest is not gone on with.
    pub fn is_junction(self) -> bool {
        matches!(self, Self::After | Self::Text | Self::Bare)
    }
}

/// What a string is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    Key,
    Value,
    Item,
}

/// What was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    Object,
    Array,
    /// A set, opened with a brace.
    Set,
    /// A tuple or a value in parentheses.
    Paren,
    /// `name(value)`
    Call,
    /// `dict(name=value)`
    Keywords,
}

impl Kind {
    /// Returns whether a container of this kind has keys.
    pub fn has_keys(self) -> bool {
        matches!(self, Self::Object | Self::Keywords)
    }

    /// What is due in it after a comma.
    pub fn after_comma(self) -> Expect {
        if self.has_keys() { Expect::NextKey } else { Expect::NextItem }
    }

    /// Returns whether the brackets of this kind may be dropped.
    pub fn is_paren(self) -> bool {
        matches!(self, Self::Paren | Self::Call)
    }

    /// The bracket that closes it in the input.
    pub fn closer(self) -> u8 {
        match self {
            Self::Object | Self::Set => b'}',
            Self::Array => b']',
            Self::Paren | Self::Call | Self::Keywords => b')',
        }
    }

    /// The bracket that closes it in the output.
    pub fn closer_text(self) -> &'static str {
        if self.has_keys() { "}" } else { "]" }
    }
}

/// Where first keys stand.
#[derive(Clone, Copy, Debug)]
pub struct Keys {
    /// That of the container.
    pub first: (usize, usize),
    /// That of the outermost object.
    pub root: (usize, usize),
}

/// An open container.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    pub parent: u32,
    /// A hash of the kinds from the root to here: equal for equal stacks.
    pub shape: u64,
    pub depth: u32,
    /// How many of the containers from the root to here are in parentheses.
    pub parens: u32,
    pub kind: Kind,
    /// How often the opening brace was written.
    pub braces: u8,
    /// Values so far; counts to 2.
    pub items: u8,
    /// States whether the container is an object that was opened with `[` or `(`.
    pub wrong: bool,
    /// Where the opening token stands, with a function's name before it.
    pub open: (usize, usize),
    /// The fixes before it was opened.
    pub log: u32,
    pub keys: Keys,
    /// What is expected of it.
    pub place: Place,
}

impl Frame {
    /// What is around the document.
    pub const ROOT: Self = Self {
        parent: 0,
        shape: 0,
        depth: 0,
        parens: 0,
        kind: Kind::Array,
        braces: 1,
        items: 0,
        wrong: false,
        open: (0, 0),
        log: 0,
        keys: Keys { first: (0, 0), root: (0, 0) },
        place: UNKNOWN,
    };

    /// Returns whether this bracket closes the container.
    pub fn is_closed_by(&self, bracket: u8) -> bool {
        bracket == self.kind.closer() || self.wrong && matches!(bracket, b']' | b')')
    }

    /// Returns whether the container is one value in parentheses, which are dropped.
    pub fn is_single(&self) -> bool {
        self.kind == Kind::Call || (self.kind == Kind::Paren && self.items == 1)
    }

    /// The first member has this key.
    pub fn begin_with(&mut self, name: (usize, usize)) {
        self.keys.first = name;
        if self.depth == 1 {
            self.keys.root = name;
        }
    }
}

/// Quotes inside a string that are many.
pub(in crate::core) const MANY_INNER: u32 = 4;

/// The string or unquoted text being read.
#[derive(Clone, Copy, Debug)]
pub struct Open {
    /// First byte of the opening quote.
    pub opening: usize,
    /// First byte of the content.
    pub start: usize,
    pub quote: Quote,
    pub role: Role,
    /// Quotes inside it so far. After a few pairs only whether they make pairs is still counted: readings that differ in
    /// more are one.
    pub inner: u8,
    /// Brackets open inside an unquoted text.
    pub nest: u16,
    /// Backslashes are literal (a raw string).
    pub raw: bool,
    /// Holds nothing that needs a fix so far.
    pub clean: bool,
}

impl Open {
    pub const NOTHING: Self = Self {
        opening: 0,
        start: 0,
        quote: Quote::Double,
        role: Role::Value,
        inner: 0,
        nest: 0,
        raw: false,
        clean: true,
    };

    /// Returns whether the quotes inside make pairs, but for the last. Apostrophes need not make pairs.
    pub fn is_in_pair(&self) -> bool {
        self.inner % 2 == 1 && !matches!(self.quote, Quote::Single | Quote::SmartSingle)
    }

    /// One more quote inside, or two.
    pub fn with_inner(self, more: u8) -> Self {
        let all = self.inner + more;
        Self { inner: all - if u32::from(all) > 2 * MANY_INNER { 2 } else { 0 }, clean: false, ..self }
    }
}

/// The key or item that is being read, for readings that come back to it.
#[derive(Clone, Copy, Debug)]
pub struct Item {
    pub start: usize,
    /// The fixes before it, and the comma.
    pub log: u32,
    pub comma: usize,
    /// What is due at the value whose key was read last, or at the whole document.
    pub due: Place,
}

/// One reading of the text so far.
#[derive(Clone, Copy, Debug)]
pub struct State {
    pub pos: usize,
    pub cost: u32,
    pub expect: Expect,
    /// The innermost container that is open; where it is not the document itself and nothing is expected, all that are
    /// open end with the document.
    pub frame: u32,
    pub log: u32,
    /// The comma that was just read, `ADDED` or `NONE`.
    pub comma: usize,
    /// The end of the last token.
    pub prev: usize,
    /// Where the content of the last string ended, when the last value was a string, else `NONE`.
    pub joint: usize,
    pub item: Item,
    pub text: Open,
    /// What this reading knows about the writer.
    pub writer: Writer,
    /// Where a trace has what led here; 0 when nothing is recorded.
    pub way: u32,
    /// The rules that proposed it.
    #[cfg(feature = "tuning")]
    pub sites: super::sites::Sites,
}

/// How far a reading has come.
#[derive(Clone, Copy)]
pub struct Came {
    /// Its last fix.
    pub log: u32,
    pub pos: usize,
    /// The innermost open container. A state that has not ended always has one.
    pub frame: u32,
}

impl Came {
    pub fn of(state: &State) -> Self {
        let &State { log, pos, frame, .. } = state;
        Self { log, pos, frame }
    }
}

impl State {
    /// A key or an item begins at `pos`.
    pub fn begin(&mut self, pos: usize) {
        self.item = Item { start: pos, log: self.log, comma: self.comma, ..self.item };
    }

    /// A token ended at `end`, and so much is expected next.
    pub fn advance(&mut self, expect: Expect, end: usize) {
        (self.expect, self.pos, self.prev) = (expect, end, end);
    }
}
