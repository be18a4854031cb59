//! The C interface: `include/jmend.h` is written from this file. Everything works on buffers and handles; the rules that
//! callers keep to stand at the top of the header.

use std::ffi::{CStr, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

use jmend::{Call, CallOptions, Error, Fix, Options, Refused, Repaired, Tools, Truncated};

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
}

/// A repaired text.
pub struct JmendRepaired {
    repaired: Repaired<'static>,
    fixes: Vec<Fix<'static>>,
}

/// The calls of a message.
pub struct JmendCalls {
    calls: Vec<(Call, String)>,
    refused: Vec<Refused>,
}

/// Why a text was refused, and where.
pub struct JmendError {
    code: String,
    message: String,
    offset: usize,
    line: usize,
    column: usize,
}

impl JmendText {
    const NONE: Self = Self { data: ptr::null(), len: 0 };

    fn of(text: &str) -> Self {
        Self { data: text.as_ptr().cast(), len: text.len() }
    }
}

impl JmendError {
    fn usage(message: impl Into<String>) -> Self {
        Self { code: "usage".to_owned(), message: message.into(), offset: 0, line: 1, column: 1 }
    }
}

impl From<Error> for JmendError {
    fn from(error: Error) -> Self {
        Self {
            code: error.code().to_owned(),
            message: error.message().to_owned(),
            offset: error.offset(),
            line: error.line(),
            column: error.column(),
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

fn usage(message: impl Into<String>) -> Unmet {
    (JmendStatus::Usage, JmendError::usage(message))
}

/// The bytes of a caller's buffer, for as long as the call takes.
unsafe fn buffer<'b>(data: *const c_char, len: usize, what: &str) -> Result<&'b [u8], Unmet> {
    if data.is_null() {
        return if len == 0 { Ok(&[]) } else { Err(usage(format!("{what} is NULL"))) };
    }
    // SAFETY: the caller gives so many bytes, which do not change while the function runs.
    Ok(unsafe { std::slice::from_raw_parts(data.cast(), len) })
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
    Box::into_raw(Box::new(JmendOptions { options: Options::default(), says_truncated: false }))
}

/// Sets an option by the words of the program's flags: "max-risk" to "syntax", "min-confidence" to "0.9", "truncated" to "refuse";
/// also "select", "from", "nan", "strategies", "max-depth". The error says what the option takes.
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
        options.options = options.options.set(name, value).map_err(usage)?;
        options.says_truncated |= name == "truncated";
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
        if repaired.is_null() {
            return Err(usage("repaired is NULL"));
        }
        // SAFETY: the caller gives a place for the result.
        unsafe { repaired.write(ptr::null_mut()) };
        // SAFETY: the caller gives `len` bytes, and options or NULL.
        let (text, options) = unsafe { (buffer(text, len, "text")?, options.as_ref()) };
        let options = options.map_or_else(Options::default, |options| options.options);
        let found = jmend::repair(text, &options).map_err(|why| (JmendStatus::Refused, why.into()))?;
        let found = found.into_owned();
        let fixes = found.fixes.iter().map(Fix::into_owned).collect();
        // SAFETY: the place was written above.
        unsafe { repaired.write(Box::into_raw(Box::new(JmendRepaired { repaired: found, fixes }))) };
        Ok(())
    };
    // SAFETY: the caller gives a place for the error, or NULL.
    unsafe { done(error, repair) }
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

/// Was the text cut off?
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_repaired_is_truncated(repaired: *const JmendRepaired) -> bool {
    // SAFETY: the caller gives a live object or NULL.
    unsafe { repaired.as_ref() }.is_some_and(|found| found.repaired.truncated.is_some())
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

/// Writes the fix of a number, from 0, to `fix`. Is there one?
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

/// Finds the tool calls in a message of a model, an answer of an API, or a stream of events. `tools` is a JSON list of definitions, or
/// NULL; so may be `options`. A call that is cut off is refused unless "truncated" was set to "close". On `JMEND_STATUS_OK` `calls` is
/// a new object, to be freed with `jmend_calls_free`, and `error` is NULL; otherwise it is the other way round.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_calls(
    text: *const c_char,
    len: usize,
    tools: *const c_char,
    tools_len: usize,
    options: *const JmendOptions,
    calls: *mut *mut JmendCalls,
    error: *mut *mut JmendError,
) -> JmendStatus {
    let find = || {
        if calls.is_null() {
            return Err(usage("calls is NULL"));
        }
        // SAFETY: the caller gives a place for the result.
        unsafe { calls.write(ptr::null_mut()) };
        // SAFETY: the caller gives so many bytes of each text, and options or NULL.
        let (text, list, options) =
            unsafe { (buffer(text, len, "text")?, buffer(tools, tools_len, "tools")?, options.as_ref()) };
        let mut repair = options.map_or_else(Options::default, |options| options.options);
        if !options.is_some_and(|options| options.says_truncated) {
            repair = repair.truncated(Truncated::Refuse);
        }
        let known = if tools.is_null() { None } else { Some(tools_of(list)?) };
        let mut wanted = CallOptions::new().repair(repair);
        if let Some(tools) = &known {
            wanted = wanted.tools(tools);
        }
        let found = jmend::extract_calls(text, &wanted).map_err(|why| (JmendStatus::Refused, why.into()))?;
        let found =
            JmendCalls { calls: found.calls.into_iter().map(with_json).collect(), refused: found.refused };
        // SAFETY: the place was written above.
        unsafe { calls.write(Box::into_raw(Box::new(found))) };
        Ok(())
    };
    // SAFETY: the caller gives a place for the error, or NULL.
    unsafe { done(error, find) }
}

fn with_json(call: Call) -> (Call, String) {
    let json = call.to_json();
    (call, json)
}

fn tools_of(list: &[u8]) -> Result<Tools, Unmet> {
    let text = std::str::from_utf8(list).map_err(|_| usage("tools is not UTF-8"))?;
    Tools::parse(text).map_err(|why| usage(format!("tools is no JSON at byte {}: {why}", why.offset)))
}

unsafe fn call<'c>(calls: *const JmendCalls, index: usize) -> Option<&'c (Call, String)> {
    // SAFETY: the caller gives a live object or NULL.
    unsafe { calls.as_ref() }?.calls.get(index)
}

/// How many calls there are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_calls_count(calls: *const JmendCalls) -> usize {
    // SAFETY: the caller gives a live object or NULL.
    unsafe { calls.as_ref() }.map_or(0, |found| found.calls.len())
}

/// The call of a number, from 0, as the program writes it: {"name":…,"arguments":…}, with the id where there is one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_calls_json(calls: *const JmendCalls, index: usize) -> JmendText {
    // SAFETY: as the caller promises.
    unsafe { call(calls, index) }.map_or(JmendText::NONE, |(_, json)| JmendText::of(json))
}

/// The name of its tool.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_calls_name(calls: *const JmendCalls, index: usize) -> JmendText {
    // SAFETY: as the caller promises.
    unsafe { call(calls, index) }.map_or(JmendText::NONE, |(call, _)| JmendText::of(&call.name))
}

/// Its arguments: the text of a JSON object.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_calls_arguments(calls: *const JmendCalls, index: usize) -> JmendText {
    // SAFETY: as the caller promises.
    unsafe { call(calls, index) }.map_or(JmendText::NONE, |(call, _)| JmendText::of(&call.arguments))
}

/// Its id as JSON text; none where the message gives none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_calls_id(calls: *const JmendCalls, index: usize) -> JmendText {
    // SAFETY: as the caller promises.
    let id = unsafe { call(calls, index) }.and_then(|(call, _)| call.id.as_deref());
    id.map_or(JmendText::NONE, JmendText::of)
}

/// The highest risk of all its fixes; none where nothing was changed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_calls_risk(calls: *const JmendCalls, index: usize) -> JmendText {
    // SAFETY: as the caller promises.
    let risk = unsafe { call(calls, index) }.and_then(|(call, _)| call.risk());
    risk.map_or(JmendText::NONE, |risk| JmendText::of(risk.name()))
}

/// How many blocks were meant as calls and could not be handed out as such.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_calls_refused_count(calls: *const JmendCalls) -> usize {
    // SAFETY: the caller gives a live object or NULL.
    unsafe { calls.as_ref() }.map_or(0, |found| found.refused.len())
}

/// Why the block of a number, from 0, is no call: "truncated", "unknown-tool", …
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_calls_refused_code(calls: *const JmendCalls, index: usize) -> JmendText {
    // SAFETY: the caller gives a live object or NULL.
    let refused = unsafe { calls.as_ref() }.and_then(|found| found.refused.get(index));
    refused.map_or(JmendText::NONE, |refused| JmendText::of(refused.reason.name()))
}

/// Frees calls.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_calls_free(calls: *mut JmendCalls) {
    // SAFETY: the caller gives what `jmend_calls` made, once, or NULL.
    unsafe { free(calls) };
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

/// The byte of the text at which it shows.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_error_offset(error: *const JmendError) -> usize {
    // SAFETY: the caller gives a live object or NULL.
    unsafe { error.as_ref() }.map_or(0, |error| error.offset)
}

/// The line of that place, from 1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_error_line(error: *const JmendError) -> usize {
    // SAFETY: the caller gives a live object or NULL.
    unsafe { error.as_ref() }.map_or(0, |error| error.line)
}

/// The column of that place in characters, from 1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_error_column(error: *const JmendError) -> usize {
    // SAFETY: the caller gives a live object or NULL.
    unsafe { error.as_ref() }.map_or(0, |error| error.column)
}

/// Frees an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_error_free(error: *mut JmendError) {
    // SAFETY: the caller gives an error that a function made, once, or NULL.
    unsafe { free(error) };
}
