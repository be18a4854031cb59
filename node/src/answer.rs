//! What goes back to JavaScript.

use std::ptr;

use encoding_rs::mem::{convert_utf8_to_latin1_lossy, convert_utf8_to_utf16, is_utf8_latin1};
use napi::bindgen_prelude::{ToNapiValue, TypeName};
use napi::{Error, Result, Status, ValueType, check_status, sys};

const TOO_LONG: &str = "the text is longer than a string of JavaScript can be";

/// The answer of every function. `lib/index.cjs` tells them apart by their types.
pub enum Answer {
    /// The text is the answer as it stands: `undefined`.
    Unchanged,
    /// A string.
    Text(String),
    /// A string: the bytes of a text that is valid as it came.
    Bytes(Vec<u8>),
    /// `[text, facts]`: `undefined` for a text that did not change, and what is known of it as JSON.
    Facts(Option<String>, String),
    /// `[failure]`: why there is no answer, as JSON.
    Failure(String),
}

impl TypeName for Answer {
    fn type_name() -> &'static str {
        "answer"
    }

    fn value_type() -> ValueType {
        ValueType::Unknown
    }
}

impl ToNapiValue for Answer {
    unsafe fn to_napi_value(env: sys::napi_env, answer: Self) -> Result<sys::napi_value> {
        // SAFETY: the caller passes an environment that is alive; so do the calls below.
        unsafe {
            match answer {
                Self::Unchanged => undefined(env),
                Self::Text(text) => string(env, text.as_bytes()),
                Self::Bytes(text) => string(env, &text),
                Self::Facts(text, facts) => {
                    let text = text.map_or_else(|| undefined(env), |text| string(env, text.as_bytes()))?;
                    array(env, &[text, string(env, facts.as_bytes())?])
                }
                Self::Failure(failure) => array(env, &[string(env, failure.as_bytes())?]),
            }
        }
    }
}

unsafe fn undefined(env: sys::napi_env) -> Result<sys::napi_value> {
    let mut value = ptr::null_mut();
    // SAFETY: Node writes a value.
    check_status!(unsafe { sys::napi_get_undefined(env, &raw mut value) })?;
    Ok(value)
}

/// A string of JavaScript, from UTF-8. V8 holds Latin-1 or UTF-16 and copies both as they are; its own reader of UTF-8 takes 3 to 15
/// times as long as the conversion here, once a text is not ASCII.
unsafe fn string(env: sys::napi_env, text: &[u8]) -> Result<sys::napi_value> {
    if text.is_ascii() {
        // SAFETY: the caller's.
        return unsafe { latin1(env, text) };
    }
    if is_utf8_latin1(text) {
        let mut units = vec![0; text.len()];
        let count = convert_utf8_to_latin1_lossy(text, &mut units);
        // SAFETY: the caller's.
        return unsafe { latin1(env, &units[..count]) };
    }
    // The converter asks for one unit more than there are bytes.
    let mut units = vec![0; text.len() + 1];
    let count = convert_utf8_to_utf16(text, &mut units);
    let mut value = ptr::null_mut();
    let length = isize::try_from(count).map_err(|_| Error::from_status(Status::InvalidArg))?;
    // SAFETY: `units` holds so many units.
    check_status!(
        unsafe { sys::napi_create_string_utf16(env, units.as_ptr(), length, &raw mut value) },
        "{TOO_LONG}"
    )?;
    Ok(value)
}

unsafe fn latin1(env: sys::napi_env, text: &[u8]) -> Result<sys::napi_value> {
    let mut value = ptr::null_mut();
    let length = isize::try_from(text.len()).map_err(|_| Error::from_status(Status::InvalidArg))?;
    // SAFETY: the start and the length are those of the text.
    check_status!(
        unsafe { sys::napi_create_string_latin1(env, text.as_ptr().cast(), length, &raw mut value) },
        "{TOO_LONG}"
    )?;
    Ok(value)
}

unsafe fn array(env: sys::napi_env, values: &[sys::napi_value]) -> Result<sys::napi_value> {
    let mut array = ptr::null_mut();
    // SAFETY: Node writes an array, and puts the values, which are alive, into it.
    check_status!(unsafe { sys::napi_create_array_with_length(env, values.len(), &raw mut array) })?;
    for (index, value) in (0..).zip(values) {
        check_status!(unsafe { sys::napi_set_element(env, array, index, *value) })?;
    }
    Ok(array)
}
