//! What `util.inspect` and `console.log` print in Node, Deno and Bun.

use super::kit::{Kit, Language, Shape, Step, begin, is_word};
use super::strings::{Byte, Style};
use crate::core::repair::edit::Code;

const STRING: Style = Style { signs: "\\\"'`", hex: Byte::Char, units: true, braces: true, ..Style::C };
const WORDS: &[(&str, &str)] = &[("true", "true"), ("false", "false"), ("null", "null")];
/// `Map(1) { 'a' => 1 }`
const MAP: u8 = 1;
/// Characters in names of classes.
const CLASS: &str = "$.";

pub(super) fn begins(text: &[u8]) -> bool {
    matches!(text.first(), Some(b'{' | b'[' | b'<')) || class_end(text, 0).is_some()
}

/// Names of classes stand before brackets, words for what is left out in them, symbols in those of a key; large numbers end
/// with a letter.
pub(super) fn has_sign(text: &[u8]) -> bool {
    let is_before = |at: usize, is_sign: &dyn Fn(u8) -> bool| at > 0 && is_sign(text[at - 1]);
    let of_class = |byte| is_word(byte) || b"$.)]".contains(&byte);
    let brackets = memchr::memchr3_iter(b'[', b'{', b'<', text).any(|at| {
        text[at] == b'<'
            || text[at] == b'[' && text.get(at + 1).is_some_and(u8::is_ascii_alphabetic)
            || is_before(at, &|byte| byte == b' ') && is_before(at - 1, &of_class)
    });
    let key = |at: usize| begin(&text[at + 1..]).starts_with(b":");
    let of_number = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'_' | b'.');
    let has = |sign: &str| memchr::memmem::find(text, sign.as_bytes()).is_some();
    brackets
        || memchr::memchr_iter(b']', text).any(key)
        || memchr::memchr2_iter(b'x', b'X', text).any(|at| is_before(at, &|byte| byte == b'0'))
        || memchr::memchr_iter(b'n', text).any(|at| is_before(at, &of_number))
        || has(" more item")
        || has("Symbol(")
}

pub(super) fn read(kit: &mut Kit<'_>) -> Option<()> {
    kit.read(&mut Js)
}

struct Js;

impl Language for Js {
    fn value(&mut self, kit: &mut Kit<'_>) -> Option<Step> {
        if let Some(end) = class_end(kit.text, kit.pos) {
            return container(kit, end);
        }
        match kit.peek()? {
            b'{' => Some(Step::Open(kit.open(1, Shape::Object, "}"))),
            b'[' if placeholder(kit).is_some() => Some(Step::Scalar),
            b'[' => Some(Step::Open(kit.open(1, Shape::Array, "]"))),
            b'\'' | b'"' | b'`' => strings(kit),
            b'<' => empty_items(kit),
            b'/' => regexp(kit),
            _ => scalar(kit),
        }
    }

    fn key(&mut self, kit: &mut Kit<'_>) -> Option<()> {
        if kit.open.last()?.mark == MAP {
            // Keys of a map may be of any kind; those of JSON are text.
            match kit.peek()? {
                b'\'' | b'"' | b'`' => kit.string(&STRING)?,
                _ => {
                    kit.word_key(".-", Code::NumberKey)?;
                }
            }
            return kit.arrow("=>");
        }
        match kit.peek()? {
            b'\'' | b'"' => {
                kit.string(&STRING)?;
                kit.arrow(":")
            }
            b'[' => {
                // `[Symbol(a)]: 1`, and a key that does not show in loops.
                let end = kit.pos + memchr::memchr2(b']', b'\n', &kit.text[kit.pos..])?;
                let inside = kit.str(kit.pos + 1..end)?;
                let name = inside.strip_prefix("Symbol(").and_then(|name| name.strip_suffix(')'));
                kit.is_certain = true;
                kit.text_token(end + 1, name.unwrap_or(inside), Code::UnquotedKey)?;
                kit.arrow(":")
            }
            _ => kit.plain_key(kit.word_end(kit.pos, "$"), ":"),
        }
    }

    fn closer(&mut self, kit: &mut Kit<'_>) -> Option<usize> {
        let closer = kit.open.last()?.closer;
        if kit.at(closer) {
            return Some(closer.len());
        }
        // `... 3 more items` stands before the bracket.
        let rest = kit.str(kit.pos..kit.text.len())?.strip_prefix("... ")?;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let more = rest[digits..].strip_prefix(" more item")?;
        let more = more.strip_prefix('s').unwrap_or(more);
        if digits == 0 {
            return None;
        }
        let end = kit.text.len() - more.len();
        kit.put(kit.pos..end, "", Code::Ellipsis);
        kit.is_sure();
        kit.pos = end;
        kit.space();
        kit.at(closer).then_some(closer.len())
    }
}

/// Where the bracket stands that belongs to the class whose name begins at `pos`: `Map(1) {`, `Foo {`, `Set(1) {`,
/// `Uint8Array(3) [`, `[Object: null prototype] {`.
fn class_end(text: &[u8], pos: usize) -> Option<usize> {
    const BARE: &[u8] = b"[Object: null prototype] {";
    let rest = text.get(pos..)?;
    if rest.starts_with(BARE) {
        return Some(pos + BARE.len() - 1);
    }
    if !rest.first().is_some_and(u8::is_ascii_uppercase) {
        return None;
    }
    let mut len = rest.iter().take_while(|byte| is_word(**byte) || CLASS.as_bytes().contains(byte)).count();
    if rest.get(len) == Some(&b'(') {
        let digits = rest[len + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        len += 2 + digits;
        if digits == 0 || rest.get(len - 1) != Some(&b')') {
            return None;
        }
    }
    if rest.get(len..).is_some_and(|rest| rest.starts_with(b" [Map] {") || rest.starts_with(b" [Set] {")) {
        len += 6;
    }
    (rest.get(len) == Some(&b' ') && matches!(rest.get(len + 1), Some(b'{' | b'['))).then_some(pos + len + 1)
}

/// What a class contains, whose bracket stands at `end`.
fn container(kit: &mut Kit<'_>, end: usize) -> Option<Step> {
    let name = kit.str(kit.pos..end)?;
    let class = name.split(['(', ' ']).next()?;
    let is_list = kit.text[end] == b'[';
    // A word before a list is prose.
    if is_list && !name.contains('(') {
        return None;
    }
    if name.contains('(') || !matches!(begin(&kit.text[end + 1..]).first(), Some(b'}' | b']')) {
        kit.is_sure();
    }
    let is_set = matches!(class, "Set" | "WeakSet" | "SetIterator") || name.ends_with("[Set] ");
    let is_map = matches!(class, "Map" | "WeakMap") || name.ends_with("[Map] ");
    kit.class(end);
    let mut frame = match (is_list, is_set) {
        (true, _) => kit.open(1, Shape::Array, "]"),
        (_, true) => kit.open(1, Shape::Array, "}"),
        _ => kit.open(1, Shape::Object, "}"),
    };
    frame.mark = if is_map { MAP } else { 0 };
    frame.code = if is_set { Code::Set } else { Code::Notation };
    Some(Step::Open(frame))
}

/// `[Object]`, `[Circular *1]`, `[Function: f]`, `[Getter]`: what is left out.
fn placeholder(kit: &mut Kit<'_>) -> Option<Step> {
    const WORDS: &[&str] = &[
        "Array",
        "Circular",
        "Object",
        "Function",
        "AsyncFunction",
        "GeneratorFunction",
        "AsyncGeneratorFunction",
        "class",
        "Getter",
        "Setter",
        "Symbol",
        "Promise",
        "Proxy",
        "Module",
    ];
    let rest = kit.str(kit.pos + 1..kit.text.len())?;
    let word = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
    if !WORDS.contains(&&rest[..word]) {
        return None;
    }
    if rest.starts_with("Symbol(") {
        return None;
    }
    let end = memchr::memchr2(b']', b'\n', rest.as_bytes()).filter(|at| rest.as_bytes()[*at] == b']')?;
    // `[Function: f] { a: 1 }` has keys of its own, and data in them.
    let inside = &rest[word..end];
    let is_plain = inside.bytes().all(|byte| is_word(byte) || b" :*.$()<>/-".contains(&byte));
    if !is_plain || begin(&rest.as_bytes()[end + 1..]).starts_with(b"{") {
        return None;
    }
    // Alone it is not a dump.
    if kit.open.is_empty() {
        return None;
    }
    kit.is_sure();
    kit.token(kit.pos + 1 + end + 1, "null", Code::Placeholder)
}

/// `<2 empty items>`, `<Buffer 01 02>`
fn empty_items(kit: &mut Kit<'_>) -> Option<Step> {
    let end = kit.pos + memchr::memchr2(b'>', b'\n', &kit.text[kit.pos..])?;
    let inside = kit.str(kit.pos + 1..end)?;
    kit.is_sure();
    if kit.text[end] != b'>' {
        return None;
    }
    if let Some(bytes) = inside.strip_prefix("Buffer") {
        let bytes = bytes.split_ascii_whitespace().map(|byte| u8::from_str_radix(byte, 16).ok());
        let bytes = bytes.collect::<Option<Vec<u8>>>()?;
        return kit.token(end + 1, format!("{bytes:?}"), Code::Notation);
    }
    let count = inside.split_once(" empty item")?.0.parse::<usize>().ok()?;
    let is_short = count <= kit.text.len();
    is_short.then(|| kit.token(end + 1, vec!["null"; count.max(1)].join(", "), Code::Undefined))?
}

/// `/re/g`
fn regexp(kit: &mut Kit<'_>) -> Option<Step> {
    let (mut at, mut in_class) = (kit.pos + 1, false);
    loop {
        match kit.text.get(at)? {
            b'\n' => return None,
            b'\\' => at += 1,
            b'[' => in_class = true,
            b']' => in_class = false,
            b'/' if !in_class => break,
            _ => {}
        }
        at += 1;
    }
    let end = kit.word_end(at + 1, "");
    let text = kit.str(kit.pos..end).filter(|text| text.len() > 2 && !text.starts_with("/*"))?;
    kit.text_token(end, text, Code::Notation)
}

/// A string, or several parts of one with `+` at the ends of lines.
fn strings(kit: &mut Kit<'_>) -> Option<Step> {
    kit.string(&STRING)?;
    loop {
        let end = kit.pos;
        kit.space();
        if kit.eat("+").is_none() {
            kit.pos = end;
            return Some(Step::Scalar);
        }
        kit.space();
        let next = kit.pos;
        if !matches!(kit.peek()?, b'\'' | b'"' | b'`') {
            return None;
        }
        kit.string(&STRING)?;
        kit.put(end - 1..next + 1, "", Code::JoinedStrings);
    }
}

fn scalar(kit: &mut Kit<'_>) -> Option<Step> {
    if let Some(step) = kit.words(&[("undefined", "null")], Code::Undefined) {
        return Some(step);
    }
    if kit.at("Symbol(") {
        let end = kit.pos + memchr::memchr(b')', &kit.text[kit.pos..])?;
        let name = kit.str(kit.pos + "Symbol(".len()..end)?;
        kit.is_certain = true;
        return kit.text_token(end + 1, name, Code::Notation);
    }
    let start = kit.pos;
    let step = kit
        .words(WORDS, Code::Notation)
        .or_else(|| kit.non_finite(&["NaN", "Infinity", "-Infinity"]))
        .or_else(|| kit.date())
        .or_else(|| kit.number("n"))?;
    kit.is_certain |= kit.text[start..kit.pos].ends_with(b"n") && kit.text[start].is_ascii_digit();
    Some(step)
}
