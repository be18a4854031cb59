//! Says which turn of a text counts, where headers set several apart.
//!
//! A text that begins as the model's is what a model wrote: if it calls a tool, it imagined the turns after that. Any other one
//! is a dialog, and the last turn of the model counts, unless a tool answered it.

use super::found::{Found, in_order, mention};
use crate::core::calls::formats::turns::{self as dialog, Role};
use crate::core::calls::judge::context::Context;
use crate::core::calls::judge::draft::Draft;
use crate::core::calls::types::call::Reason;
use crate::core::calls::types::place::Place;

/// The drafts of a text with these turns, mentions among them. `is_dialog` says that it begins with a header.
pub(super) fn choose(mut turns: Vec<Found>, is_dialog: bool, cx: &mut Context<'_>) -> Vec<Draft> {
    let mut drafts = Vec::new();
    if begins_with_system(&turns, cx.text) {
        turns[0].role = Some(Role::Other);
    }
    if !is_dialog && turns.first().is_some_and(|turn| turn.role.is_none()) {
        drafts = of_turn(turns.remove(0), cx);
        if !drafts.iter().all(is_mention) {
            let imagined = turns.into_iter().flat_map(|turn| turn.mentioned(Place::Imagined));
            return in_order(drafts, imagined.collect());
        }
    }
    let last = turns.iter().rposition(Found::is_of_model);
    let is_answer = |turn: &Found| turn.role == Some(Role::Tool) || turn.has_answers;
    let is_answered = last.is_some_and(|last| turns[last + 1..].iter().any(is_answer));
    for (index, turn) in turns.into_iter().enumerate() {
        if !turn.is_of_model() {
            drafts.extend(turn.mentioned(Place::Others));
            continue;
        }
        let mut own = of_turn(turn, cx);
        if last != Some(index) || is_answered {
            answer(&mut own, cx.options.history);
        }
        drafts.extend(own);
    }
    drafts
}

/// Returns whether the words before the first header are those of a system: templates of several families put no header before
/// them. A turn of the model ends with a mark before that of a user begins, and a model that goes on does not answer the user it
/// invented.
fn begins_with_system(turns: &[Found], text: &str) -> bool {
    let [first, second, .., last] = turns else { return false };
    first.role.is_none()
        && second.role == Some(Role::Other)
        && last.role == Some(Role::Model)
        && !dialog::ends_with_mark(&text[first.range.clone()])
        && !dialog::is_blank(&text[last.range.clone()])
}

/// The drafts of one turn.
fn of_turn(turn: Found, cx: &mut Context<'_>) -> Vec<Draft> {
    let text = cx.text;
    cx.text = &text[..turn.range.end];
    cx.forget_stops();
    let drafts = turn.choose(cx);
    cx.text = text;
    cx.forget_stops();
    drafts
}

/// Marks drafts of a turn that is answered: calls stay calls where history is wanted.
pub(super) fn answer(drafts: &mut [Draft], is_wanted: bool) {
    for draft in drafts.iter_mut().filter(|draft| !is_mention(draft)) {
        if draft.problem.is_some() || !is_wanted {
            mention(std::slice::from_mut(draft), Place::Answered);
        }
    }
}

fn is_mention(draft: &Draft) -> bool {
    matches!(draft.problem, Some(Reason::Mention(_)))
}
