//! Tables of Lua, as code and the usual printers write them.

use super::kit::{Kit, Language, Shape, Step, begin};
use super::strings::{Byte, C_LETTERS, Style};
use super::tokens::NIL_WORDS;
use crate::core::json::escape::quoted;
use crate::core::repair::edit::Code;

const STRING: Style =
    Style { letters: C_LETTERS, signs: "\\\"'\n", digits: 10, hex: Byte::Utf8, braces: true, ..Style::C };

pub(super) fn begins(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"return").map_or(text, begin);
    text.first() == Some(&b'{')
}

pub(super) fn read(kit: &mut Kit<'_>) -> Option<()> {
    kit.space();
    if kit.at("return") {
        let end = kit.text.len() - begin(&kit.text[kit.pos + "return".len()..]).len();
        kit.drop(end, Code::Assignment);
        kit.is_certain = kit.at("{") && !begin(&kit.text[end + 1..]).starts_with(b"}");
    }
    kit.read(&mut Lua)
}

struct Lua;

impl Language for Lua {
    fn skip(&mut self, kit: &mut Kit<'_>) {
        kit.space();
        while kit.at("--") {
            let end = long_end(kit, kit.pos + 2).map_or_else(|| kit.line_end(kit.pos), |(_, _, end)| end);
            kit.comment(end);
            kit.space();
        }
    }

    fn value(&mut self, kit: &mut Kit<'_>) -> Option<Step> {
        match kit.peek()? {
            b'{' => {
                kit.is_certain |=
                    kit.text[..kit.pos].trim_ascii_end().ends_with(b"=") && is_list(&kit.text[kit.pos + 1..]);
                let mut frame = kit.open(1, Shape::Mixed(1), "}");
                frame.signs = ",;";
                Some(Step::Open(frame))
            }
            b'"' | b'\'' => kit.string(&STRING).map(|()| Step::Scalar),
            b'[' => {
                let (start, close, end) = long_end(kit, kit.pos)?;
                let (before, after) = (start - kit.pos, end - close);
                // `{a=[[x, y]]}` is a list in a list to Java.
                kit.is_doubtful |= !kit.text[start..close].contains(&b'\n') && before == 2;
                kit.verbatim(before, close, after);
                Some(Step::Scalar)
            }
            _ => kit
                .words(NIL_WORDS, Code::Notation)
                .or_else(|| kit.non_finite(&["nan", "-nan", "inf", "-inf", "math.huge", "-math.huge"]))
                .or_else(|| kit.number("")),
        }
    }

    fn key(&mut self, kit: &mut Kit<'_>) -> Option<()> {
        let start = kit.pos;
        let mut index = None;
        let text = if kit.at("[") && long_end(kit, kit.pos).is_none() {
            kit.pos += 1;
            kit.space();
            let (from, mark) = (kit.pos, kit.fixes.latest.len());
            let text = match kit.peek()? {
                b'"' | b'\'' => {
                    kit.string(&STRING)?;
                    kit.take_text(mark, from..kit.pos)?
                }
                _ => {
                    kit.pos = kit.word_end(from, "-.");
                    let word = kit.str(from..kit.pos).filter(|word| !word.is_empty())?;
                    index = word.parse().ok();
                    quoted(word)
                }
            };
            kit.space();
            kit.eat("]")?;
            text
        } else {
            let end = kit.word_end(start, "");
            let inside = begin(&kit.text[end..]);
            let is_key = end > start
                && !kit.text[start].is_ascii_digit()
                && inside.first() == Some(&b'=')
                && inside.get(1) != Some(&b'=');
            if !is_key {
                return Some(());
            }
            kit.pos = end;
            quoted(kit.str(start..end)?)
        };
        kit.space();
        kit.eat("=")?;
        kit.space();
        // `{a = 1}` alone is JSON to many.
        kit.is_certain |= kit.text[start] == b'[' || kit.open.len() > 1;
        kit.note_key(start..kit.pos, Some(text), index)
    }
}

/// Returns whether a value without a key stands here, with a comma or the closing bracket after it.
fn is_list(text: &[u8]) -> bool {
    let text = begin(text);
    match text.first() {
        Some(quote @ (b'"' | b'\'')) => {
            let end = memchr::memchr2(*quote, b'\n', &text[1..]).map_or(text.len(), |at| at + 2);
            matches!(begin(&text[end.min(text.len())..]).first(), Some(b',' | b'}'))
        }
        Some(b'0'..=b'9' | b'{' | b'-') => true,
        _ => false,
    }
}

/// The long bracket `[[…]]` or `[=[…]=]` at `pos`: where its text begins, where that ends, and where the bracket does.
fn long_end(kit: &Kit<'_>, pos: usize) -> Option<(usize, usize, usize)> {
    let rest = kit.text.get(pos..)?.strip_prefix(b"[")?;
    let level = rest.iter().take_while(|byte| **byte == b'=').count();
    if rest.get(level) != Some(&b'[') {
        return None;
    }
    let closer = format!("]{}]", "=".repeat(level));
    let mut start = pos + level + 2;
    let close = start + memchr::memmem::find(&kit.text[start..], closer.as_bytes())?;
    // The first end of a line is not part of it.
    start += usize::from(kit.text[start] == b'\n');
    Some((start, close, close + closer.len()))
}
