//! The end of a document: the text was cut off, or the document ends although brackets are open.

use crate::core::repair::edit::Code;
use crate::core::repair::parser::evidence::anew::{begins_anew, restart_cost};
use crate::core::repair::parser::evidence::literals;
use crate::core::repair::parser::model::context::Context;
use crate::core::repair::parser::model::op::{CutPlace, Op};
use crate::core::repair::parser::model::state::{ADDED, Expect, NONE, State};
use crate::core::repair::parser::model::weights::Feature::{
    CutLevel, CutOff, EndsBeforeSentence, EndsHere, SkippedToken, TailTokens,
};
use crate::core::repair::parser::text::lexer::token_at;
use crate::core::repair::parser::text::limits::LEVELS_LEFT;
use crate::core::repair::parser::text::tokens::TokenKind;

/// The text ends here.
pub(in crate::core::repair) fn cut(g: &Context<'_>, state: State) -> Option<State> {
    let place = match state.expect {
        Expect::Value => CutPlace::AfterColon,
        Expect::Colon => CutPlace::Key,
        _ => CutPlace::BetweenMembers,
    };
    cut_at(g, state, place)
}

/// The text ends here, in the middle of `place`.
#[cold]
pub(in crate::core::repair) fn cut_at(g: &Context<'_>, state: State, place: CutPlace) -> Option<State> {
    let end = g.text.len();
    if state.frame == 0 {
        return None;
    }
    let state = g.with(state, Op::Cut(place));
    let state = match state.expect {
        // A key without a value goes, with the comma before it.
        Expect::Value | Expect::Colon => {
            let (from, log) = before_member(g, &state);
            let cut = State { log, prev: from, ..state };
            let cut = g.with(cut, Op::Cut(place));
            g.replace(cut, from, end, "", Code::CutPart)
        }
        Expect::NextItem | Expect::NextKey if state.comma == ADDED => {
            let log = g.store.without_added_comma(state.log);
            State { log, ..state }
        }
        Expect::NextItem | Expect::NextKey if state.comma != NONE => {
            let from = state.comma;
            let dropped = g.replace(state, from, from + 1, "", Code::CutPart);
            State { prev: from + 1, ..dropped }
        }
        _ => state,
    };
    let place = match state.expect {
        Expect::Value | Expect::Colon => end,
        _ => state.prev.max(state.pos.min(state.prev)),
    };
    close_all(g, state, place, Code::CutOff, CutOff.weight(), CutLevel.weight())
}

/// Where the current member or item begins, the comma before it included, and the fixes up to there.
#[cold]
pub(in crate::core::repair) fn before_member(g: &Context<'_>, state: &State) -> (usize, u32) {
    match state.item.comma {
        NONE => (state.item.start, state.item.log),
        ADDED => (state.item.start, g.store.without_added_comma(state.item.log)),
        comma => (comma, state.item.log),
    }
}

/// Closes the rest of a document that was cut inside a string or word which ends at `end`.
pub(in crate::core::repair) fn cut_after(g: &Context<'_>, state: State, place: CutPlace) -> Option<State> {
    let state = g.with(state, Op::Cut(place));
    let end = g.text.len();
    if state.frame == 0 {
        return Some(State { pos: end, expect: Expect::Done, ..state });
    }
    close_all(g, state, end, Code::CutOff, CutOff.weight(), CutLevel.weight())
}

/// The document ends here although brackets are open: what follows is other text.
pub(in crate::core::repair) fn end_here(g: &Context<'_>, state: State) -> Option<State> {
    // Deep inside, ending costs more than any other reading; and closing it all takes time.
    let frame = g.frame(&state);
    if state.frame == 0 || frame.items == 0 || frame.depth > LEVELS_LEFT {
        return None;
    }
    let pos = state.pos;
    let state = match state.expect {
        Expect::After => state,
        Expect::NextKey | Expect::NextItem if state.comma == ADDED => return None,
        Expect::NextKey | Expect::NextItem if state.comma != NONE => {
            g.replace(state, state.comma, state.comma + 1, "", Code::TrailingComma)
        }
        _ => return None,
    };
    let kind = token_at(g.text, pos).kind;
    let apart = g.text[state.prev..pos].contains(&b'\n');
    let after = match kind {
        TokenKind::Open(_) => match restart_cost(g, &state) {
            // Where further items are due, one that begins is one, not another document.
            restart if g.is_item_due(&state) => restart + g.source.skipped(pos),
            restart if apart || restart == 0 => restart,
            // In the same line, what begins there is rather a part of the text.
            restart => restart.max(g.source.skipped(pos)),
        },
        TokenKind::Fence => 0,
        // Whatever is given up costs as much as reading on would: else a long list of slips ends every document. Numbers in a
        // list are no prose, and what they cost makes up for the commas between them.
        _ => {
            let is_item = kind == TokenKind::Other && !frame.kind.has_keys();
            let numbers = match if is_item { literals::literals_after(g, state.prev) } else { 0 } {
                0 => 0,
                count => TailTokens.weight() + SkippedToken.weight() * count as u32,
            };
            numbers + g.source.skipped(pos)
        }
    };
    let tail = g.source.tail_cost(pos) + after;
    let place = if state.comma == NONE { state.prev } else { state.comma };
    // Whole sentences on lines of their own are no part of a document that was cut off.
    let level =
        if apart && g.source.is_sentence(pos) { EndsBeforeSentence.weight() } else { EndsHere.weight() };
    let closed = close_all(g, state, place, Code::MissingCloser, tail + 2, level)?;
    Some(State { pos, expect: Expect::GivenUp, ..closed })
}

/// The document was given up on an earlier line, and begins anew, with the same first key, here or after a few words
/// and a line end: what there is of it ends before this token, without the member that has no value.
#[cold]
pub(in crate::core::repair) fn restart_after(g: &Context<'_>, state: State) -> Option<State> {
    if !begins_anew(g, &state) {
        return None;
    }
    let (place, log) = match state.expect {
        Expect::Value | Expect::Colon => before_member(g, &state),
        Expect::NextItem | Expect::NextKey if state.comma == ADDED => return None,
        Expect::NextItem | Expect::NextKey if state.comma != NONE => (state.comma, state.log),
        _ => (state.prev, state.log),
    };
    let state = State { log, ..state };
    let closed = close_all(g, state, place, Code::MissingCloser, 0, 0)?;
    Some(State { pos: place, expect: Expect::GivenUp, ..closed })
}

/// Closes every container at `place`; each but a plain pair of parentheses costs `level`.
pub(in crate::core::repair) fn close_all(
    g: &Context<'_>,
    state: State,
    place: usize,
    code: Code,
    base: u32,
    level: u32,
) -> Option<State> {
    let mut cost = state.cost + base;
    let innermost = g.frame(&state);
    if innermost.parens == 0 {
        cost += level * innermost.depth;
    } else {
        for frame in g.store.open_frames(state.frame) {
            if !frame.is_single() {
                cost += level;
            } else if frame.items != 1 {
                return None;
            }
        }
    }
    let closed = g.with(state, Op::CloseAll { place, code });
    Some(State { cost, pos: g.text.len(), expect: Expect::Done, ..closed })
}
