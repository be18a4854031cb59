//! Counts of what became of texts and calls.

use std::ffi::c_char;

use jmend::Stats;

use crate::calls::JmendCalls;
use crate::results::JmendOutput;
use crate::{JmendError, JmendRepaired, JmendStatus, done, free, made, refused, text_of, usage, word};

/// Counts that add up.
pub struct JmendStats(Stats);

/// Starts at zero. `provider` is who made the answers of the model, or NULL. On `JMEND_STATUS_OK` `stats` is a new object, to be freed
/// with `jmend_stats_free`, and `error` is NULL; otherwise it is the other way round.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_stats_new(
    provider: *const c_char,
    stats: *mut *mut JmendStats,
    error: *mut *mut JmendError,
) -> JmendStatus {
    // SAFETY: the caller gives a string that ends with NUL, or NULL.
    let start = || Ok(Some(JmendStats(Stats::new(unsafe { name(provider, "provider")? }))));
    // SAFETY: the caller gives places for the counts, and for the error or NULL.
    unsafe { made((stats, "stats"), error, start) }
}

/// Reads counts that `jmend_stats_json` or the program wrote: JSON of `len` bytes. They are a new object, as above.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_stats_parse(
    json: *const c_char,
    len: usize,
    stats: *mut *mut JmendStats,
    error: *mut *mut JmendError,
) -> JmendStatus {
    let read = || {
        // SAFETY: the caller gives `len` bytes.
        let text = unsafe { text_of(json, len, "json")? };
        let read = Stats::parse(text).map_err(|why| refused(&why, text.as_bytes()))?;
        Ok(Some(JmendStats(read)))
    };
    // SAFETY: the caller gives places for the counts, and for the error or NULL.
    unsafe { made((stats, "stats"), error, read) }
}

/// Counts a repaired text; `tool` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_stats_repaired(
    stats: *mut JmendStats,
    tool: *const c_char,
    repaired: *const JmendRepaired,
    error: *mut *mut JmendError,
) -> JmendStatus {
    let count = || {
        // SAFETY: the caller gives counts that no other thread uses now, a string that ends with NUL or NULL, and a text.
        let (stats, tool, repaired) = unsafe { (stats.as_mut(), name(tool, "tool")?, repaired.as_ref()) };
        let stats = stats.ok_or_else(|| usage("stats is NULL"))?;
        let repaired = repaired.ok_or_else(|| usage("repaired is NULL"))?;
        stats.0.repaired(tool, &repaired.repaired);
        Ok(())
    };
    // SAFETY: the caller gives a place for the error, or NULL.
    unsafe { done(error, count) }
}

/// Counts the calls of a message, and those that were refused.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_stats_calls(
    stats: *mut JmendStats,
    calls: *const JmendCalls,
    error: *mut *mut JmendError,
) -> JmendStatus {
    let count = || {
        // SAFETY: the caller gives counts that no other thread uses now, and calls.
        let (stats, calls) = unsafe { (stats.as_mut(), calls.as_ref()) };
        let JmendStats(stats) = stats.ok_or_else(|| usage("stats is NULL"))?;
        let calls = calls.ok_or_else(|| usage("calls is NULL"))?;
        stats.calls(&calls.found);
        Ok(())
    };
    // SAFETY: the caller gives a place for the error, or NULL.
    unsafe { done(error, count) }
}

/// Counts a text or the arguments of a call that were refused with this error; `tool` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_stats_failed(
    stats: *mut JmendStats,
    tool: *const c_char,
    failure: *const JmendError,
    error: *mut *mut JmendError,
) -> JmendStatus {
    let count = || {
        // SAFETY: the caller gives counts that no other thread uses now, a string that ends with NUL or NULL, and an error.
        let (stats, tool, failure) = unsafe { (stats.as_mut(), name(tool, "tool")?, failure.as_ref()) };
        let stats = stats.ok_or_else(|| usage("stats is NULL"))?;
        stats.0.failed(tool, &failure.ok_or_else(|| usage("failure is NULL"))?.code);
        Ok(())
    };
    // SAFETY: the caller gives a place for the error, or NULL.
    unsafe { done(error, count) }
}

/// Adds what was counted elsewhere.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_stats_merge(stats: *mut JmendStats, other: *const JmendStats) {
    if stats.cast_const() == other {
        return;
    }
    // SAFETY: the caller gives counts that no other thread sets now, or NULL.
    if let (Some(stats), Some(other)) = unsafe { (stats.as_mut(), other.as_ref()) } {
        stats.0.merge(&other.0);
    }
}

/// Writes the counts as one JSON object, as `--stats` does; `jmend stats` reads it. On `JMEND_STATUS_OK` `output` is a new object, to be
/// freed with `jmend_output_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_stats_json(
    stats: *const JmendStats,
    output: *mut *mut JmendOutput,
    error: *mut *mut JmendError,
) -> JmendStatus {
    let write = || {
        // SAFETY: the caller gives counts, or NULL.
        let stats = unsafe { stats.as_ref() }.ok_or_else(|| usage("stats is NULL"))?;
        Ok(Some(JmendOutput(stats.0.to_json())))
    };
    // SAFETY: the caller gives places for the text, and for the error or NULL.
    unsafe { made((output, "output"), error, write) }
}

/// Frees counts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_stats_free(stats: *mut JmendStats) {
    // SAFETY: the caller gives what a function made, once, or NULL.
    unsafe { free(stats) };
}

/// A name, or NULL.
unsafe fn name<'w>(given: *const c_char, what: &str) -> Result<Option<&'w str>, crate::Unmet> {
    // SAFETY: the caller gives a string that ends with NUL, or NULL.
    if given.is_null() { Ok(None) } else { unsafe { word(given, what) }.map(Some) }
}
