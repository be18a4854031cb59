//! What was counted, and what that means for the exit status. Formats know nothing of it.

use crate::core::repair::engine::Risk;

/// What was counted, of a batch or of the run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Calls that were written or reported.
    pub calls: u64,
    /// Records that were not valid as they were, and are now.
    pub changed: u64,
    /// Records that were cut off, and came out all the same.
    pub cut: u64,
    /// Records that could not be handled.
    pub failed: u64,
    /// Problems of a check that `--fix` takes out, and those that it takes out with `--unsafe-fixes`, too.
    pub fixable: u64,
    pub inferable: u64,
    /// Problems of a check that `--fix` never takes out.
    pub manual: u64,
    /// Changes to records, where they are counted.
    pub fixes: u64,
    /// Things that were asked for and cannot have been done, in records that were handled.
    pub missed: u64,
    /// Calls with Python text in a string, which nothing asks to be read.
    pub python: u64,
    /// Those of the problems of a check that most readers of files accept.
    pub lenient: u64,
    /// Problems that a check found.
    pub problems: u64,
    /// All records.
    pub records: u64,
    /// Records that were refused, or of which a part was.
    pub refused: u64,
    /// Records that were repaired and not cut off.
    pub repaired: u64,
    /// The risk of the riskiest of these changes.
    pub riskiest: Option<Risk>,
    /// Records that hold no JSON and no call, where calls are looked for.
    pub skipped: u64,
    /// Sources that could not be read.
    pub troubles: u64,
    /// Things to look at in records that were handled.
    pub warned: u64,
    /// The highest risk of a record that was repaired.
    pub worst: Option<Risk>,
}

/// The files of a check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Files {
    /// Files that were read.
    pub checked: u64,
    /// Those with a problem.
    pub faulty: u64,
    /// Files that were left out.
    pub skipped: u64,
}

impl Files {
    /// Returns whether no file could be read. Each has a message of its own then.
    pub(crate) fn are_unread(self, tally: Tally) -> bool {
        self.skipped == 0 && self.checked <= tally.troubles
    }
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
        self.calls += other.calls;
        self.changed += other.changed;
        self.cut += other.cut;
        self.failed += other.failed;
        self.fixes += other.fixes;
        self.fixable += other.fixable;
        self.inferable += other.inferable;
        self.manual += other.manual;
        self.lenient += other.lenient;
        self.problems += other.problems;
        self.missed += other.missed;
        self.python += other.python;
        self.records += other.records;
        self.refused += other.refused;
        self.repaired += other.repaired;
        self.riskiest = self.riskiest.max(other.riskiest);
        self.skipped += other.skipped;
        self.troubles += other.troubles;
        self.warned += other.warned;
        self.worst = self.worst.max(other.worst);
    }

    /// Counts a record in the class that it belongs to; `before` was counted before it.
    pub(crate) fn class(&mut self, before: Self) {
        if self.failed > before.failed {
            (self.refused, self.cut) = (before.refused + 1, before.cut);
        } else if self.cut == before.cut && self.changed > before.changed {
            self.repaired += 1;
        }
    }

    /// Returns whether there is more to say of the run than that all records went well.
    pub(crate) fn is_worth_a_word(self) -> bool {
        self.cut + self.refused + self.skipped > 0 || self.worst > Some(Risk::Syntax)
    }

    /// The last word of a run over records: how many there were, in which class, and the calls where such were looked for.
    pub(crate) fn closing(self, with_calls: bool, repaired_as: &str) -> String {
        let Self { records, repaired, cut, refused, skipped, .. } = self;
        let valid = records.saturating_sub(repaired + cut + refused + skipped);
        let classes = [
            (valid, "valid"),
            (repaired, repaired_as),
            (cut, "cut off"),
            (refused, "refused"),
            (skipped, "unread"),
        ];
        let classes: Vec<_> = classes
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, what)| format!("{count} {what}"))
            .collect();
        let calls = if with_calls { format!("; {}", counted(self.calls, "call")) } else { String::new() };
        format!("{}: {}{calls}", counted(records, "record"), classes.join(", "))
    }

    /// The last word of a check of files: the problems, the files that have them, and the command that fixes some.
    pub(crate) fn found(self, files: Files) -> String {
        let Files { checked, faulty, skipped } = files;
        let checked = checked.saturating_sub(self.troubles);
        let skipped = (skipped > 0).then(|| format!("{skipped} skipped: reasons with -v"));
        if self.problems == 0 {
            let skipped = skipped.map_or_else(String::new, |skipped| format!(" ({skipped})"));
            return format!("Found no problem in {}{skipped}", counted(checked, "file"));
        }
        let problems = counted(self.problems, "problem");
        let skipped = skipped.map_or_else(String::new, |skipped| format!(", {skipped}"));
        let fixable = match (self.fixable, self.inferable) {
            (0, 0) if self.manual > 0 => {
                "; no fix is safe, and jmend repair --diff FILE shows one".to_owned()
            }
            (0, 0) => String::new(),
            (0, more) => format!("; {more} fixable with jmend check --fix --unsafe-fixes"),
            (certain, 0) => format!("; {certain} fixable with jmend check --fix"),
            (certain, more) => {
                format!("; {certain} fixable with jmend check --fix, {more} more with --fix --unsafe-fixes")
            }
        };
        format!("Found {problems} in {} ({checked} checked{skipped}){fixable}", counted(faulty, "file"))
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

/// A number of things.
pub(crate) fn counted(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
