//! The tool calls of a message, and what was meant as one and is refused.

use std::ffi::c_char;

use jmend::{Call, CallOptions, Calls, Options, Refused, ToolSchemas, Tools, Truncated};

use crate::{
    JmendError, JmendOptions, JmendRepaired, JmendStatus, JmendText, Unmet, buffer, free, made, refused,
    usage, word,
};

/// Definitions of tools, read once.
pub struct JmendTools {
    tools: Tools,
    schemas: ToolSchemas,
}

/// Reads a JSON list of definitions of `len` bytes, as an API takes it, to find calls with it many times. On `JMEND_STATUS_OK` `tools` is a
/// new object, to be freed with `jmend_tools_free`, and `error` is NULL; otherwise it is the other way round. Any threads may use
/// it at the same time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_tools_new(
    list: *const c_char,
    len: usize,
    tools: *mut *mut JmendTools,
    error: *mut *mut JmendError,
) -> JmendStatus {
    // SAFETY: the caller gives `len` bytes.
    let read = || Ok(Some(tools_of(unsafe { buffer(list, len, "list")? })?));
    // SAFETY: the caller gives places for the result, and for the error or NULL.
    unsafe { made((tools, "tools"), error, read) }
}

/// Frees definitions of tools.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_tools_free(tools: *mut JmendTools) {
    // SAFETY: the caller gives what `jmend_tools_new` made, once, or NULL.
    unsafe { free(tools) };
}

/// The calls of a message.
pub struct JmendCalls {
    pub(crate) found: Calls,
    /// The calls as the program writes them.
    json: Vec<String>,
    /// The sentences about the blocks that are no calls.
    told: Vec<Told>,
}

/// The sentences about a block that is no call.
struct Told {
    message: String,
    feedback: String,
}

/// One thing that the schema of a tool does not accept.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct JmendViolation {
    /// The place in the arguments: a JSON Pointer.
    pub path: JmendText,
    /// The keyword of the schema that is violated.
    pub keyword: JmendText,
    /// Says what is wrong, in a sentence.
    pub message: JmendText,
}

/// Finds the tool calls in a message of a model, an answer of an API, or a stream of events. `tools` is a JSON list of definitions, or
/// NULL; so may be `options`. With tools, damaged names are settled, and arguments are converted if nothing is lost; a call whose
/// arguments do not fit the schema of its tool is refused, unless "check" was set to "false". A tool whose schema cannot be used
/// takes any arguments. A call that is cut off is refused unless "truncated" was set to "close". On `JMEND_STATUS_OK` `calls` is
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
        // SAFETY: the caller gives so many bytes of each text, and options or NULL.
        let (text, list, options) =
            unsafe { (buffer(text, len, "text")?, buffer(tools, tools_len, "tools")?, options.as_ref()) };
        let known = if tools.is_null() { None } else { Some(tools_of(list)?) };
        found(text, known.as_ref(), options).map(Some)
    };
    // SAFETY: the caller gives places for the result, and for the error or NULL.
    unsafe { made((calls, "calls"), error, find) }
}

/// Does the same with tools that were read before, or with NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_calls_with(
    text: *const c_char,
    len: usize,
    tools: *const JmendTools,
    options: *const JmendOptions,
    calls: *mut *mut JmendCalls,
    error: *mut *mut JmendError,
) -> JmendStatus {
    let find = || {
        // SAFETY: the caller gives `len` bytes, and objects or NULL.
        let (text, tools, options) =
            unsafe { (buffer(text, len, "text")?, tools.as_ref(), options.as_ref()) };
        found(text, tools, options).map(Some)
    };
    // SAFETY: the caller gives places for the result, and for the error or NULL.
    unsafe { made((calls, "calls"), error, find) }
}

/// Repairs the arguments of one call of `tool`, and fits them to its schema: a text of `len` bytes, without the message around it. A
/// string that holds the object becomes it; an empty text and null become {}. A tool that is not in the list takes any object. On
/// `JMEND_STATUS_OK` `repaired` is a new object, to be freed with `jmend_repaired_free`, and `error` is NULL; otherwise it is the
/// other way round, and the code is "schema" where the value is no object or does not fit.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_arguments(
    tools: *const JmendTools,
    tool: *const c_char,
    text: *const c_char,
    len: usize,
    options: *const JmendOptions,
    repaired: *mut *mut JmendRepaired,
    error: *mut *mut JmendError,
) -> JmendStatus {
    let repair = || {
        // SAFETY: the caller gives tools, a string that ends with NUL, `len` bytes, and options or NULL.
        let (tools, tool, text, options) =
            unsafe { (tools.as_ref(), word(tool, "tool")?, buffer(text, len, "text")?, options.as_ref()) };
        let tools = tools.ok_or_else(|| usage("tools is NULL"))?;
        let options = repairing(options);
        let found = tools.schemas.arguments(tool, text, &options).map_err(|why| refused(&why, text))?;
        Ok(Some(JmendRepaired::of(found)))
    };
    // SAFETY: the caller gives places for the result, and for the error or NULL.
    unsafe { made((repaired, "repaired"), error, repair) }
}

/// Returns how calls are repaired: one that is cut off is refused unless that was said.
fn repairing(options: Option<&JmendOptions>) -> Options {
    let repair = options.map_or_else(Options::default, |options| options.options);
    if options.is_some_and(|options| options.says_truncated) {
        repair
    } else {
        repair.truncated(Truncated::Refuse)
    }
}

fn found(
    text: &[u8],
    known: Option<&JmendTools>,
    options: Option<&JmendOptions>,
) -> Result<JmendCalls, Unmet> {
    let mut wanted = CallOptions::new().repair(repairing(options));
    let (unknown, check) = options.map_or((None, None), |options| (options.unknown_tools, options.check));
    if let Some(JmendTools { tools, schemas }) = known {
        wanted = wanted.tools(tools).unknown_tools(unknown.unwrap_or_default());
        if check.unwrap_or(true) {
            wanted = wanted.schemas(schemas);
        }
    } else if unknown.is_some() || check.is_some() {
        return Err(usage("unknown-tools and check need tools"));
    }
    let found = jmend::extract_calls(text, &wanted).map_err(|why| refused(&why, text))?;
    let json = found.calls.iter().map(Call::to_json).collect();
    let told = found.refused.iter().map(|refused| told(refused, text)).collect();
    Ok(JmendCalls { found, json, told })
}

fn told(refused: &Refused, text: &[u8]) -> Told {
    Told { message: refused.to_string(), feedback: refused.feedback(text) }
}

fn tools_of(list: &[u8]) -> Result<JmendTools, Unmet> {
    let text = std::str::from_utf8(list).map_err(|_| usage("tools is not UTF-8"))?;
    let read = Tools::with_schemas(text);
    let (tools, schemas) =
        read.map_err(|why| usage(format!("tools is no JSON at byte {}: {why}", why.offset)))?;
    Ok(JmendTools { tools, schemas })
}

unsafe fn call<'c>(calls: *const JmendCalls, index: usize) -> Option<&'c Call> {
    // SAFETY: the caller gives a live object or NULL.
    unsafe { calls.as_ref() }?.found.calls.get(index)
}

/// Returns the number of calls.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_calls_count(calls: *const JmendCalls) -> usize {
    // SAFETY: the caller gives a live object or NULL.
    unsafe { calls.as_ref() }.map_or(0, |calls| calls.found.calls.len())
}

/// The call of a number, from 0, as the program writes it: {"name":…,"arguments":…}, with the id where there is one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_calls_json(calls: *const JmendCalls, index: usize) -> JmendText {
    // SAFETY: the caller gives a live object or NULL.
    let json = unsafe { calls.as_ref() }.and_then(|calls| calls.json.get(index));
    json.map_or(JmendText::NONE, |json| JmendText::of(json))
}

/// The name of its tool.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_calls_name(calls: *const JmendCalls, index: usize) -> JmendText {
    // SAFETY: as the caller promises.
    unsafe { call(calls, index) }.map_or(JmendText::NONE, |call| JmendText::of(&call.name))
}

/// Its arguments: the text of a JSON object.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_calls_arguments(calls: *const JmendCalls, index: usize) -> JmendText {
    // SAFETY: as the caller promises.
    unsafe { call(calls, index) }.map_or(JmendText::NONE, |call| JmendText::of(&call.arguments))
}

/// Its id as JSON text; none where the message gives none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_calls_id(calls: *const JmendCalls, index: usize) -> JmendText {
    // SAFETY: as the caller promises.
    let id = unsafe { call(calls, index) }.and_then(|call| call.id.as_deref());
    id.map_or(JmendText::NONE, JmendText::of)
}

/// The highest risk of all its fixes; none where nothing was changed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_calls_risk(calls: *const JmendCalls, index: usize) -> JmendText {
    // SAFETY: as the caller promises.
    let risk = unsafe { call(calls, index) }.and_then(Call::risk);
    risk.map_or(JmendText::NONE, |risk| JmendText::of(risk.name()))
}

/// Returns the number of blocks that were meant as calls and could not be handed out as such.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_calls_refused_count(calls: *const JmendCalls) -> usize {
    // SAFETY: the caller gives a live object or NULL.
    unsafe { calls.as_ref() }.map_or(0, |calls| calls.found.refused.len())
}

unsafe fn refused_of<'c>(calls: *const JmendCalls, index: usize) -> Option<&'c Refused> {
    // SAFETY: the caller gives a live object or NULL.
    unsafe { calls.as_ref() }?.found.refused.get(index)
}

unsafe fn told_of<'c>(calls: *const JmendCalls, index: usize) -> Option<&'c Told> {
    // SAFETY: the caller gives a live object or NULL.
    unsafe { calls.as_ref() }?.told.get(index)
}

/// Why the block of a number, from 0, is no call: "truncated", "unknown-tool", "schema", …
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_calls_refused_code(calls: *const JmendCalls, index: usize) -> JmendText {
    // SAFETY: as the caller promises.
    unsafe { refused_of(calls, index) }
        .map_or(JmendText::NONE, |refused| JmendText::of(refused.reason.name()))
}

/// The name of its tool; none where it could not be read.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_calls_refused_name(calls: *const JmendCalls, index: usize) -> JmendText {
    // SAFETY: as the caller promises.
    let name = unsafe { refused_of(calls, index) }.and_then(|refused| refused.name.as_deref());
    name.map_or(JmendText::NONE, JmendText::of)
}

/// Why it is no call, in a sentence.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_calls_refused_message(calls: *const JmendCalls, index: usize) -> JmendText {
    // SAFETY: as the caller promises.
    unsafe { told_of(calls, index) }.map_or(JmendText::NONE, |told| JmendText::of(&told.message))
}

/// Returns the sentences for the model that wrote it: what was wrong, where, and what to send instead.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_calls_refused_feedback(calls: *const JmendCalls, index: usize) -> JmendText {
    // SAFETY: as the caller promises.
    unsafe { told_of(calls, index) }.map_or(JmendText::NONE, |told| JmendText::of(&told.feedback))
}

/// Returns the number of things that the schema of its tool does not accept about its arguments; 0 for another reason.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_calls_refused_violation_count(
    calls: *const JmendCalls,
    index: usize,
) -> usize {
    // SAFETY: as the caller promises.
    unsafe { refused_of(calls, index) }.map_or(0, |refused| refused.violations.len())
}

/// Writes the violation of a number, from 0, to `violation`. Returns whether there is one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_calls_refused_violation(
    calls: *const JmendCalls,
    index: usize,
    number: usize,
    violation: *mut JmendViolation,
) -> bool {
    // SAFETY: as the caller promises.
    let found = unsafe { refused_of(calls, index) }.and_then(|refused| refused.violations.get(number));
    let Some(found) = found.filter(|_| !violation.is_null()) else { return false };
    let made = JmendViolation {
        path: JmendText::of(&found.path),
        keyword: JmendText::of(&found.keyword),
        message: JmendText::of(&found.message),
    };
    // SAFETY: the caller gives a place for a violation.
    unsafe { violation.write(made) };
    true
}

/// Frees calls.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_calls_free(calls: *mut JmendCalls) {
    // SAFETY: the caller gives what `jmend_calls` made, once, or NULL.
    unsafe { free(calls) };
}
