//! `repair --schema FILE`, `--tools FILE --tool NAME`, and the tools of `--calls`: the schemas that records are for.
//!
//! Schemas are compiled before anything is read; one that cannot be used ends the job (status 2) with its file, its
//! place and what is wrong. A build without the feature `schema` knows the flags and says what it lacks.

use std::fmt::Write as _;
use std::path::PathBuf;

use crate::core::calls::Tools;
use crate::core::repair::{Options, Repaired, repair};
#[cfg(feature = "schema")]
use crate::core::schema::Rules;
use crate::core::schema::{Unfit, Violation};

/// Violations that a message names; a report has them all.
const NAMED: usize = 3;

/// The flags; flattened into `repair`.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Schemas and tools")]
pub(super) struct SchemaArgs {
    /// A JSON Schema (draft 2020-12, or what its $schema says): values are coerced where nothing is lost, and what still
    /// does not fit is refused with every violation
    #[arg(long, value_name = "FILE", conflicts_with_all = ["tools", "calls"])]
    schema: Option<PathBuf>,
    /// Definitions of tools, as OpenAI, Anthropic, Gemini or MCP take them. With --calls, each call is for its tool. Tools
    /// that are for programs alone are refused
    #[arg(long, value_name = "FILE")]
    tools: Option<PathBuf>,
    /// The tool of --tools that each record holds the arguments of
    #[arg(long, value_name = "NAME", requires = "tools", conflicts_with = "calls")]
    tool: Option<String>,
    /// Fill in the defaults that a schema declares
    #[arg(long)]
    defaults: bool,
    /// Coerce also where something is lost: yes and no, `1,234`, `$5`, wrappers, members too many
    #[arg(long)]
    lossy_coercions: bool,
}

impl SchemaArgs {
    /// The tool that records are the arguments of. Half a call must not run.
    pub(super) fn tool(&self) -> Option<&str> {
        self.tool.as_deref()
    }

    #[cfg(feature = "schema")]
    fn rules(&self) -> Rules {
        Rules { defaults: self.defaults, lossy: self.lossy_coercions }
    }

    /// Are there rules, and nothing that they could apply to?
    fn check(&self, is_for_calls: bool) -> anyhow::Result<()> {
        if self.tools.is_some() && self.tool.is_none() && !is_for_calls {
            anyhow::bail!("--tools needs --tool NAME, or --calls");
        }
        let has_schema = self.schema.is_some() || self.tools.is_some();
        if (self.defaults || self.lossy_coercions) && !has_schema {
            anyhow::bail!("--defaults and --lossy-coercions need --schema or --tools");
        }
        Ok(())
    }
}

/// A few violations as one sentence.
pub(super) fn message(violations: &[Violation]) -> String {
    let mut message = String::from("the value does not fit the schema: ");
    for (index, violation) in violations.iter().take(NAMED).enumerate() {
        if index > 0 {
            message.push_str("; ");
        }
        if !violation.path.is_empty() {
            message.push_str("at ");
            message.push_str(&violation.path);
            message.push_str(": ");
        }
        message.push_str(&violation.message);
    }
    match violations.len().saturating_sub(NAMED) {
        0 => {}
        1 => message.push_str("; and one more violation"),
        more => drop(write!(message, "; and {more} more violations")),
    }
    message
}

#[cfg(feature = "schema")]
pub(super) use with::Guide;
#[cfg(not(feature = "schema"))]
pub(super) use without::Guide;

#[cfg(feature = "schema")]
mod with {
    use std::collections::HashMap;
    use std::path::Path;

    use anyhow::anyhow;

    use super::super::input::Source;
    use super::super::tools_file::{hidden, read_text};
    use super::{Options, Repaired, Rules, SchemaArgs, Tools, Unfit, repair};
    use crate::core::calls::Call;
    use crate::core::expose::{Hidden, Layer};
    use crate::core::json::tree::Tree;
    use crate::core::json::{MAX_DEPTH, position};
    use crate::core::schema::{Definition, Schema, SchemaError, definitions};

    /// The schemas of the run.
    #[derive(Default)]
    pub(in super::super) struct Guide {
        rules: Rules,
        /// What every record is for.
        schema: Option<Schema>,
        /// The name of the tool that every record is for.
        tool: Option<String>,
        /// What each call is for, by name.
        by_tool: HashMap<String, Schema>,
        /// The names and types that untyped calls are read by.
        pub(in super::super) tools: Option<Tools>,
        /// The tools of the list that a model's own calls may not see.
        pub(in super::super) hidden: Hidden,
    }

    impl Guide {
        /// Reads and compiles what the flags name.
        pub(in super::super) fn new(args: &SchemaArgs, is_for_calls: bool) -> anyhow::Result<Self> {
            args.check(is_for_calls)?;
            let mut guide = Self { rules: args.rules(), ..Self::default() };
            if let Some(file) = &args.schema {
                let text = read_text(file)?;
                guide.schema = Some(Schema::new(&text).map_err(|error| located(file, &text, "", &error))?);
            }
            let Some(file) = &args.tools else { return Ok(guide) };
            let text = read_text(file)?;
            let found = definitions(&text).map_err(|error| {
                let at = position(text.as_bytes(), error.offset);
                anyhow!("{}:{}:{}: the tools are not JSON: {}", name(file), at.line, at.column, error.kind)
            })?;
            guide.hidden = hidden(file, &text, args.tool.as_deref(), Layer::Native)?;
            if let Some(tool) = &args.tool {
                let known =
                    || found.iter().map(|definition| definition.name.as_str()).collect::<Vec<_>>().join(", ");
                let definition = found.iter().find(|definition| definition.name == *tool);
                let definition = definition.ok_or_else(|| {
                    anyhow!("{}: there is no tool `{tool}`; there are: {}", name(file), known())
                })?;
                guide.schema = compiled(file, &text, definition)?;
                guide.tool = Some(tool.clone());
            } else {
                for definition in &found {
                    if let Some(schema) = compiled(file, &text, definition)? {
                        guide.by_tool.insert(definition.name.clone(), schema);
                    }
                }
                guide.tools = Some(Tools::parse(&text).map_err(|error| anyhow!("{}: {error}", name(file)))?);
            }
            Ok(guide)
        }

        /// The tool that every record is for, where one is named.
        pub(in super::super) fn tool(&self) -> Option<&str> {
            self.tool.as_deref()
        }

        /// Is anything known about every record?
        pub(in super::super) fn has_schema(&self) -> bool {
            self.schema.is_some()
        }

        /// Reads a record, as its schema says where there is one.
        pub(in super::super) fn repair<'a>(
            &self,
            input: &'a [u8],
            options: &Options,
        ) -> Result<Repaired<'a>, Unfit> {
            match &self.schema {
                Some(schema) => schema.repair(input, &self.rules, options),
                None => repair(input, options).map_err(Unfit::Refused),
            }
        }

        /// Makes of a call's arguments what its tool wants.
        pub(in super::super) fn settle(&self, call: &mut Call, options: &Options) -> Result<(), Unfit> {
            let Some(schema) = self.by_tool.get(&call.name) else { return Ok(()) };
            let repaired = schema.repair(call.arguments.as_bytes(), &self.rules, options)?;
            if repaired.fixes.is_empty() {
                return Ok(());
            }
            let (text, fixes) = (repaired.text.into_owned(), repaired.fixes);
            call.mended(text, &fixes);
            Ok(())
        }
    }

    fn name(file: &Path) -> String {
        Source::new(file).name()
    }

    /// The schema of a tool, where it declares one.
    fn compiled(file: &Path, text: &str, definition: &Definition) -> anyhow::Result<Option<Schema>> {
        let Some(schema) = &definition.schema else { return Ok(None) };
        let schema = Schema::new(schema).map_err(|error| {
            located(file, text, &definition.pointer, &error)
                .context(format!("the tool `{}`", definition.name))
        })?;
        Ok(Some(schema))
    }

    /// A schema that cannot be used: file, line and column of the place, and what is wrong.
    fn located(file: &Path, text: &str, base: &str, error: &SchemaError) -> anyhow::Error {
        let tree = Tree::parse(text, MAX_DEPTH);
        let place = |pointer: &str| match &tree {
            Ok(tree) => Some(tree.span(tree.at(&format!("{base}{pointer}"))?).start),
            Err(error) => Some(error.offset),
        };
        let offset = place(&error.pointer).or_else(|| place("")).unwrap_or(0);
        let at = position(text.as_bytes(), offset);
        anyhow!("{}:{}:{}: {error}", name(file), at.line, at.column)
    }
}

#[cfg(not(feature = "schema"))]
mod without {
    use super::super::tools_file::{hidden, read_text};
    use super::{Options, Repaired, SchemaArgs, Tools, Unfit, repair};
    use crate::core::calls::Call;
    use crate::core::expose::{Hidden, Layer};

    /// Nothing: this build has no schemas.
    #[derive(Default)]
    pub(in super::super) struct Guide {
        pub(in super::super) tools: Option<Tools>,
        pub(in super::super) hidden: Hidden,
    }

    impl Guide {
        pub(in super::super) fn new(args: &SchemaArgs, is_for_calls: bool) -> anyhow::Result<Self> {
            args.check(is_for_calls)?;
            if args.schema.is_some() || args.tool.is_some() || args.defaults || args.lossy_coercions {
                anyhow::bail!(
                    "this jmend was built without the feature `schema`, which --schema, --tool, --defaults and \
                     --lossy-coercions need: cargo install jmend --features schema"
                );
            }
            let Some(file) = &args.tools else { return Ok(Self::default()) };
            let text = read_text(file)?;
            let hidden = hidden(file, &text, None, Layer::Native)?;
            Ok(Self { tools: Some(Tools::parse(&text)?), hidden })
        }

        #[expect(clippy::unused_self, reason = "as with schemas")]
        pub(in super::super) fn tool(&self) -> Option<&str> {
            None
        }

        #[expect(clippy::unused_self, reason = "as with schemas")]
        pub(in super::super) fn has_schema(&self) -> bool {
            false
        }

        pub(in super::super) fn repair<'a>(
            &self,
            input: &'a [u8],
            options: &Options,
        ) -> Result<Repaired<'a>, Unfit> {
            repair(input, options).map_err(Unfit::Refused)
        }

        pub(in super::super) fn settle(&self, _: &mut Call, _: &Options) -> Result<(), Unfit> {
            Ok(())
        }
    }
}
