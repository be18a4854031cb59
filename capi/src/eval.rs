//! PTC-JSON programs, and the tools that are functions of the caller.

use std::ffi::{c_char, c_void};
use std::sync::OnceLock;
use std::time::Duration;

use jmend::{EvalOptions, Evaluated};

use crate::{
    JmendError, JmendOptions, JmendStatus, JmendText, buffer, done, free, made, number, refused, text_of,
    truth, usage, word,
};

/// The answer of a function to a program.
pub struct JmendAnswer {
    answer: Option<Result<String, String>>,
}

/// The same as the type of the argument of `jmend_eval_function`, which the header can only say there.
type Function =
    unsafe extern "C" fn(user: *mut c_void, tool: JmendText, arguments: JmendText, answer: *mut JmendAnswer);

/// The data, the tools, and the limits of a program.
#[derive(Default)]
pub struct JmendEval {
    context: Option<String>,
    memory: Option<String>,
    tools: Option<String>,
    values: Vec<(String, String)>,
    functions: Vec<(String, Function, *mut c_void)>,
    /// Milliseconds; 0 is no limit, as in the next two.
    timeout: Option<usize>,
    max_memory: Option<usize>,
    max_result: Option<usize>,
    strict_types: bool,
    repair: bool,
}

/// The result of a program, and the memory that it leaves.
pub struct JmendEvaluated(Evaluated);

/// Returns what to tell a model so that it writes programs: every operation with an example. The text lasts as long as the process.
#[unsafe(no_mangle)]
pub extern "C" fn jmend_program_prompt() -> JmendText {
    static PROMPT: OnceLock<String> = OnceLock::new();
    JmendText::of(PROMPT.get_or_init(EvalOptions::prompt))
}

/// Returns the JSON Schema of programs; `strict` is the one that endpoints with strict output formats take. The text lasts as long as the
/// process.
#[unsafe(no_mangle)]
pub extern "C" fn jmend_program_schema(strict: bool) -> JmendText {
    static FULL: OnceLock<String> = OnceLock::new();
    static STRICT: OnceLock<String> = OnceLock::new();
    JmendText::of(if strict {
        STRICT.get_or_init(EvalOptions::strict_schema)
    } else {
        FULL.get_or_init(EvalOptions::schema)
    })
}

/// Nothing to compute on, no tools, and the limits of the program: 1 second, 64 MiB. Freed with `jmend_eval_free`.
#[unsafe(no_mangle)]
pub extern "C" fn jmend_eval_new() -> *mut JmendEval {
    Box::into_raw(Box::default())
}

/// Sets what a program is run with, as a copy of `len` bytes. "context" and "memory" are JSON objects, "tools" a JSON list of definitions, of
/// which a program may call what they expose to programs. "timeout" is a number of milliseconds, "max-memory" and "max-result" of
/// bytes; 0 is no limit. "strict-types" and "repair" are "true" or "false": with "repair" the text of the program is repaired first,
/// by the options of `jmend_eval_json`, and one that is cut off is refused. The error says what the option takes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_eval_set(
    eval: *mut JmendEval,
    name: *const c_char,
    value: *const c_char,
    len: usize,
    error: *mut *mut JmendError,
) -> JmendStatus {
    let set = || {
        // SAFETY: the caller gives an object that no other thread uses now, or NULL.
        let eval = unsafe { eval.as_mut() }.ok_or_else(|| usage("eval is NULL"))?;
        // SAFETY: the caller gives a string that ends with NUL, and `len` bytes.
        let (name, value) = unsafe { (word(name, "name")?, text_of(value, len, "value")?) };
        match name {
            "context" => eval.context = Some(value.to_owned()),
            "memory" => eval.memory = Some(value.to_owned()),
            "tools" => eval.tools = Some(value.to_owned()),
            "timeout" => eval.timeout = Some(number(name, value)?),
            "max-memory" => eval.max_memory = Some(number(name, value)?),
            "max-result" => eval.max_result = Some(number(name, value)?),
            "strict-types" => eval.strict_types = truth(name, value)?,
            "repair" => eval.repair = truth(name, value)?,
            _ => {
                let names = "context, memory, tools, timeout, max-memory, max-result, strict-types, repair";
                return Err(usage(format!("there is no {name:?}; there are {names}")));
            }
        }
        Ok(())
    };
    // SAFETY: the caller gives a place for the error, or NULL.
    unsafe { done(error, set) }
}

/// Adds a tool that always gives this JSON value of `len` bytes, which are copied. It goes before a function of the same name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_eval_value(
    eval: *mut JmendEval,
    tool: *const c_char,
    value: *const c_char,
    len: usize,
    error: *mut *mut JmendError,
) -> JmendStatus {
    let add = || {
        // SAFETY: the caller gives an object that no other thread uses now, or NULL.
        let eval = unsafe { eval.as_mut() }.ok_or_else(|| usage("eval is NULL"))?;
        // SAFETY: the caller gives a string that ends with NUL, and `len` bytes.
        let (tool, value) = unsafe { (word(tool, "tool")?, text_of(value, len, "value")?) };
        eval.values.push((tool.to_owned(), value.to_owned()));
        Ok(())
    };
    // SAFETY: the caller gives a place for the error, or NULL.
    unsafe { done(error, add) }
}

/// Adds a tool that is a function. It gets `user` as it is, which may be NULL, the name of the tool, and the arguments, a JSON object; it sets
/// the answer with `jmend_answer_set` or `jmend_answer_fail` before it returns. It runs on the thread that calls `jmend_eval_json`, and
/// nothing interrupts it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_eval_function(
    eval: *mut JmendEval,
    tool: *const c_char,
    function: Option<
        unsafe extern "C" fn(
            user: *mut c_void,
            tool: JmendText,
            arguments: JmendText,
            answer: *mut JmendAnswer,
        ),
    >,
    user: *mut c_void,
    error: *mut *mut JmendError,
) -> JmendStatus {
    let add = || {
        // SAFETY: the caller gives an object that no other thread uses now, or NULL.
        let eval = unsafe { eval.as_mut() }.ok_or_else(|| usage("eval is NULL"))?;
        // SAFETY: the caller gives a string that ends with NUL.
        let tool = unsafe { word(tool, "tool")? };
        let function = function.ok_or_else(|| usage("function is NULL"))?;
        eval.functions.push((tool.to_owned(), function, user));
        Ok(())
    };
    // SAFETY: the caller gives a place for the error, or NULL.
    unsafe { done(error, add) }
}

/// Answers a program with the result of a tool: JSON of `len` bytes, which are copied.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_answer_set(answer: *mut JmendAnswer, json: *const c_char, len: usize) {
    // SAFETY: the caller gives what a function got, and `len` bytes.
    unsafe { say(answer, json, len, Ok) };
}

/// Answers a program that the tool failed, with a sentence of `len` bytes that says why; they are copied.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_answer_fail(answer: *mut JmendAnswer, message: *const c_char, len: usize) {
    // SAFETY: the caller gives what a function got, and `len` bytes.
    unsafe { say(answer, message, len, Err) };
}

unsafe fn say(
    answer: *mut JmendAnswer,
    text: *const c_char,
    len: usize,
    kind: impl FnOnce(String) -> Result<String, String>,
) {
    // SAFETY: as the caller promises.
    let Some(answer) = (unsafe { answer.as_mut() }) else { return };
    // SAFETY: as the caller promises.
    let text = unsafe { buffer(text, len, "the answer") }.unwrap_or_default();
    answer.answer = Some(match String::from_utf8(text.to_vec()) {
        Ok(text) => kind(text),
        Err(_) => Err("its output is not UTF-8".to_owned()),
    });
}

/// Runs one PTC-JSON program of `len` bytes, as the command `jmend eval-json` does. `eval` and `options` may be NULL; of `options` the
/// depth counts, and the rest with "repair". On `JMEND_STATUS_OK` `evaluated` is a new object, to be freed with
/// `jmend_evaluated_free`, and `error` is NULL; otherwise it is the other way round. The error has a code, "`parse_error`",
/// "`validation_error`", "`execution_error`", "timeout", "`memory_exceeded`" or "`depth_exceeded`", and `jmend_error_path`; "context",
/// "memory", "tools" and "value" are about data of a wrong kind.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_eval_json(
    program: *const c_char,
    len: usize,
    eval: *const JmendEval,
    options: *const JmendOptions,
    evaluated: *mut *mut JmendEvaluated,
    error: *mut *mut JmendError,
) -> JmendStatus {
    let run = || {
        // SAFETY: the caller gives `len` bytes, and objects or NULL.
        let (text, eval, options) =
            unsafe { (buffer(program, len, "program")?, eval.as_ref(), options.as_ref()) };
        let call = |tool: &str, arguments: &str| called(eval, tool, arguments);
        let wanted = eval.map_or_else(EvalOptions::default, |eval| eval.options(options, &call));
        let found = jmend::eval_json(text, &wanted).map_err(|why| refused(&why, text))?;
        Ok(Some(JmendEvaluated(found)))
    };
    // SAFETY: the caller gives places for the result, and for the error or NULL.
    unsafe { made((evaluated, "evaluated"), error, run) }
}

impl JmendEval {
    fn options<'o>(
        &'o self,
        options: Option<&JmendOptions>,
        call: &'o (dyn Fn(&str, &str) -> Result<String, String> + 'o),
    ) -> EvalOptions<'o> {
        let repair = options.map(|options| options.options).unwrap_or_default();
        let mut wanted = EvalOptions::default().max_depth(repair.max_depth).strict_types(self.strict_types);
        if let Some(ms) = self.timeout {
            wanted = wanted.timeout((ms > 0).then(|| Duration::from_millis(ms as u64)));
        }
        if let Some(bytes) = self.max_memory {
            wanted = wanted.max_memory((bytes > 0).then_some(bytes));
        }
        if let Some(context) = &self.context {
            wanted = wanted.context(context);
        }
        if let Some(memory) = &self.memory {
            wanted = wanted.memory(memory);
        }
        if let Some(tools) = &self.tools {
            wanted = wanted.tools(tools);
        }
        if let Some(bytes) = self.max_result.filter(|bytes| *bytes > 0) {
            wanted = wanted.max_result(bytes);
        }
        if self.repair {
            wanted = wanted.repair(repair);
        }
        for (tool, value) in &self.values {
            wanted = wanted.value(tool, value);
        }
        for (tool, ..) in &self.functions {
            wanted = wanted.function(tool, call);
        }
        wanted
    }
}

/// Calls a function of the caller's, and returns its answer.
fn called(eval: Option<&JmendEval>, tool: &str, arguments: &str) -> Result<String, String> {
    let known = eval.and_then(|eval| eval.functions.iter().rev().find(|(name, ..)| name == tool));
    let (_, function, user) = known.ok_or_else(|| "there is no such function".to_owned())?;
    let mut answer = JmendAnswer { answer: None };
    // SAFETY: the caller gave a function that takes these, and they live as long as it runs.
    unsafe { function(*user, JmendText::of(tool), JmendText::of(arguments), &raw mut answer) };
    answer.answer.unwrap_or_else(|| Err("the function set no answer".to_owned()))
}

/// The result, as compact JSON.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_evaluated_result(evaluated: *const JmendEvaluated) -> JmendText {
    // SAFETY: the caller gives a live object or NULL.
    unsafe { evaluated.as_ref() }.map_or(JmendText::NONE, |found| JmendText::of(&found.0.result))
}

/// The JSON object of all that is in memory now: "memory" of the next program.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_evaluated_memory(evaluated: *const JmendEvaluated) -> JmendText {
    // SAFETY: the caller gives a live object or NULL.
    unsafe { evaluated.as_ref() }.map_or(JmendText::NONE, |found| JmendText::of(&found.0.memory))
}

/// The JSON object of what the program added to memory.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_evaluated_memory_delta(evaluated: *const JmendEvaluated) -> JmendText {
    // SAFETY: the caller gives a live object or NULL.
    unsafe { evaluated.as_ref() }.map_or(JmendText::NONE, |found| JmendText::of(&found.0.memory_delta))
}

/// Frees what a program returned.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_evaluated_free(evaluated: *mut JmendEvaluated) {
    // SAFETY: the caller gives what `jmend_eval_json` made, once, or NULL.
    unsafe { free(evaluated) };
}

/// Frees what programs are run with.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_eval_free(eval: *mut JmendEval) {
    // SAFETY: the caller gives what `jmend_eval_new` made, once, or NULL.
    unsafe { free(eval) };
}
