//! Calls of tools that the provider's own tool calling may not see: they are always refused.

use crate::core::calls::types::call::{Calls, Reason, Refused};
use crate::core::repair::layer::Hidden;

impl Calls {
    /// Refuses the calls of these tools, which only another layer may see.
    #[doc(hidden)]
    pub fn withhold(&mut self, hidden: &Hidden) {
        if hidden.is_empty() {
            return;
        }
        let mut kept = Vec::with_capacity(self.calls.len());
        for call in std::mem::take(&mut self.calls) {
            match hidden.get(&call.name) {
                None => kept.push(call),
                Some(seen_by) => self.refused.push(Refused::of(call, Reason::Hidden(*seen_by))),
            }
        }
        self.calls = kept;
        self.refused.sort_by_key(|refused| refused.span.start);
    }
}
