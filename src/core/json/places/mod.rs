//! The strings at some places of JSON text, found without building anything: in a whole value, or in a stream of any
//! size that arrives in pieces (`stream`).
//!
//! Only containers on the way to a place are looked into. `Places::strings` validates all of the value.

pub mod stream;

use std::ops::Range;

use super::pointer::{self, Pattern, Step};
use super::scan::{self, ScanError, ScanErrorKind, scalar_end, scan_value, skip_space};
use super::value::Text;

pub use stream::Stream;

/// Patterns that are looked for at once.
pub const MOST: usize = 64;

/// Places in JSON text, as patterns.
#[derive(Clone, Debug)]
pub struct Places {
    patterns: Vec<Pattern>,
    /// What is asked of the children of a container, by its depth.
    levels: Vec<Level>,
}

/// The steps of all patterns at one depth; sets of patterns are bits.
#[derive(Clone, Debug, Default)]
struct Level {
    /// Patterns that end here: the value itself is a place.
    ends: u64,
    /// Patterns that lead to every child.
    any: u64,
    /// Patterns that lead to the child of this name.
    names: Vec<(String, u64)>,
    /// Length of the shortest of those names: one that is spelled with escapes is longer.
    shortest: usize,
    /// Length of the longest, spelled with escapes alone: longer keys do not match.
    longest: usize,
}

/// The longest way to spell a byte of UTF-8 in a string: `\u0041`.
const LONGEST_ESCAPE: usize = 6;

/// A container on the way to a place.
#[derive(Clone, Debug)]
struct Frame {
    is_object: bool,
    /// The patterns whose steps led here, one bit each.
    live: u64,
    index: usize,
    /// The inside of the key, where it is an object.
    name: Range<usize>,
}

/// The memory of a reader of many values.
#[derive(Debug, Default)]
pub struct Way(Vec<Frame>);

/// Where a string stands in its value.
pub struct Trail<'a> {
    text: &'a [u8],
    frames: &'a [Frame],
    /// The patterns that lead here, one bit each.
    places: u64,
}

impl Trail<'_> {
    /// Which of the patterns lead here, one bit each.
    pub fn places(&self) -> u64 {
        self.places
    }

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
        if patterns.len() > MOST {
            return Err(format!("at most {MOST} places at once"));
        }
        let deepest = patterns.iter().map(|pattern| pattern.0.len()).max().unwrap_or(0);
        let mut levels = vec![Level::default(); deepest + 1];
        for (bit, pattern) in patterns.iter().enumerate() {
            let mask = 1 << bit;
            levels[pattern.0.len()].ends |= mask;
            for (level, step) in levels.iter_mut().zip(&pattern.0) {
                match step {
                    Step::Any => level.any |= mask,
                    Step::Name(name) => match level.names.iter_mut().find(|(known, _)| known == name) {
                        Some((_, masks)) => *masks |= mask,
                        None => level.names.push((name.clone(), mask)),
                    },
                }
            }
        }
        for level in &mut levels {
            level.shortest = level.names.iter().map(|(name, _)| name.len()).min().unwrap_or(usize::MAX);
            let longest = level.names.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
            level.longest = LONGEST_ESCAPE * longest;
        }
        Ok(Self { patterns, levels })
    }

    /// All patterns.
    fn all(&self) -> u64 {
        if self.patterns.len() == MOST { u64::MAX } else { (1 << self.patterns.len()) - 1 }
    }

    /// The patterns of `live` that are at their end at this depth.
    #[inline]
    fn ends(&self, live: u64, depth: usize) -> u64 {
        self.levels.get(depth).map_or(0, |level| level.ends & live)
    }

    /// The patterns of `live` that lead on to the item with this index of an array at `depth`.
    #[inline]
    fn item(&self, live: u64, depth: usize, index: usize) -> u64 {
        let Some(level) = self.levels.get(depth) else { return 0 };
        let mut next = level.any;
        if !level.names.is_empty() {
            for (bit, pattern) in self.patterns.iter().enumerate() {
                next |= u64::from(live & (1 << bit) != 0 && pattern.accepts_index(depth, index)) << bit;
            }
        }
        next & live
    }

    /// The patterns of `live` that lead on to the member of this name, as it is spelled, of an object at `depth`.
    #[inline]
    fn member(&self, live: u64, depth: usize, raw: &[u8]) -> u64 {
        let Some(level) = self.levels.get(depth) else { return 0 };
        let of_name = |name: &[u8]| {
            let masks = level.names.iter().filter(|(known, _)| known.as_bytes() == name);
            masks.fold(0, |all, (_, mask)| all | mask)
        };
        // What is longer was perhaps cut, and is not a name here, however its start decodes.
        let named = if raw.len() > level.longest {
            0
        } else if raw.len() > level.shortest && raw.contains(&b'\\') {
            let name = String::from_utf8_lossy(raw);
            of_name(Text::from_raw(&name).decode_lossy().as_bytes())
        } else {
            of_name(raw)
        };
        (level.any | named) & live
    }

    /// Visits the strings at the places of the value that starts at `pos` (no white space before it), in ascending order:
    /// `visit` is told where each begins, and says where it ends (`scan::string_end`). Returns the offset after the value.
    pub fn strings(
        &self,
        text: &[u8],
        mut pos: usize,
        max_depth: usize,
        way: &mut Way,
        mut visit: impl FnMut(usize, &Trail<'_>) -> Result<usize, ScanError>,
    ) -> Result<usize, ScanError> {
        let frames = &mut way.0;
        frames.clear();
        let mut live = self.all();
        loop {
            // A value is due at `pos`, with the patterns of `live` leading to it.
            let mut is_first = false;
            let room = max_depth.saturating_sub(frames.len());
            let too_deep = |offset| ScanError { kind: ScanErrorKind::Depth(max_depth), offset };
            match text.get(pos) {
                Some(&bracket @ (b'{' | b'[')) if live != 0 => {
                    if room == 0 {
                        return Err(too_deep(pos));
                    }
                    frames.push(Frame { is_object: bracket == b'{', live, index: 0, name: 0..0 });
                    pos = skip_space(text, pos + 1);
                    is_first = true;
                }
                Some(b'{' | b'[') => {
                    pos = scan_value(text, pos, room).map_err(|error| match error.kind {
                        // Only the rest of the limit was left: what is told is all of it.
                        ScanErrorKind::Depth(_) => too_deep(error.offset),
                        _ => error,
                    })?;
                }
                Some(b'"') if self.ends(live, frames.len()) != 0 => {
                    let places = self.ends(live, frames.len());
                    pos = visit(pos, &Trail { text, frames, places })?;
                }
                _ => pos = scalar_end(text, pos)?,
            }
            live = loop {
                let depth = frames.len();
                let Some(frame) = frames.last_mut() else { return Ok(pos) };
                if goes_on(text, &mut pos, frame, std::mem::take(&mut is_first))? {
                    break self.child(text, &mut pos, frame, depth - 1)?;
                }
                frames.pop();
            };
        }
    }

    /// Goes to the value of the child at `pos` of a container at `depth`: the patterns that lead to it.
    #[inline]
    fn child(&self, text: &[u8], pos: &mut usize, frame: &mut Frame, depth: usize) -> Result<u64, ScanError> {
        if !frame.is_object {
            return Ok(self.item(frame.live, depth, frame.index));
        }
        (frame.name, *pos) = scan::member(text, *pos)?;
        Ok(self.member(frame.live, depth, &text[frame.name.clone()]))
    }
}

/// Steps over the comma before the next child of a container, or over the bracket that closes it, and says which. Before the
/// first child there is no comma.
#[inline]
fn goes_on(text: &[u8], pos: &mut usize, frame: &mut Frame, is_first: bool) -> Result<bool, ScanError> {
    *pos = skip_space(text, *pos);
    match text.get(*pos) {
        Some(&byte) if byte == if frame.is_object { b'}' } else { b']' } => {
            *pos += 1;
            Ok(false)
        }
        _ if is_first => Ok(true),
        Some(b',') => {
            frame.index += 1;
            *pos = skip_space(text, *pos + 1);
            Ok(true)
        }
        None => Err(ScanError { kind: ScanErrorKind::UnexpectedEnd, offset: *pos }),
        Some(_) => Err(ScanError { kind: ScanErrorKind::ExpectedCommaOrEnd, offset: *pos }),
    }
}
