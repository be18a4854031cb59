//! The text format of Protocol Buffers. A field that may repeat and stands once looks like one that may not.

use super::kit::{Bare, Frame, Kit, Language, Shape, Step, begin, is_word};
use super::strings::{Byte, Style};
use crate::core::json::escape::quoted;
use crate::core::repair::edit::Code;

const STRING: Style = Style { hex: Byte::Utf8, digits: 8, units: true, signs: "\\\"'?", ..Style::C };
/// Signs in names of fields, beside letters, digits and `_`.
const NAME: &str = ".";

pub(super) fn begins(text: &[u8]) -> bool {
    let len = text.iter().take_while(|byte| is_word(**byte)).count();
    let is_name = text.first().is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'_');
    is_name && matches!(begin(&text[len..]).first(), Some(b':' | b'{'))
}

pub(super) fn read(kit: &mut Kit<'_>) -> Option<()> {
    kit.is_ambiguous = true;
    kit.read(&mut Proto { fields: 0, has_block: false, has_colon: false })
}

struct Proto {
    fields: usize,
    has_block: bool,
    /// Saw a field of the whole message that is not a block.
    has_colon: bool,
}

impl Language for Proto {
    fn skip(&mut self, kit: &mut Kit<'_>) {
        kit.space_and_comments("#");
    }

    fn value(&mut self, kit: &mut Kit<'_>) -> Option<Step> {
        if kit.open.is_empty() && kit.fixes.is_empty() && self.fields == 0 {
            // The message as a whole has no brackets.
            return Some(Step::Open(message(kit.open(0, Shape::Fields, ""))));
        }
        match kit.peek()? {
            b'{' => {
                // A block of a message, and not what stands in a sentence.
                self.has_block = true;
                Some(Step::Open(message(kit.open(1, Shape::Fields, "}"))))
            }
            b'<' => Some(Step::Open(message(kit.open(1, Shape::Fields, ">")))),
            b'[' => Some(Step::Open(kit.open(1, Shape::Array, "]"))),
            b'"' | b'\'' => {
                kit.string(&STRING)?;
                loop {
                    let end = kit.pos;
                    kit.space();
                    let next = kit.pos;
                    if !kit.at("\"") && !kit.at("'") {
                        kit.pos = end;
                        return Some(Step::Scalar);
                    }
                    kit.string(&STRING)?;
                    kit.put(end - 1..next + 1, "", Code::JoinedStrings);
                }
            }
            _ => kit
                .words(&[("true", "true"), ("false", "false")], Code::Notation)
                .or_else(|| kit.non_finite(&["nan", "inf", "-inf", "infinity", "-infinity"]))
                .or_else(|| kit.number("fF"))
                .or_else(|| {
                    // A name of an enum, which is written in capitals.
                    let end = kit.word_end(kit.pos, "");
                    let name = kit.str(kit.pos..end)?;
                    let is_name = name.starts_with(|c: char| c.is_ascii_uppercase())
                        && name
                            .bytes()
                            .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_');
                    is_name.then(|| kit.text_token(end, name, Code::Notation))?
                }),
        }
    }

    fn key(&mut self, kit: &mut Kit<'_>) -> Option<()> {
        let start = kit.pos;
        let name = if kit.eat("[").is_some() {
            let end = kit.word_end(kit.pos, "./-");
            let name = kit.str(kit.pos..end)?;
            kit.pos = end;
            kit.eat("]")?;
            name
        } else {
            let end = kit.word_end(start, NAME);
            kit.pos = end;
            kit.str(start..end).filter(|name| !name.starts_with(|c: char| c.is_ascii_digit()))?
        };
        if name.is_empty() {
            return None;
        }
        kit.space();
        let has_colon = kit.eat(":").is_some();
        kit.space();
        if !has_colon && !matches!(kit.peek(), Some(b'{' | b'<')) {
            return None;
        }
        self.fields += 1;
        self.has_colon |= has_colon && kit.open.len() == 1;
        // One block alone is rather code, or a rule of a style sheet.
        kit.is_certain |= self.has_block && self.fields > 2;
        if self.fields == 1 && !name.starts_with(|c: char| c.is_ascii_lowercase()) {
            kit.is_doubtful = true;
        }
        kit.note_key(start..kit.pos, Some(quoted(name)), None)
    }

    fn closer(&mut self, kit: &mut Kit<'_>) -> Option<usize> {
        let frame = kit.open.last()?;
        match frame.closer {
            "" => {
                if kit.pos < kit.text.len() || frame.items == 0 {
                    return None;
                }
                // A block alone may have any name before it. This looks at the whole text, so it does at the end alone.
                kit.is_doubtful |= frame.items < 2
                    || !self.has_colon && !kit.text.contains(&b'\n')
                    || kit.text.trim_ascii_end().ends_with(b",");
                Some(0)
            }
            closer => kit.at(closer).then_some(1),
        }
    }
}

fn message(mut frame: Frame) -> Frame {
    (frame.signs, frame.bare) = (",;", Bare::Blank);
    frame
}
