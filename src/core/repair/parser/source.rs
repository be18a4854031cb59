//! The text of a search, and what is known about it as a whole: counted when first asked for, and once.

use std::cell::{Cell, OnceCell};
use wide::u8x16;

use super::cost::Feature::{
    RatherContent, SkippedToken, SurplusCloser, TailBrackets, TailDocument, TailProse, TailTokens,
};
use super::keys::{self, key_at};
use super::lexer::{self, Quote, TokenKind, near, token_at};
use super::limits::{LOOK, LOOK_FAR, LOOK_WIDE};
use super::state::NONE;
use crate::core::json::hash::ONES;
use crate::core::json::is_space;
use crate::core::repair::notation;

/// A text, and what is known about it.
pub struct Source<'t> {
    text: &'t [u8],
    /// Where the text ends, white space aside.
    pub end: usize,
    /// The last quote or closing bracket of the whole text, and its last plain quote.
    pub last_sign: usize,
    last_quote: Option<usize>,
    /// Where the document that is being read begins.
    pub origin: Cell<usize>,
    /// Are quotes doubled throughout this text?
    doubled: OnceCell<bool>,
    /// Surplus closing brackets and tokens after each block of the text, counted when first asked for.
    balance: OnceCell<Vec<(i32, u32)>>,
    /// What was counted last, and from where on.
    counted: Cell<(usize, (i32, u32))>,
    /// Where the last line comment began and ends, and the last block comment.
    comment_ends: [Cell<(usize, usize)>; 2],
}

impl<'t> Source<'t> {
    pub fn new(text: &'t [u8]) -> Self {
        Self {
            text,
            end: text.trim_ascii_end().len(),
            last_sign: text.iter().rposition(|b| matches!(b, b'"' | b'}' | b']')).unwrap_or(0),
            last_quote: memchr::memrchr(b'"', text),
            origin: Cell::new(0),
            doubled: OnceCell::new(),
            balance: OnceCell::new(),
            counted: Cell::new((NONE, (0, 0))),
            comment_ends: Default::default(),
        }
    }

    /// What the text after a document says about where the document ends.
    pub(in crate::core) fn tail_cost(&self, end: usize) -> u32 {
        let mut at = near(self.text, end);
        let mut token = token_at(self.text, at);
        let mut surplus = 0;
        while matches!(token.kind, TokenKind::Close(_) | TokenKind::Semicolon | TokenKind::Leaked)
            && surplus < 16
        {
            surplus += u32::from(matches!(token.kind, TokenKind::Close(_)));
            at = near(self.text, at + token.len);
            token = token_at(self.text, at);
        }
        // Prose has few quotes, and no brackets that close what it did not open.
        let mut line = self.text[end..at].contains(&b'\n');
        let closers = if at > self.last_sign || self.surplus_closers(at) <= 0 {
            0
        } else if self.is_sentence(at) {
            SurplusCloser.weight()
        } else {
            TailBrackets.weight()
        };
        let next = near(self.text, at + token.len);
        let next_opens = matches!(token_at(self.text, next).kind, TokenKind::Open(_) | TokenKind::End);
        // After a document that is closed, brackets alone, which make pairs, belong to no string: it would have to end.
        let is_closed = matches!(lexer::sign_before(self.text, end), Some(b'}' | b']'));
        line |= is_closed && closers == 0 && ends_in_words(lexer::window(self.text, at, LOOK_FAR));
        let is_apart = is_closed && closers == 0 && !self.has_quote_after(at);
        let signs = if at > self.last_sign || is_apart {
            0
        } else if closers > 0 {
            closers
        } else if line {
            TailProse.weight()
        } else {
            TailBrackets.weight()
        };
        // Whatever has quotes in it costs as much as reading them as content would.
        let signs = if signs > 0 && !line { signs + self.skipped(at) } else { signs };
        match token.kind {
            TokenKind::End => SurplusCloser.weight() * surplus,
            TokenKind::Open(_) if self.is_copy(at) => TailDocument.weight(),
            TokenKind::Open(_) if self.opens_document(next) => TailDocument.weight() + closers,
            TokenKind::Comma if next_opens => TailDocument.weight() + closers,
            TokenKind::Fence if line => TailDocument.weight(),
            TokenKind::Quote(Quote::Backtick) | TokenKind::Fence => TailProse.weight() + signs,
            TokenKind::Quote(_)
            | TokenKind::Colon
            | TokenKind::Equals
            | TokenKind::Plus
            | TokenKind::Comma => TailProse.weight() + TailTokens.weight() + signs,
            _ if self.text[at] == b'\\' => TailProse.weight() + TailTokens.weight() + signs,
            _ if at == end => 2 * TailProse.weight() + signs,
            _ => TailProse.weight() + signs,
        }
    }

    /// Can what stands at `at`, after a bracket that opens, be the first thing of a document? Code has brackets, too.
    fn opens_document(&self, at: usize) -> bool {
        let is_close = matches!(
            token_at(self.text, at).kind,
            TokenKind::Close(_) | TokenKind::End | TokenKind::Ellipsis
        );
        is_close || self.text[at] == b'/' || keys::key_at(self.text, at) || lexer::value_at(self.text, at)
    }

    /// Does a plain quote stand anywhere from `at` on?
    pub(in crate::core) fn has_quote_after(&self, at: usize) -> bool {
        self.last_quote.is_some_and(|quote| quote >= at)
    }

    /// Are there whole sentences from `at` to the end of the text, and no token of JSON but closing brackets?
    pub(in crate::core) fn is_sentence(&self, at: usize) -> bool {
        if !self.text.get(at).is_some_and(u8::is_ascii_uppercase) {
            return false;
        }
        let (closers, signs) = self.counts_after(at);
        let end = lexer::window(self.text, self.end.saturating_sub(LOOK).max(at), LOOK);
        let last = end.iter().rev().find(|byte| !is_space(**byte) && !b"}])`".contains(byte));
        signs == closers.unsigned_abs() && matches!(last, Some(b'.' | b'!' | b'?'))
    }

    /// Does a document that begins like this one stand at `at`? Then its brackets are its own.
    pub(in crate::core) fn is_copy(&self, at: usize) -> bool {
        is_copy(self.text, self.origin.get(), at)
    }

    /// Does the text at `at` repeat that of the document from its beginning on, up to where it broke off, or for a while? An
    /// object inside may well begin with the same key, but rarely goes on in the same way, and stands further in.
    pub(in crate::core) fn is_repeated(&self, at: usize) -> bool {
        let indent =
            |at: usize| self.text[..at].iter().rev().take(LOOK).take_while(|byte| **byte == b' ').count();
        if indent(at) > indent(self.origin.get()) {
            return false;
        }
        let ours = signs_of(lexer::window(&self.text[..at], self.origin.get(), LOOK_FAR));
        let theirs = signs_of(lexer::window(self.text, at, LOOK_FAR));
        let Some(((other, _), _)) = ours.zip(theirs).find(|((_, ours), (_, theirs))| ours != theirs) else {
            return true;
        };
        // A token that was cut off, and words between the two.
        let rest = &self.text[self.origin.get() + other..at];
        rest.len() < LOOK_FAR && !rest.iter().any(|byte| b"\"'{[".contains(byte))
    }

    /// How many more brackets close than open from `at` to the end of the text.
    pub(super) fn surplus_closers(&self, at: usize) -> i32 {
        self.counts_after(at).0
    }

    /// What it costs to pass over all tokens from `at` to the end of the text: as much as to read them.
    pub(in crate::core) fn skipped(&self, at: usize) -> u32 {
        SkippedToken.weight() * self.counts_after(at).1
    }

    /// Both counts; the last answer is kept, because the next question is mostly the same.
    fn counts_after(&self, at: usize) -> (i32, u32) {
        if self.counted.get().0 != at {
            self.counted.set((at, self.count_after(at)));
        }
        self.counted.get().1
    }

    /// Both counts, from the sums of whole blocks and the rest of this one.
    fn count_after(&self, at: usize) -> (i32, u32) {
        if self.text.len() - at.min(self.text.len()) <= NEAR_END && self.balance.get().is_none() {
            return count_signs(&self.text[at.min(self.text.len())..]);
        }
        let block = at.div_ceil(BLOCK);
        let sums = self.balance.get_or_init(|| block_sums(self.text));
        let stop = (block * BLOCK).min(self.text.len());
        let (closers, signs) = count_signs(&self.text[at.min(stop)..stop]);
        let (more_closers, more_signs) = sums.get(block).copied().unwrap_or_default();
        (closers + more_closers, signs + more_signs)
    }

    /// The length of the comment that starts at `pos`. Many comments may share one long line, whose end is found once.
    pub(in crate::core) fn comment_len(&self, pos: usize) -> Option<usize> {
        let comment = lexer::comment_at(self.text, pos)?;
        let known = &self.comment_ends[usize::from(comment == lexer::Comment::Block)];
        let (from, end) = known.get();
        // The `*/` that ended the other must stand after this `/*`.
        if pos < from || pos + 4 > end {
            known.set((pos, lexer::comment_end(self.text, pos, comment)));
        }
        Some(known.get().1 - pos)
    }

    /// How much a comment looks like part of a string instead: it holds quotes or written-out line ends, or what
    /// should close the document.
    pub(in crate::core) fn comment_cost(&self, pos: usize, len: usize) -> u32 {
        let comment = lexer::window(&self.text[..pos + len], pos, LOOK_WIDE);
        let is_glued = notation::comment_is_content(self.text, pos..pos + comment.len());
        let glued = if is_glued { RatherContent.weight() } else { 0 };
        let has_escape = || memchr::memmem::find(comment, b"\\n").is_some();
        // Code in a string has comments, and the string ends after them.
        let quote = if lexer::sign_before(self.text, pos) == Some(b'\'') { b'\'' } else { b'"' };
        let end = self.text[pos..pos + len].trim_ascii_end();
        let ends = || end.strip_suffix(b",").unwrap_or(end).ends_with(&[quote]);
        // Apostrophes need not make pairs.
        let is_unpaired = || match memchr::memchr_iter(quote, comment).count() {
            1 => true,
            count => quote == b'"' && count % 2 == 1,
        };
        let is_rest = ends() && (has_escape() || is_unpaired());
        // Where the structure goes on after it, it was a comment whatever else it holds.
        let next = near(self.text, pos + len);
        let sane = key_at(self.text, next)
            || matches!(token_at(self.text, next).kind, TokenKind::Close(_) | TokenKind::Open(_));
        if sane && self.text[pos + len..next].contains(&b'\n') && !is_rest {
            return glued;
        }
        let quotes = comment.iter().filter(|b| **b == quote).take(8).count() as u32;
        let closers = !comment.starts_with(b"/*") && pos + len > self.last_sign && pos < self.last_sign;
        let each = SkippedToken.weight() << u32::from(is_rest);
        // What goes with the rest of the document costs as much as to read it would: else a long one ends in a comment.
        let rest = if closers { TailBrackets.weight() + self.skipped(pos) } else { 0 };
        let lines = if is_rest || has_escape() { RatherContent.weight() } else { 0 };
        glued + each * quotes + lines + rest
    }

    /// `{""name"": ""value""}`, `[""a"", ""b""]`: are quotes doubled throughout this text? One is that stands between a key and
    /// its colon, or between two items.
    pub(in crate::core) fn doubles_quotes(&self) -> bool {
        let is_after_word = |at: usize| at > 0 && self.text[at - 1].is_ascii_alphanumeric();
        let is_between = |at: usize| match &self.text[at + 2..] {
            [b':', ..] => true,
            [b',', rest @ ..] => {
                let next = rest.trim_ascii_start().strip_prefix(b"\"\"");
                next.and_then(<[u8]>::first).is_some_and(u8::is_ascii_alphanumeric)
            }
            _ => false,
        };
        let mut pairs = memchr::memmem::find_iter(self.text, b"\"\"");
        *self.doubled.get_or_init(|| pairs.any(|at| is_after_word(at) && is_between(at)))
    }

    /// `token == "+" and`: a plus right between quotes that stand as those around a word do, the first of them at `pos`.
    pub(in crate::core) fn is_plus_in_quotes(&self, pos: usize) -> bool {
        let before = pos.checked_sub(1).map(|at| self.text[at]);
        let is_plus = |sign: &[u8; 3]| self.text[pos..].starts_with(sign);
        (is_plus(b"\"+\"") || is_plus(b"'+'"))
            && matches!(before, Some(b' ' | b'(' | b'[' | b',' | b'=' | b':'))
            && matches!(self.text.get(pos + 3), Some(b' ' | b')' | b']' | b',' | b';' | b':' | b'\\' | b'\n'))
    }

    /// Is this token between two letters?
    pub(in crate::core) fn between_letters(&self, pos: usize) -> bool {
        let letter = |b: Option<&u8>| b.is_some_and(|b| b.is_ascii_alphabetic() || *b >= 0x80);
        pos > 0 && letter(self.text.get(pos - 1)) && letter(self.text.get(pos + 1))
    }
}

/// Is the rest of the line words, and more text after it?
fn ends_in_words(rest: &[u8]) -> bool {
    let Some(line) = memchr::memchr(b'\n', rest).map(|end| &rest[..end]) else { return false };
    let line = line.strip_prefix(b",").unwrap_or(line);
    line.first() == Some(&b' ')
        && line.trim_ascii().first().is_some_and(u8::is_ascii_alphabetic)
        && !line.iter().any(|byte| b"\"{}[]=".contains(byte))
}

/// Does a document that begins like the one at `origin` stand at `at`?
pub(in crate::core) fn is_copy(text: &[u8], origin: usize, at: usize) -> bool {
    let is_other = |ours: &u8, theirs: &u8| ours != theirs && ours.is_ascii() && theirs.is_ascii();
    let is_known_apart =
        text.get(origin).zip(text.get(at)).is_none_or(|(ours, theirs)| is_other(ours, theirs));
    let beginning = (!is_known_apart).then(|| keys::beginning(text, origin)).flatten();
    beginning.is_some() && beginning == keys::beginning(text, at)
}

/// All but white space, with their places.
fn signs_of(text: &[u8]) -> impl Iterator<Item = (usize, &u8)> {
    text.iter().enumerate().filter(|(_, byte)| !is_space(**byte))
}

/// Bytes whose tokens are counted together.
const BLOCK: usize = 64;
/// So little text is counted at once.
const NEAR_END: usize = 4 * BLOCK;

/// For each block, the surplus of closing brackets and all tokens from its beginning to the end of the text.
fn block_sums(text: &[u8]) -> Vec<(i32, u32)> {
    let (blocks, rest) = text.as_chunks::<BLOCK>();
    let mut sums = Vec::with_capacity(blocks.len() + 1);
    sums.extend(blocks.iter().map(count_in));
    sums.push(count_signs(rest));
    for at in (1..sums.len()).rev() {
        let (closers, signs) = sums[at];
        sums[at - 1].0 = sums[at - 1].0.saturating_add(closers);
        sums[at - 1].1 = sums[at - 1].1.saturating_add(signs);
    }
    sums
}

/// The surplus of closing brackets, and all tokens.
pub fn count_signs(text: &[u8]) -> (i32, u32) {
    let (blocks, rest) = text.as_chunks::<BLOCK>();
    let mut last = [0; BLOCK];
    last[..rest.len()].copy_from_slice(rest);
    let mut sums = (0, 0);
    for block in blocks.iter().chain((!rest.is_empty()).then_some(&last)) {
        let (closers, signs) = count_in(block);
        sums = (sums.0 + closers, sums.1 + signs);
    }
    sums
}

/// `count_signs` of one block. Each lane counts for itself: what was found is -1 there.
fn count_in(block: &[u8; BLOCK]) -> (i32, u32) {
    const LANES: usize = 16;
    // More brackets of one kind than this are in no lane.
    const MOST: u8 = (BLOCK / LANES) as u8;
    let (mut closers, mut signs) = (u8x16::splat(MOST), u8x16::splat(0));
    let (lanes, _) = block.as_chunks::<LANES>();
    for bytes in lanes {
        let bytes = u8x16::new(*bytes);
        let is = |byte: u8, among: u8x16| among.simd_eq(u8x16::splat(byte));
        // Square brackets are braces but for one bit.
        let braces = bytes | u8x16::splat(b'{' ^ b'[');
        let (open, close) = (is(b'{', braces), is(b'}', braces));
        closers = closers + open - close;
        signs = signs - open - close - (is(b'"', bytes) | is(b':', bytes));
    }
    // The product gathers all lanes in its highest byte, where the sum of both halves still fits.
    let sum = |lanes: u8x16| {
        let lanes = u128::from_le_bytes(lanes.to_array());
        let halves = (lanes as u64) + (lanes >> 64) as u64;
        (halves.wrapping_mul(ONES) >> 56) as u32
    };
    (sum(closers) as i32 - (LANES as i32 * i32::from(MOST)), sum(signs))
}
