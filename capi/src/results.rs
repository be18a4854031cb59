//! Results of tools: normal forms, cache keys, and previews.

use std::ffi::c_char;
use std::mem::take;

use jmend::{KeyOptions, Numbers, OnCollision, PreviewOptions, Sample};

use crate::cache::JmendCache;
use crate::{
    JmendError, JmendStatus, JmendText, Unmet, done, free, made, number, refused, text_of, truth, usage, word,
};

/// A text that the library wrote.
pub struct JmendOutput(pub(crate) String);

/// The options of a preview.
#[derive(Default)]
pub struct JmendPreview(PreviewOptions);

/// The text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_output_text(output: *const JmendOutput) -> JmendText {
    // SAFETY: the caller gives a live object or NULL.
    unsafe { output.as_ref() }.map_or(JmendText::NONE, |output| JmendText::of(&output.0))
}

/// Frees a text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_output_free(output: *mut JmendOutput) {
    // SAFETY: the caller gives what a function made, once, or NULL.
    unsafe { free(output) };
}

/// Writes JSON of `len` bytes with `_` for `-` in all keys, and every other byte as it is; each document ends with a line feed.
/// `on_collision` says which of two keys that become equal stays: "first" or "last"; with "error" or NULL the text is refused. On
/// `JMEND_STATUS_OK` `output` is a new object, to be freed with `jmend_output_free`, and `error` is NULL; otherwise it is the other
/// way round.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_normalize(
    text: *const c_char,
    len: usize,
    on_collision: *const c_char,
    output: *mut *mut JmendOutput,
    error: *mut *mut JmendError,
) -> JmendStatus {
    let write = || {
        // SAFETY: the caller gives `len` bytes, and a string that ends with NUL or NULL.
        let (text, on_collision) =
            unsafe { (text_of(text, len, "text")?, word_or(on_collision, "on_collision", "error")?) };
        let on_collision = match on_collision {
            "error" => OnCollision::Error,
            "first" => OnCollision::First,
            "last" => OnCollision::Last,
            word => return Err(usage(format!("on_collision is one of error, first, last, not {word:?}"))),
        };
        let written = jmend::normalize(text, on_collision).map_err(|why| refused(&why, text.as_bytes()))?;
        Ok(Some(JmendOutput(written)))
    };
    // SAFETY: the caller gives places for the result, and for the error or NULL.
    unsafe { made((output, "output"), error, write) }
}

/// Writes one JSON document of `len` bytes in its canonical form: `_` for `-` in keys, sorted keys, and one spelling for strings and
/// numbers. `numbers` is "exact" for decimals of any size, which NULL is too, or
/// "double" for those of RFC 8785. On `JMEND_STATUS_OK` `output` is a new object, to be freed with `jmend_output_free`, and `error` is
/// NULL; otherwise it is the other way round.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_canonical(
    text: *const c_char,
    len: usize,
    numbers: *const c_char,
    output: *mut *mut JmendOutput,
    error: *mut *mut JmendError,
) -> JmendStatus {
    let write = || {
        // SAFETY: the caller gives `len` bytes, and a string that ends with NUL or NULL.
        let (text, numbers) = unsafe { (text_of(text, len, "text")?, word_or(numbers, "numbers", "exact")?) };
        let numbers = match numbers {
            "exact" => Numbers::Exact,
            "double" => Numbers::Double,
            word => return Err(usage(format!("numbers is one of exact, double, not {word:?}"))),
        };
        let written = jmend::canonical(text, numbers).map_err(|why| refused(&why, text.as_bytes()))?;
        Ok(Some(JmendOutput(written)))
    };
    // SAFETY: the caller gives places for the result, and for the error or NULL.
    unsafe { made((output, "output"), error, write) }
}

/// Writes the cache key of a call, "jk1-…": equal calls have equal keys, in any spelling. `arguments` is one JSON document of `len` bytes.
/// `space` separates the keys of a tenant, a model, or a tool version, and may be NULL. `text` may be NULL, or a place for the text that
/// the key is the hash of. On `JMEND_STATUS_OK` `key` and that are new objects, to be freed with `jmend_output_free`, and `error` is
/// NULL; otherwise it is the other way round.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_cache_key(
    tool: *const c_char,
    arguments: *const c_char,
    len: usize,
    space: *const c_char,
    key: *mut *mut JmendOutput,
    text: *mut *mut JmendOutput,
    error: *mut *mut JmendError,
) -> JmendStatus {
    if !text.is_null() {
        // SAFETY: the caller gives a place for the text.
        unsafe { text.write(std::ptr::null_mut()) };
    }
    let write = || {
        // SAFETY: the caller gives strings that end with NUL, or NULL, and `len` bytes.
        let (tool, arguments) = unsafe { (word(tool, "tool")?, text_of(arguments, len, "arguments")?) };
        let mut options = KeyOptions::default();
        if !space.is_null() {
            // SAFETY: the caller gives a string that ends with NUL.
            options = options.namespace(unsafe { word(space, "space")? });
        }
        let found =
            jmend::cache_key(tool, arguments, &options).map_err(|why| refused(&why, arguments.as_bytes()))?;
        if !text.is_null() {
            // SAFETY: the place was written above.
            unsafe { text.write(Box::into_raw(Box::new(JmendOutput(found.text)))) };
        }
        Ok(Some(JmendOutput(found.key)))
    };
    // SAFETY: the caller gives places for the key, and for the error or NULL.
    unsafe { made((key, "key"), error, write) }
}

/// A preview of the shape and the size. Freed with `jmend_preview_free`.
#[unsafe(no_mangle)]
pub extern "C" fn jmend_preview_new() -> *mut JmendPreview {
    Box::into_raw(Box::default())
}

/// Sets what a preview shows: "rows" to a number of first items, "profile" to "true", "at" to the JSON Pointer of the rows, "sample" to
/// "head:3", "tail:3" or "random:3", "max-bytes" to the size that the preview may have, and "hint" to the sentence that tells the model
/// how to reach the full result that you keep. The error says what the option takes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_preview_set(
    preview: *mut JmendPreview,
    name: *const c_char,
    value: *const c_char,
    error: *mut *mut JmendError,
) -> JmendStatus {
    let set = || {
        // SAFETY: the caller gives an object that no other thread uses now, or NULL.
        let preview = unsafe { preview.as_mut() }.ok_or_else(|| usage("preview is NULL"))?;
        // SAFETY: the caller gives strings that end with NUL, or NULL.
        let (name, value) = unsafe { (word(name, "name")?, word(value, "value")?) };
        let sample = || Sample::named(value).map_err(|takes| usage(format!("sample: {takes}")));
        let now = take(&mut preview.0);
        preview.0 = match name {
            "rows" => now.rows(number(name, value)?),
            "profile" if truth(name, value)? => now.profile(),
            "profile" => now,
            "at" => now.at(value),
            "sample" => now.sample(sample()?),
            "max-bytes" => now.max_bytes(number(name, value)?),
            "hint" => now.hint(value),
            _ => {
                let names = "rows, profile, at, sample, max-bytes, hint";
                return Err(usage(format!("there is no {name:?}; there are {names}")));
            }
        };
        Ok(())
    };
    // SAFETY: the caller gives a place for the error, or NULL.
    unsafe { done(error, set) }
}

/// Lets the preview store the result in this cache, unless it tells of an error, and tell the model that it is there. The cache is copied.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_preview_cache(preview: *mut JmendPreview, cache: *const JmendCache) {
    // SAFETY: the caller gives objects that no other thread sets now, or NULL.
    if let (Some(preview), Some(cache)) = unsafe { (preview.as_mut(), cache.as_ref()) } {
        preview.0 = take(&mut preview.0).cache(&cache.0);
    }
}

/// Frees the options of a preview.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_preview_free(preview: *mut JmendPreview) {
    // SAFETY: the caller gives what `jmend_preview_new` made, once, or NULL.
    unsafe { free(preview) };
}

/// Describes the result of a call for a model, as one JSON object: its shape, its size, and how to reach the rest. `arguments` is a JSON
/// object, `result` one JSON document or text; `preview` may be NULL. On `JMEND_STATUS_OK` `output` is a new object, to be freed with
/// `jmend_output_free`, and `error` is NULL; otherwise it is the other way round.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_preview(
    tool: *const c_char,
    arguments: *const c_char,
    arguments_len: usize,
    result: *const c_char,
    len: usize,
    preview: *const JmendPreview,
    output: *mut *mut JmendOutput,
    error: *mut *mut JmendError,
) -> JmendStatus {
    let write = || {
        // SAFETY: the caller gives a string that ends with NUL, so many bytes of each text, and options or NULL.
        let (tool, arguments, result, preview) = unsafe {
            let arguments = text_of(arguments, arguments_len, "arguments")?;
            (word(tool, "tool")?, arguments, text_of(result, len, "result")?, preview.as_ref())
        };
        let plain = PreviewOptions::default();
        let options = preview.map_or(&plain, |preview| &preview.0);
        let written = jmend::preview(tool, arguments, result, options).map_err(|why| {
            refused(&why, if why.code() == "arguments" { arguments } else { result }.as_bytes())
        })?;
        Ok(Some(JmendOutput(written)))
    };
    // SAFETY: the caller gives places for the result, and for the error or NULL.
    unsafe { made((output, "output"), error, write) }
}

/// A caller's string that ends with NUL, or this one for NULL.
unsafe fn word_or<'w>(given: *const c_char, what: &str, absent: &'w str) -> Result<&'w str, Unmet> {
    if given.is_null() {
        return Ok(absent);
    }
    // SAFETY: the caller gives a string that ends with NUL.
    unsafe { word(given, what) }
}
