//! JSON texts → values of jq, in one pass that checks them.
//!
//! A string without escapes is a part of the text and no copy, and an array or object is built when its length is known: most
//! of the time that a filter takes goes into the memory of its input.

use jaq_json::{Map, Num, Val, read};

use crate::core::json::cursor::{Cursor, Next};
use crate::core::json::{MAX_DEPTH, ScanError};

/// Digits that each integer of the machine can have.
const SURE_DIGITS: usize = 18;

/// Says why there is no value.
pub(super) enum NoValue {
    /// The text is not JSON.
    Scan(ScanError),
    /// The library does not take it, because of half a surrogate pair.
    Library(String),
}

impl From<ScanError> for NoValue {
    fn from(error: ScanError) -> Self {
        Self::Scan(error)
    }
}

/// An array or object that is open.
struct Frame {
    is_object: bool,
    /// Counts the values before it.
    before: usize,
}

/// Reads the value that begins at `start` of `text`, a string of which the bytes before `end` are UTF-8, and says where it
/// ends.
pub(super) fn value_at(text: &Val, start: usize, end: usize) -> Result<(Val, usize), NoValue> {
    let Val::TStr(whole) = text else { return Ok((Val::Null, start)) };
    let string = |place: std::ops::Range<usize>| {
        if memchr::memchr(b'\\', &whole[place.clone()]).is_none() {
            return Ok(Val::TStr(Box::new(whole.slice(place))));
        }
        let quoted = &whole[place.start - 1..=place.end];
        read::parse_single(quoted).map_err(|error| NoValue::Library(error.to_string()))
    };
    let mut cursor = Cursor::new(&whole[..end], start, MAX_DEPTH);
    let (mut frames, mut values): (Vec<Frame>, Vec<Val>) = (Vec::new(), Vec::new());
    loop {
        match cursor.advance()? {
            Next::Value => {
                if frames.last().is_some_and(|frame| frame.is_object) {
                    values.push(string(cursor.key())?);
                }
                if let Some(is_object) = cursor.enter()? {
                    frames.push(Frame { is_object, before: values.len() });
                    continue;
                }
                let place = cursor.scalar()?;
                values.push(match whole[place.start] {
                    b'"' => string(place.start + 1..place.end - 1)?,
                    b'n' => Val::Null,
                    b't' => Val::Bool(true),
                    b'f' => Val::Bool(false),
                    _ => Val::Num(number(&whole[place])),
                });
            }
            Next::Close => {
                let Some(Frame { is_object, before }) = frames.pop() else { continue };
                let built =
                    if is_object { object(&mut values, before) } else { values.drain(before..).collect() };
                values.push(built);
            }
            Next::End => return Ok((values.pop().unwrap_or_default(), cursor.pos())),
        }
    }
}

/// Makes an object of the keys and values that stand from `before` on. Of equal keys the last gives the value.
fn object(values: &mut Vec<Val>, before: usize) -> Val {
    let mut map = Map::default();
    map.reserve_exact((values.len() - before) / 2);
    let mut members = values.drain(before..);
    while let (Some(name), Some(value)) = (members.next(), members.next()) {
        map.insert(name, value);
    }
    drop(members);
    Val::obj(map)
}

/// A number of JSON.
fn number(text: &[u8]) -> Num {
    let digits = text.strip_prefix(b"-").unwrap_or(text);
    let is_short = digits.len() <= SURE_DIGITS && digits.iter().all(u8::is_ascii_digit);
    let short = std::str::from_utf8(text).ok().filter(|_| is_short).and_then(|text| text.parse().ok());
    short.map(Num::Int).or_else(|| read::parse_single_num(text)).unwrap_or(Num::Float(f64::NAN))
}
