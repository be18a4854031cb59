//! What was counted, and what that means for the exit status. Formats know nothing of it.

use crate::core::repair::engine::Risk;

/// What was counted, of a batch or of the run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Records that were not valid as they were, and are now.
    pub changed: u64,
    /// Records that could not be handled.
    pub failed: u64,
    /// Changes to records, where they are counted.
    pub fixes: u64,
    /// Things that were asked for and cannot have been done, in records that were handled.
    pub missed: u64,
    /// All records.
    pub records: u64,
    /// The risk of the riskiest of these changes.
    pub riskiest: Option<Risk>,
    /// Sources that could not be read.
    pub troubles: u64,
    /// Things to look at in records that were handled.
    pub warned: u64,
}

/// What a run found, from good to bad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// Nothing to say.
    Clean,
    /// Something was changed, or would be.
    Found,
    /// The data says no.
    Refused,
    /// Something could not be read.
    Unread,
}

impl Tally {
    /// Counts what another one counted, too.
    pub(crate) fn add(&mut self, other: Self) {
        self.changed += other.changed;
        self.failed += other.failed;
        self.fixes += other.fixes;
        self.missed += other.missed;
        self.records += other.records;
        self.riskiest = self.riskiest.max(other.riskiest);
        self.troubles += other.troubles;
        self.warned += other.warned;
    }

    /// Counts the changes to a record, given by their risks.
    pub(crate) fn count(&mut self, risks: impl Iterator<Item = Risk>) {
        for risk in risks {
            self.fixes += 1;
            self.riskiest = self.riskiest.max(Some(risk));
        }
    }

    /// The worst that happened.
    pub fn verdict(self) -> Verdict {
        match self {
            Self { troubles: 1.., .. } => Verdict::Unread,
            Self { failed: 1.., .. } | Self { missed: 1.., .. } => Verdict::Refused,
            Self { changed: 1.., .. } | Self { warned: 1.., .. } => Verdict::Found,
            _ => Verdict::Clean,
        }
    }
}
