//! Members in the order of their names: for text that is written anew from an index of itself.
//!
//! ```text
//! text ─scan→ Index: for every object its members, sorted (no tree) ─→ walk over the text: the members in their order
//! ```
//! The index takes 8 bytes a member and 20 an object, and nothing for an item of an array. Of a long text it holds only the large
//! objects; the small ones are indexed once more when they are written.

use std::borrow::Cow;
use std::cmp::Ordering;

use super::parse::parse_at;
use super::scan::{Names, name_end, scalar_end, scan_value_with, skip_space, string_end};
use super::stream;
use super::unescape::lossy;
use super::write::{SPILL, Spill, Style};

/// Objects of more members are sorted with the beginnings of their names at hand: 16 bytes a member more, for the moment.
pub const MANY: usize = 64;

/// Small objects are in the index up to this place of a text.
pub const SHORT: u32 = stream::HELD as u32;

/// The length of a small object.
pub const SMALL: u32 = 64 << 10;

/// Returns whether an index leaves out the object at this place, because the object is indexed when it is written.
pub(crate) fn is_left_out(start: u32, end: u32) -> bool {
    end > SHORT && end - start <= SMALL
}

/// A member of an object: where the inside of its name begins, and how many objects open before it.
#[derive(Clone, Copy)]
struct Member {
    at: u32,
    objects: u32,
}

/// An object of a document.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Object {
    pub start: u32,
    /// Its members.
    pub from: u32,
    pub to: u32,
    /// The byte after it, and how many objects open before that.
    pub end: u32,
    pub objects: u32,
}

/// Returns whether the object at `pos`, before which `before` of the objects open, is not among them.
pub(crate) fn lacks(objects: &[Object], before: usize, pos: usize) -> bool {
    objects.get(before).is_none_or(|object| object.start as usize != pos)
}

/// The members of all objects that are not empty.
#[derive(Default)]
struct Index {
    members: Vec<Member>,
    /// In the order in which they open.
    objects: Vec<Object>,
}

/// An index that grows while its text is scanned.
struct Builder<'t> {
    text: &'t str,
    index: Index,
    open: Vec<Unfinished>,
    /// Members of objects that are open, with the lengths of their names.
    pending: Vec<(Member, u32)>,
}

/// An object that is open.
struct Unfinished {
    number: usize,
    /// Its first member in `pending`.
    pending: usize,
    /// Members before its own and those of the objects in it.
    members: usize,
}

impl<'t> Builder<'t> {
    pub fn new(text: &'t str) -> Self {
        Self { text, index: Index::default(), open: Vec::new(), pending: Vec::new() }
    }
}

impl Names for Builder<'_> {
    #[inline]
    fn begin(&mut self, at: usize, is_object: bool) {
        if is_object {
            let Index { members, objects } = &mut self.index;
            self.open.push(Unfinished {
                number: objects.len(),
                pending: self.pending.len(),
                members: members.len(),
            });
            objects.push(Object { start: at as u32, ..Object::default() });
        }
    }

    #[inline]
    fn key(&mut self, _: &[u8], key: std::ops::Range<usize>) {
        let member = Member { at: key.start as u32, objects: self.index.objects.len() as u32 };
        self.pending.push((member, key.len() as u32));
    }

    #[inline]
    fn end(&mut self, end: usize, is_object: bool) {
        if let Some(Unfinished { number, pending, members }) = is_object.then(|| self.open.pop()).flatten() {
            let (text, start) = (self.text, self.index.objects[number].start);
            if is_left_out(start, end as u32) {
                self.index.objects.truncate(number);
                self.index.members.truncate(members);
                return self.pending.truncate(pending);
            }
            let own = &mut self.pending[pending..];
            let name = |(member, len): &(Member, u32)| &text[member.at as usize..][..*len as usize];
            let is_escaped = |name: &str| memchr::memchr(b'\\', name.as_bytes()).is_some();
            if own.iter().any(|member| is_escaped(name(member))) {
                let mut named: Vec<(Cow<'_, str>, (Member, u32))> =
                    own.iter().map(|member| (lossy(name(member)), *member)).collect();
                named.sort_by(|(a, _), (b, _)| utf16_order(a.as_bytes(), b.as_bytes()));
                for (place, (_, member)) in own.iter_mut().zip(named) {
                    *place = member;
                }
            } else {
                sort(own, |member| name(member).as_bytes(), |(member, _)| member.at);
            }
            let from = self.index.members.len() as u32;
            self.index.members.extend(own.iter().map(|(member, _)| *member));
            let (to, objects) = (self.index.members.len() as u32, self.index.objects.len() as u32);
            self.index.objects[number] = Object { start, from, to, end: end as u32, objects };
            self.pending.truncate(pending);
        }
    }
}

/// Appends the valid JSON text `text` with the members of each object in order, as `style` lays it out. `spill` may take on
/// what was appended so far.
pub fn write(style: Style, text: &str, out: &mut Vec<u8>, spill: Spill<'_>) {
    let start = skip_space(text.as_bytes(), 0);
    if u32::try_from(text.len()).is_err() {
        // Places in the index have 32 bits. The text is valid, so the depth it has is the depth it may have.
        if let Ok((value, _)) = parse_at(text, start, usize::MAX) {
            style.write_value(&value, out);
        }
        return;
    }
    let mut builder = Builder::new(text);
    if scan_value_with(text.as_bytes(), start, usize::MAX, &mut builder).is_ok() {
        builder.index.write(style, text, (start, 0), out, spill);
    }
}

impl Index {
    /// Writes the value at `pos`, which is all that was indexed, in `depth` containers.
    pub fn write(
        &self,
        style: Style,
        text: &str,
        (mut pos, depth): (usize, usize),
        out: &mut Vec<u8>,
        spill: Spill<'_>,
    ) {
        let bytes = text.as_bytes();
        let mut objects = 0;
        // Arrays are `None`, of objects the number and the current member.
        let mut open: Vec<Option<(usize, u32)>> = Vec::new();
        let name = |member: u32, out: &mut Vec<u8>| {
            let Member { at, objects } = self.members[member as usize];
            let start = at as usize - 1;
            let end = string_end(bytes, start).unwrap_or(bytes.len());
            style.push_text(&text[start..end], out);
            out.push(b':');
            style.push_gap(out);
            (name_end(bytes, start).unwrap_or(bytes.len()), objects as usize)
        };
        loop {
            let byte = bytes[pos];
            if matches!(byte, b'{' | b'[') {
                let first = skip_space(bytes, pos + 1);
                let is_empty = matches!(bytes[first], b'}' | b']');
                if !is_empty && byte == b'{' && lacks(&self.objects, objects, pos) {
                    let mut builder = Builder::new(&text[pos..]);
                    let end = scan_value_with(&bytes[pos..], 0, usize::MAX, &mut builder);
                    builder.index.write(style, builder.text, (0, depth + open.len()), out, spill);
                    pos += end.unwrap_or(bytes.len() - pos);
                } else if is_empty {
                    out.extend([byte, bytes[first]]);
                    pos = first + 1;
                } else {
                    out.push(byte);
                    let object = (byte == b'{').then(|| (objects, self.objects[objects].from));
                    open.push(object);
                    style.push_line(depth + open.len(), out);
                    (pos, objects) = object.map_or((first, objects), |(_, member)| name(member, out));
                    continue;
                }
            } else {
                let end = scalar_end(bytes, pos).unwrap_or(bytes.len());
                style.push_text(&text[pos..end], out);
                pos = end;
            }
            if out.len() >= SPILL {
                spill(out);
            }
            // A value is complete: close what closes, then go to the next value.
            loop {
                let Some(last) = open.last_mut() else { return };
                let close = match last {
                    None => {
                        pos = skip_space(bytes, pos);
                        if bytes[pos] == b',' {
                            out.push(b',');
                            style.push_line(depth + open.len(), out);
                            pos = skip_space(bytes, pos + 1);
                            break;
                        }
                        pos += 1;
                        b']'
                    }
                    Some((number, member)) => {
                        let object = self.objects[*number];
                        *member += 1;
                        let next = *member;
                        if next < object.to {
                            out.push(b',');
                            style.push_line(depth + open.len(), out);
                            (pos, objects) = name(next, out);
                            break;
                        }
                        (pos, objects) = (object.end as usize, object.objects as usize);
                        b'}'
                    }
                };
                open.pop();
                style.push_line(depth + open.len(), out);
                out.push(close);
            }
        }
    }
}

/// Sorts members by name, in the order of UTF-16 code units (RFC 8785, section 3.2.3), and those of one name by place.
pub(crate) fn sort<'n, M: Copy>(members: &mut [M], name: impl Fn(&M) -> &'n [u8], place: impl Fn(&M) -> u32) {
    let by_name = |a: &M, b: &M| utf16_order(name(a), name(b)).then_with(|| place(a).cmp(&place(b)));
    if members.is_sorted_by(|a, b| by_name(a, b).is_lt()) {
        return;
    }
    if members.len() <= MANY {
        return members.sort_unstable_by(by_name);
    }
    // The many names lie far from each other. What they begin with, after what all of them share, is mostly enough to tell
    // them apart, and lies beside them here.
    let first = name(&members[0]);
    let shared = members.iter().fold(first.len(), |len, member| {
        first[..len].iter().zip(name(member)).take_while(|(a, b)| a == b).count()
    });
    let beginning = |member: &M| utf16_key(&name(member)[shared..]);
    let mut keyed: Vec<(u64, M)> = members.iter().map(|member| (beginning(member), *member)).collect();
    keyed.sort_unstable_by(|(a, one), (b, other)| a.cmp(b).then_with(|| by_name(one, other)));
    for (place, (_, member)) in members.iter_mut().zip(keyed) {
        *place = member;
    }
}

/// Orders UTF-8 texts by their UTF-16 code units. That is the order of their bytes, except that characters beyond
/// U+FFFF, whose units are surrogates, come before U+E000 to U+FFFF.
pub fn utf16_order(a: &[u8], b: &[u8]) -> Ordering {
    match a.iter().zip(b).find(|(a, b)| a != b) {
        Some((a, b)) => utf16_rank(*a).cmp(&utf16_rank(*b)),
        None => a.len().cmp(&b.len()),
    }
}

/// Bytes by the order that `utf16_order` gives them: 0xEE and 0xEF come last.
fn utf16_rank(byte: u8) -> u8 {
    match byte {
        0xee | 0xef => byte + 0x10,
        0xf0.. => byte - 2,
        _ => byte,
    }
}

/// A number that orders texts as `utf16_order` does, as far as their first eight bytes tell.
fn utf16_key(text: &[u8]) -> u64 {
    let mut word = [0; 8];
    for (rank, byte) in word.iter_mut().zip(text) {
        *rank = utf16_rank(*byte);
    }
    u64::from_be_bytes(word)
}
