//! The operations that a state does to the text, and the place where a text was cut off.

use crate::core::repair::edit::Code;
use crate::core::repair::parser::model::state::NONE;
use crate::core::repair::parser::text::tokens::Quote;

/// Where a text was cut off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CutPlace {
    /// Inside a string value.
    String,
    /// Inside a number.
    Number,
    /// Inside `true`, `false`, `null` or another bare word.
    Literal,
    /// Inside a key, or after it.
    Key,
    /// After a colon.
    AfterColon,
    /// Between members or items.
    BetweenMembers,
}

impl CutPlace {
    /// Its spelling in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Number => "number",
            Self::Literal => "literal",
            Self::Key => "key",
            Self::AfterColon => "after-colon",
            Self::BetweenMembers => "between-members",
        }
    }
}

/// One thing a reading does to the text; strings are worked out when the reading has won.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Op {
    /// `start..end` becomes `with`.
    Replace { start: usize, end: usize, with: &'static str, code: Code },
    /// A string: its opening quote `open..start`, its content `start..end`, its closing quote `end..close`.
    /// Of a joined string only the content and the closing quote (`open == NONE`).
    Text { open: usize, start: usize, end: usize, close: usize, quote: Quote, raw: bool },
    /// Unquoted text that becomes a string.
    Bare { start: usize, end: usize, code: Code },
    /// A number in another spelling.
    Number { start: usize, end: usize },
    /// The text was cut off here.
    Cut(CutPlace),
    /// All that is open is closed at `place`, the last thing that a reading does. Readings that end are many, and a
    /// document may be deep: the brackets are written out for the one that won.
    CloseAll { place: usize, code: Code },
}

impl Op {
    /// What it does, all places taken for 0; and those, as many as there are, the later ones told from the first.
    #[inline]
    pub fn parted(self) -> (Self, [usize; 4], usize) {
        let (places, count) = match self {
            Self::Replace { start, end, .. }
            | Self::Bare { start, end, .. }
            | Self::Number { start, end } => ([start, end - start, 0, 0], 2),
            // Where a string is joined with another there is no `open`.
            Self::Text { open, start, end, close, .. } => {
                ([start, start.wrapping_sub(open), end - start, close - end], 4)
            }
            Self::CloseAll { place, .. } => ([place, 0, 0, 0], 1),
            Self::Cut(_) => ([0; 4], 0),
        };
        (self.with_places(|| 0), places, count)
    }

    /// Where it begins; what changes nothing begins after every text.
    pub fn start(&self) -> usize {
        match *self {
            Self::Replace { start, .. }
            | Self::Bare { start, .. }
            | Self::Number { start, .. }
            | Self::Text { start, .. } => start,
            Self::CloseAll { place, .. } => place,
            Self::Cut(_) => NONE,
        }
    }

    /// The same at other places, as `parted` told them.
    #[inline]
    pub fn with_places(self, mut next: impl FnMut() -> usize) -> Self {
        match self {
            Self::Replace { with, code, .. } => {
                let start = next();
                Self::Replace { start, end: start + next(), with, code }
            }
            Self::Text { quote, raw, .. } => {
                let start = next();
                let open = start.wrapping_sub(next());
                let end = start + next();
                Self::Text { open, start, end, close: end + next(), quote, raw }
            }
            Self::Bare { code, .. } => {
                let start = next();
                Self::Bare { start, end: start + next(), code }
            }
            Self::Number { .. } => {
                let start = next();
                Self::Number { start, end: start + next() }
            }
            Self::CloseAll { code, .. } => Self::CloseAll { place: next(), code },
            Self::Cut(_) => self,
        }
    }
}
