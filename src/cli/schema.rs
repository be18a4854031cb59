//! `--schema FILE`, `--tools FILE --tool NAME`, and the tools of `jmend calls`: the schemas that records are for.
//!
//! Schemas are compiled before anything is read; one that cannot be used ends the job (status 2) with its file, its
//! place and what is wrong. A build without the feature `schema` knows the flags and says what it lacks.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use clap::builder::NonEmptyStringValueParser;

use super::config::Policy;
use super::console::{Console, Diagnostic, Severity};
use super::input::Source;
use super::rules::Settings;
use super::tools_file::{self, read_definitions};
use crate::core::json::suggest;
use crate::core::json::tree::Tree;
use crate::core::json::{MAX_DEPTH, Position, position};
use crate::core::repair::engine::Expect;
use crate::core::repair::schema::{Definition, Rules, Schema, SchemaError, Terms, definitions};
use crate::core::results::expose::{Hidden, Layer};
use crate::report::diagnostic::Place;

/// What every record is for; flattened into the commands that repair texts.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Schemas and tools")]
pub(super) struct SchemaArgs {
    /// JSON Schema of the values: convert them if nothing is lost, refuse what does not fit
    #[arg(long, value_name = "FILE", conflicts_with = "tools")]
    schema: Option<PathBuf>,
    /// The tool whose arguments each record holds, for its schema and its rules
    #[arg(long, value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    tool: Option<String>,
    #[command(flatten)]
    tools: ToolsArgs,
}

/// Tools, and what their schemas may change.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Schemas and tools")]
pub(super) struct ToolsArgs {
    /// Definitions of tools, in the shape of OpenAI, Anthropic, Gemini, or MCP
    #[arg(long, value_name = "FILE")]
    tools: Option<PathBuf>,
    /// Fill in the defaults that a schema declares
    #[arg(long)]
    defaults: bool,
    /// Convert even if something is lost: `yes`, `1,234`
    #[arg(long)]
    lossy_coercions: bool,
}

impl From<ToolsArgs> for SchemaArgs {
    fn from(tools: ToolsArgs) -> Self {
        Self { schema: None, tool: None, tools }
    }
}

impl SchemaArgs {
    /// The tool that every record holds the arguments of, where one is named. Half a call must not run.
    pub(super) fn tool(&self) -> Option<&str> {
        self.tool.as_deref()
    }

    /// Returns whether the values of records have to meet anything.
    pub(super) fn is_given(&self) -> bool {
        self.schema.is_some() || self.tools.tools.is_some() || self.tool.is_some()
    }

    /// Reads `--tools`. A file without a definition is an error, and a `--tool` that it does not define is too.
    pub(super) fn read_tools(&self) -> anyhow::Result<Option<ToolsFile>> {
        let Some(path) = &self.tools.tools else { return Ok(None) };
        let (name, text) = (Source::new(path).name(), read_definitions(path)?);
        let definitions = definitions(&text).map_err(|error| {
            let at = position(text.as_bytes(), error.offset);
            anyhow!("{name}:{}:{}: the tools are not JSON: {}", at.line, at.column, error.kind.without_text())
        })?;
        if definitions.is_empty() {
            bail!(
                "{name}: there is no definition of a tool in this file: a tool has a `name`, and the schema of its \
                 arguments as `parameters`, `input_schema` or `inputSchema`"
            );
        }
        if let Some(tool) = &self.tool
            && definitions.iter().all(|definition| definition.name != *tool)
        {
            let known = definitions.iter().map(|definition| definition.name.as_str());
            bail!("{name}: {}", suggest::unknown("there is no tool", tool, known));
        }
        let hidden = tools_file::hidden(path, &text, self.tool.as_deref(), Layer::Native)?;
        Ok(Some(ToolsFile { path: path.clone(), text, definitions, hidden }))
    }

    /// Tells about a `--tool` that has no schema and no rules: what its strings hold is converted, and nothing else. Metrics
    /// may want its name all the same (`is_counted`).
    pub(super) fn tell_bare_tool(&self, policy: &Policy, is_counted: bool, console: Console) {
        let Some(tool) = &self.tool else { return };
        let is_used = self.tools.tools.is_some() || self.schema.is_some() || policy.tool(tool).is_some();
        if is_used || is_counted {
            return;
        }
        let message = format!(
            "the tool `{tool}` has no schema and no rules here, so only what its strings hold is converted"
        );
        let advice = "--tools FILE has its schema, [tools.NAME] in jmend.toml its rules".into();
        console.about("jmend", &Diagnostic { advice, ..Diagnostic::new(Severity::Note, "tool", message) });
    }

    fn rules(&self) -> Rules {
        Rules { defaults: self.tools.defaults, lossy: self.tools.lossy_coercions }
    }

    /// Returns whether there are rules, and nothing that they could apply to.
    pub(super) fn check(&self, policy: &Policy, is_for_calls: bool) -> anyhow::Result<()> {
        if self.tools.tools.is_some() && self.tool.is_none() && !is_for_calls {
            bail!("--tools needs --tool NAME; jmend calls needs no name");
        }
        let is_configured = policy.tools().any(|name| policy.schema(name).is_some());
        let has_schema = self.schema.is_some() || self.tools.tools.is_some() || is_configured;
        if (self.tools.defaults || self.tools.lossy_coercions) && !has_schema {
            bail!("--defaults and --lossy-coercions need --schema or --tools");
        }
        let is_wanted = match &self.tool {
            Some(tool) => self.tools.tools.is_some() || policy.schema(tool).is_some(),
            None => is_for_calls && is_configured,
        };
        if !cfg!(feature = "schema")
            && (is_wanted || self.schema.is_some() || self.tools.defaults || self.tools.lossy_coercions)
        {
            bail!(
                "this jmend was built without the feature `schema`, which --schema, --tool with --tools, --defaults, \
                 --lossy-coercions and a configured schema need: cargo install jmend --features schema"
            );
        }
        Ok(())
    }
}

/// A file of tools.
pub(super) struct ToolsFile {
    path: PathBuf,
    text: String,
    /// What it defines; at least one.
    pub(super) definitions: Vec<Definition>,
    /// Those that calls of the provider's kind may not see.
    pub(super) hidden: Hidden,
}

/// What a text is read for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Purpose<'n> {
    /// What every record is for.
    Record,
    /// The arguments of a call of this tool.
    Call(&'n str),
}

/// The schemas of the run.
#[cfg_attr(not(feature = "schema"), expect(clippy::zero_sized_map_values, reason = "no schema exists then"))]
#[derive(Default)]
pub(super) struct Schemas {
    rules: Rules,
    /// What every record is for.
    record: Option<Schema>,
    /// What each call is for, by name.
    by_tool: HashMap<String, Schema>,
    /// What of the schemas cannot be used, with the name of the file.
    unreadable: Vec<(String, Diagnostic)>,
}

impl Schemas {
    /// Reads and compiles what the flags name, and where they name nothing what the configuration does.
    pub(super) fn new(
        args: &SchemaArgs,
        tools: Option<&ToolsFile>,
        policy: &Policy,
        is_for_calls: bool,
    ) -> anyhow::Result<Self> {
        let mut schemas = Self { rules: args.rules(), ..Self::default() };
        if let Some(file) = &args.schema {
            schemas.record = Some(schemas.alone(file)?);
        }
        schemas.add_tools(tools, args.tool())?;
        if let Some(tool) = &args.tool {
            if let (None, Some(file)) = (&schemas.record, policy.schema(tool)) {
                schemas.record = Some(schemas.alone(&file)?);
            }
        } else if is_for_calls {
            for tool in policy.tools() {
                if let (false, Some(file)) = (schemas.by_tool.contains_key(tool), policy.schema(tool)) {
                    let schema = schemas.alone(&file)?;
                    schemas.by_tool.insert(tool.to_owned(), schema);
                }
            }
        }
        Ok(schemas)
    }

    /// The schemas in `--tools`; of two tools with one name the first counts.
    fn add_tools(&mut self, file: Option<&ToolsFile>, tool: Option<&str>) -> anyhow::Result<()> {
        let Some(ToolsFile { path, text, definitions, .. }) = file else { return Ok(()) };
        if let Some(tool) = tool {
            if let Some(definition) = definitions.iter().find(|definition| definition.name == tool) {
                self.record = compiled(path, text, definition)?;
                self.unreadable.extend(losses(path, text, &definition.pointer, self.record.as_ref()));
            }
            return Ok(());
        }
        for definition in definitions {
            let Entry::Vacant(free) = self.by_tool.entry(definition.name.clone()) else { continue };
            match compiled_schema(definition) {
                Ok(Some(schema)) => {
                    self.unreadable.extend(losses(path, text, &definition.pointer, Some(&schema)));
                    free.insert(schema);
                }
                Ok(None) => {}
                Err(error) => {
                    let at = place_of(text, &definition.pointer, &error);
                    let message = format!(
                        "the schema of the tool `{}` cannot be used, so its calls are read without it: {error}",
                        definition.name
                    );
                    let warning = Diagnostic::new(Severity::Warning, "tools", message);
                    self.unreadable.push((name(path), Diagnostic { place: Some(Place::at(at)), ..warning }));
                }
            }
        }
        Ok(())
    }

    /// Reads the schema that a file holds.
    fn alone(&mut self, file: &Path) -> anyhow::Result<Schema> {
        let text = read_definitions(file)?;
        let schema = Schema::new(&text).map_err(|error| located(file, &text, "", &error))?;
        self.unreadable.extend(losses(file, &text, "", Some(&schema)));
        Ok(schema)
    }

    /// Tells what of the schemas cannot be used.
    pub(super) fn tell_unreadable(&self, console: Console) {
        for (source, warning) in &self.unreadable {
            console.about(source, warning);
        }
    }

    /// What is known of the arguments of the tools of calls while they are read.
    pub(super) fn expectations(&self) -> HashMap<String, Expect> {
        self.by_tool.iter().map(|(name, schema)| (name.clone(), schema.expectation().clone())).collect()
    }

    fn of(&self, purpose: Purpose<'_>) -> Option<&Schema> {
        match purpose {
            Purpose::Record => self.record.as_ref(),
            Purpose::Call(name) => self.by_tool.get(name),
        }
    }

    /// Returns whether anything is known about such a text.
    pub(super) fn knows(&self, purpose: Purpose<'_>) -> bool {
        self.of(purpose).is_some()
    }

    /// Returns what such a text is read by.
    pub(super) fn terms<'s>(&'s self, purpose: Purpose<'_>, settings: &'s Settings) -> Terms<'s> {
        let Settings { rules, options } = settings;
        Terms { schema: self.of(purpose), coercion: self.rules, rules, options }
    }
}

fn name(file: &Path) -> String {
    Source::new(file).name()
}

/// Returns a warning for each part of the schema at `base` that counts for nothing.
fn losses(file: &Path, text: &str, base: &str, schema: Option<&Schema>) -> Vec<(String, Diagnostic)> {
    let warning = |loss: &SchemaError| {
        let place = Some(Place::at(place_of(text, base, loss)));
        let warning = Diagnostic { place, ..Diagnostic::new(Severity::Warning, "schema", loss.to_string()) };
        (name(file), warning)
    };
    schema.map(Schema::losses).unwrap_or_default().iter().map(warning).collect()
}

/// The schema of a tool, where it declares one.
fn compiled(file: &Path, text: &str, definition: &Definition) -> anyhow::Result<Option<Schema>> {
    compiled_schema(definition).map_err(|error| {
        located(file, text, &definition.pointer, &error).context(format!("the tool `{}`", definition.name))
    })
}

fn compiled_schema(definition: &Definition) -> Result<Option<Schema>, SchemaError> {
    // Without the feature, calls are read without their schemas.
    let schema = definition.schema.as_ref().filter(|_| cfg!(feature = "schema"));
    schema.map(|schema| Schema::new(schema)).transpose()
}

/// A schema that cannot be used: file, line and column of the place, and what is wrong.
fn located(file: &Path, text: &str, base: &str, error: &SchemaError) -> anyhow::Error {
    let at = place_of(text, base, error);
    anyhow!("{}:{}:{}: {error}", name(file), at.line, at.column)
}

/// Where the schema at `base` shows what is wrong with it.
fn place_of(text: &str, base: &str, error: &SchemaError) -> Position {
    let tree = Tree::parse(text, MAX_DEPTH);
    let place = |pointer: &str| match &tree {
        Ok(tree) => Some(tree.span(tree.at(&format!("{base}{pointer}"))?).start),
        Err(error) => Some(error.offset),
    };
    let offset = place(&error.pointer).or_else(|| place("")).unwrap_or(0);
    position(text.as_bytes(), offset)
}
