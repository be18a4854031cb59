//! Hash tables and arrays of PowerShell: as its code writes them, and as it prints what is nested, without quotes.

use super::kit::{Bare, Kit, Language, Shape, Step, begin};
use super::strings::Style;
use crate::core::edit::Code;

const DOUBLE: Style = Style {
    sign: b'`',
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
    ],
    signs: "`\"'$",
    doubled: true,
    lines: true,
    ..Style::C
};
const SINGLE: Style = Style { sign: 0, doubled: true, lines: true, ..Style::C };
const WORDS: &[(&str, &str)] = &[("true", "true"), ("false", "false"), ("null", "null")];
const TYPES: &[&str] = &["[pscustomobject]", "[ordered]", "[PSCustomObject]", "[hashtable]"];

pub(super) fn begins(text: &[u8]) -> bool {
    text.starts_with(b"@{")
        || text.starts_with(b"@(")
        || TYPES.iter().any(|name| text.starts_with(name.as_bytes()))
}

pub(super) fn read(kit: &mut Kit<'_>) -> Option<()> {
    kit.is_certain = true;
    kit.read(&mut PowerShell)
}

struct PowerShell;

impl Language for PowerShell {
    fn skip(&mut self, kit: &mut Kit<'_>) {
        kit.space();
        while kit.at("#") {
            kit.comment(kit.line_end(kit.pos));
            kit.space();
        }
    }

    fn value(&mut self, kit: &mut Kit<'_>) -> Option<Step> {
        for name in TYPES {
            if kit.at(name) {
                kit.class(kit.pos + name.len());
                kit.space();
            }
        }
        if kit.at("@{") {
            let mut frame = kit.open(2, Shape::Object, "}");
            (frame.signs, frame.bare) = (";", Bare::Line);
            return Some(Step::Open(frame));
        }
        if kit.at("@(") {
            let mut frame = kit.open(2, Shape::Array, ")");
            frame.bare = Bare::Line;
            return Some(Step::Open(frame));
        }
        match kit.peek()? {
            // `$(…)` and `$name` in a string are computed.
            b'"' => {
                let start = kit.pos;
                kit.string(&DOUBLE)?;
                let inside = &kit.text[start..kit.pos];
                let is_computed = memchr::memchr_iter(b'$', inside).any(|at| {
                    inside[at - 1] != b'`'
                        && inside
                            .get(at + 1)
                            .is_some_and(|byte| super::kit::is_word(*byte) || b"({".contains(byte))
                });
                (!is_computed).then_some(Step::Scalar)
            }
            b'\'' => kit.string(&SINGLE).map(|()| Step::Scalar),
            b'$' => {
                kit.put(kit.pos..kit.pos + 1, "", Code::Notation);
                kit.pos += 1;
                let end = kit.word_end(kit.pos, "");
                let word = kit.str(kit.pos..end)?.to_ascii_lowercase();
                let (_, with) = WORDS.iter().find(|(name, _)| *name == word)?;
                kit.put(kit.pos..end, *with, Code::WordCase);
                kit.pos = end;
                Some(Step::Scalar)
            }
            _ => word(kit),
        }
    }

    fn key(&mut self, kit: &mut Kit<'_>) -> Option<()> {
        match kit.peek()? {
            b'"' => kit.string(&DOUBLE)?,
            b'\'' => kit.string(&SINGLE)?,
            _ => return kit.plain_key(kit.word_end(kit.pos, "-.@"), "="),
        }
        kit.arrow("=")
    }
}

/// A text without quotes, as PowerShell prints it: up to a semicolon before the next key, or to the bracket.
fn word(kit: &mut Kit<'_>) -> Option<Step> {
    let closer = *kit.open.last()?.closer.as_bytes().first()?;
    if closer == b')' {
        return kit.number("");
    }
    let mut at = kit.pos;
    loop {
        let byte = *kit.text.get(at)?;
        match byte {
            b'}' => break,
            b'\n' => break,
            b';' if is_pair(begin(&kit.text[at + 1..])) => break,
            b'{' | b'"' | b'$' | b'(' | b'|' => return None,
            _ => {}
        }
        at += 1;
    }
    let end = at - kit.text[kit.pos..at].iter().rev().take_while(|byte| byte.is_ascii_whitespace()).count();
    let text = kit.str(kit.pos..end)?;
    if text.starts_with("System.") && (text.ends_with("[]") || text.starts_with("System.Collections.")) {
        return kit.token(end, "null", Code::Placeholder);
    }
    match text {
        "True" => kit.token(end, "true", Code::WordCase),
        "False" => kit.token(end, "false", Code::WordCase),
        _ => kit.raw(end),
    }
}

/// Does a key stand here, or the end?
fn is_pair(text: &[u8]) -> bool {
    let len = text.iter().take_while(|byte| super::kit::is_word(**byte) || b"-.@ '\"".contains(byte)).count();
    matches!(text.get(len), Some(b'=' | b'}')) || text.is_empty()
}
