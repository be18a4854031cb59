//! What `var_export` and `var_dump` print in PHP, and arrays in its short style.

use super::kit::{Bare, Frame, Kit, Language, Shape, Step, begin};
use super::strings::Style;
use crate::core::json::escape::quoted;
use crate::core::repair::edit::Code;

const WORDS: &[(&str, &str)] = &[
    ("true", "true"),
    ("false", "false"),
    ("null", "null"),
    ("NULL", "null"),
    ("TRUE", "true"),
    ("FALSE", "false"),
];
/// An object, whose keys are strings whatever they are.
const OBJECT: u8 = 1;

pub(super) fn begins_export(text: &[u8]) -> bool {
    let is_short =
        text.first() == Some(&b'[') && matches!(begin(&text[1..]).first(), Some(b'\'' | b'0'..=b'9' | b'['));
    is_short || [&b"array"[..], b"\\", b"(object)"].iter().any(|word| text.starts_with(word))
}

pub(super) fn begins_dump(text: &[u8]) -> bool {
    [&b"array("[..], b"object(", b"string(", b"int(", b"float(", b"bool(", b"NULL", b"enum("]
        .iter()
        .any(|word| text.starts_with(word))
}

pub(super) fn read_export(kit: &mut Kit<'_>) -> Option<()> {
    kit.read(&mut Export)
}

pub(super) fn read_dump(kit: &mut Kit<'_>) -> Option<()> {
    kit.read(&mut Dump)
}

/// The key of an array, of which numbers may only count.
fn note(kit: &mut Kit<'_>, start: usize, text: &str, index: Option<u64>) -> Option<()> {
    if kit.open.last()?.mark == OBJECT {
        kit.put(start..kit.pos, format!("{text}: "), Code::Notation);
        return Some(());
    }
    kit.note_key(start..kit.pos, Some(text.to_owned()), index)
}

struct Export;

impl Language for Export {
    fn value(&mut self, kit: &mut Kit<'_>) -> Option<Step> {
        match kit.peek()? {
            b'\'' => return string(kit),
            b'[' => return Some(Step::Open(kit.open(1, Shape::Mixed(0), "]"))),
            b'(' if kit.at("(object)") => {
                kit.class(kit.pos + "(object)".len());
                kit.space();
                let Some(Step::Open(frame)) = self.value(kit) else { return None };
                return Some(Step::Open(as_object(frame)));
            }
            b'\\' => {
                let end = kit.word_end(kit.pos, "\\");
                if kit.text[end..].starts_with(b"::__set_state(") {
                    kit.class(end + "::__set_state".len());
                    let start = kit.pos;
                    kit.pos += 1;
                    kit.space();
                    let Some(Step::Open(frame)) = self.value(kit) else { return None };
                    let mut frame = as_object(Frame::new(
                        start..kit.pos,
                        Shape::Object,
                        if frame.closer == ")" { "))" } else { "])" },
                    ));
                    frame.code = Code::ClassName;
                    return Some(Step::Open(frame));
                }
                // A case of an enum.
                if kit.text[end..].starts_with(b"::") {
                    let name = kit.word_end(end + 2, "");
                    kit.is_certain |= !kit.open.is_empty();
                    let case = kit.str(end + 2..name).filter(|case| !case.is_empty())?;
                    return kit.text_token(name, case, Code::Notation);
                }
                return None;
            }
            _ => {}
        }
        let word = kit.word_end(kit.pos, "");
        if kit.text[kit.pos..word] == *b"array" {
            let paren = kit.text.len() - begin(&kit.text[word..]).len();
            kit.is_certain = true;
            return (kit.text.get(paren) == Some(&b'('))
                .then(|| Step::Open(kit.open(paren + 1 - kit.pos, Shape::Mixed(0), ")")));
        }
        kit.words(WORDS, Code::Notation).or_else(|| {
            // The smallest integer is a difference.
            const SMALLEST: &str = "-9223372036854775807-1";
            if kit.at(SMALLEST) {
                return kit.token(kit.pos + SMALLEST.len(), "-9223372036854775808", Code::NumberSpelling);
            }
            kit.non_finite(&["NAN", "INF", "-INF"]).or_else(|| kit.number(""))
        })
    }

    fn key(&mut self, kit: &mut Kit<'_>) -> Option<()> {
        let start = kit.pos;
        let mark = kit.fixes.latest.len();
        let word = kit.word_end(start, "-");
        let (text, index) = if kit.at("'") {
            string(kit)?;
            (kit.take_text(mark, start..kit.pos)?, None)
        } else {
            let word = kit.str(start..word)?;
            kit.pos += word.len();
            (quoted(word), word.parse().ok())
        };
        kit.space();
        if kit.eat("=>").is_none() {
            // An item without a key: read it once more, as a value.
            kit.pos = start;
            return (kit.open.last()?.mark != OBJECT).then_some(());
        }
        kit.is_certain = true;
        kit.space();
        let is_number = text.trim_matches('"').parse::<i64>().is_ok();
        if !(text.starts_with('"') && (is_number || kit.text[start] == b'\'')) {
            return None;
        }
        note(kit, start, &text, index)
    }

    fn closer(&mut self, kit: &mut Kit<'_>) -> Option<usize> {
        let closer = kit.open.last()?.closer;
        if !kit.at(&closer[..1]) {
            return None;
        }
        let mut ahead = kit.ahead();
        for sign in closer.bytes() {
            ahead.space();
            ahead.eat(if sign == b')' { ")" } else { "]" })?;
        }
        Some(ahead.pos - kit.pos)
    }
}

/// All keys of this bracket are those of an object.
fn as_object(mut frame: Frame) -> Frame {
    (frame.shape, frame.mark) = (Shape::Object, OBJECT);
    frame
}

/// A string, or several with `.` between them: `'a' . "\0" . 'b'`.
fn string(kit: &mut Kit<'_>) -> Option<Step> {
    kit.string(&Style::PLAIN)?;
    loop {
        let end = kit.pos;
        kit.space();
        if kit.eat(".").is_none() {
            kit.pos = end;
            return Some(Step::Scalar);
        }
        kit.space();
        let next = kit.pos;
        match kit.peek()? {
            b'"' => kit.string(&Style::C)?,
            b'\'' => kit.string(&Style::PLAIN)?,
            _ => return None,
        }
        kit.put(end - 1..next + 1, "", Code::JoinedStrings);
    }
}

struct Dump;

impl Language for Dump {
    fn value(&mut self, kit: &mut Kit<'_>) -> Option<Step> {
        let start = kit.pos;
        if kit.at("NULL") {
            return kit.token(start + 4, "null", Code::Notation);
        }
        kit.is_certain = true;
        let word = kit.word_end(start, "");
        let close = word + memchr::memchr2(b')', b'\n', &kit.text[word..])?;
        let inside = kit.str(word..close)?.strip_prefix('(')?;
        if kit.text[close] != b')' {
            return None;
        }
        match &kit.text[start..word] {
            b"int" | b"float" => {
                kit.put(start..word + 1, "", Code::ClassName);
                kit.pos = word + 1;
                kit.non_finite(&["NAN", "INF", "-INF"]).or_else(|| kit.number(""))?;
            }
            b"bool" => {
                kit.put(start..word + 1, "", Code::ClassName);
                kit.pos = word + 1;
                kit.words(&[("true", "true"), ("false", "false")], Code::Notation)?;
            }
            b"enum" => {
                let case = inside.rsplit_once("::")?.1;
                return kit.text_token(close + 1, case, Code::Notation);
            }
            b"string" => {
                let len = inside.parse::<usize>().ok()?;
                let quote = close + 2;
                let end = quote.checked_add(1)?.checked_add(len)?;
                if !kit.text[close + 1..].starts_with(b" \"") || kit.text.get(end) != Some(&b'"') {
                    return None;
                }
                // The length must end where a character does.
                kit.str(quote + 1..end)?;
                kit.put(start..quote, "", Code::ClassName);
                kit.pos = quote;
                kit.verbatim(1, end, 1);
                return Some(Step::Scalar);
            }
            b"array" => {
                inside.parse::<usize>().ok()?;
                let brace = close + 2;
                return kit.text[close + 1..].starts_with(b" {").then(|| {
                    kit.put(start..brace, "", Code::ClassName);
                    kit.pos = brace;
                    Step::Open(lines(kit.open(1, Shape::Mixed(0), "}")))
                });
            }
            b"object" => {
                let line = kit.line_end(close);
                let head = kit.str(close + 1..line)?;
                let numbers = |byte: u8| byte.is_ascii_digit() || b"#() ".contains(&byte);
                let brace = head.find('{').filter(|at| head[..*at].bytes().all(numbers))?;
                kit.put(start..close + 1 + brace, "", Code::ClassName);
                kit.pos = close + 1 + brace;
                return Some(Step::Open(lines(as_object(kit.open(1, Shape::Object, "}")))));
            }
            _ => return None,
        }
        let end = kit.pos + 1;
        kit.put(kit.pos..end, "", Code::ClassName);
        kit.eat(")").map(|()| Step::Scalar)
    }

    fn key(&mut self, kit: &mut Kit<'_>) -> Option<()> {
        let start = kit.pos;
        kit.eat("[")?;
        let end = start + memchr::memmem::find(&kit.text[start..], b"]=>\n")?;
        let (text, index) = if kit.at("\"") {
            // `["name":"Class":private]`
            let inside = kit.str(kit.pos + 1..end)?;
            let name = if kit.open.last()?.mark == OBJECT {
                let marked = inside.strip_suffix(":protected").or_else(|| inside.strip_suffix(":private"));
                let name = marked.unwrap_or(inside);
                name.split_once("\":\"").map_or(name.strip_suffix('"')?, |(name, _)| name)
            } else {
                inside.strip_suffix('"')?
            };
            (quoted(name), None)
        } else {
            let number = kit.str(kit.pos..end)?;
            number.parse::<i64>().ok()?;
            (quoted(number), number.parse().ok())
        };
        kit.pos = end + 3;
        kit.space();
        note(kit, start, &text, index)
    }
}

fn lines(mut frame: Frame) -> Frame {
    (frame.signs, frame.bare) = ("", Bare::Line);
    frame
}
