//! What records and calls are for: the schema and the rules of their tool, and how far their repair may go.

use std::collections::HashMap;

use super::config::Policy;
use super::console::Console;
use super::rules::{RuleArgs, Toolbox};
use super::schema::{Purpose, SchemaArgs, Schemas};
use crate::core::calls::{Call, Tools};
use crate::core::json::suggest;
use crate::core::repair::engine::{Expect, Failure, Options, Repaired, Truncated, repair};
use crate::core::results::expose::Hidden;

/// The tools that calls are of.
struct Known {
    /// Those that calls of the provider's kind may not see.
    hidden: Hidden,
    /// The names and types that untyped calls are read by.
    tools: Tools,
}

/// All that is known beforehand about what is read.
pub(super) struct Guide {
    /// What is known of arguments of calls while they are read, by tool.
    expect: HashMap<String, Expect>,
    /// Says whether a record is fine as soon as it is JSON.
    is_idle: bool,
    schemas: Schemas,
    toolbox: Toolbox,
    /// The tools there are, where calls are read.
    tools: Option<Known>,
}

impl Guide {
    /// Reads what the flags and the configuration name; `truncated` is what becomes of cut-off input by default.
    pub(super) fn new(
        wanted: &SchemaArgs,
        rules: &RuleArgs,
        policy: &Policy,
        is_for_calls: bool,
        truncated: Truncated,
    ) -> anyhow::Result<Self> {
        wanted.check(policy, is_for_calls)?;
        rules.check(wanted, policy)?;
        let file = wanted.read_tools()?;
        let schemas = Schemas::new(wanted, file.as_ref(), policy, is_for_calls)?;
        let tools = file.filter(|_| is_for_calls);
        let tools = tools.map(|file| Known { tools: Tools::of(&file.definitions), hidden: file.hidden });
        let tool = wanted.tool();
        let toolbox = Toolbox::new(rules, policy, tool, tools.is_some(), truncated);
        let is_idle = !schemas.knows(Purpose::Record) && toolbox.for_records().rules.is_idle();
        Ok(Self { expect: schemas.expectations(), is_idle, schemas, toolbox, tools })
    }

    /// The names and types that untyped calls are read by.
    pub(super) fn tools(&self) -> Option<&Tools> {
        self.tools.as_ref().map(|known| &known.tools)
    }

    /// The tools that calls of the provider's kind may not see.
    pub(super) fn hidden(&self) -> Option<&Hidden> {
        self.tools.as_ref().map(|known| &known.hidden)
    }

    /// Tells what of the schemas cannot be used.
    pub(super) fn tell_unreadable(&self, console: Console) {
        self.schemas.tell_unreadable(console);
    }

    /// Why a call is one of no tool that is known: one sentence.
    pub(super) fn unknown(&self, call: &Call) -> Option<String> {
        let tools = &self.tools.as_ref()?.tools;
        (!tools.knows(&call.name)).then(|| suggest::unknown("there is no tool", &call.name, tools.names()))
    }

    /// How far the repair of a record may go.
    pub(super) fn options(&self) -> Options {
        self.toolbox.for_records().options
    }

    /// What is known of arguments of calls while they are read, by tool.
    pub(super) fn expectations(&self) -> &HashMap<String, Expect> {
        &self.expect
    }

    /// How far the repair of a call may go, for the tools of which that is said.
    pub(super) fn limits(&self) -> &HashMap<String, Options> {
        self.toolbox.limits()
    }

    /// Returns whether a record is fine as soon as it is JSON.
    pub(super) fn is_idle(&self) -> bool {
        self.is_idle
    }

    /// Reads a record.
    #[inline]
    pub(super) fn repair<'a>(&self, input: &'a [u8]) -> Result<Repaired<'a>, Failure> {
        let settings = self.toolbox.for_records();
        if self.is_idle {
            return repair(input, &settings.options);
        }
        self.schemas.terms(Purpose::Record, settings).repair(input)
    }

    /// Returns whether a call holds Python text that nothing asks to be read.
    pub(super) fn leaves_python(&self, call: &Call) -> bool {
        self.toolbox.leaves_python(call)
    }

    /// Makes of a call's arguments what its tool wants.
    pub(super) fn settle(&self, call: &mut Call) -> Result<(), Failure> {
        let terms = self.schemas.terms(Purpose::Call(&call.name), self.toolbox.for_call(&call.name));
        call.settle(&terms)
    }
}
