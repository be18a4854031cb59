//! What `toString` prints in Java: maps, lists, records, `Optional`, and the classes that Lombok, Guava or an editor
//! gave one. Texts have no quotes there, so that other readings may exist.

use super::kit::{Kit, Language, Shape, Step, begin, is_word};
use crate::core::json::is_space;
use crate::core::repair::edit::Code;

/// Signs in names of classes and in keys, beside letters, digits and `_`.
const CLASS: &str = ".$";
const KEY: &str = ".$-/@#";

pub(super) fn begins(text: &[u8]) -> bool {
    match text.first() {
        Some(b'{') => is_pair(begin(&text[1..])),
        Some(b'[') => matches!(text.get(1), Some(b'{' | b'[' | b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9')),
        _ => class(text, 0).is_some(),
    }
}

pub(super) fn read(kit: &mut Kit<'_>) -> Option<()> {
    kit.read(&mut Java { is_value_due: false })
}

/// Returns whether `key=` stands here.
fn is_pair(text: &[u8]) -> bool {
    let len = text.iter().take_while(|byte| is_word(**byte) || KEY.as_bytes().contains(byte)).count();
    len > 0 && text[len - 1] != b'.' && text.get(len) == Some(&b'=') && text.get(len + 1) != Some(&b'=')
}

/// The bracket of the class whose name begins at `pos`, if a key or the end stands in it.
fn class(text: &[u8], pos: usize) -> Option<usize> {
    let rest = text.get(pos..).filter(|rest| rest.first().is_some_and(u8::is_ascii_alphabetic))?;
    let len = rest.iter().take_while(|byte| is_word(**byte) || CLASS.as_bytes().contains(byte)).count();
    let inside = rest.get(len..).filter(|rest| matches!(rest.first(), Some(b'{' | b'(' | b'[')))?;
    let inside = begin(&inside[1..]);
    let name = rest[..len].rsplit(|byte| CLASS.as_bytes().contains(byte)).next()?;
    if !name.first()?.is_ascii_uppercase() {
        return None;
    }
    let is_optional = rest.starts_with(b"Optional[");
    (is_pair(inside) || is_optional || matches!(inside.first(), Some(b'}' | b')' | b']')))
        .then_some(pos + len)
}

struct Java {
    /// Blanks belong to the text of a value.
    is_value_due: bool,
}

impl Language for Java {
    fn skip(&mut self, kit: &mut Kit<'_>) {
        let is_list = kit.open.last().is_some_and(|frame| frame.shape == Shape::Array);
        if is_list {
            let is_after_comma = kit.text[..kit.pos].ends_with(b",") && kit.at(" ");
            kit.pos += usize::from(is_after_comma);
        } else if !self.is_value_due {
            kit.space();
        }
    }

    fn value(&mut self, kit: &mut Kit<'_>) -> Option<Step> {
        self.is_value_due = false;
        if kit.at("Optional.empty") {
            return kit.token(kit.pos + "Optional.empty".len(), "null", Code::ClassName);
        }
        if let Some(end) = class(kit.text, kit.pos) {
            let is_optional = kit.at("Optional[");
            kit.class(end);
            let shape = if is_optional { Shape::Inner } else { Shape::Object };
            let closer = match kit.text[end] {
                b'{' => "}",
                b'(' => ")",
                _ => "]",
            };
            kit.is_ambiguous = true;
            return Some(Step::Open(kit.open(1, shape, closer)));
        }
        match kit.peek() {
            Some(b'{') => Some(Step::Open(kit.open(1, Shape::Object, "}"))),
            Some(b'[') => Some(Step::Open(kit.open(1, Shape::Array, "]"))),
            Some(b'\'') => quoted(kit),
            _ => word(kit),
        }
    }

    fn key(&mut self, kit: &mut Kit<'_>) -> Option<()> {
        kit.is_certain = true;
        kit.plain_key(kit.word_end(kit.pos, KEY), "=")?;
        self.is_value_due = true;
        // A blank that the language did not print.
        let is_blank = kit.peek().is_some_and(is_space)
            && !matches!(begin(&kit.text[kit.pos..]).first(), Some(b',' | b'}' | b')' | b']'));
        (!is_blank).then_some(())
    }
}

/// `'text'`, as some editors write `toString`.
fn quoted(kit: &mut Kit<'_>) -> Option<Step> {
    let start = kit.pos + 1;
    let len = memchr::memchr(b'\'', &kit.text[start..])?;
    let end = start + len;
    if !matches!(begin(&kit.text[end + 1..]).first(), Some(b',' | b'}' | b']' | b')')) {
        return None;
    }
    kit.verbatim(1, end, 1);
    Some(Step::Scalar)
}

/// Returns whether an equals sign stands before the next comma or bracket.
fn holds_equals(text: &[u8]) -> bool {
    let end = text.iter().find(|byte| b",={}[]()\n".contains(byte));
    end == Some(&b'=')
}

/// A text without quotes: up to the end of its bracket, or to a comma before the next item.
fn word(kit: &mut Kit<'_>) -> Option<Step> {
    let frame = kit.open.last()?;
    let closer = *frame.closer.as_bytes().first()?;
    let is_object = frame.shape == Shape::Object;
    let (start, mut at, mut depth) = (kit.pos, kit.pos, 0_usize);
    loop {
        let byte = *kit.text.get(at)?;
        match byte {
            // Another bracket in a text would leave it open where it ends.
            b'{' | b'}' | b'[' | b']' if byte != closer => return None,
            b'"' | b'\n' => return None,
            b'(' => depth += 1,
            b')' if depth > 0 => depth -= 1,
            b',' if !is_object || is_pair(begin(&kit.text[at + 1..])) => break,
            // A key with blanks in it, or a text with an equals sign: both are possible.
            b',' if holds_equals(&kit.text[at + 1..]) => return None,
            _ if byte == closer => break,
            _ => {}
        }
        at += 1;
    }
    let end = at;
    if depth > 0 {
        return None;
    }
    let text = &kit.text[start..end];
    let hash = text.rsplit(|byte| *byte == b'@').next().filter(|hash| hash.len() < text.len());
    let is_object = hash.is_some_and(|hash| !hash.is_empty() && hash.iter().all(u8::is_ascii_hexdigit));
    if is_object && text.contains(&b'.') && !text.contains(&b' ') {
        return kit.token(end, "null", Code::Placeholder);
    }
    kit.raw(end)
}
