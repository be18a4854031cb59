//! The canonical text of a document, from its index and its bytes.

use super::{Canonical, Member, SOURCE};
use crate::core::json::scan::{self, is_space, skip_space};
use crate::core::json::sorted::lacks;
use crate::core::results::keys::{Out, number, text};

/// Bytes of two values that are compared first.
const COMPARED: usize = 256;

impl Canonical {
    /// Writes the canonical text of the indexed document.
    #[inline]
    pub(in crate::core::results::keys) fn put(&mut self, document: &[u8], out: &mut impl Out) {
        let mut open = std::mem::take(&mut self.walk);
        let mut small = self.has_gaps.then(|| Self::new(self.numbers, self.on_collision));
        self.put_value(document, (0, 0), &mut open, small.as_mut(), out);
        open.clear();
        self.walk = open;
    }

    /// Writes the value that starts at `pos`, before which `objects` objects open; `open` is an empty stack. `small` is for
    /// objects that are not in the index.
    fn put_value(
        &self,
        document: &[u8],
        (mut pos, mut objects): (usize, usize),
        open: &mut Vec<Option<(usize, u32)>>,
        mut small: Option<&mut Self>,
        out: &mut impl Out,
    ) {
        loop {
            match document[pos] {
                b'{' if let Some(small) =
                    small.as_deref_mut().filter(|_| lacks(&self.objects, objects, pos)) =>
                {
                    let end = scan::scan_value(document, pos, usize::MAX).unwrap_or(document.len());
                    let object = &document[pos..end];
                    // What was wrong with it was told.
                    if small.index(object, usize::MAX).is_ok() {
                        small.put(object, out);
                    }
                    small.warnings.clear();
                    pos = end;
                }
                b'{' => {
                    let object = self.objects[objects];
                    if object.from == object.to {
                        out.put(b"{}");
                        (pos, objects) = (object.end as usize, object.objects as usize);
                    } else {
                        out.put_byte(b'{');
                        open.push(Some((objects, object.from)));
                        (pos, objects) = self.put_name(document, object.from, out);
                        continue;
                    }
                }
                b'[' => {
                    pos = skip_space(document, pos + 1);
                    if document[pos] != b']' {
                        out.put_byte(b'[');
                        open.push(None);
                        continue;
                    }
                    out.put(b"[]");
                    pos += 1;
                }
                b'"' => pos = text::put_string(document, pos, out),
                _ => pos = self.put_word(document, pos, out),
            }
            // A value is complete: close what closes, then go to the next value.
            loop {
                if out.is_full() {
                    return;
                }
                match open.last_mut() {
                    None => return,
                    Some(None) => {
                        pos = skip_space(document, pos);
                        if document[pos] == b',' {
                            out.put_byte(b',');
                            pos = skip_space(document, pos + 1);
                            break;
                        }
                        out.put_byte(b']');
                        pos += 1;
                    }
                    Some(Some((number, member))) => {
                        let object = self.objects[*number];
                        *member += 1;
                        if *member < object.to {
                            out.put_byte(b',');
                            (pos, objects) = self.put_name(document, *member, out);
                            break;
                        }
                        out.put_byte(b'}');
                        (pos, objects) = (object.end as usize, object.objects as usize);
                    }
                }
                open.pop();
            }
        }
    }

    /// Writes a key and returns where its value is.
    fn put_name(&self, document: &[u8], member: u32, out: &mut impl Out) -> (usize, usize) {
        let member = self.members[member as usize];
        if member.name == SOURCE {
            let at = member.at as usize;
            out.put(&document[at..at + member.len as usize + 2]);
        } else {
            out.put_byte(b'"');
            text::put_escaped(self.renamed(document, member), out);
            out.put_byte(b'"');
        }
        out.put_byte(b':');
        (member.value as usize, member.objects as usize)
    }

    fn put_word(&self, document: &[u8], pos: usize, out: &mut impl Out) -> usize {
        // The scanner has seen the document, so only the end is to be found.
        let ends = |b: &u8| matches!(b, b',' | b']' | b'}') || is_space(*b);
        let end = document[pos..].iter().position(ends).map_or(document.len(), |len| pos + len);
        let word = &document[pos..end];
        if matches!(word[0], b't' | b'f' | b'n') || number::put(word, self.numbers, out).is_none() {
            out.put(word);
        }
        end
    }

    /// Returns whether the two members have one canonical value. Compares growing beginnings, so that it costs no more than the
    /// shorter value, however deep collisions are nested.
    pub(super) fn is_equal(&self, document: &[u8], [first, second]: [Member; 2]) -> bool {
        let mut room = COMPARED;
        loop {
            let begin = |member: Member| {
                let mut begin = Beginning { text: Vec::new(), room };
                let value = (member.value as usize, member.objects as usize);
                let mut small = self.has_gaps.then(|| Self::new(self.numbers, self.on_collision));
                self.put_value(document, value, &mut Vec::new(), small.as_mut(), &mut begin);
                begin.text
            };
            let (first, second) = (begin(first), begin(second));
            let compared = first.len().min(second.len()).min(room);
            if first[..compared] != second[..compared] {
                return false;
            }
            if compared < room {
                return first.len() == second.len();
            }
            room *= 4;
        }
    }
}

/// The first `room` bytes of a text, and perhaps some more.
struct Beginning {
    text: Vec<u8>,
    room: usize,
}

impl Out for Beginning {
    fn put(&mut self, bytes: &[u8]) {
        self.text.extend_from_slice(bytes);
    }

    fn is_full(&self) -> bool {
        self.text.len() >= self.room
    }
}
