//! The cache of results: a directory that the program and other processes share.

use std::ffi::c_char;
use std::io;
use std::time::Duration;

use jmend::{Cache, CacheEntry, Error};

use crate::results::JmendOutput;
use crate::{JmendError, JmendStatus, Unmet, done, free, made, number, refused, text_of, usage, word};

/// A cache directory.
pub struct JmendCache(pub(crate) Cache);

/// Names the directory, which appears with the first result; that of `jmend cache` and of the other libraries is the same. A path is
/// UTF-8. On `JMEND_STATUS_OK` `cache` is a new object, to be freed with `jmend_cache_free`, and `error` is NULL; otherwise it is the
/// other way round. Any threads and processes may use a directory at the same time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_cache_new(
    directory: *const c_char,
    cache: *mut *mut JmendCache,
    error: *mut *mut JmendError,
) -> JmendStatus {
    // SAFETY: the caller gives a string that ends with NUL.
    let name = || Ok(Some(JmendCache(Cache::new(unsafe { word(directory, "directory")? }))));
    // SAFETY: the caller gives places for the cache, and for the error or NULL.
    unsafe { made((cache, "cache"), error, name) }
}

/// Sets "namespace", which separates the results of a tenant, a model, or a tool version; "max-size" to the bytes that may lie in the
/// directory, where 0 is no limit; or "max-age" to the seconds after which a result is removed. The error says what the option takes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_cache_set(
    cache: *mut JmendCache,
    name: *const c_char,
    value: *const c_char,
    error: *mut *mut JmendError,
) -> JmendStatus {
    let set = || {
        // SAFETY: the caller gives an object that no other thread uses now, or NULL.
        let cache = unsafe { cache.as_mut() }.ok_or_else(|| usage("cache is NULL"))?;
        // SAFETY: the caller gives strings that end with NUL, or NULL.
        let (name, value) = unsafe { (word(name, "name")?, word(value, "value")?) };
        let now = cache.0.clone();
        cache.0 = match name {
            "namespace" => now.namespace(value),
            "max-size" => now.max_size(number(name, value)?),
            "max-age" => now.max_age(Duration::from_secs(number(name, value)?)),
            _ => {
                return Err(usage(format!("there is no {name:?}; there are namespace, max-size, max-age")));
            }
        };
        Ok(())
    };
    // SAFETY: the caller gives a place for the error, or NULL.
    unsafe { done(error, set) }
}

/// Frees the name of a directory, which stays as it is.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_cache_free(cache: *mut JmendCache) {
    // SAFETY: the caller gives what `jmend_cache_new` made, once, or NULL.
    unsafe { free(cache) };
}

/// Reads the result of a call. `arguments` is one JSON document of `len` bytes. On `JMEND_STATUS_OK` `result` is a new object, to be freed
/// with `jmend_output_free`, or NULL if there is no result. A damaged result, and what the system does not allow, are refused with
/// the code "io".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_cache_get(
    cache: *const JmendCache,
    tool: *const c_char,
    arguments: *const c_char,
    len: usize,
    result: *mut *mut JmendOutput,
    error: *mut *mut JmendError,
) -> JmendStatus {
    let read = || {
        // SAFETY: the caller gives a cache, a string that ends with NUL, and `len` bytes.
        let (cache, tool, arguments) = unsafe { call(cache, tool, arguments, len)? };
        let found = cache.get(tool, arguments).map_err(|why| failed(why, arguments))?;
        Ok(found.map(JmendOutput))
    };
    // SAFETY: the caller gives places for the result, and for the error or NULL.
    unsafe { made((result, "result"), error, read) }
}

/// Writes to `found` whether there is a result of a call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_cache_has(
    cache: *const JmendCache,
    tool: *const c_char,
    arguments: *const c_char,
    len: usize,
    found: *mut bool,
    error: *mut *mut JmendError,
) -> JmendStatus {
    let look = || {
        // SAFETY: the caller gives a cache, a string that ends with NUL, and `len` bytes.
        let (cache, tool, arguments) = unsafe { call(cache, tool, arguments, len)? };
        cache.has(tool, arguments).map_err(|why| failed(why, arguments))
    };
    // SAFETY: the caller gives places for the answer, and for the error or NULL.
    unsafe { told(found, error, look) }
}

/// Stores the result of a call, byte for byte: JSON of `result_len` bytes, or text with `is_text`. `stored` may be NULL; it is false if the
/// result is larger than "max-size", so that it was not kept.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_cache_put(
    cache: *const JmendCache,
    tool: *const c_char,
    arguments: *const c_char,
    len: usize,
    result: *const c_char,
    result_len: usize,
    is_text: bool,
    stored: *mut bool,
    error: *mut *mut JmendError,
) -> JmendStatus {
    let store = || {
        // SAFETY: the caller gives a cache, a string that ends with NUL, and so many bytes of each text.
        let ((cache, tool, arguments), result) =
            unsafe { (call(cache, tool, arguments, len)?, text_of(result, result_len, "result")?) };
        let put = if is_text {
            cache.put_text(tool, arguments, result)
        } else {
            cache.put(tool, arguments, result)
        };
        put.map_err(|why| {
            let is_about_result = why.kind() == io::ErrorKind::InvalidData;
            failed(why, if is_about_result { result } else { arguments })
        })
    };
    // SAFETY: the caller gives places for the answer and for the error, or NULL.
    unsafe { told(stored, error, store) }
}

/// Removes the result of a call. `removed` may be NULL; it says whether there was one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_cache_remove(
    cache: *const JmendCache,
    tool: *const c_char,
    arguments: *const c_char,
    len: usize,
    removed: *mut bool,
    error: *mut *mut JmendError,
) -> JmendStatus {
    let remove = || {
        // SAFETY: the caller gives a cache, a string that ends with NUL, and `len` bytes.
        let (cache, tool, arguments) = unsafe { call(cache, tool, arguments, len)? };
        cache.remove(tool, arguments).map_err(|why| failed(why, arguments))
    };
    // SAFETY: the caller gives places for the answer and for the error, or NULL.
    unsafe { told(removed, error, remove) }
}

/// Lists what lies in the directory, in every namespace, the oldest first: a JSON array with the objects that `jmend cache ls` prints. On
/// `JMEND_STATUS_OK` `list` is a new object, to be freed with `jmend_output_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_cache_entries(
    cache: *const JmendCache,
    list: *mut *mut JmendOutput,
    error: *mut *mut JmendError,
) -> JmendStatus {
    let read = || {
        // SAFETY: the caller gives a cache.
        let cache = unsafe { cache_of(cache)? };
        let entries = cache.entries().map_err(|why| failed(why, ""))?;
        let entries: Vec<_> = entries.iter().map(CacheEntry::to_json).collect();
        Ok(Some(JmendOutput(format!("[{}]", entries.join(",")))))
    };
    // SAFETY: the caller gives places for the list, and for the error or NULL.
    unsafe { made((list, "list"), error, read) }
}

/// Removes what "max-size" and "max-age" do not allow, damaged results, and temporary files that their writers left. On
/// `JMEND_STATUS_OK` `removed` is a new object, to be freed with `jmend_output_free`: a JSON object that counts "entries", "bytes",
/// "abandoned", and "corrupt".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_cache_collect(
    cache: *const JmendCache,
    removed: *mut *mut JmendOutput,
    error: *mut *mut JmendError,
) -> JmendStatus {
    let collect = || {
        // SAFETY: the caller gives a cache.
        let cache = unsafe { cache_of(cache)? };
        let jmend::Collected { entries, bytes, abandoned, corrupt, .. } =
            cache.collect().map_err(|why| failed(why, ""))?;
        Ok(Some(JmendOutput(format!(
            r#"{{"entries":{entries},"bytes":{bytes},"abandoned":{abandoned},"corrupt":{corrupt}}}"#
        ))))
    };
    // SAFETY: the caller gives places for the counts, and for the error or NULL.
    unsafe { made((removed, "removed"), error, collect) }
}

/// Writes what a function found out, where the caller wants to know it.
unsafe fn told(
    place: *mut bool,
    error: *mut *mut JmendError,
    work: impl FnOnce() -> Result<bool, Unmet>,
) -> JmendStatus {
    let tell = || {
        let is_so = work()?;
        if !place.is_null() {
            // SAFETY: the caller gives a place for the answer.
            unsafe { place.write(is_so) };
        }
        Ok(())
    };
    // SAFETY: the caller gives a place for the error, or NULL.
    unsafe { done(error, tell) }
}

unsafe fn cache_of<'c>(cache: *const JmendCache) -> Result<&'c Cache, Unmet> {
    // SAFETY: the caller gives a live object or NULL.
    unsafe { cache.as_ref() }.map(|cache| &cache.0).ok_or_else(|| usage("cache is NULL"))
}

/// A cache, and a call to ask it about.
unsafe fn call<'c>(
    cache: *const JmendCache,
    tool: *const c_char,
    arguments: *const c_char,
    len: usize,
) -> Result<(&'c Cache, &'c str, &'c str), Unmet> {
    // SAFETY: the caller gives a cache, a string that ends with NUL, and `len` bytes.
    unsafe { Ok((cache_of(cache)?, word(tool, "tool")?, text_of(arguments, len, "arguments")?)) }
}

/// A failure that is about a text, or an error of the system.
fn failed(error: io::Error, text: &str) -> Unmet {
    match error.downcast::<Error>() {
        Ok(inner) => refused(&inner, text.as_bytes()),
        Err(error) => (JmendStatus::Refused, JmendError::plain("io", error.to_string())),
    }
}
