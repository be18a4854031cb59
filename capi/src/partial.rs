//! A document that grows.

use std::ffi::c_char;

use jmend::{Options, Partial};

use crate::{
    JmendError, JmendOptions, JmendRepaired, JmendStatus, JmendText, buffer, done, free, made, refused, usage,
};

/// A text that comes in pieces, and what is known of its document by now.
pub struct JmendPartial {
    partial: Partial,
    /// All pieces, for the place of an error.
    text: Vec<u8>,
}

/// A text without a piece. `options` may be NULL and are copied. Freed with `jmend_partial_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_partial_new(options: *const JmendOptions) -> *mut JmendPartial {
    // SAFETY: the caller gives options, or NULL.
    let options = unsafe { options.as_ref() }.map_or_else(Options::default, |options| options.options);
    let partial = Partial::with_options(&options);
    Box::into_raw(Box::new(JmendPartial { partial, text: Vec::new() }))
}

/// Adds a piece of `len` bytes. `is_shown` may be NULL; it says whether `jmend_partial_value` shows more than before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_partial_push(
    partial: *mut JmendPartial,
    piece: *const c_char,
    len: usize,
    is_shown: *mut bool,
    error: *mut *mut JmendError,
) -> JmendStatus {
    let push = || {
        // SAFETY: the caller gives an object that no other thread uses now, and `len` bytes.
        let (partial, piece) = unsafe { (partial.as_mut(), buffer(piece, len, "piece")?) };
        let partial = partial.ok_or_else(|| usage("partial is NULL"))?;
        partial.text.extend_from_slice(piece);
        let is_more = partial.partial.push(piece);
        if !is_shown.is_null() {
            // SAFETY: the caller gives a place for the answer.
            unsafe { is_shown.write(is_more) };
        }
        Ok(())
    };
    // SAFETY: the caller gives a place for the error, or NULL.
    unsafe { done(error, push) }
}

/// What is certain of the document by now, as strict JSON; none as long as nothing is. It is valid until the next piece.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_partial_value(partial: *const JmendPartial) -> JmendText {
    // SAFETY: the caller gives a live object or NULL.
    let value = unsafe { partial.as_ref() }.and_then(|partial| partial.partial.value());
    value.map_or(JmendText::NONE, JmendText::of)
}

/// Repairs the whole text, which has ended, as `jmend_repair` does. On `JMEND_STATUS_OK` `repaired` is a new object, to be freed with
/// `jmend_repaired_free`, and `error` is NULL; otherwise it is the other way round.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_partial_finish(
    partial: *const JmendPartial,
    repaired: *mut *mut JmendRepaired,
    error: *mut *mut JmendError,
) -> JmendStatus {
    let finish = || {
        // SAFETY: the caller gives an object that no other thread changes now, or NULL.
        let partial = unsafe { partial.as_ref() }.ok_or_else(|| usage("partial is NULL"))?;
        let found = partial.partial.finish().map_err(|why| refused(&why, &partial.text))?;
        Ok(Some(JmendRepaired::of(found)))
    };
    // SAFETY: the caller gives places for the result, and for the error or NULL.
    unsafe { made((repaired, "repaired"), error, finish) }
}

/// Frees a text that came in pieces.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_partial_free(partial: *mut JmendPartial) {
    // SAFETY: the caller gives what `jmend_partial_new` made, once, or NULL.
    unsafe { free(partial) };
}
