//! Text from JavaScript: a string, or the bytes of a `Uint8Array`.

use std::cell::RefCell;
use std::mem::take;
use std::ptr;

use napi::bindgen_prelude::{FromNapiValue, TypeName, Uint8Array, ValidateNapiValue};
use napi::{Error, Result, Status, ValueType, sys};

/// The bytes that three code units of UTF-16 can take in UTF-8, by unit: with so much room V8 copies in one pass.
const MOST_BYTES: usize = 3;
/// What Node writes for half a surrogate pair, in UTF-8.
const REPLACEMENT: &[u8] = "\u{FFFD}".as_bytes();

/// Bytes of room that a thread keeps for the next text: a short text is read into it by one call, without an allocation.
const KEPT: usize = 1 << 16;

thread_local! {
    static ROOM: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
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
            ROOM.with(|room| room.replace(bytes));
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
        if let Some(bytes) = unsafe { short(env, value) } {
            return Ok(Self { bytes, is_string: true });
        }
        // SAFETY: as above.
        let length = unsafe { units_of(env, value) };
        match length {
            // SAFETY: as above, and the value is a string of `length` units.
            Some(length) => unsafe { string(env, value, length) }
                .map(|bytes| Self { bytes, is_string: true })
                .ok_or_else(|| Error::new(Status::GenericFailure, "the string cannot be read")),
            // SAFETY: as above. The bytes are copied: JavaScript may change them while another thread holds them.
            None => unsafe { Uint8Array::from_napi_value(env, value) }
                .map(|bytes| Self { bytes: bytes.to_vec(), is_string: false })
                .map_err(|_| Error::new(Status::InvalidArg, "the text must be a string or a Uint8Array")),
        }
    }
}

/// The bytes of a string for which the room of this thread is enough. `None` for another one, for one that may hold half a surrogate
/// pair, and for a value that is no string.
unsafe fn short(env: sys::napi_env, value: sys::napi_value) -> Option<Vec<u8>> {
    let mut bytes = ROOM.take();
    bytes.clear();
    bytes.reserve_exact(KEPT);
    let mut written = 0;
    // SAFETY: the buffer holds `KEPT` bytes, and Node writes at most so many and says how many.
    let status = unsafe {
        sys::napi_get_value_string_utf8(env, value, bytes.as_mut_ptr().cast(), KEPT, &raw mut written)
    };
    // Node ends the text before a character that has no room, and writes a NUL.
    let is_whole = status == sys::Status::napi_ok && written + MOST_BYTES + 1 < KEPT;
    if is_whole {
        // SAFETY: Node wrote so many bytes.
        unsafe { bytes.set_len(written) };
        if !has_replacement(&bytes) {
            return Some(bytes);
        }
    }
    ROOM.with(|room| room.replace(bytes));
    None
}

/// The length of a string in UTF-16 units; `None` for a value that is none.
unsafe fn units_of(env: sys::napi_env, value: sys::napi_value) -> Option<usize> {
    let mut length = 0;
    // SAFETY: without a buffer Node only writes the length.
    let status = unsafe { sys::napi_get_value_string_utf16(env, value, ptr::null_mut(), 0, &raw mut length) };
    (status == sys::Status::napi_ok).then_some(length)
}

/// The bytes of a string of `length` units.
unsafe fn string(env: sys::napi_env, value: sys::napi_value, length: usize) -> Option<Vec<u8>> {
    let room = length.checked_mul(MOST_BYTES)?.checked_add(1)?;
    let mut bytes: Vec<u8> = Vec::with_capacity(room);
    let mut written = 0;
    let start = bytes.as_mut_ptr().cast();
    // SAFETY: the buffer holds `room` bytes, and Node writes at most so many and says how many.
    let status = unsafe { sys::napi_get_value_string_utf8(env, value, start, room, &raw mut written) };
    if status != sys::Status::napi_ok || written >= room {
        return None;
    }
    // SAFETY: Node wrote so many bytes.
    unsafe { bytes.set_len(written) };
    if has_replacement(&bytes) {
        // SAFETY: as this function's own.
        return unsafe { halves(env, value, length) };
    }
    if room > 2 * written.max(MOST_BYTES) {
        bytes.shrink_to_fit();
    }
    Some(bytes)
}

/// Returns whether Node replaced anything, as far as one can tell. The first byte of its replacement is rare and found fast.
fn has_replacement(bytes: &[u8]) -> bool {
    bytes.contains(&REPLACEMENT[0]) && bytes.windows(REPLACEMENT.len()).any(|window| window == REPLACEMENT)
}

/// The bytes of a string that may hold half a surrogate pair, which Node would replace without a word.
#[cold]
unsafe fn halves(env: sys::napi_env, value: sys::napi_value, length: usize) -> Option<Vec<u8>> {
    let room = length.checked_add(1)?;
    let mut units: Vec<u16> = Vec::with_capacity(room);
    let mut written = 0;
    // SAFETY: the buffer holds `room` units, and Node writes at most so many and says how many.
    let status =
        unsafe { sys::napi_get_value_string_utf16(env, value, units.as_mut_ptr(), room, &raw mut written) };
    if status != sys::Status::napi_ok || written >= room {
        return None;
    }
    // SAFETY: Node wrote so many units.
    unsafe { units.set_len(written) };
    let mut bytes = Vec::with_capacity(units.len());
    for each in char::decode_utf16(units) {
        match each {
            Ok(character) => bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes()),
            Err(half) => {
                let unit = half.unpaired_surrogate();
                bytes.extend([
                    0xE0 | (unit >> 12) as u8,
                    0x80 | (unit >> 6 & 0x3F) as u8,
                    0x80 | (unit & 0x3F) as u8,
                ]);
            }
        }
    }
    Some(bytes)
}
