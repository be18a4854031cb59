//! `anyOf` and `oneOf`: which branch a value is meant for.
//!
//! A value that fits a branch stays. Otherwise a name that only some branches allow (`const`, `enum`) picks; each
//! branch left gives a candidate with a cost, and the cheapest that fits wins. A tie between different values decides
//! nothing.

use super::coerce::{Level, Outcome, Work, edited};
use super::goal::{Goal, Wanted};
use super::shape::{Id, Kinds, Word};
use crate::core::json::Style;
use crate::core::json::tree::{Kind, Node, Tree};

/// Unions that are decided for one value: a schema may nest them as deeply as it likes, and no tool's does.
const MOST_CHOICES: usize = 24;

/// What becomes of a value whose goal has a union to decide; `None` where it has none.
pub(super) fn decide(
    work: &mut Work<'_>,
    level: &Level<'_>,
    node: Node,
    goal: Goal,
    depth: usize,
) -> Option<Outcome> {
    let (id, at) = work.goals.union(goal)?;
    if work.goals.choices(goal) >= MOST_CHOICES {
        return None;
    }
    let union = &work.shapes.list[id as usize].unions[at as usize];
    let fitting = union.branches.iter().filter(|branch| fits(work, **branch, level.tree, node)).count();
    let is_content = fitting > 0 && (fitting == 1 || !union.exactly_one);
    if is_content || fitting > 1 || work.trials < union.branches.len() {
        // What fits stays; what fits too much is not helped by changing it.
        let goal = work.goals.choose(work.shapes, goal, (id, at), None);
        return Some((*work.value(level, node, goal, depth)).clone());
    }
    work.trials -= union.branches.len();
    let goals: Vec<(Id, Goal)> = union
        .branches
        .iter()
        .map(|branch| (*branch, work.goals.choose(work.shapes, goal, (id, at), Some(*branch))))
        .collect();
    let goals = picked(work, level.tree, node, goals);
    let mut candidates: Vec<(u32, String, Outcome)> = Vec::new();
    for (branch, goal) in &goals {
        let outcome = work.value(level, node, *goal, depth);
        if outcome.edits.is_empty() {
            continue;
        }
        let text = edited(level.tree, node, &outcome.edits);
        let Ok(tree) = Tree::parse(&text, usize::MAX) else { continue };
        let alone = || {
            let others = union.branches.iter().filter(|other| *other != branch);
            others.filter(|other| fits(work, **other, &tree, Node::ROOT)).count() == 0
        };
        if fits(work, *branch, &tree, Node::ROOT) && (!union.exactly_one || alone()) {
            let mut compact = Vec::new();
            Style::compact().write_text(&text, &mut compact);
            let compact = String::from_utf8_lossy(&compact).into_owned();
            candidates.push((outcome.cost, compact, (*outcome).clone()));
        }
    }
    let Some(best) = candidates.iter().map(|(cost, ..)| *cost).min() else {
        return Some(as_meant(work, level, node, &goals, depth));
    };
    let mut cheapest = candidates.into_iter().filter(|(cost, ..)| *cost == best);
    let (_, text, outcome) = cheapest.next()?;
    if cheapest.any(|(_, other, _)| other != text) {
        work.ties.push(level.tree.pointer(node));
        return Some(Outcome::default());
    }
    Some(outcome)
}

/// Returns whether the value is what this branch wants.
fn fits(work: &Work<'_>, branch: Id, tree: &Tree<'_>, node: Node) -> bool {
    let pointer = &work.shapes.list[branch as usize].pointer;
    work.judge.part_fits(pointer, tree, node).unwrap_or(false)
}

/// No branch can be reached: where one alone is for this kind of value, what can be done for it is done, so that the
/// violations told are the ones that matter.
fn as_meant(
    work: &mut Work<'_>,
    level: &Level<'_>,
    node: Node,
    goals: &[(Id, Goal)],
    depth: usize,
) -> Outcome {
    let kind = Kinds::of(level.tree.kind(node));
    let mut meant = goals.iter().filter(|(_, goal)| work.goals.kinds(*goal).has(kind)).map(|(_, goal)| *goal);
    match (meant.next(), meant.next()) {
        (Some(goal), None) => (*work.value(level, node, goal, depth)).clone(),
        _ => Outcome::default(),
    }
}

/// The branches that the value's own names pick, where any does; else all.
fn picked(work: &mut Work<'_>, tree: &Tree<'_>, node: Node, goals: Vec<(Id, Goal)>) -> Vec<(Id, Goal)> {
    if tree.kind(node) != Kind::Object {
        return goals;
    }
    let mut verdicts = Vec::with_capacity(goals.len());
    for (_, goal) in &goals {
        let (mut agrees, mut differs) = (false, false);
        for child in tree.children(node).filter(|child| !tree.kind(*child).is_container()) {
            let Some(name) = tree.name(child) else { continue };
            let name = name.decode_lossy();
            let Wanted::Value(wanted) = work.goals.member(work.shapes, *goal, &name) else { continue };
            if let Some(words) = work.goals.words(wanted) {
                let is_word = words.contains(&Word::of(tree, child));
                agrees |= is_word;
                differs |= !is_word;
            }
        }
        verdicts.push((agrees, differs));
    }
    if !verdicts.contains(&(true, false)) {
        return goals;
    }
    goals
        .into_iter()
        .zip(verdicts)
        .filter(|(_, verdict)| *verdict == (true, false))
        .map(|(goal, _)| goal)
        .collect()
}
