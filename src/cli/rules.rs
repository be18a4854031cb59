//! `--nested`, `--raw-keys` and `[tools.NAME]`: the rules and limits of the tool that a record or a call is for.

use std::collections::HashMap;

use super::config::{KEYS, Key, Policy, Section};
use super::console::{Console, Diagnostic, Severity};
use super::options::choice;
use super::schema::SchemaArgs;
use crate::core::calls::Call;
use crate::core::repair::engine::words::Table;
use crate::core::repair::engine::{Code, Options, Risk, Truncated};
use crate::core::repair::manual::{Nested, ToolRules};

/// What becomes of a string that holds a container.
const NESTED: Table<Nested> = &[
    ("keep", Nested::Keep, "It stays as it is"),
    ("normalize", Nested::Normalize, "One that is not valid JSON becomes a string that is"),
    ("decode", Nested::Decode, "The container takes its place"),
];

/// The flags; flattened into the commands that repair.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Schemas and tools")]
pub(super) struct RuleArgs {
    /// What to do with strings that hold JSON or Python structures
    /// [default: keep; normalize if the tool is known]
    #[arg(long, value_name = "WHAT", value_parser = choice(NESTED))]
    nested: Option<Nested>,
    /// More keys whose values are text, like `cmd`, `content`, `path`, `code`, …
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    raw_keys: Vec<String>,
}

/// What holds for one tool.
pub(super) struct Settings {
    pub(super) rules: ToolRules,
    /// How far a repair may go.
    pub(super) options: Options,
}

/// The settings of all tools of a run.
pub(super) struct Toolbox {
    by_name: HashMap<String, Settings>,
    /// Those of the tool that every record is for, or of a call whose tool nothing is said of.
    others: Settings,
    /// The limits of the configured tools, as the reading of calls wants them.
    limits: HashMap<String, Options>,
    /// No flag says what becomes of strings that hold containers.
    is_unasked: bool,
}

impl Toolbox {
    /// `tool` is what every record is for; `knows_tools` says that definitions of the tools of calls are at hand.
    pub(super) fn new(
        args: &RuleArgs,
        policy: &Policy,
        tool: Option<&str>,
        knows_tools: bool,
        truncated: Truncated,
    ) -> Self {
        let settings = |name: Option<&str>, is_known: bool| {
            let section = name.and_then(|name| policy.tool(name));
            let options = policy.options(name, truncated);
            // What a file says that nothing named is a guess, and yields to those who accept none.
            let is_guess = policy.is_found();
            let said = section.filter(|_| !is_guess || options.max_risk >= Risk::Inferred);
            // A schema of the section says what its strings are.
            let has_rule = said.is_some() && name.and_then(|name| policy.schema(name)).is_none();
            let mut rules = args.rules(said, has_rule, is_known || section.is_some());
            rules.is_guess = is_guess;
            Settings { rules, options }
        };
        let by_name: HashMap<_, _> = match tool {
            Some(_) => HashMap::new(),
            None => policy.tools().map(|name| (name.to_owned(), settings(Some(name), true))).collect(),
        };
        let limits = by_name.iter().map(|(name, settings)| (name.clone(), settings.options)).collect();
        let is_unasked = args.nested.is_none();
        Self { by_name, others: settings(tool, tool.is_some() || knows_tools), limits, is_unasked }
    }

    /// What holds for every record.
    pub(super) fn for_records(&self) -> &Settings {
        &self.others
    }

    /// What holds for a call.
    pub(super) fn for_call(&self, name: &str) -> &Settings {
        self.by_name.get(name).unwrap_or(&self.others)
    }

    /// Returns whether a call holds Python text that nothing asks to be read.
    pub(super) fn leaves_python(&self, call: &Call) -> bool {
        let Settings { rules, options } = self.for_call(&call.name);
        self.is_unasked && rules.leave_python(&call.arguments, options)
    }

    /// How far the repair of a call may go, for the tools of which that is said.
    pub(super) fn limits(&self) -> &HashMap<String, Options> {
        &self.limits
    }
}

impl RuleArgs {
    /// Returns whether there are keys to leave alone, and nothing that would touch them.
    pub(super) fn check(&self, schema: &SchemaArgs, policy: &Policy) -> anyhow::Result<()> {
        let reads = match self.nested {
            Some(Nested::Keep) => false,
            Some(_) => true,
            None => schema.is_given() || policy.tools().next().is_some(),
        };
        anyhow::ensure!(
            reads || self.raw_keys.is_empty(),
            "--raw-keys names values that stay text where others are read, so it needs --nested normalize or decode, or a \
             known tool"
        );
        Ok(())
    }

    fn rules(&self, section: Option<&Section>, has_rule: bool, is_known: bool) -> ToolRules {
        let by_default = if is_known { Nested::Normalize } else { Nested::Keep };
        let nested = self.nested.unwrap_or(by_default);
        let is_asked = self.nested.is_some() || has_rule;
        let mut rules = ToolRules { nested, is_asked, ..ToolRules::default() };
        if let Some(section) = section {
            rules.aliases = KEYS.aliases.of(section).cloned().unwrap_or_default();
            rules.opaque.extend(KEYS.raw_keys.of(section).cloned().unwrap_or_default());
            rules.json_keys.extend(texts().of(section).cloned().unwrap_or_default());
        }
        // A flag beats the file.
        for name in &self.raw_keys {
            rules.json_keys.remove(name);
            rules.opaque.insert(name.clone());
        }
        rules
    }
}

/// Returns the key of the configuration that lists keys whose strings hold JSON.
fn texts() -> &'static Key<Vec<String>> {
    &KEYS.json_keys
}

/// Says that so many calls hold Python text in a string, and which flag reads it.
pub(super) fn tell_python(count: u64, console: Console) {
    let calls = match count {
        0 => return,
        1 => "1 call holds",
        _ => &format!("{count} calls hold"),
    };
    let message = format!("{calls} Python text in a string, which stays as it is");
    let advice = format!(
        "--nested normalize makes JSON of it, and so does {} in [tools.NAME] of jmend.toml",
        texts().name()
    );
    console.about(
        "jmend",
        &Diagnostic {
            advice: advice.into(),
            ..Diagnostic::new(Severity::Note, Code::NestedText.name(), message)
        },
    );
}
