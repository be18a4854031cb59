//! PTC-JSON programs: what `eval_json` and `check_program` run, and the tools that are functions of Python.

use std::sync::Mutex;
use std::time::Duration;

use jmend::{Error, EvalOptions, Evaluated, Fixes, Lint, Options};
use pyo3::exceptions::{PyException, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyString, PyTuple};

use crate::calls::definitions;
use crate::options::{Asked, dumps, json_of};
use crate::repaired::values;
use crate::text::Text;

/// The result of a program, and the memory that it leaves.
#[pyclass(frozen, name = "Evaluated", module = "jmend")]
pub(crate) struct PyEvaluated {
    evaluated: Evaluated,
    parse_float: Option<Py<PyAny>>,
    value: PyOnceLock<Py<PyAny>>,
}

impl PyEvaluated {
    fn built<'py>(&self, py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
        built(py, text, self.parse_float.as_ref().map(|parse| parse.bind(py)))
    }
}

#[pymethods]
impl PyEvaluated {
    /// The result.
    #[getter]
    fn value<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let value =
            self.value.get_or_try_init(py, || self.built(py, &self.evaluated.result).map(Bound::unbind))?;
        Ok(value.bind(py).clone())
    }

    /// The result as compact JSON text.
    #[getter]
    fn text(&self) -> &str {
        &self.evaluated.result
    }

    /// A `dict` of all that is in memory now: `memory` of the next program.
    #[getter]
    fn memory<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.built(py, &self.evaluated.memory)
    }

    /// A `dict` of what the program added to memory.
    #[getter]
    fn memory_delta<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.built(py, &self.evaluated.memory_delta)
    }

    fn __repr__(&self) -> String {
        format!("Evaluated({})", self.evaluated.result)
    }
}

/// The value of a text of the engine's.
fn built<'py>(
    py: Python<'py>,
    text: &str,
    parse_float: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let whole = 0..text.len();
    values(py, text, &[whole], &Fixes::default(), parse_float, &Text::Str(text))
}

/// The data, the tools, and the limits of a program, as Python gives them.
pub(crate) struct Given<'g, 'py> {
    pub(crate) context: Option<&'g Bound<'py, PyAny>>,
    pub(crate) memory: Option<&'g Bound<'py, PyAny>>,
    pub(crate) functions: Option<&'g Bound<'py, PyDict>>,
    pub(crate) tools: Option<&'g Bound<'py, PyAny>>,
    pub(crate) repair: bool,
    /// Seconds.
    pub(crate) timeout: Option<f64>,
    pub(crate) max_memory: Option<usize>,
    pub(crate) max_result: Option<usize>,
    pub(crate) strict_types: bool,
}

/// The same as the engine takes it: JSON texts, and functions that another thread may hold.
struct Inputs {
    context: Option<String>,
    memory: Option<String>,
    tools: Option<String>,
    values: Vec<(String, String)>,
    functions: Vec<(String, Py<PyAny>)>,
    repair: Option<Options>,
    max_depth: usize,
    timeout: Option<Duration>,
    max_memory: Option<usize>,
    max_result: Option<usize>,
    strict_types: bool,
}

impl Inputs {
    fn of(given: &Given<'_, '_>, asked: &Asked<'_>) -> PyResult<Self> {
        let text = |object: Option<&Bound<'_, PyAny>>| {
            object.filter(|object| !object.is_none()).map(json_of).transpose()
        };
        let (mut values, mut functions) = (Vec::new(), Vec::new());
        for (name, tool) in given.functions.into_iter().flatten() {
            let name: String = name.extract()?;
            if tool.is_callable() {
                functions.push((name, tool.unbind()));
            } else {
                values.push((name, dumps(&tool)?));
            }
        }
        let timeout = given.timeout.map(|seconds| {
            Duration::try_from_secs_f64(seconds)
                .map_err(|_| PyValueError::new_err(format!("timeout is a number of seconds, not {seconds}")))
        });
        Ok(Self {
            context: text(given.context)?,
            memory: text(given.memory)?,
            tools: given.tools.filter(|tools| !tools.is_none()).map(definitions).transpose()?,
            values,
            functions,
            repair: given.repair.then_some(asked.options),
            max_depth: asked.options.max_depth,
            timeout: timeout.transpose()?,
            max_memory: given.max_memory,
            max_result: given.max_result,
            strict_types: given.strict_types,
        })
    }

    /// Gives `work` the options of the engine.
    fn with<R>(&self, calls: &Calls<'_>, work: impl FnOnce(&EvalOptions<'_>) -> R) -> R {
        let call = |tool: &str, arguments: &str| calls.call(&self.functions, tool, arguments);
        let mut options = EvalOptions::default()
            .max_depth(self.max_depth)
            .timeout(self.timeout)
            .max_memory(self.max_memory)
            .strict_types(self.strict_types);
        if let Some(context) = &self.context {
            options = options.context(context);
        }
        if let Some(memory) = &self.memory {
            options = options.memory(memory);
        }
        if let Some(tools) = &self.tools {
            options = options.tools(tools);
        }
        if let Some(repair) = self.repair {
            options = options.repair(repair);
        }
        if let Some(bytes) = self.max_result {
            options = options.max_result(bytes);
        }
        for (tool, value) in &self.values {
            options = options.value(tool, value);
        }
        for (tool, _) in &self.functions {
            options = options.function(tool, &call);
        }
        work(&options)
    }
}

/// Calls of functions of Python, and what was raised there last.
struct Calls<'c> {
    parse_float: Option<&'c Py<PyAny>>,
    raised: Mutex<Option<PyErr>>,
}

impl Calls<'_> {
    fn call(&self, functions: &[(String, Py<PyAny>)], tool: &str, arguments: &str) -> Result<String, String> {
        let function = functions.iter().find(|(name, _)| name == tool).map(|(_, function)| function);
        Python::attach(|py| {
            let called = || {
                let function = function.ok_or_else(|| PyValueError::new_err("there is no such function"))?;
                let parse_float = self.parse_float.map(|parse| parse.bind(py));
                let result = function.bind(py).call1((built(py, arguments, parse_float)?,))?;
                dumps(&result)
            };
            called().map_err(|error| {
                let message = error.to_string();
                if let Ok(mut raised) = self.raised.lock() {
                    *raised = Some(error);
                }
                message
            })
        })
    }

    /// The exception of an error: what a function raised is its cause, and goes through where it is no `Exception`.
    fn of(self, py: Python<'_>, error: &Error, program: &Text<'_>) -> PyErr {
        let made = crate::error::of(py, error, program);
        let Some(raised) = self.raised.into_inner().ok().flatten() else { return made };
        if !raised.is_instance_of::<PyException>(py) {
            return raised;
        }
        if error.code() == "execution_error" {
            made.set_cause(py, Some(raised));
        }
        made
    }
}

/// The text of a program: a text, or a value that becomes one.
fn program_of<'py>(program: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    if Text::of(program).is_ok() {
        return Ok(program.clone());
    }
    let text = json_of(program).map_err(|error| {
        let is_type = error.is_instance_of::<PyTypeError>(program.py());
        if is_type { PyTypeError::new_err("the program is str, bytes, bytearray, or a dict") } else { error }
    })?;
    Ok(PyString::new(program.py(), &text).into_any())
}

/// Runs a program.
pub(crate) fn evaluate(
    program: &Bound<'_, PyAny>,
    given: &Given<'_, '_>,
    asked: &Asked<'_>,
) -> PyResult<PyEvaluated> {
    let parse_float = asked.parse_float.clone().map(Bound::unbind);
    let evaluated = with(program, given, asked, |options, bytes| jmend::eval_json(bytes, options))?;
    Ok(PyEvaluated { evaluated, parse_float, value: PyOnceLock::new() })
}

/// Checks a program: code, message and path of each finding.
pub(crate) fn check(
    program: &Bound<'_, PyAny>,
    given: &Given<'_, '_>,
    asked: &Asked<'_>,
) -> PyResult<Py<PyTuple>> {
    static TYPE: PyOnceLock<Py<pyo3::types::PyType>> = PyOnceLock::new();
    let py = program.py();
    let lints = with(program, given, asked, findings)?;
    let mut made = Vec::with_capacity(lints.len());
    for lint in lints {
        made.push(TYPE.import(py, "jmend._error", "Lint")?.call1((lint.code, lint.message, lint.path))?);
    }
    Ok(PyTuple::new(py, made)?.unbind())
}

/// Returns the instructions on a card, with the tools and the context that were given.
pub(crate) fn card(py: Python<'_>, given: &Given<'_, '_>, asked: &Asked<'_>) -> PyResult<String> {
    let inputs = Inputs::of(given, asked)?;
    let calls = Calls { parse_float: None, raised: Mutex::new(None) };
    let card = py.detach(|| inputs.with(&calls, card_of));
    card.map_err(|error| crate::error::of(py, &error, &Text::Str("")))
}

fn card_of(options: &EvalOptions<'_>) -> Result<String, Error> {
    options.card()
}

/// The findings of the engine; the lifetimes of a closure or of the method itself are not those that `with` asks for.
fn findings(options: &EvalOptions<'_>, program: &[u8]) -> Result<Vec<Lint>, Error> {
    options.check(program)
}

/// Does `work` on a program, without the interpreter's lock.
fn with<R: Send>(
    program: &Bound<'_, PyAny>,
    given: &Given<'_, '_>,
    asked: &Asked<'_>,
    work: impl FnOnce(&EvalOptions<'_>, &[u8]) -> Result<R, Error> + Send,
) -> PyResult<R> {
    let py = program.py();
    let source = program_of(program)?;
    let text = Text::of(&source)?;
    let (inputs, bytes) = (Inputs::of(given, asked)?, text.bytes());
    let parse_float = asked.parse_float.clone().map(Bound::unbind);
    let calls = Calls { parse_float: parse_float.as_ref(), raised: Mutex::new(None) };
    let done = py.detach(|| inputs.with(&calls, |options| work(options, bytes)));
    done.map_err(|error| calls.of(py, &error, &text))
}
