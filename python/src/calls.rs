//! Tool calls: what `calls` found in a message.

use jmend::{CallOptions, Fixes, Format, ToolSchemas, Tools, UnknownTools};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyAny, PyTuple};

use crate::error::violations;
use crate::options::{Asked, json_of};
use crate::repaired::{PyFix, PyRepaired, values};
use crate::text::Text;
use crate::value::string;

/// Definitions of tools, read once: `calls(text, tools=Tools([...]))`.
///
/// Takes a list of definitions as an API takes them (OpenAI, Anthropic, Gemini, MCP, ...), or its JSON text. Raises
/// `ValueError` for what is no such list. Calls of a tool whose schema cannot be used are read without it: `warnings` says why.
#[pyclass(frozen, name = "Tools", module = "jmend")]
pub(crate) struct PyTools {
    tools: Tools,
    schemas: ToolSchemas,
    /// The definitions as they were given.
    text: String,
}

/// The definitions of tools as JSON text.
pub(crate) fn definitions(object: &Bound<'_, PyAny>) -> PyResult<String> {
    object.cast::<PyTools>().map_or_else(|_| json_of(object), |tools| Ok(tools.get().text.clone()))
}

impl PyTools {
    /// The tools that an object is or describes.
    pub(crate) fn of<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Self>> {
        match object.cast::<Self>() {
            Ok(tools) => Ok(tools.clone()),
            Err(_) => Bound::new(object.py(), Self::new(object)?),
        }
    }
}

#[pymethods]
impl PyTools {
    #[new]
    fn new(tools: &Bound<'_, PyAny>) -> PyResult<Self> {
        let text = json_of(tools)?;
        let (tools, schemas) = Tools::with_schemas(&text).map_err(|error| {
            PyValueError::new_err(format!("the list of tools is no JSON at byte {}: {error}", error.offset))
        })?;
        Ok(Self { tools, schemas, text })
    }

    /// The tools whose schema cannot be used, each with the reason in a sentence.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        let warning = |(name, error)| format!("the schema of the tool `{name}` cannot be used: {error}");
        self.schemas.unusable().map(warning).collect()
    }

    /// The names of the tools.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.tools.names().map(ToString::to_string).collect()
    }

    fn __contains__(&self, name: &str) -> bool {
        self.tools.knows(name)
    }
}

/// One tool call.
#[pyclass(frozen, name = "Call", module = "jmend")]
pub(crate) struct PyCall {
    call: jmend::Call,
    span: (usize, usize),
    fixes: Py<PyTuple>,
    parse_float: Option<Py<PyAny>>,
    arguments: PyOnceLock<Py<PyAny>>,
}

impl PyCall {
    /// The value of JSON text of the call, which the engine read.
    fn value<'py>(&self, py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
        let parse_float = self.parse_float.as_ref().map(|parse| parse.bind(py));
        let (whole, given) = (0..text.len(), Text::Str(text));
        values(py, text, &[whole], &Fixes::default(), parse_float, &given)
    }
}

#[pymethods]
impl PyCall {
    /// The tool's name.
    #[getter]
    fn name<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        string(py, &self.call.name)
    }

    /// The arguments.
    #[getter]
    fn arguments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let arguments =
            self.arguments.get_or_try_init(py, || self.value(py, &self.call.arguments).map(Bound::unbind))?;
        Ok(arguments.bind(py).clone())
    }

    /// The arguments as JSON text.
    #[getter]
    fn arguments_text<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        string(py, &self.call.arguments)
    }

    /// The id of the call, where the text gives one.
    #[getter]
    fn id<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.call.id.as_deref().map(|id| self.value(py, id)).transpose()
    }

    /// The format that the call was written in.
    #[getter]
    fn format(&self) -> &'static str {
        self.call.format.id
    }

    /// The number of its message among the answers of one request.
    #[getter]
    fn choice(&self) -> usize {
        self.call.choice
    }

    /// States whether all of it is there. Only with truncated="close" can this be False.
    #[getter]
    fn complete(&self) -> bool {
        self.call.complete
    }

    /// States whether it has its name or its arguments more than once.
    #[getter]
    fn is_ambiguous(&self) -> bool {
        self.call.is_ambiguous
    }

    /// The highest risk of all fixes; None where nothing was changed.
    #[getter]
    fn risk(&self) -> Option<&'static str> {
        self.call.risk().map(jmend::Risk::name)
    }

    /// The strongest thing that was needed, as `Repaired.strategy` has it.
    #[getter]
    fn strategy(&self) -> &'static str {
        self.call.strategy().name()
    }

    /// The estimated probability that this is the call that the model meant, from 0 to 1.
    #[getter]
    fn confidence(&self) -> f64 {
        self.call.confidence().probability()
    }

    /// Everything that was repaired.
    #[getter]
    fn fixes<'py>(&self, py: Python<'py>) -> Bound<'py, PyTuple> {
        self.fixes.bind(py).clone()
    }

    /// Where the call stands in the text: (start, end).
    #[getter]
    fn span(&self) -> (usize, usize) {
        self.span
    }

    /// The call as the program writes it: `{"name": ..., "arguments": ...}`.
    fn to_json(&self) -> String {
        self.call.to_json()
    }

    fn __repr__(&self) -> String {
        format!("Call({}, {})", self.call.name, self.call.arguments)
    }
}

/// What was meant as a call and could not be handed out as one.
#[pyclass(frozen, get_all, name = "Refused", module = "jmend")]
pub(crate) struct PyRefused {
    /// The tool's name, where it could be read.
    name: Option<String>,
    /// The format that it was written in.
    format: &'static str,
    /// Why, a stable kebab-case name: "truncated", "unknown-tool", "schema", ...
    code: &'static str,
    /// Why, in a sentence.
    message: String,
    /// Where it stands in the text: (start, end).
    span: (usize, usize),
    /// Lists what the schema of the tool does not accept about the arguments, as `jmend.Violation`; empty for another reason.
    violations: Py<PyTuple>,
    /// Says what to tell the model: what was wrong, where, and what to send instead.
    feedback: String,
}

#[pymethods]
impl PyRefused {
    fn __repr__(&self) -> String {
        format!("Refused({}: {})", self.name.as_deref().unwrap_or("None"), self.code)
    }
}

/// The calls of a message, as a sequence; `refused` has what was meant as one and is none.
#[pyclass(frozen, sequence, name = "Calls", module = "jmend")]
pub(crate) struct PyCalls {
    calls: Py<PyTuple>,
    /// What was meant as a call and could not be handed out as one.
    #[pyo3(get)]
    refused: Py<PyTuple>,
}

impl PyCalls {
    /// The calls as the engine read them.
    pub(crate) fn calls<'py>(&'py self, py: Python<'py>) -> impl Iterator<Item = &'py jmend::Call> {
        let calls = self.calls.bind(py).iter_borrowed();
        calls.filter_map(|call| call.cast::<PyCall>().ok().map(|call| &call.get().call))
    }

    /// The name and the code of each refusal.
    pub(crate) fn refusals(&self, py: Python<'_>) -> PyResult<Vec<(Option<String>, &'static str)>> {
        let refused = self.refused.bind(py).iter();
        let each = |refused: Bound<'_, PyAny>| {
            let refused = refused.cast::<PyRefused>()?.get();
            Ok((refused.name.clone(), refused.code))
        };
        refused.map(each).collect()
    }
}

#[pymethods]
impl PyCalls {
    fn __len__(&self, py: Python<'_>) -> usize {
        self.calls.bind(py).len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.calls.bind(py).as_any().get_item(index)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.calls.bind(py).as_any().try_iter()?.into_any())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (calls, refused) = (self.calls.bind(py).repr()?, self.refused.bind(py).repr()?);
        Ok(format!("Calls({calls}, refused={refused})"))
    }
}

/// Holds what is known of tools, and says what becomes of calls by it.
pub(crate) struct Known<'t, 'py> {
    pub(crate) tools: Option<&'t Bound<'py, PyAny>>,
    pub(crate) unknown_tools: Option<&'t str>,
    /// Says whether arguments have to fit the schema of their tool; by default they have.
    pub(crate) check: Option<bool>,
}

impl Known<'_, '_> {
    fn unknown(&self) -> PyResult<UnknownTools> {
        let named = self.unknown_tools.map_or_else(|| Ok(UnknownTools::default()), UnknownTools::named);
        named.map_err(|takes| PyValueError::new_err(format!("unknown_tools is {takes}")))
    }
}

/// Finds the calls in a text.
pub(crate) fn find(
    py: Python<'_>,
    text: &Text<'_>,
    known: Known<'_, '_>,
    format: Option<&str>,
    asked: &Asked<'_>,
) -> PyResult<PyCalls> {
    let tools = known.tools.filter(|tools| !tools.is_none()).map(PyTools::of).transpose()?;
    let mut options = CallOptions::new().repair(asked.options).unknown_tools(known.unknown()?);
    if let Some(tools) = &tools {
        options = options.tools(&tools.get().tools);
        if known.check.unwrap_or(true) {
            options = options.schemas(&tools.get().schemas);
        }
    } else if known.unknown_tools.is_some() || known.check.is_some() {
        return Err(PyValueError::new_err("unknown_tools and check need tools"));
    }
    if let Some(name) = format {
        let format = Format::named(name).ok_or_else(|| {
            let names: Vec<_> = jmend::FORMATS.iter().map(|format| format.id).collect();
            PyValueError::new_err(format!("format is one of {}, not {name:?}", names.join(", ")))
        })?;
        options = options.format(format);
    }
    let bytes = text.bytes();
    let found = crate::detached(py, bytes.len(), || jmend::extract_calls(bytes, &options))
        .map_err(|error| crate::error::of(py, &error, text))?;
    let mut calls = Vec::with_capacity(found.calls.len());
    let mut offsets = text.offsets();
    let mut place = |span: &std::ops::Range<usize>| (offsets.at(span.start), offsets.at(span.end));
    for call in found.calls {
        let fixes: Vec<_> = call
            .changes
            .iter()
            .map(|change| {
                let (start, end) = place(&change.span);
                PyFix::of_change(change, start..end)
            })
            .collect();
        calls.push(PyCall {
            span: place(&call.span),
            fixes: PyTuple::new(py, fixes)?.unbind(),
            parse_float: asked.parse_float.clone().map(Bound::unbind),
            arguments: PyOnceLock::new(),
            call,
        });
    }
    let mut refused = Vec::with_capacity(found.refused.len());
    for each in found.refused {
        refused.push(PyRefused {
            format: each.format.id,
            code: each.reason.name(),
            message: each.to_string(),
            feedback: each.feedback(bytes),
            span: place(&each.span),
            violations: violations(py, &each.violations)?,
            name: each.name,
        });
    }
    Ok(PyCalls { calls: PyTuple::new(py, calls)?.unbind(), refused: PyTuple::new(py, refused)?.unbind() })
}

/// Repairs the arguments of one call of a tool: a text, or a value that becomes one.
pub(crate) fn arguments(
    tool: &str,
    given: &Bound<'_, PyAny>,
    tools: Option<&Bound<'_, PyAny>>,
    asked: &Asked<'_>,
) -> PyResult<PyRepaired> {
    let py = given.py();
    let tools = match tools.filter(|tools| !tools.is_none()) {
        Some(tools) => PyTools::of(tools)?,
        None => Bound::new(
            py,
            PyTools { tools: Tools::default(), schemas: ToolSchemas::default(), text: String::new() },
        )?,
    };
    let schemas = &tools.get().schemas;
    let source = if Text::of(given).is_ok() { given.clone() } else { string(py, &json_of(given)?) };
    let text = Text::of(&source)?;
    let (bytes, options) = (text.bytes(), &asked.options);
    let repaired = crate::detached(py, bytes.len(), || schemas.arguments(tool, bytes, options))
        .map_err(|error| crate::error::of(py, &error, &text))?;
    Ok(PyRepaired::new(&source, repaired, asked.parse_float.clone()))
}
