//! The C interface: `include/jmend.h` is written from this folder. Everything works on buffers and handles; the rules that
//! callers keep to stand at the top of the header.

use std::ffi::{CStr, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

use jmend::{Error, Fix, Options, Repaired, UnknownTools};

mod cache;
mod calls;
mod eval;
mod partial;
mod query;
mod results;
mod stats;

/// What became of a request.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JmendStatus {
    /// It was done.
    Ok = 0,
    /// The text cannot be repaired, or not within the options: the error says why, and where.
    Refused = 1,
    /// An argument is wrong: a null pointer, an option that there is not, a list of tools that is no JSON.
    Usage = 2,
    /// A fault of the library, which changed nothing. Please report it.
    Internal = 3,
}

/// A text in memory of an object: `data` is NULL where there is none. No NUL stands at its end.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct JmendText {
    /// Its first byte.
    pub data: *const c_char,
    /// Its bytes.
    pub len: usize,
}

/// One change of a text.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct JmendFix {
    /// What was wrong: a stable kebab-case name.
    pub code: JmendText,
    /// "syntax", "inferred" or "lossy".
    pub risk: JmendText,
    /// What was wrong, in a sentence.
    pub message: JmendText,
    /// The byte of the text that was given at which the change begins.
    pub start: usize,
    /// The byte at which it ends.
    pub end: usize,
    /// What stands there now; none for a remark on a larger change.
    pub replacement: JmendText,
}

/// How texts are repaired.
pub struct JmendOptions {
    options: Options,
    says_truncated: bool,
    unknown_tools: Option<UnknownTools>,
    /// Says whether arguments have to fit the schema of their tool.
    check: Option<bool>,
}

/// A repaired text.
pub struct JmendRepaired {
    repaired: Repaired<'static>,
    fixes: Vec<Fix<'static>>,
}

/// Why a text was refused, and where.
pub struct JmendError {
    code: Box<str>,
    message: Box<str>,
    /// Says what to tell the model; empty where that is not the model's fault.
    feedback: Box<str>,
    offset: usize,
    line: usize,
    column: usize,
    /// The place in a program, a JSON Pointer, and the name that was probably meant.
    path: Option<Box<str>>,
    suggestion: Option<Box<str>>,
}

impl JmendRepaired {
    fn of(found: Repaired<'_>) -> Self {
        let repaired = found.into_owned();
        let fixes = repaired.fixes.iter().map(Fix::into_owned).collect();
        Self { repaired, fixes }
    }
}

impl JmendText {
    const NONE: Self = Self { data: ptr::null(), len: 0 };

    fn of(text: &str) -> Self {
        Self { data: text.as_ptr().cast(), len: text.len() }
    }
}

impl JmendError {
    fn usage(message: impl Into<String>) -> Self {
        Self::plain("usage", message)
    }

    /// An error that has no place in a text.
    fn plain(code: &str, message: impl Into<String>) -> Self {
        let (code, message) = (Box::from(code), message.into().into_boxed_str());
        let feedback = Box::default();
        Self { code, message, feedback, offset: 0, line: 1, column: 1, path: None, suggestion: None }
    }

    /// The error about a text.
    fn of(error: &Error, text: &[u8]) -> Self {
        Self {
            code: error.code().into(),
            message: error.message().into(),
            feedback: error.feedback(text).into(),
            offset: error.offset(),
            line: error.line(),
            column: error.column(),
            path: error.path().map(Box::from),
            suggestion: error.suggestion().map(Box::from),
        }
    }
}

/// Why a request was not done.
type Unmet = (JmendStatus, JmendError);

/// Does the work of a function: no panic leaves it, and its error is the caller's.
unsafe fn done(error: *mut *mut JmendError, work: impl FnOnce() -> Result<(), Unmet>) -> JmendStatus {
    let outcome = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        Err((JmendStatus::Internal, JmendError::usage("a fault of the library; please report it")))
    });
    let (status, why) = match outcome {
        Ok(()) => (JmendStatus::Ok, ptr::null_mut()),
        Err((status, why)) => (status, Box::into_raw(Box::new(why))),
    };
    if error.is_null() {
        if !why.is_null() {
            // SAFETY: it was made by `Box::into_raw` above, and nothing else has it.
            drop(unsafe { Box::from_raw(why) });
        }
    } else {
        // SAFETY: the caller gives a place for the error, or NULL.
        unsafe { error.write(why) };
    }
    status
}

/// Does the work of a function that gives a new object, which is at `place` then; NULL is there on an error, and where there is none.
unsafe fn made<T>(
    (place, name): (*mut *mut T, &str),
    error: *mut *mut JmendError,
    work: impl FnOnce() -> Result<Option<T>, Unmet>,
) -> JmendStatus {
    let make = || {
        if place.is_null() {
            return Err(usage(format!("{name} is NULL")));
        }
        // SAFETY: the caller gives a place for the object.
        unsafe { place.write(ptr::null_mut()) };
        if let Some(object) = work()? {
            // SAFETY: the place was written above.
            unsafe { place.write(Box::into_raw(Box::new(object))) };
        }
        Ok(())
    };
    // SAFETY: the caller gives a place for the error, or NULL.
    unsafe { done(error, make) }
}

fn usage(message: impl Into<String>) -> Unmet {
    (JmendStatus::Usage, JmendError::usage(message))
}

fn refused(why: &Error, text: &[u8]) -> Unmet {
    (JmendStatus::Refused, JmendError::of(why, text))
}

/// The bytes of a caller's buffer, for as long as the call takes.
unsafe fn buffer<'b>(data: *const c_char, len: usize, what: &str) -> Result<&'b [u8], Unmet> {
    if data.is_null() {
        return if len == 0 { Ok(&[]) } else { Err(usage(format!("{what} is NULL"))) };
    }
    // SAFETY: the caller gives so many bytes, which do not change while the function runs.
    Ok(unsafe { std::slice::from_raw_parts(data.cast(), len) })
}

/// The text of a caller's buffer, which must be UTF-8.
unsafe fn text_of<'b>(data: *const c_char, len: usize, what: &str) -> Result<&'b str, Unmet> {
    // SAFETY: the caller gives so many bytes.
    let bytes = unsafe { buffer(data, len, what) }?;
    std::str::from_utf8(bytes).map_err(|_| usage(format!("{what} is not UTF-8")))
}

/// Reads a whole number that an option takes.
fn number<N: std::str::FromStr>(name: &str, value: &str) -> Result<N, Unmet> {
    value.parse().map_err(|_| usage(format!("{name} is a whole number, not {value:?}")))
}

/// Reads a truth value that an option takes.
fn truth(name: &str, value: &str) -> Result<bool, Unmet> {
    value.parse().map_err(|_| usage(format!("{name} is one of true, false, not {value:?}")))
}

/// A caller's string, which ends with NUL.
unsafe fn word<'w>(word: *const c_char, what: &str) -> Result<&'w str, Unmet> {
    if word.is_null() {
        return Err(usage(format!("{what} is NULL")));
    }
    // SAFETY: the caller gives a string that ends with NUL.
    let word = unsafe { CStr::from_ptr(word) };
    word.to_str().map_err(|_| usage(format!("{what} is not UTF-8")))
}

/// The version of the library, as "1.2.3".
#[unsafe(no_mangle)]
pub extern "C" fn jmend_version() -> *const c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    VERSION.as_ptr().cast()
}

/// Options that are all at their defaults. Freed with `jmend_options_free`.
#[unsafe(no_mangle)]
pub extern "C" fn jmend_options_new() -> *mut JmendOptions {
    Box::into_raw(Box::new(JmendOptions {
        options: Options::default(),
        says_truncated: false,
        unknown_tools: None,
        check: None,
    }))
}

/// Sets an option by the words of the program's flags: "max-risk" to "syntax", "min-confidence" to "0.9", "truncated" to "refuse";
/// also "select", "from", "nan", "strategies", "max-depth". For calls of known tools there are "unknown-tools" ("keep", "drop" or
/// "refuse") and "check" ("true" or "false"). The error says what the option takes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_options_set(
    options: *mut JmendOptions,
    name: *const c_char,
    value: *const c_char,
    error: *mut *mut JmendError,
) -> JmendStatus {
    let set = || {
        // SAFETY: the caller gives options that no other thread uses now, or NULL.
        let options = unsafe { options.as_mut() }.ok_or_else(|| usage("options is NULL"))?;
        // SAFETY: the caller gives strings that end with NUL, or NULL.
        let (name, value) = unsafe { (word(name, "name")?, word(value, "value")?) };
        match name {
            "unknown-tools" => {
                let named =
                    UnknownTools::named(value).map_err(|takes| usage(format!("{name} is {takes}")))?;
                options.unknown_tools = Some(named);
            }
            "check" => options.check = Some(truth(name, value)?),
            _ => {
                options.options = options.options.set(name, value).map_err(usage)?;
                options.says_truncated |= name == "truncated";
            }
        }
        Ok(())
    };
    // SAFETY: the caller gives a place for the error, or NULL.
    unsafe { done(error, set) }
}

/// Frees options.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_options_free(options: *mut JmendOptions) {
    // SAFETY: the caller gives what `jmend_options_new` made, once, or NULL.
    unsafe { free(options) };
}

unsafe fn free<T>(object: *mut T) {
    if !object.is_null() {
        // SAFETY: `Box::into_raw` made it, and its owner gives it back.
        drop(unsafe { Box::from_raw(object) });
    }
}

/// Repairs a text of `len` bytes. `options` may be NULL. On `JMEND_STATUS_OK` `repaired` is a new object, to be freed with
/// `jmend_repaired_free`, and `error` is NULL; otherwise it is the other way round.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_repair(
    text: *const c_char,
    len: usize,
    options: *const JmendOptions,
    repaired: *mut *mut JmendRepaired,
    error: *mut *mut JmendError,
) -> JmendStatus {
    let repair = || {
        // SAFETY: the caller gives `len` bytes, and options or NULL.
        let (text, options) = unsafe { (buffer(text, len, "text")?, options.as_ref()) };
        let options = options.map_or_else(Options::default, |options| options.options);
        let found = jmend::repair(text, &options).map_err(|why| refused(&why, text))?;
        Ok(Some(JmendRepaired::of(found)))
    };
    // SAFETY: the caller gives places for the result, and for the error or NULL.
    unsafe { made((repaired, "repaired"), error, repair) }
}

/// The repaired text: strict JSON, several documents one a line.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_repaired_text(repaired: *const JmendRepaired) -> JmendText {
    // SAFETY: the caller gives a live object or NULL.
    unsafe { repaired.as_ref() }.map_or(JmendText::NONE, |found| JmendText::of(&found.repaired.text))
}

/// The highest risk of all fixes: "syntax", "inferred" or "lossy"; none where nothing was changed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_repaired_risk(repaired: *const JmendRepaired) -> JmendText {
    // SAFETY: the caller gives a live object or NULL.
    let risk = unsafe { repaired.as_ref() }.and_then(|found| found.repaired.risk());
    risk.map_or(JmendText::NONE, |risk| JmendText::of(risk.name()))
}

/// The estimated probability that the value is what the writer meant, from 0 to 1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_repaired_confidence(repaired: *const JmendRepaired) -> f64 {
    // SAFETY: the caller gives a live object or NULL.
    unsafe { repaired.as_ref() }.map_or(0.0, |found| found.repaired.confidence().probability())
}

/// Returns whether the text was cut off.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_repaired_is_truncated(repaired: *const JmendRepaired) -> bool {
    // SAFETY: the caller gives a live object or NULL.
    unsafe { repaired.as_ref() }.is_some_and(|found| found.repaired.truncated.is_some())
}

/// The probable cause of the repair, a stable name such as "python-literal"; none where nothing was wrong or no cause is known.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_repaired_cause(repaired: *const JmendRepaired) -> JmendText {
    // SAFETY: the caller gives a live object or NULL.
    let found = unsafe { repaired.as_ref() }.filter(|found| !found.fixes.is_empty());
    found.and_then(|found| found.repaired.cause()).map_or(JmendText::NONE, JmendText::of)
}

/// How many documents the repaired text holds.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_repaired_document_count(repaired: *const JmendRepaired) -> usize {
    // SAFETY: the caller gives a live object or NULL.
    unsafe { repaired.as_ref() }.map_or(0, |found| found.repaired.documents.len())
}

/// How many fixes there are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_repaired_fix_count(repaired: *const JmendRepaired) -> usize {
    // SAFETY: the caller gives a live object or NULL.
    unsafe { repaired.as_ref() }.map_or(0, |found| found.fixes.len())
}

/// Writes the fix of a number, from 0, to `fix`. Returns whether there is one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_repaired_fix(
    repaired: *const JmendRepaired,
    index: usize,
    fix: *mut JmendFix,
) -> bool {
    // SAFETY: the caller gives a live object or NULL.
    let found = unsafe { repaired.as_ref() }.and_then(|found| found.fixes.get(index));
    let Some(found) = found.filter(|_| !fix.is_null()) else { return false };
    let made = JmendFix {
        code: JmendText::of(found.code.name()),
        risk: JmendText::of(found.risk.name()),
        message: JmendText::of(found.code.about().summary),
        start: found.start,
        end: found.end,
        replacement: found.replacement.as_deref().map_or(JmendText::NONE, JmendText::of),
    };
    // SAFETY: the caller gives a place for a fix.
    unsafe { fix.write(made) };
    true
}

/// Frees a repaired text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_repaired_free(repaired: *mut JmendRepaired) {
    // SAFETY: the caller gives what `jmend_repair` made, once, or NULL.
    unsafe { free(repaired) };
}

/// The stable name of the cause: "no-json", "truncated", "risk", "depth", "usage", …
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_error_code(error: *const JmendError) -> JmendText {
    // SAFETY: the caller gives a live object or NULL.
    unsafe { error.as_ref() }.map_or(JmendText::NONE, |error| JmendText::of(&error.code))
}

/// The cause in a sentence.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_error_message(error: *const JmendError) -> JmendText {
    // SAFETY: the caller gives a live object or NULL.
    unsafe { error.as_ref() }.map_or(JmendText::NONE, |error| JmendText::of(&error.message))
}

/// Returns the sentences for the model that wrote the text: what was wrong, where, and what to send instead. Empty for "usage".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_error_feedback(error: *const JmendError) -> JmendText {
    // SAFETY: the caller gives a live object or NULL.
    unsafe { error.as_ref() }.map_or(JmendText::NONE, |error| JmendText::of(&error.feedback))
}

/// The byte of the text at which it shows.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_error_offset(error: *const JmendError) -> usize {
    // SAFETY: the caller gives a live object or NULL.
    unsafe { error.as_ref() }.map_or(0, |error| error.offset)
}

/// The line of that place, from 1; 0 where a filter failed at no place.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_error_line(error: *const JmendError) -> usize {
    // SAFETY: the caller gives a live object or NULL.
    unsafe { error.as_ref() }.map_or(0, |error| error.line)
}

/// The column of that place in characters, from 1; 0 where a filter failed at no place.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_error_column(error: *const JmendError) -> usize {
    // SAFETY: the caller gives a live object or NULL.
    unsafe { error.as_ref() }.map_or(0, |error| error.column)
}

/// The place in a program, a JSON Pointer; none where the error is not one of a program, or its place is not known.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_error_path(error: *const JmendError) -> JmendText {
    // SAFETY: the caller gives a live object or NULL.
    let path = unsafe { error.as_ref() }.and_then(|error| error.path.as_deref());
    path.map_or(JmendText::NONE, JmendText::of)
}

/// The name that was probably meant in a program; none where that is not known.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_error_suggestion(error: *const JmendError) -> JmendText {
    // SAFETY: the caller gives a live object or NULL.
    let name = unsafe { error.as_ref() }.and_then(|error| error.suggestion.as_deref());
    name.map_or(JmendText::NONE, JmendText::of)
}

/// Frees an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_error_free(error: *mut JmendError) {
    // SAFETY: the caller gives an error that a function made, once, or NULL.
    unsafe { free(error) };
}
