//! How likely it is that a value is what the writer meant.
//!
//! ```text
//! fixes, cut, margin of the search ─→ signals, each with a level ─weights (table)→ score ─logistic→ Confidence
//! ```
//! A *signal* is something that speaks against a reading, or for it; its level counts up from 0. The table has one weight
//! for each level of each signal. `benches/confidence/run.py` fits the weights and writes the table; nothing else in here
//! is fitted. The confidence is worked out from the list of fixes when it is asked for, so a record without a question
//! about costs nothing, and the text is never read again.

pub mod table;

use std::fmt;
use std::str::FromStr;

use crate::core::repair::edit::{Code, Fix, Risk};
use table::{BASE, WEIGHTS};

/// The estimated probability that a value is what the writer meant, in whole percent, rounded down.
///
/// It is displayed as a number from 0 to 1 with two digits: `0.97`, and `1` for what needed no change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Confidence(u8);

impl Confidence {
    /// Nothing was changed.
    pub const CERTAIN: Self = Self(WHOLE);
    /// What is asked for where no confidence is asked for.
    pub const NONE: Self = Self(0);
    /// The most that a value can have with a fix that the evidence cannot settle.
    const UNSETTLED: u8 = 89;
    /// The most that a value with a change can have.
    const MOST: u8 = WHOLE - 1;

    /// So many percent, from 0 to 100.
    pub fn of_percent(percent: u8) -> Option<Self> {
        (percent <= WHOLE).then_some(Self(percent))
    }

    /// In percent, from 0 to 100.
    pub fn percent(self) -> u8 {
        self.0
    }

    /// As a probability, from 0 to 1.
    pub fn probability(self) -> f64 {
        f64::from(self.0) / f64::from(WHOLE)
    }
}

/// How a confidence is written, for messages.
pub const SPELLING: &str = "a number from 0 to 1 with at most two digits after the point";

impl FromStr for Confidence {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let percent = text.parse::<f64>().map_err(|_| SPELLING)? * f64::from(WHOLE);
        let whole = percent.round();
        let is_whole = (percent - whole).abs() < SLACK && (0.0..=f64::from(WHOLE)).contains(&whole);
        #[expect(clippy::cast_sign_loss, reason = "it was compared with 0")]
        if is_whole { Ok(Self(whole as u8)) } else { Err(SPELLING) }
    }
}

impl fmt::Display for Confidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::CERTAIN { write!(f, "1") } else { write!(f, "0.{:02}", self.0) }
    }
}

/// A probability of 1, in percent.
pub const WHOLE: u8 = 100;
/// What a number with two digits may be off once it is a double, in percent.
const SLACK: f64 = 1e-9;
/// Weights are hundredths of a unit of log-odds.
const UNIT: f64 = 100.0;

macro_rules! signs {
    ($($sign:ident $most:literal $name:literal: $reason:literal;)*) => {
        /// What speaks against a reading, or for it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum Sign { $(#[doc = $reason] $sign,)* }

        /// For the script that fits the weights: the name of each signal, its highest level and its reason.
        #[doc(hidden)]
        pub const SIGNS: &[(&str, u8, &str)] = &[$(($name, $most, $reason),)*];
    };
}

signs! {
    Guided      1 "guided": "a schema said which keys and types are due, and the value fits it";
    Rival       5 "rival": "another reading came as far as the winner and had nearly the same cost";
    Doubt       1 "doubt": "a fix is riskier here than fixes of its kind are";
    Guesses     5 "guesses": "kinds of fixes where another reading is possible, or where something is lost";
    Slips       5 "slips": "kinds of fixes with a certain meaning: the more kinds, the worse the text";
    Cut         1 "cut": "the text was cut off";
    Brackets    1 "brackets": "a bracket was missing, of the wrong kind, or too many before the end";
    Quotes      1 "quotes": "a quote that bounds a string was missing, doubled or escaped";
    InnerQuotes 8 "inner-quotes": "quotes inside strings were not escaped: one, three, seven and so on";
    LineEnds    1 "line-ends": "a string holds a raw line end, so it may have lost its end";
    Swallowed   1 "swallowed": "strings hold quotes and raw line ends, so one may have swallowed lines of the document";
    Separators  1 "separators": "a comma or colon was missing, surplus, or another character";
    Backslashes 1 "backslashes": "a backslash was taken as a character of its own, or for an escape of another language";
    Words       1 "words": "text without quotes became a string";
    Notations   1 "notations": "a tuple, a set, triple quotes or backticks: another language, which may mean something else";
    Holes       1 "holes": "a value was missing or stood for one, and null stands there";
    Duplicates  1 "duplicates": "a key stood twice in an object, as when two objects became one";
    LeftOut     1 "left-out": "another document of the text was left out";
    Dropped     4 "dropped": "a fifth, two fifths and so on of the text was dropped";
}

pub const COUNT: usize = SIGNS.len();

/// How much lower the cost of the winner of a search is than that of the nearest other reading that came as far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Margin(pub u32);

impl Margin {
    /// There was no other reading, or no search.
    pub(crate) const WIDE: Self = Self(u32::MAX);
    /// Another reading had the same cost.
    pub(crate) const NONE: Self = Self(0);
}

/// What is known of a reading, beside its fixes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// The least margin of all searches that had a part in it.
    pub margin: Margin,
    /// Says whether the reader knew the keys and types that were due.
    pub is_guided: bool,
    /// Says whether nothing in the text can tell this value from another one.
    pub is_unsettled: bool,
}

impl Evidence {
    /// There was no search, and nothing was known.
    pub const NONE: Self = Self { margin: Margin::WIDE, is_guided: false, is_unsettled: false };

    /// What is known of a reading of which another one is a part.
    #[must_use]
    pub(crate) fn with(self, part: Self) -> Self {
        Self {
            margin: self.margin.min(part.margin),
            is_guided: self.is_guided || part.is_guided,
            is_unsettled: self.is_unsettled || part.is_unsettled,
        }
    }
}

/// The signals of one reading, as they are found.
#[derive(Clone, Debug)]
pub struct Signs {
    pub levels: [u8; COUNT],
    /// Kinds of fixes, as bits.
    guesses: u128,
    slips: u128,
    inner_quotes: u32,
    /// Bytes that were dropped.
    dropped: usize,
    /// Says whether there is a fix that the evidence cannot settle, or the value is one of two.
    is_unsettled: bool,
}

impl Signs {
    /// Those that show apart from the fixes.
    pub fn new(evidence: Evidence, is_cut: bool) -> Self {
        let mut levels = [0; COUNT];
        levels[Sign::Guided as usize] = u8::from(evidence.is_guided);
        levels[Sign::Rival as usize] = most(Sign::Rival).saturating_sub(octave(evidence.margin.0));
        levels[Sign::Cut as usize] = u8::from(is_cut);
        let is_unsettled = evidence.is_unsettled;
        Self { levels, guesses: 0, slips: 0, inner_quotes: 0, dropped: 0, is_unsettled }
    }

    /// One more fix of a text.
    pub(crate) fn add(&mut self, fix: &Fix<'_>) {
        self.add_code(fix.code, fix.risk);
        if is_dropped(fix.code) {
            self.dropped += fix.end - fix.start;
        }
    }

    /// One more kind of change, by number.
    pub(crate) fn add_kind(&mut self, kind: u32, risk: Risk) {
        let kinds = if risk == Risk::Syntax { &mut self.slips } else { &mut self.guesses };
        *kinds |= 1 << (kind % u128::BITS);
    }

    /// One more fix of this kind, at a place that is not known.
    pub(crate) fn add_code(&mut self, code: Code, risk: Risk) {
        self.add_kind(code as u32, risk);
        if risk > code.about().risk {
            self.levels[Sign::Doubt as usize] = 1;
        }
        self.inner_quotes += u32::from(code == Code::InnerQuote);
        self.is_unsettled |= is_unsettled(code);
        if let Some(sign) = sign(code) {
            self.levels[sign as usize] = 1;
        }
    }

    /// The level of each signal, where so many bytes were kept.
    pub fn levels(mut self, kept: usize) -> [u8; COUNT] {
        let fifths = most(Sign::Dropped) as usize + 1;
        let swallowed = u8::from(self.inner_quotes > 0) * self.levels[Sign::LineEnds as usize];
        let mut set = |sign: Sign, level: u8| self.levels[sign as usize] = level.min(most(sign));
        set(Sign::Guesses, self.guesses.count_ones() as u8);
        set(Sign::Slips, self.slips.count_ones() as u8);
        set(Sign::InnerQuotes, octave(self.inner_quotes));
        set(Sign::Swallowed, swallowed);
        set(Sign::Dropped, (fifths * self.dropped / (self.dropped + kept + 1)) as u8);
        self.levels
    }

    /// Returns whether a closing bracket was dropped and another one added: what the container holds is a guess then.
    fn has_moved_closer(&self) -> bool {
        let kinds = self.guesses | self.slips;
        [Code::EarlyCloser, Code::MissingCloser]
            .iter()
            .all(|code| kinds >> (*code as u32 % u128::BITS) & 1 == 1)
    }

    /// How likely it is that the reading is what the writer meant, where so many bytes were kept.
    pub fn confidence(self, kept: usize) -> Confidence {
        let is_unsettled = self.is_unsettled || self.has_moved_closer();
        let most = if is_unsettled { Confidence::UNSETTLED } else { Confidence::MOST };
        let score = self
            .levels(kept)
            .iter()
            .zip(WEIGHTS)
            .fold(BASE, |score, (level, weight)| score - i32::from(*level) * weight);
        let probability = 1.0 / (1.0 + (-f64::from(score) / UNIT).exp());
        #[expect(clippy::cast_sign_loss, reason = "a probability is not negative")]
        let percent = (probability * f64::from(WHOLE)) as u8;
        Confidence(percent.min(most))
    }
}

/// The highest level of a signal.
const fn most(sign: Sign) -> u8 {
    SIGNS[sign as usize].1
}

/// How often a count can be halved until nothing is left of it: 0 for 0, 1 for 1 and 2, 2 for 3 to 6.
pub fn octave(count: u32) -> u8 {
    count.saturating_add(1).ilog2() as u8
}

/// What a fix of this kind is a signal of, whatever its place and number.
fn sign(code: Code) -> Option<Sign> {
    Some(match code {
        Code::MissingCloser
        | Code::MissingOpener
        | Code::WrongCloser
        | Code::WrongOpener
        | Code::EarlyCloser
        | Code::NewObject => Sign::Brackets,
        Code::MissingOpenQuote
        | Code::MissingCloseQuote
        | Code::EscapedQuotes
        | Code::DoubledQuotes
        | Code::SurplusQuote => Sign::Quotes,
        Code::RawControl => Sign::LineEnds,
        Code::MissingComma
        | Code::MissingColon
        | Code::ExtraComma
        | Code::ExtraColon
        | Code::WrongSeparator => Sign::Separators,
        Code::LiteralBackslash | Code::MarkdownEscape | Code::EscapeSpelling => Sign::Backslashes,
        Code::UnquotedValue | Code::NumberText | Code::CallWrapper => Sign::Words,
        Code::Tuple | Code::Set | Code::TripleQuotes | Code::BacktickQuotes => Sign::Notations,
        Code::MissingValue | Code::Undefined | Code::NonFinite | Code::Placeholder | Code::Ellipsis => {
            Sign::Holes
        }
        Code::DuplicateKey => Sign::Duplicates,
        Code::DroppedDocument | Code::ConflictMarker => Sign::LeftOut,
        _ => return None,
    })
}

/// Returns whether the evidence cannot settle a fix of this kind, because what stood there is gone: a side of a merge, a value, a
/// bracket that opened. In files that people broke and repaired, it is right no more often than not.
pub fn is_unsettled(code: Code) -> bool {
    matches!(
        code,
        Code::ConflictMarker | Code::MissingValue | Code::StrayText | Code::MissingOpener | Code::WrongOpener
    )
}

/// Returns whether a fix of this kind drops text that may be data.
fn is_dropped(code: Code) -> bool {
    matches!(code, Code::Prose | Code::DroppedDocument | Code::AbandonedStart | Code::StrayText)
}
