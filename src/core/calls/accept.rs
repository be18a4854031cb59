//! From what a reader found to a call that may be handed out: names and types by the tool list, and what the options
//! allow.

use std::ops::Range;

use super::change::{CallCode, Change, What};
use super::formats::Format;
use super::readers::json::Reading;
use super::readers::{Builder, Member, Raw, string};
use super::tools::{Kind, Tool};
use super::{Call, Options, Reason, Refused};
use crate::core::json::scan_document;
use crate::core::repair::{self, CutPlace, FailureCode, Risk, Select, Truncated};

/// Arguments as a reader left them.
#[derive(Clone, Debug)]
pub(super) enum Arguments {
    /// The text of a JSON object.
    Json(String),
    /// Tagged parameters; `decodes` says whether text that is JSON is JSON where no tool says otherwise.
    Tagged { members: Vec<Member>, decodes: bool },
}

/// A call before anything was settled.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub(super) name: Option<String>,
    /// The call's id as JSON text.
    pub(super) id: Option<String>,
    pub(super) arguments: Arguments,
    pub(super) format: &'static Format,
    pub(super) span: Range<usize>,
    /// The bytes of the input that the arguments were read from.
    pub(super) place: Range<usize>,
    /// Its name or its arguments stand there more than once.
    pub(super) is_ambiguous: bool,
    pub(super) cut: Option<CutPlace>,
    pub(super) changes: Vec<Change>,
    /// What keeps it from being a call.
    pub(super) problem: Option<Reason>,
}

impl Draft {
    /// A call whose arguments a tagged or keyword reader collected.
    pub(super) fn built(
        name: &str,
        mut builder: Builder,
        decodes: bool,
        format: &'static Format,
        span: Range<usize>,
    ) -> Self {
        let (arguments, cut) =
            (Arguments::Tagged { members: builder.take_members(), decodes }, builder.cut());
        Self {
            name: Some(name.to_owned()),
            id: None,
            arguments,
            format,
            place: span.clone(),
            span,
            is_ambiguous: false,
            cut,
            changes: builder.changes,
            problem: None,
        }
    }

    /// The names of the arguments.
    pub(super) fn keys(&self) -> Vec<String> {
        match &self.arguments {
            Arguments::Json(text) => super::call::names(text),
            Arguments::Tagged { members, .. } => members.iter().map(|member| member.name.clone()).collect(),
        }
    }

    /// A block that is no call.
    pub(super) fn problem(reason: Reason, format: &'static Format, span: Range<usize>) -> Self {
        Self {
            name: None,
            id: None,
            arguments: Arguments::Json(String::new()),
            format,
            place: span.clone(),
            span,
            is_ambiguous: false,
            cut: None,
            changes: Vec::new(),
            problem: Some(reason),
        }
    }
}

/// Hands out the call, or says why not.
pub(super) fn accept(mut draft: Draft, options: &Options<'_>) -> Result<Call, Refused> {
    settle_name(&mut draft, options);
    let tool = options.tools.and_then(|tools| tools.get(draft.name.as_deref()?));
    let arguments = match std::mem::replace(&mut draft.arguments, Arguments::Json(String::new())) {
        Arguments::Json(text) => text,
        Arguments::Tagged { members, decodes } => object(members, decodes, tool, &mut draft),
    };
    if draft.cut.is_some() && !draft.changes.iter().any(|change| change.risk == Risk::Lossy) {
        draft.changes.push(Change::of(CallCode::CallCutOff, draft.span.end..draft.span.end));
    }
    let reason = refusal(&draft, options);
    let Draft { name, id, format, span, place, is_ambiguous, cut, mut changes, .. } = draft;
    let (name, reason) = match (name, reason) {
        (Some(name), None) => (name, None),
        (name, reason) => (name.unwrap_or_default(), Some(reason.unwrap_or(Reason::NoName))),
    };
    if let Some(reason) = reason {
        let arguments = (reason == Reason::Arguments && !arguments.is_empty()).then_some(arguments);
        return Err(Refused {
            name: (!name.is_empty()).then_some(name),
            format,
            reason,
            span,
            arguments,
            place,
        });
    }
    changes.sort_by_key(|change| change.span.start);
    Ok(Call { name, id, arguments, format, span, place, is_ambiguous, complete: cut.is_none(), cut, changes })
}

/// What keeps this draft from being handed out.
fn refusal(draft: &Draft, options: &Options<'_>) -> Option<Reason> {
    if let Some(reason) = draft.problem {
        return Some(reason);
    }
    let limits = options.limits.and_then(|limits| limits.get(draft.name.as_deref()?));
    let repair = limits.unwrap_or(&options.repair);
    if let (Some(place), Truncated::Refuse) = (draft.cut, repair.truncated) {
        return Some(Reason::Repair(FailureCode::Truncated(place)));
    }
    let risky = draft.changes.iter().find(|change| change.risk > repair.max_risk);
    if let Some(change) = risky {
        return Some(match change.what {
            What::Text(code) => Reason::Repair(FailureCode::Risk(code, change.risk)),
            What::Call(code) => Reason::Risk(code),
        });
    }
    let barred = draft.changes.iter().find(|change| !repair.strategies.allows(change.strategy()));
    barred.map(|change| match change.what {
        What::Text(code) => Reason::Repair(FailureCode::Strategy(code, change.strategy())),
        What::Call(code) => Reason::Strategy(code),
    })
}

/// A name that no tool has, but that one tool's name hides in, becomes that one.
fn settle_name(draft: &mut Draft, options: &Options<'_>) {
    let (Some(tools), Some(name)) = (options.tools, draft.name.as_deref()) else { return };
    if tools.get(name).is_some() {
        return;
    }
    if let Some(found) = tools.settle(name, &draft.keys()) {
        draft.changes.push(Change::of(CallCode::NameFromTools, draft.span.start..draft.span.start));
        draft.name = Some(found.to_owned());
    }
}

/// The object that tagged parameters make.
fn object(members: Vec<Member>, decodes: bool, tool: Option<&Tool>, draft: &mut Draft) -> String {
    if let [Member { name, value: Raw::Text(text) | Raw::Json(text), .. }] = members.as_slice()
        && name == "arguments"
        && tool.is_none_or(|tool| tool.wanted("arguments").kind.is_none())
        && let Some(whole) = whole_object(text, draft)
    {
        return whole;
    }
    let mut out = String::from("{");
    for (index, member) in members.into_iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        out.push_str(&string(&member.name));
        out.push_str(": ");
        let wanted = tool.map(|tool| tool.wanted(&member.name)).unwrap_or_default();
        if !member.earlier.is_empty() && wanted.is_list {
            out.push_str(&list(member, wanted.items, decodes, draft));
            continue;
        }
        let repeated = member.earlier.iter().map(|(_, span)| Change::of(CallCode::RepeatedKey, span.clone()));
        draft.changes.extend(repeated);
        out.push_str(&json(member.value, wanted.kind, decodes, draft));
    }
    out.push('}');
    out
}

/// A parameter that came several times, where the tool wants a list.
fn list(member: Member, items: Option<Kind>, decodes: bool, draft: &mut Draft) -> String {
    draft.changes.push(Change::of(CallCode::ListOfValues, draft.span.clone()));
    let values = member.earlier.into_iter().map(|(value, _)| value).chain([member.value]);
    let values: Vec<String> = values.map(|value| json(value, items, decodes, draft)).collect();
    format!("[{}]", values.join(", "))
}

fn json(value: Raw, kind: Option<Kind>, decodes: bool, draft: &mut Draft) -> String {
    match value {
        Raw::Json(json) => json,
        Raw::Text(text) => typed(&text, kind, decodes, draft),
    }
}

/// All the arguments as one object in a parameter that is called `arguments`.
fn whole_object(text: &str, draft: &mut Draft) -> Option<String> {
    let text = text.trim();
    if !text.starts_with('{') {
        return None;
    }
    if scan_document(text.as_bytes(), repair::Options::default().max_depth).is_ok() {
        return Some(text.to_owned());
    }
    let reading = one(text)?;
    let [document] = &*reading.documents else { return None };
    draft.changes.extend(reading.fixes.iter().map(|fix| Change::at(fix, draft.span.clone())));
    draft.cut = draft.cut.or(reading.cut);
    Some(reading.slice(document).to_owned())
}

/// The one document that a short text holds.
fn one(text: &str) -> Option<Reading<'_>> {
    let options = repair::Options { select: Select::All, ..repair::Options::default() };
    Some(Reading::repaired(repair::repair(text.as_bytes(), &options).ok()?, 0))
}

/// Untyped text as JSON: by what the tool wants, else as the format has it.
fn typed(text: &str, kind: Option<Kind>, decodes: bool, draft: &mut Draft) -> String {
    let span = draft.span.clone();
    // Null is the one word that a text may stand for where both are allowed.
    if kind == Some(Kind::Mixed) && !decodes && matches!(text.trim(), "null" | "None") {
        return "null".to_owned();
    }
    let wants_json = kind == Some(Kind::Other) || decodes && kind != Some(Kind::Text);
    if !wants_json {
        return string(text);
    }
    match decode(text, &mut draft.changes, &span) {
        Raw::Json(json) => json,
        Raw::Text(text) => string(&text),
    }
}

/// Text that is JSON, or that Python or an escaper wrote instead, as JSON; any other text stays text.
pub(super) fn decode(text: &str, changes: &mut Vec<Change>, span: &Range<usize>) -> Raw {
    let trimmed = text.trim();
    if scan_document(trimmed.as_bytes(), repair::Options::default().max_depth).is_ok() {
        return Raw::Json(trimmed.to_owned());
    }
    let word = match trimmed {
        "True" => Some("true"),
        "False" => Some("false"),
        "None" => Some("null"),
        _ => None,
    };
    if let Some(word) = word {
        changes.push(Change::of(CallCode::PythonValue, span.clone()));
        return Raw::Json(word.to_owned());
    }
    // Containers in another spelling are taken only where the meaning is certain, or where all of it was escaped.
    if trimmed.starts_with(['{', '['])
        && trimmed.ends_with(['}', ']'])
        && let Some(reading) = one(trimmed)
        && let [document] = &*reading.documents
        && reading.cut.is_none()
        && reading
            .fixes
            .iter()
            .all(|fix| fix.risk == Risk::Syntax || fix.code == repair::Code::EscapedDocument)
    {
        changes.extend(reading.fixes.iter().map(|fix| Change::at(fix, span.clone())));
        return Raw::Json(reading.slice(document).to_owned());
    }
    Raw::Text(text.to_owned())
}
