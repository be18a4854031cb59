//! Objects: names in other spellings, defaults, and, where losses are accepted, members that go.

use std::borrow::Cow;

use super::coerce::{Level, Place, Work, cost};
use super::goal::{Goal, Wanted};
use super::outcome::Outcome;
use super::shape::{Kinds, Rest};
use crate::core::json::tree::{Kind, Node};
use crate::core::json::{lossy, quoted};
use crate::core::repair::changes::Edit;
use crate::core::repair::engine::Code;

/// Members that an object may have to be looked at for names in other spellings; each is compared with each property.
const MOST_NAMES: usize = 1000;

/// Coerces each member, by its own name or by the one that it stands for.
pub(super) fn members(work: &mut Work<'_>, place: &Place<'_>, outcome: &mut Outcome) {
    let Place { level, node, goal, .. } = *place;
    let tree = level.tree;
    if let Some(wanted) = known(work, place) {
        for (child, wanted) in wanted {
            work.add_value(&place.inner(child, wanted), outcome);
        }
        return;
    }
    let children: Vec<Node> = tree.children(node).collect();
    let mut names: Vec<Cow<'_, str>> =
        children.iter().filter_map(|child| tree.raw_name(*child).map(lossy)).collect();
    for (at, name) in renamed(work, &names, goal) {
        if let Some(span) = tree.name_span(children[at]) {
            outcome.push(Edit::new(Code::RenamedKey, span, quoted(&name)), cost::SPELLING);
            names[at] = Cow::Owned(name);
        }
    }
    let mut gone = vec![None; children.len()];
    for (at, child) in children.iter().enumerate() {
        match work.goals.member(work.shapes, goal, &names[at]) {
            Wanted::Value(wanted) => {
                let is_null = tree.kind(*child) == Kind::Null;
                if is_null && work.rules.lossy && may_drop_null(work, goal, wanted, &names[at]) {
                    gone[at] = Some(Code::DroppedNull);
                } else {
                    work.add_value(&place.inner(*child, wanted), outcome);
                }
            }
            Wanted::Nothing if work.rules.lossy => gone[at] = Some(Code::DroppedMember),
            Wanted::Nothing | Wanted::Anything => {}
        }
    }
    drop_members(level, &children, &gone, outcome);
    if work.rules.defaults {
        let is_empty = gone.iter().all(Option::is_some);
        fill(work, place, names, is_empty, outcome);
    }
}

/// The members whose values the schema speaks of, and what it wants of them: where it knows all names as they are, and no
/// member comes or goes.
fn known(work: &mut Work<'_>, place: &Place<'_>) -> Option<Vec<(Node, Goal)>> {
    if work.rules.lossy || work.rules.defaults {
        return None;
    }
    let Place { level, node, goal, .. } = *place;
    let mut known = Vec::with_capacity(level.tree.count(node));
    for child in level.tree.children(node) {
        let name = level.tree.raw_name(child).filter(|name| !name.contains('\\'))?;
        known.push((child, work.goals.named(work.shapes, goal, name)?));
    }
    Some(known)
}

/// Members whose names are a property's in another spelling, by position: only where the name itself cannot stand or
/// the property is required, and each side has one candidate.
fn renamed(work: &Work<'_>, names: &[Cow<'_, str>], goal: Goal) -> Vec<(usize, String)> {
    let parts = || work.goals.shapes(goal).iter().map(|id| &work.shapes.list[*id as usize]);
    if names.len() > MOST_NAMES {
        return Vec::new();
    }
    let is_known = |name: &str| parts().any(|shape| shape.properties.iter().any(|(known, _)| known == name));
    let is_closed = parts().any(|shape| shape.rest == Rest::Nothing && !shape.has_patterns);
    let is_required =
        |name: &str| parts().any(|shape| shape.required.iter().any(|required| required == name));
    let is_absent = |name: &str| !names.iter().any(|present| present == name);
    let mut properties = parts().flat_map(|shape| &shape.properties).map(|(name, _)| name.as_str());
    if !properties.any(|name| (is_closed || is_required(name)) && is_absent(name)) {
        return Vec::new();
    }
    let strays: Vec<(usize, String)> = names
        .iter()
        .enumerate()
        .filter(|(_, name)| !is_known(name))
        .map(|(at, name)| (at, plain(name)))
        .collect();
    if strays.is_empty() {
        return Vec::new();
    }
    let mut absent: Vec<&str> = parts()
        .flat_map(|shape| &shape.properties)
        .map(|(name, _)| name.as_str())
        .filter(|name| is_absent(name))
        .collect();
    absent.sort_unstable();
    absent.dedup();
    let mut found = Vec::new();
    for name in absent.iter().filter(|name| is_closed || is_required(name)) {
        let wanted = plain(name);
        let mut alike = strays.iter().filter(|(_, stray)| *stray == wanted);
        let is_alone = absent.iter().filter(|other| plain(other) == wanted).count() == 1;
        if let (Some((at, _)), None, true) = (alike.next(), alike.next(), is_alone && !wanted.is_empty()) {
            found.push((*at, (*name).to_owned()));
        }
    }
    found
}

/// A name without case and separators.
fn plain(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, '-' | '_' | ' ' | '.')).flat_map(char::to_lowercase).collect()
}

/// An optional member that may not be null says as much when it is absent.
fn may_drop_null(work: &Work<'_>, goal: Goal, wanted: Goal, name: &str) -> bool {
    let is_required = work.shapes.requires(work.goals.shapes(goal), name);
    !is_required && !work.goals.kinds(wanted).has(Kinds::NULL)
}

/// Takes members out, each with one comma.
fn drop_members(level: &Level<'_>, children: &[Node], gone: &[Option<Code>], outcome: &mut Outcome) {
    let tree = level.tree;
    let begin = |node: Node| tree.name_span(node).map_or(tree.span(node).start, |span| span.start);
    let mut any_kept = false;
    for (at, code) in gone.iter().enumerate() {
        let Some(code) = code else {
            any_kept = true;
            continue;
        };
        let span = if any_kept {
            tree.span(children[at - 1]).end..tree.span(children[at]).end
        } else {
            let end = children.get(at + 1).map_or(tree.span(children[at]).end, |next| begin(*next));
            begin(children[at])..end
        };
        outcome.push(Edit::new(*code, span, ""), cost::LOSSY);
    }
}

/// Adds the declared defaults of absent properties at the end of an object with these names.
fn fill(
    work: &mut Work<'_>,
    &Place { level, node, goal, .. }: &Place<'_>,
    mut names: Vec<Cow<'_, str>>,
    mut is_empty: bool,
    outcome: &mut Outcome,
) {
    let span = level.tree.span(node);
    let end = level.tree.children(node).last().map_or(span.start + 1, |last| level.tree.span(last).end);
    for id in work.goals.shapes(goal).to_vec() {
        for (name, property) in &work.shapes.list[id as usize].properties {
            let Some(default) = &work.shapes.list[*property as usize].default else { continue };
            if names.iter().any(|known| known == name) || !work.may_fill() {
                continue;
            }
            names.push(Cow::Owned(name.clone()));
            let comma = if std::mem::take(&mut is_empty) { "" } else { ", " };
            let member = format!("{comma}{}: {default}", quoted(name));
            outcome.push(Edit::new(Code::FilledDefault, end..end, member), cost::SPELLING);
        }
    }
}

/// Names that models wrap a value in.
const WRAPPERS: [&str; 10] =
    ["result", "value", "data", "output", "response", "input", "arguments", "args", "parameters", "json"];

/// The value in `[x]` or `{"result": x}`.
pub(super) fn unwrapped(work: &mut Work<'_>, place: &Place<'_>) -> Option<Outcome> {
    let Place { level: Level { tree, .. }, node, goal, .. } = *place;
    let mut children = tree.children(node);
    let (Some(inner), None) = (children.next(), children.next()) else { return None };
    if tree.raw_name(inner).is_some_and(|name| !WRAPPERS.contains(&name)) {
        return None;
    }
    let outcome = work.value(&place.inner(inner, goal));
    let text = outcome.edited(tree, inner);
    if !work.fits(goal, &text) {
        return None;
    }
    Some(Outcome::around(&outcome, (Code::Unwrapped, text), tree, node, cost::LOSSY))
}

/// The object in `{"value": {…}}` or `{"value": "{…}"}` where an object is wanted that has no such member, and what is
/// there does not do: required members are missing, and the inner object has them.
pub(super) fn opened(work: &mut Work<'_>, place: &Place<'_>) -> Option<Outcome> {
    let Place { level: Level { tree, .. }, node, goal, .. } = *place;
    let mut children = tree.children(node);
    let (Some(inner), None) = (children.next(), children.next()) else { return None };
    let name = tree.raw_name(inner)?;
    let shapes = || work.goals.shapes(goal).iter().map(|id| &work.shapes.list[*id as usize]);
    let is_known = shapes().any(|shape| shape.properties.iter().any(|(known, _)| known == name));
    let is_required = shapes().any(|shape| !shape.required.is_empty());
    let may_hold = matches!(tree.kind(inner), Kind::Object | Kind::String);
    if is_known || !is_required || !may_hold || !WRAPPERS.contains(&name) {
        return None;
    }
    if work.fits(goal, tree.source(node)) {
        return None;
    }
    unwrapped(work, place)
}

/// The object whose properties are the items of an array, in the order of the schema.
pub(super) fn by_position(work: &mut Work<'_>, place: &Place<'_>) -> Option<Outcome> {
    let Place { level: Level { tree, .. }, node, goal, .. } = *place;
    if tree.kind(node) != Kind::Array || !work.goals.kinds(goal).has(Kinds::OBJECT) {
        return None;
    }
    let shapes = work.shapes;
    let parts = work.goals.shapes(goal).iter().map(|id| &shapes.list[*id as usize].properties);
    let mut lists = parts.filter(|properties| !properties.is_empty());
    // Several lists together have no order.
    let (Some(names), None) = (lists.next(), lists.next()) else { return None };
    let names: Vec<String> = names.iter().map(|(name, _)| name.clone()).collect();
    if tree.count(node) == 0 || tree.count(node) > names.len() {
        return None;
    }
    let (mut members, mut notes) = (Vec::new(), Outcome::default());
    for (item, name) in tree.children(node).zip(&names) {
        let Wanted::Value(wanted) = work.goals.member(work.shapes, goal, name) else { return None };
        let outcome = work.value(&place.inner(item, wanted));
        members.push(format!("{}: {}", quoted(name), outcome.edited(tree, item)));
        notes.note(&outcome, tree, node);
    }
    let text = format!("{{{}}}", members.join(", "));
    if !work.fits(goal, &text) {
        return None;
    }
    let mut outcome = Outcome::replace(Code::ByPosition, tree, node, text, cost::LOSSY);
    outcome.take(notes);
    Some(outcome)
}
