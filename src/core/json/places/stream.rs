//! Strings at places in a value of any size that arrives in pieces.
//!
//! Matches strings and brackets and takes the rest as it is, with memory for one string at a place, or one key
//! on the way.

use super::{Frame, Places};
use crate::core::json::is_space;
use crate::core::json::scan::sound_end;

/// What a string in a stream is to the reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// A key on the way to a place.
    Name,
    /// Nothing.
    Other,
    /// The string at a place.
    Target,
}

/// One value that arrives in pieces.
pub struct Stream {
    places: Places,
    frames: Vec<Frame>,
    /// Containers open below one that leads nowhere.
    dead: usize,
    /// The string that is open, and whether a backslash was its last byte.
    string: Option<(Role, bool)>,
    /// A name is due.
    at_name: bool,
    /// Patterns that lead to the next value.
    live: u64,
    /// The inside of the name or target that is open.
    held: Vec<u8>,
    begun: bool,
    /// States whether the last token was a string, a scalar or a closing bracket. If it was, no value can begin here.
    after: bool,
    /// Bytes that the string at a place may have.
    most: usize,
    /// Where strings at places had more, in the bytes that were fed last.
    too_long: Vec<usize>,
    /// The patterns that led to a string, one bit each.
    found: u64,
}

impl Stream {
    /// Starts before a value. A string at a place that is longer than `most` bytes goes by as it is.
    pub fn new(places: &Places, most: usize) -> Self {
        Self {
            places: places.clone(),
            frames: Vec::new(),
            dead: 0,
            string: None,
            at_name: false,
            live: places.all(),
            held: Vec::new(),
            begun: false,
            after: false,
            most,
            too_long: Vec::new(),
            found: 0,
        }
    }

    /// Which of the patterns led to a string so far, one bit each.
    pub fn found(&self) -> u64 {
        self.found
    }

    /// Offsets, in the bytes that were fed last, at which strings at places were too long and went by.
    pub fn too_long(&self) -> &[usize] {
        &self.too_long
    }

    /// Returns whether the value is whole.
    pub fn is_done(&self) -> bool {
        self.begun && self.frames.is_empty() && self.dead == 0 && self.string.is_none()
    }

    /// Reads on: copies what is not a string at a place to `out`, and calls `visit` with each string that is: the offset in
    /// `bytes` where it ends, and its inside. `visit` writes the string or what replaces it. Returns how many bytes it
    /// took: all of them unless the value ends. `Err` holds the offset of a byte that cannot stand there; everything before
    /// it is in `out` then.
    pub fn feed(
        &mut self,
        bytes: &[u8],
        out: &mut Vec<u8>,
        visit: impl FnMut(usize, &[u8], &mut Vec<u8>),
    ) -> Result<usize, usize> {
        self.too_long.clear();
        let mut copied = 0;
        match self.advance(bytes, out, visit, &mut copied) {
            Ok(pos) => {
                out.extend_from_slice(&bytes[copied.min(pos)..pos]);
                Ok(pos)
            }
            Err(at) => {
                if let Some((Role::Target, _)) = self.string {
                    out.push(b'"');
                    out.append(&mut self.held);
                }
                out.extend_from_slice(&bytes[copied.min(at)..at]);
                Err(at)
            }
        }
    }

    fn advance(
        &mut self,
        bytes: &[u8],
        out: &mut Vec<u8>,
        mut visit: impl FnMut(usize, &[u8], &mut Vec<u8>),
        copied: &mut usize,
    ) -> Result<usize, usize> {
        let mut pos = 0;
        while pos < bytes.len() {
            if let Some((role, escaped)) = self.string {
                let start = pos;
                pos = self.in_string(bytes, pos, escaped)?;
                match role {
                    Role::Other => {}
                    Role::Name => self.hold_name(&bytes[start..pos]),
                    Role::Target => {
                        *copied = pos;
                        self.held.extend_from_slice(&bytes[start..pos]);
                        if self.held.len() - usize::from(self.string.is_none()) > self.most {
                            self.let_go(pos, out);
                            continue;
                        }
                    }
                }
                if self.string.is_none() {
                    self.string_ended(role, out, |raw, out| visit(pos, raw, out));
                }
            } else {
                let byte = bytes[pos];
                if byte == b'"' && self.opens() == Role::Target {
                    self.found |= self.places.ends(self.live, self.frames.len());
                    out.extend_from_slice(&bytes[*copied..pos]);
                    *copied = pos + 1;
                }
                self.sign(byte).map_err(|()| pos)?;
                pos += 1;
            }
            if self.is_done() {
                break;
            }
        }
        Ok(pos)
    }

    /// Holds a piece of a name, as far as it can matter.
    fn hold_name(&mut self, piece: &[u8]) {
        let level = self.places.levels.get(self.frames.len() - 1);
        // One byte more says that it is another name, and one is its quote.
        let most = level.map_or(0, |level| level.longest) + 2;
        let room = most.saturating_sub(self.held.len());
        self.held.extend_from_slice(&piece[..room.min(piece.len())]);
    }

    /// Lets a string at a place go by, which is too long.
    fn let_go(&mut self, pos: usize, out: &mut Vec<u8>) {
        self.too_long.push(pos);
        out.push(b'"');
        out.append(&mut self.held);
        if let Some((role, _)) = &mut self.string {
            *role = Role::Other;
        }
    }

    /// Reads to the end of the open string, or of the bytes. A raw newline cannot stand in one.
    fn in_string(&mut self, bytes: &[u8], mut pos: usize, mut escaped: bool) -> Result<usize, usize> {
        while pos < bytes.len() {
            if escaped {
                escaped = false;
                pos += 1;
                continue;
            }
            pos = sound_end::<true>(bytes, pos);
            match bytes.get(pos) {
                None => {}
                Some(b'"') => {
                    self.string = None;
                    return Ok(pos + 1);
                }
                Some(b'\\') => {
                    escaped = true;
                    pos += 1;
                }
                Some(_) => return Err(pos),
            }
        }
        if let Some((_, open)) = &mut self.string {
            *open = escaped;
        }
        Ok(pos)
    }

    fn string_ended(&mut self, role: Role, out: &mut Vec<u8>, visit: impl FnOnce(&[u8], &mut Vec<u8>)) {
        match role {
            Role::Other => return,
            Role::Name => {
                self.held.pop();
                if let Some(frame) = self.frames.last() {
                    self.live = self.places.member(frame.live, self.frames.len() - 1, &self.held);
                }
            }
            Role::Target => {
                self.held.pop();
                visit(&self.held, out);
            }
        }
        self.held.clear();
    }

    /// What a string that begins here is.
    fn opens(&self) -> Role {
        if self.dead > 0 {
            Role::Other
        } else if self.at_name {
            Role::Name
        } else if self.places.ends(self.live, self.frames.len()) != 0 {
            Role::Target
        } else {
            Role::Other
        }
    }

    /// A byte outside of strings.
    fn sign(&mut self, byte: u8) -> Result<(), ()> {
        if self.after && matches!(byte, b'"' | b'{' | b'[') {
            return Err(());
        }
        if !is_space(byte) {
            self.after = !matches!(byte, b'{' | b'[' | b',' | b':');
        }
        match byte {
            b'"' => {
                self.begun = true;
                self.string = Some((self.opens(), false));
            }
            b'{' | b'[' if self.dead > 0 || self.live == 0 => {
                self.begun = true;
                self.dead += 1;
            }
            b'{' | b'[' => {
                self.begun = true;
                let is_object = byte == b'{';
                self.frames.push(Frame { is_object, live: self.live, index: 0, name: 0..0 });
                self.next_child();
            }
            b'}' | b']' if self.dead > 0 => self.dead -= 1,
            b'}' | b']' => {
                let frame = self.frames.pop().ok_or(())?;
                self.at_name = false;
                if frame.is_object != (byte == b'}') {
                    return Err(());
                }
            }
            b',' if self.dead == 0 => {
                let frame = self.frames.last_mut().ok_or(())?;
                frame.index += 1;
                self.next_child();
            }
            b':' if self.dead == 0 => self.at_name = false,
            _ => {}
        }
        Ok(())
    }

    /// A member or item of the innermost container is due.
    fn next_child(&mut self) {
        let Some(frame) = self.frames.last() else { return };
        let depth = self.frames.len() - 1;
        self.at_name = frame.is_object;
        if !frame.is_object {
            self.live = self.places.item(frame.live, depth, frame.index);
        }
    }
}
