//! The lines that the program writes with `--report`, and what it explains, as text: for the page in `playground/`. The feature `records`
//! has it. Nothing here is stable.

use crate::core::calls::cause::feedback::feedback;
use crate::core::calls::cause::{HALF_AN_ANSWER, examine, is_half_an_answer};
use crate::core::calls::{self, Calls, Tools, extract};
use crate::core::json::position::Positions;
use crate::core::json::{Indent, Layout, Style, position, quoted};
use crate::core::repair::engine::{Failure, FailureCode, Options, Repaired, repair};
use crate::report::call;
use crate::report::explain::explained;
use crate::report::no_text::no_text;
use crate::report::record::{self, ErrorFields, Fixes, Origin, Show};

/// A source that is one record, and no file.
const ALONE: Origin<'_> = Origin { file: None, is_fallback: false, place: None };

/// One text, repaired as the program does by default.
#[derive(Debug)]
pub struct Reading<'t> {
    text: &'t [u8],
    outcome: Result<Repaired<'t>, Failure>,
}

impl<'t> Reading<'t> {
    /// Repairs a text.
    pub fn of(text: &'t [u8]) -> Self {
        Self { text, outcome: repair(text, &Options::default()) }
    }

    /// Returns the line that `jmend repair --report` writes.
    pub fn record(&self) -> Vec<u8> {
        let mut out = Vec::new();
        match &self.outcome {
            Ok(repaired) => record::whole_success(&mut out, self.text, repaired, ALONE, show()),
            Err(failure) => {
                let none = (failure.code == FailureCode::NoJson).then(|| no_text(self.text)).flatten();
                let message = none.map_or_else(|| failure.code.to_string(), |(what, _)| what.to_owned());
                fail(&mut out, self.text, failure.code.name(), &message, failure.offset);
            }
        }
        out
    }

    /// Returns the documents as `jmend repair --pretty` writes them; nothing where there are none.
    pub fn value(&self) -> Vec<u8> {
        let mut out = Vec::new();
        let style = Style { layout: Layout::Pretty(Indent::Spaces(2)), ..Style::compact() };
        if let Ok(repaired) = &self.outcome {
            for document in &repaired.documents {
                style.write_text(&repaired.text[document.clone()], &mut out);
                out.push(b'\n');
            }
        }
        out
    }

    /// Returns what `jmend explain` says beside the fixes, as one JSON object: the command that reads the text, labelled facts and
    /// advice, and what to tell the model.
    pub fn explanation(&self) -> Vec<u8> {
        let outcome = self.outcome.as_ref().map_err(|failure| Some(failure.code));
        let answer = examine(self.text, outcome, &Options::default());
        let explained = explained(self.text, &answer, outcome.ok());
        let mut out = Vec::from(b"{\"title\":");
        let text = |text: Option<&str>| text.map_or_else(|| "null".into(), quoted);
        out.extend_from_slice(text(explained.title.as_deref()).as_bytes());
        record::field(&mut out, "command", answer.kind.command());
        record::field(&mut out, "tell", explained.tell.as_deref());
        for (name, list) in [("facts", &explained.facts), ("advice", &explained.advice)] {
            let each = |(label, text): &(&str, String)| format!("[{},{}]", quoted(label), quoted(text));
            let list: Vec<_> = list.iter().map(each).collect();
            record::put(&mut out, format_args!(",\"{name}\":[{}]", list.join(",")));
        }
        out.extend_from_slice(b"}\n");
        out
    }
}

/// Returns the lines that `jmend calls --report` writes; with tools, names and types are settled by their definitions.
pub fn calls(text: &[u8], tools: Option<&Tools>) -> Vec<u8> {
    let mut out = Vec::new();
    let options = calls::Options { tools, history: false, ..calls::Options::default() };
    match extract(text, &options) {
        Err(failure) => fail(&mut out, text, failure.code.name(), &failure.message(), failure.offset),
        Ok(found) if is_half_an_answer(text, &found, &options.repair) => {
            fail(&mut out, text, "truncated", HALF_AN_ANSWER, text.len());
        }
        Ok(found) => found_calls(&mut out, text, &found, tools),
    }
    out
}

fn found_calls(out: &mut Vec<u8>, text: &[u8], found: &Calls, tools: Option<&Tools>) {
    for call in &found.calls {
        let is_known = tools.is_none_or(|tools| tools.knows(&call.name));
        call::success(out, call, is_known, ALONE, show());
    }
    let mut positions = Positions::new(text);
    for refused in &found.refused {
        let at = positions.at(refused.offset());
        call::failure(out, refused, ALONE, at, &refused.feedback(text));
    }
}

/// Appends the line of a text that cannot be read.
fn fail(out: &mut Vec<u8>, text: &[u8], code: &str, message: &str, offset: usize) {
    let at = position(text, offset);
    let feedback = feedback(code, message, at, offset, Some(text));
    let fields = ErrorFields { code, message, position: at, feedback: &feedback, violations: &[] };
    record::failure(out, ALONE, &fields);
}

/// Shows all of a record.
fn show() -> Show {
    Show { style: Style::compact(), fixes: Fixes::Full, redact: false }
}
