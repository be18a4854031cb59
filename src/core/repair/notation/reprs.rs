//! What `repr` prints of Python's objects: calls with keywords, containers of the standard library, dates, enum members,
//! numpy and torch.

use super::kit::{Frame, Kit, Language, Shape, Step, begin, is_word};
use super::strings::{Byte, C_LETTERS, Style};
use crate::core::repair::edit::Code;

const STRING: Style = Style { letters: C_LETTERS, hex: Byte::Char, units: true, ..Style::C };
const BYTES: Style = Style { hex: Byte::Utf8, ..Style::C };

/// The pairs of `OrderedDict([('a', 1)])`: a list whose items are keys and values in parentheses.
const PAIRS: u8 = 1;
/// The call around a value, of which nothing else is kept.
const WRAPPER: u8 = 2;

const WORDS: &[(&str, &str)] = &[("True", "true"), ("False", "false"), ("None", "null")];
const PLACEHOLDERS: &[(&str, &str)] = &[("NaT", "null"), ("NA", "null"), ("Ellipsis", "null")];

/// Classes whose only positional argument is the value, whatever keywords follow it.
const WRAPPERS: &[&str] = &[
    "array",
    "tensor",
    "deque",
    "frozenset",
    "set",
    "dict",
    "list",
    "tuple",
    "Counter",
    "mappingproxy",
    "dict_keys",
    "dict_values",
    "dict_items",
    "bytearray",
    "UUID",
    "Path",
    "PosixPath",
    "WindowsPath",
    "PurePosixPath",
    "PureWindowsPath",
    "IPv4Address",
    "IPv6Address",
    "Url",
    "AnyUrl",
    "HttpUrl",
    "SecretStr",
    "float64",
    "float32",
    "float16",
    "int64",
    "int32",
    "int16",
    "int8",
    "uint64",
    "uint32",
    "uint16",
    "uint8",
    "str_",
    "bool_",
    "Parameter",
    "Index",
    "Series",
    "dtype",
    "device",
];

/// Other classes whose names are not in capitals, and those of the standard library.
const OTHERS: &[&str] = &["OrderedDict", "defaultdict", "namespace"];

pub(super) fn begins(text: &[u8]) -> bool {
    matches!(text.first(), Some(b'{' | b'[' | b'(' | b'<')) || call(text, 0).is_some()
}

/// Objects are printed in angle brackets, or as a call.
pub(super) fn has_sign(text: &[u8]) -> bool {
    memchr::memchr2_iter(b'(', b'<', text)
        .any(|at| text[at] == b'<' || at > 0 && (is_word(text[at - 1]) || text[at - 1] == b'.'))
}

pub(super) fn read(kit: &mut Kit<'_>) -> Option<()> {
    kit.read(&mut Reprs)
}

/// Where the parenthesis stands of the call that begins at `pos`.
fn call(text: &[u8], pos: usize) -> Option<usize> {
    let rest = text.get(pos..)?;
    let len = rest.iter().take_while(|byte| is_word(**byte) || **byte == b'.').count();
    let is_name = rest.first().is_some_and(|byte| !byte.is_ascii_digit() && *byte != b'.');
    (is_name && rest.get(len) == Some(&b'(')).then_some(pos + len)
}

struct Reprs;

impl Language for Reprs {
    fn value(&mut self, kit: &mut Kit<'_>) -> Option<Step> {
        match kit.peek()? {
            b'{' => return Some(Step::Open(brace(kit))),
            b'[' => return Some(Step::Open(kit.open(1, Shape::Array, "]"))),
            b'(' => {
                let mut frame = kit.open(1, Shape::Array, ")");
                frame.code = Code::Tuple;
                return Some(Step::Open(frame));
            }
            b'"' | b'\'' => {
                kit.string(&STRING)?;
                return Some(Step::Scalar);
            }
            b'b' if matches!(kit.text.get(kit.pos + 1), Some(b'"' | b'\'')) => {
                kit.drop(kit.pos + 1, Code::StringPrefix);
                kit.string(&BYTES)?;
                return Some(Step::Scalar);
            }
            b'<' => return angle(kit),
            // A value within itself, or items that numpy leaves out.
            b'.' if kit.at("...") => return kit.token(kit.pos + 3, "null", Code::Placeholder),
            _ => {}
        }
        if let Some(paren) = call(kit.text, kit.pos) {
            return constructor(kit, paren);
        }
        kit.words(WORDS, Code::PythonWord)
            .or_else(|| kit.words(PLACEHOLDERS, Code::Placeholder))
            .or_else(|| kit.non_finite(&["nan", "inf", "-inf", "np.nan", "np.inf", "-np.inf"]))
            .or_else(|| kit.number(""))
            .or_else(|| numpy_word(kit))
    }

    fn key(&mut self, kit: &mut Kit<'_>) -> Option<()> {
        let frame = kit.open.last()?;
        let (mark, closer) = (frame.mark, frame.closer);
        if mark == PAIRS {
            kit.put(kit.pos..kit.pos + 1, "", Code::Notation);
            kit.eat("(")?;
            key(kit)?;
            return kit.arrow(",");
        }
        if closer == ")" {
            return kit.plain_key(kit.word_end(kit.pos, ""), "=");
        }
        key(kit)?;
        kit.arrow(":")
    }

    fn after(&mut self, kit: &mut Kit<'_>) -> Option<()> {
        if kit.open.last()?.mark == PAIRS {
            kit.space();
            kit.put(kit.pos..kit.pos + 1, "", Code::Notation);
            kit.eat(")")?;
        }
        Some(())
    }

    fn closer(&mut self, kit: &mut Kit<'_>) -> Option<usize> {
        let frame = kit.open.last()?;
        if frame.mark == WRAPPER && frame.items == 1 {
            return keywords(kit);
        }
        kit.at(frame.closer).then_some(frame.closer.len())
    }
}

/// A dictionary or a set: what follows its first value tells.
fn brace(kit: &mut Kit<'_>) -> Frame {
    let start = kit.pos;
    let mut frame = kit.open(1, Shape::Object, "}");
    // Keys are strings, numbers or words: none holds a bracket.
    let mut ahead = kit.ahead();
    ahead.space();
    let is_key = ahead.at("}")
        || key(&mut ahead).is_some() && {
            ahead.space();
            ahead.at(":")
        };
    if !is_key {
        frame = Frame::new(start..start + 1, Shape::Array, "}");
        frame.code = Code::Set;
    }
    frame
}

/// A key of a dictionary: a string, or what becomes one.
fn key(kit: &mut Kit<'_>) -> Option<()> {
    if matches!(kit.peek()?, b'"' | b'\'') {
        return kit.string(&STRING);
    }
    if kit.at("<") {
        return angle(kit).map(|_| ());
    }
    let end = kit.word_end(kit.pos, ".-");
    let word = kit.str(kit.pos..end)?;
    let plain = WORDS.iter().find(|(name, _)| *name == word).map_or(word, |(_, with)| with);
    let is_plain = plain != word || word.parse::<f64>().is_ok_and(f64::is_finite);
    is_plain.then(|| kit.text_token(end, plain, Code::NumberKey))?.map(|_| ())
}

/// `<Color.RED: 1>` is the value 1; any other `<…>` stands for data that is not printed.
fn angle(kit: &mut Kit<'_>) -> Option<Step> {
    let start = kit.pos;
    let end = memchr::memchr2(b'>', b'\n', &kit.text[start..]).map(|at| start + at)?;
    if kit.text[end] != b'>' {
        return None;
    }
    let inside = kit.str(start + 1..end)?;
    kit.is_sure();
    let member = inside.split_once(": ").filter(|(name, _)| {
        name.contains('.') && name.bytes().all(|byte| is_word(byte) || matches!(byte, b'.' | b'|'))
    });
    if let Some((name, _)) = member {
        let value = start + 1 + name.len() + 2;
        kit.put(start..value, "", Code::ClassName);
        kit.pos = value;
        match kit.peek()? {
            b'"' | b'\'' => kit.string(&STRING)?,
            _ => kit.number("").map(|_| ())?,
        }
        kit.put(kit.pos..kit.pos + 1, "", Code::ClassName);
        return kit.eat(">").map(|()| Step::Scalar);
    }
    // `<QuerySet [<User: Ada>]>` holds others.
    let end = angle_end(kit.text, start)?;
    let inside = kit.str(start + 1..end)?;
    let is_name = inside.starts_with(|c: char| c.is_alphabetic() || c == '_');
    let is_placeholder = is_name && inside.contains(' ') && !kit.open.is_empty();
    is_placeholder.then(|| kit.token(end + 1, "null", Code::Placeholder))?
}

/// Where the bracket closes that opens at `start`, on the same line; others may open in it.
fn angle_end(text: &[u8], start: usize) -> Option<usize> {
    /// Bytes of the longest that is looked at.
    const LONGEST: usize = 4096;
    let mut depth = 0_usize;
    for (at, byte) in text.iter().enumerate().skip(start).take(LONGEST) {
        match byte {
            b'<' => depth += 1,
            b'>' if depth == 1 => return Some(at),
            b'>' => depth -= 1,
            b'\n' => return None,
            _ => {}
        }
    }
    None
}

/// `np.True_`
fn numpy_word(kit: &mut Kit<'_>) -> Option<Step> {
    let end = kit.word_end(kit.pos, ".");
    let with = match &kit.text[kit.pos..end] {
        b"np.True_" => "true",
        b"np.False_" => "false",
        _ => return None,
    };
    kit.token(end, with, Code::PythonWord)
}

/// A call whose parenthesis stands at `paren`.
fn constructor(kit: &mut Kit<'_>, paren: usize) -> Option<Step> {
    let name = kit.str(kit.pos..paren)?;
    let class = name.rsplit('.').next()?;
    if let Some(step) = super::moments::read(kit, class, paren) {
        kit.is_sure();
        return Some(step);
    }
    if class == "Decimal" {
        return decimal(kit, paren);
    }
    let is_known = WRAPPERS.contains(&class) || OTHERS.contains(&class);
    // A function that is called is code.
    if !is_known && !class.starts_with(|c: char| c.is_uppercase() || c == '_') {
        return None;
    }
    kit.is_certain |= kit.open.first().is_some_and(|frame| frame.closer != ")");
    if is_known {
        kit.is_sure();
    }
    let start = kit.pos;
    kit.pos = paren + 1;
    kit.space();
    if class == "defaultdict" {
        // The factory goes.
        let comma = memchr::memchr2(b',', b'{', &kit.text[kit.pos..]).map(|at| kit.pos + at)?;
        kit.put(paren + 1..comma + 1, "", Code::ClassName);
        kit.pos = comma;
        kit.eat(",")?;
        kit.space();
    }
    let is_counted = matches!(class, "OrderedDict" | "Counter") && kit.at("[");
    if is_counted && begin(&kit.text[kit.pos + 1..]).starts_with(b"(") {
        kit.pos += 1;
        let mut frame = Frame::new(start..kit.pos, Shape::Object, "])");
        (frame.mark, frame.code) = (PAIRS, Code::ClassName);
        return Some(Step::Open(frame));
    }
    let at = kit.pos;
    let word = kit.word_end(at, "");
    let is_keyword =
        word > at && begin(&kit.text[word..]).starts_with(b"=") && !kit.text[word..].starts_with(b"==");
    if is_keyword {
        kit.is_sure();
    }
    let shape = if is_keyword { Shape::Object } else { Shape::Call };
    let mut frame = Frame::new(start..paren + 1, shape, ")");
    frame.code = Code::ClassName;
    if WRAPPERS.contains(&class) && !is_keyword || class == "defaultdict" {
        frame.mark = WRAPPER;
    } else if !is_keyword && !is_known {
        frame.code = Code::CallWrapper;
    }
    kit.pos = at;
    Some(Step::Open(frame))
}

/// `Decimal('1.50')`: a number with these digits.
fn decimal(kit: &mut Kit<'_>, paren: usize) -> Option<Step> {
    let start = kit.pos;
    let quote = *kit.text.get(paren + 1).filter(|byte| matches!(byte, b'\'' | b'"'))?;
    kit.pos = paren + 2;
    let end = kit.word_end(kit.pos, "+-.");
    if kit.text.get(end..end + 2) != Some(&[quote, b')']) {
        return None;
    }
    kit.is_sure();
    kit.put(start..paren + 2, "", Code::ClassName);
    kit.put(end..end + 2, "", Code::ClassName);
    kit.non_finite(&["NaN", "sNaN", "Infinity", "-Infinity"]).or_else(|| kit.number(""))?;
    (kit.pos == end).then(|| kit.pos = end + 2).map(|()| Step::Scalar)
}

/// How long the keywords are that follow the value in a known class, with the parenthesis: `, dtype=int32)`.
fn keywords(kit: &mut Kit<'_>) -> Option<usize> {
    let start = kit.pos;
    let mut ahead = kit.ahead();
    while ahead.eat(",").is_some() {
        ahead.space();
        let name = ahead.word_end(ahead.pos, "");
        if name == ahead.pos && ahead.at(")") {
            break;
        }
        ahead.pos = name;
        ahead.eat("=")?;
        match ahead.peek()? {
            b'"' | b'\'' => ahead.string(&STRING)?,
            open @ (b'<' | b'(' | b'[') => {
                let close = match open {
                    b'<' => b'>',
                    b'(' => b')',
                    _ => b']',
                };
                ahead.pos += 1 + memchr::memchr2(close, b'\n', &ahead.text[ahead.pos..])?;
            }
            _ => ahead.pos = ahead.word_end(ahead.pos, ".-+"),
        }
        ahead.space();
    }
    ahead.eat(")")?;
    Some(ahead.pos - start)
}
