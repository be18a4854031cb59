//! What a reading costs: the one place where it is said how plausible each kind of damage is.
//!
//! The unit is small: 10 is a slip that models make often. Costs of fixes come from `of`; the constants are about
//! readings, which are weighed before any fix exists. The reason stands beside each.

use crate::core::edit::Code;

/// The cost of one fix.
pub(super) const fn of(code: Code) -> u32 {
    match code {
        // Another language's spelling: nobody doubts it, however often it comes.
        Code::SingleQuotes
        | Code::SmartQuotes
        | Code::BacktickQuotes
        | Code::TripleQuotes
        | Code::PythonWord
        | Code::WordCase
        | Code::NumberSpelling
        | Code::RawControl
        | Code::EscapeSpelling
        | Code::LineContinuation
        | Code::StringPrefix
        | Code::OddSpace
        | Code::WidePunctuation
        | Code::UnquotedKey
        | Code::NumberKey
        | Code::TrailingComma
        | Code::Comment
        | Code::SurplusCloser
        | Code::Bom
        | Code::Utf16 => 0,
        Code::JoinedStrings | Code::Fence | Code::Tuple | Code::Parentheses | Code::NextDocument => 2,
        // Rare words, but plain ones.
        Code::Placeholder
        | Code::Undefined
        | Code::NonFinite
        | Code::Ellipsis
        | Code::LeakedToken
        | Code::Entities => 3,
        Code::EscapedSpace | Code::LiteralBackslash | Code::EscapedQuotes => 3,
        Code::CallWrapper => 2,
        Code::WrongSeparator | Code::ExtraComma | Code::Set | Code::UnquotedValue => 5,
        Code::NumberText | Code::ExtraColon | Code::DoubledQuotes => 6,
        // One sign forgotten: the everyday slips.
        Code::MissingComma | Code::MissingColon | Code::MissingCloser | Code::DoubledBraces => 8,
        Code::MissingCloseQuote | Code::MissingOpenQuote => 10,
        // A quote inside a string: common, but then nothing else should need mending.
        Code::InnerQuote => 12,
        Code::WrongCloser | Code::MissingOpener => 9,
        Code::NewObject => 8,
        Code::WrongOpener | Code::EarlyCloser | Code::SurplusQuote => 12,
        // Content is missing or lost: last resorts.
        Code::MissingValue => 14,
        Code::StrayText => 20,
        Code::CutOff | Code::CutPart | Code::CutEscape => 4,
        Code::MarkdownEscape | Code::LoneSurrogate | Code::InvalidUtf8 => 4,
        // No reading makes these: they are found before a search, after it, or by the rules of a tool.
        Code::Prose
        | Code::Reasoning
        | Code::Assignment
        | Code::EscapedDocument
        | Code::DuplicateKey
        | Code::EmptyInput
        | Code::RepeatedDocument
        | Code::AbandonedStart
        | Code::DroppedDocument
        | Code::Alias
        | Code::AliasConflict
        | Code::RenamedKey
        | Code::NestedJson
        | Code::DecodedJson
        | Code::DecodedText
        | Code::CoercedNumber
        | Code::CoercedBoolean
        | Code::CoercedNull
        | Code::CoercedString
        | Code::EncodedJson
        | Code::WrappedItem
        | Code::EnumSpelling
        | Code::FilledDefault
        | Code::LossyBoolean
        | Code::LossyNumber
        | Code::Unwrapped
        | Code::DroppedNull
        | Code::DroppedMember
        | Code::ByPosition => 0,
    }
}

/// The habits of a writer, as bits of `State::habits`.
pub(super) const SEPARATORS: u8 = 1;
pub(super) const ROWS: u8 = 2;
pub(super) const CALLS: u8 = 4;
pub(super) const NO_VALUES: u8 = 8;
pub(super) const TOKENS: u8 = 16;
/// Names are followed by `=` or the like.
pub(super) const EQUALS: u8 = 32;
/// The document begins with a written-out line end: so are all of its line ends.
pub(super) const ESCAPED_LINES: u8 = 64;
/// Quotes in strings are not escaped.
pub(super) const QUOTES: u8 = 128;

/// The habit that a fix shows, or 0: whoever writes one sign in another way writes all of them so, and only the first is
/// a surprise. Slips (a sign forgotten, a bracket too many) show none.
pub(super) fn habit(code: Code) -> u8 {
    match code {
        Code::WrongSeparator => SEPARATORS,
        Code::NewObject => ROWS,
        Code::CallWrapper => CALLS,
        Code::Undefined | Code::NonFinite => NO_VALUES,
        Code::LeakedToken => TOKENS,
        Code::EscapedSpace => ESCAPED_LINES,
        Code::InnerQuote => QUOTES,
        _ => 0,
    }
}

/// A line that ends without its comma costs less.
const COMMA_OF_LINE: u32 = 2;

/// What a missing comma costs, at the end of a line or within it.
pub(super) fn missing_comma(ends_line: bool, habits: u8, slips: u32) -> u32 {
    given(Code::MissingComma, habits, slips).saturating_sub(if ends_line { COMMA_OF_LINE } else { 0 })
}

/// The cost of one more fix that shows a habit seen before.
fn again(code: Code) -> u32 {
    match code {
        Code::NewObject => 2,
        // Whoever forgot to escape the quotes of one string rather forgot those of another, too.
        Code::InnerQuote => 7,
        _ => 0,
    }
}

/// The cost of a fix for a writer of these habits and slips.
pub(super) fn given(code: Code, habits: u8, slips: u32) -> u32 {
    let cost = if habits & habit(code) == 0 { of(code) } else { again(code) };
    match times(code, slips) {
        0..FEW_TIMES => cost,
        FEW_TIMES..MANY_TIMES => cost.div_ceil(2),
        MANY_TIMES..ALWAYS => cost.div_ceil(4),
        _ => cost.min(1),
    }
}

/// Slips that come again and again: where rows are written in a loop, what is forgotten in one is forgotten in all. After
/// some of a kind each further one says less, or a long string that holds whatever follows would be the better reading.
const SLIPS: [Code; 8] = [
    Code::MissingComma,
    Code::MissingColon,
    Code::MissingCloseQuote,
    Code::MissingOpenQuote,
    Code::MissingCloser,
    Code::ExtraComma,
    Code::UnquotedValue,
    Code::InnerQuote,
];

/// How often a slip comes that is no accident any more, that is made often, and that is made always.
const FEW_TIMES: u32 = 2;
const MANY_TIMES: u32 = 4;
const ALWAYS: u32 = 8;
/// What is counted at most.
const MOST_TIMES: u32 = 15;

/// Does this writer make this slip wherever it can be made?
pub(super) fn is_usual(code: Code, slips: u32) -> bool {
    times(code, slips) >= FEW_TIMES
}

/// How often a slip was met, as far as it is counted.
fn times(code: Code, slips: u32) -> u32 {
    place(code).map_or(0, |place| slips >> place & MOST_TIMES)
}

/// The slips with one more of this kind.
pub(super) fn with_slip(code: Code, slips: u32) -> u32 {
    match place(code) {
        Some(place) if slips >> place & MOST_TIMES < MOST_TIMES => slips + (1 << place),
        _ => slips,
    }
}

/// Where a slip is counted: four bits for each kind.
fn place(code: Code) -> Option<usize> {
    SLIPS.iter().position(|slip| *slip == code).map(|kind| 4 * kind)
}

/// A further quote inside a string that already has one: whoever forgot one escape forgot them all.
pub(super) const INNER_AGAIN: u32 = 1;
/// A string closes although the quotes inside it are odd in number: they come in pairs. One alone may stand for inches.
pub(super) const INNER_ODD: u32 = 8;
pub(super) const INNER_ALONE: u32 = 3;
/// A string that holds many quotes lost its closing one, too.
pub(super) const LOST_BEHIND_QUOTES: u32 = 12;
/// A quote is content although a member name and its colon follow behind a comma.
pub(super) const INNER_BEFORE_MEMBER: u32 = 20;
/// The same for a quote that makes a pair with the one before it, behind another pair, as in JSON; and where that pair is
/// the value of a member itself.
pub(super) const INNER_PAIR_BEFORE_MEMBER: u32 = 15;
/// A name without quotes, or a written-out line end, as code has them: quotes were not escaped before it, and the names of
/// the document stand in quotes.
pub(super) const CODE_BEHIND_QUOTES: u32 = 6;
/// A quote is content although the brackets that are open close behind it.
pub(super) const INNER_BEFORE_CLOSER: u32 = 16;
/// A quote is content although brackets that do not fit, and then a member, follow.
pub(super) const INNER_BEFORE_EARLY: u32 = 14;
/// A quote is content although a comma and a further item follow, in an array.
pub(super) const INNER_BEFORE_ITEM: u32 = 12;
/// The same for a quote that makes a pair with the one before it.
pub(super) const INNER_PAIR_BEFORE_ITEM: u32 = 4;
/// A quote is content although a member name follows on the next line, or on this one.
pub(super) const INNER_BEFORE_NAME: u32 = 10;
/// A quote is content although a comma follows.
pub(super) const INNER_BEFORE_COMMA: u32 = 2;
/// A quote is content although a comma and a quote follow, in an object.
pub(super) const INNER_BEFORE_QUOTE: u32 = 6;
/// A quote is content although an object begins there like the one that the string is in.
pub(super) const INNER_BEGINS_ROW: u32 = 8;
/// A quote is content in a member name: names hardly ever hold any.
pub(super) const INNER_IN_NAME: u32 = 8;
/// A quote is content of a name although the colon follows.
pub(super) const INNER_NAME_BEFORE_COLON: u32 = 24;
/// A quote is content although a member follows that this object is expected to have.
pub(super) const INNER_BEFORE_DUE_NAME: u32 = 14;
/// A name that the object is not expected to have.
pub(super) const UNEXPECTED_NAME: u32 = 4;
/// A value in an object is followed by a colon: it was no value.
pub(super) const COLON_AFTER_VALUE: u32 = 24;
/// Strings are joined where a plus in quotes is rather content of one.
pub(super) const JOIN_AT_A_LITERAL: u32 = 14;
/// A string closes although a written-out escape follows: then we are still inside it.
pub(super) const CLOSE_BEFORE_ESCAPE: u32 = 6;
/// A string closes although its sign stands as one does that opens a quotation: behind a blank or a bracket, before a word.
pub(super) const CLOSE_BEFORE_WORD: u32 = 6;
/// A string closes at a quote between apostrophes, as code has it.
pub(super) const CLOSE_IN_APOSTROPHES: u32 = 8;
/// An unquoted text goes on past a comma, a newline, a bracket.
pub(super) const BARE_PAST_COMMA: u32 = 4;
pub(super) const BARE_PAST_LINE: u32 = 10;
pub(super) const BARE_PAST_CLOSER: u32 = 9;
/// An unquoted text goes on past the very bracket that would close its container: one more than a bracket too many.
pub(super) const BARE_PAST_FITTING_CLOSER: u32 = 14;
/// An unquoted text holds a quote, or a written-out line end.
pub(super) const BARE_PAST_QUOTE: u32 = 4;
/// An unquoted text swallows what looks like a member.
pub(super) const BARE_PAST_MEMBER: u32 = 14;
/// Several words in an unquoted text, in an array or where a name is due: prose rather than data.
pub(super) const BARE_WORDS: u32 = 3;
/// The text ends inside a container, and for each level that is open.
pub(super) const CUT: u32 = 3;
pub(super) const CUT_LEVEL: u32 = 1;
/// The text ends inside a string.
pub(super) const CUT_STRING: u32 = 8;
/// The text ends inside a name that is long, or has a quote or a line's end in it: all of that would be dropped.
pub(super) const CUT_NAME_LIKE_TEXT: u32 = 36;
/// The text ends inside a string, with a fence at its very end.
pub(super) const CUT_BEHIND_FENCE: u32 = 8;
/// The document ends although brackets are open and text follows, for each level; and where that text is sentences.
pub(super) const END_HERE: u32 = 8;
pub(super) const END_BEFORE_SENTENCE: u32 = 2;
/// A name closes, and what follows is no colon; or it holds a colon itself, or a line's end, or is long.
pub(super) const NAME_WITHOUT_COLON: u32 = 4;
pub(super) const NAME_BEFORE_TEXT: u32 = 8;
pub(super) const NAME_WITH_COLON: u32 = 8;
pub(super) const NAME_LIKE_TEXT: u32 = 12;
/// The quote that opens a string is written twice although a blank follows.
pub(super) const TWICE_BEFORE_BLANK: u32 = 20;
/// A word between two quotes is a name that lacks its comma, its quotes and its colon, and no word in quotes.
pub(super) const WORD_IN_QUOTES: u32 = 12;
/// A comment begins right after a quote and has another one in it, or holds a written-out line end.
pub(super) const COMMENT_AS_TEXT: u32 = 12;
/// A document is given up for one that begins with another name.
pub(super) const RESTART_ELSEWHERE: u32 = 32;
/// A document that was cut begins anew on a later line, with the same name: in a string, or between signs, where there is
/// hardly another way to take it.
pub(super) const RESTART: u32 = 4;
pub(super) const RESTART_BETWEEN: u32 = 2;
/// A string that lost its closing quote holds what look like further items.
pub(super) const LITERALS_IN_STRING: u32 = 3;
/// Each closing bracket too many at the end.
pub(super) const TAIL_CLOSER: u32 = 3;
/// The first name of an object comes again in it.
pub(super) const NAME_AGAIN: u32 = 24;
/// Text after the document: another document, prose, signs that belong to a document.
pub(super) const TAIL_DOCUMENT: u32 = 2;
pub(super) const TAIL_PROSE: u32 = 4;
pub(super) const TAIL_ODD: u32 = 16;
/// The text after the document goes on in the same line and has quotes or brackets in it.
pub(super) const TAIL_SIGNS: u32 = 24;
/// The text after the document closes more brackets than it opens: they are the document's.
pub(super) const TAIL_CLOSERS: u32 = 28;
