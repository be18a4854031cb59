//! Keyword arguments → options of the engine. Their words are those of the program's flags.

use jmend::{Options, Rules, Schema};
use pyo3::exceptions::{PyRecursionError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PySet, PyString, PyTuple};

/// Options of the engine by the names that Python has for them (`from` is a word of its own there), and whether strict JSON passes
/// each of them as it is.
const NAMES: [(&str, &str, bool); 8] = [
    ("max_risk", "max-risk", true),
    ("min_confidence", "min-confidence", true),
    ("truncated", "truncated", true),
    ("select", "select", false),
    ("notation", "from", false),
    ("nan", "nan", true),
    ("strategies", "strategies", false),
    ("max_depth", "max-depth", false),
];

/// What a caller asked for.
pub(crate) struct Asked<'py> {
    pub(crate) options: Options,
    /// What turns numbers with a fraction or an exponent into values.
    pub(crate) parse_float: Option<Bound<'py, PyAny>>,
    /// What the value is meant for.
    pub(crate) schema: Option<Bound<'py, PySchema>>,
    /// States whether the defaults that it declares are filled in.
    pub(crate) defaults: bool,
    /// States whether strict JSON passes as it is.
    pub(crate) passes_json: bool,
}

/// Reads the keyword arguments of a function; `None` for a value is as good as none.
pub(crate) fn asked<'py>(
    options: Options,
    arguments: Option<&Bound<'py, PyDict>>,
    also: &[&str],
) -> PyResult<Asked<'py>> {
    let mut asked = Asked { options, parse_float: None, schema: None, defaults: false, passes_json: true };
    let Some(arguments) = arguments else { return Ok(asked) };
    for (name, value) in arguments {
        let name: String = name.extract()?;
        let known = NAMES.iter().find(|(known, ..)| *known == name);
        if known.is_none() && !also.contains(&name.as_str()) {
            let names: Vec<_> = NAMES.iter().map(|(name, ..)| *name).chain(also.iter().copied()).collect();
            let message = format!("there is no option {name:?}: the options are {}", names.join(", "));
            return Err(PyTypeError::new_err(message));
        }
        if value.is_none() {
            continue;
        }
        match known {
            Some((_, flag, passes)) => {
                let set = asked.options.set(flag, &word(&value)?);
                asked.passes_json &= passes;
                asked.options = set.map_err(|why| PyValueError::new_err(why.replacen(flag, &name, 1)))?;
            }
            None if name == "parse_float" => asked.parse_float = Some(value),
            None if name == "defaults" => asked.defaults = value.extract()?,
            None => {
                asked.schema = Some(PySchema::of(&value)?);
                asked.passes_json = false;
            }
        }
    }
    Ok(asked)
}

/// A value of an option as a word: a list of words is one with commas.
fn word(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if value.is_instance_of::<PyList>()
        || value.is_instance_of::<PyTuple>()
        || value.is_instance_of::<PySet>()
    {
        let words: PyResult<Vec<String>> =
            value.try_iter()?.map(|word| Ok(word?.str()?.to_string())).collect();
        return Ok(words?.join(","));
    }
    Ok(value.str()?.to_string())
}

/// JSON text of an object: a `str` is such a text already.
pub(crate) fn json_of(object: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = object.cast::<PyString>() {
        return Ok(text.to_str()?.to_owned());
    }
    dumps(object)
}

/// JSON text of a value: a `str` is a string.
pub(crate) fn dumps(object: &Bound<'_, PyAny>) -> PyResult<String> {
    let options = PyDict::new(object.py());
    options.set_item("ensure_ascii", false)?;
    options.set_item("allow_nan", false)?;
    let text = object.py().import("json")?.call_method("dumps", (object,), Some(&options));
    let text = text.map_err(|error| {
        let is_deep = error.is_instance_of::<PyRecursionError>(object.py());
        if is_deep { PyValueError::new_err("the value is nested too deep for json.dumps") } else { error }
    });
    text?.extract()
}

/// A JSON Schema, compiled once: `loads(text, schema=Schema({...}))`.
///
/// Takes a `dict` or `bool`, its JSON text, or a pydantic model. Raises `ValueError` for what is no schema.
#[pyclass(frozen, name = "Schema", module = "jmend")]
pub(crate) struct PySchema {
    pub(crate) schema: Schema,
}

impl PySchema {
    /// The schema that an object is or describes.
    pub(crate) fn of<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Self>> {
        match object.cast::<Self>() {
            Ok(schema) => Ok(schema.clone()),
            Err(_) => Bound::new(object.py(), Self::new(object)?),
        }
    }

    /// Repairs a text that is meant for this schema.
    pub(crate) fn repair<'t>(
        &self,
        text: &'t [u8],
        defaults: bool,
        options: &Options,
    ) -> Result<jmend::Repaired<'t>, jmend::Error> {
        let rules = Rules { defaults, ..Rules::default() };
        jmend::repair_with_schema(text, &self.schema, &rules, options)
    }
}

#[pymethods]
impl PySchema {
    #[new]
    fn new(schema: &Bound<'_, PyAny>) -> PyResult<Self> {
        let text = match schema.getattr_opt("model_json_schema")? {
            Some(describe) => json_of(&describe.call0()?)?,
            None => json_of(schema)?,
        };
        let schema = Schema::new(&text).map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Self { schema })
    }
}
