//! Filters of jq. The program `jmend` runs each in a process of its own, because what runs a filter counts neither time nor memory, and the
//! system does.

use std::collections::BTreeMap;
use std::ffi::c_char;
use std::fs;
use std::io::{self, Seek, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use serde_json::value::RawValue;

use crate::results::JmendOutput;
use crate::{JmendError, JmendStatus, Unmet, buffer, done, free, made, number, text_of, truth, usage, word};

/// Values by the names that a filter gives them, in the spelling of the caller.
type Variables = BTreeMap<String, Box<RawValue>>;

/// What a filter is run with.
pub struct JmendQuery {
    /// The program, as the system finds it.
    program: String,
    variables: Variables,
    slurp: bool,
    /// Milliseconds; 0 is no limit, as in the next two.
    timeout: u64,
    max_memory: u64,
    max_output: u64,
}

/// The program `jmend`, no variables, and its limits: 10 seconds, 1 GiB of memory, 256 MiB of output. Freed with `jmend_query_free`.
#[unsafe(no_mangle)]
pub extern "C" fn jmend_query_new() -> *mut JmendQuery {
    Box::into_raw(Box::new(JmendQuery::default()))
}

/// Sets what a filter is run with, as a copy of `len` bytes. "variables" is a JSON object of the values that the filter sees as `$NAME`.
/// "slurp" is "true" or "false": the filter gets all documents as one array. "timeout" is a number of milliseconds, beside 100 for each
/// MiB of data; "max-memory" and "max-output" are numbers of bytes; 0 is no limit. "program" is the program that runs the filter,
/// "jmend" where the system finds programs, or a path. The error says what the option takes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_query_set(
    query: *mut JmendQuery,
    name: *const c_char,
    value: *const c_char,
    len: usize,
    error: *mut *mut JmendError,
) -> JmendStatus {
    let set = || {
        // SAFETY: the caller gives an object that no other thread uses now, or NULL.
        let query = unsafe { query.as_mut() }.ok_or_else(|| usage("query is NULL"))?;
        // SAFETY: the caller gives a string that ends with NUL, and `len` bytes.
        let (name, value) = unsafe { (word(name, "name")?, text_of(value, len, "value")?) };
        match name {
            "variables" => query.variables = variables(value)?,
            "slurp" => query.slurp = truth(name, value)?,
            "timeout" => query.timeout = number(name, value)?,
            "max-memory" => query.max_memory = number(name, value)?,
            "max-output" => query.max_output = number(name, value)?,
            "program" => value.clone_into(&mut query.program),
            _ => {
                let names = "variables, slurp, timeout, max-memory, max-output, program";
                return Err(usage(format!("there is no {name:?}; there are {names}")));
            }
        }
        Ok(())
    };
    // SAFETY: the caller gives a place for the error, or NULL.
    unsafe { done(error, set) }
}

/// Frees what filters are run with.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_query_free(query: *mut JmendQuery) {
    // SAFETY: the caller gives what `jmend_query_new` made, once, or NULL.
    unsafe { free(query) };
}

/// Runs a jq filter over JSON of `len` bytes, one document or several, as the command `jmend query` does: the program, which must be
/// installed, runs it in a process that the system holds within the limits. The output has each output of the filter on a line of its own.
/// `query` may be NULL. On `JMEND_STATUS_OK` `output` is a new object, to be freed with `jmend_output_free`, and `error` is NULL;
/// otherwise it is the other way round. A refusal has the code "syntax" for text that is no JSON, "filter" for a filter that cannot be
/// read or fails, "stopped" for one that reached a limit, and "halt" for one that ended itself with a status. The code "program", with
/// `JMEND_STATUS_USAGE`, says that the program cannot be run or failed for another reason. Waits for the process, so the caller must
/// not ignore SIGCHLD.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jmend_query(
    data: *const c_char,
    len: usize,
    filter: *const c_char,
    query: *const JmendQuery,
    output: *mut *mut JmendOutput,
    error: *mut *mut JmendError,
) -> JmendStatus {
    let run = || {
        // SAFETY: the caller gives `len` bytes, a string that ends with NUL, and an object or NULL.
        let (data, filter, query) =
            unsafe { (buffer(data, len, "data")?, word(filter, "filter")?, query.as_ref()) };
        let plain = JmendQuery::default();
        let query = query.unwrap_or(&plain);
        let ended =
            query.run(data, filter).map_err(|why| failed(format!("cannot run {}: {why}", query.program)))?;
        if !ended.status.success() {
            return Err(unmet(&ended));
        }
        let mut written = String::from_utf8(ended.stdout).map_err(|_| failed("the output is not UTF-8"))?;
        written.truncate(written.trim_end_matches('\n').len());
        Ok(Some(JmendOutput(written)))
    };
    // SAFETY: the caller gives places for the result, and for the error or NULL.
    unsafe { made((output, "output"), error, run) }
}

impl Default for JmendQuery {
    fn default() -> Self {
        Self {
            program: "jmend".to_owned(),
            variables: Variables::new(),
            slurp: false,
            timeout: 10_000,
            max_memory: 1 << 30,
            max_output: 256 << 20,
        }
    }
}

impl JmendQuery {
    /// Runs the program to its end. The data is a file and no pipe, because a pipe that nobody reads ends a process of C by a signal.
    fn run(&self, data: &[u8], filter: &str) -> io::Result<Output> {
        let folder = tempfile::Builder::new().prefix("jmend-").tempdir()?;
        let mut input = tempfile::tempfile_in(&folder)?;
        input.write_all(data)?;
        input.rewind()?;
        let mut command = Command::new(&self.program);
        // What it says is its error, and no log.
        command.env_remove("JMEND_LOG").args(["query", "--compact", "--log-format", "json"]);
        for (flag, most) in [
            ("--timeout", self.timeout),
            ("--max-memory", self.max_memory),
            ("--max-output", self.max_output),
        ] {
            command.args([flag, &most.to_string()]);
        }
        if self.slurp {
            command.arg("--slurp");
        }
        for (number, (name, value)) in self.variables.iter().enumerate() {
            command.args(["--let", &bound(folder.path(), number, name, value)?]);
        }
        command.args(["--", filter]).stdin(input).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.output()
    }
}

/// Returns the argument that gives a variable its value, which stands in a file, because arguments are short.
fn bound(folder: &Path, number: usize, name: &str, value: &RawValue) -> io::Result<String> {
    let file = folder.join(number.to_string());
    fs::write(&file, value.get())?;
    Ok(format!("{name}=@{}", file.display()))
}

/// Reads the object of variables.
fn variables(text: &str) -> Result<Variables, Unmet> {
    let read: Variables =
        serde_json::from_str(text).map_err(|why| usage(format!("variables is no JSON object: {why}")))?;
    let is_name = |name: &str| {
        let is_first = |c: char| c.is_ascii_alphabetic() || c == '_';
        name.starts_with(is_first) && name.chars().all(|c| is_first(c) || c.is_ascii_digit())
    };
    match read.keys().find(|name| !is_name(name)) {
        Some(name) => Err(usage(format!("{name:?} is no name of a variable"))),
        None => Ok(read),
    }
}

/// An error that has no place in the data or the filter.
fn without_place(code: &str, message: impl Into<String>) -> JmendError {
    JmendError { line: 0, column: 0, ..JmendError::plain(code, message) }
}

/// The error where the program failed, and not the filter.
fn failed(message: impl Into<String>) -> Unmet {
    (JmendStatus::Usage, without_place("program", message))
}

/// The error that the program wrote as JSON.
fn unmet(ended: &Output) -> Unmet {
    let said = String::from_utf8_lossy(&ended.stderr);
    if ended.status.code() == Some(1) && said.is_empty() {
        return (JmendStatus::Refused, without_place("halt", "the filter ended itself"));
    }
    let line = said.lines().find(|line| line.starts_with('{')).unwrap_or_default();
    let read: Value = serde_json::from_str(line).unwrap_or_default();
    let fields = &read["fields"];
    let (Some(code), Some(message)) = (fields["code"].as_str(), fields["message"].as_str()) else {
        return failed(format!("the process of the filter ended with {}: {}", ended.status, said.trim()));
    };
    let place = |name: &str| fields[name].as_u64().and_then(|at| usize::try_from(at).ok()).unwrap_or(0);
    let mut error = without_place(code, message);
    (error.line, error.column) = (place("line"), place("column"));
    (JmendStatus::Refused, error)
}
