//! Objections to the repair of a file that is rewritten.

use super::Job;
use crate::cli::in_place::{Objection, objection, with_objection};
use crate::cli::records::{Framing, Record};
use crate::cli::trouble::Trouble;
use crate::core::repair::engine::{FailureCode, Options, Repaired, Risk, repair};

impl Job {
    /// Says what speaks against this repair in a file that is rewritten.
    pub(super) fn objection(
        &self,
        text: &[u8],
        repaired: &Repaired<'_>,
        place: &Record<'_>,
    ) -> Option<Objection> {
        objection(text, repaired, place.framing == Framing::Document, self.rewrites?)
    }

    /// Adds to the refusal of a risky fix what else would speak against the repair, so that the user learns both at once.
    pub(super) fn with_objection(&self, trouble: Trouble, text: &[u8], place: &Record<'_>) -> Trouble {
        let (Some(_), Some(FailureCode::Risk(_, risk))) =
            (self.rewrites, trouble.failure.as_deref().copied())
        else {
            return trouble;
        };
        let options = Options { max_risk: Risk::Lossy, ..self.guide.options() };
        let repaired = repair(text, &options).ok();
        match repaired.and_then(|repaired| self.objection(text, &repaired, place)) {
            Some(objection) => with_objection(trouble, &objection, risk),
            None => trouble,
        }
    }
}
