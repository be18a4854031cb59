//! From what a reader found to a call that may be handed out: names and types by the tool list, and what the options
//! allow.

use std::collections::HashSet;

use super::call::names;
use super::draft::{Arguments, Decodes, Draft};
use crate::core::calls::readers::attributes::holds_all;
use crate::core::calls::readers::decode::{self, decode, one};
use crate::core::calls::readers::json::{Reading, sets_ends};
use crate::core::calls::readers::{Member, Raw, string};
use crate::core::calls::types::call::{Call, Reason, Refused};
use crate::core::calls::types::change::{CallCode, Change, What, confidence};
use crate::core::calls::types::options::{Options, UnknownTools};
use crate::core::calls::types::tools::{Kind, Tool, Wanted};
use crate::core::json::scan_document;
use crate::core::repair::confidence::Confidence;
use crate::core::repair::engine::{self, CutPlace, FailureCode, Risk, Truncated};

/// The name of elements that are the items of an array.
const ITEM: &str = "item";

/// What names no tool, after a call with an end that a repair set, is rather the rest of its arguments: that call is cut off.
pub(in crate::core::calls) fn cut_before_rest(drafts: &mut [Draft]) {
    for at in 1..drafts.len() {
        let is_rest = drafts[at].problem == Some(Reason::NoName);
        let ends = |change: &Change| matches!(change.what, What::Text(code) if sets_ends(code));
        if is_rest && drafts[at - 1].changes.iter().any(ends) {
            drafts[at - 1].cut.get_or_insert(CutPlace::BetweenMembers);
        }
    }
}

/// Hands out the call, or says why not.
pub(in crate::core::calls) fn accept(mut draft: Draft, options: &Options<'_>) -> Result<Call, Box<Refused>> {
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
    if has_leaked_key(&arguments) {
        draft.problem.get_or_insert(Reason::Unread);
    }
    if draft.cut.is_some() && !draft.changes.iter().any(|change| change.risk == Risk::Lossy) {
        draft.changes.push(Change::of(CallCode::CallCutOff, draft.span.end..draft.span.end));
    }
    draft.evidence.is_guided |=
        options.expect.is_some_and(|known| draft.name.as_ref().is_some_and(|name| known.contains_key(name)));
    let unknown = options.tools.filter(|_| options.unknown == UnknownTools::Refuse && tool.is_none());
    let reason = refusal(&draft, arguments.len(), options).or(unknown.map(|_| Reason::UnknownTool));
    let Draft {
        name, id, format, span, place, choice, is_ambiguous, may_gain_arguments, may_move, cut, ..
    } = draft;
    let (mut changes, evidence) = (draft.changes, draft.evidence);
    let (name, reason) = match (name, reason) {
        (Some(name), None) => (name, None),
        (name, reason) => (name.unwrap_or_default(), Some(reason.unwrap_or(Reason::NoName))),
    };
    if let Some(reason) = reason {
        let arguments = (reason == Reason::Arguments && !arguments.is_empty()).then_some(arguments);
        let like = unknown.filter(|_| reason == Reason::UnknownTool).and_then(|tools| tools.like(&name));
        return Err(Box::new(Refused {
            name: (!name.is_empty()).then_some(name),
            format,
            reason,
            span,
            arguments,
            place,
            like,
            violations: Vec::new(),
        }));
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
        may_move,
        complete: cut.is_none(),
        cut,
        changes,
        evidence,
    })
}

/// Tags of parameters. A server that lost track of them leaves them in the keys that it makes: `{"file<arg_key": "…"}`.
const LEAKED_TAGS: [&str; 5] = ["<arg_key", "</arg_key", "<arg_value", "<parameter", "</parameter"];

/// Returns whether a key of these arguments holds a tag, so that its name and its value are not those of the model.
fn has_leaked_key(arguments: &str) -> bool {
    let has_tag = |text: &str| LEAKED_TAGS.iter().any(|tag| text.contains(tag));
    arguments.contains('<') && has_tag(arguments) && names(arguments).iter().any(|name| has_tag(name))
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

/// Returns whether this object has a parameter of the tool.
fn is_for(object: &str, tool: Option<&Tool>) -> bool {
    let keys = names(object);
    tool.is_none_or(|tool| keys.is_empty() || keys.iter().any(|key| tool.has(key)))
}

/// The object that tagged parameters make.
fn object(mut members: Vec<Member>, decodes: Decodes, tool: Option<&Tool>, draft: &mut Draft) -> String {
    if let [Member { name, value: Raw::Text(text) | Raw::Cut { text, .. } | Raw::Json(text), .. }] =
        members.as_slice()
        && (name == "arguments" || decodes == Decodes::NotNull && holds_all(name))
        && tool.is_none_or(|tool| !tool.has(name))
        && let Some((whole, reading)) = whole_object(text)
        && is_for(&whole, tool)
    {
        // Nothing but tags can follow a whole object.
        if draft.cut.take().is_some() {
            draft.changes.push(Change::of(CallCode::MissingClose, draft.span.end..draft.span.end));
        }
        if let Some(reading) = reading {
            draft.changes.extend(reading.fixes.iter().map(|fix| Change::at(fix, draft.span.clone())));
            draft.evidence = draft.evidence.with(reading.evidence);
            draft.cut = reading.cut;
        }
        return whole;
    }
    // What the tool wants cannot be told from what came of it.
    let is_open = |Member { name, value, .. }: &Member| {
        let is_other = || tool.is_some_and(|tool| tool.wanted(name).kind == Some(Kind::Other));
        matches!(value, Raw::Cut { text, .. } if is_other() && decode::cut(text, true).is_none())
    };
    members.retain(|member| !is_open(member));
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
        Raw::Cut { text, is_json } => {
            let has_words = is_json || wanted.kind == Some(Kind::Other);
            let json = (is_json || wants_json(&text, wanted, decodes)).then(|| decode::cut(&text, has_words));
            json.flatten().unwrap_or_else(|| string(&text))
        }
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

/// All the arguments as one object, and the reading that repaired it.
fn whole_object(text: &str) -> Option<(String, Option<Reading<'_>>)> {
    let text = text.trim();
    if !text.starts_with('{') {
        return None;
    }
    if scan_document(text.as_bytes(), engine::Options::default().max_depth).is_ok() {
        return Some((text.to_owned(), None));
    }
    let reading = one(text)?;
    let [document] = &*reading.documents else { return None };
    Some((reading.slice(document).to_owned(), Some(reading)))
}

/// Returns whether a tool wants a string or null: quotes around it are part of it, in every format.
fn is_only_text(wanted: &Wanted) -> bool {
    !(wanted.is_list || wanted.is_object || wanted.is_boolean || wanted.is_number)
}

/// Returns whether untyped text that is JSON stands for the value that it spells: by what the tool wants, else as the format has it.
fn wants_json(text: &str, wanted: &Wanted, decodes: Decodes) -> bool {
    let is_null = || text.trim() == "null" && decodes == Decodes::NotNull;
    match wanted.kind {
        Some(Kind::Other) => true,
        Some(Kind::Text) => false,
        Some(Kind::Mixed) => decodes != Decodes::Never && !is_only_text(wanted),
        None => decodes != Decodes::Never && !is_null(),
    }
}

/// Untyped text as JSON: by what the tool wants, else as the format has it.
fn typed(text: &str, wanted: &Wanted, decodes: Decodes, draft: &mut Draft) -> String {
    let span = draft.span.clone();
    let kind = wanted.kind;
    if kind == Some(Kind::Other) && text.trim().is_empty() && (wanted.is_list || wanted.is_object) {
        return if wanted.is_list { "[]".to_owned() } else { "{}".to_owned() };
    }
    if kind == Some(Kind::Mixed) && (decodes == Decodes::Never || is_only_text(wanted)) {
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
    let wants_json = wants_json(text, wanted, decodes);
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
