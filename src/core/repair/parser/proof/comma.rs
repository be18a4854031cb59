//! A comma that is missing before a key, taken in place: few readings compete there, and what they cost at least is known.
//!
//! Elsewhere, as in a list or before a word, more readings compete, and the grammar weighs them (`rules/table.rs`).

use crate::core::repair::parser::evidence::follow::Follow;
use crate::core::repair::parser::evidence::quotes;
use crate::core::repair::parser::model::context::Context;
use crate::core::repair::parser::model::cost::gap;
use crate::core::repair::parser::model::state::{Expect, Kind, Role, State};
use crate::core::repair::parser::model::weights::Feature::{EndsHere, SkippedToken, TailProse, TailTokens};
use crate::core::repair::parser::text::keys::{is_word, key_at};
use crate::core::repair::parser::text::lexer::{ends_in_word, near};
use crate::core::repair::parser::text::tokens::Quote;

/// Returns where the key begins that stands after a value, with white space between them.
pub(super) fn key_after(text: &[u8], end: usize) -> Option<usize> {
    let key = near(text, end);
    (key > end && text.get(key) == Some(&b'"') && key_at(text, key)).then_some(key)
}

/// Returns what it costs to take the quote at `here` for content, where its string ends before a key; nothing if another reading
/// of the string may be nearly as cheap.
pub(super) fn inner_cost(g: &Context<'_>, here: &State) -> Option<u32> {
    let is_plain = here.text.role == Role::Value && here.text.quote == Quote::Double;
    // After a separator, the string may have ended before that, and have lost its closing quote.
    let is_whole = ends_in_word(&g.text[here.text.start..here.pos]);
    let inner = quotes::inner_cost(g, here, Follow::Name);
    let is_sure = inner >= gap() && quotes::closing_cost(g, here, Follow::Name) == 0;
    (is_plain && is_whole && is_sure).then_some(inner)
}

/// Returns the reading after the comma that is missing at this state, in an object before a key, and what another reading costs at
/// least; nothing if the comma is not the cheapest.
pub(in crate::core::repair) fn missing(g: &Context<'_>, state: &State) -> Option<(State, u32)> {
    let frame = g.plain_frame(state).filter(|frame| frame.kind == Kind::Object && frame.parens == 0)?;
    if state.expect != Expect::After || state.pos != state.prev {
        return None;
    }
    // A quote before anything but a word may stand alone.
    let pos =
        key_after(g.text, state.pos).filter(|key| g.text.get(key + 1).is_some_and(|byte| is_word(*byte)))?;
    // The document might end before the key, which leaves its two quotes at least.
    let tail = TailProse.weight() + TailTokens.weight() + 2 * SkippedToken.weight();
    let least = state.cost + tail + EndsHere.weight() * frame.depth;
    let next = g.with_comma(State { pos, ..*state }, ",");
    (next.cost < least).then_some((next, least))
}
