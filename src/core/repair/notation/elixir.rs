//! What `inspect` prints in Elixir: maps, keyword lists, tuples, atoms, structs, sigils.

use super::kit::{Kit, Language, Shape, Step, begin, is_name};
use super::strings::{Byte, Style};
use super::tokens::NIL_WORDS;
use crate::core::repair::edit::Code;

const STRING: Style = Style {
    signs: "\\\"'#",
    letters: &[
        (b'n', '\n'),
        (b't', '\t'),
        (b'r', '\r'),
        (b'b', '\u{8}'),
        (b'f', '\u{c}'),
        (b'v', '\u{b}'),
        (b'a', '\u{7}'),
        (b'e', '\u{1b}'),
        (b'0', '\0'),
        (b's', ' '),
        (b'd', '\u{7f}'),
    ],
    hex: Byte::Char,
    units: true,
    braces: true,
    ..Style::C
};

pub(super) fn begins(text: &[u8]) -> bool {
    match text.first() {
        Some(b'%' | b'~') => true,
        Some(b'{') => matches!(begin(&text[1..]).first(), Some(b':' | b'%' | b'{' | b'[' | b'"')),
        Some(b'[') => begin(&text[1..]).first().is_some_and(|byte| *byte != b'\''),
        _ => text.starts_with(b"MapSet.new("),
    }
}

pub(super) fn read(kit: &mut Kit<'_>) -> Option<()> {
    let mut elixir = Elixir { atoms: 0 };
    kit.read(&mut elixir)?;
    // A stray colon in a list of JSON makes one atom, not several.
    kit.is_certain |= elixir.atoms > 1;
    Some(())
}

struct Elixir {
    /// Atoms that are values.
    atoms: usize,
}

impl Language for Elixir {
    fn value(&mut self, kit: &mut Kit<'_>) -> Option<Step> {
        match kit.peek()? {
            b'%' => {
                let name = kit.word_end(kit.pos + 1, ".");
                if kit.text.get(name) != Some(&b'{') {
                    return None;
                }
                if name > kit.pos + 1 {
                    kit.class(name);
                    kit.is_sure();
                    return Some(Step::Open(kit.open(1, Shape::Object, "}")));
                }
                kit.is_sure();
                return Some(Step::Open(kit.open(2, Shape::Object, "}")));
            }
            b'{' => {
                let mut frame = kit.open(1, Shape::Array, "}");
                frame.code = Code::Tuple;
                return Some(Step::Open(frame));
            }
            b'[' => {
                let inside = begin(&kit.text[kit.pos + 1..]);
                let at = kit.text.len() - inside.len();
                let shape = if keyword_end(kit, at).is_some() { Shape::Object } else { Shape::Array };
                // Without quotes around its keys, `[a: 1]` is not an array of JSON.
                kit.is_certain |= shape == Shape::Object && kit.text[at] != b'"';
                return Some(Step::Open(kit.open(1, shape, "]")));
            }
            b'"' => {
                kit.string(&STRING)?;
                return Some(Step::Scalar);
            }
            b'~' => return sigil(kit),
            b':' => {
                // JSON has no comma-separated values in braces.
                let in_tuple = kit.open.last().is_some_and(|frame| frame.closer == "}");
                self.atoms += 1 + usize::from(in_tuple);
                atom(kit)?;
                return Some(Step::Scalar);
            }
            b'#' => return opaque(kit),
            b'<' => return binary(kit),
            _ => {}
        }
        if kit.at("MapSet.new([") {
            kit.class(kit.pos + "MapSet.new(".len());
            kit.is_sure();
            let mut frame = kit.open(1, Shape::Array, "])");
            frame.code = Code::Set;
            return Some(Step::Open(frame));
        }
        if kit.at("Decimal.new(\"") {
            kit.class(kit.pos + "Decimal.new(\"".len());
            kit.is_sure();
            kit.number("")?;
            let end = kit.pos + 2;
            kit.put(kit.pos..end, "", Code::ClassName);
            return kit.eat("\")").map(|()| Step::Scalar);
        }
        if let Some(step) = kit.words(NIL_WORDS, Code::Notation) {
            return Some(step);
        }
        let end = kit.word_end(kit.pos, ".");
        if kit.peek()?.is_ascii_uppercase() {
            // The name of a module.
            let name = kit.str(kit.pos..end)?;
            return kit.text_token(end, name, Code::Notation);
        }
        kit.number("")
    }

    fn key(&mut self, kit: &mut Kit<'_>) -> Option<()> {
        if let Some(end) = keyword_end(kit, kit.pos) {
            if kit.at("\"") {
                kit.string(&STRING)?;
                return kit.arrow(":");
            }
            return kit.plain_key(end, ":");
        }
        if kit.open.last()?.closer == "]" {
            return None;
        }
        match kit.peek()? {
            b'"' => kit.string(&STRING)?,
            b':' => {
                atom(kit)?;
                kit.is_certain = true;
            }
            b'<' => binary(kit).map(|_| ())?,
            _ => {
                kit.word_key(".-", Code::NumberKey)?;
            }
        }
        kit.arrow("=>")
    }
}

/// Where the key `name:` or `"odd name":` ends that begins at `at`.
fn keyword_end(kit: &Kit<'_>, at: usize) -> Option<usize> {
    let mut end = kit.word_end(at, "@");
    if end == at {
        end += kit.text[at..].iter().take_while(|byte| b"+-*/<>=!~&|^.\\".contains(byte)).count();
    }
    if kit.text.get(at) == Some(&b'"') {
        let mut ahead = kit.ahead();
        ahead.pos = at;
        ahead.string(&STRING)?;
        end = ahead.pos;
    } else if end == at || kit.text[at].is_ascii_digit() {
        return None;
    } else if matches!(kit.text.get(end), Some(b'?' | b'!')) {
        end += 1;
    }
    kit.text[end..].starts_with(b": ").then_some(end)
}

/// `:name` or `:"odd name"`.
fn atom(kit: &mut Kit<'_>) -> Option<()> {
    if kit.at(":\"") {
        kit.drop(kit.pos + 1, Code::Notation);
        return kit.string(&STRING);
    }
    let start = kit.pos + 1;
    // `:2` is a stray colon.
    if kit.text.get(start).is_some_and(u8::is_ascii_digit) {
        return None;
    }
    let mut end = kit.word_end(start, "@");
    if end == start {
        end += kit.text[start..].iter().take_while(|byte| b"+-*/<>=!~%&|^.\\".contains(byte)).count();
    } else if matches!(kit.text.get(end), Some(b'?' | b'!')) {
        end += 1;
    }
    let name = kit.str(start..end).filter(|name| is_name(name))?;
    kit.text_token(end, name, Code::Notation).map(|_| ())
}

/// `~D[2024-01-02]` and its like, and `~c"text"`.
fn sigil(kit: &mut Kit<'_>) -> Option<Step> {
    kit.is_sure();
    if kit.at("~c\"") {
        kit.drop(kit.pos + 2, Code::StringPrefix);
        return kit.string(&STRING).map(|()| Step::Scalar);
    }
    if !matches!(kit.text.get(kit.pos + 1), Some(b'D' | b'U' | b'N' | b'T'))
        || kit.text.get(kit.pos + 2) != Some(&b'[')
    {
        return None;
    }
    let start = kit.pos + 3;
    let end = start + memchr::memchr2(b']', b'\n', &kit.text[start..])?;
    let inside = kit.str(start..end)?;
    let is_clock = inside.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b':' | b'.'));
    let iso = match super::moments::date(inside.as_bytes()) {
        Some((len, iso)) if len == inside.len() => iso,
        None if is_clock => inside.to_owned(),
        _ => return None,
    };
    kit.text[end].eq(&b']').then(|| kit.text_token(end + 1, &iso, Code::Notation))?
}

/// `<<104, 105>>`: bytes, which are a text where they are UTF-8.
fn binary(kit: &mut Kit<'_>) -> Option<Step> {
    let end = kit.pos + memchr::memchr2(b'>', b'\n', &kit.text[kit.pos..])?;
    let inside = kit.str(kit.pos..end)?.strip_prefix("<<")?;
    let bytes = inside.split(',').map(|byte| byte.trim().parse::<u8>().ok()).collect::<Option<Vec<u8>>>()?;
    if !kit.text[end..].starts_with(b">>") {
        return None;
    }
    kit.is_certain = true;
    match std::str::from_utf8(&bytes) {
        Ok(text) => kit.text_token(end + 2, text, Code::Notation),
        Err(_) => kit.token(end + 2, format!("[{inside}]"), Code::Notation),
    }
}

/// `#PID<0.1.0>`, `#Reference<…>`, `#Function<…>`: what stands for a thing of the running program.
fn opaque(kit: &mut Kit<'_>) -> Option<Step> {
    let name = kit.word_end(kit.pos + 1, ".");
    if name == kit.pos + 1 || kit.text.get(name) != Some(&b'<') {
        return None;
    }
    let end = name + memchr::memchr2(b'>', b'\n', &kit.text[name..])?;
    if kit.text[end] != b'>' || kit.text[name + 1..end].contains(&b'<') {
        return None;
    }
    kit.is_certain = true;
    kit.token(end + 1, "null", Code::Placeholder)
}
