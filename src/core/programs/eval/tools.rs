//! `call`.

use super::Run;
use crate::core::json::suggest;
use crate::core::programs::error::{Error, ErrorKind, Evaluated};
use crate::core::programs::tool::{ToolError, message};
use crate::core::programs::value::Value;

impl<'a> Run<'_, '_, 'a> {
    pub(super) fn call(&mut self, tool: &str, args: &str) -> Evaluated<Value<'a>> {
        let result = self.tools.call(tool, args);
        // However long the tool took, it counts.
        self.budget.look()?;
        result.map_err(|error| self.failed(tool, &error))
    }

    fn failed(&self, tool: &str, error: &ToolError) -> Box<Error> {
        match error {
            ToolError::NotFound => {
                let mut names = self.tools.names();
                names.sort_unstable();
                let meant = suggest::best(tool, names).map(str::to_owned);
                let hint = meant.as_ref().map_or(String::new(), |name| format!(". Did you mean '{name}'?"));
                let mut error = Error::execution(format!("Tool '{tool}' not found{hint}"));
                error.suggestion = meant;
                error
            }
            ToolError::TooLarge(_) => Error::boxed(ErrorKind::Memory, message(tool, error)),
            ToolError::Timeout => Error::boxed(ErrorKind::Timeout, message(tool, error)),
            _ => Error::execution(message(tool, error)),
        }
    }
}
