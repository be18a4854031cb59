//! Text from JavaScript: a string, or the bytes of a `Uint8Array`.

use std::cell::RefCell;
use std::mem::take;
use std::ptr;

use encoding_rs::mem::{convert_utf16_to_utf8_partial, utf16_valid_up_to};
use jmend::core::json::{MAX_DEPTH, scan_text};
use napi::bindgen_prelude::{FromNapiValue, TypeName, Uint8ArraySlice, ValidateNapiValue};
use napi::{Error, Result, Status, ValueType, sys};

/// The most bytes of UTF-8 that one unit of UTF-16 becomes.
const MOST_BYTES: usize = 3;
/// Units that are converted at once: few enough for the nearest cache.
const CHUNK: usize = 4096;
const FIRST_BEYOND_ASCII: u16 = 0x80;
const FIRST_SURROGATE: u16 = 0xD800;
/// A character of ASCII that JSON has in strings alone, unescaped.
const DELETE: u16 = 0x7F;

/// Units and bytes of room that a thread keeps for the next text, which is read into it by one call: to allocate so much anew takes
/// longer than to read it.
const KEPT: usize = 1 << 18;

/// The room of a thread.
#[derive(Default)]
struct Room {
    units: Vec<u16>,
    bytes: Vec<u8>,
}

thread_local! {
    static ROOM: RefCell<Room> = const { RefCell::new(Room { units: Vec::new(), bytes: Vec::new() }) };
}

/// The text of one argument.
pub struct Text {
    /// UTF-8; half a surrogate pair is written as three bytes, which the library reports as what they are: no UTF-8.
    pub bytes: Vec<u8>,
    /// States whether it was a string. Then places in it are counted as JavaScript counts them.
    pub is_string: bool,
}

impl Drop for Text {
    fn drop(&mut self) {
        if self.bytes.capacity() == KEPT {
            let bytes = take(&mut self.bytes);
            ROOM.with(|room| room.borrow_mut().bytes = bytes);
        }
    }
}

impl TypeName for Text {
    fn type_name() -> &'static str {
        "string | Uint8Array"
    }

    fn value_type() -> ValueType {
        ValueType::Unknown
    }
}

impl ValidateNapiValue for Text {}

impl FromNapiValue for Text {
    unsafe fn from_napi_value(env: sys::napi_env, value: sys::napi_value) -> Result<Self> {
        // SAFETY: the caller passes an environment and a value that are alive; Node checks the type of the value.
        match unsafe { within_room(env, value, |_, _| false) } {
            Some(Checked::Text(text)) => Ok(text),
            // SAFETY: as above.
            _ => unsafe { beyond_room(env, value) },
        }
    }
}

/// The text of a value that is no string for which the room of this thread is enough.
unsafe fn beyond_room(env: sys::napi_env, value: sys::napi_value) -> Result<Text> {
    // SAFETY: the caller's.
    match unsafe { length_of(env, value) } {
        // SAFETY: the caller's, and the value is a string of `length` units.
        Some(length) => unsafe { string(env, value, length) }
            .map(|bytes| Text { bytes, is_string: true })
            .ok_or_else(|| Error::new(Status::GenericFailure, "the string cannot be read")),
        // SAFETY: the caller's. The bytes are copied: JavaScript may change them while another thread holds them.
        None => unsafe { Uint8ArraySlice::from_napi_value(env, value) }
            .map(|bytes| Text { bytes: bytes.to_vec(), is_string: false })
            .map_err(|_| Error::new(Status::InvalidArg, "the text must be a string or a Uint8Array")),
    }
}

/// The text of one argument, unless it is a string that is JSON as it stands.
pub enum Checked {
    Json,
    /// Another text, or one that was not looked at.
    Text(Text),
}

impl TypeName for Checked {
    fn type_name() -> &'static str {
        Text::type_name()
    }

    fn value_type() -> ValueType {
        Text::value_type()
    }
}

impl ValidateNapiValue for Checked {}

impl FromNapiValue for Checked {
    unsafe fn from_napi_value(env: sys::napi_env, value: sys::napi_value) -> Result<Self> {
        // SAFETY: the caller passes an environment and a value that are alive; Node checks the type of the value.
        match unsafe { within_room(env, value, is_json) } {
            Some(read) => Ok(read),
            // SAFETY: as above.
            None => unsafe { beyond_room(env, value) }.map(Self::Text),
        }
    }
}

/// Returns whether a text beyond ASCII is JSON. What such a character is does not matter: JSON has it in strings alone, and there as
/// any other one. So the scanner reads a byte in its place, which takes less than to write it in UTF-8.
fn is_json(units: &[u16], bytes: &mut Vec<u8>) -> bool {
    let all = units.iter().fold(0, |all, unit| all | unit);
    if all < FIRST_BEYOND_ASCII || (all >= FIRST_SURROGATE && utf16_valid_up_to(units) < units.len()) {
        return false;
    }
    bytes.clear();
    bytes.reserve_exact(KEPT);
    bytes.extend(units.iter().map(|unit| low_byte((*unit).min(DELETE))));
    std::str::from_utf8(bytes).is_ok_and(|text| scan_text(text, MAX_DEPTH).is_ok())
}

/// A string for which the room of this thread is enough; `None` for another value. `passes` says of its units whether they are
/// JSON, and may use the room.
unsafe fn within_room(
    env: sys::napi_env,
    value: sys::napi_value,
    passes: impl FnOnce(&[u16], &mut Vec<u8>) -> bool,
) -> Option<Checked> {
    let Room { mut units, mut bytes } = ROOM.take();
    let mut read = None;
    // SAFETY: the caller's.
    if unsafe { read_units(env, value, KEPT, &mut units) } {
        read = Some(if passes(&units, &mut bytes) {
            Checked::Json
        } else {
            bytes.clear();
            bytes.reserve_exact(KEPT);
            add_utf8(&units, &mut bytes);
            Checked::Text(Text { bytes: take(&mut bytes), is_string: true })
        });
    }
    ROOM.with(|room| *room.borrow_mut() = Room { units, bytes });
    read
}

/// The length of a string in UTF-16 units; `None` for a value that is none.
unsafe fn length_of(env: sys::napi_env, value: sys::napi_value) -> Option<usize> {
    let mut length = 0;
    // SAFETY: without a buffer Node only writes the length.
    let status = unsafe { sys::napi_get_value_string_utf16(env, value, ptr::null_mut(), 0, &raw mut length) };
    (status == sys::Status::napi_ok).then_some(length)
}

/// The bytes of a string of `length` units.
unsafe fn string(env: sys::napi_env, value: sys::napi_value, length: usize) -> Option<Vec<u8>> {
    let (mut units, mut bytes) = (Vec::new(), Vec::with_capacity(length + CHUNK * MOST_BYTES));
    // Node writes a zero after the last unit, and what fills the room may be a part.
    let room = length.checked_add(2)?;
    // SAFETY: the caller's.
    unsafe { read_units(env, value, room, &mut units) }.then(|| add_utf8(&units, &mut bytes))?;
    Some(bytes)
}

/// Reads the units of a string into `units`, which get room for so many. Returns whether it is a string, and less long than that.
unsafe fn read_units(env: sys::napi_env, value: sys::napi_value, room: usize, units: &mut Vec<u16>) -> bool {
    units.clear();
    units.reserve_exact(room);
    let mut written = 0;
    // SAFETY: the buffer holds `room` units, and Node writes at most so many and says how many.
    let status =
        unsafe { sys::napi_get_value_string_utf16(env, value, units.as_mut_ptr(), room, &raw mut written) };
    if status != sys::Status::napi_ok || written + 1 >= room {
        return false;
    }
    // SAFETY: Node wrote so many units.
    unsafe { units.set_len(written) };
    true
}

/// Adds a text in UTF-16. Half a surrogate pair, which Node would replace without a word, becomes three bytes.
fn add_utf8(units: &[u16], bytes: &mut Vec<u8>) {
    let mut rest = units;
    while !rest.is_empty() {
        let chunk = &rest[..rest.len().min(CHUNK)];
        let all = chunk.iter().fold(0, |all, unit| all | unit);
        // A pair that the end of a chunk parts is sound in the next one.
        let sound = if all < FIRST_SURROGATE { chunk.len() } else { utf16_valid_up_to(chunk) };
        let read = if all < FIRST_BEYOND_ASCII {
            bytes.extend(chunk.iter().map(|unit| low_byte(*unit)));
            sound
        } else if sound > 0 {
            // Most texts are nearly ASCII; of another one, a part is read at a time.
            let at = bytes.len();
            bytes.resize(at + sound + sound / 8 + MOST_BYTES, 0);
            let (read, written) = convert_utf16_to_utf8_partial(&chunk[..sound], &mut bytes[at..]);
            bytes.truncate(at + written);
            read
        } else {
            let half = chunk[0];
            bytes.extend([0xE0 | half >> 12, 0x80 | half >> 6 & 0x3F, 0x80 | half & 0x3F].map(low_byte));
            1
        };
        rest = &rest[read..];
    }
}

fn low_byte(unit: u16) -> u8 {
    unit.to_le_bytes()[0]
}
