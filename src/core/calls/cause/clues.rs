//! What an answer shows, apart from its text.

use super::Sight;
use crate::core::calls::types::call::{Calls, Reason, Refused};
use crate::core::calls::types::change::{CallCode, Change, What};
use crate::core::repair::edit::Code;
use crate::core::repair::engine::{FailureCode, Repaired};
use crate::core::repair::notation::Notation;

/// Something to see in an answer that no single fix says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Clue {
    /// The text ends inside an open value.
    CutOff,
    /// The provider says that the output limit was reached.
    LimitReached,
    /// There is no JSON.
    NoJson,
    /// The value is not what its schema asks for.
    Unfit,
    /// The bytes are no text.
    Encoding,
    /// Lines of a log, each with a prefix before its JSON or no JSON at all.
    PrefixedRows,
    /// A tool call in a model's own format.
    CallMarkup,
    /// JSON in a JSON string.
    EncodedTwice,
    /// The printed form of a value in some language other than Python.
    Notation,
    /// Single quotes around keys, as Python prints them.
    PythonLiteral,
    /// More than one document.
    SeveralDocuments,
}

/// All that an answer shows.
#[derive(Clone, Debug, Default)]
pub struct Clues {
    codes: Vec<Code>,
    calls: Vec<CallCode>,
    seen: Vec<Clue>,
}

impl Clues {
    /// Those of codes alone, as reports list them.
    pub fn of_codes(codes: impl IntoIterator<Item = Code>) -> Self {
        let mut clues = Self::default();
        codes.into_iter().for_each(|code| clues.add_code(code));
        clues
    }

    /// What the changes of calls show.
    pub fn of_changes<'c>(changes: impl IntoIterator<Item = &'c Change>) -> Self {
        let mut clues = Self::default();
        changes.into_iter().for_each(|change| clues.add_change(change.what));
        clues
    }

    /// What one change of a call shows.
    pub fn of_change(what: What) -> Self {
        let mut clues = Self::default();
        clues.add_change(what);
        clues
    }

    /// What a repair shows.
    pub fn of_repair(repaired: &Repaired<'_>) -> Self {
        let mut clues = Self::of_codes(repaired.fixes.kinds().map(|fix| fix.code));
        if repaired.notation.is_some_and(is_foreign) {
            clues.add(Clue::Notation);
        }
        if repaired.truncated.is_some() {
            clues.add(Clue::CutOff);
        }
        if repaired.documents.len() > 1 && !repaired.fixes.is_empty() {
            clues.add(Clue::SeveralDocuments);
        }
        clues
    }

    /// What it shows that a text could not be repaired.
    pub fn of_failure(code: Option<FailureCode>) -> Self {
        let mut clues = Self::default();
        match code {
            None | Some(FailureCode::Schema) => clues.add(Clue::Unfit),
            Some(FailureCode::NoJson) => clues.add(Clue::NoJson),
            Some(FailureCode::Truncated(_)) => clues.add(Clue::CutOff),
            Some(FailureCode::Encoding) => clues.add(Clue::Encoding),
            Some(FailureCode::Risk(code, _) | FailureCode::Strategy(code, _)) => clues.add_code(code),
            Some(_) => {}
        }
        clues
    }

    /// Adds what the calls of a text show: its markup, and what was repaired in them.
    pub fn add_calls(&mut self, found: &Calls) {
        let formats =
            found.calls.iter().map(|call| call.format).chain(found.refused.iter().map(|one| one.format));
        for format in formats {
            if format.is_markup() {
                self.add(Clue::CallMarkup);
            }
        }
        for change in found.calls.iter().flat_map(|call| &call.changes) {
            self.add_change(change.what);
        }
        if found.calls.iter().any(|call| !call.complete) || found.refused.iter().any(is_cut) {
            self.add(Clue::CutOff);
        }
    }

    /// Adds one clue.
    pub fn add(&mut self, clue: Clue) {
        if !self.seen.contains(&clue) {
            self.seen.push(clue);
        }
    }

    fn add_change(&mut self, what: What) {
        match what {
            What::Text(code) => self.add_code(code),
            What::Call(code) if !self.calls.contains(&code) => self.calls.push(code),
            What::Call(_) => {}
        }
    }

    fn add_code(&mut self, code: Code) {
        if !self.codes.contains(&code) {
            self.codes.push(code);
        }
    }

    pub(super) fn show(&self, sight: Sight) -> bool {
        match sight {
            Sight::Fix(code) => self.codes.contains(&code),
            Sight::Call(code) => self.calls.contains(&code),
            Sight::Clue(Clue::PythonLiteral) => self.is_python(),
            Sight::Clue(clue) => self.seen.contains(&clue),
        }
    }

    /// Python quotes its keys, and JavaScript does not; `[1,]` says nothing about either.
    fn is_python(&self) -> bool {
        let has = |code| self.codes.contains(&code);
        has(Code::SingleQuotes)
            && ![Code::UnquotedKey, Code::Comment, Code::BacktickQuotes].into_iter().any(has)
    }
}

fn is_foreign(notation: &Notation) -> bool {
    notation.name != "python"
}

fn is_cut(refused: &Refused) -> bool {
    matches!(refused.reason, Reason::Repair(FailureCode::Truncated(_)))
}
