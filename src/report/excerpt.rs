//! A line of source around a place, made for a screen: at most so many columns, nothing that could steer a terminal,
//! and the place marked by columns of what is shown. The work is bounded by the width, however long the line.

use std::fmt::Write;
use std::ops::{Range, RangeInclusive};

use unicode_width::UnicodeWidthChar;

use super::text::{begins_command, is_unsafe};

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
pub(crate) struct Excerpt {
    /// Columns of `text` that are marked; empty where something was inserted.
    pub(crate) mark: Range<usize>,
    /// Lines of white space that the place begins with and that are not shown.
    pub(crate) skipped: usize,
    /// The beginning of what is marked, safe to show.
    pub(crate) marked: String,
    /// The line or a window on it, safe to show.
    pub(crate) text: String,
    /// Does the place go on in later lines?
    pub(crate) is_open: bool,
}

/// One character of source, or one bad byte, as it is shown.
#[derive(Clone, Copy)]
struct Cell {
    /// Where it begins in the source.
    at: usize,
    shown: Shown,
}

#[derive(Clone, Copy)]
enum Shown {
    Char(char),
    /// The escape of a character that is not safe.
    Escape(char),
    /// A byte that is no UTF-8.
    Byte(u8),
    /// A tab in indentation.
    Tab,
}

impl Cell {
    fn columns(&self) -> usize {
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
pub(crate) fn excerpt(source: &[u8], span: Range<usize>, width: usize) -> Excerpt {
    // A place is always inside a window that was made for it.
    let anchor = visible(source, span.clone());
    around(source, anchor, span, width).unwrap_or_else(|| Excerpt {
        mark: 0..0,
        marked: String::new(),
        skipped: 0,
        text: String::new(),
        is_open: false,
    })
}

/// The same in the window that is made for the place `anchor`, where that shows the beginning of `span`: two places of
/// a line are shown in one window then.
pub(crate) fn around(source: &[u8], anchor: usize, span: Range<usize>, width: usize) -> Option<Excerpt> {
    let width = width.max(20);
    let (begin, start) = (span.start.min(source.len()), visible(source, span.clone()));
    let span = start..span.end;
    let anchor = anchor.min(source.len());
    let reach = REACH * width;
    let from = anchor - near(source[line_start(source, anchor, reach)..anchor].iter().rev(), width);
    let to = anchor + near(source[anchor..line_end(source, anchor, reach)].iter(), width);
    if start < from || start > to {
        return None;
    }
    let is_open = span.end > to + 1;
    let mut cells = cells(source, from..to, &span);
    // A line end is shown where it is what is meant.
    if start == to
        && span.end > to
        && let Some(end) = source.get(to)
        && matches!(end, b'\n' | b'\r')
    {
        cells.push(Cell { at: to, shown: Shown::Char(if *end == b'\n' { LINE_FEED } else { RETURN }) });
    }
    let first = cells.partition_point(|cell| cell.at < start);
    let behind = first + cells[first..].partition_point(|cell| cell.at < span.end);
    let cut_before = from > 0 && !matches!(source[from - 1], b'\n' | b'\r');
    let cut_behind = to < source.len() && !matches!(source[to], b'\n' | b'\r');
    let middle = cells.partition_point(|cell| cell.at < anchor);
    let window = window(&cells, middle, width, cut_before, cut_behind);
    if first < window.cells.start || first > window.cells.end || (first == window.cells.end && window.behind)
    {
        return None;
    }
    let mut excerpt = draw(&cells, &window, first..behind, is_open);
    let marked = &source[start..span.end.clamp(start, source.len()).min(start + MARKED)];
    excerpt.skipped = memchr::memchr_iter(b'\n', &source[begin..start]).count();
    excerpt.marked = clip(&String::from_utf8_lossy(marked), MARKED / 4);
    Some(excerpt)
}

/// What of the line is shown, and whether something before or after it is not.
struct Window {
    cells: Range<usize>,
    before: bool,
    behind: bool,
}

/// The window around a cell.
fn window(cells: &[Cell], middle: usize, width: usize, before: bool, behind: bool) -> Window {
    let columns: usize = cells.iter().map(Cell::columns).sum();
    if columns <= width && !before && !behind {
        return Window { cells: 0..cells.len(), before, behind };
    }
    // Two columns for the ellipses; a third of the rest before the mark.
    let room = width - 2;
    let mut first = middle;
    let mut used = 0;
    let lead = room / 3;
    while first > 0 && used + cells[first - 1].columns() <= lead {
        first -= 1;
        used += cells[first].columns();
    }
    let mut last = middle;
    while last < cells.len() && used + cells[last].columns() <= room {
        used += cells[last].columns();
        last += 1;
    }
    // A place near the end of the line leaves room for more of what is before it.
    while first > 0 && used + cells[first - 1].columns() <= room {
        first -= 1;
        used += cells[first].columns();
    }
    Window { before: before || first > 0, behind: behind || last < cells.len(), cells: first..last }
}

fn draw(cells: &[Cell], window: &Window, mark: Range<usize>, is_open: bool) -> Excerpt {
    let mut text = String::with_capacity(window.cells.len() + 2 * ELLIPSIS.len_utf8());
    let mut column = 0;
    if window.before {
        text.push(ELLIPSIS);
        column += 1;
    }
    let mut marked = None;
    let mut end = None;
    for index in window.cells.clone() {
        if index == mark.start {
            marked = Some(column);
        }
        if index == mark.end {
            end = Some(column);
        }
        cells[index].push(&mut text);
        column += cells[index].columns();
    }
    let from = marked.unwrap_or(column);
    let to = end.unwrap_or(column).max(from);
    if window.behind {
        text.push(ELLIPSIS);
    }
    let is_open = is_open || mark.end > window.cells.end;
    Excerpt { mark: from..to, marked: String::new(), skipped: 0, text, is_open }
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

fn shown(c: char, is_marked: bool) -> Shown {
    match c {
        '\t' if is_marked => Shown::Char(MARKED_TAB),
        '\t' => Shown::Tab,
        c if !PLAIN.contains(&c) && is_unsafe(c) => Shown::Escape(c),
        c => Shown::Char(c),
    }
}

/// `text` on one line, safe, in at most `columns` columns.
pub(crate) fn clip(text: &str, columns: usize) -> String {
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
pub(crate) fn columns(text: &str) -> usize {
    text.chars().map(|c| c.width().unwrap_or(0)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The line, and under it the mark.
    fn shown(source: impl AsRef<[u8]>, span: Range<usize>, width: usize) -> String {
        let Excerpt { mark, text, is_open, .. } = excerpt(source.as_ref(), span, width);
        let carets = if mark.is_empty() { "|".to_owned() } else { "^".repeat(mark.len()) };
        format!("{text}\n{}{carets}{}", " ".repeat(mark.start), if is_open { "+" } else { "" })
    }

    #[test]
    fn marks_stand_under_what_they_mark() {
        for (source, span, expected) in [
            ("{'a': 1}", 1..4, "{'a': 1}\n ^^^"),
            ("[1 2]", 2..2, "[1 2]\n  |"),
            ("a\n[1,]\nb", 4..5, "[1,]\n  ^"),
            ("漢字 'x'", 7..10, "漢字 'x'\n     ^^^"),
            ("\t{'a'}", 2..5, "    {'a'}\n     ^^^"),
            ("\"a\tb\"", 2..3, "\"a⇥b\"\n  ^"),
            ("\"a\nb\"", 2..3, "\"a⏎\n  ^"),
            ("{}\n\n```\n", 2..7, "```\n^^^"),
            ("x\x1b[2J'a'", 5..8, "x\\u{1b}[2J'a'\n          ^^^"),
            ("/* a\nb */1", 0..9, "/* a\n^^^^+"),
            ("", 0..0, "\n|"),
            ("a\n", 2..2, "\n|"),
        ] {
            assert_eq!(shown(source, span, 80), expected, "{source:?}");
        }
        assert_eq!(shown(b"a\xffb", 1..2, 80), "a\\xffb\n ^^^^");
    }

    #[test]
    fn long_lines_are_a_window_around_the_place() {
        let source = format!("{}'mark'{}", "a".repeat(1 << 20), "b".repeat(1 << 20));
        let at = 1 << 20;
        assert_eq!(shown(&source, at..at + 6, 30), "…aaaaaaaaa'mark'bbbbbbbbbbbbb…\n          ^^^^^^");
        let end = source.len();
        assert_eq!(shown(&source, end..end, 20), "…bbbbbbbbbbbbbbbbbb\n                   |");
        assert_eq!(shown(&source, 0..1, 20), "aaaaaaaaaaaaaaaaaa…\n^");
        let whole = excerpt(source.as_bytes(), 0..source.len(), 20);
        assert!(whole.is_open && whole.mark == (0..18), "{whole:?}");
    }

    #[test]
    fn whatever_the_bytes_the_width_holds_and_nothing_unsafe_is_shown() {
        let nasty = "漢\x1b]0;x\x07\u{202e}é\u{301}\u{9b}😀\u{2066}\x7f\r\n\t'".repeat(40);
        let bytes = nasty.as_bytes();
        for at in 0..bytes.len().min(600) {
            for len in [0, 1, 7, 1000] {
                let shown = excerpt(bytes, at..at + len, 40);
                assert!(columns(&shown.text) <= 40 && shown.mark.end <= 40, "{at} {shown:?}");
                assert!(!shown.text.contains(is_unsafe), "{at} {shown:?}");
            }
        }
    }

    #[test]
    fn clipped_text_ends_in_an_ellipsis() {
        for (text, columns, expected) in
            [("abc", 3, "abc"), ("abcd", 3, "ab…"), ("a\nb", 9, "a⏎b"), ("漢字", 3, "漢…"), ("", 3, "")]
        {
            assert_eq!(clip(text, columns), expected);
        }
    }
}
