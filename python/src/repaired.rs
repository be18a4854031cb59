//! What came of a text: `Repaired` and its `Fix`es.

use std::ops::Range;

use jmend::{Fixes, Strategy};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyList, PyString, PyTuple};

use crate::error;
use crate::text::Text;
use crate::value::{Unread, Why, build, not_json, string};

/// The code of an error about a number that a type of Python does not hold.
const NUMBER_RANGE: &str = "number-range";

/// One change of the text.
#[pyclass(frozen, get_all, name = "Fix", module = "jmend")]
pub(crate) struct PyFix {
    /// Names what was wrong, in stable kebab case: `jmend explain --code CODE` explains it.
    code: &'static str,
    /// How sure it is: "syntax", "inferred" or "lossy".
    risk: &'static str,
    /// Where the change begins in the text that was given.
    start: usize,
    /// Where it ends.
    end: usize,
    /// What stands there now; None for a remark on a larger change.
    replacement: Option<String>,
    /// What was wrong, in a sentence.
    message: &'static str,
}

#[pymethods]
impl PyFix {
    fn __repr__(&self) -> String {
        format!("Fix({} {}..{}, risk={})", self.code, self.start, self.end, self.risk)
    }
}

impl PyFix {
    /// Changes of a call, whose places ascend.
    pub(crate) fn of_change(change: &jmend::Change, span: Range<usize>) -> Self {
        let (code, risk, message) = (change.name(), change.risk.name(), change.summary());
        Self { code, risk, start: span.start, end: span.end, replacement: None, message }
    }
}

/// What `repair` found in a text.
#[pyclass(frozen, name = "Repaired", module = "jmend")]
pub(crate) struct PyRepaired {
    /// The text that was given.
    source: Py<PyAny>,
    /// The repaired text, where it is another one.
    text: Option<String>,
    documents: Vec<Range<usize>>,
    fixes: Fixes,
    facts: Facts,
    parse_float: Option<Py<PyAny>>,
    value: PyOnceLock<Py<PyAny>>,
    listed: PyOnceLock<Py<PyAny>>,
}

/// What is known of a repair.
#[derive(Clone, Copy)]
struct Facts {
    risk: Option<&'static str>,
    confidence: f64,
    strategy: Strategy,
    notation: Option<&'static str>,
    cut: Option<&'static str>,
    cause: Option<&'static str>,
}

impl PyRepaired {
    pub(crate) fn new(
        source: &Bound<'_, PyAny>,
        repaired: jmend::Repaired<'_>,
        parse_float: Option<Bound<'_, PyAny>>,
    ) -> Self {
        let facts = Facts {
            risk: repaired.risk().map(jmend::Risk::name),
            confidence: repaired.confidence().probability(),
            strategy: repaired.strategy,
            notation: repaired.notation.map(|notation| notation.name),
            cut: repaired.truncated.map(jmend::CutPlace::name),
            cause: if repaired.fixes.is_empty() { None } else { repaired.cause() },
        };
        let is_same = repaired.fixes.is_empty() && source.is_instance_of::<PyString>();
        Self {
            source: source.clone().unbind(),
            documents: repaired.documents.to_vec(),
            fixes: repaired.fixes,
            text: (!is_same).then(|| repaired.text.into_owned()),
            facts,
            parse_float: parse_float.map(Bound::unbind),
            value: PyOnceLock::new(),
            listed: PyOnceLock::new(),
        }
    }

    /// Returns what metrics count: the strategy, whether the text was cut off, and the codes of the fixes.
    pub(crate) fn counted(&self) -> (Strategy, bool, Vec<&'static str>) {
        let codes = self.fixes.iter().map(|fix| fix.code.name()).collect();
        (self.facts.strategy, self.facts.cut.is_some(), codes)
    }

    /// Builds the value, or the list of the values of several documents.
    fn built<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let source = self.source.bind(py);
        let given = Text::of(source)?;
        let text = match (&self.text, &given) {
            (Some(text), _) => text,
            (None, Text::Str(text)) => *text,
            (None, _) => "",
        };
        let parse_float = self.parse_float.as_ref().map(|parse| parse.bind(py));
        values(py, text, &self.documents, &self.fixes, parse_float, &given)
    }
}

/// The value of the only document of a repaired text, or the list of those of several.
pub(crate) fn values<'py>(
    py: Python<'py>,
    text: &str,
    documents: &[Range<usize>],
    fixes: &Fixes,
    parse_float: Option<&Bound<'py, PyAny>>,
    given: &Text<'_>,
) -> PyResult<Bound<'py, PyAny>> {
    let value = |document: &Range<usize>| {
        build(py, text, document.clone(), parse_float).map_err(|Unread(why)| match *why {
            Why::Python(error) => error,
            Why::Invalid(offset) => not_json(offset),
            Why::Number { offset, message } => {
                error::at(py, NUMBER_RANGE, &message, fixes.to_input(offset), given)
            }
        })
    };
    if let [document] = documents {
        return value(document);
    }
    let values: PyResult<Vec<_>> = documents.iter().map(value).collect();
    Ok(PyList::new(py, values?)?.into_any())
}

#[pymethods]
impl PyRepaired {
    /// The probable cause, a stable name such as "python-literal"; None where nothing was wrong or no cause is known. The program
    /// explains it: `jmend explain --code CAUSE`.
    #[getter]
    fn cause(&self) -> Option<&'static str> {
        self.facts.cause
    }

    /// The value; the list of the values where several documents were kept (`documents` > 1).
    #[getter]
    fn value<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let value = self.value.get_or_try_init(py, || self.built(py).map(Bound::unbind))?;
        Ok(value.bind(py).clone())
    }

    /// The text with all fixes applied: strict JSON, several documents one a line.
    #[getter]
    fn text<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        match &self.text {
            Some(text) => string(py, text),
            None => self.source.bind(py).clone(),
        }
    }

    /// Every change, in the order of its place.
    #[getter]
    fn fixes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let listed = self.listed.get_or_try_init(py, || {
            let given = Text::of(self.source.bind(py))?;
            let mut offsets = given.offsets();
            let fixes = self.fixes.iter().map(|fix| PyFix {
                code: fix.code.name(),
                risk: fix.risk.name(),
                start: offsets.at(fix.start),
                end: offsets.at(fix.end),
                replacement: fix.replacement.as_deref().map(str::to_owned),
                message: fix.code.about().summary,
            });
            let fixes: Vec<_> = fixes.collect();
            Ok::<_, PyErr>(PyTuple::new(py, fixes)?.into_any().unbind())
        })?;
        Ok(listed.bind(py).clone())
    }

    /// The highest risk of all fixes: "syntax", "inferred" or "lossy"; None where nothing was changed.
    #[getter]
    fn risk(&self) -> Option<&'static str> {
        self.facts.risk
    }

    /// The estimated probability that the value is what the writer meant, from 0 to 1.
    #[getter]
    fn confidence(&self) -> f64 {
        self.facts.confidence
    }

    /// The strongest thing that was needed: "direct", "`python_ast`", "`regex_quotes`" or "structural".
    #[getter]
    fn strategy(&self) -> &'static str {
        self.facts.strategy.name()
    }

    /// The notation in which the text was read, where that is not JSON's.
    #[getter]
    fn notation(&self) -> Option<&'static str> {
        self.facts.notation
    }

    /// States whether the text was cut off.
    #[getter]
    fn truncated(&self) -> bool {
        self.facts.cut.is_some()
    }

    /// Where it was cut off: "string", "key", "number", "literal", "after-colon" or "between-members".
    #[getter]
    fn cut(&self) -> Option<&'static str> {
        self.facts.cut
    }

    /// How many documents were kept.
    #[getter]
    fn documents(&self) -> usize {
        self.documents.len()
    }

    fn __repr__(&self) -> String {
        let Facts { risk, confidence, .. } = self.facts;
        let risk = risk.unwrap_or("None");
        format!("Repaired(fixes={}, risk={risk}, confidence={confidence})", self.fixes.len())
    }
}
