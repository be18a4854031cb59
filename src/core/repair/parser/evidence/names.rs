//! Keys as the document at hand writes and expects them.

use crate::core::repair::edit::Code;
use crate::core::repair::parser::evidence::anew;
use crate::core::repair::parser::model::context::Context;
use crate::core::repair::parser::model::cost;
use crate::core::repair::parser::model::state::State;
use crate::core::repair::parser::text::keys::{self, key_at};
use crate::core::repair::parser::text::lexer::quote_at;
use crate::core::repair::parser::text::limits::LOOK;

/// Returns whether a key with its colon stands at `pos`, as this document writes them.
pub(in crate::core::repair) fn named_at(g: &Context<'_>, state: &State, pos: usize) -> bool {
    key_at(g.text, pos) || state.writer.has(cost::EQUALS) && keys::key_with_equals_at(g.text, pos)
}

/// The same, where code in a string has keys, too.
pub(in crate::core::repair) fn member_at(g: &Context<'_>, state: &State, pos: usize) -> bool {
    named_at(g, state, pos) && is_usual_name(g, state, pos) || has_lost_colon(g, state, pos)
}

/// Returns whether a key without its colon stands at `pos`, in a document that has one already.
pub(in crate::core::repair) fn has_lost_colon(g: &Context<'_>, state: &State, pos: usize) -> bool {
    state.writer.has_met(Code::MissingColon) && keys::key_without_colon_at(g.text, pos)
}

/// Returns whether a key at `pos` is written as those of this object are, or of the document. Code in a string has keys without
/// quotes.
pub(in crate::core::repair) fn is_usual_name(g: &Context<'_>, state: &State, pos: usize) -> bool {
    let first = match g.frame(state).keys.first {
        (0, _) => anew::root_name_start(g, state),
        (first, _) => first,
    };
    let quoted = first > 0 && quote_at(g.text, first - 1).is_some();
    if !quoted || quote_at(g.text, pos).is_some() {
        return true;
    }
    // `name": 1` lost its opening quote.
    let window = &g.text[pos..g.text.len().min(pos + LOOK)];
    quote_at(window, keys::key_len(window)).is_some()
}

/// Returns whether the word at `pos` is a key that this object is expected to have, though it lost its colon or its closing
/// quote.
pub(in crate::core::repair) fn is_due_name(g: &Context<'_>, state: &State, pos: usize) -> bool {
    let Some(expect) = g.expect else { return false };
    let rest = &g.text[pos..g.text.len().min(pos + LOOK)];
    let len = keys::key_len(rest);
    matches!(rest.get(len), Some(b'"' | b':' | b' ')) && expect.is_due(g.frame(state).place, &rest[..len])
}
