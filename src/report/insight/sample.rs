//! Examples of each code: a bounded sample, the same for every number of threads, cut to what a person reads.
//!
//! Every broken answer has a number that follows from its text alone, and the answers with the lowest numbers are kept. So the
//! sample is fair among different texts, and a text that comes a thousand times is kept once.

use std::collections::BTreeMap;

use super::codes::CodeId;
use crate::core::json::hash::mix;
use crate::core::json::shown::escape;
use crate::core::repair::engine::Fixes;

/// Examples of one code.
pub const MOST: usize = 5;

/// Bytes of the source shown before the first fix, and after it.
const BEFORE: usize = 48;
const AFTER: usize = 112;

/// Characters of one piece.
const PIECE: usize = 160;

/// Characters of one example.
const EXAMPLE: usize = 400;

/// Fixes shown in one example.
const FIXES: usize = 24;

/// Where the lottery for examples begins: the same in every run.
const SEED: u64 = 0x6a6d_656e_6472;

/// Words that are the same in every answer, so they say nothing about this one.
const PLAIN_WORDS: [&str; 12] = [
    "true",
    "false",
    "null",
    "True",
    "False",
    "None",
    "json",
    "JSON",
    "NaN",
    "Infinity",
    "undefined",
    "python",
];

/// A part of an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// As it came, and as it is.
    Same(String),
    /// As it came, and now gone.
    Old(String),
    /// What stands there now.
    New(String),
}

/// An answer that has a code.
#[derive(Clone, Debug)]
pub struct Sample {
    pub number: u64,
    /// The log, safe to show.
    pub source: String,
    /// The line of the log.
    pub line: usize,
    /// The group, as its key.
    pub group: String,
    pub pieces: Vec<Piece>,
}

/// The number of an answer in the lottery for examples.
pub fn number(text: &[u8]) -> u64 {
    let (start, end) = (&text[..text.len().min(256)], &text[text.len().saturating_sub(64)..]);
    let words = start.chunks(8).chain(end.chunks(8));
    let word = |bytes: &[u8]| bytes.iter().fold(0, |word, byte| word << 8 | u64::from(*byte));
    words.fold(mix(SEED, text.len() as u64), |hash, bytes| mix(hash, word(bytes)))
}

/// The examples of all codes.
#[derive(Clone, Debug, Default)]
pub struct Samples(BTreeMap<CodeId, Vec<Sample>>);

impl Samples {
    /// Returns whether an answer with this number would be kept.
    pub(crate) fn wants(&self, code: CodeId, number: u64) -> bool {
        let Some(kept) = self.0.get(&code) else { return true };
        self.bar(code).is_none_or(|bar| number < bar) && kept.iter().all(|sample| sample.number != number)
    }

    /// From this number on no answer is kept, whatever comes.
    pub(crate) fn bar(&self, code: CodeId) -> Option<u64> {
        self.0.get(&code)?.get(MOST - 1).map(|sample| sample.number)
    }

    pub fn add(&mut self, code: CodeId, sample: Sample) {
        if self.wants(code, sample.number) {
            let kept = self.0.entry(code).or_default();
            let at = kept.partition_point(|other| other.number < sample.number);
            kept.insert(at, sample);
            kept.truncate(MOST);
        }
    }

    /// Adds those of a part that begins so many lines into its log.
    pub(crate) fn merge(&mut self, other: Self, lines: usize) {
        for (code, samples) in other.0 {
            for sample in samples {
                self.add(code, Sample { line: sample.line + lines, ..sample });
            }
        }
    }

    pub fn of(&self, code: CodeId) -> &[Sample] {
        self.0.get(&code).map_or(&[], Vec::as_slice)
    }
}

/// What a repair did around the first fix of this code.
pub fn around(text: &[u8], fixes: &Fixes, code: CodeId, redact: bool) -> Vec<Piece> {
    let of_code = |with: bool| {
        fixes.iter().find(move |fix| CodeId::of(fix.code) == code && (fix.replacement.is_some() || !with))
    };
    let Some(first) = of_code(true).or_else(|| of_code(false)) else { return at(text, 0, redact) };
    let from = boundary(text, first.start.saturating_sub(BEFORE));
    let to = boundary(text, (first.start + AFTER).min(text.len()));
    let mut pieces = Pieces::new(redact);
    let mut done = from;
    if from > 0 {
        pieces.push(Piece::Same, "…");
    }
    let seen = fixes.iter().filter(|fix| fix.end >= from && fix.start <= to);
    for fix in seen.filter(|fix| fix.replacement.is_some()).take(FIXES) {
        let (start, end) = (fix.start.max(done).min(text.len()), fix.end.min(text.len()));
        pieces.push(Piece::Same, &shown(text, done, start));
        pieces.push(Piece::Old, &shown(text, start, end.max(start)));
        pieces.push(Piece::New, fix.replacement.as_deref().unwrap_or_default());
        done = end.max(start);
    }
    pieces.push(Piece::Same, &shown(text, done, to.max(done)));
    if to.max(done) < text.len() {
        pieces.push(Piece::Same, "…");
    }
    pieces.out
}

/// The text around a place.
pub fn at(text: &[u8], offset: usize, redact: bool) -> Vec<Piece> {
    let from = boundary(text, offset.min(text.len()).saturating_sub(BEFORE));
    let to = boundary(text, (offset + AFTER).min(text.len()));
    let mut pieces = Pieces::new(redact);
    let (before, after) = (if from > 0 { "…" } else { "" }, if to < text.len() { "…" } else { "" });
    pieces.push(Piece::Same, &format!("{before}{}{after}", shown(text, from, to)));
    pieces.out
}

/// What stood there, and what stands there now, where nothing says how one became the other.
pub(crate) fn pair(old: Option<&str>, new: Option<&str>, redact: bool) -> Vec<Piece> {
    let mut pieces = Pieces::new(redact);
    pieces.push(Piece::Old, old.unwrap_or_default());
    pieces.push(Piece::New, new.unwrap_or_default());
    pieces.out
}

/// A sentence, which is never redacted.
pub(crate) fn remark(text: &str) -> Piece {
    Piece::Same(cut(&escape(text)))
}

struct Pieces {
    out: Vec<Piece>,
    redact: bool,
    room: usize,
}

impl Pieces {
    pub fn new(redact: bool) -> Self {
        Self { out: Vec::new(), redact, room: EXAMPLE }
    }
}

impl Pieces {
    fn push(&mut self, piece: fn(String) -> Piece, text: &str) {
        if text.is_empty() || self.room == 0 {
            return;
        }
        let few: String = text.chars().take(PIECE + 1).collect();
        let few = if self.redact { redacted(&few) } else { few };
        let text = cut(&escape(&few));
        self.room = self.room.saturating_sub(text.chars().count());
        self.out.push(piece(text));
    }
}

/// No more characters than a piece has.
fn cut(text: &str) -> String {
    match text.char_indices().nth(PIECE) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

/// Letters and digits hidden, but for words that are the same everywhere.
fn redacted(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let len = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
        if len == 0 {
            out.push(c);
            rest = &rest[c.len_utf8()..];
            continue;
        }
        let (word, after) = rest.split_at(len);
        if PLAIN_WORDS.contains(&word) {
            out.push_str(word);
        } else {
            out.extend(word.chars().map(|c| if c.is_numeric() { '0' } else { 'x' }));
        }
        rest = after;
    }
    out
}

pub fn shown(text: &[u8], from: usize, to: usize) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(text.get(from..to).unwrap_or_default())
}

/// The beginning of the character at an offset.
fn boundary(text: &[u8], mut offset: usize) -> usize {
    while offset > 0 && text.get(offset).is_some_and(|byte| byte & 0xc0 == 0x80) {
        offset -= 1;
    }
    offset
}
