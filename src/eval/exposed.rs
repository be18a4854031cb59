//! The tools that programs may call, by their definitions.

use crate::core::json::Value;
use crate::core::json::fault::Fault;
use crate::core::json::suggest;
use crate::core::programs::{Error, ErrorKind};
use crate::core::results::expose::{self, Hidden, Layer};

/// Bytes of a description that a model is shown.
const ABOUT: usize = 120;

/// The tools of a list of definitions.
pub struct Exposed {
    /// The name of the list in messages.
    name: String,
    /// Those that programs may call, with what is said about them.
    pub tools: Vec<(String, String)>,
    hidden: Hidden,
}

impl Exposed {
    /// The tools of these definitions, which messages call `name`.
    pub fn of(name: String, definitions: &Value<'_>) -> Result<Self, Fault> {
        let mode = expose::mode_of(definitions)?.unwrap_or_default();
        let hidden = expose::hidden_from(Layer::PtcLisp, mode, definitions)?;
        let tools = expose::tools(definitions)?;
        let seen = tools.iter().filter(|tool| !hidden.contains_key(&tool.name));
        let tools = seen.map(|tool| (tool.name.clone(), about(tool.value))).collect();
        Ok(Self { name, tools, hidden })
    }

    /// Why a program may not call this tool; `given` are the tools that can be called.
    pub fn refused(&self, tool: &str, given: &[&str]) -> Option<Error> {
        let message = if let Some(layer) = self.hidden.get(tool) {
            format!(
                "Tool '{tool}' is not available inside programs (expose: {}); set expose: both",
                layer.name()
            )
        } else if given.contains(&tool) || self.tools.iter().any(|(name, _)| name == tool) {
            return None;
        } else {
            let names = self.tools.iter().map(|(name, _)| name.as_str());
            suggest::unknown(&format!("{} has no tool for programs named", self.name), tool, names)
        };
        Some(Error::new(ErrorKind::Validation, message))
    }
}

/// The beginning of what a definition says about its tool.
fn about(tool: &Value<'_>) -> String {
    let places = [Some(tool), tool.get("function")];
    let text = places.into_iter().flatten().find_map(|place| place.get("description")?.text());
    let text = text.unwrap_or_default();
    let line = text.lines().next().unwrap_or_default();
    if line.chars().count() <= ABOUT {
        return line.to_owned();
    }
    format!("{}…", line.chars().take(ABOUT).collect::<String>())
}
