//! The cache hint: the sentence that tells a model how to reach the full result.

use super::lisp::lisp;
use crate::core::json::fault::Fault;
use crate::core::json::quoted;
use crate::core::results::keys::{self, Numbers};

/// The sentence of a model that is given `eval_json`.
const EVAL_JSON: &str = "Call eval_json with {program} to process the full cached result.";

/// The sentence of a model that writes PTC-Lisp.
const LISP: &str = "Call lisp_eval and then call (tool/{tool} {args}) to process the full cached result.";

/// What the model can do, and so what it is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HintFor<'t> {
    /// It is given `eval_json`.
    #[default]
    EvalJson,
    /// It writes PTC-Lisp.
    Lisp,
    /// This text, in which names in braces stand for the call.
    Template(&'t str),
}

/// The hint of one call, ready to be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint(pub String);

impl Hint {
    /// The hint for a call of `tool` with `arguments`, one JSON object, whose cache key is `key`.
    ///
    /// In a template `{tool}` is the tool's name, `{args}` the arguments as PTC-Lisp, `{args_json}` the same as canonical
    /// JSON, `{program}` the PTC-JSON program that gives the result, `{jq}` the same as jq, and `{key}` the cache key.
    pub fn new(tool: &str, arguments: &str, key: &str, wanted: HintFor<'_>) -> Result<Self, Fault> {
        let canonical = keys::canonical(arguments, Numbers::Exact)?;
        if !canonical.starts_with('{') {
            return Err(Fault::new("arguments", "the arguments of a call are a JSON object", 0));
        }
        let template = match wanted {
            HintFor::EvalJson => EVAL_JSON,
            HintFor::Lisp => LISP,
            HintFor::Template(text) => text,
        };
        let name = quoted(tool);
        let places = [
            ("{tool}", tool.to_owned()),
            ("{args}", lisp(&canonical)),
            ("{program}", format!(r#"{{"program":{{"op":"call","tool":{name},"args":{canonical}}}}}"#)),
            ("{jq}", format!("call({name}; {canonical})")),
            ("{args_json}", canonical),
            ("{key}", key.to_owned()),
        ];
        Ok(Self(fill(template, &places)))
    }

    /// The sentence.
    #[cfg(feature = "internal")]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Fills a template in one pass, so that what is put in is never taken for a place to fill.
pub fn fill(template: &str, places: &[(&str, String)]) -> String {
    let mut out = String::with_capacity(template.len());
    let mut rest = template;
    while let Some(at) = rest.find('{') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let place = places.iter().find(|(name, _)| rest.starts_with(name));
        let (with, used) = place.map_or(("{", 1), |(name, with)| (with.as_str(), name.len()));
        out.push_str(with);
        rest = &rest[used..];
    }
    out.push_str(rest);
    out
}
