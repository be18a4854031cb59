//! What became of answers, counted.

use super::interval::Share;
use crate::core::repair::engine::Risk;

/// What became of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// It was valid as it came.
    Valid,
    /// It was repaired, and this is the risk of the riskiest fix.
    Repaired(Risk),
    /// It was repaired, and the log does not say how risky that was: metrics and messages count strategies.
    Unrated,
    /// It could not be repaired, or was cut off and refused.
    Refused,
}

impl Outcome {
    /// Every outcome, from good to bad.
    pub const ALL: [Self; 6] = [
        Self::Valid,
        Self::Repaired(Risk::Syntax),
        Self::Repaired(Risk::Inferred),
        Self::Repaired(Risk::Lossy),
        Self::Unrated,
        Self::Refused,
    ];

    /// The outcome of a repair of this risk.
    pub(crate) fn of(risk: Option<Risk>) -> Self {
        risk.map_or(Self::Valid, Self::Repaired)
    }

    /// Its name in every form of the report.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Valid => "valid",
            Self::Repaired(risk) => risk.name(),
            Self::Unrated => "unrated",
            Self::Refused => "refused",
        }
    }

    /// What it means, in a few words.
    pub(crate) fn about(self) -> &'static str {
        match self {
            Self::Valid => "valid as they came",
            Self::Repaired(Risk::Syntax) => "repaired, and the meaning is certain",
            Self::Repaired(Risk::Inferred) => "repaired, by the most likely reading",
            Self::Repaired(Risk::Lossy) => "repaired, and something is gone or was filled in",
            Self::Unrated => "repaired, with no risk in the log",
            Self::Refused => "not repaired",
        }
    }

    fn index(self) -> usize {
        match self {
            Self::Valid => 0,
            Self::Repaired(Risk::Syntax) => 1,
            Self::Repaired(Risk::Inferred) => 2,
            Self::Repaired(Risk::Lossy) => 3,
            Self::Unrated => 4,
            Self::Refused => 5,
        }
    }
}

/// How many answers came to which outcome.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    by: [u64; Outcome::ALL.len()],
    /// Those of them that were cut off.
    pub cut: u64,
}

impl Counts {
    pub(crate) fn add(&mut self, outcome: Outcome, count: u64) {
        let slot = &mut self.by[outcome.index()];
        *slot = slot.saturating_add(count);
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        for (outcome, count) in Outcome::ALL.into_iter().zip(other.by) {
            self.add(outcome, count);
        }
        self.cut = self.cut.saturating_add(other.cut);
    }

    pub(crate) fn get(&self, outcome: Outcome) -> u64 {
        self.by[outcome.index()]
    }

    /// All answers.
    pub fn total(&self) -> u64 {
        self.by.iter().fold(0, |sum, count| sum.saturating_add(*count))
    }

    /// The share of an outcome.
    pub(crate) fn share(&self, outcome: Outcome) -> Share {
        Share::new(self.get(outcome), self.total())
    }

    /// The share of answers that were not valid as they came.
    pub(crate) fn broken(&self) -> Share {
        let total = self.total();
        Share::new(total - self.get(Outcome::Valid), total)
    }
}
