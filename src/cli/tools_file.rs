//! `--tools FILE`: tools of a file that the current layer may see.

use std::path::Path;

use anyhow::{Context, anyhow, bail};

use super::input::Source;
use crate::core::json::{self, MAX_DEPTH, Value, position};
use crate::core::results::expose::{self, Hidden, Layer};
use crate::core::results::preview::Treatment;

/// Bytes of a file of tools, or of arguments: both are written by people or for models.
const MAX_BYTES: u64 = 64 << 20;

/// What becomes of the results of a tool that `layer` uses, by the file.
pub(super) fn treatment(file: &Path, tool: &str, layer: Layer) -> anyhow::Result<Treatment> {
    let text = read_definitions(file)?;
    let value = parse(file, &text)?;
    let of_tool = || {
        let tools = expose::tools(&value)?;
        let tool = expose::find(&tools, tool)?;
        tool.guard(layer, expose::mode_of(&value)?.unwrap_or_default())?;
        tool.treatment()
    };
    of_tool().with_context(|| Source::new(file).name())
}

/// The tools of the file, whose text is given, that `layer` may not see. That `tool` is one of them is an error.
pub(super) fn hidden(file: &Path, text: &str, tool: Option<&str>, layer: Layer) -> anyhow::Result<Hidden> {
    let value = parse(file, text)?;
    let guarded = || {
        let hidden = expose::hidden_from(layer, expose::mode_of(&value)?.unwrap_or_default(), &value)?;
        match tool.and_then(|tool| hidden.get_key_value(tool)) {
            Some((name, seen_by)) => Err(expose::refusal(name, *seen_by, layer)),
            None => Ok(hidden),
        }
    };
    guarded().with_context(|| Source::new(file).name())
}

pub(super) fn parse<'t>(file: &Path, text: &'t str) -> anyhow::Result<Value<'t>> {
    json::parse(text, MAX_DEPTH).map_err(|error| {
        let at = position(text.as_bytes(), error.offset);
        anyhow!("{}:{}:{}: {}", Source::new(file).name(), at.line, at.column, error.kind.without_text())
    })
}

/// The names of standard input.
const STDIN: [&str; 4] = ["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"];

/// A file of tools or a schema. Records come from standard input, so that is refused. A key of ours
/// that nothing reads is an error, because it would decide nothing.
pub(super) fn read_definitions(file: &Path) -> anyhow::Result<String> {
    if STDIN.iter().any(|name| file == Path::new(name)) {
        bail!(
            "{}: tools and schemas cannot come from standard input, because the records do",
            file.display()
        );
    }
    let text = read_text(file)?;
    if let Some(unknown) = expose::unknown_fields(&text).into_iter().next() {
        let at = position(text.as_bytes(), unknown.offset);
        bail!("{}:{}:{}: {}", Source::new(file).name(), at.line, at.column, unknown.message);
    }
    Ok(text)
}

/// The text of a flag that takes `JSON|@FILE`.
pub(super) fn given(text: &str) -> anyhow::Result<String> {
    text.strip_prefix('@').map_or_else(|| Ok(text.to_owned()), |file| read_text(Path::new(file)))
}

/// A small text, whole.
pub(super) fn read_text(file: &Path) -> anyhow::Result<String> {
    let text = Source::new(file).read_text(MAX_BYTES)?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}
