//! What `Data::Dumper` prints in Perl.

use super::kit::{Frame, Kit, Language, Shape, Step, begin};
use super::strings::{Byte, Style};
use crate::core::repair::edit::Code;

const DOUBLE: Style = Style { signs: "\\\"$@", digits: 8, hex: Byte::Char, braces: true, ..Style::C };

pub(super) fn begins(text: &[u8]) -> bool {
    if text.first() == Some(&b'$') {
        return true;
    }
    text.starts_with(b"bless(")
        || matches!(text.first(), Some(b'{' | b'['))
            && matches!(begin(&text[1..]).first(), Some(b'\'' | b'"' | b'{' | b'[' | b'u' | b'b' | b'\\'))
}

pub(super) fn read(kit: &mut Kit<'_>) -> Option<()> {
    kit.space();
    if kit.at("$") {
        let end = kit.word_end(kit.pos + 1, "");
        let value = kit.text.len() - begin(&kit.text[end..]).len();
        if end == kit.pos + 1 || kit.text.get(value) != Some(&b'=') {
            return None;
        }
        kit.is_certain = kit.text[kit.pos + 1..end].starts_with(b"VAR");
        kit.drop(value + 1, Code::Assignment);
        return kit.read(&mut Perl { may_end: true });
    }
    kit.read(&mut Perl { may_end: false })
}

struct Perl {
    /// Says whether a semicolon is due at the end.
    may_end: bool,
}

impl Language for Perl {
    fn skip(&mut self, kit: &mut Kit<'_>) {
        kit.space();
        if self.may_end && kit.open.is_empty() && kit.at(";") {
            kit.drop(kit.pos + 1, Code::Assignment);
            kit.space();
        }
    }

    fn value(&mut self, kit: &mut Kit<'_>) -> Option<Step> {
        if kit.at("bless(") {
            let start = kit.pos;
            kit.pos += "bless(".len();
            kit.space();
            let (shape, closer) = match kit.peek()? {
                b'{' => (Shape::Object, "}"),
                b'[' => (Shape::Array, "]"),
                _ => return None,
            };
            kit.pos += 1;
            kit.is_certain = true;
            let mut frame = Frame::new(start..kit.pos, shape, closer);
            frame.code = Code::ClassName;
            frame.mark = 1;
            return Some(Step::Open(frame));
        }
        match kit.peek()? {
            b'{' => Some(Step::Open(kit.open(1, Shape::Object, "}"))),
            b'[' => Some(Step::Open(kit.open(1, Shape::Array, "]"))),
            b'\'' => {
                let start = kit.pos;
                kit.string(&Style::PLAIN)?;
                // Fractions and large numbers are printed as texts.
                kit.is_ambiguous |= kit.str(start + 1..kit.pos - 1)?.parse::<f64>().is_ok();
                Some(Step::Scalar)
            }
            b'"' => kit.string(&DOUBLE).map(|()| Step::Scalar),
            // A reference to a scalar is what it refers to.
            b'\\' => {
                kit.drop(kit.pos + 1, Code::Notation);
                kit.is_certain = true;
                matches!(kit.peek()?, b'\'' | b'"' | b'0'..=b'9' | b'-').then(|| self.value(kit))?
            }
            b'!' => {
                let with = if kit.at("!!1") {
                    "true"
                } else if kit.at("!!0") {
                    "false"
                } else {
                    return None;
                };
                kit.token(kit.pos + 3, with, Code::Notation)
            }
            _ => {
                let start = kit.pos;
                let undef = kit.words(&[("undef", "null")], Code::Undefined);
                kit.is_certain |= kit.pos > start;
                undef.or_else(|| kit.number(""))
            }
        }
    }

    fn key(&mut self, kit: &mut Kit<'_>) -> Option<()> {
        match kit.peek()? {
            b'\'' => kit.string(&Style::PLAIN)?,
            b'"' => kit.string(&DOUBLE)?,
            _ => {
                kit.word_key("-", Code::UnquotedKey)?;
            }
        }
        kit.is_certain = true;
        kit.arrow("=>")
    }

    fn closer(&mut self, kit: &mut Kit<'_>) -> Option<usize> {
        let frame = kit.open.last()?;
        if !kit.at(frame.closer) {
            return None;
        }
        if frame.mark == 0 {
            return Some(1);
        }
        // `}, 'Class' )`
        let mut ahead = kit.ahead();
        ahead.pos += 1;
        ahead.space();
        ahead.eat(",")?;
        ahead.space();
        ahead.string(&Style::PLAIN)?;
        ahead.space();
        ahead.eat(")")?;
        Some(ahead.pos - kit.pos)
    }
}
