//! What `inspect` prints in Ruby, with either style of hashes, and the dumps of rubydebug and `awesome_print`.

use super::kit::{Kit, Language, Shape, Step, is_name};
use super::strings::{Byte, Style};
use super::tokens::NIL_WORDS;
use crate::core::repair::edit::Code;

const STRING: Style = Style { signs: "\\\"'#", hex: Byte::Utf8, units: true, braces: true, ..Style::C };
/// `#<struct Point x=1>`: keys before `=` rather than `:`.
const EQUALS: u8 = 1;

pub(super) fn begins(text: &[u8]) -> bool {
    match text.first() {
        Some(b'{' | b'[') => true,
        _ => text.starts_with(b"#<") || text.starts_with(b"=> "),
    }
}

pub(super) fn read(kit: &mut Kit<'_>) -> Option<()> {
    kit.space();
    if kit.at("=> ") {
        // The answer of a console.
        kit.drop(kit.pos + 3, Code::Prose);
    }
    let mut ruby = Ruby { symbols: 0 };
    kit.read(&mut ruby)?;
    // A stray colon in a list of JSON makes one symbol, not several.
    kit.is_certain |= ruby.symbols > 1;
    Some(())
}

struct Ruby {
    /// Symbols that are values.
    symbols: usize,
}

impl Language for Ruby {
    fn value(&mut self, kit: &mut Kit<'_>) -> Option<Step> {
        if kit.open.last().is_some_and(|frame| frame.shape == Shape::Array) {
            index(kit);
        }
        match kit.peek()? {
            b'{' => return Some(Step::Open(kit.open(1, Shape::Object, "}"))),
            b'[' => return Some(Step::Open(kit.open(1, Shape::Array, "]"))),
            b'"' => {
                kit.string(&STRING)?;
                return Some(Step::Scalar);
            }
            b'\'' => {
                kit.string(&Style::PLAIN)?;
                return Some(Step::Scalar);
            }
            b':' => {
                self.symbols += 1;
                symbol(kit)?;
                return Some(Step::Scalar);
            }
            b'#' => return object(kit),
            _ => {}
        }
        kit.words(NIL_WORDS, Code::Notation)
            .or_else(|| kit.date())
            .or_else(|| kit.non_finite(&["NaN", "Infinity", "-Infinity"]))
            .or_else(|| kit.number(""))
            .filter(|_| !matches!(kit.peek(), Some(b'/' | b'.' | b'+')))
    }

    fn key(&mut self, kit: &mut Kit<'_>) -> Option<()> {
        if kit.open.last()?.mark == EQUALS {
            let at = usize::from(kit.at("@"));
            kit.drop(kit.pos + at, Code::Notation);
            return kit.plain_key(kit.word_end(kit.pos, "?!"), "=");
        }
        if kit.at(":") {
            symbol(kit)?;
            kit.is_sure();
            return kit.arrow("=>");
        }
        if kit.at("'") {
            kit.string(&Style::PLAIN)?;
            kit.is_sure();
            return kit.arrow("=>");
        }
        if kit.at("\"") {
            kit.string(&STRING)?;
            // A symbol with odd characters is `"a b": 1`.
            if kit.at(": ") {
                return kit.arrow(":");
            }
        } else {
            let end = kit.word_end(kit.pos, "?!");
            let is_word = kit.peek().is_some_and(|byte| !byte.is_ascii_digit());
            if is_word && kit.text[end..].starts_with(b": ") {
                return kit.plain_key(end, ":");
            }
            let end = kit.word_end(kit.pos, ".-");
            let word = kit.str(kit.pos..end).filter(|word| is_name(word))?;
            let plain = if word == "nil" { "" } else { word };
            kit.text_token(end, plain, Code::NumberKey)?;
        }
        kit.is_sure();
        kit.arrow("=>")
    }
}

/// `:name` or `:"odd name"`.
fn symbol(kit: &mut Kit<'_>) -> Option<()> {
    if kit.at(":\"") {
        kit.drop(kit.pos + 1, Code::Notation);
        return kit.string(&STRING);
    }
    let start = kit.pos + 1;
    // `:2` is a stray colon.
    if kit.text.get(start).is_some_and(u8::is_ascii_digit) {
        return None;
    }
    let mut end = kit.word_end(start, "@$");
    if end == start {
        let operators: &[u8] = b"+-*/<>=!~%&|^[]";
        end += kit.text[start..].iter().take_while(|byte| operators.contains(byte)).count();
        // `:+=>1`
        if kit.text[start..end].ends_with(b"=>") && end - start > 2 && kit.text[start..end] != *b"<=>" {
            end -= 2;
        }
    } else {
        let mark = matches!(kit.text.get(end), Some(b'?' | b'!'))
            || kit.text.get(end) == Some(&b'=') && !matches!(kit.text.get(end + 1), Some(b'>' | b'='));
        end += usize::from(mark);
    }
    let name = kit.str(start..end).filter(|name| is_name(name))?;
    kit.text_token(end, name, Code::Notation).map(|_| ())
}

/// `[0] ` before an item of rubydebug.
fn index(kit: &mut Kit<'_>) {
    if kit.at("[") {
        let end = kit.word_end(kit.pos + 1, "");
        let is_number = end > kit.pos + 1 && kit.text[kit.pos + 1..end].iter().all(u8::is_ascii_digit);
        if is_number && kit.text[end..].starts_with(b"] ") {
            kit.drop(end + 2, Code::Notation);
            kit.is_certain = true;
        }
    }
}

/// `#<struct Point x=1>`, `#<User id: 1>`, `#<Set: {1}>`, `#<Point:0x01 @x=1>`.
fn object(kit: &mut Kit<'_>) -> Option<Step> {
    let start = kit.pos;
    kit.eat("#<")?;
    let mut end = kit.pos;
    for word in ["struct ", "data "] {
        if kit.text[end..].starts_with(word.as_bytes()) {
            end += word.len();
        }
    }
    let name = end;
    end = kit.word_end(end, ":");
    let class = kit.str(name..end)?;
    kit.pos = start;
    kit.is_sure();
    if matches!(class, "Set:") {
        kit.class(end);
        kit.space();
        let mut frame = kit.open(1, Shape::Array, "}>");
        frame.code = Code::Set;
        return Some(Step::Open(frame));
    }
    if matches!(class, "Date:" | "DateTime:") {
        let close = kit.line_end(start).min(start + 200);
        let close = start + memchr::memchr(b'>', &kit.text[start..close])?;
        let (_, iso) = super::moments::date(super::kit::begin(&kit.text[end..]))?;
        return kit.text_token(close + 1, &iso, Code::Notation);
    }
    if class.ends_with(':') || class.is_empty() && !kit.text[end..].starts_with(b" ") {
        return None;
    }
    if kit.text.get(end) == Some(&b'>') {
        return kit.token(end + 1, "{}", Code::ClassName);
    }
    // A struct without a name keeps one blank before its keys.
    if kit.text.get(end) == Some(&b' ') {
        end += 1;
    }
    let key = end + usize::from(kit.text.get(end) == Some(&b'@'));
    let is_equal = kit.text.get(kit.word_end(key, "?!")) == Some(&b'=');
    if !is_equal && kit.text.get(kit.word_end(key, "?!")) != Some(&b':') {
        return None;
    }
    let mut frame = kit.open(end - start, Shape::Object, ">");
    frame.code = Code::ClassName;
    frame.mark = if is_equal { EQUALS } else { 0 };
    Some(Step::Open(frame))
}
