//! What a program can hand back to the model: what was wrong, where, and what to send instead. The wording is stable
//! per error code.

use std::cmp::Reverse;

use crate::core::json::{Position, boundary, position};
use crate::core::repair::confidence::is_unsettled;
use crate::core::repair::engine::{Code, EditMap, Fix, Repaired};

use super::reasons::remedy;
use super::{Cause, Clues};
use crate::core::calls::types::call::Refused;
use crate::core::json::shown::escape;

/// Characters of the text that are shown before and after the place.
const AROUND: usize = 48;

/// Two or three sentences. `text` is what the model wrote; without it no excerpt is given.
pub fn feedback(code: &str, message: &str, at: Position, offset: usize, text: Option<&[u8]>) -> String {
    let Position { line, column } = at;
    let mut out = format!("Your output could not be used: {message} (line {line}, column {column}).");
    if let Some(excerpt) = text.map(|text| excerpt(text, offset)).filter(|excerpt| !excerpt.is_empty()) {
        out.push_str(" It reads: ");
        out.push_str(&excerpt);
        out.push('.');
    }
    out.push(' ');
    out.push_str(remedy(code));
    out
}

impl Refused {
    /// Returns what to tell the model that wrote `text`, which holds this block: what was wrong, where, and what to send instead.
    pub fn feedback<T: AsRef<[u8]> + ?Sized>(&self, text: &T) -> String {
        let (text, span, offset) = (text.as_ref(), self.span.clone(), self.offset());
        let (at, part) = (position(text, offset), text.get(span.clone()));
        feedback(self.reason.name(), &self.to_string(), at, offset.saturating_sub(span.start), part)
    }
}

impl Repaired<'_> {
    /// Returns the id of the probable cause of the repair, such as `python-literal`; `None` if nothing was wrong, or nothing is known.
    pub fn cause(&self) -> Option<&'static str> {
        Some(Cause::of(&Clues::of_repair(self))?.id)
    }

    /// Returns what to tell the model that wrote `text`, so that it sends strict JSON the next time, with an example from the text;
    /// `None` if there is no [`cause`](Self::cause).
    pub fn feedback<T: AsRef<[u8]> + ?Sized>(&self, text: &T) -> Option<String> {
        of_repair(Some(text.as_ref()), self).map(|(_, feedback)| feedback)
    }
}

/// Bytes that a fix may remove and insert where it is shown as an example, and that are shown around it.
const EXAMPLE: usize = 40;
const BESIDE: usize = 12;

/// The cause of a repair, and what to tell the model that wrote the text; without a text there is no example.
pub fn of_repair(text: Option<&[u8]>, repaired: &Repaired<'_>) -> Option<(&'static Cause, String)> {
    let cause = Cause::of(&Clues::of_repair(repaired))?;
    Some((cause, tell(cause, text, Some(repaired))))
}

/// The confidence, in percent, below which a reading is no example: it may be wrong, and would teach a wrong form.
const SURE: u8 = 90;

/// Returns what to tell a model about a cause, with an example from its text where there is one. Where the reading is not sure, the model
/// is told the place instead.
pub fn tell(cause: &Cause, text: Option<&[u8]>, repaired: Option<&Repaired<'_>>) -> String {
    // A text that was cut off has advice of its own.
    let is_unsure =
        |repaired: &&Repaired<'_>| repaired.truncated.is_none() && repaired.confidence().percent() < SURE;
    if let Some(place) = repaired.filter(is_unsure).and_then(|repaired| doubtful_place(text?, repaired)) {
        return format!(
            "It is not certain what was meant {place}. Check this place, and send the whole value again as strict JSON."
        );
    }
    let example = || example(std::str::from_utf8(text?).ok()?, repaired?);
    example().map_or_else(|| cause.tell.to_owned(), |example| format!("{} {example}", cause.tell))
}

/// The place of the riskiest fix, in words.
fn doubtful_place(text: &[u8], repaired: &Repaired<'_>) -> Option<String> {
    let fixes = repaired.fixes.iter().filter(|fix| !is_around(fix.code));
    let fix = fixes.max_by_key(|fix| (is_unsettled(fix.code), fix.risk, Reverse(fix.start)))?;
    let Position { line, column } = position(text, fix.start);
    let excerpt = excerpt(text, fix.start);
    let excerpt = if excerpt.is_empty() { excerpt } else { format!(": {excerpt}") };
    Some(format!("at line {line}, column {column}{excerpt}"))
}

/// The smallest correct example of what was repaired: `Write `1, 2` instead of `1 2`.` `None` where a fix does not say
/// more than its code.
fn example(text: &str, repaired: &Repaired<'_>) -> Option<String> {
    let map = EditMap::of(&repaired.fixes);
    let is_small = |fix: &Fix<'_>| {
        let new = fix.replacement.as_deref().map_or(EXAMPLE + 1, str::len);
        new <= EXAMPLE && fix.end - fix.start <= EXAMPLE && !is_around(fix.code)
    };
    // The fix that was the least certain says the most.
    let fix =
        repaired.fixes.iter().filter(|fix| is_small(fix)).max_by_key(|fix| (fix.risk, Reverse(fix.start)))?;
    let line = |from: usize| text[from..].find('\n').map_or(text.len(), |at| from + at);
    let from = text[..fix.start].rfind('\n').map_or(0, |at| at + 1).max(fix.start.saturating_sub(BESIDE));
    let to = line(fix.end).min(fix.end + BESIDE);
    let (from, to) = (boundary::ceil(text, from), boundary::ceil(text, to));
    let (old, new) = (&text[from..to], repaired.text.get(map.to_output(from)..map.to_output(to))?);
    // A raw line break would look as its escape does.
    let old = old.trim().replace('\n', "⏎").replace('\t', "⇥");
    let (old, new) = (old.as_str(), new.trim());
    (!new.is_empty() && old != new).then(|| format!("Write `{}` instead of `{}`.", escape(new), escape(old)))
}

/// Returns whether a fix is about what stands around the JSON. What is left out there needs no example.
fn is_around(code: Code) -> bool {
    matches!(
        code,
        Code::Fence | Code::Prose | Code::Reasoning | Code::NextDocument | Code::Bom | Code::LeakedToken
    )
}

/// The text around a place, on one line and in quotes.
fn excerpt(text: &[u8], offset: usize) -> String {
    let text = String::from_utf8_lossy(text);
    let floor = |at: usize| boundary::floor(&text, at.min(text.len()));
    let offset = floor(offset);
    let (from, to) = (floor(offset.saturating_sub(AROUND)), floor(offset + AROUND));
    let part = text[from..to].trim();
    if part.is_empty() { String::new() } else { format!("`{}`", escape(part)) }
}
