//! What a repair did, or why there is none, as diagnostics.

use std::ops::Range;

use super::diagnostic::{Diagnostic, Finder, Place, Severity};
use super::excerpt::{Excerpt, Line, excerpt, visible};
use super::paths::paths;
use super::{Finding, Look, MOST_LISTED};
use crate::core::repair::confidence::Confidence;
use crate::core::repair::dialect::Dialect;
use crate::core::repair::engine::{Code, Fix, Repaired, Risk};

/// Places of one code in one record that a rendering for people looks at; it counts the others.
const PLACES: usize = 50;

/// Columns that stand before a line of source.
const GUTTER: usize = 10;

/// What a rendering needs of a record.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Detail {
    /// Says whether a JSON string of the file holds the text; then its columns are not those of the file.
    pub(crate) is_inner: bool,
    /// Says whether the report says why a text is as it is.
    pub(crate) explains: bool,
    /// How source is shown, where it is.
    pub(crate) look: Option<Look>,
    /// The dialect of the file that is checked; what belongs to it is no problem.
    pub(crate) dialect: Option<Dialect>,
}

impl Detail {
    /// The place of a span, by lines of the file if those before the text are added.
    pub(crate) fn place(self, finder: &mut Finder<'_>, span: Range<usize>) -> Place {
        let place = finder.place(span);
        if self.is_inner { Place { start: (1, None), end: (1, None), ..place } } else { place }
    }

    /// The same in `line`; where the span is not in there, that becomes the one that shows it.
    fn excerpt_in(self, line: &mut Option<Line>, text: &[u8], span: Range<usize>) -> Option<Excerpt> {
        let look = self.look?;
        let marked = line.as_ref().and_then(|line| line.mark(text, span.clone()));
        marked.or_else(|| {
            let line = line.insert(Line::at(text, visible(text, span.clone()), look.columns() - GUTTER));
            Some(line.excerpt(text, span))
        })
    }

    /// The source around a span, where it is shown.
    pub(crate) fn excerpt(self, text: &[u8], span: Range<usize>) -> Option<Excerpt> {
        self.look.map(|look| excerpt(text, span, look.columns() - GUTTER))
    }
}

/// What was shown of one code.
struct Shown {
    code: Code,
    /// The line of the last place.
    line: Option<Line>,
    count: usize,
    /// The last diagnostic.
    last: usize,
}

/// The fixes of a record, up to one more than are listed of a file. `text` is the record's own text.
pub(crate) fn finding(text: &[u8], repaired: &Repaired<'_>, detail: Detail) -> Finding {
    let mut finder = Finder::new(text);
    let mut codes: Vec<Shown> = Vec::new();
    let mut diagnostics: Vec<Diagnostic> = Vec::new();
    let confidence = repaired.confidence();
    // People see a few places of each code, wherever these are.
    let most = if detail.look.is_some() { usize::MAX } else { MOST_LISTED + 1 };
    if let Some(one) = detail.dialect.and_then(|dialect| of_file(text, repaired, dialect)) {
        let (span, diagnostic) = one;
        let place = Some(detail.place(&mut finder, span.clone()));
        let excerpt = detail.excerpt(text, span);
        let diagnostics = Vec::from([Diagnostic { excerpt, place, ..diagnostic }]);
        return Finding { diagnostics, title: "not JSON".to_owned(), ..Finding::default() };
    }
    for (fix, path) in repaired.fixes.iter().zip(paths(repaired, most)) {
        if detail.dialect.is_some_and(|dialect| dialect.has(text, &fix) || is_second_marker(text, &fix)) {
            continue;
        }
        let span = fix.start..fix.end;
        let known = codes.iter().position(|shown| shown.code == fix.code).unwrap_or_else(|| {
            codes.push(Shown { code: fix.code, line: None, count: 0, last: 0 });
            codes.len() - 1
        });
        let shown = &mut codes[known];
        shown.count += 1;
        if detail.look.is_some() && shown.count > PLACES {
            diagnostics[shown.last].count += 1;
            continue;
        }
        shown.last = diagnostics.len();
        // Without a replacement it is a remark on a change that a larger fix made.
        let severity = match fix.replacement {
            None => Severity::Note,
            Some(_) if detail.dialect.is_some() && !is_lenient(fix.code) => Severity::Error,
            Some(_) => Severity::Warning,
        };
        diagnostics.push(Diagnostic {
            excerpt: detail.excerpt_in(&mut shown.line, text, span.clone()),
            path,
            place: Some(detail.place(&mut finder, span)),
            replacement: fix.replacement.as_deref().map(Into::into),
            risk: Some(fix.risk),
            confidence: Some(confidence),
            ..Diagnostic::new(severity, fix.code.name(), fix.code.about().summary)
        });
    }
    Finding { diagnostics, title: title(repaired, confidence), ..Finding::default() }
}

/// Returns whether most readers of files accept what a fix of this kind changes, although it is no JSON.
pub(crate) fn is_lenient(code: Code) -> bool {
    code == Code::Bom
}

/// Marks of templates, which programs fill in before they read JSON.
const TEMPLATES: [&[u8]; 3] = [b"{{", b"{%", b"<%"];

/// Returns whether a fix is about the mark of a template.
pub(crate) fn is_of_template(text: &[u8], fix: &Fix<'_>) -> bool {
    TEMPLATES.iter().any(|mark| text[fix.start..].starts_with(mark))
}

/// Returns the one thing to say of a file that is no broken JSON: it has comments, or it is a template.
fn of_file(text: &[u8], repaired: &Repaired<'_>, dialect: Dialect) -> Option<(Range<usize>, Diagnostic)> {
    if let Some(fix) = repaired.fixes.iter().find(|fix| is_of_template(text, fix)) {
        let advice = "--exclude leaves the file out".into();
        let message = "this is a template, and becomes JSON when a program fills it in";
        let diagnostic = Diagnostic::new(Severity::Error, "template", message);
        return Some((fix.start..fix.start + 2, Diagnostic { advice, ..diagnostic }));
    }
    let is_comment = |fix: &Fix<'_>| fix.code == Code::Comment && Dialect::Jsonc.has(text, fix);
    let comment = repaired.fixes.iter().find(is_comment).filter(|_| dialect == Dialect::Json)?;
    if !repaired.fixes.iter().all(|fix| Dialect::Jsonc.has(text, &fix)) {
        return None;
    }
    let message = "this file has comments, which JSON does not have";
    let advice =
        "`jsonc` in [check] of jmend.toml, --dialect jsonc, or a name such as settings.jsonc accepts them"
            .into();
    let start =
        text[comment.start..].iter().position(|byte| *byte == b'/').map_or(0, |at| comment.start + at);
    let diagnostic = Diagnostic::new(Severity::Error, Code::Comment.name(), message);
    let end = start + text[start..comment.end.max(start)].trim_ascii_end().len();
    Some((start..end, Diagnostic { advice, ..diagnostic }))
}

/// Returns whether a fix is for a marker of a merge conflict that does not begin it: a conflict is one problem.
fn is_second_marker(text: &[u8], fix: &Fix<'_>) -> bool {
    fix.code == Code::ConflictMarker && !text[fix.start..].starts_with(b"<<<<<<<")
}

/// `repaired: 3 fixes, strategy structural, risk inferred, confidence 0.98`
fn title(repaired: &Repaired<'_>, confidence: Confidence) -> String {
    if repaired.fixes.is_empty() {
        return "nothing to repair".to_owned();
    }
    let count = repaired.fixes.iter().filter(|fix| fix.replacement.is_some()).count();
    let plural = if count == 1 { "" } else { "es" };
    let risk = repaired.risk().map_or("none", Risk::name);
    let cut = repaired.truncated.map_or_else(String::new, |cut| format!(", cut off ({})", cut.name()));
    let strategy = repaired.strategy.name();
    format!("repaired: {count} fix{plural}, strategy {strategy}, risk {risk}, confidence {confidence}{cut}")
}

/// Why a record could not be handled: each reason with the offset of its place.
pub(crate) fn failure(text: &[u8], mut reasons: Vec<(usize, Diagnostic)>, detail: Detail) -> Finding {
    reasons.sort_by_key(|(offset, _)| *offset);
    let mut finder = Finder::new(text);
    let place = |(offset, diagnostic): (usize, Diagnostic)| {
        let span = offset.min(text.len())..offset.min(text.len());
        let excerpt = detail.excerpt(text, span.clone()).filter(|_| !text.is_empty());
        Diagnostic { excerpt, place: Some(detail.place(&mut finder, span)), ..diagnostic }
    };
    let diagnostics = reasons.into_iter().map(place).collect();
    Finding { diagnostics, title: "not repaired".to_owned(), ..Finding::default() }
}
