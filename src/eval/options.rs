//! The data, the tools, and the limits of a program that runs in process.

use std::fmt;
use std::time::Duration;

use super::run::{self, Lint};
use crate::core::programs::{Limits, describe};
use crate::core::repair::engine::{Options, Truncated};
use crate::error::Error;

/// A tool that is a function of the caller: takes the name of the tool and the arguments, a JSON object, and gives the result as JSON text.
pub(super) type Function<'o> = dyn Fn(&str, &str) -> Result<String, String> + 'o;

/// The time that a program may take where nothing else is said.
const TIMEOUT: Duration = Duration::from_secs(1);

/// Says what [`eval_json`](crate::eval_json) runs a program with: data, tools, and limits. Texts are JSON.
#[derive(Clone, Default)]
pub struct EvalOptions<'o> {
    pub(super) inputs: Inputs<'o>,
    /// The tools that are functions of the caller, by name.
    pub(super) functions: Vec<(&'o str, &'o Function<'o>)>,
}

/// The part of the options that the evaluating thread gets.
#[derive(Clone)]
pub(super) struct Inputs<'o> {
    pub(super) context: Option<&'o str>,
    pub(super) memory: Option<&'o str>,
    pub(super) values: Vec<(&'o str, &'o str)>,
    pub(super) tools: Option<&'o str>,
    pub(super) repair: Option<Options>,
    pub(super) timeout: Option<Duration>,
    pub(super) limits: Limits,
    pub(super) max_result: Option<usize>,
}

impl Default for Inputs<'_> {
    fn default() -> Self {
        Self {
            context: None,
            memory: None,
            values: Vec::new(),
            tools: None,
            repair: None,
            timeout: Some(TIMEOUT),
            limits: Limits::default(),
            max_result: None,
        }
    }
}

impl<'o> EvalOptions<'o> {
    /// Sets the data: a JSON object whose members programs `load` by name.
    #[must_use]
    pub fn context(mut self, object: &'o str) -> Self {
        self.inputs.context = Some(object);
        self
    }

    /// Sets the memory, a JSON object that programs read with `var`: what [`Evaluated::memory`](crate::Evaluated::memory) was after the turn
    /// before.
    #[must_use]
    pub fn memory(mut self, object: &'o str) -> Self {
        self.inputs.memory = Some(object);
        self
    }

    /// Adds a tool that is a function. It takes the name and the arguments, a JSON object, and returns the result as JSON text, or a
    /// sentence that says why there is none. It runs on the thread that calls `eval_json`, and nothing interrupts it: its
    /// time counts, and the program ends with `timeout` when it returns too late.
    #[must_use]
    pub fn function(mut self, tool: &'o str, function: &'o Function<'o>) -> Self {
        self.functions.push((tool, function));
        self
    }

    /// Adds a tool that always returns this JSON value. It goes before a function of the same name.
    #[must_use]
    pub fn value(mut self, tool: &'o str, value: &'o str) -> Self {
        self.inputs.values.push((tool, value));
        self
    }

    /// Limits a program to tools that these definitions expose to programs, and to those that were added. `definitions` is a JSON list as an
    /// API takes it.
    #[must_use]
    pub fn tools(mut self, definitions: &'o str) -> Self {
        self.inputs.tools = Some(definitions);
        self
    }

    /// Repairs the text of the program first: fences, prose, and all that [`repair`](crate::repair) repairs. A text that is cut off stays
    /// refused: half a program is another program.
    #[must_use]
    pub fn repair(mut self, options: Options) -> Self {
        self.inputs.repair = Some(options.truncated(Truncated::Refuse));
        self
    }

    /// Sets the time that the program may take, 1 second by default; `None` is no limit.
    #[must_use]
    pub fn timeout(mut self, timeout: Option<Duration>) -> Self {
        self.inputs.timeout = timeout;
        self
    }

    /// Sets the bytes of values that the program may build, and of the results of its tools: 64 MiB by default; `None` is no limit.
    #[must_use]
    pub fn max_memory(mut self, bytes: Option<usize>) -> Self {
        self.inputs.limits.max_memory = bytes.unwrap_or(usize::MAX);
        self
    }

    /// Sets the levels of nesting in programs and values, 1024 by default and 20 000 at most.
    #[must_use]
    pub fn max_depth(mut self, levels: usize) -> Self {
        self.inputs.limits.max_depth = levels.min(run::MAX_DEPTH);
        self
    }

    /// Fails if values of several types are ordered, such as a number and text.
    #[must_use]
    pub fn strict_types(mut self, is_strict: bool) -> Self {
        self.inputs.limits.strict_types = is_strict;
        self
    }

    /// Gives a profile instead of a result with more bytes than this, and keeps the whole in memory as `last_result`.
    #[must_use]
    pub fn max_result(mut self, bytes: usize) -> Self {
        self.inputs.max_result = Some(bytes);
        self
    }

    /// Checks a program and runs nothing. Returns what is probably not meant: most of that shows only beside the context.
    ///
    /// # Errors
    /// Those of [`eval_json`](crate::eval_json) that show before a program runs.
    ///
    /// ```
    /// let options = jmend::EvalOptions::default().context(r#"{"orders": [{"total": 5}]}"#);
    /// let program = r#"{"program": {"op": "pipe", "steps": [{"op": "load", "name": "orders"},
    ///     {"op": "filter", "where": {"op": "eq", "field": "totl", "value": 5}}]}}"#;
    /// assert_eq!(options.check(program)?[0].code, "missing-field");
    /// # Ok::<(), jmend::Error>(())
    /// ```
    pub fn check<T: AsRef<[u8]> + ?Sized>(&self, program: &T) -> Result<Vec<Lint>, Error> {
        run::checked(program.as_ref(), self)
    }

    /// Returns the instructions for a model on a card of about 2 KB, with the tools, and the fields and types of the context, that these
    /// options have.
    ///
    /// # Errors
    /// The context, the memory, a value, or the tools are not JSON of the right kind.
    ///
    /// ```
    /// let card = jmend::EvalOptions::default().context(r#"{"orders": [{"total": 5}]}"#).card()?;
    /// assert!(card.contains("- orders: list of 1 {total: integer}"));
    /// # Ok::<(), jmend::Error>(())
    /// ```
    pub fn card(&self) -> Result<String, Error> {
        run::card(self)
    }

    /// Returns the whole instructions for a model: every operation with an example.
    pub fn prompt() -> String {
        describe::prompt()
    }

    /// Returns the JSON Schema of programs (draft 2020-12).
    pub fn schema() -> String {
        describe::schema()
    }

    /// Returns the JSON Schema of programs for endpoints with strict output formats: without `object` and the arguments of tools, whose
    /// names are free.
    pub fn strict_schema() -> String {
        describe::strict()
    }
}

impl fmt::Debug for EvalOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let functions = self.functions.iter().map(|(tool, _)| *tool);
        let functions: Vec<_> = functions.collect();
        f.debug_struct("EvalOptions")
            .field("context", &self.inputs.context)
            .field("memory", &self.inputs.memory)
            .field("functions", &functions)
            .field("limits", &self.inputs.limits)
            .finish_non_exhaustive()
    }
}
