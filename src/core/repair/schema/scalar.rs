//! What text, numbers and words mean when a schema wants another type: all the rules about scalars.
//!
//! A string is taken for a number, a boolean or null when the repair would read it as one if it stood there without
//! quotes: one definition for both. What is not plainly a number (`007`, `1,234`, `5 items`) is text.

use super::shape::Kinds;
use crate::core::json::{is_space, scan};
use crate::core::repair::engine::{Code, respell};

/// Digits that an integer with an exponent may take to be written in full.
const IN_FULL: i64 = 40;

/// JSON text of another type, and the code of the change.
pub(super) type Coerced = (String, Code);

/// The number, boolean or null that a string's content spells, where one of `wanted` is.
pub fn from_text(text: &str, wanted: Kinds) -> Option<Coerced> {
    let word = text.trim_matches(|c: char| c.is_ascii() && is_space(c as u8));
    match word {
        "true" | "True" | "TRUE" if wanted.has(Kinds::BOOL) => {
            return Some(("true".to_owned(), Code::CoercedBoolean));
        }
        "false" | "False" | "FALSE" if wanted.has(Kinds::BOOL) => {
            return Some(("false".to_owned(), Code::CoercedBoolean));
        }
        "null" | "None" if wanted.has(Kinds::NULL) => return Some(("null".to_owned(), Code::CoercedNull)),
        _ => {}
    }
    number(&plain_number(word)?, wanted).map(|number| (number, Code::CoercedNumber))
}

/// A JSON number, where the word is plainly one.
fn plain_number(word: &str) -> Option<String> {
    let begins = word.bytes().next().is_some_and(|b| b == b'-' || b.is_ascii_digit());
    if begins && scan::scalar_end(word.as_bytes(), 0) == Ok(word.len()) {
        return Some(word.to_owned());
    }
    respell(word.as_bytes())
}

/// A JSON number as one of `wanted`: an integer loses a fraction of zeros, and nothing else ever goes.
pub(super) fn number(digits: &str, wanted: Kinds) -> Option<String> {
    if wanted.has(Kinds::NUMBER) {
        return Some(digits.to_owned());
    }
    wanted.has(Kinds::INTEGER).then(|| integer(digits))?
}

/// Returns whether this JSON number is an integer, however it is written.
pub(super) fn is_integral(digits: &str) -> bool {
    digits.bytes().skip(usize::from(digits.starts_with('-'))).all(|b| b.is_ascii_digit())
        || integer(digits).is_some()
}

/// An integral JSON number as JSON writes integers. One that would be long in full keeps its exponent.
pub fn integer(digits: &str) -> Option<String> {
    let (sign, plain) = digits.strip_prefix('-').map_or(("", digits), |plain| ("-", plain));
    if plain != "0" && plain.bytes().all(|b| b.is_ascii_digit()) {
        return Some(digits.to_owned());
    }
    let (mantissa, power) = match plain.find(['e', 'E']) {
        Some(at) => (&plain[..at], &plain[at + 1..]),
        None => (plain, "0"),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let fraction = fraction.trim_end_matches('0');
    let is_zero = fraction.is_empty() && whole.bytes().all(|b| b == b'0');
    if is_zero {
        return Some("0".to_owned());
    }
    // An exponent beyond i64 moves the point out of any text.
    let Ok(power) = power.parse::<i64>() else {
        return (!power.starts_with('-')).then(|| digits.to_owned());
    };
    // How far the point is after the last digit that counts.
    let zeros = power.saturating_sub(fraction.len() as i64);
    let significant = format!("{whole}{fraction}");
    if zeros < 0 {
        let kept = significant.len().checked_sub(zeros.unsigned_abs() as usize)?;
        let is_whole = significant[kept..].bytes().all(|b| b == b'0');
        let head = significant[..kept].trim_start_matches('0');
        return is_whole.then(|| format!("{sign}{}", if head.is_empty() { "0" } else { head }));
    }
    if zeros > IN_FULL {
        return Some(digits.to_owned());
    }
    let significant = significant.trim_start_matches('0');
    Some(format!("{sign}{significant}{}", "0".repeat(usize::try_from(zeros).unwrap_or(0))))
}

/// Words and digits that stand for true and false in configuration files; taken only where losses are accepted.
pub(super) fn lossy_boolean(source: &str) -> Option<Coerced> {
    let value = match source.trim().to_ascii_lowercase().as_str() {
        "yes" | "on" | "1" => "true",
        "no" | "off" | "0" => "false",
        _ => return None,
    };
    Some((value.to_owned(), Code::LossyBoolean))
}

/// A number with signs that are no part of it: a currency before, a percent sign after, commas between thousands.
pub fn lossy_number(text: &str, wanted: Kinds) -> Option<Coerced> {
    let word = text.trim();
    let (sign, word) = word.strip_prefix('-').map_or(("", word), |word| ("-", word));
    let word = word.strip_prefix(['$', '€', '£', '¥']).unwrap_or(word);
    let word = word.strip_suffix(['%', '$', '€', '£', '¥']).unwrap_or(word).trim();
    let (whole, fraction) = word.split_once('.').map_or((word, None), |(a, b)| (a, Some(b)));
    let mut groups = whole.split(',');
    let first = groups.next()?;
    let grouped = groups.clone().count() > 0;
    let fine = !first.is_empty()
        && first.bytes().all(|b| b.is_ascii_digit())
        && (!grouped || first.len() <= 3)
        && groups.all(|group| group.len() == 3 && group.bytes().all(|b| b.is_ascii_digit()));
    if !fine {
        return None;
    }
    let fraction = fraction.map(|digits| format!(".{digits}")).unwrap_or_default();
    let digits = format!("{sign}{}{fraction}", whole.replace(',', ""));
    let digits = plain_number(&digits)?;
    number(&digits, wanted).map(|number| (number, Code::LossyNumber))
}
