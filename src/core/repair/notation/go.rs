//! What `%v` and `%+v` print in Go. Texts have no quotes there, so that other readings may exist.

use super::kit::{Bare, Frame, Kit, Language, Shape, Step, is_word};
use crate::core::repair::edit::Code;

/// Signs in keys of maps, beside letters, digits and `_`.
const KEY: &str = ".-/$@";

pub(super) fn begins(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"&").unwrap_or(text);
    let inside = &text[text.iter().take_while(|byte| matches!(byte, b'[' | b'{')).count()..];
    inside.starts_with(b"map[")
        || text.len() > inside.len()
            && inside.first().is_some_and(|byte| byte.is_ascii_alphanumeric() || b"_<-&]".contains(byte))
}

pub(super) fn read(kit: &mut Kit<'_>) -> Option<()> {
    kit.is_ambiguous = true;
    kit.read(&mut Go { is_value_due: false })
}

/// How long the key is that stands here, if its colon follows and no other character that a colon may belong to.
fn pair(text: &[u8]) -> Option<usize> {
    let len = text.iter().take_while(|byte| is_word(**byte) || KEY.as_bytes().contains(byte)).count();
    let is_name = text.first().is_some_and(u8::is_ascii_alphabetic);
    (is_name && text.get(len) == Some(&b':') && text.get(len + 1) != Some(&b'/')).then_some(len)
}

struct Go {
    is_value_due: bool,
}

impl Language for Go {
    fn value(&mut self, kit: &mut Kit<'_>) -> Option<Step> {
        self.is_value_due = false;
        if kit.at("<nil>") {
            kit.is_certain = true;
            return kit.token(kit.pos + 5, "null", Code::Notation);
        }
        if kit.at("0xc") {
            let end = kit.word_end(kit.pos, "");
            return kit.token(end, "null", Code::Placeholder);
        }
        if kit.at("map[") {
            kit.is_certain = true;
            return Some(Step::Open(blank(kit.open(4, Shape::Object, "]"))));
        }
        if kit.at("&{") || kit.at("&[") || kit.at("&map[") {
            kit.drop(kit.pos + 1, Code::Notation);
            return self.value(kit);
        }
        if kit.at("[") {
            return Some(Step::Open(blank(kit.open(1, Shape::Array, "]"))));
        }
        if kit.at("{") {
            let is_named = pair(&kit.text[kit.pos + 1..]).is_some();
            return Some(Step::Open(blank(kit.open(
                1,
                if is_named { Shape::Object } else { Shape::Array },
                "}",
            ))));
        }
        word(kit)
    }

    fn key(&mut self, kit: &mut Kit<'_>) -> Option<()> {
        kit.is_certain |= kit.open.last()?.items > 0;
        let is_name = kit.peek()?.is_ascii_alphabetic();
        let end = if is_name { kit.pos + pair(&kit.text[kit.pos..])? } else { kit.word_end(kit.pos, KEY) };
        let key = kit.str(kit.pos..end).filter(|key| !key.is_empty())?;
        kit.text_token(end, key, Code::UnquotedKey)?;
        kit.eat(":")?;
        // `C:\data` is rather a path than a field.
        kit.is_doubtful |= kit.at("\\");
        self.is_value_due = true;
        // White space after it would be part of the text.
        if kit.at(" ") && pair(&kit.text[kit.pos + 1..]).is_none() { None } else { Some(()) }
    }

    fn skip(&mut self, kit: &mut Kit<'_>) {
        // A key may have no text at all.
        if !self.is_value_due {
            kit.space();
        }
    }
}

fn blank(mut frame: Frame) -> Frame {
    (frame.signs, frame.bare) = ("", Bare::Blank);
    frame
}

/// A text without quotes: in a list up to a blank, else up to a blank before the next key.
fn word(kit: &mut Kit<'_>) -> Option<Step> {
    let frame = kit.open.last()?;
    let closer = *frame.closer.as_bytes().first()?;
    let is_object = frame.shape == Shape::Object;
    let mut at = kit.pos;
    loop {
        let byte = *kit.text.get(at)?;
        match byte {
            b' ' if !is_object || is_pair(&kit.text[at + 1..]) => break,
            _ if byte == closer => break,
            b'{' | b'}' | b'[' | b']' | b'"' | b'\n' => return None,
            // Commas are JSON's: this may be JSON without its quotes.
            b',' if kit.text.get(at + 1) != Some(&b' ') => return None,
            _ => {}
        }
        at += 1;
    }
    if at == kit.pos && !is_object {
        return None;
    }
    kit.raw(at)
}

/// Returns whether a key of a map or a struct stands here.
fn is_pair(text: &[u8]) -> bool {
    pair(text).is_some() || {
        let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
        digits > 0 && text.get(digits) == Some(&b':') && !text.get(digits + 1).is_some_and(u8::is_ascii_digit)
    }
}
