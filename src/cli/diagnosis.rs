//! The diagnosis as the product: of `jmend check`, `explain` and `diff`, and the formats that findings are written in.
//!
//! Handlers turn records into findings and edits on any thread; the `Reporter` (`reporter`) puts them into text in input order.

use std::borrow::Cow;
use std::ops::Range;

use clap::ValueEnum;

use super::input::Source;
use super::pipeline::Done;
use super::reporter::{Reporter, Silent};
use crate::core::calls::Call;
use crate::core::json::MAX_DEPTH;
use crate::core::repair::confidence::Confidence;
use crate::core::repair::dialect::Dialect;
use crate::core::repair::edit::duplicates::repeated;
use crate::core::repair::engine::{EditMap, Repaired, Strategy};
use crate::report::concise::Concise;
use crate::report::diagnostic::{Diagnostic, Finder, Severity};
use crate::report::diff::{Diff, Edit};
use crate::report::explain::Explained;
use crate::report::github::Github;
use crate::report::human::{Human, Purpose};
use crate::report::json::Json;
use crate::report::repaired::{self, Detail};
use crate::report::sarif::Sarif;
use crate::report::tally::{Tally, Verdict};
use crate::report::{Finding, Look, Report};

/// What is counted.
pub(super) const RECORD: &str = "record";

/// How findings are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// The source, a caret, what was wrong and what becomes of it
    #[default]
    Human,
    /// `file:line:column: warning[code]: message`
    Concise,
    /// One JSON object a line
    Json,
    /// Workflow commands, which GitHub shows at the lines of a change
    Github,
    /// One SARIF 2.1.0 log, for code scanning
    Sarif,
}

impl Format {
    pub(super) fn report(self, look: Look, purpose: Purpose, unit: &'static str) -> Box<dyn Report> {
        match self {
            Self::Human => Box::new(Human::new(look, purpose, unit)),
            Self::Concise => Box::new(Concise { look }),
            Self::Json => Box::new(Json),
            Self::Github => Box::new(Github),
            Self::Sarif => Box::new(Sarif::default()),
        }
    }
}

/// `--format FORMAT`; flattened into the commands that check.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct FormatArgs {
    /// Format of the findings
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "human")]
    pub(super) format: Format,
}

/// What a command writes of the records that it repairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Product {
    /// Their JSON.
    #[default]
    Json,
    /// What would change; anything that would makes the status 1.
    Check(Format),
    /// What was done and why.
    Explain {
        /// What to tell the model goes into the clipboard.
        copies: bool,
    },
    /// The lines that change.
    Diff,
}

impl Product {
    /// The command whose product it is, where that is not JSON.
    pub(super) fn command(self) -> Option<&'static str> {
        match self {
            Self::Json => None,
            Self::Check(_) => Some("jmend check"),
            Self::Explain { .. } => Some("jmend explain"),
            Self::Diff => Some("jmend repair --diff"),
        }
    }

    /// Returns whether anything that would change makes the status 1.
    pub(super) fn is_check(self) -> bool {
        matches!(self, Self::Check(_))
    }

    /// Returns whether each record that failed is told where the others are.
    pub(super) fn tells_failures(self) -> bool {
        matches!(self, Self::Check(_) | Self::Explain { .. })
    }

    /// What is wanted in place of JSON, if anything is.
    pub(super) fn view(self, is_inner: bool, look: Look) -> Option<View> {
        let explains = matches!(self, Self::Explain { .. });
        let detail = |format| Detail {
            is_inner,
            explains,
            look: (format == Format::Human).then_some(look),
            dialect: self.is_check().then_some(Dialect::Json),
        };
        match self {
            Self::Json => None,
            Self::Check(format) => Some(View::Findings(detail(format))),
            Self::Explain { .. } => Some(View::Findings(detail(Format::Human))),
            Self::Diff => Some(View::Edits),
        }
    }

    /// Returns whether a run is closed with its counts on standard error. Output for people that has something to say has a last
    /// line of its own.
    pub(super) fn closes(self, tally: Tally) -> bool {
        match self {
            Self::Json | Self::Diff => tally.records > 1,
            Self::Check(format) => format != Format::Human || tally.verdict() == Verdict::Clean,
            Self::Explain { .. } => false,
        }
    }

    /// Returns whether each record is explained.
    pub(super) fn explains(self) -> bool {
        matches!(self, Self::Explain { .. })
    }

    /// What writes it.
    pub(super) fn reporter(self, look: Look, sources: &[Source]) -> Reporter {
        let report = match self {
            // Nothing, but for the pieces of long reports.
            Self::Json => Box::new(Silent),
            Self::Check(format) => format.report(look, Purpose::Check, RECORD),
            Self::Explain { .. } => Format::Human.report(look, Purpose::Explain, RECORD),
            Self::Diff => Box::new(Diff::new(look)),
        };
        let copies = matches!(self, Self::Explain { copies: true });
        let reporter = Reporter::new(report, sources).copying(copies);
        if self == Self::Check(Format::Concise) { reporter.listing_few() } else { reporter }
    }
}

/// What a handler makes of records in place of JSON.
#[derive(Clone, Copy, Debug)]
pub(super) enum View {
    /// What there is to say about each.
    Findings(Detail),
    /// What becomes of which bytes.
    Edits,
}

/// Where a record lies in its batch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    /// Lines before it.
    pub(super) line: usize,
    /// Its number in the batch, from 1; `None` where it is all of a source.
    pub(super) record: Option<u64>,
}

impl Spot {
    fn put(self, mut finding: Finding, done: &mut Done) {
        finding.record = self.record;
        for diagnostic in &mut finding.diagnostics {
            diagnostic.record = self.record;
            diagnostic.shift(self.line, 0);
        }
        if let Some(explained) = &mut finding.explained {
            explained.shift(self.line);
        }
        let lenient = finding.count(Severity::Warning);
        done.tally.lenient += lenient;
        done.tally.problems += finding.count(Severity::Error) + lenient;
        done.findings.push(finding);
    }
}

/// Holds how grave it is, the code, the message, and what can be done.
type Remark = (Severity, &'static str, &'static str, &'static str);

const SEVERAL: Remark = (
    Severity::Error,
    "several-documents",
    "a .json file holds one document, and here another one begins",
    "--many accepts several; name a file of lines .jsonl",
);

const REPEATED: Remark = (
    Severity::Warning,
    "duplicate-key",
    "this key stands in its object already, and programs differ in which value counts",
    "remove one of the two",
);

/// A text that findings are about.
#[derive(Clone, Copy)]
pub(super) struct Subject<'t> {
    pub(super) text: &'t [u8],
    /// The detail of findings: dialect, excerpts, and more.
    pub(super) detail: Detail,
    pub(super) spot: Spot,
}

impl Subject<'_> {
    /// Says what a repair did, and why it was needed where that is explained.
    pub(super) fn tell(self, repaired: &Repaired<'_>, explained: Option<Explained>, done: &mut Done) {
        let Self { text, detail, spot } = self;
        // Of many records those are explained that change, and those whose calls are broken.
        let has_more = |explained: &Explained| spot.record.is_none() || explained.title.is_some();
        if !repaired.fixes.is_empty() || explained.as_ref().is_some_and(has_more) {
            let mut finding = Finding { explained, ..repaired::finding(text, repaired, detail) };
            if let Some(title) = finding.explained.as_mut().and_then(|explained| explained.title.take()) {
                finding.title = title;
            }
            spot.put(finding, done);
        }
    }

    /// Says what a repair leaves alone and strict readers do not: a key that stands twice in an object and, where one
    /// document is due, the others.
    pub(super) fn tell_strict(self, repaired: &Repaired<'_>, one: bool, done: &mut Done) {
        let Self { text, detail, spot } = self;
        let mut found: Vec<_> = Vec::new();
        if one && let Some(second) = repaired.documents.get(1) {
            let offset = EditMap::of(&repaired.fixes).to_input(second.start);
            found.push((offset..offset + 1, SEVERAL));
        }
        if repaired.strategy == Strategy::Direct {
            for document in &repaired.documents {
                let keys = repeated(&repaired.text[document.clone()], MAX_DEPTH);
                let keys = keys.into_iter().map(|key| key.start + document.start..key.end + document.start);
                found.extend(keys.map(|key| (key, REPEATED)));
            }
        }
        if found.is_empty() {
            return;
        }
        done.tally.warned += found.len() as u64;
        let mut finder = Finder::new(text);
        let diagnostic = |(span, (severity, code, message, advice)): (Range<usize>, Remark)| Diagnostic {
            advice: Cow::Borrowed(advice),
            excerpt: detail.excerpt(text, span.clone()),
            place: Some(detail.place(&mut finder, span)),
            ..Diagnostic::new(severity, code, message)
        };
        let diagnostics = found.into_iter().map(diagnostic).collect();
        spot.put(Finding { diagnostics, title: "not strict".to_owned(), ..Finding::default() }, done);
    }

    /// Says why there is no repair, for each reason with the offset of its place.
    pub(super) fn tell_failure(
        self,
        reasons: Vec<(usize, Diagnostic)>,
        explained: Option<Explained>,
        done: &mut Done,
    ) {
        self.spot.put(Finding { explained, ..repaired::failure(self.text, reasons, self.detail) }, done);
    }

    /// Says what was repaired in calls.
    pub(super) fn tell_calls(self, calls: &[Call], done: &mut Done) {
        let Self { text, detail, spot } = self;
        let mut changes: Vec<_> = calls.iter().flat_map(|call| &call.changes).collect();
        if changes.is_empty() {
            return;
        }
        changes.sort_by_key(|change| change.span.start);
        let confidence = calls.iter().map(Call::confidence).min().unwrap_or(Confidence::CERTAIN);
        let mut finder = Finder::new(text);
        let diagnostics = changes
            .into_iter()
            .map(|change| Diagnostic {
                place: Some(detail.place(&mut finder, change.span.clone())),
                risk: Some(change.risk),
                confidence: Some(confidence),
                excerpt: detail.excerpt(text, change.span.clone()),
                ..Diagnostic::new(Severity::Warning, change.name(), change.summary())
            })
            .collect();
        let title = format!("repaired calls, confidence {confidence}");
        spot.put(Finding { diagnostics, title, ..Finding::default() }, done);
    }
}

/// The edits that make the input document what is written of it: its fixes, and a line end after it if it has none.
pub(super) fn edits_of_document(text: &[u8], repaired: &Repaired<'_>) -> Vec<Edit<'static>> {
    let end = repaired.text.len();
    let mut edits = Vec::with_capacity(repaired.fixes.len() + 1);
    // How far input and output are taken, in their own bytes.
    let (mut input, mut output) = (0, 0);
    for fix in &repaired.fixes {
        let Some(with) = fix.replacement.as_deref().filter(|_| fix.start >= input) else { continue };
        let start = output + (fix.start - input);
        if start >= end {
            break;
        }
        let with = &with[..with.len().min(end - start)];
        edits.push(Edit { span: fix.start..fix.end, with: Cow::Owned(with.into()) });
        (input, output) = (fix.end, start + with.len());
    }
    let rest = (input + (end - output).min(text.len() - input))..text.len();
    let line_end: &[u8] = if repaired.text.ends_with('\n') { b"" } else { b"\n" };
    edits.push(Edit { span: rest, with: Cow::Borrowed(line_end) });
    edits
}
