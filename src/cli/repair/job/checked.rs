//! Findings of a check: by the dialect of the file, with a count of those that `--fix` takes out.

use super::Job;
use super::case::Case;
use crate::cli::records::Record;
use crate::cli::repair::due::Checked;
use crate::cli::repair::fix;
use crate::core::repair::dialect::Dialect;
use crate::core::repair::engine::{Repaired, Risk};
use crate::report::diagnostic::Severity;
use crate::report::repaired::Detail;

impl Job {
    /// Returns what is due in a source that is checked.
    fn due(&self, place: &Record<'_>) -> Option<Checked> {
        self.checked.as_ref()?.get(place.source).copied()
    }

    /// Returns whether a repair changes something that the dialect of its file does not have.
    pub(super) fn is_change(&self, text: &[u8], repaired: &Repaired<'_>, place: &Record<'_>) -> bool {
        match self.due(place) {
            Some(Checked { dialect, .. }) if dialect != Dialect::Json => {
                repaired.fixes.iter().any(|fix| fix.replacement.is_some() && !dialect.has(text, &fix))
            }
            _ => repaired.fixes.kinds().any(|fix| fix.replacement.is_some()),
        }
    }

    /// Tells what there is to say of a record that could be repaired.
    pub(super) fn find(&self, repaired: &Repaired<'_>, detail: Detail, case: &mut Case<'_>) {
        let due = self.due(case.place);
        let subject = case.subject(Detail { dialect: due.map(|due| due.dialect), ..detail });
        let Case { text, place, ref mut done } = *case;
        if let Some(due) = due {
            subject.tell_strict(repaired, due.has_one, done);
        }
        let strict = done.findings.len();
        if due.is_none() || self.is_change(text, repaired, place) {
            let explained = detail.explains.then(|| self.explained(text, Ok(repaired)));
            subject.tell(repaired, explained, done);
        }
        let changes: u64 = done.findings[strict..].iter().map(|finding| finding.count(Severity::Error)).sum();
        let Some(Checked { dialect, .. }) = due.filter(|due| due.is_file && changes > 0) else { return };
        match fix::most_needed(text, repaired, dialect) {
            Some(Risk::Syntax) => done.tally.fixable += changes,
            Some(Risk::Inferred) => done.tally.inferable += changes,
            _ => done.tally.manual += changes,
        }
    }
}
