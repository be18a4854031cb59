//! The names of what is wrong with answers: fixes, and reasons why there is no fix. They are a fixed set, so no log can
//! fill the memory with names of its own.

use std::sync::LazyLock;

use crate::core::calls::cause::reasons::REASONS;
use crate::core::calls::cause::{Cause, Clues};
use crate::core::calls::{CallCode, What};
use crate::core::repair::engine::{Code, Risk};

/// What a later version of the program may have found.
const OTHER: (&str, &str) = ("other", "a code that this version does not know");

/// What is known of a code.
#[derive(Debug)]
pub struct Known {
    pub name: &'static str,
    pub(crate) about: &'static str,
    /// The least risk of the fix; none of a reason to refuse.
    pub risk: Option<Risk>,
    /// Why it happens, and what to change so that it happens less.
    pub(crate) cause: Option<&'static Cause>,
}

pub static KNOWN: LazyLock<Vec<Known>> = LazyLock::new(|| {
    let fixes = Code::ALL.iter().map(|code| Known {
        name: code.name(),
        about: code.about().summary,
        risk: Some(code.about().risk),
        cause: Cause::of(&Clues::of_codes([*code])),
    });
    let calls = CallCode::ALL.iter().map(|code| Known {
        name: code.name(),
        about: code.summary(),
        risk: Some(code.risk()),
        cause: Cause::of(&Clues::of_change(What::Call(*code))),
    });
    let reasons = REASONS.iter().map(|reason| Known {
        name: reason.code,
        about: reason.about,
        risk: None,
        cause: reason.cause(),
    });
    let other = Known { name: OTHER.0, about: OTHER.1, risk: None, cause: None };
    fixes.chain(calls).chain(reasons).chain([other]).collect()
});

/// A code, as a small number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CodeId(u16);

impl CodeId {
    /// How many there are.
    pub fn count() -> usize {
        KNOWN.len()
    }

    /// The code of a fix of a text.
    pub fn of(code: Code) -> Self {
        Self(code as u16)
    }

    /// The code with this name: of a fix, or else of a reason.
    pub fn named(name: &str) -> Self {
        let found = KNOWN.iter().position(|known| known.name == name);
        Self(found.unwrap_or(KNOWN.len() - 1) as u16)
    }

    /// The reason to refuse an answer with this name. One of them is named as a fix is.
    pub fn refusal(name: &str) -> Self {
        let found = KNOWN.iter().rposition(|known| known.name == name);
        Self(found.unwrap_or(KNOWN.len() - 1) as u16)
    }

    /// The code with this index.
    pub(crate) fn at(index: usize) -> Self {
        Self(index.min(KNOWN.len() - 1) as u16)
    }

    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    pub fn known(self) -> &'static Known {
        &KNOWN[self.index()]
    }
}

/// How often a code was seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// Answers that have it.
    pub(crate) answers: u64,
    /// Fixes.
    pub(crate) fixes: u64,
}

/// How often which codes were seen, in the order of the codes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Codes(Vec<(CodeId, Times)>);

impl Codes {
    pub(crate) fn add(&mut self, code: CodeId, times: Times) {
        let at = match self.0.binary_search_by_key(&code, |(code, _)| *code) {
            Ok(at) => at,
            Err(at) => {
                self.0.insert(at, (code, Times::default()));
                at
            }
        };
        let sum = &mut self.0[at].1;
        sum.answers = sum.answers.saturating_add(times.answers);
        sum.fixes = sum.fixes.saturating_add(times.fixes);
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        other.iter().for_each(|(code, times)| self.add(code, times));
    }

    pub fn iter(&self) -> impl Iterator<Item = (CodeId, Times)> {
        self.0.iter().copied()
    }

    pub(crate) fn get(&self, code: CodeId) -> Times {
        self.0.binary_search_by_key(&code, |(code, _)| *code).map_or(Times::default(), |at| self.0[at].1)
    }

    /// Those that most answers have.
    pub(crate) fn most(&self, count: usize) -> Vec<(CodeId, Times)> {
        let mut codes = self.0.clone();
        codes.sort_by_key(|(code, times)| (std::cmp::Reverse((times.answers, times.fixes)), *code));
        codes.truncate(count);
        codes
    }
}
