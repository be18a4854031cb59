//! What is proven: strict JSON ahead of a state.
//!
//! Most of a broken document is strict JSON. Where it is, for some way beyond a token, nothing is wrong with that token: what is
//! wrong with a string shows at the latest where the next one does not follow. So it is taken without a look at what else it
//! may be.

use std::mem::replace;

use crate::core::json::scan::{self, scan_value_with};
use crate::core::json::{escape_at, skip_space};
use crate::core::repair::parser::evidence::{anew, rows};
use crate::core::repair::parser::model::context::Context;
use crate::core::repair::parser::model::state::{Expect, Kind, NONE, Open, Role, State};
use crate::core::repair::parser::proof::ends::Ends;
use crate::core::repair::parser::proof::items;
use crate::core::repair::parser::proof::strict::{
    Run, is_odd_key, least_of_quote, shift_colon, shift_comma, take_key, value_shifted,
};
use crate::core::repair::parser::text::limits::{BYTES_AT_ONCE, LOOK, PROVEN_STEP, UNPROVEN_QUOTES};
use crate::core::repair::parser::text::tokens::Quote;

/// What is known about the text ahead of one reading.
#[derive(Default)]
pub(in crate::core::repair) struct Proof {
    /// The reading: where it stands, its innermost container.
    reading: (usize, u32),
    /// The text is proven up to here.
    to: usize,
    /// Where it stops being strict JSON.
    error: usize,
}

/// A stretch of strict JSON.
struct Stretch {
    /// The offset at which the text stops being strict JSON.
    end: usize,
    /// Says whether the document is closed, and nothing comes after it.
    is_whole: bool,
}

impl Proof {
    /// Takes tokens of the best state that are proven, if there are any. Every byte is looked at once.
    pub fn take(&mut self, g: &Context<'_>, run: &mut Run, ends: &mut Ends) -> bool {
        let State { pos, frame, .. } = run.state;
        if pos >= self.error {
            let Stretch { end, is_whole } = strict_to(g, &run.state, ends);
            let error = lone_surrogate(&g.text[pos..end]).map_or(end, |at| pos + at);
            let quotes = memchr::memrchr_iter(b'"', &g.text[pos..error]);
            let unproven = quotes.take(UNPROVEN_QUOTES).nth(UNPROVEN_QUOTES - 1);
            // No slip shows after the end of a document that is closed.
            let to = if is_whole && error == end { error } else { unproven.map_or(0, |at| pos + at) };
            // Nothing was read where the slip itself stands. Where slips are many, to look again after each would be in vain.
            let is_slip = error == skip_space(g.text, pos);
            let error = if to > pos || is_slip { error } else { error + LOOK };
            *self = Self { reading: (pos, frame), to, error };
        }
        if pos >= self.to || self.reading != (pos, frame) {
            return false;
        }
        take(g, run, self.to, true, ends);
        self.reading = (run.state.pos, run.state.frame);
        run.state.pos > pos
    }
}

/// The reading of a text that is strict JSON from `first` to its end, where a container is still open: up to its last key or
/// scalar, which may be cut itself. That nothing is wrong before the end is strong evidence that only the rest is missing, so no
/// other reading competes.
pub(in crate::core::repair) fn up_to_end(g: &Context<'_>, first: State, ends: &mut Ends) -> State {
    // In a string that has no end, the other half may have been cut.
    let lone = lone_surrogate(&g.text[first.pos..]).map(|at| &g.text[first.pos + at..]);
    if lone.is_some_and(|rest| memchr::memchr(b'"', rest).is_some()) {
        return first;
    }
    let mut run = Run::new(first, g.store.frames.borrow().len());
    strict_to(g, &first, ends);
    let (mut pos, end) = (NONE, g.text.len());
    while pos != run.state.pos {
        pos = run.state.pos;
        take(g, &mut run, end, false, ends);
    }
    run.state
}

/// Where the first half of a surrogate pair stands alone. That is strict JSON, and needs a fix all the same.
pub(in crate::core::repair) fn lone_surrogate(text: &[u8]) -> Option<usize> {
    let mut at = memchr::memchr(b'\\', text)?;
    // Most texts have escapes, and none of these.
    memchr::memmem::find(&text[at..], b"\\u")?;
    loop {
        at += memchr::memchr(b'\\', &text[at..])?;
        let (code, len) = escape_at(text, at);
        if (0xd800..0xe000).contains(&code) {
            return Some(at);
        }
        at = text.len().min(at + len);
    }
}

/// Returns how far the text is strict JSON that goes on from this state; `ends` has the containers of the stretch.
fn strict_to(g: &Context<'_>, state: &State, ends: &mut Ends) -> Stretch {
    ends.clear();
    let (mut pos, mut at, mut expect) = (state.pos, *state, state.expect);
    if expect == Expect::Value
        && at.frame == 0
        && let Some(end) = g.tape.and_then(|tape| tape.show(g.text, pos, ends))
    {
        return Stretch { end, is_whole: false };
    }
    loop {
        pos = skip_space(g.text, pos);
        let broken = Stretch { end: pos, is_whole: false };
        let Some(&byte) = g.text.get(pos) else {
            return Stretch { is_whole: at.frame == 0 && expect == Expect::After, ..broken };
        };
        let depth = g.max_depth - g.frame(&at).depth as usize;
        let value = match (expect, byte) {
            (Expect::After, b',') if at.frame != 0 => {
                pos += 1;
                expect = g.frame(&at).kind.after_comma();
                continue;
            }
            (Expect::After | Expect::First | Expect::Key, b'}' | b']') => {
                match g.plain_frame(&at).filter(|frame| frame.kind.closer() == byte) {
                    Some(frame) => at.frame = frame.parent,
                    None => return broken,
                }
                Ok(pos + 1)
            }
            (Expect::Key | Expect::NextKey, _) => {
                scan::name_end(g.text, pos).and_then(|value| scan_value_with(g.text, value, depth, ends))
            }
            (Expect::Colon, b':') => scan_value_with(g.text, skip_space(g.text, pos + 1), depth, ends),
            (Expect::Value | Expect::First | Expect::NextItem, _) => {
                scan_value_with(g.text, pos, depth, ends)
            }
            _ => return broken,
        };
        match value {
            Ok(end) => (pos, expect) = (end, Expect::After),
            Err(error) => return Stretch { end: error.offset.min(g.text.len()), is_whole: false },
        }
    }
}

/// Takes tokens that end before `to`, which lies in a stretch of strict JSON. A container that ends there is passed as a whole.
///
/// With `may_be_rows`, a token is left that may belong to rows whose brackets were miscounted, or to objects without brackets
/// between them: they are strict JSON for a while.
fn take(g: &Context<'_>, run: &mut Run, to: usize, may_be_rows: bool, ends: &mut Ends) {
    let begin = run.state.pos;
    let most = to.min(begin + BYTES_AT_ONCE);
    while run.state.pos < most {
        items::skip(g, &mut run.state, to, most, ends);
        if run.state.pos >= most || take_one(g, run, to, may_be_rows, ends).is_none() {
            break;
        }
    }
    let taken = run.state.pos - begin;
    if taken > 0 {
        run.steps += taken.div_ceil(PROVEN_STEP);
        run.note(least_of_quote(&run.state), run.state.pos);
    }
}

fn take_one(g: &Context<'_>, run: &mut Run, to: usize, may_be_rows: bool, ends: &mut Ends) -> Option<()> {
    let pos = skip_space(g.text, run.state.pos);
    let byte = *g.text.get(pos).filter(|_| pos < to)?;
    let is_before = |end: &usize| skip_space(g.text, *end) < to;
    match (run.state.expect, byte) {
        (Expect::After, b',') => shift_comma(g, run, pos)?,
        (Expect::Colon, b':') => shift_colon(g, run, pos)?,
        (Expect::After | Expect::First | Expect::Key, b'}' | b']') => {
            let frame = g.plain_frame(&run.state).filter(|frame| frame.parent != 0)?;
            if may_be_rows && rows::closed_between_rows(g, &frame, pos, pos + 1) {
                return None;
            }
            run.leave(g, frame.parent);
            value_shifted(g, run, pos + 1, NONE);
        }
        (Expect::Key | Expect::NextKey, _) => {
            let close = scan::string_end(g.text, pos).ok().filter(is_before)?;
            let frame = g.plain_frame(&run.state)?;
            let name = pos + 1..close - 1;
            if may_be_rows && is_odd_key(g, &frame, &g.text[name.clone()]) {
                return None;
            }
            take_key(g, run, &frame, pos, Some(Quote::Double), name, close);
        }
        (Expect::Value | Expect::First | Expect::NextItem, _) => {
            let before = replace(&mut run.state.pos, pos);
            let is_row = || rows::is_after_row(g, &run.state) || rows::is_row_in_row(g, &run.state);
            let is_container = matches!(byte, b'{' | b'[');
            let is_odd = may_be_rows && is_row() || is_container && anew::begins_anew(g, &run.state);
            run.state.pos = before;
            if is_odd {
                return None;
            }
            if run.state.expect != Expect::Value || run.state.frame == 0 {
                run.state.begin(pos);
            }
            if !is_container {
                let end = scan::scalar_end(g.text, pos).ok().filter(is_before)?;
                if byte == b'"' {
                    let role = if run.state.expect == Expect::Value && run.state.frame != 0 {
                        Role::Value
                    } else {
                        Role::Item
                    };
                    run.state.text = Open { opening: pos, start: pos + 1, role, ..Open::NOTHING };
                }
                value_shifted(g, run, end, if byte == b'"' { end - 1 } else { NONE });
                return Some(());
            }
            if let Some(end) = ends.end_of(pos).filter(|end| *end <= to && run.state.frame != 0) {
                ends.pass(pos, end);
                value_shifted(g, run, end, NONE);
                return Some(());
            }
            let kind = if byte == b'{' { Kind::Object } else { Kind::Array };
            return g.go_into(&mut run.state, kind, pos, pos + 1).then_some(());
        }
        _ => return None,
    }
    Some(())
}
