//! The Gemma object: names without quotes, strings between marks that no text holds (`<|"|>`, `<escape>`, and `<ctrl46>` of
//! Gemini), plain JSON words and numbers, braces and brackets.
//!
//! A string whose closing mark is missing ends where its object or the call does; single quotes and text without any
//! quotes are read as models write them when they forget the marks.

use super::string;
use crate::core::calls::types::change::{CallCode, Change};
use crate::core::json::scan::number_end;
use crate::core::json::skip_space;
use crate::core::repair::engine::CutPlace;

const MARKS: [&str; 3] = ["<|\"|>", "<escape>", "<ctrl46>"];

/// What ends a call, wherever its object stopped.
const ENDS: [&str; 3] = ["<tool_call|>", "<end_function_call>", "<|tool_call>"];

/// An object as it was read.
pub(in crate::core::calls) struct Object {
    /// The object as JSON.
    pub(in crate::core::calls) json: String,
    /// The offset after it.
    pub(in crate::core::calls) end: usize,
    pub(in crate::core::calls) cut: Option<CutPlace>,
    pub(in crate::core::calls) changes: Vec<Change>,
    /// States whether it held the marks that only this format has.
    pub(in crate::core::calls) marked: bool,
}

/// Reads the object whose `{` stands at `pos`.
pub(in crate::core::calls) fn object(text: &str, pos: usize, max_depth: usize) -> Option<Object> {
    if !matches!(text.as_bytes().get(pos), Some(b'{' | b'(')) {
        return None;
    }
    let mut reader = Reader {
        text,
        start: pos,
        pos,
        open: Vec::new(),
        before: 0,
        stop: 0,
        out: Object { json: String::new(), end: pos, cut: None, changes: Vec::new(), marked: false },
    };
    reader.run(max_depth)?;
    reader.out.end = reader.pos;
    Some(reader.out)
}

struct Reader<'t> {
    text: &'t str,
    /// The offset at which the object begins.
    start: usize,
    pos: usize,
    /// Holds one entry for each open container, which says whether it is an object.
    open: Vec<bool>,
    /// Length of the output before the member that is being read.
    before: usize,
    /// Says where the next end of a call stands, as far as it was looked for; the end of the text if there is none.
    stop: usize,
    out: Object,
}

impl Reader<'_> {
    fn run(&mut self, max_depth: usize) -> Option<()> {
        self.enter();
        while let Some(&is_object) = self.open.last() {
            self.pos = skip_space(self.text.as_bytes(), self.pos);
            let Some(&byte) = self.text.as_bytes().get(self.pos) else {
                self.cut_off(CutPlace::BetweenMembers);
                return Some(());
            };
            match byte {
                b',' => self.pos += 1,
                b'}' | b']' | b')' => self.leave(byte),
                _ if self.at_end() => {
                    self.close_all();
                    self.out.changes.push(Change::of(CallCode::MissingClose, self.pos..self.pos));
                }
                _ => {
                    if self.open.len() >= max_depth {
                        return None;
                    }
                    self.before = self.out.json.len();
                    self.comma();
                    if is_object && !self.name()? {
                        return Some(());
                    }
                    self.value();
                }
            }
        }
        Some(())
    }

    fn rest(&self) -> &str {
        &self.text[self.pos..]
    }

    fn at_end(&self) -> bool {
        ENDS.iter().any(|end| self.rest().starts_with(end))
    }

    fn enter(&mut self) {
        let is_object = self.text.as_bytes()[self.pos] != b'[';
        self.open.push(is_object);
        self.out.json.push(if is_object { '{' } else { '[' });
        self.pos += 1;
    }

    /// A closing bracket; one of the wrong kind closes the inner container first.
    fn leave(&mut self, byte: u8) {
        let wants_object = byte != b']';
        if self.open.last() == Some(&wants_object) || !self.open.contains(&wants_object) {
            self.pos += 1;
        } else {
            self.out.changes.push(Change::of(CallCode::MissingClose, self.pos..self.pos));
        }
        self.pop();
    }

    fn pop(&mut self) {
        if let Some(is_object) = self.open.pop() {
            self.out.json.push(if is_object { '}' } else { ']' });
        }
    }

    fn close_all(&mut self) {
        while !self.open.is_empty() {
            self.pop();
        }
    }

    fn cut_off(&mut self, place: CutPlace) {
        self.out.cut = Some(place);
        self.pos = self.text.len();
        self.close_all();
    }

    fn comma(&mut self) {
        if !self.out.json.ends_with(['{', '[']) {
            self.out.json.push(',');
        }
    }

    /// `name:`; `false` where the text is cut off in it.
    fn name(&mut self) -> Option<bool> {
        let quoted = MARKS.iter().find(|mark| self.rest().starts_with(*mark));
        let start = self.pos + quoted.map_or(0, |mark| mark.len());
        let rest = &self.text[start..];
        let end = rest.find([':', '}', '{', ',', '\n']).unwrap_or(rest.len());
        if end == rest.len() {
            if self.out.json.ends_with(',') {
                self.out.json.pop();
            }
            self.cut_off(CutPlace::Key);
            return Some(false);
        }
        let mut name = rest[..end].trim();
        for mark in MARKS {
            name = name.trim_end_matches(mark);
        }
        let name = name.trim_matches(['"', '\'']);
        if rest.as_bytes()[end] != b':' || name.is_empty() || name.len() > 256 {
            return None;
        }
        self.out.json.push_str(&string(name));
        self.out.json.push(':');
        self.pos = skip_space(self.text.as_bytes(), start + end + 1);
        Some(true)
    }

    fn value(&mut self) {
        let rest = self.rest();
        if let Some(mark) = MARKS.iter().find(|mark| rest.starts_with(*mark)) {
            self.out.marked = true;
            self.marked(mark);
            return;
        }
        match rest.as_bytes().first() {
            Some(b'{' | b'[') => self.enter(),
            Some(&quote @ (b'"' | b'\'')) => self.quoted(char::from(quote)),
            None => {
                // A name without a value says nothing.
                self.out.json.truncate(self.before);
                self.cut_off(CutPlace::AfterColon);
            }
            _ => self.plain(),
        }
    }

    /// A string between marks. Without a closing mark it ends before the brackets that end the call.
    fn marked(&mut self, mark: &str) {
        let start = self.pos + mark.len();
        let rest = &self.text[start..];
        let close = rest.find(mark);
        // A mark after which the object goes on closes the string, whatever stands in it.
        let goes_on = |at: usize| rest[at + mark.len()..].trim_start().starts_with([',', '}', ']', ')']);
        if let Some(at) = close.filter(|at| goes_on(*at)) {
            self.out.json.push_str(&string(&rest[..at]));
            self.pos = start + at + mark.len();
            return;
        }
        // The end of the call is looked for only up to the closing mark, so that no byte is read twice.
        let within = &rest[..close.unwrap_or(rest.len())];
        let limit = ENDS.iter().filter_map(|end| within.find(end)).min();
        let (end, after) = match (close, limit) {
            (_, Some(limit)) => {
                let end = rest[..limit].trim_end_matches(['}', ']']).len();
                self.out.changes.push(Change::of(CallCode::MissingClose, start + end..start + end));
                (end, end)
            }
            (Some(close), None) => (close, close + mark.len()),
            (None, None) => {
                self.out.json.push_str(&string(super::without_cut(rest, mark)));
                self.cut_off(CutPlace::String);
                return;
            }
        };
        self.out.json.push_str(&string(&rest[..end]));
        self.pos = start + after;
    }

    /// A string in ordinary quotes, which ends where the next member or the end of the container follows.
    fn quoted(&mut self, quote: char) {
        let start = self.pos + 1;
        let rest = &self.text[start..];
        let ends = self.ends_of_value();
        let goes_on = |after: &str| after.is_empty() || after.starts_with(ends);
        let closes = |at: usize| {
            let after = rest[at + 1..].trim_start();
            goes_on(after) || MARKS.iter().any(|mark| after.starts_with(mark))
        };
        self.out.changes.push(Change::of(CallCode::RawText, self.pos..start));
        let Some(end) = rest.match_indices(quote).take(64).map(|(at, _)| at).find(|at| closes(*at)) else {
            // The mark alone closes what an ordinary quote opened.
            let marked = MARKS.iter().find_map(|mark| {
                let at = rest.find(mark)?;
                goes_on(rest[at + mark.len()..].trim_start()).then_some((at, at + mark.len()))
            });
            if let Some((end, after)) = marked.filter(|(end, _)| start + end < self.next_stop(start)) {
                self.out.json.push_str(&string(&rest[..end]));
                self.pos = start + after;
                return;
            }
            // While more may come, its end may, too.
            if self.next_stop(start) == self.text.len() {
                let rest = string(without_cut_mark(rest));
                self.out.json.push_str(&rest);
                self.cut_off(CutPlace::String);
            } else {
                self.pos = start - 1;
                self.plain();
            }
            return;
        };
        self.out.json.push_str(&string(&rest[..end]));
        self.pos = start + end + 1;
        // A mark that closes what ordinary quotes had opened.
        for mark in MARKS {
            if self.rest().starts_with(mark) {
                self.pos += mark.len();
            }
        }
    }

    /// Returns the characters that end a value: the bracket of a call in parentheses is one of them.
    fn ends_of_value(&self) -> &'static [char] {
        let is_argument = self.open.len() == 1 && self.text.as_bytes()[self.start] == b'(';
        if is_argument { &[',', ')', '}', ']'] } else { &[',', '}', ']'] }
    }

    /// Returns where the call ends after `pos`, or the end of the text; each byte is looked at once.
    fn next_stop(&mut self, pos: usize) -> usize {
        if self.stop < pos {
            let rest = &self.text[pos..];
            let ends = ENDS.iter().filter_map(|end| rest.find(end)).min();
            self.stop = ends.map_or(self.text.len(), |len| pos + len);
        }
        self.stop
    }

    /// A word, a number, or text without quotes up to the next separator.
    fn plain(&mut self) {
        let rest = self.rest();
        let ends = self.ends_of_value();
        // A bracket that the text opens is a part of it.
        let mut depth = 0_usize;
        let is_end = |c: char| match c {
            ')' if depth > 0 => {
                depth -= 1;
                false
            }
            '(' => {
                depth += 1;
                false
            }
            c => ends.contains(&c),
        };
        let end = rest.find(is_end).unwrap_or(rest.len());
        let word = rest[..end].trim();
        if end == rest.len() {
            let word = without_cut_mark(word);
            if matches!(word, "" | "-") {
                self.out.json.truncate(self.before);
                self.cut_off(CutPlace::AfterColon);
            } else {
                let value = super::decode::cut(word, true).unwrap_or_else(|| string(word));
                self.out.json.push_str(&value);
                self.cut_off(CutPlace::Literal);
            }
            return;
        }
        let is_json = matches!(word, "true" | "false" | "null")
            || !word.is_empty() && number_end(word.as_bytes(), 0) == Ok(word.len());
        if is_json {
            let word = word.to_owned();
            self.out.json.push_str(&word);
        } else {
            // The mark that opens the string is lost, and the one that closes it stands.
            let word = MARKS.iter().fold(word, |word, mark| word.strip_suffix(mark).unwrap_or(word));
            let text = string(word);
            self.out.json.push_str(&text);
            self.out.changes.push(Change::of(CallCode::RawText, self.pos..self.pos + end));
        }
        self.pos += end;
    }
}

/// Returns a value that the end of the text cuts without a mark at its end: whole or not, it is no content.
fn without_cut_mark(value: &str) -> &str {
    MARKS.iter().fold(value, |value, mark| {
        value.strip_suffix(mark).unwrap_or_else(|| super::without_cut(value, mark))
    })
}
