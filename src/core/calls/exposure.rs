//! Calls of tools that the provider's own tool calling may not see: they are refused, whoever wrote them.

use super::{Calls, Reason, Refused};
use crate::core::expose::Layer;

impl Calls {
    /// Refuses the calls of these tools, which only another layer may see.
    pub fn withhold(&mut self, hidden: &[(String, Layer)]) {
        if hidden.is_empty() {
            return;
        }
        let (withheld, kept) = std::mem::take(&mut self.calls)
            .into_iter()
            .partition::<Vec<_>, _>(|call| hidden.iter().any(|(name, _)| *name == call.name));
        self.calls = kept;
        self.refused.extend(withheld.into_iter().map(|call| {
            let seen_by =
                hidden.iter().find(|(name, _)| *name == call.name).map_or(Layer::PtcLisp, |(_, by)| *by);
            Refused {
                name: Some(call.name),
                format: call.format,
                reason: Reason::Hidden(seen_by),
                place: call.place,
                span: call.span,
                arguments: None,
            }
        }));
        self.refused.sort_by_key(|refused| refused.span.start);
    }
}
