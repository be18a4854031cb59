//! `call`.

use super::Run;
use crate::core::programs::error::Evaluated;
use crate::core::programs::tool::unknown;
use crate::core::programs::value::Value;

impl<'a> Run<'_, '_, 'a> {
    pub(super) fn call(&mut self, tool: &str, args: &str) -> Evaluated<Value<'a>> {
        let result = self.tools.call(tool, args);
        // However long the tool took, it counts.
        self.budget.look()?;
        result?.ok_or_else(|| unknown(tool, self.tools.names()))
    }
}
