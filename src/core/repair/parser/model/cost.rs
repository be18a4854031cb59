//! The cost of fixes: what each says against a reading, and how little a slip says that comes again.

use crate::core::repair::edit::{Code, Risk};
use crate::core::repair::parser::model::weights::Feature::{
    self, EndsHere, EndsLine, LostContent, MisplacedToken, OtherNotation, OtherToken, QuoteAgain,
    TailDocument, TailProse, TailTokens, TokenSlip,
};

/// What a fix says against a reading; `None` where it says nothing.
pub(in crate::core) const fn feature(code: Code) -> Option<Feature> {
    Some(match code {
        // Another language's spelling: nothing is in doubt, however often it comes.
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
        | Code::Notation
        | Code::Ansi
        | Code::LinePrefix
        | Code::Wrapper
        | Code::ClassName
        | Code::Utf16 => return None,
        Code::JoinedStrings
        | Code::Fence
        | Code::Tuple
        | Code::Parentheses
        | Code::NextDocument
        | Code::CallWrapper
        | Code::Placeholder
        | Code::Undefined
        | Code::NonFinite
        | Code::Ellipsis
        | Code::LeakedToken
        | Code::Entities
        | Code::EscapedSpace
        | Code::LiteralBackslash
        | Code::EscapedQuotes => OtherNotation,
        Code::WrongSeparator
        | Code::ExtraComma
        | Code::ExtraColon
        | Code::Set
        | Code::DoubledQuotes
        | Code::MarkdownEscape
        | Code::LoneSurrogate
        | Code::InvalidUtf8
        | Code::CutOff
        | Code::CutPart
        | Code::CutEscape => OtherToken,
        Code::UnquotedValue
        | Code::NumberText
        | Code::MissingComma
        | Code::MissingColon
        | Code::MissingCloser
        | Code::MissingOpener
        | Code::MissingCloseQuote
        | Code::MissingOpenQuote
        | Code::DoubledBraces
        | Code::WrongCloser
        | Code::SurplusQuote
        | Code::NewObject => TokenSlip,
        Code::InnerQuote | Code::WrongOpener | Code::EarlyCloser => MisplacedToken,
        Code::MissingValue | Code::StrayText => LostContent,
        // No reading makes these: they are found before a search, after it, or by the rules of a tool.
        Code::Prose
        | Code::Reasoning
        | Code::Assignment
        | Code::ConflictMarker
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
        | Code::NestedText
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
        | Code::ByPosition => return None,
    })
}

/// The cost of one fix.
pub(in crate::core) fn of(code: Code) -> u32 {
    feature(code).map_or(0, Feature::weight)
}

/// Returns what another reading of a token must cost at least for the best one to be clear: as much as a quote that is missing.
pub(in crate::core::repair) fn gap() -> u32 {
    EndsHere.weight() + OtherNotation.weight()
}

/// Returns what a fix says that is made after a search: text is left out, or a backslash is taken for content, which is rather
/// the escape of another language.
pub(in crate::core::repair) fn beside_search(code: Code, risk: Risk) -> u32 {
    match code {
        // It looks like data.
        Code::Prose if risk == Risk::Lossy => TailTokens.weight(),
        Code::Prose => TailProse.weight(),
        Code::DroppedDocument => TailDocument.weight(),
        Code::LiteralBackslash => OtherToken.weight(),
        _ => 0,
    }
}

/// The habits of a writer, as bits of `Writer::habits`.
pub(in crate::core) const SEPARATORS: u8 = 1;

pub(in crate::core) const ROWS: u8 = 2;

pub(in crate::core) const CALLS: u8 = 4;

pub(in crate::core) const NO_VALUES: u8 = 8;

pub(in crate::core) const TOKENS: u8 = 16;

/// Keys are followed by `=` or the like.
pub(in crate::core) const EQUALS: u8 = 32;

/// The document begins with a written-out line end: so are all of its line ends.
pub(in crate::core) const ESCAPED_LINES: u8 = 64;

/// Quotes in strings are not escaped.
pub(in crate::core) const QUOTES: u8 = 128;

/// The habit that a fix shows, or 0: a writer who spells one token in another way spells all of them so, and only the first
/// is a surprise. Slips (a token forgotten, a bracket too many) show none.
pub(in crate::core) fn habit(code: Code) -> u8 {
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

/// The cost of one more fix that shows a habit seen before.
fn again(code: Code) -> u32 {
    match code {
        Code::NewObject => OtherNotation.weight(),
        // A writer who forgot to escape the quotes of one string often forgot those of another, too.
        Code::InnerQuote => QuoteAgain.weight(),
        _ => 0,
    }
}

/// What a cost is worth when the same was met so often before: half after two times, a quarter after four, an eighth after
/// eight. What comes again and again is no accident.
pub(in crate::core) fn less_each_time(cost: u32, times: u32) -> u32 {
    cost >> times.max(1).ilog2()
}

/// Slips that come again and again: where rows are written in a loop, what is forgotten in one is forgotten in all. After
/// some of a kind each further one says less, or a long string that holds whatever follows would be the better reading.
const SLIPS: [Code; 12] = [
    Code::MissingComma,
    Code::MissingColon,
    Code::MissingCloseQuote,
    Code::MissingOpenQuote,
    Code::MissingCloser,
    Code::MissingOpener,
    Code::WrongCloser,
    Code::ExtraComma,
    Code::UnquotedValue,
    Code::InnerQuote,
    Code::EscapedSpace,
    Code::MarkdownEscape,
];

/// What is counted at most: a slip that was met so often is made always, and costs nothing.
const MOST_TIMES: u32 = 8;

/// The bits of a count.
const BITS: usize = 4;

/// What a reading knows about the writer of the text.
#[derive(Clone, Copy, Debug, Default)]
pub struct Writer {
    /// The habits met so far, as bits.
    pub habits: u8,
    /// How often each slip was met: `BITS` for each kind.
    slips: u64,
    /// Where the container begins that the last quote in a string was counted in, plus one: those of one container count once,
    /// for a string may have many.
    quoted_in: usize,
}

impl Writer {
    pub fn has(self, habit: u8) -> bool {
        self.habits & habit != 0
    }

    #[must_use]
    pub fn with(self, habit: u8) -> Self {
        Self { habits: self.habits | habit, ..self }
    }

    /// The cost of a fix.
    #[inline]
    pub fn cost_of(self, code: Code) -> u32 {
        let cost = if self.has(habit(code)) { again(code) } else { of(code) };
        self.faded(cost, code)
    }

    /// What a cost is worth that comes with a slip: nothing where the writer makes the slip always.
    pub fn faded(self, cost: u32, code: Code) -> u32 {
        if self.times(code) == MOST_TIMES { 0 } else { less_each_time(cost, self.times(code)) }
    }

    /// Returns what a missing comma costs, at the end of a line or within it.
    pub fn cost_of_missing_comma(self, ends_line: bool) -> u32 {
        let cost = self.cost_of(Code::MissingComma);
        if ends_line { cost.saturating_sub(EndsLine.weight()) } else { cost }
    }

    /// A fix was made in the container that begins at `container`.
    pub fn meet(&mut self, code: Code, container: usize) {
        self.habits |= habit(code) & !ESCAPED_LINES;
        if code == Code::InnerQuote {
            if self.quoted_in == container + 1 {
                return;
            }
            self.quoted_in = container + 1;
        }
        if let Some(place) = place(code)
            && self.times(code) < MOST_TIMES
        {
            self.slips += 1 << place;
        }
    }

    /// Returns whether this writer makes this slip again and again.
    pub fn repeats(self, code: Code) -> bool {
        self.times(code) > 1
    }

    /// Returns whether this writer made this slip.
    pub fn has_met(self, code: Code) -> bool {
        self.times(code) > 0
    }

    /// How often a slip was met, as far as it is counted.
    fn times(self, code: Code) -> u32 {
        place(code).map_or(0, |place| (self.slips >> place) as u32 & ((1 << BITS) - 1))
    }
}

/// Where a slip is counted. A text without quotes is one, whether or not digits are in it.
fn place(code: Code) -> Option<usize> {
    let code = if code == Code::NumberText { Code::UnquotedValue } else { code };
    SLIPS.iter().position(|slip| *slip == code).map(|kind| BITS * kind)
}
