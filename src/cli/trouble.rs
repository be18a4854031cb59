//! Why a record could not be handled: for messages, for reports, as findings.

use std::borrow::Cow;

use crate::core::calls::Call;
use crate::core::json::{Position, position, scan_document, unquote};
use crate::core::repair::engine::{self, Failure, FailureCode, Loss, Risk};
use crate::core::repair::violation::Violation;
use crate::report::diagnostic::{Diagnostic, Severity};
use crate::report::record;

/// Why a record could not be handled, and where in its text that shows.
pub(super) struct Trouble {
    pub(super) advice: &'static str,
    /// Line and column, where they are known already.
    pub(super) at: Option<Position>,
    pub(super) code: &'static str,
    /// Why the text could not be repaired, where that is what is wrong.
    pub(super) failure: Option<Box<FailureCode>>,
    pub(super) message: String,
    pub(super) offset: usize,
    /// What is wrong with a value that could be read.
    pub(super) violations: Vec<Violation>,
}

impl Trouble {
    /// A trouble of a kind of its own.
    pub(super) fn new(
        code: &'static str,
        message: impl Into<String>,
        advice: &'static str,
        offset: usize,
    ) -> Self {
        Self {
            advice,
            at: None,
            code,
            failure: None,
            message: message.into(),
            offset,
            violations: Vec::new(),
        }
    }

    /// A record that is longer than the limit.
    pub(super) fn too_long(max_bytes: u64) -> Self {
        let advice = "raise --max-bytes if it is meant to be that long";
        Self::new("size", format!("the record is longer than {max_bytes} bytes"), advice, 0)
    }

    /// A record that could not be read, or is not what its schema wants.
    pub(super) fn of(failure: Failure) -> Self {
        let code = failure.code;
        let trouble = Self::new(code.name(), failure.message(), advice(code), failure.offset);
        Self { failure: Some(Box::new(code)), violations: failure.violations, ..trouble }
    }

    /// What a repair may have lost, as a warning.
    pub(super) fn loss(Loss { code, message, offset, .. }: Loss) -> Self {
        let is_cut = code == engine::CUT;
        let advice = if is_cut {
            "--truncated refuse leaves such records out"
        } else {
            "--max-risk inferred refuses it"
        };
        Self::new(code, message, advice, offset)
    }

    /// The same about a call: offsets into its arguments, which are a text of their own, become the place of the call.
    pub(super) fn in_call(mut self, call: &Call) -> Self {
        self.message = format!("{} (a call of `{}`)", self.message, call.name);
        self.offset = call.span.start;
        for violation in &mut self.violations {
            violation.offset = call.span.start;
        }
        self
    }

    /// The same for a program.
    pub(super) fn for_report<'t>(&'t self, position: Position, feedback: &'t str) -> record::ErrorFields<'t> {
        let (code, message, violations) = (self.code, self.message.as_str(), self.violations.as_slice());
        record::ErrorFields { code, message, position, feedback, violations }
    }

    /// Where in the text it shows.
    pub(super) fn place(&self, text: &[u8]) -> Position {
        self.at.unwrap_or_else(|| position(text, self.offset))
    }

    /// The same as one diagnostic, still without its place.
    pub(super) fn diagnostic(&self, severity: Severity) -> Diagnostic {
        Diagnostic {
            advice: self.advice.into(),
            ..Diagnostic::new(severity, self.code, self.message.clone())
        }
    }

    /// The same as diagnostics, each with the offset of its place: one for every violation, where there are such.
    pub(super) fn diagnostics(&self) -> Vec<(usize, Diagnostic)> {
        if self.violations.is_empty() {
            return vec![(self.offset, self.diagnostic(Severity::Error))];
        }
        let new = |message: String| Diagnostic::new(Severity::Error, self.code, message);
        let of = |violation: &Violation| {
            let Violation { path, schema_path, keyword, message, offset, .. } = violation;
            let advice = Cow::Owned(format!("the schema says so with `{keyword}`, at {schema_path}"));
            (*offset, Diagnostic { advice, path: Some(path.clone()), ..new(message.clone()) })
        };
        self.violations.iter().map(of).collect()
    }
}

/// The text that a line holds as a JSON string.
pub(super) fn unwrap(line: &[u8]) -> Result<Cow<'_, [u8]>, Trouble> {
    match unquote(line) {
        Some(Cow::Owned(text)) => return Ok(Cow::Owned(text.into_bytes())),
        Some(Cow::Borrowed(text)) => return Ok(Cow::Borrowed(text.as_bytes())),
        None => {}
    }
    let (message, offset) = match scan_document(line, 1) {
        Ok(text) if text.trim_start().starts_with('"') => {
            ("this JSON string names half of a surrogate pair, which is not text", 0)
        }
        Ok(_) => ("this line is not a JSON string", 0),
        Err(error) => ("this line is not a JSON string", error.offset),
    };
    let advice = "--framing strings needs one JSON string per line; --lines reads the text itself";
    Err(Trouble::new("framing", message, advice, offset))
}

/// Says what the user can do about a text without JSON where records are written, about a confidence that is too low, and about a
/// strategy that may not run.
pub(super) const RAW: &str = "--on-error raw keeps the text as a JSON string";
pub(super) const CONFIDENCE: &str = "--min-confidence sets what is accepted";
pub(super) const STRATEGY: &str = "--strategies names those that may run";

/// Returns the flag that accepts a fix of this risk.
pub(super) fn accepting(risk: Risk) -> &'static str {
    match risk {
        Risk::Syntax => "--max-risk syntax accepts it",
        Risk::Inferred => "--max-risk inferred accepts it",
        Risk::Lossy => "--max-risk lossy accepts it",
    }
}

/// What the user can do about a failure.
pub(super) fn advice(code: FailureCode) -> &'static str {
    match code {
        FailureCode::NoJson | FailureCode::TooLarge | FailureCode::SchemaWork | FailureCode::Schema => "",
        FailureCode::Notation(_) => "--from auto tries them all",
        FailureCode::Depth(_) => "--max-depth sets the limit",
        FailureCode::Truncated(_) => "--truncated close keeps what is complete",
        FailureCode::Risk(_, risk) => accepting(risk),
        FailureCode::Confidence(..) => CONFIDENCE,
        FailureCode::Strategy(..) => STRATEGY,
        FailureCode::Encoding => "convert it to UTF-8 first, for example with iconv",
    }
}
