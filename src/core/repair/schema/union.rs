//! `anyOf` and `oneOf`: which branch a value is meant for.
//!
//! A value that fits a branch stays. Otherwise a name that only some branches allow (`const`, `enum`) picks; each
//! branch left gives a candidate with a cost, and the cheapest that fits wins. A tie between different values decides
//! nothing.

use std::rc::Rc;

use super::coerce::{Place, Work};
use super::goal::{Goal, Wanted};
use super::outcome::Outcome;
use super::shape::{Id, Kinds, Union, Word};
use crate::core::json::Style;
use crate::core::json::tree::{Kind, Node, Tree};

/// Unions that are decided for one value: a schema may nest them as deeply as it likes, and no tool's does.
const MOST_CHOICES: usize = 24;

/// Returns what becomes of a value whose goal has a union to decide; `None` where it has none.
pub(super) fn decide(work: &mut Work<'_>, place: &Place<'_>) -> Option<Rc<Outcome>> {
    let Place { level, node, goal, .. } = *place;
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
        return Some(work.value(&Place { goal, ..*place }));
    }
    work.trials -= union.branches.len();
    let goals: Vec<(Id, Goal)> = union
        .branches
        .iter()
        .map(|branch| (*branch, work.goals.choose(work.shapes, goal, (id, at), Some(*branch))))
        .collect();
    let goals = picked(work, level.tree, node, goals);
    // All outcomes come first: while they are found, no text of a candidate is in memory.
    let outcomes: Vec<(Id, Rc<Outcome>)> =
        goals.iter().map(|(branch, goal)| (*branch, work.value(&Place { goal: *goal, ..*place }))).collect();
    let mut best: Option<Best> = None;
    for (branch, outcome) in &outcomes {
        let is_dearer = best.as_ref().is_some_and(|best| best.outcome.cost < outcome.cost);
        if outcome.is_empty() || is_dearer || work.budget.is_spent() {
            continue;
        }
        let Some(text) = reached(work, union, *branch, &outcome.edited(level.tree, node)) else { continue };
        match &mut best {
            Some(best) if best.outcome.cost == outcome.cost => best.is_tied |= best.text != text,
            _ => best = Some(Best { outcome: Rc::clone(outcome), text, is_tied: false }),
        }
    }
    match best {
        None => Some(as_meant(work, place, &goals)),
        Some(best) if best.is_tied => {
            work.ties.push(level.tree.pointer(node));
            Some(Rc::default())
        }
        Some(best) => Some(best.outcome),
    }
}

/// The cheapest candidate so far.
struct Best {
    outcome: Rc<Outcome>,
    /// The value that it makes, without spaces.
    text: String,
    /// Another value costs the same.
    is_tied: bool,
}

/// Returns the value of a candidate without spaces, if it is one of this branch, and of no other where that counts.
fn reached(work: &mut Work<'_>, union: &Union, branch: Id, text: &str) -> Option<String> {
    let tree = Tree::parse(text, usize::MAX).ok()?;
    if !fits(work, branch, &tree, Node::ROOT) {
        return None;
    }
    let mut others = union.branches.iter().filter(|other| **other != branch);
    if union.exactly_one && others.any(|other| fits(work, *other, &tree, Node::ROOT)) {
        return None;
    }
    let mut compact = Vec::new();
    Style::compact().write_text(text, &mut compact);
    String::from_utf8(compact).ok()
}

/// Returns whether the value is what this branch wants.
fn fits(work: &mut Work<'_>, branch: Id, tree: &Tree<'_>, node: Node) -> bool {
    work.judge.part_fits((work.shapes, branch), tree, node, &mut work.budget.looks).unwrap_or(false)
}

/// No branch can be reached: where one alone is for this kind of value, what can be done for it is done, so that the
/// violations told are the ones that matter.
fn as_meant(work: &mut Work<'_>, place: &Place<'_>, goals: &[(Id, Goal)]) -> Rc<Outcome> {
    let kind = Kinds::of(place.kind());
    let mut meant = goals.iter().filter(|(_, goal)| work.goals.kinds(*goal).has(kind)).map(|(_, goal)| *goal);
    match (meant.next(), meant.next()) {
        (Some(goal), None) => work.value(&Place { goal, ..*place }),
        _ => Rc::default(),
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
