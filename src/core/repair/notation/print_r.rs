//! What `print_r` prints in PHP. The indent of each line tells where a text ends; types are not told apart.

use super::kit::{Bare, Kit, Language, Shape, Step, is_word};
use crate::core::json::escape::quoted;
use crate::core::repair::edit::Code;

/// Blanks by which each level is indented.
const INDENT: usize = 8;
const OBJECT: u8 = 1;

pub(super) fn begins(text: &[u8]) -> bool {
    head(text).is_some()
}

pub(super) fn read(kit: &mut Kit<'_>) -> Option<()> {
    kit.is_certain = true;
    kit.is_ambiguous = true;
    kit.read(&mut PrintR { indents: Vec::new(), is_value_due: false })
}

/// How long `Array\n(` or `Name Object\n(` is, with the blanks before the parenthesis.
fn head(text: &[u8]) -> Option<usize> {
    let line = memchr::memchr(b'\n', text)?;
    let name = text[..line].trim_ascii_end();
    let class = name.strip_suffix(b" Object");
    let is_class = class.is_some_and(|class| {
        !class.is_empty() && class.iter().all(|byte| is_word(*byte) || matches!(byte, b'\\' | b':'))
    });
    if name != b"Array" && !is_class {
        return None;
    }
    let blanks = text[line + 1..].iter().take_while(|byte| **byte == b' ').count();
    let paren = line + 1 + blanks;
    (text.get(paren) == Some(&b'(') && text.get(paren + 1).is_some_and(|byte| matches!(byte, b'\n' | b'\r')))
        .then_some(paren + 1)
}

struct PrintR {
    /// The indent of each open parenthesis.
    indents: Vec<usize>,
    is_value_due: bool,
}

impl Language for PrintR {
    fn skip(&mut self, kit: &mut Kit<'_>) {
        // A text may begin with blanks, or be empty.
        if !self.is_value_due {
            kit.space();
        }
    }

    fn value(&mut self, kit: &mut Kit<'_>) -> Option<Step> {
        self.is_value_due = false;
        let Some(len) = head(&kit.text[kit.pos..]) else {
            return self.text(kit);
        };
        let is_object = !kit.at("Array\n") && !kit.at("Array\r") && !kit.at("Array ");
        let blanks = kit.text[..kit.pos + len - 1].iter().rev().take_while(|byte| **byte == b' ').count();
        self.indents.push(blanks);
        let shape = if is_object { Shape::Object } else { Shape::Mixed(0) };
        let mut frame = kit.open(len, shape, ")");
        frame.mark = if is_object { OBJECT } else { 0 };
        (frame.signs, frame.bare) = ("", Bare::Line);
        frame.code = if is_object { Code::ClassName } else { Code::Notation };
        Some(Step::Open(frame))
    }

    fn key(&mut self, kit: &mut Kit<'_>) -> Option<()> {
        let start = kit.pos;
        let line = kit.line_end(start);
        kit.eat("[")?;
        let end = start + memchr::memmem::find(&kit.text[start..line], b"] =>")?;
        let inside = kit.str(kit.pos..end)?;
        kit.pos = end + "] =>".len();
        // An empty text at the end of a line may have lost its blank.
        kit.pos += usize::from(kit.at(" "));
        self.is_value_due = true;
        let is_object = kit.open.last()?.mark == OBJECT;
        let name = if is_object { inside.split(':').next()? } else { inside };
        let text = quoted(name);
        if is_object {
            kit.put(start..kit.pos, format!("{text}: "), Code::Notation);
            return Some(());
        }
        kit.note_key(start..kit.pos, Some(text), inside.parse().ok())
    }

    fn closer(&mut self, kit: &mut Kit<'_>) -> Option<usize> {
        let is_here = kit.at(")");
        if is_here {
            self.indents.pop();
        }
        is_here.then_some(1)
    }
}

impl PrintR {
    /// A text, up to the end of the line before the next key of the same array, or before its end.
    fn text(&self, kit: &mut Kit<'_>) -> Option<Step> {
        let indent = *self.indents.last()?;
        let mut end = kit.line_end(kit.pos);
        loop {
            let rest = kit.text.get(end + 1..)?;
            let blanks = rest.iter().take_while(|byte| **byte == b' ').count();
            let line = &rest[blanks..];
            let is_key = blanks == indent + INDENT / 2 && line.starts_with(b"[");
            let stop = memchr::memchr(b'\n', line).unwrap_or(line.len());
            if is_key && memchr::memmem::find(&line[..stop], b"] =>").is_none() {
                // A key over two lines, or a text: there is no telling.
                return None;
            }
            if is_key || blanks == indent && line.starts_with(b")") {
                break;
            }
            end = kit.line_end(end + 1);
        }
        if kit.text[..end].ends_with(b"\r") {
            end -= 1;
        }
        kit.raw(end)
    }
}
