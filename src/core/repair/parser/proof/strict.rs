//! What strict JSON wants next, taken in place: the part of the grammar that costs nothing.
//!
//! Nearly all tokens of a broken document are such tokens. Each method takes one, and notes the least that another reading of
//! it costs; it leaves the token to the rest of the grammar where that could be less than `gap`.

use std::mem::replace;
use std::ops::Range;

use crate::core::json::{is_space, scan};
use crate::core::repair::edit::Code;
use crate::core::repair::notation::backslash::{begins_path, ends_in_drive};
use crate::core::repair::parser::evidence::follow::{self, Follow};
use crate::core::repair::parser::evidence::{anew, layout, quotes, rows};
use crate::core::repair::parser::model::context::Context;
use crate::core::repair::parser::model::cost;
use crate::core::repair::parser::model::op::Op;
use crate::core::repair::parser::model::rank::rank_of;
use crate::core::repair::parser::model::state::{Expect, Frame, Kind, NONE, Open, Role, State};
use crate::core::repair::parser::model::weights::Feature::{BeforeItem, BeforeStructure, EndsHere};
use crate::core::repair::parser::proof::comma;
use crate::core::repair::parser::text::keys::{is_colon_of_key, is_key_byte};
use crate::core::repair::parser::text::lexer::{closing_len, near, quote_at};
use crate::core::repair::parser::text::limits::LOOK;
use crate::core::repair::parser::text::stops::{may_end_at, next_stop, sound_escape};
use crate::core::repair::parser::text::tokens::Quote;

/// Blanks between two tokens that are passed here.
const BLANKS: usize = 64;

/// The best reading on its way through tokens that are clear.
pub(in crate::core::repair) struct Run {
    pub state: State,
    /// Steps that the grammar would have taken.
    pub steps: usize,
    /// No other reading costs less, nor has a better rank.
    pub least: u32,
    pub rank: i64,
    /// Containers from here on are this run's own.
    own: u32,
}

impl Run {
    pub fn new(state: State, frames: usize) -> Self {
        Self { state, steps: 0, least: u32::MAX, rank: i64::MAX, own: frames as u32 }
    }

    /// The innermost container ends. No other reading holds it if this run opened it.
    pub fn leave(&mut self, g: &Context<'_>, parent: u32) {
        let mut frames = g.store.frames.borrow_mut();
        if self.state.frame >= self.own && self.state.frame as usize + 1 == frames.len() {
            frames.pop();
        }
        self.state.frame = parent;
    }

    /// Another reading, of the token that ends at `pos`, costs so much more at least.
    pub fn note(&mut self, more: u32, pos: usize) {
        let cost = self.state.cost + more;
        (self.least, self.rank) = (self.least.min(cost), self.rank.min(rank_of(cost, pos)));
    }
}

/// What another reading of a quote costs at least that surely closes its string.
pub(in crate::core::repair) fn least_of_quote(state: &State) -> u32 {
    state.writer.cost_of(Code::InnerQuote) + BeforeItem.weight().min(BeforeStructure.weight())
}

/// Takes one token, if it is what strict JSON wants here and no other reading of it is nearly as cheap. A token and the quote
/// that closes a string are one step each.
pub(in crate::core::repair) fn shift(g: &Context<'_>, run: &mut Run) -> bool {
    let window = &g.text[run.state.pos..g.text.len().min(run.state.pos + BLANKS)];
    let Some(blanks) = window.iter().position(|byte| !is_space(*byte)) else { return false };
    let pos = run.state.pos + blanks;
    let shifted = match (run.state.expect, window[blanks]) {
        (Expect::After, b',') => shift_comma(g, run, pos),
        (Expect::Colon, b':') => shift_colon(g, run, pos),
        (Expect::After | Expect::First | Expect::Key, b'}' | b']') => shift_close(g, run, pos),
        (Expect::Key | Expect::NextKey, byte) => shift_key(g, run, pos, byte),
        (Expect::Value | Expect::First | Expect::NextItem, byte) => shift_value(g, run, pos, byte),
        _ => None,
    };
    run.steps += usize::from(shifted.is_some());
    shifted.is_some()
}

/// The innermost container, to be changed: a copy where other readings may hold it, too.
fn change_frame(g: &Context<'_>, run: &mut Run, change: impl FnOnce(&mut Frame)) {
    if run.state.frame < run.own {
        run.state.frame = g.store.add_frame(g.frame(&run.state));
    }
    change(&mut g.store.frames.borrow_mut()[run.state.frame as usize]);
}

pub(in crate::core::repair) fn shift_comma(g: &Context<'_>, run: &mut Run, pos: usize) -> Option<()> {
    let kind = g.plain_frame(&run.state)?.kind;
    run.state.advance(kind.after_comma(), pos + 1);
    (run.state.comma, run.state.joint) = (pos, NONE);
    Some(())
}

pub(in crate::core::repair) fn shift_colon(g: &Context<'_>, run: &mut Run, pos: usize) -> Option<()> {
    if g.text.get(pos + 1) == Some(&b'=') {
        return None;
    }
    run.state.advance(Expect::Value, pos + 1);
    run.state.comma = NONE;
    Some(())
}

/// A bracket that closes the innermost container; where that is the document, the text must end with it.
fn shift_close(g: &Context<'_>, run: &mut Run, pos: usize) -> Option<()> {
    let frame = g.plain_frame(&run.state)?;
    let Frame { kind, parent, .. } = frame;
    let outer = State { frame: parent, ..run.state };
    let is_document = parent == 0;
    if kind.closer() != g.text[pos]
        || !is_document && g.plain_frame(&outer).is_none()
        || rows::closed_between_rows(g, &frame, pos, pos + 1)
    {
        return None;
    }
    if is_document {
        if run.state.expect != Expect::After || pos + 1 < g.source.end {
            return None;
        }
        run.state.advance(Expect::Done, pos + 1);
        (run.state.frame, run.state.comma, run.state.joint) = (0, NONE, NONE);
        return Some(());
    }
    if run.state.expect != Expect::After {
        run.state.begin(pos);
    }
    run.leave(g, parent);
    value_shifted(g, run, pos + 1, NONE);
    Some(())
}

/// A plain key and its colon: in quotes, or without as JavaScript writes it.
fn shift_key(g: &Context<'_>, run: &mut Run, pos: usize, byte: u8) -> Option<()> {
    let frame = g.plain_frame(&run.state)?;
    let quote = plain_quote(g.text, pos);
    if frame.kind != Kind::Object || quote.is_none() && !byte.is_ascii_alphabetic() && byte != b'_' {
        return None;
    }
    let start = pos + quote.map_or(0, |(_, len)| len);
    // Smart quotes begin with a byte that a key in plain quotes may hold.
    let is_plain = quote.is_some_and(|(quote, _)| quote != Quote::Smart);
    let is_of_key = |byte: &&u8| is_key_byte(**byte) && (is_plain || byte.is_ascii());
    let end = start + g.text[start..].iter().take(LOOK).take_while(is_of_key).count();
    let close = end + quote.map_or(Some(0), |(quote, _)| closing_len(quote, g.text, end))?;
    let colon = if quote.is_some() { near(g.text, close) } else { close };
    if end == start || g.text.get(colon) != Some(&b':') || !is_colon_of_key(g.text, colon) {
        return None;
    }
    // `svc:limit: 1`
    if quote.is_none() && g.text.get(colon + 1).is_some_and(u8::is_ascii_alphabetic) {
        return None;
    }
    let quote = quote.map(|(quote, _)| quote);
    // After quotes that are not escaped, a key without quotes may cost something; and the document may end before it.
    let here = State { pos, ..run.state };
    if quote.is_none() && (here.writer.has(cost::QUOTES) || anew::begins_anew(g, &here)) {
        return None;
    }
    if is_odd_key(g, &frame, &g.text[start..end]) {
        return None;
    }
    take_key(g, run, &frame, pos, quote, start..end, close);
    run.note(if quote.is_some() { least_of_quote(&run.state) } else { EndsHere.weight() + 2 }, close);
    run.steps += usize::from(quote.is_some());
    Some(())
}

/// Returns whether this key may be read in another way. Either the object began with it, so another object may begin there; or
/// the key is not expected.
pub(in crate::core::repair) fn is_odd_key(g: &Context<'_>, frame: &Frame, name: &[u8]) -> bool {
    let (start, end) = frame.keys.first;
    end > 0 && &g.text[start..end] == name
        || g.expect.is_some_and(|expect| !expect.member(frame.place, name).1)
}

/// Takes the key that begins at `pos`.
pub(in crate::core::repair) fn take_key(
    g: &Context<'_>,
    run: &mut Run,
    frame: &Frame,
    pos: usize,
    quote: Option<Quote>,
    name: Range<usize>,
    close: usize,
) {
    let Range { start, end } = name;
    if let Some(expect) = g.expect {
        run.state.item.due = expect.member(frame.place, &g.text[name]).0;
    }
    run.state.begin(pos);
    if let Some(quote) = quote {
        run.state.text = Open { opening: pos, start, quote, role: Role::Key, ..Open::NOTHING };
        note_quotes(g, &mut run.state, end, close);
        run.state.joint = end;
    } else {
        g.add(&mut run.state, Op::Bare { start, end, code: Code::UnquotedKey });
        run.state.joint = NONE;
    }
    run.state.advance(Expect::Colon, close);
    run.state.comma = NONE;
    if frame.keys.first == (0, 0) {
        change_frame(g, run, |frame| frame.begin_with((start, end)));
    }
}

/// Notes the fix of quotes that are not those of JSON: it costs nothing.
fn note_quotes(g: &Context<'_>, state: &mut State, end: usize, close: usize) {
    let Open { opening, start, quote, .. } = state.text;
    if quote != Quote::Double {
        g.add(state, Op::Text { open: opening, start, end, close, quote, raw: false });
    }
}

/// Takes the value at `pos`. Where that is left to the grammar, the state stays where it was.
fn shift_value(g: &Context<'_>, run: &mut Run, pos: usize, byte: u8) -> Option<()> {
    // States are large: it is moved there, and back, instead of copied.
    let before = replace(&mut run.state.pos, pos);
    let shifted = shift_value_from(g, run, before, byte);
    if shifted.is_none() {
        run.state.pos = before;
    }
    shifted
}

/// Takes the value at the state, which stood at `before`.
fn shift_value_from(g: &Context<'_>, run: &mut Run, before: usize, byte: u8) -> Option<()> {
    let pos = run.state.pos;
    let is_member = run.state.expect == Expect::Value && run.state.frame != 0;
    if byte == b'{' || byte == b'[' {
        // Doubled braces, or a placeholder.
        let next = g.text.get(pos + 1);
        let is_odd = if byte == b'{' {
            matches!(next, Some(b'{' | b'%'))
        } else {
            next.is_some_and(u8::is_ascii_uppercase)
        };
        let is_deep = g.frame(&run.state).depth as usize >= g.max_depth;
        // The value of a key on the line before may have lost the bracket around it.
        let is_apart = is_member && g.text[before..pos].contains(&b'\n');
        if is_apart && layout::is_further_in(g, &run.state)
            || is_odd
            || is_deep
            || rows::is_row_in_row(g, &run.state)
            || anew::begins_anew(g, &run.state)
        {
            return None;
        }
        if !is_member {
            run.state.begin(pos);
        }
        let kind = if byte == b'{' { Kind::Object } else { Kind::Array };
        return g.go_into(&mut run.state, kind, pos, pos + 1).then_some(());
    }
    g.plain_frame(&run.state)?;
    if rows::is_after_row(g, &run.state) {
        return None;
    }
    if let Some((quote, len)) = plain_quote(g.text, pos) {
        let role = if is_member { Role::Value } else { Role::Item };
        return shift_string(g, run, Open { opening: pos, start: pos + len, quote, role, ..Open::NOTHING });
    }
    let end = scan::scalar_end(g.text, pos).ok()?;
    let next = *g.text.get(near(g.text, end))?;
    // A word before a key may be the first of several; a number is not.
    let ends_at_key = || !byte.is_ascii_alphabetic() && comma::key_after(g.text, end).is_some();
    // `1,234` may be one number.
    let is_grouped = is_member && g.text[end] == b',' && g.text.get(end + 1).is_some_and(u8::is_ascii_digit);
    let ends = matches!(next, b',' | b'}' | b']') || ends_at_key();
    if !ends || is_grouped || anew::begins_anew(g, &run.state) {
        return None;
    }
    if !is_member {
        run.state.begin(pos);
    }
    value_shifted(g, run, end, NONE);
    Some(())
}

/// Takes a string whose content needs no fix, and whose end is sure.
fn shift_string(g: &Context<'_>, run: &mut Run, text: Open) -> Option<()> {
    let (end, close, has_quote) = if text.quote == Quote::Double {
        let (end, has_quote) = sound_end(g, text.start)?;
        (end, end + 1, has_quote)
    } else {
        let end = next_stop(g.text, text.quote, false, text.start);
        (end, end + closing_len(text.quote, g.text, end.min(g.text.len()))?, false)
    };
    let before = (replace(&mut run.state.pos, end), replace(&mut run.state.text, text));
    let Some(least) = sure_end(g, &run.state, close, has_quote) else {
        (run.state.pos, run.state.text) = before;
        return None;
    };
    if text.role == Role::Item || run.state.frame == 0 {
        run.state.begin(text.opening);
    }
    run.note(least, close);
    note_quotes(g, &mut run.state, end, close);
    value_shifted(g, run, close, end);
    run.steps += 1;
    Some(())
}

/// Returns what another reading of the quote at `here` costs at least, which ends at `close`, if it surely closes its string.
/// `has_quote` says whether the string may end before it, at an escaped quote.
fn sure_end(g: &Context<'_>, here: &State, close: usize, has_quote: bool) -> Option<u32> {
    let content = &g.text[here.text.start..here.pos];
    let is_item = here.text.role == Role::Item;
    let least_of_end = || least_of_quote(here).min(BeforeStructure.weight());
    let least = match follow::follow(g, here, close) {
        Follow::Member | Follow::Closer => least_of_end(),
        Follow::Item if is_item => least_of_end(),
        Follow::Name if has_quote => comma::inner_cost(g, here)?.min(least_of_end()),
        Follow::Name => comma::inner_cost(g, here)?,
        _ => return None,
    };
    let is_inside =
        content.trim_ascii_end().last() == Some(&b'{') || is_item && quotes::is_amid_words(g, here);
    (!is_inside).then_some(least)
}

/// Returns where the JSON string with this content ends, and whether it holds an escaped quote after which it may end; `None` where
/// it begins with or holds what suggests another reading: a quote written twice, a document, a path that ends at an escaped quote.
fn sound_end(g: &Context<'_>, start: usize) -> Option<(usize, bool)> {
    let is_twice =
        g.text.get(start) == Some(&b'"') && !matches!(g.text.get(start + 1), Some(b',' | b'}' | b']'));
    let begin = g.text.get(near(g.text, start));
    if is_twice || matches!(begin, Some(b'{' | b'[')) {
        return None;
    }
    let (mut at, mut has_quote) = (start, false);
    loop {
        at = scan::sound_end::<false>(g.text, at);
        match g.text.get(at)? {
            b'"' => return Some((at, has_quote)),
            b'\\' => {
                if g.text.get(at + 1) == Some(&b'"') && may_end_at(g.text, at + 2) {
                    has_quote = true;
                    let content = &g.text[start..=at];
                    if begins_path(content) || content.len() <= LOOK && ends_in_drive(content) {
                        return None;
                    }
                }
                at = sound_escape(g.text, at)?;
            }
            _ => return None,
        }
    }
}

/// A value ends here: it is counted in its container.
pub(in crate::core::repair) fn value_shifted(g: &Context<'_>, run: &mut Run, end: usize, joint: usize) {
    run.state.advance(Expect::After, end);
    (run.state.comma, run.state.joint) = (NONE, joint);
    if g.frame(&run.state).items == 0 {
        change_frame(g, run, |frame| frame.items = 1);
    }
}

/// The quote that stands here, if it is one that many texts use throughout.
fn plain_quote(text: &[u8], pos: usize) -> Option<(Quote, usize)> {
    match text[pos] {
        b'"' if text.get(pos + 1..pos + 3) != Some(b"\"\"") => Some((Quote::Double, 1)),
        b'\'' | 0xe2 => {
            quote_at(text, pos).filter(|(quote, _)| matches!(quote, Quote::Single | Quote::Smart))
        }
        _ => None,
    }
}
