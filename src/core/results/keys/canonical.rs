//! The canonical form: one text for all spellings of a value.
//!
//! ```text
//! events ─→ Canonical: for every object its members, renamed, sorted, collisions settled (an index, no tree)
//! index + source bytes ─→ put: walks the bytes and writes the canonical text into a buffer or a hash
//! ```
//! Names are sorted by UTF-16 code units (RFC 8785, section 3.2.3) after renaming; strings get the escapes of section
//! 3.2.2.2; numbers are [`Numbers::Exact`] (key format 1) or [`Numbers::Double`] (section 3.2.2.3). The index takes
//! 20 bytes a member and nothing for an item of an array, and is reused from record to record. Of a long document it holds
//! only the large objects; the small ones are indexed once more when they are written.

mod put;

use super::collision::{self, OnCollision};
use super::number::{self, Numbers};
use super::text;
use crate::core::json::events::{Flow, Path, Sink, Token, Tokenizer, Window};
use crate::core::json::fault::Fault;
use crate::core::json::pointer::push_name;
use crate::core::json::scan::{self, ScanError, ScanErrorKind};
use crate::core::json::sorted::{Object, is_left_out, sort};
use crate::core::json::{BOM, RS};

/// The index of one document.
pub struct Canonical {
    numbers: Numbers,
    on_collision: OnCollision,
    /// Offset of the document in the input; everything in the index is relative to it.
    start: u64,
    record: u64,
    /// Arrays and objects that are open: of an object its number and its first member in `pending`.
    open: Vec<Option<Unfinished>>,
    pending: Vec<Member>,
    /// Members of finished objects, each object's together and sorted.
    members: Vec<Member>,
    /// Objects in the order in which they open.
    objects: Vec<Object>,
    /// Says whether there are objects that are not among these.
    has_gaps: bool,
    /// Names that are not what the source spells.
    names: Vec<u8>,
    /// What is open where the canonical text is written: arrays are `None`, of objects the number and the current
    /// member.
    walk: Vec<Option<(usize, u32)>>,
    /// The first fault, and warnings.
    failed: Option<Fault>,
    pub(super) warnings: Vec<Fault>,
}

#[derive(Clone, Copy)]
struct Unfinished {
    object: u32,
    pending: u32,
    /// Members before its own and those of the objects in it.
    members: u32,
}

#[derive(Clone, Copy, Debug)]
struct Member {
    /// Where its name stands in the document.
    at: u32,
    /// Where its name stands in `names`, or `SOURCE` for a name that is in the document as it is.
    name: u32,
    /// Length of the name.
    len: u32,
    /// Where its value begins in the document, and how many objects open before that.
    value: u32,
    objects: u32,
}

/// The key is what stands in the document.
const SOURCE: u32 = u32::MAX;

impl Canonical {
    pub(super) fn new(numbers: Numbers, on_collision: OnCollision) -> Self {
        Self {
            numbers,
            on_collision,
            start: 0,
            record: 0,
            open: Vec::new(),
            pending: Vec::new(),
            members: Vec::new(),
            objects: Vec::new(),
            has_gaps: false,
            names: Vec::new(),
            walk: Vec::new(),
            failed: None,
            warnings: Vec::new(),
        }
    }

    /// Forgets the current document.
    pub(super) fn clear(&mut self) {
        self.open.clear();
        self.pending.clear();
        self.members.clear();
        self.objects.clear();
        self.has_gaps = false;
        self.names.clear();
        self.failed = None;
    }

    /// Indexes `document`, which must be one valid JSON value without white space around it.
    pub(super) fn index(&mut self, document: &[u8], max_depth: usize) -> Result<(), Fault> {
        let window = Window { bytes: document, base: 0, last: true };
        (self.record, self.start) = (0, 0);
        self.clear();
        let fed = match frame_mark(document) {
            Some(at) => Err(ScanError::new(ScanErrorKind::UnexpectedByte(document[at]), at)),
            None => Tokenizer::new(max_depth, false).feed(window, 0, self),
        };
        let error = match fed {
            Err(error) => Some(error),
            Ok(end) if self.record != 1 => Some(ScanError::new(
                if self.record == 0 { ScanErrorKind::UnexpectedEnd } else { ScanErrorKind::TrailingText },
                end,
            )),
            Ok(_) => None,
        };
        if let Some(error) = error {
            return Err(error.into());
        }
        self.failed.take().map_or(Ok(()), Err)
    }

    /// The canonical text of one valid JSON value.
    pub fn text_of(value: &[u8], numbers: Numbers, max_depth: usize) -> Result<Vec<u8>, Fault> {
        let mut canonical = Self::new(numbers, OnCollision::Error);
        canonical.index(value, max_depth)?;
        let mut out = Vec::with_capacity(value.len());
        canonical.put(value, &mut out);
        Ok(out)
    }

    fn renamed<'n>(&'n self, document: &'n [u8], member: Member) -> &'n [u8] {
        let len = member.len as usize;
        if member.name == SOURCE {
            let at = member.at as usize + 1;
            &document[at..at + len]
        } else {
            &self.names[member.name as usize..][..len]
        }
    }

    /// Notes where the value of the current member begins.
    #[inline]
    fn value_at(&mut self, at: u32) {
        if let Some(Some(_)) = self.open.last()
            && let Some(member) = self.pending.last_mut()
        {
            member.value = at;
            member.objects = self.objects.len() as u32;
        }
    }

    /// Sorts the members of the object that closes, and settles collisions.
    fn finish(&mut self, text: Window<'_>, object: Unfinished, end: u32, path: Path<'_>) {
        let Some(start) = text.place(self.start) else { return };
        let document = &text.bytes[start..];
        let mut pending = std::mem::take(&mut self.pending);
        let own = &mut pending[object.pending as usize..];
        sort(own, |member| self.renamed(document, *member), |member| member.at);
        let from = self.members.len();
        let mut told = 0;
        for member in own.iter().copied() {
            match self.members[from..].last().copied() {
                Some(twin) if self.renamed(document, twin) == self.renamed(document, member) => {
                    if self.settle(document, [twin, member], &mut told, path) {
                        self.members.pop();
                        self.members.push(member);
                    }
                }
                _ => self.members.push(member),
            }
        }
        pending.truncate(object.pending as usize);
        self.pending = pending;
        let start = self.objects[object.object as usize].start;
        if is_left_out(start, end) {
            self.has_gaps = true;
            self.objects.truncate(object.object as usize);
            self.members.truncate(object.members as usize);
            return;
        }
        let (from, to) = (from as u32, self.members.len() as u32);
        let objects = self.objects.len() as u32;
        self.objects[object.object as usize] = Object { start, from, to, end, objects };
    }

    /// Settles a collision of two members; says whether the second takes the place of the first.
    fn settle(&mut self, document: &[u8], pair: [Member; 2], told: &mut u64, path: Path<'_>) -> bool {
        if !self.is_duplicate(document, pair) && self.is_equal(document, pair) {
            return false;
        }
        let is_error = self.on_collision == OnCollision::Error;
        // One message an object says enough.
        if *told == 0 && self.failed.is_none() {
            let mut pointer = path.pointer();
            push_name(&mut pointer, &String::from_utf8_lossy(&original(document, pair[1])));
            let fault = Fault {
                record: self.record,
                other: Some(self.start + u64::from(pair[0].at)),
                pointer,
                warning: !is_error,
                ..Fault::new(collision::CODE, self.on_collision.message(), self.start + u64::from(pair[1].at))
            };
            if is_error {
                self.failed = Some(fault);
            } else {
                self.warnings.push(fault);
            }
        }
        *told += 1;
        self.on_collision == OnCollision::Last
    }

    /// RFC 8785 takes I-JSON (RFC 7493, section 2.3), which has no two members of one name, equal or not. Names that
    /// only renaming makes equal are no such duplicates.
    fn is_duplicate(&self, document: &[u8], [first, second]: [Member; 2]) -> bool {
        self.numbers == Numbers::Double && original(document, first) == original(document, second)
    }

    /// Hands over the warnings, and the fault of a document that has no canonical text.
    #[inline]
    pub(super) fn settled(&mut self, warnings: &mut Vec<Fault>) -> Result<(), Fault> {
        warnings.append(&mut self.warnings);
        self.failed.take().map_or(Ok(()), Err)
    }

    fn fail(&mut self, fault: Fault, path: Path<'_>) {
        self.failed = Some(Fault { record: self.record, pointer: path.pointer(), ..fault });
    }

    /// The place in the document of a place in the window. Records of 4 GiB and more were refused before.
    #[inline]
    fn place(&self, text: Window<'_>, at: usize) -> u32 {
        (text.offset(at) - self.start) as u32
    }
}

impl Sink for Canonical {
    fn document_start(&mut self, text: Window<'_>, at: usize, _fresh_line: bool) {
        self.clear();
        self.start = text.offset(at);
        self.record += 1;
    }

    #[inline]
    fn open(&mut self, text: Window<'_>, at: usize) {
        if self.failed.is_some() {
            return;
        }
        let place = self.place(text, at);
        self.value_at(place);
        let object = (text.bytes[at] == b'{').then(|| {
            self.objects.push(Object { start: place, ..Object::default() });
            Unfinished {
                object: self.objects.len() as u32 - 1,
                pending: self.pending.len() as u32,
                members: self.members.len() as u32,
            }
        });
        self.open.push(object);
    }

    #[inline]
    fn close(&mut self, text: Window<'_>, at: usize, path: Path<'_>) {
        if self.failed.is_none()
            && let Some(Some(object)) = self.open.pop()
        {
            let end = self.place(text, at) + 1;
            self.finish(text, object, end, path);
        }
    }

    #[inline]
    fn name(&mut self, text: Window<'_>, token: Token, _before: u64, path: Path<'_>) -> Flow {
        if self.failed.is_some() {
            return Flow::Next;
        }
        let raw = &text.bytes[token.start + 1..token.end - 1];
        let (mut name, mut len) = (SOURCE, raw.len());
        if token.escaped || raw.contains(&b'-') {
            let start = self.names.len();
            if !text::decode(raw, &mut self.names) {
                self.fail(Fault::new("lone-surrogate", LONE, text.offset(token.start)), path);
            }
            self.names[start..].iter_mut().filter(|b| **b == b'-').for_each(|b| *b = b'_');
            (name, len) = (start as u32, self.names.len() - start);
        }
        let at = self.place(text, token.start);
        self.pending.push(Member { at, name, len: len as u32, value: 0, objects: 0 });
        Flow::Next
    }

    #[inline]
    fn scalar(&mut self, text: Window<'_>, token: Token, path: Path<'_>) {
        if self.failed.is_some() {
            return;
        }
        let place = self.place(text, token.start);
        self.value_at(place);
        let raw = &text.bytes[token.start..token.end];
        if raw[0] == b'"' {
            if token.escaped && !text::is_whole(&raw[1..raw.len() - 1]) {
                self.fail(Fault::new("lone-surrogate", LONE, text.offset(token.start)), path);
            }
        } else if !raw[0].is_ascii_alphabetic() && !number::has_spelling(raw, self.numbers) {
            let message = match self.numbers {
                Numbers::Exact => "the exponent of this number has more than 18 digits",
                Numbers::Double => "no IEEE double is this number, and RFC 8785 would round it",
            };
            self.fail(Fault::new("number-range", message, text.offset(token.start)), path);
        }
    }
}

/// The place of a byte order mark or record separator: the tokenizer of streams passes over both, and a document has none.
fn frame_mark(document: &[u8]) -> Option<usize> {
    if document.starts_with(BOM) { Some(0) } else { memchr::memchr(RS, document) }
}

const LONE: &str = "an escape names half of a surrogate pair, so the string has no characters";

/// A key as the source means it.
fn original(document: &[u8], member: Member) -> Vec<u8> {
    let at = member.at as usize;
    let end = scan::string_end(document, at).unwrap_or(document.len());
    let mut name = Vec::new();
    text::decode(&document[at + 1..end - 1], &mut name);
    name
}
