//! Hash tables and arrays of PowerShell: as its code writes them, and as it prints what is nested, without quotes.

use super::kit::{Bare, Kit, Language, Shape, Step, begin, is_word};
use super::strings::{C_LETTERS, Style};
use crate::core::repair::edit::Code;

const DOUBLE: Style =
    Style { sign: b'`', letters: C_LETTERS, signs: "`\"'$", doubled: true, lines: true, ..Style::C };
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
        kit.space_and_comments("#");
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
                        && inside.get(at + 1).is_some_and(|byte| is_word(*byte) || b"({".contains(byte))
                });
                (!is_computed).then_some(Step::Scalar)
            }
            b'\'' => kit.string(&SINGLE).map(|()| Step::Scalar),
            b'$' => {
                kit.drop(kit.pos + 1, Code::Notation);
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

/// Returns whether a key or the end stands here.
fn is_pair(text: &[u8]) -> bool {
    let len = quoted_len(text)
        .unwrap_or_else(|| text.iter().take_while(|byte| is_word(**byte) || b"-.@".contains(byte)).count());
    let next = text.get(len..).map_or(b"".as_slice(), begin).first();
    text.is_empty() || text.first() == Some(&b'}') || len > 0 && next == Some(&b'=')
}

/// How long the string in quotes is that begins here; a quote within is written twice, or after a backtick.
fn quoted_len(text: &[u8]) -> Option<usize> {
    let quote = *text.first().filter(|byte| matches!(byte, b'\'' | b'"'))?;
    let mut at = 1;
    loop {
        at += memchr::memchr(quote, text.get(at..)?)?;
        let ticks = text[1..at].iter().rev().take_while(|byte| **byte == b'`').count();
        let is_escaped = quote == b'"' && ticks % 2 == 1;
        let is_twice = !is_escaped && text.get(at + 1) == Some(&quote);
        if !is_escaped && !is_twice {
            return Some(at + 1);
        }
        at += 1 + usize::from(is_twice);
    }
}
