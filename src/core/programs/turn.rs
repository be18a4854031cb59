//! One turn: check a program, run it, and settle what it returns and what memory keeps.
//!
//! The memory contract: a value that is not a map is the result and memory stays. A map is the result and its members
//! are merged into memory, shallow, the last wins. Where the map is an implicit object in tail position and has a
//! member `result`, that member is the result and only the others are merged. A failure leaves memory untouched.

use super::check::compile;
use super::error::{Error, Evaluated};
use super::eval::{Run, Scope};
use super::limits::{Budget, Limits};
use super::program::Program;
use super::tool::Tools;
use super::value::{Map, Name, Value};
use super::write::measure;
use std::rc::Rc;

/// What a successful turn gives.
#[derive(Clone, Debug)]
pub struct Outcome<'a> {
    /// The result.
    pub result: Value<'a>,
    /// What was merged into memory.
    pub delta: Rc<Map<'a>>,
    /// Memory after the turn.
    pub memory: Rc<Map<'a>>,
}

/// What all turns of a session share.
#[derive(Clone, Debug)]
pub struct Session<'a> {
    /// What programs compute on.
    pub context: Rc<Map<'a>>,
    /// What the last successful turn left.
    pub memory: Rc<Map<'a>>,
    /// The bounds of each turn.
    pub limits: Limits,
    /// Bytes of the texts that context, memory and tools were read from: what a result may have beyond
    /// `max_memory`, since it may consist of them.
    pub input_bytes: usize,
}

impl<'a> Session<'a> {
    /// A session with this context and an empty memory.
    pub fn new(context: Rc<Map<'a>>, limits: Limits) -> Self {
        Self { context, memory: empty(), limits, input_bytes: 0 }
    }

    /// Takes a value as what a program returned: memory moves on by the contract.
    pub fn settle(
        &mut self,
        value: Value<'a>,
        expired: &mut dyn FnMut() -> bool,
    ) -> Result<Outcome<'a>, Error> {
        let mut budget = Budget::new(self.limits, expired);
        let outcome = settle(value, false, &self.memory, &mut budget).map_err(|error| *error)?;
        self.memory = Rc::clone(&outcome.memory);
        Ok(outcome)
    }

    /// Keeps a value in memory under this name.
    pub fn keep(&mut self, name: &str, value: Value<'a>) {
        let mut entries = self.memory.entries().to_vec();
        entries.push((Name::Shared(name.into()), value));
        self.memory = Map::free(entries);
    }

    /// Checks and runs a program text; memory moves on when it succeeds. `expired` says whether the time is up.
    pub fn turn(
        &mut self,
        text: &str,
        tools: &mut dyn Tools<'a>,
        expired: &mut dyn FnMut() -> bool,
    ) -> Result<Outcome<'a>, Error> {
        let program = compile(text, &self.limits)?;
        self.run(&program, tools, expired)
    }

    /// Runs a checked program; memory moves on when it succeeds.
    pub fn run(
        &mut self,
        program: &Program,
        tools: &mut dyn Tools<'a>,
        expired: &mut dyn FnMut() -> bool,
    ) -> Result<Outcome<'a>, Error> {
        let budget = Budget::new(self.limits, expired);
        let mut run = Run { context: &self.context, memory: &self.memory, tools, budget, extract: false };
        let room = self.limits.max_memory.saturating_add(self.input_bytes.saturating_mul(2));
        let settled = run.eval(&program.root, &Scope::empty()).and_then(|value| {
            // A small value can be a very long text: the same list, shared at every level of a tree.
            measure(&value, &mut { room }, &mut run.budget)
                .and_then(|()| settle(value, run.extract, &self.memory, &mut run.budget))
                .map_err(|error| error.at(program.root.id))
        });
        let outcome = settled.map_err(|error| placed(*error, program))?;
        self.memory = Rc::clone(&outcome.memory);
        Ok(outcome)
    }
}

fn empty<'a>() -> Rc<Map<'a>> {
    Map::free(Vec::new())
}

fn placed(error: Error, program: &Program) -> Error {
    let pointer = error.pointer.or_else(|| error.node.map(|node| program.pointer(node)));
    Error { node: None, pointer, ..error }
}

/// The memory contract.
fn settle<'a>(
    value: Value<'a>,
    extract: bool,
    memory: &Rc<Map<'a>>,
    budget: &mut Budget<'_>,
) -> Evaluated<Outcome<'a>> {
    let Some(map) = value.as_map() else {
        return Ok(Outcome { result: value, delta: empty(), memory: Rc::clone(memory) });
    };
    let (result, delta) = match map.get("result") {
        Some(result) if extract => {
            let others = map.entries().iter().filter(|(name, _)| name.as_str() != "result").cloned();
            (result.clone(), merged(others.collect(), budget)?)
        }
        _ => (value, map),
    };
    let entries: Vec<(Name<'a>, Value<'a>)> =
        memory.entries().iter().chain(delta.entries()).cloned().collect();
    let memory = if delta.entries().is_empty() { Rc::clone(memory) } else { merged(entries, budget)? };
    Ok(Outcome { result, delta, memory })
}

fn merged<'a>(entries: Vec<(Name<'a>, Value<'a>)>, budget: &mut Budget<'_>) -> Evaluated<Rc<Map<'a>>> {
    Ok(budget.map(entries)?.as_map().unwrap_or_else(empty))
}
