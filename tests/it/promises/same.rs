//! Equality of JSON values where numbers of any size are compared as numbers, and members without their order.

#![allow(dead_code, reason = "each test needs one of the two")]

use serde_json::Value;

/// Are two values exactly equal? 1, 1.0 and 10e-1 are; 0.1 and 0.10000000000000001 are not.
pub fn exactly(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => decimal(&a.to_string()) == decimal(&b.to_string()),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| exactly(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(name, a)| b.get(name).is_some_and(|b| exactly(a, b)))
        }
        _ => a == b,
    }
}

/// Do two values mean the same, where one of them passed through a language of doubles? As `exactly`, but a number
/// with a fraction or an exponent is compared as a double too.
pub fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => {
            let (a, b) = (a.to_string(), b.to_string());
            decimal(&a) == decimal(&b) || (is_float(&a) || is_float(&b)) && as_double(&a) == as_double(&b)
        }
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(name, a)| b.get(name).is_some_and(|b| same(a, b)))
        }
        _ => a == b,
    }
}

fn is_float(text: &str) -> bool {
    text.contains(['.', 'e', 'E'])
}

fn as_double(text: &str) -> Option<f64> {
    text.parse().ok().filter(|double: &f64| double.is_finite())
}

/// A number's sign, digits without zeros at the ends, and exponent: equal for equal numbers, whatever their size.
pub fn decimal(text: &str) -> (bool, String, i128) {
    let (negative, text) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    let kept = digits.trim_end_matches('0');
    let exponent = exponent.parse::<i128>().unwrap_or(i128::MAX);
    let exponent = exponent.saturating_add((digits.len() - kept.len()) as i128 - fraction.len() as i128);
    let kept = kept.trim_start_matches('0');
    if kept.is_empty() { (false, String::new(), 0) } else { (negative, kept.to_owned(), exponent) }
}
