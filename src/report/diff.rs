//! What changed as a unified diff, straight from the edits: linear, exact, and `patch` takes it.
//!
//! Nothing is compared: the fixes of a repair say which bytes became which, so only lines that they touch are built
//! anew. In a pipe, lines stay as they are; for a person (a terminal, or colors) they are made safe, and on a
//! terminal a line that is wider than the screen is cut down to a window around what changed in it.

use std::borrow::Cow;
use std::fmt::Write;
use std::ops::Range;

use memchr::{memchr, memchr_iter, memrchr};

use super::excerpt::excerpt;
use super::text::for_terminal;
use super::{Look, Name, Report, style};
use crate::core::json::shown::escape;

/// Unchanged lines around a change.
const CONTEXT: usize = 3;

/// Bytes of a text that become others.
#[derive(Debug)]
pub struct Edit<'a> {
    pub span: Range<usize>,
    pub with: Cow<'a, [u8]>,
}

/// Where a line of a diff comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Both,
    New,
    Old,
}

impl Side {
    /// Returns what its lines begin with.
    fn sign(self) -> char {
        match self {
            Self::Both => ' ',
            Self::New => '+',
            Self::Old => '-',
        }
    }
}

/// Changed lines and those around them.
#[derive(Debug, PartialEq, Eq)]
pub struct Hunk {
    /// Lines of the text before the first one.
    pub(crate) before: usize,
    /// The lines, each with its line end where it has one.
    pub(crate) lines: Vec<(Side, Vec<u8>)>,
}

impl Hunk {
    /// Lines of the old text, or of the new one.
    fn len(&self, side: Side) -> usize {
        self.lines.iter().filter(|(of, _)| *of == Side::Both || *of == side).count()
    }
}

/// The hunks of a text and its edits, which ascend and do not overlap.
pub fn hunks(text: &[u8], edits: &[Edit<'_>]) -> Vec<Hunk> {
    let mut hunks: Vec<Hunk> = Vec::new();
    // Up to where lines were counted, and written as context.
    let (mut counted, mut line, mut shown) = (0, 0, 0);
    for block in blocks(text, edits) {
        let block = trim(text, block);
        if block.old.is_empty() && block.new.is_empty() {
            continue;
        }
        line += memchr_iter(b'\n', &text[counted..block.old.start]).count();
        counted = block.old.start;
        let lead = last_lines(&text[..block.old.start], CONTEXT);
        let joins = !hunks.is_empty() && {
            let gap = &text[shown..block.old.start];
            memchr_iter(b'\n', gap).take(2 * CONTEXT + 1).count() <= 2 * CONTEXT
        };
        if joins {
            if let Some(hunk) = hunks.last_mut() {
                push(hunk, Side::Both, &text[shown..block.old.start]);
            }
        } else {
            close(text, shown, hunks.last_mut());
            let before = line - memchr_iter(b'\n', &text[lead..block.old.start]).count();
            let mut hunk = Hunk { before, lines: Vec::new() };
            push(&mut hunk, Side::Both, &text[lead..block.old.start]);
            hunks.push(hunk);
        }
        if let Some(hunk) = hunks.last_mut() {
            push(hunk, Side::Old, &text[block.old.clone()]);
            push(hunk, Side::New, &block.new);
        }
        shown = block.old.end;
    }
    close(text, shown, hunks.last_mut());
    hunks
}

/// Adds the lines that follow a hunk's last change.
fn close(text: &[u8], from: usize, hunk: Option<&mut Hunk>) {
    let Some(hunk) = hunk else { return };
    let end = memchr_iter(b'\n', &text[from..]).nth(CONTEXT - 1).map_or(text.len(), |at| from + at + 1);
    push(hunk, Side::Both, &text[from..end]);
}

fn push(hunk: &mut Hunk, side: Side, lines: &[u8]) {
    hunk.lines.extend(split_lines(lines).map(|line| (side, line.to_vec())));
}

/// The lines of a text, each with its line end.
fn split_lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split_inclusive(|byte| *byte == b'\n')
}

/// Where the last `count` lines of a text begin.
fn last_lines(text: &[u8], count: usize) -> usize {
    let mut from = text.len();
    for _ in 0..count {
        if from == 0 {
            break;
        }
        from = memrchr(b'\n', &text[..from - 1]).map_or(0, |at| at + 1);
    }
    from
}

/// Whole lines that edits touch, and what becomes of them.
struct Block {
    old: Range<usize>,
    new: Vec<u8>,
}

fn blocks(text: &[u8], edits: &[Edit<'_>]) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut taken = 0;
    for Edit { span, with } in edits {
        let at_open_end = |block: &Block| span.start == text.len() && block.old.end == text.len();
        let joins = blocks.last().is_some_and(|block| span.start < block.old.end || at_open_end(block));
        if !joins {
            finish(text, taken, blocks.last_mut());
            let start = memrchr(b'\n', &text[..span.start]).map_or(0, |at| at + 1);
            blocks.push(Block { old: start..start, new: Vec::new() });
            taken = start;
        }
        if let Some(block) = blocks.last_mut() {
            block.new.extend_from_slice(&text[taken..span.start]);
            block.new.extend_from_slice(with);
            taken = span.end;
            if taken < block.old.end {
                continue;
            }
            // Whole lines that went or came leave the next line alone; a line that lost its end takes it in.
            let at_start = taken == 0 || text[taken - 1] == b'\n';
            block.old.end = if at_start && matches!(block.new.last(), None | Some(b'\n')) {
                taken
            } else {
                memchr(b'\n', &text[taken..]).map_or(text.len(), |at| taken + at + 1)
            };
        }
    }
    finish(text, taken, blocks.last_mut());
    blocks
}

fn finish(text: &[u8], taken: usize, block: Option<&mut Block>) {
    if let Some(block) = block {
        block.new.extend_from_slice(&text[taken..block.old.end]);
    }
}

/// Leaves out lines at both ends of a block that are the same after all.
fn trim(text: &[u8], mut block: Block) -> Block {
    let old = &text[block.old.clone()];
    let head: usize = split_lines(old)
        .zip(split_lines(&block.new))
        .take_while(|(old, new)| old == new)
        .map(|(line, _)| line.len())
        .sum();
    let lines = |text: &[u8]| split_lines(text).map(<[u8]>::len).collect::<Vec<_>>();
    let (rest_old, rest_new) = (&old[head..], &block.new[head..]);
    let mut tail = 0;
    for (old_len, new_len) in lines(rest_old).iter().rev().zip(lines(rest_new).iter().rev()) {
        let (old_end, new_end) = (rest_old.len() - tail, rest_new.len() - tail);
        if rest_old[old_end - old_len..old_end] != rest_new[new_end - new_len..new_end] {
            break;
        }
        tail += old_len;
    }
    let end = block.new.len() - tail;
    block.new.truncate(end);
    block.new.drain(..head);
    block.old = block.old.start + head..block.old.end - tail;
    block
}

/// The format `diff`.
pub struct Diff {
    look: Look,
    /// Lines that the new text has more than the old one, so far in this source.
    gained: isize,
    /// The source whose head was written.
    source: Option<String>,
}

impl Diff {
    pub fn new(look: Look) -> Self {
        Self { look, gained: 0, source: None }
    }

    /// Returns whether the text is for a person, and not for `patch`.
    fn is_shown(&self) -> bool {
        self.look.color || self.look.width.is_some()
    }

    pub fn hunk(&mut self, lines: usize, hunk: &Hunk, out: &mut Vec<u8>) {
        let (old_len, new_len) = (hunk.len(Side::Old), hunk.len(Side::New));
        let old_start = lines + hunk.before;
        let new_start = old_start.saturating_add_signed(self.gained);
        self.gained += new_len.cast_signed() - old_len.cast_signed();
        let head = format!("@@ -{} +{} @@", range(old_start, old_len), range(new_start, new_len));
        out.extend_from_slice(self.look.paint(style::HUNK, &head).as_bytes());
        out.push(b'\n');
        let mut rest = &hunk.lines[..];
        while let Some((side, line)) = rest.first() {
            if *side == Side::Both {
                self.line(*side, line, None, out);
                rest = &rest[1..];
                continue;
            }
            // A change: its old lines, then its new ones.
            let old = rest.iter().take_while(|(side, _)| *side == Side::Old).count();
            let new = rest[old..].iter().take_while(|(side, _)| *side == Side::New).count();
            let (olds, news) = (&rest[..old], &rest[old..old + new]);
            for (these, those) in [(olds, news), (news, olds)] {
                for (index, (side, line)) in these.iter().enumerate() {
                    let changed = those.get(index).map(|(_, other)| differing(line, other));
                    self.line(*side, line, changed.as_ref(), out);
                }
            }
            rest = &rest[old + new..];
        }
    }

    /// One line; `changed` is what of it is not in its counterpart.
    fn line(&self, side: Side, line: &[u8], changed: Option<&Range<usize>>, out: &mut Vec<u8>) {
        let sign = side.sign();
        let has_end = line.ends_with(b"\n");
        let body = line.strip_suffix(b"\n").unwrap_or(line);
        if !self.is_shown() {
            out.extend_from_slice(&[sign as u8]);
            out.extend_from_slice(body);
            out.extend_from_slice(if has_end { b"\n" } else { NO_END });
            return;
        }
        let parts = if let Some(width) = self.look.width {
            let shown = excerpt(body, changed.cloned().unwrap_or_default(), width.max(21) - 1);
            cut(&shown.text, shown.mark)
        } else {
            let part = changed.cloned().unwrap_or_default();
            let safe = |bytes: &[u8]| for_terminal(&String::from_utf8_lossy(bytes)).into_owned();
            let part = part.start.min(body.len())..part.end.min(body.len());
            [safe(&body[..part.start]), safe(&body[part.clone()]), safe(&body[part.end..])]
        };
        let text = self.painted(side, parts, changed.is_some());
        out.extend_from_slice(text.as_bytes());
        out.extend_from_slice(if has_end { b"\n" } else { NO_END });
    }

    fn painted(&self, side: Side, [before, part, after]: [String; 3], has_other: bool) -> String {
        let sign = side.sign();
        let (style, strong) = match side {
            Side::Both => return format!("{sign}{before}{part}{after}"),
            Side::Old => (style::OLD, style::OLD_PART),
            Side::New => (style::NEW, style::NEW_PART),
        };
        let strong = if has_other { strong } else { "" };
        let mut text = self.look.paint(style, &format!("{sign}{before}"));
        if !part.is_empty() {
            text.push_str(&self.look.paint(strong, &part));
        }
        if !after.is_empty() {
            text.push_str(&self.look.paint(style, &after));
        }
        text
    }
}

/// What stands below a last line without a line end.
const NO_END: &[u8] = b"\n\\ No newline at end of file\n";

impl Report for Diff {
    fn hunks(&mut self, source: &Name, lines: usize, hunks: &[Hunk], out: &mut Vec<u8>) {
        if hunks.is_empty() {
            return;
        }
        if self.source.as_ref() != Some(&source.shown) {
            self.gained = 0;
            self.source = Some(source.shown.clone());
            let mut head = String::new();
            let name = escape(&source.shown);
            let _ = writeln!(head, "{}", self.look.paint(style::BOLD, &format!("--- {name}")));
            let _ = writeln!(head, "{}", self.look.paint(style::BOLD, &format!("+++ {name}")));
            out.extend_from_slice(head.as_bytes());
        }
        for hunk in hunks {
            self.hunk(lines, hunk, out);
        }
    }

    fn is_safe(&self) -> bool {
        self.is_shown()
    }
}

/// `start,length` as diffs count: an empty range stands after the line it names.
fn range(before: usize, len: usize) -> String {
    match len {
        0 => format!("{before},0"),
        1 => (before + 1).to_string(),
        _ => format!("{},{len}", before + 1),
    }
}

/// The bytes of `line` between what it begins and ends with as `other` does, at borders of characters.
pub fn differing(line: &[u8], other: &[u8]) -> Range<usize> {
    let (line, other) =
        (line.strip_suffix(b"\n").unwrap_or(line), other.strip_suffix(b"\n").unwrap_or(other));
    let is_border = |text: &[u8], at: usize| text.get(at).is_none_or(|byte| byte & 0xc0 != 0x80);
    let mut head = line.iter().zip(other).take_while(|(a, b)| a == b).count();
    while !(is_border(line, head) && is_border(other, head)) {
        head -= 1;
    }
    let most = line.len().min(other.len()) - head;
    let same = line.iter().rev().zip(other.iter().rev()).take(most).take_while(|(a, b)| a == b).count();
    let mut tail = line.len() - same;
    while !is_border(line, tail) {
        tail += 1;
    }
    head..tail
}

/// Cuts shown text at columns.
fn cut(text: &str, mark: Range<usize>) -> [String; 3] {
    let mut parts = [String::new(), String::new(), String::new()];
    let mut column = 0;
    for c in text.chars() {
        let part = usize::from(column >= mark.start) + usize::from(column >= mark.end);
        parts[part].push(c);
        column += super::excerpt::columns(c.encode_utf8(&mut [0; 4]));
    }
    parts
}
