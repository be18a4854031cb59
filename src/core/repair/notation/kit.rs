//! What the readers share: a cursor that turns what it passes into fixes, and one loop over values off an explicit stack.
//!
//! A reader says how a value begins, what a key looks like, and what lies between tokens. The loop opens and closes
//! brackets (`brackets.rs`), puts commas where JSON wants them, and takes nothing but a text that ends where its value does.

use std::borrow::Cow;
use std::ops::Range;

pub(super) use super::brackets::{Bare, Frame, Shape};
use crate::core::json::escape::quoted;
use crate::core::json::{is_space, skip_space};
use crate::core::repair::edit::{Code, Fix, Fixes, apply, settle, whole_line};

/// What `Language::value` read.
pub(super) enum Step {
    Scalar,
    Open(Frame),
}

/// A notation, as the loop sees it.
pub(super) trait Language {
    /// Passes over what means nothing between tokens.
    fn skip(&mut self, kit: &mut Kit<'_>) {
        kit.space();
    }

    /// Reads a scalar, or the opening of a bracket.
    fn value(&mut self, kit: &mut Kit<'_>) -> Option<Step>;

    /// Reads the key of an item of the bracket that is open, if one is due.
    fn key(&mut self, kit: &mut Kit<'_>) -> Option<()>;

    /// Reads what follows a value of the bracket that is open and belongs to its item.
    fn after(&mut self, _kit: &mut Kit<'_>) -> Option<()> {
        Some(())
    }

    /// How long the closing of the bracket that is open is, if it stands here.
    fn closer(&mut self, kit: &mut Kit<'_>) -> Option<usize> {
        let closer = kit.open.last()?.closer;
        kit.at(closer).then_some(closer.len())
    }
}

/// The cursor.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a thing that was seen, and says nothing about the others"
)]
pub(super) struct Kit<'t> {
    pub text: &'t [u8],
    whole: &'t str,
    pub pos: usize,
    pub fixes: Fixes,
    pub open: Vec<Frame>,
    max_depth: usize,
    /// Levels that are open in JSON.
    pub(super) depth: usize,
    /// A token goes on after the end of the text.
    is_cut: bool,
    /// Saw what no other notation writes.
    pub is_certain: bool,
    /// Saw what JSON does not have, whatever slips were made in it.
    pub is_strong: bool,
    /// Saw a key in double quotes before a colon.
    pub has_json_keys: bool,
    /// Saw what another notation may have written.
    pub is_doubtful: bool,
    /// Saw what the language may have printed for values of other types.
    pub is_ambiguous: bool,
}

impl<'t> Kit<'t> {
    pub(super) fn new(text: &'t str, max_depth: usize) -> Self {
        Self {
            text: text.as_bytes(),
            whole: text,
            pos: 0,
            fixes: Fixes::default(),
            open: Vec::new(),
            max_depth,
            depth: 0,
            is_cut: false,
            is_certain: false,
            is_strong: false,
            has_json_keys: false,
            is_doubtful: false,
            is_ambiguous: false,
        }
    }

    /// A cursor at the same place, to look ahead with.
    pub(super) fn ahead(&self) -> Self {
        Self { pos: self.pos, ..Self::new(self.whole, 0) }
    }

    /// Reads the whole text as one value.
    pub(super) fn read(&mut self, language: &mut impl Language) -> Option<()> {
        loop {
            self.fixes.pack();
            language.skip(self);
            let mut is_open = match language.value(self)? {
                Step::Scalar => false,
                Step::Open(frame) => {
                    // Fields may become lists, and a call has an object around its arguments.
                    let is_wide = frame.shape == Shape::Fields || !frame.ends.is_empty();
                    self.depth += 1 + usize::from(is_wide);
                    if self.depth > self.max_depth {
                        return None;
                    }
                    self.open.push(frame);
                    true
                }
            };
            loop {
                let end = self.pos;
                let Some(frame) = self.open.last_mut() else {
                    language.skip(self);
                    return (self.pos == self.text.len() && !self.is_cut).then_some(());
                };
                if !is_open {
                    frame.items += 1;
                    if let Some(key) = frame.keys.last_mut() {
                        key.end = end;
                    }
                    language.after(self)?;
                }
                if self.next_item(language, is_open)? {
                    break;
                }
                // What was closed is a value of the bracket around it.
                is_open = false;
            }
        }
    }

    /// Goes to the next item of the bracket that is open; `false` where the bracket closes instead.
    fn next_item(&mut self, language: &mut impl Language, is_first: bool) -> Option<bool> {
        let end = self.pos;
        language.skip(self);
        if let Some(len) = language.closer(self) {
            self.close(len)?;
            return Some(false);
        }
        if !is_first {
            let frame = self.open.last()?;
            let sign = self.text.get(self.pos).filter(|byte| frame.signs.as_bytes().contains(byte));
            let is_bare = match frame.bare {
                Bare::No => false,
                Bare::Blank => true,
                Bare::Line => self.text[end..self.pos].contains(&b'\n'),
            };
            let separator = match sign {
                Some(_) => self.pos..self.pos + 1,
                None if is_bare => end..end,
                None => return None,
            };
            if sign.is_some() {
                self.pos += 1;
                language.skip(self);
                if let Some(len) = language.closer(self) {
                    self.put(separator, "", Code::TrailingComma);
                    self.close(len)?;
                    return Some(false);
                }
            }
            // Fields get theirs with their keys.
            let comma = if self.open.last()?.shape == Shape::Fields { "" } else { "," };
            self.put(separator, comma, Code::Notation);
        }
        let (shape, at) = (self.open.last()?.shape, self.pos);
        match shape {
            Shape::Inner if !is_first => return None,
            Shape::Inner | Shape::Array | Shape::Call => {}
            Shape::Object => language.key(self)?,
            Shape::Mixed(_) | Shape::Fields => {
                let frame = self.open.last()?;
                let keys = frame.keys.len();
                language.key(self)?;
                if self.open.last()?.keys.len() == keys {
                    self.note_key(at..at, None, None)?;
                }
            }
        }
        Some(true)
    }

    /// `place` becomes `with`, unless it is that.
    pub(super) fn put(&mut self, place: Range<usize>, with: impl Into<Cow<'static, str>>, code: Code) {
        let with = with.into();
        let Some(old) = self.text.get(place.clone()) else {
            // Something is due after the end.
            self.is_cut = true;
            return;
        };
        if old != with.as_bytes() {
            self.fixes.push(code, place.start, place.end, with);
        }
    }

    /// The token from here to `end` becomes `with`.
    #[expect(clippy::unnecessary_wraps, reason = "it ends what may read nothing")]
    pub(super) fn token(
        &mut self,
        end: usize,
        with: impl Into<Cow<'static, str>>,
        code: Code,
    ) -> Option<Step> {
        self.put(self.pos..end, with, code);
        self.pos = end;
        Some(Step::Scalar)
    }

    /// The token from here to `end` becomes the string `plain`.
    pub(super) fn text_token(&mut self, end: usize, plain: &str, code: Code) -> Option<Step> {
        self.token(end, quoted(plain), code)
    }

    /// A bracket opens with `len` bytes here.
    pub(super) fn open(&mut self, len: usize, shape: Shape, closer: &'static str) -> Frame {
        let opener = self.pos..self.pos + len;
        self.pos += len;
        Frame::new(opener, shape, closer)
    }

    /// Drops the name of a class, up to `end`.
    pub(super) fn class(&mut self, end: usize) {
        self.drop(end, Code::ClassName);
    }

    /// Drops what stands from here to `end`.
    pub(super) fn drop(&mut self, end: usize, code: Code) {
        self.put(self.pos..end, "", code);
        self.pos = end;
    }

    /// What was seen is this notation, and no JSON with slips.
    pub(super) fn is_sure(&mut self) {
        (self.is_certain, self.is_strong) = (true, true);
    }

    /// Returns whether this text stands here.
    pub(super) fn at(&self, sign: &str) -> bool {
        self.text.get(self.pos..).is_some_and(|rest| rest.starts_with(sign.as_bytes()))
    }

    /// A part of the text.
    pub(super) fn str(&self, place: Range<usize>) -> Option<&'t str> {
        self.whole.get(place)
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.text.get(self.pos).copied()
    }

    /// Goes over this character, if it stands here.
    pub(super) fn eat(&mut self, sign: &str) -> Option<()> {
        self.at(sign).then(|| self.pos += sign.len())
    }

    pub(super) fn space(&mut self) {
        self.pos = skip_space(self.text, self.pos);
    }

    /// A comment, from here to `end`.
    pub(super) fn comment(&mut self, end: usize) {
        let dropped = whole_line(self.text, self.fixes.end(), self.pos, end);
        let is_part = dropped == (self.pos..end);
        self.pos = dropped.end;
        self.put(dropped, if is_part { " " } else { "" }, Code::Comment);
    }

    /// Passes over white space and comments that begin with this mark and end with their line.
    pub(super) fn space_and_comments(&mut self, mark: &str) {
        self.space();
        while self.at(mark) {
            self.comment(self.line_end(self.pos));
            self.space();
        }
    }

    /// Where the line ends that `pos` stands in.
    pub(super) fn line_end(&self, pos: usize) -> usize {
        memchr::memchr(b'\n', &self.text[pos..]).map_or(self.text.len(), |at| pos + at)
    }

    /// Where the word ends that begins at `pos`; `more` are signs that may be in it beside letters, digits and `_`.
    pub(super) fn word_end(&self, pos: usize, more: &str) -> usize {
        let is_of_word = |byte: &&u8| is_word(**byte) || more.as_bytes().contains(byte);
        pos + self.text[pos.min(self.text.len())..].iter().take_while(is_of_word).count()
    }

    /// Takes back the fixes from `mark` on, and gives what they make of `place`.
    pub(super) fn take_text(&mut self, mark: usize, place: Range<usize>) -> Option<String> {
        let fixes: Vec<Fix<'static>> = self.fixes.latest.split_off(mark);
        let (text, start) = (self.str(place.clone())?, place.start);
        let moved =
            fixes.into_iter().map(|fix| Fix { start: fix.start - start, end: fix.end - start, ..fix });
        Some(apply(text, &settle(moved.collect())))
    }

    /// A key without quotes, from here to `end`, and the arrow after it.
    pub(super) fn plain_key(&mut self, end: usize, arrow: &str) -> Option<()> {
        let key = self.str(self.pos..end).filter(|key| is_name(key))?;
        self.put(self.pos..end, quoted(key), Code::UnquotedKey);
        self.pos = end;
        self.arrow(arrow)
    }

    /// A word or number as a key; `more` are signs that may be in it beside letters, digits and `_`.
    pub(super) fn word_key(&mut self, more: &str, code: Code) -> Option<()> {
        let end = self.word_end(self.pos, more);
        let word = self.str(self.pos..end).filter(|word| is_name(word))?;
        self.text_token(end, word, code).map(|_| ())
    }

    /// What stands between a key and its value.
    pub(super) fn arrow(&mut self, arrow: &str) -> Option<()> {
        self.has_json_keys |= arrow == ":" && self.text[..self.pos].ends_with(b"\"");
        self.space();
        let start = self.pos;
        self.eat(arrow)?;
        self.put(start..self.pos, ":", Code::Notation);
        Some(())
    }
}

/// Quotes of texts, which no language has in a name: where one stands, the word is a string that has other quotes.
const TYPOGRAPHIC_QUOTES: [char; 16] = [
    '\u{201c}', '\u{201d}', '\u{201e}', '\u{201f}', '\u{2018}', '\u{2019}', '\u{201a}', '\u{201b}', '\u{ab}',
    '\u{bb}', '\u{2039}', '\u{203a}', '\u{300c}', '\u{300d}', '\u{300e}', '\u{300f}',
];

/// Returns whether this is a name, without the white space and the quotes of other scripts.
pub(super) fn is_name(name: &str) -> bool {
    !name.is_empty()
        && !name.contains(|c: char| {
            c.is_whitespace()
                || matches!(c, '\u{200b}'..='\u{200f}' | '\u{feff}' | '\u{fffd}')
                || TYPOGRAPHIC_QUOTES.contains(&c)
        })
}

pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// The first byte that is not white space, and what follows it.
pub(super) fn begin(text: &[u8]) -> &[u8] {
    let blanks = text.iter().take_while(|byte| is_space(**byte)).count();
    &text[blanks..]
}
