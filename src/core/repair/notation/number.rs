//! Numbers in the spellings of other languages → JSON numbers of the same value, exactly.

use std::fmt::Write;

/// Hexadecimal, octal and binary digits accepted; more are kept as text, so that conversion stays cheap.
const MAX_RADIX_DIGITS: usize = 4096;

/// The JSON spelling of a number that is plainly one but not spelled as JSON spells it; `None` for anything else,
/// `00501` and `1.2.3` among them.
pub fn respell(word: &[u8]) -> Option<String> {
    let word = std::str::from_utf8(word).ok()?;
    let (sign, digits) = match word.as_bytes().first()? {
        b'-' => ("-", &word[1..]),
        b'+' => ("", &word[1..]),
        _ => ("", word),
    };
    for (prefix, radix) in [("0x", 16), ("0X", 16), ("0o", 8), ("0O", 8), ("0b", 2), ("0B", 2)] {
        if let Some(digits) = digits.strip_prefix(prefix) {
            return to_decimal(digits, radix).map(|decimal| format!("{sign}{decimal}"));
        }
    }
    decimal(digits).map(|decimal| format!("{sign}{decimal}"))
}

/// A decimal without its sign: `.5`, `5.`, `1_000`, `1.e5`.
#[cold]
fn decimal(text: &str) -> Option<String> {
    let (mantissa, exponent) = match text.find(['e', 'E']) {
        Some(at) => (&text[..at], Some(&text[at..])),
        None => (text, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    let whole_digits = grouped(whole)?;
    let fraction_digits = fraction.map_or(Some(String::new()), grouped)?;
    let leading_zero = whole_digits.len() > 1 && whole_digits.starts_with('0');
    if leading_zero || (whole_digits.is_empty() && fraction_digits.is_empty()) {
        return None;
    }
    let mut out = if whole_digits.is_empty() { String::from("0") } else { whole_digits };
    if fraction.is_some() {
        out.push('.');
        out.push_str(if fraction_digits.is_empty() { "0" } else { &fraction_digits });
    }
    if let Some(exponent) = exponent {
        let digits = exponent[1..].trim_start_matches(['+', '-']);
        if digits.is_empty()
            || exponent.len() - digits.len() > 2
            || !digits.bytes().all(|b| b.is_ascii_digit())
        {
            return None;
        }
        out.push_str(exponent);
    }
    Some(out)
}

/// Digits with single underscores between them.
#[cold]
fn grouped(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let fine = bytes.iter().enumerate().all(|(at, byte)| match byte {
        b'_' => at > 0 && bytes.get(at + 1).is_some_and(u8::is_ascii_digit) && bytes[at - 1] != b'_',
        byte => byte.is_ascii_digit(),
    });
    fine.then(|| text.replace('_', ""))
}

/// Digits of another radix in decimal, of any size up to the limit.
#[cold]
fn to_decimal(text: &str, radix: u32) -> Option<String> {
    let digits: Vec<u32> = text
        .trim_start_matches('_')
        .chars()
        .filter(|c| *c != '_')
        .map(|c| c.to_digit(radix))
        .collect::<Option<_>>()?;
    if digits.is_empty() || digits.len() > MAX_RADIX_DIGITS || text.ends_with('_') || text.contains("__") {
        return None;
    }
    // Little-endian limbs in base 10^9.
    let mut limbs = vec![0u32];
    for digit in digits {
        let mut carry = u64::from(digit);
        for limb in &mut limbs {
            let wide = u64::from(*limb) * u64::from(radix) + carry;
            *limb = (wide % 1_000_000_000) as u32;
            carry = wide / 1_000_000_000;
        }
        if carry > 0 {
            limbs.push(carry as u32);
        }
    }
    let mut out = limbs.last().map(ToString::to_string)?;
    for limb in limbs.iter().rev().skip(1) {
        let _ = write!(out, "{limb:09}");
    }
    Some(out)
}
