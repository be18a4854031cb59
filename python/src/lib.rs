//! The extension `jmend._jmend`: the engine, and the program, as functions of Python.
//!
//! | file | promise |
//! |---|---|
//! | `text` | what a caller gives, and its places as Python counts them |
//! | `options` | keyword arguments, whose words are those of the program's flags |
//! | `value` | values as objects, built in one pass |
//! | `repaired`, `calls`, `partial` | what was found |
//! | `cache` | results of tools in a directory |
//! | `eval` | programs, and the tools that are functions of Python |
//! | `stats` | what became of texts and calls, counted |
//! | `error` | refusals as `jmend.JmendError` |
//!
//! Long texts are repaired without the interpreter's lock; short ones are done before another thread could have taken it.

mod cache;
mod calls;
mod error;
mod eval;
mod options;
mod partial;
mod repaired;
mod stats;
mod text;
mod value;

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use jmend::{EvalOptions, KeyOptions, OnCollision, Options, PreviewOptions, Sample, Truncated};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use options::{Asked, asked};
use repaired::values;
use text::Text;
use value::direct;

/// Bytes from which a text is handled without the interpreter's lock. To get the lock back can take another thread's whole
/// time slice, five milliseconds; a shorter text takes a fraction of that.
const LONG: usize = 8 << 10;

/// What `loads` and `repair` take beside the options of the engine.
const WITH_SCHEMA: [&str; 3] = ["schema", "defaults", "parse_float"];

/// What a function gives that works on so many bytes; without the interpreter's lock where that pays.
fn detached<T: Send>(py: Python<'_>, len: usize, work: impl FnOnce() -> T + Send) -> T {
    if len < LONG { work() } else { py.detach(work) }
}

fn repaired<'t>(py: Python<'_>, text: &'t Text<'_>, asked: &Asked<'_>) -> PyResult<jmend::Repaired<'t>> {
    let (bytes, options, defaults) = (text.bytes(), &asked.options, asked.defaults);
    let schema = asked.schema.as_ref().map(Bound::get);
    let result = detached(py, bytes.len(), || match schema {
        Some(schema) => schema.repair(bytes, defaults, options),
        None => jmend::repair(bytes, options),
    });
    result.map_err(|error| error::of(py, &error, text))
}

/// A value from JSON text of ours.
fn value_of<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    let whole = 0..text.len();
    values(py, text, &[whole], &jmend::Fixes::default(), None, &Text::Str(text))
}

#[pymodule(gil_used = false)]
mod _jmend {
    #[allow(clippy::wildcard_imports, reason = "the module of Python is this one")]
    use super::*;

    #[pymodule_export]
    use super::cache::PyCache;
    #[pymodule_export]
    use super::calls::{PyCall, PyCalls, PyRefused, PyTools};
    #[pymodule_export]
    use super::eval::PyEvaluated;
    #[pymodule_export]
    use super::options::PySchema;
    #[pymodule_export]
    use super::partial::PyPartial;
    #[pymodule_export]
    use super::repaired::{PyFix, PyRepaired};
    #[pymodule_export]
    use super::stats::PyStats;

    /// The version of the package.
    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "Python calls it so")]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    /// The value of a text: JSON as it is, anything else repaired.
    ///
    /// Where several documents were kept, the list of their values. Raises `JmendError` for what cannot be repaired, or not
    /// within the options.
    #[pyfunction]
    #[pyo3(signature = (text, **options))]
    fn loads<'py>(
        py: Python<'py>,
        text: &Bound<'py, PyAny>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let asked = asked(Options::default(), options, &WITH_SCHEMA)?;
        let given = Text::of(text)?;
        let parse_float = asked.parse_float.as_ref();
        if let Some(valid) = given.unicode().filter(|_| asked.passes_json)
            && let Some(value) = direct(py, valid, parse_float)?
        {
            return Ok(value);
        }
        let repaired = repaired(py, &given, &asked)?;
        values(py, &repaired.text, &repaired.documents, &repaired.fixes, parse_float, &given)
    }

    /// Repairs a text, and says what was changed and how sure that is.
    #[pyfunction]
    #[pyo3(signature = (text, **options))]
    fn repair<'py>(
        py: Python<'py>,
        text: &Bound<'py, PyAny>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<PyRepaired> {
        let asked = asked(Options::default(), options, &WITH_SCHEMA)?;
        let given = Text::of(text)?;
        let repaired = super::repaired(py, &given, &asked)?;
        Ok(PyRepaired::new(text, repaired, asked.parse_float))
    }

    /// The tool calls in one message of a model, answer of an API, or stream of events.
    ///
    /// A call that is cut off is refused, unless truncated="close". With `tools`, damaged names are settled, and arguments are
    /// converted where nothing is lost; a call whose arguments do not fit its schema is refused, unless check=False.
    /// `unknown_tools` says what becomes of a call of no tool of the list: "keep" (the default), "drop", or "refuse". Raises
    /// `ValueError` for `unknown_tools` or `check` without `tools`.
    #[pyfunction]
    #[pyo3(signature = (text, *, tools = None, format = None, unknown_tools = None, check = None, **options))]
    fn calls(
        py: Python<'_>,
        text: &Bound<'_, PyAny>,
        tools: Option<&Bound<'_, PyAny>>,
        format: Option<&str>,
        unknown_tools: Option<&str>,
        check: Option<bool>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<super::calls::PyCalls> {
        let asked = asked(Options::default().truncated(Truncated::Refuse), options, &["parse_float"])?;
        let known = super::calls::Known { tools, unknown_tools, check };
        super::calls::find(py, &Text::of(text)?, known, format, &asked)
    }

    /// Repairs the arguments of one call of `tool`, and fits them to its schema in `tools`: a text, or a value that `json.dumps` takes.
    ///
    /// A string that holds the object becomes it; an empty text and None are no arguments, `{}`, with the fix "empty-input". A tool
    /// without a schema takes any object. Arguments that are cut off are refused, unless truncated="close". Raises `JmendError`, with
    /// the code "schema" and `violations` for arguments that do not fit.
    #[pyfunction]
    #[pyo3(signature = (tool, arguments, *, tools = None, **options))]
    fn arguments(
        tool: &str,
        arguments: &Bound<'_, PyAny>,
        tools: Option<&Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<PyRepaired> {
        let asked = asked(Options::default().truncated(Truncated::Refuse), options, &["parse_float"])?;
        super::calls::arguments(tool, arguments, tools, &asked)
    }

    /// Runs one PTC-JSON program, as the command `jmend eval-json` does: a text, or a `dict` `{"program": ...}`.
    ///
    /// `context` is a `dict`, or its JSON text, whose members the program loads by name; `memory` is what an earlier `Evaluated` has as
    /// `memory`. `functions` maps names of tools to functions of one `dict`, the arguments, which return what `json.dumps` takes, or to values
    /// that are always the result. With `tools`, a list of definitions, a program may call only what they expose to programs, and
    /// `functions`. `timeout` is in seconds (the time of functions counts, and nothing interrupts one), `max_memory` in bytes of values; None
    /// is no limit. Of a result with more than `max_result` bytes `value` is a profile, and memory keeps the whole as `last_result`.
    /// repair=True repairs the text first, with the options of `repair`; a text that is cut off is refused.
    ///
    /// Raises `JmendError` with a `path`: "`parse_error`", "`validation_error`", "`execution_error`", "timeout", "`memory_exceeded`",
    /// "`depth_exceeded`"; "context", "memory" or "tools" for data of a wrong kind. What a function raises is its `__cause__`.
    #[pyfunction]
    #[pyo3(signature = (program, *, context = None, memory = None, functions = None, tools = None, timeout = Some(1.0),
        max_memory = Some(64 << 20), max_result = None, strict_types = false, repair = false, **options))]
    #[allow(clippy::too_many_arguments, reason = "they are keyword arguments")]
    fn eval_json(
        program: &Bound<'_, PyAny>,
        context: Option<&Bound<'_, PyAny>>,
        memory: Option<&Bound<'_, PyAny>>,
        functions: Option<&Bound<'_, PyDict>>,
        tools: Option<&Bound<'_, PyAny>>,
        timeout: Option<f64>,
        max_memory: Option<usize>,
        max_result: Option<usize>,
        strict_types: bool,
        repair: bool,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<super::eval::PyEvaluated> {
        let asked = asked(Options::default(), options, &["parse_float"])?;
        let given = super::eval::Given {
            context,
            memory,
            functions,
            tools,
            repair,
            timeout,
            max_memory,
            max_result,
            strict_types,
        };
        super::eval::evaluate(program, &given, &asked)
    }

    /// Checks a program and runs nothing: a tuple of `Lint` for what is allowed and probably not meant. Most of that shows only
    /// beside the `context`. The arguments are those of `eval_json`, and so are the errors that show before a program runs.
    #[pyfunction]
    #[pyo3(signature = (program, *, context = None, functions = None, tools = None, repair = false, **options))]
    fn check_program(
        program: &Bound<'_, PyAny>,
        context: Option<&Bound<'_, PyAny>>,
        functions: Option<&Bound<'_, PyDict>>,
        tools: Option<&Bound<'_, PyAny>>,
        repair: bool,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Py<PyTuple>> {
        let asked = asked(Options::default(), options, &[])?;
        let given = super::eval::Given {
            context,
            memory: None,
            functions,
            tools,
            repair,
            timeout: None,
            max_memory: None,
            max_result: None,
            strict_types: false,
        };
        super::eval::check(program, &given, &asked)
    }

    /// Returns what to tell a model so that it writes programs: "full", every operation with an example, or a "card" of about 2 KB, with
    /// the tools and the fields of the `context` that are given here. Arguments are those of `eval_json`. Raises `JmendError` for data of a
    /// wrong kind.
    #[pyfunction]
    #[pyo3(signature = (size = "full", *, context = None, functions = None, tools = None))]
    fn program_prompt(
        py: Python<'_>,
        size: &str,
        context: Option<&Bound<'_, PyAny>>,
        functions: Option<&Bound<'_, PyDict>>,
        tools: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let is_given = context.is_some() || functions.is_some() || tools.is_some();
        match size {
            "full" if is_given => {
                Err(PyValueError::new_err("context, functions and tools are for size=\"card\""))
            }
            "full" => Ok(EvalOptions::prompt()),
            "card" => {
                let given = super::eval::Given {
                    context,
                    memory: None,
                    functions,
                    tools,
                    repair: false,
                    timeout: None,
                    max_memory: None,
                    max_result: None,
                    strict_types: false,
                };
                super::eval::card(py, &given, &asked(Options::default(), None, &[])?)
            }
            _ => Err(PyValueError::new_err(format!("size is one of full, card, not {size:?}"))),
        }
    }

    /// Returns the JSON Schema of programs as a `dict`; with strict=True the one that endpoints with strict output formats take.
    #[pyfunction]
    #[pyo3(signature = (*, strict = false))]
    fn program_schema(py: Python<'_>, strict: bool) -> PyResult<Bound<'_, PyAny>> {
        value_of(py, &if strict { EvalOptions::strict_schema() } else { EvalOptions::schema() })
    }

    /// JSON text with `_` for `-` in all keys, and every other byte as it is; each document ends with a line feed.
    #[pyfunction]
    #[pyo3(signature = (text, *, on_collision = "error"))]
    fn normalize(py: Python<'_>, text: &str, on_collision: &str) -> PyResult<String> {
        let on_collision = match on_collision {
            "error" => OnCollision::Error,
            "first" => OnCollision::First,
            "last" => OnCollision::Last,
            word => {
                let message = format!("on_collision is one of error, first, last, not {word:?}");
                return Err(PyValueError::new_err(message));
            }
        };
        let normalized = detached(py, text.len(), || jmend::normalize(text, on_collision));
        normalized.map_err(|error| error::of(py, &error, &Text::Str(text)))
    }

    /// The key of a call, and the text that it is the hash of: equal calls have equal keys.
    #[pyfunction]
    fn cache_key(
        py: Python<'_>,
        tool: &str,
        arguments: &str,
        namespace: Option<&str>,
    ) -> PyResult<(String, String)> {
        let options =
            namespace.map_or_else(KeyOptions::default, |name| KeyOptions::default().namespace(name));
        let key = detached(py, arguments.len(), || jmend::cache_key(tool, arguments, &options));
        let key = key.map_err(|error| error::of(py, &error, &Text::Str(arguments)))?;
        Ok((key.key, key.text))
    }

    /// What a model sees of the result of a call, as JSON text. The result is one JSON document.
    #[pyfunction]
    #[allow(clippy::too_many_arguments, reason = "they are keyword arguments in Python")]
    fn preview(
        py: Python<'_>,
        tool: &str,
        arguments: &str,
        result: &str,
        rows: Option<usize>,
        hint: Option<&str>,
        profile: bool,
        at: Option<&str>,
        sample: Option<&str>,
        max_bytes: Option<usize>,
        cache: Option<PyRef<'_, PyCache>>,
    ) -> PyResult<String> {
        let mut options = PreviewOptions::default();
        if profile {
            options = options.profile();
        }
        if let Some(at) = at {
            options = options.at(at);
        }
        if let Some(sample) = sample {
            let named = Sample::named(sample);
            options =
                options.sample(named.map_err(|takes| PyValueError::new_err(format!("sample: {takes}")))?);
        }
        if let Some(bytes) = max_bytes {
            options = options.max_bytes(bytes);
        }
        if let Some(rows) = rows {
            options = options.rows(rows);
        }
        if let Some(hint) = hint {
            options = options.hint(hint);
        }
        if let Some(cache) = cache {
            options = options.cache(&cache.cache);
        }
        let preview = detached(py, result.len(), || jmend::preview(tool, arguments, result, &options));
        preview.map_err(|error| error::of(py, &error, &Text::Str(result)))
    }

    /// Runs the program with these arguments, and returns its exit status. The words of `launcher` start this process once more.
    #[pyfunction]
    fn run(py: Python<'_>, arguments: Vec<OsString>, launcher: Vec<OsString>) -> u8 {
        py.detach(|| {
            let status = jmend_program::run_of(launcher, arguments);
            // A program of Rust does this when it ends. What could not be written was reported.
            let _ = std::io::stdout().flush();
            [0, 1].into_iter().find(|known| status == ExitCode::from(*known)).unwrap_or(2)
        })
    }
}
