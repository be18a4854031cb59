//! `call`.

use super::Run;
use crate::core::ptc::error::{ErrorKind, Fault};
use crate::core::ptc::tool::ToolError;
use crate::core::ptc::value::Value;
use crate::core::ptc::write::cut;
use crate::core::suggest;

impl<'a> Run<'_, '_, 'a> {
    pub(super) fn call(&mut self, tool: &str, args: &str) -> Result<Value<'a>, Fault> {
        let result = self.tools.call(tool, args);
        // However long the tool took, it counts.
        self.budget.look()?;
        result.map_err(|error| self.failed(tool, error))
    }

    fn failed(&self, tool: &str, error: ToolError) -> Fault {
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
            ToolError::Failed(reason) => Fault::execution(format!("Tool '{tool}' error: {}", cut(reason))),
            ToolError::Raised(message) => Fault::execution(format!("Tool '{tool}' raised: {message}")),
            ToolError::Missed(key) => {
                Fault::execution(format!("Tool '{tool}' has no cached result for these arguments, key {key}"))
            }
            ToolError::TooLarge(limit) => {
                let message = format!("Tool '{tool}' returned more than there is room for, {limit} bytes");
                Fault::new(ErrorKind::Memory, message)
            }
            ToolError::Timeout => {
                Fault::new(ErrorKind::Timeout, format!("Tool '{tool}' did not answer before the time was up"))
            }
        }
    }
}
