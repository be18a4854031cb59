//! One answer on one screen: what a strict parser says to it, what it is, why a model writes so, what changed, what of
//! the result is a guess, and what to tell the model.

use super::Look;
use super::excerpt::{clip, columns};
use super::inline::{self, Line};
use super::paths::paths;
use crate::core::calls::cause::feedback;
use crate::core::calls::cause::{Answer, Cause};
use crate::core::calls::{Calls, Change};
use crate::core::json::position;
use crate::core::json::shown::escape;
use crate::core::repair::engine::{Repaired, Risk};

/// Values that are named as guesses or losses, and calls that are named.
const MOST_NAMED: usize = 5;

/// Columns that a path may take.
const PATH: usize = 32;

/// What is said of one answer beside its diagnostics.
#[derive(Clone, Debug, Default)]
pub(crate) struct Explained {
    /// Label and text, before the changed lines.
    pub(crate) facts: Vec<(&'static str, String)>,
    pub(crate) lines: Vec<Line>,
    /// Label and text, after the diagnostics: what to do.
    pub(crate) advice: Vec<(&'static str, String)>,
    /// What to send to the model, without line breaks.
    pub(crate) tell: Option<String>,
    /// The title, where it is not about a repair of the whole text.
    pub(crate) title: Option<String>,
}

/// Explains a text of which `answer` tells what it is. `repaired` is `None` where it could not be repaired.
pub(crate) fn explained(text: &[u8], answer: &Answer, repaired: Option<&Repaired<'_>>) -> Explained {
    let mut out = Explained::default();
    out.facts.push((
        "strict parser",
        match &answer.strict {
            None => "accepts the text".to_owned(),
            Some(error) => {
                let at = position(text, error.offset);
                format!("line {}, column {}: {}", at.line, at.column, error.kind)
            }
        },
    ));
    let how = answer.kind.command().map_or_else(String::new, |command| format!("; `{command}` reads it"));
    out.facts.push(("input", format!("{}{how}", answer.kind)));
    if let Some(calls) = &answer.calls {
        out.facts.extend(of_calls(calls));
        let count = calls.calls.len() + calls.refused.len();
        let broken = calls.calls.iter().filter(|call| !call.changes.is_empty()).count() + calls.refused.len();
        if broken > 0 && answer.strict.is_none() {
            out.title = Some(format!("{broken} of {count} calls broken, in an answer that is strict JSON"));
        }
    }
    let mut causes = Cause::all_of(&answer.clues);
    let Some(cause) = causes.next() else { return out };
    out.facts.push(("cause", format!("{} [{}]", cause.why, cause.id)));
    let others: Vec<_> = causes.map(|cause| cause.id).collect();
    if !others.is_empty() {
        out.facts.push(("also", others.join(", ")));
    }
    if let Some(repaired) = repaired {
        out.facts.extend(guesses(repaired));
        if let Ok(text) = std::str::from_utf8(text) {
            out.facts.extend(repaired.truncated.and_then(|_| end_of(text)));
            out.lines = inline::lines(text, repaired.fixes.iter());
        }
    }
    let tell = feedback::tell(cause, Some(text), repaired);
    out.advice.push(("tell the model", tell.clone()));
    out.advice.push(("in the prompt", cause.prompt.to_owned()));
    out.tell = Some(tell);
    out
}

/// Columns that are shown of the end of a text that is cut off, and those of a line of which the changes show the end.
const END: usize = 24;
const LONG: usize = 80;

/// Returns the place at which a text ends in a long line, because the changed lines do not show its end.
fn end_of(text: &str) -> Option<(&'static str, String)> {
    let text = text.trim_end();
    let line = text.rsplit('\n').next()?;
    if columns(line) <= LONG {
        return None;
    }
    let at = position(text.as_bytes(), text.len());
    let start = line.char_indices().rev().nth(END - 1).map_or(0, |(start, _)| start);
    Some(("ends", format!("line {}, column {}, after …{}", at.line, at.column, escape(&line[start..]))))
}

/// What the calls of an answer needed.
fn of_calls(calls: &Calls) -> Vec<(&'static str, String)> {
    let mut facts = Vec::new();
    for call in calls.calls.iter().take(MOST_NAMED) {
        let mut codes: Vec<_> = call.changes.iter().map(Change::name).collect();
        codes.dedup();
        let state = if codes.is_empty() { "arguments are strict JSON".to_owned() } else { codes.join(", ") };
        facts.push(("call", format!("`{}`: {state}", escape(&clip(&call.name, PATH)))));
    }
    for refused in calls.refused.iter().take(MOST_NAMED) {
        let name = refused.name.as_deref().unwrap_or("?");
        facts.push(("call", format!("`{}`: {}", escape(&clip(name, PATH)), refused.reason)));
    }
    facts
}

/// The values that are guesses, and what was lost.
fn guesses(repaired: &Repaired<'_>) -> Vec<(&'static str, String)> {
    let mut of = [Vec::new(), Vec::new()];
    for (fix, path) in repaired.fixes.iter().zip(paths(repaired, MOST_LOOKED_AT)) {
        let list = match fix.risk {
            Risk::Syntax => continue,
            Risk::Inferred => &mut of[0],
            Risk::Lossy => &mut of[1],
        };
        let path = path
            .filter(|path| !path.is_empty())
            .map_or_else(|| "the whole value".to_owned(), |path| clip(&path, PATH));
        let entry = format!("{path} ({})", fix.code.name());
        if !list.contains(&entry) {
            list.push(entry);
        }
    }
    let line = |list: &[String]| {
        let more = list.len().saturating_sub(MOST_NAMED);
        let shown = list[..list.len() - more].join(", ");
        if more == 0 { shown } else { format!("{shown}, and {more} more") }
    };
    let [inferred, lossy] = of;
    let mut facts = Vec::new();
    if !inferred.is_empty() {
        let confidence = repaired.confidence();
        facts.push(("guesses", format!("{}; confidence {confidence} in the whole", line(&inferred))));
    }
    if !lossy.is_empty() {
        facts.push(("lost", line(&lossy)));
    }
    facts
}

/// Fixes whose places are looked up.
const MOST_LOOKED_AT: usize = 1000;

impl Explained {
    /// The changed lines, painted.
    pub(crate) fn painted(&self, look: Look) -> Vec<String> {
        self.lines.iter().map(|line| line.paint(look)).collect()
    }

    /// The same in a source in which so many lines come before.
    pub(crate) fn shift(&mut self, lines: usize) {
        for line in &mut self.lines {
            line.number = line.number.map(|number| number + lines);
        }
    }
}
