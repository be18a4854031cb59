//! Answers that this program reads itself: calls and texts, repaired to see what they need.

use std::borrow::Cow;
use std::fmt::Display;

use super::facts::Found;
use super::read::{Judged, Line, One, Reading, tally};
use crate::core::calls::envelope::lines::{Kind, kind};
use crate::core::calls::{self, Call, Calls, What, extract, messages};
use crate::core::json::{MAX_DEPTH, unquote};
use crate::core::repair::engine::{Options, Repaired, Truncated, repair};
use crate::report::insight::Insight;
use crate::report::insight::codes::CodeId;
use crate::report::insight::counts::Outcome;
use crate::report::insight::sample::{Piece, around, at, remark};

impl Reading {
    /// A valid line that may hold calls or messages; `place` is its number and its source.
    pub(super) fn message(
        &self,
        text: &[u8],
        mut found: Found,
        (number, source): (usize, &str),
        insight: &mut Insight,
    ) {
        let options = calls::Options::default();
        let calls = extract(text, &options);
        // What has calls or messages is no answer itself, so its other members say something about them.
        let holds = |calls: &Calls| !calls.calls.is_empty() || !calls.refused.is_empty();
        if calls.as_ref().is_ok_and(|calls| holds(calls) || calls.is_envelope()) {
            found.believe();
        }
        let line = Line { number, source, facts: found.facts(text) };
        let whole = One { line: &line, tool: None, text };
        match calls {
            Err(failure) => {
                self.refused(insight, whole, failure.code.name(), || at(text, failure.offset, self.redact));
            }
            Ok(calls) if holds(&calls) => self.calls(text, &calls, &line, insight),
            Ok(calls) if calls.is_envelope() => {
                let said: Vec<_> = messages(text, calls, &options)
                    .into_iter()
                    .filter(|message| looks_like_json(message.content.trim_start()))
                    .collect();
                insight.without_json += u64::from(said.is_empty());
                for message in said {
                    let line = Line { facts: line.facts.clone(), ..line };
                    self.text(message.content.as_bytes(), line, false, insight);
                }
            }
            Ok(_) => self.valid(insight, whole),
        }
    }

    /// The calls of a message, each of which is an answer.
    pub fn calls(&self, text: &[u8], found: &Calls, line: &Line<'_>, insight: &mut Insight) {
        for call in &found.calls {
            let mut codes = Vec::new();
            for change in &call.changes {
                let code = match change.what {
                    What::Text(code) => CodeId::of(code),
                    What::Call(_) => CodeId::named(change.name()),
                };
                tally(&mut codes, code);
            }
            let outcome = Outcome::of(call.risk());
            let arguments = text.get(call.place.clone()).unwrap_or_default();
            let text_of = if arguments.is_empty() { text } else { arguments };
            let one = One { line, tool: Some(&call.name), text: text_of };
            let judged = Judged { outcome, is_cut: !call.complete, codes: &codes };
            self.count(insight, one, &judged, |code| self.example_of_call(text, call, code));
        }
        for refused in &found.refused {
            let span = text.get(refused.span.clone()).unwrap_or_default();
            let one = One { line, tool: refused.name.as_deref(), text: span };
            self.refused(insight, one, refused.reason.name(), || {
                self.example_of_refusal(text, refused.offset(), &refused.reason)
            });
        }
    }

    fn example_of_refusal(&self, text: &[u8], offset: usize, why: &dyn Display) -> Vec<Piece> {
        let mut pieces = at(text, offset, self.redact);
        pieces.push(remark(&format!(" — {why}")));
        pieces
    }

    fn example_of_call(&self, text: &[u8], call: &Call, code: CodeId) -> Vec<Piece> {
        let arguments = text.get(call.place.clone()).unwrap_or_default();
        let plain = match unquote(arguments) {
            Some(plain) => Cow::Owned(plain.into_owned().into_bytes()),
            None => Cow::Borrowed(arguments),
        };
        let options = Options { truncated: Truncated::Close, ..Options::default() };
        match repair(&plain, &options) {
            Ok(repaired) if repaired.fixes.iter().any(|fix| CodeId::of(fix.code) == code) => {
                around(&plain, &repaired.fixes, code, self.redact)
            }
            _ => {
                let change = call.changes.iter().find(|change| change.name() == code.known().name);
                at(text, change.map_or(call.span.start, |change| change.span.start), self.redact)
            }
        }
    }

    /// A text as a model wrote it. What it says about itself once it is repaired is believed where it is a line of its own.
    pub(super) fn text(&self, text: &[u8], mut line: Line<'_>, is_line: bool, insight: &mut Insight) {
        let start = text.trim_ascii_start();
        let first = start.split(|byte| *byte == b'\n').next().unwrap_or_default();
        // Pieces of one message are joined, and are no documents of their own.
        let is_stream = kind(first, MAX_DEPTH) == Kind::Piece;
        if (is_stream || !looks_like_json(&String::from_utf8_lossy(&start[..start.len().min(16)])))
            && let Ok(found) = extract(text, &calls::Options::default())
            && !(found.calls.is_empty() && found.refused.is_empty())
        {
            return self.calls(text, &found, &line, insight);
        }
        let repaired = match repair(text, &Options::default()) {
            Ok(repaired) => repaired,
            Err(failure) => {
                let one = One { line: &line, tool: None, text };
                return self.refused(insight, one, failure.code.name(), || {
                    self.example_of_refusal(text, failure.offset, &failure.code)
                });
            }
        };
        if is_line && let Some(found) = self.fields.find(repaired.text.as_bytes()) {
            line.facts = found.facts(repaired.text.as_bytes());
        }
        let tool = if is_line { called(&repaired.text) } else { None };
        let one = One { line: &line, tool: tool.as_deref(), text };
        self.repaired(one, &repaired, insight);
        repaired.give_back();
    }

    fn repaired(&self, one: One<'_>, repaired: &Repaired<'_>, insight: &mut Insight) {
        let mut codes = Vec::new();
        for fix in &repaired.fixes {
            tally(&mut codes, CodeId::of(fix.code));
        }
        let (outcome, is_cut) = (Outcome::of(repaired.risk()), repaired.truncated.is_some());
        self.count(insight, one, &Judged { outcome, is_cut, codes: &codes }, |code| {
            around(one.text, &repaired.fixes, code, self.redact)
        });
    }
}

/// The tool that a text calls once it is repaired, where the text is one call.
fn called(text: &str) -> Option<String> {
    let found = extract(text.as_bytes(), &calls::Options::default()).ok()?;
    let [call] = &found.calls[..] else { return None };
    Some(call.name.clone())
}

/// Returns whether a text begins as JSON does, or as a fence around it. A call of a model's own format, as in `[TOOL_CALLS]`,
/// does not.
fn looks_like_json(start: &str) -> bool {
    let mut chars = start.chars();
    match chars.next() {
        Some('{') => true,
        Some('[') => !chars.next().is_some_and(|c| c.is_ascii_alphabetic()),
        _ => start.starts_with("```"),
    }
}
