//! From what a reader found to a call that may be handed out: names and types by the tool list, and what the options
//! allow.

use std::collections::HashSet;
use std::ops::Range;

use super::change::{CallCode, Change, What, confidence};
use super::formats::Format;
use super::readers::json::{Reading, sets_ends};
use super::readers::{Builder, Member, Raw, string};
use super::tools::{Kind, Tool, Wanted};
use super::{Call, Options, Reason, Refused, UnknownTools};
use crate::core::json::scan_document;
use crate::core::repair::confidence::{Confidence, Evidence};
use crate::core::repair::engine::{self, Code, CutPlace, FailureCode, Risk, Select, Truncated};

/// The name of elements that are the items of an array.
const ITEM: &str = "item";

/// Arguments as a reader left them.
#[derive(Clone, Debug)]
pub(super) enum Arguments {
    /// The text of a JSON object.
    Json(String),
    /// Tagged parameters, and whether text that is JSON is JSON where no tool says otherwise.
    Tagged { members: Vec<Member>, decodes: Decodes },
}

/// Is text that is JSON meant as JSON, where no tool says otherwise?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decodes {
    Never,
    /// Yes, but the word `null`: elements leave out what is not there.
    NotNull,
    Always,
}

impl From<bool> for Decodes {
    fn from(decodes: bool) -> Self {
        if decodes { Self::Always } else { Self::Never }
    }
}

/// A call before anything was settled.
#[derive(Clone, Debug)]
pub struct Draft {
    pub(super) name: Option<String>,
    /// The call's id as JSON text.
    pub(super) id: Option<String>,
    pub(super) arguments: Arguments,
    pub(super) format: &'static Format,
    pub(super) span: Range<usize>,
    /// The bytes of the input that the arguments were read from.
    pub(super) place: Range<usize>,
    /// The number of its message among the answers of one request.
    pub(super) choice: usize,
    /// Its name or its arguments stand there more than once.
    pub(super) is_ambiguous: bool,
    /// May what follows it show that it has more arguments?
    pub(super) may_gain_arguments: bool,
    pub(super) cut: Option<CutPlace>,
    pub(super) changes: Vec<Change>,
    /// What the readers know beside that.
    pub(super) evidence: Evidence,
    /// What keeps it from being a call.
    pub(super) problem: Option<Reason>,
}

impl Draft {
    /// A call whose arguments a tagged or keyword reader collected.
    pub(super) fn built(
        name: &str,
        mut builder: Builder,
        decodes: impl Into<Decodes>,
        format: &'static Format,
        span: Range<usize>,
    ) -> Self {
        let arguments = match builder.whole.take() {
            Some(object) => Arguments::Json(object),
            None => Arguments::Tagged { members: builder.take_members(), decodes: decodes.into() },
        };
        let cut = builder.cut();
        Self {
            name: Some(name.to_owned()),
            id: None,
            arguments,
            format,
            place: span.clone(),
            span,
            choice: 0,
            is_ambiguous: false,
            may_gain_arguments: false,
            cut,
            changes: builder.changes,
            evidence: Evidence::NONE,
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

    /// `text` ends with this call. Where the mark that closes it is missing, and a bracket or a quote of its arguments, too, more
    /// was to come, as where a quote follows the last bracket. That servers leave the mark out says nothing; a bracket alone
    /// does then.
    pub(super) fn cut_if_open(&mut self, text: &str) {
        let is_unsure = |change: &Change| match change.what {
            What::Text(Code::MissingCloser | Code::WrongCloser) => true,
            What::Text(code) => sets_ends(code) && self.format.has_closer(),
            What::Call(_) => false,
        };
        let is_apart = self.place != self.span;
        let begin = if is_apart { self.place.end } else { self.span.start };
        let rest = text.get(begin..).unwrap_or_default();
        let is_in_string = is_apart && rest.starts_with('"');
        if (is_in_string || self.changes.iter().any(is_unsure)) && !self.format.is_closed_in(rest) {
            self.cut.get_or_insert(CutPlace::BetweenMembers);
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
            choice: 0,
            is_ambiguous: false,
            may_gain_arguments: false,
            cut: None,
            changes: Vec::new(),
            evidence: Evidence::NONE,
            problem: Some(reason),
        }
    }
}

/// What names no tool, after a call with an end that a repair set, is rather the rest of its arguments: that call is cut off.
pub(super) fn cut_before_rest(drafts: &mut [Draft]) {
    for at in 1..drafts.len() {
        let is_rest = drafts[at].problem == Some(Reason::NoName);
        let ends = |change: &Change| matches!(change.what, What::Text(code) if sets_ends(code));
        if is_rest && drafts[at - 1].changes.iter().any(ends) {
            drafts[at - 1].cut.get_or_insert(CutPlace::BetweenMembers);
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
    // What begins like an object may be a set, which is a list.
    if !arguments.trim_start().starts_with('{') {
        draft.problem.get_or_insert(Reason::Arguments);
    }
    if draft.cut.is_some() && !draft.changes.iter().any(|change| change.risk == Risk::Lossy) {
        draft.changes.push(Change::of(CallCode::CallCutOff, draft.span.end..draft.span.end));
    }
    draft.evidence.is_guided |=
        options.expect.is_some_and(|known| draft.name.as_ref().is_some_and(|name| known.contains_key(name)));
    let unknown = options.tools.filter(|_| options.unknown == UnknownTools::Refuse && tool.is_none());
    let reason = refusal(&draft, arguments.len(), options).or(unknown.map(|_| Reason::UnknownTool));
    let Draft { name, id, format, span, place, choice, is_ambiguous, may_gain_arguments, cut, .. } = draft;
    let (mut changes, evidence) = (draft.changes, draft.evidence);
    let (name, reason) = match (name, reason) {
        (Some(name), None) => (name, None),
        (name, reason) => (name.unwrap_or_default(), Some(reason.unwrap_or(Reason::NoName))),
    };
    if let Some(reason) = reason {
        let arguments = (reason == Reason::Arguments && !arguments.is_empty()).then_some(arguments);
        let like = unknown.filter(|_| reason == Reason::UnknownTool).and_then(|tools| tools.like(&name));
        return Err(Refused {
            name: (!name.is_empty()).then_some(name),
            format,
            reason,
            span,
            arguments,
            place,
            like,
        });
    }
    changes.sort_by_key(|change| change.span.start);
    Ok(Call {
        name,
        id,
        arguments,
        format,
        span,
        place,
        choice,
        is_ambiguous,
        may_gain_arguments,
        complete: cut.is_none(),
        cut,
        changes,
        evidence,
    })
}

/// What keeps this draft, whose arguments are so long, from being handed out.
fn refusal(draft: &Draft, len: usize, options: &Options<'_>) -> Option<Reason> {
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
    if repair.min_confidence > Confidence::NONE {
        let confidence = confidence(&draft.changes, draft.evidence, draft.cut.is_some(), len);
        if confidence < repair.min_confidence {
            return Some(Reason::Repair(FailureCode::Confidence(confidence, repair.min_confidence)));
        }
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
    if let Some(found) = tools.settle(name, &draft.keys(), draft.format.id == "kimi-k2") {
        draft.changes.push(Change::of(CallCode::NameFromTools, draft.span.start..draft.span.start));
        draft.name = Some(found.to_owned());
    }
}

/// Has this object a parameter of the tool?
fn is_for(object: &str, tool: Option<&Tool>) -> bool {
    let keys = super::call::names(object);
    tool.is_none_or(|tool| keys.is_empty() || keys.iter().any(|key| tool.has(key)))
}

/// The object that tagged parameters make.
fn object(members: Vec<Member>, decodes: Decodes, tool: Option<&Tool>, draft: &mut Draft) -> String {
    if let [Member { name, value: Raw::Text(text) | Raw::Json(text), .. }] = members.as_slice()
        && name == "arguments"
        && tool.is_none_or(|tool| !tool.has("arguments"))
        && let Some(whole) = whole_object(text, draft)
        && is_for(&whole, tool)
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
        let unknown = Wanted::default();
        let wanted = tool.map_or(&unknown, |tool| tool.wanted(&member.name));
        let is_list = wanted.is_list || matches!(member.value, Raw::Elements(_));
        if !member.earlier.is_empty() && is_list {
            out.push_str(&list(member, wanted.items(), decodes, draft));
            continue;
        }
        let repeated = member.earlier.iter().map(|(_, span)| Change::of(CallCode::RepeatedKey, span.clone()));
        draft.changes.extend(repeated);
        out.push_str(&json(member.value, wanted, decodes, draft));
    }
    out.push('}');
    out
}

/// A parameter that came several times, where the tool wants a list.
fn list(member: Member, items: &Wanted, decodes: Decodes, draft: &mut Draft) -> String {
    draft.changes.push(Change::of(CallCode::ListOfValues, draft.span.clone()));
    let values = member.earlier.into_iter().map(|(value, _)| value).chain([member.value]);
    array(values, items, decodes, draft)
}

fn array(values: impl Iterator<Item = Raw>, items: &Wanted, decodes: Decodes, draft: &mut Draft) -> String {
    let values: Vec<String> = values.map(|value| json(value, items, decodes, draft)).collect();
    format!("[{}]", values.join(", "))
}

fn json(value: Raw, wanted: &Wanted, decodes: Decodes, draft: &mut Draft) -> String {
    match value {
        Raw::Json(json) => json,
        Raw::Text(text) => typed(&text, wanted, decodes, draft),
        // Only where the tool says that a container stands there, nothing is missing from an empty one.
        Raw::Unclosed(is_empty) => {
            if !is_empty || !(wanted.is_list || wanted.is_object) {
                draft.problem = draft.problem.or(Some(Reason::Unread));
            }
            typed("", wanted, decodes, draft)
        }
        Raw::Elements(elements) => {
            let names: HashSet<&str> = elements.iter().map(|(name, _)| name.as_str()).collect();
            let is_repeated = elements.len() > 1 && names.len() == 1;
            let is_list = is_repeated
                || names.len() == 1 && names.contains(ITEM)
                || wanted.is_list && !wanted.is_object;
            if is_list {
                return array(elements.into_iter().map(|(_, value)| value), wanted.items(), decodes, draft);
            }
            let mut members: Vec<(String, Vec<Raw>)> = Vec::new();
            for (name, value) in elements {
                match members.iter_mut().find(|(known, _)| *known == name) {
                    Some((_, values)) => values.push(value),
                    None => members.push((name, Vec::from([value]))),
                }
            }
            let member = |(name, mut values): (String, Vec<Raw>)| {
                let wanted = wanted.member(&name);
                let value = match values.pop() {
                    Some(value) if values.is_empty() => json(value, wanted, decodes, draft),
                    last => array(values.into_iter().chain(last), wanted.items(), decodes, draft),
                };
                format!("{}: {value}", string(&name))
            };
            let members: Vec<String> = members.into_iter().map(member).collect();
            format!("{{{}}}", members.join(", "))
        }
    }
}

/// All the arguments as one object in a parameter that is called `arguments`.
fn whole_object(text: &str, draft: &mut Draft) -> Option<String> {
    let text = text.trim();
    if !text.starts_with('{') {
        return None;
    }
    if scan_document(text.as_bytes(), engine::Options::default().max_depth).is_ok() {
        return Some(text.to_owned());
    }
    let reading = one(text)?;
    let [document] = &*reading.documents else { return None };
    draft.changes.extend(reading.fixes.iter().map(|fix| Change::at(fix, draft.span.clone())));
    draft.evidence = draft.evidence.with(reading.evidence);
    draft.cut = draft.cut.or(reading.cut);
    Some(reading.slice(document).to_owned())
}

/// The one document that a short text holds.
fn one(text: &str) -> Option<Reading<'_>> {
    let options = engine::Options { select: Select::All, ..engine::Options::default() };
    Some(Reading::repaired(engine::repair(text.as_bytes(), &options).ok()?, 0))
}

/// Untyped text as JSON: by what the tool wants, else as the format has it.
fn typed(text: &str, wanted: &Wanted, decodes: Decodes, draft: &mut Draft) -> String {
    let span = draft.span.clone();
    let kind = wanted.kind;
    if kind == Some(Kind::Other) && text.trim().is_empty() && (wanted.is_list || wanted.is_object) {
        return if wanted.is_list { "[]".to_owned() } else { "{}".to_owned() };
    }
    if kind == Some(Kind::Mixed) && decodes == Decodes::Never {
        // Text that is JSON of another type that the tool takes, too, is that.
        let text = text.trim();
        let fits = match text.bytes().next() {
            Some(b'{') => wanted.is_object,
            Some(b'[') => wanted.is_list,
            Some(b't' | b'f') => wanted.is_boolean,
            Some(b'-' | b'0'..=b'9') => wanted.is_number,
            _ => false,
        };
        if matches!(text, "null" | "None") {
            return "null".to_owned();
        }
        if fits && scan_document(text.as_bytes(), engine::Options::default().max_depth).is_ok() {
            return text.to_owned();
        }
    }
    let is_null = || text.trim() == "null" && decodes == Decodes::NotNull;
    let wants_json = match kind {
        Some(Kind::Other) => true,
        Some(Kind::Text) => false,
        Some(Kind::Mixed) => decodes != Decodes::Never,
        None => decodes != Decodes::Never && !is_null(),
    };
    let word = ["true", "false"].into_iter().find(|word| text.trim().eq_ignore_ascii_case(word));
    if let Some(word) = word.filter(|word| wants_json && wanted.is_boolean && *word != text.trim()) {
        draft.changes.push(Change::of(CallCode::PythonValue, span));
        return word.to_owned();
    }
    if !wants_json {
        return string(text);
    }
    match decode(text, &mut draft.changes, &span) {
        Raw::Json(json) => json,
        _ => string(text),
    }
}

/// Text that is JSON, or that Python or an escaper wrote instead, as JSON; any other text stays text.
pub(super) fn decode(text: &str, changes: &mut Vec<Change>, span: &Range<usize>) -> Raw {
    let trimmed = text.trim();
    if scan_document(trimmed.as_bytes(), engine::Options::default().max_depth).is_ok() {
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
            .all(|fix| fix.risk == Risk::Syntax || fix.code == engine::Code::EscapedDocument)
    {
        changes.extend(reading.fixes.iter().map(|fix| Change::at(fix, span.clone())));
        return Raw::Json(reading.slice(document).to_owned());
    }
    Raw::Text(text.to_owned())
}
