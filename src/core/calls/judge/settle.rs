//! Makes of the arguments of a call what its tool wants: they are converted where nothing is lost, or the call is refused.

use crate::core::calls::types::call::{Call, Calls, Reason, Refused};
use crate::core::repair::engine::{Failure, FailureCode};
use crate::core::repair::schema::Terms;

impl Call {
    /// Makes of the arguments what the tool wants.
    #[doc(hidden)]
    pub fn settle(&mut self, terms: &Terms<'_>) -> Result<(), Failure> {
        let options = terms.options;
        if let (Some(schema), Some(place)) = (terms.schema, self.cut) {
            schema.ensure_uncut(&self.arguments, place, options.max_depth)?;
        }
        if terms.are_idle() {
            return Ok(());
        }
        let repaired = terms.repair(self.arguments.as_bytes())?;
        if repaired.fixes.is_empty() {
            return Ok(());
        }
        let (text, fixes) = (repaired.text.into_owned(), repaired.fixes);
        self.replace_arguments(text, &fixes);
        let (confidence, least) = (self.confidence(), options.min_confidence);
        if confidence < least {
            let code = FailureCode::Confidence(confidence, least);
            return Err(Failure::new(code, 0));
        }
        Ok(())
    }
}

impl Calls {
    /// Settles every call by what is known of its tool, and refuses those that the tool would not take.
    #[cfg(feature = "schema")]
    pub(crate) fn settle<'s>(&mut self, terms: impl Fn(&str) -> Terms<'s>) {
        let mut kept = Vec::with_capacity(self.calls.len());
        for mut call in std::mem::take(&mut self.calls) {
            match call.settle(&terms(&call.name)) {
                Ok(()) => kept.push(call),
                Err(failure) => self.refused.push(Refused::unfit(call, failure)),
            }
        }
        self.calls = kept;
        self.refused.sort_by_key(|refused| refused.span.start);
    }
}

#[cfg(feature = "schema")]
impl Refused {
    /// The refusal of a call whose tool would not take its arguments.
    fn unfit(call: Call, failure: Failure) -> Self {
        let reason = match failure.code {
            FailureCode::Schema => Reason::Schema,
            code => Reason::Repair(code),
        };
        let mut violations = failure.violations;
        for violation in &mut violations {
            violation.offset = call.span.start;
        }
        Self { reason, violations, ..Self::of(call, reason) }
    }
}
