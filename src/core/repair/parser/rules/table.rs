//! The grammar between tokens, as a table: where something is due, each token may be taken in one or more ways.
//!
//! Every deviation from JSON has a row, with an example that needs it. `grammar.rs` does what the words of the table say. Inside
//! strings and texts without quotes other rules hold (`strings.rs`, `bare.rs`, `literal.rs`).

use crate::core::repair::edit::Code;
use crate::core::repair::parser::model::state::Kind;
use crate::core::repair::parser::model::weights::Feature::{self, NotAValue, OddKey, SeveralWords};
use crate::core::repair::parser::text::tokens::set as token;

#[allow(clippy::enum_glob_use, reason = "the table is written in these words")]
use {What::*, When::*};

/// What is due where a token stands, as bits.
pub(in crate::core::repair) mod due {
    /// The value of a member.
    pub const VALUE: u16 = 1;
    /// The value of the document.
    pub const DOCUMENT: u16 = 2;
    /// An item, or the end of the list.
    pub const ITEM: u16 = 4;
    /// The first key of an object, or its end.
    pub const FIRST_KEY: u16 = 8;
    /// A key after a comma.
    pub const NEXT_KEY: u16 = 16;
    /// The colon after a key.
    pub const COLON: u16 = 32;
    /// A comma or a closing bracket, after a value.
    pub const COMMA: u16 = 64;
    /// A plus, after a string that is the document.
    pub const PLUS: u16 = 128;

    pub const KEY: u16 = FIRST_KEY | NEXT_KEY;
    pub const BEGIN: u16 = DOCUMENT | ITEM | KEY;
    pub const ANY: u16 = u16::MAX;
}

/// Where a token is taken in one or more ways.
pub struct Row {
    pub due: u16,
    pub token: u16,
    pub when: &'static [When],
    /// At most `MOST_WAYS`. The cheapest is read on, of equals the first; the others wait.
    pub ways: &'static [Way],
    /// A text that comes out as something else without this row.
    #[cfg_attr(not(feature = "internal"), allow(dead_code))]
    pub example: &'static str,
}

pub const MOST_WAYS: usize = 4;

/// One way to take a token.
pub struct Way {
    pub what: What,
    pub when: &'static [When],
    /// Evidence against it beside what its fixes say.
    pub against: &'static [(When, Feature)],
}

const fn way(what: What) -> Way {
    Way { what, when: &[], against: &[] }
}

impl Way {
    const fn when(self, when: &'static [When]) -> Self {
        Self { when, ..self }
    }

    const fn against(self, against: &'static [(When, Feature)]) -> Self {
        Self { against, ..self }
    }
}

/// A condition on what stands before or after the token.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum When {
    Always,
    /// The last value was a string.
    AfterString,
    InObject,
    /// A list whose opening bracket is there, a square one.
    InWrittenArray,
    /// A list in brackets of any kind.
    InList,
    /// Parentheses are open.
    InTuple,
    /// A key with its colon stands here.
    IsKey,
    IsNoKey,
    /// Words of an object that are no key. In quotes, and after a value without quotes, they may be one.
    IsRatherWords,
    /// No value can begin here.
    IsNoValue,
    /// JSON has no such token, and it stands alone between a key and a value.
    IsAlone,
    /// `{{`
    IsDoubled,
    /// `(2 + 4) / 2`
    IsSum,
    /// The item stands after an array, which may be a row.
    IsAfterRow,
    /// The bracket begins a line as the row did that is open.
    IsRowInRow,
    /// The quote sticks to what closes the last value: a bracket, or the quote of a string.
    IsAfterCloser,
    /// Nothing but a comma and the line's end comes after the quote, and a comma or the line's beginning before it.
    IsAloneAtLineEnd,
    /// A key in quotes and its colon stand after the quote and white space.
    IsBeforeKey,
    /// A bracket sticks to the quote, and a string in plain quotes or another bracket follows.
    IsBeforeContainer,
    /// The key that was just read stands here again, with a colon.
    IsSameKey,
    /// Says that what stands here is on a line of its own, and further in than the key before it; a quote begins a key.
    IsFurtherIn,
    /// A few characters between a string and the end of its line.
    IsStray,
    /// The colon that is due comes next.
    IsBeforeColon,
    /// A comma or a closing bracket comes next, and what stands before is no key.
    IsBeforeEnd,
    /// A key and its colon come next, in an object.
    IsBeforeMember,
    /// A full stop, a blank, and a key.
    IsFullStop,
    /// An apostrophe sticks to a whole string in plain quotes.
    IsBeforeString,
    /// A template's expression that was never filled in.
    IsTemplate,
    /// A separator with one value after it, before the next key or the end of the object, and no item of what is surely a list.
    IsBetweenPair,
    /// The key that was just read may be an item of a list that lost its brackets, or was closed too early.
    IsInBareList,
}

/// What becomes of a token.
#[derive(Clone, Copy)]
pub enum What {
    /// It is the separator or `null` that is due, in whatever spelling.
    Is(&'static str),
    /// It stands for the separator or `null` that is due.
    For(&'static str, Code),
    /// What is due is missing before it.
    Missing(&'static str, Code),
    /// It goes.
    Drop(Code),
    /// Words go, up to the next token.
    DropWords,
    /// A container begins.
    Open,
    /// A container begins whose brace is written twice.
    OpenDoubled,
    /// A container lost its bracket before the item that begins here, or that was just read.
    MissingOpener(Kind),
    /// The value is a container that lost its bracket after the colon.
    MissingOpenerHere(Kind),
    /// The key that stands here goes, with its colon.
    DropKey,
    /// It is text as it stands.
    Template,
    /// Characters that mean nothing go, or stand for the comma that is due.
    DropStray,
    /// A list lost its bracket before the value that was just read, its first row.
    MissingOpenerOfRows,
    /// A list of scalars lost its opening bracket, or was closed too early.
    ListGoesOn,
    /// The list that is open is an object.
    ListIsObject,
    /// The object that is open is a set.
    ObjectIsSet,
    /// A container ends: this one, or one around it.
    Close,
    /// The innermost container ended before it, after its last value.
    CloseMissing,
    /// The innermost container ended before the last comma.
    CloseBeforeComma,
    /// The document ended before it, although brackets are open.
    End,
    /// The document was given up, and begins anew here.
    Restart,
    /// The text ends.
    Cut,
    /// A string in quotes begins.
    Quoted,
    /// A key in quotes begins, after a prefix.
    PrefixedString,
    /// The last string goes on: in the quotes after this token, or in these.
    Join,
    JoinHere,
    /// A key without quotes.
    Key,
    /// A word, a number, or a text without quotes.
    Word,
    /// A text without quotes.
    Text,
}

/// A table, and for each thing that is due and each kind of token the rows for it as bits: nearly all rows are for others.
pub struct Table {
    pub rows: &'static [Row],
    fits: [[u64; u16::BITS as usize]; DUES],
}

/// The number of things that may be due.
const DUES: usize = due::PLUS.ilog2() as usize + 1;

impl Table {
    const fn new(rows: &'static [Row]) -> Self {
        assert!(rows.len() <= u64::BITS as usize, "a row is a bit");
        let mut fits = [[0; u16::BITS as usize]; DUES];
        let mut at = 0;
        while at < rows.len() {
            let mut due = 0;
            while due < DUES {
                let mut token = 0;
                while token < u16::BITS as usize {
                    if rows[at].due >> due & 1 != 0 && rows[at].token >> token & 1 != 0 {
                        fits[due][token] |= 1 << at;
                    }
                    token += 1;
                }
                due += 1;
            }
            at += 1;
        }
        Self { rows, fits }
    }

    /// Returns the rows for this token where this is due; each is one bit.
    #[inline]
    pub fn rows_for(&self, due: u16, token: u16) -> impl Iterator<Item = &'static Row> + use<> {
        let rows = self.rows;
        let mut left = self.fits[due.trailing_zeros() as usize % DUES][token.trailing_zeros() as usize % 16];
        std::iter::from_fn(move || {
            let at = (left != 0).then(|| left.trailing_zeros() as usize)?;
            left &= left - 1;
            rows.get(at)
        })
    }
}

/// Makes a table of rows: what is due, the token, conditions, and an example, then the ways.
macro_rules! rows {
    ($($due:expr, $token:expr $(, if $when:ident $(and $more:ident)*)?, $example:literal => [$($way:expr),+ $(,)?];)+) => {
        Table::new(&[$(Row {
            due: $due,
            token: $token,
            when: &[$($when $(, $more)*)?],
            ways: &[$($way),+],
            example: $example,
        }),+])
    };
}

/// What a token may mean in addition to what `ROWS` say; these readings wait. All rows that fit count.
#[rustfmt::skip]
pub static ALSO: Table = rows! {
    due::ANY, token::OPEN | token::WORDS, "{\"a\": 1, \"b\":\n{\"a\": 1, \"b\": 2}" => [way(Restart)];
    // A fence is no colon: it goes, and then there is a look.
    due::ANY ^ due::COLON, token::FENCE, "{\"a\": [\"x\"\n```\n{\"a\": [\"x\", \"y\"]}" => [way(Restart)];
    due::COLON, token::ANY, if IsAlone, r#"{"a" - "b"}"# => [way(For(":", Code::WrongSeparator))];
    due::COLON, token::SEPARATORS, if IsBetweenPair, r#"{"a": "x", "b"; "y"}"# => [
        way(For(":", Code::WrongSeparator)).against(&[(IsInBareList, OddKey)]),
    ];
    due::COLON, token::SEPARATORS, if IsBeforeColon, r#"{"a",: 1}"# => [way(Drop(Code::ExtraComma))];
    due::COLON, token::QUOTE, if IsBeforeColon, r#"{"a"": 1}"# => [way(Drop(Code::SurplusQuote))];
    due::COMMA, token::COLONS, if IsBeforeEnd, r#"{"a": "x":, "b": 1}"# => [way(Drop(Code::ExtraColon))];
    due::COMMA, token::COLONS, if IsBeforeMember, r#"{"a": "x": "b": 1}"# => [way(For(",", Code::WrongSeparator))];
    due::KEY, token::COLONS, if IsBeforeMember, r#"{"a": 1, :"b": 2}"# => [way(Drop(Code::ExtraColon))];
    due::COMMA, token::WORDS, if IsFullStop, r#"{"a": "x". "b": "y"}"# => [way(For(",", Code::WrongSeparator))];
    due::VALUE | due::ITEM | due::KEY, token::QUOTE, if IsBeforeString, r#"{"a": 1, '"b": 2}"# => [way(Drop(Code::SurplusQuote))];
    due::COMMA, token::WORDS | token::PLUS | token::EQUALS, if IsStray, "{\"a\": \"x\"-\n\"b\": \"y\"}" => [way(DropStray)];
    due::ITEM | due::KEY | due::COMMA, token::QUOTE, if IsAloneAtLineEnd, "[\"a\",\"\n\"b\"]" => [
        way(Drop(Code::SurplusQuote)),
    ];
    due::NEXT_KEY, token::QUOTE | token::WORDS, r#"{"a": 1, 2, 3, "b": 4}"# => [way(ListGoesOn)];
    due::KEY | due::COMMA, token::QUOTE, if IsBeforeKey, r#"{"a": 1," "b": 2}"# => [way(Drop(Code::SurplusQuote))];
    due::VALUE, token::QUOTE, if IsBeforeContainer, "{\"a\": \"[{ \"b\": 1 }],\n\"c\": 2}" => [
        way(Drop(Code::SurplusQuote)),
    ];
    due::VALUE, token::QUOTE, if IsSameKey, r#"{"a": "a": "x"}"# => [way(DropKey)];
    due::VALUE, token::QUOTE, if IsFurtherIn, "{\n\"a\":\n  \"b\": 1\n},\n\"c\": 2}" => [
        way(MissingOpenerHere(Kind::Object)),
    ];
    due::VALUE, token::OPEN, if IsFurtherIn, "{\n\"a\":\n  {\"b\": 1}\n],\n\"c\": 2}" => [
        way(MissingOpenerHere(Kind::Array)),
    ];
    // After an array, an item may be the first of another one.
    due::ITEM, token::QUOTE | token::WORDS, if IsAfterRow, "[[1, 2], 3, 4], [5, 6]]" => [
        way(MissingOpener(Kind::Array)),
    ];
};

/// What a token means where something is due: the first row that fits.
#[rustfmt::skip]
pub static ROWS: Table = rows! {
    due::ANY, token::END, "[" => [way(Cut)];

    // A value.
    due::VALUE | due::ITEM, token::PLACEHOLDER, r#"{"a": [Object]}"# => [way(For("null", Code::Placeholder))];
    due::VALUE | due::ITEM, token::OPEN, if IsTemplate, r#"{"a": {{ x | y }}}"# => [way(Template)];
    due::VALUE | due::DOCUMENT | due::ITEM, token::OPENERS, r#"("a", 1)"# => [
        way(Text).when(&[IsSum]),
        way(Open).against(&[(IsRowInRow, SeveralWords)]),
        way(OpenDoubled).when(&[IsDoubled]),
        way(CloseBeforeComma).when(&[IsRowInRow]),
    ];
    due::VALUE, token::CLOSE | token::SEPARATORS, r#"{"a": , "b": 1}"# => [way(Missing("null", Code::MissingValue))];
    due::VALUE, token::ELLIPSIS, r#"{"a": ..., "b": 1}"# => [way(For("null", Code::Ellipsis))];
    due::VALUE | due::ITEM, token::COLONS, r#"{"a":: 1}"# => [way(Drop(Code::ExtraColon))];

    // A key or an item, or the end of what holds it.
    due::ITEM | due::KEY, token::CLOSE, "[1, 2,]" => [way(Close)];
    due::ITEM | due::KEY, token::SEPARATORS, "[1,, 2]" => [way(Drop(Code::ExtraComma))];
    due::KEY, token::COLONS, r#"{"a": 1, : 2}"# => [way(Drop(Code::StrayText))];
    due::BEGIN | due::VALUE, token::QUOTE, r#"{"a": "b}"# => [way(Quoted)];
    // A set of containers.
    due::FIRST_KEY, token::PAREN, "{(1, 2), (3, 4)}" => [way(ObjectIsSet), way(Drop(Code::StrayText))];
    // An object that was not closed before its next sibling, or a list that was not opened before its first row.
    due::NEXT_KEY, token::OPENERS, r#"[{"a": 1, {"a": 2}]"# => [
        way(CloseBeforeComma),
        way(MissingOpenerOfRows),
        way(End),
        way(Drop(Code::StrayText)),
    ];
    due::KEY, token::OPEN, "{[1]}" => [way(Drop(Code::StrayText))];
    due::KEY, token::PREFIXED, "{u'a': 1}" => [way(PrefixedString)];
    due::KEY, token::WORDS | token::PLUS, r#"{a": 1}"# => [
        way(Key),
        way(End),
        way(DropWords),
        way(ObjectIsSet).when(&[IsNoKey]),
    ];

    // A colon.
    due::COLON, token::COLON, r#"{"a"：1}"# => [way(Is(":"))];
    due::COLON, token::EQUALS, r#"{"a" = 1}"# => [way(For(":", Code::WrongSeparator))];
    // A set of strings, or a key without its value.
    due::COLON, token::SEPARATORS | token::CLOSE, "{'a', 'b'}" => [
        way(ObjectIsSet),
        way(Missing("null", Code::MissingValue)),
    ];
    due::COLON, token::OPENERS | token::QUOTE | token::ELLIPSIS | token::WORDS, r#"{"a" 1}"# => [
        way(Missing(":", Code::MissingColon)),
    ];

    // A comma, or the end.
    due::COMMA | due::COLON | due::PLUS, token::PLUS, r#"["a" + "b"]"# => [way(Join)];
    due::COMMA, token::COMMA, "[1，2]" => [way(Is(","))];
    due::COMMA, token::SEMICOLON, "[1; 2]" => [way(For(",", Code::WrongSeparator))];
    due::COMMA, token::CLOSE, "[1]]" => [way(Close)];
    // The value before a colon was a key, so an object is not where it seemed to be.
    due::COMMA, token::COLONS, if InList and AfterString, r#"["a": 1]"# => [
        way(Drop(Code::ExtraColon)).against(&[(Always, NotAValue)]),
        way(ListIsObject),
        way(MissingOpener(Kind::Object)).when(&[InWrittenArray]),
        way(CloseBeforeComma),
    ];
    due::COMMA, token::COLONS, "[[1]: [2]]" => [
        way(Drop(Code::ExtraColon)).against(&[(Always, NotAValue)]),
    ];
    // Strings side by side.
    due::COMMA, token::QUOTE, if InTuple and AfterString, r#"("a" "b", 1)"# => [way(JoinHere)];
    // A key cannot stand in a list: it was left open.
    due::COMMA, token::QUOTE, r#"["a" "b"]"# => [
        way(Missing(",", Code::MissingComma)).against(&[(IsRatherWords, SeveralWords)]),
        way(CloseMissing).when(&[InList, IsKey]),
        way(End),
        way(Drop(Code::SurplusQuote)).when(&[IsAfterCloser]),
    ];
    // No container can stand where a key is due.
    due::COMMA, token::OPENERS, if InObject, r#"[{"a": 1 {"b": 2}]"# => [way(CloseMissing), way(End)];
    due::COMMA, token::OPENERS, r#"[{"a": 1} {"a": 2}]"# => [way(Missing(",", Code::MissingComma)), way(End)];
    due::COMMA, token::WORDS, "[1 2 3]" => [
        way(Missing(",", Code::MissingComma)).against(&[(IsRatherWords, SeveralWords)]),
        way(End),
        way(DropWords).when(&[IsNoValue]),
    ];

    due::ANY ^ due::COLON, token::FENCE, "```\n[1]" => [way(Drop(Code::Fence)), way(End)];
    // Models leave out what they have shown before.
    due::ANY ^ due::COLON, token::ELLIPSIS, "[1, 2, ...]" => [way(Drop(Code::Ellipsis))];
    due::VALUE | due::DOCUMENT | due::ITEM, token::ANY ^ token::END, "[+1]" => [way(Word)];
};
