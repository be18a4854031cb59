//! `call`.

use super::Run;
use crate::core::json::suggest;
use crate::core::programs::error::{ErrorKind, Fault};
use crate::core::programs::tool::{ToolError, message};
use crate::core::programs::value::Value;

impl<'a> Run<'_, '_, 'a> {
    pub(super) fn call(&mut self, tool: &str, args: &str) -> Result<Value<'a>, Fault> {
        let result = self.tools.call(tool, args);
        // However long the tool took, it counts.
        self.budget.look()?;
        result.map_err(|error| self.failed(tool, &error))
    }

    fn failed(&self, tool: &str, error: &ToolError) -> Fault {
        match error {
            ToolError::NotFound => {
                let mut names = self.tools.names();
                names.sort_unstable();
                let meant = suggest::best(tool, names).map(str::to_owned);
                let hint = meant.as_ref().map_or(String::new(), |name| format!(". Did you mean '{name}'?"));
                let mut fault = Fault::execution(format!("Tool '{tool}' not found{hint}"));
                fault.0.error.suggestion = meant;
                fault
            }
            ToolError::TooLarge(_) => Fault::new(ErrorKind::Memory, message(tool, error)),
            ToolError::Timeout => Fault::new(ErrorKind::Timeout, message(tool, error)),
            _ => Fault::execution(message(tool, error)),
        }
    }
}
