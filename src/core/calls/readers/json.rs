//! The tolerant JSON reader: a sequence of values that begins at an offset, with white space, `,` and `;` between.
//!
//! Valid values are taken as they are, byte for byte, and no marker is looked for inside them. The first value that
//! is not valid goes to the repair engine together with everything up to the marker that ends the block; a marker
//! inside a string that the engine would have to cut is taken for content and the next one is tried.

use std::borrow::Cow;
use std::ops::Range;
use std::rc::Rc;

use super::object::tree;
use super::source::Source;
use crate::core::calls::formats::{closes, turns};
use crate::core::json::boundary;
use crate::core::json::scan::{Names, scan_value_with};
use crate::core::json::tree::{Node, Tree};
use crate::core::json::{ScanErrorKind, scan_value, skip_space};
use crate::core::repair::confidence::Evidence;
use crate::core::repair::engine::{
    Code, CutPlace, Documents, EditMap, Fix, Fixes, Repaired, Risk, Select, Truncated, repair,
};

/// Bytes between a marker and the arguments of its call.
const OPENER: usize = 100;

/// Markers that are tried as the end of a broken block, one after the other.
const ATTEMPTS: usize = 3;

/// Values as they were read: valid JSON text, and how it came from the source.
#[derive(Debug)]
pub struct Reading<'t> {
    /// The text that holds the documents, with all fixes applied.
    pub text: Cow<'t, str>,
    /// Where each value lies in `text`.
    pub documents: Documents,
    /// Every fix, at its place in the source.
    pub fixes: Vec<Fix<'static>>,
    /// Where the text was cut off.
    pub cut: Option<CutPlace>,
    /// What the engine knows beside that.
    pub evidence: Evidence,
    /// Its values, where the text is that of the source.
    pub tree: Option<Rc<Tree<'t>>>,
    /// From the text to the source.
    pub map: EditMap,
}

impl<'t> Reading<'t> {
    /// Valid JSON of the source, whose place all places count in.
    pub(in crate::core::calls) fn valid(tree: Rc<Tree<'t>>) -> Self {
        Self {
            text: Cow::Borrowed(tree.text()),
            documents: Documents::one(tree.span(Node::ROOT)),
            fixes: Vec::new(),
            cut: None,
            evidence: Evidence::NONE,
            map: EditMap::from(0, &Fixes::default()),
            tree: Some(tree),
        }
    }

    /// What the engine made of the bytes at `base` of the source.
    pub(in crate::core::calls) fn repaired(repaired: Repaired<'t>, base: usize) -> Self {
        let fixes = repaired.fixes.moved(base as isize);
        Self {
            tree: None,
            text: repaired.text,
            documents: repaired.documents,
            map: EditMap::from(base, &fixes),
            fixes: fixes.into_vec(),
            cut: repaired.truncated,
            evidence: repaired.evidence,
        }
    }

    /// The text of a value.
    pub(in crate::core::calls) fn slice(&self, range: &Range<usize>) -> &str {
        &self.text[range.clone()]
    }

    /// A tree that holds the value at `range`, and its node there. What an engine wrote is read when it is asked for.
    pub(in crate::core::calls) fn node(&self, range: &Range<usize>) -> Option<(Rc<Tree<'_>>, Node)> {
        if let Some(tree) = &self.tree {
            return Some((Rc::<Tree<'_>>::clone(tree), tree.node_at(range.start)?));
        }
        let (tree, _) = tree(&self.text, range.clone(), usize::MAX).ok()?;
        Some((Rc::new(tree), Node::ROOT))
    }

    /// The items of the array at `range`.
    pub(in crate::core::calls) fn items(&self, range: &Range<usize>) -> Vec<Range<usize>> {
        let items =
            self.node(range).map(|(tree, node)| tree.children(node).map(|item| tree.span(item)).collect());
        items.unwrap_or_default()
    }

    /// The bytes of the source that a range of the text came from.
    pub(in crate::core::calls) fn source(&self, range: &Range<usize>) -> Range<usize> {
        let start = self.map.to_input(range.start);
        start..self.map.to_input(range.end).max(start)
    }

    /// The byte after the last one of the source that a range of the text came from: what was dropped after it does not count.
    pub(in crate::core::calls) fn source_end(&self, range: &Range<usize>) -> usize {
        self.map.to_input(range.end - 1) + 1
    }

    /// Returns whether this byte of the text stood in the source.
    pub(in crate::core::calls) fn is_original(&self, offset: usize) -> bool {
        self.map.is_original(offset)
    }

    /// Returns whether this value was whole in the source, whatever was cut off after it: its last byte stood there,
    /// and no repair says where
    /// something in it ends: `{"code":"if x {y}}` may go on, and so may `{"code":"if x {y "}"`.
    pub(in crate::core::calls) fn is_whole(&self, range: &Range<usize>) -> bool {
        let Some(cut) = self.cut else { return true };
        // Escapes between tokens are rather those of a string.
        let is_in_string =
            || cut == CutPlace::String || self.fixes.iter().any(|fix| fix.code == Code::EscapedSpace);
        let may_go_on = |fix: &Fix<'_>| match fix.code {
            Code::MissingValue | Code::NumberText | Code::UnquotedValue => is_in_string(),
            code => code == Code::SurplusQuote || sets_ends(code),
        };
        self.is_original(range.end - 1) && !self.fixes_in(&self.source(range)).iter().any(may_go_on)
    }

    /// The fixes that concern these bytes of the source.
    pub(in crate::core::calls) fn fixes_in(&self, source: &Range<usize>) -> &[Fix<'static>] {
        let from = self.fixes.partition_point(|fix| fix.end < source.start);
        let to = self.fixes.partition_point(|fix| fix.start <= source.end);
        &self.fixes[from..to.max(from)]
    }

    /// Returns whether the string at this place of the text was written without quotes.
    pub(in crate::core::calls) fn is_bare(&self, range: &Range<usize>) -> bool {
        let source = self.source(range);
        self.fixes_in(&source).iter().any(|fix| {
            matches!(fix.code, Code::UnquotedValue | Code::NumberText)
                && fix.start <= source.end
                && fix.end > source.start
        })
    }
}

/// Returns whether this repair says where a string or a container ends.
pub(in crate::core::calls) fn sets_ends(code: Code) -> bool {
    matches!(
        code,
        Code::InnerQuote
            | Code::MissingCloseQuote
            | Code::MissingOpenQuote
            | Code::MissingCloser
            | Code::WrongCloser
            | Code::EarlyCloser
    )
}

/// Reads the values that begin at `pos`; `stops` are the markers that can end the block, the next opener among them.
/// Returns the readings and the offset after them, or nothing where no value begins.
pub(in crate::core::calls) fn sequence<'t>(
    cx: &mut Source<'t>,
    pos: usize,
    stops: &'static [&'static str],
) -> Option<(Vec<Reading<'t>>, usize)> {
    let text = cx.text;
    let mut readings = Vec::new();
    let mut end = pos;
    loop {
        let at = separators_end(text, end);
        let is_mark =
            || stops.iter().any(|mark| text[at..].starts_with(*mark)) || turns::begins_turn(&text[at..]);
        if !matches!(text.as_bytes().get(at), Some(b'{' | b'[')) || is_mark() {
            break;
        }
        match cx.value(at) {
            Ok(reading) => {
                end = reading.documents[0].end;
                readings.push(reading);
            }
            Err(error) => {
                cx.spend_scan(error.offset.saturating_sub(at));
                let is_cut = error.kind == ScanErrorKind::UnexpectedEnd && error.offset >= text.len();
                let from = if is_cut { content_end(cx, at) } else { at };
                let Some((reading, stop)) = tolerant(cx, at, from, stops) else { break };
                readings.push(reading);
                end = stop;
                break;
            }
        }
    }
    let end = surplus_end(text, end);
    if let Some(last) = readings.last_mut().filter(|last| last.tree.is_some()) {
        read_rest_of_block(cx, last, end, stops);
    }
    (!readings.is_empty()).then_some((readings, end))
}

/// `{"name": "f"}, "arguments": {"a": 1}}`: text with strings after the valid value `last`, up to the mark that ends the block, is the
/// rest of that value if one reading has both. Else its loss is told.
fn read_rest_of_block<'t>(
    cx: &mut Source<'t>,
    last: &mut Reading<'t>,
    end: usize,
    stops: &'static [&'static str],
) {
    let is_mark = |rest: &str| stops.iter().any(|mark| rest.starts_with(*mark));
    if stops.is_empty() || is_mark(&cx.text[separators_end(cx.text, end)..]) {
        return;
    }
    let stop = cx.next_stop(end, stops);
    if !cx.text[end..stop].contains('"') {
        return;
    }
    let Range { start, end: begin } = last.documents[0];
    let is_whole = |reading: &Reading<'_>| {
        let is_one = reading.documents.len() == 1 && reading.cut.is_none();
        is_one && reading.fixes.iter().all(|fix| fix.risk < Risk::Lossy && fix.code != Code::Prose)
    };
    let reading = if cx.spend(stop - start) { repair_part(cx, start..stop) } else { None };
    if let Some(reading) = reading.filter(is_whole) {
        *last = reading;
    } else {
        let (code, replacement) = (Code::StrayText, Some(Cow::Borrowed("")));
        last.fixes.push(Fix { code, start: begin, end: stop, replacement, risk: code.about().risk });
    }
}

/// Where the last key or scalar ends that is whole in a text that is strict JSON from `at` to its end. A marker before that is
/// content of a string; one after it may end a value that lost its closing quote.
#[cold]
fn content_end(cx: &mut Source<'_>, at: usize) -> usize {
    struct Last(usize);
    impl Names for Last {
        fn key(&mut self, _: &[u8], key: Range<usize>) {
            self.0 = key.end + 1;
        }
        fn leaf(&mut self, _: u8, _: usize, end: usize) {
            self.0 = end;
        }
    }
    let mut last = Last(at);
    cx.spend_scan(cx.text.len() - at);
    let _ = scan_value_with(cx.text.as_bytes(), at, cx.max_depth, &mut last);
    last.0
}

/// Reads one broken value from `pos` up to the marker that ends it, at `from` or after it.
pub(in crate::core::calls) fn tolerant<'t>(
    cx: &mut Source<'t>,
    pos: usize,
    mut from: usize,
    stops: &'static [&'static str],
) -> Option<(Reading<'t>, usize)> {
    let text = cx.text;
    let mut best: Option<(Reading<'t>, usize)> = None;
    // Did the marker before stand in quotes?
    let mut was_quoted = false;
    for attempt in 0..ATTEMPTS {
        let stop = cx.next_stop(from, stops);
        if !cx.spend(stop - pos) {
            break;
        }
        if let Some(reading) = repair_part(cx, pos..stop) {
            let (in_string, whole) = (reading.cut == Some(CutPlace::String), reading.cut.is_none());
            // Past a marker that stands in a comment, only a reading that is certain is better than the first; past one
            // in quotes, one that loses nothing.
            let most = if was_quoted { Risk::Inferred } else { Risk::Syntax };
            let certain = whole && reading.fixes.iter().all(|fix| fix.risk <= most);
            let better = match &best {
                None => true,
                Some((first, _)) if first.cut == Some(CutPlace::String) => !in_string,
                Some(_) => certain,
            };
            if better {
                best = Some((reading, stop));
            }
            was_quoted = is_quoted(text, stop, stops);
            let goes_on = in_string || was_quoted || !whole && attempt == 0 && text[stop..].starts_with("</");
            if whole || !goes_on || ends_block(text, stop, stops) {
                break;
            }
        }
        if stop == text.len() {
            break;
        }
        from = boundary::ceil(text, stop + 1);
    }
    // A marker ended the block, so only brackets are missing, not text; after a comma something is.
    best.map(|(reading, stop)| {
        let is_between = reading.cut == Some(CutPlace::BetweenMembers);
        let closed =
            stop < text.len() && is_between && reading.fixes.iter().all(|fix| fix.code != Code::CutPart);
        let cut = if closed { None } else { reading.cut };
        (Reading { cut, ..reading }, stop)
    })
}

/// Returns whether the marker at `stop` stands in quotes.
fn is_quoted(text: &str, stop: usize, stops: &[&str]) -> bool {
    let Some(mark) = stops.iter().find(|mark| text[stop..].starts_with(**mark)) else { return false };
    let quote = text[..stop].bytes().next_back().filter(|byte| matches!(byte, b'"' | b'\'' | b'`'));
    quote.is_some() && quote == text.as_bytes().get(stop + mark.len()).copied()
}

/// Returns whether the marker at `stop` ends its block for sure. A string that lost its closing quote must not swallow
/// the call that
/// follows: the next block, or the end of the text, stands right after a marker that closes; after one that opens stands
/// an object, with quotes that are not escaped as those in a string would be.
fn ends_block(text: &str, stop: usize, stops: &[&str]) -> bool {
    let rest = &text[stop..];
    let Some(mark) = stops.iter().find(|mark| rest.starts_with(**mark)) else { return false };
    let after = rest[mark.len()..].trim_start();
    if closes(mark) {
        return after.is_empty() || stops.iter().any(|mark| !closes(mark) && after.starts_with(mark));
    }
    let window = &after.as_bytes()[..after.len().min(OPENER)];
    let object = memchr::memchr(b'{', window).map(|at| window[at + 1..].trim_ascii_start());
    matches!(object.and_then(<[u8]>::first), Some(b'"' | b'}'))
}

/// What the engine makes of a part of the text; every document of it is wanted, and what is allowed is settled later.
pub(in crate::core::calls) fn repair_part<'t>(cx: &Source<'t>, range: Range<usize>) -> Option<Reading<'t>> {
    let slice = &cx.text[range.clone()];
    let options = crate::core::repair::engine::Options {
        max_depth: cx.max_depth,
        select: Select::All,
        truncated: Truncated::Close,
        ..crate::core::repair::engine::Options::default()
    };
    Some(Reading::repaired(repair(slice.as_bytes(), &options).ok()?, range.start))
}

/// After white space, `,` and `;`.
fn separators_end(text: &str, pos: usize) -> usize {
    let bytes = text.as_bytes();
    let is_separator = |b: &&u8| matches!(b, b' ' | b'\t' | b'\r' | b'\n' | b',' | b';');
    pos + bytes[pos..].iter().take_while(is_separator).count()
}

/// After closing brackets that were never opened.
fn surplus_end(text: &str, pos: usize) -> usize {
    pos + text.as_bytes()[pos..].iter().take_while(|b| matches!(b, b'}' | b']')).count()
}

/// Returns the object that a text begins with, where half of another one follows it at once.
pub(in crate::core::calls) fn before_half(text: &str, max_depth: usize) -> Option<&str> {
    let end = scan_value(text.as_bytes(), 0, max_depth).ok().filter(|_| text.starts_with('{'))?;
    let at = skip_space(text.as_bytes(), end);
    let error = scan_value(text.as_bytes(), at, max_depth).err().filter(|_| text[at..].starts_with('{'))?;
    (error.kind == ScanErrorKind::UnexpectedEnd).then(|| &text[..end])
}
