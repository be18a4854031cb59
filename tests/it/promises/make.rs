//! Things made of any bytes: valid JSON texts in every legal spelling, the same value in another spelling, and texts
//! that are damaged at random. Everything is decided by the bytes (or by a seed), so that what broke once breaks again.

use std::fmt::Write as _;

use serde_json::Value;

/// Numbers that are easily changed by who reads them.
const NUMBERS: &[&str] = &[
    "0",
    "-0",
    "-0.0",
    "7",
    "1.10",
    "1E5",
    "1e-7",
    "0.5",
    "1e400",
    "-1e400",
    "9007199254740993",
    "18446744073709551616",
    "340282366920938463463374607431768211456",
    "2.2250738585072011e-308",
    "5e-324",
    "1e+2",
    "100",
    "0.1e1",
];

/// Pieces of strings and names that look like something else.
const PIECES: &[&str] = &[
    "a",
    "b",
    "-",
    "_",
    "key",
    " ",
    "é",
    "漢",
    "🙂",
    "\u{2028}",
    "\u{7f}",
    "{",
    "}",
    "[",
    ":",
    ",",
    "'",
    "```",
    "//",
    "\\\"",
    "\\\\",
    "\\n",
    "\\u0000",
    "\\u00e9",
    "\\ud83d\\ude42",
    "\\/",
    "\\u002d",
    "<think>",
    "</tool_call>",
    "0",
];

const SPACES: &[&str] = &["", "", "", "", " ", "\n", "\t", "\r\n  "];

/// A valid JSON text, nested at most `DEPTH` deep; the bytes choose what comes next, and where they end all is closed.
pub fn document(bytes: &[u8]) -> String {
    let mut bytes = bytes.iter().copied();
    let mut out = String::new();
    let mut open: Vec<u8> = Vec::new();
    // A value is due.
    loop {
        let choice = bytes.next().unwrap_or(2);
        let mut whole = true;
        match choice % 8 {
            0 | 1 if open.len() < super::DEPTH - 1 => {
                let is_object = choice % 8 == 0;
                out.push(if is_object { '{' } else { '[' });
                if choice < 160 && bytes.len() > 0 {
                    open.push(if is_object { b'}' } else { b']' });
                    whole = false;
                } else {
                    out.push(if is_object { '}' } else { ']' });
                }
            }
            2 => out.push_str(["null", "true", "false"][usize::from(choice / 8) % 3]),
            3 | 4 => out.push_str(NUMBERS[usize::from(choice / 8) % NUMBERS.len()]),
            _ => string(&mut bytes, &mut out),
        }
        if whole {
            // Closes what ends here, and goes on where something is left to say.
            loop {
                let Some(&closer) = open.last() else { return out };
                match bytes.next() {
                    Some(choice) if choice % 4 != 0 => {
                        out.push(',');
                        break;
                    }
                    _ => {
                        out.push(char::from(closer));
                        open.pop();
                    }
                }
            }
        }
        out.push_str(SPACES[usize::from(choice / 8) % SPACES.len()]);
        if open.last() == Some(&b'}') {
            string(&mut bytes, &mut out);
            out.push_str(": ");
        }
    }
}

fn string(bytes: &mut impl Iterator<Item = u8>, out: &mut String) {
    out.push('"');
    for byte in bytes.by_ref().take_while(|byte| *byte % 4 != 0).take(6) {
        out.push_str(PIECES[usize::from(byte) % PIECES.len()]);
    }
    out.push('"');
}

/// The same value spelled otherwise: members in reverse order, every character beyond plain ASCII escaped, hyphens and
/// underscores of names swapped, numbers with zeros and an exponent that mean nothing.
pub fn respell(value: &Value, out: &mut String) {
    match value {
        Value::Array(items) => {
            out.push_str("[ ");
            for (index, item) in items.iter().enumerate() {
                out.push_str(if index > 0 { " ,\n" } else { "" });
                respell(item, out);
            }
            out.push_str("\t]");
        }
        Value::Object(members) => {
            out.push_str("{\r\n");
            for (index, (name, item)) in members.iter().rev().enumerate() {
                out.push_str(if index > 0 { "\n, " } else { "" });
                escaped(&name.replace('-', "_"), out);
                out.push_str(" : ");
                respell(item, out);
            }
            out.push('}');
        }
        Value::String(text) => escaped(text, out),
        Value::Number(number) => {
            let text = number.to_string();
            let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((&text, "0"));
            let zeros = if mantissa.contains('.') { "00" } else { ".000" };
            let _ = write!(out, "{mantissa}{zeros}E{exponent}");
        }
        other => out.push_str(&other.to_string()),
    }
}

/// Comments of the dialects, and none.
const COMMENTS: &[&str] = &[
    "",
    "",
    " ",
    "/* a, b: [c] */",
    "// d: 1,\n",
    "/**/",
    "//\n",
    "/* \"}, */",
    "// {'\n",
    "/* it's */",
    "// \"\n",
    "/*]*/",
];

/// The same value with comments and commas after the last item, which the bytes choose; for JSON5 with names, strings, and numbers
/// that only that allows, too.
pub fn dialect(value: &Value, bytes: &[u8], is_json5: bool) -> String {
    let mut out = String::new();
    let mut choices = Dice::new(bytes.iter().fold(7, |sum, byte| sum * 31 % 0xffff + u64::from(*byte)));
    in_dialect(value, &mut choices, is_json5, &mut out);
    out
}

fn in_dialect(value: &Value, choices: &mut Dice, is_json5: bool, out: &mut String) {
    let comment = |choices: &mut Dice| COMMENTS[choices.below(COMMENTS.len())];
    out.push_str(comment(choices));
    match value {
        Value::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                in_dialect(item, choices, is_json5, out);
                out.push_str(if index + 1 < items.len() || choices.below(2) == 0 { "," } else { "" });
            }
            out.push_str(comment(choices));
            out.push(']');
        }
        Value::Object(members) => {
            out.push('{');
            for (index, (name, item)) in members.iter().enumerate() {
                out.push_str(comment(choices));
                let is_plain = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphabetic());
                if is_json5 && is_plain {
                    out.push_str(name);
                } else {
                    escaped(name, out);
                }
                out.push_str(comment(choices));
                out.push(':');
                in_dialect(item, choices, is_json5, out);
                out.push_str(if index + 1 < members.len() || choices.below(2) == 0 { "," } else { "" });
            }
            out.push('}');
        }
        Value::String(text) if is_json5 && choices.below(2) == 0 => {
            let _ = write!(
                out,
                "'{}'",
                text.replace('\\', "\\\\")
                    .replace('\'', "\\'")
                    .replace('\0', "\\u0000")
                    .replace('\n', "\\n\\\n")
            );
        }
        Value::String(text) => escaped(text, out),
        Value::Number(number) => {
            let text = number.to_string();
            let is_whole = text.bytes().all(|byte| byte.is_ascii_digit());
            match choices.below(4) {
                0 if is_json5 && is_whole => _ = write!(out, "{text}."),
                1 if is_json5 && !text.starts_with('-') => _ = write!(out, "+{text}"),
                2 if is_json5 => out.push_str(&text.replacen("0.", ".", usize::from(text.starts_with("0.")))),
                _ => out.push_str(&text),
            }
        }
        other => out.push_str(&other.to_string()),
    }
    out.push_str(comment(choices));
}

fn escaped(text: &str, out: &mut String) {
    out.push('"');
    for unit in text.encode_utf16() {
        match u8::try_from(unit) {
            Ok(byte) if byte.is_ascii_alphanumeric() || byte == b'_' => out.push(char::from(byte)),
            _ => {
                let _ = write!(out, "\\u{unit:04X}");
            }
        }
    }
    out.push('"');
}

/// A source of numbers that look random: xorshift64*, the same on every machine for a seed.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// Starts from a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below `sides`, 0 where there are none.
    pub fn below(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let drawn = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33;
        (drawn as usize).checked_rem(sides).unwrap_or(0)
    }
}

/// Damages `bytes` in one to four places: a bit flipped, a byte replaced, a stretch removed, repeated, moved here from
/// `donor`, or the end cut off.
pub fn mutate(bytes: &mut Vec<u8>, donor: &[u8], dice: &mut Dice) {
    const SIGNS: &[u8] = b"{}[]()\"'`,:;\\/#<>|=\n\r\t \0\x1b\x7f\x80\xc3\xe2\xf0\xff\xfe0-.eE+truenlNI";
    for _ in 0..=dice.below(4) {
        let at = dice.below(bytes.len() + 1);
        let end = (at + dice.below(40)).min(bytes.len());
        match dice.below(7) {
            0 if at < bytes.len() => bytes[at] ^= 1 << dice.below(8),
            1 if at < bytes.len() => bytes[at] = SIGNS[dice.below(SIGNS.len())],
            2 => drop(bytes.drain(at..end)),
            3 => {
                let again = bytes[at..end].repeat(1 + dice.below(30));
                bytes.splice(at..at, again);
            }
            4 => {
                let from = dice.below(donor.len() + 1);
                let to = (from + dice.below(200)).min(donor.len());
                bytes.splice(at..end, donor[from..to].iter().copied());
            }
            5 => bytes.insert(at, SIGNS[dice.below(SIGNS.len())]),
            _ => bytes.truncate(at),
        }
    }
}
