//! The strings at some places of JSON text, found without building anything: in a whole value, or in a stream of any
//! size that arrives in pieces.
//!
//! Only containers on the way to a place are looked into. `Places::strings` validates all of the value; `Stream`
//! matches strings and brackets and takes the rest as it is, with memory for one string at a place.

use std::ops::Range;

use super::pointer::{self, Pattern, Step};
use super::scan::{self, ScanError, ScanErrorKind, scalar_end, scan_value, skip_space, string_stop};
use super::value::Text;

/// Patterns that are looked for at once.
pub const MOST: usize = 64;

/// Places in JSON text, as patterns.
#[derive(Clone, Debug)]
pub struct Places(Vec<Pattern>);

/// A container on the way to a place.
#[derive(Clone, Debug)]
struct Frame {
    is_object: bool,
    /// The patterns whose steps led here, one bit each.
    live: u64,
    index: usize,
    /// The inside of the member's name, where it is an object.
    name: Range<usize>,
}

/// Where a string stands in its value.
pub struct Trail<'a> {
    text: &'a [u8],
    frames: &'a [Frame],
}

impl Trail<'_> {
    /// The place as a JSON Pointer.
    pub fn pointer(&self) -> String {
        let mut path = String::new();
        for frame in self.frames {
            if frame.is_object {
                let name = String::from_utf8_lossy(&self.text[frame.name.clone()]);
                pointer::push_name(&mut path, &Text::from_raw(&name).decode_lossy());
            } else {
                pointer::push_index(&mut path, frame.index);
            }
        }
        path
    }
}

impl Places {
    /// Parses pointers; at most 64.
    pub fn parse<'p>(pointers: impl IntoIterator<Item = &'p str>) -> Result<Self, String> {
        let patterns = pointers.into_iter().map(Pattern::parse).collect::<Result<Vec<_>, _>>()?;
        if patterns.len() > MOST { Err(format!("at most {MOST} places at once")) } else { Ok(Self(patterns)) }
    }

    /// The patterns of `live` that accept the child of a container at `depth`.
    fn step(&self, live: u64, depth: usize, accepts: impl Fn(&Pattern) -> bool) -> u64 {
        let mut next = 0;
        for (bit, pattern) in self.0.iter().enumerate() {
            if live & (1 << bit) != 0 && pattern.0.len() > depth && accepts(pattern) {
                next |= 1 << bit;
            }
        }
        next
    }

    /// All patterns.
    fn all(&self) -> u64 {
        if self.0.len() == MOST { u64::MAX } else { (1 << self.0.len()) - 1 }
    }

    /// Is a pattern of `live` at its end at this depth?
    fn ends(&self, live: u64, depth: usize) -> bool {
        self.0.iter().enumerate().any(|(bit, pattern)| live & (1 << bit) != 0 && pattern.0.len() == depth)
    }

    /// The child's patterns in a member of this name, as it is spelled.
    fn member(&self, live: u64, depth: usize, raw: &[u8]) -> u64 {
        if raw.contains(&b'\\') {
            let name = String::from_utf8_lossy(raw);
            let name = Text::from_raw(&name).decode_lossy().into_owned();
            return self.step(live, depth, |pattern| pattern.accepts_name(depth, &name));
        }
        self.step(live, depth, |pattern| match &pattern.0[depth] {
            Step::Any => true,
            Step::Name(name) => name.as_bytes() == raw,
        })
    }

    /// Visits the strings at the places of the value that starts at `pos` (no white space before it), quotes included,
    /// in ascending order. Returns the offset after the value.
    pub fn strings(
        &self,
        text: &[u8],
        mut pos: usize,
        max_depth: usize,
        mut visit: impl FnMut(Range<usize>, &Trail<'_>),
    ) -> Result<usize, ScanError> {
        let mut frames: Vec<Frame> = Vec::new();
        let mut live = self.all();
        loop {
            // A value is due at `pos`, with the patterns of `live` leading to it.
            match text.get(pos) {
                Some(&bracket @ (b'{' | b'[')) if live != 0 => {
                    if frames.len() >= max_depth {
                        return Err(ScanError { kind: ScanErrorKind::Depth(max_depth), offset: pos });
                    }
                    let is_object = bracket == b'{';
                    pos = skip_space(text, pos + 1);
                    if text.get(pos) == Some(&if is_object { b'}' } else { b']' }) {
                        pos += 1;
                    } else {
                        frames.push(Frame { is_object, live, index: 0, name: 0..0 });
                        live = self.enter(text, &mut pos, &mut frames)?;
                        continue;
                    }
                }
                Some(b'"') if self.ends(live, frames.len()) => {
                    let end = scan::string_end(text, pos)?;
                    visit(pos..end, &Trail { text, frames: &frames });
                    pos = end;
                }
                Some(b'{' | b'[') => {
                    let whole_limit = |error: ScanError| match error.kind {
                        ScanErrorKind::Depth(_) => {
                            ScanError { kind: ScanErrorKind::Depth(max_depth), ..error }
                        }
                        _ => error,
                    };
                    pos =
                        scan_value(text, pos, max_depth.saturating_sub(frames.len())).map_err(whole_limit)?;
                }
                _ => pos = scalar_end(text, pos)?,
            }
            loop {
                let Some(frame) = frames.last_mut() else { return Ok(pos) };
                pos = skip_space(text, pos);
                match text.get(pos) {
                    Some(b',') => {
                        frame.index += 1;
                        pos = skip_space(text, pos + 1);
                        live = self.enter(text, &mut pos, &mut frames)?;
                        break;
                    }
                    Some(b'}') if frame.is_object => {}
                    Some(b']') if !frame.is_object => {}
                    None => return Err(ScanError { kind: ScanErrorKind::UnexpectedEnd, offset: pos }),
                    Some(_) => {
                        return Err(ScanError { kind: ScanErrorKind::ExpectedCommaOrEnd, offset: pos });
                    }
                }
                pos += 1;
                frames.pop();
            }
        }
    }

    /// Steps to the next child of the innermost container: past its name, where it has one.
    fn enter(&self, text: &[u8], pos: &mut usize, frames: &mut [Frame]) -> Result<u64, ScanError> {
        let depth = frames.len() - 1;
        let Some(frame) = frames.last_mut() else { return Ok(0) };
        if !frame.is_object {
            let index = frame.index;
            return Ok(self.step(frame.live, depth, |pattern| pattern.accepts_index(depth, index)));
        }
        if text.get(*pos) != Some(&b'"') {
            // Says what is wrong.
            scan::name_end(text, *pos)?;
        }
        let end = scan::string_end(text, *pos)?;
        frame.name = *pos + 1..end - 1;
        *pos = skip_space(text, end);
        match text.get(*pos) {
            Some(b':') => *pos = skip_space(text, *pos + 1),
            None => return Err(ScanError { kind: ScanErrorKind::UnexpectedEnd, offset: *pos }),
            Some(_) => return Err(ScanError { kind: ScanErrorKind::ExpectedColon, offset: *pos }),
        }
        Ok(self.member(frame.live, depth, &text[frame.name.clone()]))
    }
}

/// What a string in a stream is to the reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// A member's name on the way to a place.
    Name,
    /// Nothing.
    Other,
    /// The string at a place.
    Target,
}

/// One value that arrives in pieces.
pub struct Stream<'p> {
    places: &'p Places,
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
}

impl<'p> Stream<'p> {
    /// Starts before a value.
    pub fn new(places: &'p Places) -> Self {
        Self {
            places,
            frames: Vec::new(),
            dead: 0,
            string: None,
            at_name: false,
            live: places.all(),
            held: Vec::new(),
            begun: false,
        }
    }

    /// Is the value whole?
    pub fn is_done(&self) -> bool {
        self.begun && self.frames.is_empty() && self.dead == 0 && self.string.is_none()
    }

    /// Reads on: copies what is no string at a place to `out`, and calls `visit` with the inside of each string that is,
    /// which writes the string or what replaces it. Returns how many bytes it took: all of them unless the value ends.
    /// `Err` holds the offset of a byte that cannot stand there; everything before it is in `out` then.
    pub fn feed(
        &mut self,
        bytes: &[u8],
        out: &mut Vec<u8>,
        visit: impl FnMut(&[u8], &mut Vec<u8>),
    ) -> Result<usize, usize> {
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
        mut visit: impl FnMut(&[u8], &mut Vec<u8>),
        copied: &mut usize,
    ) -> Result<usize, usize> {
        let mut pos = 0;
        while pos < bytes.len() {
            if let Some((role, escaped)) = self.string {
                let start = pos;
                pos = self.in_string(bytes, pos, escaped)?;
                if role != Role::Other {
                    self.held.extend_from_slice(&bytes[start..pos]);
                }
                if role == Role::Target {
                    *copied = pos;
                }
                if self.string.is_none() {
                    self.string_ended(role, out, &mut visit);
                }
            } else {
                let byte = bytes[pos];
                if byte == b'"' && self.opens() == Role::Target {
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

    /// Reads to the end of the open string, or of the bytes. A raw newline cannot stand in one.
    fn in_string(&mut self, bytes: &[u8], mut pos: usize, mut escaped: bool) -> Result<usize, usize> {
        while pos < bytes.len() {
            if escaped {
                escaped = false;
                pos += 1;
                continue;
            }
            pos = string_stop(bytes, pos);
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

    fn string_ended(&mut self, role: Role, out: &mut Vec<u8>, visit: &mut impl FnMut(&[u8], &mut Vec<u8>)) {
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
        } else if self.places.ends(self.live, self.frames.len()) {
            Role::Target
        } else {
            Role::Other
        }
    }

    /// A byte outside of strings.
    fn sign(&mut self, byte: u8) -> Result<(), ()> {
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
            let index = frame.index;
            self.live = self.places.step(frame.live, depth, |pattern| pattern.accepts_index(depth, index));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::json::MAX_DEPTH;

    const TEXT: &str =
        r#" {"a":[{"b":"one"},{"b":"t\"wo","c":["three"]}],"a\u0062":"four","d":{"b":"no"},"":"five"} "#;

    fn found(pointers: &[&str]) -> Vec<(String, String)> {
        let places = Places::parse(pointers.iter().copied()).expect("valid");
        let mut found = Vec::new();
        let at = |range: Range<usize>, trail: &Trail<'_>| {
            found.push((TEXT[range.start + 1..range.end - 1].to_owned(), trail.pointer()));
        };
        let end = places.strings(TEXT.as_bytes(), 1, MAX_DEPTH, at).expect("valid");
        assert_eq!(end, TEXT.len() - 1);
        found
    }

    #[test]
    fn places_are_found_with_their_paths() {
        for (pointers, expected) in [
            (&["/a/*/b"][..], &[("one", "/a/0/b"), ("t\\\"wo", "/a/1/b")][..]),
            (&["/a/1/*", "/ab", "/"], &[("t\\\"wo", "/a/1/b"), ("four", "/ab"), ("five", "/")]),
            (&["/a/*/c/0", "/d"], &[("three", "/a/1/c/0")]),
            (&["/*/b"], &[("no", "/d/b")]),
            (&[""], &[]),
        ] {
            let expected: Vec<_> = expected.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
            assert_eq!(found(pointers), expected, "{pointers:?}");
        }
    }

    #[test]
    fn a_stream_finds_the_same_however_its_bytes_arrive() {
        for pointers in [&["/a/*/b"][..], &["/a/1/*", "/ab", "/"], &["/a/*/c/0", "/d"], &["/*/b", "/*/*/b"]] {
            let places = Places::parse(pointers.iter().copied()).expect("valid");
            let expected: Vec<String> = found(pointers).into_iter().map(|(text, _)| text).collect();
            for piece in 1..TEXT.len() {
                let (mut stream, mut out, mut seen) = (Stream::new(&places), Vec::new(), Vec::new());
                let mut taken = 0;
                for chunk in TEXT.as_bytes().chunks(piece) {
                    if stream.is_done() {
                        break;
                    }
                    taken += stream
                        .feed(chunk, &mut out, |raw, out| {
                            seen.push(String::from_utf8_lossy(raw).into_owned());
                            out.extend_from_slice(b"\"");
                            out.extend_from_slice(raw);
                            out.extend_from_slice(b"\"");
                        })
                        .expect("valid");
                }
                assert_eq!(seen, expected, "{pointers:?} in pieces of {piece}");
                assert_eq!(taken, TEXT.len() - 1);
                assert_eq!(String::from_utf8_lossy(&out), TEXT[..TEXT.len() - 1]);
            }
        }
    }
}
