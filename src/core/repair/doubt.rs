//! How sure a repair is, and which of its fixes are less sure than their code says.

use super::{Failure, FailureCode, Options, Repaired};
use crate::core::confidence::{Confidence, Signs};
use crate::core::edit::{Code, Fix, Fixes, Risk};
use crate::core::notation;

impl Repaired<'_> {
    /// How likely it is that this is what the writer meant; worked out of the fixes each time.
    pub fn confidence(&self) -> Confidence {
        if self.fixes.is_empty() { Confidence::CERTAIN } else { self.signs().confidence(self.text.len()) }
    }

    /// For the script that fits the weights of signals: the level of each.
    #[doc(hidden)]
    pub fn levels(&self) -> Vec<u8> {
        self.signs().levels(self.text.len()).into()
    }

    fn signs(&self) -> Signs {
        let mut signs = Signs::new(self.evidence, self.truncated.is_some());
        self.fixes.iter().for_each(|fix| signs.add(&fix));
        signs
    }
}

/// Why this is less sure than it must be, if it is; it shows at the first of the riskiest fixes.
pub(crate) fn doubted(repaired: &Repaired<'_>, options: &Options) -> Option<Failure> {
    let least = options.min_confidence;
    if least == Confidence::NONE {
        return None;
    }
    let confidence = repaired.confidence();
    let risk = repaired.risk();
    let riskiest = repaired.fixes.iter().find(|fix| Some(fix.risk) == risk);
    let code = FailureCode::Confidence(confidence, least);
    (confidence < least).then(|| Failure { code, offset: riskiest.map_or(0, |fix| fix.start) })
}

/// A writer who does not escape quotes in strings may have meant as content what was dropped after a string: the rest of a
/// line as a comment, the rest of the text as prose, where a quote is in it, and what joins two strings. These fixes become
/// `lossy`.
pub(super) fn of_dropped(fixes: Fixes, input: &[u8]) -> Fixes {
    let may_be_content = |fix: &Fix<'_>| {
        let dropped = &input[fix.start..fix.end];
        let is_after = || matches!(input[..fix.start].trim_ascii_end().last(), Some(b'"' | b','));
        let holds_quote = || memchr::memchr(b'"', dropped).is_some();
        match fix.code {
            Code::Comment => !dropped.trim_ascii_start().starts_with(b"/*") && is_after() && holds_quote(),
            Code::Prose => fix.start > 0 && fix.end == input.trim_ascii_end().len() && holds_quote(),
            Code::JoinedStrings => true,
            _ => false,
        }
    };
    let holds_quotes = fixes.iter().any(|fix| fix.code == Code::InnerQuote);
    if !holds_quotes || !fixes.iter().any(|fix| may_be_content(&fix)) {
        return fixes;
    }
    fixes.changed(|fix| {
        if may_be_content(fix) {
            fix.risk = Risk::Lossy;
        }
        true
    })
}

/// What is made of a text is a guess where two versions of it were merged and did not fit, for both stand in it, and where it
/// begins as data of another language does that no reader could read.
pub(super) fn of_whole(fixes: Fixes, text: &str) -> Fixes {
    const CONFLICT: [&str; 2] = ["\n=======", "\n>>>>>>> "];
    let has_lines = memchr::memchr(b'\n', text.as_bytes()).is_some();
    let holds = |mark: &&str| has_lines && memchr::memmem::find(text.as_bytes(), mark.as_bytes()).is_some();
    if fixes.is_empty() || !(CONFLICT.iter().all(holds) || notation::begins_dump(text)) {
        return fixes;
    }
    fixes.changed(|fix| {
        fix.risk = Risk::Lossy;
        true
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::repair::repair;

    /// What stands between the quotes of a name that lost its colon, two readings say nearly alike.
    #[test]
    fn a_rival_that_a_dear_one_ranks_before_is_found() {
        let text = r#"{"a":,= ,["[ 5, "b": 6, "["c": 1}"#;
        let repaired = repair(text.as_bytes(), &Options::default());
        assert_eq!(repaired.map(|repaired| repaired.risk()), Ok(Some(Risk::Lossy)));
    }
}
