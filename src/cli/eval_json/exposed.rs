//! `--tools`: the tools that programs may call, by their definitions.

use std::path::Path;

use anyhow::Context;

use crate::cli::input::Source;
use crate::cli::tools_file;
use crate::core::json::Value;
use crate::core::json::suggest;
use crate::core::programs::{Error, ErrorKind};
use crate::core::results::expose::{self, Hidden, Layer};

/// Bytes of a description that a model is shown.
const ABOUT: usize = 120;

/// The tools of a file.
pub(super) struct Exposed {
    file: String,
    /// Those that programs may call, with what is said about them.
    pub(super) tools: Vec<(String, String)>,
    hidden: Hidden,
}

impl Exposed {
    pub(super) fn read(file: &Path) -> anyhow::Result<Self> {
        let name = Source::new(file).name();
        let text = tools_file::read_definitions(file)?;
        let value = tools_file::parse(file, &text)?;
        let read = || {
            let mode = expose::mode_of(&value)?.unwrap_or_default();
            let hidden = expose::hidden_from(Layer::PtcLisp, mode, &value)?;
            let tools = expose::tools(&value)?;
            let seen = tools.iter().filter(|tool| !hidden.contains_key(&tool.name));
            Ok::<_, expose::ToolsError>((
                seen.map(|tool| (tool.name.clone(), about(tool.value))).collect(),
                hidden,
            ))
        };
        let (tools, hidden) = read().with_context(|| name.clone())?;
        Ok(Self { file: name, tools, hidden })
    }

    /// Why a program may not call this tool; `given` are the tools that the flags name.
    pub(super) fn refused(&self, tool: &str, given: &[&str]) -> Option<Error> {
        let message = if let Some(layer) = self.hidden.get(tool) {
            format!(
                "Tool '{tool}' is not available inside programs (expose: {}); set expose: both",
                layer.name()
            )
        } else if given.contains(&tool) || self.tools.iter().any(|(name, _)| name == tool) {
            return None;
        } else {
            let names = self.tools.iter().map(|(name, _)| name.as_str());
            suggest::unknown(&format!("{} has no tool for programs named", self.file), tool, names)
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
