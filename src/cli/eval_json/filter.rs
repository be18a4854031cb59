//! `--jq`: a filter of jq in place of a program, with the same context, tools and memory.

use std::time::Duration;

use super::args::Args;
use super::turns::Turns;
use crate::cli::jq::bounded::{Bounds, begin};
use crate::cli::jq::{self, End, Filter};
use crate::core::json;
use crate::core::programs::read::owned;
use crate::core::programs::{self, Error, ErrorKind, Outcome, Tools, Value};

/// What a filter may take.
pub(super) fn bounds(args: &Args) -> Bounds {
    Bounds { memory: args.max_memory, time: Duration::from_millis(args.timeout) }
}

impl<'a> Turns<'_, 'a> {
    /// Runs a filter once.
    pub(super) fn filtered(&mut self, code: &str) -> Result<Outcome<'a>, Error> {
        let failed = |message: String| Error::new(ErrorKind::Execution, message);
        let context = programs::to_json(&Value::Map(self.session.context.clone()));
        let memory = programs::to_json(&Value::Map(self.session.memory.clone()));
        begin(bounds(self.args), context.len() + memory.len(), self.console);
        let input = jq::value_of(context.as_bytes()).map_err(failed)?;
        let mut values = vec![("memory".to_owned(), jq::value_of(memory.as_bytes()).map_err(failed)?)];
        for (name, value) in self.session.context.entries() {
            let value = jq::value_of(programs::to_json(value).as_bytes()).map_err(failed)?;
            values.push((name.as_str().to_owned(), value));
        }
        let filter = Filter::new(code, values).map_err(|wrong| {
            let error = Error::new(ErrorKind::Parse, format!("{}; this is the jq language", wrong.message));
            Error { position: wrong.at, ..error }
        })?;
        let (tools, exposed) = (&mut self.tools, &self.exposed);
        let mut calls = |tool: &str, args: &str| {
            if let Some(error) = exposed.as_ref().and_then(|exposed| exposed.refused(tool, &tools.names())) {
                return Err(error.message);
            }
            match tools.call(tool, args) {
                Ok(Some(value)) => Ok(programs::to_json(&value)),
                Ok(None) => Err(programs::tool::unknown(tool, tools.names()).message),
                Err(error) => Err(error.message),
            }
        };
        let mut outputs = Vec::new();
        let end = filter.run(std::iter::once(Ok(input)), false, &mut calls, |value| {
            let mut text = String::new();
            jq::write(value, &mut text)?;
            outputs.push(text);
            Ok(())
        });
        match end {
            Ok(End::Done | End::Halt(0)) => {}
            Ok(End::Halt(status)) => return Err(failed(format!("the filter halted with status {status}"))),
            Ok(End::Failed(message)) | Err(message) => return Err(failed(message)),
        }
        // Several outputs are a list; none is null.
        let text = match &outputs[..] {
            [] => "null".to_owned(),
            [one] => one.clone(),
            many => format!("[{}]", many.join(",")),
        };
        let parsed =
            json::parse(&text, self.session.limits.max_depth).map_err(|error| failed(error.to_string()))?;
        self.session.settle(owned(&parsed), &mut || false)
    }
}
