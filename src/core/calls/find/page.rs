//! Says what stands around a candidate on its page: on its line, and the fence, quotation, or comment that it is in.
//!
//! The page is read forward, once. Calls that were read are passed over, because what they hold is their own.

mod next;
mod read;

use std::ops::Range;

use self::next::{Next, Value};
use super::block;
use super::marks::{
    EXAMPLES, LABELS, LEADS, LONGEST_QUOTATION, LONGEST_SENTENCE, LONGEST_TAG, QUOTING, SHOWING, SPANS,
    announces_example, end_of_quote, end_of_ticks, is_heading, next_text_line, run,
};
use crate::core::calls::formats::{Format, turns};
use crate::core::calls::types::place::Place;
use crate::core::json::boundary;

/// A fence.
#[derive(Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each says something else of what stands in it")]
struct Fence {
    /// Its mark, a backtick or a tilde, and how often it stands there.
    mark: u8,
    len: usize,
    is_program: bool,
    /// States whether words before it announce an example.
    is_example: bool,
    /// States whether anything but calls stands in it so far.
    has_text: bool,
    /// States whether a call in it is code itself.
    is_code: bool,
    /// Its closing mark.
    close: Next,
}

/// A quotation that is open on the line.
#[derive(Clone, Copy)]
struct Quotation {
    /// Says where its mark begins.
    start: usize,
    mark: Mark,
}

#[derive(Clone, Copy)]
enum Mark {
    /// So many backticks.
    Ticks(usize),
    /// One of `QUOTES`.
    Quote(&'static [char]),
}

/// Holds what stands on the line before the place.
#[derive(Clone, Default)]
struct Line {
    start: usize,
    /// States whether there are words.
    has_words: bool,
    /// The last character that is neither white space nor emphasis.
    last: Option<char>,
    /// States whether a mark of a quotation, a comment, a row of a table, or a line of a patch begins it.
    is_quoted: bool,
    /// States whether a call begins it.
    has_call: bool,
    /// The value of a variable that stands on it.
    value: Value,
}

/// Holds what stands around a candidate, and whether what follows may change that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Standing {
    pub(super) place: Place,
    /// States whether more text may change the place.
    pub(super) may_move: bool,
}

/// The page so far.
pub(super) struct Page<'t> {
    text: &'t str,
    pos: usize,
    /// Says where the message begins.
    begin: usize,
    line: Line,
    /// The last line outside of fences that says something.
    said: Range<usize>,
    fence: Option<Fence>,
    quotation: Option<Quotation>,
    /// The end of the comment or the long string that the place is in.
    span_end: usize,
    /// Marks of `SPANS` that are not closed in the rest of the text.
    unclosed: [bool; SPANS.len()],
    /// The same for elements of `QUOTING`.
    never_closed: [bool; QUOTING.len()],
    /// States whether the line belongs to a patch.
    in_patch: bool,
    /// The next line that begins with text, and the next letter or digit.
    text_line: Next,
    word: Next,
}

impl<'t> Page<'t> {
    /// A message begins at `pos`.
    pub(super) fn new(text: &'t str, pos: usize) -> Self {
        let mut page = Self {
            text,
            pos,
            begin: pos,
            line: Line { start: pos, ..Line::default() },
            said: pos..pos,
            fence: None,
            quotation: None,
            span_end: pos,
            unclosed: [false; SPANS.len()],
            never_closed: [false; QUOTING.len()],
            in_patch: false,
            text_line: Next::default(),
            word: Next::default(),
        };
        page.begin_line();
        page
    }

    /// Stands for a place without a page, because the text is data.
    pub(super) const ALONE: Standing = Standing { place: Place::Own, may_move: false };

    /// Returns where the text ends.
    pub(super) fn len(&self) -> usize {
        self.text.len()
    }

    /// A part of the text.
    pub(super) fn slice(&self, range: Range<usize>) -> &'t str {
        &self.text[range]
    }

    /// Begins a message at `pos`.
    pub(super) fn begin(&mut self, pos: usize) {
        let (unclosed, never_closed) = (self.unclosed, self.never_closed);
        *self = Self { unclosed, never_closed, ..Self::new(self.text, pos.max(self.pos)) };
    }

    /// Begins a line at `pos`, after the end of a reasoning block or of an answer.
    pub(super) fn restart(&mut self, pos: usize) {
        self.pos = self.pos.max(pos);
        self.line = Line { start: pos, ..Line::default() };
        self.quotation = None;
    }

    /// Passes over a value that is no call.
    pub(super) fn pass(&mut self, block: &Range<usize>) {
        self.read_to(block.start);
        self.skip(block.end);
    }

    /// Passes over a call that ends at `end`.
    pub(super) fn skip(&mut self, end: usize) {
        if end <= self.pos {
            return;
        }
        let passed = &self.text[self.pos..end];
        if self.fence.is_some() && passed.ends_with("```") && passed.matches("```").count() % 2 == 1 {
            // The block has the mark that closes its fence.
            self.fence = None;
        }
        if let Some(at) = memchr::memrchr(b'\n', passed.as_bytes()) {
            self.line = Line { start: self.pos + at + 1, ..Line::default() };
            self.quotation = None;
        }
        self.pos = end;
    }

    /// Returns whether `at` stands in a fence, a quotation, or a comment.
    pub(super) fn is_inside(&mut self, at: usize) -> bool {
        self.is_quoted(at) || self.fence.is_some()
    }

    /// Returns whether `at` stands in a quotation or a comment.
    pub(super) fn is_quoted(&mut self, at: usize) -> bool {
        self.read_to(at);
        let ends = |quotation| self.quotation_end(quotation, at).is_ok_and(|end| end.is_some());
        at < self.span_end || self.line.is_quoted || self.quotation.is_some_and(ends)
    }

    /// Returns whether nothing but white space and emphasis stands before `at` on its line.
    pub(super) fn begins_line(&mut self, at: usize) -> bool {
        self.read_to(at);
        !self.line.has_words && self.line.last.is_none()
    }

    /// Returns whether words before `at` and right after `end`, with blanks between, make a sentence of what stands there.
    pub(super) fn is_word_of_sentence(&mut self, at: usize, end: usize) -> bool {
        self.read_to(at);
        let before = self.text[..at].ends_with([' ', '(']);
        let after = self.text[end..].strip_prefix([' ', ',', ')']).is_some_and(|rest| {
            rest.starts_with(|c: char| c.is_lowercase() || !c.is_ascii() && c.is_alphanumeric())
        });
        self.line.has_words && before && after
    }

    /// Returns where a block ends that began with a fence: after the fence.
    pub(super) fn after_fence(&self, start: usize, end: usize) -> usize {
        let rest = &self.text[end..];
        let is_fence = || self.text[start..end].matches("```").count() % 2 == 1;
        let close = rest.trim_start().strip_prefix("```").filter(|_| is_fence());
        close.map_or(end, |rest| self.text.len() - rest.len())
    }

    /// Says where the block at `block` stands, and passes over it.
    pub(super) fn place(&mut self, block: &Range<usize>, format: &Format, is_code: bool) -> Standing {
        self.read_to(block.start);
        if is_code && self.fence.is_some() {
            // The code around it belongs to it.
            self.line.has_words = false;
            self.fence.iter_mut().for_each(|fence| fence.is_code = true);
        }
        let standing = self.standing(block, format);
        let has_call =
            self.line.has_call || !self.line.has_words && matches!(standing.place, Place::Own | Place::Start);
        self.skip(block.end);
        self.line.has_call = has_call;
        standing
    }

    /// Says where the block at `block` stands.
    pub(super) fn look(&mut self, block: &Range<usize>, format: &Format) -> Standing {
        self.read_to(block.start);
        self.standing(block, format)
    }

    fn standing(&mut self, block: &Range<usize>, format: &Format) -> Standing {
        let at = |place, may_move| Standing { place, may_move };
        let is_open = self.unclosed.contains(&true) || self.never_closed.contains(&true);
        if block.start < self.span_end || self.line.is_quoted {
            return at(Place::Quoted, false);
        }
        let mut may_move = is_open;
        if let Some(quotation) = self.quotation {
            // In a quotation with escaped quotes, a block may have been read beyond its end.
            let is_escaped =
                matches!(quotation.mark, Mark::Quote(_)) && self.text[block.clone()].contains("\\\"");
            let from = if is_escaped { block.start } else { block.end };
            match self.quotation_end(quotation, from) {
                Ok(Some(end)) if self.is_all(quotation.start, end) => may_move = true,
                Ok(Some(_)) => return at(Place::Quoted, is_open),
                Ok(None) => {}
                Err(()) => may_move = true,
            }
        }
        let tail = self.tail(block.end, format);
        if let Some(mut fence) = self.fence.take() {
            let standing = self.in_fence(&mut fence, block, tail, is_open);
            self.fence = Some(fence);
            return standing;
        }
        let is_printed = self.is_printed(block.start);
        let place = match (self.line.has_words && !is_printed, tail) {
            (_, Tail::Description) => Place::Quoted,
            (true, Tail::Words) if self.is_aside(block.start) => Place::Quoted,
            (false, Tail::Words) if !is_printed => Place::Start,
            // What a line begins with, it may go on with.
            (true, _) if self.line.has_call => Place::Start,
            (false, _) => Place::Own,
            (true, Tail::Words) => Place::Middle,
            // A label announces what follows it, and after the end of a sentence another one begins.
            (true, _) if self.line.last.is_some_and(|last| LEADS.contains(last)) => Place::Own,
            (true, _) if self.ends_with_label(block.start) => Place::Own,
            (true, _) => Place::End,
        };
        let is_example = place == Place::Own && !self.line.has_words && self.follows_example_line();
        at(place, may_move || is_example || self.line.has_words && tail == Tail::Open)
    }

    /// Returns whether the last line of words announces an example: words after it may say that another turn begins there, so that
    /// these were the words of a system.
    fn follows_example_line(&self) -> bool {
        let start = self.said.end.saturating_sub(LONGEST_SENTENCE).max(self.said.start);
        let line = self.text[boundary::ceil(self.text, start)..self.said.end].trim_end();
        let line = line.to_lowercase();
        let shows = || SHOWING.iter().any(|words| line.ends_with(words));
        line.ends_with(':') && (shows() || announces_example(&line))
    }

    /// Returns whether `at` stands in the value of a variable, because programs print variables so: `calls=[{…}]`.
    fn is_printed(&mut self, at: usize) -> bool {
        let is_open = self.line.value.is_open(self.text, self.line.start.min(at)..at);
        is_open || self.text[self.line.start.min(at)..at].ends_with('=')
    }

    /// Returns the end of what stands before `at` on its line.
    fn head(&self, at: usize) -> &'t str {
        let start = boundary::ceil(self.text, at.saturating_sub(LONGEST_SENTENCE));
        self.text[self.line.start.max(start).min(at)..at].trim_end()
    }

    /// Returns whether what stands at `at` in a sentence is in brackets or a heading, or an example by the words before it.
    fn is_aside(&self, at: usize) -> bool {
        let head = self.head(at);
        let words = head.to_lowercase();
        is_heading(self.text[self.line.start.min(at)..at].trim_end())
            || head.ends_with(['(', '（', '{'])
            || EXAMPLES.iter().any(|example| words.contains(example))
    }

    /// Returns whether the words before `at` name a call.
    fn ends_with_label(&self, at: usize) -> bool {
        let head = self.head(at).to_ascii_lowercase();
        LABELS.iter().any(|label| head.ends_with(label))
    }

    /// Says where a block in a fence stands.
    fn in_fence(&mut self, fence: &mut Fence, block: &Range<usize>, tail: Tail, is_open: bool) -> Standing {
        let text = self.text;
        let (mark, len) = (fence.mark, fence.len);
        let end = fence.close.after(block.end, |from| fence_end(text, mark, len, from));
        let line = self.text_line.after(block.end, |from| next_text_line(text, from));
        let has_line = line.is_some_and(|line| end.as_ref().is_none_or(|end| line.start < end.start));
        let is_closed = end.is_some();
        let has_text = fence.has_text
            || self.line.has_words
            || matches!(tail, Tail::Words | Tail::Description)
            || has_line;
        let has_text = has_text && !fence.is_code;
        let place = match end {
            // What no line closes is no fence.
            None if self.line.has_words && tail == Tail::Words => Place::Middle,
            Some(_) if has_text && fence.is_program => Place::Quoted,
            Some(_) if has_text => Place::Code,
            Some(end) if fence.is_example && self.has_words_after(end.end) => Place::Example,
            Some(_) if fence.is_example => Place::Sample,
            _ => Place::Own,
        };
        Standing { place, may_move: is_open || !is_closed || fence.is_example }
    }

    /// Returns whether a letter or a digit stands in the text from `at` on.
    fn has_words_after(&mut self, at: usize) -> bool {
        let text = self.text;
        let next =
            |from: usize| text[from..].find(char::is_alphanumeric).map(|len| from + len..from + len + 1);
        self.word.after(at, next).is_some()
    }

    /// Returns where a quotation ends after `from`; `None` where it has no end, and an error where the text ends before.
    fn quotation_end(&self, quotation: Quotation, from: usize) -> Result<Option<usize>, ()> {
        let limit = boundary::ceil(self.text, self.text.len().min(from + LONGEST_QUOTATION));
        let window = &self.text[from..limit];
        let (stop, ends) = match quotation.mark {
            Mark::Ticks(_) => ("\n\n", None),
            Mark::Quote(ends) => ("\n", Some(ends)),
        };
        let inside = window.find(stop).map_or(window, |at| &window[..at]);
        let found = match (quotation.mark, ends) {
            (Mark::Ticks(len), _) => end_of_ticks(inside, len),
            (_, Some(ends)) => end_of_quote(inside, ends),
            _ => None,
        };
        match found {
            Some(at) => Ok(Some(from + at)),
            None if inside.len() == window.len() && limit == self.text.len() => Err(()),
            None => Ok(None),
        }
    }

    /// Returns whether a quotation is all of the message: then it wraps the call as a fence does.
    fn is_all(&self, start: usize, end: usize) -> bool {
        self.text[self.begin..start].trim().is_empty() && self.text[end..].trim().is_empty()
    }

    /// Returns whether this text after a block says what it is, as a list of terms does: after a colon, or in an item after a dash.
    fn is_described(&self, rest: &str) -> bool {
        let item = self.text[self.line.start..].trim_start_matches([' ', '\t']);
        let is_item = ["- ", "* ", "+ ", "• "].iter().any(|sign| item.starts_with(sign));
        let rest = rest.trim_start_matches([' ', '\t']);
        let colon = [": ", "：", ":** "].iter().find_map(|sign| rest.strip_prefix(sign));
        let dash = ["- ", "– ", "— "].iter().find_map(|sign| rest.strip_prefix(sign)).filter(|_| is_item);
        colon.or(dash).is_some_and(|words| words.trim_start().starts_with(char::is_alphanumeric))
    }

    /// Returns what follows a block on the line where it ends.
    fn tail(&self, end: usize, format: &Format) -> Tail {
        let mut rest = &self.text[end..];
        while let Some(len) = block::close(rest, format) {
            if turns::ends_turn(rest.trim_start()) {
                return Tail::Nothing;
            }
            rest = &rest[len..];
        }
        if self.is_described(rest) {
            return Tail::Description;
        }
        loop {
            // Kimi K3 names what it closes.
            while let Some(name) = rest.strip_prefix("<|close|>") {
                let near = &name[..boundary::ceil(name, name.len().min(LONGEST_SENTENCE))];
                rest = near.find("<|sep|>").map_or("", |at| &name[at + "<|sep|>".len()..]);
            }
            let next = rest.trim_start_matches(|c: char| {
                c.is_whitespace() && c != '\n' || c.is_ascii_punctuation() && !"<[{(|`\"#/-".contains(c)
            });
            match next.chars().next() {
                None => return Tail::Open,
                Some(c) if c.is_alphanumeric() => return Tail::Words,
                // A tag that is not whole may be one that closes the block, with words after it.
                Some('<') if next.len() < LONGEST_TAG && !next.contains('>') => return Tail::Open,
                // The line or the turn ends, or another call begins.
                Some('\n' | '<' | '[' | '{' | '|' | '`' | '"') => return Tail::Nothing,
                Some(c) => rest = &next[c.len_utf8()..],
            }
        }
    }
}

/// Returns where the mark stands that closes a fence.
fn fence_end(text: &str, mark: u8, len: usize, from: usize) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let mut pos = from;
    while let Some(at) = memchr::memchr(mark, &bytes[pos..]).map(|at| pos + at) {
        let found = run(bytes, at);
        if found >= len {
            return Some(at..at + found);
        }
        pos = at + found;
    }
    None
}

/// Tells what follows a block on its last line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tail {
    /// The line ends, or something begins that is no word.
    Nothing,
    Words,
    /// Words that say what it is.
    Description,
    /// The text ends.
    Open,
}
