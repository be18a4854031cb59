//! A line of source around a place, made for a screen: at most so many columns, nothing that could steer a terminal,
//! and the place marked by columns of what is shown. The work is bounded by the width, however long the line.

use std::fmt::Write;
use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

use unicode_width::UnicodeWidthChar;

use crate::core::json::shown::{MARK, begins_command, is_unsafe};

/// Columns of a tab in indentation.
const TAB: &str = "    ";
const ELLIPSIS: char = '…';

/// What stands for white space that is meant.
const LINE_FEED: char = '⏎';
const RETURN: char = '␍';
const MARKED_TAB: char = '⇥';

/// Bytes on each side of a place that can matter, for every column: a character is at most four bytes, and combining
/// marks take no columns.
pub(crate) const REACH: usize = 8;

/// Characters of one column and one byte that are shown as they are.
const PLAIN: RangeInclusive<char> = ' '..='~';

/// Columns that are looked at beyond those that are shown.
const MARGIN: usize = 16;

/// Bytes of what is marked that are looked at; a fourth of that is shown.
const MARKED: usize = 256;

/// One line of source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// Columns of `text` that are marked; empty where something was inserted.
    pub mark: Range<usize>,
    /// Lines of white space that the place begins with and that are not shown.
    pub(crate) skipped: usize,
    /// The beginning of what is marked, safe to show.
    pub(crate) marked: String,
    /// The line or a window on it, safe to show.
    pub text: Arc<str>,
    /// Says whether the place goes on in later lines.
    pub is_open: bool,
}

/// One character of source, or one bad byte, as it is shown.
#[derive(Clone, Copy)]
struct Cell {
    /// Where it begins in the source.
    at: usize,
    shown: Shown,
}

#[derive(Clone, Copy)]
pub enum Shown {
    Char(char),
    /// The escape of a character that is not safe.
    Escape(char),
    /// A byte that is no UTF-8.
    Byte(u8),
    /// A tab in indentation.
    Tab,
}

impl Cell {
    pub fn columns(&self) -> usize {
        match &self.shown {
            Shown::Char(c) if PLAIN.contains(c) => 1,
            Shown::Char(c) => c.width().unwrap_or(0),
            // Braces, and a digit for each four bits.
            Shown::Escape(c) => "\\u{}".len() + (u32::from(*c).max(1).ilog2() as usize / 4 + 1),
            Shown::Byte(_) => "\\x00".len(),
            Shown::Tab => TAB.len(),
        }
    }

    fn push(&self, out: &mut String) {
        match &self.shown {
            Shown::Char(c) => out.push(*c),
            Shown::Escape(c) => drop(write!(out, "\\u{{{:x}}}", u32::from(*c))),
            Shown::Byte(byte) => drop(write!(out, "\\x{byte:02x}")),
            Shown::Tab => out.push_str(TAB),
        }
    }
}

/// Shows the line of `source` that `span` begins in, in at most `width` columns (but never fewer than 20).
pub fn excerpt(source: &[u8], span: Range<usize>, width: usize) -> Excerpt {
    Line::at(source, visible(source, span.clone()), width).excerpt(source, span)
}

/// A line of source in the window that is made for one place. Other places that it shows are marked in it, too.
pub(crate) struct Line {
    anchor: usize,
    /// What of the source was looked at.
    looked_at: Range<usize>,
    /// Columns, at least 20.
    width: usize,
    cells: Cells,
    window: Window,
    text: Arc<str>,
}

/// The characters that were looked at.
enum Cells {
    /// So many of one byte and one column each.
    Plain(usize),
    Mixed(Vec<Cell>),
}

/// What of the line is shown, and whether something before or after it is not.
struct Window {
    cells: Range<usize>,
    before: bool,
    after: bool,
}

impl Line {
    /// The line around `anchor`.
    pub fn at(source: &[u8], anchor: usize, width: usize) -> Self {
        let width = width.max(20);
        let anchor = anchor.min(source.len());
        let reach = REACH * width;
        let from = anchor - near(source[line_start(source, anchor, reach)..anchor].iter().rev(), width);
        let to = anchor + near(source[anchor..line_end(source, anchor, reach)].iter(), width);
        let seen = &source[from..to];
        let is_plain = seen.iter().all(|byte| PLAIN.contains(&char::from(*byte)))
            && memchr::memmem::find(seen, MARK.as_bytes()).is_none();
        let cells =
            if is_plain { Cells::Plain(seen.len()) } else { Cells::Mixed(cells(source, from..to, &(0..0))) };
        Self::of(source, anchor, from..to, width, cells)
    }

    fn of(source: &[u8], anchor: usize, looked_at: Range<usize>, width: usize, cells: Cells) -> Self {
        let is_cut = |byte: Option<&u8>| byte.is_some_and(|byte| !matches!(byte, b'\n' | b'\r'));
        let before = looked_at.start > 0 && is_cut(source.get(looked_at.start - 1));
        let after = is_cut(source.get(looked_at.end));
        let window = cells.window(cells.before(&looked_at, anchor), width, before, after);
        let text = cells.text(&source[looked_at.clone()], &window).into();
        Self { anchor, looked_at, width, cells, window, text }
    }

    /// The line with `span` marked, or an empty one where it does not show the beginning of that.
    pub fn excerpt(&self, source: &[u8], span: Range<usize>) -> Excerpt {
        self.mark(source, span).unwrap_or_else(|| Excerpt {
            mark: 0..0,
            marked: String::new(),
            skipped: 0,
            text: "".into(),
            is_open: false,
        })
    }

    /// The line with `span` marked, where it shows the beginning of that.
    pub fn mark(&self, source: &[u8], span: Range<usize>) -> Option<Excerpt> {
        let Range { start: from, end: to } = self.looked_at;
        let (begin, start) = (span.start.min(source.len()), visible(source, span.clone()));
        let span = start..span.end;
        if start < from || start > to {
            return None;
        }
        let marked = &source[start..span.end.clamp(start, source.len())];
        // A line end is shown where it is what is meant, and a tab in a way of its own.
        let ends_line = start == to && matches!(marked.first(), Some(b'\n' | b'\r'));
        if ends_line || marked[..marked.len().min(to - start)].contains(&b'\t') {
            return self.with(source, &span, ends_line).marked(source, begin, span);
        }
        self.marked(source, begin, span)
    }

    /// The line with characters that are shown because they are marked.
    fn with(&self, source: &[u8], span: &Range<usize>, ends_line: bool) -> Self {
        let at = self.looked_at.end;
        let mut cells = cells(source, self.looked_at.clone(), span);
        if ends_line {
            let is_feed = source.get(at) == Some(&b'\n');
            cells.push(Cell { at, shown: Shown::Char(if is_feed { LINE_FEED } else { RETURN }) });
        }
        Self::of(source, self.anchor, self.looked_at.clone(), self.width, Cells::Mixed(cells))
    }

    /// Marks the columns of `span`, before which white space from `begin` on is not shown.
    fn marked(&self, source: &[u8], begin: usize, span: Range<usize>) -> Option<Excerpt> {
        let Range { start: lead, end } = self.window.cells;
        let first = self.cells.before(&self.looked_at, span.start);
        let after = first.max(self.cells.before(&self.looked_at, span.end));
        if first < lead || first > end || (first == end && self.window.after) {
            return None;
        }
        let column = |cell: usize| usize::from(self.window.before) + self.cells.columns(lead..cell.min(end));
        let marked = &source[span.start..span.end.clamp(span.start, source.len()).min(span.start + MARKED)];
        Some(Excerpt {
            mark: column(first)..column(after),
            skipped: memchr::memchr_iter(b'\n', &source[begin..span.start]).count(),
            marked: clip(&String::from_utf8_lossy(marked), MARKED / 4),
            text: Arc::clone(&self.text),
            is_open: span.end > self.looked_at.end + 1 || after > end,
        })
    }
}

impl Cells {
    pub fn len(&self) -> usize {
        match self {
            Self::Plain(len) => *len,
            Self::Mixed(cells) => cells.len(),
        }
    }

    /// How many of them begin before `place`; they are those of the source from `looked_at` on.
    fn before(&self, looked_at: &Range<usize>, place: usize) -> usize {
        match self {
            Self::Plain(len) => place.saturating_sub(looked_at.start).min(*len),
            Self::Mixed(cells) => cells.partition_point(|cell| cell.at < place),
        }
    }

    pub fn columns(&self, some: Range<usize>) -> usize {
        match self {
            Self::Plain(_) => some.len(),
            Self::Mixed(cells) => cells[some].iter().map(Cell::columns).sum(),
        }
    }

    /// The window around a cell.
    fn window(&self, middle: usize, width: usize, before: bool, after: bool) -> Window {
        let len = self.len();
        if self.columns(0..len) <= width && !before && !after {
            return Window { cells: 0..len, before, after };
        }
        let columns = |cell: usize| self.columns(cell..cell + 1);
        // Two columns for the ellipses; a third of the rest before the mark.
        let room = width - 2;
        let mut first = middle;
        let mut used = 0;
        let lead = room / 3;
        while first > 0 && used + columns(first - 1) <= lead {
            first -= 1;
            used += columns(first);
        }
        let mut last = middle;
        while last < len && used + columns(last) <= room {
            used += columns(last);
            last += 1;
        }
        // A place near the end of the line leaves room for more of what is before it.
        while first > 0 && used + columns(first - 1) <= room {
            first -= 1;
            used += columns(first);
        }
        Window { before: before || first > 0, after: after || last < len, cells: first..last }
    }

    /// What is shown; `source` is what was looked at.
    pub fn text(&self, source: &[u8], window: &Window) -> String {
        let mut text = String::with_capacity(window.cells.len() + 2 * ELLIPSIS.len_utf8());
        if window.before {
            text.push(ELLIPSIS);
        }
        match self {
            Self::Plain(_) => text.push_str(&String::from_utf8_lossy(&source[window.cells.clone()])),
            Self::Mixed(cells) => cells[window.cells.clone()].iter().for_each(|cell| cell.push(&mut text)),
        }
        if window.after {
            text.push(ELLIPSIS);
        }
        text
    }
}

/// Where what can be seen of a place begins: after white space, unless there is nothing else.
pub(crate) fn visible(source: &[u8], span: Range<usize>) -> usize {
    let start = span.start.min(source.len());
    let inside = &source[start..span.end.clamp(start, source.len()).min(start + MARKED)];
    inside.iter().position(|byte| !byte.is_ascii_whitespace()).map_or(start, |at| start + at)
}

/// How many of these bytes can be in a window of so many columns: each character of ASCII takes one.
fn near<'s>(bytes: impl Iterator<Item = &'s u8>, width: usize) -> usize {
    let (mut columns, mut len) = (0, 0);
    for byte in bytes {
        len += 1;
        columns += usize::from(PLAIN.contains(&char::from(*byte)));
        // More than fits, and what may belong to the first of it.
        if columns > width + MARGIN {
            break;
        }
    }
    len
}

/// Where the line begins, or a place about `reach` bytes before `at` where a character does.
fn line_start(source: &[u8], at: usize, reach: usize) -> usize {
    let low = at.saturating_sub(reach);
    match source[low..at].iter().rposition(|byte| matches!(byte, b'\n' | b'\r')) {
        Some(end) => low + end + 1,
        None => (low..at).find(|&from| source[from] & 0xc0 != 0x80).unwrap_or(at),
    }
}

fn line_end(source: &[u8], at: usize, reach: usize) -> usize {
    let high = (at + reach).min(source.len());
    match source[at..high].iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
        Some(end) => at + end,
        None => (at..=high).rev().find(|&to| to == source.len() || source[to] & 0xc0 != 0x80).unwrap_or(high),
    }
}

fn cells(source: &[u8], line: Range<usize>, span: &Range<usize>) -> Vec<Cell> {
    let mut cells = Vec::with_capacity(line.len());
    let mut at = line.start;
    for chunk in source[line].utf8_chunks() {
        for (from, c) in chunk.valid().char_indices() {
            let is_command = c == '[' && begins_command(&chunk.valid()[..from]);
            let shown = if is_command { Shown::Escape(c) } else { shown(c, span.contains(&at)) };
            cells.push(Cell { at, shown });
            at += c.len_utf8();
        }
        for byte in chunk.invalid() {
            cells.push(Cell { at, shown: Shown::Byte(*byte) });
            at += 1;
        }
    }
    cells
}

pub fn shown(c: char, is_marked: bool) -> Shown {
    match c {
        '\t' if is_marked => Shown::Char(MARKED_TAB),
        '\t' => Shown::Tab,
        c if !PLAIN.contains(&c) && is_unsafe(c) => Shown::Escape(c),
        c => Shown::Char(c),
    }
}

/// `text` on one line, safe, in at most `columns` columns.
pub fn clip(text: &str, columns: usize) -> String {
    if text.len() <= columns && is_plain(text) {
        return text.to_owned();
    }
    let mut out = String::new();
    let mut used = 0;
    for c in text.chars() {
        let cell = match c {
            '\n' => Cell { at: 0, shown: Shown::Char(LINE_FEED) },
            '\r' => Cell { at: 0, shown: Shown::Char(RETURN) },
            c => Cell { at: 0, shown: shown(c, true) },
        };
        used += cell.columns();
        if used > columns.saturating_sub(1) {
            // The last column is for the ellipsis, unless the text ends just here.
            if used == columns && out.len() + c.len_utf8() == text.len() {
                cell.push(&mut out);
            } else {
                out.push(ELLIPSIS);
            }
            break;
        }
        cell.push(&mut out);
    }
    out
}

/// Columns that safe text takes.
pub fn columns(text: &str) -> usize {
    if is_plain(text) { text.len() } else { text.chars().map(|c| c.width().unwrap_or(0)).sum() }
}

/// Returns whether all characters take one column and one byte.
fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| PLAIN.contains(&char::from(byte)))
}
