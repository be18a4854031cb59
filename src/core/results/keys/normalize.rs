//! `normalize`: keys with `_` for `-`, everything else byte for byte.
//!
//! The rewrite works in the input's own buffer. A hyphen becomes an underscore in place, and the few changes that alter
//! lengths (an escaped hyphen, a dropped member, white space between documents) are splices; so the text is written in
//! large slices of what was read. Memory is bounded by depth, by the names of the open objects, and by [`HELD`].
//!
//! Collisions: two members of one object that get one name. Equal values (as `cache-key` sees them) collapse into the
//! first. To see that, the two must lie within [`HELD`] bytes; members further apart are not compared and count as
//! different. For different values [`OnCollision`] decides. `Last` drops a member that was read long ago, so with it
//! the outermost object is held in memory until it closes; the other two choices hold nothing.

use std::io::{self, Write};
use std::ops::{ControlFlow, Range};

use super::canonical::Canonical;
use super::collision::{self, OnCollision};
use super::marks::TOGETHER;
use super::names::{Name, Names, Seen};
use super::number::Numbers;
use crate::core::json::events::{Flow, Path, Sink, Token, Tokenizer, Window};
use crate::core::json::fault::Fault;
use crate::core::json::scan::{self, ScanErrorKind};
use crate::core::json::stream::{self, HELD, Input, Limits, Notice, Piece, Summary, Worker};

/// What `normalize` is asked to do.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// What collisions become.
    pub on_collision: OnCollision,
    /// Report every name that changes.
    pub check: bool,
    /// Depth and memory.
    pub limits: Limits,
}

/// Rewrites a stream of JSON texts; each document ends with one LF in the output.
///
/// `input` holds documents separated by white space, one a line, or led by RS (RFC 7464). A record that fails is left
/// out of the output, and its neighbours are not harmed; only of a record longer than [`HELD`] a part may have been
/// written. Faults: `syntax`, `encoding` and `depth` (RFC 8259, sections 2 to 9), `key-collision`, `too-large`;
/// with `check` also `hyphen-name` and `duplicate-name`, as warnings.
pub fn normalize<'i>(
    input: impl Into<Input<'i>>,
    output: &mut dyn Write,
    options: &Options,
    report: &mut dyn FnMut(&Notice) -> ControlFlow<()>,
) -> io::Result<Summary> {
    stream::run(input.into(), &mut Normalizer::new(*options), &options.limits, output, report)
}

/// A change that is not a hyphen in place: the bytes from `start` to `end` become `with`.
struct Splice {
    start: u64,
    end: u64,
    with: &'static [u8],
}

/// The sink that finds what to change, and writes.
struct Normalizer {
    options: Options,
    names: Names,
    /// The last names of a wide object, while nothing but scalars came since.
    unseen: Vec<Unseen>,
    /// The name that is looked up at once, for it may have been there before.
    suspect: Option<u64>,
    /// Where hyphens stand in the window that become underscores.
    hyphens: Vec<usize>,
    splices: Vec<Splice>,
    /// How many arrays and objects are open.
    depth: usize,
    /// Start of the current document and of its outermost open object.
    document: u64,
    object: Option<u64>,
    /// Where the text begins that is not to be written: what stands between documents, or a record that failed.
    gap: Option<u64>,
    /// Everything before this offset was written or dropped.
    flushed: u64,
    /// A member that is left out: where it begins, and at which depth it ends.
    dropping: Option<(u64, usize)>,
    /// The current record has failed and is read to its end without a trace.
    failed: bool,
    record: u64,
    /// Collisions in this record that a warning was for.
    warned: u64,
    faults: Vec<Fault>,
    spliced: Vec<u8>,
}

/// A name that was not looked up yet, and what had been noted before it.
struct Unseen {
    at: usize,
    offset: u64,
    before: u64,
    hyphens: usize,
    splices: usize,
    faults: usize,
}

/// Where a collision was found.
struct Collision<'t> {
    text: Window<'t>,
    token: Token,
    name: Name,
    seen: Seen,
    /// Offset of the comma before the second member.
    before: u64,
    path: Path<'t>,
}

impl Normalizer {
    fn new(options: Options) -> Self {
        Self {
            options,
            names: Names::new(),
            unseen: Vec::new(),
            suspect: None,
            hyphens: Vec::new(),
            splices: Vec::new(),
            depth: 0,
            document: 0,
            object: None,
            gap: Some(0),
            flushed: 0,
            dropping: None,
            failed: false,
            record: 0,
            warned: 0,
            faults: Vec::new(),
            spliced: Vec::new(),
        }
    }

    /// Returns whether names are of no interest here.
    #[inline]
    fn is_muted(&self) -> bool {
        self.failed || self.dropping.is_some()
    }

    /// Notes that a value ended before `end`.
    #[inline]
    fn end_value(&mut self, end: u64) {
        if let Some((start, depth)) = self.dropping
            && depth == self.depth
        {
            self.splices.push(Splice { start, end, with: b"" });
            self.dropping = None;
        }
    }

    /// Forgets the documents from `from` on.
    fn undo(&mut self, from: u64) {
        if self.gap.is_some_and(|gap| gap <= from) {
            return;
        }
        self.splices.retain(|splice| splice.start < from);
        if self.gap.is_none() && self.flushed > self.document {
            // A part of this record was written already: it stays on a line of its own.
            self.splices.push(Splice { start: self.flushed, end: self.flushed, with: b"\n" });
        }
        self.gap = Some(from.max(self.flushed));
        self.dropping = None;
        self.depth = 0;
        self.object = None;
        self.names.clear();
        self.unseen.clear();
    }

    /// Looks up the names that were put off; goes back to the first that may have been there before.
    fn look_up(&mut self) -> Flow {
        let again = self.names.look_up(self.unseen.len());
        let suspect = again.and_then(|at| self.unseen.drain(..).nth(at));
        self.unseen.clear();
        let Some(Unseen { at, offset, before, hyphens, splices, faults }) = suspect else {
            return Flow::Next;
        };
        self.hyphens.truncate(hyphens);
        self.splices.truncate(splices);
        self.faults.truncate(faults);
        self.suspect = Some(offset);
        Flow::Back { at, before }
    }

    /// Two members of the innermost object have one name.
    #[cold]
    fn collide(&mut self, at: &Collision<'_>) -> Flow {
        let first = self.names.offset(at.seen);
        let equal = match compare(at.text, first, at.token.start) {
            Compared::Equal => true,
            Compared::Different => false,
            Compared::CutOff => return Flow::Wait,
            // The tokenizer is about to find what is wrong, and says it better.
            Compared::Broken => return Flow::Next,
        };
        let drop_second = Some((at.before, self.depth));
        match self.options.on_collision {
            _ if equal => {
                self.dropping = drop_second;
                if self.options.check {
                    self.warn("duplicate-name", collision::EQUAL, at, first);
                }
            }
            OnCollision::Error => {
                let pointer = at.path.pointer();
                let fault =
                    Fault::new(collision::CODE, OnCollision::Error.message(), at.text.offset(at.token.start));
                self.faults.push(Fault { record: self.record, other: Some(first), pointer, ..fault });
                self.undo(self.document);
                self.failed = true;
            }
            OnCollision::First => {
                self.dropping = drop_second;
                self.warn(collision::CODE, OnCollision::First.message(), at, first);
            }
            OnCollision::Last => {
                // The first member ends where the next one begins, for there is a next one.
                let next = self.names.next_offset(at.seen);
                let end = next.unwrap_or_else(|| at.text.offset(at.token.start));
                self.splices.push(Splice { start: first, end, with: b"" });
                self.names.replace(at.text, at.seen, at.name);
                self.rename(at.text, at.token);
                self.warn(collision::CODE, OnCollision::Last.message(), at, first);
            }
        }
        Flow::Next
    }

    /// Warns of the first collision of a record; more of them are counted.
    fn warn(&mut self, code: &'static str, message: &str, at: &Collision<'_>, first: u64) {
        self.warned += 1;
        if self.warned == 1 {
            let pointer = at.path.pointer();
            let fault = Fault::new(code, message, at.text.offset(at.token.start));
            let other = Some(first);
            self.faults.push(Fault { record: self.record, other, pointer, warning: true, ..fault });
        }
    }

    /// Notes what changes in a name that has hyphens or escapes.
    fn rename(&mut self, text: Window<'_>, token: Token) {
        let end = token.end - 1;
        let mut at = token.start + 1;
        while at < end {
            match text.bytes[at] {
                b'-' => self.hyphens.push(at),
                b'\\' => {
                    let next = scan::escape_end(text.bytes, at).unwrap_or(end);
                    if text.bytes[at..next].eq_ignore_ascii_case(b"\\u002d") {
                        let (start, end) = (text.offset(at), text.offset(next));
                        self.splices.push(Splice { start, end, with: b"_" });
                    }
                    at = next;
                    continue;
                }
                _ => {}
            }
            at += 1;
        }
    }

    /// Reports a name that is about to change.
    fn tell_change(&mut self, text: Window<'_>, token: Token, path: Path<'_>) {
        let fault = Fault::new("hyphen-name", "`-` in this name becomes `_`", text.offset(token.start));
        self.faults.push(Fault { record: self.record, pointer: path.pointer(), warning: true, ..fault });
    }

    /// How far the text may be written.
    fn settled(&self, tokenizer: &Tokenizer, pos: u64) -> u64 {
        let settled = match (self.gap, self.dropping, self.object) {
            (Some(gap), ..) => gap,
            (None, _, Some(object)) if self.options.on_collision == OnCollision::Last => object,
            (None, Some((start, _)), _) => start,
            (None, None, _) => tokenizer.settled(pos),
        };
        match tokenizer.line_from() {
            Some(line) if pos - line <= HELD => settled.min(line.max(self.flushed)),
            _ => settled,
        }
    }
}

impl Sink for Normalizer {
    fn document_start(&mut self, text: Window<'_>, at: usize, _fresh_line: bool) {
        self.document = text.offset(at);
        if let Some(start) = self.gap.take().filter(|gap| *gap < self.document) {
            self.splices.push(Splice { start, end: self.document, with: b"" });
        }
        self.record += 1;
        self.warned = 0;
    }

    fn document_end(&mut self, text: Window<'_>, at: usize) {
        let end = text.offset(at);
        if self.warned > 1 {
            let message = format!("{} more like that in this record", self.warned - 1);
            let fault = Fault::new(collision::CODE, message, end);
            self.faults.push(Fault { record: self.record, warning: true, ..fault });
        }
        if std::mem::take(&mut self.failed) {
            return;
        }
        self.gap = Some(if text.bytes.get(at) == Some(&b'\n') {
            end + 1
        } else {
            self.splices.push(Splice { start: end, end, with: b"\n" });
            end
        });
    }

    #[inline]
    fn open(&mut self, text: Window<'_>, at: usize) {
        self.depth += 1;
        if text.bytes[at] == b'{' && !self.is_muted() {
            self.object.get_or_insert(text.offset(at));
            self.names.open();
        }
    }

    #[inline]
    fn close(&mut self, text: Window<'_>, at: usize, _path: Path<'_>) {
        // The depth of a record that failed means nothing.
        self.depth = self.depth.saturating_sub(1);
        if text.bytes[at] == b'}' && !self.is_muted() && self.names.close() {
            self.object = None;
        }
        self.end_value(text.offset(at + 1));
    }

    #[inline]
    fn name(&mut self, text: Window<'_>, token: Token, before: u64, path: Path<'_>) -> Flow {
        if self.is_muted() {
            return Flow::Next;
        }
        let (hyphens, splices) = (self.hyphens.len(), self.splices.len());
        let name = self.names.read(text, token, &mut self.hyphens);
        let (at, offset) = (token.start, text.offset(token.start));
        if self.names.is_wide() && self.suspect != Some(offset) {
            let faults = self.faults.len();
            self.unseen.push(Unseen { at, offset, before, hyphens, splices, faults });
            self.names.add_unseen(text, name);
        } else if let Some(seen) = self.names.find(text, name) {
            self.hyphens.truncate(hyphens);
            return self.collide(&Collision { text, token, name, seen, before, path });
        } else {
            self.names.add(text, name);
        }
        if token.escaped {
            self.rename(text, token);
        }
        if self.options.check && (self.hyphens.len(), self.splices.len()) != (hyphens, splices) {
            self.tell_change(text, token, path);
        }
        if self.unseen.len() < TOGETHER { Flow::Next } else { self.settle() }
    }

    #[inline]
    fn settle(&mut self) -> Flow {
        if self.unseen.is_empty() { Flow::Next } else { self.look_up() }
    }

    #[inline]
    fn scalar(&mut self, text: Window<'_>, token: Token, _path: Path<'_>) {
        if self.dropping.is_some() {
            self.end_value(text.offset(token.end));
        }
    }
}

impl Worker for Normalizer {
    fn keep_from(&self, _tokenizer: &Tokenizer, pos: u64) -> u64 {
        let compared = self.object.map_or(pos, |object| object.max(pos.saturating_sub(HELD)));
        self.flushed.min(compared)
    }

    fn pin(&mut self, text: Window<'_>, keep_from: u64) {
        self.names.pin(text, keep_from);
    }

    fn roll_back(&mut self, line: u64) {
        self.undo(line);
        self.failed = false;
    }

    fn write(&mut self, text: Piece<'_>, tokenizer: &Tokenizer, out: &mut dyn Write) -> io::Result<()> {
        let pos = text.base + text.bytes.len() as u64;
        for at in self.hyphens.drain(..) {
            text.bytes[at] = b'_';
        }
        if text.last && self.gap.is_none() {
            self.undo(self.document);
        }
        let settled = match self.gap {
            Some(gap) if text.last => gap,
            _ => self.settled(tokenizer, pos),
        };
        let place = |offset: u64| (offset - text.base) as usize;
        let slice = &text.bytes[place(self.flushed)..place(settled)];
        if self.splices.is_empty() {
            out.write_all(slice)?;
        } else {
            splice(&mut self.splices, slice, self.flushed..settled, &mut self.spliced);
            out.write_all(&self.spliced)?;
        }
        self.flushed = settled;
        // What stands between documents is passed over.
        if self.gap == Some(settled) {
            self.gap = Some(pos);
            self.flushed = pos;
        }
        Ok(())
    }

    fn faults(&mut self) -> &mut Vec<Fault> {
        &mut self.faults
    }
}

/// Fills `out` with `slice`, which is the text at `range`, after the splices that lie in it, and drops those.
fn splice(splices: &mut Vec<Splice>, slice: &[u8], range: Range<u64>, out: &mut Vec<u8>) {
    out.clear();
    // `Last` finds splices that lie before older ones; all others come in order.
    splices.sort_by_key(|splice| splice.start);
    let mut at = range.start;
    let place = |offset: u64| (offset - range.start) as usize;
    let ready = splices.iter().take_while(|splice| splice.end <= range.end).count();
    for splice in splices.drain(..ready) {
        // A splice inside a member that was dropped as a whole has nothing left to change.
        if splice.start >= at {
            out.extend_from_slice(&slice[place(at)..place(splice.start)]);
            out.extend_from_slice(splice.with);
            at = splice.end;
        }
    }
    out.extend_from_slice(&slice[place(at)..]);
}

/// What is known of the values of two members.
enum Compared {
    Equal,
    /// Or too far apart to be compared.
    Different,
    /// The second is not whole in the window yet.
    CutOff,
    /// The second is no JSON.
    Broken,
}

/// Compares the values of the members whose names are at `first` and, in the window, at `second`.
fn compare(text: Window<'_>, first: u64, second: usize) -> Compared {
    let end = text.bytes.len();
    let value = |at: usize| {
        let start = scan::name_end(text.bytes, at)?;
        scan::scan_value(text.bytes, start, usize::MAX).map(|end| start..end)
    };
    let is_near = |end: usize| text.offset(end) - first <= HELD;
    match value(second) {
        Ok(second) if second.end < end || text.last => {
            let first = text.place(first).filter(|_| is_near(second.end)).and_then(|at| value(at).ok());
            match first {
                Some(first) if is_equal(&text.bytes[first.clone()], &text.bytes[second.clone()]) => {
                    Compared::Equal
                }
                _ => Compared::Different,
            }
        }
        Err(error) if error.kind != ScanErrorKind::UnexpectedEnd || text.last => Compared::Broken,
        _ if is_near(end) => Compared::CutOff,
        _ => Compared::Different,
    }
}

/// Returns whether the two values are one for `cache-key`. Values without a key (half a surrogate pair in a string) equal only
/// themselves. The values may have been renamed already where they stand, all of them or only a part.
fn is_equal(first: &[u8], second: &[u8]) -> bool {
    let canonical = |value| Canonical::text_of(value, Numbers::Exact, usize::MAX);
    if first == second {
        return true;
    }
    match (canonical(first), canonical(second)) {
        (Ok(first), Ok(second)) => first == second,
        (Err(_), Err(_)) => underscored(first) == underscored(second),
        _ => false,
    }
}

/// A value with underscores for the hyphens of its names.
fn underscored(value: &[u8]) -> Vec<u8> {
    let mut renamed = value.to_vec();
    let mut at = 0;
    while let Some(quote) = memchr::memchr(b'"', &value[at..]).map(|quote| at + quote) {
        let Ok(end) = scan::string_end(value, quote) else { break };
        if value.get(scan::skip_space(value, end)) == Some(&b':') {
            renamed[quote..end].iter_mut().filter(|byte| **byte == b'-').for_each(|byte| *byte = b'_');
        }
        at = end;
    }
    renamed
}
