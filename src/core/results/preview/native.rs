//! What a tool file says of the previews of a tool's results.

use super::{DEFAULT_LIMIT, Style};
use crate::core::json::Value;
use crate::core::json::fault::Fault;
use crate::core::results::expose::{Layer, Tool, shown, string};

/// What `native_result` says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NativeResult {
    /// What is shown where no custom builder makes it, or where that fails.
    pub style: Style,
    /// A custom builder: the text of a PTC-JSON program.
    pub program: Option<String>,
}

/// What becomes of a tool's result for the provider's own tool calling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Treatment {
    /// It is handed on as it is: programs do not see the tool, or its results are not kept for them.
    Whole,
    /// It is previewed, as the tool says where it says so.
    Preview(Option<NativeResult>),
}

impl Tool<'_, '_> {
    /// What the tool's result becomes for the provider's own tool calling.
    pub fn treatment(&self) -> Result<Treatment, Fault> {
        let native = self.native_result()?;
        let is_kept =
            self.field("cache") == Some(&Value::Bool(true)) && self.explicit()? == Some(Layer::Both);
        Ok(if is_kept { Treatment::Preview(native) } else { Treatment::Whole })
    }

    /// What the tool says about previews of its results.
    fn native_result(&self) -> Result<Option<NativeResult>, Fault> {
        let Some(value) = self.field("native_result") else { return Ok(None) };
        let is_cached = self.field("cache") == Some(&Value::Bool(true));
        if self.explicit()? != Some(Layer::Both) || !is_cached {
            return Err(self.error("`native_result` needs both `expose: \"both\"` and `cache: true`"));
        }
        if !matches!(value, Value::Object(_)) {
            return Err(self.error(format_args!("`native_result` is {}; it is an object", shown(value))));
        }
        let limit = self.limit(value.get("limit"))?;
        let preview = value.get("preview").filter(|value| **value != Value::Null);
        let Some(preview) = preview else {
            return Ok(Some(NativeResult { style: Style::Metadata, program: None }));
        };
        let (style, program) = match (string(preview).as_deref(), preview.get("program")) {
            (Some("metadata"), _) => (Style::Metadata, None),
            (Some("rows"), _) => (Style::Rows(limit), None),
            (None, Some(program)) => (Style::Metadata, Some(program_text(program))),
            _ => {
                return Err(self.error(format_args!(
                    "`native_result.preview` is {}; it can be \"metadata\", \"rows\" or {{\"program\": …}}",
                    shown(preview)
                )));
            }
        };
        Ok(Some(NativeResult { style, program }))
    }

    fn limit(&self, value: Option<&Value<'_>>) -> Result<usize, Fault> {
        match value {
            None | Some(Value::Null) => Ok(DEFAULT_LIMIT),
            Some(value) => match value {
                Value::Number(digits) => digits.parse().ok().filter(|limit| *limit > 0),
                _ => None,
            }
            .ok_or_else(|| {
                let message = format!("`native_result.limit` is {}; it is a positive integer", shown(value));
                self.error(message)
            }),
        }
    }
}

/// A program with or without its wrapper, as a text.
fn program_text(program: &Value<'_>) -> String {
    let text = shown(program);
    if program.get("program").is_some() { text } else { format!(r#"{{"program":{text}}}"#) }
}
