//! The cache hint: the sentence that tells a model how to reach the full result.

use std::fmt;

use super::lisp::lisp;
use crate::core::json::stream::Fault;
use crate::core::keys::{self, Numbers};

const SENTENCE: &str = "Call lisp_eval and then call (tool/{tool} {args}) to process the full cached result.";

/// The hint of one call, ready to be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint(pub(super) String);

/// Why a call has no hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HintError {
    /// The arguments are no JSON with one canonical form.
    Arguments(Fault),
    /// The arguments are no object.
    NoObject,
}

impl fmt::Display for HintError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Arguments(fault) if fault.pointer.is_empty() => {
                write!(f, "{} (byte {})", fault.message, fault.offset)
            }
            Self::Arguments(fault) => write!(f, "{} (at {})", fault.message, fault.pointer),
            Self::NoObject => write!(f, "the arguments of a call are a JSON object"),
        }
    }
}

impl std::error::Error for HintError {}

impl Hint {
    /// The hint for a call of `tool` with `arguments`, one JSON object. `template` replaces the sentence; in it
    /// `{tool}` and `{args}` stand for the call.
    pub fn new(tool: &str, arguments: &str, template: Option<&str>) -> Result<Self, HintError> {
        let canonical = keys::canonical(arguments, Numbers::Exact).map_err(HintError::Arguments)?;
        if !canonical.starts_with('{') {
            return Err(HintError::NoObject);
        }
        Ok(Self(fill(template.unwrap_or(SENTENCE), tool, &lisp(&canonical))))
    }

    /// The sentence.
    #[cfg(feature = "internal")]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Fills a template in one pass, so that what is put in is never taken for a place to fill.
fn fill(template: &str, tool: &str, args: &str) -> String {
    let mut out = String::with_capacity(template.len() + tool.len() + args.len());
    let mut rest = template;
    while let Some(at) = rest.find('{') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let (with, used) = if rest.starts_with("{tool}") {
            (tool, "{tool}".len())
        } else if rest.starts_with("{args}") {
            (args, "{args}".len())
        } else {
            ("{", 1)
        };
        out.push_str(with);
        rest = &rest[used..];
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_filled_in_is_not_filled_again() {
        assert_eq!(fill("{tool} {x {args}{", "{args}", "{tool}"), "{args} {x {tool}{");
    }

    #[test]
    fn arguments_without_one_meaning_have_no_hint() {
        assert_eq!(Hint::new("t", "[1]", None), Err(HintError::NoObject));
        assert!(matches!(Hint::new("t", r#"{"a-b":1,"a_b":2}"#, None), Err(HintError::Arguments(_))));
        assert!(matches!(Hint::new("t", "{", None), Err(HintError::Arguments(_))));
    }
}
