//! `(tool/f {:k "v"})`: the call of PTC-Lisp that a preview names in its hint, alone or in a sentence.
//!
//! A call inside a program is a step of the program, and none by itself: no other bracket stands before it or after it.

use crate::core::calls::formats::Hit;
use crate::core::calls::formats::names;
use crate::core::calls::judge::context::Context;
use crate::core::calls::judge::draft::Draft;
use crate::core::calls::readers::is_quoted;
use crate::core::calls::readers::json::Reading;
use crate::core::calls::readers::object::Object;
use crate::core::calls::readers::{Builder, is_name, is_word};
use crate::core::calls::types::change::Change;
use crate::core::json::stops::closing_quote;
use crate::core::repair::engine::{self, CutPlace, Source};

/// Reads the call, and says where it ends.
pub(in crate::core::calls) fn read(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    let text = cx.text;
    let before = &text[..hit.start];
    // From the back: the call before this one is the next bracket there, so no stretch is searched twice.
    if memchr::memrchr3(b'(', b'[', b'{', before.as_bytes()).is_some() || is_quoted(before) {
        return None;
    }
    let Some(end) = form_end(text, hit.start) else {
        let name = text[hit.end..].split([' ', '\n', '{']).next().filter(|name| is_word(name))?;
        let draft = Draft::built(name, Builder::empty(), false, hit.format, hit.start..text.len());
        // Half a name is no name.
        let name = draft.name.filter(|name| hit.end + name.len() < text.len());
        cx.push(Draft { name, cut: Some(CutPlace::BetweenMembers), ..draft });
        return Some(text.len());
    };
    if memchr::memchr3(b'(', b'[', b'{', &text.as_bytes()[end..]).is_some() {
        return None;
    }
    let options = engine::Options {
        max_depth: cx.options.repair.max_depth,
        from: Source::Notation(engine::notation("edn")?),
        ..engine::Options::default()
    };
    let read = engine::repair(&text.as_bytes()[hit.start..end], &options).ok()?;
    let reading = Reading::repaired(read, hit.start);
    let object = Object::at(&reading, reading.documents.first()?)?;
    let (name, arguments) =
        (object.string(names::NAME).filter(|name| is_name(name))?, object.get(names::ARGUMENTS)?);
    let mut builder = Builder::empty();
    builder.whole = Some(reading.slice(&arguments).to_owned());
    builder.changes = reading.fixes.iter().map(|fix| Change::at(fix, fix.start..fix.end)).collect();
    let draft = Draft::built(&name, builder, false, hit.format, hit.start..end);
    cx.push(Draft { place: reading.source(&arguments), evidence: reading.evidence, ..draft });
    Some(end)
}

/// Where the form ends that the bracket at `pos` opens.
fn form_end(text: &str, pos: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut depth, mut at) = (0_usize, pos);
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => at = closing_quote(bytes, at)?,
            // A character: `\(`.
            b'\\' => at += 1,
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
        at += 1;
    }
    None
}
