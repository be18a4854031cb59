//! What `{:?}` and `{:#?}` print in Rust.

use super::kit::{Kit, Language, Shape, Step, begin};
use super::strings::{Byte, Style};
use crate::core::json::unquote;
use crate::core::repair::edit::Code;

const STRING: Style = Style { hex: Byte::Utf8, braces: true, ..Style::C };
const WORDS: &[(&str, &str)] = &[("true", "true"), ("false", "false"), ("None", "null"), ("Null", "null")];
/// Fields of a struct, as opposed to keys of a map.
const FIELDS: u8 = 1;

pub(super) fn begins(text: &[u8]) -> bool {
    text.first().is_some_and(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'{' | b'[' | b'('))
}

pub(super) fn read(kit: &mut Kit<'_>) -> Option<()> {
    kit.read(&mut Rust)
}

struct Rust;

impl Language for Rust {
    fn value(&mut self, kit: &mut Kit<'_>) -> Option<Step> {
        match kit.peek()? {
            b'{' => return Some(Step::Open(brace(kit)?)),
            b'[' => return Some(Step::Open(kit.open(1, Shape::Array, "]"))),
            b'(' if kit.at("()") => return kit.token(kit.pos + 2, "null", Code::Notation),
            b'(' => {
                let mut frame = kit.open(1, Shape::Array, ")");
                frame.code = Code::Tuple;
                return Some(Step::Open(frame));
            }
            b'"' => {
                kit.string(&STRING)?;
                return Some(Step::Scalar);
            }
            b'\'' => return character(kit),
            _ => {}
        }
        if let Some(step) = kit.words(WORDS, Code::Notation) {
            let in_parens = kit.open.first().is_some_and(|frame| frame.closer == ")");
            kit.is_certain |= kit.text[..kit.pos].ends_with(b"None") && !in_parens;
            return Some(step);
        }
        kit.date()
            .or_else(|| kit.non_finite(&["NaN", "inf", "-inf"]))
            .or_else(|| kit.number(""))
            .or_else(|| named(kit))
    }

    fn key(&mut self, kit: &mut Kit<'_>) -> Option<()> {
        if kit.open.last()?.mark == FIELDS {
            let raw = usize::from(kit.at("r#")) * 2;
            kit.drop(kit.pos + raw, Code::Notation);
            return kit.plain_key(kit.word_end(kit.pos, ""), ":");
        }
        match kit.peek()? {
            b'"' => kit.string(&STRING)?,
            b'\'' => character(kit).map(|_| ())?,
            first => {
                // Keys are printed as values are: a word would be a member of an enum.
                let end = kit.word_end(kit.pos, ".-");
                let name = kit.str(kit.pos..end).filter(|name| !name.is_empty())?;
                let is_value = first.is_ascii_uppercase() || name.parse::<f64>().is_ok();
                is_value.then(|| kit.text_token(end, name, Code::NumberKey))??;
            }
        }
        kit.arrow(":")
    }

    fn closer(&mut self, kit: &mut Kit<'_>) -> Option<usize> {
        let frame = kit.open.last()?;
        if frame.mark == FIELDS && kit.at("..") {
            // Fields that the type does not show.
            let end = kit.pos + 2;
            kit.drop(end, Code::Ellipsis);
            kit.space();
        }
        kit.at(kit.open.last()?.closer).then_some(1)
    }
}

/// A map or a set: what follows its first key tells.
fn brace(kit: &mut Kit<'_>) -> Option<super::kit::Frame> {
    let mut ahead = kit.ahead();
    ahead.pos += 1;
    ahead.space();
    let is_map = ahead.at("}") || {
        match ahead.peek()? {
            b'"' => ahead.string(&STRING)?,
            b'\'' => character(&mut ahead).map(|_| ())?,
            _ => ahead.pos = ahead.word_end(ahead.pos, ".-"),
        }
        begin(&ahead.text[ahead.pos..]).starts_with(b":")
    };
    let mut frame = kit.open(1, if is_map { Shape::Object } else { Shape::Array }, "}");
    frame.code = if is_map { Code::Notation } else { Code::Set };
    Some(frame)
}

/// `'x'`
fn character(kit: &mut Kit<'_>) -> Option<Step> {
    let start = kit.pos;
    let mark = kit.fixes.latest.len();
    kit.string(&STRING)?;
    let place = start..kit.pos;
    let text = kit.take_text(mark, place.clone())?;
    let one = unquote(text.as_bytes())?.chars().count() == 1;
    one.then(|| kit.put(place, text, Code::SingleQuotes)).map(|()| Step::Scalar)
}

/// A struct, a variant of an enum with what it holds, or one without.
fn named(kit: &mut Kit<'_>) -> Option<Step> {
    let end = kit.word_end(kit.pos, "");
    let name = kit.str(kit.pos..end)?;
    // The words of Python are not members of an enum.
    if !kit.peek()?.is_ascii_uppercase() || matches!(name, "True" | "False") {
        return None;
    }
    let gap = usize::from(kit.text.get(end) == Some(&b' '));
    match kit.text.get(end + gap) {
        Some(b'{') if gap == 1 => {
            kit.class(end + gap);
            let inside = begin(&kit.text[kit.pos + 1..]);
            let mut frame = kit.open(1, Shape::Object, "}");
            // `Object {"a": Number(1)}` is a map with a name.
            frame.mark = if inside.starts_with(b"\"") { 0 } else { FIELDS };
            if !inside.starts_with(b"}") {
                kit.is_sure();
            }
            Some(Step::Open(frame))
        }
        Some(b'(') if gap == 0 && !begin(&kit.text[end + 1..]).starts_with(b")") => {
            kit.is_certain |= name == "Some" && !kit.open.is_empty();
            kit.class(end);
            Some(Step::Open(kit.open(1, Shape::Call, ")")))
        }
        Some(b'[') if gap == 1 && name == "Array" => {
            kit.class(end + gap);
            Some(Step::Open(kit.open(1, Shape::Array, "]")))
        }
        _ => {
            // A word alone is a word.
            (!kit.open.is_empty()).then(|| kit.text_token(end, name, Code::Notation))?
        }
    }
}
