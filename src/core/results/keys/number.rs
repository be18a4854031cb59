//! Exact decimals: what a JSON number is, and its one spelling in key format 1 and in RFC 8785.
//!
//! A number is its significant digits, borrowed from the text, times a power of ten. Nothing is ever computed with the
//! digits, so a million of them cost a million byte copies, and an exponent is never expanded beyond the rule.

use std::ops::Range;

use ryu_js::Buffer;

use super::Out;

/// Zeros that an integral value may take to be written in full in key format 1.
const MAX_ZEROS: i128 = 308;
/// Decimal digits of the exponents that key format 1 knows.
const EXPONENT_DIGITS: u32 = 18;
/// Digits that any decimal may have and come back from its double unchanged.
const EXACT_DIGITS: usize = 15;
/// Digits of the whole part that ECMAScript writes without an exponent.
const MOST_WHOLE: i128 = 21;
/// Digits that spell any double so that it can be told from its neighbours.
const DOUBLE_DIGITS: usize = 17;

/// Which form numbers are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Numbers {
    /// Key format 1: exact decimals.
    Exact,
    /// RFC 8785, section 3.2.2.3: IEEE doubles as ECMAScript prints them.
    Double,
}

/// A decimal: `head` and `tail` are its digits without leading or trailing zeros, times ten to the `exponent`.
pub struct Decimal<'t> {
    negative: bool,
    head: &'t [u8],
    tail: &'t [u8],
    exponent: i128,
}

impl<'t> Decimal<'t> {
    /// Reads a valid JSON number (RFC 8259, section 6); `None` when its exponent is out of range.
    fn read(raw: &'t [u8]) -> Option<Self> {
        let negative = raw.first() == Some(&b'-');
        let raw = &raw[usize::from(negative)..];
        let (digits, power) = match raw.iter().position(|b| matches!(b, b'e' | b'E')) {
            Some(at) => (&raw[..at], &raw[at + 1..]),
            None => (raw, &[][..]),
        };
        let (whole, fraction) = match digits.iter().position(|b| *b == b'.') {
            Some(at) => (&digits[..at], &digits[at + 1..]),
            None => (digits, &[][..]),
        };
        let mut tail = trim_end(fraction);
        let mut head = trim_start(whole);
        let mut exponent = -(tail.len() as i128);
        if tail.is_empty() {
            let trimmed = trim_end(head);
            exponent = (head.len() - trimmed.len()) as i128;
            head = trimmed;
        } else if head.is_empty() {
            tail = trim_start(tail);
        }
        if head.is_empty() && tail.is_empty() {
            return Some(Self { negative: false, head, tail, exponent: 0 });
        }
        exponent += power_of(power)?;
        let decimal = Self { negative, head, tail, exponent };
        // The rule looks at the value, not at the spelling: at the exponent of its first digit.
        if decimal.magnitude().unsigned_abs() >= 10u128.pow(EXPONENT_DIGITS) {
            return None;
        }
        Some(decimal)
    }

    pub fn len(&self) -> usize {
        self.head.len() + self.tail.len()
    }

    /// The exponent of the first digit.
    fn magnitude(&self) -> i128 {
        self.exponent + self.len() as i128 - 1
    }

    /// Writes the digits in `range`.
    fn put_digits(&self, range: Range<usize>, out: &mut impl Out) {
        let split = self.head.len();
        out.put(&self.head[range.start.min(split)..range.end.min(split)]);
        out.put(&self.tail[range.start.max(split) - split..range.end.max(split) - split]);
    }

    /// Writes the number.
    pub fn put(&self, out: &mut impl Out) {
        let len = self.len();
        if len == 0 {
            return out.put(b"0");
        }
        if self.negative {
            out.put(b"-");
        }
        let magnitude = self.magnitude();
        if (0..=MAX_ZEROS).contains(&self.exponent) {
            self.put_digits(0..len, out);
            put_zeros(self.exponent, out);
        } else if self.exponent < 0 && magnitude >= 0 {
            let point = usize::try_from(magnitude).unwrap_or(0) + 1;
            self.put_digits(0..point, out);
            out.put(b".");
            self.put_digits(point..len, out);
        } else if self.exponent < 0 && magnitude >= -6 {
            out.put(b"0.");
            put_zeros(-magnitude - 1, out);
            self.put_digits(0..len, out);
        } else {
            self.put_digits(0..1, out);
            if len > 1 {
                out.put(b".");
                self.put_digits(1..len, out);
            }
            out.put(if magnitude < 0 { b"e-" } else { b"e+" });
            out.put(magnitude.unsigned_abs().to_string().as_bytes());
        }
    }

    /// Returns whether the double next to it prints as `put` writes it. That of so few digits does, where both forms write no
    /// exponent.
    fn is_own_double(&self) -> bool {
        self.len() <= EXACT_DIGITS && (-6..MOST_WHOLE).contains(&self.magnitude())
    }

    fn equals(&self, other: &Decimal<'_>) -> bool {
        self.negative == other.negative
            && self.exponent == other.exponent
            && self.len() == other.len()
            && self.head.iter().chain(self.tail).eq(other.head.iter().chain(other.tail))
    }
}

fn trim_start(digits: &[u8]) -> &[u8] {
    let zeros = digits.iter().take_while(|b| **b == b'0').count();
    &digits[zeros..]
}

fn trim_end(digits: &[u8]) -> &[u8] {
    let zeros = digits.iter().rev().take_while(|b| **b == b'0').count();
    &digits[..digits.len() - zeros]
}

/// The value of what stands after `e`. A text is far shorter than 10^30 bytes, so no number of digits makes up for
/// an exponent that long.
fn power_of(power: &[u8]) -> Option<i128> {
    let negative = power.first() == Some(&b'-');
    let digits = trim_start(&power[usize::from(matches!(power.first(), Some(b'-' | b'+')))..]);
    if digits.len() > 30 {
        return None;
    }
    let value = digits.iter().fold(0, |value, b| value * 10 + i128::from(b - b'0'));
    Some(if negative { -value } else { value })
}

fn put_zeros(count: i128, out: &mut impl Out) {
    const ZEROS: [u8; 64] = [b'0'; 64];
    let mut left = usize::try_from(count).unwrap_or(0);
    while left > 0 {
        let run = left.min(ZEROS.len());
        out.put(&ZEROS[..run]);
        left -= run;
    }
}

/// The number where it is its own spelling: most are short integers, perhaps with `.0` after them.
fn plain(raw: &[u8], numbers: Numbers) -> Option<&[u8]> {
    let most = if numbers == Numbers::Double { EXACT_DIGITS } else { MAX_ZEROS as usize };
    let whole = raw.strip_suffix(b".0").unwrap_or(raw);
    let is_plain = whole.len() <= most && whole != b"-0" && whole[1..].iter().all(u8::is_ascii_digit);
    is_plain.then_some(whole)
}

/// Writes the number `raw` in the form asked for; `None` if it has no spelling in that form.
pub fn put(raw: &[u8], numbers: Numbers, out: &mut impl Out) -> Option<()> {
    if let Some(whole) = plain(raw, numbers) {
        out.put(whole);
        return Some(());
    }
    let decimal = Decimal::read(raw)?;
    if numbers == Numbers::Exact || decimal.is_own_double() {
        decimal.put(out);
    } else {
        out.put(double(&decimal, raw, &mut Buffer::new())?.as_bytes());
    }
    Some(())
}

/// Returns whether `put` can write this number.
pub fn has_spelling(raw: &[u8], numbers: Numbers) -> bool {
    match numbers {
        Numbers::Double => {
            plain(raw, numbers).is_some()
                || Decimal::read(raw).is_some_and(|decimal| {
                    decimal.is_own_double() || double(&decimal, raw, &mut Buffer::new()).is_some()
                })
        }
        Numbers::Exact => !raw.iter().any(|b| matches!(b, b'e' | b'E')) || Decimal::read(raw).is_some(),
    }
}

/// The number as ECMAScript prints the double that `raw` stands for; `None` if no double is this number.
///
/// RFC 8785 takes every number for a double. We refuse where that would change what the text says: beyond the range
/// of doubles, integers that would get other digits, and fractions of more digits than a double has, unless the
/// double is exactly that.
pub fn double<'b>(given: &Decimal<'_>, raw: &[u8], buffer: &'b mut Buffer) -> Option<&'b str> {
    let text = std::str::from_utf8(raw).ok()?;
    let value: f64 = text.parse().ok()?;
    if !value.is_finite() || (value == 0.0) != (given.len() == 0) {
        return None;
    }
    let printed = buffer.format_finite(value);
    let is_short_fraction = given.exponent < 0 && given.len() <= DOUBLE_DIGITS;
    let is_same = |text: &str| Decimal::read(text.as_bytes()).is_some_and(|other| given.equals(&other));
    (is_short_fraction || is_same(printed) || is_same(&exactly(value))).then_some(printed)
}

/// The exact value of a double: 1100 places hold any.
fn exactly(value: f64) -> String {
    format!("{value:.1100}")
}
