//! The schemas of a list of tools, for calls that are read in process.

use std::collections::HashMap;
use std::fmt;
use std::sync::LazyLock;

use super::{Definition, Rules, Schema, SchemaError, Terms, definitions};
use crate::core::json::ScanError;
use crate::core::repair::engine::{Expect, Options};
use crate::core::repair::manual::{Nested, ToolRules};

/// Accepts the arguments of a tool without a schema: any object.
static OBJECT: LazyLock<Option<Schema>> = LazyLock::new(|| Schema::new(r#"{"type": "object"}"#).ok());

/// The schemas of tools, compiled once: `CallOptions::schemas` fits the arguments of calls to them.
pub struct ToolSchemas {
    by_name: HashMap<String, Schema>,
    expect: HashMap<String, Expect>,
    unusable: Vec<(String, SchemaError)>,
    coercion: Rules,
    /// Strings that hold JSON in another notation become JSON, as in the program where tools are known.
    rules: ToolRules,
}

impl ToolSchemas {
    /// Reads the definitions of tools in a text, in the shape of OpenAI, Anthropic, Gemini, or MCP; of two tools with one name the
    /// first counts. Calls of a tool whose schema cannot be used are read without it: [`unusable`](Self::unusable) names them.
    ///
    /// # Errors
    /// The text is not JSON.
    pub fn parse(text: &str) -> Result<Self, ScanError> {
        Ok(Self::of(&definitions(text)?))
    }

    /// The schemas of these definitions.
    pub(crate) fn of(definitions: &[Definition]) -> Self {
        let rules = ToolRules { nested: Nested::Normalize, ..ToolRules::default() };
        let (mut by_name, mut expect, mut unusable) = (HashMap::new(), HashMap::new(), Vec::new());
        for Definition { name, schema, .. } in definitions {
            let Some(schema) = schema.as_ref().filter(|_| !by_name.contains_key(name)) else { continue };
            match Schema::new(schema) {
                Ok(schema) => {
                    expect.insert(name.clone(), schema.expectation().clone());
                    by_name.insert(name.clone(), schema);
                }
                Err(error) => unusable.push((name.clone(), error)),
            }
        }
        Self { by_name, expect, unusable, coercion: Rules::default(), rules }
    }

    /// Sets what a schema may change in arguments.
    #[must_use]
    pub fn rules(mut self, rules: Rules) -> Self {
        self.coercion = rules;
        self
    }

    /// The tools whose schema cannot be used, each with the reason.
    pub fn unusable(&self) -> impl Iterator<Item = (&str, &SchemaError)> {
        self.unusable.iter().map(|(name, error)| (name.as_str(), error))
    }

    /// Returns what is known of arguments of calls while they are read, by tool.
    pub(crate) fn expectations(&self) -> &HashMap<String, Expect> {
        &self.expect
    }

    /// Returns what the arguments of a call of this tool are read by.
    pub(crate) fn terms<'s>(&'s self, name: &str, options: &'s Options) -> Terms<'s> {
        Terms { schema: self.by_name.get(name), coercion: self.coercion, rules: &self.rules, options }
    }
}

impl Default for ToolSchemas {
    /// Knows no tool.
    fn default() -> Self {
        Self::of(&[])
    }
}

impl ToolSchemas {
    /// Returns what arguments alone are read by: a tool without a schema takes any object.
    pub(crate) fn terms_alone<'s>(&'s self, name: &str, options: &'s Options) -> Terms<'s> {
        let terms = self.terms(name, options);
        Terms { schema: terms.schema.or(OBJECT.as_ref()), ..terms }
    }
}

impl fmt::Debug for ToolSchemas {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.by_name.keys()).finish()
    }
}
