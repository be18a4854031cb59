//! The text of a search, and what is known about it as a whole: counted when first asked for, and once.

use std::cell::{Cell, OnceCell};

use crate::core::json::hash::ONES;
use crate::core::json::is_space;
use crate::core::repair::parser::text::keys;
use crate::core::repair::parser::text::lexer;
use crate::core::repair::parser::text::limits::{LOOK, LOOK_FAR};

use wide::u8x16;

/// A text, and what is known about it.
pub struct Source<'t> {
    pub text: &'t [u8],
    /// Where the text ends, white space aside.
    pub end: usize,
    /// The last quote or closing bracket of the whole text, and its last plain quote.
    pub last_sign: usize,
    last_quote: Option<usize>,
    /// Where the document that is being read begins.
    pub origin: Cell<usize>,
    /// States whether quotes are doubled throughout this text.
    doubled: OnceCell<bool>,
    /// States whether a quotation may stand in a string of this text: see `evidence::quotes`.
    pub(in crate::core::repair) has_quotations: OnceCell<bool>,
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
            has_quotations: OnceCell::new(),
            balance: OnceCell::new(),
            counted: Cell::new((usize::MAX, (0, 0))),
            comment_ends: Default::default(),
        }
    }

    /// Returns whether a plain quote stands anywhere from `at` on.
    pub(in crate::core) fn has_quote_after(&self, at: usize) -> bool {
        self.last_quote.is_some_and(|quote| quote >= at)
    }

    /// Returns whether whole sentences stand from `at` to the end of the text, and no token of JSON but closing brackets.
    pub(in crate::core) fn is_sentence(&self, at: usize) -> bool {
        if !self.text.get(at).is_some_and(u8::is_ascii_uppercase) {
            return false;
        }
        let (closers, signs) = self.counts_after(at);
        let end = lexer::window(self.text, self.end.saturating_sub(LOOK).max(at), LOOK);
        let last = end.iter().rev().find(|byte| !is_space(**byte) && !b"}])`".contains(byte));
        signs == closers.unsigned_abs() && matches!(last, Some(b'.' | b'!' | b'?'))
    }

    /// Returns whether a document that begins like this one stands at `at`. The brackets of such a document are its own.
    pub(in crate::core) fn is_copy(&self, at: usize) -> bool {
        is_copy(self.text, self.origin.get(), at)
    }

    /// Returns whether the text at `at` repeats that of the document from its beginning on, up to where it broke off, or for a
    /// while. An object inside may well begin with the same key, but rarely goes on in the same way, and stands further in.
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
    pub fn surplus_closers(&self, at: usize) -> i32 {
        self.counts_after(at).0
    }

    /// Both counts; the last answer is kept, because the next question is mostly the same.
    pub(in crate::core::repair) fn counts_after(&self, at: usize) -> (i32, u32) {
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

    /// Returns whether quotes are doubled throughout this text, as in `{""name"": ""value""}` and `[""a"", ""b""]`. A quote is
    /// doubled that stands between a key and its colon, or between two items.
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
        *self.doubled.get_or_init(|| {
            let mut pairs = memchr::memmem::find_iter(self.text, b"\"\"");
            pairs.any(|at| is_after_word(at) && is_between(at))
        })
    }

    /// `token == "+" and`: a plus right between quotes that stand as those around a word do, the first of them at `pos`.
    pub(in crate::core) fn is_plus_in_quotes(&self, pos: usize) -> bool {
        let before = pos.checked_sub(1).map(|at| self.text[at]);
        let is_plus = |sign: &[u8; 3]| self.text[pos..].starts_with(sign);
        (is_plus(b"\"+\"") || is_plus(b"'+'"))
            && matches!(before, Some(b' ' | b'(' | b'[' | b',' | b'=' | b':'))
            && matches!(self.text.get(pos + 3), Some(b' ' | b')' | b']' | b',' | b';' | b':' | b'\\' | b'\n'))
    }

    /// Returns whether this token is between two letters.
    pub(in crate::core) fn between_letters(&self, pos: usize) -> bool {
        let letter = |b: Option<&u8>| b.is_some_and(|b| b.is_ascii_alphabetic() || *b >= 0x80);
        pos > 0 && letter(self.text.get(pos - 1)) && letter(self.text.get(pos + 1))
    }
}

/// Returns whether a document that begins like the one at `origin` stands at `at`.
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
