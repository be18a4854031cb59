//! Numbers of Python: as values, and as keys of dictionaries.

use super::{Reader, Value};
use crate::core::json::scan;
use crate::core::repair::edit::Code;
use crate::core::repair::notation::kit::is_word;
use crate::core::repair::notation::number;

impl Reader<'_, '_> {
    pub(super) fn number(&mut self) -> Option<Value> {
        let start = self.pos;
        let signed = matches!(self.text[start], b'-' | b'+');
        let mut digits = start + usize::from(signed);
        while signed && matches!(self.text.get(digits), Some(b' ' | b'\t')) {
            digits += 1;
        }
        let len = self.text[digits..]
            .iter()
            .enumerate()
            .take_while(|(at, b)| {
                let exponent = *at > 0 && matches!(self.text[digits + at - 1], b'e' | b'E');
                is_word(**b) || **b == b'.' || (matches!(**b, b'+' | b'-') && exponent)
            })
            .count();
        let end = digits + len;
        let word = &self.text[digits..end];
        if !word.first().is_some_and(|b| b.is_ascii_digit() || *b == b'.') {
            return None;
        }
        self.pos = end;
        if scan::number_end(&self.text[start..end], 0) == Ok(end - start) {
            return Some(Value::Plain { start, end, word: "" });
        }
        self.odd_number(start, digits, end)
    }

    /// A number from `start` to `end` that JSON spells in another way; its digits begin at `digits`.
    #[cold]
    fn odd_number(&mut self, start: usize, digits: usize, end: usize) -> Option<Value> {
        let word = &self.text[digits..end];
        // `00` is zero, and `041.5` a float; `041` is an error.
        let zeros = word.iter().all(|b| matches!(b, b'0' | b'_'));
        let float = word.iter().any(|b| matches!(b, b'.' | b'e' | b'E')) && !word.starts_with(b"0x");
        let plain = if zeros && word.last() == Some(&b'0') { Some(String::from("0")) } else { None };
        let plain = plain.or_else(|| {
            let rest = word.iter().position(|b| !matches!(b, b'0' | b'_')).filter(|at| float && *at > 0)?;
            let rest = &word[rest - usize::from(!word[rest].is_ascii_digit())..];
            number::respell(rest).or_else(|| as_written(rest))
        });
        let plain = plain.or_else(|| as_written(word)).or_else(|| number::respell(word))?;
        let sign = if self.text[start] == b'-' { "-" } else { "" };
        self.fixes.push(Code::NumberSpelling, start, end, format!("{sign}{plain}"));
        Some(Value::Plain { start, end, word: "" })
    }
}

/// The number that this is in JSON, too.
fn as_written(word: &[u8]) -> Option<String> {
    let is_number = scan::number_end(word, 0) == Ok(word.len());
    std::str::from_utf8(word).ok().filter(|_| is_number).map(str::to_owned)
}

/// A JSON number as `json.dumps` spells it where it is a name: integers with their digits, fractions as
/// `float.__repr__` does. `None` where a double has other digits: the name would not be what the text says.
#[cold]
pub(super) fn number_as_name(number: &str) -> Option<String> {
    if !number.contains(['.', 'e', 'E']) {
        return Some(if number == "-0" { "0" } else { number }.to_owned());
    }
    let double: f64 = number.parse().ok()?;
    let shortest = format!("{double:e}");
    if significant_digits(number) != significant_digits(&shortest) {
        return None;
    }
    let (digits, exponent) = shortest.split_once('e')?;
    let exponent: i32 = exponent.parse().ok()?;
    Some(match exponent {
        ..-4 => format!("{digits}e-{:02}", -exponent),
        -4..16 => format!("{double:?}"),
        16.. => format!("{digits}e+{exponent:02}"),
    })
}

/// The digits of a number without the zeros at either end.
fn significant_digits(number: &str) -> String {
    let mantissa = number.split(['e', 'E']).next().unwrap_or_default();
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    digits.trim_matches('0').to_owned()
}
