//! Numbers: reading, exact comparison, arithmetic, rounding.
//!
//! Integers are exact at any size, floats are IEEE doubles and never infinite. Integers beyond `i64` are kept as
//! decimal digits, so that reading, comparing and writing them is linear; arithmetic converts them.

use super::error::{Error, ErrorKind, Evaluated};
use super::limits::{Budget, Charge};
use super::value::{Big, Value};
use num_bigint::BigInt;
use std::cmp::Ordering;
use std::rc::Rc;

/// Digits of the largest integer that arithmetic takes or gives. Conversions from and to decimal are quadratic, and
/// one of this size stays within ten milliseconds, so that no single operation outlives its time limit.
pub const MAX_DIGITS: usize = 50_000;

/// The value of a JSON number whose float, if it is one, is finite.
pub fn parse(token: &str) -> Value<'static> {
    if token.len() <= 18
        && let Some(small) = parse_small(token)
    {
        return Value::Int(small);
    }
    if token.bytes().any(|b| matches!(b, b'.' | b'e' | b'E')) {
        return Value::Float(token.parse().unwrap_or(0.0));
    }
    match token.parse() {
        Ok(small) => Value::Int(small),
        Err(_) => Value::Big(Rc::new(Big { digits: token.into(), charge: Charge::none() })),
    }
}

/// An integer of at most 18 characters.
#[inline]
fn parse_small(token: &str) -> Option<i64> {
    let (negative, digits) = match token.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, token),
    };
    let mut value = 0i64;
    for byte in digits.bytes() {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        value = value * 10 + i64::from(digit);
    }
    Some(if negative { -value } else { value })
}

/// The exact order of two numbers; `None` when one is not a number.
pub fn compare(a: &Value<'_>, b: &Value<'_>) -> Option<Ordering> {
    Some(match (a, b) {
        (Value::Int(a), Value::Int(b)) => a.cmp(b),
        (Value::Float(a), Value::Float(b)) => a.partial_cmp(b)?,
        (Value::Int(a), Value::Float(b)) => int_float(*a, *b),
        (Value::Float(a), Value::Int(b)) => int_float(*b, *a).reverse(),
        (Value::Big(a), Value::Big(b)) => digits_cmp(&a.digits, &b.digits),
        // An integer that needs a `Big` is outside `i64`, so its sign decides.
        (Value::Big(a), Value::Int(_)) => big_sign(a),
        (Value::Int(_), Value::Big(b)) => big_sign(b).reverse(),
        (Value::Big(a), Value::Float(b)) => big_float(a, *b),
        (Value::Float(a), Value::Big(b)) => big_float(b, *a).reverse(),
        _ => return None,
    })
}

fn int_float(int: i64, float: f64) -> Ordering {
    const END: f64 = 9_223_372_036_854_775_808.0;
    if float >= END {
        return Ordering::Less;
    }
    if float < -END {
        return Ordering::Greater;
    }
    // In this range the whole part is exact as an i64.
    let whole = float.trunc();
    int.cmp(&(whole as i64)).then(if float > whole {
        Ordering::Less
    } else if float < whole {
        Ordering::Greater
    } else {
        Ordering::Equal
    })
}

fn big_sign(big: &Big) -> Ordering {
    if big.digits.starts_with('-') { Ordering::Less } else { Ordering::Greater }
}

fn big_float(big: &Big, float: f64) -> Ordering {
    // A float with a fraction is below 2^53: its whole part decides as well as itself.
    digits_cmp(&big.digits, &format!("{:.0}", float.trunc()))
}

/// Orders canonical decimal integers.
fn digits_cmp(a: &str, b: &str) -> Ordering {
    match (a.strip_prefix('-'), b.strip_prefix('-')) {
        (None, None) => a.len().cmp(&b.len()).then_with(|| a.cmp(b)),
        (Some(a), Some(b)) => b.len().cmp(&a.len()).then_with(|| b.cmp(a)),
        (None, Some(_)) => Ordering::Greater,
        (Some(_), None) => Ordering::Less,
    }
}

/// The operations that keep integers integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exact {
    /// `add`
    Add,
    /// `sub`
    Sub,
    /// `mul`
    Mul,
}

/// Adds, subtracts or multiplies two numbers.
pub fn exact<'a>(
    op: Exact,
    left: &Value<'a>,
    right: &Value<'a>,
    budget: &mut Budget<'_>,
) -> Evaluated<Value<'a>> {
    if let (Value::Int(a), Value::Int(b)) = (left, right) {
        let small = match op {
            Exact::Add => a.checked_add(*b),
            Exact::Sub => a.checked_sub(*b),
            Exact::Mul => a.checked_mul(*b),
        };
        if let Some(small) = small {
            return Ok(Value::Int(small));
        }
    }
    if matches!(left, Value::Float(_)) || matches!(right, Value::Float(_)) {
        let (a, b) = (float(left)?, float(right)?);
        return finite(match op {
            Exact::Add => a + b,
            Exact::Sub => a - b,
            Exact::Mul => a * b,
        });
    }
    let (a, b) = (big(left)?, big(right)?);
    let result = match op {
        Exact::Add => a + b,
        Exact::Sub => a - b,
        Exact::Mul => a * b,
    };
    if let Ok(small) = i64::try_from(&result) {
        return Ok(Value::Int(small));
    }
    // Three bits and a bit make a digit: a cheap bound before the costly conversion.
    if result.bits() / 4 > MAX_DIGITS as u64 {
        return Err(too_large());
    }
    let digits = result.to_string();
    budget.steps_for(digits.len() * 64)?;
    budget.big(digits)
}

#[cold]
fn too_large() -> Box<Error> {
    Error::boxed(ErrorKind::Memory, format!("arithmetic takes integers of up to {MAX_DIGITS} digits"))
}

pub fn big(value: &Value<'_>) -> Evaluated<BigInt> {
    match value {
        Value::Int(small) => Ok(BigInt::from(*small)),
        Value::Big(big) if big.digits.len() <= MAX_DIGITS => {
            big.digits.parse().map_err(|_| Error::execution("this is not an integer"))
        }
        _ => Err(too_large()),
    }
}

/// `left / right`; `right` is not zero.
pub fn divide<'a>(left: &Value<'a>, right: &Value<'a>) -> Evaluated<Value<'a>> {
    finite(float(left)? / float(right)?)
}

/// `part / whole * 100` in this order of floats; `whole` is not zero.
pub fn percent<'a>(part: &Value<'a>, whole: &Value<'a>) -> Evaluated<Value<'a>> {
    finite(float(part)? / float(whole)? * 100.0)
}

/// Returns whether the number is a zero of any kind.
pub fn is_zero(value: &Value<'_>) -> bool {
    matches!(value, Value::Int(0)) || matches!(value, Value::Float(f) if *f == 0.0)
}

/// The nearest float.
#[expect(clippy::cast_precision_loss, reason = "the nearest float is what is asked for")]
pub fn float(value: &Value<'_>) -> Evaluated<f64> {
    let float = match value {
        Value::Int(int) => *int as f64,
        Value::Float(float) => *float,
        // Parsing decimal digits rounds correctly, and gives infinity beyond the largest float.
        Value::Big(big) => big.digits.parse().unwrap_or(f64::INFINITY),
        _ => f64::NAN,
    };
    if float.is_finite() { Ok(float) } else { Err(overflow()) }
}

#[cold]
fn overflow() -> Box<Error> {
    Error::execution("arithmetic overflow")
}

fn finite<'a>(float: f64) -> Evaluated<Value<'a>> {
    if float.is_finite() { Ok(Value::Float(float)) } else { Err(overflow()) }
}

/// Rounds half away from zero, by the exact binary value.
pub fn round(float: f64, precision: usize) -> f64 {
    let exact = if is_tie(float, precision) {
        // Formatting rounds a tie to even; the next float further out is not a tie and rounds away.
        f64::from_bits(float.to_bits() + 1)
    } else {
        float
    };
    format!("{exact:.precision$}").parse().unwrap_or(float)
}

/// Returns whether the float lies exactly between two decimals of this precision.
///
/// A dyadic fraction m/2^k with odd m has exactly k decimals, the last of them a 5.
fn is_tie(float: f64, precision: usize) -> bool {
    if float == 0.0 {
        return false;
    }
    let bits = float.abs().to_bits();
    let (exponent, fraction) = ((bits >> 52) as i32, bits & ((1 << 52) - 1));
    let (mantissa, power) =
        if exponent == 0 { (fraction, -1074) } else { (fraction | 1 << 52, exponent - 1075) };
    // Without decimals the float is whole and nothing is left to round.
    let decimals = u32::try_from(-power).unwrap_or(0).saturating_sub(mantissa.trailing_zeros());
    decimals as usize == precision + 1
}
