//! What shows that a document was given up and begins anew.

use crate::core::repair::parser::model::context::Context;
use crate::core::repair::parser::model::state::State;
use crate::core::repair::parser::model::weights::Feature::RestartElsewhere;
use crate::core::repair::parser::text::lexer::{self, near, token_at};
use crate::core::repair::parser::text::limits::LOOK_FAR;

/// The first key of the outermost object.
pub(in crate::core::repair) fn root_name<'t>(g: &Context<'t>, state: &State) -> &'t [u8] {
    let (start, end) = g.frame(state).keys.root;
    &g.text[start..end]
}

/// Where that key starts; 0 before the first key.
pub(in crate::core::repair) fn root_name_start(g: &Context<'_>, state: &State) -> usize {
    g.frame(state).keys.root.0
}

/// Returns whether the document begins anew on this line, or after a few words and a line end.
pub(in crate::core::repair) fn begins_anew(g: &Context<'_>, state: &State) -> bool {
    let pos = state.pos;
    let is_on_new_line = g.text.get(state.prev..pos).is_some_and(|space| space.contains(&b'\n'));
    if state.frame == 0 || !is_on_new_line {
        return false;
    }
    // A value may begin with the same key without being the document; words cannot.
    if lexer::value_at(g.text, pos) {
        return g.source.is_copy(pos) && g.source.is_repeated(pos);
    }
    let window = &g.text[..g.text.len().min(pos + LOOK_FAR)];
    memchr::memchr_iter(b'\n', &window[pos..]).any(|at| g.source.is_copy(near(window, pos + at + 1)))
}

/// A document is given up for another one when that begins with the same key.
pub(in crate::core::repair) fn restart_cost(g: &Context<'_>, state: &State) -> u32 {
    let token = token_at(g.text, state.pos);
    let first = root_name(g, state);
    let name = near(g.text, state.pos + token.len);
    let name = name + lexer::quote_at(g.text, name).map_or(0, |(_, len)| len);
    if !first.is_empty() && g.text[name..].starts_with(first) { 0 } else { RestartElsewhere.weight() }
}
