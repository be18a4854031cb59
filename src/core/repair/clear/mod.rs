//! Texts of which one reading alone makes sense, read in one pass and without a search.
//!
//! Most broken documents have one thing wrong with them, and everywhere else each sign is what JSON wants there. The
//! search (`choose`) reads such a text straight through, too, but keeps what else each sign could be, weighs that, and
//! throws it away. Here it is only told how little any other reading can cost: where that is clearly more than what the
//! text costs as it is read, there is nothing to weigh. Whatever is not plain gives up, and the search begins anew.
//!
//! It promises what the search would have found: the same fixes, the same risk, the same cut. The property and fuzz target
//! `clear_agrees_with_search` holds one against the other.

mod around;
mod slips;

use super::CutPlace;
use super::choose::NEAR;
use super::content;
use super::cost;
use super::duplicates::{self, Merged, Repeats};
use super::fix::Code;
use super::fixes::Fixes;
use super::lexer::{Quote, is_colon_of_name, is_name_byte};
use super::sound::{self, ODD, Sound, may_be_quote};
use super::state::Op;
use super::straight::{SHORT, begins_anew, sure};
use crate::core::json::scan::Names;
use crate::core::json::{ScanError, is_space, scan, scan_value, skip_space};

/// Levels of a text that is read here; what is nested deeper is left to the search.
const LEVELS: usize = 24;
/// Blanks between two tokens.
const BLANKS: usize = 64;
/// Bytes of a comment, and of comments in a row with their blanks.
const COMMENT: usize = 64;
const COMMENTS: usize = 256;

/// Fixes that most texts do not have more of.
const FIXES: usize = 16;

/// What a text says that is clear.
pub(super) struct Clear {
    /// Valid JSON.
    pub output: String,
    /// What leads to it.
    pub fixes: Fixes,
    /// Where the text was cut off, if it was.
    pub cut: Option<CutPlace>,
}

/// Reads `text`, which is not JSON because of `error`, if it is clear what it says.
pub(super) fn read(text: &str, error: ScanError, max_depth: usize) -> Option<Clear> {
    if let Some(clear) = around::document(text, error, max_depth) {
        return Some(clear);
    }
    if !slips::may_be_clear(text.as_bytes(), error) {
        return None;
    }
    let read = |names: &mut Repeats| Reader::new(text, max_depth, names).document();
    let (Merged { fixes, output, .. }, cut) = duplicates::mended_by(text, max_depth, read)?;
    Some(Clear { output, fixes, cut })
}

/// An open container.
#[derive(Clone, Copy, Default)]
struct Frame {
    is_object: bool,
    /// Where the first member's name stands.
    name: (usize, usize),
}

/// What a value was that is complete.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Value {
    /// A string in JSON's own quotes, or in others.
    String(Quote),
    Number,
    Literal,
    Container,
}

/// What stands behind a value.
enum Next {
    /// A value, behind a comma.
    Value,
    /// The end of its container, which is a value, too.
    End,
    /// Nothing: the text was cut off, and all that is open is closed.
    Cut,
}

struct Reader<'t, 'n> {
    text: &'t [u8],
    /// Is told about the names of objects, as they are written.
    names: &'n mut Repeats,
    pos: usize,
    max_depth: usize,
    /// The open containers.
    open: [Frame; LEVELS],
    depth: usize,
    fixes: Fixes,
    /// What this reading has cost, and what another one costs at least.
    cost: u32,
    least: u32,
    /// The last string that is a value, while what follows does not say yet how sure it is that it ended there.
    unsure: Option<(usize, usize)>,
    /// Was the last value an array, with a comma behind it?
    behind_array: bool,
    /// How often a comma was missing, and strings were joined.
    commas: u8,
    joins: u8,
    /// Bytes that were looked at as JSON inside of strings.
    looked: usize,
    cut: Option<CutPlace>,
}

impl<'t, 'n> Reader<'t, 'n> {
    fn new(text: &'t str, max_depth: usize, names: &'n mut Repeats) -> Self {
        let text = text.as_bytes();
        Self {
            text,
            names,
            pos: skip_space(text, 0),
            max_depth,
            open: [Frame::default(); LEVELS],
            depth: 0,
            fixes: Vec::with_capacity(FIXES).into(),
            cost: 0,
            least: sure(0, 0),
            unsure: None,
            behind_array: false,
            commas: 0,
            joins: 0,
            looked: 0,
            cut: None,
        }
    }

    fn document(mut self) -> Option<(Fixes, Option<CutPlace>)> {
        self.begin()?;
        loop {
            // A long document may have a fix for each of its strings.
            self.fixes.pack();
            // A value is due at `pos`.
            let mut value = match self.text.get(self.pos)? {
                b'{' | b'[' => {
                    if self.enter()? {
                        continue;
                    }
                    Value::Container
                }
                byte if may_be_quote(*byte) => self.string()?,
                _ => self.scalar()?,
            };
            loop {
                if self.depth == 0 {
                    self.end()?;
                    return self.settled();
                }
                value = match self.behind(value)? {
                    Next::Value => break,
                    Next::End => Value::Container,
                    Next::Cut => return self.settled(),
                };
            }
        }
    }

    /// The document begins with a bracket, and not with one that may be a mark or the head of a line.
    fn begin(&self) -> Option<()> {
        match self.text.get(self.pos)? {
            b'{' => Some(()),
            b'[' => {
                let next = skip_space(self.text, self.pos + 1);
                matches!(self.text.get(next)?, b'{' | b'[' | b'"').then_some(())
            }
            _ => None,
        }
    }

    /// The fixes, if every other reading costs clearly more.
    fn settled(self) -> Option<(Fixes, Option<CutPlace>)> {
        (self.cost == 0 || self.least > self.cost + NEAR).then_some((self.fixes, self.cut))
    }

    /// Another reading costs so much more, from here on.
    #[inline]
    fn at_least(&mut self, extra: u32) {
        self.least = self.least.min(self.cost.saturating_add(extra));
    }

    /// The last string may not have ended where it did: it costs so much to take its quote as content, and if it seems to
    /// hold what follows it, it may have lost its closing quote.
    fn be_unsure(&mut self, inner: u32) {
        if let Some((start, end)) = self.unsure.take() {
            let lost = slips::may_have_ended(&self.text[start..end]);
            self.at_least(if lost { inner.min(cost::of(Code::MissingCloseQuote)) } else { inner });
        }
    }

    #[inline]
    fn frame(&mut self) -> &mut Frame {
        &mut self.open[self.depth - 1]
    }

    /// The offset behind a few blanks; `None` where there are many or nothing follows.
    #[inline]
    fn behind_blanks(&self, pos: usize) -> Option<usize> {
        if self.text.get(pos).is_some_and(|byte| *byte > b' ') {
            return Some(pos);
        }
        let window = &self.text[pos..self.text.len().min(pos + BLANKS)];
        window.iter().position(|byte| !is_space(*byte)).map(|at| pos + at)
    }

    /// Skips blanks and comments between slashes and stars; `None` where a comment is anything but plain.
    fn skip(&mut self) -> Option<()> {
        let begin = self.pos;
        loop {
            self.pos = self.behind_blanks(self.pos)?;
            if self.text[self.pos] != b'/' {
                return Some(());
            }
            let window = &self.text[self.pos..self.text.len().min(self.pos + COMMENT)];
            let len = slips::plain_comment_len(window)?;
            self.be_unsure(cost::of(Code::InnerQuote));
            self.fixes.push(Code::Comment, self.pos, self.pos + len, "");
            self.pos += len;
            if self.pos - begin > COMMENTS {
                return None;
            }
        }
    }

    /// A bracket opens a container at `pos`; `false` where it closes at once.
    fn enter(&mut self) -> Option<bool> {
        let is_object = self.text[self.pos] == b'{';
        self.begins_anew(self.pos)?;
        if self.depth >= LEVELS.min(self.max_depth) || is_object && self.text.get(self.pos + 1) == Some(&b'{')
        {
            return None;
        }
        if is_object {
            self.names.open();
        }
        self.open[self.depth] = Frame { is_object, name: (0, 0) };
        self.depth += 1;
        self.pos += 1;
        (self.unsure, self.behind_array) = (None, false);
        self.skip()?;
        let byte = self.text[self.pos];
        if byte == if is_object { b'}' } else { b']' } {
            self.close();
            return Some(false);
        }
        if is_object {
            self.name()?;
        }
        Some(true)
    }

    /// The bracket at `pos` closes the innermost container.
    fn close(&mut self) {
        if self.frame().is_object {
            self.names.close();
        }
        self.depth -= 1;
        self.pos += 1;
    }

    /// Behind a line's end, the document may begin anew with what stands at `pos`: then nothing here is clear.
    fn begins_anew(&self, pos: usize) -> Option<()> {
        let space = self.text[..pos].iter().rev().take_while(|byte| is_space(**byte));
        let is_line = self.depth > 0 && space.take(BLANKS).any(|byte| *byte == b'\n');
        let origin = skip_space(self.text, 0);
        (!is_line || !begins_anew(self.text, origin, pos)).then_some(())
    }

    /// Reads what follows a value.
    fn behind(&mut self, value: Value) -> Option<Next> {
        let end = self.pos;
        if self.behind_blanks(end).is_none() {
            return self.cut(value);
        }
        self.skip()?;
        let is_object = self.frame().is_object;
        match self.text[self.pos] {
            b',' => {
                let comma = self.pos;
                self.pos += 1;
                self.skip()?;
                match self.text[self.pos] {
                    b'}' | b']' => {
                        self.be_unsure(cost::of(Code::InnerQuote));
                        self.fixes.push(Code::TrailingComma, comma, comma + 1, "");
                        self.fits()?;
                        self.close();
                        Some(Next::End)
                    }
                    _ if is_object => {
                        self.name()?;
                        Some(Next::Value)
                    }
                    _ => {
                        self.behind_array = self.text[..comma].trim_ascii_end().last() == Some(&b']');
                        Some(Next::Value)
                    }
                }
            }
            b'}' | b']' => {
                self.fits()?;
                self.close();
                Some(Next::End)
            }
            b'+' => {
                self.joined(value, end)?;
                self.behind(value)
            }
            b'"' if is_object => {
                self.missing_comma(value, end)?;
                self.name()?;
                Some(Next::Value)
            }
            b'"' | b'{' | b'[' | b'0'..=b'9' if !is_object => {
                self.missing_comma(value, end)?;
                Some(Next::Value)
            }
            _ => None,
        }
    }

    /// Does the bracket at `pos` close the innermost container?
    fn fits(&mut self) -> Option<()> {
        let closer = if self.frame().is_object { b'}' } else { b']' };
        (self.text[self.pos] == closer).then_some(())
    }

    /// A member's name and its colon; a value is due behind it.
    fn name(&mut self) -> Option<()> {
        let sign = self.pos;
        // Nearly all names are short and plain, and their colon stands right behind them.
        if let Some(close) = scan::short_string_end(self.text, sign + 1)
            && self.text[sign] == b'"'
            && close > sign + 2
            && self.text[sign + 1..close - 1].iter().all(|byte| is_name_byte(*byte))
            && self.text.get(close) == Some(&b':')
            && is_colon_of_name(self.text, close)
            && self.text.get(close + 1) != Some(&b'=')
        {
            self.named(sign + 1, close - 1)?;
            self.pos = self.behind_blanks(close + 1)?;
            return Some(());
        }
        if !may_be_quote(self.text[sign]) {
            return self.word();
        }
        let sound = match sound::read(self.text, sign) {
            Ok(sound) => sound,
            Err(unsound) => return self.unclosed_name(sign, &unsound),
        };
        let Sound { quote, start, end, close, extra, .. } = sound;
        let name = &self.text[start..end];
        let plain = name.iter().all(|byte| is_name_byte(*byte));
        let colon = self.behind_blanks(close)?;
        if self.text[colon] != b':' {
            return self.name_slip(sign, &sound, colon);
        }
        if name.is_empty() || self.text.get(colon + 1) == Some(&b'=') {
            return None;
        }
        if !plain {
            self.at_least(extra.min(ODD));
            self.be_unsure(cost::of(Code::InnerQuote));
        }
        if !(is_colon_of_name(self.text, colon) && name.len() < SHORT && colon < close + 7) {
            self.be_unsure(cost::of(Code::InnerQuote));
        }
        self.named(start, end)?;
        if quote != Quote::Double {
            self.note_quotes(sign, &sound);
        }
        self.pos = self.behind_blanks(colon + 1)?;
        Some(())
    }

    /// A name stands here: the innermost object begins with it, or it is not that name again.
    fn named(&mut self, start: usize, end: usize) -> Option<()> {
        let text = self.text;
        self.unsure = None;
        self.names.name(&text[start..end]);
        let first = &mut self.frame().name;
        if *first == (0, 0) {
            *first = (start, end);
            return Some(());
        }
        (text[first.0..first.1] != text[start..end]).then_some(())
    }

    /// A name without quotes and its colon, as JavaScript writes them.
    fn word(&mut self) -> Option<()> {
        let start = self.pos;
        let window = &self.text[start..self.text.len().min(start + SHORT)];
        let len = window.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
        let end = start + len;
        if len == 0
            || window[0].is_ascii_digit()
            || self.text.get(end) != Some(&b':')
            || !is_colon_of_name(self.text, end)
            || self.text.get(end + 1).is_none_or(|byte| *byte == b'=')
        {
            return None;
        }
        self.begins_anew(start)?;
        // The document may end before it; and code in a string has such names.
        self.at_least(cost::END_HERE + 2);
        self.be_unsure(cost::of(Code::InnerQuote));
        self.named(start, end)?;
        content::bare(&mut self.fixes, self.text, start, end, Code::UnquotedKey);
        self.pos = self.behind_blanks(end + 1)?;
        Some(())
    }

    /// What is no container stands here: behind an array it may as well be the first item of another one.
    fn leave_array(&mut self) {
        if std::mem::take(&mut self.behind_array) {
            self.at_least(cost::of(Code::MissingOpener));
        }
    }

    /// A string that is a value.
    fn string(&mut self) -> Option<Value> {
        let sign = self.pos;
        self.leave_array();
        // Control characters are content, which nobody doubts.
        let sound = match sound::read_up_to(self.text, sign, |byte| byte < b' ') {
            Ok(sound) => sound,
            Err(unsound) => return self.unclosed_value(sign, &unsound),
        };
        let Sound { quote, start, end, close, extra, .. } = sound;
        self.at_least(extra);
        // Two quotes are an empty string, or one that is written twice.
        if start == end && self.behind_blanks(close).is_some_and(|at| !b",}]".contains(&self.text[at])) {
            return None;
        }
        let content = &self.text[start..end];
        if content.trim_ascii_end().last() == Some(&b'{') {
            self.at_least(ODD);
        }
        self.holds_no_json(start, end)?;
        self.unsure = Some((start, end));
        if matches!(self.text.get(close), Some(b'\t' | b'\r')) {
            self.be_unsure(cost::of(Code::InnerQuote));
            self.unsure = Some((start, end));
        }
        self.pos = close;
        if self.has_lost_quote(sign, &sound) {
            self.lost_quote(sign, &sound)?;
        } else if quote != Quote::Double || sound.is_raw {
            self.note_quotes(sign, &sound);
        }
        Some(Value::String(quote))
    }

    /// JSON that begins in this string and ends behind its first quote is rather all of its content.
    fn holds_no_json(&mut self, start: usize, end: usize) -> Option<()> {
        let begin = skip_space(self.text, start);
        if begin >= end || !matches!(self.text[begin], b'{' | b'[') {
            return Some(());
        }
        let scan = scan_value(self.text, begin, self.max_depth);
        self.looked += scan.unwrap_or_else(|error| error.offset) - begin;
        (scan.is_err() && self.looked < self.text.len()).then_some(())
    }

    /// A number or a literal of JSON.
    fn scalar(&mut self) -> Option<Value> {
        let start = self.pos;
        let end = scan::scalar_end(self.text, start).ok()?;
        self.begins_anew(start)?;
        self.leave_array();
        self.unsure = None;
        // `1,234` may be one number.
        let grouped =
            self.text.get(end) == Some(&b',') && self.text.get(end + 1).is_some_and(u8::is_ascii_digit);
        if self.frame().is_object && grouped || self.text.get(end) == Some(&b'/') {
            return None;
        }
        self.pos = end;
        Some(if self.text[start].is_ascii_alphabetic() { Value::Literal } else { Value::Number })
    }

    fn note_quotes(&mut self, open: usize, sound: &Sound) {
        let &Sound { quote, start, end, close, plain, .. } = sound;
        if plain && memchr::memchr(b'"', &self.text[start..end]).is_none() {
            return content::quotes(&mut self.fixes, quote, open..start, end..close);
        }
        content::text(&mut self.fixes, self.text, Op::Text { open, start, end, close, quote, raw: false });
    }
}

#[cfg(test)]
mod tests;
