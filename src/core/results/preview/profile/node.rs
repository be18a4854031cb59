//! What is known of the values at one place: how many, of which types, how large.

use super::distinct::{Counted, Distinct, Number};
use crate::core::results::preview::shape::Kind;

/// The types, in the order in which they are counted.
pub(super) const KINDS: [Kind; 7] =
    [Kind::Integer, Kind::Number, Kind::String, Kind::Boolean, Kind::Null, Kind::Array, Kind::Object];

/// Bytes of the spelling of a number or a moment that is shown.
const SPELLED: usize = 40;

/// Powers of ten that are exact.
const TENS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
];

/// A short text, without a place of its own in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spelling {
    bytes: [u8; SPELLED],
    len: u8,
}

impl Spelling {
    pub const NONE: Self = Self { bytes: [0; SPELLED], len: 0 };

    #[inline]
    fn set(&mut self, text: &[u8]) {
        let len = text.len().min(SPELLED);
        self.bytes[..len].copy_from_slice(&text[..len]);
        self.len = len as u8;
    }

    fn bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.len)]
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(self.bytes()).into_owned()
    }
}

/// From the least to the greatest: nothing where the least is above the greatest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    pub least: u64,
    pub greatest: u64,
}

impl Range {
    pub const NONE: Self = Self { least: u64::MAX, greatest: 0 };

    #[inline]
    fn add(&mut self, value: u64) {
        self.least = self.least.min(value);
        self.greatest = self.greatest.max(value);
    }

    pub(super) fn is_empty(self) -> bool {
        self.least > self.greatest
    }

    fn join(&mut self, other: Self) {
        self.least = self.least.min(other.least);
        self.greatest = self.greatest.max(other.greatest);
    }
}

/// The values at one place.
#[derive(Clone, Debug)]
pub struct Stats {
    /// By the position of their type in `KINDS`.
    pub(super) kinds: [u64; KINDS.len()],
    distinct: Distinct,
    least: f64,
    greatest: f64,
    least_spelled: Spelling,
    greatest_spelled: Spelling,
    first_text: Spelling,
    last_text: Spelling,
    /// The beginning of the string that came first.
    example: Spelling,
    /// Characters of strings.
    pub lengths: Range,
    /// Items of arrays.
    pub(super) items: Range,
    /// Says whether all strings begin with a digit, so that their order may mean something (dates, times).
    are_ordered: bool,
}

impl Stats {
    pub fn new() -> Self {
        Self {
            kinds: [0; KINDS.len()],
            distinct: Distinct::new(),
            least: f64::INFINITY,
            greatest: f64::NEG_INFINITY,
            least_spelled: Spelling::NONE,
            greatest_spelled: Spelling::NONE,
            first_text: Spelling::NONE,
            last_text: Spelling::NONE,
            example: Spelling::NONE,
            lengths: Range::NONE,
            items: Range::NONE,
            are_ordered: true,
        }
    }

    /// How many values there are.
    pub(super) fn count(&self) -> u64 {
        self.kinds.iter().sum()
    }

    #[inline]
    pub(super) fn array(&mut self, items: u64) {
        self.items.add(items);
    }

    #[inline]
    pub(super) fn note(&mut self, kind: Kind) {
        self.kinds[kind as usize] += 1;
    }

    /// Adds a scalar; `token` is its text, for a string with its quotes.
    #[inline]
    pub fn scalar(&mut self, token: &[u8], is_escaped: bool) {
        match token[0] {
            b'"' => {
                self.note(Kind::String);
                let inner = &token[1..token.len() - 1];
                if self.example.len == 0 && !is_escaped {
                    self.example.set(inner);
                }
                self.string(inner, is_escaped);
            }
            b't' | b'f' => self.note(Kind::Boolean),
            b'n' => return self.note(Kind::Null),
            _ => self.number(token),
        }
        self.distinct.add(token);
    }

    #[inline]
    fn string(&mut self, inner: &[u8], is_escaped: bool) {
        let mut length = inner.iter().map(|byte| usize::from(byte & 0xc0 != 0x80)).sum::<usize>() as u64;
        if is_escaped {
            length = characters(inner);
        }
        self.lengths.add(length);
        if !self.are_ordered {
            return;
        }
        if is_escaped || inner.len() > SPELLED || !inner.first().is_some_and(u8::is_ascii_digit) {
            self.are_ordered = false;
            return;
        }
        if self.lengths.least == self.lengths.greatest {
            if self.first_text.len == 0 || inner < self.first_text.bytes() {
                self.first_text.set(inner);
            }
            if inner > self.last_text.bytes() {
                self.last_text.set(inner);
            }
        } else {
            self.are_ordered = false;
        }
    }

    #[inline]
    pub fn number(&mut self, token: &[u8]) {
        let (value, is_integer) = number(token);
        self.note(if is_integer { Kind::Integer } else { Kind::Number });
        if value < self.least {
            self.least = value;
            self.least_spelled.set(token);
        }
        if value > self.greatest {
            self.greatest = value;
            self.greatest_spelled.set(token);
        }
    }

    /// Adds all values of another place.
    pub(super) fn join(&mut self, other: &Self) {
        for (mine, theirs) in self.kinds.iter_mut().zip(other.kinds) {
            *mine += theirs;
        }
        self.distinct.join(&other.distinct);
        if other.least < self.least {
            (self.least, self.least_spelled) = (other.least, other.least_spelled);
        }
        if other.greatest > self.greatest {
            (self.greatest, self.greatest_spelled) = (other.greatest, other.greatest_spelled);
        }
        self.items.join(other.items);
        if self.example.len == 0 {
            self.example = other.example;
        }
        if other.lengths.is_empty() {
            return;
        }
        self.lengths.join(other.lengths);
        self.are_ordered &= other.are_ordered && self.lengths.least == self.lengths.greatest;
        if self.first_text.len == 0 || other.first_text.bytes() < self.first_text.bytes() {
            self.first_text = other.first_text;
        }
        if other.last_text.bytes() > self.last_text.bytes() {
            self.last_text = other.last_text;
        }
    }

    /// A string from here as it is written between its quotes, and whether all of it is there.
    pub(super) fn example(&self) -> Option<(String, bool)> {
        let bytes = self.example.bytes();
        let text = String::from_utf8_lossy(bytes);
        // A character that was cut in two goes.
        let is_whole = bytes.len() < SPELLED;
        let text = if is_whole { &text } else { text.trim_end_matches('\u{fffd}') };
        (!text.is_empty()).then(|| (text.to_owned(), is_whole))
    }

    /// The least and the greatest value as JSON texts, where they are numbers or moments in time.
    pub fn bounds(&self) -> Option<(String, String)> {
        let numbers = self.kinds[Kind::Integer as usize] + self.kinds[Kind::Number as usize];
        let strings = self.kinds[Kind::String as usize];
        if numbers > 0 {
            let (least, greatest) = (self.least_spelled.text(), self.greatest_spelled.text());
            return (least.len() < SPELLED && greatest.len() < SPELLED).then_some((least, greatest));
        }
        let is_moment = strings > 0 && self.are_ordered && self.first_text.len > 0;
        is_moment
            .then(|| (format!("\"{}\"", self.first_text.text()), format!("\"{}\"", self.last_text.text())))
    }

    pub fn distinct(&self) -> Number {
        self.distinct.number()
    }

    pub(super) fn top(&self) -> Option<Vec<&Counted>> {
        self.distinct.top()
    }
}

/// The characters of a string with escapes, as it is written between its quotes.
#[cold]
fn characters(inner: &[u8]) -> u64 {
    let text = String::from_utf8_lossy(inner);
    crate::core::json::Text::from_raw(&text).decode_lossy().chars().count() as u64
}

/// The value of a number, near enough to be compared, and whether it is written without fraction and exponent.
#[inline]
pub fn number(token: &[u8]) -> (f64, bool) {
    let (mut digits, mut used, mut decimals, mut is_integer) = (0_u64, 0, 0, true);
    let unsigned = token.strip_prefix(b"-").unwrap_or(token);
    for byte in unsigned {
        match byte {
            b'0'..=b'9' => {
                digits = digits.wrapping_mul(10).wrapping_add(u64::from(byte - b'0'));
                used += 1;
                decimals += usize::from(!is_integer);
            }
            b'.' => is_integer = false,
            _ => return (parse(token), false),
        }
    }
    // Up to 15 digits and 22 places both numbers are exact, and so the quotient is the nearest there is.
    if used > 15 {
        return (parse(token), is_integer);
    }
    #[expect(clippy::cast_precision_loss, reason = "15 digits are exact")]
    let value = digits as f64 / TENS[decimals];
    (if unsigned.len() < token.len() { -value } else { value }, is_integer)
}

#[cold]
pub fn parse(token: &[u8]) -> f64 {
    std::str::from_utf8(token).ok().and_then(|text| text.parse().ok()).unwrap_or(0.0)
}
