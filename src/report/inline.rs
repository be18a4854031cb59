//! The lines that a repair changes, as they were and as they are, with every change marked: a few lines, whatever the
//! length of the text and the number of its changes.

use std::borrow::Borrow;

use memchr::{memchr, memchr_iter, memrchr};

use super::excerpt::columns;
use super::{Look, style};
use crate::core::json::boundary;
use crate::core::json::shown::escape;
use crate::core::repair::engine::Fix;

/// Changed places that are shown, and lines that one of them shows of the old and of the new text.
const MOST_PLACES: usize = 3;
const MOST_LINES: usize = 4;

/// Bytes of one line that are looked at on each side of a change. No terminal shows more.
const NEAR: usize = 256;

/// Columns that stay of unchanged text at an end of what is cut, and of a change that is too long.
const EDGE: usize = 14;
const LONGEST: usize = 40;

/// Columns before the text: the number of the line, a space, the mark, a space.
const GUTTER: usize = 10;

/// One line to show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The number of the line in the text, from 1, where it stands in the text.
    pub(crate) number: Option<usize>,
    /// `-` for the old text, `+` for the new one, a blank for lines that were left out.
    mark: char,
    parts: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Part {
    text: String,
    is_change: bool,
}

impl Line {
    /// The line, painted.
    pub fn paint(&self, look: Look) -> String {
        let (plain, strong) = match self.mark {
            '-' => (style::OLD, style::OLD_PART),
            '+' => (style::NEW, style::NEW_PART),
            _ => (style::FRAME, style::FRAME),
        };
        let number = self.number.map_or_else(String::new, |number| number.to_string());
        let mut out = look.paint(style::FRAME, &format!("{number:>7} "));
        out.push_str(&look.paint(plain, &format!("{} ", self.mark)));
        for part in fitted(&self.parts, look.columns() - GUTTER) {
            out.push_str(&look.paint(if part.is_change { strong } else { plain }, &part.text));
        }
        out.trim_end().to_owned()
    }
}

/// The changed lines of `text`. Fixes ascend; notes are left out.
pub fn lines<'f>(text: &str, fixes: impl Iterator<Item = impl Borrow<Fix<'f>>>) -> Vec<Line> {
    let mut places: Vec<Place> = Vec::new();
    let (mut counted, mut number) = (0, 1);
    let mut left = 0;
    for fix in fixes {
        let fix = fix.borrow();
        let Some(new) = &fix.replacement else { continue };
        let joins = places.last().is_some_and(|place| fix.start <= place.line_end);
        if !joins {
            if places.len() == MOST_PLACES {
                left += 1;
                continue;
            }
            number += memchr_iter(b'\n', &text.as_bytes()[counted..fix.start]).count();
            counted = fix.start;
            places.push(Place::at(text, fix.start, number));
        }
        if let Some(place) = places.last_mut() {
            place.add(text, fix, new);
        }
    }
    let mut lines: Vec<_> = places.into_iter().flat_map(|place| place.lines(text)).collect();
    if left > 0 {
        lines.push(Line::note(format!("… and {left} more changes in other lines")));
    }
    lines
}

impl Line {
    fn note(text: String) -> Self {
        Self { number: None, mark: ' ', parts: vec![Part { text, is_change: false }] }
    }
}

/// Lines that lie together and that fixes change.
struct Place {
    /// The number of the first line.
    number: usize,
    /// Up to where the text was taken, and where the last line of it ends.
    taken: usize,
    line_end: usize,
    old: Vec<Vec<Part>>,
    new: Vec<Vec<Part>>,
}

impl Place {
    /// Begins with the line that holds `offset`.
    fn at(text: &str, offset: usize, number: usize) -> Self {
        let start = memrchr(b'\n', &text.as_bytes()[..offset]).map_or(0, |at| at + 1);
        let from = boundary::floor(text, start.max(offset.saturating_sub(NEAR)));
        let mut place =
            Self { number, taken: from, line_end: offset, old: vec![Vec::new()], new: vec![Vec::new()] };
        if from > start {
            place.both("…");
        }
        place
    }

    fn add(&mut self, text: &str, fix: &Fix<'_>, new: &str) {
        if fix.start < self.taken {
            return;
        }
        self.both(&text[self.taken..fix.start]);
        push(&mut self.old, &text[fix.start..fix.end], true);
        push(&mut self.new, new, true);
        self.taken = fix.end;
        // Many changes may stand in one line: its end is looked for once.
        if self.line_end <= fix.end {
            self.line_end = memchr(b'\n', &text.as_bytes()[fix.end..]).map_or(text.len(), |at| fix.end + at);
        }
    }

    fn both(&mut self, text: &str) {
        push(&mut self.old, text, false);
        push(&mut self.new, text, false);
    }

    pub fn lines(mut self, text: &str) -> Vec<Line> {
        let end = boundary::floor(text, self.line_end.min(self.taken + NEAR));
        self.both(&text[self.taken..end]);
        let first = self.number;
        let numbered = |(index, parts)| Line { number: Some(first + index), mark: '-', parts };
        let old: Vec<_> = self.old.into_iter().enumerate().map(numbered).collect();
        let is_empty = |parts: &Vec<Part>| parts.iter().all(|part| part.text.is_empty());
        let new = self.new.into_iter().filter(|parts| !is_empty(parts));
        let new: Vec<_> = new.map(|parts| Line { number: None, mark: '+', parts }).collect();
        let mut lines = folded(old);
        lines.extend(folded(new));
        lines
    }
}

/// The first and the last of many lines.
fn folded(mut lines: Vec<Line>) -> Vec<Line> {
    if lines.len() <= MOST_LINES {
        return lines;
    }
    let tail = lines.split_off(lines.len() - MOST_LINES / 2);
    let left = lines.len() - MOST_LINES / 2;
    lines.truncate(MOST_LINES / 2);
    lines.push(Line::note(if left == 1 { "… 1 line".to_owned() } else { format!("… {left} lines") }));
    lines.extend(tail);
    lines
}

/// Appends a text to the last of the lines, and begins another one after each line end. Of long lines the ends are kept.
fn push(lines: &mut Vec<Vec<Part>>, text: &str, is_change: bool) {
    for (index, line) in text.split('\n').enumerate() {
        if index > 0 {
            lines.push(Vec::new());
        }
        if line.is_empty() {
            continue;
        }
        let text = if line.len() > 2 * NEAR {
            let (head, tail) = (boundary::floor(line, NEAR), boundary::floor(line, line.len() - NEAR));
            format!("{}…{}", escape(&line[..head]), escape(&line[tail..]))
        } else {
            escape(line).into_owned()
        };
        if let Some(last) = lines.last_mut() {
            last.push(Part { text, is_change });
        }
    }
}

/// The parts of a line in so many columns: what did not change is cut first.
fn fitted(parts: &[Part], width: usize) -> Vec<Part> {
    if parts.iter().map(|part| columns(&part.text)).sum::<usize>() <= width {
        return parts.to_vec();
    }
    let last = parts.len() - 1;
    let mut out = Vec::new();
    let mut used = 0;
    for (index, Part { text, is_change }) in parts.iter().enumerate() {
        let (head, tail) = match (*is_change, index) {
            (true, _) => (LONGEST / 2, LONGEST / 2),
            (false, 0) => (0, EDGE),
            (false, at) if at == last => (EDGE, 0),
            (false, _) => (EDGE, EDGE),
        };
        let text = middle_cut(text, head, tail);
        if used + columns(&text) + 1 > width {
            out.push(Part { text: "…".to_owned(), is_change: false });
            break;
        }
        used += columns(&text);
        out.push(Part { text, is_change: *is_change });
    }
    out
}

/// So many columns of the beginning and of the end of a text that is safe to show.
fn middle_cut(text: &str, head: usize, tail: usize) -> String {
    if columns(text) <= head + tail + 1 {
        return text.to_owned();
    }
    let take = |chars: &mut dyn Iterator<Item = char>, most: usize| {
        let mut used = 0;
        let taken: Vec<_> = chars
            .take_while(|c| {
                used += columns(c.encode_utf8(&mut [0; 4]));
                used <= most
            })
            .collect();
        taken
    };
    let mut out: String = take(&mut text.chars(), head).into_iter().collect();
    out.push('…');
    out.extend(take(&mut text.chars().rev(), tail).into_iter().rev());
    out
}
